//! Additive problems that come with their measures, rather than with class weights and a cost
//! matrix.
use super::points::features_of_columns;
use super::{Column, Feature};

/// An additive problem in terms of measures of points.
///
/// A leaf costs `per_leaf` and the least over labels of Σ label cost · measure. Costs of leaves must
/// not be negative, and the cost of all points with any label must be far below `i64::MAX / 8`.
#[derive(Clone, Debug)]
pub struct AdditiveProblem<'a> {
    /// The splits that may be asked, and with them how they are stored.
    pub splits: AdditiveSplits<'a>,
    /// Number of points.
    pub points: usize,
    /// `measures[m][p]`: what point p counts for measure m, not negative.
    pub measures: Vec<Vec<i64>>,
    /// `label_costs[l * measures + m]`: what a leaf with label l pays per unit of measure m.
    pub label_costs: Vec<i64>,
    /// The most that a unit of each measure can change the cost of a tree by.
    pub max_unit_costs: Vec<i64>,
    /// The measure that counts rows and the least number of rows in a leaf, where that number is
    /// more than 1.
    pub least_rows: Option<(usize, i64)>,
    /// How leaves are labelled, if not by the cheapest label.
    pub rule: Option<LabelRule>,
    /// Cost of a leaf.
    pub per_leaf: i64,
    /// Largest depth, if it is limited.
    pub max_depth: Option<u32>,
}

/// The splits of an additive problem.
#[derive(Clone, Copy, Debug)]
pub enum AdditiveSplits<'a> {
    /// The answers of all points to each, which are stored as bits.
    Features(&'a [Feature]),
    /// A code for each column and point, stored as ranks. The splits of all columns are numbered
    /// through. With a [`LabelRule`], whose costs ranks cannot be scanned for, they become features.
    Columns(&'a [Column]),
}

impl AdditiveSplits<'_> {
    /// Number of splits.
    pub fn len(&self) -> usize {
        match self {
            AdditiveSplits::Features(features) => features.len(),
            AdditiveSplits::Columns(columns) => {
                columns.iter().map(|column| column.splits as usize).sum()
            }
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All splits as answers of so many points; `None` once `stop` returns true.
    pub fn features_until(&self, points: usize, stop: &dyn Fn() -> bool) -> Option<Vec<Feature>> {
        match self {
            AdditiveSplits::Features(features) => Some(features.to_vec()),
            AdditiveSplits::Columns(columns) => features_of_columns(columns, points, stop),
        }
    }
}

/// A rule for labelling leaves: a leaf has the second label if and only if `times` · measure 0 >
/// `over` · measure 1, else the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelRule {
    /// Factor of measure 0.
    pub times: i64,
    /// Factor of measure 1.
    pub over: i64,
}

impl LabelRule {
    /// Whether a leaf with these measures has the second label.
    pub fn is_second(self, measures: &[i64]) -> bool {
        let product = |factor: i64, measure: i64| i128::from(factor) * i128::from(measure);
        product(self.times, measures[0]) > product(self.over, measures[1])
    }
}
