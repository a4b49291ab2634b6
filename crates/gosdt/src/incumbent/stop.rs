//! When to stop.
use gosdt_search::Watch;

/// Tells when to stop; asked about once per column and node, that is every few microseconds to
/// milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Stop<'a>(&'a dyn Fn() -> bool);

impl<'a> Stop<'a> {
    pub(crate) fn when(is_due: &'a dyn Fn() -> bool) -> Stop<'a> {
        Stop(is_due)
    }

    #[cfg(test)]
    pub(crate) fn never() -> Stop<'static> {
        Stop(&|| false)
    }

    pub(crate) fn is_due(&self) -> bool {
        (self.0)()
    }
}

/// The search of a node ends with the search that it is beside.
impl Watch for Stop<'_> {
    fn should_stop(&mut self) -> bool {
        self.is_due()
    }
}
