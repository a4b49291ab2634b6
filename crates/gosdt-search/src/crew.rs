//! A proof within a budget by several threads that share a memo.
use crate::engine::{SPRINT, STACK, next_target};
use crate::frame::Bounds;
use crate::memo::Room;
use crate::solve::Solver;
use crate::view::View;

/// The threads of a proof. Any number finds the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crew {
    /// Threads, the calling one among them. \[default: 1\]
    pub threads: usize,
    /// How many expansions the calling thread makes alone before the others start: most small proofs
    /// are over by then. \[default: 300\]
    pub sprint: u64,
}

impl Default for Crew {
    fn default() -> Crew {
        Crew { threads: 1, sprint: SPRINT }
    }
}

impl Crew {
    /// This many threads.
    pub fn of(threads: usize) -> Crew {
        Crew { threads, ..Crew::default() }
    }

    /// Bounds of the root: afterwards they are equal, or the lower one is above `budget`, or the
    /// search was stopped.
    pub(crate) fn prove(
        self,
        solver: &mut Solver<'_>,
        root: &View,
        room: Room,
        budget: i64,
    ) -> Bounds {
        let control = solver.control;
        if self.threads > 1 {
            control.rest_after(control.nodes().saturating_add(self.sprint));
        }
        let mut found = raise_root(solver, root, room, budget);
        if control.rested() && !is_settled(&found, budget) {
            // All threads go for the same proof; who is first ends it for all.
            self.together(solver, |solver| {
                let root = solver.root();
                raise_root(solver, &root, room, budget);
                control.finish();
            });
            // What any of them proved is in the memo.
            found = solver.solve_root(root, room, budget);
        }
        // Also ends a turn that came too late: what follows is not to be cut short.
        control.go_on();
        found
    }

    /// Runs `work` on all threads, each with a solver on the same memo.
    pub(crate) fn together(self, solver: &mut Solver<'_>, work: impl Fn(&mut Solver<'_>) + Sync) {
        let (instance, memo, control) = (solver.instance, solver.memo, solver.control);
        let levers = solver.levers;
        let help = || work(&mut Solver::new(instance, memo, control, levers, true));
        solver.shared = self.threads > 1;
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let helper = std::thread::Builder::new().stack_size(STACK);
                // A helper that cannot be had only costs time.
                let _ = helper.spawn_scoped(scope, help);
            }
            work(solver);
        });
        solver.shared = false;
    }
}

/// Raises the root's lower bound until it meets the upper or is above the budget.
fn raise_root(solver: &mut Solver<'_>, root: &View, room: Room, budget: i64) -> Bounds {
    let control = solver.control;
    loop {
        control.turn();
        let (lower, upper) = control.bounds();
        let end = budget.min(upper);
        let target = match control.is_long() && lower < end {
            true => next_target(lower, end, solver.instance.per_leaf),
            false => end,
        };
        let found = solver.solve_root(root, room, target);
        if is_settled(&found, budget) || control.ended() {
            return found;
        }
    }
}

fn is_settled(found: &Bounds, budget: i64) -> bool {
    found.is_exact() || found.lower > budget
}
