//! Work on a worker while the calling thread watches: limits, progress, cancellation.
use super::constants::TICK;
use super::threads::{Spawn, join, spawn, start};
use super::watch::Watch;
use crate::clock::Instant;
use crate::inline_watch::while_ticking;
use crate::lock::{Mutex, lock};
use crate::outcome::StopReason;
use std::cell::{Cell, RefCell};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Work as the thread that watches it sees it.
pub trait Watched {
    /// What is told of it.
    type Progress;

    /// How far it is.
    fn progress(&self) -> Self::Progress;

    /// Ends it, for this reason unless one was given before.
    fn stop(&self, reason: StopReason);

    /// Makes the work call its watch itself whenever it asks whether to end: no other thread does.
    fn watch_inline(&self);

    /// Adapts its limits to what the process holds and how long it has taken.
    fn adapt(&self) {}

    /// How long it takes, once it has ended, to give back what it holds. It is ended so much before the
    /// deadline.
    fn time_to_release(&self) -> Duration {
        Duration::ZERO
    }
}

/// Does the work on a worker with a large stack and returns what it returns, and meanwhile watches
/// it: tells its progress, ends it at the deadline or when `watch` says so. Where no thread can be
/// started, the work is done on the calling thread and lets itself be watched whenever it asks whether
/// to end.
pub fn run_watched<W: Watched, T: Send>(
    work: impl FnOnce() -> T + Send,
    watched: &W,
    deadline: Option<Instant>,
    watch: &mut dyn Watch<W::Progress>,
) -> T {
    run_with(spawn, (work, None), watched, deadline, watch)
}

/// What is done beside work that takes longer than a tick, on a thread of its own. It ends soon after the
/// work is stopped, and it is unparked then.
pub(super) type Beside<'a> = &'a (dyn Fn() + Sync);

/// The same with something done beside the work, which is stopped once it is done. Where no second thread can
/// be started, that is left out.
pub(super) fn run_watched_beside<W: Watched, T: Send>(
    work: impl FnOnce() -> T + Send,
    beside: Beside<'_>,
    watched: &W,
    deadline: Option<Instant>,
    watch: &mut dyn Watch<W::Progress>,
) -> T {
    run_with(spawn, (work, Some(beside)), watched, deadline, watch)
}

fn run_with<W: Watched, T: Send>(
    spawn: Spawn,
    (work, beside): (impl FnOnce() -> T + Send, Option<Beside<'_>>),
    watched: &W,
    deadline: Option<Instant>,
    watch: &mut dyn Watch<W::Progress>,
) -> T {
    let (done, wait) = channel();
    // Whoever does the work takes it: a thread that cannot be started leaves it here.
    let waiting = Mutex::new(Some((work, done)));
    let job = || {
        let taken = lock(&waiting).take();
        if let Some((work, done)) = taken {
            // The receiver lives as long as all threads.
            let _ = done.send(work());
        }
    };
    std::thread::scope(|scope| {
        if let Ok(worker) = start(spawn, scope, || Box::new(job)) {
            let mut other = None;
            let mut start_other = || {
                if let (None, Some(beside)) = (&other, beside) {
                    other = start(spawn, scope, || Box::new(beside)).ok();
                }
            };
            let result = wait_for(&wait, (watched, &mut start_other), deadline, watch);
            if let Some(other) = other {
                watched.stop(StopReason::Interrupted);
                other.thread().unpark();
                join(other);
            }
            join(worker);
            return result;
        }
        watched.watch_inline();
        let inline = Inline::new(watched, deadline, watch);
        while_ticking(&|| inline.tick(), job);
        wait.recv().ok()
    })
    .expect("work that did not panic has a result")
}

/// Reports and checks the limits until the work is done; `None` if it panicked. At every tick what is done
/// beside is started.
fn wait_for<W: Watched, T>(
    wait: &Receiver<T>,
    (watched, start_other): (&W, &mut dyn FnMut()),
    deadline: Option<Instant>,
    watch: &mut dyn Watch<W::Progress>,
) -> Option<T> {
    loop {
        let left = deadline.map(|deadline| time_until(deadline, watched));
        match wait.recv_timeout(left.map_or(TICK, |left| left.min(TICK))) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if !look(watched, deadline, watch) {
            return wait.recv().ok();
        }
        start_other();
    }
}

/// Reports, and stops the work when the watch says so or the deadline is reached; whether there is time
/// left.
fn look<W: Watched>(
    watched: &W,
    deadline: Option<Instant>,
    watch: &mut dyn Watch<W::Progress>,
) -> bool {
    watched.adapt();
    watch.progress(&watched.progress());
    if watch.should_stop() {
        watched.stop(StopReason::Interrupted);
    }
    let is_overdue = deadline.is_some_and(|deadline| time_until(deadline, watched).is_zero());
    if is_overdue {
        watched.stop(StopReason::TimeLimit);
    }
    !is_overdue
}

/// The watch of work that is done on the watching thread itself.
struct Inline<'a, W: Watched> {
    watched: &'a W,
    deadline: Option<Instant>,
    watch: RefCell<&'a mut dyn Watch<W::Progress>>,
    pace: Pace,
    /// When to look again.
    next: Cell<Instant>,
}

impl<'a, W: Watched> Inline<'a, W> {
    fn new(
        watched: &'a W,
        deadline: Option<Instant>,
        watch: &'a mut dyn Watch<W::Progress>,
    ) -> Inline<'a, W> {
        let now = Instant::now();
        let next = Cell::new(next_look(now, deadline));
        Inline { watched, deadline, watch: RefCell::new(watch), pace: Pace::new(now), next }
    }

    /// Looks at the work if it is time to.
    fn tick(&self) {
        let Some(now) = self.pace.now() else { return };
        if now < self.next.get() {
            return;
        }
        // A watch that makes the work ask again is not called from within itself.
        if let Ok(mut watch) = self.watch.try_borrow_mut() {
            look(self.watched, self.deadline, &mut **watch);
            self.next.set(next_look(now, self.deadline));
        }
    }
}

/// When to look again after `now`: at the next tick, or at the deadline if that comes first.
fn next_look(now: Instant, deadline: Option<Instant>) -> Instant {
    let due = deadline.filter(|deadline| *deadline > now);
    due.map_or(now + TICK, |deadline| deadline.min(now + TICK))
}

/// Reads the clock at every so many calls: reading it costs more than a small node of the search, and in a
/// browser many times as much.
struct Pace {
    /// Calls until the clock is read.
    left: Cell<u32>,
    /// Calls from one reading to the next.
    calls: Cell<u32>,
    read: Cell<Instant>,
}

/// The most calls from one reading to the next: however short they were, the next ones may be long.
const MOST_CALLS: u32 = 1024;

/// The clock is read about this often.
const OFTEN: Duration = Duration::from_millis(1);

impl Pace {
    fn new(now: Instant) -> Pace {
        Pace { left: Cell::new(1), calls: Cell::new(1), read: Cell::new(now) }
    }

    /// The time, at a call at which the clock is read. Where calls are far apart it is read at each.
    fn now(&self) -> Option<Instant> {
        self.left.set(self.left.get() - 1);
        if self.left.get() > 0 {
            return None;
        }
        let now = Instant::now();
        let calls = match now.saturating_duration_since(self.read.replace(now)) {
            apart if apart < OFTEN / 2 => (self.calls.get() * 2).min(MOST_CALLS),
            apart if apart > OFTEN * 4 => 1,
            _ => self.calls.get(),
        };
        self.calls.set(calls);
        self.left.set(calls);
        Some(now)
    }
}

/// The time that is left for the work.
fn time_until(deadline: Instant, watched: &impl Watched) -> Duration {
    deadline.saturating_duration_since(Instant::now()).saturating_sub(watched.time_to_release())
}

#[cfg(test)]
mod tests {
    use super::super::threads::Job;
    use super::*;
    use crate::control::Control;
    use crate::run::Silent;
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::{Scope, ScopedJoinHandle};

    impl Watched for Control {
        type Progress = ();

        fn progress(&self) {}

        fn stop(&self, reason: StopReason) {
            Control::stop(self, reason);
        }

        fn watch_inline(&self) {
            Control::watch_inline(self);
        }
    }

    type Started<'scope> = io::Result<ScopedJoinHandle<'scope, ()>>;

    fn refuse<'scope>(_: usize, _: &'scope Scope<'scope, '_>, _: Job<'scope>) -> Started<'scope> {
        Err(io::Error::other("no room"))
    }

    static TRIED: AtomicUsize = AtomicUsize::new(0);

    /// Has room for no more than 40 MiB of stack.
    fn cramped<'scope>(
        stack: usize,
        scope: &'scope Scope<'scope, '_>,
        job: Job<'scope>,
    ) -> Started<'scope> {
        TRIED.fetch_add(1, Ordering::Relaxed);
        if stack > 40 << 20 { refuse(stack, scope, job) } else { spawn(stack, scope, job) }
    }

    /// Works until it is stopped; whether that was on this thread.
    fn endless(control: &Control, caller: std::thread::ThreadId) -> bool {
        while !control.stopped() {
            std::thread::yield_now();
        }
        std::thread::current().id() == caller
    }

    fn run_until_stopped(spawn: Spawn, watch: &mut dyn Watch<()>) -> (bool, Option<StopReason>) {
        let (control, caller) = (Control::new(), std::thread::current().id());
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        let work = || endless(&control, caller);
        let here = run_with(spawn, (work, None), &control, deadline, watch);
        (here, control.reason())
    }

    #[test]
    fn a_smaller_stack_is_tried_where_there_is_no_room_for_a_large_one() {
        let found = run_until_stopped(cramped, &mut Silent);
        assert_eq!(found, (false, Some(StopReason::TimeLimit)));
        // 1 GiB, 512, 256, 128, 64, 32 MiB.
        assert_eq!(TRIED.load(Ordering::Relaxed), 6);
    }

    #[test]
    fn without_a_thread_the_work_is_done_here_and_keeps_its_time_limit() {
        let found = run_until_stopped(refuse, &mut Silent);
        assert_eq!(found, (true, Some(StopReason::TimeLimit)));
    }

    struct Impatient;

    impl Watch<()> for Impatient {
        fn should_stop(&mut self) -> bool {
            true
        }
    }

    #[test]
    fn a_watch_ends_the_work() {
        let found = run_until_stopped(spawn, &mut Impatient);
        assert_eq!(found, (false, Some(StopReason::Interrupted)));
    }

    /// Holds so much that it takes almost an hour to give it back.
    struct Heavy(Control);

    impl Watched for Heavy {
        type Progress = ();

        fn progress(&self) {}

        fn stop(&self, reason: StopReason) {
            self.0.stop(reason);
        }

        fn watch_inline(&self) {
            self.0.watch_inline();
        }

        fn time_to_release(&self) -> Duration {
            Duration::from_millis(3_600_000 - 50)
        }
    }

    #[test]
    fn what_takes_long_to_release_is_ended_before_the_deadline() {
        let (heavy, caller) = (Heavy(Control::new()), std::thread::current().id());
        let deadline = Some(Instant::now() + Duration::from_secs(3600));
        run_watched(|| endless(&heavy.0, caller), &heavy, deadline, &mut Silent);
        assert_eq!(heavy.0.reason(), Some(StopReason::TimeLimit));
        assert!(deadline > Some(Instant::now()));
    }

    #[test]
    fn without_a_thread_a_watch_ends_the_work_too() {
        let found = run_until_stopped(refuse, &mut Impatient);
        assert_eq!(found, (true, Some(StopReason::Interrupted)));
    }

    #[test]
    fn what_is_done_beside_begins_after_a_tick_and_is_woken_at_the_end() {
        let (control, begun) = (Control::new(), AtomicUsize::new(0));
        let beside = || {
            begun.fetch_add(1, Ordering::Relaxed);
            std::thread::park_timeout(Duration::from_secs(60));
        };
        let started = Instant::now();
        run_watched_beside(|| (), &beside, &control, None, &mut Silent);
        assert_eq!(begun.load(Ordering::Relaxed), 0, "the work is done before a tick is over");
        let work = || {
            while begun.load(Ordering::Relaxed) == 0 {
                std::thread::yield_now();
            }
        };
        run_watched_beside(work, &beside, &control, None, &mut Silent);
        assert_eq!(begun.load(Ordering::Relaxed), 1);
        assert!(control.reason().is_some(), "what is beside is told to stop");
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[test]
    #[should_panic(expected = "a bug")]
    fn a_panic_reaches_the_caller_past_what_is_beside() {
        let (control, begun) = (Control::new(), AtomicUsize::new(0));
        let beside = || {
            begun.store(1, Ordering::Relaxed);
            while control.reason().is_none() {
                std::thread::park_timeout(Duration::from_millis(1));
            }
        };
        let work = || {
            while begun.load(Ordering::Relaxed) == 0 {
                std::thread::yield_now();
            }
            panic!("a bug")
        };
        run_watched_beside(work, &beside, &control, None, &mut Silent)
    }

    #[test]
    #[should_panic(expected = "a bug")]
    fn a_panic_reaches_the_caller() {
        run_watched(|| panic!("a bug"), &Control::new(), None, &mut Silent)
    }
}
