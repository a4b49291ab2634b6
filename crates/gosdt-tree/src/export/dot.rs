//! Graphviz DOT.
use super::leaf_counts;
use crate::{Model, Node, Visit, describe, printable};

/// The tree in the language of Graphviz (`dot -Tsvg`). Leaves have a hue for their class, the
/// stronger the purer they are. No name can break out of its label.
///
/// # Panics
/// On a model that [`Model::validate`] refuses.
pub fn dot(model: &Model) -> String {
    let mut dot = String::from(
        "digraph tree {\n  node [shape=box, style=\"rounded,filled\", fillcolor=\"white\", \
         fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n",
    );
    for visit in model.tree.walk() {
        dot.push_str(&node(model, &visit));
        dot.push_str(&edge(&visit));
    }
    dot.push_str("}\n");
    dot
}

fn node(model: &Model, visit: &Visit<'_>) -> String {
    let index = visit.index;
    match visit.node {
        Node::Split { column, test, .. } => {
            let question = escape(&describe(model, *column, test, true));
            format!("  n{index} [label=\"{question}?\"];\n")
        }
        Node::Leaf { class, .. } => {
            let name = escape(&printable(&model.classes[*class]));
            let counts = escape(&leaf_counts(model, index, *class, ""));
            let fill = fill(*class, model.shares(index)[*class]);
            format!("  n{index} [label=\"{name}\\n{counts}\", fillcolor=\"{fill}\"];\n")
        }
    }
}

fn edge(visit: &Visit<'_>) -> String {
    let Some((above, answer)) = visit.above else { return String::new() };
    let answer = if answer { "yes" } else { "no" };
    format!("  n{above} -> n{} [label=\"{answer}\"];\n", visit.index)
}

/// Hue, saturation and value. Steps of the golden ratio keep the hues of any number of classes
/// apart.
fn fill(class: usize, purity: f64) -> String {
    let hue = (0.58 + 0.618_034 * class as f64).fract();
    format!("{hue:.3} {:.3} 0.950", 0.1 + 0.5 * purity)
}

/// Text for a quoted label, where Graphviz gives a meaning to quotes, backslashes and entities.
/// Line breaks and controls are gone already: names come through [`printable`].
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('\\', "\\\\").replace('"', "\\\"")
}
