/* Plays many games at once on a few threads with seajay, in C++17, as a server would: no thread waits
 * for a move. In the root of the repository:
 *
 *   cargo build --release
 *   c++ -std=c++17 examples/server.cpp -Iinclude -Ltarget/release -lseajay -pthread \
 *       -Wl,-rpath,target/release -o target/server-cpp && target/server-cpp
 *
 * Usage: server-cpp [GAMES [THREADS]]; without THREADS, one for each processor.
 */
#include <seajay.hpp>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <exception>
#include <future>
#include <iostream>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>

namespace {

constexpr std::uint64_t nodes_per_move = 2000;
constexpr std::size_t opening_plies = 4, max_plies = 300;
constexpr int exit_error = 2;

/// A few random moves, so that no two games are alike.
seajay::Game opening(unsigned number)
{
    std::mt19937 random(number);
    seajay::Game game;
    while (game.ply_count() < opening_plies) {
        const auto moves = game.legal_moves();
        game.play(moves[random() % moves.size()]);
    }
    return game;
}

/// A game that seajay plays against itself: the done callback of each search starts the next.
class Match {
public:
    Match(const seajay::Pool &pool, seajay::Game begin) : game(std::move(begin))
    {
        limits.nodes = nodes_per_move;
        engine.set_option("Hash", 1);
        engine.set_pool(pool);
        engine.set_done([this](const auto &result) { move_found(result); });
    }

    /// Starts to play; the future receives the game when it is over.
    std::future<seajay::Game> play()
    {
        auto future = over.get_future();
        think();
        return future;
    }

private:
    seajay::Game game;
    seajay::Limits limits;
    std::promise<seajay::Game> over;
    /// Last member, so destroyed first: its callback uses the others.
    seajay::Engine engine;

    void think()
    {
        engine.set_game(game);
        engine.start(limits);
    }

    /// Called on a thread of the pool. Errors go to the holder of the future.
    void move_found(const std::optional<seajay::Result> &result)
    {
        try {
            if (!result)
                throw std::runtime_error("the search has failed");
            game.play(result->best_move);
            if (game.state() != seajay::GameState::ongoing || game.ply_count() >= max_plies)
                over.set_value(game);
            else
                think();
        } catch (...) {
            over.set_exception(std::current_exception());
        }
    }
};

const char *result_of(const seajay::Game &game)
{
    if (game.state() != seajay::GameState::checkmate)
        return "1/2-1/2";
    return game.board().turn == seajay::Color::white ? "0-1" : "1-0";
}

void serve(unsigned games, unsigned threads)
{
    const auto begin = std::chrono::steady_clock::now();
    const seajay::Pool pool(threads);
    std::deque<Match> matches;
    std::deque<std::future<seajay::Game>> futures;
    for (unsigned number = 0; number < games; number++)
        futures.push_back(matches.emplace_back(pool, opening(number)).play());
    std::size_t moves = 0;
    for (auto &future : futures) {
        const auto game = future.get();
        moves += game.ply_count() - opening_plies;
        std::cout << game.moves_san() << ' ' << result_of(game) << "\n\n";
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    std::cout << games << " games, " << moves << " moves in " << time.count() << " s\n";
}

} // namespace

int main(int argc, char **argv)
{
    const auto number = [&](int index, int otherwise) {
        return argc > index ? std::atoi(argv[index]) : otherwise;
    };
    const int games = number(1, 10), threads = number(2, 0);
    if (argc > 3 || games < 1 || threads < 0) {
        std::cerr << "usage: " << argv[0] << " [GAMES [THREADS]]\n";
        return exit_error;
    }
    try {
        serve(static_cast<unsigned>(games), static_cast<unsigned>(threads));
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return exit_error;
    }
}
