//! Random terms of a problem: loss, λ and limits.
use super::{Ranges, Stream};
use crate::Loss;
use num_rational::BigRational;
use num_traits::Zero;

/// A kind of [`Loss`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossKind {
    /// [`Loss::Accuracy`].
    Accuracy,
    /// [`Loss::Balanced`].
    Balanced,
    /// [`Loss::Weighted`].
    Weighted,
    /// [`Loss::Costs`].
    Costs,
}

impl LossKind {
    /// All of them.
    pub const ALL: [LossKind; 4] =
        [LossKind::Accuracy, LossKind::Balanced, LossKind::Weighted, LossKind::Costs];
}

/// Limits on the tree, as in [`crate::OracleProblem`].
pub(super) struct Limits {
    pub(super) max_depth: Option<u32>,
    pub(super) max_leaves: Option<u32>,
    pub(super) min_leaf: u32,
}

pub(super) fn classes(stream: &mut Stream, ranges: &Ranges, kind: LossKind) -> usize {
    match kind {
        LossKind::Weighted => 2,
        _ => *stream.pick(&ranges.classes.clone().collect::<Vec<_>>()),
    }
}

pub(super) fn loss(stream: &mut Stream, ranges: &Ranges, kind: LossKind, classes: usize) -> Loss {
    match kind {
        LossKind::Accuracy => Loss::Accuracy,
        LossKind::Balanced => Loss::Balanced,
        LossKind::Weighted => {
            let &(numerator, denominator) =
                stream.pick(&[(1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (17, 10), (10, 1), (1, 10)]);
            Loss::Weighted { positive: stream.below(2), omega: fraction(numerator, denominator) }
        }
        LossKind::Costs => Loss::Costs(cost_matrix(stream, ranges, classes)),
    }
}

/// Sometimes with more labels than classes, with a label that is always right, with two labels
/// that cost the same, or with a cost for the right label.
fn cost_matrix(stream: &mut Stream, ranges: &Ranges, classes: usize) -> Vec<Vec<BigRational>> {
    let more = if stream.once_in(2) { stream.below(4) } else { 0 };
    let labels = (classes + more).min(ranges.labels);
    let right_is_free = !stream.once_in(4);
    let cell = |stream: &mut Stream, label: usize, class: usize| match stream.below(12) {
        _ if right_is_free && label == class => BigRational::zero(),
        0 => BigRational::zero(),
        1 | 2 => fraction(1 + stream.below(9) as i64, 10),
        _ => fraction(1 + stream.below(4) as i64, 1),
    };
    let mut row = |label| (0..classes).map(|class| cell(stream, label, class)).collect();
    let mut matrix: Vec<Vec<BigRational>> = (0..labels).map(&mut row).collect();
    match stream.below(24) {
        0 => matrix[stream.below(labels)] = vec![BigRational::zero(); classes],
        1..=3 => matrix[stream.below(labels)] = matrix[stream.below(labels)].clone(),
        _ => {}
    }
    matrix
}

/// λ: none, less than any row weighs, small, and more than any loss.
pub(super) fn lambda(stream: &mut Stream, weights: &[u64]) -> BigRational {
    let total: u64 = weights.iter().sum();
    match stream.below(32) {
        0..=3 => BigRational::zero(),
        4..=8 => fraction(1, 10) / BigRational::from_integer(total.into()),
        9..=17 => fraction(1, 100),
        18..=22 => fraction(1, 32),
        23..=26 => fraction(1, 20),
        27..=29 => fraction(1, 10),
        30 => fraction(3, 10),
        _ => fraction(2, 1),
    }
}

pub(super) fn limits(stream: &mut Stream, ranges: &Ranges) -> Limits {
    if !ranges.limits || stream.once_in(2) {
        return Limits { max_depth: None, max_leaves: None, min_leaf: 1 };
    }
    let depths = [None, None, None, None, Some(0), Some(1), Some(2), Some(2), Some(3), Some(3)];
    let leaves = [None, None, None, None, Some(1), Some(2), Some(3), Some(3), Some(5), Some(5)];
    Limits {
        max_depth: *stream.pick(&depths),
        max_leaves: *stream.pick(&leaves),
        min_leaf: *stream.pick(&[1, 1, 1, 2, 3, 4]),
    }
}

fn fraction(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}
