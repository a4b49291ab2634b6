//! Trees from what is known without solving anything further: the first tree of a search, and the
//! tree behind an upper bound.
mod greedy;
mod reconstruct;

pub(crate) use greedy::greedy;
pub(crate) use reconstruct::{leaf_tree, reconstruct};
