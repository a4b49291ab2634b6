//! The word-major matrix of answers.

/// A run of words whose rows all count `mult` for one measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The measure that the rows count for.
    pub measure: u32,
    /// What a row counts.
    pub mult: i64,
    /// First word.
    pub start: u32,
    /// One past the last word.
    pub end: u32,
}

/// Features are padded to a multiple of this, so that kernels work on whole blocks.
pub(crate) const BLOCK: usize = 8;

/// Answers of features (columns) on rows (bits), word-major.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    pub(crate) features: usize,
    pub(crate) stride: usize,
    pub(crate) words: usize,
    pub(crate) measures: usize,
    pub(crate) data: Vec<u64>,
    pub(crate) valid: Vec<u64>,
    pub(crate) segments: Vec<Segment>,
}

impl Matrix {
    /// An all-zero matrix. `segments` are given as (measure, multiplier, rows) in the order of
    /// their words.
    pub fn new(features: usize, measures: usize, segments: &[(u32, i64, usize)]) -> Matrix {
        let mut matrix = Matrix::default();
        matrix.reset(features, measures);
        for &(measure, mult, rows) in segments {
            matrix.push_segment(measure, mult, rows);
        }
        matrix.data.resize(matrix.words * matrix.stride, 0);
        matrix
    }

    /// Takes over all words of a matrix of the same features as those from `first` on.
    pub fn copy_words(&mut self, first: usize, from: &Matrix) {
        assert_eq!(from.features, self.features, "the features are the same");
        let to = &mut self.data[first * self.stride..][..from.data.len()];
        to.copy_from_slice(&from.data);
    }

    /// Empties the matrix, keeping its memory.
    fn reset(&mut self, features: usize, measures: usize) {
        self.features = features;
        self.stride = features.next_multiple_of(BLOCK).max(BLOCK);
        self.words = 0;
        self.measures = measures;
        self.data.clear();
        self.valid.clear();
        self.segments.clear();
    }

    fn push_segment(&mut self, measure: u32, mult: i64, rows: usize) {
        if rows == 0 {
            return;
        }
        let start = self.words;
        let words = rows.div_ceil(64);
        self.words += words;
        self.valid.resize(self.words, !0);
        if !rows.is_multiple_of(64) {
            self.valid[self.words - 1] = (1 << (rows % 64)) - 1;
        }
        let segment = Segment { measure, mult, start: start as u32, end: self.words as u32 };
        self.segments.push(segment);
    }

    /// Number of features.
    pub fn features(&self) -> usize {
        self.features
    }

    /// Number of features after padding: the length of the count vectors.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Number of words per feature.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Number of measures.
    pub fn measures(&self) -> usize {
        self.measures
    }

    /// The segments.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The mask of real rows of each word.
    pub fn valid(&self) -> &[u64] {
        &self.valid
    }

    /// Word `word` of feature `feature`.
    pub fn word(&self, feature: usize, word: usize) -> u64 {
        self.data[word * self.stride + feature]
    }

    /// The words `word` of all features (padded).
    pub fn row(&self, word: usize) -> &[u64] {
        &self.data[word * self.stride..][..self.stride]
    }

    /// Sets the answer of `feature` at bit `bit` of word `word` to yes.
    pub fn set(&mut self, feature: usize, word: usize, bit: usize) {
        assert!(self.valid[word] >> bit & 1 == 1, "bit {bit} of word {word} is no row");
        self.data[word * self.stride + feature] |= 1 << bit;
    }

    /// Sets word `word` of feature `feature`.
    pub fn set_word(&mut self, feature: usize, word: usize, bits: u64) {
        assert!(bits & !self.valid[word] == 0, "word {word} has fewer rows");
        self.data[word * self.stride + feature] = bits;
    }

    /// The rows of `feature`'s yes-side (`yes`) or no-side, as one word each.
    pub fn side(&self, feature: usize, yes: bool, out: &mut Vec<u64>) {
        let flip = if yes { 0 } else { !0 };
        out.clear();
        let words = (0..self.words).map(|k| (self.word(feature, k) ^ flip) & self.valid[k]);
        out.extend(words);
    }

    /// Changes what rows count: `change` is given a measure and its multiplier.
    pub fn map_multipliers(&mut self, change: impl Fn(u32, i64) -> i64) {
        for segment in &mut self.segments {
            segment.mult = change(segment.measure, segment.mult);
        }
    }

    /// Lays out `self` for the rows of `from` that `rows` selects and `features` many columns.
    pub(crate) fn shape_like(&mut self, from: &Matrix, rows: &[u64], features: usize) {
        self.reset(features, from.measures);
        for segment in &from.segments {
            let words = &rows[segment.start as usize..segment.end as usize];
            let count: u32 = words.iter().map(|word| word.count_ones()).sum();
            self.push_segment(segment.measure, segment.mult, count as usize);
        }
        self.data.resize(self.words * self.stride, 0);
    }
}
