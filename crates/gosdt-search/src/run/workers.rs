//! A proof within a budget by several threads that share a memo.
use super::proof::Proof;
use super::threads::run_on_threads;
use crate::layout::Projection;
use crate::memo::{Bounds, Remaining};
use crate::problem::SOLO_EXPANSIONS;
use crate::solve::Solver;

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
        let per_leaf = solver.context().instance.per_leaf;
        let proof = Proof { control, budget, per_leaf, deepening: true };
        let mut found = proof.raise_root(|target| solver.solve_root(root, remaining, target));
        if control.clear_pause() && !found.settles(budget) {
            self.run_on_all(solver, |solver| {
                let root = solver.evaluator.project_root();
                proof.raise_root(|target| solver.solve_root(&root, remaining, target));
            });
            // What any of them proved is in the memo, unless its entry was dropped.
            found = solver.solve_root(root, remaining, budget);
            control.resume();
            if !found.settles(budget) && !control.ended() {
                found = proof.raise_root(|target| solver.solve_root(root, remaining, target));
            }
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
        run_on_threads(self.threads, || work(solver), help);
        solver.shared = false;
    }
}
