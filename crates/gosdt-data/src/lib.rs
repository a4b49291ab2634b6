//! From a file to the search's input: text table → typed table → binary features → classes of
//! equal rows.
//!
//! ```
//! use gosdt_data::{CsvOptions, Schema, Table, binarize, group_equivalent_rows, read_csv_from};
//!
//! let file = "age,smoker,ill\n31,no,0\n45,yes,1\n52,no,0\n45,yes,0\n";
//! let raw = read_csv_from(file.as_bytes(), "people.csv", &CsvOptions::default())?;
//! let table = Table::from_raw(&raw, &Schema::default())?;
//! let candidates = binarize(&table);
//! let classes = group_equivalent_rows(&candidates, &table);
//!
//! assert_eq!(classes.len, 3); // the two rows "45,yes" are one class …
//! assert_eq!(classes.weights, [1, 0, 1, 1, 1, 0]); // … with one row of each label
//! assert_eq!(classes.features.len(), 3); // age <= 38, age <= 48.5, smoker = yes
//! # Ok::<(), gosdt_data::DataError>(())
//! ```
#![forbid(unsafe_code)]

mod binarize;
mod bit_columns;
mod check_table;
mod decimal;
mod delimiter;
mod equivalence;
mod error;
mod labels;
mod missing;
mod nearest_name;
mod number;
mod raw_table;
mod read_csv;
mod roles;
mod table;
mod thresholds;
mod typed_column;
mod weights;

pub use binarize::{BinaryFeature, Candidates, Test, YesCodes, binarize};
pub use decimal::parse_decimal;
pub use equivalence::{EquivalenceClasses, group_equivalent_rows};
pub use error::{CellProblem, DataError, Place};
pub use missing::{Missing, MissingColumn, is_missing};
pub use number::parse_number;
pub use raw_table::RawTable;
pub use read_csv::{CsvOptions, read_csv, read_csv_from};
pub use roles::{Role, Schema};
pub use table::{Column, Labels, Table, Values, Weights};
