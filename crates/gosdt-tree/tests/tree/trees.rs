//! The tree's shape.
use crate::samples::{iris, is, leaf, shop, split};
use gosdt_data::Test;
use gosdt_tree::{Model, Node, Tree, text};

fn fault(nodes: Vec<Node>) -> String {
    Tree { nodes }.validate().unwrap_err().to_string()
}

fn ask(yes: usize, no: usize) -> Node {
    split(0, is("x"), [yes, no], &[1.0])
}

#[test]
fn a_lone_leaf_has_depth_zero() {
    let tree = Tree { nodes: vec![leaf(0, &[1.0])] };
    assert_eq!((tree.depth(), tree.leaves()), (0, 1));
    assert!(tree.validate().is_ok());
}

#[test]
fn depth_counts_questions_and_leaves_are_counted() {
    assert_eq!((iris().tree.depth(), iris().tree.leaves()), (3, 4));
    assert_eq!(shop().tree.leaf_nodes().collect::<Vec<_>>(), [1, 3, 5, 6]);
}

#[test]
fn the_walk_takes_yes_before_no_wherever_the_nodes_lie() {
    let nodes = vec![ask(4, 1), ask(3, 2), leaf(0, &[1.0]), leaf(0, &[1.0]), leaf(0, &[1.0])];
    let tree = Tree { nodes };
    let steps: Vec<_> = tree.walk().map(|visit| (visit.index, visit.depth, visit.above)).collect();
    let expected = [
        (0, 0, None),
        (4, 1, Some((0, true))),
        (1, 1, Some((0, false))),
        (3, 2, Some((1, true))),
        (2, 2, Some((1, false))),
    ];
    assert_eq!(steps, expected);
}

#[test]
fn no_node_is_refused() {
    assert_eq!(fault(vec![]), "the model is damaged: tree: there is no node");
}

#[test]
fn a_child_that_does_not_exist_is_refused() {
    let expected = "the model is damaged: node 0: child 7 does not exist (the tree has 2 nodes)";
    assert_eq!(fault(vec![ask(1, 7), leaf(0, &[1.0])]), expected);
}

#[test]
fn a_child_before_its_parent_is_refused() {
    let expected = "the model is damaged: node 0: child 0 does not come after it";
    assert_eq!(fault(vec![ask(0, 1), leaf(0, &[1.0])]), expected);
}

#[test]
fn a_child_of_two_parents_is_refused() {
    let twice = fault(vec![ask(1, 1), leaf(0, &[1.0])]);
    assert_eq!(twice, "the model is damaged: node 0: child 1 already belongs to node 0");
    let nodes = vec![ask(1, 2), ask(2, 3), leaf(0, &[1.0]), leaf(0, &[1.0])];
    let expected = "the model is damaged: node 1: child 2 already belongs to node 0";
    assert_eq!(fault(nodes), expected);
}

#[test]
fn a_node_that_nothing_leads_to_is_refused() {
    let expected = "the model is damaged: node 1: no node leads here";
    assert_eq!(fault(vec![leaf(0, &[1.0]), leaf(0, &[1.0])]), expected);
}

/// A split at each level, whose no-side is the next level.
fn chain(depth: usize) -> Tree {
    let level = |at| [split(0, Test::AtMost(0.0), [at + 1, at + 2], &[1.0]), leaf(0, &[1.0])];
    let mut nodes: Vec<Node> = (0..depth).flat_map(|n| level(2 * n)).collect();
    nodes.push(leaf(0, &[1.0]));
    Tree { nodes }
}

#[test]
fn a_tree_of_any_depth_is_read_and_its_text_grows_with_its_nodes() {
    let mut model = iris();
    for depth in [1001, 1499, 20_000] {
        let nodes = chain(depth).nodes.into_iter().map(|node| match node {
            Node::Split { column, test, yes, no, rows, .. } => {
                Node::Split { column, test, yes, no, rows, weights: vec![1.0; 3] }
            }
            Node::Leaf { class, rows, .. } => Node::Leaf { class, rows, weights: vec![1.0; 3] },
        });
        model.tree = Tree { nodes: nodes.collect() };
        let read = Model::from_json(&model.to_json()).unwrap();
        assert_eq!(read.tree.depth(), depth);
        let text = text(&read);
        assert!(text.len() < 400 * read.tree.nodes.len());
        assert!(text.contains(&format!("[{depth}] no:  ")), "{depth}");
    }
}
