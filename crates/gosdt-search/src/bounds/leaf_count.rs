//! Upper bound on the number of leaves.
//!
//! ## Statement
//! A tree that costs at most B has at most ⌊B/Λ⌋ leaves (any number when Λ = 0).
//!
//! ## Why it holds
//! n leaves cost n·Λ, and loss is not negative.
//!
//! ## Reference
//! Theorems "Upper bound on the number of leaves" and "Parent-specific upper bound on the number of
//! leaves". The latter, H' < H + ⌊(Rᶜ − b)/λ⌋, loses trees by one where the quotient is not whole,
//! and the cap 2^M loses the full trees; here the test is n·Λ > B in integers, and there is no cap.
//! The parent-specific form is the same test with the budget that the siblings' bounds leave.
//!
//! ## Cost
//! One multiplication; it ends a node before its pairs (or even its splits) are counted.

/// Whether `leaves` leaves alone cost more than `budget`.
pub(crate) fn too_many(leaves: i64, penalty: i64, budget: i64) -> bool {
    leaves * penalty > budget
}
