//! A run from start to end: limits, progress, the outcome.
use super::{area, fraction};
use crate::control::{Control, State};
use crate::objective::{Area, Curve, Fraction};
use crate::outcome::{RankOptions, RankOutcome};
use crate::problem::{RankError, RankInstance, RankObjective, RankProblem};
use gosdt_search::{Progress, Shape, Statistics, Status, StopReason, Watch};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often the calling thread checks the limits and reports.
const TICK: Duration = Duration::from_millis(20);

/// The stack of the worker: recursion goes as deep as the tree.
const STACK: usize = 1 << 30;

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
    let instance = RankInstance::new(&problem.points, problem.positive, &problem.limits);
    let score = Score::new(problem, &instance).ok_or(RankError::TooWide)?;
    let lone = Shape::leaf(0);
    let upper = score.objective(&instance, &lone);
    let state = State { lower: BigRational::zero(), upper, tree: lone };
    let control = Control::new(state, options);
    control.limit_memory();
    let run = || match &score {
        Score::Area(area) => area::run(&instance, area, &control),
        Score::Fraction(fraction) => fraction::run(&instance, fraction, &control),
    };
    std::thread::scope(|scope| {
        let (done, wait) = channel();
        let worker = std::thread::Builder::new().stack_size(STACK);
        let worker = worker.spawn_scoped(scope, move || {
            run();
            // The receiver lives as long as the scope.
            let _ = done.send(());
        });
        match worker {
            Ok(worker) => {
                monitor(&control, options, started, &wait, watch);
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            Err(_) => control.stop(StopReason::MemoryLimit),
        }
    });
    watch.progress(&progress(&control, started));
    Ok(outcome(problem, &instance, &score, &control, started))
}

/// Reports and checks the limits until the worker is done.
fn monitor(
    control: &Control,
    options: &RankOptions,
    started: Instant,
    wait: &Receiver<()>,
    watch: &mut dyn Watch,
) {
    loop {
        let left = options.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
        match wait.recv_timeout(left.map_or(TICK, |left| left.min(TICK))) {
            Err(RecvTimeoutError::Timeout) => {}
            _ => return,
        }
        control.limit_memory();
        watch.progress(&progress(control, started));
        if watch.should_stop() {
            control.stop(StopReason::Interrupted);
        }
        if options.time_limit.is_some_and(|limit| started.elapsed() >= limit) {
            control.stop(StopReason::TimeLimit);
            let _ = wait.recv();
            return;
        }
    }
}

fn progress(control: &Control, started: Instant) -> Progress {
    let state = control.state();
    Progress {
        elapsed: started.elapsed(),
        lower_bound: state.lower.to_f64().unwrap_or(0.0),
        upper_bound: state.upper.to_f64(),
        nodes: control.search.nodes(),
        memory: control.memory(),
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
    RankOutcome { status, tree, lower, upper, statistics }
}
