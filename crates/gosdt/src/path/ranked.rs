//! Objectives that rank: a run at one λ after the other.
use super::searched::Searched;
use super::watch::PathObserver;
use crate::certify::{certify_ranked, certify_status};
use crate::fit::{FitError, rank_options, rank_problem, table_warnings};
use crate::model::NodeCounts;
use crate::options::{CheckedOptions, Decimal};
use crate::training_data::TrainingData;
use gosdt_data::RowClasses;
use gosdt_rank::{RankError, RankObjective, RankOptions, RankProblem, optimize};
use gosdt_search::{Frontier, Piece, SolveAt, Solved, Statistics, TreeLine, find_path};
use num_rational::BigRational;
use num_traits::Zero;
use std::time::Duration;

/// Finds all optimal trees between two λ.
pub(super) fn search_ranked(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
    objective: &RankObjective,
    [from, to]: [BigRational; 2],
    observer: PathObserver<'_>,
) -> Result<Searched, FitError> {
    let mut runs = Runs {
        problem: rank_problem(data, options, objective, &BigRational::zero())?,
        classes: data.classes,
        options: rank_options(options),
        observer,
        statistics: Statistics::default(),
    };
    let (frontier, reason) = find_path(&mut runs, from, to, options.search.time_limit)?;
    let counted = |piece: Piece| {
        let counts = NodeCounts::new(&piece.line.tree, data.classes);
        (piece, counts)
    };
    Ok(Searched {
        trees: frontier.pieces().into_iter().map(counted).collect(),
        frontier,
        reason,
        exact: true,
        statistics: runs.statistics,
        warnings: table_warnings(data.table),
    })
}

/// The runs of a path.
struct Runs<'a, 'w> {
    /// The problem without a penalty; its points are shared by all runs.
    problem: RankProblem,
    classes: &'a RowClasses,
    options: RankOptions,
    observer: PathObserver<'w>,
    statistics: Statistics,
}

impl SolveAt for Runs<'_, '_> {
    type Error = FitError;

    fn solve_at(
        &mut self,
        lambda: &BigRational,
        frontier: &Frontier,
        time_limit: Option<Duration>,
    ) -> Result<Solved, FitError> {
        let too_wide = |error: RankError| match error {
            RankError::TooWide => FitError::PathTooWide(Decimal::from(lambda.clone())),
            other => other.into(),
        };
        let problem = self.problem.with_lambda(lambda.clone()).map_err(too_wide)?;
        let options = RankOptions { time_limit, ..self.options.clone() };
        let mut watch = self.observer.at(lambda, frontier);
        let outcome = optimize(&problem, &options, &mut watch).map_err(too_wide)?;
        certify_ranked(&problem, &outcome, self.classes)?;
        certify_status(&outcome.lower, &outcome.upper, outcome.status)?;
        self.count(&outcome.statistics);
        let leaves = outcome.tree.leaves();
        let loss = &outcome.upper - lambda * BigRational::from_integer(leaves.into());
        let line = TreeLine { tree: outcome.tree, leaves, loss };
        Ok(Solved { line, lower: outcome.lower, status: outcome.status })
    }
}

impl Runs<'_, '_> {
    fn count(&mut self, one: &Statistics) {
        self.statistics.elapsed += one.elapsed;
        self.statistics.nodes += one.nodes;
        self.statistics.peak_memory = self.statistics.peak_memory.max(one.peak_memory);
    }
}
