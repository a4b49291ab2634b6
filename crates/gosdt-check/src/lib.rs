//! Checks proofs that no decision tree is better than a bound, from the raw data alone.
//!
//! It shares no code with the search, has no dependency but the standard library, and is small enough
//! to be read in one sitting: [`problem`] says what rows and splits become, [`rules`] by what reasoning
//! a bound follows (each rule with its proof), [`proof`] how a proof is read, [`statement`] what is
//! claimed. Whatever the files hold, an answer is given and nothing panics.
#![forbid(unsafe_code)]

mod csv;
pub mod fraction;
pub mod json;
pub mod model;
pub mod node;
pub mod problem;
pub mod proof;
pub mod rules;
#[cfg(test)]
mod soundness;
pub mod statement;
pub mod table;

pub use fraction::Fraction;
pub use statement::{Failure, Verdict, check, check_table, on_large_stack};
