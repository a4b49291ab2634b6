//! The ROC curve of a tree: its leaves, ranked by the share of positives that training found in
//! them, are the curve's segments.
use crate::measured::Measured;
use gosdt_tree::Model;

/// Share of the negatives, and of the positives, that are called positive.
pub type Point = [f64; 2];

/// The ROC curve of a tree on some rows.
///
/// ```
/// use gosdt::{FitOptions, Silent, demo, fit};
/// use gosdt_report::{Measured, Roc};
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let options = FitOptions { max_leaves: Some(2), ..FitOptions::default() };
/// let model = fit(&table, &options, &mut Silent)?.model;
/// let roc = Roc::new(&model, &Measured::on_training(&model)).unwrap();
/// assert_eq!(roc.segments.len(), 2); // one for each leaf
/// assert_eq!(roc.hull, roc.corners()); // no other ranking of the leaves does better
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Roc {
    /// From (0, 0) to (1, 1).
    pub segments: Vec<Segment>,
    /// The corners of the least concave curve above it.
    pub hull: Vec<Point>,
    /// Where the tree's own decisions stand.
    pub decisions: Point,
}

/// A leaf, or several that rank alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Indices of nodes.
    pub leaves: Vec<usize>,
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

impl Roc {
    /// The curve, for two classes that both occur.
    pub fn new(model: &Model, measured: &Measured) -> Option<Roc> {
        if model.classes.len() != 2 {
            return None;
        }
        let positive = model.positive.unwrap_or(1);
        let totals =
            [1 - positive, positive].map(|class| measured.metrics.per_class[class].support);
        if totals.iter().any(|total| *total <= 0.0) {
            return None;
        }
        let segments = segments(model, measured, positive, totals);
        let confusion = &measured.metrics.confusion;
        Some(Roc {
            hull: hull(corners(&segments)),
            decisions: [
                confusion[1 - positive][positive] / totals[0],
                confusion[positive][positive] / totals[1],
            ],
            segments,
        })
    }

    /// Its corners, from (0, 0) to (1, 1).
    pub fn corners(&self) -> Vec<Point> {
        corners(&self.segments).collect()
    }

    /// Its corners left of a false positive rate, and where it is there.
    pub fn left_of(&self, rate: f64) -> Vec<Point> {
        let reached = |segment: &&Segment| segment.from[0] < rate;
        let cut = |segment: &Segment| {
            let [[x, y], [to_x, to_y]] = [segment.from, segment.to];
            let share = ((rate - x) / (to_x - x)).min(1.0);
            // A vertical segment left of the rate is reached to its end.
            let share = if share.is_finite() { share } else { 1.0 };
            [x + share * (to_x - x), y + share * (to_y - y)]
        };
        let cuts = self.segments.iter().take_while(reached).map(cut);
        [[0.0, 0.0]].into_iter().chain(cuts).collect()
    }
}

fn corners(segments: &[Segment]) -> impl Iterator<Item = Point> {
    [[0.0, 0.0]].into_iter().chain(segments.iter().map(|segment| segment.to))
}

fn segments(model: &Model, measured: &Measured, positive: usize, totals: [f64; 2]) -> Vec<Segment> {
    let share = |leaf: usize| model.shares(leaf).get(positive).copied().unwrap_or(0.0);
    let mut ranked: Vec<usize> = model.tree.leaf_nodes().collect();
    ranked.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
    let mut from = [0.0, 0.0];
    let mut segments = Vec::new();
    for leaves in ranked.chunk_by(|&a, &b| share(a) == share(b)) {
        let weight = |class: usize| {
            leaves.iter().map(|&leaf| measured.leaf_weights[leaf][class]).sum::<f64>()
        };
        let to =
            [from[0] + weight(1 - positive) / totals[0], from[1] + weight(positive) / totals[1]];
        if to != from {
            segments.push(Segment { leaves: leaves.to_vec(), from, to });
        }
        from = to;
    }
    segments
}

/// Andrew's monotone chain, the upper half.
fn hull(corners: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut hull: Vec<Point> = Vec::new();
    for corner in corners {
        while let [.., a, b] = hull.as_slice() {
            let turn = (b[0] - a[0]) * (corner[1] - a[1]) - (b[1] - a[1]) * (corner[0] - a[0]);
            if turn < -1e-12 {
                break;
            }
            hull.pop();
        }
        hull.push(corner);
    }
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_leaves_out_what_lies_below_it() {
        let corners = [[0.0, 0.0], [0.1, 0.2], [0.2, 0.7], [0.5, 0.75], [0.6, 0.9], [1.0, 1.0]];
        let kept = hull(corners.into_iter());
        assert_eq!(kept, [[0.0, 0.0], [0.2, 0.7], [0.6, 0.9], [1.0, 1.0]]);
    }

    #[test]
    fn the_left_part_ends_where_it_is_cut() {
        let corners = [[0.0, 0.0], [0.0, 0.5], [0.5, 0.75], [1.0, 1.0]];
        let segment = |pair: &[Point]| Segment { leaves: vec![], from: pair[0], to: pair[1] };
        let segments = corners.windows(2).map(segment).collect();
        let roc = Roc { segments, hull: corners.to_vec(), decisions: [0.0, 0.5] };
        assert_eq!(roc.left_of(0.25), [[0.0, 0.0], [0.0, 0.5], [0.25, 0.625]]);
        assert_eq!(roc.left_of(0.5), [[0.0, 0.0], [0.0, 0.5], [0.5, 0.75]]);
        assert_eq!(roc.left_of(1.0), corners);
    }
}
