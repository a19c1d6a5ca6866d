/* Analyses a chess position with seajay, in C++17. In the root of the repository:
 *
 *   cargo build --release
 *   c++ -std=c++17 examples/analyse.cpp -Iinclude -Ltarget/release -lseajay \
 *       -Wl,-rpath,target/release -o target/analyse-cpp && target/analyse-cpp
 *
 * Usage: analyse-cpp [FEN [DEPTH]]; without DEPTH, in half-moves, it thinks for five seconds.
 */
#include <seajay.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

// Morphy against two noblemen in a box at the opera, Paris 1858, before he gives a knight.
constexpr auto opera = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10";
constexpr std::int64_t default_time_ms = 5000;
constexpr int exit_error = 2;

/// An engine that frees itself; every call that fails throws.
class Engine {
public:
    Engine() : handle(seajay_new())
    {
        if (!handle)
            throw std::bad_alloc();
    }

    void set_position(const std::string &fen)
    {
        check(seajay_set_position(handle.get(), fen.c_str(), nullptr));
    }

    /// Searches; listener(info) is told of everything found, and returns whether to go on.
    template <typename Listener>
    SeajayResult search(const SeajayLimits &limits, Listener listener)
    {
        struct Ear {
            Listener &tell;
            std::exception_ptr error;
        } ear{listener, nullptr};
        // No exception may pass through the library: it waits here for the end of the search.
        const auto on_info = [](void *user_data, const SeajayInfo *info) noexcept -> std::int32_t {
            auto &[tell, error] = *static_cast<Ear *>(user_data);
            try {
                return tell(*info) ? 0 : 1;
            } catch (...) {
                error = std::current_exception();
                return 1;
            }
        };
        check(seajay_set_info_callback(handle.get(), on_info, &ear));
        SeajayResult result = SEAJAY_RESULT_INIT;
        const auto status = seajay_search(handle.get(), &limits, &result);
        check(seajay_set_info_callback(handle.get(), nullptr, nullptr));
        if (ear.error)
            std::rethrow_exception(ear.error);
        check(status);
        return result;
    }

    SeajayStats stats() const
    {
        SeajayStats stats = SEAJAY_STATS_INIT;
        check(seajay_stats(handle.get(), &stats));
        return stats;
    }

    std::string fen() const
    {
        return text([this](char *buffer, std::size_t size) {
            return seajay_fen(handle.get(), buffer, size);
        });
    }

    /// A move or a line of play in standard algebraic notation.
    std::string san(const char *moves) const
    {
        return text([this, moves](char *buffer, std::size_t size) {
            return seajay_move_to_san(handle.get(), moves, buffer, size);
        });
    }

private:
    struct Free {
        void operator()(SeajayEngine *engine) const noexcept { seajay_free(engine); }
    };

    std::unique_ptr<SeajayEngine, Free> handle;

    void check(std::int64_t status) const
    {
        if (status >= 0)
            return;
        char error[1025] = "";
        seajay_last_error(handle.get(), error, sizeof error);
        throw std::runtime_error(error);
    }

    /// Text from a function that copies it into a buffer: first its length, then the text.
    template <typename Get> std::string text(Get get) const
    {
        const auto length = get(nullptr, 0);
        check(length);
        std::string text(static_cast<std::size_t>(length), '\0');
        check(get(text.data(), text.size() + 1));
        return text;
    }
};

void print_board(const std::string &fen)
{
    std::cout << "\n ";
    for (const char c : fen.substr(0, fen.find(' '))) {
        if (c == '/')
            std::cout << "\n ";
        else if (c >= '1' && c <= '8')
            std::cout << std::string_view(" . . . . . . . .").substr(0, 2 * (c - '0'));
        else
            std::cout << ' ' << c;
    }
    std::cout << "\n\n  " << fen << "\n\n";
}

/// Pawns, moves to mate, or half-moves to a tablebase win, from the side to move's view.
std::string to_text(const SeajayScore &score)
{
    std::ostringstream text;
    text << std::showpos << std::fixed << std::setprecision(2);
    if (score.bound != SEAJAY_BOUND_EXACT)
        text << (score.bound == SEAJAY_BOUND_LOWER ? ">= " : "<= ");
    if (score.kind == SEAJAY_SCORE_CP)
        text << score.value / 100.0;
    else
        text << (score.kind == SEAJAY_SCORE_MATE ? "#" : "TB") << score.value;
    return text.str();
}

/// Prints the line of each finished depth, and says whether there is more to find.
bool print_depth(const Engine &engine, const SeajayInfo &info)
{
    if (info.kind != SEAJAY_INFO_LINE || info.score.bound != SEAJAY_BOUND_EXACT)
        return true;
    std::cout << std::setw(7) << info.depth << std::setw(8) << to_text(info.score)
              << std::setw(12) << info.nodes << std::setw(11) << info.nps << "   "
              << engine.san(info.pv) << std::endl;
    // A mate that was searched to its end leaves nothing to find.
    return info.score.kind != SEAJAY_SCORE_MATE || info.depth < 2 * std::abs(info.score.value);
}

double percent(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_summary(const Engine &engine, const SeajayResult &result)
{
    const auto best = engine.san(result.best_move);
    if (best.empty()) {
        const bool mated = result.score.kind == SEAJAY_SCORE_MATE;
        std::cout << "  " << (mated ? "Checkmate" : "Stalemate") << '\n';
        return;
    }
    const auto stats = engine.stats();
    const auto share = [](const char *name, std::uint64_t part, std::uint64_t whole) {
        std::cout << "  " << std::left << std::setw(20) << name << std::right << std::setw(5)
                  << percent(part, whole) << " %\n";
    };
    std::cout << std::fixed << std::setprecision(2)
              << "\n  Best move            " << best << ", score " << to_text(result.score)
              << "\n  Searched             " << result.nodes << " positions in "
              << static_cast<double>(result.time_ms) / 1000.0 << " s, depth " << result.depth
              << '\n'
              << std::setprecision(1);
    share("First-move cutoffs", stats.first_move_cutoffs, stats.beta_cutoffs);
    share("Re-search rate", stats.re_searches, stats.reductions);
    share("Hash hits", stats.tt_hits, stats.tt_probes);
}

void analyse(const std::string &fen, const SeajayLimits &limits)
{
    Engine engine;
    engine.set_position(fen);
    print_board(engine.fen());
    std::cout << "  depth   score       nodes    nodes/s   line of play\n";
    const auto result = engine.search(
        limits, [&engine](const SeajayInfo &info) { return print_depth(engine, info); });
    print_summary(engine, result);
}

/// The limits that the command line asks for, unless it makes no sense.
std::optional<SeajayLimits> limits_from(int argc, char **argv)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    if (argc <= 2) {
        limits.move_time_ms = default_time_ms;
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
        analyse(argc > 1 ? argv[1] : opera, *limits);
        if (!std::cout.flush())
            throw std::runtime_error("the output cannot be written");
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return exit_error;
    }
}
