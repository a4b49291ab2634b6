//! A tree of a set.
use crate::model::NodeCounts;
use gosdt_search::Shape;
use gosdt_tree::Tree;
use num_bigint::BigUint;

/// A tree of a set of near-optimal trees.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RashomonTree {
    /// Its number in the set, from 0, by objective.
    pub number: BigUint,
    /// Its objective.
    pub objective: f64,
    /// Its objective without the penalty for leaves.
    pub loss: f64,
    /// The tree.
    pub tree: Tree,
    pub(super) cost: i64,
    pub(super) shape: Shape,
    pub(super) counts: NodeCounts,
}

impl RashomonTree {
    /// The columns of the table that it asks, ascending.
    pub fn columns(&self) -> Vec<usize> {
        let mut columns: Vec<usize> = self
            .tree
            .nodes
            .iter()
            .filter_map(|node| match node {
                gosdt_tree::Node::Split { column, .. } => Some(*column),
                gosdt_tree::Node::Leaf { .. } => None,
            })
            .collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    /// Whether two sibling leaves say the same class.
    pub fn has_equal_siblings(&self) -> bool {
        let nodes = &self.tree.nodes;
        let class = |at: usize| match nodes[at] {
            gosdt_tree::Node::Leaf { class, .. } => Some(class),
            gosdt_tree::Node::Split { .. } => None,
        };
        let mut children = nodes.iter().filter_map(gosdt_tree::Node::children);
        children.any(|[yes, no]| class(yes).is_some() && class(yes) == class(no))
    }

    /// The label that it gives to each class of equal rows.
    pub(super) fn label(&self, class: usize) -> usize {
        self.counts.leaf_of_class[class].1
    }

    /// Whether no tree has a smaller objective, where the least costs `optimum`.
    pub(super) fn is_best(&self, optimum: i64) -> bool {
        self.cost == optimum
    }
}
