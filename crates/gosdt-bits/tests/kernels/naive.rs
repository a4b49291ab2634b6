//! What the kernels should do, on plain rows of yes and no: no words, no blocks, no padding.
use gosdt_bits::Matrix;

/// A row: what it counts, for which measure, and its answers.
#[derive(Clone, Debug)]
pub struct Row {
    pub measure: usize,
    pub mult: i64,
    pub answers: Vec<bool>,
}

/// Segments of rows; all rows of one have the same measure and multiplier.
#[derive(Clone, Debug)]
pub struct Table {
    pub features: usize,
    pub measures: usize,
    pub segments: Vec<Vec<Row>>,
    /// Of each segment: measure and multiplier.
    pub kinds: Vec<(u32, i64)>,
}

/// How the measures of a leaf make its loss.
#[derive(Clone, Copy)]
pub enum Leaf<'a> {
    SmallerOfTwo,
    AllButLargest,
    ByCosts { costs: &'a [i64], least_rows: Option<(usize, i64)> },
}

/// The loss of a leaf that is not allowed.
pub const NOT_ALLOWED: i64 = i64::MAX / 4;

impl Leaf<'_> {
    pub fn loss(self, measures: &[i64]) -> i64 {
        match self {
            Leaf::SmallerOfTwo => measures[0].min(measures[1]),
            Leaf::AllButLargest => {
                measures.iter().sum::<i64>() - measures.iter().max().expect("a measure")
            }
            Leaf::ByCosts { least_rows: Some((m, least)), .. } if measures[m] < least => {
                NOT_ALLOWED
            }
            Leaf::ByCosts { costs, .. } => {
                let of_label = |row: &[i64]| row.iter().zip(measures).map(|(c, n)| c * n).sum();
                costs.chunks_exact(measures.len()).map(of_label).min().expect("a label")
            }
        }
    }
}

impl Table {
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.segments.iter().flatten()
    }

    /// The measures of the rows that `chosen` picks.
    pub fn count(&self, chosen: impl Fn(usize, &Row) -> bool) -> Vec<i64> {
        let mut counts = vec![0; self.measures];
        for (_, row) in self.rows().enumerate().filter(|(at, row)| chosen(*at, row)) {
            counts[row.measure] += row.mult;
        }
        counts
    }

    /// The loss of the best of all splits of one side of feature `i`.
    pub fn best_split(&self, i: usize, side: bool, leaf: Leaf) -> i64 {
        let cell = |j: usize, answer: bool| {
            leaf.loss(&self.count(|_, row| row.answers[i] == side && row.answers[j] == answer))
        };
        let splits = (0..self.features).map(|j| cell(j, true) + cell(j, false));
        splits.min().expect("a feature")
    }

    /// The least loss of a leaf on a side of a split of one side of feature `i`, where the smaller
    /// of two measures is lost, among the leaves whose larger measure is more than `least`.
    pub fn cheapest_cell(&self, i: usize, side: bool, least: i64) -> Option<i64> {
        let cells = (0..self.features).flat_map(|j| [(j, true), (j, false)]);
        let cells = cells.map(|(j, answer)| {
            self.count(|_, row| row.answers[i] == side && row.answers[j] == answer)
        });
        let allowed = cells.filter(|cell| cell[0].max(cell[1]) > least);
        allowed.map(|cell| cell[0].min(cell[1])).min()
    }

    /// The rows that `chosen` picks and the columns `features`.
    pub fn project(&self, chosen: &[bool], features: &[u32]) -> Table {
        let narrow = |row: &Row| Row {
            answers: features.iter().map(|&f| row.answers[f as usize]).collect(),
            ..row.clone()
        };
        let mut picks = chosen.iter();
        let mut keep = |rows: &Vec<Row>| -> Vec<Row> {
            let picked = rows.iter().zip(picks.by_ref()).filter(|(_, chosen)| **chosen);
            picked.map(|(row, _)| narrow(row)).collect()
        };
        let kept = self.segments.iter().map(&mut keep).collect::<Vec<_>>();
        let (segments, kinds) =
            kept.into_iter().zip(&self.kinds).filter(|(rows, _)| !rows.is_empty()).unzip();
        Table { features: features.len(), measures: self.measures, segments, kinds }
    }

    /// The same as a matrix of words.
    pub fn matrix(&self) -> Matrix {
        let sizes = self.segments.iter().map(Vec::len);
        let segments: Vec<_> = self
            .kinds
            .iter()
            .zip(sizes)
            .map(|(&(measure, mult), rows)| (measure, mult, rows))
            .collect();
        let mut matrix = Matrix::new(self.features, self.measures, &segments);
        for (row, (word, bit)) in self.rows().zip(self.places()) {
            for feature in (0..self.features).filter(|&feature| row.answers[feature]) {
                matrix.set(feature, word, bit);
            }
        }
        matrix
    }

    /// Word and bit of each row: every segment starts at a word of its own.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        let mut word = 0;
        for rows in &self.segments {
            places.extend((0..rows.len()).map(|at| (word + at / 64, at % 64)));
            word += rows.len().div_ceil(64);
        }
        places
    }

    /// A choice of rows as words.
    pub fn words(&self, chosen: &[bool]) -> Vec<u64> {
        let mut words = vec![0; self.segments.iter().map(|rows| rows.len().div_ceil(64)).sum()];
        for ((word, bit), _) in self.places().into_iter().zip(chosen).filter(|(_, chosen)| **chosen)
        {
            words[word] |= 1 << bit;
        }
        words
    }
}
