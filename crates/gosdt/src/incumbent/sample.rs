//! Some points of a large problem in the place of all.
use gosdt_search::{Column, Points};

/// Problems of more points than twice this are sampled.
const SAMPLE: usize = 1 << 15;

/// About [`SAMPLE`] points, evenly along the problem's, with so much more weight that they weigh as
/// much as all; `None` where there are not many more.
pub(super) fn sample(points: &Points) -> Option<Points> {
    let step = points.len / SAMPLE;
    if step < 2 {
        return None;
    }
    let kept: Vec<usize> = (0..points.len).step_by(step).collect();
    let weights = kept.iter().flat_map(|&point| {
        let weights = &points.weights[point * points.classes..][..points.classes];
        weights.iter().map(|weight| weight * step as u64)
    });
    let column = |column: &Column| Column {
        kind: column.kind,
        splits: column.splits,
        codes: kept.iter().map(|&point| column.codes[point]).collect(),
    };
    Some(Points {
        len: kept.len(),
        classes: points.classes,
        weights: weights.collect(),
        rows: kept.iter().map(|&point| points.rows[point]).collect(),
        columns: points.columns.iter().map(column).collect(),
    })
}
