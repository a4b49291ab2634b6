//! Progress of a proof that is being written.
use crate::watch::{Progress, Watch};
use std::time::Duration;

/// A moment of the writing of a proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofProgress {
    /// Time since it began.
    pub elapsed: Duration,
    /// Lemmas so far.
    pub lemmas: u64,
}

/// Watches a fit and the writing of its proof. Whatever watches both is one.
pub trait ProofWatch: Watch<Progress> + Watch<ProofProgress> {}

impl<W: Watch<Progress> + Watch<ProofProgress>> ProofWatch for W {}
