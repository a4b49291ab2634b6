//! The splits of a problem: features, and the thresholds among them.
use crate::problem::Feature;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// The features of a problem over the points kept.
pub(crate) struct Splits {
    /// Answers of the points, by feature.
    pub bits: Vec<Vec<u64>>,
    /// Column of each feature, and its place among the column's thresholds if it is one.
    places: Vec<(u32, Option<u32>)>,
    /// Whether the thresholds of every column come in the order of their places.
    pub in_order: bool,
    /// Whether most features are thresholds.
    pub mostly_thresholds: bool,
}

impl Splits {
    /// The splits of the points kept, by their answers.
    pub fn new(features: Vec<Feature>) -> Splits {
        Splits {
            places: features.iter().map(|feature| (feature.column, feature.place)).collect(),
            in_order: in_order(&features),
            mostly_thresholds: mostly_thresholds(&features),
            bits: features.into_iter().map(|feature| feature.bits).collect(),
        }
    }

    /// Column of a feature, and its place among the column's thresholds if it is one.
    pub fn place(&self, feature: u32) -> (u32, Option<u32>) {
        self.places[feature as usize]
    }

    /// Whether two features are thresholds of one column, with the yes-side of `smaller` inside that
    /// of `larger`.
    pub fn is_below(&self, smaller: u32, larger: u32) -> bool {
        let (smaller, larger) = (self.place(smaller), self.place(larger));
        smaller.0 == larger.0 && smaller.1.is_some() && smaller.1 < larger.1
    }

    /// The run of neighbouring thresholds of one column around `at` that are all live, as positions
    /// in `features`. A feature that is no threshold is a run by itself.
    pub fn run(
        &self,
        features: &[u32],
        at: usize,
        live: impl Fn(usize) -> bool,
    ) -> RangeInclusive<usize> {
        let (column, place) = self.place(features[at]);
        if place.is_none() {
            return at..=at;
        }
        let belongs = |&other: &usize| {
            let (its_column, its_place) = self.place(features[other]);
            its_column == column && its_place.is_some() && live(other)
        };
        let first = (0..at).rev().take_while(belongs).last().unwrap_or(at);
        let last = (at + 1..features.len()).take_while(belongs).last().unwrap_or(at);
        first..=last
    }
}

fn in_order(features: &[Feature]) -> bool {
    let mut last = HashMap::new();
    let mut thresholds =
        features.iter().filter_map(|feature| Some((feature.column, feature.place?)));
    thresholds.all(|(column, place)| last.insert(column, place) < Some(place))
}

fn mostly_thresholds(features: &[Feature]) -> bool {
    2 * features.iter().filter(|feature| feature.place.is_some()).count() > features.len()
}
