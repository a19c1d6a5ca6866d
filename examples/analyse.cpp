/* Analyses a chess position with seajay, in C++17. In the root of the repository:
 *
 *   cargo build --release
 *   c++ -std=c++17 examples/analyse.cpp -Iinclude -Ltarget/release -lseajay \
 *       -Wl,-rpath,target/release -o target/analyse-cpp && target/analyse-cpp
 *
 * Usage: analyse-cpp [FEN [DEPTH]]; DEPTH is in half-moves; without it, it thinks for five seconds.
 */
#include <seajay.hpp>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

// Morphy against two noblemen in a box at the opera, Paris 1858, before he sacrifices a knight.
constexpr auto opera = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10";
constexpr std::chrono::seconds default_time{5};
constexpr int exit_error = 2;

void print_board(const seajay::Game &game)
{
    const auto board = game.board();
    for (int rank = 7; rank >= 0; rank--) {
        std::cout << "\n ";
        for (int file = 0; file < 8; file++) {
            const char piece = board.piece_at(8 * rank + file);
            std::cout << ' ' << (piece == ' ' ? '.' : piece);
        }
    }
    std::cout << "\n\n  " << game.fen() << "\n\n";
}

/// Pawns, moves to mate, or half-moves to a tablebase win, from the side to move's point of view.
std::string to_text(const seajay::Score &score)
{
    std::ostringstream text;
    text << std::showpos << std::fixed << std::setprecision(2);
    if (score.bound != seajay::Bound::exact)
        text << (score.bound == seajay::Bound::lower ? ">= " : "<= ");
    if (score.kind == seajay::ScoreKind::centipawns)
        text << score.value / 100.0;
    else
        text << (score.kind == seajay::ScoreKind::mate ? "#" : "TB") << score.value;
    return text.str();
}

/// Prints the line of each finished depth, and says whether there is more to find.
bool print_depth(const seajay::Game &game, const seajay::Info &info)
{
    if (info.kind != seajay::InfoKind::line || info.score.bound != seajay::Bound::exact)
        return true;
    std::cout << std::setw(7) << info.depth << std::setw(8) << to_text(info.score)
              << std::setw(12) << info.nodes << std::setw(11) << info.nps << "   "
              << game.to_san(info.pv) << std::endl;
    // A mate searched to its full depth leaves nothing to find.
    return info.score.kind != seajay::ScoreKind::mate || info.depth < 2 * std::abs(info.score.value);
}

double percent(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_summary(const std::string &best_move, const seajay::Result &result,
                   const seajay::Stats &stats)
{
    const auto share = [](const char *name, std::uint64_t part, std::uint64_t whole) {
        std::cout << "  " << std::left << std::setw(20) << name << std::right << std::setw(5)
                  << percent(part, whole) << " %\n";
    };
    std::cout << std::fixed << std::setprecision(2)
              << "\n  Best move            " << best_move << ", score " << to_text(result.score)
              << "\n  Searched             " << result.nodes << " positions in "
              << std::chrono::duration<double>(result.time).count() << " s, depth " << result.depth
              << '\n'
              << std::setprecision(1);
    share("First-move cutoffs", stats.first_move_cutoffs, stats.beta_cutoffs);
    share("Re-search rate", stats.re_searches, stats.reductions);
    share("Hash hits", stats.tt_hits, stats.tt_probes);
}

void analyse(const seajay::Game &game, const seajay::Limits &limits)
{
    print_board(game);
    if (game.legal_moves().empty()) {
        std::cout << "  " << (game.in_check() ? "Checkmate" : "Stalemate") << '\n';
        return;
    }
    std::cout << "  depth   score       nodes    nodes/s   line of play\n";
    seajay::Engine engine;
    engine.set_game(game);
    const auto result = engine.search(
        limits, [&game](const seajay::Info &info) { return print_depth(game, info); });
    print_summary(game.to_san(result.best_move), result, engine.stats());
}

/// The limits that the command line sets, unless they are invalid.
std::optional<seajay::Limits> limits_from(int argc, char **argv)
{
    seajay::Limits limits;
    if (argc <= 2) {
        limits.move_time = default_time;
        return limits;
    }
    const std::string_view depth = argv[2];
    const auto end = depth.data() + depth.size();
    const auto [rest, error] = std::from_chars(depth.data(), end, limits.depth);
    if (argc > 3 || error != std::errc() || rest != end || limits.depth < 1)
        return std::nullopt;
    return limits;
}

} // namespace

int main(int argc, char **argv)
{
    const auto limits = limits_from(argc, argv);
    if (!limits) {
        std::cerr << "usage: " << argv[0] << " [FEN [DEPTH]]\n";
        return exit_error;
    }
    try {
        analyse(seajay::Game(argc > 1 ? argv[1] : opera), *limits);
        if (!std::cout.flush())
            throw std::runtime_error("the output cannot be written");
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return exit_error;
    }
}
