//! The tree, flat: node 0 is the root and children come after their parent, so that no walk can
//! loop and no depth can overflow a stack.
use crate::ModelError;
use gosdt_data::Test;
use serde::{Deserialize, Serialize};

/// A node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "node", rename_all = "lowercase")]
pub enum Node {
    /// A question.
    Split {
        /// Index into the model's columns.
        column: usize,
        /// The question.
        test: Test,
        /// Index of the node for yes (larger than this node's).
        yes: usize,
        /// Index of the node for no (larger than this node's).
        no: usize,
        /// Training rows here.
        rows: u64,
        /// Training weight of each class here.
        weights: Vec<f64>,
    },
    /// An answer.
    Leaf {
        /// Index into the model's classes.
        class: usize,
        /// Training rows here.
        rows: u64,
        /// Training weight of each class here.
        weights: Vec<f64>,
    },
}

impl Node {
    /// Training rows that reach the node.
    pub fn rows(&self) -> u64 {
        match self {
            Node::Split { rows, .. } | Node::Leaf { rows, .. } => *rows,
        }
    }

    /// Training weight of each class at the node.
    pub fn weights(&self) -> &[f64] {
        match self {
            Node::Split { weights, .. } | Node::Leaf { weights, .. } => weights,
        }
    }

    /// The nodes for yes and no; `None` for a leaf.
    pub fn children(&self) -> Option<[usize; 2]> {
        match self {
            Node::Split { yes, no, .. } => Some([*yes, *no]),
            Node::Leaf { .. } => None,
        }
    }

    /// Whether the node is a leaf.
    pub fn is_leaf(&self) -> bool {
        self.children().is_none()
    }
}

/// A decision tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    /// The nodes; 0 is the root.
    pub nodes: Vec<Node>,
}

/// One step of [`Tree::walk`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Visit<'a> {
    /// Index of the node.
    pub index: usize,
    /// The node.
    pub node: &'a Node,
    /// Number of questions above it.
    pub depth: usize,
    /// The split above it and the answer that leads here; `None` at the root.
    pub above: Option<(usize, bool)>,
}

/// The nodes from the root down, yes before no.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    nodes: &'a [Node],
    ahead: Vec<Visit<'a>>,
}

impl<'a> Iterator for Walk<'a> {
    type Item = Visit<'a>;

    fn next(&mut self) -> Option<Visit<'a>> {
        let visit = self.ahead.pop()?;
        if let Some([yes, no]) = visit.node.children() {
            for (index, answer) in [(no, false), (yes, true)] {
                let above = Some((visit.index, answer));
                let depth = visit.depth + 1;
                self.ahead.push(Visit { index, node: &self.nodes[index], depth, above });
            }
        }
        Some(visit)
    }
}

impl Tree {
    /// Printed trees are indented up to this depth: below, a line says its depth. So the size of a
    /// printed tree stays in proportion to the size of its file.
    pub const DEEPEST_INDENT: usize = 100;

    /// The longest way from the root to a leaf, in questions; a lone leaf has depth 0.
    ///
    /// # Panics
    /// On a tree that [`Tree::validate`] refuses.
    pub fn depth(&self) -> usize {
        self.depths().into_iter().max().unwrap_or(0)
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_leaf()).count()
    }

    /// The indices of the leaves, in the order of [`Tree::walk`].
    ///
    /// # Panics
    /// On a tree that [`Tree::validate`] refuses.
    pub fn leaf_nodes(&self) -> impl Iterator<Item = usize> {
        self.walk().filter(|visit| visit.node.is_leaf()).map(|visit| visit.index)
    }

    /// The nodes from the root down, yes before no.
    ///
    /// # Panics
    /// The iterator does, on a tree that [`Tree::validate`] refuses.
    pub fn walk(&self) -> Walk<'_> {
        let root = self.nodes.first().map(|node| Visit { index: 0, node, depth: 0, above: None });
        Walk { nodes: &self.nodes, ahead: root.into_iter().collect() }
    }

    /// Checks that the nodes form one tree: at least one node, children in range and after their
    /// parent, each node but the root the child of exactly one split.
    pub fn validate(&self) -> Result<(), ModelError> {
        if self.nodes.is_empty() {
            return Err(ModelError::damaged("tree", "there is no node"));
        }
        let mut parent = vec![None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for child in node.children().into_iter().flatten() {
                claim(&mut parent, index, child)?;
            }
        }
        if let Some(orphan) = (1..parent.len()).find(|&index| parent[index].is_none()) {
            return Err(at_node(orphan, "no node leads here"));
        }
        Ok(())
    }

    /// The depth of each node; one pass, because children come after their parent.
    fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for child in node.children().into_iter().flatten() {
                depths[child] = depths[index] + 1;
            }
        }
        depths
    }
}

/// Notes that `child` hangs below `index`, if it may.
fn claim(parent: &mut [Option<usize>], index: usize, child: usize) -> Result<(), ModelError> {
    let count = parent.len();
    let Some(slot) = parent.get_mut(child) else {
        let problem = format!("child {child} does not exist (the tree has {count} nodes)");
        return Err(at_node(index, problem));
    };
    if child <= index {
        return Err(at_node(index, format!("child {child} does not come after it")));
    }
    match slot.replace(index) {
        None => Ok(()),
        Some(other) => {
            Err(at_node(index, format!("child {child} already belongs to node {other}")))
        }
    }
}

/// A fault of one node.
pub(crate) fn at_node(index: usize, problem: impl Into<String>) -> ModelError {
    ModelError::damaged(format!("node {index}"), problem)
}
