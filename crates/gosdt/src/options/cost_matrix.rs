//! A table of costs by predicted and true class, read from a file.
use super::decimal::Decimal;
use super::quoted::quoted;
use gosdt_data::{CsvOptions, DataError, RawTable, read_csv, read_csv_from};
use num_traits::Signed;

/// What predicting one class costs when another is true; entries are exact decimals ≥ 0.
///
/// As a file, either with names, in any order,
/// ```text
/// predicted,healthy,ill
/// healthy,0,10
/// ill,1,0
/// ```
/// or bare: a row per predicted class and a column per true class, both in the order of the classes
/// (numeric when all labels are numbers, else alphabetic).
///
/// ```
/// use gosdt::CostMatrix;
///
/// let matrix = CostMatrix::parse("predicted,ill,healthy\nill,0,1\nhealthy,10,0\n", "costs.csv")?;
/// let rows = matrix.for_classes(&["healthy".to_string(), "ill".to_string()])?;
/// assert_eq!(rows[0][1].to_string(), "10"); // predicted healthy, but ill
/// # Ok::<(), gosdt::CostMatrixError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CostMatrix {
    source: String,
    names: Option<Names>,
    cells: Vec<Vec<Decimal>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Names {
    predicted: Vec<Name>,
    truth: Vec<Name>,
}

/// A class name and where it stands.
#[derive(Clone, Debug, PartialEq)]
struct Name {
    text: String,
    line: u64,
    column: usize,
}

/// What is wrong with a cost matrix.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CostMatrixError {
    /// The file.
    #[error(transparent)]
    Data(#[from] DataError),
    /// An entry that is no cost.
    #[error(
        "{source_name}, line {line}, column {column}: '{text}' is not a cost; \
         write a decimal number that is at least 0"
    )]
    NotACost {
        /// The file.
        source_name: String,
        /// Line, from 1.
        line: u64,
        /// Column, from 1.
        column: usize,
        /// The entry.
        text: String,
    },
    /// A class named twice.
    #[error("{source_name}, line {line}, column {column}: class '{name}' is named twice")]
    NamedTwice {
        /// The file.
        source_name: String,
        /// Line, from 1.
        line: u64,
        /// Column, from 1.
        column: usize,
        /// The class.
        name: String,
    },
    /// A class that the data does not have.
    #[error(
        "{source_name}, line {line}, column {column}: '{name}' is not a class of the data; \
         its classes are {known}"
    )]
    UnknownClass {
        /// The file.
        source_name: String,
        /// Line, from 1.
        line: u64,
        /// Column, from 1.
        column: usize,
        /// The name.
        name: String,
        /// The classes that there are.
        known: String,
    },
    /// A class of the data without costs.
    #[error("{source_name}: there is no {side} for class '{class}'; add one")]
    MissingClass {
        /// The file.
        source_name: String,
        /// Row or column.
        side: &'static str,
        /// The class.
        class: String,
    },
    /// A bare matrix of the wrong size.
    #[error(
        "{source_name}: the matrix is {rows} × {columns}, but the data has {classes} classes; \
         write a row per predicted and a column per true class"
    )]
    WrongSize {
        /// The file.
        source_name: String,
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
        /// The classes of the data.
        classes: usize,
    },
}

/// A name in the first column means that the matrix has names; every line is read as data first.
const NO_HEADER: CsvOptions = CsvOptions { delimiter: None, header: false };

impl CostMatrix {
    /// Reads a file; `-` is standard input.
    pub fn read(path: &str) -> Result<CostMatrix, CostMatrixError> {
        CostMatrix::from_raw(&read_csv(path, &NO_HEADER)?)
    }

    /// Reads text; `source` is its name for messages.
    pub fn parse(text: &str, source: &str) -> Result<CostMatrix, CostMatrixError> {
        CostMatrix::from_raw(&read_csv_from(text.as_bytes(), source, &NO_HEADER)?)
    }

    fn from_raw(raw: &RawTable) -> Result<CostMatrix, CostMatrixError> {
        let bare = raw.rows() == 0 || raw.cell(0, 0).parse::<Decimal>().is_ok();
        let first = usize::from(!bare);
        let row = |r: usize| (first..raw.names.len()).map(|c| cost(raw, r, c)).collect();
        let cells = (first..raw.rows()).map(row).collect::<Result<_, _>>()?;
        let names = if bare { None } else { Some(Names::from_raw(raw)?) };
        Ok(CostMatrix { source: raw.source.clone(), names, cells })
    }

    /// The costs with rows (predicted) and columns (true) in the order of `classes`.
    pub fn for_classes(&self, classes: &[String]) -> Result<Vec<Vec<&Decimal>>, CostMatrixError> {
        let Some(names) = &self.names else {
            return self.bare_for(classes.len());
        };
        let rows = self.places(&names.predicted, "row", classes)?;
        let columns = self.places(&names.truth, "column", classes)?;
        let row = |r: usize| columns.iter().map(|&c| &self.cells[r][c]).collect();
        Ok(rows.into_iter().map(row).collect())
    }

    fn bare_for(&self, classes: usize) -> Result<Vec<Vec<&Decimal>>, CostMatrixError> {
        let (rows, columns) = (self.cells.len(), self.cells.first().map_or(0, Vec::len));
        if (rows, columns) != (classes, classes) {
            let source_name = self.source.clone();
            return Err(CostMatrixError::WrongSize { source_name, rows, columns, classes });
        }
        Ok(self.cells.iter().map(|row| row.iter().collect()).collect())
    }

    /// Where each class stands among `names`.
    fn places(
        &self,
        names: &[Name],
        side: &'static str,
        classes: &[String],
    ) -> Result<Vec<usize>, CostMatrixError> {
        let source_name = self.source.clone();
        if let Some(name) = names.iter().find(|name| !classes.contains(&name.text)) {
            return Err(CostMatrixError::UnknownClass {
                source_name,
                line: name.line,
                column: name.column,
                name: name.text.clone(),
                known: quoted(classes),
            });
        }
        let place = |class: &String| {
            names.iter().position(|name| name.text == *class).ok_or_else(|| {
                let (source_name, class) = (source_name.clone(), class.clone());
                CostMatrixError::MissingClass { source_name, side, class }
            })
        };
        classes.iter().map(place).collect()
    }
}

impl Names {
    fn from_raw(raw: &RawTable) -> Result<Names, CostMatrixError> {
        let name = |row: usize, column: usize| Name {
            text: raw.cell(row, column).to_string(),
            line: raw.line(row),
            column: column + 1,
        };
        let predicted = (1..raw.rows()).map(|row| name(row, 0)).collect();
        let truth = (1..raw.names.len()).map(|column| name(0, column)).collect();
        Ok(Names { predicted: distinct(predicted, raw)?, truth: distinct(truth, raw)? })
    }
}

fn distinct(names: Vec<Name>, raw: &RawTable) -> Result<Vec<Name>, CostMatrixError> {
    let before = |at: usize| names[..at].iter().any(|name| name.text == names[at].text);
    match (0..names.len()).find(|&at| before(at)) {
        Some(at) => Err(CostMatrixError::NamedTwice {
            source_name: raw.source.clone(),
            line: names[at].line,
            column: names[at].column,
            name: names[at].text.clone(),
        }),
        None => Ok(names),
    }
}

fn cost(raw: &RawTable, row: usize, column: usize) -> Result<Decimal, CostMatrixError> {
    let text = raw.cell(row, column);
    match text.parse::<Decimal>() {
        Ok(cost) if !cost.value().is_negative() => Ok(cost),
        _ => Err(CostMatrixError::NotACost {
            source_name: raw.source.clone(),
            line: raw.line(row),
            column: column + 1,
            text: text.to_string(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    fn spelled(text: &str, names: &[&str]) -> Result<Vec<Vec<String>>, String> {
        let matrix = CostMatrix::parse(text, "costs.csv").map_err(|error| error.to_string())?;
        let rows = matrix.for_classes(&classes(names)).map_err(|error| error.to_string())?;
        Ok(rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect())
    }

    fn refusal(text: &str) -> String {
        spelled(text, &["a", "b"]).unwrap_err()
    }

    #[test]
    fn named_rows_and_columns_may_stand_in_any_order() {
        let rows = spelled("predicted,b,a\na,7,0\nb,0,0.50\n", &["a", "b"]).unwrap();
        assert_eq!(rows, [["0", "7"], ["0.50", "0"]]);
    }

    #[test]
    fn a_bare_matrix_is_in_class_order() {
        assert_eq!(spelled("0,5\n1,0\n", &["a", "b"]).unwrap(), [["0", "5"], ["1", "0"]]);
    }

    #[test]
    fn classes_that_are_numbers_may_be_named() {
        let rows = spelled("predicted,1,0\n0,3,0\n1,0,1\n", &["0", "1"]).unwrap();
        assert_eq!(rows, [["0", "3"], ["1", "0"]]);
    }

    #[test]
    fn an_entry_that_is_no_cost_is_named_with_its_place() {
        assert!(refusal("predicted,a,b\na,0,-1\nb,1,0\n").contains("line 2, column 3: '-1'"));
        assert!(refusal("0,1\nx,0\n").contains("costs.csv, line 2, column 1: 'x'"));
    }

    #[test]
    fn every_class_needs_a_row_and_a_column() {
        assert!(refusal("predicted,a,b\na,0,1\n").contains("no row for class 'b'"));
        assert!(refusal("predicted,a\na,0\nb,1\n").contains("no column for class 'b'"));
    }

    #[test]
    fn a_class_that_the_data_lacks_or_named_twice_is_refused() {
        let unknown = refusal("predicted,a,b\na,0,1\nc,1,0\n");
        assert!(unknown.contains("line 3, column 1: 'c'") && unknown.contains("'a', 'b'"));
        assert!(refusal("predicted,a,b\na,0,1\na,1,0\n").contains("'a' is named twice"));
    }

    #[test]
    fn a_bare_matrix_of_the_wrong_size_is_refused() {
        assert!(refusal("0,1,2\n1,0,2\n").contains("2 × 3, but the data has 2 classes"));
    }
}
