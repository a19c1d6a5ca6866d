// seajay::Engine and Pool: values, exceptions, lifetimes of engines and of what their callbacks hold.
// What a search finds is tested in Rust. Silent; at the first broken promise it says which, and ends
// with exit code 1. games.cpp has the rest of seajay.hpp.
#include "check.hpp"

#include <atomic>
#include <deque>
#include <filesystem>
#include <future>
#include <set>
#include <thread>
#include <type_traits>

using namespace std::chrono_literals;
using seajay::Color;
using seajay::Engine;
using seajay::Game;
using seajay::Info;
using seajay::Limits;
using seajay::Mark;
using seajay::Pool;
using seajay::Result;
using seajay::Review;
using seajay::StopReason;

// In games.cpp.
void games();

static_assert(!std::is_copy_constructible_v<Engine> && !std::is_copy_assignable_v<Engine>);
static_assert(std::is_nothrow_move_constructible_v<Engine>);
static_assert(std::is_nothrow_move_assignable_v<Engine>);
static_assert(!std::is_copy_constructible_v<Pool> && std::is_nothrow_move_assignable_v<Pool>);

namespace {

constexpr auto mated = "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1";

Limits to_depth(int depth)
{
    Limits limits;
    limits.depth = depth;
    return limits;
}

Limits endless()
{
    Limits limits;
    limits.infinite = true;
    return limits;
}

Limits a_day()
{
    Limits limits;
    limits.move_time = 24h;
    return limits;
}

void about()
{
    CHECK(seajay::version() == seajay_version() && seajay::build_info() == seajay_build_info());
    CHECK(seajay::estimate_memory(3, 1) == seajay_estimate_memory(3, 1));
    const auto options = seajay::options();
    CHECK(options.size() == seajay_option_count());
    CHECK(options[0].name == "Hash" && options[0].default_value == "16");
    CHECK(options[0].kind == seajay::OptionKind::spin && options[0].min == 1 && options[0].max > 1);
    CHECK(options[0].choices.empty());
}

/// Each field has its own number.
void conversions()
{
    const SeajayInfo c{sizeof c, SEAJAY_INFO_TICK, 2, 3, 4, 5, 6, {SEAJAY_SCORE_TB, 7, SEAJAY_BOUND_UPPER},
                       {8, 9, 10}, 11, 12, 13, 14, "e2e4"};
    const auto info = seajay::detail::to_info(c);
    CHECK(info.kind == seajay::InfoKind::tick && info.search_id == 2 && info.depth == 3);
    CHECK(info.seldepth == 4 && info.multipv == 5 && info.hashfull == 6);
    CHECK(info.score.kind == seajay::ScoreKind::tablebase && info.score.value == 7);
    CHECK(info.score.bound == seajay::Bound::upper);
    CHECK(info.wdl.win == 8 && info.wdl.draw == 9 && info.wdl.loss == 10);
    CHECK(info.nodes == 11 && info.nps == 12 && info.tb_hits == 13 && info.time == 14ms);
    CHECK(info.pv == "e2e4");
    const SeajayResult ended{sizeof ended, SEAJAY_STOP_MATE, 1, "e2e4", "e7e5", c.score, 2, 3, {4, 5, 6}, 7, 8, 9};
    const auto result = seajay::detail::to_result(ended);
    CHECK(result.stop_reason == StopReason::mate && result.search_id == 1);
    CHECK(result.best_move == "e2e4" && result.ponder_move == "e7e5" && result.score.value == 7);
    CHECK(result.depth == 2 && result.seldepth == 3 && result.nodes == 7 && result.time == 8ms);
    CHECK(result.wdl.win == 4 && result.wdl.draw == 5 && result.wdl.loss == 6);
    CHECK(result.queue_time == 9ms);
    Limits given{1, 2, 3ms, 4, 5, 6ms, 7ms, 8ms, 9ms, true, false, "", -3};
    const auto limits = seajay::detail::to_limits(given, {"search_moves", "a2a3"});
    CHECK(limits.depth == 1 && limits.nodes == 2 && limits.move_time_ms == 3 && limits.mate == 4);
    CHECK(limits.moves_to_go == 5 && limits.white_time_ms == 6 && limits.black_time_ms == 7);
    CHECK(limits.white_increment_ms == 8 && limits.black_increment_ms == 9);
    CHECK(limits.infinite == 1 && limits.ponder == 0 && limits.priority == -3);
    // No clock is none, and one that has run out is one.
    given.white_time.reset();
    given.black_time = 0ms;
    const auto clocks = seajay::detail::to_limits(given, {"search_moves", ""});
    CHECK(clocks.white_time_ms == 0 && clocks.black_time_ms == -1);
}

void options()
{
    Engine engine;
    engine.set_option("hash", 2);
    CHECK(engine.option("Hash") == "2");
    engine.set_option("UCI_Chess960", true);
    CHECK(engine.option("UCI_Chess960") == "true");
    engine.set_option("UCI_Chess960", "no");
    CHECK(engine.option("UCI_Chess960") == "false");
    engine.set_option("Hash", std::string("3"));
    CHECK(engine.option(std::string_view("Hash;").substr(0, 4)) == "3");
    CHECK(engine.memory_usage() == seajay::estimate_memory(3, 1));
}

void errors()
{
    Engine engine;
    fails_with(SEAJAY_ERR_UNKNOWN_OPTION, "Hsah", [&] { engine.set_option("Hsah", "1"); });
    fails_with(SEAJAY_ERR_UNKNOWN_OPTION, "Hsah", [&] { (void)engine.option("Hsah"); });
    fails_with(SEAJAY_ERR_INVALID_FEN, "", [&] { engine.set_position(""); });
    fails_with(SEAJAY_ERR_ILLEGAL_MOVE, "move 2", [&] { engine.set_position(std::nullopt, "e2e4 e2e4"); });
    fails_with(SEAJAY_ERR_INVALID_ARGUMENT, "NUL", [&] { engine.set_position(std::string_view("8\0", 2)); });
    fails_with(SEAJAY_ERR_INVALID_ARGUMENT, "limit", [&] { engine.search({}); });
    fails_with(SEAJAY_ERR_INVALID_ARGUMENT, "", [&] { engine.wait(); });
    fails_with(SEAJAY_ERR_INVALID_ARGUMENT, "", [&] { engine.load_network("", 0); });
    fails_with(SEAJAY_ERR_INVALID_ARGUMENT, "", [&] { (void)engine.line_to_san(0); });
    fails_with(SEAJAY_ERR_INVALID_ARGUMENT, "257", [] { Pool pool(257); });
}

void searches()
{
    Engine engine;
    CHECK(engine.lines().empty());
    engine.set_option("MultiPV", std::uint64_t{2});
    Game game(std::nullopt, "e2e4 e7e5");
    engine.set_game(game);
    const auto value = engine.evaluate();
    int calls = 0;
    const auto result = engine.search(to_depth(4), [&](const Info &info) {
        calls++;
        return seajay::join(seajay::split(info.pv)) == info.pv;
    });
    CHECK(calls > 8 && result.depth == 4 && result.stop_reason == StopReason::depth);
    CHECK(engine.stats().nodes == result.nodes);
    engine.set_position(mated); // the lines are still those of the search
    const auto lines = engine.lines();
    CHECK(lines.size() == 2 && lines[0].moves.front() == result.best_move);
    for (std::size_t index = 0; index < lines.size(); index++) {
        const auto &[score, wdl, depth, seldepth, moves, san] = lines[index];
        CHECK(depth == 4 && seldepth >= 4 && score.value <= result.score.value);
        CHECK(wdl.win + wdl.draw + wdl.loss == 1000);
        CHECK(san == game.to_san(seajay::join(moves)) && san == engine.line_to_san(index));
    }
    engine.set_position(std::nullopt, "e2e4 e7e5");
    CHECK(engine.evaluate() == value);
    engine.clear_history();
    CHECK(engine.search(to_depth(4)).nodes == result.nodes);
    int heard = 0;
    const auto report = engine.search(to_depth(4), [&](const Info &) { heard++; });
    CHECK(report.stop_reason == StopReason::depth && heard > 0); // no answer is no wish to end
    auto limits = to_depth(2);
    limits.search_moves = "a2a3";
    CHECK(engine.search(limits).best_move == "a2a3");
}

/// What a listener throws is what search() throws, unchanged.
void listeners()
{
    struct Unusual {
        int number;
    };
    Engine engine;
    CHECK(engine.search(endless(), [](const Info &) { return false; }).stop_reason == StopReason::callback);
    int caught = 0;
    try {
        engine.search(endless(), [](const Info &) -> bool { throw Unusual{7}; });
    } catch (const Unusual &unusual) {
        caught = unusual.number;
    }
    CHECK(caught == 7);
    CHECK(engine.search(to_depth(2)).depth == 2);
    engine.start(endless(), [](const Info &) -> bool { throw Unusual{8}; });
    for (int i = 0; i < 3; i++) {
        try {
            engine.wait();
        } catch (const Unusual &unusual) {
            caught += unusual.number;
        }
        // A search that cannot begin leaves the last one's result as it was.
        const auto error = error_of([&] { engine.start(Limits(), [](const Info &) { return false; }); });
        CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT);
    }
    CHECK(caught == 7 + 8 + 8 + 8);
    engine.start(to_depth(2));
    CHECK(engine.wait().depth == 2);
}

/// What a listener holds is released with its search, however that ends.
void released_listeners()
{
    const auto token = std::make_shared<int>(0);
    const auto holding = [&](bool goes_on) {
        return [copy = std::shared_ptr(token), goes_on](const Info &) { return goes_on; };
    };
    const auto throwing = [token](const Info &) -> bool { throw std::runtime_error("listener"); };
    const auto held = token.use_count();
    const auto throws = [](auto call) { return thrown_by<std::runtime_error>(call) == "listener"; };
    Engine engine;
    engine.search(to_depth(2), holding(true));
    CHECK(token.use_count() == held);
    engine.search(endless(), holding(false));
    CHECK(token.use_count() == held);
    CHECK(throws([&] { engine.search(endless(), throwing); }) && token.use_count() == held);
    error_of([&] { engine.search({}, holding(true)); });
    CHECK(token.use_count() == held);
    error_of([&] { engine.start({}, holding(true)); });
    CHECK(token.use_count() == held);
    engine.start(to_depth(2), holding(true));
    engine.wait();
    CHECK(token.use_count() == held);
    engine.start(endless(), throwing);
    CHECK(throws([&] { engine.wait(); }) && token.use_count() == held);
    // It is gone before the done callback is called, which may start a search with another.
    std::vector<long> counts;
    std::promise<void> over;
    engine.set_done([&](auto) {
        counts.push_back(token.use_count());
        if (counts.size() == 3)
            return over.set_value();
        engine.start(to_depth(1), holding(true));
    });
    engine.start(to_depth(1), holding(true));
    over.get_future().wait();
    CHECK(counts == std::vector<long>(3, held) && token.use_count() == held);
    // The next search may begin before the done callback has returned.
    int calls = 0;
    engine.set_done([](auto) { std::this_thread::yield(); });
    constexpr int rounds = 90;
    for (int round = 0; round < rounds; round++) {
        bool is_called = false;
        const auto listener = [&, token](const Info &) {
            calls += is_called ? 0 : 1;
            return is_called = true;
        };
        if (round % 3 == 0) {
            engine.search(to_depth(1), listener);
        } else {
            engine.start(to_depth(1), listener);
            while (engine.is_searching())
                std::this_thread::yield();
        }
    }
    engine.wait();
    CHECK(calls == rounds && token.use_count() == held);
    const Pool pool(1);
    Engine first;
    Limits limits;
    limits.move_time = 1h;
    for (auto *each : {&first, &engine}) {
        each->set_pool(pool);
        each->start(limits, holding(true));
    }
    engine.stop(); // in the queue
    engine.wait();
    CHECK(token.use_count() == held + 1);
    first = Engine();
    CHECK(token.use_count() == held);
}

void reviews()
{
    Engine engine;
    Game game;
    game.play("f2f3 e7e5 g2g4 d8h4");
    std::vector<std::size_t> order;
    std::set<std::uint64_t> searches;
    const auto moves = engine.review(
        game, to_depth(5),
        [&](const Review &move) {
            order.push_back(move.index);
            return true;
        },
        [&](const Info &info) {
            searches.insert(info.search_id);
            return true;
        });
    CHECK(moves.size() == 4 && order == std::vector<std::size_t>({3, 2, 1, 0}));
    CHECK(searches.size() == 5);
    for (std::size_t index = 0; index < moves.size(); index++) {
        CHECK(moves[index].index == index && moves[index].depth == 5);
        CHECK(moves[index].turn == (index % 2 == 0 ? Color::white : Color::black));
        CHECK(moves[index].line.front() == moves[index].best_move);
    }
    CHECK(moves[2].mark == Mark::blunder && moves[2].after.value == -1);
    CHECK(moves[2].expected_after == 0 && moves[2].loss == moves[2].expected_before);
    CHECK(moves[3].mark == Mark::none && moves[3].loss == 0 && moves[3].before.value == 1);
    const auto [white, black] = seajay::accuracy(moves);
    CHECK(white < 100 && black > white && black <= 100);
    CHECK(seajay::accuracy({}).white == 100 && seajay::accuracy({moves[3]}).black == 100);

    // What ends it early, and what stays.
    const auto some = engine.review(game, to_depth(5), [](const Review &) { return false; });
    CHECK(some.size() == 1 && some[0].index == 3 && some[0].turn == Color::black);
    const auto none = engine.review(game, a_day(), {}, [&](const Info &) {
        engine.stop();
        return true;
    });
    CHECK(none.empty());
    int caught = 0;
    for (int from = 0; from < 2; from++) {
        try {
            engine.review(
                game, to_depth(5), [&](const Review &) -> bool { throw 7 + from; },
                [&](const Info &) { return from == 0 ? true : throw 20; });
        } catch (int number) {
            caught += number;
        }
    }
    CHECK(caught == 7 + 20);
    CHECK(error_of([&] { engine.review(game, Limits()); }).status() == SEAJAY_ERR_INVALID_ARGUMENT);
    CHECK(engine.review(Game(), to_depth(1)).empty());

    // On another thread: the same moves, no lost stop, and an exception that the wait rethrows.
    engine.clear_history();
    engine.start_review(game, to_depth(5));
    const auto started = engine.wait_for_review();
    CHECK(engine.review_count() == 4 && started.size() == 4 && started[2].mark == Mark::blunder);
    CHECK(started[0].index == 0 && started[0].line.front() == started[0].best_move);
    Game quiet;
    quiet.play("e2e4");
    engine.start_review(quiet, a_day());
    CHECK(error_of([&] { engine.start_review(game, to_depth(5)); }).status() == SEAJAY_ERR_BUSY);
    engine.stop();
    CHECK(engine.wait_for_review().empty() && engine.review_count() == 0);
    engine.start_review(game, to_depth(5), [](const Review &) -> bool { throw 7; });
    try {
        engine.wait_for_review();
        CHECK(false);
    } catch (int number) {
        CHECK(number == 7);
    }
    CHECK(!engine.probe_tb(game));
    engine.set_option("SyzygyPath", "tests/data/syzygy");
    const auto entry = engine.probe_tb(Game("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"));
    CHECK(entry && entry->outcome == 2 && entry->dtz == 1);
    // Without its table of distances.
    const auto folder = std::filesystem::temp_directory_path() / "seajay-outcomes";
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file("tests/data/syzygy/KQvK.rtbw", folder / "KQvK.rtbw",
                               std::filesystem::copy_options::overwrite_existing);
    engine.set_option("SyzygyPath", folder.string());
    const auto outcome = engine.probe_tb(Game("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"));
    CHECK(outcome && outcome->outcome == 2 && !outcome->dtz);
    std::filesystem::remove_all(folder);
}

void started_searches()
{
    Engine engine;
    std::atomic<int> calls = 0;
    engine.start(endless(), [&](const Info &) { return ++calls > 0; });
    CHECK(engine.is_searching());
    CHECK(!engine.wait_for(0ms) && !engine.wait_for(20ms));
    auto error = error_of([&] { engine.start(to_depth(1), [](const Info &) { return false; }); });
    CHECK(error.status() == SEAJAY_ERR_BUSY);
    for (const std::function<void()> &call : std::vector<std::function<void()>>{
             [&] { engine.set_log([](auto, auto) {}); }, [&] { engine.set_done([](auto) {}); },
             [&] { engine.set_game(Game()); }, [&] { engine.leave_pool(); }})
        CHECK(error_of(call).status() == SEAJAY_ERR_BUSY);
    CHECK(engine.is_searching() && engine.option("Hash") == "16");
    // An engine on the move goes on.
    Engine moved = std::move(engine);
    const auto before = calls.load();
    while (calls == before)
        std::this_thread::sleep_for(1ms);
    std::thread stopper([&] { moved.stop(); });
    CHECK(moved.wait().stop_reason == StopReason::stopped);
    stopper.join();
    CHECK(moved.wait_for(0ms)->best_move.size() == 4);
    auto limits = to_depth(2);
    limits.ponder = true;
    moved.start(limits);
    CHECK(!moved.wait_for(10ms));
    moved.ponderhit();
    CHECK(moved.wait().depth == 2);
    // Assignment and destruction end a search in mid-flight, whose callbacks may use the engine.
    const auto look = [&](const Info &) { return ++calls > 0 && moved.is_searching(); };
    moved.set_done([&](auto) { CHECK(!moved.is_searching()); });
    moved.start(endless(), look);
    moved = Engine();
    CHECK(!moved.is_searching());
    auto *const self = &moved;
    moved = std::move(*self);
    moved.set_done([&](auto) { CHECK(!moved.is_searching()); });
    moved.start(endless(), look);
}

void logs()
{
    Engine engine;
    std::vector<std::pair<seajay::LogLevel, std::string>> lines;
    engine.set_log([&](auto level, auto text) { lines.emplace_back(level, text); });
    const auto bad_position = [&] { engine.set_position(std::nullopt, "e2e5"); };
    const auto error = error_of(bad_position);
    CHECK(lines.size() == 1 && lines[0].second == error.what());
    CHECK(lines[0].first == seajay::LogLevel::warning);
    engine.search(to_depth(1));
    CHECK(lines.size() == 2 && lines[1].first == seajay::LogLevel::info);
    engine.set_log({});
    error_of(bad_position);
    CHECK(lines.size() == 2);
    {
        Engine idle;
        idle.set_log([&](auto level, auto text) { lines.emplace_back(level, text); });
        idle = Engine();
        idle.set_log([&](auto level, auto text) { lines.emplace_back(level, text); });
    }
    CHECK(lines.size() == 2); // An end is nothing to log.
    engine.set_log([](auto, auto text) { throw std::runtime_error(std::string(text)); });
    const auto search = [&] { engine.search(to_depth(1)); };
    CHECK(contains(thrown_by<std::runtime_error>(search), "search 2 ended"));
    engine.set_log({});
    CHECK(engine.search(to_depth(1)).depth == 1);
}

void done_callbacks()
{
    Engine engine;
    std::vector<Result> results;
    std::thread::id thread;
    engine.set_done([&](const std::optional<Result> &result) {
        thread = std::this_thread::get_id();
        CHECK(!engine.is_searching());
        CHECK(error_of([&] { engine.wait(); }).status() == SEAJAY_ERR_BUSY);
        results.push_back(*result);
    });
    engine.start(to_depth(3));
    const auto result = engine.wait();
    CHECK(results.size() == 1 && results[0].search_id == result.search_id);
    CHECK(results[0].best_move == result.best_move && results[0].nodes == result.nodes);
    CHECK(thread != std::this_thread::get_id());
    engine.search(to_depth(1)); // not for this
    CHECK(results.size() == 1);
    engine.start(endless());
    engine.stop();
    CHECK(engine.wait().stop_reason == StopReason::stopped && results.size() == 2);
    // It may replace itself, and what it holds goes with it.
    const auto token = std::make_shared<int>(0);
    engine.set_done([&engine, token](auto) {
        engine.set_done({});
        CHECK(token.use_count() > 1);
    });
    engine.start(to_depth(1));
    engine.wait();
    CHECK(token.use_count() == 1);
    engine.start(to_depth(1));
    engine.wait();
    CHECK(results.size() == 2);
}

/// Once a callback is replaced it does not run, and what it held is released.
void replaced_done_callbacks()
{
    Engine engine;
    Limits one_node;
    one_node.nodes = 1;
    for (int round = 0; round < 300; round++) {
        const auto token = std::make_shared<int>(0);
        std::atomic<bool> is_replaced = false;
        engine.set_done([&, token](auto) {
            std::this_thread::yield();
            CHECK(!is_replaced);
        });
        engine.start(one_node);
        while (engine.is_searching())
            std::this_thread::yield();
        engine.set_done({});
        is_replaced = true;
        CHECK(token.use_count() == 1);
    }
}

/// A chain of searches that never ends by itself is ended with the engine.
void chained_searches()
{
    Engine engine;
    std::atomic<int> links = 0;
    engine.set_done([&](auto) {
        links++;
        engine.start(to_depth(1));
    });
    engine.start(to_depth(1));
    while (links < 10)
        std::this_thread::yield();
    engine = Engine();
    const int last = links;
    std::this_thread::sleep_for(5ms);
    CHECK(links == last);
}

void exceptions_of_done_callbacks()
{
    Engine engine;
    const auto text_of = [](auto call) { return thrown_by<std::runtime_error>(call); };
    engine.set_done([](auto) { throw std::runtime_error("done"); });
    engine.start(to_depth(1));
    for (int i = 0; i < 2; i++) {
        CHECK(text_of([&] { engine.wait(); }) == "done");
        CHECK(text_of([&] { (void)engine.wait_for(1h); }) == "done");
    }
    // The first one counts.
    engine.start(endless(), [](const Info &) -> bool { throw std::runtime_error("listener"); });
    CHECK(text_of([&] { engine.wait(); }) == "listener");
    // The next search forgets it, unless the callback has begun it: nothing is lost in a chain.
    engine.set_done({});
    engine.start(to_depth(1));
    CHECK(engine.wait().depth == 1);
    engine.set_done([&](auto) {
        engine.set_done({});
        engine.start(to_depth(2));
    });
    engine.start(endless(), [](const Info &) -> bool { throw std::runtime_error("listener"); });
    CHECK(text_of([&] { engine.wait(); }) == "listener");
    CHECK(text_of([&] { engine.wait(); }) == "listener");
    engine.set_done([&](auto) {
        engine.set_done({});
        engine.start(to_depth(2));
        throw std::runtime_error("after start");
    });
    engine.start(to_depth(1));
    CHECK(text_of([&] { engine.wait(); }) == "after start");
    CHECK(text_of([&] { engine.wait(); }) == "after start");
    engine.start(to_depth(1));
    CHECK(engine.wait().depth == 1);
}

/// Engines outlive their pool, and finish what is queued there.
void pools()
{
    Limits limits;
    limits.nodes = 3000;
    Engine alone;
    const auto expected = alone.search(limits);
    std::deque<Engine> engines(20);
    {
        Pool other(1), pool(2);
        other = std::move(pool); // ends the thread of the other
        for (auto &engine : engines) {
            engine.set_pool(other);
            engine.start(limits);
        }
    }
    for (auto &engine : engines) {
        const auto result = engine.wait();
        CHECK(result.best_move == expected.best_move && result.nodes == expected.nodes);
    }
    auto &engine = engines.front();
    CHECK(error_of([&] { engine.start(endless()); }).status() == SEAJAY_ERR_INVALID_ARGUMENT);
    engine.leave_pool();
    engine.start(endless());
    engine.stop();
    CHECK(engine.wait().stop_reason == StopReason::stopped);
}

} // namespace

int main()
{
    games();
    about();
    conversions();
    options();
    errors();
    searches();
    listeners();
    released_listeners();
    reviews();
    started_searches();
    logs();
    done_callbacks();
    replaced_done_callbacks();
    chained_searches();
    exceptions_of_done_callbacks();
    pools();
}
