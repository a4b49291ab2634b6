//! A run from start to end: limits, progress, the outcome.
use super::{area, fraction};
use crate::control::{Control, State};
use crate::objective::{Area, Curve, Fraction};
use crate::outcome::{RankOptions, RankOutcome};
use crate::problem::{RankError, RankInstance, RankObjective, RankPlan, RankProblem};
use gosdt_search::Instant;
use gosdt_search::{
    ProblemSize, Shape, Statistics, Status, StopCheck, StopReason, Storage, Watch, Watched,
    run_watched,
};
use num_rational::BigRational;
use num_traits::{One, Zero};

/// What is minimised.
enum Score {
    Area(Area),
    Fraction(Fraction),
}

impl Score {
    fn new(problem: &RankProblem, instance: &RankInstance) -> Option<Score> {
        let area =
            |theta: &BigRational| Area::new(instance, theta, &problem.lambda).map(Score::Area);
        match &problem.objective {
            RankObjective::Auc => area(&BigRational::one()),
            RankObjective::Pauc { theta } => area(theta),
            other => Fraction::new(other, instance, &problem.lambda).map(Score::Fraction),
        }
    }

    fn objective(&self, instance: &RankInstance, tree: &Shape) -> BigRational {
        let leaves = instance.leaves(tree);
        match self {
            Score::Area(area) => area.objective(&Curve::of(&leaves), leaves.len()),
            Score::Fraction(fraction) => fraction.objective(&leaves),
        }
    }

    /// For each leaf, whether it is labelled positive.
    fn labels(&self, instance: &RankInstance, tree: &Shape) -> Vec<bool> {
        let leaves = instance.leaves(tree);
        match self {
            Score::Area(_) => leaves.iter().map(|leaf| leaf.pos > leaf.neg).collect(),
            Score::Fraction(fraction) => fraction.labels(&leaves),
        }
    }
}

/// Searches for an optimal tree. Whatever ends the run, its tree and bounds are valid.
///
/// The calling thread checks limits, reports progress and passes cancellation on; a worker searches.
pub fn optimize(
    problem: &RankProblem,
    options: &RankOptions,
    watch: &mut dyn Watch,
) -> Result<RankOutcome, RankError> {
    let started = Instant::now();
    let deadline = options.time_limit.and_then(|limit| started.checked_add(limit));
    let (instance, ended) = laid_out(problem, options, deadline, watch);
    let score = Score::new(problem, &instance).ok_or(RankError::TooWide)?;
    let lone = Shape::leaf(0);
    let upper = score.objective(&instance, &lone);
    let state = State { lower: BigRational::zero(), upper, tree: lone };
    let control = Control::new(state, options, started);
    control.limit_memory();
    let run = || match &score {
        Score::Area(area) => area::run(&instance, area, &control),
        Score::Fraction(fraction) => fraction::run(&instance, fraction, &control),
    };
    match ended {
        None => run_watched(run, &control, deadline, watch),
        Some(reason) => control.search.stop(reason),
    }
    if control.search.reason().is_some() {
        control.take_over_aside();
    }
    watch.progress(&control.progress());
    Ok(outcome(problem, &instance, &score, &control, started))
}

/// The points laid out; if that was stopped, without splits, and why.
fn laid_out(
    problem: &RankProblem,
    options: &RankOptions,
    deadline: Option<Instant>,
    watch: &mut dyn Watch,
) -> (RankInstance, Option<StopReason>) {
    let RankProblem { points, positive, limits, objective, .. } = problem;
    let size = ProblemSize {
        points: points.len,
        classes: points.classes,
        columns: points.columns.len(),
        splits: points.splits(),
    };
    let means = (options.workers.threads, options.memory_limit);
    let plan = RankPlan::new(&size, objective, options.storage, means);
    let ranks = plan.storage == Storage::Ranks;
    let mut should_stop = || watch.should_stop();
    let stop = StopCheck::new(deadline, &mut should_stop);
    match RankInstance::until(points, ranks, (*positive, limits), &|| stop.is_due()) {
        Some(instance) => (instance, None),
        None => (RankInstance::without_splits(points, *positive, limits), stop.reason()),
    }
}

fn outcome(
    problem: &RankProblem,
    instance: &RankInstance,
    score: &Score,
    control: &Control,
    started: Instant,
) -> RankOutcome {
    let State { lower, upper, mut tree } = control.state();
    let labels = score.labels(instance, &tree);
    let leaves = tree.nodes.iter_mut().filter_map(|node| match node {
        gosdt_search::ShapeNode::Leaf { label } => Some(label),
        gosdt_search::ShapeNode::Split { .. } => None,
    });
    for (label, positive) in leaves.zip(labels) {
        *label = if positive { problem.positive } else { 1 - problem.positive };
    }
    let status = match control.search.reason() {
        Some(reason) if lower < upper => Status::Stopped(reason),
        _ => Status::Optimal,
    };
    let statistics = Statistics {
        elapsed: started.elapsed(),
        nodes: control.search.nodes(),
        peak_memory: control.peak(),
    };
    let is_canonical = control.search.reason().is_none();
    RankOutcome { status, tree, lower, upper, is_canonical, statistics }
}
