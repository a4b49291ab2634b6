//! The recursion: solves subproblems within a budget, or proves that they cost more.
mod incumbent;
mod limited_leaves;
mod recursion;
mod root;
mod solver;

pub(crate) use solver::Solver;
