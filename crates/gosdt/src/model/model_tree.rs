//! From a search's tree over numbered features to the model's tree.
use super::node_counts::NodeCounts;
use crate::training_data::TrainingData;
use gosdt_search::{Shape, ShapeNode};
use gosdt_tree::{Node, Tree};

/// The tree that a shape stands for: tests on named columns in the place of numbered features, and
/// the rows and weights of each node.
pub(crate) fn model_tree(shape: &Shape, counts: &NodeCounts, data: &TrainingData<'_>) -> Tree {
    let unit = data.table.weights.as_ref().map_or(1, |weights| weights.denominator) as f64;
    let node = |(at, node): (usize, &ShapeNode)| {
        let rows = counts.rows[at];
        let weights = counts.weights[at].iter().map(|&weight| weight as f64 / unit).collect();
        match *node {
            ShapeNode::Leaf { label } => Node::Leaf { class: label, rows, weights },
            ShapeNode::Split { feature, yes, no } => {
                let (splits, split) = data.classes.split(feature);
                let (column, test) = (splits.column, splits.test(split));
                Node::Split { column, test, yes, no, rows, weights }
            }
        }
    };
    Tree { nodes: shape.nodes.iter().enumerate().map(node).collect() }
}
