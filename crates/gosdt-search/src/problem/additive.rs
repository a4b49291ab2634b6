//! Additive problems that come with their measures, rather than with class weights and a cost
//! matrix.
use super::Feature;

/// An additive problem in terms of measures of points.
///
/// A leaf costs `per_leaf` and the least over labels of Σ label cost · measure. Costs of leaves must
/// not be negative, and the cost of all points with any label must be far below `i64::MAX / 8`.
#[derive(Clone, Debug)]
pub struct AdditiveProblem<'a> {
    /// The features that may be asked.
    pub features: &'a [Feature],
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
