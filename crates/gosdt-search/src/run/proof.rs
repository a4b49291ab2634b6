//! Raising the root's lower bound until a budget is decided.
use crate::control::Control;
use crate::memo::Bounds;
use crate::solve::next_target;

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
        match self.deepening && self.control.is_in_steps() && lower < end {
            true => next_target(lower, end, self.per_leaf),
            false => end,
        }
    }
}
