//! Whether the thresholds of a column are nested as their places say, which bounds rest on.
use super::Feature;
use std::borrow::Cow;

/// The features, without the places of columns that these are wrong of: what is said of such a column
/// then rests on nothing.
pub(crate) fn with_true_places(features: &[Feature]) -> Cow<'_, [Feature]> {
    let mut order: Vec<usize> = (0..features.len()).collect();
    order.retain(|&at| features[at].place.is_some());
    order.sort_by_key(|&at| (features[at].column, features[at].place));
    let lies = |pair: &[usize]| {
        let [small, large] = [&features[pair[0]], &features[pair[1]]];
        small.column == large.column && !is_below(small, large)
    };
    let mut wrong: Vec<u32> =
        order.windows(2).filter(|pair| lies(pair)).map(|pair| features[pair[0]].column).collect();
    wrong.dedup();
    if wrong.is_empty() {
        return Cow::Borrowed(features);
    }
    let without = |feature: &Feature| match wrong.binary_search(&feature.column) {
        Ok(_) => Feature { place: None, ..feature.clone() },
        Err(_) => feature.clone(),
    };
    features.iter().map(without).collect()
}

/// Whether the yes-side of one threshold lies in that of another with a larger place.
fn is_below(small: &Feature, large: &Feature) -> bool {
    let mut words = small.bits.iter().zip(&large.bits);
    small.place < large.place && words.all(|(small, large)| small & !large == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(bits: u64, column: u32, place: u32) -> Feature {
        Feature { bits: vec![bits], column, place: Some(place) }
    }

    #[test]
    fn places_that_are_true_stay_in_any_order() {
        let features = [feature(0b111, 0, 7), feature(0b1, 1, 0), feature(0b11, 0, 2)];
        assert!(matches!(with_true_places(&features), Cow::Borrowed(_)));
    }

    #[test]
    fn places_of_columns_that_are_not_nested_go() {
        let twice = feature(0b1, 2, 3);
        let features =
            [feature(0b100, 0, 1), feature(0b11, 0, 2), feature(0b1, 1, 0), twice.clone(), twice];
        let places: Vec<Option<u32>> =
            with_true_places(&features).iter().map(|feature| feature.place).collect();
        assert_eq!(places, [None, None, Some(0), None, None]);
    }
}
