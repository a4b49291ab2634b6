//! Optimal sparse trees for objectives that are not sums over leaves: AUC, partial AUC, F-score.
//!
//! [`RankProblem`] holds classes of equal rows, an objective, a penalty per leaf and limits;
//! [`optimize`] returns a [`RankOutcome`]: a tree, and exact bounds on the optimum that are valid
//! whatever stopped it.
//!
//! `problem` is what goes in and `objective` what is minimised, from the definitions. `relaxation`
//! bounds an objective by additive problems: the *tangents* of an area, and for a linear-fractional
//! score the question whether it can be below some value. `near` lists the trees near the optimum of
//! a relaxation, which are then compared exactly. `run` drives all that until the bounds meet.
//! Arithmetic is exact: where an additive problem is rounded, it is to the side that keeps its
//! bounds valid, and trees are scored in rationals.
//!
//! ```
//! use gosdt_rank::{RankObjective, RankOptions, RankProblem, optimize};
//! use gosdt_search::{Column, Limits, Points, Silent, SplitKind};
//! use num_rational::BigRational;
//!
//! // Two points: one row of class 0, and a row of each class.
//! let points = Points {
//!     len: 2,
//!     classes: 2,
//!     weights: vec![1, 0, 1, 1],
//!     rows: vec![1, 2],
//!     columns: vec![Column { kind: SplitKind::Thresholds, splits: 1, codes: [1, 0].into() }],
//! };
//! let lambda = BigRational::new(1.into(), 100.into());
//! let problem = RankProblem::new(points, 1, RankObjective::Auc, lambda, Limits::default())?;
//! let outcome = optimize(&problem, &RankOptions::default(), &mut Silent)?;
//! // AUC 3/4 with two leaves.
//! assert_eq!(outcome.upper, BigRational::new(27.into(), 100.into()));
//! assert_eq!(outcome.lower, outcome.upper);
//! # Ok::<(), gosdt_rank::RankError>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(test)]
mod cases;
#[cfg(feature = "checked-bounds")]
mod checked;
mod control;
mod near;
mod objective;
mod outcome;
mod problem;
mod relaxation;
mod run;

#[cfg(feature = "checked-bounds")]
pub use checked::{RankBoundCheck, RankChecked, RankClaim};
pub use outcome::{RankOptions, RankOutcome};
pub use problem::{RankError, RankObjective, RankPlan, RankProblem};
pub use run::optimize;
