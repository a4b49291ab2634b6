//! The ROC curve of a tree: its leaves, ranked by the share of positives that training found in
//! them, are the curve's segments.
use crate::measured::Measured;
use gosdt_tree::Model;

/// Share of the negatives, and of the positives, that are called positive.
pub(crate) type Point = [f64; 2];

/// A curve.
#[derive(Debug)]
pub(crate) struct Roc {
    /// From (0, 0) to (1, 1).
    pub(crate) segments: Vec<Segment>,
    /// The corners of the least concave curve above it.
    pub(crate) hull: Vec<Point>,
    /// Where the tree's own decisions stand.
    pub(crate) decisions: Point,
}

/// A leaf, or several that rank alike.
#[derive(Debug)]
pub(crate) struct Segment {
    /// Indices of nodes.
    pub(crate) leaves: Vec<usize>,
    pub(crate) from: Point,
    pub(crate) to: Point,
}

/// The curve, for two classes that both occur.
pub(crate) fn roc(model: &Model, measured: &Measured) -> Option<Roc> {
    if model.classes.len() != 2 {
        return None;
    }
    let positive = model.positive.unwrap_or(1);
    let totals = [1 - positive, positive].map(|class| measured.metrics.per_class[class].support);
    if totals.iter().any(|total| *total <= 0.0) {
        return None;
    }
    let segments = segments(model, measured, positive, totals);
    let corners = [[0.0, 0.0]].into_iter().chain(segments.iter().map(|segment| segment.to));
    let confusion = &measured.metrics.confusion;
    Some(Roc {
        hull: hull(corners),
        decisions: [
            confusion[1 - positive][positive] / totals[0],
            confusion[positive][positive] / totals[1],
        ],
        segments,
    })
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
}
