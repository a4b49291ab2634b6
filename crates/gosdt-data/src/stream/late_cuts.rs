//! The cuts of columns that have their numbers only when all files have been read: parts of dates, ordered
//! categories, and numbers with a currency or per cent.
use crate::{ColumnCuts, Table, TableCuts, Values};

/// Cuts the numeric columns of a table that are not cut yet next to their quantiles, and puts one number
/// for all of an interval.
pub(super) fn cut_late(table: &mut Table, cuts: &mut TableCuts, most: u32) {
    let weights = table.weights.as_ref().map(|weights| &weights.values[..]);
    for column in &mut table.columns {
        let Values::Numeric(numbers) = &mut column.values else { continue };
        if cuts.columns.iter().any(|cut| cut.column == column.name) {
            continue;
        }
        let (distinct, sums) = weighed(numbers, weights);
        if let Some(cut) = ColumnCuts::at_quantiles(&column.name, &distinct, &sums, most) {
            for number in numbers.iter_mut().filter(|number| !number.is_nan()) {
                *number = cut.representative(cut.interval(*number));
            }
            cuts.counts.add(distinct.len() - 1, cut.at.len());
            cuts.columns.push(cut);
        }
    }
}

/// The distinct numbers in ascending order, and the weight of each.
fn weighed(numbers: &[f64], weights: Option<&[u64]>) -> (Vec<f64>, Vec<u64>) {
    let weight = |row: usize| weights.map_or(1, |weights| weights[row]);
    let known = numbers.iter().enumerate().filter(|(_, number)| !number.is_nan());
    let mut known: Vec<(f64, u64)> =
        known.map(|(row, number)| (number + 0.0, weight(row))).collect();
    known.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let same = known.chunk_by(|a, b| a.0 == b.0);
    same.map(|same| (same[0].0, same.iter().map(|(_, weight)| weight).sum::<u64>())).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_weighed_without_the_missing() {
        let numbers = [2.0, f64::NAN, -0.0, 2.0, 0.0];
        assert_eq!(weighed(&numbers, None), (vec![0.0, 2.0], vec![2, 2]));
        let weights = [5, 7, 1, 2, 3];
        assert_eq!(weighed(&numbers, Some(&weights)), (vec![0.0, 2.0], vec![4, 7]));
    }
}
