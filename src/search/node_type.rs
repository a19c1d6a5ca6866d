//! The kinds of nodes: the root, those with an open window, and all others.

/// The kind of a node, known at compile time. A root's child is never a root.
pub trait Node {
    /// Whether the window is open, so that the node may lie on the principal variation.
    const PV: bool;
    /// Whether the node is the root.
    const ROOT: bool;
    /// The kind of the node's first child.
    type Child: Node;
}

/// The root of the search.
pub struct Root;
/// A node with an open window.
pub struct Pv;
/// A node with a null window, which only asks whether the score is above alpha.
pub struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = Pv;
}
impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = Pv;
}
impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = NonPv;
}
