//! How a search ended.
use std::time::Duration;

/// Why a search stopped before its bounds met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The time limit.
    TimeLimit,
    /// The memory limit.
    MemoryLimit,
    /// [`crate::Watch::should_stop`] said so.
    Interrupted,
}

/// Whether the tree is proven optimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Lower and upper bound are equal.
    Optimal,
    /// Stopped early: the tree is the best found, the bounds hold.
    Stopped(StopReason),
}

/// A node of a [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShapeNode {
    /// Predicts a label (a row of the cost matrix).
    Leaf {
        /// The label.
        label: usize,
    },
    /// Asks a feature of the problem.
    Split {
        /// Index into [`crate::Points::features`].
        feature: usize,
        /// Index of the node for yes.
        yes: usize,
        /// Index of the node for no.
        no: usize,
    },
}

/// A tree over the problem's features: node 0 is the root, children come after their parent, in
/// preorder (yes before no).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// The nodes.
    pub nodes: Vec<ShapeNode>,
}

impl Shape {
    /// A lone leaf.
    pub fn leaf(label: usize) -> Shape {
        Shape { nodes: vec![ShapeNode::Leaf { label }] }
    }

    /// A split above two trees.
    pub fn split(feature: usize, yes: &Shape, no: &Shape) -> Shape {
        let shift = |nodes: &[ShapeNode], by: usize| -> Vec<ShapeNode> {
            let moved = nodes.iter().map(|node| match *node {
                ShapeNode::Leaf { label } => ShapeNode::Leaf { label },
                ShapeNode::Split { feature, yes, no } => {
                    ShapeNode::Split { feature, yes: yes + by, no: no + by }
                }
            });
            moved.collect()
        };
        let no_at = 1 + yes.nodes.len();
        let mut nodes = vec![ShapeNode::Split { feature, yes: 1, no: no_at }];
        nodes.extend(shift(&yes.nodes, 1));
        nodes.extend(shift(&no.nodes, no_at));
        Shape { nodes }
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, ShapeNode::Leaf { .. })).count()
    }

    /// Depth; a lone leaf has depth 0.
    pub fn depth(&self) -> usize {
        let mut depth = vec![0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            if let ShapeNode::Split { yes, no, .. } = *node {
                depth[yes] = depth[at] + 1;
                depth[no] = depth[at] + 1;
            }
        }
        depth.into_iter().max().unwrap_or(0)
    }
}

/// What the search did.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Wall time of the search.
    pub elapsed: Duration,
    /// Subproblems expanded.
    pub nodes: u64,
    /// The most bytes that the memo held.
    pub peak_memory: u64,
}

/// The result of a search. Costs are in the problem's integer units ([`crate::Costs::value`]).
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Whether the bounds met.
    pub status: Status,
    /// The best tree found; its cost is `upper`.
    pub tree: Shape,
    /// No tree costs less.
    pub lower: i64,
    /// The cost of `tree`.
    pub upper: i64,
    /// Whether `tree` was chosen by the rule that depends on the data alone. False where the search was
    /// stopped before: then which tree it is depends on timing, even if it is optimal.
    pub is_canonical: bool,
    /// Optimal trees, `tree` first, when more than one was asked for and `status` is `Optimal`.
    pub optima: Vec<Shape>,
    /// Why `optima` may have fewer trees than there are and were asked for, if listing them was
    /// stopped.
    pub listing_stopped: Option<StopReason>,
    /// What it took.
    pub statistics: Statistics,
}
