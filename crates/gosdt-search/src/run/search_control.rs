//! What another thread can see of an additive search and do to it.
use super::proof::note_elapsed;
use crate::control::Control;
use crate::outcome::{Shape, StopReason};
use std::time::Duration;

/// What another thread can see of an additive search and do to it. It is about one search at a time.
pub struct SearchControl {
    pub(super) control: Control,
}

impl Default for SearchControl {
    fn default() -> SearchControl {
        SearchControl { control: Control::new() }
    }
}

impl SearchControl {
    /// Ends all work, for this reason unless one was given before.
    pub fn stop(&self, reason: StopReason) {
        self.control.stop(reason);
    }

    /// Whether work is to end.
    pub fn stopped(&self) -> bool {
        self.control.ended()
    }

    /// The reason to stop, if one was given.
    pub fn reason(&self) -> Option<StopReason> {
        self.control.reason()
    }

    /// Makes the work call its watch itself whenever it asks whether to end: no other thread does.
    pub fn watch_inline(&self) {
        self.control.watch_inline();
    }

    /// Tells a search how long it has taken; if that is long, it raises its lower bound in steps from
    /// now on.
    pub fn note_elapsed(&self, elapsed: Duration) {
        note_elapsed(&self.control, elapsed);
    }

    /// Limits the bytes that the memo may hold; at the limit it drops entries that are cheap to
    /// compute again.
    pub fn limit_memory(&self, bytes: u64) {
        self.control.limit_memory(bytes);
    }

    /// Bytes that the memo holds.
    pub fn memory(&self) -> u64 {
        self.control.memory()
    }

    /// Number of subproblems expanded in all searches so far.
    pub fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// The trees that were the best of the search at hand, each for a while, as far as they were not
    /// taken before.
    pub fn take_trees(&self) -> Vec<Shape> {
        self.control.take_trees()
    }

    /// Stops all work after this many expansions: the same work each time, for tests.
    #[cfg(feature = "checked-bounds")]
    pub fn stop_after(&self, nodes: Option<u64>) {
        self.control.stop_after(nodes);
    }

    /// A lower bound of the cost of any tree, in the search at hand.
    pub fn lower(&self) -> i64 {
        self.control.bounds().0
    }
}
