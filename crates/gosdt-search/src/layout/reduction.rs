//! The reduction of a problem, whichever way its splits are stored.
//!
//! Every point has a cost for each label. The least of them is paid by every tree (the paper's
//! equivalent points bound), so it is subtracted and its sum kept apart as the unavoidable cost;
//! points on which all labels now cost nothing cannot tell trees apart and are dropped. After that
//! the equivalent points bound is 0 on every subproblem by construction, and every other bound is
//! tighter.
use crate::bounds::equivalent_points;
use crate::problem::Problem;

/// A reduced problem.
pub(crate) struct Reduction {
    /// The points kept, as indices of the problem's points.
    pub points: Vec<u32>,
    /// The labels that a leaf may predict, as indices of the problem's labels.
    pub labels: Vec<usize>,
    /// `costs[p * labels + l]`: what the p-th point kept costs beyond the unavoidable with the l-th
    /// label kept.
    pub costs: Vec<i64>,
    /// What every tree pays, which was subtracted from all costs.
    pub unavoidable_cost: i64,
}

impl Reduction {
    /// Reduces a problem. With `reduce`, unavoidable costs are subtracted. `keep_all` keeps the
    /// points and labels that no optimum needs, as listing all optima does need them. `None` if `stop`
    /// returns true between its steps.
    pub fn new(
        problem: &Problem,
        (reduce, keep_all): (bool, bool),
        stop: &dyn Fn() -> bool,
    ) -> Option<Reduction> {
        let labels = problem.costs().labels();
        let mut costs = label_costs(problem);
        let mut points: Vec<u32> = (0..problem.points().len as u32).collect();
        let mut unavoidable_cost = 0;
        if reduce {
            unavoidable_cost = equivalent_points::reduce(costs.chunks_exact_mut(labels));
            if !keep_all && problem.limits().min_leaf <= 1 {
                let costs = |point: u32| &costs[point as usize * labels..][..labels];
                points.retain(|&point| !equivalent_points::is_indifferent(costs(point)));
            }
        }
        if stop() {
            return None;
        }
        let of_point = |point: u32| &costs[point as usize * labels..][..labels];
        let kept_labels = match keep_all {
            true => (0..labels).collect(),
            false => undominated_labels(&points, of_point, labels),
        };
        if stop() {
            return None;
        }
        let kept = points.iter().flat_map(|&point| {
            let costs = of_point(point);
            kept_labels.iter().map(move |&label| costs[label])
        });
        let costs = kept.collect();
        Some(Reduction { points, labels: kept_labels, costs, unavoidable_cost })
    }

    /// Values of the problem's points, of the points kept.
    pub fn gather<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.points.iter().map(|&point| values[point as usize]).collect()
    }
}

/// What each point costs with each label.
fn label_costs(problem: &Problem) -> Vec<i64> {
    let (points, costs) = (problem.points(), problem.costs());
    let cost = |weights: &[u64], label: usize| {
        // No overflow: the largest total was checked when the costs were made.
        let terms = weights.iter().enumerate();
        terms.map(|(class, &weight)| costs.per_weight(label, class) * weight as i64).sum()
    };
    let of_point = |weights| (0..costs.labels()).map(move |label| cost(weights, label));
    points.weights.chunks_exact(points.classes).flat_map(of_point).collect()
}

/// The labels that no other label dominates: that is, costs no more on every point, and less on some
/// point or comes first. There is at least one.
fn undominated_labels<'a>(
    points: &[u32],
    costs: impl Fn(u32) -> &'a [i64],
    labels: usize,
) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..labels).collect();
    for label in 0..labels {
        let dominates = |&other: &usize| {
            let pairs = || points.iter().map(|&point| (costs(point)[other], costs(point)[label]));
            other != label
                && pairs().all(|(other, own)| other <= own)
                && (other < label || pairs().any(|(other, own)| other < own))
        };
        if kept.iter().any(dominates) {
            kept.retain(|&other| other != label);
        }
    }
    kept
}
