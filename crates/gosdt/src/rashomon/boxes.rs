//! The values that lead to a leaf.
use gosdt_data::Test;
use gosdt_tree::{Node, Tree};
use std::collections::HashMap;

/// The values of one column that lead to a leaf.
#[derive(Clone, Debug)]
pub(super) struct Allowed {
    /// Numbers above the first and up to the second.
    pub(super) numbers: (f64, f64),
    /// The one category, if it must be one.
    only: Option<String>,
    /// Categories that it must not be.
    not: Vec<String>,
    /// Whether the value is missing, where that was asked.
    missing: Option<bool>,
}

impl Default for Allowed {
    fn default() -> Self {
        let numbers = (f64::NEG_INFINITY, f64::INFINITY);
        Allowed { numbers, only: None, not: Vec::new(), missing: None }
    }
}

impl Allowed {
    fn restrict(&mut self, test: &Test, yes: bool) {
        match test {
            Test::AtMost(threshold) if yes => self.numbers.1 = self.numbers.1.min(*threshold),
            Test::AtMost(threshold) => self.numbers.0 = self.numbers.0.max(*threshold),
            Test::Is(word) if yes => self.only = Some(word.clone()),
            Test::Is(word) => self.not.push(word.clone()),
            Test::IsMissing => self.missing = Some(yes),
        }
    }

    /// Whether some value is allowed by both.
    fn meets(&self, other: &Allowed) -> bool {
        let excludes =
            |a: &Allowed, b: &Allowed| a.only.as_ref().is_some_and(|word| b.not.contains(word));
        let differ = matches!((&self.only, &other.only), (Some(a), Some(b)) if a != b);
        let numbers = self.numbers.0.max(other.numbers.0) < self.numbers.1.min(other.numbers.1);
        let missing = matches!((self.missing, other.missing), (Some(a), Some(b)) if a != b);
        numbers && !differ && !missing && !excludes(self, other) && !excludes(other, self)
    }
}

/// The values that lead to a leaf, by column, and the leaf's class.
#[derive(Clone, Debug)]
pub(super) struct LeafBox {
    allowed: HashMap<usize, Allowed>,
    pub(super) class: usize,
}

impl LeafBox {
    /// The values of a column.
    pub(super) fn column(&self, column: usize) -> Allowed {
        self.allowed.get(&column).cloned().unwrap_or_default()
    }

    /// Whether some row, with another value of `column` for each, comes to either leaf.
    pub(super) fn meets_beside(&self, other: &LeafBox, column: usize) -> bool {
        let both = self.allowed.keys().filter(|key| **key != column);
        both.into_iter().all(|key| self.column(*key).meets(&other.column(*key)))
    }
}

/// The leaves of a tree.
pub(super) fn leaf_boxes(tree: &Tree) -> Vec<LeafBox> {
    let mut found = Vec::new();
    let mut waiting = vec![(0, HashMap::new())];
    while let Some((at, allowed)) = waiting.pop() {
        match &tree.nodes[at] {
            Node::Leaf { class, .. } => found.push(LeafBox { allowed, class: *class }),
            Node::Split { column, test, yes, no, .. } => {
                for (child, answer) in [(*yes, true), (*no, false)] {
                    let mut below: HashMap<usize, Allowed> = allowed.clone();
                    below.entry(*column).or_default().restrict(test, answer);
                    waiting.push((child, below));
                }
            }
        }
    }
    found
}
