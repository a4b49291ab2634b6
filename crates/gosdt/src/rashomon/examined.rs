//! The trees that a statement about a set rests on.
use super::set::Rashomon;
use super::tree::RashomonTree;
use num_bigint::BigUint;

/// The trees that a statement about a set rests on: all, or a sample in which all are equally likely.
pub struct Examined {
    /// The trees, by number.
    pub trees: Vec<RashomonTree>,
    /// Whether these are all trees of the set.
    pub are_all: bool,
}

impl Examined {
    /// The first of the trees with the largest value, and that value; `None` of no trees.
    pub fn best_of(&self, value: impl Fn(&RashomonTree) -> f64) -> Option<(&RashomonTree, f64)> {
        let mut best: Option<(&RashomonTree, f64)> = None;
        for tree in &self.trees {
            let value = value(tree);
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((tree, value));
            }
        }
        best
    }
}

impl Rashomon {
    /// All trees, or a sample of `most` if there are more.
    pub fn examine(&self, most: usize, seed: u64) -> Examined {
        let are_all = self.count() <= BigUint::from(most);
        let trees = match are_all {
            true => self.trees().collect(),
            false => self.sample(most, seed),
        };
        Examined { trees, are_all }
    }
}
