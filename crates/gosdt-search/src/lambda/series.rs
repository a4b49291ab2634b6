//! Searches of one problem at several penalties, each of which starts from what those before found.
use super::find_path::Solved;
use super::frontier::{Frontier, TreeLine};
use crate::bounds::concave_in_lambda::{Carry, Scale};
use crate::clock::Instant;
use crate::memo::Memo;
use crate::node::WarmStart;
use crate::outcome::{Outcome, Statistics, Status, StopReason};
use crate::problem::{
    CostError, Costs, Limits, Objective, Points, Problem, ProblemError, SearchOptions, Storage,
};
use crate::run::{LaidOut, Watch, best_known, laid_out_in_time, search_from, within_memory};
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

/// A problem without a penalty, and what searches at several penalties proved of it.
///
/// The set of points that the search sees does not depend on λ, so that what was proven of a
/// subproblem at two penalties bounds it at all penalties between them.
pub struct SearchSeries {
    problem: Problem,
    /// Costs without a penalty.
    losses: Costs,
    totals: Vec<u64>,
    exact: bool,
    stored: Vec<StoredSearch>,
    in_units: Option<InUnits>,
    /// The storage that was asked for, the one that was planned, and the threads.
    plan: Option<(Storage, Storage, usize)>,
    statistics: Statistics,
}

/// What a search at one penalty leaves for others.
struct StoredSearch {
    scale: Scale,
    memo: Memo,
}

/// The problem as the search sees it, in units of some penalty.
struct InUnits {
    laid_out: LaidOut,
    unit: BigRational,
    /// Whether it was reduced, and how splits were to be stored.
    how: (bool, Storage),
}

/// Why a series cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The points or limits do not fit.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The costs cannot be made.
    #[error(transparent)]
    Costs(#[from] CostError),
}

impl SearchSeries {
    /// Checks the parts. An objective whose denominator leaves no room for penalties is rounded
    /// once, down to fixed point ([`SearchSeries::is_exact`]): lower bounds hold all the same.
    pub fn new(
        points: Points,
        objective: Objective,
        limits: Limits,
    ) -> Result<SearchSeries, SeriesError> {
        SearchSeries::between(points, objective, limits, &[])
    }

    /// The same for searches at these penalties, if there are any, and at those between them at which
    /// two trees tie: none of them is refused later.
    pub fn between(
        points: Points,
        objective: Objective,
        limits: Limits,
        penalties: &[BigRational],
    ) -> Result<SearchSeries, SeriesError> {
        if penalties.iter().any(Signed::is_negative) {
            return Err(CostError::NegativeLambda.into());
        }
        let totals = totals(&points);
        let (objective, exact) = objective.with_room(penalties, &totals, points.len)?;
        let losses = Costs::new(&objective, &BigRational::zero(), &totals, points.len)?;
        let problem = Problem::new(points, losses.clone(), limits)?;
        let statistics = Statistics::default();
        let (stored, in_units, plan) = (Vec::new(), None, None);
        Ok(SearchSeries { problem, losses, totals, exact, stored, in_units, plan, statistics })
    }

    /// The costs at a penalty; always exact.
    pub fn costs_at(&self, lambda: &BigRational) -> Result<Costs, CostError> {
        if lambda.is_negative() {
            return Err(CostError::NegativeLambda);
        }
        let costs = self.losses.with_lambda(lambda, &self.totals, self.problem.points().len);
        costs.ok_or(CostError::TooWide)
    }

    /// Whether the objective is exactly the one asked for.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Limits on the trees.
    pub fn limits(&self) -> &Limits {
        self.problem.limits()
    }

    /// What all searches took together.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Searches at `lambda`, whose costs are `costs` ([`SearchSeries::costs_at`]), starting from the
    /// frontier's tree there and from what was proven at the nearest penalties.
    pub fn search(
        &mut self,
        lambda: &BigRational,
        costs: Costs,
        frontier: &Frontier,
        options: &SearchOptions,
        watch: &mut dyn Watch,
    ) -> Solved {
        self.drop_unneeded(frontier, options);
        self.problem.costs = costs;
        let scale = Scale { lambda: lambda.clone(), unit: self.problem.costs.unit().clone() };
        let options = SearchOptions { all_optima: 1, ..options.clone() };
        let mut found = self.search_once(&scale, frontier, &options, watch);
        let out_of_memory = found.status == Status::Stopped(StopReason::MemoryLimit);
        if out_of_memory && self.stored.len() > 1 {
            // The memos of earlier searches may have taken the memory.
            self.stored.clear();
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
        let laid_out = self.planned(options).and_then(|options| {
            let in_units = self.lay_out(&options, started, watch)?;
            Ok((in_units, options))
        });
        let (in_units, options) = match laid_out {
            Ok(found) => found,
            Err(reason) => {
                let known = self.warm_start(scale, frontier).trees;
                return best_known(&self.problem, &known, (reason, started), watch);
            }
        };
        let warm_start = self.warm_start(scale, frontier);
        let problem = (&in_units.laid_out, &self.problem.costs);
        let (outcome, memo) = search_from(&warm_start, problem, started, &options, (None, watch));
        self.in_units = Some(in_units);
        self.count(&outcome.statistics);
        self.stored.retain(|stored| stored.scale.lambda != scale.lambda);
        self.stored.push(StoredSearch { scale: scale.clone(), memo });
        outcome
    }

    /// The options with what the first search planned to keep the memory limit: later ones would count
    /// the layout that they share as taken by others.
    fn planned(&mut self, options: &SearchOptions) -> Result<SearchOptions, StopReason> {
        if self.plan.is_none() {
            let planned = within_memory(&self.problem, options)?;
            self.plan = Some((options.storage, planned.storage, planned.threads));
        }
        match self.plan {
            Some((asked, storage, threads)) if asked == options.storage => {
                let threads = threads.min(options.threads.max(1));
                Ok(SearchOptions { storage, threads, ..options.clone() })
            }
            _ => Ok(options.clone()),
        }
    }

    /// The problem in the units of its costs: the layout of the last search rescaled, if there was one.
    fn lay_out(
        &mut self,
        options: &SearchOptions,
        started: Instant,
        watch: &mut dyn Watch,
    ) -> Result<InUnits, StopReason> {
        let unit = self.problem.costs.unit().clone();
        let how = (options.techniques.reduction, options.storage);
        let before = self.in_units.take().filter(|before| before.how == how);
        let laid_out = before.and_then(|before| {
            let change = &before.unit / &unit;
            let [times, over] = [change.numer(), change.denom()].map(ToPrimitive::to_i64);
            let mut laid_out = before.laid_out;
            laid_out.rescale(times?, over?, self.problem.costs.per_leaf());
            Some(laid_out)
        });
        let laid_out = match laid_out {
            Some(laid_out) => laid_out,
            None => laid_out_in_time(&self.problem, options, started, watch)?,
        };
        Ok(InUnits { laid_out, unit, how })
    }

    /// What a search may start from.
    fn warm_start(&self, here: &Scale, frontier: &Frontier) -> WarmStart<'_> {
        let low = self.stored.iter().filter(|stored| stored.scale.lambda <= here.lambda);
        let low = low.max_by(|a, b| a.scale.lambda.cmp(&b.scale.lambda));
        let high = self.stored.iter().filter(|stored| stored.scale.lambda > here.lambda);
        let high = high.min_by(|a, b| a.scale.lambda.cmp(&b.scale.lambda));
        let scales = [low, high].map(|stored| stored.map(|stored| &stored.scale));
        let best = frontier.best(&here.lambda);
        let cost = |line: &TreeLine| self.problem.costs.whole(&line.at(&here.lambda));
        WarmStart {
            trees: best
                .and_then(|line| Some((cost(line)?, line.tree.clone())))
                .into_iter()
                .collect(),
            low: low.map(|stored| &stored.memo),
            high: high.map(|stored| &stored.memo),
            carry: Carry::new(here, scales[0], scales[1]),
        }
    }

    /// Drops what no later search can use, and what would take the memory that the next one needs.
    fn drop_unneeded(&mut self, frontier: &Frontier, options: &SearchOptions) {
        let needed = frontier.needed();
        self.stored.retain(|stored| needed.contains(&stored.scale.lambda));
        let Some(limit) = options.memory_limit else { return };
        for _ in 0..HALVINGS {
            if self.stored_bytes() > limit / 2 {
                self.stored.iter().for_each(|stored| stored.memo.drop_cheap_half(0));
            }
        }
        if self.stored_bytes() > limit / 2 {
            self.stored.clear();
        }
    }

    fn stored_bytes(&self) -> u64 {
        self.stored.iter().map(|stored| stored.memo.bytes()).sum()
    }

    fn count(&mut self, one: &Statistics) {
        let held = self.stored_bytes();
        let all = &mut self.statistics;
        all.elapsed += one.elapsed;
        all.nodes += one.nodes;
        all.peak_memory = all.peak_memory.max(one.peak_memory + held);
    }

    fn solved(&self, outcome: Outcome) -> Solved {
        let costs = &self.problem.costs;
        let leaves = outcome.tree.leaves();
        let loss = costs.rational(outcome.upper - costs.per_leaf() * leaves as i64);
        Solved {
            line: TreeLine { tree: outcome.tree, leaves, loss },
            lower: costs.rational(outcome.lower),
            status: outcome.status,
        }
    }
}

/// How often stored memos may be halved before they are dropped.
const HALVINGS: usize = 4;

fn totals(points: &Points) -> Vec<u64> {
    let mut totals = vec![0u64; points.classes];
    for (at, &weight) in points.weights.iter().enumerate() {
        let total = &mut totals[at % points.classes];
        *total = total.saturating_add(weight);
    }
    totals
}
