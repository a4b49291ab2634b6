//! Growing from the root down: the split with the largest gain in purity first.
use super::gini::{Prices, Purity, gain};
use super::grown::{Grown, GrownNode};
use gosdt_data::EquivalenceClasses;
use gosdt_search::{Costs, Limits};
use gosdt_tree::Tree;
use num_rational::BigRational;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Grows greedy trees on classes of equal rows, within limits.
pub(super) struct Grower<'a> {
    classes: &'a EquivalenceClasses,
    prices: Prices,
    limits: Limits,
}

/// A split that could be made: the one with the largest gain first, of equal ones that of the oldest
/// node.
type Candidate = (BigRational, Reverse<usize>, usize);

impl<'a> Grower<'a> {
    pub(super) fn new(
        classes: &'a EquivalenceClasses,
        costs: &Costs,
        limits: Limits,
    ) -> Grower<'a> {
        Grower { classes, prices: Prices::new(costs), limits }
    }

    /// Grows until there are `leaves` leaves, or a limit is met, or no node is left that has two
    /// labels and is worth it.
    pub(super) fn grow(&self, leaves: usize, is_worth_it: impl Fn(&GrownNode) -> bool) -> Grown {
        let most = self.limits.max_leaves.map_or(leaves, |most| leaves.min(most as usize));
        let mut tree = Grown { nodes: vec![self.node((0..self.classes.len as u32).collect(), 0)] };
        let mut candidates: BinaryHeap<Candidate> = BinaryHeap::new();
        let candidate = |tree: &Grown, at: usize| {
            is_worth_it(&tree.nodes[at]).then(|| self.best_split(&tree.nodes[at], at)).flatten()
        };
        candidates.extend(candidate(&tree, 0));
        for _ in 1..most {
            let Some((_, Reverse(at), feature)) = candidates.pop() else { break };
            let [yes, no] = self.split(&mut tree, at, feature);
            candidates.extend([yes, no].into_iter().filter_map(|child| candidate(&tree, child)));
        }
        tree
    }

    fn node(&self, points: Vec<u32>, depth: usize) -> GrownNode {
        let mut weights = vec![0; self.classes.labels];
        points.iter().for_each(|&point| self.add(&mut weights, point));
        GrownNode { points, weights, depth, split: None }
    }

    fn add(&self, weights: &mut [u64], point: u32) {
        let labels = self.classes.labels;
        let here = &self.classes.weights[point as usize * labels..][..labels];
        weights.iter_mut().zip(here).for_each(|(sum, weight)| *sum += weight);
    }

    fn says_yes(&self, feature: usize, point: u32) -> bool {
        let bits = &self.classes.features[feature].bits;
        bits[point as usize / 64] >> (point % 64) & 1 == 1
    }

    /// The purest split that the limits allow; of equal ones the first.
    fn best_split(&self, node: &GrownNode, at: usize) -> Option<Candidate> {
        let deepest = self.limits.max_depth.map_or(Tree::MAX_DEPTH, |depth| depth as usize);
        let labels = node.weights.iter().filter(|&&weight| weight > 0).count();
        if labels < 2 || node.depth >= deepest.min(Tree::MAX_DEPTH) {
            return None;
        }
        let mut best: Option<(Purity, usize)> = None;
        for feature in 0..self.classes.features.len() {
            let Some([yes, no]) = self.sides(node, feature) else { continue };
            let purity = Purity::new(&self.prices, &yes, &no);
            if best.is_none_or(|(so_far, _)| purity.compare(&so_far).is_gt()) {
                best = Some((purity, feature));
            }
        }
        let (_, feature) = best?;
        let [yes, no] = self.sides(node, feature)?;
        Some((gain(&self.prices, &yes, &no), Reverse(at), feature))
    }

    /// The label weights on both sides of a split, if both have rows enough.
    fn sides(&self, node: &GrownNode, feature: usize) -> Option<[Vec<u64>; 2]> {
        let mut yes = vec![0; node.weights.len()];
        let [mut yes_rows, mut rows] = [0u64; 2];
        for &point in &node.points {
            let here = u64::from(self.classes.rows[point as usize]);
            rows += here;
            if self.says_yes(feature, point) {
                yes_rows += here;
                self.add(&mut yes, point);
            }
        }
        let least = u64::from(self.limits.min_leaf).max(1);
        let no = node.weights.iter().zip(&yes).map(|(all, yes)| all - yes).collect();
        (yes_rows.min(rows - yes_rows) >= least).then_some([yes, no])
    }

    fn split(&self, tree: &mut Grown, at: usize, feature: usize) -> [usize; 2] {
        let depth = tree.nodes[at].depth + 1;
        let points = std::mem::take(&mut tree.nodes[at].points);
        let (yes, no) = points.into_iter().partition(|&point| self.says_yes(feature, point));
        let first = tree.nodes.len();
        tree.nodes.extend([self.node(yes, depth), self.node(no, depth)]);
        tree.nodes[at].split = Some((feature, first, first + 1));
        [first, first + 1]
    }
}
