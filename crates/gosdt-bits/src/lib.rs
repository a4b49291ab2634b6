//! Bit kernels of the search, with run-time dispatch. The only crate of gosdt with `unsafe` code.
//!
//! A [`Matrix`] holds the answers of many features on few rows, *word-major*: word `k` of feature
//! `j` lies at `data[k * stride + j]`. Counting one feature against all others then runs along
//! contiguous memory whatever the number of rows, and the counts come out as a vector over
//! features, ready for the arithmetic that follows.
//!
//! Rows are grouped into [`Segment`]s of whole words. All rows of a segment count `mult` for one
//! *measure*: a row of weight 5 is two rows, one in a segment of multiplier 4, one in a segment of
//! multiplier 1, so that weights cost popcounts, never multiplications per row.
//!
//! Every kernel is written once in plain Rust (`kernel`) and compiled for several instruction
//! sets; [`Kernels::detect`] picks the best that the machine has. The plain build is the oracle of
//! the others.
//!
//! [`lanes`] has the kernels on columns of ranks, for columns of many thresholds: one scan
//! evaluates all of them.

mod cuts;
mod kernel;
pub mod lanes;
mod matrix;

pub use cuts::{Cut, Cuts};
pub use kernel::{InstructionSet, Kernels};
pub use matrix::{Matrix, Segment};
