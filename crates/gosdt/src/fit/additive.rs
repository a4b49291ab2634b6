//! Objectives that are sums over leaves: one exact search.
use super::error::FitError;
use super::search_result::SearchResult;
use super::warnings::{NOT_CHOSEN, warnings};
use crate::certify::{certify_outcome, certify_status_of, cost, exact_loss};
use crate::greedy::pruned_tree;
use crate::incumbent::{Room, Stop, best_of_sample, first_tree, improve};
use crate::model::{NodeCounts, certificate};
use crate::options::CheckedOptions;
use crate::proof::KeptSearch;
use crate::training_data::TrainingData;
use crate::watch::Watch;
use gosdt_search::Instant;
use gosdt_search::{
    Costs, Incumbent, Objective, Outcome, Problem, Shape, Status, StopCheck, StopReason, Storage,
    planned_bytes, planned_storage, search_improving, search_kept,
};
use gosdt_tree::Certificate;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
    // Where there is no memory for what is faster, there may be for what is smaller.
    if planned_storage(&problem, &search_options).is_none() {
        search_options.storage = Storage::Auto;
    }
    let room = Room(search_options.memory_limit);
    let first_trees = |stop: Stop<'_>| first_trees(data, &problem, room, stop);
    let are_bits = planned_storage(&problem, &search_options) == Some(Storage::Bits);
    let are_made = !ends_soon(&problem, are_bits, search_options.time_limit);
    let made = {
        let quarter = search_options.time_limit.map(|limit| limit / 4);
        let deadline = quarter.and_then(|time| started.checked_add(time));
        let mut should_stop = || watch.should_stop();
        let stop = StopCheck::new(deadline, &mut should_stop);
        let is_due = || stop.is_due();
        let stop = Stop::when(&is_due);
        match are_made {
            true => first_trees(stop),
            false => tree_of_sample(&problem, search_options.memory_limit, stop),
        }
    };
    search_options.first_trees.extend(made);
    let kept_back = started.elapsed() + time_to_certify(&problem);
    search_options.time_limit =
        search_options.time_limit.map(|limit| limit.saturating_sub(kept_back));
    // What the search takes in the end is not free for what is done beside it, even while it is.
    let taken = planned_bytes(&problem, &search_options);
    let left = search_options.memory_limit.map(|limit| limit.saturating_sub(taken));
    let are_grown = AtomicBool::new(are_made);
    let improve = |incumbent: &Incumbent<'_>| {
        let first_trees = |stop: Stop<'_>| {
            let trees = if are_made { Vec::new() } else { first_trees(stop) };
            are_grown.fetch_or(!stop.is_due(), Ordering::Relaxed);
            trees
        };
        let delay = if are_made { Duration::ZERO } else { time_to_prove(&problem) };
        improve(&problem, left, (&first_trees, are_bits, delay), incumbent);
    };
    let grown = Instant::now();
    let (mut outcome, search) = match options.keep_search {
        true => search_kept(&problem, &search_options, &improve, watch),
        false => (search_improving(&problem, &search_options, &improve, watch), None),
    };
    if are_bits && is_interrupted(&outcome) && !are_grown.into_inner() {
        let deadline = Instant::now() + TIME_TO_GROW_AFTER;
        let is_due = || Instant::now() >= deadline;
        first_trees(Stop::when(&is_due)).into_iter().for_each(|found| take(&mut outcome, found));
    }
    let searched = Instant::now();
    let trees = certify_outcome(&problem, &outcome, data.classes)?;
    let loss = exact_loss(trees[0].0, &trees[0].1, costs);
    Ok(SearchResult {
        certificate: certified(costs, &outcome, &loss, data, options)?,
        trees: trees.into_iter().map(|(shape, counts)| (shape.clone(), counts)).collect(),
        loss,
        warnings: all_warnings(data, costs, &outcome),
        listed_all: outcome.listing_stopped.is_none(),
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

/// Whether something other than the time ended a search: there is time to grow greedy trees, if none was grown.
fn is_interrupted(outcome: &Outcome) -> bool {
    matches!(outcome.status, Status::Stopped(reason) if reason != StopReason::TimeLimit)
}

/// Takes a tree over if it is cheaper than that of a search.
fn take(outcome: &mut Outcome, (cost, tree): (i64, Shape)) {
    if cost < outcome.upper {
        (outcome.upper, outcome.tree) = (cost, tree);
    }
}

/// Greedy trees that a search did not wait for are grown within this once it is interrupted: who interrupts it waits.
const TIME_TO_GROW_AFTER: Duration = Duration::from_millis(100);

/// How long it takes to follow every point down the tree once it is found, and to write what came of it.
fn time_to_certify(problem: &Problem) -> Duration {
    const PER_POINT: Duration = Duration::from_nanos(100);
    PER_POINT.saturating_mul(u32::try_from(problem.points().len).unwrap_or(u32::MAX))
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

/// Data with fewer answers (points × splits) than this are searched before a greedy tree is grown...
const SMALL: usize = 100_000;

/// ... and so are more if there is time to grow it beside the search, and splits are stored as bits: the search
/// then begins with a greedy tree of its own, and may be over before others are grown.
const SMALL_AS_BITS: usize = 8_000_000;

/// The same for trees of depth 3, in points × columns: most of them end within a quarter of a second, and
/// then greedy trees are grown beside the search...
const SMALL_OF_DEPTH_3: usize = 100_000;

/// ... unless a time limit is too short for that.
const TIME_TO_GROW_BESIDE: Duration = Duration::from_secs(1);

/// Whether a search may well be as fast as growing greedy trees. Without threads nothing is grown beside it.
fn ends_soon(problem: &Problem, are_bits: bool, time_limit: Option<Duration>) -> bool {
    let points = problem.points();
    let has_time = time_limit.is_none_or(|limit| limit >= TIME_TO_GROW_BESIDE);
    let has_threads = !cfg!(target_family = "wasm");
    let small = if has_time && has_threads && are_bits { SMALL_AS_BITS } else { SMALL };
    let is_small = points.len.saturating_mul(points.splits()) < small;
    let is_of_depth_3 =
        points.len.saturating_mul(points.columns.len()) < SMALL_OF_DEPTH_3 && has_time;
    let most = if is_of_depth_3 { 3 } else { 2 };
    is_small || problem.limits().max_depth.is_some_and(|depth| depth <= most)
}

/// How long the proof of a problem that ends soon may take: some evaluations of splits, each of which scans
/// all points along all columns.
fn time_to_prove(problem: &Problem) -> Duration {
    const PER_CELL: Duration = Duration::from_nanos(250);
    let points = problem.points();
    let cells = points.len.saturating_mul(points.columns.len());
    PER_CELL.saturating_mul(u32::try_from(cells).unwrap_or(u32::MAX))
}

/// The best tree of a sample and its cost, where there are many points: shallow trees need no more to start
/// from.
fn tree_of_sample(problem: &Problem, memory: Option<u64>, stop: Stop<'_>) -> Vec<(i64, Shape)> {
    let found = best_of_sample(problem, memory, stop);
    found.map(|found| (found.cost, found.tree)).into_iter().collect()
}

/// Greedy trees to start from, and their costs. Unless it is stopped before they are grown, no tree that
/// is handed over is worse.
fn first_trees(
    data: &TrainingData<'_>,
    problem: &Problem,
    room: Room,
    stop: Stop<'_>,
) -> Vec<(i64, Shape)> {
    let found = first_tree(problem, room, stop);
    let mut trees = vec![(found.cost, found.tree)];
    let bytes = BYTES_TO_GROW * (problem.points().len * problem.points().classes) as u64;
    if bytes <= room.left(bytes) {
        trees.extend(pruned_cart(data, problem, &|| stop.is_due()));
    }
    trees
}

/// Bytes for each point and class that growing a greedy tree takes: the points of its leaves and of the sides
/// of a split, and the weights of a column's codes.
const BYTES_TO_GROW: u64 = 16;

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

/// Checks the bounds. The upper one is what the tree costs exactly, whatever the search compared.
fn certified(
    costs: &Costs,
    outcome: &Outcome,
    loss: &BigRational,
    data: &TrainingData<'_>,
    options: &CheckedOptions,
) -> Result<Certificate, FitError> {
    let leaves = BigRational::from_integer(outcome.tree.leaves().into());
    let (lower, upper) = (costs.rational(outcome.lower), loss + costs.asked_per_leaf() * leaves);
    let status = certify_status_of(&lower, &upper, outcome.status, costs.is_exact())?;
    let gap = &upper - &lower;
    let float = |number: &BigRational| number.to_f64().unwrap_or(f64::NAN);
    let bounds = [&lower, &upper, &gap].map(float);
    Ok(Certificate {
        exact: costs.is_exact(),
        canonical: outcome.is_canonical || !status.is_ended(),
        ..certificate(status, float(loss), bounds, data, &options.thresholds)
    })
}

/// What a user should know of the costs, of the choice of the tree and of the list of optimal ones.
fn all_warnings(data: &TrainingData<'_>, costs: &Costs, outcome: &Outcome) -> Vec<String> {
    let mut all = warnings(data.table, costs);
    let is_chosen = outcome.is_canonical || outcome.status != Status::Optimal;
    all.extend((!is_chosen).then(|| NOT_CHOSEN.to_string()));
    let cut = outcome.listing_stopped.filter(|_| outcome.status == Status::Optimal);
    all.extend(cut.map(|_| "stopped before all optimal trees were listed".to_string()));
    all
}
