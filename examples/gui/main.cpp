// A board to play and analyse on, with seajay inside. Usage: seajay-gui [GAMES.pgn]
//
// SPDX-License-Identifier: GPL-3.0-or-later

#include "main_window.h"
#include "theme.h"

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    theme::dress(application);
    MainWindow window;
    window.show();
    if (const auto arguments = QApplication::arguments(); arguments.size() > 1)
        window.open_pgn(arguments[1]);
    return QApplication::exec();
}
