//! From a file to the search's input: text table → typed table → classes of equal rows with the
//! splits between them.
//!
//! ```
//! use gosdt_data::{CsvOptions, Schema, Table, Test, group_rows, read_csv_from};
//!
//! let file = "age,smoker,ill\n31,no,0\n45,yes,1\n52,no,0\n45,yes,0\n";
//! let raw = read_csv_from(file.as_bytes(), "people.csv", &CsvOptions::default())?;
//! let table = Table::from_raw(&raw, &Schema::default())?;
//! let classes = group_rows(&table, &|| false)?;
//!
//! assert_eq!(classes.len, 3); // the two rows "45,yes" are one class …
//! assert_eq!(classes.weights, [1, 0, 1, 1, 1, 0]); // … with one row of each label
//! assert_eq!(classes.splits(), 3); // age <= 40, age <= 50, smoker = yes
//! let age = &classes.columns[0];
//! assert_eq!((&age.codes[..], age.test(1)), ([0, 1, 2].as_slice(), Test::AtMost(50.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod check_table;
mod column_summary;
mod decimal;
mod delimiter;
mod equal_rows;
mod error;
mod feature;
mod file_kind;
mod kept_thresholds;
mod key_sort;
mod labels;
mod merged_rows;
mod missing;
mod nearest_name;
mod number;
mod offsets;
mod open_text;
mod ranked_column;
mod raw_table;
mod read_csv;
mod reading;
mod record_text;
mod refinement;
mod roles;
mod row_classes;
mod same_splits;
mod split_columns;
mod stop;
mod stream;
mod table;
mod text_codes;
mod threshold_counts;
mod thresholds;
mod trailing_spaces;
mod trim;
mod typed_column;
mod weights;

pub use column_summary::{ColumnSummary, column_summaries};
pub use decimal::parse_decimal;
pub use error::{CellProblem, DataError, Place};
pub use kept_thresholds::{ColumnThresholds, Thresholds, ThresholdsError};
pub use merged_rows::{ColumnCuts, MergedRows, TableCuts};
pub use missing::{Missing, MissingColumn, is_missing};
pub use nearest_name::edit_distance;
pub use number::{grouped_digits, parse_number};
pub use ranked_column::RankedColumns;
pub use raw_table::RawTable;
pub use read_csv::{CsvOptions, read_csv, read_csv_from, read_csv_from_until, read_csv_until};
pub use reading::{
    Concern, DatePart, DateReading, Look, NumberFormat, OrderedColumn, Reading, ReadingOptions,
    is_identifier, look_at,
};
pub use roles::{Role, Schema};
pub use row_classes::{RowClasses, group_rows, group_rows_at};
pub use split_columns::{SplitColumn, SplitKind, SplitTests, Test};
pub use stop::Stopped;
pub use stream::{InputFile, Inputs, ReadProgress, ReadWatch, read_merged, read_rows};
#[cfg(feature = "parquet")]
pub use stream::{is_compressed, read_compressed, write_compressed};
pub use table::{Column, Labels, Table, Values, Weights};
pub use threshold_counts::ThresholdCounts;
