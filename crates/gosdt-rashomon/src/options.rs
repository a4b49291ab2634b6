//! Which trees are asked for, and what finding them may take.
use gosdt_search::Storage;
use num_rational::BigRational;
use std::time::Duration;

/// The largest objective of a tree of the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// (1 + this) times the least objective.
    Within(BigRational),
    /// The least objective and this.
    Slack(BigRational),
    /// This.
    Below(BigRational),
}

impl Threshold {
    /// The largest objective of a tree of the set, where the least is `optimum`.
    pub fn objective(&self, optimum: &BigRational) -> BigRational {
        match self {
            Threshold::Within(share) => optimum + optimum * share,
            Threshold::Slack(slack) => optimum + slack,
            Threshold::Below(value) => value.clone(),
        }
    }
}

/// What finding a set may take.
#[derive(Clone, Debug, Default)]
pub struct RashomonOptions {
    /// Stop after this long. \[default: none\]
    pub time_limit: Option<Duration>,
    /// Keep the process below this many bytes. \[default: none\]
    pub memory_limit: Option<u64>,
    /// How splits are stored. \[default: what is faster\]
    pub storage: Storage,
}
