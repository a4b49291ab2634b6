//! All trees near the optimum of an additive problem, so that they can be compared by the objective.
//!
//! `near_graph` finds the sets of points that such trees are made of, from large to small;
//! `near_trees` puts the trees together, from small to large.
mod near_graph;
mod near_trees;

pub(crate) use near_trees::{DominanceCriterion, NearTree, near_trees};
