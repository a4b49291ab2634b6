//! The same problem with its columns stored as ranks: nothing is a vector over all splits.
//!
//! [`instance`] holds the columns and the costs of the points (those of many labels as [`linear`]), [`base`] lays a set of points out for
//! scans along its columns, [`projection`] is a subproblem inside a base and counts. [`state`] is what
//! a node knows of its splits, [`node`] works on them, [`recursion`] solves their sides, [`counting`]
//! does without recursion where counts are exact. [`tree`],
//! [`greedy`] and [`canonical`] make trees.
mod advice;
mod all_optima;
mod base;
mod canonical;
mod check;
mod counting;
mod gathered;
mod greedy;
mod instance;
mod intervals;
mod linear;
mod losses;
mod near_splits;
mod node;
mod peeled_loss;
mod projection;
mod recent_counts;
mod recursion;
mod root;
mod similar_sets;
mod solver;
mod state;
mod stump;
mod tree;
mod values;

pub(crate) use instance::{ColumnInstance, ones};
pub(crate) use near_splits::ColumnNearSplit;
pub(crate) use solver::ColumnSolver;
