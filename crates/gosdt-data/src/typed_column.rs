//! Text cells → typed values. Boolean if every cell is one of a known pair, else numeric if every
//! cell is a number, else categorical.
use crate::stop::{Poll, Stopped};
use crate::text_codes::sorted_codes;
use crate::{CellProblem, Column, DataError, Place, RawTable, Reading, Role, Values, is_missing};

/// The pairs that make a column boolean, false first. No text is in two of them.
const PAIRS: [Pair; 5] = [["0", "1"], ["false", "true"], ["no", "yes"], ["f", "t"], ["n", "y"]];

/// How false and true are spelled.
type Pair = [&'static str; 2];

/// Types the kept rows of a column of plain cells.
pub(crate) fn read_column(
    raw: &RawTable,
    column: usize,
    role: Role,
    rows: &[usize],
    poll: &mut Poll,
) -> Result<Column, DataError> {
    read_column_as(raw, column, role, rows, &Reading::default(), poll)
}

/// Types the kept rows of a column whose numbers are written as `reading` says.
pub(crate) fn read_column_as(
    raw: &RawTable,
    column: usize,
    role: Role,
    rows: &[usize],
    reading: &Reading,
    poll: &mut Poll,
) -> Result<Column, DataError> {
    let cells = Cells { raw, column, rows, reading };
    let values = match role {
        Role::Numeric | Role::Ordered => {
            cells.numbers(poll)?.map_err(|bad| bad.into_error(&cells))?
        }
        Role::Categorical => cells.categories(poll)?,
        _ => cells.infer(poll)?,
    };
    Ok(Column { name: raw.names[column].clone(), values })
}

/// The kept cells of a column.
struct Cells<'a> {
    raw: &'a RawTable,
    column: usize,
    rows: &'a [usize],
    reading: &'a Reading,
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
            BadNumber::NotANumber { .. } if !cells.reading.is_plain() => {
                CellProblem::Unexpected { text, expected: cells.reading.expectation() }
            }
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
    fn iter(&self) -> impl Iterator<Item = &'a str> {
        let (raw, column) = (self.raw, self.column);
        self.rows.iter().map(move |row| raw.cell(*row, column))
    }

    /// Finds the kind. The first cell that is not missing tells which pair it can be.
    fn infer(&self, poll: &mut Poll) -> Result<Values, DataError> {
        let Some(first) = self.first_known(poll)? else {
            return Ok(self.categories(poll)?);
        };
        if let Some(pair) = PAIRS.iter().find(|pair| side(first, pair).is_some())
            && let Some(booleans) = self.booleans(pair, poll)?
        {
            return Ok(booleans);
        }
        match self.numbers(poll)? {
            Err(BadNumber::NotANumber { .. }) => Ok(self.categories(poll)?),
            numbers => numbers.map_err(|bad| bad.into_error(self)),
        }
    }

    fn first_known(&self, poll: &mut Poll) -> Result<Option<&'a str>, Stopped> {
        for cell in self.iter() {
            poll.spend(1)?;
            if !is_missing(cell) {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }

    /// The booleans, if all cells are of the pair. Each side is spelled as the first in text order
    /// of its spellings that occur, so that the order of rows is no matter.
    fn booleans(&self, pair: &Pair, poll: &mut Poll) -> Result<Option<Values>, Stopped> {
        let mut first: [Option<&str>; 2] = [None; 2];
        let mut values = Vec::with_capacity(self.rows.len());
        for cell in self.iter() {
            poll.spend(1)?;
            let value = side(cell, pair);
            match value {
                Some(value) => {
                    let first = &mut first[usize::from(value)];
                    *first = Some(first.map_or(cell, |first| first.min(cell)));
                }
                None if is_missing(cell) => {}
                None => return Ok(None),
            }
            values.push(value);
        }
        let spelling = [0, 1].map(|side| first[side].unwrap_or(pair[side]).to_string());
        Ok(Some(Values::Boolean { spelling, values }))
    }

    /// The numbers; an infinite one is reported only when all others are numbers.
    fn numbers(&self, poll: &mut Poll) -> Result<Result<Values, BadNumber>, Stopped> {
        let mut infinite = None;
        let mut values = Vec::with_capacity(self.rows.len());
        for (row, cell) in self.rows.iter().zip(self.iter()) {
            poll.spend(1)?;
            let Some(value) = self.number_or_missing(cell) else {
                return Ok(Err(BadNumber::NotANumber { row: *row }));
            };
            if value.is_infinite() {
                infinite.get_or_insert(*row);
            }
            values.push(value);
        }
        Ok(infinite.map_or(Ok(Values::Numeric(values)), |row| Err(BadNumber::Infinite { row })))
    }

    /// The number in a cell; NaN when it is missing, `None` when it is another text.
    fn number_or_missing(&self, cell: &str) -> Option<f64> {
        self.reading.number(cell).or_else(|| is_missing(cell).then_some(f64::NAN))
    }

    fn categories(&self, poll: &mut Poll) -> Result<Values, Stopped> {
        let known = self.iter().map(|cell| (!is_missing(cell)).then_some(cell));
        let (categories, codes) = sorted_codes(known, poll)?;
        Ok(Values::Categorical { categories, codes })
    }
}

/// Which side of a pair a cell is on.
fn side(cell: &str, pair: &Pair) -> Option<bool> {
    pair.iter().position(|spelling| spelling.eq_ignore_ascii_case(cell)).map(|side| side == 1)
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
        let column = read_column(&raw, 0, role, &rows, &mut Poll::new(&|| false));
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
