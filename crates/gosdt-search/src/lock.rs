//! Locking that ignores poison, and the locks and atomics that threads share: those of the standard
//! library or, with the feature `shuttle`, those of a scheduler that tries out interleavings.
#[cfg(feature = "shuttle")]
pub(crate) use shuttle::sync::{Mutex, MutexGuard, atomic};
#[cfg(not(feature = "shuttle"))]
pub(crate) use std::sync::{Mutex, MutexGuard, atomic};

/// Locks a mutex, also after a thread that held it panicked: the panic reaches the caller of the run
/// anyway, and nobody is to wait or panic a second time because of it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
