//! The search: a problem in, an outcome out.
//!
//! [`Problem`] holds classes of equal rows, an integer cost per label and class, a penalty per leaf
//! and limits; [`search`] returns an [`Outcome`]: a tree, a lower bound and an upper bound that are
//! valid whatever stopped it, and whether they meet.
#![forbid(unsafe_code)]

mod additive;
mod bounds;
mod control;
mod cost;
mod crew;
mod engine;
mod exchange;
mod explore;
mod extract;
mod few_leaves;
mod frame;
mod frontier;
mod greedy;
mod heritage;
mod instance;
mod levers;
mod memo;
mod memory;
mod order;
mod outcome;
mod past;
mod problem;
mod quick;
mod recall;
mod series;
mod solve;
mod view;
mod watch;
mod witness;

pub use additive::{
    AdditiveProblem, AdditiveSearch, LabelRule, NearSplit, NearSplits, Questions, Reins, Survey,
};
pub use cost::{CostError, Costs, Objective};
pub use crew::Crew;
pub use engine::search;
pub use explore::{SolveAt, Solved, explore};
pub use frontier::{Frontier, Line, OpenRange, Piece};
pub use levers::Levers;
pub use memory::resident as resident_memory;
pub use outcome::{Outcome, Shape, ShapeNode, Statistics, Status, StopReason};
pub use problem::{Feature, Limits, Points, Problem, ProblemError};
pub use series::{Series, SeriesError};
pub use watch::{Progress, Silent, Watch};

use std::time::Duration;

/// How to search. None of these changes the optimum.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Stop after this long. \[default: none\]
    pub time_limit: Option<Duration>,
    /// Forget what is cheap to find again, and if that is not enough stop, before the process holds
    /// more than this many bytes (where the system does not tell: the search alone).
    /// \[default: none\]
    pub memory_limit: Option<u64>,
    /// Worker threads. \[default: 1\]
    pub threads: usize,
    /// List up to this many optimal trees (1 is just the tree). \[default: 1\]
    pub all_optima: usize,
    /// Switches, for tests and measurements. \[default: all on\]
    pub levers: Levers,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            time_limit: None,
            memory_limit: None,
            threads: 1,
            all_optima: 1,
            levers: Levers::ALL,
        }
    }
}
