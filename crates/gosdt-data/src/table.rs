//! The typed table.
use crate::feature::read_features;
use crate::labels::read_labels;
use crate::missing::rows_to_keep;
use crate::roles::Roles;
use crate::stop::Poll;
use crate::weights::read_weights;
use crate::{Concern, DataError, Missing, RawTable, Reading, Schema};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// One feature column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Header name.
    pub name: String,
    /// Its values, one per row.
    pub values: Values,
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Numbers; NaN is missing. Never infinite.
    Numeric(Vec<f64>),
    /// Two-sided; `None` is missing.
    Boolean {
        /// How false and true are spelled in the file (`["0", "1"]`, `["no", "yes"]`, …), in any
        /// mixture of upper and lower case; of several spellings the first in text order.
        spelling: [String; 2],
        /// The values.
        values: Vec<Option<bool>>,
    },
    /// Categories; `None` is missing.
    Categorical {
        /// Distinct values, sorted.
        categories: Vec<String>,
        /// Index into `categories`.
        codes: Vec<Option<u32>>,
    },
}

impl Values {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Values::Numeric(values) => values.len(),
            Values::Boolean { values, .. } => values.len(),
            Values::Categorical { codes, .. } => codes.len(),
        }
    }

    /// True when there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the value of a row is missing.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn is_missing(&self, row: usize) -> bool {
        match self {
            Values::Numeric(values) => values[row].is_nan(),
            Values::Boolean { values, .. } => values[row].is_none(),
            Values::Categorical { codes, .. } => codes[row].is_none(),
        }
    }
}

/// The label column.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels {
    /// Header name.
    pub name: String,
    /// Distinct labels: in numeric order when all are numbers, else in text order. At least two.
    /// Of several spellings of a number (`1`, `1.0`) the first in text order.
    pub classes: Vec<String>,
    /// Index into `classes`, one per row.
    pub codes: Vec<u32>,
}

/// Row weights as exact fixed-point numbers: the weight of row i is `values[i] / denominator`.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Header name.
    pub name: String,
    /// Numerators. Their sum fits an `u64`.
    pub values: Vec<u64>,
    /// Common denominator (a power of ten when read from a file).
    pub denominator: u64,
}

/// A typed table: what `fit` takes. [`Table::from_raw`] and [`Table::new`] make only tables that
/// keep what the fields promise; the rest of the crate relies on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Where it came from, for messages.
    pub source: String,
    /// Number of rows kept.
    pub rows: usize,
    /// Feature columns.
    pub columns: Vec<Column>,
    /// Labels.
    pub labels: Labels,
    /// Row weights; `None` is weight 1 each.
    pub weights: Option<Weights>,
    /// Rows left out because of missing values.
    pub dropped_rows: usize,
    /// The policy it was read under.
    pub missing: Missing,
    /// How the cells of columns were read, by the columns' names; the others are plain.
    pub readings: BTreeMap<String, Reading>,
    /// The columns that were left out because of what they look like.
    pub notes: Vec<Concern>,
}

impl Table {
    /// Types the columns of a text table.
    pub fn from_raw(raw: &RawTable, schema: &Schema) -> Result<Table, DataError> {
        Table::typed(Cow::Borrowed(raw), schema, &mut Poll::new(&|| false))
    }

    /// Types the columns of a text table, and frees the text of each when it is done with it. Ends
    /// with [`DataError::Stopped`] when `stop` returns true, which is called every few milliseconds
    /// at least.
    pub fn from_raw_until(
        raw: RawTable,
        schema: &Schema,
        stop: &dyn Fn() -> bool,
    ) -> Result<Table, DataError> {
        Table::typed(Cow::Owned(raw), schema, &mut Poll::new(stop))
    }

    fn typed(mut raw: Cow<RawTable>, schema: &Schema, poll: &mut Poll) -> Result<Table, DataError> {
        let roles = Roles::new(&raw, schema)?;
        let rows = rows_to_keep(&raw, &roles, schema.missing, poll)?;
        let features = read_features(&mut raw, &roles, &rows, &schema.reading, poll)?;
        let label = (roles.label, roles.label_is_categorical);
        let labels = read_labels(&raw, label, &rows, poll)?;
        let format = schema.reading.format;
        let weights = roles.weights.map(|column| read_weights(&raw, column, &rows, format, poll));
        let table = Table {
            source: raw.source.clone(),
            rows: rows.len(),
            columns: features.columns,
            labels,
            weights: weights.transpose()?,
            dropped_rows: 0,
            missing: schema.missing,
            readings: features.readings,
            notes: features.left_out,
        };
        Ok(Table { dropped_rows: raw.rows() - rows.len(), ..table.checked(poll)? })
    }

    /// The table of some of the rows, in the order given. Classes and categories stay those of the
    /// whole table, whether they occur or not.
    ///
    /// ```
    /// use gosdt_data::{Column, Labels, Missing, Table, Values};
    ///
    /// let column = Column { name: "x".into(), values: Values::Numeric(vec![1.0, 2.0, 3.0]) };
    /// let classes = vec!["no".into(), "yes".into()];
    /// let labels = Labels { name: "y".into(), classes, codes: vec![0, 1, 1] };
    /// let table = Table::new("three", vec![column], labels, None, Missing::Error)?;
    /// let some = table.at_rows(&[2, 1]);
    /// assert_eq!(some.columns[0].values, Values::Numeric(vec![3.0, 2.0]));
    /// assert_eq!((some.rows, some.labels.codes, some.labels.classes.len()), (2, vec![1, 1], 2));
    /// # Ok::<(), gosdt_data::DataError>(())
    /// ```
    ///
    /// # Panics
    /// When there is no such row.
    pub fn at_rows(&self, rows: &[usize]) -> Table {
        let weights = self
            .weights
            .as_ref()
            .map(|weights| Weights { values: pick(&weights.values, rows), ..weights.clone() });
        let column = |column: &Column| Column {
            name: column.name.clone(),
            values: column.values.at_rows(rows),
        };
        Table {
            source: self.source.clone(),
            rows: rows.len(),
            columns: self.columns.iter().map(column).collect(),
            labels: Labels { codes: pick(&self.labels.codes, rows), ..self.labels.clone() },
            weights,
            dropped_rows: 0,
            missing: self.missing,
            readings: self.readings.clone(),
            notes: self.notes.clone(),
        }
    }
}

impl Values {
    fn at_rows(&self, rows: &[usize]) -> Values {
        match self {
            Values::Numeric(values) => Values::Numeric(pick(values, rows)),
            Values::Boolean { spelling, values } => {
                Values::Boolean { spelling: spelling.clone(), values: pick(values, rows) }
            }
            Values::Categorical { categories, codes } => {
                Values::Categorical { categories: categories.clone(), codes: pick(codes, rows) }
            }
        }
    }
}

fn pick<T: Copy>(values: &[T], rows: &[usize]) -> Vec<T> {
    rows.iter().map(|&row| values[row]).collect()
}
