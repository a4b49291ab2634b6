//! The trees of a path.
use crate::options::Decimal;
use gosdt_tree::{Metrics, Model, Status};

/// A tree of the path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PathTree {
    /// The tree, with the certificate for a λ of its range that has few digits.
    pub model: Model,
    /// The smallest λ for which it is the best tree found.
    pub low: Decimal,
    /// The largest λ for which it is the best tree found.
    pub high: Decimal,
    /// The objective at the smallest λ.
    pub low_objective: f64,
    /// The objective at the largest λ.
    pub high_objective: f64,
    /// The most that it may be above the optimum for any λ of its range; 0 if it is proven optimal
    /// for all of them.
    pub gap: f64,
    /// Metrics on the training rows.
    pub train: Metrics,
}

impl PathTree {
    /// Whether no tree is better for any λ of the range.
    pub fn is_proven(&self) -> bool {
        self.gap == 0.0
    }
}

/// A range of λ for which the best trees found are not proven optimal.
#[derive(Clone, Debug, PartialEq)]
pub struct Unproven {
    /// The smallest λ.
    pub low: Decimal,
    /// The largest λ.
    pub high: Decimal,
    /// The most that the best tree found may be above the optimum, for any of these λ.
    pub gap: f64,
}

/// Every tree that is optimal for some λ of a range, from the largest λ to the smallest, so from the
/// fewest leaves to the most.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Path {
    /// [`Status::Optimal`] if that is proven of each, or [`Status::OptimalAmongThresholds`], else what
    /// stopped the search.
    pub status: Status,
    /// The trees. At least one.
    pub trees: Vec<PathTree>,
    /// Where that is not proven, from the largest λ to the smallest.
    pub unproven: Vec<Unproven>,
    /// Seconds of it all.
    pub seconds: f64,
    /// Seconds of the searches alone.
    pub search_seconds: f64,
    /// Subproblems expanded.
    pub nodes: u64,
    /// Most bytes that the searches' own structures held.
    pub peak_memory: u64,
    /// What to be wary of, a sentence each.
    pub warnings: Vec<String>,
}
