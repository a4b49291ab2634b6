//! Equivalent points.
//!
//! ## Statement
//! Every tree pays, for each point, at least the cost of the point's cheapest label. Subtracting
//! that from all labels of the point lowers the cost of every tree by the same constant; a point
//! whose labels then all cost nothing changes no tree's cost.
//!
//! ## Why it holds
//! Rows of one point answer every question alike, so they end in one leaf and get one label.
//!
//! ## Reference
//! Theorem "Equivalent points bound", in its additive form. As a reduction it makes that bound 0 on
//! every subproblem and tightens all others. (The paper's form for general monotonic losses is
//! false for the F-score, where a leaf may label a point against its majority.)
//!
//! ## Cost
//! Once, linear in points × labels.

/// Subtracts from each point's label costs their least, and returns the sum of what was subtracted.
pub(crate) fn reduce<'a>(points: impl Iterator<Item = &'a mut [i64]>) -> i64 {
    let mut unavoidable = 0;
    for costs in points {
        let least = costs.iter().copied().min().unwrap_or(0);
        unavoidable += least;
        costs.iter_mut().for_each(|cost| *cost -= least);
    }
    unavoidable
}

/// Whether a point cannot tell trees apart.
pub(crate) fn is_indifferent(costs: &[i64]) -> bool {
    costs.iter().all(|&cost| cost == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Techniques;
    use crate::bounds::cases::{Case, assert_neutral, members, without};
    use gosdt_oracle::random::Stream;
    use gosdt_oracle::{every_tree, objective};

    /// A case whose points have unavoidable costs, the same case reduced, and what was subtracted.
    fn unreduced(seed: u64) -> (Case, Case, i64) {
        let mut stream = Stream::new(seed);
        let mut case = Case::random(seed);
        for costs in &mut case.costs {
            let more = stream.below(3) as i64;
            costs.iter_mut().for_each(|cost| *cost += more * (1 + *cost % 2));
        }
        let mut reduced = case.clone();
        let unavoidable = reduce(reduced.costs.iter_mut().map(|costs| &mut costs[..]));
        (case, reduced, unavoidable)
    }

    #[test]
    fn sound_every_tree_costs_the_same_more() {
        for seed in 0..1000 {
            let (case, reduced, unavoidable) = unreduced(seed);
            if case.places.len() > 2 {
                continue;
            }
            let all = case.everything();
            let (case, reduced) = (case.oracle_problem(all), reduced.oracle_problem(all));
            let share = num_rational::BigRational::new(unavoidable.into(), case.rows.len().into());
            for tree in &every_tree(&case) {
                assert_eq!(objective(&case, tree) - objective(&reduced, tree), share);
            }
        }
    }

    #[test]
    fn sound_the_optimum_falls_by_what_was_subtracted() {
        let mut subtracted = 0;
        for seed in 0..2000 {
            let (case, reduced, unavoidable) = unreduced(seed);
            let all = case.everything();
            assert_eq!(case.best(all) - reduced.best(all), unavoidable, "{case:?}");
            subtracted += usize::from(unavoidable > 0);
        }
        assert!(subtracted > 1000, "{subtracted}");
    }

    #[test]
    fn sound_an_indifferent_point_changes_no_optimum() {
        let mut dropped = 0;
        for seed in 0..2000 {
            let mut case = Case::random(seed);
            case.costs.iter_mut().step_by(3).for_each(|costs| costs.fill(0));
            let all = case.everything();
            let kept = members(all).filter(|&point| !is_indifferent(&case.costs[point]));
            let kept = kept.fold(0, |set, point| set | 1 << point);
            assert_eq!(case.best(kept), case.best(all), "{case:?}");
            dropped += (all ^ kept).count_ones();
        }
        assert!(dropped > 2000, "{dropped}");
    }

    #[test]
    fn neutral_without_it_the_optimum_is_the_same() {
        assert_neutral("reduction");
        let techniques = without(Techniques::ALL, &["reduction"]);
        for seed in 0..300 {
            let (case, ..) = unreduced(seed);
            assert_eq!(case.found(techniques), case.best(case.everything()), "{case:?}");
        }
    }

    /// Where every point costs at least 2 whatever its label, bounds that ignore that are weak.
    #[test]
    fn alive_contradictions_cost_more_expansions_without_it() {
        let mut case = Case::parity(5, 3, 7, 2);
        case.costs.iter_mut().flatten().for_each(|cost| *cost += 2);
        let (with, without) = case.nodes_with_and_without("reduction");
        assert!(with < without, "{with} with, {without} without");
    }
}
