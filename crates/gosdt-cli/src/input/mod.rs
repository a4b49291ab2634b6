//! What may be typed, and what is read because of it.
//!
//! `args` has a struct for each command, put together from `table_args`, `search_args`, `select_args`,
//! `rashomon_args`, `result_args` and `output_args`; `form` lists how a model is shown; `help` has the longer texts, `duration` and `size` read such values;
//! `instruction_set` looks at the environment.
//! `model`, `read_table`, `test_set` and `training_table` read files.
mod args;
mod certifiable;
mod duration;
mod form;
mod help;
mod instruction_set;
mod memory_check;
mod model;
mod output_args;
mod rashomon_args;
mod read_table;
mod result_args;
mod search_args;
mod select_args;
mod size;
mod table_args;
mod test_set;
mod training_table;

pub use args::{
    Cli, Command, CompletionsArgs, DemoArgs, Dialect, EvaluateArgs, FitArgs, PathArgs, PredictArgs,
    ShowArgs,
};
pub use certifiable::check_certifiable;
pub use form::Form;
pub use instruction_set::limit_instruction_set;
pub use model::read_model;
pub use rashomon_args::RashomonArgs;
pub use read_table::{TableRead, read_table};
pub use result_args::ResultArgs;
pub use test_set::TestSet;
pub use training_table::{number_format, training_table};
