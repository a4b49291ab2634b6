//! A search from start to end: threads, limits, progress, the outcome.
use super::constants::TICK;
use super::incumbent::{Improve, Incumbent};
use super::memory;
use super::needs::{MemoryPlan, ProblemSize};
use super::no_time::best_known;
use super::proof::{Proof, note_elapsed};
use super::stop_check::StopCheck;
use super::storage::{LaidOut, RootSolver, Shared};
use super::threads::{run_on_threads, with_stack};
use super::watch::{Progress, Watch};
use super::watched::{Watched, run_watched, run_watched_beside};
use crate::bounds::look_ahead;
use crate::clock::Instant;
use crate::control::Control;
use crate::memo::Memo;
use crate::node::WarmStart;
use crate::outcome::{Outcome, Shape, Statistics, Status, StopReason};
use crate::problem::{Costs, Problem, SearchOptions, Storage};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

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
    let found = within_memory(problem, options).and_then(|options| {
        let laid_out = laid_out_in_time(problem, &options, started, watch)?;
        let laid_out = (&laid_out, problem.costs());
        Ok(search_from(&WarmStart::default(), laid_out, started, &options, (improve, watch)).0)
    });
    found.unwrap_or_else(|reason| {
        best_known(problem, &options.first_trees, (reason, started), watch)
    })
}

/// How a search would store the splits of a problem; `None` where its memory limit allows no storage.
pub fn planned_storage(problem: &Problem, options: &SearchOptions) -> Option<Storage> {
    within_memory(problem, options).ok().map(|options| options.storage)
}

/// About how many bytes a search will take; nothing where its memory limit allows none.
pub fn planned_bytes(problem: &Problem, options: &SearchOptions) -> u64 {
    let size = ProblemSize::of(problem);
    MemoryPlan::new(problem, options).map_or(0, |plan| plan.bytes(size))
}

/// The options with a storage and a number of threads that keep the memory limit.
pub(crate) fn within_memory(
    problem: &Problem,
    options: &SearchOptions,
) -> Result<SearchOptions, StopReason> {
    let plan = MemoryPlan::new(problem, options).ok_or(StopReason::MemoryLimit)?;
    let storage = if plan.ranks { Storage::Ranks } else { Storage::Bits };
    Ok(SearchOptions { storage, threads: plan.threads, ..options.clone() })
}

/// Problems with at most this many answers (points × splits) are laid out in a few milliseconds: even
/// a search that is to end at once then hands over a greedy tree.
const FEW_ANSWERS: usize = 1 << 20;

/// Lays a problem out for a search that began at `started`, unless the search is to end before.
pub(crate) fn laid_out_in_time(
    problem: &Problem,
    options: &SearchOptions,
    started: Instant,
    watch: &mut dyn Watch,
) -> Result<LaidOut, StopReason> {
    let deadline = options.time_limit.and_then(|limit| started.checked_add(limit));
    let mut should_stop = || watch.should_stop();
    let stop = StopCheck::new(deadline, &mut should_stop);
    let is_small = problem.points().len.saturating_mul(problem.points().splits()) <= FEW_ANSWERS;
    let laid_out = LaidOut::new(problem, options, &|| !is_small && stop.is_due());
    laid_out.ok_or_else(|| stop.reason().unwrap_or(StopReason::Interrupted))
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
    #[cfg(feature = "checked-bounds")]
    let memo = memo.checked_by(options.checked.clone());
    let control = Control::new();
    #[cfg(feature = "checked-bounds")]
    control.stop_after(options.stop_after);
    let shared = Shared { laid_out, memo: &memo, control: &control, warm_start };
    let engine = Engine::new(shared, costs, options, started);
    if !laid_out.is_small() {
        engine.limit_memory();
    }
    let optima = engine.run(improve, watch);
    let outcome = engine.outcome(optima, watch);
    (outcome, memo)
}

/// Bytes of the memo that are given back in a nanosecond, about: a gigabyte in a fifth of a second.
const RELEASED_PER_NANOSECOND: u64 = 5;

/// The same of all else, which are few large blocks, given back when the process ends at the latest: a gigabyte in a
/// sixth of a second where other programs run beside this one.
const UNMAPPED_PER_NANOSECOND: u64 = 6;

struct Engine<'a> {
    shared: Shared<'a>,
    costs: &'a Costs,
    memo: &'a Memo,
    control: &'a Control,
    options: &'a SearchOptions,
    started: Instant,
    /// Whether the first trees were offered.
    begun: AtomicBool,
    /// Whether the best tree is the canonical one.
    chosen: AtomicBool,
}

impl<'a> Engine<'a> {
    fn new(
        shared: Shared<'a>,
        costs: &'a Costs,
        options: &'a SearchOptions,
        started: Instant,
    ) -> Engine<'a> {
        let [begun, chosen] = [false; 2].map(AtomicBool::new);
        let Shared { memo, control, .. } = shared;
        Engine { shared, costs, memo, control, options, started, begun, chosen }
    }
}

impl Engine<'_> {
    /// Searches on this thread for a few expansions, then with workers.
    fn run(&self, improve: Option<&Improve<'_>>, watch: &mut dyn Watch) -> Vec<Shape> {
        if self.is_small() {
            self.control.pause_after(self.solo_expansions());
            let optima = match self.shared.laid_out.is_shallow() {
                true => self.lead(1),
                false => with_stack(|| self.lead(1)),
            };
            if !self.control.clear_pause() {
                return optima;
            }
        }
        self.run_workers(improve, watch)
    }

    /// Whether a few expansions are short: they take less than the time between two checks of the
    /// limits, and little stack. A list of optima may be long however few expansions it takes.
    fn is_small(&self) -> bool {
        let has_time = self.options.time_limit.is_none_or(|limit| limit > TICK);
        let ends_soon = has_time && self.options.all_optima <= 1;
        self.options.solo_expansions > 0 && ends_soon && self.shared.laid_out.is_small()
    }

    /// How many expansions are made on this thread: those of ranks take longer than those of bits.
    fn solo_expansions(&self) -> u64 {
        match self.shared.laid_out {
            LaidOut::Bits(_) => self.options.solo_expansions,
            LaidOut::Ranks(_) => self.options.solo_expansions / 4,
        }
    }

    /// Runs the workers and watches them, and lets the incumbent be improved beside them.
    fn run_workers(&self, improve: Option<&Improve<'_>>, watch: &mut dyn Watch) -> Vec<Shape> {
        let threads = self.options.threads.max(1);
        let deadline = self.options.time_limit.and_then(|limit| self.started.checked_add(limit));
        let prove = || self.lead(threads);
        let Some(improve) = improve else { return run_watched(prove, self, deadline, watch) };
        let incumbent = Incumbent {
            control: self.control,
            unavoidable_cost: self.shared.laid_out.unavoidable_cost(),
            started: self.started,
            deadline,
            may_rest: threads > 1
                && available_parallelism().is_ok_and(|most| threads >= most.get()),
        };
        run_watched_beside(prove, &|| improve(&incumbent), self, deadline, watch)
    }

    /// Lets the memo use what the rest of the process leaves of the memory limit.
    fn limit_memory(&self) {
        let Some(limit) = self.options.memory_limit else { return };
        self.control.limit_memory(memory::allowance(limit, self.memo.peak()));
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
            kind: self.shared.laid_out.step_kind(),
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
        let is_known = self.is_known(lower);
        self.chosen.store(is_known, Ordering::Relaxed);
        if self.control.stopped() || is_known {
            return Vec::new();
        }
        match solver.canonical(lower) {
            Some(tree) => {
                self.control.settle(lower, tree);
                self.chosen.store(true, Ordering::Relaxed);
            }
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
        let asked = self.options.all_optima;
        optima.retain(|other| *other != tree);
        if asked > 1 && status == Status::Optimal {
            optima.truncate(asked - 1);
            optima.insert(0, tree.clone());
        }
        let stopped = || self.control.reason().filter(|_| asked > 1 && optima.len() < asked);
        let listing_stopped = stopped();
        let is_lone = status == Status::Optimal && tree.leaves() == 1;
        let is_canonical = is_lone || self.chosen.load(Ordering::Relaxed);
        let statistics = Statistics {
            elapsed: self.started.elapsed(),
            nodes: progress.nodes,
            peak_memory: self.memo.peak(),
        };
        Outcome { status, tree, lower, upper, is_canonical, optima, listing_stopped, statistics }
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

    fn watch_inline(&self) {
        self.control.watch_inline();
    }

    fn adapt(&self) {
        note_elapsed(self.control, self.started.elapsed());
        self.limit_memory();
    }

    fn time_to_release(&self) -> Duration {
        let memo = self.memo.bytes();
        let rest = memory::resident().map_or(0, |all| all.saturating_sub(memo));
        Duration::from_nanos(memo / RELEASED_PER_NANOSECOND + rest / UNMAPPED_PER_NANOSECOND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, without};
    use crate::problem::{Limits, Storage, Techniques};
    use crate::run::Silent;
    use std::sync::atomic::AtomicU64;

    /// Searches with a memo that holds few entries, so that it drops some all the time.
    fn search_forgetting(case: &Case, threads: usize, most: usize) -> Outcome {
        let (problem, warm_start) = (case.problem(), WarmStart::default());
        let options = SearchOptions { threads, solo_expansions: 0, ..SearchOptions::default() };
        let laid_out = LaidOut::new(&problem, &options, &|| false).unwrap();
        let memo = Memo::new(laid_out.points(), threads).holding_at_most(most);
        let control = Control::new();
        let shared =
            Shared { laid_out: &laid_out, memo: &memo, control: &control, warm_start: &warm_start };
        let engine = Engine::new(shared, problem.costs(), &options, Instant::now());
        let optima = engine.run(None, &mut Silent);
        engine.outcome(optima, &mut Silent)
    }

    /// Entries are dropped, that of the root among them, and the proof is found all the same.
    #[test]
    fn a_memo_that_forgets_costs_expansions_and_no_proof() {
        let (mut more, mut all) = (0, 0);
        let numeric = (0..10).map(|seed| Case::numeric(seed, 6, 40, 5));
        for case in (0..60).map(Case::random).chain(numeric) {
            let whole = case.search(Techniques::ALL);
            for threads in [1, 4] {
                for most in [1, 8] {
                    let found = search_forgetting(&case, threads, most);
                    assert_eq!(found.status, Status::Optimal, "{case:?}");
                    assert_eq!((found.lower, found.upper), (whole.lower, whole.upper), "{case:?}");
                    assert_eq!(found.tree, whole.tree, "{case:?}");
                    more += usize::from(found.statistics.nodes > whole.statistics.nodes);
                    all += 1;
                }
            }
        }
        assert!(more > all / 10, "{more} of {all} took more expansions");
    }

    /// Searches while attempts are ended again and again, some hundred times in all.
    fn search_restarting(case: &Case, threads: usize, storage: Storage) -> (Outcome, u64) {
        let (problem, warm_start) = (case.problem(), WarmStart::default());
        let options =
            SearchOptions { threads, storage, solo_expansions: 0, ..SearchOptions::default() };
        let laid_out = LaidOut::new(&problem, &options, &|| false).unwrap();
        let (memo, control) = (Memo::new(laid_out.points(), threads), Control::new());
        let shared =
            Shared { laid_out: &laid_out, memo: &memo, control: &control, warm_start: &warm_start };
        let engine = Engine::new(shared, problem.costs(), &options, Instant::now());
        let (is_over, restarts) = (AtomicBool::new(false), AtomicU64::new(0));
        let optima = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) && restarts.load(Ordering::Relaxed) < 300 {
                    control.restart_in_steps();
                    if control.restart_in_other_steps() {
                        restarts.fetch_add(1, Ordering::Relaxed);
                    }
                    std::thread::sleep(Duration::from_micros(20));
                }
            });
            let optima = engine.run(None, &mut Silent);
            is_over.store(true, Ordering::Relaxed);
            optima
        });
        (engine.outcome(optima, &mut Silent), restarts.load(Ordering::Relaxed))
    }

    /// Whatever an attempt was at when it was ended, what it has proven is true.
    #[test]
    fn attempts_that_are_ended_change_no_optimum_and_no_tree() {
        let limits = [
            Limits::default(),
            Limits { min_leaf: 3, ..Limits::default() },
            Limits { max_depth: Some(4), min_leaf: 2, ..Limits::default() },
            Limits { max_leaves: Some(5), ..Limits::default() },
        ];
        let mut restarts = 0;
        for seed in 0..40 {
            let limits = limits[seed as usize % limits.len()];
            let case = Case::numeric(seed, 12, 80, 8).within(limits);
            let whole = case.search(Techniques::ALL);
            for (threads, storage) in
                [(1, Storage::Ranks), (3, Storage::Ranks), (1, Storage::Bits), (3, Storage::Bits)]
            {
                let (found, ended) = search_restarting(&case, threads, storage);
                let at = format!("{case:?} {threads} {storage:?}");
                assert_eq!(found.status, Status::Optimal, "{at}");
                assert_eq!((found.lower, found.upper), (whole.lower, whole.upper), "{at}");
                assert_eq!(found.tree, whole.tree, "{at}");
                restarts += ended;
            }
        }
        assert!(restarts > 100, "{restarts}");
    }

    /// The lower bound after some expansions of a search whose budget is raised in steps, or is not.
    fn lower_after(case: &Case, storage: Storage, expansions: u64, techniques: Techniques) -> i64 {
        let problem = case.problem();
        let options = SearchOptions { techniques, storage, ..SearchOptions::default() };
        let laid_out = LaidOut::new(&problem, &options, &|| false).unwrap();
        let (memo, control) = (Memo::new(laid_out.points(), 1), Control::new());
        let warm_start = WarmStart::default();
        let shared =
            Shared { laid_out: &laid_out, memo: &memo, control: &control, warm_start: &warm_start };
        let engine = Engine::new(shared, problem.costs(), &options, Instant::now());
        control.restart_in_steps();
        control.pause_after(expansions);
        engine.lead(1);
        control.bounds().0
    }

    /// With all other techniques on.
    #[test]
    fn alive_in_steps_the_lower_bound_rises_while_the_search_goes_on() {
        let cases: Vec<Case> =
            (0..4).map(|seed| Case { penalty: 2, ..Case::numeric(seed, 40, 160, 5) }).collect();
        for storage in [Storage::Bits, Storage::Ranks] {
            let lower = |techniques: Techniques| {
                let of_case = |case: &Case| lower_after(case, storage, 100, techniques);
                cases.iter().map(of_case).collect::<Vec<i64>>()
            };
            let single = without(Techniques::ALL, &["deepening"]);
            let (in_steps, at_once) = (lower(Techniques::ALL), lower(single));
            let rises = in_steps.iter().sum::<i64>() > at_once.iter().sum();
            assert!(rises, "{storage:?} {in_steps:?} {at_once:?}");
        }
    }
}
