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

/// What the yes-sides of all splits count: `counts[measure * stride + split]`.
pub(super) struct Counts {
    pub(super) counts: Vec<i64>,
    pub(super) stride: usize,
}

impl Counts {
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

    /// A number that two different parts hardly ever have in common, whichever matrix they are of.
    pub(super) fn fingerprint(&self, kernels: Kernels, counts: &Counts) -> u64 {
        let mut fingerprint = 0;
        kernels.fingerprint(&counts.counts, &self.totals, self.splits, &mut fingerprint);
        fingerprint
    }

    /// Counts all splits.
    pub(super) fn counts(&self, kernels: Kernels) -> Counts {
        let stride = self.matrix.stride();
        let mut counts = vec![0; self.matrix.measures() * stride];
        kernels.count_within(self.matrix, &self.rows, &mut counts);
        Counts { counts, stride }
    }

    /// The rows that answer yes to a split that the matrix has, and those that answer no.
    pub(super) fn sides(&self, kernels: Kernels, split: u32) -> [Part<'m>; 2] {
        let at = self.splits.partition_point(|&other| other < split);
        let (mut rows, mut words) = ([Vec::new(), Vec::new()], [0; 2]);
        let mut totals = [vec![0; self.totals.len()], vec![0; self.totals.len()]];
        kernels.part(self.matrix, &self.rows, at, &mut rows, &mut totals, &mut words);
        let ([yes_rows, no_rows], [yes_totals, no_totals], [yes_words, no_words]) =
            (rows, totals, words);
        let side = |rows, totals, words| Part {
            matrix: self.matrix,
            splits: self.splits,
            rows,
            totals,
            words,
        };
        [side(yes_rows, yes_totals, yes_words), side(no_rows, no_totals, no_words)]
    }

    /// Does something with the part: in a matrix of its own, without the splits that its points answer
    /// alike, if that is much smaller.
    pub(super) fn packed<T>(
        &self,
        kernels: Kernels,
        counts: &Counts,
        work: impl FnOnce(&Part<'_>) -> T,
    ) -> T {
        let mut kept = Vec::new();
        kernels.differing(&counts.counts, &self.totals, self.splits.len(), &mut kept);
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
        let kernels = Kernels::detect();
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
        let counts = all.counts(kernels);
        let [yes, no] = all.sides(kernels, 4);
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
        let kernels = Kernels::detect();
        let [yes, no] = all.sides(kernels, 0);
        let [_, few] = yes.sides(kernels, 1);
        let fingerprint = |part: &Part<'_>| part.fingerprint(kernels, &part.counts(kernels));
        assert_ne!(fingerprint(&yes), fingerprint(&no));
        assert_eq!(fingerprint(&few), fingerprint(&all.sides(kernels, 1)[1].sides(kernels, 0)[0]));
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
            let sides = |part: &Part<'_>| {
                part.sides(kernels, 7).map(|side| (fingerprint(&side), side.totals))
            };
            assert_eq!(sides(part), sides(&few));
        });
    }
}
