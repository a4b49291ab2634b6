//! A proof within a budget by several threads that share a memo.
use super::proof::Proof;
use super::storage::{RootSolver, Shared};
use super::threads::run_on_threads;
use crate::memo::Bounds;
use crate::problem::{SOLO_EXPANSIONS, Techniques};

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
}

/// Threads, and what they share.
#[derive(Clone, Copy)]
pub(super) struct Crew<'a> {
    pub workers: Workers,
    pub shared: Shared<'a>,
    pub techniques: Techniques,
}

impl<'a> Crew<'a> {
    /// Bounds of the root: afterwards they are equal, or the lower one is above `budget`, or the
    /// search was stopped.
    pub fn prove(&self, solver: &mut RootSolver<'a>, budget: i64) -> Bounds {
        let Shared { control, laid_out, .. } = self.shared;
        let Workers { threads, solo_expansions } = self.workers;
        if threads > 1 {
            control.pause_after(control.nodes().saturating_add(solo_expansions));
        }
        let proof = Proof {
            control,
            budget,
            per_leaf: laid_out.per_leaf(),
            deepening: true,
            kind: laid_out.step_kind(),
        };
        let mut found = proof.raise_root(|target| solver.solve(target));
        if control.clear_pause() && !found.settles(budget) {
            self.run_on_all(solver, |solver| {
                proof.raise_root(|target| solver.solve(target));
            });
            // What any of them proved is in the memo, unless its entry was dropped.
            found = solver.solve(budget);
            control.resume();
            if !found.settles(budget) && !control.ended() {
                found = proof.raise_root(|target| solver.solve(target));
            }
        }
        // This also clears a request to restart that came too late: what follows is not to be
        // interrupted by it.
        control.resume();
        found
    }

    /// Runs `work` on all threads, each with a solver on the same memo.
    pub fn run_on_all(
        &self,
        solver: &mut RootSolver<'a>,
        work: impl Fn(&mut RootSolver<'_>) + Sync,
    ) {
        let help = || work(&mut RootSolver::new(self.shared, self.techniques, true));
        solver.share(self.workers.threads > 1);
        run_on_threads(self.workers.threads, || work(solver), help);
        solver.share(false);
    }
}
