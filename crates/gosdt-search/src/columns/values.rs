//! The kinds of values that are summed along columns.
use super::instance::ColumnInstance;
use super::linear::LinearCosts;
use gosdt_bits::Kernels;
use gosdt_bits::lanes::Width;
use std::cell::OnceCell;
use std::ops::Range;

/// The kinds of values, by number: for every pair of labels what a point costs with the one minus what
/// it costs with the other; what it costs with each label; what the points cost that suit a label
/// best; the most that it can cost. Where costs are linear, instead of all but the last: the values
/// that they are linear in.
pub(crate) struct ValueKinds {
    labels: usize,
    linear: bool,
    /// Pairs of labels (a, b), a < b.
    pub pairs: Vec<(usize, usize)>,
}

impl ValueKinds {
    pub fn new(problem: &ColumnInstance) -> ValueKinds {
        let labels = problem.labels;
        let pairs = (0..labels).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        ValueKinds { labels, linear: problem.linear.is_some(), pairs }
    }

    /// How many kinds there are.
    pub fn len(&self) -> usize {
        self.most() + 1
    }

    /// The kind that is a label's costs.
    pub fn label(&self, label: usize) -> usize {
        self.pairs.len() + label
    }

    /// The kinds whose sums tell what points cost by label.
    pub fn sums(&self) -> Range<usize> {
        match self.linear {
            true => 0..LinearCosts::KINDS,
            false => self.label(0)..self.label(self.labels),
        }
    }

    /// The kind that says what the points cost that suit a label best.
    pub fn suit(&self, label: usize) -> usize {
        self.pairs.len() + self.labels + label
    }

    /// The kind that is the most that a point can cost.
    pub fn most(&self) -> usize {
        match self.linear {
            true => LinearCosts::KINDS,
            false => self.pairs.len() + 2 * self.labels,
        }
    }

    /// The values of all points. What a kind is, is decided once and not for each point.
    pub fn by_point<S>(
        &self,
        problem: &ColumnInstance,
        which: usize,
        number: impl Fn(i64) -> S,
    ) -> Vec<S> {
        let points = 0..problem.points as u32;
        match (&problem.linear, self.pairs.get(which)) {
            _ if which == self.most() => points.map(|point| number(problem.most(point))).collect(),
            (Some(linear), _) => points.map(|point| number(linear.value(which, point))).collect(),
            (None, Some(&(a, b))) => {
                problem.all_costs().map(|costs| number(costs[a] - costs[b])).collect()
            }
            (None, None) if which < self.suit(0) => {
                let label = which - self.label(0);
                problem.all_costs().map(|costs| number(costs[label])).collect()
            }
            (None, None) => {
                let label = which - self.suit(0);
                points.map(|point| number(problem.suit(point, label))).collect()
            }
        }
    }
}

/// The values of one kind along a column, made when they are asked for.
pub(super) struct Values<W: Width> {
    /// Place by place.
    pub in_order: OnceCell<Vec<W::Signed>>,
    /// In the lanes in which the column is scanned. Where these are the lanes of the parent's layout,
    /// with zeros at the places outside.
    pub in_lanes: OnceCell<Vec<W::Signed>>,
    pub sums: PrefixSums,
}

/// The values of all kinds along a column.
pub(super) struct ColumnValues<W: Width>(OnceCell<Vec<Values<W>>>);

impl<W: Width> Default for ColumnValues<W> {
    fn default() -> Self {
        ColumnValues(OnceCell::new())
    }
}

impl<W: Width> ColumnValues<W> {
    pub fn of(&self, kinds: &ValueKinds, which: usize) -> &Values<W> {
        let none = || Values {
            in_order: OnceCell::new(),
            in_lanes: OnceCell::new(),
            sums: PrefixSums::default(),
        };
        &self.0.get_or_init(|| (0..kinds.len()).map(|_| none()).collect())[which]
    }
}

/// So many values lie between two prefix sums that are kept.
const BLOCK: usize = 128;

/// The sums of the first values of a list, made when one is asked for.
#[derive(Default)]
pub(super) struct PrefixSums(OnceCell<Vec<i64>>);

impl PrefixSums {
    /// The sum of the values before a place.
    pub fn up_to<W: Width>(&self, kernels: Kernels, values: &[W::Signed], place: usize) -> i64 {
        let sums = self.0.get_or_init(|| {
            let mut sum = 0;
            let mut sums = vec![0];
            sums.extend(values.chunks_exact(BLOCK).map(|block| {
                sum += W::sum(kernels, block);
                sum
            }));
            sums
        });
        if place == 0 {
            return 0;
        }
        let block = place / BLOCK;
        sums[block] + W::sum(kernels, &values[block * BLOCK..place])
    }
}
