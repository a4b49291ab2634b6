//! Raising the root's lower bound until a budget is decided.
use super::constants::{LONG, NOTICEABLE};
use crate::control::{Control, Steps};
use crate::memo::Bounds;
use std::time::Duration;

/// The proof that all threads seek: the optimum, if it is within a budget.
#[derive(Clone, Copy)]
pub(super) struct Proof<'a> {
    pub control: &'a Control,
    /// What a tree may cost; `i64::MAX` is no limit.
    pub budget: i64,
    /// Cost of a leaf.
    pub per_leaf: i64,
    /// Whether a search that has taken long raises the root's budget in steps.
    pub deepening: bool,
}

impl Proof<'_> {
    /// Raises the root's lower bound until it meets the upper or is above the budget, or until work
    /// is ended. `solve` is one thread's search of the root for a budget. The thread that is first to
    /// have the proof ends the work of all.
    pub fn raise_root(&self, mut solve: impl FnMut(i64) -> Bounds) -> Bounds {
        loop {
            self.control.begin_attempt();
            let found = solve(self.next_budget());
            debug_assert!(found.lower <= found.upper, "bounds contradict each other");
            if found.settles(self.budget) {
                self.control.raise_lower(found.lower);
                self.control.finish();
            }
            if self.control.ended() {
                return found;
            }
        }
    }

    fn next_budget(&self) -> i64 {
        let (lower, upper) = self.control.bounds();
        let end = self.budget.min(upper);
        match self.control.steps().filter(|_| self.deepening && lower < end) {
            Some(steps) => next_target(steps, lower, end, self.per_leaf),
            None => end,
        }
    }
}

/// Lets a search that has taken long raise the root's budget in steps.
pub(super) fn note_elapsed(control: &Control, elapsed: Duration) {
    if control.is_counted() {
        return;
    }
    if elapsed >= NOTICEABLE {
        control.restart_in_steps();
    }
    if elapsed >= LONG {
        control.make_steps_small();
    }
}

/// The next budget for the root when it is raised in steps.
///
/// Large steps are half of the gap until an eighth of the upper bound is left: with few attempts the
/// lower bound is seen to rise at little cost. Small ones are a quarter of the gap, and at least half a
/// leaf.
fn next_target(steps: Steps, lower: i64, upper: i64, per_leaf: i64) -> i64 {
    let gap = upper - lower;
    let at_least = |step: i64| step.max(per_leaf / 2).max(1);
    let (step, least_rest) = match steps {
        Steps::Large => (at_least(gap / 2), upper / 8),
        Steps::Small => (at_least(gap / 4), at_least(gap / 4)),
    };
    if gap - step <= least_rest { upper } else { lower + step }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(steps: Steps, lower: i64, upper: i64, per_leaf: i64) -> Vec<i64> {
        let next = |target: &i64| {
            let next = next_target(steps, *target, upper, per_leaf);
            (*target < upper).then_some(next)
        };
        std::iter::successors(Some(lower), next).skip(1).collect()
    }

    #[test]
    fn large_steps_are_few_and_small_ones_end_at_half_a_leaf() {
        assert_eq!(targets(Steps::Large, 0, 800, 10), [400, 600, 800]);
        assert_eq!(targets(Steps::Small, 0, 800, 100), [200, 350, 462, 546, 609, 659, 709, 800]);
        assert_eq!(targets(Steps::Small, 0, 2, 0), [2]);
        assert_eq!(targets(Steps::Large, 799, 800, 10), [800]);
    }
}
