//! The text table: every cell as it stands in the file.
use crate::offsets::Offsets;
use crate::trim::trim;
use crate::{DataError, nearest_name};
use std::collections::HashSet;

/// A table of text cells.
#[derive(Clone, Debug)]
pub struct RawTable {
    /// Where it came from, for messages (`<stdin>` for standard input).
    pub source: String,
    /// Column names, distinct.
    pub names: Vec<String>,
    columns: Vec<TextColumn>,
    lines: Offsets,
}

/// The cells of a column, one after the other.
#[derive(Clone, Debug, Default)]
struct TextColumn {
    text: String,
    ends: Offsets,
}

impl TextColumn {
    fn push(&mut self, cell: &str) {
        self.text.push_str(cell);
        self.ends.push(self.text.len() as u64);
    }

    fn cell(&self, row: usize) -> &str {
        let start = if row == 0 { 0 } else { self.ends.get(row - 1) };
        &self.text[start as usize..self.ends.get(row) as usize]
    }
}

impl RawTable {
    /// A table without rows; the names must be distinct and not empty.
    pub(crate) fn new(source: &str, names: Vec<String>) -> Result<RawTable, DataError> {
        check_names(source, &names)?;
        let columns = vec![TextColumn::default(); names.len()];
        Ok(RawTable { source: source.to_string(), names, columns, lines: Offsets::default() })
    }

    /// Adds a row of as many cells as there are columns.
    pub(crate) fn push<'a>(&mut self, cells: impl Iterator<Item = &'a str>, line: u64) {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(trim(cell));
        }
        self.lines.push(line);
    }

    /// Frees the cells of a column, which must not be asked for any more.
    pub(crate) fn free_column(&mut self, column: usize) {
        self.columns[column] = TextColumn::default();
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// The text of a cell, without spaces around it.
    ///
    /// # Panics
    /// When there is no such row or column.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        self.columns[column].cell(row)
    }

    /// The line of the file, from 1, on which a row begins.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn line(&self, row: usize) -> u64 {
        self.lines.get(row)
    }

    /// The column called `name`, if there is one.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    /// The column called `name`; the error names the nearest one there is.
    pub fn column_index(&self, name: &str) -> Result<usize, DataError> {
        self.position(name).ok_or_else(|| DataError::NoSuchColumn {
            source_name: self.source.clone(),
            name: name.to_string(),
            nearest: nearest_name::nearest(name, &self.names),
            names: self.names.clone(),
        })
    }
}

/// Checks that names are distinct and not empty.
pub(crate) fn check_names(source: &str, names: &[String]) -> Result<(), DataError> {
    let source_name = source.to_string();
    if let Some(empty) = names.iter().position(|name| name.is_empty()) {
        return Err(DataError::EmptyName { source_name, position: empty + 1 });
    }
    let mut seen = HashSet::new();
    match names.iter().find(|name| !seen.insert(*name)) {
        Some(name) => Err(DataError::DuplicateName { source_name, name: name.clone() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> RawTable {
        let names = ["age", "income"].map(String::from).to_vec();
        let mut table = RawTable::new("people.csv", names).unwrap();
        table.push([" 31 ", ""].into_iter(), 2);
        table.push(["é", "low"].into_iter(), 4);
        table
    }

    #[test]
    fn cells_come_back_trimmed_with_their_lines() {
        let table = table();
        assert_eq!(table.rows(), 2);
        assert_eq!([table.cell(0, 0), table.cell(0, 1)], ["31", ""]);
        assert_eq!([table.cell(1, 0), table.cell(1, 1)], ["é", "low"]);
        assert_eq!([table.line(0), table.line(1)], [2, 4]);
    }

    #[test]
    fn unknown_column_is_refused_with_the_nearest_name() {
        assert_eq!(table().position("income"), Some(1));
        assert_eq!(table().column_index("income").unwrap(), 1);
        let error = table().column_index("incone").unwrap_err().to_string();
        let expected = "people.csv: there is no column `incone`; did you mean `income`? \
                        (columns: age, income)";
        assert_eq!(error, expected);
    }
}
