//! A tree in a page: its picture, which is a list where there is no room for it, and its rules.
use crate::numbers::counted;
use crate::outline::{OutlineRow, outline};
use crate::palette::colour;
use crate::tree_picture::TreePicture;
use crate::words;
use askama::Template;
use gosdt_tree::{Model, Node, Rule, describe};

/// Pictures wider than this are printed as a list.
const WIDEST_ON_PAPER: f64 = 1000.0;
/// Trees with fewer leaves have their rules in one list.
const FEWEST_IN_GROUPS: usize = 10;

/// The picture, and what is said about the leaf that is pointed at.
#[derive(Template)]
#[template(path = "figure.html")]
pub(crate) struct Figure {
    /// The identifier of the text below the picture; empty is none.
    id: &'static str,
    anchor: String,
    tree: TreePicture,
    /// Whether it is a list on paper.
    wide: bool,
    /// How many levels of splits can be shown.
    depth: usize,
    outline: Vec<OutlineRow>,
}

impl Figure {
    /// The figure of a tree whose rules have identifiers that begin with `anchor`.
    pub(crate) fn new(model: &Model, rules: &[Rule], anchor: &str, id: &'static str) -> Figure {
        let tree = TreePicture::in_page(model, rules, anchor);
        Figure {
            id,
            anchor: anchor.to_string(),
            wide: tree.width > WIDEST_ON_PAPER,
            depth: model.tree.depth(),
            tree,
            // A single question needs no list: its picture fits a narrow screen.
            outline: if model.tree.depth() > 1 { outline(model, rules) } else { Vec::new() },
        }
    }
}

/// The rules as lists: one, or for larger trees one for each answer to the first question.
#[derive(Template)]
#[template(path = "rules.html")]
pub(crate) struct Rules {
    anchor: String,
    groups: Vec<RuleGroup>,
    /// Whether there is anything to sort.
    sortable: bool,
}

/// Rules that begin alike.
struct RuleGroup {
    /// What they have in common, and their rules and rows; none where all are in one list.
    heading: Option<[String; 2]>,
    rules: Vec<RuleRow>,
}

/// A rule as the list has it.
struct RuleRow {
    number: usize,
    conditions: Vec<String>,
    class_index: usize,
    class: String,
    colour: String,
    counts: String,
    /// What the list can be sorted by.
    rows: u64,
    purity: f64,
}

impl Rules {
    /// The lists, with identifiers that begin with `anchor`.
    pub(crate) fn new(model: &Model, rules: &[Rule], anchor: &str) -> Rules {
        let rows = rules.iter().enumerate().map(|(at, rule)| RuleRow::new(model, rule, at + 1));
        Rules {
            anchor: anchor.to_string(),
            groups: groups(model, rows.collect()),
            sortable: rules.len() > 2,
        }
    }
}

fn groups(model: &Model, mut rules: Vec<RuleRow>) -> Vec<RuleGroup> {
    let Node::Split { column, test, yes, no, .. } = &model.tree.nodes[0] else {
        return vec![RuleGroup { heading: None, rules }];
    };
    if rules.len() < FEWEST_IN_GROUPS {
        return vec![RuleGroup { heading: None, rules }];
    }
    let later = rules.split_off(leaves_below(model, *yes));
    let group = |answer: bool, node: usize, rules: Vec<RuleRow>| {
        let common = words::typeset(&describe(model, *column, test, answer));
        let size = counted(rules.len() as u64, "rule", "rules");
        let heading = Some([common, format!("{size}, {}", words::rows(model, node))]);
        RuleGroup { heading, rules }
    };
    vec![group(true, *yes, rules), group(false, *no, later)]
}

/// How many leaves there are below a node.
fn leaves_below(model: &Model, node: usize) -> usize {
    let (mut ahead, mut leaves) = (vec![node], 0);
    while let Some(node) = ahead.pop() {
        match model.tree.nodes[node].children() {
            Some(children) => ahead.extend(children),
            None => leaves += 1,
        }
    }
    leaves
}

impl RuleRow {
    fn new(model: &Model, rule: &Rule, number: usize) -> RuleRow {
        RuleRow {
            number,
            conditions: words::conditions(rule),
            class_index: rule.class,
            class: words::class_name(model, rule.class),
            colour: colour(rule.class),
            counts: words::leaf_counts(model, rule.leaf, rule.class),
            rows: model.tree.nodes[rule.leaf].rows(),
            purity: words::purity(model, rule.leaf, rule.class).unwrap_or(0.0),
        }
    }
}
