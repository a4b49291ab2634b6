//! The values of a column as ranks.
use crate::refinement::Refinement;
use crate::stop::{Poll, Stopped};
use crate::threshold_counts::ThresholdCounts;
use crate::{Table, Values};

/// The columns of a table with ranks for values: what [`crate::group_rows`] begins with.
#[derive(Debug)]
pub struct RankedColumns {
    pub(crate) columns: Vec<RankedColumn>,
    pub(crate) rows: usize,
    /// The thresholds that [`RankedColumns::keep`] was left with.
    pub(crate) thresholds: ThresholdCounts,
}

/// A column whose values are replaced by their ranks.
#[derive(Debug)]
pub(crate) struct RankedColumn {
    /// For each row, the rank of its value among the distinct values; missing ranks last. Empty
    /// when there is one rank only, which tells nothing apart.
    pub(crate) ranks: Vec<u32>,
    /// The distinct values.
    pub(crate) values: DistinctValues,
    /// Whether the last rank is that of missing values.
    pub(crate) missing: bool,
}

/// The values that occur in a column, without missing ones, in the order of their ranks.
#[derive(Debug)]
pub(crate) enum DistinctValues {
    /// Numbers in ascending order.
    Numbers(Vec<f64>),
    /// Intervals of numbers: the thresholds between them in ascending order.
    Intervals(Vec<f64>),
    /// Categories, or the spellings of false and true.
    Texts(Vec<String>),
}

impl RankedColumns {
    /// Ranks the values of every column; `stop` is called every few milliseconds at least.
    pub fn new(table: &Table, stop: &dyn Fn() -> bool) -> Result<RankedColumns, Stopped> {
        let (mut refinement, mut poll) = (Refinement::default(), Poll::new(stop));
        let ranked = table.columns.iter().map(|column| match &column.values {
            Values::Numeric(values) => rank_numbers(values, &mut refinement, &mut poll),
            Values::Boolean { spelling, values } => {
                rank_texts(spelling, values, |value| value.map(u32::from), &mut poll)
            }
            Values::Categorical { categories, codes } => {
                rank_texts(categories, codes, |code| code, &mut poll)
            }
        });
        let (columns, thresholds) = (ranked.collect::<Result<_, _>>()?, ThresholdCounts::default());
        Ok(RankedColumns { columns, rows: table.rows, thresholds })
    }
}

impl RankedColumn {
    fn new(ranks: Vec<u32>, values: DistinctValues, missing: bool) -> RankedColumn {
        let mut column = RankedColumn { ranks, values, missing };
        column.drop_useless_ranks();
        column
    }

    /// Frees the ranks when there is one only.
    pub(crate) fn drop_useless_ranks(&mut self) {
        if self.count() < 2 {
            self.ranks = vec![];
        }
    }

    /// Number of ranks.
    pub(crate) fn count(&self) -> usize {
        let values = match &self.values {
            DistinctValues::Numbers(numbers) => numbers.len(),
            DistinctValues::Intervals(thresholds) => thresholds.len() + 1,
            DistinctValues::Texts(texts) => texts.len(),
        };
        values + usize::from(self.missing)
    }

    /// The distinct numbers of a numeric column that has a threshold.
    pub(crate) fn numbers(&self) -> Option<&[f64]> {
        match &self.values {
            DistinctValues::Numbers(numbers) if numbers.len() > 1 => Some(numbers),
            _ => None,
        }
    }

    /// The weight of each rank.
    pub(crate) fn rank_weights(&self, table: &Table, poll: &mut Poll) -> Result<Vec<u64>, Stopped> {
        let mut sums = vec![0u64; self.count()];
        poll.in_parts(0..self.ranks.len(), |part| {
            for row in part {
                let weight = table.weights.as_ref().map_or(1, |weights| weights.values[row]);
                sums[self.ranks[row] as usize] += weight;
            }
        })?;
        Ok(sums)
    }
}

fn rank_numbers(
    values: &[f64],
    refinement: &mut Refinement,
    poll: &mut Poll,
) -> Result<RankedColumn, Stopped> {
    refinement.start(values.len());
    refinement.refine(|row| order_key(values[row as usize]), poll)?;
    let representatives = refinement.representatives(poll)?;
    // Both zeros are one value; adding 0 turns the negative one into the other.
    let mut numbers: Vec<f64> = Vec::with_capacity(representatives.len());
    poll.each(&representatives, |row| numbers.push(values[*row as usize] + 0.0))?;
    let missing = numbers.pop_if(|number| number.is_nan()).is_some();
    Ok(RankedColumn::new(refinement.groups(poll)?, DistinctValues::Numbers(numbers), missing))
}

/// A key that is in the order of the numbers, equal for equal numbers, and greatest for NaN.
pub(crate) fn order_key(number: f64) -> u64 {
    const SIGN: u64 = 1 << 63;
    let bits = (number + 0.0).to_bits();
    // A negative number has all bits turned, another the sign alone. No branch: signs are as hard to
    // predict as the data.
    let turned = bits ^ ((bits as i64 >> 63) as u64 | SIGN);
    if number.is_nan() { u64::MAX } else { turned }
}

/// The number that has an [`order_key`].
pub(crate) fn number_of_key(key: u64) -> f64 {
    const SIGN: u64 = 1 << 63;
    f64::from_bits(if key & SIGN == 0 { !key } else { key ^ SIGN })
}

/// Ranks values given as indices of `texts`; only texts that occur get a rank.
fn rank_texts<T: Copy>(
    texts: &[String],
    values: &[T],
    code: impl Fn(T) -> Option<u32>,
    poll: &mut Poll,
) -> Result<RankedColumn, Stopped> {
    let place = |value: &T| code(*value).map_or(texts.len(), |code| code as usize);
    let mut occurs = vec![false; texts.len() + 1];
    poll.in_parts(0..values.len(), |part| {
        values[part].iter().for_each(|value| occurs[place(value)] = true);
    })?;
    let missing = occurs[texts.len()];
    let (mut rank_of, mut occurring) = (vec![0; texts.len()], vec![]);
    poll.in_parts(0..texts.len(), |part| {
        for code in part.filter(|code| occurs[*code]) {
            rank_of[code] = occurring.len() as u32;
            occurring.push(texts[code].clone());
        }
    })?;
    rank_of.push(occurring.len() as u32);
    let mut ranks = Vec::with_capacity(values.len());
    poll.in_parts(0..values.len(), |part| {
        ranks.extend(values[part].iter().map(|value| rank_of[place(value)]));
    })?;
    Ok(RankedColumn::new(ranks, DistinctValues::Texts(occurring), missing))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn numbers(values: &[f64]) -> (Vec<u32>, Vec<f64>, bool) {
        let column =
            rank_numbers(values, &mut Refinement::default(), &mut Poll::new(&|| false)).unwrap();
        let DistinctValues::Numbers(numbers) = column.values else { panic!("not numbers") };
        (column.ranks, numbers, column.missing)
    }

    fn texts(texts: &[&str], codes: &[Option<u32>]) -> (Vec<u32>, Vec<String>, bool) {
        let texts: Vec<String> = texts.iter().map(|text| text.to_string()).collect();
        let column = rank_texts(&texts, codes, |code| code, &mut Poll::new(&|| false)).unwrap();
        let DistinctValues::Texts(texts) = column.values else { panic!("not texts") };
        (column.ranks, texts, column.missing)
    }

    #[test]
    fn numbers_rank_in_ascending_order_and_missing_last() {
        let (ranks, values, missing) = numbers(&[4.0, -1.0, f64::NAN, 2.0, -1.0]);
        assert_eq!((ranks, values, missing), (vec![2, 0, 3, 1, 0], vec![-1.0, 2.0, 4.0], true));
    }

    #[test]
    fn both_zeros_are_one_value() {
        let (ranks, values, _) = numbers(&[-0.0, 0.0, 1.0, -0.0, -1.0]);
        assert_eq!(ranks, [1, 1, 2, 1, 0]);
        assert!(values[1] == 0.0 && values[1].is_sign_positive());
    }

    #[test]
    fn not_a_number_is_missing_whatever_its_bits() {
        let negative = f64::from_bits(f64::NAN.to_bits() | 1 << 63);
        assert_eq!(numbers(&[negative, 1.0, f64::NAN]), (vec![1, 0, 1], vec![1.0], true));
    }

    #[test]
    fn single_value_needs_no_ranks() {
        assert_eq!(numbers(&[7.0, 7.0]), (vec![], vec![7.0], false));
        assert_eq!(numbers(&[f64::NAN; 2]), (vec![], vec![], true));
        assert_eq!(texts(&["a", "b"], &[Some(1); 3]), (vec![], vec!["b".into()], false));
    }

    #[test]
    fn texts_that_do_not_occur_have_no_rank() {
        let codes = [Some(3), Some(1), None, Some(3)];
        let expected = (vec![1, 0, 2, 1], vec!["b".into(), "d".into()], true);
        assert_eq!(texts(&["a", "b", "c", "d"], &codes), expected);
    }

    fn value() -> impl Strategy<Value = f64> {
        prop_oneof![(-4i8..4).prop_map(f64::from), Just(f64::NAN), Just(-0.0), any::<f64>()]
            .prop_filter("finite", |value| !value.is_infinite())
    }

    /// The distinct numbers in ascending order, without NaN; −0 counts as 0.
    fn distinct_values(values: &[f64]) -> Vec<f64> {
        let known = values.iter().filter(|value| !value.is_nan());
        let mut distinct: Vec<f64> = known.map(|value| value + 0.0).collect();
        distinct.sort_unstable_by(f64::total_cmp);
        distinct.dedup();
        distinct
    }

    proptest! {
        #[test]
        fn ranks_are_places_among_the_distinct_values(
            values in proptest::collection::vec(value(), 2..40)
        ) {
            let (ranks, distinct, missing) = numbers(&values);
            prop_assert_eq!(&distinct, &distinct_values(&values));
            prop_assert_eq!(missing, values.iter().any(|value| value.is_nan()));
            for (value, rank) in values.iter().zip(ranks) {
                match distinct.get(rank as usize) {
                    Some(distinct) => prop_assert_eq!(value, distinct),
                    None => prop_assert!(value.is_nan()),
                }
            }
        }
    }
}
