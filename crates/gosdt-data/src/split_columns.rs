//! The splits that a column offers, over the classes of equal rows.
//!
//! No bucketization: every split that can tell two rows apart is there, unless thresholds were left
//! out on request. A column is stored as one code for each class, whatever the number of its splits.
use crate::ranked_column::{DistinctValues, RankedColumn};
use crate::stop::{Poll, Stopped};
use crate::thresholds::threshold_between;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A yes/no question about one column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// `x <= t`. A missing value answers no.
    AtMost(f64),
    /// `x = v` (a category, or a boolean column's spelling). A missing value answers no.
    Is(String),
    /// `x is missing`.
    IsMissing,
}

/// Which codes answer a split with yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitKind {
    /// Split s: the codes up to s.
    Thresholds,
    /// Split s: the code s.
    Categories,
}

impl SplitKind {
    /// Whether `code` answers yes to `split`.
    pub fn answers(self, split: u32, code: u32) -> bool {
        match self {
            SplitKind::Thresholds => code <= split,
            SplitKind::Categories => code == split,
        }
    }
}

/// The splits of a column over the classes of equal rows. Two classes have equal codes iff no split
/// of the column tells them apart.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitColumn {
    /// Index into [`crate::Table::columns`].
    pub column: usize,
    /// Which codes answer a split with yes.
    pub kind: SplitKind,
    /// A code for each class. Every number from 0 to `splits` occurs for thresholds, every number
    /// below `splits` for categories.
    pub codes: Arc<[u32]>,
    /// Number of splits: one or more for thresholds, three or more for categories.
    pub splits: u32,
    /// What the splits ask.
    pub tests: SplitTests,
}

/// What the splits of a column ask.
#[derive(Clone, Debug, PartialEq)]
pub enum SplitTests {
    /// Split s asks for numbers up to the threshold between numbers s and s + 1. The numbers are in
    /// ascending order, one more than splits.
    Between(Vec<f64>),
    /// Split s asks test s.
    Listed(Vec<Test>),
}

impl SplitColumn {
    /// What a split asks.
    ///
    /// # Panics
    /// When there is no such split.
    pub fn test(&self, split: u32) -> Test {
        let split = split as usize;
        match &self.tests {
            SplitTests::Between(numbers) => {
                Test::AtMost(threshold_between(numbers[split], numbers[split + 1]))
            }
            SplitTests::Listed(tests) => tests[split].clone(),
        }
    }

    /// Whether a class answers yes to a split.
    ///
    /// # Panics
    /// When there is no such class.
    pub fn answers(&self, split: u32, class: usize) -> bool {
        self.kind.answers(split, self.codes[class])
    }
}

/// How many tests a column offers, and how many of them are left out at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfferedTests {
    /// All.
    pub(crate) all: usize,
    /// Those that every row answers alike.
    pub(crate) constant: usize,
    /// Those that repeat another test of the column.
    pub(crate) repeated: usize,
}

impl RankedColumn {
    /// How many tests the column offers.
    pub(crate) fn offered(&self) -> OfferedTests {
        let (count, missing) = (self.count(), usize::from(self.missing));
        let constant = |offered: bool| usize::from(offered && count == 1);
        let numeric = |thresholds: usize| OfferedTests {
            all: thresholds + missing,
            constant: constant(self.missing),
            repeated: 0,
        };
        match &self.values {
            DistinctValues::Numbers(numbers) => numeric(numbers.len().saturating_sub(1)),
            DistinctValues::Intervals(thresholds) => numeric(thresholds.len()),
            // Of two categories the second alone is asked for, since the first is its complement.
            DistinctValues::Texts(_) if count == 2 => {
                OfferedTests { all: 1 + missing, constant: 0, repeated: missing }
            }
            DistinctValues::Texts(_) => {
                OfferedTests { all: count, constant: constant(true), repeated: 0 }
            }
        }
    }

    /// The splits of column number `column` over the classes that have the given representatives:
    ///
    /// - Numbers and intervals: thresholds between each two adjacent ones. Missing values answer no to
    ///   all and have the highest code; whether a value is missing is a column of its own.
    /// - Texts: one category after the other, missing last; a threshold where two values occur.
    pub(crate) fn into_splits(
        self,
        column: usize,
        representatives: &[u32],
        poll: &mut Poll,
    ) -> Result<Vec<SplitColumn>, Stopped> {
        let count = self.count() as u32;
        if count < 2 {
            return Ok(vec![]);
        }
        let ranks = pick(&self.ranks, representatives, poll)?;
        drop(self.ranks);
        Ok(match self.values {
            DistinctValues::Numbers(numbers) => {
                let splits = numbers.len() as u32 - 1;
                number_splits(column, ranks, splits, SplitTests::Between(numbers), self.missing)
            }
            DistinctValues::Intervals(thresholds) => {
                let splits = thresholds.len() as u32;
                let tests = thresholds.into_iter().map(Test::AtMost).collect();
                number_splits(column, ranks, splits, SplitTests::Listed(tests), self.missing)
            }
            DistinctValues::Texts(texts) if count == 2 => {
                vec![one_text_split(column, ranks, texts, self.missing)]
            }
            DistinctValues::Texts(texts) => {
                let missing = self.missing.then_some(Test::IsMissing);
                let tests = texts.into_iter().map(Test::Is).chain(missing).collect();
                let (kind, tests) = (SplitKind::Categories, SplitTests::Listed(tests));
                vec![SplitColumn { column, kind, codes: ranks.into(), splits: count, tests }]
            }
        })
    }
}

fn pick(ranks: &[u32], rows: &[u32], poll: &mut Poll) -> Result<Vec<u32>, Stopped> {
    let mut picked = Vec::with_capacity(rows.len());
    poll.each(rows, |row| picked.push(ranks[*row as usize]))?;
    Ok(picked)
}

fn number_splits(
    column: usize,
    mut ranks: Vec<u32>,
    splits: u32,
    tests: SplitTests,
    missing: bool,
) -> Vec<SplitColumn> {
    let absent = splits + 1;
    let is_missing = missing
        .then(|| one_split(column, ranks.iter().map(|rank| *rank == absent), Test::IsMissing));
    let thresholds = (splits > 0).then(|| {
        ranks.iter_mut().for_each(|rank| *rank = (*rank).min(splits));
        SplitColumn { column, kind: SplitKind::Thresholds, codes: ranks.into(), splits, tests }
    });
    thresholds.into_iter().chain(is_missing).collect()
}

/// The split of a column of two texts, or of one text and missing values.
fn one_text_split(
    column: usize,
    ranks: Vec<u32>,
    mut texts: Vec<String>,
    missing: bool,
) -> SplitColumn {
    let asked = if missing { 0 } else { 1 };
    let test = Test::Is(texts.swap_remove(asked as usize));
    one_split(column, ranks.iter().map(|rank| *rank == asked), test)
}

fn one_split(column: usize, yes: impl Iterator<Item = bool>, test: Test) -> SplitColumn {
    let codes = yes.map(|yes| u32::from(!yes)).collect();
    let (kind, tests) = (SplitKind::Thresholds, SplitTests::Listed(vec![test]));
    SplitColumn { column, kind, codes, splits: 1, tests }
}
