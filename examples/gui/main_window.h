// The window: connects board, game and engines. One engine plays, another analyses.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef MAIN_WINDOW_H
#define MAIN_WINDOW_H

#include "engine_worker.h"
#include "game.h"
#include "game_list.h"

#include <QMainWindow>

#include <functional>

class AnalysisPanel;
class BoardWidget;
class EvaluationBar;
class MoveList;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow();

    /// Lists the games of a file and opens the first; you then play both sides.
    void open_pgn(const QString &path);
    void save_pgn(const QString &path);

public slots:
    void new_game();
    /// Begins a game from the FEN that was typed; you play the side to move.
    void set_up();
    /// Takes back moves until it is your turn again.
    void take_back();
    /// Makes the engine move at once; if it is not thinking, ends the analysis.
    void stop();

private:
    Game game;
    GameList games;
    EngineWorker player, analyst;
    BoardWidget *board;
    EvaluationBar *bar;
    AnalysisPanel *panel;
    MoveList *list;
    QLabel *status;
    QLineEdit *fen;
    QComboBox *side, *strength;
    QDoubleSpinBox *seconds;
    QAction *analysing, *flipping;

    void add_actions();
    QWidget *make_play_panel();
    QWidget *make_game_panel();
    QWidget *make_centre();
    QWidget *make_games_table();
    void connect_all();

    void refresh();
    void analyse();
    void reply();
    void show_status();
    void show_line(const AnalysisLine &line);
    void show_outcome();
    void take_side(int index);
    /// Turns the board to the side that you play.
    void face(int index);
    void choose_and_open();
    void choose_and_save();
    void load_pgn(const QString &text);
    /// Begins another game in which you play a side, or shows why that is impossible.
    void begin(int new_side, const std::function<void()> &action);

    void show_error(const seajay::Error &error);

    bool is_white_to_move() const;
    bool engine_is_to_move() const;
    QString name_of(bool is_white) const;
};

#endif // MAIN_WINDOW_H
