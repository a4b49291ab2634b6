//! Problems that follow from their definitions: accuracy on rows that are all different.
use gosdt_search::{Costs, Feature, Limits, Objective, Points, Problem};
use num_rational::BigRational;

/// Rows of small numbers, each with its class.
struct Rows {
    cells: Vec<Vec<u32>>,
    labels: Vec<usize>,
    classes: usize,
}

impl Rows {
    /// Every combination of 0..n for each n of `sizes` that `class` gives a class.
    fn new(sizes: &[u32], classes: usize, class: impl Fn(&[u32]) -> Option<usize>) -> Rows {
        let combinations = (0..sizes.iter().product()).map(|number| digits(number, sizes));
        let labelled = combinations.filter_map(|row| class(&row).map(|label| (row, label)));
        let (cells, labels) = labelled.unzip();
        Rows { cells, labels, classes }
    }

    fn feature(&self, column: usize, place: Option<u32>, yes: impl Fn(u32) -> bool) -> Feature {
        let mut bits = vec![0; self.cells.len().div_ceil(64)];
        for (at, _) in self.cells.iter().enumerate().filter(|(_, row)| yes(row[column])) {
            bits[at / 64] |= 1 << (at % 64);
        }
        Feature { bits, column: column as u32, place }
    }

    /// A feature for each value of each column.
    fn values(&self, sizes: &[u32]) -> Vec<Feature> {
        let of_column = |(column, &size)| {
            (0..size).map(move |value| self.feature(column, None, |cell| cell == value))
        };
        sizes.iter().enumerate().flat_map(of_column).collect()
    }

    /// A feature for each threshold of each column.
    fn thresholds(&self, sizes: &[u32]) -> Vec<Feature> {
        let of_column = |(column, &size)| {
            (1..size).map(move |limit| self.feature(column, Some(limit), |cell| cell < limit))
        };
        sizes.iter().enumerate().flat_map(of_column).collect()
    }

    fn problem(&self, features: Vec<Feature>, lambda: &BigRational) -> Problem {
        let (len, classes) = (self.cells.len(), self.classes);
        let (mut weights, mut totals) = (vec![0; len * classes], vec![0; classes]);
        for (at, &label) in self.labels.iter().enumerate() {
            weights[at * classes + label] = 1;
            totals[label] += 1;
        }
        let costs = Costs::new(&Objective::Accuracy, lambda, &totals, len).expect("exact costs");
        let points = Points { len, classes, weights, rows: vec![1; len], columns: Vec::new() };
        let points = points.with_features(&features).expect("thresholds are nested");
        Problem::new(points, costs, Limits::default()).expect("parts that fit")
    }
}

/// The digits of `number` in the mixed base `sizes`, the lowest first.
fn digits(mut number: u32, sizes: &[u32]) -> Vec<u32> {
    let mut digit = |size: &u32| {
        let digit = number % size;
        number /= size;
        digit
    };
    sizes.iter().map(&mut digit).collect()
}

/// The second monk's problem: do exactly two of six attributes have their first value?
pub fn monk_2(lambda: &BigRational) -> Problem {
    let sizes = [3, 3, 2, 3, 4, 2];
    let first_values = |row: &[u32]| row.iter().filter(|value| **value == 0).count();
    let rows = Rows::new(&sizes, 2, |row| Some(usize::from(first_values(row) == 2)));
    rows.problem(rows.values(&sizes), lambda)
}

/// Weight and distance on both arms of a scale: does it tip left, right, or neither?
pub fn balance_scale(lambda: &BigRational) -> Problem {
    let sizes = [5; 4];
    let moment = |arm: &[u32]| (arm[0] + 1) * (arm[1] + 1);
    let tips = |row: &[u32]| (moment(&row[..2]).cmp(&moment(&row[2..])) as i8 + 1) as usize;
    let rows = Rows::new(&sizes, 3, |row| Some(tips(row)));
    rows.problem(rows.thresholds(&sizes), lambda)
}

/// The boards on which a game of tic-tac-toe can end, x moving first: has x won?
pub fn tic_tac_toe(lambda: &BigRational) -> Problem {
    let sizes = [3; 9];
    let rows = Rows::new(&sizes, 2, end_of_a_game);
    rows.problem(rows.values(&sizes), lambda)
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Whether x (1) has won against o (2), if a game can end on this board.
fn end_of_a_game(board: &[u32]) -> Option<usize> {
    let marks = |player: u32| board.iter().filter(|mark| **mark == player).count();
    let won = |player: u32| LINES.iter().any(|line| line.iter().all(|&at| board[at] == player));
    match (won(1), won(2), marks(1).checked_sub(marks(2))?) {
        (true, false, 1) => Some(1),
        (false, true, 0) => Some(0),
        (false, false, 1) if marks(0) == 0 => Some(0),
        _ => None,
    }
}
