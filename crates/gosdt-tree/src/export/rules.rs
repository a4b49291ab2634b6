//! If-then rules.
use super::leaf_counts;
use crate::words::describe_path;
use crate::{Model, Node, printable};

/// The tree as if-then rules, one per leaf in the tree's order; what a rule asks of one column is
/// said once (`2.45 < petal_length <= 4.95`).
///
/// # Panics
/// On a model that [`Model::validate`] refuses.
pub fn rules(model: &Model) -> String {
    let mut path = Vec::new();
    let mut rules = String::new();
    for visit in model.tree.walk() {
        path.truncate(visit.depth.saturating_sub(1));
        path.extend(visit.above);
        if let Node::Leaf { class, .. } = visit.node {
            rules.push_str(&rule(model, &path, visit.index, *class));
        }
    }
    rules
}

fn rule(model: &Model, path: &[(usize, bool)], leaf: usize, class: usize) -> String {
    let name = printable(&model.classes[class]);
    let counts = leaf_counts(model, leaf, class, " right");
    match path {
        [] => format!("ALWAYS {name}  ({counts})\n"),
        _ => {
            let conditions = describe_path(model, path).join(" AND ");
            format!("IF {conditions} THEN {name}  ({counts})\n")
        }
    }
}
