// SPDX-License-Identifier: GPL-3.0-or-later

#include "move_list.h"

#include "pgn.h"
#include "theme.h"

#include <QUrl>

MoveList::MoveList(QWidget *parent) : QTextBrowser(parent)
{
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this,
            [this](const QUrl &link) { emit chosen(link.toString().toInt()); });
}

void MoveList::set_moves(const QStringList &sans, const QString &fen, int ply)
{
    const auto cell = [](const QString &content, const QColor &background) {
        return QString("<td width='84' bgcolor='%1'>%2</td>").arg(background.name(), content);
    };
    QString rows;
    for (int i = 0; i < sans.size(); i++) {
        const auto number = move_number(fen, i);
        const bool is_black = number.endsWith("...");
        if (!is_black || i == 0)
            rows += QString("<tr><td align='right' width='34' style='color:%1'>%2&nbsp;</td>")
                        .arg(theme::dim_text.name(), number.section('.', 0, 0) + '.');
        if (is_black && i == 0)
            rows += cell("…", theme::field);
        const bool is_current = i + 1 == ply;
        const auto colour = is_current ? "white" : theme::text.name();
        const auto link = QString("<a %1 href='%2' style='color:%3; text-decoration:none'>%4</a>")
                              .arg(is_current ? "name='current'" : "", QString::number(i + 1),
                                   colour, sans[i].toHtmlEscaped());
        rows += cell(link, is_current ? theme::accent : theme::field);
        if (is_black)
            rows += "</tr>";
    }
    setHtml("<table cellspacing='0' cellpadding='3'>" + rows + "</table>");
    if (ply > 0)
        scrollToAnchor("current");
}
