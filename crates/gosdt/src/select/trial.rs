//! What became of one λ in one fold.
use num_rational::BigRational;

/// What became of one λ in one fold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trial {
    /// The objective's loss on the rows held out.
    pub(super) loss: BigRational,
    /// The share of their weight that is predicted right.
    pub(super) accuracy: BigRational,
    pub(super) leaves: usize,
    /// Whether the tree is proven optimal for the rows that it was fitted to.
    pub(super) proven: bool,
}
