// The board: shows a position, and lets one move its pieces by clicks or by dragging.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef BOARD_WIDGET_H
#define BOARD_WIDGET_H

#include <seajay.hpp>

#include <QHash>
#include <QPixmap>
#include <QWidget>

class BoardWidget : public QWidget {
    Q_OBJECT

public:
    explicit BoardWidget(QWidget *parent = nullptr);

    /// Shows the position of a game; says whether its pieces can be moved.
    void set_game(const seajay::Game &game, bool is_movable);

    /// Shows the board from Black's side.
    void set_flipped(bool flipped);

    /// Draws an arrow for a move in UCI notation; none if it is empty.
    void set_arrow(const QString &move);

    /// The place of a square such as "e4" in the widget.
    QRectF square_area(const QString &name) const;

    /// The place of an offered piece to promote to: "q", "r", "b" or "n".
    QRectF promotion_area(QChar piece) const;

    QSize sizeHint() const override { return {640, 640}; }

signals:
    /// A legal move was made with the mouse, in UCI notation. The board does not change by itself.
    void move_made(const QString &move);
    /// The width and height of the board have changed, in pixels.
    void side_changed(int side);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    seajay::Game shown;
    /// The pieces of the position, to be drawn.
    seajay::Board pieces;
    QString last_move;
    bool movable = false;
    bool is_flipped = false;
    QString arrow;
    /// The square of the selected piece, and where it is being dragged; empty and null if there is none.
    QString chosen;
    QPointF dragged_to;
    /// The pawn move that needs the choice of a piece, such as "e7e8".
    QString promotion;
    /// Pictures of the pieces in the size of the squares.
    QHash<char, QPixmap> pictures;

    QRectF board() const;
    QRectF area(int file, int rank) const;
    QString square_at(QPointF point) const;
    char piece_on(const QString &square) const;
    bool is_own(char piece) const;
    /// The legal moves of the selected piece.
    QStringList moves() const;
    void choose(const QString &square);
    /// Makes the move from the selected square, or asks for the piece to promote to; false if there
    /// is no such move.
    bool move_to(const QString &square);
    void promote(QPointF point);

    void paint_squares(QPainter &painter) const;
    void paint_marks(QPainter &painter) const;
    void paint_targets(QPainter &painter) const;
    void paint_pieces(QPainter &painter);
    void paint_arrow(QPainter &painter) const;
    void paint_promotion(QPainter &painter);
    void paint_picture(QPainter &painter, char piece, const QRectF &area);
};

#endif // BOARD_WIDGET_H
