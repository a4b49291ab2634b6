//! The claims of a search for an objective that ranks.
use super::error::CertifyError;
use super::rank_loss::{Leaf, loss};
use super::shape::{check_limits, check_shape};
use crate::model::NodeCounts;
use gosdt_data::RowClasses;
use gosdt_rank::{RankOutcome, RankProblem};
use gosdt_search::{Shape, ShapeNode};
use num_rational::BigRational;

/// Checks shape, limits and the objective, the latter from its definition.
pub(crate) fn certify_ranked(
    problem: &RankProblem,
    outcome: &RankOutcome,
    classes: &RowClasses,
) -> Result<NodeCounts, CertifyError> {
    check_shape(&outcome.tree, classes.splits(), 2)?;
    let counts = NodeCounts::new(&outcome.tree, classes);
    check_limits(&outcome.tree, &counts, problem.limits())?;
    let leaves = ranked_leaves(&outcome.tree, &counts, problem.positive());
    let found = loss(problem.objective(), &leaves)
        + problem.lambda() * BigRational::from_integer(leaves.len().into());
    if found != outcome.upper {
        return Err(CertifyError::WrongObjective {
            claimed: outcome.upper.to_string(),
            found: found.to_string(),
        });
    }
    Ok(counts)
}

/// The leaves of a tree, in the order of its nodes.
pub(crate) fn ranked_leaves(tree: &Shape, counts: &NodeCounts, positive: usize) -> Vec<Leaf> {
    let leaf = |(at, node): (usize, &ShapeNode)| match *node {
        ShapeNode::Split { .. } => None,
        ShapeNode::Leaf { label } => {
            let weights = &counts.weights[at];
            Some(Leaf::new(weights, weights, label, positive))
        }
    };
    tree.nodes.iter().enumerate().filter_map(leaf).collect()
}
