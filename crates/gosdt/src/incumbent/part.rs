//! A part of the points, as rows of a matrix of answers.
use gosdt_bits::Matrix;
use gosdt_search::Kernels;

/// A part that needs at most one in so many words of its matrix gets a matrix of its own.
const SPARSE: usize = 2;

/// Some rows of a matrix.
pub(super) struct Part<'m> {
    matrix: &'m Matrix,
    /// The splits that the matrix has, ascending.
    pub(super) splits: &'m [u32],
    rows: Vec<u64>,
    /// What all of them count for each measure.
    pub(super) totals: Vec<u64>,
    /// Words that they need in a matrix of their own, for each split.
    words: usize,
}

/// Splits that are scored at a time; the stride of a matrix is a multiple of it.
pub(super) const LANES: usize = 8;

/// What the yes-sides of all splits count: `counts[measure * stride + split]`.
pub(super) struct Counts {
    pub(super) counts: Vec<i64>,
    pub(super) stride: usize,
}

impl Counts {
    /// The yes-sides of a block of splits in one measure.
    pub(super) fn block(&self, measure: usize, block: usize) -> [i64; LANES] {
        let counts = &self.counts[measure * self.stride + block..][..LANES];
        std::array::from_fn(|lane| counts[lane])
    }

    /// Whether some rows answer yes to a split and some no.
    fn differ(&self, split: usize, totals: &[u64]) -> bool {
        let yes: i64 = (0..totals.len()).map(|measure| self.of(measure, split)).sum();
        (1..totals.iter().sum::<u64>() as i64).contains(&yes)
    }

    /// The yes-side of a split in one measure.
    pub(super) fn of(&self, measure: usize, split: usize) -> i64 {
        self.counts[measure * self.stride + split]
    }
}

impl<'m> Part<'m> {
    /// All rows of the matrix of all points.
    pub(super) fn all(matrix: &'m Matrix, splits: &'m [u32]) -> Part<'m> {
        Part::of(matrix, splits, matrix.valid().to_vec())
    }

    fn of(matrix: &'m Matrix, splits: &'m [u32], rows: Vec<u64>) -> Part<'m> {
        let (mut totals, mut words) = (vec![0; matrix.measures()], 0);
        for segment in matrix.segments() {
            let rows = &rows[segment.start as usize..segment.end as usize];
            let ones: u64 = rows.iter().map(|word| u64::from(word.count_ones())).sum();
            totals[segment.measure as usize] += segment.mult as u64 * ones;
            words += ones.div_ceil(64) as usize;
        }
        Part { matrix, splits, rows, totals, words }
    }

    /// A number that two different parts hardly ever have in common: it tells what the yes-sides of all
    /// splits count, but for those that all rows answer alike, which not every matrix of the part has.
    pub(super) fn fingerprint(&self, counts: &Counts) -> u64 {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let mix = |sum: u64, number: u64| (sum ^ number).wrapping_mul(FACTOR).rotate_left(29);
        let of_split = |(at, &split): (usize, &u32)| {
            let of_measures = (0..self.totals.len()).map(|measure| counts.of(measure, at) as u64);
            of_measures.fold(mix(FACTOR, split.into()), mix)
        };
        let differ = |(at, _): &(usize, &u32)| counts.differ(*at, &self.totals);
        // A sum, so that a product need not wait for those of other splits.
        let sum = self.splits.iter().enumerate().filter(differ).map(of_split);
        self.totals.iter().copied().fold(sum.fold(0, u64::wrapping_add), mix)
    }

    /// Counts all splits.
    pub(super) fn counts(&self, kernels: Kernels) -> Counts {
        let stride = self.matrix.stride();
        let mut counts = vec![0; self.matrix.measures() * stride];
        kernels.count_within(self.matrix, &self.rows, &mut counts);
        Counts { counts, stride }
    }

    /// The rows that answer yes to a split that the matrix has, and those that answer no.
    pub(super) fn sides(&self, split: u32) -> [Part<'m>; 2] {
        let at = self.splits.partition_point(|&other| other < split);
        [0, !0].map(|flip| {
            let answers = (0..self.rows.len()).map(|word| self.matrix.word(at, word) ^ flip);
            let rows = self.rows.iter().zip(answers).map(|(rows, answers)| rows & answers);
            Part::of(self.matrix, self.splits, rows.collect())
        })
    }

    /// Does something with the part: in a matrix of its own, without the splits that its points answer
    /// alike, if that is much smaller.
    pub(super) fn packed<T>(
        &self,
        kernels: Kernels,
        counts: &Counts,
        work: impl FnOnce(&Part<'_>) -> T,
    ) -> T {
        let differ = |&at: &u32| counts.differ(at as usize, &self.totals);
        let kept: Vec<u32> = (0..self.splits.len() as u32).filter(differ).collect();
        if self.words * kept.len() * SPARSE > self.rows.len() * self.splits.len() {
            return work(self);
        }
        let mut own = Matrix::default();
        kernels.project(self.matrix, &self.rows, &kept, &mut own);
        let splits: Vec<u32> = kept.iter().map(|&at| self.splits[at as usize]).collect();
        let rows = own.valid().to_vec();
        work(&Part::of(&own, &splits, rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_oracle::random::Stream;

    #[test]
    fn a_side_counts_what_its_rows_do() {
        let mut stream = Stream::new(3);
        let segments = [(0, 1, 100), (0, 5, 3), (1, 1, 70), (1, 2, 200)];
        let mut matrix = Matrix::new(9, 2, &segments);
        for word in 0..matrix.words() {
            let bits = stream.next_number() & matrix.valid()[word];
            matrix.set_word(0, word, bits);
            for split in 1..9 {
                matrix.set_word(split, word, stream.next_number() & matrix.valid()[word]);
            }
        }
        let splits: Vec<u32> = (0..9).collect();
        let all = Part::all(&matrix, &splits);
        assert_eq!(all.totals, [115, 470]);
        let counts = all.counts(Kernels::detect());
        let [yes, no] = all.sides(4);
        for measure in 0..2 {
            let yes_side = counts.counts[measure * counts.stride + 4];
            assert_eq!(yes.totals[measure] as i64, yes_side);
            assert_eq!(no.totals[measure] as i64, all.totals[measure] as i64 - yes_side);
        }
    }

    #[test]
    fn a_matrix_of_its_own_counts_the_same() {
        let mut stream = Stream::new(4);
        let mut matrix = Matrix::new(20, 2, &[(0, 3, 900), (1, 1, 800)]);
        for (word, split) in (0..matrix.words()).flat_map(|word| (0..20).map(move |s| (word, s))) {
            matrix.set_word(split, word, stream.next_number() & matrix.valid()[word]);
        }
        let splits: Vec<u32> = (0..20).collect();
        let all = Part::all(&matrix, &splits);
        let [yes, no] = all.sides(0);
        let [_, few] = yes.sides(1);
        let kernels = Kernels::detect();
        let fingerprint = |part: &Part<'_>| part.fingerprint(&part.counts(kernels));
        assert_ne!(fingerprint(&yes), fingerprint(&no));
        assert_eq!(fingerprint(&few), fingerprint(&all.sides(1)[1].sides(0)[0]));
        let counts = few.counts(kernels);
        few.packed(kernels, &counts, |part| {
            assert_eq!(part.splits, &splits[2..], "without those that are answered alike");
            assert_eq!(part.totals, few.totals);
            let packed = part.counts(kernels);
            for (at, split) in (2..20).enumerate() {
                for measure in 0..2 {
                    assert_eq!(packed.of(measure, at), counts.of(measure, split));
                }
            }
            assert_eq!(fingerprint(part), fingerprint(&few));
            let sides =
                |part: &Part<'_>| part.sides(7).map(|side| (fingerprint(&side), side.totals));
            assert_eq!(sides(part), sides(&few));
        });
    }

    #[test]
    fn splits_that_part_the_classes_are_not_answered_alike() {
        let counts = Counts { counts: vec![0, 5, 5, 0, 2, 0, 7, 0, 7, 0], stride: 5 };
        let differ: Vec<bool> = (0..5).map(|split| counts.differ(split, &[5, 7])).collect();
        assert_eq!(differ, [false, false, true, true, true]);
    }
}
