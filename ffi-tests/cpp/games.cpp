// seajay::Game, with published numbers, and an FEN reader of its own, as oracles.
#include "check.hpp"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <type_traits>

using seajay::Board;
using seajay::Color;
using seajay::Game;
using seajay::GameState;

static_assert(std::is_copy_constructible_v<Game> && std::is_copy_assignable_v<Game>);
static_assert(std::is_nothrow_move_constructible_v<Game> && std::is_nothrow_move_assignable_v<Game>);
static_assert(std::is_nothrow_swappable_v<Game>);
static_assert(std::is_copy_constructible_v<Board> && std::is_aggregate_v<Board>);

void games();

namespace {

constexpr auto start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr auto kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr auto opera =
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 "
    "9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 "
    "16. Qb8+ Nxb8 17. Rd8#";

/// The pieces of a FEN, from a1 to h8.
std::string pieces_of(std::string_view fen)
{
    std::string pieces(64, ' ');
    std::size_t rank = 7, file = 0;
    for (const char c : fen.substr(0, fen.find(' '))) {
        if (c == '/')
            rank--, file = 0;
        else if (c >= '1' && c <= '8')
            file += static_cast<std::size_t>(c - '0');
        else
            pieces[8 * rank + file++] = c;
    }
    return pieces;
}

std::string pieces_of(const Board &board)
{
    std::string pieces;
    for (int square = 0; square < 64; square++)
        pieces += board.piece_at(square);
    return pieces;
}

/// Checks the status of an error, and a part of its text.
template <typename Call> void fails_with(std::int32_t status, std::string_view part, Call call)
{
    const auto error = error_of(call);
    CHECK(error.status() == status && contains(error.what(), part));
}

void words()
{
    using Words = std::vector<std::string>;
    CHECK(seajay::split("") == Words() && seajay::split("  ") == Words());
    CHECK(seajay::split("e2e4") == Words{"e2e4"});
    CHECK(seajay::split(" a  b c ") == (Words{"a", "b", "c"}));
    CHECK(seajay::join({}).empty() && seajay::join({"a", "b"}) == "a b");
}

void rules()
{
    Game game;
    CHECK(game.fen() == start && game.start_fen() == start && game.ply_count() == 0);
    const auto moves = game.legal_moves();
    CHECK(moves.size() == 20 && std::set<std::string>(moves.begin(), moves.end()).size() == 20);
    auto knight = game.legal_moves("g1");
    std::sort(knight.begin(), knight.end());
    CHECK(knight == seajay::split("g1f3 g1h3"));
    CHECK(game.legal_moves("e1").empty() && game.legal_moves("e4").empty());
    CHECK(game.perft(0) == 1 && game.perft(3) == 8902 && game.perft(4) == 197281);
    CHECK(Game(kiwipete).perft(3) == 97862);
    CHECK(game.state() == GameState::ongoing && !game.in_check());
    CHECK(game.can_win(Color::white) && game.can_win(Color::black));

    game.play("f2f3 e7e5 g2g4 d8h4");
    CHECK(game.state() == GameState::checkmate && game.in_check() && game.legal_moves().empty());
    CHECK(Game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").state() == GameState::stalemate);
    const Game knight_and_king("7k/8/6K1/8/8/8/8/6N1 b - - 0 1");
    CHECK(knight_and_king.state() == GameState::material && !knight_and_king.can_win(Color::white));
    const Game pawn("7k/8/6K1/8/8/8/6P1/8 b - - 0 1");
    CHECK(pawn.can_win(Color::white) && !pawn.can_win(Color::black));
    CHECK(Game("7k/8/6K1/8/8/8/8/R7 b - - 100 90").state() == GameState::fifty_moves);
    CHECK(Game("7k/8/6K1/8/8/8/8/R7 b - - 150 99").state() == GameState::seventy_five);

    Game shuffle;
    for (int times = 2; times <= 5; times++) {
        CHECK(seajay::is_over(shuffle.state()) == false);
        shuffle.play("g1f3 g8f6 f3g1 f6g8");
        CHECK(shuffle.state() == (times < 3   ? GameState::ongoing
                                  : times < 5 ? GameState::repetition
                                              : GameState::fivefold));
    }
    for (const auto state : {GameState::checkmate, GameState::stalemate, GameState::material,
                             GameState::fivefold, GameState::seventy_five})
        CHECK(seajay::is_over(state) && !seajay::may_claim(state));
    for (const auto state : {GameState::repetition, GameState::fifty_moves})
        CHECK(!seajay::is_over(state) && seajay::may_claim(state));
    CHECK(!seajay::is_over(GameState::ongoing) && !seajay::may_claim(GameState::ongoing));
}

/// Of the description of Polyglot's book format.
void keys()
{
    const std::pair<const char *, std::uint64_t> published[] = {
        {"", 0x463b96181691fc9c},
        {"e2e4", 0x823c9b50fd114196},
        {"e2e4 d7d5", 0x0756b94461c50fb0},
        {"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
        {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
        {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
        {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
        {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
        {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560},
    };
    for (const auto &[moves, key] : published)
        CHECK(Game(std::nullopt, moves).key() == key);
}

void notation()
{
    Game game;
    game.play_san(opera);
    CHECK(game.state() == GameState::checkmate && game.ply_count() == 33);
    CHECK(game.fen() == "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17");
    CHECK(game.moves_san() == opera);
    const auto moves = game.moves();
    CHECK(moves.size() == 33 && moves.front() == "e2e4" && moves.back() == "d1d8");
    CHECK(moves[22] == "e1c1");
    const Game begin;
    const auto line = seajay::join(moves);
    CHECK(begin.from_san(opera) == line && begin.from_san(begin.to_san(line)) == line);
    CHECK(begin.to_san("e2e4 e7e5") == "e4 e5" && begin.to_san("").empty());
    CHECK(Game("4k3/8/8/8/8/8/4p3/K7 b - - 0 40", "e2e1q a1b2").moves_san() == "40... e1=Q+ 41. Kb2");
    game.set_chess960(true);
    CHECK(game.moves()[22] == "e1a1" && Game(game).moves()[22] == "e1a1");
    CHECK(game.moves_san() == opera);
}

void changes()
{
    Game game;
    game.play_san(opera);
    game.undo();
    CHECK(game.ply_count() == 32 && game.state() == GameState::ongoing);
    game.undo(31);
    CHECK(game.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    game.play("c7c5");
    CHECK(game.moves_san() == "1. e4 c5");
    game.set(kiwipete, "e1g1");
    CHECK(game.start_fen() == kiwipete && game.moves() == seajay::split("e1g1"));
    game.set(std::nullopt);
    CHECK(game.fen() == start && game == Game());
    // On an error all is as before.
    game.play("e2e4");
    const auto before = game;
    const auto check_error = [&](std::int32_t status, std::string_view part, auto call) {
        fails_with(status, part, call);
        CHECK(game == before);
    };
    check_error(SEAJAY_ERR_ILLEGAL_MOVE, "move 2", [&] { game.play("e7e5 e4e5"); });
    check_error(SEAJAY_ERR_ILLEGAL_MOVE, "Ke4", [&] { game.play_san("e5 2. Nf3 Nc6 3. Ke4"); });
    check_error(SEAJAY_ERR_ILLEGAL_MOVE, "e2e5", [&] { (void)game.to_san("e2e5"); });
    check_error(SEAJAY_ERR_INVALID_FEN, "", [&] { game.set(""); });
    check_error(SEAJAY_ERR_ILLEGAL_POSITION, "king", [&] { game.set("8/8/8/8/8/8/8/4K3 w - - 0 1"); });
    check_error(SEAJAY_ERR_ILLEGAL_MOVE, "e2e4", [&] { game.set(kiwipete, "e2e4"); });
    check_error(SEAJAY_ERR_ILLEGAL_POSITION, "", [&] { game.set_board({}); });
    check_error(SEAJAY_ERR_INVALID_ARGUMENT, "", [&] { game.undo(2); });
    check_error(SEAJAY_ERR_INVALID_ARGUMENT, "e9", [&] { (void)game.legal_moves("e9"); });
    check_error(SEAJAY_ERR_INVALID_ARGUMENT, "", [&] { (void)game.legal_moves(""); });
    check_error(SEAJAY_ERR_INVALID_ARGUMENT, "65", [&] { (void)game.perft(65); });
    check_error(SEAJAY_ERR_INVALID_ARGUMENT, "NUL", [&] { game.play(std::string("e7e5\0", 5)); });
    CHECK(error_of([] { Game("rubbish"); }).status() == SEAJAY_ERR_INVALID_FEN);
}

/// A null pointer is an error that names the argument; also where no text has a meaning.
void null_texts()
{
    const char *const null = nullptr;
    Game game;
    const auto is_refused = [](std::string_view argument, auto call) {
        const auto error = error_of(call);
        CHECK(error.status() == SEAJAY_ERR_NULL);
        CHECK(contains(error.what(), "argument " + std::string(argument) + " is NULL"));
    };
    is_refused("fen", [&] { Game constructed(null); });
    is_refused("moves", [&] { Game constructed(start, null); });
    is_refused("fen", [&] { game.set(null); });
    is_refused("moves", [&] { game.set(std::nullopt, null); });
    is_refused("moves", [&] { game.play(null); });
    is_refused("movetext", [&] { game.play_san(null); });
    is_refused("from", [&] { (void)game.legal_moves(null); });
    is_refused("moves", [&] { (void)game.to_san(null); });
    is_refused("movetext", [&] { (void)game.from_san(null); });
    is_refused("text", [&] { (void)seajay::split(null); });
    seajay::Engine engine;
    is_refused("name", [&] { engine.set_option(null, "1"); });
    is_refused("name", [&] { engine.set_option(null, 1); });
    is_refused("name", [&] { engine.set_option(null, true); });
    is_refused("value", [&] { engine.set_option("Hash", null); });
    is_refused("name", [&] { (void)engine.option(null); });
    is_refused("fen", [&] { engine.set_position(null); });
    is_refused("moves", [&] { engine.set_position(std::nullopt, null); });
    is_refused("data", [&] { engine.load_network(nullptr, 0); });
    CHECK(game == Game() && engine.option("Hash") == "16");
}

void boards()
{
    const auto board = Game().board();
    CHECK(board.pieces[0][0] == 0xff00 && board.pieces[1][0] == 0xff000000000000);
    CHECK(board.pieces[0][3] == 0x81 && board.pieces[1][5] == 0x1000000000000000);
    CHECK(board.castling_rooks == 0x8100000000000081 && !board.en_passant && !board.chess960);
    CHECK(board.turn == Color::white && board.halfmove_clock == 0 && board.fullmove_number == 1);
    CHECK(board.piece_at(4) == 'K' && board.piece_at(60) == 'k' && board.piece_at(28) == ' ');
    CHECK(board.piece_at(-1) == ' ' && board.piece_at(64) == ' ');
    // Every position of a game out and in again.
    Game game;
    game.play_san(opera);
    for (const Game copy = game; game.ply_count() > 0; game.undo()) {
        CHECK(pieces_of(game.board()) == pieces_of(game.fen()));
        CHECK(Game(game.board()).fen() == game.fen());
    }
    game.play("e2e4 a7a6 e4e5 d7d5");
    CHECK(game.board().en_passant == 43 && Game(game.board()).legal_moves().size() > 0);
    CHECK(Game(game.board()).fen() == game.fen());
    Game other("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
    CHECK(other.board().chess960 && Game(other.board()).fen() == other.fen());
    other.set_board(Board(board));
    CHECK(other == Game());
}

void values()
{
    Game game(kiwipete, "e1g1");
    Game copy = game;
    CHECK(copy == game && copy.moves() == game.moves());
    copy.play("e8g8");
    CHECK(copy != game && game.ply_count() == 1 && copy.ply_count() == 2);
    CHECK(Game(game.fen()) != game); // another start
    CHECK(Game(std::nullopt, "g1f3 g8f6 b1c3") != Game(std::nullopt, "b1c3 g8f6 g1f3"));
    game = copy;
    CHECK(game == copy);
    game.undo();
    CHECK(game != copy && copy.ply_count() == 2);
    auto *const self = &game;
    game = *self;
    CHECK(game.ply_count() == 1);
    Game moved = std::move(game);
    CHECK(moved.ply_count() == 1);
    game = copy; // assigned to after it was moved from
    CHECK(game == copy);
    game = std::move(moved);
    CHECK(game.ply_count() == 1);
    moved = Game();
    using std::swap;
    swap(game, moved);
    CHECK(game == Game() && moved.start_fen() == kiwipete);
    game.swap(moved);
    CHECK(moved == Game());
    // In containers, which copy and move.
    std::vector<Game> all;
    for (const auto &move : Game().legal_moves())
        all.emplace_back(std::nullopt, move);
    auto shuffled = all;
    std::reverse(shuffled.begin(), shuffled.end());
    std::sort(shuffled.begin(), shuffled.end(),
              [](const Game &a, const Game &b) { return a.moves() < b.moves(); });
    std::sort(all.begin(), all.end(),
              [](const Game &a, const Game &b) { return a.moves() < b.moves(); });
    CHECK(all == shuffled && all.size() == 20);
}

/// Many threads read and copy one game; each has errors of its own.
void many_threads()
{
    constexpr int threads = 4, rounds = 200;
    Game game;
    game.play_san(opera);
    game.undo();
    std::vector<std::thread> readers;
    for (int number = 0; number < threads; number++)
        readers.emplace_back([&game, number] {
            const auto square = std::string(1, static_cast<char>('a' + number)) + '9';
            for (int round = 0; round < rounds; round++) {
                auto copy = game;
                copy.play("d1d8");
                CHECK(copy.state() == GameState::checkmate && game.ply_count() == 32);
                CHECK(game.moves_san().size() == std::string_view(opera).size() - 9);
                const auto error = error_of([&] { (void)game.legal_moves(square); });
                CHECK(contains(error.what(), '"' + square + '"'));
            }
        });
    for (auto &reader : readers)
        reader.join();
}

void moves_as_data()
{
    Game game;
    game.play_san("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6");
    const auto castling = game.parse_move("O-O");
    CHECK(castling.is_castling && castling.role == seajay::Role::king);
    CHECK(castling.from == 4 && castling.to == 6);
    CHECK(castling.rook_from == 7 && castling.rook_to == 5);
    CHECK(castling.uci == "e1g1" && castling.san == "O-O" && !castling.captured);
    const auto capture = game.parse_move("b5c6");
    CHECK(capture.captured == seajay::Role::knight && !capture.promotion && !capture.rook_from);
    CHECK(capture.san == "Bxc6" && !capture.is_check && !capture.is_castling);
    CHECK(game.legal_move_list("e1").size() == 3 && game.legal_move_list("e5").empty());
    CHECK(game.legal_move_list().size() == game.legal_moves().size());
    fails_with(SEAJAY_ERR_ILLEGAL_MOVE, "Ke4", [&] { (void)game.parse_move("Ke4"); });
    // More than fit into the first list.
    game.set(std::nullopt);
    for (int round = 0; round < 20; round++)
        game.play("g1f3 g8f6 f3g1 f6g8");
    const auto played = game.played_move_list();
    CHECK(played.size() == 80 && played.front().san == "Nf3" && played.back().uci == "f6g8");
}

void reading_pgn()
{
    constexpr auto text = "[White \"A\"]\n\n1. e4! {best} e5 (1... c5) (1... e6) 1-0\n"
                          "[White \"B\"]\n\n1. d4 d5 2. Ke3 *\n";
    seajay::Pgn pgn(text);
    std::vector<std::string> read;
    for (const Game &game : pgn)
        read.push_back(pgn.tag("White") + ' ' + game.moves_san() + ' ' + pgn.result());
    CHECK(read == (std::vector<std::string>{"A 1. e4 e5 1-0", "B 1. d4 d5 *"}));
    const auto fault = pgn.error();
    CHECK(fault && fault->status == SEAJAY_ERR_ILLEGAL_MOVE && fault->line == 6 && fault->ply == 2);
    CHECK(contains(fault->text, "Ke3") && text[fault->offset] == 'K');

    // No source, one which fails once, and an object that is moved.
    CHECK(error_of([&] { pgn.set_source({}); }).status() == SEAJAY_ERR_NULL);
    std::size_t at = 0;
    bool fails = true;
    pgn.set_source([&](char *buffer, std::size_t size) {
        if (at > 30 && std::exchange(fails, false))
            throw std::out_of_range("no paper");
        const auto piece = std::string_view(text).substr(at, std::min<std::size_t>(size, 10));
        at += piece.copy(buffer, piece.size());
        return piece.size();
    });
    auto moved = std::move(pgn);
    Game game;
    bool thrown = false;
    try {
        (void)moved.next(game);
    } catch (const std::out_of_range &) {
        thrown = true;
    }
    CHECK(thrown && game.ply_count() == 0);
    CHECK(moved.next(game) && !moved.error() && game.ply_count() == 2);
    CHECK(moved.comment(1) == "best" && moved.comment(2).empty());
    CHECK(moved.nags(1) == std::vector<std::uint8_t>{1} && moved.nags(2).empty());
    CHECK(moved.variations(2) == (std::vector<std::string>{"1... c5", "1... e6"}));
    CHECK(moved.tags() == (std::vector<std::pair<std::string, std::string>>{{"White", "A"}}));
    fails_with(SEAJAY_ERR_IO, "nowhere", [&] { moved.open("nowhere.pgn"); });
    CHECK(moved.next(game) && !moved.next(game));
}

void writing_pgn()
{
    Game game;
    game.play_san("1. e4 e5");
    seajay::Pgn pgn;
    CHECK(pgn.begin() == pgn.end());
    pgn.set_tag("White", "A");
    pgn.set_tag("Black", std::nullopt);
    pgn.set_comment(1, "best } by test");
    pgn.set_nags(2, {2, 200});
    pgn.add_variation(game, 2, "c5 Nf3");
    const auto text = pgn.write(game);
    CHECK(contains(text, "\n\n1. e4\n; best } by test\n1... e5 $2 $200 (1... c5 2. Nf3) *\n\n"));
    seajay::Pgn again(text);
    Game other;
    CHECK(again.next(other) && other == game && again.write(other) == text);
    fails_with(SEAJAY_ERR_ILLEGAL_MOVE, "Ke4", [&] { pgn.add_variation(game, 2, "Ke4"); });
    fails_with(SEAJAY_ERR_INVALID_PGN, "closed", [&] { pgn.add_variation(game, 2, "c5 {"); });
    fails_with(SEAJAY_ERR_INVALID_ARGUMENT, "a b", [&] { pgn.set_tag("a b", ""); });
    pgn.clear();
    CHECK(pgn.tags().empty() && pgn.variations(2).empty());
    const seajay::Pgn moved = std::move(pgn);
    fails_with(SEAJAY_ERR_NULL, "pgn", [&] { pgn.next(game); });
}

} // namespace

void games()
{
    RUN(words);
    RUN(rules);
    RUN(keys);
    RUN(notation);
    RUN(changes);
    RUN(null_texts);
    RUN(boards);
    RUN(values);
    RUN(many_threads);
    RUN(moves_as_data);
    RUN(reading_pgn);
    RUN(writing_pgn);
}
