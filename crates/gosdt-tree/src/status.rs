//! Whether a tree is proven optimal, or else what stopped the search for it.
use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether a tree is proven optimal, or else what stopped the search for it.
///
/// A tree is proven if and only if its lower and its upper bound are equal as exact numbers, whatever
/// ended the search.
///
/// ```
/// use gosdt_tree::Status;
///
/// assert!(Status::Optimal.is_optimal());
/// assert_eq!(Status::TimeLimit.to_string(), "time-limit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// No tree has a smaller objective.
    Optimal,
    /// No tree that asks only the thresholds that were kept has a smaller objective; others were left
    /// out on request ([`crate::KeptThresholds`]).
    OptimalAmongThresholds,
    /// One of all trees whose objective is at most some threshold above the least: the lower bound is
    /// that least objective, proven.
    NearOptimal,
    /// The search ended with costs that were rounded down, since exact ones need more than 64 bits: no
    /// tree has an objective that is smaller by more than the gap.
    OptimalUpToRounding,
    /// The time limit stopped the search.
    TimeLimit,
    /// The memory limit stopped the search.
    MemoryLimit,
    /// The caller or the user stopped the search.
    Interrupted,
}

impl Status {
    /// Whether the tree is proven optimal among all trees.
    pub fn is_optimal(self) -> bool {
        self == Status::Optimal
    }

    /// Whether the tree is proven optimal, among all trees or among those that ask only the
    /// thresholds that were kept.
    pub fn is_proven(self) -> bool {
        matches!(self, Status::Optimal | Status::OptimalAmongThresholds)
    }

    /// Whether the search came to its end: it proved its tree, or all but the rounding of its costs.
    pub fn is_ended(self) -> bool {
        self.is_proven() || self == Status::OptimalUpToRounding
    }

    /// The word for it in a model file and in the output of programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::OptimalAmongThresholds => "optimal-among-thresholds",
            Status::NearOptimal => "near-optimal",
            Status::OptimalUpToRounding => "optimal-up-to-rounding",
            Status::TimeLimit => "time-limit",
            Status::MemoryLimit => "memory-limit",
            Status::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_in_a_file_is_the_word_that_is_printed() {
        let all = [
            Status::Optimal,
            Status::OptimalAmongThresholds,
            Status::NearOptimal,
            Status::OptimalUpToRounding,
            Status::TimeLimit,
            Status::MemoryLimit,
            Status::Interrupted,
        ];
        for status in all {
            let word = format!("\"{status}\"");
            assert_eq!(serde_json::to_string(&status).unwrap(), word);
            assert_eq!(serde_json::from_str::<Status>(&word).unwrap(), status);
        }
    }
}
