//! Watching work from within, where no other thread can: the work calls [`tick`] now and then.
use scoped_tls_hkt::scoped_thread_local;

scoped_thread_local!(static TICK: for<'a> &'a (dyn Fn() + 'a));

/// Does the work, during which [`tick`] on this thread calls `on_tick`, after what it called before:
/// work within other work is watched by both watches.
pub(crate) fn while_ticking<T>(on_tick: &dyn Fn(), work: impl FnOnce() -> T) -> T {
    if !TICK.is_set() {
        return TICK.set(on_tick, work);
    }
    TICK.with(|outer| {
        let both = || {
            outer();
            on_tick();
        };
        TICK.set(&both, work)
    })
}

/// Lets whoever watches the work of this thread look at it.
pub(crate) fn tick() {
    if TICK.is_set() {
        TICK.with(|on_tick| on_tick());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn work_within_work_is_watched_by_both() {
        let calls = RefCell::new(Vec::new());
        let note = |name: &'static str| calls.borrow_mut().push(name);
        tick();
        while_ticking(&|| note("outer"), || {
            tick();
            while_ticking(&|| note("inner"), tick);
            tick();
        });
        tick();
        assert_eq!(calls.into_inner(), ["outer", "outer", "inner", "outer"]);
    }
}
