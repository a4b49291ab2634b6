//! The problem's own recursion: the best tree on a set of rows is a leaf, or a split above the best
//! trees of its two sides, over all features and all ways to share the leaves.
//!
//! Nothing is cut short. What was computed for a set of rows and limits is remembered, since those
//! are all that the answer depends on.
use crate::{OracleProblem, OracleTree};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Most rows of a problem for [`optimum`] and [`all_optima`]: a set of rows is one word.
pub const MOST_ROWS: usize = 64;

/// The least objective of all trees that keep the limits.
///
/// # Panics
/// If there are more than [`MOST_ROWS`] rows, or the loss has no label to predict.
pub fn optimum(problem: &OracleProblem) -> BigRational {
    let mut recursion = Recursion::new(problem);
    let whole = recursion.whole(problem);
    let best = recursion.best(whole).expect("a lone leaf is always a tree");
    BigRational::new(best, recursion.denominator)
}

/// The optimal trees, sorted; the first `most` of them if there are more. A leaf where several
/// labels are equally good predicts the smallest of them.
///
/// # Panics
/// As [`optimum`].
pub fn all_optima(problem: &OracleProblem, most: usize) -> Vec<OracleTree> {
    let recursion = Recursion::new(problem);
    let whole = recursion.whole(problem);
    let mut optima = Optima { recursion, most, memo: HashMap::new() };
    optima.of(whole).to_vec()
}

/// A set of rows, and what a tree on it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Part {
    pub rows: u64,
    pub depth: Option<u32>,
    pub leaves: Option<u32>,
}

/// A split of a part: the feature, and the two sides with their share of the limits.
pub(crate) type Split = (usize, Part, Part);

/// Losses are whole numbers of 1 / `denominator`.
pub(crate) struct Recursion {
    all_rows: u64,
    yes_rows: Vec<u64>,
    /// What a row adds to the loss, by predicted label, then row.
    losses: Vec<Vec<BigInt>>,
    per_leaf: BigInt,
    pub denominator: BigInt,
    min_leaf: u32,
    memo: HashMap<Part, Option<BigInt>>,
}

impl Recursion {
    pub fn new(problem: &OracleProblem) -> Recursion {
        let count = problem.rows.len();
        assert!(count <= MOST_ROWS, "{count} rows are too many, the most are {MOST_ROWS}");
        let shares = problem.loss.shares(problem);
        let fractions = || shares.iter().flatten().chain([&problem.lambda]);
        let denominator = common_denominator(fractions());
        let scaled = |share: &BigRational| share.numer() * (&denominator / share.denom());
        let yes = |feature: usize| rows_where(count, |row| problem.rows[row][feature]);
        Recursion {
            all_rows: rows_where(count, |_| true),
            yes_rows: (0..problem.features()).map(yes).collect(),
            losses: shares.iter().map(|rows| rows.iter().map(scaled).collect()).collect(),
            per_leaf: scaled(&problem.lambda),
            min_leaf: problem.min_leaf,
            memo: HashMap::new(),
            denominator,
        }
    }

    pub fn whole(&self, problem: &OracleProblem) -> Part {
        let leaves = problem.max_leaves.map(|leaves| leaves.max(1));
        Part { rows: self.all_rows, depth: problem.max_depth, leaves }
    }

    /// The least cost of a tree on a part; none if no tree keeps the limits.
    pub fn best(&mut self, part: Part) -> Option<BigInt> {
        if let Some(known) = self.memo.get(&part) {
            return known.clone();
        }
        let mut best = self.leaf(part.rows).map(|(cost, _)| cost);
        for split in self.splits(part) {
            let cost = self.best_below(split);
            best = [best, cost].into_iter().flatten().min();
        }
        self.memo.insert(part, best.clone());
        best
    }

    fn best_below(&mut self, (_, yes, no): Split) -> Option<BigInt> {
        Some(self.best(yes)? + self.best(no)?)
    }

    /// Cost and label of the best leaf, if a leaf may be here. No side of a split has all the rows,
    /// so a leaf with all of them is the lone leaf.
    pub fn leaf(&self, rows: u64) -> Option<(BigInt, usize)> {
        if rows.count_ones() < self.min_leaf && rows != self.all_rows {
            return None;
        }
        let loss = |losses: &Vec<BigInt>| {
            let here = losses.iter().enumerate().filter(|(row, _)| rows >> row & 1 == 1);
            here.map(|(_, loss)| loss).sum::<BigInt>()
        };
        let labels = self.losses.iter().enumerate();
        let least = labels.map(|(label, losses)| (loss(losses), label)).min()?;
        Some((least.0 + &self.per_leaf, least.1))
    }

    /// Every feature that has rows on both sides, with every way to share the leaves.
    pub fn splits(&self, part: Part) -> Vec<Split> {
        if part.depth == Some(0) || part.leaves == Some(1) {
            return Vec::new();
        }
        let depth = part.depth.map(|depth| depth - 1);
        let mut splits = Vec::new();
        for (feature, yes) in self.yes_rows.iter().enumerate() {
            let (yes, no) = (part.rows & yes, part.rows & !yes);
            if yes == 0 || no == 0 {
                continue;
            }
            for (yes_leaves, no_leaves) in shares_of(part.leaves) {
                let yes = Part { rows: yes, depth, leaves: yes_leaves };
                splits.push((feature, yes, Part { rows: no, depth, leaves: no_leaves }));
            }
        }
        splits
    }
}

/// Lists optimal trees after the costs are known.
struct Optima {
    recursion: Recursion,
    most: usize,
    memo: HashMap<Part, Rc<[OracleTree]>>,
}

impl Optima {
    /// The first `most` optimal trees of a part. Keeping the first `most` of each side loses none:
    /// a tree with a later side comes after `most` trees that differ from it in that side alone.
    fn of(&mut self, part: Part) -> Rc<[OracleTree]> {
        if let Some(known) = self.memo.get(&part) {
            return known.clone();
        }
        let best = self.recursion.best(part);
        let leaf = self.recursion.leaf(part.rows);
        let mut trees: BTreeSet<OracleTree> = leaf
            .filter(|(cost, _)| Some(cost) == best.as_ref())
            .map(|(_, label)| OracleTree::Leaf(label))
            .into_iter()
            .collect();
        for split in self.recursion.splits(part) {
            if best.is_some() && self.recursion.best_below(split) == best {
                trees.extend(self.below(split));
            }
        }
        let trees: Rc<[OracleTree]> = trees.into_iter().take(self.most).collect();
        self.memo.insert(part, trees.clone());
        trees
    }

    fn below(&mut self, (feature, yes, no): Split) -> Vec<OracleTree> {
        let (yes, no) = (self.of(yes), self.of(no));
        let pairs = yes.iter().flat_map(|yes| no.iter().map(move |no| (yes, no)));
        let trees = pairs.map(|(yes, no)| OracleTree::split(feature, yes.clone(), no.clone()));
        trees.take(self.most).collect()
    }
}

fn rows_where(count: usize, holds: impl Fn(usize) -> bool) -> u64 {
    (0..count).filter(|&row| holds(row)).fold(0, |rows, row| rows | 1 << row)
}

fn shares_of(leaves: Option<u32>) -> Vec<(Option<u32>, Option<u32>)> {
    match leaves {
        None => vec![(None, None)],
        Some(leaves) => (1..leaves).map(|yes| (Some(yes), Some(leaves - yes))).collect(),
    }
}

fn common_denominator<'a>(fractions: impl Iterator<Item = &'a BigRational>) -> BigInt {
    fractions.fold(BigInt::one(), |common, fraction| {
        let reduced = BigRational::new(common.clone(), fraction.denom().clone());
        common * reduced.denom()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Ranges, generate, generate_within};
    use crate::{every_tree, objective, optimum_by_listing};

    /// So few trees that each can be written down.
    fn tiny(seed: u64) -> OracleProblem {
        let ranges = Ranges { rows: 8, long_rows: 10, features: 2, ..Ranges::default() };
        let three = Ranges { features: 3, classes: 2..=2, labels: 2, ..ranges.clone() };
        generate_within(seed, if seed.is_multiple_of(8) { &three } else { &ranges }).problem
    }

    #[test]
    fn the_recursion_agrees_with_listing_every_tree() {
        for seed in 0..3000 {
            let problem = tiny(seed);
            assert_eq!(optimum(&problem), optimum_by_listing(&problem), "seed {seed}\n{problem}");
        }
    }

    #[test]
    fn all_optima_are_the_best_of_all_trees_with_the_smallest_labels() {
        for seed in 0..600 {
            let problem = tiny(seed);
            let best = optimum(&problem);
            let mut listed = every_tree(&problem);
            listed.retain(|tree| objective(&problem, tree) == best);
            let has_smallest_labels = |tree: &OracleTree| {
                let lower = lowered(tree);
                !lower.iter().any(|other| objective(&problem, other) == best)
            };
            let mut expected: Vec<_> = listed.into_iter().filter(has_smallest_labels).collect();
            expected.sort();
            assert_eq!(all_optima(&problem, usize::MAX), expected, "seed {seed}\n{problem}");
        }
    }

    /// The trees that differ in one leaf, which predicts a smaller label.
    fn lowered(tree: &OracleTree) -> Vec<OracleTree> {
        match tree {
            OracleTree::Leaf(label) => (0..*label).map(OracleTree::Leaf).collect(),
            OracleTree::Split(f, yes, no) => {
                let left = lowered(yes).into_iter();
                let right = lowered(no).into_iter();
                let left = left.map(|yes| OracleTree::split(*f, yes, (**no).clone()));
                left.chain(right.map(|no| OracleTree::split(*f, (**yes).clone(), no))).collect()
            }
        }
    }

    #[test]
    fn fewer_optima_are_the_first_of_all_optima() {
        let many = |seed: &u64| all_optima(&generate(*seed).problem, 300).len() >= 20;
        for seed in (0..2000).filter(many).take(100) {
            let problem = generate(seed).problem;
            let all = all_optima(&problem, 300);
            for most in [1, 2, 7, 19] {
                assert_eq!(all_optima(&problem, most), all[..most], "seed {seed}\n{problem}");
            }
        }
    }

    #[test]
    fn every_listed_optimum_scores_the_optimum_and_keeps_the_limits() {
        for seed in 0..2000 {
            let problem = generate(seed).problem;
            for tree in all_optima(&problem, 10) {
                assert_eq!(objective(&problem, &tree), optimum(&problem), "seed {seed}\n{problem}");
                assert_eq!(crate::check_limits(&problem, &tree), Ok(()), "seed {seed}\n{problem}");
            }
        }
    }

    #[test]
    fn exclusive_or_is_worth_four_leaves_then_three_then_one() {
        let mut problem = OracleProblem {
            rows: [[0, 0], [0, 1], [1, 0], [1, 1]].map(|row| row.map(|x| x == 1).to_vec()).into(),
            labels: vec![0, 1, 1, 0],
            classes: 2,
            weights: vec![1; 4],
            loss: crate::Loss::Accuracy,
            lambda: BigRational::new(1.into(), 10.into()),
            max_depth: None,
            max_leaves: None,
            min_leaf: 1,
        };
        let twentieths = |n: i64| BigRational::new(n.into(), 20.into());
        assert_eq!(optimum(&problem), twentieths(8));
        assert_eq!(all_optima(&problem, 10).len(), 2);
        problem.max_leaves = Some(3);
        assert_eq!(optimum(&problem), twentieths(5 + 6));
        problem.max_leaves = Some(2);
        assert_eq!(optimum(&problem), twentieths(10 + 2));
    }
}
