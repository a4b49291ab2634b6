//! The points of a problem with few splits a column, as bits.
use super::room::Room;
use super::stop::Stop;
use gosdt_bits::Matrix;
use gosdt_search::{Column, Points, SplitKind};
use std::collections::BTreeMap;
use std::ops::Range;

/// Columns of at most this many splits keep all of them.
const ALL: usize = 128;

const _: () = assert!(ALL <= u8::MAX as usize && SOME <= ALL, "a bin is a byte");

/// Longer columns keep this many bins with about as many points each, or this many of the categories
/// that most points have.
const SOME: usize = 64;

/// No more bits than this, however many points and columns there are: columns then keep fewer splits...
const MOST_BITS: usize = 1 << 30;

/// ... but so many at least.
const LEAST: usize = 4;

/// The points of a problem with few splits a column.
pub(super) struct Coarse {
    /// The kept splits.
    pub(super) splits: Vec<KeptSplit>,
    /// A number for each of them: neighbours that have the same are thresholds of one column.
    pub(super) column_of: Vec<u32>,
    /// Number of columns.
    pub(super) columns: usize,
    /// How the points answer the splits. The measures are the classes, and the rows after them where their
    /// number on a side is limited.
    pub(super) matrix: Matrix,
}

/// A split that is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptSplit {
    /// Its number in the problem.
    pub(super) feature: usize,
    pub(super) column: usize,
    /// Its place among the kept splits of the column, and their number.
    pub(super) place: (usize, usize),
}

impl Coarse {
    /// Lays the points out, with their rows if `min_leaf` needs them; `None` if there is no room for that, or
    /// if it is stopped before that is done.
    pub(super) fn new(
        points: &Points,
        min_leaf: u32,
        room: Room,
        stop: &Stop<'_>,
    ) -> Option<Coarse> {
        let measured = measured(points, min_leaf > 1);
        let left = room.left(most_bytes(points));
        let most = most_splits(points, measured.rows(), left)?;
        let (mut splits, mut columns, mut first) = (Vec::new(), Vec::new(), 0);
        for (at, column) in points.columns.iter().enumerate() {
            if stop.is_due() {
                return None;
            }
            let kept = kept_splits(column, most);
            let before = splits.len();
            splits.extend(kept.iter().enumerate().map(|(place, &split)| KeptSplit {
                feature: first + split as usize,
                column: at,
                place: (place, kept.len()),
            }));
            let (splits, kind) = (before..splits.len(), column.kind);
            columns.push(Bins { splits, kind, bins: bins(column, &kept) });
            first += column.splits as usize;
        }
        let matrix = matrix(splits.len(), &columns, &measured, stop)?;
        let column_of = numbers(&splits, points);
        Some(Coarse { splits, column_of, columns: points.columns.len(), matrix })
    }
}

/// The column of each split that is a threshold, and a number of its own for each category.
fn numbers(splits: &[KeptSplit], points: &Points) -> Vec<u32> {
    let number = |(at, split): (usize, &KeptSplit)| match points.columns[split.column].kind {
        SplitKind::Thresholds => split.column as u32,
        SplitKind::Categories => (points.columns.len() + at) as u32,
    };
    splits.iter().enumerate().map(number).collect()
}

/// The most bytes that points take: a bin for each column, and the answers twice, since what is packed of them
/// while a tree grows is at most as large.
fn most_bytes(points: &Points) -> u64 {
    bytes_of_bins(points) + MOST_BITS as u64 / 4
}

fn bytes_of_bins(points: &Points) -> u64 {
    points.len as u64 * points.columns.len() as u64
}

/// The most splits that a column keeps where the matrix has so many rows and so many bytes are left; `None`
/// where there is no room for a few.
fn most_splits(points: &Points, rows: usize, left: u64) -> Option<usize> {
    let (columns, rows) = (points.columns.len().max(1), rows.max(1));
    let bits = left.saturating_sub(bytes_of_bins(points)).saturating_mul(4);
    let fit = usize::try_from(bits / rows as u64 / columns as u64).unwrap_or(usize::MAX);
    (fit >= LEAST).then(|| fit.min((MOST_BITS / rows / columns).max(LEAST)))
}

/// A column as the bins of its points.
struct Bins {
    /// The numbers of its splits among the kept ones.
    splits: Range<usize>,
    kind: SplitKind,
    /// A byte each: no column keeps more than [`ALL`] splits.
    bins: Vec<u8>,
}

/// Points that count alike: the measure that they count for, how much, and which they are.
struct Segment {
    measure: usize,
    mult: u64,
    points: Vec<u32>,
}

/// What is counted, in segments.
struct Measured {
    measures: usize,
    segments: Vec<Segment>,
}

impl Measured {
    /// Rows of a matrix that counts it.
    fn rows(&self) -> usize {
        self.segments.iter().map(|segment| segment.points.len()).sum()
    }
}

/// The weights of each class, and the rows after them if they are asked for.
fn measured(points: &Points, with_rows: bool) -> Measured {
    let mut segments = Vec::new();
    for class in 0..points.classes {
        let weights = points.weights.iter().copied().skip(class).step_by(points.classes);
        segments.extend(segments_of(class, weights));
    }
    if with_rows {
        segments.extend(segments_of(points.classes, points.rows.iter().map(|&rows| rows.into())));
    }
    Measured { measures: points.classes + usize::from(with_rows), segments }
}

/// A segment for each weight, or, where there are many, for each binary digit of the weights.
fn segments_of(measure: usize, weights: impl Iterator<Item = u64> + Clone) -> Vec<Segment> {
    const MANY: usize = 64;
    let mut by_weight: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for (point, weight) in weights.clone().enumerate().filter(|(_, weight)| *weight > 0) {
        by_weight.entry(weight).or_default().push(point as u32);
        if by_weight.len() > MANY {
            return segments_of_digits(measure, weights);
        }
    }
    let segment = |(mult, points)| Segment { measure, mult, points };
    by_weight.into_iter().map(segment).collect()
}

fn segments_of_digits(measure: usize, weights: impl Iterator<Item = u64> + Clone) -> Vec<Segment> {
    let segment = |digit: u32| {
        let has_digit = |(_, weight): &(usize, u64)| (weight >> digit) & 1 == 1;
        let points = weights.clone().enumerate().filter(has_digit).map(|(point, _)| point as u32);
        Segment { measure, mult: 1 << digit, points: points.collect() }
    };
    (0..u64::BITS - 1).map(segment).filter(|segment| !segment.points.is_empty()).collect()
}

/// The answers, 64 points and 64 splits at a time.
fn matrix(splits: usize, columns: &[Bins], measured: &Measured, stop: &Stop<'_>) -> Option<Matrix> {
    let shape: Vec<(u32, i64, usize)> = measured
        .segments
        .iter()
        .map(|segment| (segment.measure as u32, segment.mult as i64, segment.points.len()))
        .collect();
    let mut matrix = Matrix::new(splits, measured.measures, &shape);
    let blocks = measured.segments.iter().flat_map(|segment| segment.points.chunks(64));
    let mut answers = vec![[0; 64]; splits.div_ceil(64)];
    for (word, points) in blocks.enumerate() {
        if word % 64 == 0 && stop.is_due() {
            return None;
        }
        answers.iter_mut().for_each(|answers| *answers = [0; 64]);
        columns.iter().for_each(|column| column.set_answers(points, &mut answers));
        for (at, answers) in answers.iter_mut().enumerate() {
            transpose(answers);
            let splits = 64 * at..splits.min(64 * (at + 1));
            splits.zip(answers).for_each(|(split, bits)| matrix.set_word(split, word, *bits));
        }
    }
    Some(matrix)
}

/// Swaps the rows and the columns of 64 × 64 bits: of ever smaller squares the upper right one with the
/// lower left one.
fn transpose(words: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width > 0 {
        for at in (0..64).filter(|at| at & width == 0) {
            let swapped = ((words[at] >> width) ^ words[at + width]) & mask;
            words[at] ^= swapped << width;
            words[at + width] ^= swapped;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

impl Bins {
    /// Sets the answers of at most 64 points: a word for each point, for every 64 splits.
    fn set_answers(&self, points: &[u32], answers: &mut [[u64; 64]]) {
        let Range { start, end } = self.splits;
        let words = answers.iter_mut().enumerate().take(end.div_ceil(64)).skip(start / 64);
        for (at, answers) in words {
            let (from, to) = (start.max(64 * at), end.min(64 * (at + 1)));
            for (word, &point) in answers.iter_mut().zip(points) {
                let split = start + self.bins[point as usize] as usize;
                *word |= match self.kind {
                    SplitKind::Thresholds if split < to => {
                        ones(split.max(from) - 64 * at, to - 64 * at)
                    }
                    SplitKind::Categories if (from..to).contains(&split) => 1 << (split - 64 * at),
                    _ => 0,
                };
            }
        }
    }
}

/// The splits of a column that are kept, ascending.
fn kept_splits(column: &Column, most: usize) -> Vec<u32> {
    let splits = column.splits as usize;
    match column.kind {
        _ if splits <= ALL.min(most) => (0..column.splits).collect(),
        SplitKind::Thresholds => quantiles(&column.codes, splits, SOME.min(most)),
        SplitKind::Categories => most_frequent(&column.codes, splits, SOME.min(most)),
    }
}

/// The bin of each code: how many of the kept thresholds it answers no to, or which of the kept
/// categories it is; their number for none.
fn bins(column: &Column, kept: &[u32]) -> Vec<u8> {
    let bin = |code: u32| match column.kind {
        SplitKind::Thresholds => kept.partition_point(|&split| split < code) as u8,
        SplitKind::Categories => kept.binary_search(&code).unwrap_or(kept.len()) as u8,
    };
    let of_code: Vec<u8> = (0..=column.splits).map(bin).collect();
    column.codes.iter().map(|&code| of_code[code as usize]).collect()
}

/// The bits of a word from `from` to before `to`, which is larger.
fn ones(from: usize, to: usize) -> u64 {
    (u64::MAX << from) & (u64::MAX >> (64 - to))
}

fn counts(codes: &[u32], splits: usize) -> Vec<usize> {
    let mut counts = vec![0; splits + 1];
    codes.iter().for_each(|&code| counts[code as usize] += 1);
    counts
}

/// Thresholds that cut the points into about equal parts.
fn quantiles(codes: &[u32], splits: usize, most: usize) -> Vec<u32> {
    let mut kept = Vec::with_capacity(most);
    let (mut below, mut part) = (0, 1);
    for (code, count) in counts(codes, splits).into_iter().enumerate().take(splits) {
        below += count;
        if below * most >= codes.len() * part {
            kept.push(code as u32);
            part = below * most / codes.len() + 1;
        }
    }
    kept
}

/// The categories of most points, in the order of their codes.
fn most_frequent(codes: &[u32], splits: usize, most: usize) -> Vec<u32> {
    let counts = counts(codes, splits);
    let mut kept: Vec<u32> = (0..splits as u32).collect();
    kept.sort_by_key(|&code| std::cmp::Reverse(counts[code as usize]));
    kept.truncate(most);
    kept.sort_unstable();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_search::Kernels;

    fn points(len: u32, kind: SplitKind, splits: u32) -> Points {
        let codes = (0..len).map(|point| point % (splits + 1)).collect();
        let columns = vec![Column { kind, splits, codes }];
        let weights = (0..len).flat_map(|point| [1, u64::from(point % 3 == 0)]).collect();
        Points { len: len as usize, classes: 2, weights, rows: vec![1; len as usize], columns }
    }

    #[test]
    fn columns_keep_fewer_splits_where_there_is_little_room() {
        let points = points(64_000, SplitKind::Thresholds, 1000);
        let most = |left| most_splits(&points, 85_000, left);
        assert_eq!(most(u64::MAX), Some(MOST_BITS / 85_000));
        // 600,000 bytes without those of the bins, half of them for the matrix.
        assert_eq!(most(600_000), Some((600_000 - 64_000) * 4 / 85_000));
        assert_eq!(most(100_000), None);
        let kept = kept_splits(&points.columns[0], most(600_000).unwrap());
        assert!((10..=25).contains(&kept.len()), "{}", kept.len());
        // A process that may hold a byte has no room for a matrix.
        let room = Room(Some(1));
        assert!(Coarse::new(&points, 1, room, &Stop::never()).is_none());
    }

    #[test]
    fn short_columns_keep_all_their_splits() {
        let points = points(300, SplitKind::Thresholds, 128);
        let coarse = Coarse::new(&points, 1, Room(None), &Stop::never()).unwrap();
        let features: Vec<usize> = coarse.splits.iter().map(|split| split.feature).collect();
        assert_eq!(features, (0..128).collect::<Vec<_>>());
    }

    /// The yes-side of each split in each measure, one point after the other.
    fn counted(points: &Points, coarse: &Coarse, firsts: &[usize]) -> Vec<Vec<i64>> {
        let count = |kept: &KeptSplit| {
            let (column, first) = (&points.columns[kept.column], firsts[kept.column]);
            let mut counts = vec![0; points.classes + 1];
            for point in (0..points.len)
                .filter(|&point| column.answers((kept.feature - first) as u32, point))
            {
                let weights = &points.weights[point * points.classes..][..points.classes];
                counts.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += weight as i64);
                counts[points.classes] += i64::from(points.rows[point]);
            }
            counts
        };
        coarse.splits.iter().map(count).collect()
    }

    #[test]
    fn bits_answer_as_the_splits_that_they_stand_for() {
        for (kind, weights) in [SplitKind::Thresholds, SplitKind::Categories]
            .into_iter()
            .flat_map(|kind| [1, 1000].map(|weights| (kind, weights)))
        {
            let mut points = points(3000, kind, 999);
            let short = (0..3000).map(|point| point % 7).collect();
            points.columns.insert(0, Column { kind, splits: 7, codes: short });
            points.columns.push(points.columns[1].clone());
            // So many different weights are laid out digit by digit.
            points
                .weights
                .iter_mut()
                .enumerate()
                .for_each(|(at, w)| *w *= (at % weights) as u64 + 1);
            points.rows.iter_mut().enumerate().for_each(|(at, rows)| *rows = at as u32 % 5);
            let coarse = Coarse::new(&points, 2, Room(None), &Stop::never()).unwrap();
            assert!((110..=135).contains(&coarse.splits.len()), "{}", coarse.splits.len());
            let (matrix, stride) = (&coarse.matrix, coarse.matrix.stride());
            let mut counts = vec![0; matrix.measures() * stride];
            Kernels::detect().count_within(matrix, matrix.valid(), &mut counts);
            let expected = counted(&points, &coarse, &[0, 7, 7 + 999]);
            for (split, expected) in expected.iter().enumerate() {
                let found: Vec<i64> =
                    (0..3).map(|measure| counts[measure * stride + split]).collect();
                assert_eq!(found, *expected, "{kind:?} {split}");
            }
        }
    }
}
