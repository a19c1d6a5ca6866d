//! The names of pieces and sides.

use std::fmt;

use shakmaty::{Color, Role, Square};

/// A piece on its square, in words: "knight on b8".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceOn {
    /// The role of the piece.
    pub role: Role,
    /// The square of the piece.
    pub square: Square,
}

impl fmt::Display for PieceOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", role_name(self.role), self.square)
    }
}

/// The name of a role.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The name of a side.
pub fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}
