//! The Rashomon set of a problem: all trees whose objective is at most some threshold near the optimum.
//!
//! [`rashomon_set`] finds it as a graph: the sets of points that such trees are made of, each with the
//! most that a tree of it may cost and the splits that it may start with. The graph is found with the
//! bounds and the memo of the search. The trees are counted on it, exactly and without being listed;
//! from the counts follows the tree of any number, and so listing them from the best on, and samples
//! in which all trees are equally likely.
//!
//! The modules, each of which uses only those before it:
//! - `options`, `restriction`: what is asked;
//! - `count`, `sampling`: numbers of trees, random numbers;
//! - `answers`: the points' answers to splits;
//! - `graph`: the sets of points and their splits;
//! - `counted`, `accumulator`, `tally`, `any_tally`: how many trees each set has, and the tree of a number;
//! - `partitions`: how many ways to part the points the trees have;
//! - `labels`: the labels of leaves;
//! - `set`: the result;
//! - `run`: from a problem to the result, within limits.
//!
//! ```
//! use gosdt_rashomon::{RashomonOptions, Threshold, rashomon_set};
//! use gosdt_search::{Column, Costs, Limits, Objective, Points, Problem, Silent, SplitKind};
//!
//! // Two rows of either class: one split tells the first from the others.
//! let column = Column { kind: SplitKind::Thresholds, splits: 1, codes: [0, 1, 1, 1].into() };
//! let points = Points {
//!     len: 4,
//!     classes: 2,
//!     weights: vec![1, 0, 1, 0, 0, 1, 0, 1],
//!     rows: vec![1; 4],
//!     columns: vec![column],
//! };
//! let lambda = "1/10".parse().unwrap();
//! let costs = Costs::new(&Objective::Accuracy, &lambda, &[2, 2], 4).unwrap();
//! let problem = Problem::new(points, costs, Limits::default()).unwrap();
//! // The split has an objective of .45, a lone leaf one of .6.
//! let options = RashomonOptions::default();
//! let count = |share: &str| {
//!     let threshold = Threshold::Within(share.parse().unwrap());
//!     rashomon_set(&problem, &threshold, &options, &mut Silent).count()
//! };
//! assert_eq!(count("1/4"), 1u32.into());
//! assert_eq!(count("1/3"), 2u32.into());
//! ```
#![forbid(unsafe_code)]

mod accumulator;
mod answers;
mod any_tally;
mod count;
mod counted;
mod graph;
mod labels;
mod options;
mod partitions;
mod restriction;
mod run;
mod sampling;
mod set;
mod tally;

pub use options::{RashomonOptions, Threshold};
pub use restriction::{MOST_USED, Restriction};
pub use run::rashomon_set;
pub use sampling::sample_numbers;
pub use set::{FoundTree, RashomonSet, Trees};
