// seajay for C++17: games as values, engines and pools that free themselves, errors as exceptions.
// Header-only: link only the library.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
//     #include <seajay.hpp>
//     #include <iostream>
//
//     int main()
//     {
//         seajay::Game game;
//         game.play_san("1. e4 e5");
//         seajay::Engine engine;
//         engine.set_game(game);
//         seajay::Limits limits;
//         limits.move_time = std::chrono::seconds(1);
//         const auto result = engine.search(limits, [](const seajay::Info &info) {
//             if (info.kind == seajay::InfoKind::line)
//                 std::cout << info.depth << ' ' << info.pv << '\n';
//             return true; // go on
//         });
//         std::cout << "best move: " << game.to_san(result.best_move) << '\n';
//     }
//
// Errors. A failed call throws seajay::Error, or std::bad_alloc, and changes nothing.
//
// A Pgn reads games from a text or a file one by one, in a range-based for loop, and holds the record
// of the last one.
//
// Threads. const members may be called on any thread at any time, also during a search and in
// callbacks, except wait() and wait_for() in callbacks and lines() during a search. The others: one
// at a time. During a search those of Engine throw an Error with SEAJAY_ERR_BUSY; after stop() they
// wait for it to end.
//
// Moves are in UCI notation, scores from the side to move's point of view. seajay.h has the
// details.

#ifndef SEAJAY_HPP
#define SEAJAY_HPP

#include <seajay.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#define SEAJAY_NAME_OF_VERSION(major, minor) v##major##_##minor
#define SEAJAY_NAME_OF(major, minor) SEAJAY_NAME_OF_VERSION(major, minor)

namespace seajay {

// Two versions of this header in one process are two sets of types, whose inline functions do not
// take each other's place.
inline namespace SEAJAY_NAME_OF(SEAJAY_VERSION_MAJOR, SEAJAY_VERSION_MINOR) {

using Milliseconds = std::chrono::milliseconds;

/// A failed call.
class Error : public std::runtime_error {
public:
    Error(std::int32_t status, const std::string &text) : std::runtime_error(text), code(status) {}

    /// The status, such as SEAJAY_ERR_ILLEGAL_MOVE; what() is a text for people.
    [[nodiscard]] std::int32_t status() const noexcept { return code; }

private:
    std::int32_t code;
};

/// A text that is passed to a function: a const char *, a std::string or a std::string_view. It is
/// not copied. The function throws an Error for a null pointer (SEAJAY_ERR_NULL) and for a NUL
/// inside the text (SEAJAY_ERR_INVALID_ARGUMENT).
class Text {
public:
    Text(const char *text) noexcept : view(text != nullptr ? text : ""), null(text == nullptr) {}
    Text(const std::string &text) noexcept : view(text) {}
    Text(std::string_view text) noexcept : view(text) {}
    Text(std::nullptr_t) = delete;

    /// Returns the text, or throws an Error that names the argument.
    [[nodiscard]] std::string_view get(const char *argument) const
    {
        if (null)
            throw Error(SEAJAY_ERR_NULL, "argument " + std::string(argument) + " is NULL");
        return view;
    }

private:
    std::string_view view;
    bool null = false;
};

enum class Color : std::int32_t {
    white = SEAJAY_WHITE,
    black = SEAJAY_BLACK,
};

enum class GameState : std::int32_t {
    ongoing = SEAJAY_GAME_ONGOING,
    checkmate = SEAJAY_GAME_CHECKMATE,
    stalemate = SEAJAY_GAME_STALEMATE,
    material = SEAJAY_GAME_MATERIAL,
    fivefold = SEAJAY_GAME_FIVEFOLD,
    seventy_five = SEAJAY_GAME_SEVENTY_FIVE,
    repetition = SEAJAY_GAME_REPETITION,
    fifty_moves = SEAJAY_GAME_FIFTY_MOVES,
};

/// Whether the game is over without a claim.
[[nodiscard]] constexpr bool is_over(GameState state) noexcept
{
    return state > GameState::ongoing && state < GameState::repetition;
}

/// Whether a player may claim a draw.
[[nodiscard]] constexpr bool may_claim(GameState state) noexcept
{
    return state >= GameState::repetition && static_cast<std::int32_t>(state) < 32;
}

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

/// The mark of a bad move.
enum class Mark : std::int32_t {
    none = SEAJAY_MARK_NONE,
    mistake = SEAJAY_MARK_MISTAKE,
    blunder = SEAJAY_MARK_BLUNDER,
    inaccuracy = SEAJAY_MARK_INACCURACY,
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

/// A kind of piece.
enum class Role : std::uint8_t {
    pawn = SEAJAY_PAWN,
    knight = SEAJAY_KNIGHT,
    bishop = SEAJAY_BISHOP,
    rook = SEAJAY_ROOK,
    queen = SEAJAY_QUEEN,
    king = SEAJAY_KING,
};

/// The words of a text between spaces, such as the moves of a line.
[[nodiscard]] inline std::vector<std::string> split(Text text)
{
    const auto view = text.get("text");
    std::vector<std::string> words;
    for (std::size_t begin = 0; (begin = view.find_first_not_of(' ', begin)) != view.npos;) {
        const auto end = std::min(view.find(' ', begin), view.size());
        words.emplace_back(view.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

/// The reverse of split().
[[nodiscard]] inline std::string join(const std::vector<std::string> &words)
{
    std::string text;
    for (const auto &word : words)
        text.append(text.empty() ? "" : " ").append(word);
    return text;
}

/// A position as bitboards: a1 is bit 0, b1 bit 1, h8 bit 63.
struct Board {
    Color turn = Color::white;
    /// By color and kind: pawns, knights, bishops, rooks, queens, king.
    std::array<std::array<std::uint64_t, 6>, 2> pieces{};
    /// The rooks that may still castle.
    std::uint64_t castling_rooks = 0;
    /// The square behind a pawn that has just moved two squares, if the capture is legal.
    std::optional<std::int32_t> en_passant;
    std::int32_t halfmove_clock = 0;
    std::int32_t fullmove_number = 1;
    bool chess960 = false;

    /// The piece on a square from 0 (a1) to 63 (h8), as in FEN: 'K' is White's king; ' ' where the
    /// square is empty or there is none.
    [[nodiscard]] char piece_at(int square) const noexcept
    {
        if (square < 0 || square > 63)
            return ' ';
        for (std::size_t color = 0; color < 2; color++)
            for (std::size_t kind = 0; kind < 6; kind++)
                if ((pieces[color][kind] >> square & 1) != 0)
                    return "PNBRQKpnbrqk"[6 * color + kind];
        return ' ';
    }
};

/// A legal move as data. Squares are numbered from 0 (a1), 1 (b1) to 63 (h8).
struct Move {
    /// When castling, the king's own squares.
    int from = 0, to = 0;
    Role role = Role::pawn;
    std::optional<Role> captured, promotion;
    /// When castling, the squares of the rook.
    std::optional<int> rook_from, rook_to;
    bool is_castling = false, is_en_passant = false;
    /// Mate is check too.
    bool is_check = false, is_mate = false;
    /// In UCI notation, castling as the game writes it, and in SAN.
    std::string uci, san;
};

/// Why a game in PGN was not read to its end, or not as a whole.
struct PgnFault {
    /// SEAJAY_ERR_ILLEGAL_MOVE, _INVALID_PGN, _INVALID_FEN or _ILLEGAL_POSITION.
    std::int32_t status = SEAJAY_OK;
    /// The bytes before it, its line, from 1, and the moves of the game before it.
    std::int64_t offset = 0, line = 0;
    std::uint32_t ply = 0;
    /// What is wrong, with the line and the word.
    std::string text;
};

/// Hundredths of a pawn, moves to mate, or plies to a tablebase win.
struct Score {
    ScoreKind kind = ScoreKind::centipawns;
    std::int32_t value = 0;
    Bound bound = Bound::exact;
};

/// The chances of the side to move, in permille.
struct WinDrawLoss {
    std::int32_t win = 0, draw = 0, loss = 0;
};

/// When a search ends. Zero means "not set"; at least one limit must be set.
struct Limits {
    std::int32_t depth = 0;
    std::uint64_t nodes = 0;
    Milliseconds move_time{0};
    std::int32_t mate = 0;
    std::int32_t moves_to_go = 0;
    /// The time left on the clocks. At zero or less, time is up: the search returns a move at once.
    std::optional<Milliseconds> white_time, black_time;
    Milliseconds white_increment{0}, black_increment{0};
    bool infinite = false;
    bool ponder = false;
    /// The moves to choose from, separated by spaces; empty means all.
    std::string search_moves;
    /// In the queue of a pool the higher comes first, and of the same ones the first.
    std::int32_t priority = 0;
};

/// Information from a running search.
struct Info {
    InfoKind kind = InfoKind::tick;
    std::uint64_t search_id = 0;
    std::int32_t depth = 0;
    std::int32_t seldepth = 0;
    std::int32_t multipv = 0;
    std::int32_t hashfull = 0;
    Score score;
    WinDrawLoss wdl;
    std::uint64_t nodes = 0;
    std::uint64_t nps = 0;
    std::uint64_t tb_hits = 0;
    Milliseconds time{0};
    /// The line, valid during the call; split() makes a list of its moves.
    std::string_view pv;
};

/// The result of a search. best_move is empty only in mate and stalemate.
struct Result {
    StopReason stop_reason = StopReason::depth;
    std::uint64_t search_id = 0;
    std::string best_move;
    std::string ponder_move;
    Score score;
    std::int32_t depth = 0;
    std::int32_t seldepth = 0;
    WinDrawLoss wdl;
    std::uint64_t nodes = 0;
    /// How long a thread thought, and how long the search waited for one before.
    Milliseconds time{0}, queue_time{0};
};

/// A move of a game, judged. Scores and expected points, in permille, are those of the side that
/// played it.
struct Review {
    /// The index of the move in the game: 0 is the first.
    std::size_t index = 0;
    Color turn = Color::white;
    Mark mark = Mark::none;
    /// Of the best move, and of the move played.
    Score before, after;
    /// Expected points lost; 0 for the best move.
    std::int32_t loss = 0;
    std::string best_move;
    std::int32_t expected_before = 0, expected_after = 0;
    std::int32_t depth = 0;
    /// The line that begins with the best move.
    std::vector<std::string> line;
};

/// The accuracy of both sides in percent.
struct Accuracy {
    double white = 100, black = 100;
};

/// What the endgame tablebases say of a position.
struct TbEntry {
    /// For the side to move: 2 a win, 1 a win that the fifty-move rule spoils, 0 a draw, -1 a loss
    /// that it saves, -2 a loss.
    std::int32_t outcome = 0;
    /// Plies to the next capture, pawn move or mate with best play; negative if the side to move
    /// loses. Nothing without the tables of distances (.rtbz).
    std::optional<std::int32_t> dtz;
};

/// A line of a finished search.
struct Line {
    Score score;
    WinDrawLoss wdl;
    std::int32_t depth = 0;
    std::int32_t seldepth = 0;
    std::vector<std::string> moves;
    std::string san;
};

using Stats = SeajayStats;

/// An option. Its texts are static.
struct OptionInfo {
    OptionKind kind = OptionKind::check;
    std::string_view name;
    std::string_view default_value;
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::vector<std::string_view> choices;
};

/// A function that returns whether what calls it continues, or nothing if it always does. A number
/// is refused: 0 means "continue" to the callbacks of C.
template <typename Event> class Callback {
public:
    Callback() = default;

    template <typename F, typename Answer = std::invoke_result_t<F &, const Event &>,
              typename = std::enable_if_t<std::is_same_v<Answer, bool> || std::is_void_v<Answer>>>
    Callback(F f) // NOLINT: functions become callbacks
    {
        if constexpr (std::is_void_v<Answer>)
            function = [f = std::move(f)](const Event &event) mutable { return f(event), true; };
        else
            function = std::move(f);
    }

    bool operator()(const Event &event) const { return function(event); }
    explicit operator bool() const noexcept { return function != nullptr; }

private:
    std::function<bool(const Event &)> function;
};

/// Called during a search. An exception ends the search. It is destroyed when the search has ended,
/// before the done callback is called.
using Listener = Callback<Info>;

/// Called with each move as it is judged. An exception ends the review.
using OnMove = Callback<Review>;

/// Called when a started search or review has ended; without a result after a review, and after a
/// bug in the library. The engine keeps it until it is replaced.
using Done = std::function<void(const std::optional<Result> &)>;

/// Puts text into a buffer of some size, and returns how much: 0 at the end.
using PgnReader = std::function<std::size_t(char *buffer, std::size_t size)>;

/// Called with log messages of an engine. The engine keeps it until it is replaced.
using Log = std::function<void(LogLevel, std::string_view)>;

namespace detail {

/// The error of the call that has just failed on this thread.
inline Error last_error(std::int32_t status)
{
    std::array<char, 1025> text{};
    const auto length = seajay_last_error(text.data(), text.size());
    return {status, length > 0 ? text.data() : seajay_strerror(status)};
}

/// Throws if a call has failed.
template <typename Number> Number check(Number returned)
{
    if (returned < 0)
        throw last_error(static_cast<std::int32_t>(returned));
    return returned;
}

inline void check_version()
{
    if (seajay_abi_version() != SEAJAY_ABI_VERSION)
        throw Error(SEAJAY_ERR_INVALID_ARGUMENT, "the library is not the header's version");
}

/// An option's value besides text: a bool or an integer, but no character.
template <typename Type>
inline constexpr bool is_value =
    std::is_same_v<Type, bool>
    || (std::is_integral_v<Type> && sizeof(Type) > 1 && !std::is_same_v<Type, wchar_t>
        && !std::is_same_v<Type, char16_t> && !std::is_same_v<Type, char32_t>);

/// A text for C, which ends at a NUL; no text is NULL.
class CText {
public:
    CText(const char *argument, const std::optional<Text> &given)
        : text(given ? given->get(argument) : std::string_view()), is_null(!given)
    {
        if (text.find('\0') != text.npos)
            throw Error(SEAJAY_ERR_INVALID_ARGUMENT,
                        "there is a NUL inside argument " + std::string(argument));
    }

    operator const char *() const noexcept { return is_null ? nullptr : text.c_str(); }

private:
    std::string text;
    bool is_null;
};

/// The text that a function copies into the buffer given by its last parameters.
template <typename Function, typename... Arguments>
std::string text_from(Function function, const Arguments &...arguments)
{
    std::string text(255, '\0');
    for (;;) {
        const auto returned = check(function(arguments..., text.data(), text.size() + 1));
        const auto length = static_cast<std::size_t>(returned);
        const bool is_whole = length <= text.size();
        text.resize(length);
        if (is_whole)
            return text;
    }
}

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
            {result.wdl[0], result.wdl[1], result.wdl[2]},
            result.nodes,
            Milliseconds(result.time_ms),
            Milliseconds(result.queue_ms)};
}

inline std::int64_t to_clock(const std::optional<Milliseconds> &time)
{
    if (!time)
        return 0;
    return time->count() > 0 ? time->count() : -1;
}

/// Converts limits to C. search_moves points into `moves`.
inline SeajayLimits to_limits(const Limits &limits, const CText &moves)
{
    SeajayLimits c = SEAJAY_LIMITS_INIT;
    c.depth = limits.depth;
    c.nodes = limits.nodes;
    c.move_time_ms = limits.move_time.count();
    c.mate = limits.mate;
    c.moves_to_go = limits.moves_to_go;
    c.white_time_ms = to_clock(limits.white_time);
    c.black_time_ms = to_clock(limits.black_time);
    c.white_increment_ms = limits.white_increment.count();
    c.black_increment_ms = limits.black_increment.count();
    c.infinite = limits.infinite;
    c.ponder = limits.ponder;
    c.search_moves = moves;
    c.priority = limits.priority;
    return c;
}

inline SeajayBoard to_c(const Board &board)
{
    SeajayBoard c = SEAJAY_BOARD_INIT;
    c.turn = static_cast<std::int32_t>(board.turn);
    for (std::size_t color = 0; color < 2; color++)
        for (std::size_t kind = 0; kind < 6; kind++)
            c.pieces[color][kind] = board.pieces[color][kind];
    c.castling_rooks = board.castling_rooks;
    c.en_passant = board.en_passant.value_or(-1);
    c.halfmove_clock = board.halfmove_clock;
    c.fullmove_number = board.fullmove_number;
    c.chess960 = board.chess960;
    return c;
}

inline Board to_board(const SeajayBoard &c)
{
    Board board;
    board.turn = static_cast<Color>(c.turn);
    for (std::size_t color = 0; color < 2; color++)
        for (std::size_t kind = 0; kind < 6; kind++)
            board.pieces[color][kind] = c.pieces[color][kind];
    board.castling_rooks = c.castling_rooks;
    if (c.en_passant >= 0)
        board.en_passant = c.en_passant;
    board.halfmove_clock = c.halfmove_clock;
    board.fullmove_number = c.fullmove_number;
    board.chess960 = c.chess960 != 0;
    return board;
}

inline Move to_move(const SeajayMove &c)
{
    const auto role = [](std::uint8_t number) {
        return number == 0 ? std::nullopt : std::optional(static_cast<Role>(number));
    };
    Move move;
    move.from = c.from;
    move.to = c.to;
    move.role = static_cast<Role>(c.role);
    move.captured = role(c.captured);
    move.promotion = role(c.promotion);
    move.is_castling = (c.flags & SEAJAY_MOVE_CASTLING) != 0;
    move.is_en_passant = (c.flags & SEAJAY_MOVE_EN_PASSANT) != 0;
    move.is_check = (c.flags & SEAJAY_MOVE_CHECK) != 0;
    move.is_mate = (c.flags & SEAJAY_MOVE_MATE) != 0;
    if (move.is_castling) {
        move.rook_from = c.rook_from;
        move.rook_to = c.rook_to;
    }
    move.uci = c.uci;
    move.san = c.san;
    return move;
}

/// The list that a function copies to the array given by its last parameters.
template <typename Item, typename Function, typename... Arguments>
std::vector<Item> list_from(Function function, const Arguments &...arguments)
{
    std::vector<Item> list(64);
    for (;;) {
        const auto returned = check(function(arguments..., list.data(), list.size()));
        const auto count = static_cast<std::size_t>(returned);
        const bool is_whole = count <= list.size();
        list.resize(count);
        if (is_whole)
            return list;
    }
}

inline std::vector<Move> to_moves(const std::vector<SeajayMove> &list)
{
    std::vector<Move> moves(list.size());
    std::transform(list.begin(), list.end(), moves.begin(), to_move);
    return moves;
}

struct Reviewing;

/// The callbacks of an engine. They stay at their address when the engine is moved.
struct Callbacks {
    /// The listener of the current search. It changes while the mutex is locked and no search runs.
    Listener listener;
    Log log;
    /// Guards the members below, since the done callback of one search may still be running when
    /// another thread begins the next, waits, or replaces it.
    std::mutex mutex;
    /// Searches that have begun and have not ended, done callback not counted.
    int searches = 0;
    std::shared_ptr<const Done> done;
    /// The done callback that is running, and its thread.
    const Done *running_done = nullptr;
    std::thread::id done_thread;
    std::condition_variable done_returned;
    /// The last review that was started.
    std::shared_ptr<Reviewing> review;
    /// The first exception from a callback.
    std::exception_ptr thrown;

    /// Sets the listener of the search that begins next.
    void begin_search(Listener next)
    {
        const std::lock_guard lock(mutex);
        std::swap(listener, next);
        searches++;
    }

    /// Releases the listener of a search that has ended or could not begin, unless the next one has
    /// begun with a listener of its own.
    void end_search()
    {
        Listener released;
        const std::lock_guard lock(mutex);
        // A search that was begun with seajay_start() is not counted.
        if (searches > 0 && --searches == 0)
            std::swap(released, listener);
    }

    /// Removes the stored exception, except in the done callback: a waiting thread still has to see
    /// it.
    std::exception_ptr forget_thrown()
    {
        const std::lock_guard lock(mutex);
        return done_thread == std::this_thread::get_id() ? thrown : std::exchange(thrown, nullptr);
    }

    void keep_thrown(const std::exception_ptr &exception)
    {
        const std::lock_guard lock(mutex);
        if (!thrown)
            thrown = exception;
    }

    void rethrow()
    {
        const std::unique_lock lock(mutex);
        if (thrown)
            std::rethrow_exception(thrown);
    }

    /// Replaces the last review, or only this one, and returns it. Where it was replaced it may be
    /// gone: the next review begins only if it has ended.
    std::shared_ptr<Reviewing> replace_review(const std::shared_ptr<Reviewing> &only,
                                              std::shared_ptr<Reviewing> next)
    {
        const std::lock_guard lock(mutex);
        if (!only || only == review)
            review.swap(next);
        return next;
    }

    /// Replaces the done callback. The old one has returned by then, unless it is the caller.
    void set_done(Done function)
    {
        auto shared = std::make_shared<const Done>(std::move(function));
        std::unique_lock lock(mutex);
        done.swap(shared);
        if (done_thread != std::this_thread::get_id())
            done_returned.wait(lock, [&] { return !shared || running_done != shared.get(); });
    }

    static std::int32_t on_info(void *user_data, const SeajayInfo *info) noexcept
    {
        auto &callbacks = *static_cast<Callbacks *>(user_data);
        try {
            return !callbacks.listener || callbacks.listener(to_info(*info)) ? 0 : 1;
        } catch (...) {
            callbacks.keep_thrown(std::current_exception());
            return 1;
        }
    }

    static void on_done(void *user_data, std::int32_t, const SeajayResult *result) noexcept
    {
        auto &callbacks = *static_cast<Callbacks *>(user_data);
        callbacks.end_search();
        // The callback may replace itself.
        std::shared_ptr<const Done> function;
        std::unique_lock lock(callbacks.mutex);
        function = callbacks.done;
        callbacks.running_done = function.get();
        callbacks.done_thread = std::this_thread::get_id();
        lock.unlock();
        try {
            if (function && *function)
                (*function)(result != nullptr ? std::optional(to_result(*result)) : std::nullopt);
        } catch (...) {
            callbacks.keep_thrown(std::current_exception());
        }
        function.reset();
        lock.lock();
        callbacks.running_done = nullptr;
        callbacks.done_thread = {};
        callbacks.done_returned.notify_all();
    }

    static void on_log(void *user_data, std::int32_t level, const char *text) noexcept
    {
        auto &callbacks = *static_cast<Callbacks *>(user_data);
        try {
            callbacks.log(static_cast<LogLevel>(level), text);
        } catch (...) {
            callbacks.keep_thrown(std::current_exception());
        }
    }
};

/// A review under way, and the moves that it has judged: the last one first.
struct Reviewing {
    SeajayEngine *engine;
    Callbacks &callbacks;
    OnMove on_move;
    std::vector<SeajayReview> room;
    bool white_begins;
    std::vector<Review> moves;

    /// The moves in the order of the game.
    [[nodiscard]] std::vector<Review> in_order() const { return {moves.rbegin(), moves.rend()}; }

    void judge(std::size_t index, const SeajayReview &c)
    {
        const auto turn = white_begins == (index % 2 == 0) ? Color::white : Color::black;
        moves.push_back({index, turn, static_cast<Mark>(c.mark), to_score(c.before),
                         to_score(c.after), c.loss, c.best_move, c.expected_before,
                         c.expected_after, c.depth,
                         split(text_from(seajay_review_line, engine, index))});
    }

    static std::int32_t on_judged(void *user_data, std::size_t index,
                                  const SeajayReview *move) noexcept
    {
        auto &reviewing = *static_cast<Reviewing *>(user_data);
        try {
            reviewing.judge(index, *move);
            return !reviewing.on_move || reviewing.on_move(reviewing.moves.back()) ? 0 : 1;
        } catch (...) {
            reviewing.callbacks.keep_thrown(std::current_exception());
            return 1;
        }
    }
};

} // namespace detail

/// The accuracy of both sides, from the moves of a review, by the formula that lichess publishes; 100
/// for a side without any.
[[nodiscard]] inline Accuracy accuracy(const std::vector<Review> &moves)
{
    std::vector<SeajayReview> all;
    std::int32_t first_turn = SEAJAY_WHITE;
    for (const auto &move : moves) {
        SeajayReview c{};
        c.judged = 1;
        c.loss = move.loss;
        c.expected_before = move.expected_before;
        c.expected_after = move.expected_after;
        if (move.index >= all.size())
            all.resize(move.index + 1);
        all[move.index] = c;
        const bool is_white = (move.turn == Color::white) == (move.index % 2 == 0);
        first_turn = is_white ? SEAJAY_WHITE : SEAJAY_BLACK;
    }
    std::array<double, 2> percent{};
    detail::check(seajay_review_accuracy(all.data(), all.size(), first_turn, percent.data()));
    return {percent[0], percent[1]};
}

/// The version of the library, such as "1.0.0".
[[nodiscard]] inline std::string_view version() noexcept
{
    return seajay_version();
}

/// The library's target, the vector instructions it uses on this processor, and its network.
[[nodiscard]] inline std::string_view build_info() noexcept
{
    return seajay_build_info();
}

/// Returns Engine::memory_usage() for these values of Hash and Threads; 0 if they are not valid.
[[nodiscard]] inline std::uint64_t estimate_memory(std::uint64_t hash_mib,
                                                   std::uint32_t threads) noexcept
{
    return seajay_estimate_memory(hash_mib, threads);
}

/// All options, in an order that suits a settings dialog.
[[nodiscard]] inline std::vector<OptionInfo> options()
{
    std::vector<OptionInfo> options;
    for (std::size_t index = 0; index < seajay_option_count(); index++) {
        SeajayOptionInfo info = SEAJAY_OPTION_INFO_INIT;
        detail::check(seajay_option_info(index, &info));
        options.push_back({static_cast<OptionKind>(info.kind), info.name, info.default_value,
                           info.min, info.max, {}});
        for (auto choice = info.choices; choice != nullptr && *choice != nullptr; choice++)
            options.back().choices.emplace_back(*choice);
    }
    return options;
}

/// A position with the moves that led to it. A moved-from game may only be destroyed or assigned
/// to.
class Game {
public:
    /// Creates a game at the start position.
    Game() : handle(make()) {}

    /// Creates a game from a FEN (std::nullopt is the start position) and the moves played from it.
    explicit Game(std::optional<Text> fen, Text moves = "") : Game()
    {
        set(fen, moves);
    }

    explicit Game(const Board &board) : Game() { set_board(board); }

    Game(const Game &other) : Game()
    {
        detail::check(seajay_game_copy(get(), other.get()));
    }

    Game(Game &&) noexcept = default;

    ~Game() = default;

    Game &operator=(const Game &other)
    {
        if (!handle)
            return *this = Game(other);
        detail::check(seajay_game_copy(get(), other.get()));
        return *this;
    }

    Game &operator=(Game &&) noexcept = default;

    void swap(Game &other) noexcept { handle.swap(other.handle); }
    friend void swap(Game &a, Game &b) noexcept { a.swap(b); }

    /// Whether two games have the same start position, moves and castling notation.
    friend bool operator==(const Game &a, const Game &b)
    {
        return a.ply_count() == b.ply_count() && a.fen() == b.fen()
               && a.start_fen() == b.start_fen() && a.moves() == b.moves();
    }
    friend bool operator!=(const Game &a, const Game &b) { return !(a == b); }

    /// Returns the handle, for the functions of seajay.h.
    [[nodiscard]] SeajayGame *get() const noexcept { return handle.get(); }

    /// Resets the game, with arguments as for the constructor.
    void set(std::optional<Text> fen, Text moves = "")
    {
        const detail::CText c_fen("fen", fen), c_moves("moves", moves);
        detail::check(seajay_game_set(get(), c_fen, c_moves));
    }

    /// Resets the game to a position from text that is meant as a FEN, as seajay_game_set_lenient()
    /// does. Returns whether something had to be changed.
    bool set_lenient(Text text)
    {
        return detail::check(seajay_game_set_lenient(get(), detail::CText("text", text))) == 1;
    }

    void set_board(const Board &board)
    {
        const auto c = detail::to_c(board);
        detail::check(seajay_game_set_board(get(), &c));
    }

    [[nodiscard]] Board board() const
    {
        SeajayBoard c = SEAJAY_BOARD_INIT;
        detail::check(seajay_game_board(get(), &c));
        return detail::to_board(c);
    }

    /// Plays moves, separated by spaces: all or none.
    void play(Text moves) { detail::check(seajay_game_play(get(), detail::CText("moves", moves))); }

    /// Plays moves in SAN, as in a PGN: all or none.
    void play_san(Text movetext)
    {
        detail::check(seajay_game_play_san(get(), detail::CText("movetext", movetext)));
    }

    void undo(std::uint32_t plies = 1) { detail::check(seajay_game_undo(get(), plies)); }

    /// Writes castling as king takes rook, or as the king's move. Copies keep it.
    void set_chess960(bool on) { detail::check(seajay_game_set_chess960(get(), on)); }

    /// The moves played since the start position.
    [[nodiscard]] std::vector<std::string> moves() const
    {
        return split(detail::text_from(seajay_game_moves, get()));
    }

    /// The moves in SAN with move numbers: the movetext of a PGN.
    [[nodiscard]] std::string moves_san() const
    {
        return detail::text_from(seajay_game_moves_san, get());
    }

    [[nodiscard]] std::string start_fen() const
    {
        return detail::text_from(seajay_game_start_fen, get());
    }

    [[nodiscard]] std::string fen() const { return detail::text_from(seajay_game_fen, get()); }

    [[nodiscard]] std::size_t ply_count() const
    {
        return static_cast<std::size_t>(detail::check(seajay_game_ply_count(get())));
    }

    /// The legal moves: all, or those of the piece on a square such as "e2".
    [[nodiscard]] std::vector<std::string>
    legal_moves(std::optional<Text> from = std::nullopt) const
    {
        return split(detail::text_from(seajay_game_legal_moves, get(), detail::CText("from", from)));
    }

    /// Converts moves from the position on the board to SAN.
    [[nodiscard]] std::string to_san(Text moves) const
    {
        return detail::text_from(seajay_game_to_san, get(), detail::CText("moves", moves));
    }

    /// Converts movetext for play_san() to UCI notation.
    [[nodiscard]] std::string from_san(Text movetext) const
    {
        return detail::text_from(seajay_game_from_san, get(), detail::CText("movetext", movetext));
    }

    /// The legal move that a text names, in UCI notation or SAN.
    [[nodiscard]] Move parse_move(Text move) const
    {
        SeajayMove c;
        detail::check(seajay_game_parse_move(get(), detail::CText("move", move), &c));
        return detail::to_move(c);
    }

    /// The legal moves as data: all, or those of the piece on a square such as "e2".
    [[nodiscard]] std::vector<Move>
    legal_move_list(std::optional<Text> from = std::nullopt) const
    {
        return detail::to_moves(detail::list_from<SeajayMove>(seajay_game_legal_move_list, get(),
                                                              detail::CText("from", from)));
    }

    /// The moves played since the start position, as data.
    [[nodiscard]] std::vector<Move> played_move_list() const
    {
        return detail::to_moves(
            detail::list_from<SeajayMove>(seajay_game_played_move_list, get()));
    }

    [[nodiscard]] GameState state() const
    {
        return static_cast<GameState>(detail::check(seajay_game_state(get())));
    }

    /// Whether the side to move is in check.
    [[nodiscard]] bool in_check() const
    {
        return detail::check(seajay_game_in_check(get())) != 0;
    }

    /// Whether a color wins when its opponent's flag falls: false if it lacks the material ever to
    /// mate.
    [[nodiscard]] bool can_win(Color color) const
    {
        return detail::check(seajay_game_can_win(get(), static_cast<std::int32_t>(color))) != 0;
    }

    /// The Polyglot key of the position.
    [[nodiscard]] std::uint64_t key() const noexcept { return seajay_game_key(get()); }

    /// The number of leaf nodes at a depth in plies.
    [[nodiscard]] std::uint64_t perft(std::uint32_t depth) const
    {
        std::uint64_t nodes = 0;
        detail::check(seajay_game_perft(get(), depth, &nodes));
        return nodes;
    }

private:
    struct Free {
        void operator()(SeajayGame *game) const noexcept { seajay_game_free(game); }
    };
    std::unique_ptr<SeajayGame, Free> handle;

    static SeajayGame *make()
    {
        detail::check_version();
        if (auto *game = seajay_game_new())
            return game;
        throw std::bad_alloc();
    }
};

/// Games in PGN, read one after the other, and the record of the last one: tags, comments, NAGs and
/// variations. What belongs to a move is found by its ply: 0 is before the first move. A moved-from
/// Pgn may only be destroyed or assigned to.
///
///     seajay::Pgn pgn;
///     pgn.open("games.pgn");
///     for (const seajay::Game &game : pgn)
///         std::cout << pgn.tag("White") << ": " << game.moves_san() << '\n';
class Pgn {
public:
    /// Creates one without a text to read, and with an empty record.
    Pgn() : state(std::make_unique<State>())
    {
        detail::check_version();
        handle.reset(seajay_pgn_new());
        if (!handle)
            throw std::bad_alloc();
    }

    /// Returns the handle, for the functions of seajay.h.
    [[nodiscard]] SeajayPgn *get() const noexcept { return handle.get(); }

    /// Reads a file from its beginning. No more than one game of it is in memory.
    void open(Text path)
    {
        detail::check(seajay_pgn_open(get(), detail::CText("path", path)));
    }

    /// Reads a text, which is copied.
    void set_text(Text text)
    {
        const auto view = text.get("text");
        detail::check(seajay_pgn_set_text(get(), view.empty() ? "" : view.data(), view.size()));
    }

    /// Reads what a function gives. next() rethrows its exceptions; it must not use this object.
    void set_reader(PgnReader reader)
    {
        if (!reader)
            throw Error(SEAJAY_ERR_NULL, "reader is empty");
        auto next = std::make_unique<Source>(Source{std::move(reader), nullptr});
        detail::check(seajay_pgn_set_reader(get(), Source::on_read, next.get()));
        state->source = std::move(next);
    }

    /// Reads the next game into game, and its record. Returns false at the end of the text, when
    /// both stay as they are.
    bool next(Game &game)
    {
        return returned(seajay_pgn_next(get(), game.get()));
    }

    /// Passes over the next game: of its record only the tags and the result are read. Returns false
    /// at the end of the text.
    bool skip() { return returned(seajay_pgn_skip(get())); }

    /// Where the last game that was read or passed over begins, in bytes.
    [[nodiscard]] std::int64_t offset() const { return detail::check(seajay_pgn_offset(get())); }

    /// Goes to a place in a text or file, where the next game begins.
    void seek(std::int64_t offset) { detail::check(seajay_pgn_seek(get(), offset)); }

    /// Copies the record of another game, but not the text that is read.
    void copy_record(const Pgn &from) { detail::check(seajay_pgn_copy(get(), from.get())); }

    /// What is wrong with the text of the last game that was read.
    [[nodiscard]] std::optional<PgnFault> error() const
    {
        PgnFault fault;
        fault.status = seajay_pgn_error(get(), &fault.offset, &fault.line, &fault.ply);
        if (fault.status == SEAJAY_OK)
            return std::nullopt;
        fault.text = detail::text_from(seajay_pgn_error_text, get());
        return fault;
    }

    /// Removes all tags, comments, NAGs and variations, to write another game.
    void clear() { seajay_pgn_clear(get()); }

    /// The value of a tag; empty if it is absent.
    [[nodiscard]] std::string tag(Text name) const
    {
        return detail::text_from(seajay_pgn_tag, get(), detail::CText("name", name));
    }

    /// The tags with their values, in their order.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> tags() const
    {
        std::vector<std::pair<std::string, std::string>> tags;
        while (seajay_pgn_tag_name(get(), tags.size(), nullptr, 0) >= 0) {
            auto name = detail::text_from(seajay_pgn_tag_name, get(), tags.size());
            auto value = tag(name);
            tags.emplace_back(std::move(name), std::move(value));
        }
        return tags;
    }

    /// Sets a tag, or removes it.
    void set_tag(Text name, std::optional<Text> value)
    {
        detail::check(seajay_pgn_set_tag(get(), detail::CText("name", name),
                                         detail::CText("value", value)));
    }

    /// "1-0", "0-1", "1/2-1/2" or "*".
    [[nodiscard]] std::string result() const { return detail::text_from(seajay_pgn_result, get()); }

    /// The comments after a ply, joined by a space.
    [[nodiscard]] std::string comment(std::uint32_t ply) const
    {
        return detail::text_from(seajay_pgn_comment, get(), ply);
    }

    void set_comment(std::uint32_t ply, Text text)
    {
        detail::check(seajay_pgn_set_comment(get(), ply, detail::CText("text", text)));
    }

    /// The NAGs after a ply: 1 is "!", 2 is "?".
    [[nodiscard]] std::vector<std::uint8_t> nags(std::uint32_t ply) const
    {
        return detail::list_from<std::uint8_t>(seajay_pgn_nags, get(), ply);
    }

    void set_nags(std::uint32_t ply, const std::vector<std::uint8_t> &nags)
    {
        detail::check(seajay_pgn_set_nags(get(), ply, nags.data(), nags.size()));
    }

    /// The variations that replace the move to a ply, as movetext: a copy of the game undone to
    /// ply - 1 plays one, unless it has a null move ("--").
    [[nodiscard]] std::vector<std::string> variations(std::uint32_t ply) const
    {
        std::vector<std::string> list;
        while (seajay_pgn_variation(get(), ply, list.size(), nullptr, 0) >= 0)
            list.push_back(detail::text_from(seajay_pgn_variation, get(), ply, list.size()));
        return list;
    }

    /// Adds a variation that replaces the move of a game to a ply.
    void add_variation(const Game &game, std::uint32_t ply, Text movetext)
    {
        detail::check(seajay_pgn_add_variation(get(), game.get(), ply,
                                               detail::CText("movetext", movetext)));
    }

    /// Removes one of the variations that replace the move to a ply.
    void remove_variation(std::uint32_t ply, std::size_t index)
    {
        detail::check(seajay_pgn_remove_variation(get(), ply, index));
    }

    /// A game with this record as PGN, with an empty line at its end.
    [[nodiscard]] std::string write(const Game &game) const
    {
        return detail::text_from(seajay_pgn_write, get(), game.get());
    }

    /// Goes from game to game. Each is valid until the next one is read.
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Game;
        using difference_type = std::ptrdiff_t;
        using pointer = const Game *;
        using reference = const Game &;

        iterator() = default;
        explicit iterator(Pgn *range) : pgn(range) { ++*this; }

        reference operator*() const { return pgn->state->game; }
        pointer operator->() const { return &**this; }

        iterator &operator++()
        {
            if (!pgn->next(pgn->state->game))
                pgn = nullptr;
            return *this;
        }
        void operator++(int) { ++*this; }

        friend bool operator==(const iterator &a, const iterator &b) { return a.pgn == b.pgn; }
        friend bool operator!=(const iterator &a, const iterator &b) { return !(a == b); }

    private:
        Pgn *pgn = nullptr;
    };

    /// The games from the next one on.
    [[nodiscard]] iterator begin() { return iterator(this); }
    [[nodiscard]] iterator end() { return {}; }

private:
    /// What a call returned that may have used the source.
    bool returned(std::int32_t value)
    {
        if (value < 0 && state && state->source && state->source->thrown)
            std::rethrow_exception(std::exchange(state->source->thrown, nullptr));
        return detail::check(value) == 1;
    }

    /// A function that gives text, and its first exception.
    struct Source {
        PgnReader function;
        std::exception_ptr thrown;

        static std::int64_t on_read(void *user_data, char *buffer, std::size_t size) noexcept
        {
            auto &source = *static_cast<Source *>(user_data);
            try {
                return static_cast<std::int64_t>(source.function(buffer, size));
            } catch (...) {
                source.thrown = std::current_exception();
                return -1;
            }
        }
    };
    /// What stays at its address when the object is moved.
    struct State {
        Game game;
        std::unique_ptr<Source> source;
    };
    struct Free {
        void operator()(SeajayPgn *pgn) const noexcept { seajay_pgn_free(pgn); }
    };
    std::unique_ptr<State> state;
    std::unique_ptr<SeajayPgn, Free> handle;
};

/// Threads for the started searches of many engines, which may outlive it.
class Pool {
public:
    /// Creates a pool of at most 256 threads; 0 means one for each processor.
    explicit Pool(std::uint32_t threads = 0)
    {
        detail::check_version();
        handle.reset(seajay_pool_new(threads));
        if (!handle)
            throw detail::last_error(threads > 256 ? SEAJAY_ERR_INVALID_ARGUMENT
                                                   : SEAJAY_ERR_OUT_OF_MEMORY);
    }

    /// Returns the handle, for the functions of seajay.h.
    [[nodiscard]] SeajayPool *get() const noexcept { return handle.get(); }

private:
    struct Free {
        void operator()(SeajayPool *pool) const noexcept { seajay_pool_free(pool); }
    };
    std::unique_ptr<SeajayPool, Free> handle;
};

/// A chess engine. A moved-from engine may only be destroyed or assigned to. An engine must not be
/// destroyed or assigned to in its own callbacks, nor moved while its callbacks use it.
class Engine {
public:
    /// Creates an engine at the start of a game, with every option at its default.
    Engine() : callbacks(std::make_unique<detail::Callbacks>())
    {
        detail::check_version();
        handle = seajay_new();
        if (handle == nullptr)
            throw std::bad_alloc();
        seajay_set_done_callback(handle, detail::Callbacks::on_done, callbacks.get());
    }

    Engine(Engine &&other) noexcept
        : callbacks(std::move(other.callbacks)), handle(std::exchange(other.handle, nullptr))
    {
    }

    /// Stops a running search, waits for its callbacks, and frees everything. Not in a callback of
    /// this engine: seajay_free() is ignored there, and the handle would leak.
    ~Engine() { seajay_free(handle); }

    /// Frees this engine and takes over the other.
    Engine &operator=(Engine &&other) noexcept
    {
        if (this != &other) {
            // Before anything changes that a callback may read.
            seajay_free(handle);
            handle = std::exchange(other.handle, nullptr);
            callbacks = std::move(other.callbacks);
        }
        return *this;
    }

    /// Returns the handle, for the functions of seajay.h.
    [[nodiscard]] SeajayEngine *get() const noexcept { return handle; }

    /// Sets an option to a text, which options of all kinds take.
    void set_option(Text name, Text value)
    {
        const detail::CText c_name("name", name), c_value("value", value);
        detail::check(seajay_set_option(get(), c_name, c_value));
    }

    /// Sets an option to a bool or an integer.
    template <typename Value, std::enable_if_t<detail::is_value<Value>, int> = 0>
    void set_option(Text name, Value value)
    {
        if constexpr (std::is_same_v<Value, bool>)
            set_option(name, value ? "true" : "false");
        else
            set_option(name, std::to_string(value));
    }

    /// Nothing else is a value: 1500.0 is not meant to be true, nor 'a' to be 97.
    template <typename Other, std::enable_if_t<!detail::is_value<Other>
                                                   && !std::is_convertible_v<Other, Text>, int> = 0>
    void set_option(Text name, Other value) = delete;

    [[nodiscard]] std::string option(Text name) const
    {
        return detail::text_from(seajay_get_option, get(), detail::CText("name", name));
    }

    /// Replaces the network by the bytes of a network file, which are copied.
    void load_network(const void *data, std::size_t size)
    {
        detail::check(seajay_load_network(get(), data, size));
    }

    /// Sets the position to that of a game, which is copied.
    void set_game(const Game &game) { detail::check(seajay_set_game(get(), game.get())); }

    /// Sets the position from text, with arguments as for Game::set().
    void set_position(std::optional<Text> fen, Text moves = "")
    {
        const detail::CText c_fen("fen", fen), c_moves("moves", moves);
        detail::check(seajay_set_position(get(), c_fen, c_moves));
    }

    /// Makes start() queue its searches on this pool.
    void set_pool(const Pool &pool) { detail::check(seajay_set_pool(get(), pool.get())); }

    /// Makes start() use a thread of the engine's own again.
    void leave_pool() { detail::check(seajay_set_pool(get(), nullptr)); }

    /// Clears killers, histories and the hash table.
    void clear_history() { detail::check(seajay_clear_history(get())); }

    /// Sets the callback for the end of started searches, on the thread that has searched. It may
    /// start the next search. wait() rethrows its exceptions.
    ///
    /// Once this has returned, the old callback is gone, with what it holds: if it is running, this
    /// waits for it, except in the callback itself, which may replace itself.
    void set_done(Done done)
    {
        // Fails during a search, and waits for the end of the last one.
        detail::check(seajay_set_done_callback(get(), detail::Callbacks::on_done, callbacks.get()));
        callbacks->set_done(std::move(done));
    }

    /// Sets the callback for log messages about failed calls, options and finished searches. What it
    /// throws during a search does not end that, and is rethrown by search() or wait().
    void set_log(Log log)
    {
        detail::check(seajay_set_log_callback(get(), nullptr, nullptr));
        callbacks->log = std::move(log);
        if (callbacks->log)
            detail::check(seajay_set_log_callback(get(), detail::Callbacks::on_log,
                                                  callbacks.get()));
    }

    /// Searches the position on this thread. Rethrows exceptions of the listener.
    Result search(const Limits &limits, Listener listener = {})
    {
        SeajayResult result = SEAJAY_RESULT_INIT;
        begin(limits, std::move(listener), [this, &result](const SeajayLimits &c) {
            return seajay_search(get(), &c, &result);
        });
        callbacks->end_search();
        callbacks->rethrow();
        return detail::to_result(result);
    }

    /// Reviews a game on this thread: searches each of its positions once, with the same limits, from
    /// the last to the first, and calls on_move with each move as it is judged. Returns the moves in
    /// the order of the game; only the last ones if stop(), on_move or the listener ended the review.
    /// Rethrows exceptions of on_move and of the listener. Only depth, nodes and move_time may limit
    /// it.
    std::vector<Review> review(const Game &game, const Limits &limits, OnMove on_move = {},
                               Listener listener = {})
    {
        auto reviewing = reviewing_of(game, std::move(on_move));
        begin(limits, std::move(listener), [&](const SeajayLimits &c) {
            auto &room = reviewing.room;
            const auto judged = seajay_review(get(), game.get(), &c, room.data(), room.size(),
                                              detail::Reviewing::on_judged, &reviewing);
            return static_cast<std::int32_t>(std::min<std::int64_t>(judged, 0));
        });
        callbacks->end_search();
        callbacks->rethrow();
        return reviewing.in_order();
    }

    /// Begins a review as review() does it, on another thread, which calls on_move and the listener.
    /// The done callback gets no result.
    void start_review(const Game &game, const Limits &limits, OnMove on_move = {},
                      Listener listener = {})
    {
        const auto review =
            std::make_shared<detail::Reviewing>(reviewing_of(game, std::move(on_move)));
        begin(limits, std::move(listener), [&](const SeajayLimits &c) {
            auto &room = review->room;
            const auto old = callbacks->replace_review(nullptr, review);
            const auto status = seajay_start_review(get(), game.get(), &c, room.data(), room.size(),
                                                    detail::Reviewing::on_judged, review.get());
            if (status != SEAJAY_OK)
                callbacks->replace_review(review, old);
            return status;
        });
    }

    /// Returns how many moves the review that runs has judged, or the last one.
    [[nodiscard]] std::size_t review_count() const
    {
        return static_cast<std::size_t>(detail::check(seajay_review_count(get())));
    }

    /// Waits as wait() does, and returns the moves of the review that was started last, as review()
    /// does.
    std::vector<Review> wait_for_review() const
    {
        std::unique_lock lock(callbacks->mutex);
        const auto review = callbacks->review;
        lock.unlock();
        wait();
        return review ? review->in_order() : std::vector<Review>();
    }

    /// What the endgame tablebases of SyzygyPath say of the position of a game, if they have it.
    [[nodiscard]] std::optional<TbEntry> probe_tb(const Game &game) const
    {
        TbEntry entry;
        std::int32_t dtz = 0;
        if (detail::check(seajay_probe_tb(get(), game.get(), &entry.outcome, &dtz)) != 0)
            entry.dtz = dtz;
        else if (detail::check(seajay_probe_tb(get(), game.get(), &entry.outcome, nullptr)) == 0)
            return std::nullopt;
        return entry;
    }

    /// Begins a search on another thread, which calls the listener. wait() rethrows its exceptions.
    void start(const Limits &limits, Listener listener = {})
    {
        begin(limits, std::move(listener), [this](const SeajayLimits &c) {
            return seajay_start(get(), &c);
        });
    }

    /// Waits until the last search has ended and its done callback has returned. May be called
    /// repeatedly.
    ///
    /// Rethrows the first exception of a callback. It is kept until a search is started outside the
    /// done callback.
    Result wait() const
    {
        SeajayResult result = SEAJAY_RESULT_INIT;
        detail::check(seajay_wait(get(), -1, &result));
        callbacks->rethrow();
        return detail::to_result(result);
    }

    /// Waits as wait() does, but at most for a time; zero does not wait. Returns no result if the
    /// search goes on.
    [[nodiscard]] std::optional<Result> wait_for(Milliseconds time) const
    {
        SeajayResult result = SEAJAY_RESULT_INIT;
        const auto status = seajay_wait(get(), std::max(time, Milliseconds(0)).count(), &result);
        if (status == SEAJAY_ERR_TIMEOUT)
            return std::nullopt;
        detail::check(status);
        callbacks->rethrow();
        return detail::to_result(result);
    }

    [[nodiscard]] bool is_searching() const
    {
        return detail::check(seajay_is_searching(get())) != 0;
    }

    /// Tells the search to end, and returns without waiting for it; the end takes some
    /// milliseconds.
    void stop() const { detail::check(seajay_stop(get())); }

    /// Tells a pondering search that the expected move was played.
    void ponderhit() const { detail::check(seajay_ponderhit(get())); }

    /// The lines of the last finished search, best first.
    [[nodiscard]] std::vector<Line> lines() const
    {
        std::vector<Line> lines(seajay_line_count(get()));
        for (std::size_t index = 0; index < lines.size(); index++) {
            std::array<char, 768> moves{};
            SeajayInfo c = SEAJAY_INFO_INIT;
            detail::check(seajay_line(get(), index, &c, moves.data(), moves.size()));
            const auto info = detail::to_info(c);
            lines[index] = {info.score,      info.wdl,       info.depth,
                            info.seldepth,   split(info.pv), line_to_san(index)};
        }
        return lines;
    }

    /// Returns a line of the last finished search in SAN; 0 is the best.
    [[nodiscard]] std::string line_to_san(std::size_t index) const
    {
        return detail::text_from(seajay_line_to_san, get(), index);
    }

    /// The counters of the last finished search.
    [[nodiscard]] Stats stats() const
    {
        SeajayStats stats = SEAJAY_STATS_INIT;
        detail::check(seajay_stats(get(), &stats));
        return stats;
    }

    /// The static evaluation of the position, without a search, in hundredths of a pawn.
    [[nodiscard]] std::int32_t evaluate() const
    {
        std::int32_t centipawns = 0;
        detail::check(seajay_evaluate(get(), &centipawns));
        return centipawns;
    }

    /// The memory in bytes that the engine uses at most.
    [[nodiscard]] std::uint64_t memory_usage() const noexcept
    {
        return seajay_memory_usage(get());
    }

private:
    std::unique_ptr<detail::Callbacks> callbacks;
    SeajayEngine *handle = nullptr;

    [[nodiscard]] detail::Reviewing reviewing_of(const Game &game, OnMove on_move) const
    {
        const auto plies = game.ply_count();
        const bool white_begins = (game.board().turn == Color::white) == (plies % 2 == 0);
        std::vector<SeajayReview> room(plies);
        return {get(), *callbacks, std::move(on_move), std::move(room), white_begins, {}};
    }

    /// Runs a call that begins a search with a listener. On error nothing changes.
    template <typename Call> void begin(const Limits &limits, Listener listener, Call call)
    {
        const detail::CText moves("limits.search_moves", limits.search_moves);
        const auto c = detail::to_limits(limits, moves);
        // Fails during a search, whose listener must not be touched.
        auto *const function = listener ? detail::Callbacks::on_info : nullptr;
        detail::check(seajay_set_info_callback(get(), function, callbacks.get()));
        callbacks->begin_search(std::move(listener));
        const auto thrown = callbacks->forget_thrown();
        const auto status = call(c);
        if (status >= 0)
            return;
        const auto error = detail::last_error(status);
        callbacks->end_search();
        if (thrown)
            callbacks->keep_thrown(thrown);
        throw error;
    }
};

} // namespace

} // namespace seajay

#endif // SEAJAY_HPP
