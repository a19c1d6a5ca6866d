// SPDX-License-Identifier: GPL-3.0-or-later

#include "pieces.h"

#include <QPainterPath>

#include <vector>

namespace {

// Pieces are drawn on a sheet of 100 by 100, upright around this line.
constexpr double sheet = 100;
constexpr double axis = sheet / 2;

/// A piece: the filled shape, and lines inside it.
struct Shape {
    QPainterPath outline;
    QPainterPath lines;
    QPainterPath dots;
};

/// A curve to `end`, bent towards `control`.
struct Curve {
    QPointF control;
    QPointF end;
};

Curve straight(double x, double y)
{
    return {{x, y}, {x, y}};
}

QPointF mirrored(QPointF point)
{
    return {2 * axis - point.x(), point.y()};
}

/// The foot on which all pieces stand, from where the body ends on the right.
const std::vector<Curve> foot{{{76, 76}, {77, 84}}, {{77, 88}, {73, 88}}};

/// As on a lathe: the right side from the top down to the foot, and the same on the left.
QPainterPath turned(QPointF top, std::vector<Curve> right)
{
    right.insert(right.end(), foot.begin(), foot.end());
    QPainterPath path(top);
    for (const auto &curve : right)
        path.quadTo(curve.control, curve.end);
    path.lineTo(mirrored(right.back().end));
    for (auto i = right.size(); i-- > 0;)
        path.quadTo(mirrored(right[i].control), mirrored(i > 0 ? right[i - 1].end : top));
    path.closeSubpath();
    return path;
}

QPainterPath ball(double x, double y, double radius)
{
    QPainterPath path;
    path.addEllipse(QPointF(x, y), radius, radius);
    return path;
}

QPainterPath box(double half_width, double top, double bottom)
{
    QPainterPath path;
    path.addRoundedRect(QRectF(axis - half_width, top, 2 * half_width, bottom - top), 1.5, 1.5);
    return path;
}

/// A line across the piece, bent downwards a little as on a round body.
void add_belt(QPainterPath &lines, double half_width, double y)
{
    lines.moveTo(axis - half_width, y);
    lines.quadTo(axis, y + 3, axis + half_width, y);
}

Shape pawn()
{
    Shape shape;
    shape.outline = turned({axis, 45}, {straight(60, 45), {{65, 48}, {60, 51}}, straight(57, 51),
                                        {{58, 66}, {68, 76}}})
                        .united(ball(axis, 35, 13));
    add_belt(shape.lines, 19, 76);
    return shape;
}

Shape knight()
{
    Shape shape;
    QPainterPath head({46, 12});
    head.lineTo(53, 18);
    head.cubicTo(76, 20, 82, 48, 74, 76);
    head.lineTo(31, 76);
    head.cubicTo(32, 63, 49, 58, 50, 46);
    head.cubicTo(45, 53, 38, 51, 34, 55);
    head.cubicTo(31, 62, 25, 62, 22, 58);
    head.cubicTo(17, 57, 16, 52, 19, 48);
    head.cubicTo(24, 40, 26, 35, 29, 29);
    head.cubicTo(31, 23, 36, 20, 41, 19);
    head.closeSubpath();
    shape.outline = head.united(turned({axis, 74}, {straight(68, 74)}));
    shape.lines.moveTo(54, 25);
    shape.lines.cubicTo(67, 31, 71, 48, 66, 67);
    add_belt(shape.lines, 19, 76);
    shape.dots = ball(38, 32, 2.6);
    shape.dots.addPath(ball(23.5, 51, 1.7));
    return shape;
}

Shape bishop()
{
    Shape shape;
    shape.outline = turned({axis, 19}, {{{72, 36}, {64, 52}}, straight(61, 55),
                                        {{68, 58}, {61, 61}}, straight(58, 61), {{59, 70}, {68, 76}}})
                        .united(ball(axis, 16, 5));
    shape.lines.moveTo(58, 28);
    shape.lines.lineTo(50, 41);
    add_belt(shape.lines, 11, 55);
    add_belt(shape.lines, 19, 76);
    return shape;
}

Shape rook()
{
    Shape shape;
    shape.outline = turned({axis, 21}, {straight(55, 21), straight(55, 27), straight(62, 27),
                                        straight(62, 21), straight(72, 21), straight(72, 35),
                                        straight(64, 42), straight(66, 69), straight(70, 76)});
    add_belt(shape.lines, 15, 42);
    add_belt(shape.lines, 16.5, 68);
    add_belt(shape.lines, 20, 76);
    return shape;
}

Shape queen()
{
    Shape shape;
    shape.outline = turned({axis, 20}, {straight(58, 46), straight(69, 22), straight(71, 48),
                                        straight(86, 31), {{77, 54}, {70, 63}},
                                        {{66, 70}, {70, 76}}});
    for (const auto &[x, y] : {std::pair{axis, 19.0}, {69.0, 21.0}, {86.0, 30.0}})
        shape.outline = shape.outline.united(ball(x, y, 4.2)).united(ball(2 * axis - x, y, 4.2));
    add_belt(shape.lines, 20, 62);
    add_belt(shape.lines, 20, 76);
    return shape;
}

Shape king()
{
    Shape shape;
    shape.outline = turned({axis, 36}, {{{57, 29}, {67, 30}}, {{85, 32}, {82, 47}},
                                        {{79, 57}, {70, 64}}, {{66, 70}, {70, 76}}})
                        .united(box(3.2, 7, 40))
                        .united(box(9.5, 12, 18.5));
    shape.lines.moveTo(axis, 36);
    shape.lines.lineTo(axis, 61);
    add_belt(shape.lines, 20, 63);
    add_belt(shape.lines, 20, 76);
    return shape;
}

const Shape &shape_of(char piece)
{
    static const Shape pawns = pawn(), knights = knight(), bishops = bishop(), rooks = rook(),
                       queens = queen(), kings = king();
    switch (piece) {
    case 'N': case 'n': return knights;
    case 'B': case 'b': return bishops;
    case 'R': case 'r': return rooks;
    case 'Q': case 'q': return queens;
    case 'K': case 'k': return kings;
    default: return pawns;
    }
}

} // namespace

void paint_piece(QPainter &painter, char piece, const QRectF &area)
{
    const bool is_white = piece < 'a';
    const QColor fill(is_white ? "#fbf8f1" : "#45403c");
    const QColor edge(is_white ? "#35302b" : "#191614");
    const QColor inside(is_white ? "#35302b" : "#cfc8be");
    const auto pen = [](const QColor &colour, double width) {
        return QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    };
    const auto &shape = shape_of(piece);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(area.topLeft());
    painter.scale(area.width() / sheet, area.height() / sheet);
    painter.setPen(pen(edge, 3.4));
    painter.setBrush(fill);
    painter.drawPath(shape.outline);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen(inside, 2.4));
    painter.drawPath(shape.lines);
    painter.setPen(Qt::NoPen);
    painter.setBrush(inside);
    painter.drawPath(shape.dots);
    painter.restore();
}
