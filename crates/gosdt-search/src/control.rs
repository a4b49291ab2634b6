//! What the threads of a search share besides the memo: when to stop or to pause, the phase of the
//! root's budget, the bounds of the root, the best tree, and memory.
//!
//! Invariants, while one problem is searched:
//! - The lower bound of the root only rises and is proven; the upper bound is the cost of the best
//!   tree and only falls.
//! - A reason to stop, once given, stays: no thread works on after [`Control::stop`].
//! - The phase of the root's budget only goes forward.
use crate::inline_watch::tick;
use crate::lock::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, Ordering};
use crate::lock::{Mutex, lock};
use crate::outcome::{Shape, StopReason};
use std::time::Duration;

/// The phases of the root's budget.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Phase {
    /// The budget is the upper bound: a proof is sought at once.
    FirstAttempt,
    /// The attempt at hand has taken long: all work on it ends. What it proved is in the memo.
    Restarting,
    /// The budget is raised in steps, so that the lower bound rises with it.
    InSteps,
    /// The same, but from now on all attempts are seen through.
    InStepsToTheEnd,
}

/// No thread of the proof is to rest. Other values of [`Control::rest`] are odd while one is wanted to rest and
/// even once it does, and no two requests have the same: a thread whose rest is over notices that even where
/// another has begun one meanwhile.
const NO_REST: u64 = 0;

/// How long a thread that rests sleeps at a time.
const NAP: Duration = Duration::from_millis(1);

/// How far the root's budget is raised at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Steps {
    /// A few attempts in all.
    Large,
    /// Many attempts.
    Small,
}

/// How the root's budget is raised in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raising {
    /// When the budget is first raised by a step rather than all the way; `MAX` is never.
    pub begin: Duration,
    /// No step is longer than this.
    pub longest: i64,
    /// How far the attempt at hand raises the budget.
    pub step: i64,
    /// No step is shorter than this, unless the budget is nearer.
    pub least: i64,
    /// The lower bound when it was last seen to rise.
    pub lower: i64,
    /// When that was, or when an attempt was ended since.
    pub since: Duration,
}

impl Raising {
    const START: Raising = Raising {
        begin: Duration::MAX,
        longest: i64::MAX,
        step: 0,
        least: 0,
        lower: 0,
        since: Duration::ZERO,
    };
}

/// A thread's attempt to prove the root's bound, while it lasts.
pub(crate) struct Attempt<'a>(&'a Control);

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        self.0.attempting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Shared state of a search.
pub(crate) struct Control {
    stop: AtomicBool,
    /// A [`Phase`].
    phase: AtomicU8,
    /// Whether steps are small, once the budget is raised in steps.
    small_steps: AtomicBool,
    raising: Mutex<Raising>,
    /// How many threads are at work on an attempt.
    attempting: AtomicU64,
    reason: Mutex<Option<StopReason>>,
    /// Whether the work calls its watch itself.
    is_watched_inline: AtomicBool,
    nodes: AtomicU64,
    /// The number of expansions after which to pause; `u64::MAX` is never.
    pause_at: AtomicU64,
    paused: AtomicBool,
    /// Which rest is wanted or taken, if one is: see [`NO_REST`].
    rest: AtomicU64,
    /// How often a rest was asked for.
    rests: AtomicU64,
    lower: AtomicI64,
    upper: AtomicI64,
    best: Mutex<Option<(i64, Shape)>>,
    /// The trees that were the best, one after another, where they are kept.
    kept: Mutex<Option<Vec<Shape>>>,
    /// Whether they are kept.
    keeps_trees: AtomicBool,
    /// The bytes that the memo may hold; `u64::MAX` is no limit.
    memory_left: AtomicU64,
    /// The bytes that it held when that was last measured.
    memory: AtomicU64,
    /// The number of expansions after which a test stops the search.
    #[cfg(feature = "checked-bounds")]
    stop_after: AtomicU64,
}

impl Control {
    /// The state before a search.
    pub fn new() -> Control {
        Control {
            stop: AtomicBool::new(false),
            phase: AtomicU8::new(Phase::FirstAttempt as u8),
            small_steps: AtomicBool::new(false),
            raising: Mutex::new(Raising::START),
            attempting: AtomicU64::new(0),
            reason: Mutex::new(None),
            is_watched_inline: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            pause_at: AtomicU64::new(u64::MAX),
            paused: AtomicBool::new(false),
            rest: AtomicU64::new(NO_REST),
            rests: AtomicU64::new(0),
            lower: AtomicI64::new(0),
            upper: AtomicI64::new(i64::MAX),
            best: Mutex::new(None),
            kept: Mutex::new(None),
            keeps_trees: AtomicBool::new(false),
            memory_left: AtomicU64::new(u64::MAX),
            memory: AtomicU64::new(0),
            #[cfg(feature = "checked-bounds")]
            stop_after: AtomicU64::new(u64::MAX),
        }
    }

    /// Begins another problem: discards what was known of the root of the last one.
    pub fn begin_problem(&self) {
        self.lower.store(0, Ordering::Relaxed);
        self.upper.store(i64::MAX, Ordering::Relaxed);
        self.phase.store(Phase::FirstAttempt as u8, Ordering::Relaxed);
        *lock(&self.raising) = Raising::START;
        *lock(&self.best) = None;
    }
}

/// Stopping, and the phases of the root's budget.
impl Control {
    /// Asks all threads to stop, for this reason unless one was given before.
    pub fn stop(&self, reason: StopReason) {
        let mut slot = lock(&self.reason);
        slot.get_or_insert(reason);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Makes the work call its watch itself whenever it asks whether to end: no other thread does.
    pub fn watch_inline(&self) {
        self.is_watched_inline.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to end after its watch, if it has to call that itself, has looked at it.
    fn ends_after_tick(&self) -> bool {
        if !self.is_watched_inline.load(Ordering::Relaxed) {
            return false;
        }
        tick();
        self.stop.load(Ordering::Relaxed)
    }

    /// Asks all threads to stop, since the answer is known.
    pub fn finish(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Lets threads work again after [`Control::finish`], unless there was a reason to stop. Work
    /// from here on is not interrupted for raising the budget in other steps.
    pub fn resume(&self) {
        self.phase.store(Phase::InStepsToTheEnd as u8, Ordering::Relaxed);
        // Locked, so that a reason that is given at this moment is not lost.
        let reason = lock(&self.reason);
        if reason.is_none() {
            self.stop.store(false, Ordering::Relaxed);
        }
    }

    /// The reason to stop, if one was given.
    pub fn reason(&self) -> Option<StopReason> {
        *lock(&self.reason)
    }

    /// Whether to end all work, for good or until a pause is cleared.
    pub fn ended(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_paused() || self.ends_after_tick()
    }

    /// Whether to end the attempt at hand: because all work ends, or to restart in steps.
    pub fn stopped(&self) -> bool {
        self.ended() || self.is_in(Phase::Restarting)
    }

    /// Ends the first attempt: from now on the root's budget is raised in steps.
    pub fn restart_in_steps(&self) {
        self.change_phase(Phase::FirstAttempt, Phase::Restarting);
    }

    /// Ends an attempt to raise the budget by a step: the next one raises it by another. Returns whether there
    /// was one.
    pub fn restart_in_other_steps(&self) -> bool {
        self.change_phase(Phase::InSteps, Phase::Restarting)
    }

    /// Begins an attempt of a thread. If all were told to end theirs, it waits until they have: one that
    /// did not notice would go on with the old one.
    pub fn begin_attempt(&self) -> Attempt<'_> {
        while self.is_in(Phase::Restarting)
            && self.attempting.load(Ordering::Relaxed) > 0
            && !self.ended()
        {
            std::thread::sleep(NAP);
        }
        self.change_phase(Phase::Restarting, Phase::InSteps);
        self.attempting.fetch_add(1, Ordering::Relaxed);
        Attempt(self)
    }

    /// The steps in which the root's budget is raised, if it is.
    pub fn steps(&self) -> Option<Steps> {
        let small = self.small_steps.load(Ordering::Relaxed);
        let in_steps = self.is_in(Phase::InSteps) || self.is_in(Phase::InStepsToTheEnd);
        in_steps.then_some(if small { Steps::Small } else { Steps::Large })
    }

    /// Reads or changes how the budget is raised.
    pub fn raising<T>(&self, look: impl FnOnce(&mut Raising) -> T) -> T {
        look(&mut lock(&self.raising))
    }

    /// Makes the steps small, from the next one on.
    pub fn make_steps_small(&self) {
        self.small_steps.store(true, Ordering::Relaxed);
    }

    fn is_in(&self, phase: Phase) -> bool {
        self.phase.load(Ordering::Relaxed) == phase as u8
    }

    /// Changes the phase from one to another and returns whether it was that one.
    fn change_phase(&self, from: Phase, to: Phase) -> bool {
        let [from, to] = [from, to].map(|phase| phase as u8);
        self.phase.compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

/// Expansions and pauses.
impl Control {
    /// Counts an expansion.
    pub fn count_node(&self) {
        let before = self.nodes.fetch_add(1, Ordering::Relaxed);
        if before >= self.pause_at.load(Ordering::Relaxed) {
            self.paused.store(true, Ordering::Relaxed);
        }
        #[cfg(feature = "checked-bounds")]
        if before >= self.stop_after.load(Ordering::Relaxed) {
            self.stop(StopReason::Interrupted);
        }
        let wanted = self.rest.load(Ordering::Relaxed);
        // The only thread of the proof does not rest: others may not have been started yet.
        let others = || self.attempting.load(Ordering::Relaxed) > 1;
        if wanted % 2 == 1 && others() && self.change_rest(wanted, wanted + 1) {
            self.rest(wanted + 1);
        }
    }

    /// Lets one of several threads rest from its next expansion on, or work again.
    pub fn let_one_rest(&self, rests: bool) {
        if !rests {
            self.rest.store(NO_REST, Ordering::Relaxed);
        } else if self.rest.load(Ordering::Relaxed) == NO_REST {
            let number = self.rests.fetch_add(1, Ordering::Relaxed);
            self.change_rest(NO_REST, 2 * number + 1);
        }
    }

    /// Rests until this rest is over or threads are to stop.
    fn rest(&self, own: u64) {
        while self.rest.load(Ordering::Relaxed) == own && !self.stopped() {
            std::thread::sleep(NAP);
        }
        self.change_rest(own, NO_REST);
    }

    /// Changes the rest from one state to another and returns whether it was in that.
    fn change_rest(&self, from: u64, to: u64) -> bool {
        self.rest.compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Stops all work after this many expansions: the same work each time, for tests.
    #[cfg(feature = "checked-bounds")]
    pub fn stop_after(&self, nodes: Option<u64>) {
        self.stop_after.store(nodes.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Whether a test stops the search after a number of expansions: then nothing depends on the time.
    pub fn is_counted(&self) -> bool {
        #[cfg(feature = "checked-bounds")]
        return self.stop_after.load(Ordering::Relaxed) < u64::MAX;
        #[cfg(not(feature = "checked-bounds"))]
        false
    }

    /// Number of expansions so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Pauses all work after this many expansions. What was proven stays in the memo.
    pub fn pause_after(&self, nodes: u64) {
        self.pause_at.store(nodes, Ordering::Relaxed);
    }

    /// Whether work is paused.
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// Clears the pause and returns whether it was set.
    pub fn clear_pause(&self) -> bool {
        self.pause_at.store(u64::MAX, Ordering::Relaxed);
        self.paused.swap(false, Ordering::Relaxed)
    }
}

/// The bounds of the root and the best tree.
impl Control {
    /// Publishes a proven lower bound of the root.
    pub fn raise_lower(&self, lower: i64) {
        self.lower.fetch_max(lower, Ordering::Relaxed);
    }

    /// Publishes a tree for the root if it is better than the best.
    pub fn offer(&self, cost: i64, tree: Shape) {
        let mut best = lock(&self.best);
        if best.as_ref().is_none_or(|(known, _)| cost < *known) {
            lock(&self.kept).iter_mut().for_each(|kept| kept.push(tree.clone()));
            *best = Some((cost, tree));
            self.upper.store(cost, Ordering::Relaxed);
        }
    }

    /// Keeps the trees that become the best from now on.
    pub fn keep_trees(&self) {
        *lock(&self.kept) = Some(Vec::new());
        self.keeps_trees.store(true, Ordering::Relaxed);
    }

    /// Whether the trees are kept that become the best.
    pub fn keeps_trees(&self) -> bool {
        self.keeps_trees.load(Ordering::Relaxed)
    }

    /// The trees that were kept so far, each of which was the best for a while.
    pub fn take_trees(&self) -> Vec<Shape> {
        lock(&self.kept).as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Puts the canonical tree in place of one that is equally good.
    pub fn settle(&self, cost: i64, tree: Shape) {
        *lock(&self.best) = Some((cost, tree));
        self.upper.store(cost, Ordering::Relaxed);
    }

    /// The best tree so far and its cost.
    pub fn best(&self) -> Option<(i64, Shape)> {
        lock(&self.best).clone()
    }

    /// The root's bounds; the lower never exceeds the upper.
    pub fn bounds(&self) -> (i64, i64) {
        let upper = self.upper.load(Ordering::Relaxed);
        (self.lower.load(Ordering::Relaxed).min(upper), upper)
    }
}

/// Memory.
impl Control {
    /// Limits the bytes that the memo may hold.
    pub fn limit_memory(&self, bytes: u64) {
        self.memory_left.store(bytes, Ordering::Relaxed);
    }

    /// The bytes that the memo may hold.
    pub fn memory_left(&self) -> u64 {
        self.memory_left.load(Ordering::Relaxed)
    }

    /// Whether there is room for so many bytes besides what the memo holds. Few are not worth asking for.
    pub fn has_room(&self, bytes: u64) -> bool {
        const FEW: u64 = 1 << 20;
        // What is left is known from time to time only, and several threads may ask at once.
        const AT_ONCE: u64 = 8;
        let left = || self.memory_left().saturating_sub(self.memory());
        bytes < FEW || bytes.saturating_mul(AT_ONCE) <= left()
    }

    /// Ends the search if there is no room for so many bytes. Returns whether there is.
    pub fn keeps_room(&self, bytes: u64) -> bool {
        let has_room = self.has_room(bytes);
        if !has_room {
            self.stop(StopReason::MemoryLimit);
        }
        has_room
    }

    /// Notes how many bytes the memo holds.
    pub fn note_memory(&self, bytes: u64) {
        self.memory.store(bytes, Ordering::Relaxed);
    }

    /// The bytes that the memo held when that was last noted.
    pub fn memory(&self) -> u64 {
        self.memory.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// Expands nodes on two threads for a while, and until as many of them as expected are at work or a long
    /// time is over; tells how many are at work in the end.
    fn at_work(control: &Control, expected: usize) -> usize {
        const A_WHILE: Duration = Duration::from_millis(100);
        const LONG: Duration = Duration::from_secs(10);
        let expanded = [0; 2].map(AtomicU64::new);
        std::thread::scope(|scope| {
            for own in &expanded {
                scope.spawn(move || {
                    let _attempt = control.begin_attempt();
                    while !control.ended() {
                        control.count_node();
                        own.fetch_add(1, Ordering::Relaxed);
                        std::thread::sleep(NAP);
                    }
                });
            }
            std::thread::sleep(A_WHILE / 2);
            let before = expanded.each_ref().map(|own| own.load(Ordering::Relaxed));
            let at_work = || {
                let pairs = expanded.iter().zip(before);
                pairs.filter(|(own, before)| own.load(Ordering::Relaxed) > *before).count()
            };
            let begun = Instant::now();
            let is_early = || begun.elapsed() < A_WHILE || at_work() < expected;
            while begun.elapsed() < LONG && is_early() {
                std::thread::sleep(NAP);
            }
            let at_work = at_work();
            control.finish();
            at_work
        })
    }

    #[test]
    fn one_thread_rests_while_it_is_let() {
        let control = Control::new();
        control.let_one_rest(true);
        control.let_one_rest(true);
        assert_eq!(at_work(&control, 1), 1);
    }

    #[test]
    fn a_thread_that_is_alone_does_not_rest() {
        let control = Control::new();
        control.let_one_rest(true);
        let _attempt = control.begin_attempt();
        let begun = Instant::now();
        std::thread::scope(|scope| {
            let alone = scope.spawn(|| control.count_node());
            while !alone.is_finished() && begun.elapsed() < Duration::from_secs(10) {
                std::thread::sleep(NAP);
            }
            let has_gone_on = alone.is_finished();
            control.finish();
            assert!(has_gone_on);
        });
    }

    #[test]
    fn there_is_room_for_what_the_memory_limit_leaves() {
        let control = Control::new();
        assert!(control.has_room(u64::MAX / 8), "no limit");
        control.limit_memory(100 << 20);
        control.note_memory(20 << 20);
        assert!(control.keeps_room(10 << 20));
        assert!(!control.has_room(11 << 20));
        assert!(control.has_room(1000), "few bytes are not worth asking for");
        assert_eq!(control.reason(), None);
        assert!(!control.keeps_room(11 << 20));
        assert_eq!(control.reason(), Some(StopReason::MemoryLimit));
    }

    #[test]
    fn a_rest_that_is_over_is_not_taken_for_the_next() {
        let control = Control::new();
        let mut before = NO_REST;
        for _ in 0..3 {
            control.let_one_rest(true);
            let now = control.rest.load(Ordering::Relaxed);
            assert!(now % 2 == 1 && now > before, "{before} {now}");
            control.let_one_rest(false);
            before = now;
        }
    }

    #[test]
    fn all_work_when_none_is_let_rest() {
        let control = Control::new();
        control.let_one_rest(true);
        control.let_one_rest(false);
        assert_eq!(at_work(&control, 2), 2);
    }
}
