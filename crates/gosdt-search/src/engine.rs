//! A search from start to end: threads, limits, progress, the outcome.
use crate::bounds::look_ahead;
use crate::control::Control;
use crate::frame::Bounds;
use crate::instance::Instance;
use crate::levers::Levers;
use crate::memo::{Key, LEAF, Memo, Room};
use crate::memory;
use crate::outcome::{Outcome, Shape, Statistics, Status, StopReason};
use crate::past::Past;
use crate::solve::{Solver, TOO_MUCH, Task};
use crate::view::View;
use crate::{Problem, Progress, SearchOptions, Watch};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often the caller's thread looks at the clock and reports.
const TICK: Duration = Duration::from_millis(20);

/// A search that lasts longer raises the root's budget in steps, so that its lower bound rises with
/// it; a shorter one goes for the proof at once.
const LONG: Duration = Duration::from_secs(2);

/// How many expansions the calling thread makes itself, before it starts workers and watches them:
/// most small searches are over before a worker would have begun.
pub(crate) const SPRINT: u64 = 300;

/// The stack of a worker: recursion goes as deep as the tree.
pub(crate) const STACK: usize = 1 << 30;

/// Searches for an optimal tree.
///
/// The calling thread watches (limits, progress, cancellation); workers search. Whatever ends the
/// search, the outcome's tree and bounds are valid.
pub fn search(problem: &Problem, options: &SearchOptions, watch: &mut dyn Watch) -> Outcome {
    let started = Instant::now();
    let instance = Instance::new(problem, options.levers.reduction, options.all_optima > 1);
    search_after(&Past::default(), &instance, started, options, watch).0
}

/// Searches with what is known from other penalties; also returns what it remembers.
pub(crate) fn search_after(
    past: &Past<'_>,
    instance: &Instance,
    started: Instant,
    options: &SearchOptions,
    watch: &mut dyn Watch,
) -> (Outcome, Memo) {
    let memo = Memo::new(instance.points, options.threads);
    let control = Control::new();
    let engine = Engine { instance, memo: &memo, control: &control, past, options, started };
    engine.limit_memory();
    let optima = engine.run(watch);
    let outcome = engine.outcome(optima, watch);
    (outcome, memo)
}

struct Engine<'a> {
    instance: &'a Instance,
    memo: &'a Memo,
    control: &'a Control,
    past: &'a Past<'a>,
    options: &'a SearchOptions,
    started: Instant,
}

impl Engine<'_> {
    /// Searches: a sprint on this thread, then workers.
    fn run(&self, watch: &mut dyn Watch) -> Vec<Shape> {
        if self.is_small() {
            self.control.rest_after(SPRINT);
            let optima = self.lead(1);
            if !self.control.rested() {
                return optima;
            }
        }
        self.run_workers(watch)
    }

    /// Whether a sprint is short: it takes less than the time between two looks at the clock, and
    /// little stack.
    fn is_small(&self) -> bool {
        let matrix = &self.instance.matrix;
        let in_no_hurry = self.options.time_limit.is_none_or(|limit| limit > TICK);
        in_no_hurry && matrix.features() <= 128 && matrix.features() * matrix.words() <= 1 << 13
    }

    /// Runs the workers and watches them.
    fn run_workers(&self, watch: &mut dyn Watch) -> Vec<Shape> {
        let threads = self.options.threads.max(1);
        std::thread::scope(|scope| {
            let (done, wait) = channel();
            let leader = std::thread::Builder::new().stack_size(STACK);
            let leader = leader.spawn_scoped(scope, move || {
                let optima = self.lead(threads);
                // The receiver lives as long as the scope.
                let _ = done.send(());
                optima
            });
            match leader {
                Ok(leader) => {
                    self.watch(&wait, watch);
                    leader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                }
                // No thread to be had: search on this one, unwatched but for its own limits.
                Err(_) => self.lead(1),
            }
        })
    }

    /// Reports and checks the limits until the workers are done.
    fn watch(&self, wait: &Receiver<()>, watch: &mut dyn Watch) {
        loop {
            let left =
                self.options.time_limit.map(|limit| limit.saturating_sub(self.started.elapsed()));
            match wait.recv_timeout(left.map_or(TICK, |left| left.min(TICK))) {
                Err(RecvTimeoutError::Timeout) => {}
                _ => return,
            }
            if self.started.elapsed() >= LONG {
                self.control.become_long();
            }
            self.limit_memory();
            watch.progress(&self.progress());
            if watch.should_stop() {
                self.control.stop(StopReason::Interrupted);
            }
            if self.options.time_limit.is_some_and(|limit| self.started.elapsed() >= limit) {
                self.control.stop(StopReason::TimeLimit);
                let _ = wait.recv();
                return;
            }
        }
    }

    /// Gives the memo what the rest of the process leaves of the memory limit.
    fn limit_memory(&self) {
        let Some(limit) = self.options.memory_limit else { return };
        let rest = memory::resident().map_or(0, |all| all.saturating_sub(self.memo.bytes()));
        self.control.limit_memory((limit - limit / 16).saturating_sub(rest));
    }

    fn progress(&self) -> Progress {
        let (lower, upper) = self.control.bounds();
        let floor = self.instance.floor;
        Progress {
            elapsed: self.started.elapsed(),
            lower: lower + floor,
            upper: upper.saturating_add(floor),
            nodes: self.control.nodes(),
            memory: self.memo.bytes(),
        }
    }

    fn room(&self) -> Room {
        let limits = &self.instance.limits;
        let most = u32::try_from(self.instance.points).unwrap_or(u32::MAX);
        let binding = |limit: Option<u32>, most: u32| match limit {
            Some(limit) if limit < most => limit,
            _ => u32::MAX,
        };
        Room { depth: binding(limits.max_depth, most), leaves: binding(limits.max_leaves, most) }
    }

    fn solver(&self, levers: Levers, shared: bool) -> Solver<'_> {
        Solver::new(self.instance, self.memo, self.control, levers, shared).after(self.past)
    }

    /// The first worker: an incumbent, the search with the others, then the tree of the rule.
    fn lead(&self, threads: usize) -> Vec<Shape> {
        let mut solver = self.solver(self.options.levers, threads > 1);
        let (view, room) = (solver.root(), self.room());
        if self.control.best().is_none() {
            self.offer_first_trees(&mut solver, &view, room);
        }
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let helper = std::thread::Builder::new().stack_size(STACK);
                // A helper that cannot be had only costs time.
                let _ = helper.spawn_scoped(scope, || {
                    let mut solver = self.solver(self.options.levers, true);
                    let view = solver.root();
                    self.prove(&mut solver, &view, room);
                });
            }
            self.prove(&mut solver, &view, room);
        });
        self.finish(solver, &view, room)
    }

    /// The lone leaf, trees known from other penalties, a greedy tree.
    fn offer_first_trees(&self, solver: &mut Solver, view: &View, room: Room) {
        let (cost, leaf) = solver.leaf_tree(view);
        self.control.offer(cost, leaf);
        self.control.raise_lower(look_ahead::at_least(cost, 2, self.instance.per_leaf));
        for (cost, tree) in &self.past.trees {
            self.control.offer(cost - self.instance.floor, tree.clone());
        }
        if self.options.levers.incumbent && !self.past.is_between() {
            solver.greedy(view, room);
            let (cost, tree) = solver.witness(view, room);
            self.control.offer(cost, tree);
        }
    }

    /// Raises the root's lower bound until it meets the upper.
    fn prove(&self, solver: &mut Solver, view: &View, room: Room) {
        while !self.control.ended() {
            self.control.turn();
            let (lower, upper) = self.control.bounds();
            let target = match self.options.levers.deepening && self.control.is_long() {
                true => next_target(lower, upper, self.instance.per_leaf),
                false => upper,
            };
            let found = solver.solve_root(view, room, target);
            debug_assert!(found.lower <= found.upper, "bounds contradict each other");
            if found.is_exact() {
                self.control.raise_lower(found.lower);
                self.control.finish();
            }
        }
    }

    /// The tree of the rule, or all optima, once the optimum is known.
    fn finish(&self, mut solver: Solver, view: &View, room: Room) -> Vec<Shape> {
        if self.control.is_resting() {
            return Vec::new();
        }
        self.control.go_on();
        let (lower, _) = self.control.bounds();
        if self.control.stopped() || self.is_known(lower) {
            return Vec::new();
        }
        if let Some(tree) = solver.canonical(view, room, lower) {
            self.control.settle(lower, tree);
        }
        if self.options.all_optima <= 1 {
            return Vec::new();
        }
        let levers = Levers { useless_sides: false, merge_splits: false, ..self.options.levers };
        let mut lister = self.solver(levers, false).keeping_all();
        let view = lister.root();
        lister.optima(&view, room, lower, self.options.all_optima)
    }

    /// Whether a tree that was known before the search costs this.
    fn is_known(&self, cost: i64) -> bool {
        self.past.trees.iter().any(|(known, _)| known - self.instance.floor == cost)
    }

    fn outcome(&self, mut optima: Vec<Shape>, watch: &mut dyn Watch) -> Outcome {
        let progress = self.progress();
        watch.progress(&progress);
        let (upper, tree) = self.control.best().expect("the lone leaf was offered first");
        let lower = progress.lower;
        let upper = upper + self.instance.floor;
        let status = match self.control.reason() {
            Some(reason) if lower < upper => Status::Stopped(reason),
            _ => Status::Optimal,
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

impl Solver<'_> {
    /// Solves the root up to `target`.
    pub(crate) fn solve_root(&mut self, view: &View, room: Room, target: i64) -> Bounds {
        let key = Key::of(&view.points, room);
        let mut known = Bounds { lower: 0, upper: TOO_MUCH, choice: LEAF };
        known.lower = known.lower.max(self.past.map_or(0, |past| past.at_least(&key, 1, TOO_MUCH)));
        if let Some(entry) = self.memo.get(&key) {
            known.lower = known.lower.max(entry.lower);
            known.improve(entry.upper, entry.choice);
        }
        let (lower, upper) = self.control.bounds();
        known.lower = known.lower.max(lower);
        known.upper = known.upper.min(upper);
        let found = self.solve(view, Task { known, level: 0, ..Task::new(room, target, 0) });
        self.control.raise_lower(found.lower);
        let entry = self.memo.put(&key, found.lower, found.upper, found.choice, u32::MAX);
        Bounds { lower: entry.lower, upper: entry.upper, choice: entry.choice }
    }
}

/// The next budget for the root: a quarter of the gap, at least half a leaf, and the rest at once
/// when little is left.
pub(crate) fn next_target(lower: i64, upper: i64, per_leaf: i64) -> i64 {
    let gap = upper - lower;
    let step = (gap / 4).max(per_leaf / 2).max(1);
    if gap <= 2 * step { upper } else { lower + step }
}
