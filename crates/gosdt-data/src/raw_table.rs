//! The text table: every cell as it stands in the file.
use crate::offsets::Offsets;
use crate::trim::trim;
use crate::{DataError, Place, nearest_name};
use std::collections::HashSet;

/// A table of text cells.
#[derive(Clone, Debug)]
pub struct RawTable {
    /// Where it came from, for messages (`<stdin>` for standard input).
    pub source: String,
    /// Column names, distinct.
    pub names: Vec<String>,
    columns: Vec<Cells>,
    /// The line of each row; those of a file come after all lines of the files before it.
    lines: Offsets,
    /// The files that the rows come from; none where `source` is the only one.
    files: Vec<FileOfRows>,
    /// What the rows stand for, where equal ones were merged when they were read.
    pub(crate) merged: Option<MergedCells>,
}

/// The cells of a column.
#[derive(Clone, Debug)]
enum Cells {
    /// One after the other.
    Each(Texts),
    /// By their number among distinct texts.
    Coded(CodedCells),
}

/// The cells of a column, by their number among distinct texts.
#[derive(Clone, Debug)]
pub(crate) struct CodedCells {
    pub(crate) words: Texts,
    pub(crate) codes: Vec<u32>,
    /// What is known of them.
    pub(crate) kind: Option<CellKind>,
}

/// What is known of the cells of a column before their texts are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CellKind {
    /// Numbers as programs write them, whatever the format of others: the file has numbers.
    Plain,
    /// Numbers in the format of the others.
    Written,
    /// Text, whatever it looks like.
    Text,
}

/// Texts, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    text: String,
    ends: Offsets,
}

/// Where the rows of a file begin.
#[derive(Clone, Debug)]
pub(crate) struct FileOfRows {
    pub(crate) name: String,
    /// The first row that comes from it.
    pub(crate) first_row: usize,
    /// The lines of the files before it.
    pub(crate) lines_before: u64,
    /// Whether its rows are counted, rather than its lines.
    pub(crate) has_rows: bool,
}

/// What the rows of a text table stand for.
#[derive(Clone, Debug)]
pub(crate) struct MergedCells {
    /// How many rows of the data.
    pub(crate) counts: Vec<u32>,
    /// Their weight, and the largest weight of one of them, where there are weights.
    pub(crate) weights: Option<Vec<[u128; 2]>>,
    /// Decimals that the weights of each row need; they are in units of
    /// [`crate::weights::WIDE_DECIMALS`].
    pub(crate) decimals: Vec<u8>,
    /// Rows that lack a weight and were left out.
    pub(crate) dropped: u64,
}

impl Texts {
    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len() as u64);
    }

    pub(crate) fn get(&self, at: usize) -> &str {
        let start = if at == 0 { 0 } else { self.ends.get(at - 1) };
        &self.text[start as usize..self.ends.get(at) as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Makes room for the rest where `read` of `all` bytes of a file gave these.
    fn reserve_for(&mut self, read: u64, all: u64) {
        // Where there is no room, they grow step by step.
        let _ = self.text.try_reserve_exact(rest(self.text.len(), read, all));
        self.ends.reserve(rest(self.ends.len(), read, all));
    }
}

/// How many more there are about where `read` of `all` bytes of a file gave so many, and a sixteenth as many in
/// case that there are more.
fn rest(found: usize, read: u64, all: u64) -> usize {
    let most = found as u128 * u128::from(all) / u128::from(read.max(1));
    usize::try_from(most + most / 16).unwrap_or(usize::MAX).saturating_sub(found)
}

impl RawTable {
    /// A table without rows; the names must be distinct and not empty.
    pub(crate) fn new(source: &str, names: Vec<String>) -> Result<RawTable, DataError> {
        check_names(source, &names)?;
        let columns = vec![Cells::Each(Texts::default()); names.len()];
        let (source, lines) = (source.to_string(), Offsets::default());
        Ok(RawTable { source, names, columns, lines, files: vec![], merged: None })
    }

    /// A table of coded columns: the distinct texts of each, and for each row the number of its own.
    /// `lines` has a line for each row.
    pub(crate) fn coded(
        source: &str,
        names: Vec<String>,
        columns: Vec<CodedCells>,
        (lines, files): (Offsets, Vec<FileOfRows>),
        merged: Option<MergedCells>,
    ) -> RawTable {
        let columns = columns.into_iter().map(Cells::Coded).collect();
        let source = source.to_string();
        RawTable { source, names, columns, lines, files, merged }
    }

    /// Adds a row of as many cells as there are columns.
    pub(crate) fn push<'a>(&mut self, cells: impl Iterator<Item = &'a str>, line: u64) {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            if let Cells::Each(texts) = column {
                texts.push(trim(cell));
            }
        }
        self.lines.push(line);
    }

    /// Makes room for the rest of a file of `all` bytes of which `read` were read, so that nothing is copied, and held
    /// twice meanwhile, as it grows.
    pub(crate) fn reserve_for(&mut self, read: u64, all: u64) {
        for column in &mut self.columns {
            if let Cells::Each(texts) = column {
                texts.reserve_for(read, all);
            }
        }
        self.lines.reserve(rest(self.lines.len(), read, all));
    }

    /// Frees the cells of a column, which must not be asked for any more.
    pub(crate) fn free_column(&mut self, column: usize) {
        self.columns[column] = Cells::Each(Texts::default());
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
        match &self.columns[column] {
            Cells::Each(texts) => texts.get(row),
            Cells::Coded(cells) => cells.words.get(cells.codes[row] as usize),
        }
    }

    /// The line of the file, from 1, on which a row begins.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn line(&self, row: usize) -> u64 {
        self.lines.get(row) - self.file(row).map_or(0, |file| file.lines_before)
    }

    /// The file that a row comes from.
    pub fn source_of(&self, row: usize) -> &str {
        self.file(row).map_or(&self.source, |file| &file.name)
    }

    /// The line of a row, or its number where its file has rows rather than lines.
    pub(crate) fn place(&self, row: usize) -> Place {
        match self.file(row) {
            Some(file) if file.has_rows => Place::Row(self.line(row) as usize),
            _ => Place::Line(self.line(row)),
        }
    }

    /// The distinct texts of a column, where it has them by number.
    pub(crate) fn words(&self, column: usize) -> Option<&Texts> {
        match &self.columns[column] {
            Cells::Coded(cells) => Some(&cells.words),
            Cells::Each(_) => None,
        }
    }

    /// What is known of the cells of a column before they are looked at.
    pub(crate) fn kind(&self, column: usize) -> Option<CellKind> {
        match &self.columns[column] {
            Cells::Coded(cells) => cells.kind,
            Cells::Each(_) => None,
        }
    }

    /// Whether a column has numbers as programs write them, whatever the format of other cells: it
    /// comes from a file that has numbers rather than text.
    pub fn has_plain_numbers(&self, column: usize) -> bool {
        self.kind(column) == Some(CellKind::Plain)
    }

    fn file(&self, row: usize) -> Option<&FileOfRows> {
        let after = self.files.partition_point(|file| file.first_row <= row);
        after.checked_sub(1).map(|at| &self.files[at])
    }

    /// How many rows of the data a row stands for.
    pub(crate) fn count(&self, row: usize) -> usize {
        self.merged.as_ref().map_or(1, |merged| merged.counts[row] as usize)
    }

    /// How many rows of the data all rows stand for.
    pub(crate) fn count_all(&self) -> usize {
        (0..self.rows()).map(|row| self.count(row)).sum()
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
    fn room_for_the_rest_of_a_file_is_made_at_once() {
        let mut table = RawTable::new("f.csv", vec!["x".to_string()]).unwrap();
        (0..100).for_each(|row| table.push(["12345678"].into_iter(), row));
        table.reserve_for(1000, 100_000);
        let room = |table: &RawTable| match &table.columns[0] {
            Cells::Each(texts) => texts.text.capacity(),
            Cells::Coded(_) => 0,
        };
        let before = room(&table);
        assert!((80_000..=85_000).contains(&before), "{before}");
        (100..10_000).for_each(|row| table.push(["12345678"].into_iter(), row));
        assert_eq!(room(&table), before, "nothing was copied");
        assert_eq!([table.cell(99, 0), table.cell(9_999, 0)], ["12345678"; 2]);
        // A file that says less than it holds makes no room.
        table.reserve_for(1000, 10);
        assert_eq!(room(&table), before);
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
