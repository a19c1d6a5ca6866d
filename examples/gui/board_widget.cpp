// SPDX-License-Identifier: GPL-3.0-or-later

#include "board_widget.h"

#include "pieces.h"
#include "theme.h"

#include <QLineF>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace {

const QString promotion_pieces = "qnrb";

int file_of(const QString &square)
{
    return square[0].unicode() - 'a';
}

int rank_of(const QString &square)
{
    return square[1].unicode() - '1';
}

QString square_name(int file, int rank)
{
    return QString(QChar('a' + file)) + QChar('1' + rank);
}

bool is_light(int file, int rank)
{
    return (file + rank) % 2 == 1;
}

} // namespace

BoardWidget::BoardWidget(QWidget *parent) : QWidget(parent)
{
    setMinimumSize(320, 320);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void BoardWidget::set_game(const seajay::Game &game, bool is_movable)
{
    shown = game;
    pieces = game.board();
    const auto played = game.moves();
    last_move = played.empty() ? QString() : QString::fromStdString(played.back());
    movable = is_movable;
    arrow.clear();
    promotion.clear();
    choose({});
}

void BoardWidget::set_flipped(bool flipped)
{
    is_flipped = flipped;
    update();
}

void BoardWidget::set_arrow(const QString &move)
{
    if (arrow != move)
        update();
    arrow = move;
}

// Geometry.

QRectF BoardWidget::board() const
{
    const int side = std::min(width(), height()) / 8 * 8;
    return QRectF((width() - side) / 2, (height() - side) / 2, side, side);
}

void BoardWidget::resizeEvent(QResizeEvent *)
{
    emit side_changed(static_cast<int>(board().width()));
}

QRectF BoardWidget::area(int file, int rank) const
{
    const auto all = board();
    const auto side = all.width() / 8;
    const int column = is_flipped ? 7 - file : file;
    const int row = is_flipped ? rank : 7 - rank;
    return {all.left() + column * side, all.top() + row * side, side, side};
}

QRectF BoardWidget::square_area(const QString &name) const
{
    return area(file_of(name), rank_of(name));
}

QRectF BoardWidget::promotion_area(QChar piece) const
{
    const auto index = promotion_pieces.indexOf(piece);
    if (promotion.isEmpty() || index < 0)
        return {};
    const auto target = promotion.mid(2, 2);
    const int down = rank_of(target) == 7 ? -1 : 1;
    return area(file_of(target), rank_of(target) + down * static_cast<int>(index));
}

QString BoardWidget::square_at(QPointF point) const
{
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++)
            if (area(file, rank).contains(point))
                return square_name(file, rank);
    return {};
}

char BoardWidget::piece_on(const QString &square) const
{
    return square.isEmpty() ? ' ' : pieces.piece_at(8 * rank_of(square) + file_of(square));
}

bool BoardWidget::is_own(char piece) const
{
    return piece != ' ' && QChar(piece).isUpper() == (pieces.turn == seajay::Color::white);
}

QStringList BoardWidget::moves() const
{
    QStringList moves;
    if (!chosen.isEmpty())
        for (const auto &move : shown.legal_moves(chosen.toStdString()))
            moves.append(QString::fromStdString(move));
    return moves;
}

// The mouse.

void BoardWidget::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !movable)
        return;
    if (!promotion.isEmpty()) {
        promote(event->position());
        return;
    }
    const auto square = square_at(event->position());
    if (!move_to(square))
        choose(is_own(piece_on(square)) ? square : QString());
}

void BoardWidget::mouseMoveEvent(QMouseEvent *event)
{
    if (chosen.isEmpty() || !(event->buttons() & Qt::LeftButton))
        return;
    dragged_to = event->position();
    update();
}

void BoardWidget::mouseReleaseEvent(QMouseEvent *event)
{
    if (dragged_to.isNull() || event->button() != Qt::LeftButton)
        return;
    const auto square = square_at(event->position());
    // Dropped on its own square it stays selected, for clicks.
    if (!move_to(square))
        choose(square == chosen ? chosen : QString());
}

void BoardWidget::choose(const QString &square)
{
    chosen = square;
    dragged_to = {};
    update();
}

bool BoardWidget::move_to(const QString &square)
{
    const auto move = chosen + square;
    const auto matching = moves().filter(move);
    if (square.isEmpty() || matching.isEmpty())
        return false;
    choose({});
    if (matching.contains(move))
        emit move_made(move);
    else
        promotion = move;
    return true;
}

void BoardWidget::promote(QPointF point)
{
    QString move;
    for (const auto piece : promotion_pieces)
        if (promotion_area(piece).contains(point))
            move = promotion + piece;
    promotion.clear();
    update();
    if (!move.isEmpty())
        emit move_made(move);
}

// Painting.

void BoardWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath round;
    round.addRoundedRect(board(), 6, 6);
    painter.setClipPath(round);
    paint_squares(painter);
    paint_marks(painter);
    paint_pieces(painter);
    paint_targets(painter);
    paint_arrow(painter);
    if (!promotion.isEmpty())
        paint_promotion(painter);
}

void BoardWidget::paint_squares(QPainter &painter) const
{
    const auto side = board().width() / 8;
    auto font = painter.font();
    font.setPixelSize(std::max(9, static_cast<int>(side / 6)));
    font.setBold(true);
    painter.setFont(font);
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            const auto square = area(file, rank);
            const bool light = is_light(file, rank);
            painter.fillRect(square, light ? theme::light_square : theme::dark_square);
            painter.setPen(light ? theme::dark_square : theme::light_square);
            const auto inside = square.adjusted(side / 20, side / 24, -side / 20, -side / 24);
            if (file == (is_flipped ? 7 : 0))
                painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, QString::number(rank + 1));
            if (rank == (is_flipped ? 7 : 0))
                painter.drawText(inside, Qt::AlignRight | Qt::AlignBottom, QChar('a' + file));
        }
    }
}

/// Marks the last move, the selected square, and the king in check.
void BoardWidget::paint_marks(QPainter &painter) const
{
    for (const auto &square : {last_move.mid(0, 2), last_move.mid(2, 2)})
        if (!square.isEmpty())
            painter.fillRect(square_area(square), theme::last_move);
    if (!chosen.isEmpty())
        painter.fillRect(square_area(chosen), theme::chosen);
    if (!shown.in_check())
        return;
    int king = 0;
    while (QChar(pieces.piece_at(king)).toUpper() != 'K' || !is_own(pieces.piece_at(king)))
        king++;
    const auto square = area(king % 8, king / 8);
    QRadialGradient glow(square.center(), square.width() * 0.7);
    glow.setColorAt(0.25, theme::check);
    glow.setColorAt(1, Qt::transparent);
    painter.fillRect(square, glow);
}

/// The targets of the selected piece: a dot on empty squares, a ring around what can be captured.
void BoardWidget::paint_targets(QPainter &painter) const
{
    for (const auto &move : moves()) {
        const auto target = move.mid(2, 2);
        const auto square = square_area(target);
        const auto side = square.width();
        if (piece_on(target) == ' ') {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme::target);
            painter.drawEllipse(square.center(), 0.15 * side, 0.15 * side);
        } else {
            painter.setPen(QPen(theme::target, 0.08 * side));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(square.center(), 0.44 * side, 0.44 * side);
        }
    }
}

void BoardWidget::paint_pieces(QPainter &painter)
{
    const bool is_dragged = !dragged_to.isNull();
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            const auto name = square_name(file, rank);
            if (piece_on(name) != ' ' && !(is_dragged && name == chosen))
                paint_picture(painter, piece_on(name), area(file, rank));
        }
    }
    if (is_dragged) {
        auto square = square_area(chosen);
        square.moveCenter(dragged_to);
        paint_picture(painter, piece_on(chosen), square);
    }
}

void BoardWidget::paint_arrow(QPainter &painter) const
{
    if (arrow.isEmpty() || !chosen.isEmpty())
        return;
    const auto side = board().width() / 8;
    const QLineF line(square_area(arrow.mid(0, 2)).center(), square_area(arrow.mid(2, 2)).center());
    const double length = line.length(), head = 0.36 * side, half = 0.07 * side;
    const double tail = 0.2 * side, neck = length - head, wide = 2.6 * half;
    const QPolygonF shape{{tail, -half}, {neck, -half}, {neck, -wide}, {length, 0},
                          {neck, wide},  {neck, half},  {tail, half}};
    painter.save();
    painter.translate(line.p1());
    painter.rotate(-line.angle());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::arrow);
    painter.drawPolygon(shape);
    painter.restore();
}

void BoardWidget::paint_promotion(QPainter &painter)
{
    painter.fillRect(board(), theme::shade);
    for (const auto piece : promotion_pieces) {
        const auto square = promotion_area(piece);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme::light_square);
        painter.drawEllipse(square.adjusted(3, 3, -3, -3));
        const auto letter = pieces.turn == seajay::Color::white ? piece.toUpper() : piece;
        const auto margin = square.width() / 8;
        const auto smaller = square.adjusted(margin, margin, -margin, -margin);
        paint_picture(painter, letter.toLatin1(), smaller);
    }
}

void BoardWidget::paint_picture(QPainter &painter, char piece, const QRectF &where)
{
    // Cached in the size of a whole square; those to promote to are a little smaller.
    const auto side = static_cast<int>(std::round(board().width() / 8 * devicePixelRatioF()));
    auto &picture = pictures[piece];
    if (picture.width() != side) {
        picture = QPixmap(side, side);
        picture.fill(Qt::transparent);
        QPainter canvas(&picture);
        paint_piece(canvas, piece, picture.rect());
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawPixmap(where, picture, picture.rect());
}
