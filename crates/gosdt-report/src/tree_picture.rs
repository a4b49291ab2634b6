//! The tree as SVG.
//!
//! Groups are nested as the tree is: a node's group holds the line that leads to it, its card and
//! the groups of its children. So a group is "hovered" or "focused within" exactly when it lies on
//! the way to the node that is, and style alone highlights the way. Colours are attributes, which
//! every program that reads SVG understands; style sheets only add the dark variant.
use crate::card::{Card, LeafCard, cards};
use crate::plan::{Plan, Spot};
use askama::Template;
use gosdt_tree::{Model, Rule, Visit, rule_list};

/// The style of a tree, in a page or by itself.
pub(crate) const TREE_STYLE: &str = include_str!("../assets/tree.css");

/// Widest line to a node, when all rows go there; and the narrowest.
const LINE_WIDTHS: [f64; 2] = [9.0, 1.5];

/// The picture.
#[derive(Template)]
#[template(path = "tree.svg", escape = "html")]
pub(crate) struct TreePicture {
    pub(crate) width: f64,
    height: f64,
    lies: bool,
    /// By itself: brings its style, and its leaves lead nowhere.
    alone: bool,
    style: &'static str,
    /// What the identifiers of the rules in the page begin with.
    anchor: String,
    label: String,
    nodes: Vec<Placed>,
}

/// A node at its place.
struct Placed {
    line: Option<Line>,
    spot: Spot,
    card: Card,
    headline: Text,
    counts: Text,
    bars: Vec<Bar>,
    bars_y: f64,
    /// Groups that end with this node.
    ends: usize,
}

/// Where a text stands, and whether it starts, ends or has its middle there.
struct Text {
    x: f64,
    y: f64,
    anchor: &'static str,
}

/// The line from the node above.
struct Line {
    path: String,
    width: f64,
    answer: &'static str,
    label: Text,
}

/// A class's part of a node's bar.
struct Bar {
    x: f64,
    width: f64,
    colour: String,
}

impl TreePicture {
    /// The picture for a page, whose leaves lead to the rules there.
    pub(crate) fn in_page(model: &Model, rules: &[Rule], anchor: &str) -> TreePicture {
        let cards = cards(model, rules);
        let plan = Plan::new(model, &cards);
        let mut cards: Vec<Option<Card>> = cards.into_iter().map(Some).collect();
        let placed = |(visit, ends): (Visit<'_>, usize)| {
            Some(Placed::new(model, &plan, &visit, cards[visit.index].take()?, ends))
        };
        TreePicture {
            nodes: model.tree.walk().zip(ends(model)).filter_map(placed).collect(),
            width: plan.width,
            height: plan.height,
            lies: plan.lies,
            alone: false,
            style: TREE_STYLE,
            anchor: anchor.to_string(),
            label: format!("Decision tree with {} leaves", rules.len()),
        }
    }
}

/// The tree as an SVG file: for slides, notebooks, papers. It needs nothing else, follows the
/// reader's light or dark setting, and shows full names and counts on hover. No name can break out
/// of its text.
///
/// # Panics
/// On a model that [`Model::validate`] refuses.
pub fn svg(model: &Model) -> String {
    let picture = TreePicture::in_page(model, &rule_list(model), "");
    TreePicture { alone: true, ..picture }.to_string() + "\n"
}

/// The picture as a renderer without style sheets wants it.
#[cfg(feature = "png")]
pub(crate) fn unstyled_svg(model: &Model) -> String {
    let picture = TreePicture::in_page(model, &rule_list(model), "");
    TreePicture { alone: true, style: "", ..picture }.to_string()
}

impl Placed {
    fn new(model: &Model, plan: &Plan, visit: &Visit, card: Card, ends: usize) -> Placed {
        let spot = plan.spots[visit.index];
        let [headline, counts] = texts(plan.lies, &spot, &card);
        Placed {
            line: visit.above.map(|above| Line::new(model, plan, visit, above)),
            bars: bars(&card, spot.x + 10.0, spot.width - 20.0),
            bars_y: spot.y + if plan.lies { 23.0 } else { 27.0 },
            spot,
            card,
            headline,
            counts,
            ends,
        }
    }

    fn leaf(&self) -> Option<&LeafCard> {
        self.card.leaf.as_ref()
    }
}

/// Where a card's headline and counts stand.
fn texts(lies: bool, spot: &Spot, card: &Card) -> [Text; 2] {
    if lies {
        let y = spot.y + 16.0;
        let headline = Text { x: spot.x + 10.0 + card.number_width(), y, anchor: "start" };
        return [headline, Text { x: spot.x + spot.width - 10.0, y, anchor: "end" }];
    }
    [20.0, 48.0].map(|below| Text { x: spot.middle_x(), y: spot.y + below, anchor: "middle" })
}

impl Line {
    fn new(model: &Model, plan: &Plan, visit: &Visit, (above, answer): (usize, bool)) -> Line {
        let ([x, y], ends) = plan.answer(visit.index, answer);
        Line {
            path: plan.line(above, visit.index),
            width: line_width(model, visit),
            answer: if answer { "yes" } else { "no" },
            label: Text { x, y, anchor: if ends { "end" } else { "start" } },
        }
    }
}

fn line_width(model: &Model, visit: &Visit) -> f64 {
    let [widest, narrowest] = LINE_WIDTHS;
    let all = model.tree.nodes[0].rows().max(1) as f64;
    narrowest + (widest - narrowest) * (visit.node.rows() as f64 / all).min(1.0)
}

fn bars(card: &Card, left: f64, width: f64) -> Vec<Bar> {
    let mut x = left;
    let bar = |(share, colour): &(f64, String)| {
        let bar = Bar { x, width: share * width, colour: colour.clone() };
        x += bar.width;
        bar
    };
    card.shares.iter().map(bar).collect()
}

/// For each node of the walk, how many groups end with it: none with a split; with a leaf its own
/// and those of all splits whose last node it is.
fn ends(model: &Model) -> Vec<usize> {
    let depths: Vec<usize> = model.tree.walk().map(|visit| visit.depth).collect();
    let next = depths.iter().skip(1).copied().chain([0]);
    let end = |(at, next): (usize, usize)| {
        let last = at + 1 == depths.len();
        if last { depths[at] + 1 } else { (depths[at] + 1).saturating_sub(next) }
    };
    (0..depths.len()).zip(next).map(end).collect()
}
