//! From a proven optimum to optimal trees: the canonical one, and all of them.
mod all_optima;
mod canonical;
mod optimal_splits;

pub(crate) use all_optima::all_optima;
pub(crate) use canonical::canonical;
