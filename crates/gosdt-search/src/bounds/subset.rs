//! Subset bound.
//!
//! ## Statement
//! If S ⊆ T then R(S) ≤ R(T): a lower bound of a set is one of every superset.
//!
//! ## Why it holds
//! An optimal tree of T, used on S, costs no more: it has the same leaves, and fewer points in
//! them. (Not where leaves need a number of rows.)
//!
//! ## Reference
//! Theorem "Subset Bound", which compares two thresholds of one column: of nested sides the smaller
//! has the smaller optimum. Used as dominance between splits it must not remove a split *below* S;
//! here it only raises bounds, which is always sound.
//!
//! ## Cost
//! One maximum. It is the case w(S ∖ T) = 0 of [`super::similar_support`]: spreading along a node's
//! splits covers nested thresholds of a column by itself; across nodes it is used on its own.

/// The bound for a superset of a set with bound `lower`.
pub(crate) fn of_superset(lower: i64) -> i64 {
    lower
}
