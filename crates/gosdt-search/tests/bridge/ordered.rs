//! Random problems of numeric columns: many thresholds, few columns, where neighbours tell most.
use gosdt_oracle::random::{Generated, Stream};
use gosdt_oracle::{Loss, OracleProblem};
use num_rational::BigRational;

/// What a problem of numeric columns looks like.
#[derive(Clone, Copy, Debug)]
pub struct Ordered {
    /// Number of columns.
    pub columns: u32,
    /// Thresholds of each.
    pub thresholds: usize,
    /// Number of rows.
    pub rows: usize,
    /// Number of classes.
    pub classes: usize,
    /// One value in this many is missing (answers no to all thresholds), and a feature asks for
    /// that; 0 is never.
    pub missing: usize,
    /// Whether the features stand in any order.
    pub shuffled: bool,
}

impl Ordered {
    /// Columns with nothing missing, in order.
    pub fn new(columns: u32, thresholds: usize, rows: usize) -> Ordered {
        Ordered { columns, thresholds, rows, classes: 2, missing: 0, shuffled: false }
    }

    /// The problem of a seed, without limits.
    pub fn generate(&self, seed: u64) -> Generated {
        let mut stream = Stream::new(seed);
        let values: Vec<Vec<Option<usize>>> =
            (0..self.rows).map(|_| self.row(&mut stream)).collect();
        let mut features: Vec<Asked> = (0..self.columns).flat_map(|c| self.asked(c)).collect();
        if self.shuffled {
            shuffle(&mut stream, &mut features);
        }
        let answer =
            |row: &Vec<Option<usize>>| features.iter().map(|ask| ask.answer(row)).collect();
        let labels = values.iter().map(|row| self.label(&mut stream, row)).collect();
        let weights = vec![1; self.rows];
        let problem = OracleProblem {
            rows: values.iter().map(answer).collect(),
            labels,
            classes: self.classes,
            lambda: lambda(&mut stream, self.rows),
            loss: if stream.once_in(3) { Loss::Balanced } else { Loss::Accuracy },
            weights,
            max_depth: None,
            max_leaves: None,
            min_leaf: 1,
        };
        Generated {
            problem,
            places: features.iter().map(|ask| (ask.column, ask.place())).collect(),
        }
    }

    fn row(&self, stream: &mut Stream) -> Vec<Option<usize>> {
        let value = |_| {
            let value = stream.below(self.thresholds + 1);
            (self.missing == 0 || !stream.once_in(self.missing)).then_some(value)
        };
        (0..self.columns).map(value).collect()
    }

    fn asked(&self, column: u32) -> impl Iterator<Item = Asked> + use<> {
        let thresholds = (0..self.thresholds).map(move |cut| Asked { column, cut: Some(cut) });
        thresholds.chain((self.missing > 0).then_some(Asked { column, cut: None }))
    }

    /// Boxes of the first two columns with a little noise: what a tree of several leaves fits.
    fn label(&self, stream: &mut Stream, row: &[Option<usize>]) -> usize {
        let third =
            |value: Option<usize>| value.map_or(1, |value| 3 * value / (self.thresholds + 1));
        let last = row.len() - 1;
        match stream.once_in(6) {
            true => stream.below(self.classes),
            false => (third(row[0]) + 2 * third(row[last.min(1)])) % self.classes,
        }
    }
}

/// `value <= cut`, or whether the value is missing.
struct Asked {
    column: u32,
    cut: Option<usize>,
}

impl Asked {
    fn answer(&self, row: &[Option<usize>]) -> bool {
        match (row[self.column as usize], self.cut) {
            (Some(value), Some(cut)) => value <= cut,
            (value, None) => value.is_none(),
            (None, Some(_)) => false,
        }
    }

    fn place(&self) -> Option<u32> {
        self.cut.map(|cut| cut as u32)
    }
}

fn shuffle<T>(stream: &mut Stream, things: &mut [T]) {
    for last in (1..things.len()).rev() {
        things.swap(last, stream.below(last + 1));
    }
}

/// Half a row to two rows per leaf.
fn lambda(stream: &mut Stream, rows: usize) -> BigRational {
    let halves = 1 + stream.below(4);
    BigRational::new(halves.into(), (2 * rows).into())
}
