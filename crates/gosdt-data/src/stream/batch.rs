//! Some rows of a file, column by column.
use crate::DataError;
use std::borrow::Cow;

/// Rows of a batch, at most.
pub(crate) const BATCH: usize = 8192;

/// Some rows of a file, column by column.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The line of each row.
    pub(crate) lines: Vec<u64>,
    /// The columns, in the order of the first file's.
    pub(crate) columns: Vec<BatchColumn>,
}

/// The cells of a column in a batch.
#[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "a file of text has texts only"))]
#[derive(Debug)]
pub(crate) enum BatchColumn {
    /// Not read, because nothing asks for it.
    Skipped,
    /// Texts without spaces around them.
    Texts(CellTexts),
    /// Numbers; NaN is missing.
    Numbers(Vec<f64>),
    /// 1 is true, 0 false, a negative number missing.
    Booleans(Vec<i8>),
}

/// Texts, one after the other.
#[derive(Debug, Default)]
pub(crate) struct CellTexts {
    text: String,
    ends: Vec<usize>,
}

impl CellTexts {
    pub(crate) fn push(&mut self, cell: &str) {
        self.text.push_str(cell);
        self.ends.push(self.text.len());
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.text[start..*end])
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }
}

impl BatchColumn {
    #[cfg(feature = "parquet")]
    pub(crate) fn clear(&mut self) {
        match self {
            BatchColumn::Skipped => {}
            BatchColumn::Texts(texts) => texts.clear(),
            BatchColumn::Numbers(numbers) => numbers.clear(),
            BatchColumn::Booleans(booleans) => booleans.clear(),
        }
    }

    /// Calls `act` with the cell of each row as it would stand in a file of text; a missing value is
    /// an empty one.
    pub(crate) fn each_text<E>(
        &self,
        rows: usize,
        mut act: impl FnMut(usize, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            BatchColumn::Skipped => (0..rows).try_for_each(|row| act(row, "")),
            BatchColumn::Texts(texts) => {
                texts.iter().enumerate().try_for_each(|(row, text)| act(row, text))
            }
            BatchColumn::Numbers(numbers) => numbers
                .iter()
                .enumerate()
                .try_for_each(|(row, number)| act(row, &number_text(*number))),
            BatchColumn::Booleans(booleans) => booleans
                .iter()
                .enumerate()
                .try_for_each(|(row, value)| act(row, boolean_text(*value))),
        }
    }

    /// What the column holds, in words.
    pub(crate) fn words(&self) -> &'static str {
        match self {
            BatchColumn::Skipped => "nothing",
            BatchColumn::Texts(_) => "text",
            BatchColumn::Numbers(_) => "numbers",
            BatchColumn::Booleans(_) => "booleans",
        }
    }
}

/// A number as the shortest decimal that reads back as it is; nothing for NaN.
pub(crate) fn number_text(number: f64) -> Cow<'static, str> {
    match number.is_nan() {
        true => Cow::Borrowed(""),
        false => Cow::Owned((number + 0.0).to_string()),
    }
}

/// How a boolean is spelled; nothing where it is missing.
pub(crate) fn boolean_text(value: i8) -> &'static str {
    match value {
        0 => "False",
        1.. => "True",
        _ => "",
    }
}

/// The rows of a file, one batch after the other.
pub(crate) trait Batches {
    /// Replaces what is in the batch by the next rows; false when there are none.
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, DataError>;

    /// How many bytes of the file have been read.
    fn bytes(&self) -> u64;
}
