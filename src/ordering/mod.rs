//! Move ordering: the stages in which moves are picked.

pub mod picker;
