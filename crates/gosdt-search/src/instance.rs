//! The problem as the search sees it: reduced, and laid out for counting.
//!
//! # Reduction
//! Every point has a cost for each label. The least of them is paid by every tree (the paper's
//! equivalent points bound), so it is subtracted and its sum kept apart as [`Instance::floor`];
//! points on which all labels now cost the same (0) cannot tell trees apart and are dropped. After
//! that the equivalent points bound is 0 on every subproblem by construction and every other bound
//! is the tighter for it.
//!
//! # Measures
//! A leaf's loss is the least over labels of the sum of its points' reduced costs. The cost vectors
//! are written as multiples of a few *base vectors*: point p counts a whole multiple for one or more
//! *measures*, and the loss is the least over labels l of Σ_m `label_costs[l][m]` · measure m. Two
//! labels need two measures, and the loss is then just the smaller of them.
//!
//! # Replicas
//! A multiple of 5 is 4 + 1: one replica of the point in the segment that counts 4, one in the
//! segment that counts 1. Counting is then AND and popcount alone.
use crate::additive::{AdditiveProblem, LabelRule};
use crate::bounds::equivalent_points;
use crate::{Feature, Limits, Problem};
use gosdt_bits::Matrix;
use num_integer::Integer;
use std::collections::HashMap;

/// A reduced problem.
pub(crate) struct Instance {
    /// Number of points kept.
    pub points: usize,
    /// Feature bits over the kept points.
    pub bits: Vec<Vec<u64>>,
    /// Column of each feature, and its place if it is ordered.
    pub places: Vec<(u32, Option<u32>)>,
    /// Whether the thresholds of every column come in their order.
    pub in_order: bool,
    /// Whether most features are thresholds of ordered columns.
    pub mostly_thresholds: bool,
    /// The labels that a leaf may predict (indices of the problem's labels).
    pub labels: Vec<usize>,
    /// `label_costs[l * measures + m]`.
    pub label_costs: Vec<i64>,
    /// The most that a unit of each measure can cost.
    pub spreads: Vec<i64>,
    /// Number of measures.
    pub measures: usize,
    /// How the loss of a leaf follows from its measures: which kernel applies.
    pub leaf_kind: LeafKind,
    /// How leaves are labelled, if not by the cheapest label.
    pub rule: Option<LabelRule>,
    /// The measure that counts rows, and the least a leaf must have; when it is more than 1.
    pub least_rows: Option<(usize, i64)>,
    /// Cost of a leaf.
    pub per_leaf: i64,
    /// What every tree pays.
    pub floor: i64,
    /// Limits on the tree.
    pub limits: Limits,
    /// The whole matrix: all features, all replicas.
    pub matrix: Matrix,
    /// The point behind each row of `matrix`, by word.
    pub owners: Vec<Vec<u32>>,
    /// All points.
    pub everything: Vec<u64>,
}

/// How the loss of a leaf follows from its measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeafKind {
    /// Two measures: the smaller.
    SmallerOfTwo,
    /// Label m is right for measure m alone: all but the largest.
    AllButLargest,
    /// The least over labels of costs times measures; the only kind that counts rows.
    ByCosts,
}

/// Reduced costs of one point.
struct Reduced {
    point: usize,
    costs: Vec<i64>,
    rows: i64,
}

impl Instance {
    /// Reduces a problem. `keep_all` keeps the points that cannot tell trees apart (needed to list
    /// all optima); without `reduce` nothing is subtracted or dropped.
    pub fn new(problem: &Problem, reduce: bool, keep_all: bool) -> Instance {
        let least = i64::from(problem.limits.min_leaf.max(1));
        let mut points = label_costs_of_points(problem);
        let mut floor = 0;
        if reduce {
            floor = equivalent_points::reduce(points.iter_mut().map(|point| &mut point.costs));
            if !keep_all && least == 1 {
                points.retain(|point| !equivalent_points::is_indifferent(&point.costs));
            }
        }
        let labels = match keep_all {
            true => (0..problem.costs.labels()).collect(),
            false => undominated_labels(&points, problem.costs.labels()),
        };
        for point in &mut points {
            point.costs = labels.iter().map(|&label| point.costs[label]).collect();
        }
        let mut measures = Measures::of(&points, labels.len());
        let kind = measures.leaf_kind(labels.len());
        let least_rows = (least > 1).then(|| (measures.add_rows(&points, labels.len()), least));
        let kind = if least > 1 { LeafKind::ByCosts } else { kind };
        Instance::lay_out(problem, &points, labels, measures, floor, kind, least_rows)
    }

    fn lay_out(
        problem: &Problem,
        points: &[Reduced],
        labels: Vec<usize>,
        measures: Measures,
        floor: i64,
        leaf_kind: LeafKind,
        least_rows: Option<(usize, i64)>,
    ) -> Instance {
        let features = &problem.points.features;
        let bits = features.iter().map(|feature| gather(&feature.bits, points)).collect::<Vec<_>>();
        let (matrix, owners) = replicas(&bits, &measures);
        let count = measures.bases.len();
        let label_costs =
            (0..labels.len()).flat_map(|l| measures.bases.iter().map(move |base| base[l]));
        Instance {
            points: points.len(),
            places: places(features),
            in_order: in_order(features),
            mostly_thresholds: mostly_thresholds(features),
            label_costs: label_costs.collect(),
            spreads: measures.bases.iter().map(|base| spread(base)).collect(),
            measures: count,
            leaf_kind,
            rule: None,
            least_rows,
            per_leaf: problem.costs.per_leaf(),
            floor,
            limits: problem.limits,
            everything: all_points(points.len()),
            labels,
            bits,
            matrix,
            owners,
        }
    }

    /// Lays out a problem that comes with its measures.
    pub fn priced(problem: &AdditiveProblem<'_>) -> Instance {
        let measures = Measures::given(&problem.measures);
        let bits: Vec<Vec<u64>> =
            problem.features.iter().map(|feature| feature.bits.clone()).collect();
        let (matrix, owners) = replicas(&bits, &measures);
        let count = problem.measures.len();
        Instance {
            points: problem.points,
            places: places(problem.features),
            in_order: in_order(problem.features),
            mostly_thresholds: mostly_thresholds(problem.features),
            labels: (0..problem.label_costs.len() / count.max(1)).collect(),
            label_costs: problem.label_costs.clone(),
            spreads: problem.spreads.clone(),
            measures: count,
            leaf_kind: LeafKind::ByCosts,
            rule: problem.rule,
            least_rows: problem.least_rows,
            per_leaf: problem.per_leaf,
            floor: 0,
            limits: Limits { max_depth: problem.max_depth, ..Limits::default() },
            everything: all_points(problem.points),
            bits,
            matrix,
            owners,
        }
    }

    /// The same problem at another penalty, where costs are `times` / `over` times as many units
    /// (in lowest terms): all but leaves and rows cost that.
    pub fn rescale(&mut self, times: i64, over: i64, per_leaf: i64) {
        let rows = self.least_rows.map(|(measure, _)| measure as u32);
        let change = |cost: i64| cost / over * times;
        self.matrix.map_multipliers(|measure, mult| match Some(measure) == rows {
            true => mult,
            false => change(mult),
        });
        self.floor = change(self.floor);
        self.per_leaf = per_leaf;
    }

    /// The loss of a leaf and the index (in [`Instance::labels`]) of its label: the first of the
    /// cheapest.
    pub fn leaf(&self, measures: &[i64]) -> (i64, usize) {
        let cost = |row: &[i64]| row.iter().zip(measures).map(|(c, n)| c * n).sum::<i64>();
        if let Some(rule) = self.rule {
            let label = usize::from(rule.is_second(measures));
            return (cost(&self.label_costs[label * self.measures..][..self.measures]), label);
        }
        let costs = self.label_costs.chunks_exact(self.measures.max(1)).map(cost);
        costs.enumerate().map(|(label, cost)| (cost, label)).min().unwrap_or((0, 0))
    }

    /// The most that the points counted in `measures` can cost: what they move the optimum by.
    pub fn weight(&self, measures: &[i64]) -> i64 {
        self.spreads.iter().zip(measures).map(|(s, n)| s * n).sum()
    }
}

fn places(features: &[Feature]) -> Vec<(u32, Option<u32>)> {
    features.iter().map(|feature| (feature.column, feature.place)).collect()
}

fn in_order(features: &[Feature]) -> bool {
    let mut last = HashMap::new();
    let thresholds = features.iter().filter_map(|feature| Some((feature.column, feature.place?)));
    thresholds.into_iter().all(|(column, place)| last.insert(column, place) < Some(place))
}

fn mostly_thresholds(features: &[Feature]) -> bool {
    2 * features.iter().filter(|feature| feature.place.is_some()).count() > features.len()
}

fn spread(base: &[i64]) -> i64 {
    base.iter().copied().max().unwrap_or(0)
}

fn all_points(points: usize) -> Vec<u64> {
    let mut words = vec![!0; points.div_ceil(64)];
    if !points.is_multiple_of(64) {
        *words.last_mut().expect("there is a word") = (1 << (points % 64)) - 1;
    }
    words
}

fn label_costs_of_points(problem: &Problem) -> Vec<Reduced> {
    let (points, costs) = (&problem.points, &problem.costs);
    let cost = |point: usize, label: usize| {
        let weights = &points.weights[point * points.classes..][..points.classes];
        // No overflow: the largest total was checked when the costs were made.
        let terms = weights.iter().enumerate();
        terms.map(|(class, &weight)| costs.per_weight(label, class) * weight as i64).sum()
    };
    let reduced = |point: usize| Reduced {
        point,
        costs: (0..costs.labels()).map(|label| cost(point, label)).collect(),
        rows: i64::from(points.rows[point]),
    };
    (0..points.len).map(reduced).collect()
}

/// The labels that are not worse than (or equal to and after) another on every point. At least one.
fn undominated_labels(points: &[Reduced], labels: usize) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..labels).collect();
    for label in 0..labels {
        let beaten = |&other: &usize| {
            other != label
                && points.iter().all(|point| point.costs[other] <= point.costs[label])
                && (other < label
                    || points.iter().any(|point| point.costs[other] < point.costs[label]))
        };
        if kept.iter().any(beaten) {
            kept.retain(|&other| other != label);
        }
    }
    kept
}

/// Base vectors, and each point's multiples of them.
#[derive(Default)]
struct Measures {
    bases: Vec<Vec<i64>>,
    /// Common factor of all multiples, per measure: what one stands for.
    scales: Vec<i64>,
    /// Per measure: (point, multiple).
    members: Vec<Vec<(usize, i64)>>,
}

impl Measures {
    /// One measure per direction of cost vectors if these are few, else one per label.
    fn of(points: &[Reduced], labels: usize) -> Measures {
        let mut measures = Measures::default();
        for (at, point) in points.iter().enumerate() {
            let scale = point.costs.iter().fold(0, |g, cost| g.gcd(cost));
            if scale == 0 {
                continue;
            }
            let base: Vec<i64> = point.costs.iter().map(|cost| cost / scale).collect();
            let known = measures.bases.iter().position(|other| *other == base);
            let measure = known.unwrap_or_else(|| measures.add(base));
            measures.members[measure].push((at, scale));
            if measures.bases.len() > 2 * labels {
                return Measures::per_label(points, labels);
            }
        }
        measures.divide_by_common();
        measures
    }

    fn per_label(points: &[Reduced], labels: usize) -> Measures {
        let mut measures = Measures::default();
        for label in 0..labels {
            let unit = (0..labels).map(|other| i64::from(other == label)).collect();
            let measure = measures.add(unit);
            let costs = points.iter().map(|point| point.costs[label]).enumerate();
            measures.members[measure] = costs.filter(|&(_, cost)| cost > 0).collect();
        }
        measures.divide_by_common();
        measures
    }

    /// Measures as they are given, one value per point.
    fn given(columns: &[Vec<i64>]) -> Measures {
        let mut measures = Measures::default();
        for column in columns {
            let measure = measures.add(Vec::new());
            let values = column.iter().copied().enumerate();
            measures.members[measure] = values.filter(|&(_, value)| value > 0).collect();
        }
        measures
    }

    fn add(&mut self, base: Vec<i64>) -> usize {
        self.bases.push(base);
        self.scales.push(1);
        self.members.push(Vec::new());
        self.bases.len() - 1
    }

    /// Multiples with a common factor need fewer replicas without it.
    fn divide_by_common(&mut self) {
        for (scale, members) in self.scales.iter_mut().zip(&mut self.members) {
            let common = members.iter().fold(0, |g: i64, (_, multiple)| g.gcd(multiple));
            if common > 1 {
                *scale = common;
                members.iter_mut().for_each(|(_, multiple)| *multiple /= common);
            }
        }
    }

    /// The simplest kind of leaf that these measures allow; orders them as it needs.
    fn leaf_kind(&mut self, labels: usize) -> LeafKind {
        let unit = |label: usize| move |other: usize| i64::from(other == label);
        let others = |label: usize| move |other: usize| i64::from(other != label);
        let vector = |of: &dyn Fn(usize) -> i64| (0..labels).map(of).collect::<Vec<i64>>();
        if labels == 2 && self.reorder((0..labels).map(|label| vector(&unit(label)))) {
            return LeafKind::SmallerOfTwo;
        }
        if labels > 2 && self.reorder((0..labels).map(|label| vector(&others(label)))) {
            return LeafKind::AllButLargest;
        }
        LeafKind::ByCosts
    }

    /// Brings the measures into the order of `bases`, adding empty ones; false (and nothing done)
    /// when there are others.
    fn reorder(&mut self, bases: impl Iterator<Item = Vec<i64>>) -> bool {
        let bases: Vec<Vec<i64>> = bases.collect();
        if !self.bases.iter().all(|base| bases.contains(base)) {
            return false;
        }
        let mut ordered = Measures::default();
        for base in bases {
            let found = self.bases.iter().position(|other| *other == base);
            let measure = ordered.add(base);
            if let Some(at) = found {
                ordered.scales[measure] = self.scales[at];
                ordered.members[measure] = std::mem::take(&mut self.members[at]);
            }
        }
        *self = ordered;
        true
    }

    /// A measure that costs nothing and counts rows.
    fn add_rows(&mut self, points: &[Reduced], labels: usize) -> usize {
        let rows = self.add(vec![0; labels]);
        let counted = points.iter().enumerate().filter(|(_, point)| point.rows > 0);
        self.members[rows] = counted.map(|(at, point)| (at, point.rows)).collect();
        rows
    }
}

/// A feature's bits over the points kept.
fn gather(bits: &[u64], points: &[Reduced]) -> Vec<u64> {
    let mut out = vec![0; points.len().div_ceil(64)];
    for (at, point) in points.iter().enumerate() {
        out[at / 64] |= (bits[point.point / 64] >> (point.point % 64) & 1) << (at % 64);
    }
    out
}

/// The matrix of replicas, one segment per measure and bit of the multiples; and the point behind
/// each row, by word.
fn replicas(bits: &[Vec<u64>], measures: &Measures) -> (Matrix, Vec<Vec<u32>>) {
    let mut segments = Vec::new();
    let mut owners: Vec<Vec<u32>> = Vec::new();
    for (measure, list) in measures.members.iter().enumerate() {
        let largest = list.iter().map(|&(_, multiple)| multiple).max().unwrap_or(0);
        for bit in 0..64 - largest.leading_zeros() {
            let chosen = list.iter().filter(|(_, multiple)| multiple >> bit & 1 == 1);
            let chosen: Vec<u32> = chosen.map(|&(point, _)| point as u32).collect();
            segments.push((measure as u32, measures.scales[measure] << bit, chosen.len()));
            owners.extend(chosen.chunks(64).map(<[u32]>::to_vec));
        }
    }
    let mut matrix = Matrix::new(bits.len(), measures.bases.len(), &segments);
    for (word, points) in owners.iter().enumerate() {
        for (at, &point) in points.iter().enumerate() {
            for (feature, bits) in bits.iter().enumerate() {
                if bits[point as usize / 64] >> (point % 64) & 1 == 1 {
                    matrix.set(feature, word, at);
                }
            }
        }
    }
    (matrix, owners)
}
