//! The compressed table as a file: a Parquet file of codes, with all that they stand for in its
//! metadata.
//!
//! A row of the file is a class of equal rows with one label. Its columns are those of the table, as
//! codes (-1 is missing), then the label's code, the number of rows, and their weight in units of the
//! denominator. The entry `gosdt-compressed` of the metadata is JSON: what codes stand for.
mod meaning;
mod read;
mod write;

pub use read::{is_compressed, read_compressed};
pub use write::write_compressed;
