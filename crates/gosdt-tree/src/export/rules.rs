//! If-then rules.
use super::leaf_counts;
use crate::words::describe_path;
use crate::{Model, Node, printable};

/// What leads to one leaf, and what it says there.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rule {
    /// The leaf: an index into the tree's nodes.
    pub leaf: usize,
    /// What holds there, a text for each column that is asked (`2.45 < petal_length <= 4.95`), in
    /// the order in which the columns are first asked. None for a lone leaf: it always holds.
    pub conditions: Vec<String>,
    /// Index of the class.
    pub class: usize,
}

/// The tree as rules, one for each leaf, in the order of [`crate::Tree::walk`].
///
/// # Panics
/// On a model that [`Model::validate`] refuses.
pub fn rule_list(model: &Model) -> Vec<Rule> {
    let mut path = Vec::new();
    let mut rules = Vec::new();
    for visit in model.tree.walk() {
        path.truncate(visit.depth.saturating_sub(1));
        path.extend(visit.above);
        if let Node::Leaf { class, .. } = visit.node {
            let conditions = describe_path(model, &path);
            rules.push(Rule { leaf: visit.index, conditions, class: *class });
        }
    }
    rules
}

/// The tree as if-then rules, one per leaf in the tree's order; what a rule asks of one column is
/// said once (`2.45 < petal_length <= 4.95`).
///
/// # Panics
/// On a model that [`Model::validate`] refuses.
pub fn rules(model: &Model) -> String {
    rule_list(model).iter().map(|rule| line(model, rule)).collect()
}

fn line(model: &Model, rule: &Rule) -> String {
    let name = printable(&model.classes[rule.class]);
    let counts = leaf_counts(model, rule.leaf, rule.class, " right");
    match rule.conditions.as_slice() {
        [] => format!("ALWAYS {name}  ({counts})\n"),
        conditions => format!("IF {} THEN {name}  ({counts})\n", conditions.join(" AND ")),
    }
}
