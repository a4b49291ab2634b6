//! Data sets that follow from their definitions, made by code.
//!
//! ```
//! let demo = gosdt::demo::find("tic-tac-toe").unwrap();
//! assert_eq!(demo.table()?.rows, 958);
//! # Ok::<(), gosdt::DataError>(())
//! ```
use gosdt_data::{CsvOptions, DataError, Schema, Table, read_csv_from};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A data set that its definition determines.
#[derive(Clone, Copy, Debug)]
pub struct Demo {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    header: &'static [&'static str],
    /// Whether the features are categories, even if they look like numbers.
    categorical: bool,
    rows: fn() -> Vec<Vec<String>>,
}

/// All of them.
pub const DEMOS: [Demo; 5] = [
    Demo {
        name: "tic-tac-toe",
        about: "the 958 boards on which a game can end, x moving first: has x won?",
        header: &[
            "top-left-square",
            "top-middle-square",
            "top-right-square",
            "middle-left-square",
            "middle-middle-square",
            "middle-right-square",
            "bottom-left-square",
            "bottom-middle-square",
            "bottom-right-square",
            "class",
        ],
        categorical: true,
        rows: tic_tac_toe,
    },
    Demo {
        name: "monk-1",
        about: "432 robots: a1 = a2, or a5 = 1?",
        header: MONK,
        categorical: true,
        rows: || monk(|a| a[0] == a[1] || a[4] == 1),
    },
    Demo {
        name: "monk-2",
        about: "432 robots: do exactly two of the six attributes have their first value?",
        header: MONK,
        categorical: true,
        rows: || monk(|a| a.iter().filter(|&&value| value == 1).count() == 2),
    },
    Demo {
        name: "monk-3",
        about: "432 robots, without noise: a5 = 3 and a4 = 1, or a5 ≠ 4 and a2 ≠ 3?",
        header: MONK,
        categorical: true,
        rows: || monk(|a| (a[4] == 3 && a[3] == 1) || (a[4] != 4 && a[1] != 3)),
    },
    Demo {
        name: "balance-scale",
        about: "625 scales, weights and distances from 1 to 5: does it tip left, right, or neither?",
        header: &["left-weight", "left-distance", "right-weight", "right-distance", "class"],
        categorical: false,
        rows: balance_scale,
    },
];

const MONK: &[&str] = &["a1", "a2", "a3", "a4", "a5", "a6", "class"];

/// The data set of that name.
pub fn find(name: &str) -> Option<&'static Demo> {
    DEMOS.iter().find(|demo| demo.name == name)
}

impl Demo {
    /// The data as CSV, with a header line and the label last.
    pub fn csv(&self) -> String {
        let mut text = self.header.join(",") + "\n";
        for row in (self.rows)() {
            let _ = writeln!(text, "{}", row.join(","));
        }
        text
    }

    /// The data as a table.
    pub fn table(&self) -> Result<Table, DataError> {
        let raw = read_csv_from(self.csv().as_bytes(), self.name, &CsvOptions::default())?;
        Table::from_raw(&raw, &self.schema())
    }

    /// How its columns are to be read.
    pub fn schema(&self) -> Schema {
        let features = &self.header[..self.header.len() - 1];
        let categorical = if self.categorical { features } else { &[] };
        let categorical = categorical.iter().map(ToString::to_string).collect();
        Schema { categorical, ..Schema::default() }
    }
}

type Board = [char; 9];

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn won(board: &Board, player: char) -> bool {
    LINES.iter().any(|line| line.iter().all(|&square| board[square] == player))
}

/// Plays every game to its end; boards that several games reach count once.
fn play(board: Board, player: char, ends: &mut BTreeSet<Board>) {
    if won(&board, 'x') || won(&board, 'o') || !board.contains(&'b') {
        ends.insert(board);
        return;
    }
    for square in (0..9).filter(|&square| board[square] == 'b') {
        let mut next = board;
        next[square] = player;
        play(next, if player == 'x' { 'o' } else { 'x' }, ends);
    }
}

fn tic_tac_toe() -> Vec<Vec<String>> {
    let mut ends = BTreeSet::new();
    play(['b'; 9], 'x', &mut ends);
    let row = |board: &Board| {
        let class = if won(board, 'x') { "positive" } else { "negative" };
        board.iter().map(char::to_string).chain([class.to_string()]).collect()
    };
    ends.iter().map(row).collect()
}

/// Every combination of 1..=n for each n of `sizes`, the last place running fastest.
fn combinations(sizes: &[u32]) -> Vec<Vec<u32>> {
    sizes.iter().fold(vec![vec![]], |starts, &size| {
        let extend = |start: &Vec<u32>, value: u32| [start.as_slice(), &[value]].concat();
        let longer = |start: Vec<u32>| (1..=size).map(move |value| extend(&start, value));
        starts.into_iter().flat_map(longer).collect()
    })
}

fn labelled(combination: &[u32], class: &str) -> Vec<String> {
    combination.iter().map(ToString::to_string).chain([class.to_string()]).collect()
}

fn monk(concept: fn(&[u32]) -> bool) -> Vec<Vec<String>> {
    let row = |a: &Vec<u32>| labelled(a, if concept(a) { "1" } else { "0" });
    combinations(&[3, 3, 2, 3, 4, 2]).iter().map(row).collect()
}

fn balance_scale() -> Vec<Vec<String>> {
    let class = |a: &[u32]| match (a[0] * a[1]).cmp(&(a[2] * a[3])) {
        std::cmp::Ordering::Less => "R",
        std::cmp::Ordering::Equal => "B",
        std::cmp::Ordering::Greater => "L",
    };
    combinations(&[5, 5, 5, 5]).iter().map(|a| labelled(a, class(a))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows and rows of each class, in the order of `classes`.
    fn counts(name: &str, classes: &[&str]) -> (usize, Vec<usize>) {
        let rows = (find(name).unwrap().rows)();
        let count = |class: &&str| rows.iter().filter(|row| row.last().unwrap() == class).count();
        (rows.len(), classes.iter().map(count).collect())
    }

    #[test]
    fn tic_tac_toe_has_the_958_boards_on_which_games_end() {
        assert_eq!(counts("tic-tac-toe", &["positive", "negative"]), (958, vec![626, 332]));
    }

    #[test]
    fn the_monks_have_432_robots() {
        assert_eq!(counts("monk-1", &["0", "1"]), (432, vec![216, 216]));
        assert_eq!(counts("monk-2", &["0", "1"]), (432, vec![290, 142]));
        assert_eq!(counts("monk-3", &["0", "1"]), (432, vec![204, 228]));
    }

    #[test]
    fn balance_scale_has_625_scales() {
        assert_eq!(counts("balance-scale", &["L", "B", "R"]), (625, vec![288, 49, 288]));
    }

    #[test]
    fn no_row_occurs_twice() {
        for demo in &DEMOS {
            let rows = (demo.rows)();
            let distinct: BTreeSet<_> = rows.iter().collect();
            assert_eq!(distinct.len(), rows.len(), "{}", demo.name);
        }
    }

    #[test]
    fn every_set_is_a_table_with_its_label_last() {
        for demo in &DEMOS {
            let table = demo.table().unwrap();
            assert_eq!(table.labels.name, "class", "{}", demo.name);
            assert_eq!(table.columns.len(), demo.header.len() - 1, "{}", demo.name);
        }
    }

    #[test]
    fn monk_attributes_are_categories_though_they_are_digits() {
        let table = find("monk-1").unwrap().table().unwrap();
        for column in &table.columns {
            assert!(matches!(column.values, gosdt_data::Values::Categorical { .. }));
        }
    }
}
