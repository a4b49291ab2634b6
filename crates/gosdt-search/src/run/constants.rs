//! How long, how often and with how much stack work runs.
use std::time::Duration;

/// How often the calling thread checks the limits and reports.
pub(super) const TICK: Duration = Duration::from_millis(20);

/// A search that takes longer raises the root's budget in steps, so that its lower bound rises with
/// it; a shorter one seeks the proof at once, which takes up to a tenth less.
pub(super) const NOTICEABLE: Duration = Duration::from_millis(250);

/// A search that takes longer raises the root's budget in smaller steps.
pub(super) const LONG: Duration = Duration::from_secs(2);

/// The stack that a thread is started with: the recursion goes as deep as the tree.
pub(super) const LARGEST_STACK: usize = 1 << 30;

/// The stack that is tried last, where there is no room for a larger one.
pub(super) const SMALLEST_STACK: usize = 8 << 20;

/// The stack that the first expansions have, which the calling thread makes: a few hundred frames of
/// the recursion and of the canonical tree.
pub(super) const SOLO_STACK: usize = 4 << 20;
