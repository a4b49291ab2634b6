//! How to search.
use super::Techniques;
use std::time::Duration;

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
    /// List up to this many optimal trees; 1 asks for the canonical tree alone. \[default: 1\]
    pub all_optima: usize,
    /// The techniques in use, for tests and measurements. \[default: all\]
    pub techniques: Techniques,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            time_limit: None,
            memory_limit: None,
            threads: 1,
            all_optima: 1,
            techniques: Techniques::ALL,
        }
    }
}
