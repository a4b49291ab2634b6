//! Hierarchical lower bound with look-ahead.
//!
//! ## Statement
//! If every tree on S with fewer than n leaves costs at least b, then R(S) ≥ min(b, n·Λ).
//!
//! ## Why it holds
//! A tree with n or more leaves pays n·Λ for them, and its loss is not negative.
//!
//! ## Reference
//! Theorems "Hierarchical objective lower bound for arbitrary monotonic losses" and "Objective lower
//! bound with one-step lookahead". The paper's initial bound 2λ + … is the case n = 2 *if S is
//! split*; the minimum with the leaf (b) is what holds for S itself. Counting all pairs of splits
//! makes b exact for n = 4 at a node and for n = 3 at its children: two levels of look-ahead.
//!
//! ## Cost
//! One minimum, given b.

/// The lower bound when trees with fewer than `leaves` leaves cost at least `fewer`.
pub(crate) fn at_least(fewer: i64, leaves: i64, penalty: i64) -> i64 {
    fewer.min(leaves * penalty)
}
