//! Similar support, and its incremental form.
//!
//! ## Statement
//! R(T) ≥ R(S) − w(S ∖ T) for any two sets of points S, T.
//!
//! ## Why it holds
//! Take an optimal tree of T and run all of S through it: the points of S ∩ T cost what they cost
//! in T or less (points of T ∖ S are gone), and those of S ∖ T cost at most w(S ∖ T). So
//! R(S) ≤ R(T) + w(S ∖ T). This needs that any tree may be used on any set: where leaves need a
//! number of rows it fails, and the search does not use it.
//!
//! ## Reference
//! Theorems "Similar support bound" and "Incremental similar support bound". The latter is stated
//! for whole trees that are partly grown; here it acts on the bounds of single subproblems: what is
//! proven of one side of a split bounds at once the sides of all other splits of the node.
//!
//! ## Cost
//! A subtraction and a maximum per split, given w(S ∖ T), which the counts of one split against all
//! others hold.

/// The bound for a set that lacks points of avoidable cost `lost` of a set with bound `lower`.
pub(crate) fn without(lower: i64, lost: i64) -> i64 {
    lower - lost
}

/// Bounds both sides of every split by `lower`, which was proven of one side with this avoidable cost.
/// `within` is the avoidable cost of each split's yes-side within that side.
pub(crate) fn propagate(
    lower: i64,
    avoidable: i64,
    within: &[i64],
    yes: &mut [i64],
    no: &mut [i64],
) {
    for ((yes, no), &within) in yes.iter_mut().zip(no).zip(within) {
        *yes = (*yes).max(without(lower, avoidable - within));
        *no = (*no).max(without(lower, within));
    }
}

/// Bounds all sides of the thresholds of one column by each other, where each yes-side contains the
/// one before it. `avoidable` are the avoidable costs of the yes-sides, `all` that of all points.
///
/// Losses along a column add up, so only neighbours have to be compared, in a pass each way. Between
/// yes- and no-sides, the largest yes-side and the largest no-side are the ones to compare with.
pub(crate) fn propagate_along(avoidable: &[i64], all: i64, yes: &mut [i64], no: &mut [i64]) {
    let steps = 1..avoidable.len();
    let between = |at: usize| avoidable[at] - avoidable[at - 1];
    for at in steps.clone() {
        yes[at] = yes[at].max(without(yes[at - 1], 0));
        no[at] = no[at].max(without(no[at - 1], between(at)));
    }
    for at in steps.rev() {
        yes[at - 1] = yes[at - 1].max(without(yes[at], between(at)));
        no[at - 1] = no[at - 1].max(without(no[at], 0));
    }
    let (Some(&largest_yes), Some(&largest_no)) = (yes.last(), no.first()) else { return };
    for (at, &own) in avoidable.iter().enumerate() {
        yes[at] = yes[at].max(without(largest_no, all - own));
        no[at] = no[at].max(without(largest_yes, own));
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
            let bound = without(case.best(s), case.avoidable_cost(s & !t));
            let best = case.best(t);
            assert!(bound <= best, "{s:b} {t:b} {case:?}");
            sharp += usize::from(bound == best && s & !t != 0);
        }
        assert!(sharp > 100, "{sharp}");
    }

    /// Bounds along a column are never more than what all pairs of its sides give when compared
    /// repeatedly, and at least what any other side with the same answer gives.
    #[test]
    fn sound_along_a_column_every_side_bounds_every_other() {
        let mut stream = Stream::new(1);
        for _ in 0..2000 {
            let len = 1 + stream.below(6);
            let mut avoidable: Vec<i64> = (0..len).map(|_| stream.below(30) as i64).collect();
            avoidable.sort_unstable();
            let all = avoidable[len - 1] + stream.below(9) as i64;
            let mut bounds = || (0..len).map(|_| stream.below(40) as i64).collect::<Vec<_>>();
            let (mut yes, mut no) = (bounds(), bounds());
            let (mut most_yes, mut most_no) = (yes.clone(), no.clone());
            propagate_along(&avoidable, all, &mut yes, &mut no);
            for t in (0..3).flat_map(|_| 0..len) {
                let own = avoidable[t];
                let within: Vec<i64> = avoidable.iter().map(|&w| w.min(own)).collect();
                propagate(most_yes[t], own, &within, &mut most_yes, &mut most_no);
                let within: Vec<i64> = avoidable.iter().map(|&w| (w - own).max(0)).collect();
                propagate(most_no[t], all - own, &within, &mut most_yes, &mut most_no);
            }
            for (a, b) in (0..len).flat_map(|a| (0..len).map(move |b| (a, b))) {
                assert!(yes[a] <= most_yes[a] && no[a] <= most_no[a], "{avoidable:?} of {all}");
                let lost = |from: i64, to: i64| (from - to).max(0);
                assert!(yes[b] >= without(yes[a], lost(avoidable[a], avoidable[b])));
                assert!(no[b] >= without(no[a], lost(avoidable[b], avoidable[a])));
            }
        }
    }

    #[test]
    fn sound_what_is_propagated_bounds_both_sides_of_every_split() {
        let mut raised = 0;
        for seed in 0..1000 {
            let case = Case::random(seed);
            let all = case.everything();
            let features = case.places.len();
            let set = case.yes(all, 0);
            let within: Vec<i64> =
                (0..features).map(|f| case.avoidable_cost(case.yes(set, f))).collect();
            let (mut yes, mut no) = (vec![case.penalty; features], vec![case.penalty; features]);
            propagate(case.best(set), case.avoidable_cost(set), &within, &mut yes, &mut no);
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

    /// Neighbouring thresholds separate almost the same points.
    #[test]
    fn alive_neighbouring_thresholds_are_ruled_out_together() {
        let case = Case::numeric(3, 12, 64, 5);
        let (with, without) = case.nodes_with_and_without("similar-support");
        assert!(with < without, "{with} with, {without} without");
    }
}
