//! Searches of one problem at several penalties, each of which learns from those before.
use crate::bounds::concave_in_lambda::{Carry, Scale};
use crate::cost::{CostError, Costs, Objective};
use crate::engine::search_after;
use crate::explore::Solved;
use crate::frontier::{Frontier, Line};
use crate::instance::Instance;
use crate::outcome::{Outcome, Status, StopReason};
use crate::past::{Kept, Past};
use crate::problem::{Limits, Points, Problem, ProblemError};
use crate::{SearchOptions, Statistics, Watch};
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use std::time::Instant;

/// A problem without a penalty, and what searches at several penalties remember of it.
///
/// The set of points that the search sees does not depend on λ, so that what was proven of a
/// subproblem at two penalties bounds it at all between.
pub struct Series {
    problem: Problem,
    /// Costs without a penalty.
    losses: Costs,
    totals: Vec<u64>,
    exact: bool,
    kept: Vec<Kept>,
    laid_out: Option<LaidOut>,
    statistics: Statistics,
}

/// The problem as the search sees it, in units of some penalty.
struct LaidOut {
    instance: Instance,
    unit: BigRational,
    reduced: bool,
}

/// Why there is no series.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The points or limits.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The costs.
    #[error(transparent)]
    Costs(#[from] CostError),
}

impl Series {
    /// Checks the parts. An objective whose denominator leaves no room for penalties is rounded
    /// once, to fixed point ([`Series::is_exact`]).
    pub fn new(
        points: Points,
        objective: Objective,
        limits: Limits,
    ) -> Result<Series, SeriesError> {
        let totals = totals(&points);
        let (objective, exact) = objective.with_room(&totals)?;
        let losses = Costs::new(&objective, &BigRational::zero(), &totals, points.len)?;
        let problem = Problem::new(points, losses.clone(), limits)?;
        let statistics = Statistics::default();
        let (kept, laid_out) = (Vec::new(), None);
        Ok(Series { problem, losses, totals, exact, kept, laid_out, statistics })
    }

    /// The costs at a penalty; always exact.
    pub fn costs_at(&self, lambda: &BigRational) -> Result<Costs, CostError> {
        if lambda.is_negative() {
            return Err(CostError::NegativeLambda);
        }
        let costs = self.losses.with_lambda(lambda, &self.totals, self.problem.points.len);
        costs.ok_or(CostError::TooWide)
    }

    /// Whether the objective is what was asked for, to the last digit.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Limits on the trees.
    pub fn limits(&self) -> &Limits {
        &self.problem.limits
    }

    /// What all searches took.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Searches at `lambda`, whose costs are `costs` ([`Series::costs_at`]), starting from the
    /// frontier's tree there and from what was proven at the nearest penalties. Costs told to
    /// `watch` are in those units.
    pub fn search(
        &mut self,
        lambda: &BigRational,
        costs: Costs,
        frontier: &Frontier,
        options: &SearchOptions,
        watch: &mut dyn Watch,
    ) -> Solved {
        self.keep_needed(frontier, options);
        self.problem.costs = costs;
        let scale = Scale { lambda: lambda.clone(), unit: self.problem.costs.unit().clone() };
        let options = SearchOptions { all_optima: 1, ..options.clone() };
        let mut found = self.search_once(&scale, frontier, &options, watch);
        let out_of_memory = found.status == Status::Stopped(StopReason::MemoryLimit);
        if out_of_memory && self.kept.len() > 1 {
            // What earlier searches remembered may have been what was in the way.
            self.kept.clear();
            found = self.search_once(&scale, frontier, &options, watch);
        }
        self.solved(found)
    }

    fn search_once(
        &mut self,
        scale: &Scale,
        frontier: &Frontier,
        options: &SearchOptions,
        watch: &mut dyn Watch,
    ) -> Outcome {
        let started = Instant::now();
        let laid_out = self.lay_out(options.levers.reduction);
        let past = self.past(scale, frontier);
        let (outcome, memo) = search_after(&past, &laid_out.instance, started, options, watch);
        self.laid_out = Some(laid_out);
        self.count(&outcome.statistics);
        self.kept.retain(|kept| kept.scale.lambda != scale.lambda);
        self.kept.push(Kept { scale: scale.clone(), memo });
        outcome
    }

    /// The problem in the units of its costs: that of the search before, if there was one.
    fn lay_out(&mut self, reduced: bool) -> LaidOut {
        let unit = self.problem.costs.unit().clone();
        let before = self.laid_out.take().filter(|before| before.reduced == reduced);
        let instance = before.and_then(|before| {
            let change = &before.unit / &unit;
            let [times, over] = [change.numer(), change.denom()].map(ToPrimitive::to_i64);
            let mut instance = before.instance;
            instance.rescale(times?, over?, self.problem.costs.per_leaf());
            Some(instance)
        });
        let instance = instance.unwrap_or_else(|| Instance::new(&self.problem, reduced, false));
        LaidOut { instance, unit, reduced }
    }

    /// What a search may start from.
    fn past(&self, here: &Scale, frontier: &Frontier) -> Past<'_> {
        let low = self.kept.iter().filter(|kept| kept.scale.lambda <= here.lambda);
        let low = low.max_by(|a, b| a.scale.lambda.cmp(&b.scale.lambda));
        let high = self.kept.iter().filter(|kept| kept.scale.lambda > here.lambda);
        let high = high.min_by(|a, b| a.scale.lambda.cmp(&b.scale.lambda));
        let scales = [low, high].map(|kept| kept.map(|kept| &kept.scale));
        let best = frontier.best(&here.lambda);
        let cost = |line: &Line| self.problem.costs.whole(&line.at(&here.lambda));
        Past {
            trees: best
                .and_then(|line| Some((cost(line)?, line.tree.clone())))
                .into_iter()
                .collect(),
            low: low.map(|kept| &kept.memo),
            high: high.map(|kept| &kept.memo),
            carry: Carry::new(here, scales[0], scales[1]),
        }
    }

    /// Forgets what no search to come can use, and what would take the memory that the next one
    /// needs.
    fn keep_needed(&mut self, frontier: &Frontier, options: &SearchOptions) {
        let needed = frontier.needed();
        self.kept.retain(|kept| needed.contains(&kept.scale.lambda));
        let Some(limit) = options.memory_limit else { return };
        for _ in 0..HALVINGS {
            if self.kept_bytes() > limit / 2 {
                self.kept.iter().for_each(|kept| kept.memo.forget(0));
            }
        }
        if self.kept_bytes() > limit / 2 {
            self.kept.clear();
        }
    }

    fn kept_bytes(&self) -> u64 {
        self.kept.iter().map(|kept| kept.memo.bytes()).sum()
    }

    fn count(&mut self, one: &Statistics) {
        let all = &mut self.statistics;
        all.elapsed += one.elapsed;
        all.nodes += one.nodes;
        let held: u64 = self.kept.iter().map(|kept| kept.memo.bytes()).sum();
        all.peak_memory = all.peak_memory.max(one.peak_memory + held);
    }

    fn solved(&self, outcome: Outcome) -> Solved {
        let costs = &self.problem.costs;
        let leaves = outcome.tree.leaves();
        let loss = costs.rational(outcome.upper - costs.per_leaf() * leaves as i64);
        Solved {
            line: Line { tree: outcome.tree, leaves, loss },
            lower: costs.rational(outcome.lower),
            status: outcome.status,
        }
    }
}

/// How often what is kept may be halved before it is dropped.
const HALVINGS: usize = 4;

fn totals(points: &Points) -> Vec<u64> {
    let mut totals = vec![0u64; points.classes];
    for (at, &weight) in points.weights.iter().enumerate() {
        let total = &mut totals[at % points.classes];
        *total = total.saturating_add(weight);
    }
    totals
}
