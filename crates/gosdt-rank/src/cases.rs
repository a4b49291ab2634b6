//! Random additive problems, for tests.
use crate::ground::Ground;
use crate::prices::{Price, Prices};
use gosdt_oracle::random::Stream;
use gosdt_search::{Feature, LabelRule, Limits, Points};

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

/// Up to fourteen points, with limits or without.
pub(crate) fn random_ground(stream: &mut Stream) -> Ground {
    let len = 1 + stream.below(14);
    let features = random_features(stream, len);
    let weight = [2, 3, 9][stream.below(3)];
    let points = Points {
        len,
        classes: 2,
        weights: (0..2 * len).map(|_| stream.below(weight) as u64).collect(),
        rows: (0..len).map(|_| 1 + stream.below(3) as u32).collect(),
        features,
    };
    let limits = Limits {
        max_depth: [None, None, Some(1), Some(2), Some(3)][stream.below(5)],
        max_leaves: None,
        min_leaf: [1, 1, 1, 2, 4][stream.below(5)],
    };
    Ground::new(&points, 1, &limits)
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
