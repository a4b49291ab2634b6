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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, assert_neutral};
    use gosdt_oracle::random::Stream;

    #[test]
    fn sound_a_set_that_lacks_little_costs_little_less() {
        let mut sharp = 0;
        for seed in 0..4000 {
            let mut stream = Stream::new(seed);
            let case = Case::random(seed);
            let (s, t) = (case.some(&mut stream), case.some(&mut stream));
            let bound = without(case.best(s), case.weight(s & !t));
            let best = case.best(t);
            assert!(bound <= best, "{s:b} {t:b} {case:?}");
            sharp += usize::from(bound == best && s & !t != 0);
        }
        assert!(sharp > 100, "{sharp}");
    }

    #[test]
    fn sound_what_is_spread_bounds_both_sides_of_every_split() {
        let mut raised = 0;
        for seed in 0..1000 {
            let case = Case::random(seed);
            let all = case.everything();
            let features = case.places.len();
            let set = case.yes(all, 0);
            let within: Vec<i64> = (0..features).map(|f| case.weight(case.yes(set, f))).collect();
            let (mut yes, mut no) = (vec![case.penalty; features], vec![case.penalty; features]);
            spread(case.best(set), case.weight(set), &within, &mut yes, &mut no);
            for f in 0..features {
                let side = case.yes(all, f);
                assert!(yes[f] <= case.best(side), "yes-side of {f}: {case:?}");
                assert!(no[f] <= case.best(all & !side), "no-side of {f}: {case:?}");
                raised += usize::from(f > 0 && yes[f].max(no[f]) > case.penalty);
            }
        }
        assert!(raised > 500, "{raised}");
    }

    #[test]
    fn neutral_without_it_the_optimum_is_the_same() {
        assert_neutral("similar-support");
    }

    /// Thresholds next to each other part almost the same points.
    #[test]
    fn alive_neighbouring_thresholds_are_ruled_out_together() {
        let case = Case::numeric(3, 12, 64, 5);
        let (with, without) = case.nodes_with_and_without("similar-support");
        assert!(with < without, "{with} with, {without} without");
    }
}
