//! How much memory is left for what grows trees.
use gosdt_search::memory_allowance;

/// The memory that the process may hold, which others use, too; `None` is no limit.
#[derive(Clone, Copy)]
pub(crate) struct Room(pub(crate) Option<u64>);

/// A need below this share of the limit is not worth asking the system.
const SMALL_SHARE: u64 = 64;

impl Room {
    /// The bytes that are left for something that takes `most` at most.
    pub(crate) fn left(&self, most: u64) -> u64 {
        match self.0 {
            Some(limit) if most > limit / SMALL_SHARE => memory_allowance(limit, 0),
            _ => u64::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_needs_have_what_the_process_leaves_of_the_limit() {
        assert_eq!(Room(None).left(u64::MAX), u64::MAX);
        assert_eq!(Room(Some(1 << 40)).left(1 << 20), u64::MAX);
        // The process holds more than a byte.
        assert_eq!(Room(Some(1)).left(100), 0);
        assert!(Room(Some(1 << 40)).left(1 << 39) < 1 << 40);
    }
}
