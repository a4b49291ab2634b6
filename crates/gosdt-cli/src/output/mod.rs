//! What comes out: results as text, JSON or a page, on standard output or in files.
mod clash;
mod command_line;
mod comparison;
#[cfg(feature = "parquet")]
mod compressed;
mod files;
mod fit_page;
pub mod json;
mod path_results;
mod place;
mod results;
mod screen;
mod streams;
pub mod text;
mod trace;

pub use clash::{Named, check_clashes, table_input, table_inputs};
pub use command_line::command_line;
pub use comparison::{Comparison, Listed, TestAccuracy};
#[cfg(feature = "parquet")]
pub use compressed::Compressed;
pub use files::{check_writable, make_folder, write_file, write_noted};
pub use fit_page::fit_page;
pub use path_results::PathResults;
pub use results::{InputTimes, Results};
#[cfg(feature = "png")]
pub use screen::is_terminal;
pub use screen::tree_on_screen;
pub use streams::{print, tell};
pub use trace::Trace;
