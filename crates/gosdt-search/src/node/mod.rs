//! A node of the search: what is known of a subproblem while it is worked on, and what can be told of
//! it without solving another one.
//!
//! The files follow the steps of a node, as in docs/algorithm.md: [`lookup`] (and [`warm_start`]),
//! [`counting`] (with [`evaluator`]), [`inherited`], [`choice`], [`leaf_shares`], and, after a side
//! was solved, [`propagation`] and [`dominance`]. The state is in [`state`] and [`split_bounds`].
//! Solving a side is the recursion, in `solve/`.
mod check;
pub(crate) mod choice;
mod context;
mod counting;
pub(crate) mod dominance;
mod evaluator;
pub(crate) mod inherited;
mod leaf_shares;
mod listed;
mod lookup;
mod memory_limit;
pub(crate) mod propagation;
mod split_bounds;
mod state;
mod warm_start;

pub(crate) use context::Context;
pub(crate) use counting::{MANY_SPLITS, Pairs};
pub(crate) use evaluator::Evaluator;
pub(crate) use leaf_shares::{LeafShare, LeafShares};
pub(crate) use listed::Listed;
pub(crate) use lookup::Lookup;
pub(crate) use memory_limit::keep_memory_limit;
pub(crate) use split_bounds::{SolvedSide, SplitBounds};
pub(crate) use state::{Node, Parent, Task};
pub(crate) use warm_start::WarmStart;
