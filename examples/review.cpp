/* Reviews the games of a PGN file with seajay and prints what was wrong with them, in C++17. In the
 * root of the repository:
 *
 *   cargo build --release
 *   c++ -std=c++17 examples/review.cpp -Iinclude -Ltarget/release -lseajay \
 *       -Wl,-rpath,target/release -o target/review-cpp && target/review-cpp games.pgn
 *
 * Usage: review-cpp FILE [NODES]; NODES is the effort for each position, by default 20000.
 */
#include <seajay.hpp>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <string>

namespace {

constexpr int default_nodes = 20000;
constexpr int exit_error = 2;

const char *to_text(seajay::Mark mark)
{
    switch (mark) {
    case seajay::Mark::inaccuracy:
        return "?!";
    case seajay::Mark::mistake:
        return "?";
    case seajay::Mark::blunder:
        return "??";
    case seajay::Mark::none:
        break;
    }
    return "";
}

/// Prints a bad move in the position before it, and the line that was better.
void print_move(const seajay::Game &before, const std::string &san, const seajay::Review &judged)
{
    const auto board = before.board();
    std::cout << "  " << std::setw(3) << board.fullmove_number
              << (board.turn == seajay::Color::white ? ".  " : ".. ") << std::left << std::setw(8)
              << san + to_text(judged.mark) << std::right << " loses " << std::setw(4)
              << std::setprecision(1) << judged.loss / 10.0
              << " %   better: " << before.to_san(seajay::join(judged.line)) << '\n';
}

void review(const seajay::Pgn &pgn, const seajay::Game &game, seajay::Engine &engine,
            const seajay::Limits &limits)
{
    std::cout << pgn.tag("White") << " - " << pgn.tag("Black") << ' ' << pgn.result() << '\n';
    if (const auto fault = pgn.error())
        std::cout << "  " << fault->text << '\n';
    const auto played = game.played_move_list();
    const auto moves = engine.review(game, limits);
    auto before = game;
    before.undo(static_cast<std::uint32_t>(played.size()));
    for (const auto &judged : moves) {
        if (judged.mark != seajay::Mark::none)
            print_move(before, played[judged.index].san, judged);
        before.play(played[judged.index].uci);
    }
    const auto [white, black] = seajay::accuracy(moves);
    std::cout << std::setprecision(1) << "  accuracy: White " << white << " %, Black " << black
              << " %\n\n";
}

} // namespace

int main(int argc, char **argv)
{
    char *end = nullptr;
    const long nodes = argc > 2 ? std::strtol(argv[2], &end, 10) : default_nodes;
    if (argc < 2 || argc > 3 || (end && *end != '\0') || nodes < 1) {
        std::cerr << "usage: " << argv[0] << " FILE [NODES]\n";
        return exit_error;
    }
    try {
        std::cout << std::fixed;
        seajay::Limits limits;
        limits.nodes = static_cast<std::uint64_t>(nodes);
        seajay::Engine engine;
        seajay::Pgn pgn;
        pgn.open(argv[1]);
        for (const auto &game : pgn)
            review(pgn, game, engine, limits);
        if (!std::cout.flush())
            throw std::runtime_error("the output cannot be written");
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return exit_error;
    }
}
