//! What may be typed, a struct for each command.
#[cfg(feature = "parquet")]
use super::duration::parse_duration;
use super::form::Form;
#[cfg(feature = "parquet")]
use super::help::COMPRESS_HELP;
use super::help::{
    COMPLETIONS_HELP, DEMO_HELP, EVALUATE_HELP, EXIT_CODES, FIT_HELP, PATH_HELP, PREDICT_HELP,
    RASHOMON_HELP, SHOW_HELP,
};
use super::rashomon_args::RashomonArgs;
use super::result_args::{PathResultArgs, ResultArgs};
use super::search_args::{ProblemArgs, SearchArgs};
use super::select_args::{FoldArgs, SelectArgs};
#[cfg(feature = "parquet")]
use super::size::parse_size;
use super::table_args::{ColumnArgs, CsvArgs};
use crate::exit_code::Failure;
use crate::output::{Named, table_input, table_inputs};
use clap::{Args, Parser, Subcommand, ValueEnum};
#[cfg(feature = "parquet")]
use gosdt::Thresholds;
use gosdt::{Decimal, Inputs, PathOptions, SqlDialect};
use std::path::{Path, PathBuf};
#[cfg(feature = "parquet")]
use std::time::Duration;

/// Provably optimal sparse decision trees: minimises loss + λ · leaves exactly, with a certificate.
#[derive(Debug, Parser)]
#[command(name = "gosdt", version, after_help = EXIT_CODES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Fit an optimal tree to a table
    #[command(after_help = FIT_HELP)]
    Fit(FitArgs),
    /// Compress a table of any size to its distinct rows, in one small file that fit reads
    #[cfg(feature = "parquet")]
    #[command(after_help = COMPRESS_HELP)]
    Compress(CompressArgs),
    /// Find every tree that is optimal for some λ of a range: the whole trade-off
    #[command(after_help = PATH_HELP)]
    Path(PathArgs),
    /// Find all near-optimal trees: count them, list them, compare them
    #[command(after_help = RASHOMON_HELP)]
    Rashomon(Box<RashomonArgs>),
    /// Predict the label of every row of a table, as CSV
    #[command(after_help = PREDICT_HELP)]
    Predict(PredictArgs),
    /// Measure a model on a table with labels
    #[command(after_help = EVALUATE_HELP)]
    Evaluate(EvaluateArgs),
    /// Show a model as text, rules, a picture, a page, Graphviz DOT, SQL or JSON
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Fit a built-in data set, or list them
    #[command(after_help = DEMO_HELP)]
    Demo(DemoArgs),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions(CompletionsArgs),
}

/// `gosdt fit`.
#[derive(Debug, Args)]
pub struct FitArgs {
    /// The table: delimited files, gzipped or not, or Parquet files; a folder or a pattern stands for
    /// all files there, - for standard input; or a table that gosdt compress wrote
    #[arg(required = true, value_name = "DATA")]
    pub data: Vec<String>,
    /// Measure the tree on this table too; it plays no part in the fit
    #[arg(long, value_name = "FILE")]
    pub test: Option<String>,
    /// Say what a fit would work on (rows, thresholds, memory) and what to expect; do not search
    #[arg(long)]
    pub explain: bool,
    #[command(flatten)]
    pub csv: CsvArgs,
    #[command(flatten)]
    pub columns: ColumnArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub select: SelectArgs,
    #[command(flatten)]
    pub results: ResultArgs,
}

/// `gosdt compress`.
#[cfg(feature = "parquet")]
#[derive(Debug, Args)]
pub struct CompressArgs {
    /// The table: delimited files, gzipped or not, or Parquet files; a folder or a pattern stands for
    /// all files there, - for standard input
    #[arg(required = true, value_name = "DATA")]
    pub data: Vec<String>,
    /// Write the compressed table to this Parquet file
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// The thresholds of numeric columns that a tree may ask later: all, or quantile:K (at most K per
    /// column, next to the quantiles of the rows), for which the table is read again
    #[arg(long, value_name = "THRESHOLDS", default_value = "all")]
    pub thresholds: Thresholds,
    /// Stop this long after the start, with nothing written (500ms, 60s, 2m, 1h)
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Keep the process below this much memory (500M, 2G, 1GiB), or stop with nothing written
    /// [default: 80 % of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory_limit: Option<u64>,
    #[command(flatten)]
    pub csv: CsvArgs,
    #[command(flatten)]
    pub columns: ColumnArgs,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// No progress
    #[arg(short, long)]
    pub quiet: bool,
}

/// `gosdt path`.
#[derive(Debug, Args)]
pub struct PathArgs {
    /// The table: delimited files, gzipped or not, or Parquet files; a folder or a pattern stands for
    /// all files there, - for standard input; or a table that gosdt compress wrote
    #[arg(required = true, value_name = "DATA")]
    pub data: Vec<String>,
    /// The largest price of a leaf, an exact decimal or fraction
    #[arg(long, value_name = "L", default_value = "0.2", allow_negative_numbers = true)]
    from: Decimal,
    /// The smallest price of a leaf, at least 0
    #[arg(long, value_name = "L", default_value = "0.001", allow_negative_numbers = true)]
    to: Decimal,
    /// Measure each tree on this table too; it plays no part in the search
    #[arg(long, value_name = "FILE")]
    pub test: Option<String>,
    #[command(flatten)]
    pub folds: FoldArgs,
    #[command(flatten)]
    pub csv: CsvArgs,
    #[command(flatten)]
    pub columns: ColumnArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    pub results: PathResultArgs,
}

impl FitArgs {
    /// The files that are read, `data` among them.
    pub fn inputs<'a>(&'a self, data: &'a Inputs) -> Vec<Named<'a>> {
        let test = self.test.as_deref().map(|name| table_input("test table", name));
        let costs = self.search.cost_file().map(|name| ("cost file", Path::new(name)));
        table_inputs(data).chain(test).chain(costs).collect()
    }
}

impl PathArgs {
    /// The files that are read, `data` among them.
    pub fn inputs<'a>(&'a self, data: &'a Inputs) -> Vec<Named<'a>> {
        let test = self.test.as_deref().map(|name| table_input("test table", name));
        let costs = self.problem.cost_file().map(|name| ("cost file", Path::new(name)));
        table_inputs(data).chain(test).chain(costs).collect()
    }

    /// As `path` wants it; reads the cost file if there is one.
    pub fn options(&self) -> Result<PathOptions, Failure> {
        let fit = self.problem.options()?;
        Ok(PathOptions { fit, from: self.from.clone(), to: self.to.clone() })
    }
}

/// `gosdt predict`.
#[derive(Debug, Args)]
pub struct PredictArgs {
    /// The model file
    pub model: PathBuf,
    /// The table; - is standard input
    pub data: String,
    /// Add a column per class: its share of the training weight in the row's leaf
    #[arg(long)]
    pub proba: bool,
    /// Carry these columns of the table along, before the label
    #[arg(long, value_name = "COL", num_args = 1..)]
    pub keep: Vec<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// `gosdt evaluate`.
#[derive(Debug, Args)]
pub struct EvaluateArgs {
    /// The model file
    pub model: PathBuf,
    /// The table, with the label column; - is standard input
    pub data: String,
    /// A column of row weights
    #[arg(long, value_name = "COL")]
    pub weights: Option<String>,
    /// Measure greedy trees, too, grown on the table that the model was fitted to
    #[arg(long, value_name = "TRAIN")]
    pub baseline_from: Option<String>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// `gosdt show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The model file
    pub model: PathBuf,
    /// The form [default: by the ending of --output, else text]
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<Form>,
    /// The dialect of --as sql
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Dialect::Duckdb)]
    pub dialect: Dialect,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl ShowArgs {
    /// The form that is asked for, by name or by the ending of the output.
    pub fn form(&self) -> Form {
        let by_ending = || self.output.as_deref().and_then(Form::of_file);
        self.form.or_else(by_ending).unwrap_or(Form::Text)
    }
}

/// A dialect of SQL.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Dialect {
    /// DuckDB, and SQLite
    Duckdb,
    /// Apache Spark
    Spark,
    /// PostgreSQL
    Postgres,
    /// BigQuery
    Bigquery,
}

impl From<Dialect> for SqlDialect {
    fn from(dialect: Dialect) -> SqlDialect {
        match dialect {
            Dialect::Duckdb => SqlDialect::DuckDb,
            Dialect::Spark => SqlDialect::Spark,
            Dialect::Postgres => SqlDialect::Postgres,
            Dialect::Bigquery => SqlDialect::BigQuery,
        }
    }
}

/// `gosdt demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// The data set; without, they are listed
    pub name: Option<String>,
    /// Print the data itself as CSV
    #[arg(long, requires = "name")]
    pub csv: bool,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub select: SelectArgs,
    #[command(flatten)]
    pub results: ResultArgs,
}

/// `gosdt completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let example = format!("gosdt {}", command.get_name());
            assert!(help.contains("Example") && help.contains(&example), "{example}");
        }
    }
}
