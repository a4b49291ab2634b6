//! The tree on a terminal: lines, bars and colour.
use crate::fitted_text::{cells, shorten, shorten_question};
use crate::numbers::percent;
use crate::palette::rgb;
use crate::words;
use gosdt_tree::{Model, Node, Tree, Visit};
use std::fmt::Write;

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// Its width in columns.
    pub width: usize,
    /// Whether it shows colours.
    pub colour: bool,
}

/// Cells of a bar.
const BAR: usize = 12;
/// Where words begin to be of no use.
const FEWEST_CELLS: usize = 12;
const RESET: &str = "\u{1b}[0m";

/// The tree, a line per node, with the rows and the classes' shares in every leaf.
///
/// # Panics
/// On a model that [`Model::validate`] refuses.
pub fn drawing(model: &Model, terminal: &Terminal) -> String {
    let lines = lines(model);
    let counts = lines.iter().map(|line| cells(&line.counts)).max().unwrap_or(0);
    let room = terminal.width.saturating_sub(counts + BAR + 4);
    let leaves = lines.iter().filter(|line| line.leaf.is_some());
    let widest = leaves.map(|line| cells(&line.branch) + cells(&line.words)).max();
    let column = widest.unwrap_or(0).min(room);
    let paint = Paint { model, terminal, column, counts };
    lines.iter().map(|line| paint.line(line)).collect()
}

/// A node's line before it is fitted to a width.
struct Line<'a> {
    node: usize,
    /// `│   ├─ yes ` and the like.
    branch: String,
    words: String,
    counts: String,
    leaf: Option<&'a Node>,
}

fn lines(model: &Model) -> Vec<Line<'_>> {
    // For each level of the way to the current node, whether a sibling is still to come.
    let mut open: Vec<bool> = Vec::new();
    let line = |visit: Visit<'_>| {
        open.truncate(visit.depth.saturating_sub(1));
        let branch = branch(&open, visit.above.map(|(_, answer)| answer));
        open.extend(visit.above.map(|(_, answer)| answer));
        let (words, counts) = said(model, &visit);
        let node = &model.tree.nodes[visit.index];
        Line { node: visit.index, branch, words, counts, leaf: node.is_leaf().then_some(node) }
    };
    model.tree.walk().map(line).collect()
}

fn branch(open: &[bool], answer: Option<bool>) -> String {
    let line = |open: &bool| if *open { "│  " } else { "   " };
    let mut above: String = open.iter().take(Tree::DEEPEST_INDENT).map(line).collect();
    if open.len() > Tree::DEEPEST_INDENT {
        above += &format!("[{}] ", open.len());
    }
    above
        + match answer {
            None => "",
            Some(true) => "├─ yes ",
            Some(false) => "└─ no  ",
        }
}

fn said(model: &Model, visit: &Visit) -> (String, String) {
    match visit.node {
        Node::Split { column, test, .. } => {
            (words::question(model, *column, test) + "?", String::new())
        }
        Node::Leaf { class, .. } => {
            let share = words::purity(model, visit.index, *class).map_or("–".into(), percent);
            let why = words::weighted_words(model, visit.index, *class);
            let why = why.map(|why| format!("; {why}")).unwrap_or_default();
            let counts = format!("{}  {share:>7}{why}", words::rows(model, visit.index));
            (words::class_name(model, *class), counts)
        }
    }
}

/// How lines are written.
struct Paint<'a> {
    model: &'a Model,
    terminal: &'a Terminal,
    /// Where the counts begin.
    column: usize,
    /// How wide they are.
    counts: usize,
}

impl Paint<'_> {
    fn line(&self, line: &Line) -> String {
        let limit = if line.leaf.is_some() { self.column } else { self.terminal.width };
        let room = limit.saturating_sub(cells(&line.branch)).max(FEWEST_CELLS);
        let words = match line.leaf {
            None => shorten_question(&line.words, room),
            Some(_) => shorten(&line.words, room),
        };
        let mut text = self.dim(&line.branch);
        match line.leaf {
            None => text.push_str(&words),
            Some(leaf) => {
                let filled = cells(&line.branch) + cells(&words);
                text.push_str(&self.class(leaf, &words));
                text.push_str(&" ".repeat(self.column.saturating_sub(filled)));
                let _ = write!(text, "  {:>width$}  ", line.counts, width = self.counts);
                text.push_str(&self.bar(line.node, leaf));
            }
        }
        text.trim_end().to_string() + "\n"
    }

    fn dim(&self, text: &str) -> String {
        match self.terminal.colour && !text.is_empty() {
            true => format!("\u{1b}[2m{text}{RESET}"),
            false => text.to_string(),
        }
    }

    /// The leaf's class, in bold and its colour.
    fn class(&self, leaf: &Node, words: &str) -> String {
        match leaf {
            Node::Leaf { class, .. } if self.terminal.colour => {
                format!("\u{1b}[1m{}{words}{RESET}", foreground(*class))
            }
            _ => words.to_string(),
        }
    }

    /// The classes' shares in their colours; without colours, the share of the leaf's class.
    fn bar(&self, node: usize, leaf: &Node) -> String {
        let share = |class: usize| words::purity(self.model, node, class).unwrap_or(0.0);
        let Node::Leaf { class, .. } = leaf else { return String::new() };
        if !self.terminal.colour {
            let full = cells_of(share(*class));
            return "█".repeat(full) + &"░".repeat(BAR - full);
        }
        let mut bar = String::new();
        let (mut sum, mut drawn) = (0.0, 0);
        for class in 0..self.model.classes.len() {
            sum += share(class);
            let until = (sum * BAR as f64).round() as usize;
            if until > drawn {
                let _ = write!(bar, "{}{}", foreground(class), "█".repeat(until - drawn));
                drawn = until;
            }
        }
        bar + RESET
    }
}

/// Cells of a bar that a share fills: all of them only if it is whole, none only if it is nothing.
fn cells_of(share: f64) -> usize {
    let rounded = (share * BAR as f64).round() as usize;
    match share {
        share if share <= 0.0 => 0,
        share if share >= 1.0 => BAR,
        _ => rounded.clamp(1, BAR - 1),
    }
}

/// The nearest of the 216 colours that every terminal with colours can show.
fn foreground(class: usize) -> String {
    let [red, green, blue] = rgb(class).map(|part| (usize::from(part) * 5 + 127) / 255);
    format!("\u{1b}[38;5;{}m", 16 + 36 * red + 6 * green + blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_share_fills_a_bar() {
        let cells = [(0.0, 0), (0.01, 1), (0.5, 6), (0.99, 11), (1.0, 12)];
        for (share, filled) in cells {
            assert_eq!(cells_of(share), filled, "{share}");
        }
    }
}
