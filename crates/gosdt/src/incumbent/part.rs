//! A part of the points, as rows of a matrix of answers.
use gosdt_bits::Matrix;
use gosdt_search::Kernels;
use std::borrow::Cow;
use std::rc::Rc;

/// A part that needs at most one in so many words of its matrix gets a matrix of its own.
const SPARSE: usize = 2;

/// Some rows of the matrix of all points, perhaps in a matrix of their own.
pub(super) struct Part<'m> {
    all: &'m Matrix,
    matrix: &'m Matrix,
    /// The splits that the matrix has, ascending.
    pub(super) splits: &'m [u32],
    rows: Vec<u64>,
    /// The same rows in the matrix of all points, if this is another.
    origin: Option<Origin>,
    /// What all of them count for each measure.
    pub(super) totals: Vec<u64>,
    /// Words that they need in a matrix of their own, for each split.
    words: usize,
}

/// Rows of the matrix of all points: these, or those of them that are on a side of a split. Most sides are never
/// asked for theirs.
struct Origin {
    rows: Rc<Vec<u64>>,
    /// The split, and what is to be changed of its answers to have those of the side.
    side: Option<(usize, u64)>,
}

/// What the yes-sides of all splits count: `counts[measure * stride + split]`.
pub(super) struct Counts {
    counts: Vec<i64>,
    stride: usize,
    /// The sum of all measures.
    sums: Vec<i64>,
}

impl Counts {
    pub(super) fn new(kernels: Kernels, counts: Vec<i64>, stride: usize) -> Counts {
        let mut sums = vec![0; stride];
        kernels.sums(&counts, &mut sums);
        Counts { counts, stride, sums }
    }

    /// Number of splits, padded.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// All measures from the first on, so many of them.
    pub(super) fn first(&self, measures: usize) -> &[i64] {
        &self.counts[..measures * self.stride]
    }

    /// The sums of the yes-sides of all splits over the first measures, so many of them.
    pub(super) fn sums(&self, measures: usize) -> Cow<'_, [i64]> {
        let others = self.counts[measures * self.stride..].chunks(self.stride);
        others.fold(Cow::Borrowed(&self.sums), |mut sums, other| {
            sums.to_mut().iter_mut().zip(other).for_each(|(sum, other)| *sum -= other);
            sums
        })
    }

    /// The yes-side of a split in one measure.
    pub(super) fn of(&self, measure: usize, split: usize) -> i64 {
        self.of_measure(measure)[split]
    }

    /// The yes-sides of all splits in one measure.
    pub(super) fn of_measure(&self, measure: usize) -> &[i64] {
        &self.counts[measure * self.stride..][..self.stride]
    }
}

impl<'m> Part<'m> {
    /// All rows of the matrix of all points.
    pub(super) fn all(matrix: &'m Matrix, splits: &'m [u32]) -> Part<'m> {
        let rows = matrix.valid().to_vec();
        let (mut totals, mut words) = (vec![0; matrix.measures()], 0);
        for segment in matrix.segments() {
            let rows = &rows[segment.start as usize..segment.end as usize];
            let ones: u64 = rows.iter().map(|word| u64::from(word.count_ones())).sum();
            totals[segment.measure as usize] += segment.mult as u64 * ones;
            words += ones.div_ceil(64) as usize;
        }
        Part { all: matrix, matrix, splits, rows, origin: None, totals, words }
    }

    /// A number that two different parts hardly ever have in common, whichever matrix they are in.
    pub(super) fn fingerprint(&self) -> u64 {
        match &self.origin {
            None => mixed(self.rows.iter().copied()),
            Some(origin) => match origin.side {
                None => mixed(origin.rows.iter().copied()),
                Some(side) => mixed(self.side_of_all(&origin.rows, side)),
            },
        }
    }

    /// The rows of the matrix of all points that are on a side of a split.
    fn side_of_all(&self, rows: &[u64], (split, flip): (usize, u64)) -> impl Iterator<Item = u64> {
        let words = rows.iter().enumerate();
        words.map(move |(word, rows)| rows & (self.all.word(split, word) ^ flip))
    }

    /// The rows in the matrix of all points.
    fn rows_of_all(&self) -> Rc<Vec<u64>> {
        match &self.origin {
            None => Rc::new(self.rows.clone()),
            Some(origin) => match origin.side {
                None => Rc::clone(&origin.rows),
                Some(side) => Rc::new(self.side_of_all(&origin.rows, side).collect()),
            },
        }
    }

    /// Counts all splits.
    pub(super) fn counts(&self, kernels: Kernels) -> Counts {
        let stride = self.matrix.stride();
        let mut counts = vec![0; self.matrix.measures() * stride];
        kernels.count_within(self.matrix, &self.rows, &mut counts);
        Counts::new(kernels, counts, stride)
    }

    /// The rows that answer yes to a split that the matrix has, and those that answer no.
    pub(super) fn sides(&self, kernels: Kernels, split: u32) -> [Part<'m>; 2] {
        let at = self.splits.partition_point(|&other| other < split);
        let (mut rows, mut words) = ([Vec::new(), Vec::new()], [0; 2]);
        let mut totals = [vec![0; self.totals.len()], vec![0; self.totals.len()]];
        kernels.part(self.matrix, &self.rows, at, &mut rows, &mut totals, &mut words);
        let of_all = self.origin.is_some().then(|| self.rows_of_all());
        let ([yes_rows, no_rows], [yes_totals, no_totals], [yes_words, no_words]) =
            (rows, totals, words);
        let side = |rows, flip, totals, words| Part {
            all: self.all,
            matrix: self.matrix,
            splits: self.splits,
            rows,
            origin: of_all
                .as_ref()
                .map(|rows| Origin { rows: Rc::clone(rows), side: Some((split as usize, flip)) }),
            totals,
            words,
        };
        [side(yes_rows, 0, yes_totals, yes_words), side(no_rows, !0, no_totals, no_words)]
    }

    /// The places of the splits that matter: those that part the rows, and of thresholds of one column that
    /// part them alike the first. `column_of` has a number for each split: neighbours that have the same are
    /// thresholds of one column.
    pub(super) fn distinct(&self, counts: &Counts, column_of: &[u32]) -> Vec<u32> {
        let all = self.totals.iter().sum::<u64>() as i64;
        let mut places = vec![0; self.splits.len() + 1];
        let (mut found, mut last) = (0, (u32::MAX, 0));
        // Without a branch, which would often be predicted wrong.
        for (at, (&split, &yes)) in self.splits.iter().zip(&counts.sums).enumerate() {
            let column = column_of[split as usize];
            places[found] = at as u32;
            found += usize::from((yes > 0) & (yes < all) & ((column, yes) != last));
            last = (column, yes);
        }
        places.truncate(found);
        places
    }

    /// Does something with the part: in a matrix of its own, with the splits at the places `kept` alone, if that
    /// is much smaller.
    pub(super) fn packed<T>(
        &self,
        kernels: Kernels,
        kept: &[u32],
        work: impl FnOnce(&Part<'_>) -> T,
    ) -> T {
        if self.words * kept.len() * SPARSE > self.rows.len() * self.splits.len() {
            return work(self);
        }
        let mut own = Matrix::default();
        kernels.project(self.matrix, &self.rows, kept, &mut own);
        let splits: Vec<u32> = kept.iter().map(|&at| self.splits[at as usize]).collect();
        work(&Part {
            all: self.all,
            matrix: &own,
            splits: &splits,
            rows: own.valid().to_vec(),
            origin: Some(Origin { rows: self.rows_of_all(), side: None }),
            totals: self.totals.clone(),
            words: self.words,
        })
    }
}

/// An odd number whose bits look random: 2⁶⁴ divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number that depends on all of these and on their order. Several sums go side by side: a product has to wait for
/// the one before it in its sum alone.
fn mixed(numbers: impl Iterator<Item = u64>) -> u64 {
    let mut sums = [FACTOR; 8];
    for (at, number) in numbers.enumerate() {
        let sum = &mut sums[at % 8];
        *sum = mix(*sum, number);
    }
    sums.into_iter().fold(FACTOR, mix)
}

/// A number in which every bit of both depends on many.
fn mix(sum: u64, number: u64) -> u64 {
    (sum ^ number).wrapping_mul(FACTOR).rotate_left(29)
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
        let fingerprint = |part: &Part<'_>| part.fingerprint();
        assert_ne!(fingerprint(&yes), fingerprint(&no));
        assert_eq!(fingerprint(&few), fingerprint(&all.sides(kernels, 1)[1].sides(kernels, 0)[0]));
        let counts = few.counts(kernels);
        few.packed(kernels, &few.distinct(&counts, &splits), |part| {
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

    #[test]
    fn of_thresholds_that_part_rows_alike_the_first_is_distinct() {
        // Thresholds of one column and of another; of the last ones each has a number of its own.
        let column_of = [0, 0, 0, 0, 1, 1, 2, 3];
        let answers: [u64; 8] = [0, 0b0011, 0b0011, 0b1111, 0b0011, 0b0111, 0b0111, 0b0111];
        let mut matrix = Matrix::new(8, 2, &[(0, 1, 2), (1, 1, 2)]);
        for (split, answers) in answers.iter().enumerate() {
            matrix.set_word(split, 0, answers & 3);
            matrix.set_word(split, 1, answers >> 2);
        }
        let splits: Vec<u32> = (0..8).collect();
        let all = Part::all(&matrix, &splits);
        let counts = all.counts(Kernels::detect());
        assert_eq!(all.distinct(&counts, &column_of), [1, 4, 5, 6, 7]);
    }
}
