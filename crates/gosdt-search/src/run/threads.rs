//! Starting threads whose stack is as large as can be had.
use super::constants::{LARGEST_STACK, SMALLEST_STACK, SOLO_STACK};
use std::io;
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
        for _ in 1..threads {
            let others = &others;
            if start(spawn, scope, || Box::new(others)).is_err() {
                break;
            }
        }
        own()
    })
}

/// Does `own` on this thread while another does `beside`, and returns when both are done. Where no
/// thread can be started, `beside` is left out.
pub(super) fn run_beside<T>(own: impl FnOnce() -> T, beside: impl Fn() + Sync) -> T {
    std::thread::scope(|scope| {
        let beside = &beside;
        let _ = start(spawn, scope, || Box::new(beside));
        own()
    })
}
