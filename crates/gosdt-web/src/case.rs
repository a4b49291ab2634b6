//! What a tree says of one case.
use crate::error::Failure;
use gosdt::{CsvOptions, Model, Node, read_csv_from};
use gosdt_tree::{describe, rule_list};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a page is told of a case.
#[derive(Serialize)]
pub(crate) struct CaseAnswer<'a> {
    class: &'a str,
    /// The number of the rule, from 1, as in the report.
    rule: usize,
    /// What the rule asks, a condition for each column.
    conditions: Vec<String>,
    /// What was answered on the way, from the root.
    way: Vec<String>,
    /// Training rows that went the same way.
    rows: u64,
    /// The share of each class among them.
    shares: Vec<(&'a str, f64)>,
}

/// Sends a case through the tree.
pub(crate) fn answer<'a>(
    model: &'a Model,
    values: &BTreeMap<String, String>,
) -> Result<CaseAnswer<'a>, Failure> {
    let raw = read_csv_from(
        table(values).as_bytes(),
        "the case",
        &CsvOptions { delimiter: Some(b','), header: true },
    )?;
    let leaf = model.predict(&raw)?.leaves[0];
    let rules = rule_list(model);
    let at = rules.iter().position(|rule| rule.leaf == leaf);
    let at = at.ok_or_else(|| Failure::nothing("rule for this case"))?;
    let shares = model.classes.iter().map(String::as_str).zip(model.shares(leaf)).collect();
    Ok(CaseAnswer {
        class: &model.classes[rules[at].class],
        rule: at + 1,
        conditions: rules[at].conditions.clone(),
        way: way(model, leaf),
        rows: model.tree.nodes[leaf].rows(),
        shares,
    })
}

/// A table of one row. A lone leaf asks nothing: its table has a column of its own.
fn table(values: &BTreeMap<String, String>) -> String {
    let quoted = |text: &String| format!("\"{}\"", text.replace('"', "\"\""));
    let line = |cells: Vec<String>| {
        format!("\"-\"{}\n", cells.iter().map(|cell| format!(",{cell}")).collect::<String>())
    };
    let names = values.keys().map(quoted).collect();
    line(names) + &line(values.values().map(quoted).collect())
}

/// What is answered on the way to a leaf, from the root.
fn way(model: &Model, leaf: usize) -> Vec<String> {
    let (mut at, mut way) = (leaf, Vec::new());
    // A parent comes before its children.
    for (index, node) in model.tree.nodes.iter().enumerate().rev() {
        let Node::Split { column, test, yes, no, .. } = node else { continue };
        if *yes == at || *no == at {
            way.push(describe(model, *column, test, *yes == at));
            at = index;
        }
    }
    way.reverse();
    way
}
