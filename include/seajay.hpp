// seajay for C++17: an engine as an object that frees itself and throws. Over seajay.h alone, with
// nothing to link besides the library; the promises written there hold here too.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
//     #include <seajay.hpp>
//     #include <iostream>
//
//     int main()
//     {
//         seajay::Engine engine;
//         seajay::Limits limits;
//         limits.move_time = std::chrono::seconds(1);
//         engine.set_start_position("e2e4 e7e5");
//         const auto result = engine.search(limits, [](const seajay::Info &info) {
//             if (info.kind == seajay::InfoKind::line)
//                 std::cout << info.depth << ' ' << info.pv << '\n';
//             return true; // go on
//         });
//         std::cout << "best move: " << result.best_move << '\n';
//     }
//
// Errors. Functions throw seajay::Error with the status and the text of seajay_last_error(), and
// leave everything as it was; std::bad_alloc where C++ itself finds no memory.
//
// Threads. As usual in C++: const members may be called from any thread at any time, also during a
// search and from its listener. The exceptions: wait() and wait_for() not in a listener, nor while
// another thread begins a search; lines() not while another thread begins or ends one. Of the
// others one at a time: two at once are a data race here, unlike in C. While a search that was started
// runs, those throw an Error with SEAJAY_ERR_BUSY.
//
// Text is UTF-8. Moves are in UCI notation, scores from the side to move's view.

#ifndef SEAJAY_HPP
#define SEAJAY_HPP

#include <seajay.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace seajay {

using Milliseconds = std::chrono::milliseconds;

/// A call that failed.
class Error : public std::runtime_error {
public:
    Error(std::int32_t status, const std::string &text) : std::runtime_error(text), code(status) {}

    /// SEAJAY_ERR_ILLEGAL_MOVE and so on, to act upon; what() is for people.
    std::int32_t status() const noexcept { return code; }

private:
    std::int32_t code;
};

enum class ScoreKind : std::int32_t {
    centipawns = SEAJAY_SCORE_CP,
    mate = SEAJAY_SCORE_MATE,
    tablebase = SEAJAY_SCORE_TB,
};

enum class Bound : std::int32_t {
    exact = SEAJAY_BOUND_EXACT,
    lower = SEAJAY_BOUND_LOWER,
    upper = SEAJAY_BOUND_UPPER,
};

enum class InfoKind : std::int32_t {
    line = SEAJAY_INFO_LINE,
    tick = SEAJAY_INFO_TICK,
};

enum class StopReason : std::int32_t {
    depth = SEAJAY_STOP_DEPTH,
    nodes = SEAJAY_STOP_NODES,
    time = SEAJAY_STOP_TIME,
    mate = SEAJAY_STOP_MATE,
    stopped = SEAJAY_STOP_STOPPED,
    callback = SEAJAY_STOP_CALLBACK,
    game_over = SEAJAY_STOP_GAME_OVER,
};

enum class GameState : std::int32_t {
    ongoing = SEAJAY_GAME_ONGOING,
    checkmate = SEAJAY_GAME_CHECKMATE,
    stalemate = SEAJAY_GAME_STALEMATE,
    fifty_moves = SEAJAY_GAME_FIFTY_MOVES,
    repetition = SEAJAY_GAME_REPETITION,
    material = SEAJAY_GAME_MATERIAL,
};

enum class LogLevel : std::int32_t {
    error = SEAJAY_LOG_ERROR,
    warning = SEAJAY_LOG_WARNING,
    info = SEAJAY_LOG_INFO,
};

enum class OptionKind : std::int32_t {
    check = SEAJAY_OPTION_CHECK,
    spin = SEAJAY_OPTION_SPIN,
    string = SEAJAY_OPTION_STRING,
    combo = SEAJAY_OPTION_COMBO,
    button = SEAJAY_OPTION_BUTTON,
};

/// Hundredths of a pawn, moves to mate, or plies to a tablebase win.
struct Score {
    ScoreKind kind = ScoreKind::centipawns;
    std::int32_t value = 0;
    Bound bound = Bound::exact;
};

/// When a search shall end, as SeajayLimits says; zero is "not set". At least one must be set.
struct Limits {
    std::int32_t depth = 0;
    std::uint64_t nodes = 0;
    Milliseconds move_time{0};
    std::int32_t mate = 0;
    std::int32_t moves_to_go = 0;
    Milliseconds white_time{0};
    Milliseconds black_time{0};
    Milliseconds white_increment{0};
    Milliseconds black_increment{0};
    bool infinite = false;
    bool ponder = false;
    /// The moves to choose from, separated by spaces; empty is all.
    std::string search_moves;
};

/// News from a running search, as SeajayInfo says; pv is valid only during the call.
struct Info {
    InfoKind kind = InfoKind::tick;
    std::uint64_t search_id = 0;
    std::int32_t depth = 0;
    std::int32_t seldepth = 0;
    std::int32_t multipv = 0;
    std::int32_t hashfull = 0;
    Score score;
    std::array<std::int32_t, 3> wdl{};
    std::uint64_t nodes = 0;
    std::uint64_t nps = 0;
    std::uint64_t tb_hits = 0;
    Milliseconds time{0};
    std::string_view pv;
};

/// The result of a search, as SeajayResult says. best_move is empty only in mate and stalemate.
struct Result {
    StopReason stop_reason = StopReason::depth;
    std::uint64_t search_id = 0;
    std::string best_move;
    std::string ponder_move;
    Score score;
    std::int32_t depth = 0;
    std::int32_t seldepth = 0;
    std::uint64_t nodes = 0;
    Milliseconds time{0};
};

/// A line of play of a finished search.
struct Line {
    Score score;
    std::int32_t depth = 0;
    std::int32_t seldepth = 0;
    std::array<std::int32_t, 3> wdl{};
    std::string moves;
};

/// Counts of the last search.
using Stats = SeajayStats;

/// One option. Its texts are static.
struct OptionInfo {
    OptionKind kind = OptionKind::check;
    std::string_view name;
    std::string_view default_value;
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::vector<std::string_view> choices;
};

/// Hears of a search, and returns whether it shall go on. An exception that it throws ends the
/// search and comes out of search(), or of wait(). It is kept until the next search begins or the
/// engine ends.
using Listener = std::function<bool(const Info &)>;

/// Hears what happens to an engine; see seajay_set_log_callback(). It must not throw.
using Log = std::function<void(LogLevel, std::string_view)>;

namespace detail {

inline Score to_score(const SeajayScore &score)
{
    return {static_cast<ScoreKind>(score.kind), score.value, static_cast<Bound>(score.bound)};
}

inline Info to_info(const SeajayInfo &info)
{
    return {static_cast<InfoKind>(info.kind),
            info.search_id,
            info.depth,
            info.seldepth,
            info.multipv,
            info.hashfull,
            to_score(info.score),
            {info.wdl[0], info.wdl[1], info.wdl[2]},
            info.nodes,
            info.nps,
            info.tb_hits,
            Milliseconds(info.time_ms),
            info.pv};
}

inline Result to_result(const SeajayResult &result)
{
    return {static_cast<StopReason>(result.stop_reason),
            result.search_id,
            result.best_move,
            result.ponder_move,
            to_score(result.score),
            result.depth,
            result.seldepth,
            result.nodes,
            Milliseconds(result.time_ms)};
}

/// The limits for C. search_moves points into the argument.
inline SeajayLimits to_limits(const Limits &limits)
{
    SeajayLimits c = SEAJAY_LIMITS_INIT;
    c.depth = limits.depth;
    c.nodes = limits.nodes;
    c.move_time_ms = limits.move_time.count();
    c.mate = limits.mate;
    c.moves_to_go = limits.moves_to_go;
    c.white_time_ms = limits.white_time.count();
    c.black_time_ms = limits.black_time.count();
    c.white_increment_ms = limits.white_increment.count();
    c.black_increment_ms = limits.black_increment.count();
    c.infinite = limits.infinite;
    c.ponder = limits.ponder;
    c.search_moves = limits.search_moves.c_str();
    return c;
}

/// The text with a NUL behind it, and none in it that would cut it.
inline std::string to_text(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos)
        throw Error(SEAJAY_ERR_INVALID_ARGUMENT, "there is a NUL inside a text");
    return std::string(text);
}

/// What the library calls back. It stays where it is when the engine is moved.
struct Ears {
    Listener listener;
    /// What the listener has thrown during the last search.
    std::exception_ptr thrown;
    Log log;

    static std::int32_t on_info(void *user_data, const SeajayInfo *info) noexcept
    {
        auto &ears = *static_cast<Ears *>(user_data);
        try {
            return !ears.listener || ears.listener(to_info(*info)) ? 0 : 1;
        } catch (...) {
            ears.thrown = std::current_exception();
            return 1;
        }
    }

    static void on_log(void *user_data, std::int32_t level, const char *text) noexcept
    {
        static_cast<Ears *>(user_data)->log(static_cast<LogLevel>(level), text);
    }
};

struct Free {
    void operator()(SeajayEngine *engine) const noexcept { seajay_free(engine); }
};

} // namespace detail

/// The version of the library, such as "0.1.0".
inline std::string_view version() noexcept
{
    return seajay_version();
}

/// What the library is: target, vector instructions, network.
inline std::string_view build_info() noexcept
{
    return seajay_build_info();
}

/// The bytes that an engine with these values of Hash (MiB) and Threads holds at most; 0 for values
/// that the options do not take.
inline std::uint64_t estimate_memory(std::uint64_t hash_mib, std::uint32_t threads) noexcept
{
    return seajay_estimate_memory(hash_mib, threads);
}

/// The options there are, in an order made for showing them.
inline std::vector<OptionInfo> options()
{
    std::vector<OptionInfo> options;
    for (std::size_t index = 0; index < seajay_option_count(); index++) {
        SeajayOptionInfo info = SEAJAY_OPTION_INFO_INIT;
        if (const auto status = seajay_option_info(index, &info); status != SEAJAY_OK)
            throw Error(status, seajay_strerror(status));
        options.push_back({static_cast<OptionKind>(info.kind), info.name, info.default_value,
                           info.min, info.max, {}});
        for (auto choice = info.choices; choice != nullptr && *choice != nullptr; choice++)
            options.back().choices.emplace_back(*choice);
    }
    return options;
}

/// A chess engine. It can be moved, not copied; one that was moved from may only be destroyed or
/// assigned to. It must neither be destroyed nor assigned to inside its own listener or log, nor moved
/// while it searches with a listener that uses it.
class Engine {
public:
    /// An engine at the start of a game, with every option at its default.
    Engine() : ears(std::make_unique<detail::Ears>())
    {
        if (seajay_abi_version() != SEAJAY_ABI_VERSION)
            throw Error(SEAJAY_ERR_INVALID_ARGUMENT, "the library is not the header's version");
        handle.reset(seajay_new());
        if (!handle)
            throw std::bad_alloc();
        check(seajay_set_info_callback(get(), detail::Ears::on_info, ears.get()));
    }

    Engine(Engine &&) noexcept = default;

    /// Ends a search that runs, and frees everything.
    ~Engine() { end_search(); }

    /// Ends this engine and takes over the other.
    Engine &operator=(Engine &&other) noexcept
    {
        end_search();
        // The handle first: until it is freed it uses the ears.
        handle = std::move(other.handle);
        ears = std::move(other.ears);
        return *this;
    }

    /// The handle, for seajay.h.
    SeajayEngine *get() const noexcept { return handle.get(); }

    void set_option(std::string_view name, std::string_view value)
    {
        check(seajay_set_option(get(), detail::to_text(name).c_str(),
                                detail::to_text(value).c_str()));
    }

    void set_option(std::string_view name, const char *value)
    {
        set_option(name, std::string_view(value));
    }

    void set_option(std::string_view name, bool value)
    {
        set_option(name, value ? "true" : "false");
    }

    /// Any integer, but not a bool.
    template <typename Integer, std::enable_if_t<std::is_integral_v<Integer>
                                                     && !std::is_same_v<Integer, bool>, int> = 0>
    void set_option(std::string_view name, Integer value)
    {
        set_option(name, std::string_view(std::to_string(value)));
    }

    std::string option(std::string_view name) const
    {
        return text([this, name = detail::to_text(name)](char *buffer, std::size_t size) {
            return seajay_get_option(get(), name.c_str(), buffer, size);
        });
    }

    /// Evaluates with another network: the bytes of a file, which are copied.
    void load_network(const void *data, std::size_t size)
    {
        check(seajay_load_network(get(), data, size));
    }

    /// The start of a game, and the moves played since.
    void set_start_position(std::string_view moves = {})
    {
        check(seajay_set_position(get(), nullptr, detail::to_text(moves).c_str()));
    }

    /// A FEN, and the moves played since.
    void set_position(std::string_view fen, std::string_view moves = {})
    {
        check(seajay_set_position(get(), detail::to_text(fen).c_str(),
                                  detail::to_text(moves).c_str()));
    }

    /// Plays one move.
    void play(std::string_view move) { check(seajay_play(get(), detail::to_text(move).c_str())); }

    /// Forgets what earlier searches have learnt.
    void clear_history() { check(seajay_clear_history(get())); }

    /// Sets what hears of failed calls, options and searches; an empty function is none.
    void set_log(Log log)
    {
        check(seajay_set_log_callback(get(), nullptr, nullptr));
        ears->log = std::move(log);
        if (ears->log)
            check(seajay_set_log_callback(get(), detail::Ears::on_log, ears.get()));
    }

    /// Searches the position on this thread.
    Result search(const Limits &limits, Listener listener = {})
    {
        SeajayResult result = SEAJAY_RESULT_INIT;
        begin(std::move(listener), [&, c = detail::to_limits(limits)] {
            return seajay_search(get(), &c, &result);
        });
        return finished(result);
    }

    /// Begins a search on the engine's own thread, where the listener is called, and returns.
    void start(const Limits &limits, Listener listener = {})
    {
        begin(std::move(listener), [this, c = detail::to_limits(limits)] {
            return seajay_start(get(), &c);
        });
    }

    /// Waits for the end of the search that was begun last. Works again and again.
    Result wait() const
    {
        SeajayResult result = SEAJAY_RESULT_INIT;
        check(seajay_wait(get(), -1, &result));
        return finished(result);
    }

    /// The same, but gives up after a time; zero asks and returns at once.
    std::optional<Result> wait_for(Milliseconds time) const
    {
        SeajayResult result = SEAJAY_RESULT_INIT;
        const auto most = time.count() < 0 ? 0 : time.count();
        const auto status = seajay_wait(get(), most, &result);
        if (status == SEAJAY_ERR_TIMEOUT)
            return std::nullopt;
        check(status);
        return finished(result);
    }

    bool is_searching() const
    {
        const auto answer = seajay_is_searching(get());
        check(answer);
        return answer != 0;
    }

    /// Ends the search within milliseconds, without waiting for that.
    void stop() const { check(seajay_stop(get())); }

    /// The ponder move was played.
    void ponderhit() const { check(seajay_ponderhit(get())); }

    /// The lines of the last finished search, best first: as many as the option MultiPV asked for, or
    /// as there were moves to begin with.
    std::vector<Line> lines() const
    {
        std::vector<Line> lines(seajay_line_count(get()));
        for (std::size_t index = 0; index < lines.size(); index++) {
            std::array<char, 768> moves{};
            SeajayInfo c = SEAJAY_INFO_INIT;
            check(seajay_line(get(), index, &c, moves.data(), moves.size()));
            const auto info = detail::to_info(c);
            lines[index] = {info.score, info.depth, info.seldepth, info.wdl, moves.data()};
        }
        return lines;
    }

    Stats stats() const
    {
        SeajayStats stats = SEAJAY_STATS_INIT;
        check(seajay_stats(get(), &stats));
        return stats;
    }

    std::string fen() const
    {
        return text([this](char *buffer, std::size_t size) {
            return seajay_fen(get(), buffer, size);
        });
    }

    GameState game_state() const
    {
        const auto state = seajay_game_state(get());
        check(state);
        return static_cast<GameState>(state);
    }

    /// Is the side to move in check?
    bool in_check() const
    {
        const auto checked = seajay_in_check(get());
        check(checked);
        return checked != 0;
    }

    std::vector<std::string> legal_moves() const
    {
        const auto all = text([this](char *buffer, std::size_t size) {
            return seajay_legal_moves(get(), buffer, size);
        });
        std::vector<std::string> moves;
        for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end + 1) {
            end = std::min(all.find(' ', begin), all.size());
            moves.push_back(all.substr(begin, end - begin));
        }
        return moves;
    }

    /// A move or a line, from UCI notation to standard algebraic notation.
    std::string move_to_san(std::string_view moves) const
    {
        return text([this, moves = detail::to_text(moves)](char *buffer, std::size_t size) {
            return seajay_move_to_san(get(), moves.c_str(), buffer, size);
        });
    }

    /// A move or a line, from standard algebraic notation to UCI notation.
    std::string san_to_move(std::string_view moves) const
    {
        return text([this, moves = detail::to_text(moves)](char *buffer, std::size_t size) {
            return seajay_san_to_move(get(), moves.c_str(), buffer, size);
        });
    }

    /// The positions so many moves ahead.
    std::uint64_t perft(std::uint32_t depth) const
    {
        std::uint64_t nodes = 0;
        check(seajay_perft(get(), depth, &nodes));
        return nodes;
    }

    /// The position in hundredths of a pawn, without any search.
    std::int32_t evaluate() const
    {
        std::int32_t centipawns = 0;
        check(seajay_evaluate(get(), &centipawns));
        return centipawns;
    }

    /// The bytes that the engine holds at most.
    std::uint64_t memory_usage() const noexcept { return seajay_memory_usage(get()); }

private:
    std::unique_ptr<detail::Ears> ears;
    /// Destroyed before the ears, which its search uses to the end.
    std::unique_ptr<SeajayEngine, detail::Free> handle;

    /// Throws unless the status is one of success.
    void check(std::int64_t status) const
    {
        if (status >= 0)
            return;
        const auto code = static_cast<std::int32_t>(status);
        std::array<char, 1025> error{};
        const auto length = seajay_last_error(get(), error.data(), error.size());
        throw Error(code, length > 0 ? error.data() : seajay_strerror(code));
    }

    /// Text from a function that copies it into a buffer and returns its length, again while that is
    /// more than there is room for.
    template <typename Copy> std::string text(Copy copy) const
    {
        std::string text;
        for (;;) {
            const auto returned = copy(text.data(), text.size() + 1);
            check(returned);
            const auto length = static_cast<std::size_t>(returned);
            const bool is_whole = length <= text.size();
            text.resize(length);
            if (is_whole)
                return text;
        }
    }

    /// Hands the listener over, unless a search runs that uses the old one, and begins a search. Where
    /// that fails, the old one stays.
    template <typename Call> void begin(Listener listener, Call call)
    {
        check(seajay_set_info_callback(get(), detail::Ears::on_info, ears.get()));
        std::swap(ears->listener, listener);
        auto thrown = std::exchange(ears->thrown, nullptr);
        const auto status = call();
        if (status < 0) {
            std::swap(ears->listener, listener);
            ears->thrown = std::move(thrown);
        }
        check(status);
    }

    /// Stops, and waits: a listener that uses this engine must not outlive it.
    void end_search() const noexcept
    {
        if (handle && seajay_is_searching(get()) == 1) {
            seajay_stop(get());
            seajay_wait(get(), -1, nullptr);
        }
    }

    /// The result, unless the listener has thrown.
    Result finished(const SeajayResult &result) const
    {
        if (ears->thrown)
            std::rethrow_exception(ears->thrown);
        return detail::to_result(result);
    }
};

} // namespace seajay

#endif // SEAJAY_HPP
