//! The outcome of a search that ended before its problem was laid out.
use super::watch::{Progress, Watch};
use crate::bounds::look_ahead;
use crate::clock::Instant;
use crate::outcome::{Outcome, Shape, Statistics, Status, StopReason};
use crate::problem::Problem;

/// The best tree that is known without a search, a lone leaf or one of `known`, with the bounds that
/// hold without one. The watch is told.
pub(crate) fn best_known(
    problem: &Problem,
    known: &[(i64, Shape)],
    (reason, started): (StopReason, Instant),
    watch: &mut dyn Watch,
) -> Outcome {
    let (leaf, lone) = lone_leaf(problem);
    let best = known.iter().min_by_key(|(cost, _)| *cost).filter(|(cost, _)| *cost < leaf);
    let (upper, tree) = best.cloned().unwrap_or((leaf, lone));
    let lower = look_ahead::at_least(leaf, 2, problem.costs().per_leaf()).min(upper);
    let status = if lower == upper { Status::Optimal } else { Status::Stopped(reason) };
    let statistics = Statistics { elapsed: started.elapsed(), ..Statistics::default() };
    watch.progress(&Progress {
        elapsed: statistics.elapsed,
        lower_bound: problem.costs().value(lower),
        upper_bound: Some(problem.costs().value(upper)),
        nodes: 0,
        memory: 0,
    });
    Outcome {
        status,
        is_canonical: status == Status::Optimal && tree.leaves() == 1,
        tree,
        lower,
        upper,
        optima: Vec::new(),
        listing_stopped: None,
        statistics,
    }
}

/// The lone leaf that costs least, and its cost.
fn lone_leaf(problem: &Problem) -> (i64, Shape) {
    let (points, costs) = (problem.points(), problem.costs());
    let mut totals = vec![0u64; points.classes];
    for weights in points.weights.chunks_exact(points.classes) {
        totals.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
    }
    let cost = |label: usize| -> i64 {
        // No overflow: the largest total was checked when the costs were made.
        let terms = totals.iter().enumerate();
        terms.map(|(class, &weight)| costs.per_weight(label, class) * weight as i64).sum()
    };
    let best = (0..costs.labels()).map(|label| (cost(label), label)).min();
    let (cost, label) = best.unwrap_or((0, 0));
    (cost + costs.per_leaf(), Shape::leaf(label))
}
