//! All optimal trees of a range of λ for objectives that rank, by one run after the other.
use crate::Decimal;
use crate::certify::certify_status;
use crate::fit::{FitError, points_of};
use crate::options::CheckedOptions;
use crate::path::Found;
use crate::path_watch::Span;
use crate::plant::tally;
use crate::ranked::certify;
use crate::report::{Facts, dropped_rows_warning};
use gosdt_data::EquivalenceClasses;
use gosdt_rank::{RankError, RankObjective, RankOptions, RankProblem, optimize};
use gosdt_search::{
    Crew, Frontier, Line, Points, SearchOptions, SolveAt, Solved, Statistics, explore,
};
use num_rational::BigRational;
use std::time::Duration;

/// Finds all optimal trees between two λ, by one run after the other.
pub(crate) fn all(
    facts: &Facts<'_>,
    options: &CheckedOptions,
    objective: &RankObjective,
    [from, to]: [BigRational; 2],
    span: Span<'_>,
) -> Result<Found, FitError> {
    let statistics = Statistics::default();
    let points = points_of(facts.classes);
    let mut runs = Runs { points, classes: facts.classes, options, objective, span, statistics };
    let (frontier, reason) = explore(&mut runs, from, to, options.search.time_limit)?;
    let pieces = frontier.pieces().into_iter();
    Ok(Found {
        trees: pieces
            .map(|piece| (piece.clone(), tally(&piece.line.tree, facts.classes)))
            .collect(),
        frontier,
        reason,
        statistics: runs.statistics,
        warnings: dropped_rows_warning(facts.table).into_iter().collect(),
    })
}

/// The runs of a path.
struct Runs<'a, 'w> {
    points: Points,
    classes: &'a EquivalenceClasses,
    options: &'a CheckedOptions,
    objective: &'a RankObjective,
    span: Span<'w>,
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
        let positive = self.options.positive.unwrap_or(1);
        let (points, limits) = (self.points.clone(), self.options.limits);
        let too_wide = |error: RankError| match error {
            RankError::TooWide => FitError::PathTooWide(Decimal::from(lambda.clone())),
            other => other.into(),
        };
        let objective = self.objective.clone();
        let problem = RankProblem::new(points, positive, objective, lambda.clone(), limits)
            .map_err(too_wide)?;
        let SearchOptions { memory_limit, threads, .. } = self.options.search;
        let search = RankOptions { time_limit, memory_limit, crew: Crew::of(threads) };
        let mut watch = self.span.at(lambda, frontier, None);
        let outcome = optimize(&problem, &search, &mut watch).map_err(too_wide)?;
        certify(&problem, &outcome, self.classes)?;
        certify_status(&outcome.lower, &outcome.upper, outcome.status)?;
        self.count(&outcome.statistics);
        let leaves = outcome.tree.leaves();
        let loss = &outcome.upper - lambda * BigRational::from_integer(leaves.into());
        let line = Line { tree: outcome.tree, leaves, loss };
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
