//! A threshold of a column of ranks.
use crate::thresholds::threshold_between;

/// A threshold of a numeric column, by the ranks that it separates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cut {
    /// The last rank that answers yes.
    pub(crate) after: u32,
    /// A number that is at least the one of that rank, and less than the next.
    pub(crate) threshold: f64,
}

impl Cut {
    /// The cut in the middle between a number and the next.
    pub(crate) fn between(numbers: &[f64], after: u32) -> Cut {
        let at = after as usize;
        Cut { after, threshold: threshold_between(numbers[at], numbers[at + 1]) }
    }
}

/// The cuts that listed thresholds make: of several between the same two numbers the least, and
/// none below or above all numbers.
pub(super) fn given_cuts(numbers: &[f64], thresholds: &[f64]) -> Vec<Cut> {
    let mut ascending = thresholds.to_vec();
    ascending.sort_unstable_by(f64::total_cmp);
    let cut = |threshold: f64| {
        let below = numbers.partition_point(|number| *number <= threshold);
        let separates = 0 < below && below < numbers.len();
        separates.then(|| Cut { after: below as u32 - 1, threshold })
    };
    let mut cuts: Vec<Cut> = ascending.into_iter().filter_map(cut).collect();
    cuts.dedup_by_key(|cut| cut.after);
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_threshold_stays_as_it_is_written() {
        let cuts = given_cuts(&[1.0, 2.0, 4.0, 8.0], &[9.0, 2.0, 0.5, 5.0, 3.5, 8.0]);
        let expected = [(1, 2.0), (2, 5.0)].map(|(after, threshold)| Cut { after, threshold });
        assert_eq!(cuts, expected);
        assert_eq!(given_cuts(&[1.0], &[1.0]), []);
    }
}
