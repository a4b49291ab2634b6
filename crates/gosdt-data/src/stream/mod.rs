//! Tables that need not fit into memory: files of any size and number, read batch by batch, their equal
//! rows merged as they come.
//!
//! `inputs` finds the files; `csv_batches` and `parquet_batches` read them; `encoder` turns cells into
//! numbers by `dictionary`, `groups` merges equal rows of numbers. Where numbers are to be cut into
//! intervals first, `survey` finds the cuts by `distribution`, in passes of their own; `late_cuts` finds
//! those of columns whose texts become numbers only when all are known.
mod batch;
mod batch_weights;
mod compact;
#[cfg(feature = "parquet")]
mod compressed;
mod csv_batches;
mod cuts;
mod dictionary;
mod distribution;
mod encoder;
mod groups;
mod inputs;
mod late_cuts;
mod merge;
#[cfg(feature = "parquet")]
mod parquet_batches;
#[cfg(feature = "parquet")]
mod parquet_column;
mod source;
mod survey;

#[cfg(feature = "parquet")]
pub use compressed::{is_compressed, read_compressed, write_compressed};
pub use inputs::{InputFile, Inputs};
pub use merge::{read_merged, read_rows};
pub use source::{ReadProgress, ReadWatch};
