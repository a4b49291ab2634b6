//! A form in the page that sends one case through the tree: the columns that the tree asks about, and
//! what the script needs to answer as [`Model::predict`] does.
use crate::palette::colour;
use crate::words;
use askama::Template;
use gosdt_data::{Missing, Test};
use gosdt_tree::{ColumnKind, Model, Node, Rule, describe, printable};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A column with more categories than this offers only those that the tree asks for.
const MOST_CHOICES: usize = 200;

/// The form.
#[derive(Template)]
#[template(path = "case.html")]
pub(crate) struct CaseForm {
    fields: Vec<Field>,
    /// Whether a value may be missing.
    missing: bool,
    json: String,
}

/// What is asked for about a column.
struct Field {
    name: String,
    numeric: bool,
    /// Whether there may be a value besides the choices.
    open: bool,
    choices: Vec<String>,
}

impl CaseForm {
    /// The form of a tree; none for a lone leaf, which asks nothing.
    pub(crate) fn new(model: &Model, rules: &[Rule], anchor: &str) -> Option<CaseForm> {
        let columns = asked(model);
        if columns.is_empty() {
            return None;
        }
        let missing = model.missing == Missing::Category;
        let choices: Vec<Vec<&str>> = columns.iter().map(|&at| choices(model, at)).collect();
        let field = |(&column, choices): (&usize, &Vec<&str>)| Field {
            name: printable(&model.columns[column].name).into_owned(),
            numeric: matches!(model.columns[column].kind, ColumnKind::Numeric),
            open: matches!(model.columns[column].kind, ColumnKind::Categorical { .. }),
            choices: choices.iter().map(|text| printable(text).into_owned()).collect(),
        };
        let data = json!({
            "anchor": anchor,
            "missing": missing,
            "choices": choices,
            "nodes": nodes(model, rules, &columns),
            "rules": rules.iter().map(|rule| rule_data(model, rule)).collect::<Vec<Value>>(),
        });
        Some(CaseForm {
            fields: columns.iter().zip(&choices).map(field).collect(),
            missing,
            json: harmless(&data.to_string()),
        })
    }
}

/// JSON in which no name can end the element that it is in, nor look like an attribute.
fn harmless(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('\'', "\\u0027")
}

/// The columns that the tree asks about, in the order in which it does.
fn asked(model: &Model) -> Vec<usize> {
    let mut columns = Vec::new();
    for visit in model.tree.walk() {
        if let Node::Split { column, .. } = visit.node
            && !columns.contains(column)
        {
            columns.push(*column);
        }
    }
    columns
}

/// The values that a column may have, as the model spells them; none for numbers.
fn choices(model: &Model, column: usize) -> Vec<&str> {
    match &model.columns[column].kind {
        ColumnKind::Numeric => Vec::new(),
        ColumnKind::Boolean { spelling } => spelling.iter().map(String::as_str).collect(),
        ColumnKind::Categorical { categories } if categories.len() <= MOST_CHOICES => {
            categories.iter().map(String::as_str).collect()
        }
        ColumnKind::Categorical { .. } => asked_values(model, column),
    }
}

/// The categories of a column that the tree asks for.
fn asked_values(model: &Model, asked: usize) -> Vec<&str> {
    let values = model.tree.nodes.iter().filter_map(|node| match node {
        Node::Split { column, test: Test::Is(value), .. } if *column == asked => {
            Some(value.as_str())
        }
        _ => None,
    });
    values.collect::<BTreeSet<&str>>().into_iter().collect()
}

/// The nodes in the order of the picture's groups. A split: which field it asks, its test, the nodes
/// for yes and no, and what either answer means. A leaf: its rule.
fn nodes(model: &Model, rules: &[Rule], columns: &[usize]) -> Vec<Value> {
    let mut places = vec![0; model.tree.nodes.len()];
    for (place, visit) in model.tree.walk().enumerate() {
        places[visit.index] = place;
    }
    let node = |index: usize, node: &Node| match node {
        Node::Leaf { .. } => json!({ "rule": rules.iter().position(|rule| rule.leaf == index) }),
        Node::Split { column, test, yes, no, .. } => {
            let says = [false, true].map(|answer| answer_words(model, *column, test, answer));
            let field = columns.iter().position(|asked| asked == column);
            json!({ "field": field, "test": test, "next": [places[*no], places[*yes]], "says": says })
        }
    };
    model.tree.walk().map(|visit| node(visit.index, visit.node)).collect()
}

fn answer_words(model: &Model, column: usize, test: &Test, answer: bool) -> String {
    words::typeset(&describe(model, column, test, answer))
}

/// The class and its colour; the picture has the sentence.
fn rule_data(model: &Model, rule: &Rule) -> Value {
    json!([words::class_name(model, rule.class), colour(rule.class)])
}
