//! Stops the searches of all folds.
use crate::watch::Watch;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops a search when the folds are to end.
#[derive(Clone, Copy)]
pub(super) struct StopFlag<'a>(pub(super) &'a AtomicBool);

impl StopFlag<'_> {
    /// Makes all searches that look at this flag stop.
    pub(super) fn set(self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the folds are to end.
    pub(super) fn is_set(self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl<P> Watch<P> for StopFlag<'_> {
    fn should_stop(&mut self) -> bool {
        self.is_set()
    }
}
