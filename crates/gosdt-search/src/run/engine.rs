//! A search from start to end: threads, limits, progress, the outcome.
use super::constants::{LONG, SOLO_EXPANSIONS, TICK};
use super::incumbent::{Improve, Incumbent};
use super::memory;
use super::proof::Proof;
use super::storage::{LaidOut, RootSolver, Shared};
use super::threads::{run_beside, run_on_threads};
use super::watch::{Progress, Watch};
use super::watched::{Watched, run_watched};
use crate::bounds::look_ahead;
use crate::control::Control;
use crate::memo::Memo;
use crate::node::WarmStart;
use crate::outcome::{Outcome, Shape, Statistics, Status, StopReason};
use crate::problem::{Costs, Problem, SearchOptions};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Searches for an optimal tree.
///
/// The calling thread watches (limits, progress, cancellation); workers search. Whatever ends the
/// search, the outcome's tree and bounds are valid.
pub fn search(problem: &Problem, options: &SearchOptions, watch: &mut dyn Watch) -> Outcome {
    search_beside(problem, options, None, watch)
}

/// Searches for an optimal tree while `improve` looks for better ones, so that a search that is
/// stopped has a good one. Searches of a few expansions end before it is called.
pub fn search_improving(
    problem: &Problem,
    options: &SearchOptions,
    improve: &Improve<'_>,
    watch: &mut dyn Watch,
) -> Outcome {
    search_beside(problem, options, Some(improve), watch)
}

fn search_beside(
    problem: &Problem,
    options: &SearchOptions,
    improve: Option<&Improve<'_>>,
    watch: &mut dyn Watch,
) -> Outcome {
    let started = Instant::now();
    let laid_out = LaidOut::new(problem, options);
    let laid_out = (&laid_out, problem.costs());
    search_from(&WarmStart::default(), laid_out, started, options, (improve, watch)).0
}

/// Searches a problem that is laid out in the units of `costs`, starting from what is known from
/// other penalties; also returns its memo.
pub(crate) fn search_from(
    warm_start: &WarmStart<'_>,
    (laid_out, costs): (&LaidOut, &Costs),
    started: Instant,
    options: &SearchOptions,
    (improve, watch): (Option<&Improve<'_>>, &mut dyn Watch),
) -> (Outcome, Memo) {
    let memo = Memo::new(laid_out.points(), options.threads);
    let control = Control::new();
    let shared = Shared { laid_out, memo: &memo, control: &control, warm_start };
    let begun = AtomicBool::new(false);
    let engine = Engine { shared, costs, memo: &memo, control: &control, options, started, begun };
    engine.limit_memory();
    let optima = engine.run(improve, watch);
    let outcome = engine.outcome(optima, watch);
    (outcome, memo)
}

struct Engine<'a> {
    shared: Shared<'a>,
    costs: &'a Costs,
    memo: &'a Memo,
    control: &'a Control,
    options: &'a SearchOptions,
    started: Instant,
    /// Whether the first trees were offered.
    begun: AtomicBool,
}

impl Engine<'_> {
    /// Searches on this thread for a few expansions, then with workers.
    fn run(&self, improve: Option<&Improve<'_>>, watch: &mut dyn Watch) -> Vec<Shape> {
        if self.is_small() {
            self.control.pause_after(SOLO_EXPANSIONS);
            let optima = self.lead(1);
            if !self.control.clear_pause() {
                return optima;
            }
        }
        self.run_workers(improve, watch)
    }

    /// Whether a few expansions are short: they take less than the time between two checks of the
    /// limits, and little stack.
    fn is_small(&self) -> bool {
        let has_time = self.options.time_limit.is_none_or(|limit| limit > TICK);
        has_time && self.shared.laid_out.is_small()
    }

    /// Runs the workers and watches them, and lets the incumbent be improved beside them.
    fn run_workers(&self, improve: Option<&Improve<'_>>, watch: &mut dyn Watch) -> Vec<Shape> {
        let threads = self.options.threads.max(1);
        let deadline = self.options.time_limit.and_then(|limit| self.started.checked_add(limit));
        let mut prove = || run_watched(|| self.lead(threads), self, deadline, watch);
        let Some(improve) = improve else { return prove() };
        let incumbent = Incumbent {
            control: self.control,
            unavoidable_cost: self.shared.laid_out.unavoidable_cost(),
            started: self.started,
            deadline,
        };
        let prove_and_end = || {
            let _end = EndOnDrop(self.control);
            prove()
        };
        run_beside(prove_and_end, || improve(&incumbent))
    }

    /// Lets the memo use what the rest of the process leaves of the memory limit.
    fn limit_memory(&self) {
        let Some(limit) = self.options.memory_limit else { return };
        let rest = memory::resident().map_or(0, |all| all.saturating_sub(self.memo.bytes()));
        self.control.limit_memory((limit - limit / 16).saturating_sub(rest));
    }

    /// The costs of all trees lie above the first, that of the best so far is the second.
    fn bounds(&self) -> (i64, Option<i64>) {
        let (lower, upper) = self.control.bounds();
        let unavoidable = self.shared.laid_out.unavoidable_cost();
        (lower + unavoidable, (upper < i64::MAX).then(|| upper + unavoidable))
    }

    fn solver(&self, shared: bool) -> RootSolver<'_> {
        RootSolver::new(self.shared, self.options.techniques, shared)
    }

    /// The first worker: finds an incumbent, searches with the others, then finds the canonical tree.
    fn lead(&self, threads: usize) -> Vec<Shape> {
        let mut solver = self.solver(threads > 1);
        if !self.begun.swap(true, Ordering::Relaxed) {
            self.offer_first_trees(&mut solver);
        }
        let help = || self.prove(&mut self.solver(true));
        run_on_threads(threads, || self.prove(&mut solver), help);
        self.finish(solver)
    }

    /// Offers the lone leaf, trees known from other penalties, and a greedy tree.
    fn offer_first_trees(&self, solver: &mut RootSolver<'_>) {
        let Shared { laid_out, warm_start, .. } = self.shared;
        let (cost, leaf) = solver.leaf();
        self.control.offer(cost, leaf);
        self.control.raise_lower(look_ahead::at_least(cost, 2, laid_out.per_leaf()));
        for (cost, tree) in warm_start.trees.iter().chain(&self.options.first_trees) {
            self.control.offer(cost - laid_out.unavoidable_cost(), tree.clone());
        }
        if self.options.techniques.incumbent && !warm_start.is_between() {
            let (cost, tree) = solver.greedy();
            self.control.offer(cost, tree);
        }
    }

    /// Proves the optimum, unless work is ended before.
    fn prove(&self, solver: &mut RootSolver<'_>) {
        if self.control.ended() {
            return;
        }
        let proof = Proof {
            control: self.control,
            budget: i64::MAX,
            per_leaf: self.shared.laid_out.per_leaf(),
            deepening: self.options.techniques.deepening,
        };
        proof.raise_root(|target| solver.solve(target));
    }

    /// Finds the canonical tree and, if asked for, all optima, once the optimum is known.
    fn finish(&self, mut solver: RootSolver<'_>) -> Vec<Shape> {
        if self.control.is_paused() {
            return Vec::new();
        }
        self.control.resume();
        let (lower, _) = self.control.bounds();
        if self.control.stopped() || self.is_known(lower) {
            return Vec::new();
        }
        match solver.canonical(lower) {
            Some(tree) => self.control.settle(lower, tree),
            None => {
                let (cost, tree) = solver.known_tree();
                self.control.offer(cost, tree);
            }
        }
        if self.options.all_optima <= 1 {
            return Vec::new();
        }
        drop(solver);
        let mut lister = RootSolver::keeping_all_splits(self.shared, self.options.techniques);
        lister.all_optima(lower, self.options.all_optima)
    }

    /// Whether a tree that was known before the search costs this.
    fn is_known(&self, cost: i64) -> bool {
        let unavoidable = self.shared.laid_out.unavoidable_cost();
        self.shared.warm_start.trees.iter().any(|(known, _)| known - unavoidable == cost)
    }

    fn outcome(&self, mut optima: Vec<Shape>, watch: &mut dyn Watch) -> Outcome {
        let progress = self.progress();
        watch.progress(&progress);
        let (upper, tree) = self.control.best().expect("the lone leaf was offered first");
        let (lower, _) = self.bounds();
        let upper = upper + self.shared.laid_out.unavoidable_cost();
        let status = match lower == upper {
            true => Status::Optimal,
            false => Status::Stopped(self.control.reason().unwrap_or(StopReason::Interrupted)),
        };
        optima.retain(|other| *other != tree);
        if self.options.all_optima > 1 && status == Status::Optimal {
            optima.truncate(self.options.all_optima - 1);
            optima.insert(0, tree.clone());
        }
        let statistics = Statistics {
            elapsed: self.started.elapsed(),
            nodes: progress.nodes,
            peak_memory: self.memo.peak(),
        };
        Outcome { status, tree, lower, upper, optima, statistics }
    }
}

/// Ends what is done beside the proof when the proof is over, also if that is by a panic.
struct EndOnDrop<'a>(&'a Control);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop(StopReason::Interrupted);
    }
}

impl Watched for Engine<'_> {
    type Progress = Progress;

    fn progress(&self) -> Progress {
        let (lower, upper) = self.bounds();
        Progress {
            elapsed: self.started.elapsed(),
            lower_bound: self.costs.value(lower),
            upper_bound: upper.map(|upper| self.costs.value(upper)),
            nodes: self.control.nodes(),
            memory: self.memo.bytes(),
        }
    }

    fn stop(&self, reason: StopReason) {
        self.control.stop(reason);
    }

    fn stop_at(&self, deadline: Instant) {
        self.control.stop_at(deadline);
    }

    fn adapt(&self) {
        if self.started.elapsed() >= LONG && self.shared.laid_out.rises_in_steps() {
            self.control.restart_in_steps();
        }
        self.limit_memory();
    }
}
