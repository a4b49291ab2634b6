//! How cells are read that are not plain numbers or categories: numbers with a decimal comma, with
//! thousands separators, with a currency or per cent; dates; ordered categories. And what a column of
//! text looks like, so that none is read as categories without a word.
mod column_reading;
mod date;
mod identifier;
mod look;
mod number_format;
mod options;
mod unit;

pub use column_reading::Reading;
pub(crate) use date::column_is_day_first;
pub use date::{DatePart, DateReading};
pub use identifier::is_identifier;
pub(crate) use identifier::names_identifiers;
pub use look::{Concern, Look, look_at};
pub use number_format::NumberFormat;
pub use options::{OrderedColumn, ReadingOptions};
pub(crate) use unit::whole_column_unit;
