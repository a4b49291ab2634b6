//! A list of different trees that ends when it is long enough or when the search is to stop.
use super::memory_limit::keep_memory_limit;
use crate::control::Control;
use crate::memo::Memo;
use crate::outcome::Shape;
use std::collections::HashSet;

/// How many trees are added between two looks at the memory.
const LOOK_EVERY: usize = 1 << 10;

/// Different trees, in the order in which they were found.
pub(crate) struct Listed<'a> {
    trees: Vec<Shape>,
    known: HashSet<Shape>,
    most: usize,
    memo: &'a Memo,
    control: &'a Control,
}

impl<'a> Listed<'a> {
    /// A list of no more than `most` trees.
    pub fn new(most: usize, memo: &'a Memo, control: &'a Control) -> Listed<'a> {
        Listed { trees: Vec::new(), known: HashSet::new(), most, memo, control }
    }

    /// Whether the list is long enough, or the search is to stop.
    pub fn is_done(&self) -> bool {
        self.trees.len() >= self.most || self.control.stopped()
    }

    /// Adds a tree unless it is listed or the list is done.
    pub fn add(&mut self, tree: Shape) {
        if self.is_done() || !self.known.insert(tree.clone()) {
            return;
        }
        self.trees.push(tree);
        if self.trees.len().is_multiple_of(LOOK_EVERY) {
            keep_memory_limit(self.memo, self.control);
        }
    }

    /// Adds the trees that start with a feature and go on with any of the trees for either side.
    pub fn add_combinations(&mut self, feature: usize, [yes_trees, no_trees]: &[Vec<Shape>; 2]) {
        for (yes, no) in yes_trees.iter().flat_map(|yes| no_trees.iter().map(move |no| (yes, no))) {
            if self.is_done() {
                return;
            }
            self.add(Shape::split(feature, yes, no));
        }
    }

    /// The trees.
    pub fn trees(self) -> Vec<Shape> {
        self.trees
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memo::{Key, Remaining};
    use crate::outcome::StopReason;

    fn leaves(number: usize) -> Vec<Shape> {
        (0..number).map(Shape::leaf).collect()
    }

    /// A quadratic number of comparisons of these trees would take minutes.
    #[test]
    fn many_trees_are_told_apart_quickly() {
        let (memo, control) = (Memo::new(1, 1), Control::new());
        let mut listed = Listed::new(usize::MAX, &memo, &control);
        for _ in 0..2 {
            listed.add_combinations(0, &[leaves(500), leaves(500)]);
        }
        assert_eq!(listed.trees().len(), 250_000);
    }

    #[test]
    fn a_list_ends_when_it_is_long_enough_and_when_the_search_stops() {
        let (memo, control) = (Memo::new(1, 1), Control::new());
        let mut listed = Listed::new(7, &memo, &control);
        listed.add_combinations(0, &[leaves(5), leaves(5)]);
        assert_eq!(listed.trees().len(), 7);
        let mut listed = Listed::new(usize::MAX, &memo, &control);
        listed.add(Shape::leaf(0));
        control.stop(StopReason::Interrupted);
        listed.add_combinations(0, &[leaves(5), leaves(5)]);
        assert_eq!(listed.trees(), leaves(1));
    }

    #[test]
    fn a_list_ends_at_the_memory_limit() {
        let (memo, control) = (Memo::new(1, 1), Control::new());
        // An entry that a thread works on is not dropped.
        memo.begin(&Key::of(&[1], Remaining::UNLIMITED));
        control.limit_memory(0);
        let mut listed = Listed::new(usize::MAX, &memo, &control);
        listed.add_combinations(0, &[leaves(100), leaves(100)]);
        assert_eq!(control.reason(), Some(StopReason::MemoryLimit));
        assert_eq!(listed.trees().len(), LOOK_EVERY);
    }
}
