//! Whether a tree is monotone in a column.
use super::boxes::{LeafBox, leaf_boxes};
use gosdt_tree::Tree;

/// A direction in which a tree is monotone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The predicted class never falls when the column rises.
    Rising,
    /// The predicted class never rises when the column rises.
    Falling,
}

/// Whether the predicted class, by its place in the order of classes, never falls (or never rises) when
/// a numeric column rises and all others stay as they are, whatever their values.
pub(super) fn is_monotone(tree: &Tree, column: usize, direction: Direction) -> bool {
    let leaves = leaf_boxes(tree);
    let is_right = |low: &LeafBox, high: &LeafBox| match direction {
        Direction::Rising => low.class <= high.class,
        Direction::Falling => low.class >= high.class,
    };
    let mut pairs = leaves.iter().flat_map(|low| leaves.iter().map(move |high| (low, high)));
    pairs.all(|(low, high)| {
        let may_follow = low.column(column).numbers.1 <= high.column(column).numbers.0;
        !may_follow || !low.meets_beside(high, column) || is_right(low, high)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_data::Test;
    use gosdt_tree::Node;

    fn split(column: usize, threshold: f64, yes: usize, no: usize) -> Node {
        Node::Split { column, test: Test::AtMost(threshold), yes, no, rows: 1, weights: vec![] }
    }

    fn leaf(class: usize) -> Node {
        Node::Leaf { class, rows: 1, weights: vec![] }
    }

    #[test]
    fn leaves_that_no_row_can_move_between_are_not_compared() {
        // Column 1 splits first; on each side column 0 goes the other way.
        let tree = Tree {
            nodes: vec![split(1, 5.0, 1, 4), split(0, 1.0, 2, 3), leaf(0), leaf(1), leaf(0)],
        };
        assert!(is_monotone(&tree, 0, Direction::Rising));
        assert!(!is_monotone(&tree, 0, Direction::Falling));
        // Raising column 1 past 5 turns class 1 into 0, and never 0 into 1.
        assert!(is_monotone(&tree, 1, Direction::Falling));
        assert!(!is_monotone(&tree, 1, Direction::Rising));
        assert!(is_monotone(&tree, 7, Direction::Rising), "a column that is not asked");
    }

    #[test]
    fn a_column_that_goes_up_and_down_is_neither() {
        let tree = Tree {
            nodes: vec![split(0, 1.0, 1, 2), leaf(0), split(0, 2.0, 3, 4), leaf(1), leaf(0)],
        };
        assert!(!is_monotone(&tree, 0, Direction::Rising));
        assert!(!is_monotone(&tree, 0, Direction::Falling));
    }
}
