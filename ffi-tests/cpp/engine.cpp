// Every function of seajay.hpp as a C++ program meets it. Prints a line for each case; at the
// first broken promise it says which, and ends with exit code 1.
#include <seajay.hpp>

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <set>
#include <thread>
#include <type_traits>

using namespace std::chrono_literals;
using seajay::Engine;
using seajay::Info;
using seajay::Limits;

// In other.cpp: the header in a second translation unit.
std::string best_move_elsewhere(Engine &engine);

static_assert(!std::is_copy_constructible_v<Engine> && !std::is_copy_assignable_v<Engine>);
static_assert(std::is_nothrow_move_constructible_v<Engine>);
static_assert(std::is_nothrow_move_assignable_v<Engine>);

namespace {

constexpr auto mated = "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1";

void check(bool condition, const char *what, int line)
{
    if (!condition) {
        std::cerr << "engine.cpp:" << line << ": " << what << '\n';
        std::exit(1);
    }
}

#define CHECK(condition) check(condition, #condition, __LINE__)

/// The error of a call that must fail.
template <typename Call> seajay::Error error_of(Call call)
{
    try {
        call();
    } catch (const seajay::Error &error) {
        return error;
    }
    return {SEAJAY_OK, "no error"};
}

bool contains(const seajay::Error &error, std::string_view part)
{
    return std::string_view(error.what()).find(part) != std::string_view::npos;
}

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
    CHECK(error.status() == SEAJAY_ERR_UNKNOWN_OPTION && contains(error, "Hsah"));
    error = error_of([&] { engine.set_position(""); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_FEN);
    error = error_of([&] { engine.set_start_position("e2e4 e2e4"); });
    CHECK(error.status() == SEAJAY_ERR_ILLEGAL_MOVE && contains(error, "move 2"));
    error = error_of([&] { engine.play({"e2e4\0", 5}); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT && contains(error, "NUL"));
    error = error_of([&] { engine.search({}); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT && contains(error, "limit"));
    error = error_of([&] { engine.wait(); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT);
    error = error_of([&] { engine.load_network("", 0); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT);
    error = error_of([&] { engine.move_to_san("e2e5"); });
    CHECK(error.status() == SEAJAY_ERR_ILLEGAL_MOVE);
    error = error_of([&] { engine.perft(65); });
    CHECK(error.status() == SEAJAY_ERR_INVALID_ARGUMENT);
}

void rules()
{
    Engine engine;
    const auto moves = engine.legal_moves();
    CHECK(moves.size() == 20 && std::set<std::string>(moves.begin(), moves.end()).size() == 20);
    CHECK(engine.perft(3) == 8902);
    engine.play(engine.san_to_move("e4"));
    CHECK(engine.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK(engine.san_to_move(engine.move_to_san("e7e5 g1f3")) == "e7e5 g1f3");
    CHECK(engine.game_state() == seajay::GameState::ongoing);
    CHECK(!engine.in_check());
    const auto value = engine.evaluate();
    engine.set_start_position("e2e4");
    CHECK(engine.evaluate() == value);
    engine.set_position(mated);
    CHECK(engine.game_state() == seajay::GameState::checkmate);
    CHECK(engine.in_check());
    CHECK(engine.legal_moves().empty());
    CHECK(engine.search(to_depth(3)).best_move.empty());
}

void searches()
{
    Engine engine;
    int lines = 0;
    const auto result = engine.search(to_depth(4), [&](const Info &info) {
        CHECK(info.wdl[0] + info.wdl[1] + info.wdl[2] == 1000);
        if (info.kind == seajay::InfoKind::line) {
            lines++;
            CHECK(info.multipv == 1 && !info.pv.empty() && info.search_id == 1);
            CHECK(!engine.move_to_san(info.pv).empty());
        }
        return true;
    });
    CHECK(lines >= 4 && result.depth == 4 && result.search_id == 1);
    CHECK(result.stop_reason == seajay::StopReason::depth);
    CHECK(result.best_move.size() == 4 && result.ponder_move.size() == 4);
    CHECK(engine.stats().nodes == result.nodes);
    auto limits = to_depth(2);
    limits.search_moves = "a2a3";
    CHECK(engine.search(limits).best_move == "a2a3");
    engine.clear_history();
    CHECK(engine.search(to_depth(4)).nodes == result.nodes);
    CHECK(best_move_elsewhere(engine).size() == 4);
    limits = {};
    limits.move_time = 5ms;
    CHECK(engine.search(limits).stop_reason == seajay::StopReason::time);
    engine.set_position("7k/8/5K2/6Q1/8/8/8/8 w - - 12 60");
    const auto score = engine.search(to_depth(4)).score;
    CHECK(score.kind == seajay::ScoreKind::mate && score.value == 1);
    CHECK(score.bound == seajay::Bound::exact);
}

void listeners()
{
    Engine engine;
    const auto result = engine.search(endless(), [](const Info &) { return false; });
    CHECK(result.stop_reason == seajay::StopReason::callback);
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

void started_searches()
{
    Engine engine;
    std::atomic<int> calls = 0;
    engine.start(endless(), [&](const Info &) { return ++calls > 0; });
    CHECK(engine.is_searching());
    CHECK(!engine.wait_for(0ms) && !engine.wait_for(20ms));
    auto error = error_of([&] { engine.start(to_depth(1), [](const Info &) { return false; }); });
    CHECK(error.status() == SEAJAY_ERR_BUSY);
    error = error_of([&] { engine.set_log([](auto, auto) {}); });
    CHECK(error.status() == SEAJAY_ERR_BUSY);
    CHECK(engine.is_searching() && engine.legal_moves().size() == 20);
    // An engine on the move goes on.
    Engine moved = std::move(engine);
    const auto before = calls.load();
    while (calls == before)
        std::this_thread::sleep_for(1ms);
    std::thread stopper([&] { moved.stop(); });
    CHECK(moved.wait().stop_reason == seajay::StopReason::stopped);
    stopper.join();
    CHECK(moved.wait_for(0ms)->best_move.size() == 4);
    auto limits = to_depth(2);
    limits.ponder = true;
    moved.start(limits);
    CHECK(!moved.wait_for(10ms));
    moved.ponderhit();
    CHECK(moved.wait().depth == 2);
    // Assignment and destruction end a search in mid-flight, whose listener may use the engine.
    const auto look = [&](const Info &) { return ++calls > 0 && moved.fen().back() == '1'; };
    moved.start(endless(), look);
    moved = Engine();
    CHECK(!moved.is_searching());
    moved.start(endless(), look);
}

void logs()
{
    Engine engine;
    std::vector<std::pair<seajay::LogLevel, std::string>> lines;
    engine.set_log([&](auto level, auto text) { lines.emplace_back(level, text); });
    const auto error = error_of([&] { engine.play("e2e5"); });
    CHECK(lines.size() == 1 && lines[0].second == error.what());
    CHECK(lines[0].first == seajay::LogLevel::warning);
    engine.search(to_depth(1));
    CHECK(lines.size() == 2 && lines[1].first == seajay::LogLevel::info);
    engine.set_log({});
    error_of([&] { engine.play("e2e5"); });
    CHECK(lines.size() == 2);
    {
        Engine idle;
        idle.set_log([&](auto level, auto text) { lines.emplace_back(level, text); });
        idle = Engine();
        idle.set_log([&](auto level, auto text) { lines.emplace_back(level, text); });
    }
    CHECK(lines.size() == 2); // An end is nothing to log.
}

void several_lines()
{
    Engine engine;
    CHECK(engine.lines().empty());
    engine.set_option("MultiPV", std::uint64_t{3});
    const auto result = engine.search(to_depth(6));
    const auto lines = engine.lines();
    CHECK(lines.size() == 3);
    std::set<std::string> first_moves;
    for (const auto &line : lines) {
        first_moves.insert(line.moves.substr(0, 4));
        CHECK(line.depth == 6 && line.score.value <= lines.front().score.value);
    }
    CHECK(first_moves.size() == 3);
    CHECK(lines.front().moves.rfind(result.best_move, 0) == 0);
}

} // namespace

int main()
{
#define RUN(test) (test(), std::cout << "ok " #test "\n")
    RUN(about);
    RUN(options);
    RUN(errors);
    RUN(rules);
    RUN(searches);
    RUN(listeners);
    RUN(started_searches);
    RUN(several_lines);
    RUN(logs);
}
