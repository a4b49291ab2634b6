//! The best split of a node for the subtrees that it has.
//!
//! With both subtrees fixed, a point costs what the leaf that it reaches on either side makes of it. The
//! split of the node then minimises a sum over the points that answer yes, which one pass over each
//! column finds among all its splits (Carreira-Perpiñán and Tavallali, "Alternating optimization of
//! decision trees", NeurIPS 2018). The cost never rises, so node after node this ends.
use super::exact::Exact;
use super::found::Found;
use super::stop::Stop;
use gosdt_search::{Column, Shape, ShapeNode, SplitKind};

impl Exact<'_> {
    /// Gives the nodes of a tree better splits, leaves up, until none has a better one or it is stopped.
    pub(super) fn with_best_splits(&self, mut found: Found, stop: &Stop<'_>) -> Found {
        loop {
            let before = found.cost;
            found = self.with_better_splits(found, stop);
            if found.cost == before || stop.is_due() {
                return found;
            }
        }
    }

    fn with_better_splits(&self, mut found: Found, stop: &Stop<'_>) -> Found {
        let mut points = self.points_of_nodes(&found.tree);
        let mut at = points.len();
        while at > 0 && !stop.is_due() {
            at -= 1;
            if let Some(better) = self.with_best_split(&found, at, &points[at], stop) {
                found = better;
                points = self.points_of_nodes(&found.tree);
                at = at.min(points.len());
            }
        }
        found
    }

    /// The tree with the best split at a node, if that is better.
    fn with_best_split(
        &self,
        found: &Found,
        at: usize,
        points: &[u32],
        stop: &Stop<'_>,
    ) -> Option<Found> {
        let ShapeNode::Split { feature, yes, no } = found.tree.nodes[at] else { return None };
        let loss = |below: usize, point: u32| {
            self.measure.loss(self.weights(point), self.label(&found.tree, below, point))
        };
        let losses: Vec<i64> =
            points.iter().map(|&point| loss(yes, point) - loss(no, point)).collect();
        let answers_yes = |(point, _): &(&u32, &i64)| self.answers(feature, **point);
        let now: i64 = points.iter().zip(&losses).filter(answers_yes).map(|(_, loss)| *loss).sum();
        let (best, split) = self.least_sum(points, &losses, stop)?;
        if best >= now {
            return None;
        }
        let mut tree = found.tree.clone();
        tree.nodes[at] = ShapeNode::Split { feature: split, yes, no };
        let better = self.pruned(&tree);
        (better.cost < found.cost).then_some(better)
    }

    /// The label of the leaf that a point reaches from a node.
    fn label(&self, tree: &Shape, mut at: usize, point: u32) -> usize {
        loop {
            match tree.nodes[at] {
                ShapeNode::Leaf { label } => return label,
                ShapeNode::Split { feature, yes, no } => {
                    at = if self.answers(feature, point) { yes } else { no };
                }
            }
        }
    }

    /// The split with the least sum over the points that answer yes; `None` if it is stopped.
    fn least_sum(&self, points: &[u32], values: &[i64], stop: &Stop<'_>) -> Option<(i64, usize)> {
        let mut best: Option<(i64, usize)> = None;
        for (column, first) in self.columns() {
            if stop.is_due() {
                return None;
            }
            each_sum(column, points, values, |split, sum| {
                if best.is_none_or(|(least, _)| sum < least) {
                    best = Some((sum, first + split as usize));
                }
            });
        }
        best
    }
}

/// Tells for every split of a column that parts the points the sum of the values of those that answer
/// yes.
fn each_sum(column: &Column, points: &[u32], values: &[i64], mut tell: impl FnMut(u32, i64)) {
    let mut sum = 0;
    let mut add = |code: u32, value: i64| {
        sum = if column.kind == SplitKind::Categories { value } else { sum + value };
        if code < column.splits {
            tell(code, sum);
        }
    };
    let codes = points.iter().map(|&point| column.codes[point as usize]);
    // Few points are sorted, many are summed up by their codes.
    if points.len() < column.splits as usize / 8 {
        let mut sums: Vec<(u32, i64)> = codes.zip(values.iter().copied()).collect();
        sums.sort_unstable_by_key(|(code, _)| *code);
        for group in sums.chunk_by(|a, b| a.0 == b.0) {
            add(group[0].0, group.iter().map(|(_, value)| value).sum());
        }
    } else {
        let mut sums = vec![0; column.splits as usize + 1];
        codes.zip(values).for_each(|(code, value)| sums[code as usize] += value);
        sums.into_iter().enumerate().for_each(|(code, value)| add(code as u32, value));
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{self, thresholds};
    use super::*;
    use gosdt_search::Limits;
    use num_rational::BigRational;

    #[test]
    fn both_ways_to_sum_agree() {
        let codes: Vec<u32> = (0..200).map(|point| point * 37 % 101).collect();
        for kind in [SplitKind::Thresholds, SplitKind::Categories] {
            let column = |splits| Column { kind, splits, codes: codes.as_slice().into() };
            let points: Vec<u32> = (0..200).step_by(3).collect();
            let values: Vec<i64> = (0..67).map(|at| at * 29 % 41 - 20).collect();
            let [few, many] = [100, 100_000].map(|splits| {
                let mut told = Vec::new();
                each_sum(&column(splits), &points, &values, |_, sum| told.push(sum));
                (told.iter().min().copied(), told.last().copied())
            });
            assert_eq!(few.0, many.0, "{kind:?}");
        }
    }

    #[test]
    fn a_threshold_moves_to_where_its_subtrees_want_it() {
        // Class 1 is above 6 of ten codes; the tree splits at 2 and would need a second split.
        let codes: Vec<u32> = (0..100).map(|point| point % 10).collect();
        let classes: Vec<usize> = codes.iter().map(|&code| usize::from(code > 6)).collect();
        let lambda = BigRational::new(1.into(), 100.into());
        let made = made::problem(vec![thresholds(codes)], &classes, lambda, Limits::default());
        let exact = Exact::new(&made.problem, &made.measure);
        let tree = Shape::split(2, &Shape::leaf(0), &Shape::leaf(1));
        let start = Found { cost: i64::MAX, tree };
        let found = exact.with_best_splits(start, &Stop::never());
        assert_eq!(found.tree, Shape::split(6, &Shape::leaf(0), &Shape::leaf(1)));
        assert_eq!(found.cost, 2 * made.problem.costs().per_leaf());
    }
}
