//! Random features: free bits, twins, opposites, and thresholds of one numeric column.
use super::{Ranges, Stream};

/// Features by column, with their places.
pub(super) struct Columns {
    features: Vec<Vec<bool>>,
    pub(super) places: Vec<(u32, Option<u32>)>,
}

impl Columns {
    /// The features of each row.
    pub(super) fn rows(&self, count: usize) -> Vec<Vec<bool>> {
        (0..count).map(|row| self.features.iter().map(|feature| feature[row]).collect()).collect()
    }

    fn push(&mut self, feature: Vec<bool>, column: u32, place: Option<u32>) {
        self.features.push(feature);
        self.places.push((column, place));
    }

    /// Columns may stand in any order, and their thresholds apart from each other.
    fn shuffle(&mut self, stream: &mut Stream) {
        for last in (1..self.features.len()).rev() {
            let other = stream.below(last + 1);
            self.features.swap(last, other);
            self.places.swap(last, other);
        }
    }
}

/// `width` features of `count` rows.
pub(super) fn columns(stream: &mut Stream, ranges: &Ranges, count: usize, width: usize) -> Columns {
    let mut made = Columns { features: Vec::new(), places: Vec::new() };
    for column in 0.. {
        let left = width - made.features.len();
        match stream.below(8) {
            _ if left == 0 => break,
            0 if ranges.twin_features => made.push(twin(stream, &made, count, false), column, None),
            1 if ranges.twin_features => made.push(twin(stream, &made, count, true), column, None),
            2..=4 if left > 1 => thresholds(stream, &mut made, count, column, left),
            _ => made.push(free_bits(stream, count), column, None),
        }
    }
    if stream.once_in(8) {
        made.shuffle(stream);
    }
    made
}

fn free_bits(stream: &mut Stream, count: usize) -> Vec<bool> {
    let rarity = *stream.pick(&[2, 2, 2, 3, 5]);
    (0..count).map(|_| stream.once_in(rarity)).collect()
}

/// A feature like an earlier one, or its opposite.
fn twin(stream: &mut Stream, made: &Columns, count: usize, opposite: bool) -> Vec<bool> {
    if made.features.is_empty() {
        return free_bits(stream, count);
    }
    let original = stream.pick(&made.features);
    original.iter().map(|&yes| yes != opposite).collect()
}

/// Up to `left` thresholds of a numeric column. Some have the same rows as the one before, since
/// not every value need occur; some places are left out.
fn thresholds(stream: &mut Stream, made: &mut Columns, count: usize, column: u32, left: usize) {
    let wanted = 2 + stream.below(left - 1);
    let gap = stream.once_in(4).then(|| stream.below(wanted));
    let cuts: Vec<usize> = (0..=wanted).filter(|&cut| Some(cut) != gap).take(wanted).collect();
    let values: Vec<usize> = (0..count).map(|_| stream.below(wanted + 2)).collect();
    for cut in cuts {
        let yes = values.iter().map(|&value| value <= cut).collect();
        made.push(yes, column, Some(cut as u32));
    }
}
