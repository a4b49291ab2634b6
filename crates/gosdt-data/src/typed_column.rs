//! Text cells → typed values. Boolean if every cell is one of a known pair, else numeric if every
//! cell is a number, else categorical.
use crate::{
    CellProblem, Column, DataError, Place, RawTable, Role, Values, is_missing, parse_number,
};
use std::collections::HashMap;

/// The pairs that make a column boolean, false first.
const PAIRS: [[&str; 2]; 5] =
    [["0", "1"], ["false", "true"], ["no", "yes"], ["f", "t"], ["n", "y"]];

/// Types the kept rows of a column.
pub(crate) fn read_column(
    raw: &RawTable,
    column: usize,
    role: Role,
    rows: &[usize],
) -> Result<Column, DataError> {
    let cells = Cells { raw, column, rows };
    let values = match role {
        Role::Numeric => cells.numbers().map_err(|bad| bad.into_error(&cells))?,
        Role::Categorical => cells.categories(),
        _ => cells.infer()?,
    };
    Ok(Column { name: raw.names[column].clone(), values })
}

/// The kept cells of a column.
struct Cells<'a> {
    raw: &'a RawTable,
    column: usize,
    rows: &'a [usize],
}

/// A cell that keeps a column from being numeric.
enum BadNumber {
    NotANumber { row: usize },
    Infinite { row: usize },
}

impl BadNumber {
    fn into_error(self, cells: &Cells) -> DataError {
        let (BadNumber::NotANumber { row } | BadNumber::Infinite { row }) = self;
        let text = cells.raw.cell(row, cells.column).to_string();
        let problem = match self {
            BadNumber::NotANumber { .. } => CellProblem::NotANumber(text),
            BadNumber::Infinite { .. } => CellProblem::Infinite(text),
        };
        bad_cell(cells.raw, row, cells.column, problem)
    }
}

/// An error about one cell of a file.
pub(crate) fn bad_cell(
    raw: &RawTable,
    row: usize,
    column: usize,
    problem: CellProblem,
) -> DataError {
    DataError::Cell {
        source_name: raw.source.clone(),
        place: Place::Line(raw.line(row)),
        column: raw.names[column].clone(),
        problem,
    }
}

impl<'a> Cells<'a> {
    /// The cells; `None` is missing.
    fn iter(&self) -> impl Iterator<Item = Option<&'a str>> {
        let (raw, column) = (self.raw, self.column);
        let cells = self.rows.iter().map(move |row| raw.cell(*row, column));
        cells.map(|cell| (!is_missing(cell)).then_some(cell))
    }

    fn infer(&self) -> Result<Values, DataError> {
        if self.iter().flatten().next().is_none() {
            return Ok(self.categories());
        }
        if let Some(pair) = PAIRS.iter().find(|pair| self.is_pair(pair)) {
            return Ok(self.booleans(pair));
        }
        match self.numbers() {
            Err(BadNumber::NotANumber { .. }) => Ok(self.categories()),
            numbers => numbers.map_err(|bad| bad.into_error(self)),
        }
    }

    fn is_pair(&self, pair: &[&str; 2]) -> bool {
        self.iter().flatten().all(|cell| side(cell, pair).is_some())
    }

    fn booleans(&self, pair: &[&str; 2]) -> Values {
        let values = self.iter().map(|cell| side(cell?, pair)).collect();
        Values::Boolean { spelling: [false, true].map(|value| self.spelling(pair, value)), values }
    }

    /// The first in text order of the spellings that occur, so that the order of rows is no matter.
    fn spelling(&self, pair: &[&str; 2], value: bool) -> String {
        let spellings = self.iter().flatten().filter(|cell| side(cell, pair) == Some(value));
        spellings.min().unwrap_or(pair[usize::from(value)]).to_string()
    }

    /// The numbers; an infinite one is reported only when all others are numbers.
    fn numbers(&self) -> Result<Values, BadNumber> {
        let mut infinite = None;
        let mut values = Vec::with_capacity(self.rows.len());
        for (row, cell) in self.rows.iter().zip(self.iter()) {
            let value = cell.map_or(Some(f64::NAN), parse_number);
            let value = value.ok_or(BadNumber::NotANumber { row: *row })?;
            if value.is_infinite() {
                infinite.get_or_insert(*row);
            }
            values.push(value);
        }
        infinite.map_or(Ok(Values::Numeric(values)), |row| Err(BadNumber::Infinite { row }))
    }

    fn categories(&self) -> Values {
        let (categories, codes) = sorted_codes(self.iter());
        Values::Categorical { categories, codes }
    }
}

/// Which side of a pair a cell is on.
fn side(cell: &str, pair: &[&str; 2]) -> Option<bool> {
    pair.iter().position(|spelling| spelling.eq_ignore_ascii_case(cell)).map(|side| side == 1)
}

/// The distinct texts, sorted, and each cell's index among them.
pub(crate) fn sorted_codes<'a>(
    cells: impl Iterator<Item = Option<&'a str>>,
) -> (Vec<String>, Vec<Option<u32>>) {
    let mut order: HashMap<&str, u32> = HashMap::new();
    let seen: Vec<Option<u32>> = cells
        .map(|cell| {
            let next = order.len() as u32;
            cell.map(|cell| *order.entry(cell).or_insert(next))
        })
        .collect();
    let mut texts: Vec<(&str, u32)> = order.into_iter().collect();
    texts.sort_unstable();
    let mut ranks = vec![0; texts.len()];
    texts.iter().zip(0..).for_each(|((_, first), rank)| ranks[*first as usize] = rank);
    let codes = seen.into_iter().map(|first| first.map(|first| ranks[first as usize])).collect();
    (texts.into_iter().map(|(text, _)| text.to_string()).collect(), codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CsvOptions, read_csv_from};

    fn read_as(role: Role, cells: &str) -> Result<Values, String> {
        let lines = cells.split(' ').map(|cell| format!("{cell},0\n"));
        let file = format!("x,y\n{}", lines.collect::<String>());
        let raw = read_csv_from(file.as_bytes(), "f.csv", &CsvOptions::default()).unwrap();
        let rows: Vec<usize> = (0..raw.rows()).collect();
        let column = read_column(&raw, 0, role, &rows);
        column.map(|column| column.values).map_err(|error| error.to_string())
    }

    fn read(cells: &str) -> Values {
        read_as(Role::Feature, cells).unwrap()
    }

    fn boolean(spelling: [&str; 2], values: &[Option<bool>]) -> Values {
        Values::Boolean { spelling: spelling.map(String::from), values: values.to_vec() }
    }

    fn categorical(categories: &[&str], codes: &[Option<u32>]) -> Values {
        let categories = categories.iter().map(|text| text.to_string()).collect();
        Values::Categorical { categories, codes: codes.to_vec() }
    }

    #[test]
    fn known_pairs_are_boolean() {
        let (no, yes) = (Some(false), Some(true));
        assert_eq!(read("0 1 ? 0"), boolean(["0", "1"], &[no, yes, None, no]));
        assert_eq!(read("True FALSE true"), boolean(["FALSE", "True"], &[yes, no, yes]));
        assert_eq!(read("no yes"), boolean(["no", "yes"], &[no, yes]));
        assert_eq!(read("t f"), boolean(["f", "t"], &[yes, no]));
        assert_eq!(read("N y"), boolean(["N", "y"], &[no, yes]));
    }

    #[test]
    fn one_value_of_a_pair_is_boolean() {
        assert_eq!(read("YES YES"), boolean(["no", "YES"], &[Some(true), Some(true)]));
    }

    #[test]
    fn values_of_two_pairs_are_not_boolean() {
        assert_eq!(read("0 yes"), categorical(&["0", "yes"], &[Some(0), Some(1)]));
        assert_eq!(read("0 1 2"), Values::Numeric(vec![0.0, 1.0, 2.0]));
        assert_eq!(read("0 1.0"), Values::Numeric(vec![0.0, 1.0]));
    }

    #[test]
    fn numbers_are_numeric_and_other_texts_are_categories() {
        assert_eq!(read("-2.5 1e3 .5"), Values::Numeric(vec![-2.5, 1000.0, 0.5]));
        assert_eq!(read("b a b"), categorical(&["a", "b"], &[Some(1), Some(0), Some(1)]));
        assert_eq!(read("1 0x10"), categorical(&["0x10", "1"], &[Some(1), Some(0)]));
    }

    #[test]
    fn missing_cells_have_no_say_in_the_kind() {
        let Values::Numeric(values) = read("3 NA 4") else { panic!("not numeric") };
        assert_eq!((values[0], values[1].is_nan(), values[2]), (3.0, true, 4.0));
        assert_eq!(read("? ?"), categorical(&[], &[None, None]));
    }

    #[test]
    fn kinds_can_be_forced() {
        assert_eq!(read_as(Role::Numeric, "0 1"), Ok(Values::Numeric(vec![0.0, 1.0])));
        let codes = [Some(1), Some(0), None];
        assert_eq!(read_as(Role::Categorical, "2 10 na"), Ok(categorical(&["10", "2"], &codes)));
    }

    #[test]
    fn text_in_a_numeric_column_is_refused_with_its_place() {
        let expected = "f.csv, line 3, column `x`: `abc` is not a number; correct it, or do not \
                        read the column as numeric";
        assert_eq!(read_as(Role::Numeric, "1 abc inf"), Err(expected.into()));
    }

    #[test]
    fn infinite_number_is_refused_with_its_place() {
        for cell in ["inf", "-Infinity", "1e999"] {
            let error = read_as(Role::Feature, &format!("1 2 {cell}")).unwrap_err();
            let expected = format!("f.csv, line 4, column `x`: `{cell}` is an infinite number");
            assert!(error.starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn infinity_among_texts_is_a_category() {
        assert_eq!(read("inf abc"), categorical(&["abc", "inf"], &[Some(1), Some(0)]));
    }
}
