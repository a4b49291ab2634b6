//! Where the nodes of a tree stand: the layout of Reingold and Tilford (*Tidier Drawings of Trees*,
//! 1981) for nodes of different widths.
//!
//! A parent stands in the middle above its children, or right above the first. Two subtrees are as close as their outlines
//! allow at every level, so that the picture is narrow, and the same subtree is drawn alike
//! wherever it hangs.
use gosdt_tree::Tree;

/// Room between two nodes of a level.
const GAP: f64 = 14.0;

/// The middle of each node, from the left edge of the picture, and the picture's width.
#[derive(Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) middles: Vec<f64>,
    pub(crate) width: f64,
}

/// Where a parent stands above its children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Parent {
    /// In the middle between them.
    Middle,
    /// Above the first.
    First,
}

/// How far a subtree reaches on each level below its root, from the root's middle.
#[derive(Clone, Debug, Default)]
struct Outline {
    levels: Vec<[f64; 2]>,
}

impl Outline {
    fn of_node(width: f64) -> Outline {
        Outline { levels: vec![[-width / 2.0, width / 2.0]] }
    }

    /// How far apart the roots of two subtrees must be.
    fn distance(&self, right: &Outline) -> f64 {
        let levels = self.levels.iter().zip(&right.levels);
        let each = levels.map(|([_, end], [start, _])| end - start + GAP);
        each.fold(0.0, f64::max)
    }

    /// The outline of a node above two subtrees whose roots stand at these offsets from it.
    fn join(node: Outline, [left, right]: [Outline; 2], offsets: [f64; 2]) -> Outline {
        let [left, right] = [left.moved(offsets[0]), right.moved(offsets[1])];
        let deeper = left.levels.len().max(right.levels.len());
        let level = |at: usize| match (left.levels.get(at), right.levels.get(at)) {
            (Some([start, _]), Some([_, end])) => [*start, *end],
            (Some(only), None) | (None, Some(only)) => *only,
            (None, None) => [0.0, 0.0],
        };
        Outline { levels: node.levels.into_iter().chain((0..deeper).map(level)).collect() }
    }

    fn moved(mut self, by: f64) -> Outline {
        self.levels.iter_mut().flatten().for_each(|edge| *edge += by);
        self
    }
}

/// Places nodes of these widths.
pub(crate) fn place(tree: &Tree, widths: &[f64], parent: Parent) -> Layout {
    let (outline, offsets) = outlines(tree, widths, parent);
    let left = outline.levels.iter().map(|level| level[0]).fold(0.0, f64::min);
    let right = outline.levels.iter().map(|level| level[1]).fold(0.0, f64::max);
    let mut middles = vec![-left; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate() {
        if let Some([yes, no]) = node.children() {
            middles[yes] = middles[index] + offsets[index][0];
            middles[no] = middles[index] + offsets[index][1];
        }
    }
    Layout { middles, width: right - left }
}

/// The outline of the whole, and where each node's children stand from it. One pass from the last
/// node to the first: children come after their parent.
fn outlines(tree: &Tree, widths: &[f64], parent: Parent) -> (Outline, Vec<[f64; 2]>) {
    let mut offsets = vec![[0.0, 0.0]; tree.nodes.len()];
    let mut outlines: Vec<Outline> = widths.iter().map(|width| Outline::of_node(*width)).collect();
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        if let Some([yes, no]) = node.children() {
            let below = [yes, no].map(|child| std::mem::take(&mut outlines[child]));
            let apart = below[0].distance(&below[1]);
            offsets[index] = match parent {
                Parent::Middle => [-apart / 2.0, apart / 2.0],
                Parent::First => [0.0, apart],
            };
            let own = std::mem::take(&mut outlines[index]);
            outlines[index] = Outline::join(own, below, offsets[index]);
        }
    }
    (outlines.swap_remove(0), offsets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_data::Test;
    use gosdt_tree::Node;

    fn tree(children: &[Option<[usize; 2]>]) -> Tree {
        let node = |children: &Option<[usize; 2]>| match *children {
            None => Node::Leaf { class: 0, rows: 1, weights: vec![1.0] },
            Some([yes, no]) => {
                let (test, weights) = (Test::AtMost(0.5), vec![1.0]);
                Node::Split { column: 0, test, yes, no, rows: 1, weights }
            }
        };
        Tree { nodes: children.iter().map(node).collect() }
    }

    /// A root with two splits below it, and leaves below these.
    fn full() -> Tree {
        tree(&[Some([1, 4]), Some([2, 3]), None, None, Some([5, 6]), None, None])
    }

    #[test]
    fn a_lone_leaf_is_as_wide_as_itself() {
        let layout = place(&tree(&[None]), &[100.0], Parent::Middle);
        assert_eq!(layout, Layout { middles: vec![50.0], width: 100.0 });
    }

    #[test]
    fn parents_stand_in_the_middle_above_their_children() {
        let widths = [80.0, 200.0, 90.0, 100.0, 60.0, 120.0, 90.0];
        let middles = place(&full(), &widths, Parent::Middle).middles;
        for [parent, yes, no] in [[0, 1, 4], [1, 2, 3], [4, 5, 6]] {
            assert_eq!(middles[parent], (middles[yes] + middles[no]) / 2.0);
        }
    }

    #[test]
    fn parents_stand_above_their_first_child_if_wanted() {
        let widths = [80.0, 200.0, 90.0, 100.0, 60.0, 120.0, 90.0];
        let middles = place(&full(), &widths, Parent::First).middles;
        assert!(middles[0] == middles[1] && middles[1] == middles[2] && middles[4] == middles[5]);
    }

    #[test]
    fn nothing_on_one_level_overlaps_and_all_is_inside() {
        let widths = [80.0, 300.0, 90.0, 100.0, 260.0, 120.0, 90.0];
        for parent in [Parent::Middle, Parent::First] {
            let layout = place(&full(), &widths, parent);
            let edges = |node: usize| {
                let (middle, half) = (layout.middles[node], widths[node] / 2.0);
                [middle - half, middle + half]
            };
            for level in [vec![1, 4], vec![2, 3, 5, 6]] {
                for pair in level.windows(2) {
                    assert!(edges(pair[0])[1] + GAP <= edges(pair[1])[0] + 1e-9, "{pair:?}");
                }
            }
            for node in 0..7 {
                assert!(edges(node)[0] >= 0.0 && edges(node)[1] <= layout.width, "{node}");
            }
        }
    }

    #[test]
    fn a_shallow_subtree_stands_above_the_wide_foot_of_a_deep_one() {
        // The leaf at node 1 may stand over what hangs below node 2.
        let deep = tree(&[Some([1, 2]), None, Some([3, 4]), Some([5, 6]), None, None, None]);
        let layout = place(&deep, &[100.0; 7], Parent::Middle);
        assert!(layout.width < 4.0 * 100.0, "{}", layout.width);
    }

    #[test]
    fn a_deep_tree_needs_no_deep_stack() {
        // Every split has a leaf for yes and the next split for no.
        let node = |at: usize| (at < 2000 && at.is_multiple_of(2)).then_some([at + 1, at + 2]);
        let chain: Vec<_> = (0..=2000).map(node).collect();
        assert!(place(&tree(&chain), &vec![50.0; chain.len()], Parent::First).width.is_finite());
    }
}
