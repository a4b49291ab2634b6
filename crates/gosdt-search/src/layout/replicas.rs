//! Points as rows of a bit matrix.
//!
//! A point that counts 5 for a measure is 4 + 1: one replica of the point in the segment whose rows
//! count 4, one in the segment whose rows count 1. Counting is then AND and popcount alone.
use crate::problem::Feature;
use gosdt_bits::{Kernels, Matrix};

/// What the points count for one measure: whole multiples of a unit.
#[derive(Clone, Default)]
pub(super) struct Multiples {
    /// What a multiple of 1 counts.
    pub unit: i64,
    /// Points that count anything, with their multiples.
    pub points: Vec<(usize, i64)>,
}

impl Multiples {
    /// Multiples of 1, without those that are 0.
    pub fn of_one(multiples: impl Iterator<Item = i64>) -> Multiples {
        let points = multiples.enumerate().filter(|&(_, multiple)| multiple > 0).collect();
        Multiples { unit: 1, points }
    }
}

/// The answers of all features on all replicas of the points.
pub(crate) struct Replicas {
    /// The answers, with one segment per measure and binary digit of the multiples.
    pub matrix: Matrix,
    /// The point behind each row of the matrix, by word.
    pub owners: Vec<Vec<u32>>,
}

impl Replicas {
    /// Lays out the answers of so many points, which count `measures`, to the features; `None` once `stop`
    /// returns true.
    pub(super) fn new(
        points: usize,
        features: &[Feature],
        measures: &[Multiples],
        stop: &dyn Fn() -> bool,
    ) -> Option<Replicas> {
        let once = each_point_once(points, features, stop)?;
        let mut segments = Vec::new();
        let mut owners: Vec<Vec<u32>> = Vec::new();
        for (measure, Multiples { unit, points }) in measures.iter().enumerate() {
            let largest = points.iter().map(|&(_, multiple)| multiple).max().unwrap_or(0);
            for digit in 0..64 - largest.leading_zeros() {
                let chosen = points.iter().filter(|(_, multiple)| multiple >> digit & 1 == 1);
                let chosen: Vec<u32> = chosen.map(|&(point, _)| point as u32).collect();
                segments.push((measure as u32, unit << digit, chosen.len()));
                owners.extend(chosen.chunks(64).map(<[u32]>::to_vec));
            }
        }
        let mut matrix = Matrix::new(features.len(), measures.len(), &segments);
        let (kernels, all) = (Kernels::detect(), (0..features.len() as u32).collect::<Vec<_>>());
        let (mut rows, mut of_segment) = (vec![0; points.div_ceil(64)], Matrix::default());
        let mut word = 0;
        for (_, _, count) in segments {
            if stop() {
                return None;
            }
            rows.fill(0);
            let owners = &owners[word..word + count.div_ceil(64)];
            for &point in owners.iter().flatten() {
                rows[point as usize / 64] |= 1 << (point % 64);
            }
            kernels.project(&once, &rows, &all, &mut of_segment);
            matrix.copy_words(word, &of_segment);
            word += owners.len();
        }
        Some(Replicas { matrix, owners })
    }

    /// The rows of the matrix that belong to a set of points, as one word each.
    pub fn rows_of(&self, points: &[u64], rows: &mut Vec<u64>) {
        let inside = |&point: &u32| points[point as usize / 64] >> (point % 64) & 1;
        rows.clear();
        for owners in &self.owners {
            let bits = owners.iter().enumerate().map(|(bit, point)| inside(point) << bit);
            rows.push(bits.fold(0, |word, bit| word | bit));
        }
    }
}

/// The answers of the features, with a row for each point; `None` once `stop` returns true.
fn each_point_once(points: usize, features: &[Feature], stop: &dyn Fn() -> bool) -> Option<Matrix> {
    let mut matrix = Matrix::new(features.len(), 1, &[(0, 1, points)]);
    for word in 0..points.div_ceil(64) {
        if stop() {
            return None;
        }
        for (at, feature) in features.iter().enumerate() {
            matrix.set_word(at, word, feature.bits[word]);
        }
    }
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_oracle::random::Stream;

    /// Each row of the matrix answers as the point behind it does, and the rows of a point add up to its multiples.
    #[test]
    fn rows_answer_as_their_points_and_add_up_to_what_these_count() {
        let mut stream = Stream::new(8);
        for points in [1, 63, 64, 65, 150] {
            let mut feature = |column: u32| {
                let mut bits = vec![0u64; usize::div_ceil(points, 64)];
                (0..points).for_each(|point| {
                    bits[point / 64] |= (stream.below(2) as u64) << (point % 64);
                });
                Feature { bits, column, place: None }
            };
            let features: Vec<Feature> = (0..9).map(&mut feature).collect();
            let counts: Vec<Vec<i64>> =
                (0..2).map(|_| (0..points).map(|_| stream.below(12) as i64).collect()).collect();
            let measures: Vec<Multiples> =
                counts.iter().map(|counts| Multiples::of_one(counts.iter().copied())).collect();
            let Replicas { matrix, owners } =
                Replicas::new(points, &features, &measures, &|| false).expect("nothing stops it");
            let mut sums = vec![vec![0; points]; 2];
            for segment in matrix.segments() {
                let words = segment.start as usize..segment.end as usize;
                for (word, owners) in words.clone().zip(&owners[words]) {
                    for (bit, point) in owners.iter().map(|point| *point as usize).enumerate() {
                        sums[segment.measure as usize][point] += segment.mult;
                        for (at, feature) in features.iter().enumerate() {
                            let answer = feature.bits[point / 64] >> (point % 64) & 1;
                            assert_eq!(matrix.word(at, word) >> bit & 1, answer, "{points}");
                        }
                    }
                }
            }
            assert_eq!(sums, counts, "{points}");
        }
    }
}
