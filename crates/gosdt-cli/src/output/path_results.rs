//! All that came of a path.
use gosdt::{Path, PathTree, Selection};
use gosdt_report::Measured;

/// All that came of a path.
pub struct PathResults {
    /// The path.
    pub found: Path,
    /// How good each tree is on test rows, in the order of the trees.
    pub test: Option<Vec<Measured>>,
    /// What a cross-validation says of each tree, in the same order.
    pub selection: Option<Selection>,
}

impl PathResults {
    /// The trees, numbered.
    pub fn trees(&self) -> impl Iterator<Item = (usize, &PathTree)> {
        self.found.trees.iter().enumerate()
    }

    /// How good a tree is on test rows.
    pub fn tested(&self, tree: usize) -> Option<&Measured> {
        self.test.as_ref().and_then(|test| test.get(tree))
    }

    /// Whether a tree is the one that the cross-validation chose, if there was one.
    pub fn is_chosen(&self, tree: usize) -> Option<bool> {
        self.selection.as_ref().map(|selection| selection.chosen == tree)
    }
}
