//! The trees that growing a tree goes through.
use gosdt_search::{Shape, ShapeNode};

/// Longer trees take too long to go through.
const MOST: usize = 32;

/// The trees of the first split, of the first two splits and so on, in the order in which a tree is
/// grown, without the tree itself. A run that is stopped while a tree grows has one of them, so that one
/// that goes on must not do without: what a tree gains for a relaxation it may lose for the objective.
pub(super) fn prefixes(tree: &Shape) -> impl Iterator<Item = Shape> {
    let splits = tree.leaves() - 1;
    (1..splits.min(MOST)).map(|kept| prefix(tree, kept))
}

/// The tree whose splits after the first `kept` are leaves.
fn prefix(tree: &Shape, kept: usize) -> Shape {
    let mut left = kept;
    subtree(tree, 0, &mut left)
}

fn subtree(tree: &Shape, at: usize, left: &mut usize) -> Shape {
    match tree.nodes[at] {
        ShapeNode::Split { feature, yes, no } if *left > 0 => {
            *left -= 1;
            let yes = subtree(tree, yes, left);
            Shape::split(feature, &yes, &subtree(tree, no, left))
        }
        ShapeNode::Split { .. } => Shape::leaf(0),
        ShapeNode::Leaf { label } => Shape::leaf(label),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_grown_split_by_split() {
        let leaf = Shape::leaf(0);
        let (one, two) = (Shape::split(1, &leaf, &leaf), Shape::split(2, &leaf, &leaf));
        let tree = Shape::split(0, &one, &two);
        let first = Shape::split(0, &leaf, &leaf);
        let found: Vec<Shape> = prefixes(&tree).collect();
        assert_eq!(found, [first, Shape::split(0, &one, &leaf)]);
        assert_eq!(prefixes(&leaf).count(), 0);
    }
}
