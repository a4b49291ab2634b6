//! Lower bound on incremental progress.
//!
//! ## Statement
//! A split of S with a side A of weight w(A) ≤ Λ is in no tree that is better than all trees
//! without it: not at S, and not at any subset of S.
//!
//! ## Why it holds
//! Send A with its sibling, into the sibling's tree: the loss grows by at most w(A) ≤ Λ, and at
//! least one leaf of A's tree is saved. Leaves only gain rows, the depth and the number of leaves
//! only fall, so limits stay kept. For S' ⊆ S the side A ∩ S' weighs no more, so children inherit
//! only the surviving splits.
//!
//! ## Reference
//! Theorem "Lower bound on incremental progress", which asks that a split lowers the loss by at
//! least λ; in weights, not in numbers of rows, as balanced and weighted losses need.
//!
//! ## Cost
//! A count per split and node that projection needs anyway.

/// Whether a side of this weight is not worth a leaf.
pub(crate) fn is_useless(weight: i64, penalty: i64) -> bool {
    weight <= penalty
}
