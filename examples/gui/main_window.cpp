// SPDX-License-Identifier: GPL-3.0-or-later

#include "main_window.h"

#include "analysis_panel.h"
#include "board_widget.h"
#include "evaluation_bar.h"
#include "move_list.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QBoxLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QSaveFile>
#include <QSignalBlocker>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>

#include <cmath>
#include <stdexcept>

namespace {

constexpr int hash_mib = 64;
constexpr int analysis_lines = 3;
constexpr int elo_step = 200;
constexpr int column_width = 370;
constexpr int message_ms = 10'000;
const QString pgn_files = "Chess games (*.pgn)";

/// Which side you play, as listed in the window.
enum Side { white, black, both };

seajay::OptionInfo option(std::string_view name)
{
    for (const auto &info : seajay::options())
        if (info.name == name)
            return info;
    throw std::logic_error("the library lacks the option " + std::string(name));
}

QLabel *label(const QString &text, const QString &kind)
{
    auto *label = new QLabel(text);
    label->setObjectName(kind);
    return label;
}

} // namespace

MainWindow::MainWindow() : player(hash_mib), analyst(hash_mib)
{
    setWindowTitle("seajay");
    setCentralWidget(make_centre());
    add_actions();
    connect_all();
    resize(1140, 780);
    analysing->setChecked(true);
    new_game();
}

// The contents of the window.

QWidget *MainWindow::make_centre()
{
    auto *centre = new QWidget;
    auto *row = new QHBoxLayout(centre);
    row->setContentsMargins(12, 8, 12, 4);
    row->setSpacing(10);
    bar = new EvaluationBar;
    board = new BoardWidget;
    row->addWidget(bar);
    row->addWidget(board, 1);
    auto *column = new QVBoxLayout;
    column->setSpacing(10);
    panel = new AnalysisPanel(analysis_lines);
    for (auto *part : {make_play_panel(), static_cast<QWidget *>(panel), make_game_panel()}) {
        part->setFixedWidth(column_width);
        column->addWidget(part);
    }
    row->addLayout(column);
    return centre;
}

QWidget *MainWindow::make_play_panel()
{
    auto *frame = new QFrame;
    frame->setObjectName("panel");
    status = label("", "status");
    side = new QComboBox;
    side->setObjectName("side");
    side->addItems({"White", "Black", "Both sides"});
    strength = new QComboBox;
    strength->setObjectName("strength");
    strength->setToolTip("Elo of a scale of its own, see UCI_Elo");
    const auto elo = option("UCI_Elo");
    strength->addItem("Full", 0);
    for (auto level = elo.max; level >= elo.min; level -= elo_step)
        strength->addItem(QString::number(level), static_cast<int>(level));
    seconds = new QDoubleSpinBox;
    seconds->setObjectName("seconds");
    seconds->setRange(0.1, 600);
    seconds->setDecimals(1);
    seconds->setSuffix(" s");
    seconds->setValue(1);
    seconds->setToolTip("The most that the engine thinks about a move");

    auto *column = new QVBoxLayout(frame);
    column->addWidget(status);
    auto *row = new QHBoxLayout;
    const auto add = [row](const QString &name, QWidget *field, int stretch) {
        auto *pair = new QVBoxLayout;
        pair->setSpacing(2);
        pair->addWidget(label(name, "dim"));
        pair->addWidget(field);
        row->addLayout(pair, stretch);
    };
    add("You play", side, 3);
    add("Strength", strength, 2);
    add("Time", seconds, 2);
    column->addLayout(row);
    return frame;
}

QWidget *MainWindow::make_game_panel()
{
    auto *frame = new QFrame;
    frame->setObjectName("panel");
    auto *column = new QVBoxLayout(frame);
    list = new MoveList;
    auto *tabs = new QTabWidget;
    tabs->addTab(list, "Game");
    tabs->addTab(make_games_table(), "File");
    column->addWidget(tabs, 1);
    auto *row = new QHBoxLayout;
    const auto add = [this, row](const QString &text, const QString &tip, Qt::Key key, auto ply) {
        auto *action = new QAction(text, this);
        action->setShortcut(key);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, [this, ply] { game.show(ply()); });
        auto *button = new QToolButton;
        button->setDefaultAction(action);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        row->addWidget(button);
    };
    add("|◀", "To the beginning", Qt::Key_Home, [] { return 0; });
    add("◀", "Back", Qt::Key_Left, [this] { return game.ply() - 1; });
    add("▶", "Forward", Qt::Key_Right, [this] { return game.ply() + 1; });
    add("▶|", "To the end", Qt::Key_End, [this] { return game.length(); });
    column->addLayout(row);
    fen = new QLineEdit;
    fen->setObjectName("fen");
    fen->setToolTip("The position in FEN; type another and press Enter");
    column->addWidget(fen);
    return frame;
}

QWidget *MainWindow::make_games_table()
{
    auto *table = new QTableView;
    table->setObjectName("games");
    table->setModel(&games);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    // Rows of one height need not be measured, however many there are.
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->setWordWrap(false);
    connect(table, &QTableView::clicked, this, [this](const QModelIndex &index) {
        begin(both, [&] { game.read(games.at(index.row())); });
    });
    return table;
}

void MainWindow::add_actions()
{
    auto *menu = menuBar()->addMenu("&Game");
    auto *tools = addToolBar("Tools");
    tools->setMovable(false);
    const auto add = [this, menu](const QString &text, const QKeySequence &key, auto slot) {
        auto *action = menu->addAction(text, this, slot);
        action->setShortcut(key);
        return action;
    };
    const auto add_switch = [this, menu](const QString &text, const QKeySequence &key, auto slot) {
        auto *action = menu->addAction(text);
        action->setShortcut(key);
        action->setCheckable(true);
        connect(action, &QAction::toggled, this, slot);
        return action;
    };
    tools->addAction(add("New game", QKeySequence::New, &MainWindow::new_game));
    tools->addAction(add("Take back", QKeySequence::Undo, &MainWindow::take_back));
    tools->addAction(add("Stop", Qt::Key_Escape, &MainWindow::stop));
    tools->addSeparator();
    analysing = add_switch("Analysis", Qt::CTRL | Qt::Key_E, &MainWindow::analyse);
    flipping = add_switch("Flip", Qt::CTRL | Qt::Key_F, [this](bool flipped) {
        board->set_flipped(flipped);
        bar->set_flipped(flipped);
    });
    tools->addActions({analysing, flipping});
    menu->addSeparator();
    add("Open PGN…", QKeySequence::Open, &MainWindow::choose_and_open);
    add("Save PGN…", QKeySequence::Save, &MainWindow::choose_and_save);
    add("Copy PGN", Qt::CTRL | Qt::SHIFT | Qt::Key_C,
        [this] { QGuiApplication::clipboard()->setText(game.pgn()); });
    add("Paste PGN", Qt::CTRL | Qt::SHIFT | Qt::Key_V,
        [this] { load_pgn(QGuiApplication::clipboard()->text()); });
    menu->addSeparator();
    add("Quit", QKeySequence::Quit, &MainWindow::close);
}

void MainWindow::connect_all()
{
    connect(&game, &Game::changed, this, &MainWindow::refresh);
    connect(board, &BoardWidget::move_made, &game, &Game::play);
    connect(board, &BoardWidget::side_changed, bar, &QWidget::setMaximumHeight);
    connect(list, &MoveList::chosen, &game, &Game::show);
    connect(fen, &QLineEdit::returnPressed, this, &MainWindow::set_up);
    connect(side, &QComboBox::currentIndexChanged, this, &MainWindow::take_side);
    connect(&analyst, &EngineWorker::line_found, this, &MainWindow::show_line);
    connect(&player, &EngineWorker::finished, &game, &Game::play);
    connect(&games, &GameList::failed, this,
            [this](const QString &reason) { statusBar()->showMessage(reason, message_ms); });
    for (auto *worker : {&player, &analyst})
        connect(worker, &EngineWorker::failed, this, [this](const QString &reason) {
            statusBar()->showMessage(reason, message_ms);
            show_status();
        });
}

// Actions.

void MainWindow::new_game()
{
    game.start(name_of(true), name_of(false));
}

void MainWindow::set_up()
{
    try {
        const seajay::Game position(fen->text().simplified().toStdString());
        const auto to_move = position.board().turn == seajay::Color::white ? white : black;
        begin(side->currentIndex() == both ? both : to_move,
              [&] { game.start(name_of(true), name_of(false), position); });
    } catch (const seajay::Error &error) {
        show_error(error);
    }
}

void MainWindow::take_back()
{
    const bool is_yours = !engine_is_to_move();
    game.take_back(is_yours && side->currentIndex() != both ? 2 : 1);
}

void MainWindow::stop()
{
    if (player.is_busy())
        player.stop();
    else
        analysing->setChecked(false);
}

void MainWindow::take_side(int index)
{
    face(index);
    refresh();
}

void MainWindow::face(int index)
{
    if (index != both)
        flipping->setChecked(index == black);
}

void MainWindow::open_pgn(const QString &path)
{
    begin(both, [&] { game.read(games.open(path)); });
}

void MainWindow::save_pgn(const QString &path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(game.pgn().toUtf8()) < 0 || !file.commit())
        statusBar()->showMessage(path + ": " + file.errorString(), message_ms);
}

void MainWindow::load_pgn(const QString &text)
{
    begin(both, [this, &text] { game.set_pgn(text); });
}

void MainWindow::begin(int new_side, const std::function<void()> &action)
{
    const auto before = side->currentIndex();
    const auto seat = [this](int index) {
        const QSignalBlocker blocker(side);
        side->setCurrentIndex(index);
    };
    seat(new_side);
    try {
        action();
        face(new_side);
        statusBar()->clearMessage();
    } catch (const seajay::Error &error) {
        seat(before);
        show_error(error);
    }
}

void MainWindow::show_error(const seajay::Error &error)
{
    statusBar()->showMessage(QString::fromUtf8(error.what()), message_ms);
}

void MainWindow::choose_and_open()
{
    const auto path = QFileDialog::getOpenFileName(this, "Open a game", {}, pgn_files);
    if (!path.isEmpty())
        open_pgn(path);
}

void MainWindow::choose_and_save()
{
    const auto path = QFileDialog::getSaveFileName(this, "Save the game", "game.pgn", pgn_files);
    if (!path.isEmpty())
        save_pgn(path);
}

// Events.

/// The position or the side to play has changed.
void MainWindow::refresh()
{
    const bool is_over = !game.outcome().isEmpty();
    board->set_game(game.position(), !is_over && !engine_is_to_move());
    list->set_moves(QString::fromStdString(game.all().moves_san()), game.ply());
    fen->setText(QString::fromStdString(game.position().fen()));
    fen->setCursorPosition(0);
    panel->clear();
    if (is_over)
        show_outcome();
    else if (!analysing->isChecked())
        bar->set_evaluation(0.5, {});
    analyse();
    reply();
    show_status();
}

void MainWindow::analyse()
{
    analyst.cancel();
    if (!analysing->isChecked() || !game.outcome().isEmpty())
        return;
    Task task;
    task.game = game.position();
    task.limits.infinite = true;
    task.lines = analysis_lines;
    analyst.search(task);
}

void MainWindow::reply()
{
    if (!engine_is_to_move() || !game.is_at_end() || !game.outcome().isEmpty()) {
        player.cancel();
        return;
    }
    Task task;
    task.game = game.position();
    task.limits.move_time = seajay::Milliseconds(std::lround(1000 * seconds->value()));
    task.elo = strength->currentData().toInt();
    player.search(task);
}

void MainWindow::show_line(const AnalysisLine &line)
{
    panel->set_line(line, game.position());
    if (line.rank != 1)
        return;
    board->set_arrow(QString::fromStdString(line.moves.front()));
    bar->set_evaluation(is_white_to_move() ? line.share : 1 - line.share,
                        score_text(line.score, game.position().board().turn));
}

void MainWindow::show_outcome()
{
    if (game.position().state() != seajay::GameState::checkmate)
        bar->set_evaluation(0.5, "½");
    else if (is_white_to_move())
        bar->set_evaluation(0, "0-1");
    else
        bar->set_evaluation(1, "1-0");
}

void MainWindow::show_status()
{
    const auto outcome = game.outcome();
    if (!outcome.isEmpty())
        status->setText(outcome);
    else if (player.is_busy())
        status->setText("seajay thinks …");
    else
        status->setText(is_white_to_move() ? "White to move" : "Black to move");
}

bool MainWindow::is_white_to_move() const
{
    return game.position().board().turn == seajay::Color::white;
}

bool MainWindow::engine_is_to_move() const
{
    return side->currentIndex() == (is_white_to_move() ? black : white);
}

QString MainWindow::name_of(bool is_white) const
{
    if (side->currentIndex() != (is_white ? black : white))
        return "You";
    const auto elo = strength->currentData().toInt();
    return elo == 0 ? "seajay" : QString("seajay, strength %1").arg(elo);
}
