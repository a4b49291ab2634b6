//! Columns that ask the very same splits as an earlier one.
use crate::stop::{Poll, Stopped};
use crate::{SplitColumn, SplitKind};
use std::collections::HashMap;

/// Columns of which no two ask the same splits. Two do when
///
/// - both are thresholds and their codes are equal, or run the other way: then each split has an
///   equal or a complementary one in the other column,
/// - both are categories and their codes are equal but for the names.
///
/// A split that merely some other split repeats, out of a column that asks others too, stays: to
/// find it would take more time than reading the data.
pub(crate) struct DistinctColumns {
    pub(crate) columns: Vec<SplitColumn>,
    /// Splits of the columns that were left out.
    pub(crate) merged: usize,
    by_hash: HashMap<u64, Vec<usize>>,
}

impl DistinctColumns {
    /// No columns yet.
    pub(crate) fn new() -> Self {
        DistinctColumns { columns: vec![], merged: 0, by_hash: HashMap::new() }
    }

    /// Adds a column unless an earlier one asks the same.
    pub(crate) fn add(&mut self, column: SplitColumn, poll: &mut Poll) -> Result<(), Stopped> {
        poll.spend(column.codes.len())?;
        let codes = canonical_codes(&column);
        let alike = self.by_hash.entry(hash(&codes)).or_default();
        for other in alike.iter().map(|other| &self.columns[*other]) {
            poll.spend(codes.len())?;
            if (other.kind, other.splits) == (column.kind, column.splits)
                && canonical_codes(other) == codes
            {
                self.merged += column.splits as usize;
                return Ok(());
            }
        }
        alike.push(self.columns.len());
        self.columns.push(column);
        Ok(())
    }
}

/// Codes that are equal for two columns of a kind and number of splits iff they ask the same.
fn canonical_codes(column: &SplitColumn) -> Vec<u32> {
    match column.kind {
        SplitKind::Thresholds => in_one_direction(&column.codes, column.splits),
        SplitKind::Categories => by_first_occurrence(&column.codes, column.splits),
    }
}

/// The codes, or `splits` minus each: the way in which the first code that differs is the lower.
fn in_one_direction(codes: &[u32], splits: u32) -> Vec<u32> {
    let first = codes.iter().find(|code| **code != splits - **code);
    if first.is_some_and(|code| *code > splits - code) {
        codes.iter().map(|code| splits - code).collect()
    } else {
        codes.to_vec()
    }
}

/// The codes, numbered in the order in which they first occur.
fn by_first_occurrence(codes: &[u32], splits: u32) -> Vec<u32> {
    let (mut number_of, mut next) = (vec![u32::MAX; splits as usize], 0);
    let number = |code: &u32| {
        let number = &mut number_of[*code as usize];
        if *number == u32::MAX {
            *number = next;
            next += 1;
        }
        *number
    };
    codes.iter().map(number).collect()
}

fn hash(codes: &[u32]) -> u64 {
    let mix = |hash: u64, code: &u32| {
        (hash.rotate_left(23) ^ u64::from(*code)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    codes.iter().fold(0, mix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SplitTests, Test};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A column with these codes, renumbered so that none below the greatest is left out.
    fn column(kind: SplitKind, codes: &[u32]) -> SplitColumn {
        let distinct: Vec<u32> =
            codes.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let codes = codes.iter().map(|code| distinct.binary_search(code).unwrap() as u32).collect();
        let splits = match kind {
            SplitKind::Thresholds => distinct.len() as u32 - 1,
            SplitKind::Categories => distinct.len() as u32,
        };
        let tests = SplitTests::Listed(vec![Test::IsMissing; splits as usize]);
        SplitColumn { column: 0, kind, codes, splits, tests }
    }

    fn add_all(columns: impl IntoIterator<Item = SplitColumn>) -> DistinctColumns {
        let mut distinct = DistinctColumns::new();
        let mut poll = Poll::new(&|| false);
        columns.into_iter().for_each(|column| distinct.add(column, &mut poll).unwrap());
        distinct
    }

    fn check(kind: SplitKind, columns: &[&[u32]], kept: &[usize], merged: usize) {
        let made: Vec<SplitColumn> = columns.iter().map(|codes| column(kind, codes)).collect();
        let distinct = add_all(made.clone());
        let expected: Vec<SplitColumn> = kept.iter().map(|at| made[*at].clone()).collect();
        assert_eq!((distinct.columns, distinct.merged), (expected, merged));
    }

    #[test]
    fn thresholds_in_either_direction_are_merged() {
        let columns: [&[u32]; 4] = [&[1, 0, 2, 1], &[1, 2, 0, 1], &[1, 0, 2, 1], &[0, 1, 2, 1]];
        check(SplitKind::Thresholds, &columns, &[0, 3], 4);
    }

    #[test]
    fn single_splits_are_merged_with_their_complements() {
        let columns: [&[u32]; 4] = [&[1, 0, 0], &[0, 1, 1], &[1, 0, 1], &[1, 0, 0]];
        check(SplitKind::Thresholds, &columns, &[0, 2], 2);
    }

    #[test]
    fn renamed_categories_are_merged() {
        let columns: [&[u32]; 3] = [&[0, 1, 2, 0], &[2, 0, 1, 2], &[0, 1, 2, 2]];
        check(SplitKind::Categories, &columns, &[0, 2], 3);
    }

    #[test]
    fn kinds_are_not_merged_with_each_other() {
        let codes = [0, 1, 2, 0];
        let columns = [SplitKind::Thresholds, SplitKind::Categories].map(|k| column(k, &codes));
        assert_eq!(add_all(columns).columns.len(), 2);
    }

    /// The splits of a column as sets of classes, class 0 left out by complement.
    fn splits(column: &SplitColumn) -> BTreeSet<Vec<bool>> {
        let classes = 0..column.codes.len();
        let split = |split: u32| {
            classes.clone().map(|c| column.answers(split, c) != column.answers(split, 0)).collect()
        };
        (0..column.splits).map(split).collect()
    }

    proptest! {
        #[test]
        fn columns_are_merged_iff_their_splits_are_the_same(
            columns in proptest::collection::vec(
                (any::<bool>(), proptest::collection::vec(0u32..4, 5)), 1..12,
            )
        ) {
            let columns = columns.into_iter().map(|(thresholds, mut codes)| {
                codes.extend([0, 1, 2]);
                let kind =
                    if thresholds { SplitKind::Thresholds } else { SplitKind::Categories };
                column(kind, &codes)
            });
            let columns: Vec<SplitColumn> = columns.collect();
            let (mut seen, mut kept) = (BTreeSet::new(), vec![]);
            for column in &columns {
                let kind = column.kind == SplitKind::Thresholds;
                if seen.insert((kind, splits(column))) {
                    kept.push(column.clone());
                }
            }
            let all: u32 = columns.iter().map(|column| column.splits).sum();
            let left: u32 = kept.iter().map(|column| column.splits).sum();
            let distinct = add_all(columns);
            prop_assert_eq!(distinct.columns, kept);
            prop_assert_eq!(distinct.merged, (all - left) as usize);
        }
    }
}
