//! Growing from the root down: the split with the largest gain in purity first.
use super::gini::{Prices, Purity, gain};
use super::grown::{Grown, GrownNode};
use gosdt_data::{RowClasses, SplitColumn, SplitKind};
use gosdt_search::{Costs, Limits};
use num_rational::BigRational;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Greedy trees are grown to this depth at most, far beyond what helps anyone.
const DEEPEST: usize = 1000;

/// Points of a node are counted by their codes if a column has at most so many codes for each of them, and
/// sorted otherwise.
const CODES_FOR_A_POINT: usize = 4;

/// Grows greedy trees on classes of equal rows, within limits.
pub(crate) struct Grower<'a> {
    classes: &'a RowClasses,
    prices: Prices,
    limits: Limits,
}

/// A split that could be made: the one with the largest gain first, of equal ones that of the oldest
/// node.
type Candidate = (BigRational, Reverse<usize>, usize);

impl<'a> Grower<'a> {
    pub(crate) fn new(classes: &'a RowClasses, costs: &Costs, limits: Limits) -> Grower<'a> {
        Grower { classes, prices: Prices::new(costs), limits }
    }

    /// Grows until there are `leaves` leaves, or a limit is met, or no node is left that has two
    /// labels and is worth it, or it is stopped.
    pub(crate) fn grow(
        &self,
        leaves: usize,
        is_worth_it: impl Fn(&GrownNode) -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Grown {
        let most = self.limits.max_leaves.map_or(leaves, |most| leaves.min(most as usize));
        let mut tree = Grown { nodes: vec![self.node((0..self.classes.len as u32).collect(), 0)] };
        let mut candidates: BinaryHeap<Candidate> = BinaryHeap::new();
        let candidate = |tree: &Grown, at: usize| {
            is_worth_it(&tree.nodes[at])
                .then(|| self.best_split(&tree.nodes[at], at, stop))
                .flatten()
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

    /// The purest split that the limits allow; of equal ones the first.
    fn best_split(
        &self,
        node: &GrownNode,
        at: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Candidate> {
        let deepest = self.limits.max_depth.map_or(DEEPEST, |depth| depth as usize);
        let labels = node.weights.iter().filter(|&&weight| weight > 0).count();
        if labels < 2 || node.depth >= deepest.min(DEEPEST) {
            return None;
        }
        let mut best: Option<(Purity, usize, [Vec<u64>; 2])> = None;
        let mut first_split = 0;
        for column in &self.classes.columns {
            if stop() {
                return None;
            }
            self.each_split(node, column, |split, yes, no| {
                let purity = Purity::new(&self.prices, yes, no);
                if best.as_ref().is_none_or(|(so_far, ..)| purity.compare(so_far).is_gt()) {
                    let sides = [yes.to_vec(), no.to_vec()];
                    best = Some((purity, first_split + split as usize, sides));
                }
            });
            first_split += column.splits as usize;
        }
        let (_, split, [yes, no]) = best?;
        Some((gain(&self.prices, &yes, &no), Reverse(at), split))
    }

    /// Tells the label weights on both sides of every split of a column that leaves rows enough on
    /// both. Of thresholds that part the node's points alike the first is told.
    fn each_split(
        &self,
        node: &GrownNode,
        column: &SplitColumn,
        mut tell: impl FnMut(u32, &[u64], &[u64]),
    ) {
        let all: u64 = node.points.iter().map(|&point| self.rows_of(point)).sum();
        let least = u64::from(self.limits.min_leaf).max(1);
        let (mut yes, mut no, mut rows) = (vec![0; node.weights.len()], node.weights.clone(), 0);
        self.each_code(node, column, |code, weights, rows_here| {
            if column.kind == SplitKind::Categories {
                yes.fill(0);
                no.copy_from_slice(&node.weights);
                rows = 0;
            }
            yes.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            no.iter_mut().zip(weights).for_each(|(rest, weight)| *rest -= weight);
            rows += rows_here;
            if rows.min(all - rows) >= least && code < column.splits {
                tell(code, &yes, &no);
            }
        });
    }

    fn rows_of(&self, point: u32) -> u64 {
        u64::from(self.classes.rows[point as usize])
    }

    /// Tells every code that a point of the node has in a column, ascending, with the weights and rows of
    /// the points that have it.
    fn each_code(
        &self,
        node: &GrownNode,
        column: &SplitColumn,
        tell: impl FnMut(u32, &[u64], u64),
    ) {
        // To look at all codes of the column costs as much as to sort some of the points.
        match column.splits as usize <= CODES_FOR_A_POINT * node.points.len() {
            true => self.each_counted_code(node, column, tell),
            false => self.each_sorted_code(node, column, tell),
        }
    }

    fn each_counted_code(
        &self,
        node: &GrownNode,
        column: &SplitColumn,
        mut tell: impl FnMut(u32, &[u64], u64),
    ) {
        let (codes, labels) = (column.splits as usize + 1, self.classes.labels);
        let (mut weights, mut rows) = (vec![0; codes * labels], vec![0; codes]);
        for &point in &node.points {
            let code = column.codes[point as usize] as usize;
            self.add(&mut weights[code * labels..][..labels], point);
            rows[code] += self.rows_of(point);
        }
        for (code, weights) in weights.chunks_exact(labels).enumerate() {
            if rows[code] > 0 {
                tell(code as u32, weights, rows[code]);
            }
        }
    }

    fn each_sorted_code(
        &self,
        node: &GrownNode,
        column: &SplitColumn,
        mut tell: impl FnMut(u32, &[u64], u64),
    ) {
        let code = |point: u32| column.codes[point as usize];
        let mut points = node.points.clone();
        points.sort_unstable_by_key(|&point| code(point));
        let mut weights = vec![0; self.classes.labels];
        for group in points.chunk_by(|&a, &b| code(a) == code(b)) {
            weights.fill(0);
            group.iter().for_each(|&point| self.add(&mut weights, point));
            tell(code(group[0]), &weights, group.iter().map(|&point| self.rows_of(point)).sum());
        }
    }

    fn split(&self, tree: &mut Grown, at: usize, feature: usize) -> [usize; 2] {
        let depth = tree.nodes[at].depth + 1;
        let points = std::mem::take(&mut tree.nodes[at].points);
        let (column, split) = self.classes.split(feature);
        let (yes, no) =
            points.into_iter().partition(|&point| column.answers(split, point as usize));
        let first = tree.nodes.len();
        tree.nodes.extend([self.node(yes, depth), self.node(no, depth)]);
        tree.nodes[at].split = Some((feature, first, first + 1));
        [first, first + 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo;
    use gosdt_data::group_rows;
    use gosdt_search::Objective;

    #[test]
    fn counting_tells_the_codes_that_sorting_tells() {
        let table = demo::find("balance-scale").unwrap().table().unwrap();
        let classes = group_rows(&table, &|| false).unwrap();
        let mut totals = vec![0; classes.labels];
        classes.weights.chunks(classes.labels).for_each(|weights| {
            totals.iter_mut().zip(weights).for_each(|(total, weight)| *total += weight);
        });
        let lambda = BigRational::new(1.into(), 100.into());
        let costs = Costs::new(&Objective::Accuracy, &lambda, &totals, classes.len).unwrap();
        let grower = Grower::new(&classes, &costs, Limits::default());
        let node = grower.node((0..classes.len as u32).step_by(3).collect(), 0);
        for column in &classes.columns {
            let (mut counted, mut sorted) = (Vec::new(), Vec::new());
            let told = |code: u32, weights: &[u64], rows| (code, weights.to_vec(), rows);
            grower.each_counted_code(&node, column, |c, w, r| counted.push(told(c, w, r)));
            grower.each_sorted_code(&node, column, |c, w, r| sorted.push(told(c, w, r)));
            assert!(counted.len() > 1);
            assert_eq!(counted, sorted);
        }
    }
}
