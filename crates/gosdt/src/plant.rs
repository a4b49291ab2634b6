//! From the search's shape over features to a tree in the user's words.
use gosdt_data::{EquivalenceClasses, Table};
use gosdt_search::{Shape, ShapeNode};
use gosdt_tree::{Node, Tree};

/// What reaches each node of a tree: counted by walking every class of equal rows down from the
/// root, and by nothing that the search says.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// Training rows at each node.
    pub(crate) rows: Vec<u64>,
    /// Weight of each label at each node.
    pub(crate) weights: Vec<Vec<u64>>,
    /// The leaf of each class of equal rows, and the label that it predicts.
    pub(crate) leaf_of_class: Vec<(usize, usize)>,
}

/// Counts what reaches each node. The shape's indices must be in range and point forward.
pub(crate) fn tally(shape: &Shape, classes: &EquivalenceClasses) -> Tally {
    let nodes = shape.nodes.len();
    let mut tally = Tally {
        rows: vec![0; nodes],
        weights: vec![vec![0; classes.labels]; nodes],
        leaf_of_class: Vec::with_capacity(classes.len),
    };
    for class in 0..classes.len {
        let leaf = tally.walk(shape, classes, class);
        tally.leaf_of_class.push(leaf);
    }
    tally
}

impl Tally {
    fn walk(
        &mut self,
        shape: &Shape,
        classes: &EquivalenceClasses,
        class: usize,
    ) -> (usize, usize) {
        let mut at = 0;
        loop {
            self.count(at, classes, class);
            match shape.nodes[at] {
                ShapeNode::Leaf { label } => return (at, label),
                ShapeNode::Split { feature, yes, no } => {
                    let bits = &classes.features[feature].bits;
                    at = if bits[class / 64] >> (class % 64) & 1 == 1 { yes } else { no };
                }
            }
        }
    }

    fn count(&mut self, node: usize, classes: &EquivalenceClasses, class: usize) {
        self.rows[node] += u64::from(classes.rows[class]);
        let weights = &classes.weights[class * classes.labels..][..classes.labels];
        for (sum, weight) in self.weights[node].iter_mut().zip(weights) {
            *sum += weight;
        }
    }
}

/// The tree that a shape stands for.
pub(crate) fn plant(
    shape: &Shape,
    tally: &Tally,
    classes: &EquivalenceClasses,
    table: &Table,
) -> Tree {
    let unit = table.weights.as_ref().map_or(1, |weights| weights.denominator) as f64;
    let node = |(at, node): (usize, &ShapeNode)| {
        let rows = tally.rows[at];
        let weights = tally.weights[at].iter().map(|&weight| weight as f64 / unit).collect();
        match *node {
            ShapeNode::Leaf { label } => Node::Leaf { class: label, rows, weights },
            ShapeNode::Split { feature, yes, no } => {
                let feature = &classes.features[feature];
                let (column, test) = (feature.column, feature.test.clone());
                Node::Split { column, test, yes, no, rows, weights }
            }
        }
    };
    Tree { nodes: shape.nodes.iter().enumerate().map(node).collect() }
}
