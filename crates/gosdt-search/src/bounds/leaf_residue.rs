//! Leaf counts by residues.
//!
//! ## Statement
//! Let g > 0 divide the loss of every leaf. A tree with n leaves costs n·Λ + k·g for a whole k ≥ 0.
//! - So a tree that costs c has at most the largest n with c − n·Λ ≥ 0 divisible by g.
//! - If every tree on S with at most h leaves costs at least b, it costs at least the least
//!   n·Λ + k·g ≥ b with n ≤ h.
//!
//! ## Why it holds
//! A tree's cost is n·Λ plus its loss, which is a sum of losses of leaves.
//!
//! ## Reference
//! Not in the paper, which has no limit on leaves. Without g, the first is its "Upper bound on the
//! number of leaves": at most ⌊c/Λ⌋.
//!
//! ## Cost
//! A division for each number of leaves up to the limit. It saves more than it costs where the optimum
//! without a limit is known: its cost alone mostly tells how many leaves it has, so that no tree has
//! to be made to see that a limit is kept, and no search to see that a smaller one is not.

/// The most leaves that a tree of this cost can have; `None` where leaves cost nothing.
pub(crate) fn most_leaves(cost: i64, penalty: i64, unit: i64) -> Option<i64> {
    let all = cost.checked_div(penalty)?;
    let fits = |leaves: &i64| (cost - leaves * penalty) % unit == 0;
    match unit {
        0 => Some(all),
        _ => Some((1..=all).rev().find(fits).unwrap_or(0)),
    }
}

/// The least cost of a tree with at most `leaves` leaves, if all of them cost at least `lower`.
pub(crate) fn at_least(lower: i64, leaves: u32, penalty: i64, unit: i64) -> i64 {
    if unit <= 1 {
        return lower;
    }
    let of_leaves = |leaves: i64| {
        let paid = leaves * penalty;
        paid + (lower - paid).max(0).unsigned_abs().div_ceil(unit.unsigned_abs()) as i64 * unit
    };
    // With n and n + g leaves the costs have the same residue, so that more than g need no look.
    let different = i64::from(leaves).min(unit);
    (1..=different).map(of_leaves).min().unwrap_or(lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, assert_neutral_with_limited_leaves};
    use gosdt_oracle::random::Stream;

    /// A case whose losses are multiples of `unit`, and a penalty that need not be one.
    fn in_units(seed: u64, unit: i64) -> Case {
        let case = Case::random(seed).times(unit);
        Case { penalty: 1 + case.penalty * unit / 2, ..case }
    }

    #[test]
    fn sound_no_optimal_tree_has_more_leaves_and_no_tree_costs_less() {
        let (mut known, mut raised) = (0, 0);
        for seed in 0..1000 {
            let unit = 2 + (seed % 5) as i64;
            let case = in_units(seed, unit);
            let set = case.some(&mut Stream::new(seed));
            let best = case.best(set);
            let most = most_leaves(best, case.penalty, unit).expect("a penalty");
            let leaves = case.leaves_of_optima(set);
            assert!(leaves.iter().all(|&leaves| leaves <= most), "{set:b} {case:?}");
            known += usize::from(leaves.contains(&most) && most > 1);
            for limit in 1..4 {
                let limited = case.best_of_leaves(set, limit);
                let bound = at_least(best, limit, case.penalty, unit);
                assert!(bound <= limited, "{limit} leaves, {set:b} {case:?}");
                raised += usize::from(bound == limited && bound > best);
            }
        }
        assert!(known > 100 && raised > 100, "{known} {raised}");
    }

    #[test]
    fn where_leaves_or_losses_cost_nothing_it_says_nothing() {
        assert_eq!(most_leaves(10, 0, 5), None);
        assert_eq!(most_leaves(10, 3, 0), Some(3));
        assert_eq!(most_leaves(10, 3, 5), Some(0), "no tree costs 10");
        assert_eq!(most_leaves(11, 3, 5), Some(2));
        assert_eq!([0, 1].map(|unit| at_least(10, 2, 3, unit)), [10, 10]);
        assert_eq!(at_least(12, 2, 3, 5), 13);
        assert_eq!(at_least(12, 1, 3, 5), 13);
        assert_eq!(at_least(9, 2, 3, 5), 11);
    }

    #[test]
    fn neutral_without_it_the_optimum_is_the_same() {
        assert_neutral_with_limited_leaves("leaf-residue");
    }

    /// With all other techniques on.
    #[test]
    fn alive_limits_are_kept_or_broken_without_a_search() {
        let case = Case { penalty: 11, ..Case::parity(6, 3, 7, 1).times(5) };
        let [with, without] =
            [&[][..], &["leaf-residue"]].map(|off| case.nodes_with_limited_leaves(off));
        assert!(with < without, "{with} with, {without} without");
    }
}
