//! Trees of a set as TimberTrek reads them (Wang et al., *TimberTrek: exploring and curating sparse decision
//! trees with interactive visualization*, VIS 2022).
//!
//! The object has `trie`, the ways from the root to a leaf as features nested in each other, each with the
//! trees that have it; `featureMap`, what the features ask; `treeMap`, the trees, each with its objective
//! and its accuracy.
use crate::words::test_words;
use gosdt::{Rashomon, RashomonTree};
use gosdt_tree::{Model, Node, Tree};
use serde_json::{Map, Value, json};

/// The file that TimberTrek reads; an error for other than two classes.
pub fn timbertrek(set: &Rashomon, trees: &[RashomonTree]) -> Result<String, String> {
    let model = set.facts();
    if model.classes.len() != 2 {
        let classes = model.classes.len();
        return Err(format!("TimberTrek shows trees for two classes, but there are {classes}"));
    }
    let mut export = Export { model: &model, features: Vec::new(), ways: Vec::new() };
    let mut tree_map = Map::new();
    // A lone leaf has no split to show.
    for (at, tree) in trees.iter().filter(|tree| tree.tree.leaves() > 1).enumerate() {
        let shown = export.node(&tree.tree, 0);
        export.add_ways(&tree.tree, at + 1);
        let accuracy = right(&tree.tree) / tree.tree.nodes[0].rows().max(1) as f64;
        tree_map.insert((at + 1).to_string(), json!([shown, tree.objective, rounded(accuracy)]));
    }
    let features = export
        .features
        .iter()
        .enumerate()
        .map(|(at, (column, test))| (at.to_string(), json!([column, test, column])));
    let features: Map<String, Value> = features.collect();
    let trie = json!({ "f": "root", "c": export.ways.iter().map(Way::json).collect::<Vec<_>>() });
    Ok(json!({ "trie": trie, "featureMap": features, "treeMap": tree_map }).to_string())
}

/// Features on the way to a leaf, and the trees that have that way.
#[derive(Default)]
struct Way {
    feature: usize,
    trees: Vec<usize>,
    below: Vec<Way>,
}

impl Way {
    fn json(&self) -> Value {
        let below = self.below.iter().map(Way::json);
        let trees = self.trees.iter().map(|tree| json!({ "f": "_", "t": tree }));
        json!({ "f": self.feature.to_string(), "c": below.chain(trees).collect::<Vec<_>>() })
    }
}

struct Export<'a> {
    model: &'a Model,
    /// The column and the test of each feature.
    features: Vec<(String, String)>,
    ways: Vec<Way>,
}

impl Export<'_> {
    fn feature(&mut self, node: &Node) -> usize {
        let Node::Split { column, test, .. } = node else { return 0 };
        let column = &self.model.columns[*column];
        let words = (column.name.clone(), test_words(column, test));
        let known = self.features.iter().position(|other| *other == words);
        known.unwrap_or_else(|| {
            self.features.push(words);
            self.features.len() - 1
        })
    }

    fn node(&mut self, tree: &Tree, at: usize) -> Value {
        let node = &tree.nodes[at];
        match node.children() {
            Some([yes, no]) => {
                let feature = self.feature(node).to_string();
                let below = [yes, no].map(|child| self.node(tree, child));
                json!({ "f": [feature, node.rows(), -1], "c": below })
            }
            None => {
                let Node::Leaf { class, .. } = node else { return Value::Null };
                let sign = if *class == 1 { "+" } else { "-" };
                json!({ "f": [sign, node.rows(), right_at(node)] })
            }
        }
    }

    fn add_ways(&mut self, tree: &Tree, number: usize) {
        let mut waiting = vec![(0, Vec::new())];
        while let Some((at, way)) = waiting.pop() {
            match tree.nodes[at].children() {
                Some(children) => {
                    let way = [&way[..], &[self.feature(&tree.nodes[at])]].concat();
                    waiting.extend(children.map(|child| (child, way.clone())));
                }
                None => add_way(&mut self.ways, &way, number),
            }
        }
    }
}

fn add_way(ways: &mut Vec<Way>, way: &[usize], number: usize) {
    let Some((&first, rest)) = way.split_first() else { return };
    let at = ways.iter().position(|other| other.feature == first).unwrap_or_else(|| {
        ways.push(Way { feature: first, ..Way::default() });
        ways.len() - 1
    });
    match rest.is_empty() {
        false => add_way(&mut ways[at].below, rest, number),
        true if ways[at].trees.contains(&number) => {}
        true => ways[at].trees.push(number),
    }
}

/// The weight that a leaf predicts right.
fn right_at(node: &Node) -> f64 {
    match node {
        Node::Leaf { class, weights, .. } => weights[*class],
        Node::Split { .. } => 0.0,
    }
}

/// The weight that a tree predicts right.
fn right(tree: &Tree) -> f64 {
    tree.nodes.iter().map(right_at).sum()
}

fn rounded(share: f64) -> f64 {
    (share * 1e5).round() / 1e5
}
