//! A tree for programs.
use gosdt::{Model, Node, Tree};
use serde_json::{Value, json};

/// The nodes as in a model file, but with names in the place of indices into the model.
pub fn tree_json(model: &Model, tree: &Tree) -> Value {
    let node = |node: &Node| {
        let mut value = json!(node);
        match node {
            Node::Split { column, .. } => value["column"] = json!(model.columns[*column].name),
            Node::Leaf { class, .. } => value["class"] = json!(model.classes[*class]),
        }
        value
    };
    json!({ "nodes": tree.nodes.iter().map(node).collect::<Vec<Value>>() })
}
