//! How much memory is left for what grows trees.
use gosdt_search::memory_allowance;

/// The memory that the process may hold, which others use, too.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    limit: Option<u64>,
    /// Stands for what is left, in tests.
    #[cfg(test)]
    left: Option<u64>,
}

/// A need below this share of the limit is not worth asking the system.
const SMALL_SHARE: u64 = 64;

impl Room {
    /// Of a process that may hold so many bytes.
    pub(crate) fn within(limit: Option<u64>) -> Room {
        Room {
            limit,
            #[cfg(test)]
            left: None,
        }
    }

    #[cfg(test)]
    pub(crate) fn unlimited() -> Room {
        Room::within(None)
    }

    #[cfg(test)]
    pub(crate) fn of(left: u64) -> Room {
        Room { limit: None, left: Some(left) }
    }

    /// The bytes that are left for something that takes `most` at most.
    pub(crate) fn left(&self, most: u64) -> u64 {
        #[cfg(test)]
        if let Some(left) = self.left {
            return left;
        }
        match self.limit {
            Some(limit) if most > limit / SMALL_SHARE => memory_allowance(limit, 0),
            _ => u64::MAX,
        }
    }
}
