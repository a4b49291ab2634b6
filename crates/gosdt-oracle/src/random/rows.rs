//! Random rows: repeats, labels and weights.
use super::{Ranges, Stream};

/// Gives some rows the features of an earlier row, in half of the problems.
pub(super) fn repeat_some(stream: &mut Stream, rows: &mut [Vec<bool>]) {
    if stream.once_in(2) {
        return;
    }
    for row in 1..rows.len() {
        if stream.once_in(2) {
            rows[row] = rows[stream.below(row)].clone();
        }
    }
}

/// The classes of the rows: one class alone, free, or after one to three features with a little
/// noise. Not every class need occur.
pub(super) fn labels(stream: &mut Stream, rows: &[Vec<bool>], classes: usize) -> Vec<usize> {
    if stream.once_in(16) {
        return vec![stream.below(classes); rows.len()];
    }
    let style = stream.below(5);
    let noise = *stream.pick(&[4, 10, 1000]);
    let asked = [(); 3].map(|()| stream.below(rows[0].len()));
    let label = |row: &Vec<bool>| match (style, asked.map(|feature| usize::from(row[feature]))) {
        (2, [a, _, _]) if !stream.once_in(noise) => a,
        (3, [a, b, _]) if !stream.once_in(noise) => a ^ b,
        (4, [a, b, c]) if !stream.once_in(noise) => (a + 2 * b + c) % classes,
        _ => stream.below(classes),
    };
    rows.iter().map(label).collect()
}

/// The weights of the rows: all 1, small, with zeros, or large. At least one is positive.
pub(super) fn weights(stream: &mut Stream, ranges: &Ranges, count: usize) -> Vec<u64> {
    let style = if ranges.row_weights { stream.below(6) } else { 0 };
    let weight = |stream: &mut Stream| match style {
        0..=2 => 1,
        3 => 1 + stream.below(5) as u64,
        4 => stream.below(3) as u64,
        _ => 1_000_003 * (1 + stream.below(12) as u64),
    };
    let mut weights: Vec<u64> = (0..count).map(|_| weight(stream)).collect();
    if weights.iter().all(|&weight| weight == 0) {
        weights[0] = 1;
    }
    weights
}
