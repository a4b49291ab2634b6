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
//! A lookup by the exact set of points, in `memo/`.
use crate::memo::{Key, Remaining};

/// The key that identifies a subproblem.
pub(crate) fn identity(points: &[u64], remaining: Remaining) -> Key {
    Key::of(points, remaining)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, assert_neutral};
    use crate::memo::{Bounds, LEAF, Limit, Memo};
    use gosdt_oracle::random::Stream;

    const ALL: Remaining = Remaining::UNLIMITED;

    fn exactly(cost: i64) -> Bounds {
        Bounds { lower: cost, upper: cost, choice: LEAF }
    }

    /// Random questions and answers, in two orders: the points that are left.
    fn two_ways(case: &Case, stream: &mut Stream) -> [u64; 2] {
        let mut path: Vec<(usize, bool)> =
            (0..3).map(|_| (stream.below(case.places.len()), stream.once_in(2))).collect();
        let follow = |path: &[(usize, bool)]| {
            path.iter().fold(case.everything(), |set, &(feature, answer)| match answer {
                true => case.yes(set, feature),
                false => set & !case.yes(set, feature),
            })
        };
        let first = follow(&path);
        path.reverse();
        [first, follow(&path)]
    }

    #[test]
    fn sound_the_order_of_questions_changes_neither_points_nor_optimum_nor_entry() {
        for seed in 0..2000 {
            let case = Case::random(seed);
            let [one, other] = two_ways(&case, &mut Stream::new(seed));
            assert_eq!(case.best(one), case.best(other), "{case:?}");
            let memo = Memo::new(case.rows.len(), 1);
            let best = exactly(case.best(one));
            memo.put(&identity(&[one], ALL), best, 1);
            assert_eq!(memo.get(&identity(&[other], ALL)), Some(best), "one entry for both");
        }
    }

    #[test]
    fn sound_other_points_or_other_limits_make_another_subproblem() {
        let memo = Memo::new(12, 1);
        memo.put(&identity(&[0b1011], ALL), exactly(3), 1);
        assert!(memo.get(&identity(&[0b1010], ALL)).is_none());
        let shallow = Remaining { depth: Limit::at_most(2), ..ALL };
        assert!(memo.get(&identity(&[0b1011], shallow)).is_none());
        assert!(memo.get(&identity(&[0b1011], ALL.with_leaves(4))).is_none());
    }

    #[test]
    fn neutral_without_it_the_optimum_is_the_same() {
        assert_neutral("memo");
    }

    #[test]
    fn alive_points_reached_twice_are_expanded_once() {
        let case = Case::parity(6, 3, 7, 2);
        let (with, without) = case.nodes_with_and_without("memo");
        assert!(with < without, "{with} with, {without} without");
    }
}
