//! Lower bound of a split by its sub-trees.
//!
//! ## Statement
//! If R(left) ≥ a and R(right) ≥ b, every tree on S that starts with this split costs at least
//! a + b; if a + b exceeds what is allowed, the split is ruled out at S.
//!
//! ## Why it holds
//! Loss and leaves are sums over the two sides.
//!
//! ## Reference
//! Theorem "Hierarchical objective lower bound for sub-trees and additive losses". The bounds of
//! sides that are only partly solved already rule splits out.
//!
//! ## Cost
//! One addition.

/// The bound of a split.
pub(crate) fn of_split(yes: i64, no: i64) -> i64 {
    yes + no
}
