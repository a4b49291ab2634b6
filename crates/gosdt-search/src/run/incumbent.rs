//! The best tree of a search as work beside the proof sees it.
use crate::clock::Instant;
use crate::control::Control;
use crate::outcome::Shape;
use std::time::Duration;

/// Looks for better trees on a thread of its own while the proof goes on. It returns soon after
/// [`Incumbent::has_ended`] says so, since the search waits for it.
pub type Improve<'a> = dyn Fn(&Incumbent<'_>) + Sync + 'a;

/// The best tree of a search that goes on, in the units of the problem.
///
/// Better trees that are offered lower the upper bound of all threads of the proof. Which optimal tree
/// the search hands over does not depend on them.
pub struct Incumbent<'a> {
    pub(super) control: &'a Control,
    /// What every tree pays, which the bounds of the control leave out.
    pub(super) unavoidable_cost: i64,
    pub(super) started: Instant,
    pub(super) deadline: Option<Instant>,
    /// Whether one of several threads of the proof can rest.
    pub(super) may_rest: bool,
}

impl Incumbent<'_> {
    /// The best tree so far and its cost; `None` before there is one.
    pub fn best(&self) -> Option<(i64, Shape)> {
        let (cost, tree) = self.control.best()?;
        Some((cost + self.unavoidable_cost, tree))
    }

    /// Takes a tree over if it is better than the best. The caller vouches for its cost and for the
    /// limits.
    pub fn offer(&self, cost: i64, tree: Shape) {
        self.control.offer(cost - self.unavoidable_cost, tree);
    }

    /// Whether the search has ended: it was stopped, or the best tree is proven optimal.
    pub fn has_ended(&self) -> bool {
        let (lower, upper) = self.control.bounds();
        lower >= upper || self.control.reason().is_some()
    }

    /// Lets the thread that improves it sleep for so long, or until the proof is over if that is sooner.
    pub fn sleep(&self, time: Duration) {
        std::thread::park_timeout(time);
    }

    /// Lets one of the threads of the proof rest, or work again, where there are several and they leave no
    /// processor for other work.
    pub fn let_one_rest(&self, rests: bool) {
        if self.may_rest {
            self.control.let_one_rest(rests);
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time until the search ends by itself, if it does.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}
