//! Objectives that are sums over leaves: one exact search.
use super::error::FitError;
use super::search_result::SearchResult;
use super::warnings::warnings;
use crate::certify::{CertifyError, certify_outcome, certify_status, cost};
use crate::greedy::pruned_tree;
use crate::model::{NodeCounts, certificate};
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use crate::watch::Watch;
use gosdt_search::{Costs, Objective, Outcome, Problem, Shape, StopCheck, Storage, search};
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
    search_options.first_trees.extend(greedy_tree(data, options, costs, watch));
    search_options.storage = storage(data, costs);
    search_options.time_limit =
        search_options.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
    let grown = Instant::now();
    let outcome = search(&problem, &search_options, watch);
    let searched = Instant::now();
    let trees = certify_outcome(&problem, &outcome, data.classes)?;
    Ok(SearchResult {
        trees: trees.into_iter().map(|(shape, counts)| (shape.clone(), counts)).collect(),
        certificate: certified(costs, &outcome, data, options)?,
        loss: costs.rational(loss(costs, &outcome)),
        warnings: warnings(data.table, costs),
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

/// A greedy tree to start from, and its cost. It may take a quarter of the time; unless that ends the
/// growing, no tree that is handed over is worse.
fn greedy_tree(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
    costs: &Costs,
    watch: &mut dyn Watch,
) -> Option<(i64, Shape)> {
    if data.classes.len.saturating_mul(data.classes.splits()) < SMALL {
        return None;
    }
    let quarter = options.search.time_limit.map(|limit| limit / 4);
    let deadline = quarter.and_then(|time| Instant::now().checked_add(time));
    let mut should_stop = || watch.should_stop();
    let stop = StopCheck::new(deadline, &mut should_stop);
    let stop = || stop.is_due();
    let shape = pruned_tree(data.classes, costs, options.limits, &stop).shape(costs);
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
