//! The tree as an indented list with bars: for paper and narrow screens, where a wide picture would
//! shrink to dust.
use crate::card::{Card, cards};
use crate::words;
use gosdt_tree::{Model, Node, Rule, Visit};

/// A line of the list.
pub(crate) struct OutlineRow {
    pub(crate) depth: usize,
    pub(crate) answer: &'static str,
    /// The question or the class, in full.
    pub(crate) words: String,
    /// The number of a leaf in the list of rules.
    pub(crate) number: Option<usize>,
    pub(crate) counts: String,
    /// Share in percent and colour of each class that occurs.
    pub(crate) shares: Vec<(f64, String)>,
}

/// The whole list, in the tree's order.
pub(crate) fn outline(model: &Model, rules: &[Rule]) -> Vec<OutlineRow> {
    let cards = cards(model, rules);
    model.tree.walk().map(|visit| row(model, &visit, &cards[visit.index])).collect()
}

fn row(model: &Model, visit: &Visit, card: &Card) -> OutlineRow {
    OutlineRow {
        depth: visit.depth,
        answer: match visit.above {
            None => "",
            Some((_, true)) => "yes",
            Some((_, false)) => "no",
        },
        words: match visit.node {
            Node::Split { column, test, .. } => words::question(model, *column, test) + "?",
            Node::Leaf { class, .. } => words::class_name(model, *class),
        },
        number: card.leaf.as_ref().map(|leaf| leaf.number),
        counts: card.counts.clone(),
        shares: card.shares.iter().map(|(share, colour)| (100.0 * share, colour.clone())).collect(),
    }
}
