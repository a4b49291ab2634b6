//! The rows and weights at each node of a tree.
use gosdt_data::{RowClasses, SplitColumn};
use gosdt_search::{Shape, ShapeNode};

/// The rows and weights that reach each node of a tree. They are counted by walking every class of
/// equal rows down from the root; nothing is taken from what a search reports.
#[derive(Clone, Debug)]
pub(crate) struct NodeCounts {
    /// Training rows at each node.
    pub(crate) rows: Vec<u64>,
    /// Weight of each label at each node.
    pub(crate) weights: Vec<Vec<u64>>,
    /// The leaf of each class of equal rows, and the label that it predicts.
    pub(crate) leaf_of_class: Vec<(usize, usize)>,
}

impl NodeCounts {
    /// Counts what reaches each node. The shape's indices must be in range and point forward.
    pub(crate) fn new(shape: &Shape, classes: &RowClasses) -> NodeCounts {
        let nodes = shape.nodes.len();
        let mut counts = NodeCounts {
            rows: vec![0; nodes],
            weights: vec![vec![0; classes.labels]; nodes],
            leaf_of_class: Vec::with_capacity(classes.len),
        };
        let split = |node: &ShapeNode| match *node {
            ShapeNode::Split { feature, .. } => Some(classes.split(feature)),
            ShapeNode::Leaf { .. } => None,
        };
        let splits: Vec<Option<(&SplitColumn, u32)>> = shape.nodes.iter().map(split).collect();
        for class in 0..classes.len {
            let leaf = counts.walk(shape, &splits, classes, class);
            counts.leaf_of_class.push(leaf);
        }
        counts
    }

    /// Counts a class at every node on its way, and returns its leaf and the label there.
    fn walk(
        &mut self,
        shape: &Shape,
        splits: &[Option<(&SplitColumn, u32)>],
        classes: &RowClasses,
        class: usize,
    ) -> (usize, usize) {
        let mut at = 0;
        loop {
            self.count(at, classes, class);
            match shape.nodes[at] {
                ShapeNode::Leaf { label } => return (at, label),
                ShapeNode::Split { yes, no, .. } => {
                    let (column, split) = splits[at].expect("a split has a column");
                    at = if column.answers(split, class) { yes } else { no };
                }
            }
        }
    }

    fn count(&mut self, node: usize, classes: &RowClasses, class: usize) {
        self.rows[node] += u64::from(classes.rows[class]);
        let weights = &classes.weights[class * classes.labels..][..classes.labels];
        for (sum, weight) in self.weights[node].iter_mut().zip(weights) {
            *sum += weight;
        }
    }
}
