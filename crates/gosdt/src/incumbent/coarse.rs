//! The points of a problem with few splits a column, as bits.
use super::stop::Stop;
use gosdt_search::{Column, Points, SplitKind};
use std::ops::Range;

/// Columns of at most this many splits keep all of them.
const ALL: usize = 128;

/// Longer columns keep this many bins with about as many points each, or this many of the categories
/// that most points have.
const SOME: usize = 64;

/// No more bits than this, however many points and columns there are: columns then keep fewer splits.
const MOST_BITS: usize = 1 << 30;

/// The points of a problem, a class at a time, with few splits a column.
pub(super) struct Coarse {
    /// The true class of each item. A point with several classes is an item for each.
    pub(super) class: Vec<u32>,
    /// The weight of each item.
    pub(super) weight: Vec<u64>,
    /// The rows of each item: those of its point, told by the first of the point's items.
    pub(super) rows: Vec<u32>,
    /// The kept splits.
    pub(super) splits: Vec<KeptSplit>,
    /// Number of columns.
    pub(super) columns: usize,
    /// For every 64 splits a word for each item, in which a bit is set where the item answers yes.
    pub(super) answers: Vec<Vec<u64>>,
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
    /// Lays the points out; `None` if it is stopped before that is done.
    pub(super) fn new(points: &Points, stop: &Stop<'_>) -> Option<Coarse> {
        let items = items(points);
        let most = MOST_BITS / items.len().max(1) / points.columns.len().max(1);
        let (mut splits, mut answers, mut first) = (Vec::new(), Vec::new(), 0);
        for (at, column) in points.columns.iter().enumerate() {
            if stop.is_due() {
                return None;
            }
            let kept = kept_splits(column, most.max(4));
            let before = splits.len();
            splits.extend(kept.iter().enumerate().map(|(place, &split)| KeptSplit {
                feature: first + split as usize,
                column: at,
                place: (place, kept.len()),
            }));
            answers.resize_with(splits.len().div_ceil(64), || vec![0; items.len()]);
            set_answers(
                &mut answers,
                before..splits.len(),
                &bins(column, &kept),
                column.kind,
                &items,
            );
            first += column.splits as usize;
        }
        let weight = |&(point, class): &(u32, u32)| {
            points.weights[point as usize * points.classes + class as usize]
        };
        Some(Coarse {
            class: items.iter().map(|item| item.1).collect(),
            weight: items.iter().map(weight).collect(),
            rows: rows_of(&items, &points.rows),
            splits,
            columns: points.columns.len(),
            answers,
        })
    }

    /// Number of items.
    pub(super) fn len(&self) -> usize {
        self.class.len()
    }

    /// Whether an item answers yes to a split.
    pub(super) fn answers(&self, split: usize, item: u32) -> bool {
        (self.answers[split / 64][item as usize] >> (split % 64)) & 1 == 1
    }
}

/// The point and the class of each item; a point without any weight is an item, too, since its rows
/// count.
fn items(points: &Points) -> Vec<(u32, u32)> {
    let mut items = Vec::with_capacity(points.len);
    for (point, weights) in points.weights.chunks(points.classes).enumerate() {
        let before = items.len();
        let classes = weights.iter().enumerate().filter(|(_, weight)| **weight > 0);
        items.extend(classes.map(|(class, _)| (point as u32, class as u32)));
        if items.len() == before {
            items.push((point as u32, 0));
        }
    }
    items
}

fn rows_of(items: &[(u32, u32)], rows: &[u32]) -> Vec<u32> {
    let is_first = |at: usize| at == 0 || items[at - 1].0 != items[at].0;
    let rows = |at: usize| if is_first(at) { rows[items[at].0 as usize] } else { 0 };
    (0..items.len()).map(rows).collect()
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
fn bins(column: &Column, kept: &[u32]) -> Vec<usize> {
    let bin = |code: u32| match column.kind {
        SplitKind::Thresholds => kept.partition_point(|&split| split < code),
        SplitKind::Categories => kept.binary_search(&code).unwrap_or(kept.len()),
    };
    let of_code: Vec<usize> = (0..=column.splits).map(bin).collect();
    column.codes.iter().map(|&code| of_code[code as usize]).collect()
}

/// Sets the bits of a column's splits, which have these numbers.
fn set_answers(
    answers: &mut [Vec<u64>],
    splits: Range<usize>,
    bins: &[usize],
    kind: SplitKind,
    items: &[(u32, u32)],
) {
    for (at, words) in answers.iter_mut().enumerate().skip(splits.start / 64) {
        let (from, to) = (splits.start.max(64 * at), splits.end.min(64 * (at + 1)));
        for (word, &(point, _)) in words.iter_mut().zip(items) {
            let split = splits.start + bins[point as usize];
            *word |= match kind {
                SplitKind::Thresholds if split < to => {
                    ones(split.max(from) - 64 * at, to - 64 * at)
                }
                SplitKind::Categories if (from..to).contains(&split) => 1 << (split - 64 * at),
                _ => 0,
            };
        }
    }
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

    fn points(len: u32, kind: SplitKind, splits: u32) -> Points {
        let codes = (0..len).map(|point| point % (splits + 1)).collect();
        let columns = vec![Column { kind, splits, codes }];
        let weights = (0..len).flat_map(|point| [1, u64::from(point % 3 == 0)]).collect();
        Points { len: len as usize, classes: 2, weights, rows: vec![1; len as usize], columns }
    }

    #[test]
    fn short_columns_keep_all_their_splits() {
        let points = points(300, SplitKind::Thresholds, 128);
        let coarse = Coarse::new(&points, &Stop::never()).unwrap();
        assert_eq!(coarse.len(), 400, "every third point has two classes");
        assert_eq!(coarse.rows.iter().sum::<u32>(), 300);
        let features: Vec<usize> = coarse.splits.iter().map(|split| split.feature).collect();
        assert_eq!(features, (0..128).collect::<Vec<_>>());
    }

    #[test]
    fn bits_answer_as_the_splits_that_they_stand_for() {
        for kind in [SplitKind::Thresholds, SplitKind::Categories] {
            let mut points = points(3000, kind, 999);
            let short = (0..3000).map(|point| point % 7).collect();
            points.columns.insert(0, Column { kind, splits: 7, codes: short });
            points.columns.push(points.columns[1].clone());
            let items = items(&points);
            let coarse = Coarse::new(&points, &Stop::never()).unwrap();
            assert!((110..=135).contains(&coarse.splits.len()), "{}", coarse.splits.len());
            let firsts = [0, 7, 7 + 999];
            for (split, kept) in coarse.splits.iter().enumerate() {
                let (column, first) = (&points.columns[kept.column], firsts[kept.column]);
                for (item, &(point, _)) in items.iter().enumerate() {
                    let expected = column.answers((kept.feature - first) as u32, point as usize);
                    assert_eq!(coarse.answers(split, item as u32), expected, "{kind:?} {split}");
                }
            }
        }
    }
}
