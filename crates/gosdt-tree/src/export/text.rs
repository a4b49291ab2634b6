//! Indented text.
use super::leaf_counts;
use crate::{Model, Node, Tree, Visit, describe, printable};

/// The tree as indented text: a question, then what follows from yes and from no. Leaves say their
/// class, their training rows and the share of those that have the class.
///
/// # Panics
/// On a model that [`Model::validate`] refuses.
pub fn text(model: &Model) -> String {
    model.tree.walk().map(|visit| line(model, &visit)).collect()
}

fn line(model: &Model, visit: &Visit<'_>) -> String {
    let indent = "  ".repeat(visit.depth.min(Tree::DEEPEST_INDENT));
    let depth = match visit.depth > Tree::DEEPEST_INDENT {
        true => format!("[{}] ", visit.depth),
        false => String::new(),
    };
    let answer = match visit.above {
        None => "",
        Some((_, true)) => "yes: ",
        Some((_, false)) => "no:  ",
    };
    format!("{indent}{depth}{answer}{}\n", node_words(model, visit))
}

fn node_words(model: &Model, visit: &Visit<'_>) -> String {
    match visit.node {
        Node::Split { column, test, .. } => format!("{}?", describe(model, *column, test, true)),
        Node::Leaf { class, .. } => {
            let counts = leaf_counts(model, visit.index, *class, "");
            format!("{}  ({counts})", printable(&model.classes[*class]))
        }
    }
}
