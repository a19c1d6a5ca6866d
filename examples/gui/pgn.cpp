// SPDX-License-Identifier: GPL-3.0-or-later

#include "pgn.h"

#include <QRegularExpression>
#include <QStringList>

namespace {

/// The tags that every game has, in their order.
const QStringList roster{"Event", "Site", "Date", "Round", "White", "Black", "Result"};

constexpr int line_width = 79;

QString quoted(QString text)
{
    return '"' + text.replace('\\', "\\\\").replace('"', "\\\"") + '"';
}

QString unquoted(QString text)
{
    return text.replace("\\\"", "\"").replace("\\\\", "\\");
}

} // namespace

Pgn read_pgn(const QString &text)
{
    static const QRegularExpression tag(R"re(\s*\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\])re");
    static const QRegularExpression next_game(R"re(^\s*\[\s*\w+\s*")re",
                                              QRegularExpression::MultilineOption);
    static const QRegularExpression result(R"re((?:^|\s)(1-0|0-1|1/2-1/2)\s*$)re");
    Pgn pgn;
    qsizetype at = 0;
    for (;;) {
        const auto match = tag.match(text, at, QRegularExpression::NormalMatch,
                                     QRegularExpression::AnchorAtOffsetMatchOption);
        if (!match.hasMatch())
            break;
        pgn.tags[match.captured(1)] = unquoted(match.captured(2));
        at = match.capturedEnd();
    }
    const auto next = next_game.match(text, at);
    pgn.movetext = text.mid(at, next.hasMatch() ? next.capturedStart() - at : -1);
    if (const auto match = result.match(pgn.movetext); match.hasMatch())
        pgn.tags.insert("Result", match.captured(1));
    return pgn;
}

QString write_pgn(const Pgn &pgn)
{
    QString text;
    auto tags = pgn.tags;
    for (const auto &name : roster) {
        const auto unknown = name == "Date" ? "????.??.??" : name == "Result" ? "*" : "?";
        text += '[' + name + ' ' + quoted(tags.contains(name) ? tags.take(name) : unknown) + "]\n";
    }
    for (auto tag = tags.cbegin(); tag != tags.cend(); ++tag)
        text += '[' + tag.key() + ' ' + quoted(tag.value()) + "]\n";
    text += '\n';
    QString line;
    const auto words = pgn.movetext.split(' ', Qt::SkipEmptyParts);
    for (const auto &word : words + QStringList(pgn.tags.value("Result", "*"))) {
        if (!line.isEmpty() && line.size() + 1 + word.size() > line_width) {
            text += line + '\n';
            line.clear();
        }
        line += (line.isEmpty() ? "" : " ") + word;
    }
    return text + line + '\n';
}
