//! The independent judge: enumerates all trees on small data, and recomputes any tree's objective
//! from raw rows. Shares no code with the search and uses none of its theorems.
//!
//! Three ways to the same number keep each other honest:
//!
//! - [`optimum`] follows the recursive definition of the problem, remembering what it has computed
//!   for a set of rows and limits;
//! - [`optimum_by_listing`] writes down every tree and takes the best, for tiny problems;
//! - [`objective`] scores one tree on the raw rows, from the definition of the loss.
//!
//! ```
//! use gosdt_oracle::{Loss, OracleProblem, OracleTree, objective, optimum};
//! use num_rational::BigRational;
//!
//! let problem = OracleProblem {
//!     rows: vec![vec![true], vec![true], vec![false], vec![false]],
//!     labels: vec![1, 1, 0, 1],
//!     classes: 2,
//!     weights: vec![1; 4],
//!     loss: Loss::Accuracy,
//!     lambda: BigRational::new(1.into(), 10.into()),
//!     max_depth: None,
//!     max_leaves: None,
//!     min_leaf: 1,
//! };
//! // One row in four is wrong, and one leaf is paid for.
//! assert_eq!(optimum(&problem), BigRational::new(35.into(), 100.into()));
//! assert_eq!(objective(&problem, &OracleTree::Leaf(1)), optimum(&problem));
//! ```
#![forbid(unsafe_code)]

mod enumerate;
mod loss;
mod near;
mod problem;
pub mod random;
mod rank;
mod recompute;
mod recursion;

pub use enumerate::{every_tree, optimum_by_listing};
pub use loss::Loss;
pub use near::trees_within;
pub use problem::{OracleProblem, OracleTree};
pub use rank::{RankLoss, loss_of_mistakes, rank_objective, rank_optima_by_leaves, rank_optimum};
pub use recompute::{check_limits, objective};
pub use recursion::{MOST_ROWS, all_optima, optimum};
