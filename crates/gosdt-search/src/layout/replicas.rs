//! Points as rows of a bit matrix.
//!
//! A point that counts 5 for a measure is 4 + 1: one replica of the point in the segment whose rows
//! count 4, one in the segment whose rows count 1. Counting is then AND and popcount alone.
use gosdt_bits::Matrix;

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
    /// Lays out the answers `bits` of the features for points that count `measures`; `None` once
    /// `stop` returns true.
    pub(super) fn new(
        bits: &[Vec<u64>],
        measures: &[Multiples],
        stop: &dyn Fn() -> bool,
    ) -> Option<Replicas> {
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
        let mut matrix = Matrix::new(bits.len(), measures.len(), &segments);
        for (word, points) in owners.iter().enumerate() {
            if stop() {
                return None;
            }
            fill_word(&mut matrix, word, points, bits);
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

fn fill_word(matrix: &mut Matrix, word: usize, points: &[u32], bits: &[Vec<u64>]) {
    for (at, &point) in points.iter().enumerate() {
        for (feature, bits) in bits.iter().enumerate() {
            if bits[point as usize / 64] >> (point % 64) & 1 == 1 {
                matrix.set(feature, word, at);
            }
        }
    }
}
