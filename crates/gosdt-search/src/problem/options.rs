//! How to search.
use super::Techniques;
use crate::outcome::Shape;
use std::time::Duration;

/// How many expansions the calling thread makes alone before workers start.
pub(crate) const SOLO_EXPANSIONS: u64 = 300;

/// How the splits of a problem are stored. The optimum and the canonical tree are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// What is faster, by the number of splits.
    #[default]
    Auto,
    /// A bit per split and point: all splits of a node are counted against each other.
    Bits,
    /// A rank per column and point: few splits of a node are evaluated, against all others at once.
    Ranks,
}

/// How to search. None of these options changes the optimum.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Stop after this long. \[default: none\]
    pub time_limit: Option<Duration>,
    /// Keep the process below this many bytes: the memo first drops the entries that are cheap to
    /// compute again, and if that is not enough the search stops. Where the system does not tell how
    /// much the process holds, the limit is on the search alone. \[default: none\]
    pub memory_limit: Option<u64>,
    /// Number of worker threads. \[default: 1\]
    pub threads: usize,
    /// How many expansions the calling thread makes before workers start: most small searches are over
    /// by then. At 0 workers start at once. \[default: 300\]
    pub solo_expansions: u64,
    /// List up to this many optimal trees; 1 asks for the canonical tree alone. \[default: 1\]
    pub all_optima: usize,
    /// Trees that are known already, with their costs: the search hands over none that is worse. The
    /// caller vouches for both. \[default: none\]
    pub first_trees: Vec<(i64, Shape)>,
    /// How splits are stored. \[default: what is faster\]
    pub storage: Storage,
    /// The techniques in use, for tests and measurements. \[default: all\]
    pub techniques: Techniques,
    /// What compares every bound with the optimum of its subproblem, for tests. \[default: nothing\]
    #[cfg(feature = "checked-bounds")]
    pub checked: Option<crate::checked::Checked>,
    /// Stop after this many expansions, for tests. \[default: none\]
    #[cfg(feature = "checked-bounds")]
    pub stop_after: Option<u64>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            time_limit: None,
            memory_limit: None,
            threads: 1,
            solo_expansions: SOLO_EXPANSIONS,
            all_optima: 1,
            first_trees: Vec::new(),
            storage: Storage::Auto,
            techniques: Techniques::ALL,
            #[cfg(feature = "checked-bounds")]
            checked: None,
            #[cfg(feature = "checked-bounds")]
            stop_after: None,
        }
    }
}
