//! The columns of a problem and the costs of its points, as the rank storage needs them.
use crate::layout::{Reduction, all_points};
use crate::problem::{Limits, Problem, SplitKind};
use gosdt_bits::Kernels;
use gosdt_bits::lanes::{Compare, Wide, Width};
use num_integer::Integer;

/// How a kernel compares codes with a split.
pub(super) fn compare(kind: SplitKind) -> Compare {
    match kind {
        SplitKind::Thresholds => Compare::AtMost,
        SplitKind::Categories => Compare::Equal,
    }
}

/// A column of the problem over the points that were kept.
#[derive(Clone, Debug)]
pub(crate) struct InstanceColumn {
    pub kind: SplitKind,
    /// A code per point, below `codes_end`.
    pub codes: Vec<u32>,
    /// One more than the largest code.
    pub codes_end: u32,
    /// The number of the column's first split among all splits.
    pub first_split: u32,
}

/// The columns, the points' costs, and the penalty of a leaf.
#[derive(Clone, Debug)]
pub(crate) struct ColumnInstance {
    /// Number of points kept.
    pub points: usize,
    /// The kernels of this machine.
    pub kernels: Kernels,
    /// The set of all of them.
    pub everything: Vec<u64>,
    pub columns: Vec<InstanceColumn>,
    pub labels: usize,
    /// What the labels are called outside.
    pub label_numbers: Vec<usize>,
    /// `costs[point * labels + label]`, in units.
    pub costs: Vec<i64>,
    /// The most that any point can cost, in units.
    pub most_of_all: i64,
    /// What a unit is in costs of the problem.
    pub unit: i64,
    /// Whether every point costs the same with all labels but one, and nothing with that one.
    pub all_but_one: bool,
    pub per_leaf: i64,
    /// Rows at each point, and the least that a leaf must have.
    pub rows: Vec<u32>,
    pub least_rows: u64,
    /// What every tree pays, which was subtracted from all costs.
    pub unavoidable_cost: i64,
    /// Limits on the tree.
    pub limits: Limits,
}

/// Whether these costs of a point are the same for all labels but one, which costs nothing.
fn is_all_but_one(costs: &[i64]) -> bool {
    let most = costs.iter().max();
    let right = costs.iter().filter(|&&cost| cost == 0).count();
    let wrong = costs.iter().filter(|&cost| Some(cost) == most).count();
    right == 1 && wrong == costs.len() - 1
}

impl ColumnInstance {
    /// Lays out a problem. With `reduce`, unavoidable costs are subtracted. `keep_all` keeps the
    /// points and labels that no optimum needs, as listing all optima does need them. `None` once `stop`
    /// returns true.
    pub fn new(
        problem: &Problem,
        (reduce, keep_all): (bool, bool),
        stop: &dyn Fn() -> bool,
    ) -> Option<ColumnInstance> {
        let reduction = Reduction::new(problem, (reduce, keep_all), stop)?;
        let labels = reduction.labels.len();
        let mut costs = reduction.costs.clone();
        let unit = costs.iter().fold(0i64, |common, cost| common.gcd(cost)).max(1);
        costs.iter_mut().for_each(|cost| *cost /= unit);
        let mut first_split = 0;
        let columns = problem.points().columns.iter().map(|column| {
            let first = first_split;
            first_split += column.splits;
            (!stop()).then(|| InstanceColumn {
                kind: column.kind,
                codes: reduction.gather(&column.codes),
                codes_end: column.splits + 1,
                first_split: first,
            })
        });
        Some(ColumnInstance {
            points: reduction.points.len(),
            kernels: Kernels::detect(),
            most_of_all: costs.iter().copied().max().unwrap_or(0),
            everything: all_points(reduction.points.len()),
            columns: columns.collect::<Option<_>>()?,
            labels,
            all_but_one: costs.chunks_exact(labels).all(is_all_but_one),
            costs,
            unit,
            per_leaf: problem.costs().per_leaf(),
            unavoidable_cost: reduction.unavoidable_cost,
            rows: reduction.gather(&problem.points().rows),
            least_rows: u64::from(problem.limits().min_leaf),
            limits: *problem.limits(),
            label_numbers: reduction.labels,
        })
    }

    /// Changes the penalty, and with it the unit of costs: all but leaves now cost `times` / `over`
    /// (in lowest terms) times as much.
    pub fn rescale(&mut self, times: i64, over: i64, per_leaf: i64) {
        self.unit = self.unit / over * times;
        self.unavoidable_cost = self.unavoidable_cost / over * times;
        self.per_leaf = per_leaf;
    }

    /// The costs of a point, by label.
    pub fn costs_of(&self, point: u32) -> &[i64] {
        &self.costs[point as usize * self.labels..][..self.labels]
    }

    /// The most that a point can cost.
    pub fn most(&self, point: u32) -> i64 {
        self.costs_of(point).iter().copied().max().unwrap_or(0)
    }

    /// Whether leaves need a number of rows.
    pub fn limits_rows(&self) -> bool {
        self.least_rows > 1
    }

    /// Whether a set of points has enough rows for a leaf.
    pub fn has_rows(&self, points: &[u64]) -> bool {
        let rows = ones(points).map(|point| u64::from(self.rows[point as usize]));
        rows.sum::<u64>() >= self.least_rows
    }

    /// Whether the points that suit a label best are counted beside the costs by label.
    pub fn has_suits(&self) -> bool {
        self.labels > 2 && !self.all_but_one
    }

    /// What a point costs at least with any label but `label`, if that suits it best, else 0.
    pub fn suit(&self, point: u32, label: usize) -> i64 {
        let costs = self.costs_of(point);
        let (mut least, mut next, mut best) = (i64::MAX, i64::MAX, 0);
        for (other, &cost) in costs.iter().enumerate() {
            if cost < least {
                (least, next, best) = (cost, least, other);
            } else {
                next = next.min(cost);
            }
        }
        if best == label && costs.len() > 1 { next } else { 0 }
    }

    /// The column of a split, and the split's code in it.
    pub fn split(&self, split: u32) -> (usize, u32) {
        let column = self.columns.partition_point(|column| column.first_split <= split) - 1;
        (column, split - self.columns[column].first_split)
    }

    /// The next code after that of a split at which a set of points is parted otherwise.
    pub fn next_code(&self, points: &[u64], column: usize, code: u32) -> u32 {
        let column = &self.columns[column];
        let codes = ones(points).map(|point| column.codes[point as usize]);
        match column.kind {
            SplitKind::Thresholds => codes.filter(|&other| other > code).min().unwrap_or(code + 1),
            SplitKind::Categories => code + 1,
        }
    }

    /// The points of `of` on one side of a split.
    pub fn side(
        &self,
        kernels: Kernels,
        of: &[u64],
        (column, code, yes): (usize, u32, bool),
        out: &mut Vec<u64>,
    ) {
        let column = &self.columns[column];
        out.clear();
        out.resize(of.len(), 0);
        Wide::keep_bits(kernels, compare(column.kind), &column.codes, (code, yes), of, out);
    }

    /// The costs of a set of points, by label, in units.
    pub fn totals(&self, points: &[u64]) -> Vec<i64> {
        let mut totals = vec![0; self.labels];
        for point in ones(points) {
            totals.iter_mut().zip(self.costs_of(point)).for_each(|(sum, cost)| *sum += cost);
        }
        totals
    }

    /// The least cost of a leaf with these costs by label, in costs of the problem, and its label.
    pub fn leaf(&self, totals: &[i64]) -> (i64, usize) {
        let costs = totals.iter().enumerate().map(|(label, &cost)| (cost, label));
        let (cost, label) = costs.min().unwrap_or((0, 0));
        (cost * self.unit + self.per_leaf, label)
    }
}

/// The numbers of the bits that are set.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                at as u32 * 64 + bit
            })
        })
    })
}
