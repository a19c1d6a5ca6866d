// SPDX-License-Identifier: GPL-3.0-or-later

#include "pgn.h"

#include <QRegularExpression>

namespace {

/// The tags that every game has, in their order.
const QStringList roster{"Event", "Site", "Date", "Round", "White", "Black", "Result"};

const QStringList results{"1-0", "0-1", "1/2-1/2", "*"};

constexpr int line_width = 79;

/// Where a variation ends that begins here, others inside it and comments included.
qsizetype skip_variation(const QString &text, qsizetype at)
{
    int open = 0;
    do {
        if (text[at] == '{')
            at = text.indexOf('}', at);
        else if (text[at] == '(')
            open++;
        else if (text[at] == ')')
            open--;
        if (at < 0)
            return text.size();
        at++;
    } while (open > 0 && at < text.size());
    return at;
}

/// A word of the moves without what stands before the move: "12.Nf3" is "Nf3".
QString without_number(const QString &word)
{
    static const QRegularExpression number("^\\d*\\.+");
    return QString(word).remove(number);
}

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
    // A tag, what is passed over, the beginning of a variation, or a word.
    static const QRegularExpression token(
        R"re(\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]|\{[^}]*\}?|;[^\n]*|\$\d+)re"
        R"re(|(\()|([^\s\[{;$()]+))re");
    Pgn pgn;
    bool is_over = false;
    for (qsizetype at = 0; at < text.size() && !is_over;) {
        const auto match = token.match(text, at);
        if (!match.hasMatch())
            break;
        at = match.capturedEnd();
        const auto word = without_number(match.captured(4));
        if (match.hasCaptured(1)) {
            is_over = !pgn.sans.isEmpty(); // the next game
            if (!is_over)
                pgn.tags[match.captured(1)] = unquoted(match.captured(2));
        } else if (match.hasCaptured(3)) {
            at = skip_variation(text, match.capturedStart());
        } else if (results.contains(word)) {
            pgn.tags.insert("Result", word);
            is_over = true;
        } else if (!word.isEmpty()) {
            pgn.sans.append(word);
        }
    }
    return pgn;
}

QString write_pgn(const Pgn &pgn, const QString &fen)
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
    const auto words = numbered(pgn.sans, fen).split(' ', Qt::SkipEmptyParts);
    for (const auto &word : words + QStringList(pgn.tags.value("Result", "*"))) {
        if (!line.isEmpty() && line.size() + 1 + word.size() > line_width) {
            text += line + '\n';
            line.clear();
        }
        line += (line.isEmpty() ? "" : " ") + word;
    }
    return text + line + '\n';
}

QString numbered(const QStringList &sans, const QString &fen)
{
    QStringList words;
    for (int ply = 0; ply < sans.size(); ply++) {
        const auto number = move_number(fen, ply);
        if (ply == 0 || !number.endsWith("..."))
            words.append(number);
        words.append(sans[ply]);
    }
    return words.join(' ');
}

QString move_number(const QString &fen, int ply)
{
    const auto fields = fen.split(' ');
    const int plies = ply + (is_white_to_move(fen) ? 0 : 1);
    return QString::number(fields.value(5).toInt() + plies / 2) + (plies % 2 == 0 ? "." : "...");
}

bool is_white_to_move(const QString &fen)
{
    return fen.section(' ', 1, 1) != "b";
}

QStringList words(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
        .split(' ', Qt::SkipEmptyParts);
}
