//! Leaf permutation.
//!
//! ## Statement
//! A subproblem depends on its points alone (and on the levels and leaves it may still use), not on
//! the order of the questions that led to it.
//!
//! ## Why it holds
//! Loss is a sum over leaves, and a tree below a node sees only the points that reach the node.
//!
//! ## Reference
//! Theorem "Leaf Permutation bound", and section "Support Set Identification of Nodes".
//!
//! ## Cost
//! A look-up by the exact set of points, in `memo.rs`.
use crate::memo::{Key, Room};

/// What identifies a subproblem.
pub(crate) fn identity(points: &[u64], room: Room) -> Key {
    Key::of(points, room)
}
