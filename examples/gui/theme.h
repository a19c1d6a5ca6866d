// The appearance: all colours, and the styles that widgets share.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef THEME_H
#define THEME_H

#include <QApplication>
#include <QColor>

namespace theme {

inline const QColor light_square("#ebe7dc");
inline const QColor dark_square("#71917a");
inline const QColor last_move(240, 205, 80, 125);
inline const QColor chosen(235, 190, 60, 170);
inline const QColor target(30, 45, 35, 95);
inline const QColor check(225, 50, 40, 235);
inline const QColor arrow(38, 104, 168, 175);
inline const QColor shade(20, 22, 26, 150);

inline const QColor window("#24272c");
inline const QColor panel("#2d3137");
inline const QColor field("#1d2024");
inline const QColor text("#dfe1e4");
inline const QColor dim_text("#969ba3");
inline const QColor accent("#5d9a76");
inline const QColor white_share("#f2efe7");
inline const QColor black_share("#3a3e45");

/// Applies the theme to the whole program.
void dress(QApplication &application);

} // namespace theme

#endif // THEME_H
