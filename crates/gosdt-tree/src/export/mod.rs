//! The tree for people: indented text, if-then rules, DOT; and for databases: SQL.
mod dot;
mod rules;
mod sql;
mod text;

pub use dot::dot;
pub use rules::{Rule, rule_list, rules};
pub use sql::{SqlDialect, SqlError, SqlLabels, sql};
pub use text::text;

use crate::Model;

/// `50 rows, 97.8 %`: the training rows of a leaf and the share of their weight that has the
/// leaf's class; `unit` follows the percentage. Where classes count differently, the share of what they
/// count for says why the leaf has its class: `390 rows, 17.4 %; 61.2 % of the weight`.
fn leaf_counts(model: &Model, leaf: usize, class: usize, unit: &str) -> String {
    let node = &model.tree.nodes[leaf];
    let rows = match node.rows() {
        1 => "1 row".to_owned(),
        rows => format!("{rows} rows"),
    };
    let total: f64 = node.weights().iter().sum();
    match (total > 0.0, model.weighted_share(leaf, class)) {
        (true, why) => {
            let share = 100.0 * node.weights()[class] / total;
            let why = why.map(|share| format!("; {:.1} % of the weight", 100.0 * share));
            format!("{rows}, {share:.1} %{unit}{}", why.unwrap_or_default())
        }
        (false, _) if node.rows() == 0 => rows,
        (false, _) => format!("{rows}, no weight"),
    }
}
