//! The labels of the leaves of trees that are known by their splits.
use crate::answers::{Answers, ones};
use crate::any_tally::Splits;
use gosdt_search::{Costs, Points, Shape};

/// What each point costs with each label.
pub(crate) struct Labels {
    labels: usize,
    /// `costs[point * labels + label]`.
    costs: Vec<i64>,
}

impl Labels {
    /// The costs of these points.
    pub fn new(points: &Points, costs: &Costs) -> Labels {
        let labels = costs.labels();
        let cost = |weights: &[u64], label: usize| -> i64 {
            // No overflow: the largest total was checked when the costs were made.
            let terms = weights.iter().enumerate();
            terms.map(|(class, &weight)| costs.per_weight(label, class) * weight as i64).sum()
        };
        let of_point = |weights| (0..labels).map(move |label| cost(weights, label));
        let costs = points.weights.chunks_exact(points.classes).flat_map(of_point).collect();
        Labels { labels, costs }
    }

    /// The tree with these splits, whose leaves have the labels that cost least.
    pub fn label(&self, answers: &Answers, everything: &[u64], splits: &Splits) -> Shape {
        let mut splits = splits.iter().copied();
        self.subtree(answers, everything, &mut splits)
    }

    fn subtree(
        &self,
        answers: &Answers,
        points: &[u64],
        splits: &mut impl Iterator<Item = Option<u32>>,
    ) -> Shape {
        let Some(feature) = splits.next().flatten() else {
            return Shape::leaf(self.best(points));
        };
        let mut side = |yes: bool| {
            let points = answers.side(points, feature, yes);
            self.subtree(answers, &points, splits)
        };
        let (yes, no) = (side(true), side(false));
        Shape::split(feature as usize, &yes, &no)
    }

    /// The first of the labels that cost least.
    fn best(&self, points: &[u64]) -> usize {
        let mut totals = vec![0i64; self.labels];
        for point in ones(points) {
            let costs = &self.costs[point * self.labels..][..self.labels];
            totals.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
        }
        let costs = totals.into_iter().enumerate().map(|(label, cost)| (cost, label));
        costs.min().map_or(0, |(_, label)| label)
    }
}
