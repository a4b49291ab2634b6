//! Random problems and leaves, for tests.
use crate::objective::Fraction;
use crate::problem::{ClassCounts, RankInstance, RankObjective};
use crate::relaxation::{Price, Prices};
use gosdt_oracle::RankLoss;
use gosdt_oracle::random::Stream;
use gosdt_search::{Feature, LabelRule, Limits, Points};
use num_rational::BigRational;
use std::sync::Arc;

/// Answers at random, or the thresholds of two columns of numbers, nested one after another.
fn random_features(stream: &mut Stream, len: usize) -> Vec<Feature> {
    let feature =
        |bits, column: usize| Feature { bits: vec![bits], column: column as u32, place: None };
    if stream.once_in(2) {
        let width = 1 + stream.below(5);
        let mut answers =
            |_| (0..len).fold(0u64, |bits, point| bits | (stream.below(2) as u64) << point);
        return (0..width).map(|column| feature(answers(column), column)).collect();
    }
    let values: Vec<usize> = (0..2 * len).map(|_| stream.below(6)).collect();
    let at_most = |column: usize, most: usize| {
        let values = values[column * len..][..len].iter().enumerate();
        values.fold(0u64, |bits, (point, &value)| bits | u64::from(value <= most) << point)
    };
    let places = (0..2).flat_map(|column| (0..5).map(move |most| (column, most)));
    places.map(|(column, most)| feature(at_most(column, most), column)).collect()
}

/// Up to fourteen points, with limits or without, stored as bits.
pub(crate) fn random_instance(stream: &mut Stream) -> RankInstance {
    let [bits, _] = random_instances(stream);
    bits
}

/// The same, stored as bits and as ranks.
pub(crate) fn random_instances(stream: &mut Stream) -> [RankInstance; 2] {
    let len = 1 + stream.below(14);
    let features = random_features(stream, len);
    let weight = [2, 3, 9][stream.below(3)];
    let points = Points {
        len,
        classes: 2,
        weights: (0..2 * len).map(|_| stream.below(weight) as u64).collect(),
        rows: (0..len).map(|_| 1 + stream.below(3) as u32).collect(),
        columns: Vec::new(),
    }
    .with_features(&features)
    .expect("thresholds are nested");
    let limits = Limits {
        max_depth: [None, None, Some(1), Some(2), Some(3)][stream.below(5)],
        max_leaves: None,
        min_leaf: [1, 1, 1, 2, 4][stream.below(5)],
    };
    let points = Arc::new(points);
    [false, true].map(|ranks| {
        let laid_out = RankInstance::until(&points, ranks, (1, &limits), &|| false);
        laid_out.expect("nothing stops it")
    })
}

/// Two to five labels, or two and a rule.
pub(crate) fn random_prices(stream: &mut Stream) -> Prices {
    let rule = stream.once_in(3);
    let labels = if rule { 2 } else { 2 + stream.below(4) };
    let price = |stream: &mut Stream, label: usize| match (rule, label) {
        (true, 0) => Price { pos: stream.below(20) as i64, neg: 0 },
        (true, _) => Price { pos: 0, neg: stream.below(20) as i64 },
        _ => Price { pos: stream.below(20) as i64, neg: stream.below(20) as i64 },
    };
    let omega = |stream: &mut Stream| LabelRule {
        times: 1 + stream.below(3) as i64,
        over: 1 + stream.below(3) as i64,
    };
    Prices {
        labels: (0..labels).map(|label| price(stream, label)).collect(),
        per_leaf: stream.below(12) as i64,
        rule: rule.then(|| omega(stream)),
    }
}

/// A leaf with these weights.
pub(crate) fn counts(neg: i64, pos: i64) -> ClassCounts {
    ClassCounts { neg, pos }
}

/// A rational.
pub(crate) fn fraction(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// `total` parted at random into up to `most` vectors.
pub(crate) fn parts(stream: &mut Stream, total: ClassCounts, most: usize) -> Vec<ClassCounts> {
    let mut left = total;
    let mut parts = Vec::new();
    for _ in 1..most {
        let part = counts(
            stream.below(left.neg as usize + 1) as i64,
            stream.below(left.pos as usize + 1) as i64,
        );
        left = left - part;
        parts.push(part);
    }
    parts.push(left);
    parts.retain(|part| *part != ClassCounts::default());
    parts
}

/// Weights below `below`, with some of the positives.
pub(crate) fn total(stream: &mut Stream, below: usize) -> ClassCounts {
    counts(stream.below(below) as i64, 1 + stream.below(below) as i64)
}

/// The fraction of an objective for points of these weights.
pub(crate) fn fractional(objective: &RankObjective, totals: ClassCounts) -> Fraction {
    let points = Points {
        len: 1,
        classes: 2,
        weights: vec![totals.neg as u64, totals.pos as u64],
        rows: vec![1],
        columns: Vec::new(),
    };
    let instance = RankInstance::new(&points, 1, &Limits::default());
    Fraction::new(objective, &instance, &fraction(0, 1)).expect("a fraction")
}

/// The objectives that are fractions, with their independent definitions.
pub(crate) fn fractional_kinds() -> Vec<(RankObjective, RankLoss)> {
    let beta = fraction(3, 2);
    vec![
        (RankObjective::FScore { omega: None }, RankLoss::FScore),
        (RankObjective::FBeta { beta: beta.clone() }, RankLoss::FBeta(beta)),
        (RankObjective::Jaccard, RankLoss::Jaccard),
    ]
}
