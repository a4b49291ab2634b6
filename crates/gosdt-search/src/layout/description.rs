//! What an instance is built from, whichever kind of problem it comes from.
//!
//! # Reduction
//! Every point has a cost for each label. The least of them is paid by every tree (the paper's
//! equivalent points bound), so it is subtracted and its sum kept apart as the unavoidable cost;
//! points on which all labels now cost nothing cannot tell trees apart and are dropped. After that
//! the equivalent points bound is 0 on every subproblem by construction, and every other bound is
//! tighter.
use super::base_vectors::BaseVectors;
use super::measures::{LeafKind, Measures};
use super::replicas::Multiples;
use crate::bounds::equivalent_points;
use crate::problem::{AdditiveProblem, Feature, Limits, Problem};

/// What an instance is built from.
pub(super) struct Description<'a> {
    /// Number of points kept.
    pub points: usize,
    pub features: &'a [Feature],
    /// Answers of the points kept, by feature.
    pub bits: Vec<Vec<u64>>,
    /// What the points count, by measure.
    pub multiples: Vec<Multiples>,
    pub measures: Measures,
    /// The labels that a leaf may predict, as indices of the problem's labels.
    pub labels: Vec<usize>,
    pub per_leaf: i64,
    /// What every tree pays, which was subtracted from all costs.
    pub unavoidable_cost: i64,
    pub limits: Limits,
}

/// A point with what it costs beyond the unavoidable, by label.
struct ReducedPoint {
    /// Its index in the problem.
    point: usize,
    costs: Vec<i64>,
    rows: i64,
}

impl<'a> Description<'a> {
    /// Describes a problem. With `reduce`, unavoidable costs are subtracted. `keep_all` keeps the
    /// points and labels that no optimum needs, as listing all optima does need them.
    pub fn reduced(problem: &'a Problem, reduce: bool, keep_all: bool) -> Description<'a> {
        let least = i64::from(problem.limits().min_leaf.max(1));
        let mut points = label_costs_of_points(problem);
        let mut unavoidable_cost = 0;
        if reduce {
            let costs = points.iter_mut().map(|point| &mut point.costs);
            unavoidable_cost = equivalent_points::reduce(costs);
            if !keep_all && least == 1 {
                points.retain(|point| !equivalent_points::is_indifferent(&point.costs));
            }
        }
        let labels = match keep_all {
            true => (0..problem.costs().labels()).collect(),
            false => undominated_labels(&points, problem.costs().labels()),
        };
        for point in &mut points {
            point.costs = labels.iter().map(|&label| point.costs[label]).collect();
        }
        let (measures, multiples) = measures_of(&points, labels.len(), least);
        let features = &problem.points().features;
        Description {
            points: points.len(),
            features,
            bits: features.iter().map(|feature| gather(&feature.bits, &points)).collect(),
            multiples,
            measures,
            labels,
            per_leaf: problem.costs().per_leaf(),
            unavoidable_cost,
            limits: *problem.limits(),
        }
    }

    /// Describes a problem that comes with its measures.
    pub fn given(problem: &'a AdditiveProblem<'a>) -> Description<'a> {
        let count = problem.measures.len();
        let measures = Measures {
            count,
            label_costs: problem.label_costs.clone(),
            max_unit_costs: problem.max_unit_costs.clone(),
            leaf_kind: LeafKind::ByCosts,
            rule: problem.rule,
            least_rows: problem.least_rows,
        };
        let multiples = |values: &Vec<i64>| Multiples::of_one(values.iter().copied());
        Description {
            points: problem.points,
            features: problem.features,
            bits: problem.features.iter().map(|feature| feature.bits.clone()).collect(),
            multiples: problem.measures.iter().map(multiples).collect(),
            measures,
            labels: (0..problem.label_costs.len() / count.max(1)).collect(),
            per_leaf: problem.per_leaf,
            unavoidable_cost: 0,
            limits: Limits { max_depth: problem.max_depth, ..Limits::default() },
        }
    }
}

fn label_costs_of_points(problem: &Problem) -> Vec<ReducedPoint> {
    let (points, costs) = (problem.points(), problem.costs());
    let cost = |point: usize, label: usize| {
        let weights = &points.weights[point * points.classes..][..points.classes];
        // No overflow: the largest total was checked when the costs were made.
        let terms = weights.iter().enumerate();
        terms.map(|(class, &weight)| costs.per_weight(label, class) * weight as i64).sum()
    };
    let reduced = |point: usize| ReducedPoint {
        point,
        costs: (0..costs.labels()).map(|label| cost(point, label)).collect(),
        rows: i64::from(points.rows[point]),
    };
    (0..points.len).map(reduced).collect()
}

/// The labels that no other label dominates: that is, costs no more on every point, and less on some
/// point or comes first. There is at least one.
fn undominated_labels(points: &[ReducedPoint], labels: usize) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..labels).collect();
    for label in 0..labels {
        let dominates = |&other: &usize| {
            other != label
                && points.iter().all(|point| point.costs[other] <= point.costs[label])
                && (other < label
                    || points.iter().any(|point| point.costs[other] < point.costs[label]))
        };
        if kept.iter().any(dominates) {
            kept.retain(|&other| other != label);
        }
    }
    kept
}

/// Measures for the points' costs, and what the points count for them. Rows are a measure, too, where
/// a leaf needs more than one.
fn measures_of(
    points: &[ReducedPoint],
    labels: usize,
    least_rows: i64,
) -> (Measures, Vec<Multiples>) {
    let costs: Vec<&[i64]> = points.iter().map(|point| &point.costs[..]).collect();
    let mut bases = BaseVectors::of(&costs, labels);
    let mut leaf_kind = bases.leaf_kind(labels);
    let mut rows = None;
    if least_rows > 1 {
        leaf_kind = LeafKind::ByCosts;
        let measure = bases.add_rows(points.iter().map(|point| point.rows), labels);
        rows = Some((measure, least_rows));
    }
    let measures = Measures {
        count: bases.vectors.len(),
        label_costs: bases.label_costs(labels),
        max_unit_costs: bases.max_unit_costs(),
        leaf_kind,
        rule: None,
        least_rows: rows,
    };
    (measures, bases.multiples)
}

/// A feature's bits over the points kept.
fn gather(bits: &[u64], points: &[ReducedPoint]) -> Vec<u64> {
    let mut out = vec![0; points.len().div_ceil(64)];
    for (at, ReducedPoint { point, .. }) in points.iter().enumerate() {
        out[at / 64] |= (bits[point / 64] >> (point % 64) & 1) << (at % 64);
    }
    out
}
