//! The optima of all subproblems of an additive problem, as the definition says.
use gosdt_search::{AdditiveProblem, LabelRule};
use std::collections::HashMap;

/// More than any total.
const NO_TREE: i64 = i64::MAX / 8;

/// A set of points, a bit each.
pub type Set = u32;

/// An additive problem, and the optima that were asked for.
pub struct Exhaustive {
    /// The measures of each point.
    points: Vec<Vec<i64>>,
    /// What each label costs per unit of each measure.
    labels: Vec<Vec<i64>>,
    rule: Option<LabelRule>,
    least_rows: Option<(usize, i64)>,
    per_leaf: i64,
    /// The yes-side of each split.
    splits: Vec<Set>,
    known: HashMap<(Set, Option<u32>), i64>,
}

impl Exhaustive {
    pub fn new(problem: &AdditiveProblem<'_>) -> Exhaustive {
        assert!(problem.points <= 20, "the recursion is exhaustive");
        let features = problem.splits.features_until(problem.points, &|| false);
        let features = features.expect("nothing stops it");
        let of_point = |point: usize| problem.measures.iter().map(|of| of[point]).collect();
        Exhaustive {
            points: (0..problem.points).map(of_point).collect(),
            labels: problem
                .label_costs
                .chunks(problem.measures.len())
                .map(<[i64]>::to_vec)
                .collect(),
            rule: problem.rule,
            least_rows: problem.least_rows,
            per_leaf: problem.per_leaf,
            splits: features.iter().map(|feature| feature.bits[0] as Set).collect(),
            known: HashMap::new(),
        }
    }

    /// The same problem, whose leaves may have any number of rows.
    pub fn without_rows(problem: &AdditiveProblem<'_>) -> Exhaustive {
        Exhaustive { least_rows: None, ..Exhaustive::new(problem) }
    }

    fn sums(&self, set: Set) -> Vec<i64> {
        let members = (0..self.points.len()).filter(|point| set >> point & 1 == 1);
        let mut sums = vec![0; self.labels[0].len()];
        for point in members {
            sums.iter_mut().zip(&self.points[point]).for_each(|(sum, of)| *sum += of);
        }
        sums
    }

    fn leaf(&self, set: Set) -> i64 {
        let sums = self.sums(set);
        let is_small = |(measure, least): (usize, i64)| sums[measure] < least;
        if self.least_rows.is_some_and(is_small) && set.count_ones() < self.points.len() as u32 {
            return NO_TREE;
        }
        let cost = |costs: &Vec<i64>| costs.iter().zip(&sums).map(|(cost, sum)| cost * sum).sum();
        let loss: i64 = match self.rule {
            Some(rule) => cost(&self.labels[usize::from(rule.is_second(&sums))]),
            None => self.labels.iter().map(cost).min().expect("a label"),
        };
        loss + self.per_leaf
    }

    /// The least cost of a tree for these points with so many levels of splits.
    pub fn optimum(&mut self, set: Set, depth: Option<u32>) -> i64 {
        if let Some(&known) = self.known.get(&(set, depth)) {
            return known;
        }
        let mut best = self.leaf(set);
        let below = depth.map(|depth| depth.saturating_sub(1));
        for at in 0..if depth == Some(0) { 0 } else { self.splits.len() } {
            let (yes, no) = (set & self.splits[at], set & !self.splits[at]);
            if yes != 0 && no != 0 {
                best = best.min(self.optimum(yes, below) + self.optimum(no, below));
            }
        }
        best = best.min(NO_TREE);
        self.known.insert((set, depth), best);
        best
    }
}
