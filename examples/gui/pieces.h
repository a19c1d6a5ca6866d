// Pictures of the pieces, drawn by code: no files, no fonts.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef PIECES_H
#define PIECES_H

#include <QPainter>

/// Draws a piece into a square area. The letter is that of FEN: 'K' is White's king, 'k' Black's.
void paint_piece(QPainter &painter, char piece, const QRectF &area);

#endif // PIECES_H
