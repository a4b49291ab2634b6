//! Similar support, and its incremental form.
//!
//! ## Statement
//! R(T) ≥ R(S) − w(S ∖ T) for any two sets of points S, T.
//!
//! ## Why it holds
//! Take an optimal tree of T and run all of S through it: the points of S ∩ T cost what they cost
//! in T or less (points of T ∖ S are gone), and those of S ∖ T cost at most their weight. So
//! R(S) ≤ R(T) + w(S ∖ T). This needs that any tree may be used on any set: where leaves need a
//! number of rows it fails, and the search does not use it.
//!
//! ## Reference
//! Theorems "Similar support bound" and "Incremental similar support bound". The latter is stated
//! for whole trees that are partly grown; here it acts on the bounds of single subproblems: what is
//! proven of one side of a split is spread at once to the sides of all other splits of the node.
//!
//! ## Cost
//! A subtraction and a maximum per split, given w(S ∖ T), which the counts of one split against all
//! others hold.

/// The bound for a set that lacks points of this weight of a set with bound `lower`.
pub(crate) fn without(lower: i64, lost: i64) -> i64 {
    lower - lost
}

/// Spreads `lower`, proven for a side of weight `weight`, to both sides of every split, given the
/// weight of each split's yes-side within that side.
pub(crate) fn spread(lower: i64, weight: i64, within: &[i64], yes: &mut [i64], no: &mut [i64]) {
    for ((yes, no), &within) in yes.iter_mut().zip(no).zip(within) {
        *yes = (*yes).max(without(lower, weight - within));
        *no = (*no).max(without(lower, within));
    }
}
