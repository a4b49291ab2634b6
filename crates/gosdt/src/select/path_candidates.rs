//! The λ to choose from: one for each tree that is optimal for some λ on all rows, and the smallest.
use super::interrupted::Halt;
use super::lambdas::candidate_lambdas;
use crate::fit::FitError;
use crate::options::{Decimal, FitOptions, Goal, geometric_between};
use crate::path::{Path, PathOptions, PathProgress, PathTree, path};
use crate::watch::{SelectProgress, Watch};
use gosdt_data::Table;
use gosdt_search::{CostError, Costs, Objective};
use gosdt_tree::Status;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use std::time::Duration;

/// A λ from the inside of each range for which one tree is optimal on all rows, near the geometric
/// mean of its ends, from the lone leaf down to the smallest of [`candidate_lambdas`], which comes
/// last: it is no breakpoint, and trees of the folds may change beside it. `None` for objectives that
/// rank, and where the path is not proven within `time`.
pub(super) fn path_candidates(
    table: &Table,
    options: &FitOptions,
    goal: &Goal,
    (time, folds): (Option<Duration>, usize),
    watch: &mut dyn Watch<SelectProgress>,
) -> Result<Option<Vec<Decimal>>, Halt> {
    let (Goal::Additive(objective), Some(to)) = (goal, candidate_lambdas(table).pop()) else {
        return Ok(None);
    };
    // Above its loss only the lone leaf is optimal: a second leaf costs more than it can gain.
    let from = lone_leaf_loss(table, objective).map_err(FitError::from)? * BigInt::from(2);
    let from = if from > *to.value() { Decimal::from(from) } else { to.clone() };
    let fit = FitOptions { time_limit: time, all_optima: 1, ..options.clone() };
    let mut watch = Candidates { watch, folds };
    match path(table, &PathOptions { fit, from, to: to.clone() }, &mut watch) {
        Ok(Path { status: Status::Interrupted, .. }) => Err(Halt::Interrupted),
        Ok(found) if found.status.is_proven() => {
            Ok(Some(found.trees.iter().map(lambda_inside).chain([to]).collect()))
        }
        // Too slow, or a tie of two trees at a λ of too many digits.
        Ok(_) | Err(FitError::PathTooWide(_) | FitError::Costs(CostError::TooWide)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A λ for which the tree is optimal, and no other.
pub(super) fn lambda_inside(tree: &PathTree) -> Decimal {
    match tree.low == tree.high {
        true => tree.low.clone(),
        false => geometric_between(tree.low.value(), tree.high.value()),
    }
}

/// The loss of the best lone leaf.
fn lone_leaf_loss(table: &Table, objective: &Objective) -> Result<BigRational, CostError> {
    let mut totals = vec![0u64; table.labels.classes.len()];
    for (row, &code) in table.labels.codes.iter().enumerate() {
        totals[code as usize] += table.weights.as_ref().map_or(1, |weights| weights.values[row]);
    }
    let costs = Costs::new(objective, &BigRational::zero(), &totals, 1)?;
    let loss = |label: usize| {
        let each = totals.iter().enumerate();
        each.map(|(class, &weight)| weight as i64 * costs.per_weight(label, class)).sum::<i64>()
    };
    Ok(costs.rational((0..costs.labels()).map(loss).min().unwrap_or(0)))
}

/// Reports the path of all rows as the beginning of a cross-validation.
struct Candidates<'a> {
    watch: &'a mut dyn Watch<SelectProgress>,
    folds: usize,
}

impl Watch<PathProgress> for Candidates<'_> {
    fn progress(&mut self, progress: &PathProgress) {
        self.watch.progress(&SelectProgress {
            elapsed: progress.elapsed,
            trees: 0,
            all_trees: progress.trees * self.folds,
            folds: 0,
            all_folds: self.folds,
        });
    }

    fn should_stop(&mut self) -> bool {
        self.watch.should_stop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo;
    use crate::watch::Silent;

    fn candidates(name: &str, options: &FitOptions) -> Option<Vec<String>> {
        let table = demo::find(name).unwrap().table().unwrap();
        let goal = options.check(&table.labels).unwrap().goal;
        let found = path_candidates(&table, options, &goal, (options.time_limit, 5), &mut Silent);
        Some(found.unwrap()?.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn there_is_one_for_each_tree_from_the_lone_leaf_on() {
        // Two leaves lose a quarter of the rows, one leaf half: they tie at 1/4; seven lose none.
        let found = candidates("monk-1", &FitOptions::default()).unwrap();
        assert_eq!(found, ["0.5", "0.1", "0.01", "0.003"]);
    }

    #[test]
    fn there_is_none_for_objectives_that_rank_nor_where_the_path_takes_too_long() {
        let objective = crate::ObjectiveChoice::Auc;
        let ranked = FitOptions { objective, ..FitOptions::default() };
        assert_eq!(candidates("monk-1", &ranked), None);
        let hurried = FitOptions { time_limit: Some(Duration::ZERO), ..FitOptions::default() };
        assert_eq!(candidates("tic-tac-toe", &hurried), None);
    }
}
