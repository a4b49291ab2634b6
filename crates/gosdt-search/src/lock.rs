//! Locking that ignores poison.
use std::sync::{Mutex, MutexGuard};

/// Locks a mutex, also after a thread that held it panicked: the panic reaches the caller of the run
/// anyway, and nobody is to wait or panic a second time because of it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
