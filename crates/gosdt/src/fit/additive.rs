//! Objectives that are sums over leaves: one exact search.
use super::error::FitError;
use super::search_result::SearchResult;
use super::warnings::warnings;
use crate::certify::{CertifyError, certify_outcome, certify_status, cost};
use crate::greedy::pruned_tree;
use crate::incumbent::{Stop, first_tree, improve};
use crate::model::{NodeCounts, certificate};
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use crate::watch::Watch;
use gosdt_search::{Costs, Incumbent, Objective, Outcome, Problem, Shape, search_improving};
use gosdt_tree::Certificate;
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

/// Searches, and certifies what was found.
pub(super) fn search_additive(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
    objective: &Objective,
    watch: &mut dyn Watch,
) -> Result<SearchResult, FitError> {
    let costs = data.costs(objective, &options.lambda)?;
    let problem = Problem::new(data.points(), costs, options.limits)?;
    let costs = problem.costs();
    let started = Instant::now();
    let mut search_options = options.search.clone();
    let first_trees = |stop: Stop<'_>| first_trees(data, &problem, stop);
    let are_made = !ends_soon(&problem);
    if are_made {
        let stop = until_a_quarter(search_options.time_limit, watch);
        search_options.first_trees.extend(first_trees(Stop::when(&stop)));
    }
    search_options.time_limit =
        search_options.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
    let improve = |incumbent: &Incumbent<'_>| {
        let first_trees = |stop: Stop<'_>| if are_made { Vec::new() } else { first_trees(stop) };
        improve(&problem, search_options.memory_limit, &first_trees, incumbent);
    };
    let outcome = search_improving(&problem, &search_options, &improve, watch);
    let trees = certify_outcome(&problem, &outcome, data.classes)?;
    Ok(SearchResult {
        trees: trees.into_iter().map(|(shape, counts)| (shape.clone(), counts)).collect(),
        certificate: certified(costs, &outcome, data)?,
        loss: costs.rational(loss(costs, &outcome)),
        warnings: warnings(data.table, costs),
        statistics: outcome.statistics,
    })
}

/// Data with fewer answers (points × splits) than this are searched before a greedy tree is grown.
const SMALL: usize = 100_000;

/// How often the watch is asked whether to stop.
const TICK: Duration = Duration::from_millis(20);

/// Whether a search may well be as fast as growing greedy trees.
fn ends_soon(problem: &Problem) -> bool {
    let points = problem.points();
    let is_small = points.len.saturating_mul(points.splits()) < SMALL;
    is_small || problem.limits().max_depth.is_some_and(|most| most <= 2)
}

/// Says stop after a quarter of the time limit, or when `watch` does.
fn until_a_quarter(limit: Option<Duration>, watch: &mut dyn Watch) -> impl Fn() -> bool + use<'_> {
    let started = Instant::now();
    let (watch, asked) = (RefCell::new(watch), Cell::new(started));
    move || {
        let due = asked.get().elapsed() >= TICK;
        if due {
            asked.set(Instant::now());
        }
        let is_late = limit.is_some_and(|limit| started.elapsed() * 4 > limit);
        is_late || (due && watch.borrow_mut().should_stop())
    }
}

/// Greedy trees to start from, and their costs. Unless it is stopped before they are grown, no tree that
/// is handed over is worse.
fn first_trees(data: &TrainingData<'_>, problem: &Problem, stop: Stop<'_>) -> Vec<(i64, Shape)> {
    let found = first_tree(problem, stop);
    let mut trees = vec![(found.cost, found.tree)];
    trees.extend(pruned_cart(data, problem, &|| stop.is_due()));
    trees
}

/// The tree that the baseline shows, and its cost.
fn pruned_cart(
    data: &TrainingData<'_>,
    problem: &Problem,
    stop: &dyn Fn() -> bool,
) -> Option<(i64, Shape)> {
    let costs = problem.costs();
    let shape = pruned_tree(data.classes, costs, *problem.limits(), stop).shape(costs);
    let counts = NodeCounts::new(&shape, data.classes);
    let cost = i64::try_from(cost(&shape, &counts, costs)).ok()?;
    Some((cost, shape))
}

/// What the tree costs without its leaves.
fn loss(costs: &Costs, outcome: &Outcome) -> i64 {
    outcome.upper - costs.per_leaf() * outcome.tree.leaves() as i64
}

fn certified(
    costs: &Costs,
    outcome: &Outcome,
    data: &TrainingData<'_>,
) -> Result<Certificate, CertifyError> {
    let status = certify_status(&outcome.lower, &outcome.upper, outcome.status)?;
    let bounds = [outcome.lower, outcome.upper, outcome.upper - outcome.lower];
    let loss = costs.value(loss(costs, outcome));
    Ok(certificate(status, loss, bounds.map(|cost| costs.value(cost)), data))
}
