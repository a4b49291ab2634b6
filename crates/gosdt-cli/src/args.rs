//! What may be typed, and how it becomes options.
use crate::duration::parse_duration;
use crate::ending::Failure;
use crate::files::{check_writable, make_folder};
use crate::select::SelectArgs;
use crate::size::parse_size;
use clap::{Args, Parser, Subcommand, ValueEnum};
use gosdt::{CsvOptions, Decimal, FitOptions, Missing, ObjectiveChoice, PathOptions, Schema};
use std::path::PathBuf;
use std::time::Duration;

const EXIT_CODES: &str = "Exit codes:
  0    done; for fit and demo: the tree is optimal, or a limit ended the search
       (the tree is the best found, its bounds hold)
  1    anything else, such as an output that cannot be written
  2    bad input: the data, a model, or an option
  130  interrupted by Ctrl-C; the best tree so far was still handed over
       (Ctrl-C twice quits at once, without)";

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
    /// Find every tree that is optimal for some λ of a range: the whole trade-off
    #[command(after_help = PATH_HELP)]
    Path(PathArgs),
    /// Predict the label of every row of a table, as CSV
    #[command(after_help = PREDICT_HELP)]
    Predict(PredictArgs),
    /// Measure a model on a table with labels
    #[command(after_help = EVALUATE_HELP)]
    Evaluate(EvaluateArgs),
    /// Show a model as text, rules, a picture, a page, Graphviz DOT or JSON
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Fit a built-in data set, or list them
    #[command(after_help = DEMO_HELP)]
    Demo(DemoArgs),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions(CompletionsArgs),
}

const FIT_HELP: &str = "Examples:
  gosdt fit iris.csv -o iris.json
  gosdt fit train.csv --test test.csv --report report.html
  gosdt fit train.csv --lambda 0.02 --baseline
  gosdt fit train.csv --select cv:5 --report report.html
  gosdt fit train.csv --select cv:10 --lambdas 0.1,0.05,0.02 --select-rule min --seed 7
  gosdt fit patients.csv.gz --target ill --positive yes --objective weighted:5 --lambda 0.005
  cut -d, -f2- big.csv | gosdt fit - --max-depth 4 --time-limit 60s --json

A cost file has a row per predicted and a column per true class:
  predicted,healthy,ill
  healthy,0,10
  ill,1,0

--json prints one object: status (optimal, time-limit, memory-limit, interrupted), objective,
loss, lambda, leaves, depth, lower_bound, upper_bound, gap, seconds, search_seconds, nodes, rows,
equivalence_classes, binary_features, train (metrics), tree; with --test also test (metrics); with
--all-optima above 1 and a proof also optima (trees); with --baseline also baseline: for the greedy
trees pruned and same_leaves objective, loss, leaves, depth, train, test; with --select also
selection: folds, rule, lambda, lambda_min, lambda_1se, seconds, and candidates, each with lambda,
mean_loss, loss_error, mean_accuracy, accuracy_error, mean_leaves, proven and, for each fold, losses,
accuracies, leaves.

Exit codes: 0 optimal or stopped by a limit, 130 interrupted with the best tree handed over,
2 bad input, 1 anything else.";

const PATH_HELP: &str = "Examples:
  gosdt path iris.csv --report iris.html
  gosdt path train.csv --from 0.1 --to 0.002 --csv path.csv --save-all models
  gosdt path patients.csv --objective balanced --max-depth 4 --time-limit 10m --json path.json

Every optimum for λ between --from and --to is the objective of one of the trees printed, exactly;
the λ at which two neighbours tie are the ends of their ranges. Limits on time and memory are for all
of it: what is proven by then is handed over, and for the rest the gap says how far the trees may be
from the optimum.

--json prints one object: status, objective (its name), seconds, search_seconds, nodes, rows,
equivalence_classes, binary_features; unproven, ranges of λ with lambda_low, lambda_high (and the
same as exact fractions, *_exact) and gap; and trees, each with these and lambda (one of the range),
leaves, depth, loss, objective_low, objective_high, proven, train (metrics), tree. --csv has a line
for each tree with the same but for metrics and tree.

Exit codes: 0 proven or stopped by a limit, 130 interrupted with what was found handed over,
2 bad input, 1 anything else.";

const PREDICT_HELP: &str = "Examples:
  gosdt predict iris.json new.csv > labels.csv
  gosdt predict iris.json new.csv --proba -o labels.csv

Columns are matched by name; extra columns and unseen categories are fine.";

const EVALUATE_HELP: &str = "Examples:
  gosdt evaluate iris.json test.csv --json
  gosdt evaluate iris.json test.csv --baseline-from train.csv";

const SHOW_HELP: &str = "Examples:
  gosdt show iris.json --as rules
  gosdt show iris.json --as svg -o iris.svg
  gosdt show iris.json --as html -o iris.html
  gosdt show iris.json --as dot | dot -Tsvg > iris.svg";

const DEMO_HELP: &str = "Examples:
  gosdt demo
  gosdt demo monk-1
  gosdt demo tic-tac-toe --csv > tic-tac-toe.csv";

const COMPLETIONS_HELP: &str = "Example:
  gosdt completions bash > ~/.local/share/bash-completion/completions/gosdt";

/// `gosdt fit`.
#[derive(Debug, Args)]
pub struct FitArgs {
    /// The table: a delimited file, gzipped or not; - is standard input
    pub data: String,
    /// Measure the tree on this table too; it plays no part in the fit
    #[arg(long, value_name = "FILE")]
    pub test: Option<String>,
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

/// `gosdt path`.
#[derive(Debug, Args)]
pub struct PathArgs {
    /// The table: a delimited file, gzipped or not; - is standard input
    pub data: String,
    /// The largest price of a leaf, an exact decimal or fraction
    #[arg(long, value_name = "L", default_value = "0.2", allow_negative_numbers = true)]
    from: Decimal,
    /// The smallest price of a leaf, at least 0
    #[arg(long, value_name = "L", default_value = "0.001", allow_negative_numbers = true)]
    to: Decimal,
    #[command(flatten)]
    pub csv: CsvArgs,
    #[command(flatten)]
    pub columns: ColumnArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    pub results: PathResultArgs,
}

impl PathArgs {
    /// As `path` wants it; reads the cost file if there is one.
    pub fn options(&self) -> Result<PathOptions, Failure> {
        let fit = self.problem.options()?;
        Ok(PathOptions { fit, from: self.from.clone(), to: self.to.clone() })
    }
}

/// What becomes of a path.
#[derive(Debug, Args)]
pub struct PathResultArgs {
    /// Write a page with the trade-off as a picture and every tree, in one file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write the table as CSV
    #[arg(long = "csv", value_name = "FILE.csv")]
    pub table: Option<PathBuf>,
    /// Print one JSON object instead of the table, or write it to a file
    #[arg(long, value_name = "FILE.json", num_args = 0..=1, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Write the model of each tree to this folder, as leaves-N.json
    #[arg(long, value_name = "FOLDER")]
    pub save_all: Option<PathBuf>,
    /// No progress, warnings or notes on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

impl PathResultArgs {
    /// Where the JSON object goes, if to a file.
    pub fn json_file(&self) -> Option<&PathBuf> {
        self.json.as_ref().filter(|path| path.as_os_str() != "-")
    }

    /// Whether the JSON object is printed.
    pub fn json_on_screen(&self) -> bool {
        self.json.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Fails when an output cannot be written, before the search is done for nothing.
    pub fn check(&self) -> Result<(), Failure> {
        let all = [self.table.as_ref(), self.json_file(), self.report.as_ref()];
        all.into_iter().flatten().try_for_each(|path| check_writable(path))?;
        self.save_all.as_ref().map_or(Ok(()), |folder| make_folder(folder))
    }
}

/// How a file is laid out.
#[derive(Debug, Args)]
pub struct CsvArgs {
    /// The character between cells (tab for a tab) [default: found from the first line]
    #[arg(long, value_name = "C", value_parser = parse_delimiter)]
    delimiter: Option<u8>,
    /// The first line is data; columns are called c1, c2, …
    #[arg(long)]
    no_header: bool,
}

impl CsvArgs {
    /// As the reader wants it.
    pub fn options(&self) -> CsvOptions {
        CsvOptions { delimiter: self.delimiter, header: !self.no_header }
    }
}

fn parse_delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        _ if text == "tab" || text == "\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !b"\"\r\n".contains(byte) => Ok(*byte),
        _ => Err("write one ASCII character other than a quote, or tab".to_string()),
    }
}

/// What the columns are.
#[derive(Debug, Args)]
pub struct ColumnArgs {
    /// The label column [default: the last]
    #[arg(long, value_name = "COL")]
    target: Option<String>,
    /// A column of row weights
    #[arg(long, value_name = "COL")]
    pub weights: Option<String>,
    /// Leave a column out (repeatable)
    #[arg(long, value_name = "COL")]
    ignore: Vec<String>,
    /// Read a column as numbers (repeatable)
    #[arg(long, value_name = "COL")]
    numeric: Vec<String>,
    /// Read a column as categories (repeatable)
    #[arg(long, value_name = "COL")]
    categorical: Vec<String>,
    /// What to do with missing values (empty, NA, NaN, null, ?)
    #[arg(long, value_enum, default_value_t = MissingArg::Error)]
    missing: MissingArg,
}

/// What to do with missing values.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum MissingArg {
    /// Refuse them
    Error,
    /// Leave rows with any out
    Drop,
    /// Make missing a value that the tree can ask about
    Category,
}

impl ColumnArgs {
    /// As the table wants it.
    pub fn schema(&self) -> Schema {
        Schema {
            target: self.target.clone(),
            weights: self.weights.clone(),
            ignore: self.ignore.clone(),
            numeric: self.numeric.clone(),
            categorical: self.categorical.clone(),
            missing: match self.missing {
                MissingArg::Error => Missing::Error,
                MissingArg::Drop => Missing::Drop,
                MissingArg::Category => Missing::Category,
            },
        }
    }
}

/// What to look for, and how long.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// The price of a leaf, an exact decimal (0.01) or fraction (1/32), at least 0
    #[arg(long, value_name = "L", default_value = "0.01", allow_negative_numbers = true)]
    lambda: Decimal,
    #[command(flatten)]
    problem: ProblemArgs,
    /// List up to this many optimal trees
    #[arg(long, value_name = "N", default_value_t = 1)]
    all_optima: usize,
}

impl SearchArgs {
    /// As `fit` wants it; reads the cost file if there is one.
    pub fn options(&self) -> Result<FitOptions, Failure> {
        let (lambda, all_optima) = (self.lambda.clone(), self.all_optima);
        Ok(FitOptions { lambda, all_optima, ..self.problem.options()? })
    }
}

/// The objective, limits on the tree, and limits on the search.
#[derive(Debug, Args)]
struct ProblemArgs {
    /// What to minimise besides leaves: accuracy, balanced, weighted:W (a missed positive costs W
    /// false alarms), cost:FILE, auc, pauc:T (area left of false positive rate T, not divided by
    /// T), fscore (best labels), fscore:W (a leaf is positive if W times its positives exceed its
    /// negatives), fbeta:B or jaccard
    #[arg(long, value_name = "OBJECTIVE", default_value = "accuracy")]
    objective: String,
    /// The positive label, for two classes [default: the last in order]
    #[arg(long, value_name = "LABEL")]
    positive: Option<String>,
    /// Largest depth; a lone leaf has depth 0
    #[arg(long, value_name = "D")]
    max_depth: Option<u32>,
    /// Most leaves
    #[arg(long, value_name = "H")]
    max_leaves: Option<u32>,
    /// Least number of rows in a leaf
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_leaf: u32,
    /// Stop after this long with the best tree so far (500ms, 60s, 2m, 1h)
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time_limit: Option<Duration>,
    /// Keep the process below this much memory (500M, 2G, 1GiB): forget, then stop with the tree
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,
    /// Worker threads [default: one per core]; any number finds the same tree
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
}

impl ProblemArgs {
    /// As `fit` wants it, with the usual price of a leaf; reads the cost file if there is one.
    fn options(&self) -> Result<FitOptions, Failure> {
        Ok(FitOptions {
            objective: ObjectiveChoice::parse(&self.objective)?,
            positive: self.positive.clone(),
            max_depth: self.max_depth,
            max_leaves: self.max_leaves,
            min_leaf: self.min_leaf,
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
            threads: self.threads,
            ..FitOptions::default()
        })
    }
}

/// What becomes of the result.
#[derive(Debug, Args)]
pub struct ResultArgs {
    /// Write the model to this file
    #[arg(short, long, value_name = "MODEL")]
    pub output: Option<PathBuf>,
    /// Write a page with pictures of the tree, its quality and the search, in one file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write the course of the search as CSV: time, lower, upper, nodes, memory
    #[arg(long, value_name = "FILE.csv")]
    pub trace: Option<PathBuf>,
    /// Grow greedy trees, too (as CART does, on the same splits): how much did optimality buy? A
    /// report always says
    #[arg(long)]
    pub baseline: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// No progress, warnings or notes on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

impl ResultArgs {
    /// Fails when an output cannot be written, before the search is done for nothing.
    pub fn check(&self) -> Result<(), Failure> {
        let all = [&self.output, &self.report, &self.trace];
        all.into_iter().flatten().try_for_each(|path| check_writable(path))
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
    /// The form
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t = Form::Text)]
    pub form: Form,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How a model is shown.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Form {
    /// A tree: drawn with lines and colour on a terminal, indented text elsewhere
    Text,
    /// One if-then rule per leaf
    Rules,
    /// A picture, for slides and papers
    Svg,
    /// The same picture as an image
    #[cfg(feature = "png")]
    Png,
    /// A page with pictures that needs no other file
    Html,
    /// Graphviz
    Dot,
    /// The model file, checked
    Json,
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

    #[test]
    fn a_delimiter_is_one_character_or_tab() {
        assert_eq!(parse_delimiter(";"), Ok(b';'));
        assert_eq!(parse_delimiter("tab"), Ok(b'\t'));
        assert_eq!(parse_delimiter("\\t"), Ok(b'\t'));
        for text in ["", ";;", "é", "\"", "\n"] {
            assert!(parse_delimiter(text).is_err(), "{text:?}");
        }
    }
}
