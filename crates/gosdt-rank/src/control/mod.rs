//! What the worker and the calling thread share: when to stop, the bounds, the best tree.
mod check;

pub(crate) use check::About;

use crate::outcome::RankOptions;
use gosdt_search::Instant;
use gosdt_search::{
    Progress, SearchControl, Shape, StopReason, Watched, Workers, lock, memory_allowance,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The best tree and the bounds.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// No tree has a smaller objective.
    pub lower: BigRational,
    /// The objective of `tree`.
    pub upper: BigRational,
    /// The best tree so far.
    pub tree: Shape,
}

/// How the cost of an additive problem bounds the objective:
/// objective ≥ (cost + `offset`) · `unit`.
#[derive(Clone, Debug)]
pub(crate) struct CostLine {
    pub offset: BigRational,
    pub unit: BigRational,
}

impl CostLine {
    /// What an additive cost bounds the objective by.
    pub fn bound(&self, cost: i64) -> BigRational {
        (BigRational::from(BigInt::from(cost)) + &self.offset) * &self.unit
    }
}

/// The additive problem that is being solved.
struct Followed {
    line: CostLine,
    since: Instant,
}

/// Shared state of a run.
pub(crate) struct Control {
    /// Stops the additive searches, one after another, and knows their bounds.
    pub search: SearchControl,
    /// The threads of the additive searches.
    pub workers: Workers,
    started: Instant,
    /// What the trees near an optimum hold, and the most that was held in all.
    listed: AtomicU64,
    peak: AtomicU64,
    memory_limit: u64,
    state: Mutex<State>,
    /// The best of the trees that were the best of an additive problem for a while, with its objective.
    aside: Mutex<Option<(BigRational, Shape)>>,
    followed: Mutex<Option<Followed>>,
    #[cfg(feature = "checked-bounds")]
    check: Option<crate::checked::RankChecked>,
}

impl Control {
    /// The state of a run that began at `started`, with a known tree.
    pub fn new(state: State, options: &RankOptions, started: Instant) -> Control {
        let search = SearchControl::default();
        #[cfg(feature = "checked-bounds")]
        search.stop_after(options.stop_after);
        Control {
            search,
            workers: options.workers,
            started,
            listed: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            memory_limit: options.memory_limit.unwrap_or(u64::MAX),
            state: Mutex::new(state),
            aside: Mutex::new(None),
            followed: Mutex::new(None),
            #[cfg(feature = "checked-bounds")]
            check: options.checked.clone(),
        }
    }

    /// Whether to stop.
    pub fn stopped(&self) -> bool {
        self.search.stopped()
    }

    /// Says how many bytes the trees near an optimum hold; stops when that is more than allowed.
    pub fn hold(&self, bytes: u64) {
        self.listed.store(bytes, Ordering::Relaxed);
        if self.memory() > self.memory_limit {
            self.search.stop(StopReason::MemoryLimit);
        }
    }

    /// Bytes held now.
    pub fn memory(&self) -> u64 {
        let bytes = self.listed.load(Ordering::Relaxed) + self.search.memory();
        self.peak.fetch_max(bytes, Ordering::Relaxed);
        bytes
    }

    /// The most bytes held so far.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed).max(self.memory())
    }

    /// Gives the additive search what the rest of the process leaves of the memory limit.
    pub fn limit_memory(&self) {
        if self.memory_limit == u64::MAX {
            return;
        }
        self.search.limit_memory(memory_allowance(self.memory_limit, self.peak()));
    }

    /// Publishes a lower bound that a rule has proven for the trees that it is about, which are all that
    /// are better than the best.
    pub fn raise_lower(&self, rule: &'static str, lower: &BigRational, about: About<'_>) {
        let lower = self.checked(rule, lower, about);
        let mut state = lock(&self.state);
        if lower > state.lower {
            state.lower = lower;
        }
    }

    /// From now on the additive search bounds the objective by this line.
    pub fn follow(&self, line: CostLine) {
        *lock(&self.followed) = Some(Followed { line, since: Instant::now() });
    }

    /// Ends that, and takes over its last bound.
    pub fn unfollow(&self) {
        self.settle_root();
        *lock(&self.followed) = None;
    }

    /// Takes over what the additive search has proven.
    fn settle_root(&self) {
        let followed = lock(&self.followed);
        let Some(followed) = followed.as_ref() else { return };
        let bound = followed.line.bound(self.search.lower());
        self.search.note_elapsed(followed.since.elapsed());
        self.raise_lower("relaxation", &bound, About::default());
    }

    /// Publishes a tree if it is better than the best.
    pub fn offer(&self, objective: BigRational, tree: impl FnOnce() -> Shape) -> bool {
        self.check_tree(&objective);
        let mut state = lock(&self.state);
        let better = objective < state.upper;
        if better {
            state.tree = tree();
            state.upper = objective;
        }
        better
    }

    /// Keeps a tree for a run that will be stopped, if it is the best of those kept. Which these are
    /// depends on timing, so that a run that comes to its end does without them.
    pub fn set_aside(&self, objective: BigRational, tree: Shape) {
        self.check_tree(&objective);
        let mut aside = lock(&self.aside);
        if aside.as_ref().is_none_or(|(known, _)| objective < *known) {
            *aside = Some((objective, tree));
        }
    }

    /// Takes over the tree that was kept for a run that is stopped, if it is better than the best.
    pub fn take_over_aside(&self) {
        if let Some((objective, tree)) = lock(&self.aside).take() {
            self.offer(objective, || tree);
        }
    }

    /// No tree is better than the best: the bounds meet.
    pub fn prove(&self) {
        let upper = self.upper();
        self.checked("proof", &upper, About::default());
        lock(&self.state).lower = upper;
    }

    /// The objective of the best tree.
    pub fn upper(&self) -> BigRational {
        lock(&self.state).upper.clone()
    }

    /// The best tree and the bounds; the lower never exceeds the upper.
    pub fn state(&self) -> State {
        self.settle_root();
        let mut state = lock(&self.state).clone();
        if state.lower > state.upper {
            state.lower = state.upper.clone();
        }
        state
    }
}

impl Watched for Control {
    type Progress = Progress;

    fn progress(&self) -> Progress {
        let state = self.state();
        Progress {
            elapsed: self.started.elapsed(),
            lower_bound: state.lower.to_f64().unwrap_or(0.0),
            upper_bound: state.upper.to_f64(),
            nodes: self.search.nodes(),
            memory: self.memory(),
        }
    }

    fn stop(&self, reason: StopReason) {
        self.search.stop(reason);
    }

    fn watch_inline(&self) {
        self.search.watch_inline();
    }

    fn adapt(&self) {
        self.limit_memory();
    }
}
