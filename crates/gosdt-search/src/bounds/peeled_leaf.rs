//! Peeled leaf.
//!
//! ## Statement
//! If every tree on S with at most two leaves costs at least b, then R(S) ≥ min(b, 3Λ + p, 4Λ),
//! where p is the least loss of a leaf on a side of any split of S, among the leaves that [`pay`].
//!
//! ## Why it holds
//! Take an optimal tree with as few leaves as can be. With four or more it costs 4Λ. With three,
//! its first split has a leaf on one side, whose loss the tree pays beside 3Λ. That leaf pays: if
//! not, sending its points into the sibling's tree raises the loss by at most w(leaf) − loss(leaf)
//! ≤ Λ and saves a leaf, which makes a tree as good with fewer leaves. Limits stay satisfied, as for
//! a useless side.
//!
//! ## Reference
//! Between the paper's look-ahead and its "Lower bound on classification accuracy" (a leaf must
//! classify at least λ correctly).
//!
//! ## Cost
//! A comparison and two minima per cell of a pair of splits; it is computed where two labels are to
//! choose from. On noisy data, where no cell of some size is pure, it saves a third of the nodes
//! and more.
//!
//! [`pay`]: pays

/// The lower bound when trees with at most two leaves cost at least `two`, and a leaf that a split
/// peels off loses at least `peeled`.
pub(crate) fn at_least(two: i64, peeled: i64, penalty: i64) -> i64 {
    two.min(3 * penalty + peeled).min(4 * penalty)
}

/// Whether a leaf of this avoidable cost and loss may be needed. (The kernel that counts two measures
/// has it built in: there, avoidable cost less loss is the larger measure.)
#[cfg(test)]
pub(crate) fn pays(avoidable: i64, loss: i64, penalty: i64) -> bool {
    avoidable - loss > penalty
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, Set, assert_neutral};
    use crate::bounds::look_ahead;
    use gosdt_oracle::random::Stream;

    /// The least loss of a paying leaf on a side of a split of `set`; much if there is none.
    fn peeled(case: &Case, set: Set) -> i64 {
        let sides = (0..case.places.len()).flat_map(|feature| {
            let yes = case.yes(set, feature);
            [yes, set & !yes]
        });
        let losses = sides.filter_map(|side| {
            let loss = case.loss(side);
            pays(case.avoidable_cost(side), loss, case.penalty).then_some(loss)
        });
        losses.min().unwrap_or(1000)
    }

    #[test]
    fn sound_it_is_never_above_the_optimum() {
        let (mut sharp, mut better) = (0, 0);
        for seed in 0..3000 {
            let case = Case::random(seed);
            let set = case.some(&mut Stream::new(seed));
            let two = case.best_of_leaves(set, 2);
            let bound = at_least(two, peeled(&case, set), case.penalty);
            let best = case.best(set);
            assert!(bound <= best, "{set:b} {case:?}");
            sharp += usize::from(bound == best && bound < two);
            better += usize::from(bound > look_ahead::at_least(two, 3, case.penalty));
        }
        assert!(sharp > 50 && better > 100, "sharp {sharp} times, better {better} times");
    }

    #[test]
    fn neutral_without_it_the_optimum_is_the_same() {
        assert_neutral("peeled-leaf");
    }

    #[test]
    fn alive_it_settles_sides_that_would_be_solved() {
        let case = Case::parity(6, 3, 5, 3);
        let nodes =
            |names: &[&str]| case.search(crate::bounds::cases::only(names)).statistics.nodes;
        let (with, without) = (nodes(&["memo", "pairs", "peeled-leaf"]), nodes(&["memo", "pairs"]));
        assert!(with < without, "{with} with, {without} without");
    }
}
