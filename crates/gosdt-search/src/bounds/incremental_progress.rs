//! Incremental progress to determine splitting.
//!
//! ## Statement
//! If a leaf on S loses at most Λ, the leaf is optimal: R(S) = loss + Λ.
//!
//! ## Why it holds
//! Any other tree has at least two leaves and costs at least 2Λ ≥ loss + Λ.
//!
//! ## Reference
//! Theorem "Incremental progress bound to determine splitting".
//!
//! ## Cost
//! One comparison; it ends a node before anything is counted.

/// Whether a leaf with this loss is as good as any tree.
pub(crate) fn leaf_is_enough(loss: i64, penalty: i64) -> bool {
    loss <= penalty
}
