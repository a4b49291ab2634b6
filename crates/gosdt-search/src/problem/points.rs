//! The points of a problem and the splits that may be asked of them.
use super::error::ProblemError;
use gosdt_bits::Kernels;
use gosdt_bits::lanes::{Compare, Wide, Width};
use std::sync::Arc;

/// Which codes answer yes to a split of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitKind {
    /// Split s: all codes up to s. The yes-side of a threshold contains those of all before it.
    Thresholds,
    /// Split s: the code s.
    Categories,
}

/// A column of splits: a code per point says how the point answers all of them.
///
/// The splits of all columns are numbered through, in the order of the columns; trees and features
/// name them by that number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Which codes answer yes.
    pub kind: SplitKind,
    /// Number of splits.
    pub splits: u32,
    /// A code per point: at most `splits`. Shared, so that the points of a table take no copy of it.
    pub codes: Arc<[u32]>,
}

impl Column {
    /// Whether a point answers yes to split `split` of this column.
    pub fn answers(&self, split: u32, point: usize) -> bool {
        match self.kind {
            SplitKind::Thresholds => self.codes[point] <= split,
            SplitKind::Categories => self.codes[point] == split,
        }
    }

    /// The points of a set on one side of split `split` of this column.
    pub fn side(&self, kernels: Kernels, set: &[u64], split: u32, yes: bool) -> Vec<u64> {
        let compare = match self.kind {
            SplitKind::Thresholds => Compare::AtMost,
            SplitKind::Categories => Compare::Equal,
        };
        let mut side = vec![0; set.len()];
        Wide::keep_bits(kernels, compare, &self.codes, (split, yes), set, &mut side);
        side
    }
}

/// A split as the points' answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Bit p (word p / 64, bit p % 64) is set where point p answers yes; bits past the last point
    /// are clear.
    pub bits: Vec<u64>,
    /// The column that the feature belongs to.
    pub column: u32,
    /// The position among the column's thresholds, if the feature is one: the yes-side of a
    /// threshold contains the yes-sides of all thresholds with smaller places.
    pub place: Option<u32>,
}

impl Feature {
    /// Whether a point answers yes.
    fn answers(&self, point: usize) -> bool {
        self.bits[point / 64] >> (point % 64) & 1 == 1
    }
}

/// The points: classes of rows that no split tells apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// Number of points.
    pub len: usize,
    /// Number of true classes.
    pub classes: usize,
    /// Weight of true class k at point p: `weights[p * classes + k]`.
    pub weights: Vec<u64>,
    /// Number of rows at each point (for the least number of rows in a leaf).
    pub rows: Vec<u32>,
    /// The splits that may be asked.
    pub columns: Vec<Column>,
}

impl Points {
    /// Number of splits of all columns.
    pub fn splits(&self) -> usize {
        self.columns.iter().map(|column| column.splits as usize).sum()
    }

    /// All splits as answers, in the order of their numbers.
    pub fn features(&self) -> Vec<Feature> {
        self.features_until(&|| false).expect("nothing stops it")
    }

    /// The same; `None` once `stop` returns true, which is asked every few milliseconds.
    pub fn features_until(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Feature>> {
        features_of_columns(&self.columns, self.len, stop)
    }

    /// The same points with other splits: `features`, whose numbers stay what they are.
    ///
    /// Thresholds of one column that stand one after the other, in the order of their places, become
    /// a column of thresholds; any other feature is a column of its own.
    pub fn with_features(self, features: &[Feature]) -> Result<Points, ProblemError> {
        let words = self.len.div_ceil(64);
        for (at, feature) in features.iter().enumerate() {
            let what = || format!("feature {at}");
            ProblemError::check_length(what, words, feature.bits.len())?;
        }
        let runs = features
            .chunk_by(|a, b| a.column == b.column && a.place.is_some() && a.place < b.place);
        let mut columns = Vec::new();
        let mut first = 0;
        for run in runs {
            check_nested(run, first)?;
            first += run.len();
            columns.push(column_of(run, self.len));
        }
        Ok(Points { columns, ..self })
    }
}

/// All splits of some columns as answers of so many points, in the order of their numbers; `None` once
/// `stop` returns true, which is asked before each column.
pub(crate) fn features_of_columns(
    columns: &[Column],
    points: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Feature>> {
    let mut features =
        Vec::with_capacity(columns.iter().map(|column| column.splits as usize).sum());
    for (at, column) in columns.iter().enumerate() {
        if stop() {
            return None;
        }
        let first = features.len();
        // A single threshold is nested with nothing.
        let is_nested = column.kind == SplitKind::Thresholds && column.splits > 1;
        features.extend((0..column.splits).map(|split| Feature {
            bits: vec![0; points.div_ceil(64)],
            column: at as u32,
            place: is_nested.then_some(split),
        }));
        fill_answers(column, points, &mut features[first..], stop)?;
    }
    Some(features)
}

/// Fills in the answers of a column's splits, which are no so far: each point answers yes to the split of its
/// code, and to all thresholds from there on.
fn fill_answers(
    column: &Column,
    points: usize,
    features: &mut [Feature],
    stop: &dyn Fn() -> bool,
) -> Option<()> {
    for (point, &code) in column.codes[..points].iter().enumerate() {
        if let Some(feature) = features.get_mut(code as usize) {
            feature.bits[point / 64] |= 1 << (point % 64);
        }
    }
    if column.kind == SplitKind::Categories {
        return Some(());
    }
    for at in 1..features.len() {
        if at % SPLITS_BETWEEN_STOPS == 0 && stop() {
            return None;
        }
        let (before, from) = features.split_at_mut(at);
        let below = &before[at - 1].bits;
        from[0].bits.iter_mut().zip(below).for_each(|(own, below)| *own |= below);
    }
    Some(())
}

/// Of a column with many thresholds, how many are laid out before it is asked whether to stop.
const SPLITS_BETWEEN_STOPS: usize = 64;

/// The column of thresholds whose yes-sides are nested in the order of the run.
fn column_of(run: &[Feature], points: usize) -> Column {
    let code = |point: usize| run.iter().filter(|feature| !feature.answers(point)).count() as u32;
    Column {
        kind: SplitKind::Thresholds,
        splits: run.len() as u32,
        codes: (0..points).map(code).collect(),
    }
}

fn check_nested(run: &[Feature], first: usize) -> Result<(), ProblemError> {
    for (at, pair) in run.windows(2).enumerate() {
        let mut words = pair[0].bits.iter().zip(&pair[1].bits);
        if words.any(|(small, large)| small & !large != 0) {
            let (smaller, larger) = (first + at, first + at + 1);
            return Err(ProblemError::NotNested { smaller, larger });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(len: usize, columns: Vec<Column>) -> Points {
        Points { len, classes: 1, weights: vec![1; len], rows: vec![1; len], columns }
    }

    fn feature(bits: u64, column: u32, place: Option<u32>) -> Feature {
        Feature { bits: vec![bits], column, place }
    }

    #[test]
    fn columns_are_told_as_features_and_made_of_them_again() {
        let thresholds =
            Column { kind: SplitKind::Thresholds, splits: 2, codes: [0, 2, 1, 2].into() };
        let categories =
            Column { kind: SplitKind::Categories, splits: 3, codes: [2, 0, 1, 2].into() };
        let points = points(4, vec![thresholds.clone(), categories]);
        let features = points.features();
        assert_eq!(features[..2], [feature(0b0001, 0, Some(0)), feature(0b0101, 0, Some(1))]);
        let categories = [0b0010, 0b0100, 0b1001].map(|bits| feature(bits, 1, None));
        assert_eq!(features[2..], categories);
        let again = points.clone().with_features(&features).unwrap();
        assert_eq!(again.columns[0], thresholds);
        assert_eq!(again.columns.len(), 4, "answers do not tell that they are categories");
        let bits = |points: &Points| -> Vec<Vec<u64>> {
            points.features().into_iter().map(|feature| feature.bits).collect()
        };
        assert_eq!(bits(&again), bits(&points));
    }

    #[test]
    fn places_must_follow_the_nesting_of_the_yes_sides() {
        let with = |places: [Option<u32>; 2]| {
            let features = [feature(0b111, 0, places[0]), feature(0b011, 0, places[1])];
            points(3, vec![]).with_features(&features).map(|points| points.columns.len())
        };
        assert_eq!(
            with([Some(1), Some(4)]),
            Err(ProblemError::NotNested { smaller: 0, larger: 1 })
        );
        assert_eq!(with([Some(4), Some(1)]), Ok(2));
        assert_eq!(with([Some(4), None]), Ok(2));
    }
}
