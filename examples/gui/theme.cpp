// SPDX-License-Identifier: GPL-3.0-or-later

#include "theme.h"

#include <QPalette>
#include <QStyleFactory>

namespace {

/// Styles that a palette cannot express. %1 panel, %2 field, %3 dim text, %4 accent.
const char *const style = R"(
    QFrame#panel { background: %1; border-radius: 8px; }
    QLabel#headline { color: %3; font-size: 12px; font-weight: bold; }
    QLabel#news, QLabel#dim { color: %3; font-size: 12px; }
    QLabel#score { background: %2; border-radius: 4px; padding: 2px 4px; font-weight: bold; }
    QLabel#status { font-size: 15px; font-weight: bold; }
    QLineEdit, QTextBrowser { background: %2; border: none; border-radius: 4px; padding: 4px; }
    QToolBar { border: none; spacing: 4px; padding: 4px 8px 0 8px; }
    QToolButton { border: none; border-radius: 4px; padding: 6px 10px; }
    QToolButton:hover { background: %1; }
    QToolButton:pressed { background: %2; }
    QToolButton:checked { background: %4; color: white; }
    QToolButton:disabled { color: %3; }
    QMenuBar::item:selected, QMenu::item:selected { background: %4; color: white; }
    QStatusBar { color: %3; }
)";

} // namespace

void theme::dress(QApplication &application)
{
    application.setStyle(QStyleFactory::create("Fusion"));
    QPalette palette(panel, window);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(role, text);
    palette.setColor(QPalette::Base, field);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::PlaceholderText, dim_text);
    palette.setColor(QPalette::Link, text);
    application.setPalette(palette);
    application.setStyleSheet(
        QString(style).arg(panel.name(), field.name(), dim_text.name(), accent.name()));
}
