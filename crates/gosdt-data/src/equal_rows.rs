//! Rows that no split tells apart are one class: the search sees classes only.
use crate::Table;
use crate::ranked_column::{RankedColumn, RankedColumns};
use crate::refinement::Refinement;
use crate::stop::{Poll, Stopped};

/// Columns are taken together as long as their ranks make no more tuples than this, so that a sort
/// of many columns of few values takes few passes over the rows.
const MOST_TUPLES: u64 = 1 << 33;

/// The classes of rows that agree in every column.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EqualRows {
    /// The class of each row. Classes are in the order of their ranks, an earlier column first.
    pub(crate) class_of_row: Vec<u32>,
    /// A row of each class.
    pub(crate) representatives: Vec<u32>,
}

impl EqualRows {
    /// Groups the rows, a few columns after the other until each row is alone or none is left.
    pub(crate) fn find(ranked: &RankedColumns, poll: &mut Poll) -> Result<EqualRows, Stopped> {
        let told_apart = |column: &&RankedColumn| column.count() > 1;
        let columns: Vec<&RankedColumn> = ranked.columns.iter().filter(told_apart).collect();
        let mut refinement = Refinement::default();
        refinement.start(ranked.rows);
        let mut rest = &columns[..];
        while !rest.is_empty() && !refinement.is_complete() {
            let (together, later) = rest.split_at(count_together(rest));
            let tuples = tuples(together, ranked.rows, poll)?;
            refinement.refine(|row| tuples[row as usize], poll)?;
            rest = later;
        }
        Ok(EqualRows {
            class_of_row: refinement.groups(poll)?,
            representatives: refinement.representatives(poll)?,
        })
    }

    /// Rows of each class.
    pub(crate) fn count_rows(&self, table: &Table, poll: &mut Poll) -> Result<Vec<u32>, Stopped> {
        let mut rows = vec![0; self.representatives.len()];
        match &table.merged {
            None => poll.each(&self.class_of_row, |class| rows[*class as usize] += 1)?,
            Some(merged) => poll.in_parts(0..self.class_of_row.len(), |part| {
                for row in part {
                    rows[self.class_of_row[row] as usize] += merged.counts[row];
                }
            })?,
        }
        Ok(rows)
    }

    /// The weight of label k in class c, at `c * labels + k`.
    pub(crate) fn label_weights(
        &self,
        table: &Table,
        poll: &mut Poll,
    ) -> Result<Vec<u64>, Stopped> {
        let labels = table.labels.classes.len();
        let mut sums = vec![0u64; self.representatives.len() * labels];
        poll.in_parts(0..self.class_of_row.len(), |part| {
            for row in part {
                let weight = table.weights.as_ref().map_or(1, |weights| weights.values[row]);
                let class = self.class_of_row[row] as usize;
                let sum = &mut sums[class * labels + table.labels.codes[row] as usize];
                *sum = sum.checked_add(weight).expect("a table's weights sum to at most 64 bits");
            }
        })?;
        Ok(sums)
    }
}

/// How many of the first columns are taken together; at least one.
fn count_together(columns: &[&RankedColumn]) -> usize {
    let mut tuples = 1u64;
    let fits = |column: &&&RankedColumn| {
        tuples = tuples.saturating_mul(column.count() as u64);
        tuples <= MOST_TUPLES
    };
    columns.iter().take_while(fits).count().max(1)
}

/// A number for each row that is in the order of its ranks in the columns, the first column first.
fn tuples(columns: &[&RankedColumn], rows: usize, poll: &mut Poll) -> Result<Vec<u64>, Stopped> {
    let mut tuples = vec![0; rows];
    for column in columns {
        let count = column.count() as u64;
        poll.in_parts(0..rows, |part| {
            let ranks = &column.ranks[part.clone()];
            let tuples = tuples[part].iter_mut();
            tuples.zip(ranks).for_each(|(tuple, rank)| *tuple = *tuple * count + u64::from(*rank));
        })?;
    }
    Ok(tuples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThresholdCounts;
    use crate::ranked_column::DistinctValues;
    use proptest::prelude::*;

    /// A column with these ranks, said to be of `count` values.
    fn column(ranks: Vec<u32>, count: u32) -> RankedColumn {
        let values = DistinctValues::Numbers((0..count).map(f64::from).collect());
        RankedColumn { ranks, values, missing: false }
    }

    fn find(columns: Vec<RankedColumn>, rows: usize) -> EqualRows {
        let ranked = RankedColumns { columns, rows, thresholds: ThresholdCounts::default() };
        EqualRows::find(&ranked, &mut Poll::new(&|| false)).unwrap()
    }

    #[test]
    fn without_columns_all_rows_are_one_class() {
        let expected = EqualRows { class_of_row: vec![0; 3], representatives: vec![0] };
        assert_eq!(find(vec![], 3), expected);
        assert_eq!(find(vec![column(vec![], 1)], 3), expected);
    }

    #[test]
    fn columns_are_taken_together_up_to_a_number_of_tuples() {
        let columns = [2, 1 << 16, 1 << 16, 2, 2].map(|count| column(vec![], count));
        let columns: Vec<&RankedColumn> = columns.iter().collect();
        assert_eq!(count_together(&columns), 3);
        assert_eq!(count_together(&columns[1..]), 3);
        assert_eq!(count_together(&columns[3..]), 2);
    }

    proptest! {
        #[test]
        fn classes_are_the_distinct_rows_in_order(
            rows in proptest::collection::vec(proptest::collection::vec(0u32..3, 5), 1..80),
            wide in proptest::collection::vec(any::<bool>(), 5),
        ) {
            let columns = wide.iter().enumerate().map(|(at, wide)| {
                // Two columns of many values are taken together, three are not.
                let count = if *wide { 70_000 } else { 3 };
                column(rows.iter().map(|row| row[at]).collect(), count)
            });
            let classes = find(columns.collect(), rows.len());
            let mut distinct = rows.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(classes.representatives.len(), distinct.len());
            for (row, class) in rows.iter().zip(&classes.class_of_row) {
                prop_assert_eq!(row, &distinct[*class as usize]);
            }
            for (class, row) in classes.representatives.iter().enumerate() {
                prop_assert_eq!(classes.class_of_row[*row as usize] as usize, class);
            }
        }
    }
}
