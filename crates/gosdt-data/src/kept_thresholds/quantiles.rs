//! The thresholds next to the quantiles of a column.

/// The ranks after which to cut so that the parts weigh about the same: next to each of `most`
/// quantiles, at equal distances, the gap between two ranks that is nearest to it, of two the lower.
/// At most `most` ranks in ascending order; all gaps where there are no more.
pub(crate) fn quantile_cuts(weights: &[u64], most: u32) -> Vec<u32> {
    let gaps = weights.len().saturating_sub(1);
    if gaps <= most as usize {
        return (0..gaps as u32).collect();
    }
    let cumulative = cumulative(weights);
    let total = cumulative[gaps];
    let parts = u128::from(most) + 1;
    let (mut cuts, mut gap) = (vec![], 0);
    for part in 1..parts {
        let quantile = total * part;
        while gap + 1 < gaps && cumulative[gap] * parts < quantile {
            gap += 1;
        }
        let distance = |gap: usize| (cumulative[gap] * parts).abs_diff(quantile);
        let nearest = if gap > 0 && distance(gap - 1) <= distance(gap) { gap - 1 } else { gap };
        cuts.push(nearest as u32);
    }
    cuts.dedup();
    cuts
}

/// The weight up to each rank.
fn cumulative(weights: &[u64]) -> Vec<u128> {
    let add = |sum: &mut u128, weight: &u64| {
        *sum += u128::from(*weight);
        Some(*sum)
    };
    weights.iter().scan(0, add).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parts_weigh_about_the_same() {
        assert_eq!(quantile_cuts(&[1; 12], 3), [2, 5, 8]);
        assert_eq!(quantile_cuts(&[1; 12], 1), [5]);
        assert_eq!(quantile_cuts(&[9, 1, 1, 1, 1, 1], 1), [0]);
        assert_eq!(quantile_cuts(&[u64::MAX / 2, 1, u64::MAX / 2], 1), [0]);
    }

    #[test]
    fn few_gaps_are_all_kept() {
        assert_eq!(quantile_cuts(&[5, 0, 3], 2), [0, 1]);
        assert_eq!(quantile_cuts(&[5], 2), [0; 0]);
        assert_eq!(quantile_cuts(&[], 2), [0; 0]);
    }

    #[test]
    fn a_column_without_weight_has_a_cut() {
        assert_eq!(quantile_cuts(&[0; 9], 3), [0]);
    }

    proptest! {
        #[test]
        fn each_cut_is_nearest_to_a_quantile(
            weights in proptest::collection::vec(0u64..9, 3..30), most in 1u32..9
        ) {
            let cuts = quantile_cuts(&weights, most);
            prop_assert!(cuts.len() <= most as usize || cuts.len() < weights.len());
            prop_assert!(cuts.windows(2).all(|pair| pair[0] < pair[1]));
            let gaps = weights.len() - 1;
            prop_assume!(gaps > most as usize);
            let cumulative = cumulative(&weights);
            for part in 1..=u128::from(most) {
                let distance = |gap: usize| {
                    (cumulative[gap] * u128::from(most + 1)).abs_diff(cumulative[gaps] * part)
                };
                let least = (0..gaps).map(distance).min().unwrap();
                prop_assert!(cuts.iter().any(|cut| distance(*cut as usize) == least));
            }
        }
    }
}
