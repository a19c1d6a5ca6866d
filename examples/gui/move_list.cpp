// SPDX-License-Identifier: GPL-3.0-or-later

#include "move_list.h"

#include "theme.h"

#include <QUrl>

MoveList::MoveList(QWidget *parent) : QTextBrowser(parent)
{
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this,
            [this](const QUrl &link) { emit chosen(link.toString().toInt()); });
}

void MoveList::set_moves(const QString &movetext, int ply)
{
    const auto cell = [](const QString &content, const QColor &background) {
        return QString("<td width='84' bgcolor='%1'>%2</td>").arg(background.name(), content);
    };
    QString rows;
    int number = 0;
    for (const auto &word : movetext.split(' ', Qt::SkipEmptyParts)) {
        if (word.endsWith('.')) { // "3.", or "3..." where Black begins
            rows += QString(rows.isEmpty() ? "<tr>" : "</tr><tr>");
            rows += QString("<td align='right' width='34' style='color:%1'>%2&nbsp;</td>")
                        .arg(theme::dim_text.name(), word.section('.', 0, 0) + '.');
            if (word.endsWith("..."))
                rows += cell("…", theme::field);
            continue;
        }
        number++;
        const bool is_current = number == ply;
        const auto colour = is_current ? "white" : theme::text.name();
        const auto link = QString("<a %1 href='%2' style='color:%3; text-decoration:none'>%4</a>")
                              .arg(is_current ? "name='current'" : "", QString::number(number),
                                   colour, word.toHtmlEscaped());
        rows += cell(link, is_current ? theme::accent : theme::field);
    }
    setHtml("<table cellspacing='0' cellpadding='3'>" + rows + "</table>");
    if (ply > 0)
        scrollToAnchor("current");
}
