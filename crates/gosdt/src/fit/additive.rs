//! Objectives that are sums over leaves: one exact search.
use super::error::FitError;
use super::search_result::SearchResult;
use super::warnings::warnings;
use crate::certify::{CertifyError, certify_outcome, certify_status, cost};
use crate::greedy::pruned_tree;
use crate::incumbent::{Stop, first_tree, improve};
use crate::model::{NodeCounts, certificate};
use crate::options::CheckedOptions;
use crate::proof::KeptSearch;
use crate::training_data::TrainingData;
use crate::watch::Watch;
use gosdt_search::{
    Costs, Incumbent, Objective, Outcome, Problem, Shape, StopCheck, Storage, search_improving,
    search_kept,
};
use gosdt_tree::Certificate;
use std::time::Instant;

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
    search_options.storage = storage(data, costs);
    let first_trees = |stop: Stop<'_>| first_trees(data, &problem, stop);
    let are_made = !ends_soon(&problem);
    if are_made {
        let quarter = search_options.time_limit.map(|limit| limit / 4);
        let deadline = quarter.and_then(|time| started.checked_add(time));
        let mut should_stop = || watch.should_stop();
        let stop = StopCheck::new(deadline, &mut should_stop);
        let stop = || stop.is_due();
        search_options.first_trees.extend(first_trees(Stop::when(&stop)));
    }
    search_options.time_limit =
        search_options.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
    let improve = |incumbent: &Incumbent<'_>| {
        let first_trees = |stop: Stop<'_>| if are_made { Vec::new() } else { first_trees(stop) };
        improve(&problem, search_options.memory_limit, &first_trees, incumbent);
    };
    let grown = Instant::now();
    let (outcome, search) = match options.keep_search {
        true => search_kept(&problem, &search_options, &improve, watch),
        false => (search_improving(&problem, &search_options, &improve, watch), None),
    };
    let searched = Instant::now();
    let trees = certify_outcome(&problem, &outcome, data.classes)?;
    Ok(SearchResult {
        trees: trees.into_iter().map(|(shape, counts)| (shape.clone(), counts)).collect(),
        certificate: certified(costs, &outcome, data, options)?,
        loss: costs.rational(loss(costs, &outcome)),
        warnings: warnings(data.table, costs),
        kept: search.map(|search| KeptSearch {
            search,
            costs: costs.clone(),
            lower: outcome.lower,
        }),
        statistics: outcome.statistics,
        grown,
        searched,
    })
}

/// Without a penalty, more splits than this that are left of many thresholds are stored as ranks: they
/// are few, but their points are many (magic, 19,020 rows, depth 3: 320 splits take 47 s with bits and
/// 2.2 s with ranks, 80 splits 0.5 s and 2.7 s).
const MANY_KEPT_SPLITS: usize = 150;

fn storage(data: &TrainingData<'_>, costs: &Costs) -> Storage {
    let are_left = data.classes.thresholds.left_out() > 0;
    match are_left && costs.per_leaf() == 0 && data.classes.splits() > MANY_KEPT_SPLITS {
        true => Storage::Ranks,
        false => Storage::Auto,
    }
}

/// Data with fewer answers (points × splits) than this are searched before a greedy tree is grown.
const SMALL: usize = 100_000;

/// Whether a search may well be as fast as growing greedy trees.
fn ends_soon(problem: &Problem) -> bool {
    let points = problem.points();
    let is_small = points.len.saturating_mul(points.splits()) < SMALL;
    is_small || problem.limits().max_depth.is_some_and(|most| most <= 2)
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
    options: &CheckedOptions,
) -> Result<Certificate, CertifyError> {
    let status = certify_status(&outcome.lower, &outcome.upper, outcome.status)?;
    let bounds = [outcome.lower, outcome.upper, outcome.upper - outcome.lower];
    let loss = costs.value(loss(costs, outcome));
    let bounds = bounds.map(|cost| costs.value(cost));
    Ok(certificate(status, loss, bounds, data, &options.thresholds))
}
