//! Options of a run, and its outcome.
use gosdt_search::{Shape, Statistics, Status, Storage, Workers};
use num_rational::BigRational;
use std::time::Duration;

/// How to search. None of these changes the optimum.
#[derive(Clone, Debug, Default)]
pub struct RankOptions {
    /// Stop after this long. \[default: none\]
    pub time_limit: Option<Duration>,
    /// Stop before using more than this many bytes. \[default: none\]
    pub memory_limit: Option<u64>,
    /// The threads of the additive searches, which take the longest. \[default: one\]
    pub workers: Workers,
    /// How splits are stored. \[default: what is faster\]
    pub storage: Storage,
    /// A check of all bounds, for tests. \[default: none\]
    #[cfg(feature = "checked-bounds")]
    pub checked: Option<crate::checked::RankChecked>,
    /// Stop after this many expansions, for tests. \[default: none\]
    #[cfg(feature = "checked-bounds")]
    pub stop_after: Option<u64>,
}

impl RankOptions {
    /// The defaults, with limits of time and memory.
    pub fn within(time_limit: Option<Duration>, memory_limit: Option<u64>) -> RankOptions {
        RankOptions { time_limit, memory_limit, ..RankOptions::default() }
    }
}

/// The result of a run. Bounds are exact and hold whatever ended it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RankOutcome {
    /// Whether the bounds met.
    pub status: Status,
    /// The best tree found; its objective is `upper`. Its leaves are labelled as the objective says
    /// (for AUC and partial AUC: by majority); labels are classes.
    pub tree: Shape,
    /// No tree has a smaller objective.
    pub lower: BigRational,
    /// The objective of `tree`: loss + λ·leaves.
    pub upper: BigRational,
    /// Whether the run came to its end by itself. Where it was stopped, which of equally good trees
    /// `tree` is depends on timing.
    pub is_canonical: bool,
    /// What it took.
    pub statistics: Statistics,
}
