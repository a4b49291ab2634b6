//! Trees with their costs, and their parts.
use gosdt_search::{Shape, ShapeNode};

/// A tree and what it costs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) cost: i64,
    pub(crate) tree: Shape,
}

impl Found {
    pub(super) fn leaf((cost, label): (i64, usize)) -> Found {
        Found { cost, tree: Shape::leaf(label) }
    }

    pub(super) fn split(feature: usize, yes: &Found, no: &Found) -> Found {
        Found { cost: yes.cost + no.cost, tree: Shape::split(feature, &yes.tree, &no.tree) }
    }

    /// The cheaper one; of equal ones this.
    pub(super) fn or_cheaper(self, other: Found) -> Found {
        if other.cost < self.cost { other } else { self }
    }
}

/// The index after the last node of the subtree at `at`.
fn end(tree: &Shape, at: usize) -> usize {
    let mut last = at;
    while let ShapeNode::Split { no, .. } = tree.nodes[last] {
        last = no;
    }
    last + 1
}

/// The subtree at a node.
pub(super) fn subtree(tree: &Shape, at: usize) -> Shape {
    let nodes = tree.nodes[at..end(tree, at)].iter().map(|node| shifted(*node, |to| to - at));
    Shape { nodes: nodes.collect() }
}

/// The tree with another subtree at a node.
pub(super) fn with_subtree(tree: &Shape, at: usize, subtree: &Shape) -> Shape {
    let end = end(tree, at);
    let moved = |to: usize| if to >= end { to + subtree.nodes.len() - (end - at) } else { to };
    let before = tree.nodes[..at].iter().map(|node| shifted(*node, moved));
    let inside = subtree.nodes.iter().map(|node| shifted(*node, |to| to + at));
    let after = tree.nodes[end..].iter().map(|node| shifted(*node, moved));
    Shape { nodes: before.chain(inside).chain(after).collect() }
}

fn shifted(node: ShapeNode, to: impl Fn(usize) -> usize) -> ShapeNode {
    match node {
        ShapeNode::Leaf { .. } => node,
        ShapeNode::Split { feature, yes, no } => {
            ShapeNode::Split { feature, yes: to(yes), no: to(no) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subtree_is_taken_out_and_another_put_in() {
        let leaf = Shape::leaf;
        let pair = |feature| Shape::split(feature, &leaf(feature), &leaf(9));
        let tree = Shape::split(0, &Shape::split(1, &pair(2), &pair(3)), &pair(4));
        assert_eq!(subtree(&tree, 0), tree);
        assert_eq!(subtree(&tree, 2), pair(2));
        assert_eq!(subtree(&tree, 5), pair(3));
        assert_eq!(subtree(&tree, 8), pair(4));
        let smaller = with_subtree(&tree, 1, &leaf(7));
        assert_eq!(smaller, Shape::split(0, &leaf(7), &pair(4)));
        let larger = with_subtree(&smaller, 1, &pair(5));
        assert_eq!(larger, Shape::split(0, &pair(5), &pair(4)));
        let last = with_subtree(&larger, 4, &leaf(8));
        assert_eq!(last, Shape::split(0, &pair(5), &leaf(8)));
    }
}
