// Drives the window as a person does, by mouse and keys, and reads what it shows. Another
// game of the library says what is legal.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#include "analysis_panel.h"
#include "board_widget.h"
#include "evaluation_bar.h"
#include "main_window.h"
#include "move_list.h"
#include "theme.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

namespace {

/// Longer than anything takes on a busy machine.
constexpr int patience_ms = 60000;

const QString opera_end = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17";

/// The window, and what a person sees and uses of it.
struct Desk {
    MainWindow window;
    BoardWidget *board = window.findChild<BoardWidget *>();
    AnalysisPanel *analysis = window.findChild<AnalysisPanel *>();
    MoveList *list = window.findChild<MoveList *>();
    QTableView *games = window.findChild<QTableView *>("games");
    QLabel *status = window.findChild<QLabel *>("status");
    QLineEdit *fen = window.findChild<QLineEdit *>("fen");
    QComboBox *side = window.findChild<QComboBox *>("side");
    QComboBox *strength = window.findChild<QComboBox *>("strength");
    QDoubleSpinBox *seconds = window.findChild<QDoubleSpinBox *>("seconds");

    explicit Desk(const QString &you_play = "Both sides", double think_seconds = 0.2)
    {
        seconds->setValue(think_seconds);
        side->setCurrentText(you_play);
        window.show();
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window))
            qFatal("the window does not appear");
    }

    QAction *action(const QString &text) const
    {
        for (auto *action : window.findChildren<QAction *>())
            if (action->text() == text)
                return action;
        qFatal("there is no action %s", qPrintable(text));
    }

    QPoint middle_of(const QString &square) const
    {
        return board->square_area(square).center().toPoint();
    }

    void click(const QString &square)
    {
        QTest::mouseClick(board, Qt::LeftButton, {}, middle_of(square));
    }

    void click(const QString &from, const QString &to)
    {
        click(from);
        click(to);
    }

    void drag(const QString &from, const QString &to)
    {
        QTest::mousePress(board, Qt::LeftButton, {}, middle_of(from));
        QTest::mouseMove(board, (middle_of(from) + middle_of(to)) / 2);
        QTest::mouseMove(board, middle_of(to));
        QTest::mouseRelease(board, Qt::LeftButton, {}, middle_of(to));
    }

    void type_fen(const QString &text)
    {
        fen->setText(text);
        QTest::keyClick(fen, Qt::Key_Return);
    }

    /// The moves in the list, without numbers.
    QStringList moves() const
    {
        auto words = list->toPlainText().split(QRegularExpression("\\s+"), Qt::SkipEmptyParts);
        return words.filter(QRegularExpression("^(?!\\d+\\.$|…$)"));
    }
};

/// A famous game with all that movetext can have, and the beginning of another.
QString opera_file()
{
    return QFINDTESTDATA("opera.pgn");
}

QString opera()
{
    QFile file(opera_file());
    if (!file.open(QIODevice::ReadOnly))
        qFatal("there is no opera.pgn");
    return QString::fromUtf8(file.readAll());
}

QString fen_after(const QString &moves, const QString &fen = {})
{
    seajay::Game game;
    if (!fen.isEmpty())
        game.set(fen.toStdString());
    game.play_san(moves.toStdString());
    return QString::fromStdString(game.fen());
}

/// The longest time, in milliseconds, between two ticks of a timer that should tick all the time.
qint64 longest_pause(int for_ms)
{
    QElapsedTimer clock;
    qint64 last = 0, longest = 0;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer, &QTimer::timeout, [&] {
        longest = std::max(longest, clock.elapsed() - last);
        last = clock.elapsed();
    });
    clock.start();
    timer.start(5);
    QTest::qWait(for_ms);
    return std::max(longest, clock.elapsed() - last);
}

} // namespace

class GuiTest : public QObject {
    Q_OBJECT

private slots:
    void clicks_and_drags_play_moves();
    void illegal_clicks_are_ignored();
    void pawns_are_promoted_to_the_piece_that_is_chosen();
    void the_engine_answers();
    void a_weak_engine_answers_too();
    void a_stop_makes_the_engine_move_and_ends_the_analysis();
    void moves_are_taken_back();
    void taking_back_ends_the_engine_s_thinking();
    void the_analysis_shows_three_lines();
    void the_analysis_follows_the_game();
    void positions_go_in_and_out();
    void games_go_in_and_out();
    void a_large_file_is_listed_and_its_games_opened();
    void games_that_make_no_sense_change_nothing();
    void checks_and_ends_are_told();
    void one_walks_through_a_game();
    void the_window_stays_alive_while_engines_think();
    void the_picture();
};

void GuiTest::clicks_and_drags_play_moves()
{
    Desk desk;
    desk.click("e2", "e4");
    QCOMPARE(desk.fen->text(), fen_after("e4"));
    desk.drag("g8", "f6");
    QCOMPARE(desk.fen->text(), fen_after("e4 Nf6"));
    desk.action("Flip")->trigger();
    desk.drag("e4", "e5");
    desk.click("f6", "d5");
    QCOMPARE(desk.fen->text(), fen_after("e4 Nf6 e5 Nd5"));
    QCOMPARE(desk.moves(), QStringList({"e4", "Nf6", "e5", "Nd5"}));
}

void GuiTest::illegal_clicks_are_ignored()
{
    Desk desk;
    const auto start = desk.fen->text();
    desk.click("e2", "e5");
    desk.click("e4");
    desk.click("e7", "e5");
    desk.click("a1", "a1");
    desk.drag("e2", "e5");
    desk.drag("e1", "e2");
    desk.drag("e4", "e5");
    QTest::mouseClick(desk.board, Qt::RightButton, {}, desk.middle_of("e2"));
    QTest::mouseClick(desk.board, Qt::LeftButton, {}, QPoint(0, 0));
    QCOMPARE(desk.fen->text(), start);
    // Another own piece instead of the first one.
    desk.click("e2");
    desk.click("d2", "d4");
    QCOMPARE(desk.fen->text(), fen_after("d4"));
    // It is not your move.
    Desk other("White", 600);
    other.click("d2", "d4");
    other.click("e7", "e5");
    QCOMPARE(other.fen->text(), fen_after("d4"));
}

void GuiTest::pawns_are_promoted_to_the_piece_that_is_chosen()
{
    const QString before = "3r3k/4P3/8/8/8/8/6p1/K7 w - - 0 1";
    Desk desk;
    desk.type_fen(before);
    desk.click("e7", "d8");
    QCOMPARE(desk.fen->text(), before);
    QTest::mouseClick(desk.board, Qt::LeftButton, {},
                      desk.board->promotion_area('r').center().toPoint());
    QCOMPARE(desk.fen->text(), fen_after("exd8=R+", before));
    desk.type_fen("7k/8/8/8/8/8/6p1/K7 b - - 0 1");
    desk.click("g2", "g1");
    QVERIFY(!desk.board->promotion_area('n').isEmpty());
    desk.click("a8"); // none of them
    QVERIFY(desk.board->promotion_area('n').isEmpty());
    desk.drag("g2", "g1");
    QTest::mouseClick(desk.board, Qt::LeftButton, {},
                      desk.board->promotion_area('n').center().toPoint());
    QCOMPARE(desk.fen->text(), fen_after("g1=N", "7k/8/8/8/8/8/6p1/K7 b - - 0 1"));
}

void GuiTest::the_engine_answers()
{
    Desk desk("White");
    desk.click("e2", "e4");
    QCOMPARE(desk.status->text(), "seajay thinks …");
    QTRY_COMPARE_WITH_TIMEOUT(desk.moves().size(), 2, patience_ms);
    QCOMPARE(desk.fen->text(), fen_after(desk.moves().join(' ')));
    QCOMPARE(desk.status->text(), "White to move");
    // As Black, the engine begins.
    Desk other("Black");
    QTRY_COMPARE_WITH_TIMEOUT(other.moves().size(), 1, patience_ms);
    QCOMPARE(other.fen->text(), fen_after(other.moves().join(' ')));
}

void GuiTest::a_weak_engine_answers_too()
{
    Desk desk("White", 600);
    desk.strength->setCurrentText("1000");
    QCOMPARE(desk.strength->currentText(), "1000");
    desk.click("e2", "e4");
    // It visits few positions, whatever time it has.
    QTRY_COMPARE_WITH_TIMEOUT(desk.moves().size(), 2, patience_ms);
    QCOMPARE(desk.fen->text(), fen_after(desk.moves().join(' ')));
}

void GuiTest::a_stop_makes_the_engine_move_and_ends_the_analysis()
{
    Desk desk("White", 600);
    desk.click("e2", "e4");
    // At once, and after some thought.
    desk.action("Stop")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(desk.moves().size(), 2, patience_ms);
    desk.click("a2", "a3");
    QCOMPARE(desk.moves().size(), 3);
    QTest::qWait(300);
    QCOMPARE(desk.moves().size(), 3);
    desk.action("Stop")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(desk.moves().size(), 4, patience_ms);
    QVERIFY(desk.action("Analysis")->isChecked());
    desk.action("Stop")->trigger();
    QVERIFY(!desk.action("Analysis")->isChecked());
    desk.action("Stop")->trigger();
    QVERIFY(!desk.action("Analysis")->isChecked());
}

void GuiTest::moves_are_taken_back()
{
    Desk desk("White");
    desk.click("e2", "e4");
    QTRY_COMPARE_WITH_TIMEOUT(desk.moves().size(), 2, patience_ms);
    desk.action("Take back")->trigger();
    QCOMPARE(desk.fen->text(), fen_after(""));
    QVERIFY(desk.moves().isEmpty());
    desk.action("Take back")->trigger();
    QCOMPARE(desk.fen->text(), fen_after(""));
    desk.side->setCurrentText("Both sides");
    desk.click("d2", "d4");
    desk.click("d7", "d5");
    desk.action("Take back")->trigger();
    QCOMPARE(desk.fen->text(), fen_after("d4"));
}

void GuiTest::taking_back_ends_the_engine_s_thinking()
{
    Desk desk("White", 600);
    desk.click("e2", "e4");
    QTest::qWait(100);
    desk.action("Take back")->trigger();
    QCOMPARE(desk.fen->text(), fen_after(""));
    QTest::qWait(300);
    QCOMPARE(desk.fen->text(), fen_after(""));
    desk.click("d2", "d4");
    desk.action("Stop")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(desk.moves().size(), 2, patience_ms);
    QCOMPARE(desk.fen->text(), fen_after(desk.moves().join(' ')));
}

void GuiTest::the_analysis_shows_three_lines()
{
    Desk desk;
    const QString spanish = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    for (const auto &fen : {QString(), spanish}) {
        if (!fen.isEmpty())
            desk.type_fen(fen);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.analysis->line_text(3).isEmpty(), patience_ms);
        const seajay::Game game(desk.fen->text().toStdString());
        QStringList first_moves;
        for (int rank = 1; rank <= 3; rank++) {
            const auto line = game.from_san(desk.analysis->line_text(rank).toStdString());
            first_moves.append(QString::fromStdString(line).section(' ', 0, 0));
        }
        QCOMPARE(first_moves.removeDuplicates(), 0);
    }
}

void GuiTest::the_analysis_follows_the_game()
{
    // A queen down, a rook up, and the same for Black.
    Desk desk;
    const auto *bar = desk.window.findChild<EvaluationBar *>();
    desk.type_fen("3qk3/8/8/8/8/8/8/4K3 w - - 0 1");
    QTRY_VERIFY_WITH_TIMEOUT(bar->white_share() < 0.2, patience_ms);
    desk.type_fen("4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    QTRY_VERIFY_WITH_TIMEOUT(bar->white_share() > 0.8, patience_ms);
    // A mate that is there leaves nothing to analyse.
    desk.type_fen("4k3/R7/8/8/8/8/8/1R2K3 w - - 0 1");
    QTRY_VERIFY_WITH_TIMEOUT(desk.analysis->line_text(1).startsWith("1. Rb8#"), patience_ms);
    desk.click("b1", "b8");
    QCOMPARE(desk.analysis->line_text(1), "");
    QCOMPARE(bar->white_share(), 1.0);
    QTest::qWait(200);
    QCOMPARE(desk.analysis->line_text(1), "");
}

void GuiTest::positions_go_in_and_out()
{
    Desk desk("White", 600);
    const QString black_to_move = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20";
    desk.type_fen(black_to_move);
    QCOMPARE(desk.fen->text(), black_to_move);
    QCOMPARE(desk.side->currentText(), "Black");
    desk.click("e8", "g8");
    QCOMPARE(desk.fen->text(), fen_after("O-O", black_to_move));
    QCOMPARE(desk.moves(), QStringList({"O-O"}));
    const auto before = desk.fen->text();
    for (const QString bad : {"rubbish", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - x"}) {
        desk.type_fen(bad);
        QVERIFY(!desk.window.findChild<QStatusBar *>()->currentMessage().isEmpty());
        QCOMPARE(desk.moves(), QStringList({"O-O"}));
        QCOMPARE(desk.side->currentText(), "Black");
    }
    desk.action("New game")->trigger();
    QCOMPARE(desk.moves().size(), 0);
}

void GuiTest::games_go_in_and_out()
{
    QTemporaryDir folder;
    const auto out = folder.filePath("out.pgn");
    Desk desk;
    desk.window.open_pgn(opera_file());
    QCOMPARE(desk.fen->text(), opera_end);
    QCOMPARE(desk.moves().size(), 33);
    desk.window.save_pgn(out);
    QVERIFY(QFile(out).size() > 0);

    // The first game of the file as a whole, its marks as numbers.
    QFile written(out);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const auto text = QString::fromUtf8(written.readAll());
    auto first = opera().section("\n\n", 0, 1);
    for (const auto &[from, to] : {std::pair{"5.Qxf3", "5. Qxf3"},
                                   {"b5? ; a second weakness", "b5 $2 {a second weakness}"},
                                   {"Qb8+!!", "Qb8+ $3"}})
        first.replace(from, to);
    QCOMPARE(text.simplified(), first.simplified());
    for (const auto &line : text.split('\n'))
        QVERIFY(line.size() < 80);
    Desk other;
    other.window.open_pgn(out);
    QCOMPARE(other.fen->text(), opera_end);
    QCOMPARE(other.moves(), desk.moves());

    // From a position, with Black to begin, and unfinished.
    const QString fen = "4k3/8/8/8/8/8/4p3/K7 b - - 0 40";
    Game game;
    game.start("A", "B", seajay::Game(fen.toStdString()));
    game.play("e2e1q");
    game.play("a1b2");
    QVERIFY2(game.pgn().contains("\n\n40... e1=Q+ 41. Kb2 *\n"), qPrintable(game.pgn()));
    Game again;
    again.set_pgn(game.pgn());
    QVERIFY(again.position() == game.position());
    QCOMPARE(again.pgn(), game.pgn());
    // What belongs to the moves is kept, and only the first game is read.
    again.set_pgn("1. e4 (1. d4) e5 {wrapped\n[%clk 0:01]} 2. f4 $1 {bold} 0-1\n\n1. d4 *\n");
    const QString kept = "\n\n1. e4 (1. d4) 1... e5 {wrapped [%clk 0:01]} 2. ";
    QVERIFY2(again.pgn().endsWith(kept + "f4 $1 {bold} 0-1\n\n"), qPrintable(again.pgn()));
    // Another move takes the place of the last, with nothing that was said of it.
    again.show(2);
    again.play("g1f3");
    QVERIFY2(again.pgn().endsWith(kept + "Nf3 *\n\n"), qPrintable(again.pgn()));
    again.take_back(3);
    QVERIFY2(again.pgn().endsWith("\n\n*\n\n"), qPrintable(again.pgn()));
}

void GuiTest::a_large_file_is_listed_and_its_games_opened()
{
    constexpr int count = 100'000;
    const QStringList moves{"e4", "d4", "c4", "Nf3", "g3", "b3", "f4"};
    const auto move_of = [&](int game) { return moves[game % moves.size()]; };
    QTemporaryDir folder;
    const auto path = folder.filePath("games.pgn");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int game = 0; game < count; game++)
        file.write(QString("[White \"player %1\"]\n\n1. %2 *\n\n")
                       .arg(QString::number(game), move_of(game))
                       .toUtf8());
    file.close();

    Desk desk;
    const auto *list = desk.games->model();
    desk.window.open_pgn(path);
    QCOMPARE(desk.fen->text(), fen_after(move_of(0)));
    QVERIFY(list->rowCount() < count);
    // The list grows in small steps, and between two of them the window has its turn.
    int steps = 0, most_steps = 0, longest_step = 0;
    QTimer turn;
    connect(&turn, &QTimer::timeout,
            [&] { most_steps = std::max(most_steps, std::exchange(steps, 0)); });
    connect(list, &QAbstractItemModel::rowsInserted, &turn,
            [&](const QModelIndex &, int first, int last) {
                steps++;
                longest_step = std::max(longest_step, last - first + 1);
            });
    turn.start(0);
    QTRY_COMPARE_WITH_TIMEOUT(list->rowCount(), count, patience_ms);
    QVERIFY(most_steps <= 2);
    QVERIFY(longest_step < count / 2);
    desk.window.findChild<QTabWidget *>()->setCurrentWidget(desk.games);
    for (const int game : {count - 1, 12'345, 0}) {
        const auto index = list->index(game, 0);
        QCOMPARE(index.data().toString(), QString("player %1").arg(game));
        desk.games->scrollTo(index);
        QTest::mouseClick(desk.games->viewport(), Qt::LeftButton, {},
                          desk.games->visualRect(index).center());
        QCOMPARE(desk.fen->text(), fen_after(move_of(game)));
    }
    // What cannot be read leaves the list and the game.
    desk.window.open_pgn(folder.filePath("nowhere.pgn"));
    QVERIFY(!desk.window.findChild<QStatusBar *>()->currentMessage().isEmpty());
    QCOMPARE(list->rowCount(), count);
    QCOMPARE(desk.fen->text(), fen_after(move_of(0)));
}

void GuiTest::games_that_make_no_sense_change_nothing()
{
    Game game;
    game.start("A", "B");
    game.play("e2e4");
    const auto before = game.pgn();
    for (const QString bad : {"1. e4 e5 2. Ke3", "1. e4 rubbish", "[FEN \"rubbish\"]\n\n1. e4"}) {
        QVERIFY_EXCEPTION_THROWN(game.set_pgn(bad), seajay::Error);
        QCOMPARE(game.pgn(), before);
    }
    QVERIFY_EXCEPTION_THROWN(game.play("e2e4"), seajay::Error);
    QCOMPARE(game.pgn(), before);
    for (const QString none : {"", "{1. e4", "(", "((1. e4)", "[", ")", "1.", "$", "; 1. e4"}) {
        QVERIFY_EXCEPTION_THROWN(game.set_pgn(none), seajay::Error);
        QCOMPARE(game.pgn(), before);
    }
}

void GuiTest::checks_and_ends_are_told()
{
    Game game;
    game.set_pgn(opera());
    QCOMPARE(game.outcome(), "Checkmate: White wins");
    QVERIFY(game.pgn().contains("17. Rd8# 1-0"));
    int checks = 0;
    for (int ply = 1; ply <= game.length(); ply++) {
        game.show(ply);
        const auto moves = game.position().moves_san();
        QCOMPARE(game.position().in_check(), moves.back() == '+' || moves.back() == '#');
        checks += game.position().in_check();
    }
    QCOMPARE(checks, 4);
    game.start("A", "B", seajay::Game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    QCOMPARE(game.outcome(), "Draw: stalemate");
    game.start("A", "B", seajay::Game("7k/8/6K1/8/8/8/8/8 b - - 0 1"));
    QCOMPARE(game.outcome(), "Draw: too little material for a mate");
    game.start("A", "B");
    for (int i = 0; i < 2; i++)
        for (const auto *move : {"g1f3", "g8f6", "f3g1", "f6g8"})
            game.play(move);
    QCOMPARE(game.outcome(), "Draw: the position is there for the third time");
    QVERIFY(game.pgn().contains("[Result \"1/2-1/2\"]"));
}

void GuiTest::one_walks_through_a_game()
{
    Desk desk;
    for (const auto &[from, to] : {std::pair{"e2", "e4"}, {"e7", "e5"}, {"g1", "f3"}})
        desk.click(from, to);
    QTest::keyClick(desk.board, Qt::Key_Left);
    QCOMPARE(desk.fen->text(), fen_after("e4 e5"));
    QTest::keyClick(desk.board, Qt::Key_Home);
    QTest::keyClick(desk.board, Qt::Key_Left);
    QCOMPARE(desk.fen->text(), fen_after(""));
    QTest::keyClick(desk.board, Qt::Key_Right);
    QCOMPARE(desk.fen->text(), fen_after("e4"));
    QTest::keyClick(desk.board, Qt::Key_End);
    QCOMPARE(desk.fen->text(), fen_after("e4 e5 Nf3"));
    QCOMPARE(desk.moves().size(), 3);
    emit desk.list->anchorClicked(QUrl("1"));
    QCOMPARE(desk.fen->text(), fen_after("e4"));
    // Another move there takes the place of the old ones.
    desk.click("c7", "c5");
    QCOMPARE(desk.moves(), QStringList({"e4", "c5"}));
}

void GuiTest::the_window_stays_alive_while_engines_think()
{
    constexpr int max_ms = 50, watch_ms = 1500, tries = 5;
    Desk desk("White", 600);
    desk.click("e2", "e4");
    // A busy machine may hold up the process for once; a window that waits is held up every time.
    qint64 pause = 0;
    for (int i = 0; i < tries; i++) {
        pause = longest_pause(watch_ms);
        QCOMPARE(desk.status->text(), "seajay thinks …");
        if (pause <= max_ms)
            break;
    }
    qInfo("longest pause: %lld ms", static_cast<long long>(pause));
    QVERIFY(pause <= max_ms);
}

/// Also writes docs/images/gui.png, where the variable GUI_PICTURE says so.
void GuiTest::the_picture()
{
    Desk desk("White", 1);
    desk.window.open_pgn(opera_file());
    emit desk.list->anchorClicked(QUrl("18"));
    QCOMPARE(desk.board->square_area("a1").width(), desk.board->square_area("h8").height());
    QTRY_VERIFY_WITH_TIMEOUT(!desk.analysis->line_text(3).isEmpty(), patience_ms);
    const auto where = qEnvironmentVariable("GUI_PICTURE");
    if (!where.isEmpty())
        QTest::qWait(5000);
    const auto picture = desk.window.grab().toImage();
    const auto at = [&](const QString &square) {
        const auto area = desk.board->square_area(square);
        return picture.pixelColor(desk.board->mapTo(&desk.window, area.center().toPoint()));
    };
    QVERIFY(at("d3") != at("e3")); // empty squares of both colours
    QCOMPARE(at("d4"), theme::dark_square);
    QVERIFY(at("b3").lightness() > 200 && at("e7").lightness() < 100); // queens
    if (!where.isEmpty())
        QVERIFY(picture.save(where, "PNG", 0));
}

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    theme::dress(application);
    GuiTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "gui_test.moc"
