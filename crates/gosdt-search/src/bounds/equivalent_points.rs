//! Equivalent points.
//!
//! ## Statement
//! Every tree pays, for each point, at least the cost of the point's cheapest label. Subtracting
//! that from all labels of the point lowers the cost of every tree by the same constant; a point
//! whose labels then all cost nothing changes no tree's cost.
//!
//! ## Why it holds
//! Rows of one point answer every question alike, so they end in one leaf and get one label.
//!
//! ## Reference
//! Theorem "Equivalent points bound", in its additive form. As a reduction it makes that bound 0 on
//! every subproblem and tightens all others. (The paper's form for general monotonic losses is
//! false for the F-score, where a leaf may label a point against its majority.)
//!
//! ## Cost
//! Once, linear in points × labels.

/// Subtracts from each point's label costs their least, and returns the sum of what was subtracted.
pub(crate) fn reduce<'a>(points: impl Iterator<Item = &'a mut Vec<i64>>) -> i64 {
    let mut floor = 0;
    for costs in points {
        let least = costs.iter().copied().min().unwrap_or(0);
        floor += least;
        costs.iter_mut().for_each(|cost| *cost -= least);
    }
    floor
}

/// Whether a point cannot tell trees apart.
pub(crate) fn is_indifferent(costs: &[i64]) -> bool {
    costs.iter().all(|&cost| cost == 0)
}
