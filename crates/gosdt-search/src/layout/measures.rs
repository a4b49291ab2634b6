//! How the cost of a leaf follows from its measures.
//!
//! A leaf's loss is the least over labels l of Σ_m `label_costs[l][m]` · measure m, where measure m
//! is a sum over the leaf's points. Two labels need two measures, and the loss is then just the
//! smaller of them.
use crate::problem::LabelRule;

/// How the cost of a leaf follows from its measures.
pub(crate) struct Measures {
    /// Number of measures.
    pub count: usize,
    /// `label_costs[l * count + m]`: what label l pays per unit of measure m.
    pub label_costs: Vec<i64>,
    /// The most that a unit of each measure can cost.
    pub max_unit_costs: Vec<i64>,
    /// The simplest form that the loss of a leaf has, which decides on the kernel that counts.
    pub leaf_kind: LeafKind,
    /// How leaves are labelled, if not by the cheapest label.
    pub rule: Option<LabelRule>,
    /// The measure that counts rows and the least number of rows in a leaf, where that number is
    /// more than 1.
    pub least_rows: Option<(usize, i64)>,
}

/// The form that the loss of a leaf has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeafKind {
    /// There are two measures, and the loss is the smaller.
    SmallerOfTwo,
    /// Label m is right for measure m alone: the loss is the sum of all measures but the largest.
    AllButLargest,
    /// The least over labels of costs times measures; the only kind with a measure of rows.
    ByCosts,
}

impl Measures {
    /// The loss of a leaf and the index of its label: the first of the cheapest, or that of the rule.
    pub fn leaf(&self, measures: &[i64]) -> (i64, usize) {
        let cost = |row: &[i64]| row.iter().zip(measures).map(|(c, n)| c * n).sum::<i64>();
        if let Some(rule) = self.rule {
            let label = usize::from(rule.is_second(measures));
            return (cost(&self.label_costs[label * self.count..][..self.count]), label);
        }
        let costs = self.label_costs.chunks_exact(self.count.max(1)).map(cost);
        costs.enumerate().map(|(label, cost)| (cost, label)).min().unwrap_or((0, 0))
    }

    /// The most that points with these measures can cost, and so the most that they change an
    /// optimum by.
    pub fn avoidable_cost(&self, measures: &[i64]) -> i64 {
        self.max_unit_costs.iter().zip(measures).map(|(cost, n)| cost * n).sum()
    }

    /// Fills `out` with the avoidable cost of each of `stride` sets, where the sets' measures are
    /// `counts[measure * stride + set]`.
    pub fn avoidable_costs(&self, counts: &[i64], stride: usize, out: &mut Vec<i64>) {
        out.clear();
        out.resize(stride, 0);
        for (measure, cost) in self.max_unit_costs.iter().enumerate() {
            let counts = &counts[measure * stride..][..stride];
            out.iter_mut().zip(counts).for_each(|(sum, count)| *sum += cost * count);
        }
    }

    /// Whether a bound of one set of points may be used for another.
    ///
    /// It may not where leaves need a number of rows, since the optimum may then fall when points are
    /// added; nor where a rule labels leaves, since one more point may then change a leaf's label.
    pub fn allow_comparison(&self) -> bool {
        self.least_rows.is_none() && self.rule.is_none()
    }
}
