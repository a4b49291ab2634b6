//! What the worker and the watching thread share: when to stop, how far it is, the best tree.
use gosdt_search::{Shape, StopReason};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

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

/// Shared state of a run.
pub(crate) struct Control {
    stop: AtomicBool,
    reason: Mutex<Option<StopReason>>,
    nodes: AtomicU64,
    memory: AtomicU64,
    peak: AtomicU64,
    memory_limit: u64,
    state: Mutex<State>,
    /// The additive problem that is being solved, and the lower bound of its optimum.
    line: Mutex<Option<CostLine>>,
    root: AtomicI64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Control {
    /// Starts from a known tree.
    pub fn new(state: State, memory_limit: Option<u64>) -> Control {
        Control {
            stop: AtomicBool::new(false),
            reason: Mutex::new(None),
            nodes: AtomicU64::new(0),
            memory: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            memory_limit: memory_limit.unwrap_or(u64::MAX),
            state: Mutex::new(state),
            line: Mutex::new(None),
            root: AtomicI64::new(0),
        }
    }

    /// Asks the worker to stop, for this reason unless there is one already.
    pub fn stop(&self, reason: StopReason) {
        lock(&self.reason).get_or_insert(reason);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Why it was asked to stop.
    pub fn reason(&self) -> Option<StopReason> {
        *lock(&self.reason)
    }

    /// Counts an expansion.
    pub fn count_node(&self) {
        self.nodes.fetch_add(1, Ordering::Relaxed);
    }

    /// Expansions so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Says how many bytes are held now; stops when they are more than allowed.
    pub fn hold(&self, bytes: u64) {
        self.memory.store(bytes, Ordering::Relaxed);
        self.peak.fetch_max(bytes, Ordering::Relaxed);
        if bytes > self.memory_limit {
            self.stop(StopReason::MemoryLimit);
        }
    }

    /// Bytes held now.
    pub fn memory(&self) -> u64 {
        self.memory.load(Ordering::Relaxed)
    }

    /// The most bytes held so far.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Publishes a proven lower bound.
    pub fn raise_lower(&self, lower: &BigRational) {
        let mut state = lock(&self.state);
        if *lower > state.lower {
            state.lower = lower.clone();
        }
    }

    /// From now on the root's bounds are those of this additive problem.
    pub fn follow(&self, line: CostLine) {
        self.settle_root();
        self.root.store(0, Ordering::Relaxed);
        *lock(&self.line) = Some(line);
    }

    /// Publishes a lower bound of the additive problem that is followed, if any is.
    pub fn raise_root(&self, cost: i64) {
        self.root.fetch_max(cost, Ordering::Relaxed);
    }

    /// Takes over what the additive problem has proven.
    fn settle_root(&self) {
        let bound = lock(&self.line).as_ref().map(|line| {
            let cost = BigRational::from(BigInt::from(self.root.load(Ordering::Relaxed)));
            (cost + &line.offset) * &line.unit
        });
        if let Some(bound) = bound {
            self.raise_lower(&bound);
        }
    }

    /// Publishes a tree if it is better than the best.
    pub fn offer(&self, objective: BigRational, tree: impl FnOnce() -> Shape) -> bool {
        let mut state = lock(&self.state);
        let better = objective < state.upper;
        if better {
            state.tree = tree();
            state.upper = objective;
        }
        better
    }

    /// No tree is better than the best: the bounds meet.
    pub fn prove(&self) {
        let mut state = lock(&self.state);
        state.lower = state.upper.clone();
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
