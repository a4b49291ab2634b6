//! What the threads of a search share besides the memo: when to stop, how far it is, the best tree.
use crate::{Shape, StopReason};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, Ordering};

const YOUNG: u8 = 0;
const TURNING: u8 = 1;
const OLD: u8 = 2;

/// Shared state of a search.
pub(crate) struct Control {
    stop: AtomicBool,
    /// 0 while the search is young, 1 when its first attempt is to end, 2 after.
    age: AtomicU8,
    reason: Mutex<Option<StopReason>>,
    nodes: AtomicU64,
    /// Expansions after which to rest; `u64::MAX` is never.
    rest_at: AtomicU64,
    resting: AtomicBool,
    lower: AtomicI64,
    upper: AtomicI64,
    best: Mutex<Option<(i64, Shape)>>,
    /// What the memo may hold; `u64::MAX` is no limit.
    memory_left: AtomicU64,
    /// What it held when it was last looked at.
    memory: AtomicU64,
}

impl Control {
    /// Nothing known yet.
    pub fn new() -> Control {
        Control {
            stop: AtomicBool::new(false),
            age: AtomicU8::new(YOUNG),
            reason: Mutex::new(None),
            nodes: AtomicU64::new(0),
            rest_at: AtomicU64::new(u64::MAX),
            resting: AtomicBool::new(false),
            lower: AtomicI64::new(0),
            upper: AtomicI64::new(i64::MAX),
            best: Mutex::new(None),
            memory_left: AtomicU64::new(u64::MAX),
            memory: AtomicU64::new(0),
        }
    }

    /// Begins another problem: what was known of the root is about the last one.
    pub fn begin(&self) {
        self.lower.store(0, Ordering::Relaxed);
        self.upper.store(i64::MAX, Ordering::Relaxed);
        self.age.store(YOUNG, Ordering::Relaxed);
        *self.best.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = None;
    }

    /// Asks all threads to stop, for this reason unless there is one already.
    pub fn stop(&self, reason: StopReason) {
        let mut slot = self.reason_slot();
        slot.get_or_insert(reason);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Asks all threads to stop: the answer is there.
    pub fn finish(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Lets threads work again after [`Control::finish`], unless there was a reason to stop.
    pub fn go_on(&self) {
        self.age.store(OLD, Ordering::Relaxed);
        // Locked, so that a reason that comes just now is not lost.
        let reason = self.reason_slot();
        if reason.is_none() {
            self.stop.store(false, Ordering::Relaxed);
        }
    }

    /// Whether to stop, or to begin anew in steps.
    pub fn stopped(&self) -> bool {
        self.ended() || self.age.load(Ordering::Relaxed) == TURNING
    }

    /// The search has lasted long: ends the first attempt. What it proved stays in the memo.
    pub fn become_long(&self) {
        let _ = self.age.compare_exchange(YOUNG, TURNING, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether the search has lasted long; the attempt that asks is a new one.
    pub fn is_long(&self) -> bool {
        self.age.load(Ordering::Relaxed) == OLD
    }

    /// Ends the turn: a new attempt begins.
    pub fn turn(&self) {
        let _ = self.age.compare_exchange(TURNING, OLD, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether all work is to end.
    pub fn ended(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_resting()
    }

    /// Ends all work for now after this many expansions. What was proven stays in the memo.
    pub fn rest_after(&self, nodes: u64) {
        self.rest_at.store(nodes, Ordering::Relaxed);
    }

    /// Whether work ended for now.
    pub fn is_resting(&self) -> bool {
        self.resting.load(Ordering::Relaxed)
    }

    /// Whether work ended for now; from here on it goes on.
    pub fn rested(&self) -> bool {
        self.rest_at.store(u64::MAX, Ordering::Relaxed);
        self.resting.swap(false, Ordering::Relaxed)
    }

    fn reason_slot(&self) -> std::sync::MutexGuard<'_, Option<StopReason>> {
        self.reason.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Why it was asked to stop, if not because it was done.
    pub fn reason(&self) -> Option<StopReason> {
        *self.reason_slot()
    }

    /// Limits what the memo may hold.
    pub fn limit_memory(&self, bytes: u64) {
        self.memory_left.store(bytes, Ordering::Relaxed);
    }

    /// Takes note of what the memo holds.
    pub fn hold(&self, bytes: u64) {
        self.memory.store(bytes, Ordering::Relaxed);
    }

    /// What the memo held when it was last looked at.
    pub fn memory(&self) -> u64 {
        self.memory.load(Ordering::Relaxed)
    }

    /// What the memo may hold.
    pub fn memory_left(&self) -> u64 {
        self.memory_left.load(Ordering::Relaxed)
    }

    /// Counts an expansion.
    pub fn count_node(&self) {
        let before = self.nodes.fetch_add(1, Ordering::Relaxed);
        if before >= self.rest_at.load(Ordering::Relaxed) {
            self.resting.store(true, Ordering::Relaxed);
        }
    }

    /// Expansions so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Publishes a proven lower bound of the root.
    pub fn raise_lower(&self, lower: i64) {
        self.lower.fetch_max(lower, Ordering::Relaxed);
    }

    /// Publishes a tree for the root if it is better than the best.
    pub fn offer(&self, cost: i64, tree: Shape) {
        let mut best = self.best.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if best.as_ref().is_none_or(|(known, _)| cost < *known) {
            *best = Some((cost, tree));
            self.upper.store(cost, Ordering::Relaxed);
        }
    }

    /// Puts the tree of the rule in place of an equally good one.
    pub fn settle(&self, cost: i64, tree: Shape) {
        let mut best = self.best.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *best = Some((cost, tree));
        self.upper.store(cost, Ordering::Relaxed);
    }

    /// The best tree so far and its cost.
    pub fn best(&self) -> Option<(i64, Shape)> {
        self.best.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    /// The root's bounds.
    pub fn bounds(&self) -> (i64, i64) {
        let upper = self.upper.load(Ordering::Relaxed);
        (self.lower.load(Ordering::Relaxed).min(upper), upper)
    }
}
