//! A proof within a budget by several threads that share a memo.
use crate::layout::Projection;
use crate::memo::{Bounds, Remaining};
use crate::solve::{Solver, next_target};

/// How many expansions the calling thread makes alone before workers start: most small searches are
/// over before a worker would have begun.
pub(crate) const SOLO_EXPANSIONS: u64 = 300;

/// The stack of a worker: the recursion goes as deep as the tree.
pub(crate) const WORKER_STACK: usize = 1 << 30;

/// The threads of a proof. Any number of them finds the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workers {
    /// Number of threads, the calling one included. \[default: 1\]
    pub threads: usize,
    /// How many expansions the calling thread makes alone before the others start: most small proofs
    /// are over by then. \[default: 300\]
    pub solo_expansions: u64,
}

impl Default for Workers {
    fn default() -> Workers {
        Workers { threads: 1, solo_expansions: SOLO_EXPANSIONS }
    }
}

impl Workers {
    /// This many threads.
    pub fn new(threads: usize) -> Workers {
        Workers { threads, ..Workers::default() }
    }

    /// Bounds of the root: afterwards they are equal, or the lower one is above `budget`, or the
    /// search was stopped.
    pub(super) fn prove(
        self,
        solver: &mut Solver<'_>,
        root: &Projection,
        remaining: Remaining,
        budget: i64,
    ) -> Bounds {
        let control = solver.control;
        if self.threads > 1 {
            control.pause_after(control.nodes().saturating_add(self.solo_expansions));
        }
        let mut found = raise_root(solver, root, remaining, budget);
        if control.clear_pause() && !found.settles(budget) {
            // All threads seek the same proof; the first to have it ends the work of all.
            self.run_on_all(solver, |solver| {
                let root = solver.evaluator.project_root();
                raise_root(solver, &root, remaining, budget);
                control.finish();
            });
            // What any of them proved is in the memo.
            found = solver.solve_root(root, remaining, budget);
        }
        // This also clears a request to restart that came too late: what follows is not to be
        // interrupted by it.
        control.resume();
        found
    }

    /// Runs `work` on all threads, each with a solver on the same memo.
    pub(super) fn run_on_all(self, solver: &mut Solver<'_>, work: impl Fn(&mut Solver<'_>) + Sync) {
        let (context, memo, control) = (*solver.context(), solver.memo, solver.control);
        let help = || work(&mut Solver::new(context, memo, control).sharing(true));
        solver.shared = self.threads > 1;
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let worker = std::thread::Builder::new().stack_size(WORKER_STACK);
                // A worker that cannot be started only costs time.
                let _ = worker.spawn_scoped(scope, help);
            }
            work(solver);
        });
        solver.shared = false;
    }
}

/// Raises the root's lower bound until it meets the upper or is above the budget.
fn raise_root(
    solver: &mut Solver<'_>,
    root: &Projection,
    remaining: Remaining,
    budget: i64,
) -> Bounds {
    let control = solver.control;
    loop {
        control.begin_attempt();
        let (lower, upper) = control.bounds();
        let end = budget.min(upper);
        let target = match control.is_in_steps() && lower < end {
            true => next_target(lower, end, solver.context().instance.per_leaf),
            false => end,
        };
        let found = solver.solve_root(root, remaining, target);
        if found.settles(budget) || control.ended() {
            return found;
        }
    }
}
