//! Starting threads whose stack is as large as can be had.
use super::constants::{LARGEST_STACK, SMALLEST_STACK, SOLO_STACK};
use std::io;
use std::panic::resume_unwind;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// What a thread does.
pub(super) type Job<'scope> = Box<dyn FnOnce() + Send + 'scope>;

/// Starts a thread with a stack of so many bytes. Tests put others in place of [`spawn`].
pub(super) type Spawn = for<'scope, 'env> fn(
    usize,
    &'scope Scope<'scope, 'env>,
    Job<'scope>,
) -> io::Result<ScopedJoinHandle<'scope, ()>>;

/// Starts a thread with a stack of so many bytes.
pub(super) fn spawn<'scope>(
    stack: usize,
    scope: &'scope Scope<'scope, '_>,
    job: Job<'scope>,
) -> io::Result<ScopedJoinHandle<'scope, ()>> {
    Builder::new().stack_size(stack).spawn_scoped(scope, job)
}

/// Starts a thread with the largest stack that there is room for.
pub(super) fn start<'scope>(
    spawn: Spawn,
    scope: &'scope Scope<'scope, '_>,
    job: impl Fn() -> Job<'scope>,
) -> io::Result<ScopedJoinHandle<'scope, ()>> {
    let mut stack = LARGEST_STACK;
    loop {
        match spawn(stack, scope, job()) {
            Err(_) if stack > SMALLEST_STACK => stack /= 2,
            started => return started,
        }
    }
}

/// Does the work on this thread, on a stack of its own where little is left of the thread's.
pub(super) fn with_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(SOLO_STACK / 2, SOLO_STACK, work)
}

/// Does `own` on this thread while `threads` − 1 others do `others`. A thread that cannot be started
/// only costs time.
pub fn run_on_threads<T>(threads: usize, own: impl FnOnce() -> T, others: impl Fn() + Sync) -> T {
    std::thread::scope(|scope| {
        let others = &others;
        let start_one = |_| start(spawn, scope, || Box::new(others)).ok();
        let started: Vec<ScopedJoinHandle<'_, ()>> = (1..threads).map_while(start_one).collect();
        let found = own();
        started.into_iter().for_each(join);
        found
    })
}

/// Waits for the end of a thread. Dropping its handle instead would detach it, and to detach a thread
/// that is just ending reads memory on its stack, which the C library may have given back by then: it
/// keeps no stack as large as these.
pub(super) fn join(thread: ScopedJoinHandle<'_, ()>) {
    if let Err(panic) = thread.join() {
        resume_unwind(panic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Threads that end at once, with the largest stacks: detached ones crashed about one run in some
    /// thousands.
    #[test]
    fn threads_that_end_at_once_are_waited_for() {
        let done = AtomicUsize::new(0);
        let count = || {
            done.fetch_add(1, Ordering::Relaxed);
        };
        for _ in 0..2000 {
            run_on_threads(4, || (), count);
        }
        assert_eq!(done.load(Ordering::Relaxed), 6000);
    }

    #[test]
    #[should_panic(expected = "as it should")]
    fn a_panic_of_another_thread_is_passed_on() {
        run_on_threads(2, || (), || panic!("as it should"));
    }
}
