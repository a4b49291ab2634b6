//! What a node shows in the picture.
use crate::fitted_text::{shorten, shorten_question, width};
use crate::palette::{colour, strength};
use crate::words;
use gosdt_tree::{Model, Node, Rule};

const HEADLINE_SIZE: f64 = 13.0;
const COUNTS_SIZE: f64 = 11.0;
const NUMBER_SIZE: f64 = 10.0;
/// Room between a card's text and its sides, both together.
const SIDES: f64 = 24.0;
const NARROWEST: f64 = 84.0;
/// Longest question, in average letters.
const QUESTION_CELLS: usize = 26;
/// Longest class name.
const CLASS_CELLS: usize = 20;

/// A node's words and colours.
pub(crate) struct Card {
    /// The question or the class, short enough.
    pub(crate) headline: String,
    /// Rows and, at a leaf, the share of its class.
    pub(crate) counts: String,
    /// All that is known, in full; lines.
    pub(crate) title: String,
    /// Share and colour of each class that occurs.
    pub(crate) shares: Vec<(f64, String)>,
    /// What only leaves have.
    pub(crate) leaf: Option<LeafCard>,
}

/// What only leaves have.
pub(crate) struct LeafCard {
    /// The leaf's number in the list of rules, from 1.
    pub(crate) number: usize,
    /// Its rule in a sentence.
    pub(crate) sentence: String,
    pub(crate) colour: String,
    /// Opacity of the colour.
    pub(crate) strength: f64,
}

impl Card {
    /// How wide the card must be, with the counts below the headline.
    pub(crate) fn width(&self) -> f64 {
        // The headline is in the middle, so the number needs its room on both sides.
        let headline = width(&self.headline, HEADLINE_SIZE) + 2.0 * self.number_width();
        let counts = width(&self.counts, COUNTS_SIZE);
        (headline.max(counts) + SIDES).max(NARROWEST).round()
    }

    /// How wide it must be with the counts beside the headline.
    pub(crate) fn lying_width(&self) -> f64 {
        let headline = width(&self.headline, HEADLINE_SIZE) + self.number_width();
        (headline + width(&self.counts, COUNTS_SIZE) + 12.0 + SIDES).round()
    }

    /// Room for a leaf's number: its badge, and a gap to the class beside it.
    pub(crate) fn number_width(&self) -> f64 {
        self.leaf.as_ref().map_or(0.0, |leaf| leaf.badge_width() + 6.0)
    }
}

impl LeafCard {
    /// How wide the badge with the leaf's number is.
    pub(crate) fn badge_width(&self) -> f64 {
        width(&format!("#{}", self.number), NUMBER_SIZE) + 6.0
    }
}

/// The cards of all nodes, by node.
pub(crate) fn cards(model: &Model, rules: &[Rule]) -> Vec<Card> {
    let mut numbers = vec![0; model.tree.nodes.len()];
    for (at, rule) in rules.iter().enumerate() {
        numbers[rule.leaf] = at;
    }
    let nodes = model.tree.nodes.iter().enumerate();
    nodes
        .map(|(index, node)| match node {
            Node::Split { .. } => split_card(model, index, node),
            Node::Leaf { .. } => leaf_card(model, &rules[numbers[index]], numbers[index] + 1),
        })
        .collect()
}

fn split_card(model: &Model, index: usize, node: &Node) -> Card {
    let question = match node {
        Node::Split { column, test, .. } => words::question(model, *column, test),
        Node::Leaf { .. } => String::new(),
    };
    let rows = words::rows(model, index);
    let title = [format!("{question}?"), rows.clone()].into_iter();
    Card {
        headline: shorten_question(&question, QUESTION_CELLS),
        counts: rows,
        title: title.chain(words::class_lines(model, index)).collect::<Vec<_>>().join("\n"),
        shares: shares(model, index),
        leaf: None,
    }
}

fn leaf_card(model: &Model, rule: &Rule, number: usize) -> Card {
    let (index, class) = (rule.leaf, rule.class);
    let sentence = words::sentence(model, rule);
    let purity = words::purity(model, index, class).unwrap_or(0.0);
    let title = [sentence.clone(), words::rows(model, index)].into_iter();
    Card {
        headline: shorten(&words::class_name(model, class), CLASS_CELLS),
        counts: words::leaf_counts(model, index, class),
        title: title.chain(words::class_lines(model, index)).collect::<Vec<_>>().join("\n"),
        shares: shares(model, index),
        leaf: Some(LeafCard {
            number,
            sentence,
            colour: colour(class),
            strength: strength(purity, model.classes.len()),
        }),
    }
}

fn shares(model: &Model, node: usize) -> Vec<(f64, String)> {
    let share = |class: usize| words::purity(model, node, class).unwrap_or(0.0);
    let classes = (0..model.classes.len()).map(|class| (share(class), colour(class)));
    classes.filter(|(share, _)| *share > 0.0).collect()
}
