// Arguments of wrong types. The compiler must refuse each line that ends with "wrong", and no other.
#include <seajay.hpp>

namespace {

enum Number { one = 1 };

struct Convertible {
    operator bool() const { return true; }
    operator int() const { return 1; }
};

} // namespace

void options(seajay::Engine &engine, const seajay::Game &game)
{
    engine.set_option("UCI_Elo", 1500);
    engine.set_option("UCI_Elo", short{1500});
    engine.set_option("UCI_Elo", 1500u);
    engine.set_option("UCI_Elo", 1500L);
    engine.set_option("UCI_Elo", 1500uL);
    engine.set_option("UCI_Elo", std::int64_t{1500});
    engine.set_option("UCI_Elo", std::size_t{1500});
    engine.set_option("Ponder", true);
    engine.set_option("UCI_Elo", "1500");
    engine.set_option(std::string("UCI_Elo"), std::string("1500"));
    engine.set_option(std::string_view("UCI_Elo"), std::string_view("1500"));
    char buffer[] = "1500";
    char *const pointer = buffer;
    engine.set_option(buffer, buffer);
    engine.set_option(pointer, pointer);
    engine.set_option(seajay::Text("UCI_Elo"), seajay::Text("1500"));

    engine.search({}, [](const seajay::Info &) { return true; });
    engine.search({}, [](const seajay::Info &) {});
    engine.set_option("UCI_Elo", 1500.0);                              // wrong
    engine.set_option("UCI_Elo", 'a');                                 // wrong
    engine.set_option("UCI_Elo", static_cast<signed char>(1));         // wrong
    engine.set_option("UCI_Elo", std::uint8_t{1});                     // wrong
    engine.set_option("UCI_Elo", L'a');                                // wrong
    engine.set_option("UCI_Elo", U'a');                                // wrong
    engine.set_option("UCI_Elo", L"1500");                             // wrong
    engine.set_option("UCI_Elo", one);                                 // wrong
    engine.set_option("UCI_Elo", seajay::Color::black);                // wrong
    engine.set_option("UCI_Elo", nullptr);                             // wrong
    engine.set_option("UCI_Elo", static_cast<const void *>("1500"));   // wrong
    engine.set_option("UCI_Elo", Convertible());                       // wrong
    engine.set_option("UCI_Elo", std::optional<int>(1500));            // wrong
    engine.set_option("UCI_Elo", std::chrono::milliseconds(1500));     // wrong
    engine.set_option(nullptr, 1500);                                  // wrong
    engine.set_option('a', 1500);                                      // wrong
    engine.set_option(1, 1500);                                        // wrong
    (void)engine.option(nullptr);                                      // wrong
    engine.set_position(nullptr);                                      // wrong
    engine.set_position("", nullptr);                                  // wrong
    engine.set_game(nullptr);                                          // wrong
    engine.set_game("e2e4");                                           // wrong
    engine.set_pool(nullptr);                                          // wrong
    engine.search(5);                                                  // wrong
    engine.start("depth 5");                                           // wrong
    engine.search({}, [](int) { return true; });                       // wrong
    engine.search({}, [](const seajay::Info &) { return 0; });         // wrong
    engine.set_done([](const seajay::Result &) {});                    // wrong
    engine.set_log([](const char *) {});                               // wrong
    (void)engine.wait_for(50);                                         // wrong
    seajay::Engine copy(engine);                                       // wrong
    (void)game;
}

void games(seajay::Game &game)
{
    game.set(std::nullopt);
    game.set({});
    game.set(game.fen(), game.to_san(""));
    game.set(std::optional<std::string>(game.fen()));
    (void)seajay::Game(game.fen());
    (void)game.legal_moves("e2");

    game.play(nullptr);                     // wrong
    game.play(0);                           // wrong
    game.play('e');                         // wrong
    game.play(L"e2e4");                     // wrong
    game.play(game.moves());                // wrong
    game.play_san(nullptr);                 // wrong
    game.play_san(1);                       // wrong
    game.set(nullptr);                      // wrong
    game.set("", nullptr);                  // wrong
    (void)game.legal_moves(nullptr);        // wrong
    (void)game.to_san(nullptr);             // wrong
    (void)game.from_san(nullptr);           // wrong
    (void)game.can_win(0);                  // wrong
    (void)game.can_win(SEAJAY_WHITE);       // wrong
    game.undo("1");                         // wrong
    game.set_board(game.fen());             // wrong
    (void)seajay::Game(nullptr);            // wrong
    (void)seajay::split(nullptr);           // wrong
}

void limits(seajay::Limits &limits)
{
    limits.move_time = std::chrono::seconds(1);
    limits.white_time = std::chrono::minutes(1);

    limits.move_time = 1000;                         // wrong
    limits.move_time = std::chrono::microseconds(1); // wrong
    limits.white_time = 1000;                        // wrong
}
