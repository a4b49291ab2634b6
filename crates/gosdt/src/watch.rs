//! Progress of a fit and of a cross-validation, and stopping them.
pub use gosdt_search::{Progress, Silent, Watch};
use std::time::Duration;

/// A moment of a cross-validation.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectProgress {
    /// Time since it began.
    pub elapsed: Duration,
    /// Trees that are fitted.
    pub trees: usize,
    /// How many trees there will be: one for each λ in each fold.
    pub all_trees: usize,
    /// Folds that are done.
    pub folds: usize,
    /// How many folds there are.
    pub all_folds: usize,
}

/// Watches [`crate::select`]: the cross-validation, and the last fit. Whatever watches both is one.
pub trait SelectWatch: Watch + Watch<SelectProgress> {}

impl<W: Watch + Watch<SelectProgress>> SelectWatch for W {}
