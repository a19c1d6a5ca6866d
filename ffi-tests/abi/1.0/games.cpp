// seajay::Game, Board, Move and Pgn: values, lists, errors, lifetimes. The rules are tested in Rust.
#include "check.hpp"

#include <algorithm>
#include <type_traits>

using seajay::Board;
using seajay::Color;
using seajay::Game;
using seajay::GameState;
using seajay::Pgn;
using seajay::Role;

static_assert(std::is_copy_constructible_v<Game> && std::is_copy_assignable_v<Game>);
static_assert(std::is_nothrow_move_constructible_v<Game> && std::is_nothrow_move_assignable_v<Game>);
static_assert(std::is_nothrow_swappable_v<Game>);
static_assert(std::is_copy_constructible_v<Board> && std::is_aggregate_v<Board>);

void games();

namespace {

using Words = std::vector<std::string>;

constexpr auto start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr auto rook = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
const Words shuffle = {"g1f3", "g8f6", "f3g1", "f6g8"};

void words()
{
    CHECK(seajay::split("") == Words() && seajay::split("  ") == Words());
    CHECK(seajay::split("e2e4") == Words{"e2e4"});
    CHECK(seajay::split(" a  b c ") == (Words{"a", "b", "c"}));
    CHECK(seajay::join({}).empty() && seajay::join({"a", "b"}) == "a b");
}

void members()
{
    Game game;
    CHECK(game.fen() == start && game.ply_count() == 0 && game.key() == 0x463b96181691fc9c);
    CHECK(game.legal_moves().size() == 20 && game.legal_moves("e1").empty() && game.perft(2) == 400);
    CHECK(game.state() == GameState::ongoing && !game.in_check());
    game.play("f2f3 e7e5");
    game.play_san("2. g4 Qh4#");
    CHECK(game.state() == GameState::checkmate && game.in_check() && game.ply_count() == 4);
    CHECK(game.moves() == (Words{"f2f3", "e7e5", "g2g4", "d8h4"}));
    CHECK(game.moves_san() == "1. f3 e5 2. g4 Qh4#" && game.start_fen() == start);
    game.undo();
    game.undo(2);
    CHECK(game.moves() == Words{"f2f3"});
    game.set(rook, "e1g1");
    CHECK(game.start_fen() == rook && game.can_win(Color::white) && !game.can_win(Color::black));
    game.set_chess960(true);
    CHECK(game.moves() == Words{"e1h1"} && Game(game).moves() == Words{"e1h1"});
    const Game castling(rook);
    CHECK(castling.to_san("e1h1 e8d7") == "O-O Kd7" && castling.from_san("0-0") == "e1g1");
    game.set(std::nullopt);
    CHECK(game.fen() == start);
    // More text than fits into the first buffer.
    for (int round = 0; round < 20; round++)
        game.play(seajay::join(shuffle));
    CHECK(game.moves().size() == 80 && game.moves().back() == "f6g8");
    for (const auto state : {GameState::checkmate, GameState::stalemate, GameState::material,
                             GameState::fivefold, GameState::seventy_five})
        CHECK(seajay::is_over(state) && !seajay::may_claim(state));
    for (const auto state : {GameState::repetition, GameState::fifty_moves})
        CHECK(!seajay::is_over(state) && seajay::may_claim(state));
    CHECK(!seajay::is_over(GameState::ongoing) && !seajay::may_claim(GameState::ongoing));
}

/// Each failed call throws, and changes nothing.
void errors()
{
    Game game(std::nullopt, "e2e4");
    const auto before = game;
    const auto check_error = [&](std::int32_t status, std::string_view part, auto call) {
        fails_with(status, part, call);
        CHECK(game == before);
    };
    check_error(SEAJAY_ERR_ILLEGAL_MOVE, "move 2", [&] { game.play("e7e5 e4e5"); });
    check_error(SEAJAY_ERR_ILLEGAL_MOVE, "Ke4", [&] { game.play_san("e5 2. Ke4"); });
    check_error(SEAJAY_ERR_ILLEGAL_MOVE, "e2e5", [&] { (void)game.to_san("e2e5"); });
    check_error(SEAJAY_ERR_ILLEGAL_MOVE, "Ke5", [&] { (void)game.from_san("Ke5"); });
    check_error(SEAJAY_ERR_ILLEGAL_MOVE, "Ke4", [&] { (void)game.parse_move("Ke4"); });
    check_error(SEAJAY_ERR_ILLEGAL_POSITION, "king", [&] { game.set("8/8/8/8/8/8/8/4K3 w - - 0 1"); });
    check_error(SEAJAY_ERR_ILLEGAL_POSITION, "", [&] { game.set_board({}); });
    check_error(SEAJAY_ERR_INVALID_ARGUMENT, "", [&] { game.undo(2); });
    check_error(SEAJAY_ERR_INVALID_ARGUMENT, "", [&] { (void)game.legal_moves(""); });
    check_error(SEAJAY_ERR_INVALID_ARGUMENT, "e9", [&] { (void)game.legal_move_list("e9"); });
    check_error(SEAJAY_ERR_INVALID_ARGUMENT, "65", [&] { (void)game.perft(65); });
    check_error(SEAJAY_ERR_INVALID_ARGUMENT, "NUL", [&] { game.play(std::string("e7e5\0", 5)); });
    fails_with(SEAJAY_ERR_INVALID_FEN, "fields", [] { Game(""); });
}

/// A null pointer is an error that names the argument; also where no text has a meaning.
void null_texts()
{
    const char *const null = nullptr;
    Game game;
    const auto is_refused = [](std::string_view argument, auto call) {
        fails_with(SEAJAY_ERR_NULL, "argument " + std::string(argument) + " is NULL", call);
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
    is_refused("value", [&] { engine.set_option("Hash", null); });
    is_refused("name", [&] { (void)engine.option(null); });
    is_refused("fen", [&] { engine.set_position(null); });
    is_refused("moves", [&] { engine.set_position(std::nullopt, null); });
    is_refused("data", [&] { engine.load_network(nullptr, 0); });
}

void boards()
{
    const auto board = Game().board();
    CHECK(board.pieces[0][3] == 0x81 && board.pieces[1][5] == 0x1000000000000000);
    CHECK(board.castling_rooks == 0x8100000000000081 && !board.en_passant && !board.chess960);
    CHECK(board.turn == Color::white && board.halfmove_clock == 0 && board.fullmove_number == 1);
    std::string pieces;
    for (int square = -1; square <= 64; square++)
        pieces += board.piece_at(square);
    CHECK(pieces == " RNBQKBNRPPPPPPPP" + std::string(32, ' ') + "pppppppprnbqkbnr ");
    // Out and in again.
    for (const auto fen : {"rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w Kq d6 0 3",
                           "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                           "7k/8/8/8/8/8/8/K2R4 b - - 57 99"}) {
        const Game game(fen);
        const auto other = game.board();
        CHECK(Game(other).fen() == game.fen());
        CHECK(other.en_passant.has_value() == (other.fullmove_number == 3));
        CHECK(other.chess960 == (other.fullmove_number == 9));
    }
    Game game("7k/8/8/8/8/8/8/K2R4 b - - 57 99");
    game.set_board(Board(board));
    CHECK(game == Game());
}

void values()
{
    Game game(rook, "e1g1");
    Game copy = game;
    CHECK(copy == game && copy.moves() == game.moves());
    copy.play("e8e7");
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
    CHECK(game == Game() && moved.start_fen() == rook);
    game.swap(moved);
    CHECK(moved == Game());
    // In containers, which copy and move.
    std::vector<Game> all(1);
    for (const auto &move : Game().legal_moves())
        all.emplace_back(std::nullopt, move);
    auto rotated = all;
    std::rotate(rotated.begin(), rotated.begin() + 7, rotated.end());
    CHECK(all != rotated);
    std::rotate(rotated.begin(), rotated.end() - 7, rotated.end());
    CHECK(all == rotated && all.size() == 21);
}

void moves_as_data()
{
    Game game;
    game.play_san("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6");
    const auto castling = game.parse_move("O-O");
    CHECK(castling.is_castling && castling.role == Role::king && !castling.captured);
    CHECK(castling.from == 4 && castling.to == 6);
    CHECK(castling.rook_from == 7 && castling.rook_to == 5);
    CHECK(castling.uci == "e1g1" && castling.san == "O-O");
    const auto capture = game.parse_move("b5c6");
    CHECK(capture.captured == Role::knight && !capture.promotion && !capture.rook_from);
    CHECK(!capture.is_check && !capture.is_mate && !capture.is_castling && !capture.is_en_passant);
    const auto promotion = Game("7k/P7/6K1/8/8/8/8/8 w - - 0 1").parse_move("a8=R");
    CHECK(promotion.promotion == Role::rook && promotion.is_check && promotion.is_mate);
    CHECK(Game(std::nullopt, "e2e4 a7a6 e4e5 d7d5").parse_move("exd6").is_en_passant);
    CHECK(game.legal_move_list("e1").size() == 3 && game.legal_move_list("e5").empty());
    CHECK(game.legal_move_list().size() == game.legal_moves().size());
    // More than fit into the first list.
    game.set(std::nullopt);
    for (int round = 0; round < 20; round++)
        game.play(seajay::join(shuffle));
    const auto played = game.played_move_list();
    CHECK(played.size() == 80 && played.front().san == "Nf3" && played.back().uci == "f6g8");
}

void reading_pgn()
{
    constexpr auto text = "[White \"A\"]\n\n1. e4! {best} e5 (1... c5) (1... e6) 1-0\n"
                          "[White \"B\"]\n\n1. d4 d5 2. Ke3 *\n";
    Pgn pgn;
    pgn.set_text(text);
    Words read;
    for (const Game &game : pgn)
        read.push_back(pgn.tag("White") + ' ' + game.moves_san() + ' ' + pgn.result());
    CHECK(read == (Words{"A 1. e4 e5 1-0", "B 1. d4 d5 *"}));
    const auto fault = pgn.error();
    CHECK(fault && fault->status == SEAJAY_ERR_ILLEGAL_MOVE && fault->line == 6 && fault->ply == 2);
    CHECK(contains(fault->text, "Ke3") && text[fault->offset] == 'K');

    // No source, one which fails once, and an object that is moved.
    CHECK(error_of([&] { pgn.set_reader({}); }).status() == SEAJAY_ERR_NULL);
    std::size_t at = 0;
    bool fails = true;
    pgn.set_reader([&](char *buffer, std::size_t size) {
        if (at > 30 && std::exchange(fails, false))
            throw std::out_of_range("no paper");
        const auto piece = std::string_view(text).substr(at, std::min<std::size_t>(size, 10));
        at += piece.copy(buffer, piece.size());
        return piece.size();
    });
    auto moved = std::move(pgn);
    Game game;
    CHECK(thrown_by<std::out_of_range>([&] { (void)moved.next(game); }) == "no paper");
    CHECK(game.ply_count() == 0);
    CHECK(moved.next(game) && !moved.error() && game.ply_count() == 2);
    CHECK(moved.comment(1) == "best" && moved.comment(2).empty());
    CHECK(moved.nags(1) == std::vector<std::uint8_t>{1} && moved.nags(2).empty());
    CHECK(moved.variations(2) == (Words{"1... c5", "1... e6"}));
    CHECK(moved.tags() == (std::vector<std::pair<std::string, std::string>>{{"White", "A"}}));
    fails_with(SEAJAY_ERR_IO, "nowhere", [&] { moved.open("nowhere.pgn"); });
    CHECK(moved.next(game) && !moved.next(game));
}

void writing_pgn()
{
    Game game;
    game.play_san("1. e4 e5");
    Pgn pgn;
    CHECK(pgn.begin() == pgn.end());
    pgn.set_tag("White", "A");
    pgn.set_tag("Black", std::nullopt);
    pgn.set_comment(1, "best } by test");
    pgn.set_nags(2, {2, 200});
    pgn.add_variation(game, 2, "c5 Nf3");
    const auto text = pgn.write(game);
    CHECK(contains(text, "\n\n1. e4\n; best } by test\n1... e5 $2 $200 (1... c5 2. Nf3) *\n\n"));
    Pgn again;
    again.set_text(text);
    Game other;
    CHECK(again.next(other) && other == game && again.write(other) == text);
    fails_with(SEAJAY_ERR_INVALID_PGN, "closed", [&] { pgn.add_variation(game, 2, "c5 {"); });
    fails_with(SEAJAY_ERR_INVALID_ARGUMENT, "a b", [&] { pgn.set_tag("a b", ""); });
    Pgn copy;
    copy.copy_record(pgn);
    copy.remove_variation(2, 0);
    CHECK(copy.variations(2).empty() && copy.tag("White") == "A" && pgn.variations(2).size() == 1);
    fails_with(SEAJAY_ERR_INVALID_ARGUMENT, "variation", [&] { copy.remove_variation(2, 0); });
    pgn.set_text(text + text);
    CHECK(pgn.skip() && pgn.skip() && !pgn.skip());
    CHECK(pgn.offset() == static_cast<std::int64_t>(text.size()));
    pgn.seek(0);
    CHECK(pgn.next(game) && pgn.offset() == 0);
    pgn.set_reader([](char *, std::size_t) -> std::size_t { throw std::runtime_error("no paper"); });
    try {
        pgn.skip();
        CHECK(false);
    } catch (const std::runtime_error &error) {
        CHECK(error.what() == std::string("no paper"));
    }
    CHECK(game.set_lenient("4k3/8/8/8/8/8/8/4K2R w KQkq") && !game.set_lenient(game.fen()));
    pgn.clear();
    CHECK(pgn.tags().empty() && pgn.variations(2).empty());
    const Pgn moved = std::move(pgn);
    fails_with(SEAJAY_ERR_NULL, "pgn", [&] { pgn.next(game); });
}

} // namespace

void games()
{
    words();
    members();
    errors();
    null_texts();
    boards();
    values();
    moves_as_data();
    reading_pgn();
    writing_pgn();
}
