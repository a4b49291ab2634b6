//! A tree while it is grown and pruned.
use gosdt_search::{Costs, Shape, ShapeNode};

/// A tree in which children come after their parent.
#[derive(Clone, Debug)]
pub(crate) struct Grown {
    pub(crate) nodes: Vec<GrownNode>,
}

/// A part of the rows, and how it is split, if it is.
#[derive(Clone, Debug)]
pub(crate) struct GrownNode {
    /// Classes of equal rows.
    pub(crate) points: Vec<u32>,
    /// Weight of each label.
    pub(crate) weights: Vec<u64>,
    pub(crate) depth: usize,
    /// Feature, node for yes, node for no.
    pub(crate) split: Option<(usize, usize, usize)>,
}

impl Grown {
    /// The tree that is left of it, with the cheapest label at each leaf.
    pub(crate) fn shape(&self, costs: &Costs) -> Shape {
        let mut shape = Shape { nodes: Vec::new() };
        // A node of this tree, and the place of its parent's side that is to lead to it.
        let mut ahead: Vec<(usize, Option<(usize, bool)>)> = vec![(0, None)];
        while let Some((at, above)) = ahead.pop() {
            let here = shape.nodes.len();
            if let Some((parent, answer)) = above {
                point(&mut shape.nodes[parent], answer, here);
            }
            shape.nodes.push(match self.nodes[at].split {
                None => ShapeNode::Leaf { label: cheapest_label(&self.nodes[at], costs) },
                Some((feature, yes, no)) => {
                    ahead.extend([(no, Some((here, false))), (yes, Some((here, true)))]);
                    ShapeNode::Split { feature, yes: 0, no: 0 }
                }
            });
        }
        shape
    }
}

/// Makes one side of a split lead to a node.
fn point(split: &mut ShapeNode, answer: bool, to: usize) {
    if let ShapeNode::Split { yes, no, .. } = split {
        *(if answer { yes } else { no }) = to;
    }
}

/// The label that a node costs least with as a leaf; of equal ones the first.
pub(crate) fn cheapest_label(node: &GrownNode, costs: &Costs) -> usize {
    (0..costs.labels()).min_by_key(|&label| loss(node, costs, label)).unwrap_or(0)
}

/// What a node costs as a leaf with this label, without the price of the leaf.
pub(crate) fn loss(node: &GrownNode, costs: &Costs, label: usize) -> i128 {
    let weights = node.weights.iter().enumerate();
    weights
        .map(|(class, &weight)| i128::from(weight) * i128::from(costs.per_weight(label, class)))
        .sum()
}
