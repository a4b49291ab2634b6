//! An additive problem: what a leaf costs.
//!
//! Tangents (`tangent`) and linear-fractional losses (`fraction`) come down to the same thing: a
//! leaf with n⁺ positives and n⁻ negatives costs the least over labels of `pos`·n⁺ + `neg`·n⁻, and
//! every leaf costs `per_leaf` more. Prices are rounded *down* to whole numbers of some small unit,
//! so that bounds stay bounds.
use crate::problem::ClassCounts;
use gosdt_search::LabelRule;

/// What a label costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Price {
    /// Per unit of positive weight.
    pub pos: i64,
    /// Per unit of negative weight.
    pub neg: i64,
}

impl Price {
    fn of(self, counts: ClassCounts) -> i64 {
        self.pos * counts.pos + self.neg * counts.neg
    }
}

/// The prices of an additive problem.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Prices {
    /// The labels. With a rule, label 0 is the negative one and label 1 the positive.
    pub labels: Vec<Price>,
    /// What a leaf costs beside its label.
    pub per_leaf: i64,
    /// How leaves are labelled, if not by the cheapest label.
    pub rule: Option<LabelRule>,
}

impl Prices {
    /// The cheapest label's cost.
    pub fn least(&self, counts: ClassCounts) -> i64 {
        self.labels.iter().map(|price| price.of(counts)).min().unwrap_or(0)
    }

    /// The cost of the label that a leaf gets.
    pub fn loss(&self, counts: ClassCounts) -> i64 {
        match self.rule {
            None => self.least(counts),
            Some(rule) => self.labels[usize::from(counts.is_positive_by(rule))].of(counts),
        }
    }
}
