//! The theorems that the search relies on, one file each: the statement, why it holds, where the
//! paper has it, what it costs; then the function that the search calls; then its tests (sound,
//! neutral, alive).
//!
//! Notation: S is a set of points, w(S) its avoidable cost (the most that its points can cost), R(S)
//! the least of loss + Λ · leaves over all trees on S, and Λ the penalty of a leaf; all after the
//! reduction of [`equivalent_points`], so that R counts only loss that can be avoided.
#[cfg(test)]
pub(crate) mod cases;
pub(crate) mod concave_in_lambda;
pub(crate) mod equivalent_points;
pub(crate) mod exchange;
pub(crate) mod leaf_permutation;
pub(crate) mod leaf_residue;
pub(crate) mod look_ahead;
pub(crate) mod peeled_leaf;
pub(crate) mod similar_support;
pub(crate) mod sub_tree;
pub(crate) mod subset;
pub(crate) mod useless_side;
