//! The points of a problem with all their splits.
use super::measure::Measure;
use gosdt_search::{Column, Problem, Shape, ShapeNode};

/// A problem with what walking its points down trees takes.
pub(super) struct Exact<'a> {
    pub(super) problem: &'a Problem,
    pub(super) measure: &'a Measure,
    /// The number of the first split of each column.
    firsts: Vec<usize>,
}

impl<'a> Exact<'a> {
    pub(super) fn new(problem: &'a Problem, measure: &'a Measure) -> Exact<'a> {
        let mut first = 0;
        let firsts = problem.points().columns.iter().map(|column| {
            let here = first;
            first += column.splits as usize;
            here
        });
        Exact { problem, measure, firsts: firsts.collect() }
    }

    /// All points.
    pub(super) fn everything(&self) -> Vec<u32> {
        (0..self.problem.points().len as u32).collect()
    }

    /// The columns with the number of their first split.
    pub(super) fn columns(&self) -> impl Iterator<Item = (&'a Column, usize)> {
        self.problem.points().columns.iter().zip(self.firsts.iter().copied())
    }

    /// The column of a split, and the split's place in it.
    pub(super) fn place(&self, feature: usize) -> (usize, u32) {
        let column = self.firsts.partition_point(|&first| first <= feature) - 1;
        (column, (feature - self.firsts[column]) as u32)
    }

    /// Whether a point answers yes to a split.
    pub(super) fn answers(&self, feature: usize, point: u32) -> bool {
        let (column, split) = self.place(feature);
        self.problem.points().columns[column].answers(split, point as usize)
    }

    /// The points that answer yes, and those that answer no.
    pub(super) fn part(&self, points: &[u32], feature: usize) -> (Vec<u32>, Vec<u32>) {
        let (column, split) = self.place(feature);
        let column = &self.problem.points().columns[column];
        points.iter().partition(|&&point| column.answers(split, point as usize))
    }

    /// The weights of the classes at a point.
    pub(super) fn weights(&self, point: u32) -> &'a [u64] {
        let points = self.problem.points();
        &points.weights[point as usize * points.classes..][..points.classes]
    }

    /// The weight of each class.
    pub(super) fn totals(&self, points: &[u32]) -> Vec<u64> {
        let mut totals = vec![0; self.measure.classes()];
        for &point in points {
            totals.iter_mut().zip(self.weights(point)).for_each(|(sum, weight)| *sum += weight);
        }
        totals
    }

    /// Number of rows.
    pub(super) fn rows(&self, points: &[u32]) -> u64 {
        points.iter().map(|&point| u64::from(self.problem.points().rows[point as usize])).sum()
    }

    /// The points that reach each node of a tree.
    pub(super) fn points_of_nodes(&self, tree: &Shape) -> Vec<Vec<u32>> {
        let mut points = vec![Vec::new(); tree.nodes.len()];
        points[0] = self.everything();
        for (at, node) in tree.nodes.iter().enumerate() {
            if let ShapeNode::Split { feature, yes, no } = *node {
                (points[yes], points[no]) = self.part(&points[at], feature);
            }
        }
        points
    }
}
