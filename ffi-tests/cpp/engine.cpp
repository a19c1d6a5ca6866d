// Every function of seajay.hpp as a C++ program meets it; those of games are in games.cpp. Prints a
// line for each case; at the first broken promise it says which, and ends with exit code 1.
#include "check.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
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
    CHECK(seajay::version() == seajay_version());
    CHECK(!seajay::build_info().empty());
    CHECK(seajay::estimate_memory(1, 1) > 1 << 20);
    CHECK(seajay::options().size() == seajay_option_count());
    CHECK(seajay::options().front().name == "Hash");
    CHECK(seajay::options().front().kind == seajay::OptionKind::spin);
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
    auto error = error_of([&] { engine.set_option("Hsah", "1"); });
    CHECK(error.status() == SEAJAY_ERR_UNKNOWN_OPTION && contains(error.what(), "Hsah"));
    error = error_of([&] { engine.set_position(""); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_FEN);
    error = error_of([&] { engine.set_position(std::nullopt, "e2e4 e2e4"); });
    CHECK(error.status() == SEAJAY_ERR_ILLEGAL_MOVE && contains(error.what(), "move 2"));
    error = error_of([&] { engine.set_position(std::string_view("8\0", 2)); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT && contains(error.what(), "NUL"));
    error = error_of([&] { engine.search({}); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT && contains(error.what(), "limit"));
    error = error_of([&] { engine.wait(); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT);
    error = error_of([&] { engine.load_network("", 0); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT);
    error = error_of([&] { (void)engine.line_to_san(0); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT);
    error = error_of([] { Pool pool(257); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT && contains(error.what(), "257"));
    Limits limits;
    limits.move_time = -1ms;
    error = error_of([&] { engine.search(limits); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT && contains(error.what(), "move_time"));
}

void positions()
{
    Engine engine;
    Game game;
    game.play("e2e4");
    engine.set_game(game);
    const auto value = engine.evaluate();
    game.play("e7e5"); // another game than the engine's
    CHECK(engine.evaluate() == value);
    engine.set_position(std::nullopt, "e2e4");
    CHECK(engine.evaluate() == value);
    engine.set_position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK(engine.evaluate() == value);
    engine.set_position(mated);
    const auto result = engine.search(to_depth(3));
    CHECK(result.best_move.empty() && result.stop_reason == StopReason::game_over);
    CHECK(result.score.kind == seajay::ScoreKind::mate && result.score.value == 0);
}

void searches()
{
    Engine engine;
    int lines = 0;
    const auto result = engine.search(to_depth(4), [&](const Info &info) {
        CHECK(info.wdl.win + info.wdl.draw + info.wdl.loss == 1000);
        if (info.kind == seajay::InfoKind::line) {
            lines++;
            CHECK(info.multipv == 1 && !info.pv.empty() && info.search_id == 1);
            const auto moves = seajay::split(info.pv);
            CHECK(seajay::join(moves) == info.pv && !Game().to_san(info.pv).empty());
        }
        return true;
    });
    CHECK(lines >= 4 && result.depth == 4 && result.search_id == 1);
    CHECK(result.stop_reason == StopReason::depth);
    CHECK(result.best_move.size() == 4 && result.ponder_move.size() == 4);
    CHECK(engine.stats().nodes == result.nodes);
    auto limits = to_depth(2);
    limits.search_moves = "a2a3";
    CHECK(engine.search(limits).best_move == "a2a3");
    engine.clear_history();
    CHECK(engine.search(to_depth(4)).nodes == result.nodes);
    limits = {};
    limits.move_time = 5ms;
    CHECK(engine.search(limits).stop_reason == StopReason::time);
    engine.set_position("7k/8/5K2/6Q1/8/8/8/8 w - - 12 60");
    const auto score = engine.search(to_depth(4)).score;
    CHECK(score.kind == seajay::ScoreKind::mate && score.value == 1);
    CHECK(score.bound == seajay::Bound::exact);
}

void clocks()
{
    Engine engine;
    Limits limits;
    // No clock at all is no limit; the opponent's alone is none for us.
    CHECK(error_of([&] { engine.search(limits); }).status() == SEAJAY_ERR_INVALID_ARGUMENT);
    for (const auto left : {0ms, -5ms, 200ms}) {
        limits.white_time = left;
        limits.black_time = 1h;
        const auto begin = std::chrono::steady_clock::now();
        const auto result = engine.search(limits);
        CHECK(result.best_move.size() == 4 && result.stop_reason == StopReason::time);
        CHECK(std::chrono::steady_clock::now() - begin < 20s);
        CHECK(left > 0ms || result.depth <= 2);
    }
    limits.white_time.reset();
    limits.depth = 3;
    CHECK(engine.search(limits).depth == 3);
}

void listeners()
{
    Engine engine;
    const auto result = engine.search(endless(), [](const Info &) { return false; });
    CHECK(result.stop_reason == StopReason::callback);
    // What a listener throws is what search() throws, unchanged.
    struct Unusual {
        int number;
    };
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
    const auto throws = [](auto call) {
        try {
            call();
        } catch (const std::runtime_error &) {
            return true;
        }
        return false;
    };
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
    engine.set_position(mated); // a search that does not call it
    engine.start(to_depth(2), holding(true));
    engine.wait();
    CHECK(token.use_count() == held);
    engine.set_position(std::nullopt);
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
        CHECK(moves[index].index == index);
        CHECK(moves[index].turn == (index % 2 == 0 ? Color::white : Color::black));
        CHECK(moves[index].line.front() == moves[index].best_move);
    }
    CHECK(moves[2].mark == Mark::blunder && moves[2].after.value == -1);
    CHECK(moves[3].mark == Mark::none && moves[3].loss == 0 && moves[3].after.value == 1);
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
    CHECK(!engine.probe_tb(game));
    // The result of a search has chances.
    const auto wdl = engine.search(to_depth(2)).wdl;
    CHECK(wdl.win + wdl.draw + wdl.loss == 1000);
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
    std::string thrown;
    try {
        engine.search(to_depth(1));
    } catch (const std::runtime_error &exception) {
        thrown = exception.what();
    }
    CHECK(contains(thrown, "search 2 ended"));
    engine.set_log({});
    CHECK(engine.search(to_depth(1)).depth == 1);
}

void several_lines()
{
    Engine engine;
    CHECK(engine.lines().empty());
    engine.set_option("MultiPV", std::uint64_t{3});
    const Game game("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    engine.set_game(game);
    const auto result = engine.search(to_depth(6));
    engine.set_position(mated); // the lines are still those of the search
    const auto lines = engine.lines();
    CHECK(lines.size() == 3);
    std::set<std::string> first_moves;
    for (std::size_t index = 0; index < lines.size(); index++) {
        const auto &line = lines[index];
        first_moves.insert(line.moves.front());
        CHECK(line.depth == 6 && line.score.value <= lines.front().score.value);
        CHECK(line.wdl.win + line.wdl.draw + line.wdl.loss == 1000);
        CHECK(line.san == game.to_san(seajay::join(line.moves)));
        CHECK(line.san == engine.line_to_san(index));
    }
    CHECK(first_moves.size() == 3);
    CHECK(lines.front().moves.front() == result.best_move);
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

/// Plays a game with itself out of the done callback: the moves are those of a plain loop.
void chained_searches()
{
    constexpr std::size_t plies = 12;
    Game expected;
    Engine plain;
    while (expected.ply_count() < plies) {
        plain.set_game(expected);
        expected.play(plain.search(to_depth(3)).best_move);
    }
    Game game;
    Engine engine;
    std::promise<void> over;
    engine.set_done([&](const std::optional<Result> &result) {
        game.play(result->best_move);
        if (game.ply_count() == plies)
            return over.set_value();
        engine.set_game(game);
        engine.start(to_depth(3));
    });
    engine.start(to_depth(3));
    over.get_future().wait();
    CHECK(engine.wait().search_id == plies);
    CHECK(game == expected);
    // One that never ends by itself is ended with the engine.
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
    const auto text_of = [](auto call) -> std::string {
        try {
            call();
        } catch (const std::exception &exception) {
            return exception.what();
        }
        return "";
    };
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

/// Many engines on two threads find what each would find alone.
void pools()
{
    constexpr std::uint64_t nodes = 3000;
    Limits limits;
    limits.nodes = nodes;
    std::vector<Game> positions;
    for (const auto &move : Game().legal_moves())
        positions.emplace_back(std::nullopt, move);
    std::deque<Engine> engines(positions.size());
    std::vector<std::future<Result>> futures;
    {
        Pool other(1), pool(2);
        other = std::move(pool); // ends the thread of the other
        for (std::size_t i = 0; i < engines.size(); i++) {
            auto promise = std::make_shared<std::promise<Result>>();
            futures.push_back(promise->get_future());
            engines[i].set_pool(other);
            engines[i].set_game(positions[i]);
            engines[i].set_done([promise](auto result) { promise->set_value(*result); });
            engines[i].start(limits);
        }
    } // the engines go on
    for (std::size_t i = 0; i < engines.size(); i++) {
        Engine alone;
        alone.set_game(positions[i]);
        const auto expected = alone.search(limits), result = futures[i].get();
        CHECK(result.best_move == expected.best_move && result.nodes == expected.nodes);
        CHECK(result.score.value == expected.score.value);
    }
    // Nothing that could occupy a thread forever.
    auto &engine = engines.front();
    CHECK(error_of([&] { engine.start(endless()); }).status() == SEAJAY_ERR_INVALID_ARGUMENT);
    auto pondering = limits;
    pondering.ponder = true;
    CHECK(error_of([&] { engine.start(pondering); }).status() == SEAJAY_ERR_INVALID_ARGUMENT);
    engine.set_option("Threads", 2);
    CHECK(error_of([&] { engine.start(limits); }).status() == SEAJAY_ERR_INVALID_ARGUMENT);
    engine.set_option("Threads", 1);
    engine.set_done({});
    engine.leave_pool();
    engine.start(endless());
    engine.stop();
    CHECK(engine.wait().stop_reason == StopReason::stopped);
}

/// A search that waits behind others ends at once when it is stopped, and with its engine.
void queues()
{
    const Pool pool(1);
    Limits limits;
    limits.move_time = 1h;
    Engine first, second, third;
    for (auto *engine : {&first, &second, &third}) {
        engine->set_pool(pool);
        engine->start(limits);
    }
    second.stop();
    const auto result = second.wait();
    CHECK(result.stop_reason == StopReason::stopped && result.best_move.size() == 4);
    CHECK(first.is_searching() && third.is_searching());
    third = Engine();
    CHECK(first.is_searching());
}

/// Each thread has the text of its own error.
void errors_of_threads()
{
    const Engine engine;
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; number++)
        threads.emplace_back([&engine, name = "option" + std::to_string(number)] {
            for (int i = 0; i < 500; i++)
                CHECK(contains(error_of([&] { (void)engine.option(name); }).what(), name));
        });
    for (auto &thread : threads)
        thread.join();
}

} // namespace

int main()
{
    games();
    RUN(about);
    RUN(options);
    RUN(errors);
    RUN(positions);
    RUN(searches);
    RUN(clocks);
    RUN(listeners);
    RUN(released_listeners);
    RUN(reviews);
    RUN(started_searches);
    RUN(logs);
    RUN(several_lines);
    RUN(done_callbacks);
    RUN(replaced_done_callbacks);
    RUN(chained_searches);
    RUN(exceptions_of_done_callbacks);
    RUN(pools);
    RUN(queues);
    RUN(errors_of_threads);
}
