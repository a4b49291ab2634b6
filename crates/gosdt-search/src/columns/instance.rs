//! The columns of a problem and the costs of its points, as the rank storage needs them.
use super::linear::{LinearCosts, LinearSums};
use crate::layout::{Reduction, all_points};
use crate::problem::{AdditiveProblem, Column, Limits, Problem, SplitKind};
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
    /// `costs[point * labels + label]`, in units; empty where they are linear.
    costs: Vec<i64>,
    /// What the points cost, where that is linear in two measures.
    pub linear: Option<LinearCosts>,
    /// The largest number that is held of a point: the most that any can cost, in units.
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

/// Columns with the codes of the points kept, as `gather` finds them; `None` once `stop` returns true.
fn laid_out(
    columns: &[Column],
    gather: impl Fn(&[u32]) -> Vec<u32>,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<InstanceColumn>> {
    let mut first_split = 0;
    let columns = columns.iter().map(|column| {
        let first = first_split;
        first_split += column.splits;
        (!stop()).then(|| InstanceColumn {
            kind: column.kind,
            codes: gather(&column.codes),
            codes_end: column.splits + 1,
            first_split: first,
        })
    });
    columns.collect()
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
        let gather = |codes: &[u32]| reduction.gather(codes);
        let columns = laid_out(&problem.points().columns, gather, stop)?;
        Some(ColumnInstance {
            points: reduction.points.len(),
            kernels: Kernels::detect(),
            most_of_all: costs.iter().copied().max().unwrap_or(0),
            everything: all_points(reduction.points.len()),
            columns,
            labels,
            all_but_one: costs.chunks_exact(labels).all(is_all_but_one),
            costs,
            linear: None,
            unit,
            per_leaf: problem.costs().per_leaf(),
            unavoidable_cost: reduction.unavoidable_cost,
            rows: reduction.gather(&problem.points().rows),
            least_rows: u64::from(problem.limits().min_leaf),
            limits: *problem.limits(),
            label_numbers: reduction.labels,
        })
    }

    /// Lays out a problem that comes with its measures, and whose leaves have the cheapest label; `None`
    /// once `stop` returns true. Points and costs stay what they are.
    pub fn given(
        problem: &AdditiveProblem<'_>,
        columns: &[Column],
        stop: &dyn Fn() -> bool,
    ) -> Option<ColumnInstance> {
        let AdditiveProblem { measures, label_costs, points, .. } = problem;
        let labels = label_costs.len() / measures.len().max(1);
        let linear = LinearCosts::of(measures, label_costs).filter(|_| labels > 2);
        let cost = |point: usize, row: &[i64]| -> i64 {
            row.iter().zip(measures).map(|(price, of)| price * of[point]).sum()
        };
        let rows = || label_costs.chunks_exact(measures.len().max(1));
        let of_point = |point: usize| rows().map(move |row| cost(point, row));
        let most = (0..*points).flat_map(of_point).max().unwrap_or(0);
        let mut costs: Vec<i64> = match linear {
            Some(_) => Vec::new(),
            None => (0..*points).flat_map(of_point).collect(),
        };
        let unit = match linear {
            Some(_) => 1,
            None => costs.iter().fold(0i64, |common, cost| common.gcd(cost)).max(1),
        };
        costs.iter_mut().for_each(|cost| *cost /= unit);
        let least_rows = problem.least_rows;
        let rows = |point: usize| least_rows.map_or(1, |(measure, _)| measures[measure][point]);
        let min_leaf = least_rows.map_or(1, |(_, least)| u32::try_from(least).unwrap_or(u32::MAX));
        Some(ColumnInstance {
            points: *points,
            kernels: Kernels::detect(),
            most_of_all: linear.as_ref().map_or(most / unit, |of| of.largest_number().max(most)),
            everything: all_points(*points),
            columns: laid_out(columns, <[u32]>::to_vec, stop)?,
            labels,
            label_numbers: (0..labels).collect(),
            all_but_one: linear.is_none() && costs.chunks_exact(labels).all(is_all_but_one),
            costs,
            linear,
            unit,
            per_leaf: problem.per_leaf,
            unavoidable_cost: 0,
            rows: (0..*points)
                .map(|point| u32::try_from(rows(point)).unwrap_or(u32::MAX))
                .collect(),
            least_rows: u64::from(min_leaf),
            limits: Limits { max_depth: problem.max_depth, max_leaves: None, min_leaf },
        })
    }

    /// Changes the penalty, and with it the unit of costs: all but leaves now cost `times` / `over`
    /// (in lowest terms) times as much.
    pub fn rescale(&mut self, times: i64, over: i64, per_leaf: i64) {
        self.unit = self.unit / over * times;
        self.unavoidable_cost = self.unavoidable_cost / over * times;
        self.per_leaf = per_leaf;
    }

    /// What a point costs with a label.
    pub fn cost(&self, point: u32, label: usize) -> i64 {
        match &self.linear {
            Some(linear) => linear.cost(point, label),
            None => self.costs[point as usize * self.labels + label],
        }
    }

    /// The costs of a point, by label.
    pub fn costs_of(&self, point: u32) -> impl Iterator<Item = i64> + '_ {
        (0..self.labels).map(move |label| self.cost(point, label))
    }

    /// The costs of all points, by label, where they are not linear.
    pub fn all_costs(&self) -> impl Iterator<Item = &[i64]> {
        self.costs.chunks_exact(self.labels)
    }

    /// The most that a point can cost.
    pub fn most(&self, point: u32) -> i64 {
        self.costs_of(point).max().unwrap_or(0)
    }

    /// Whether points with the same [`ColumnInstance::pull`] pull the prefix sums of any pair of labels
    /// the same way.
    pub fn pulls_alike(&self) -> bool {
        self.all_but_one || self.linear.as_ref().is_some_and(LinearCosts::is_pure)
    }

    /// What tells which way a point pulls prefix sums.
    pub fn pull(&self, point: u32) -> Option<usize> {
        match &self.linear {
            Some(linear) => (0..2).find(|&measure| linear.value(measure, point) > 0),
            None => {
                let labelled = self.costs_of(point).enumerate();
                labelled.min_by_key(|(_, cost)| *cost).map(|(label, _)| label)
            }
        }
    }

    /// What points cost by label, from the sums of their values of the kinds that tell it.
    pub fn totals_of(&self, sums: &[i64], out: &mut Vec<i64>) {
        match &self.linear {
            Some(linear) => linear.totals(&[sums[0], sums[1], sums[2]], out),
            None => {
                out.clear();
                out.extend_from_slice(sums);
            }
        }
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
        self.labels > 2 && !self.all_but_one && self.linear.is_none()
    }

    /// What a point costs at least with any label but `label`, if that suits it best, else 0.
    pub fn suit(&self, point: u32, label: usize) -> i64 {
        let (mut least, mut next, mut best) = (i64::MAX, i64::MAX, 0);
        for (other, cost) in self.costs_of(point).enumerate() {
            if cost < least {
                (least, next, best) = (cost, least, other);
            } else {
                next = next.min(cost);
            }
        }
        if best == label && self.labels > 1 { next } else { 0 }
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
        if let Some(linear) = &self.linear {
            linear.totals(&self.linear_sums(linear, points), &mut totals);
            return totals;
        }
        for point in ones(points) {
            let costs = &self.costs[point as usize * self.labels..][..self.labels];
            totals.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
        }
        totals
    }

    /// The sums of what costs are linear in.
    fn linear_sums(&self, linear: &LinearCosts, points: &[u64]) -> LinearSums {
        let mut sums = [0; LinearCosts::KINDS];
        for point in ones(points) {
            for (kind, sum) in sums.iter_mut().enumerate() {
                *sum += linear.value(kind, point);
            }
        }
        sums
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
