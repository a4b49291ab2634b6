//! Trees from what is known without solving anything further: the first tree of a search, and the
//! tree behind an upper bound.
mod greedy;
mod limited_leaves;
mod pruned;
mod reconstruct;

pub use greedy::GrowthStep;
pub(crate) use greedy::greedy;
pub(crate) use limited_leaves::reconstruct;
pub(crate) use pruned::{Choices, pruned};
pub(crate) use reconstruct::leaf_tree;
