//! A tree in a page: its picture, which is a list on paper where it is wide, and its rules.
use crate::outline::{OutlineRow, outline};
use crate::palette::colour;
use crate::tree_picture::TreePicture;
use crate::words;
use askama::Template;
use gosdt_tree::{Model, Rule};

/// Pictures wider than this are printed as a list.
const WIDEST_ON_PAPER: f64 = 1000.0;

/// The picture, and what is said about the leaf that is pointed at.
#[derive(Template)]
#[template(path = "figure.html")]
pub(crate) struct Figure {
    /// The identifier of the text below the picture; empty is none.
    id: &'static str,
    tree: TreePicture,
    outline: Vec<OutlineRow>,
}

impl Figure {
    /// The figure of a tree whose rules have identifiers that begin with `anchor`.
    pub(crate) fn new(model: &Model, rules: &[Rule], anchor: &str, id: &'static str) -> Figure {
        let tree = TreePicture::in_page(model, rules, anchor);
        let wide = tree.width > WIDEST_ON_PAPER;
        Figure { id, tree, outline: if wide { outline(model, rules) } else { Vec::new() } }
    }
}

/// The rules as a list.
#[derive(Template)]
#[template(path = "rules.html")]
pub(crate) struct Rules {
    anchor: String,
    rules: Vec<RuleRow>,
}

/// A rule as the list has it.
struct RuleRow {
    conditions: Vec<String>,
    class: String,
    colour: String,
    counts: String,
}

impl Rules {
    /// The list, with identifiers that begin with `anchor`.
    pub(crate) fn new(model: &Model, rules: &[Rule], anchor: &str) -> Rules {
        let rules = rules.iter().map(|rule| RuleRow::new(model, rule)).collect();
        Rules { anchor: anchor.to_string(), rules }
    }
}

impl RuleRow {
    fn new(model: &Model, rule: &Rule) -> RuleRow {
        RuleRow {
            conditions: words::conditions(rule),
            class: words::class_name(model, rule.class),
            colour: colour(rule.class),
            counts: words::leaf_counts(model, rule.leaf, rule.class),
        }
    }
}
