//! `gosdt rashomon`: which trees, and what becomes of them.
use super::output_args::{JsonArg, check_outputs};
use super::search_args::ProblemArgs;
use super::table_args::{ColumnArgs, CsvArgs};
use crate::exit_code::Failure;
use crate::output::{Named, make_folder, table_input, table_inputs};
use clap::Args;
use gosdt::{
    Decimal, Direction, FitOptions, Inputs, RashomonFilter, RashomonOptions, RashomonThreshold,
};
use std::path::{Path, PathBuf};

/// `gosdt rashomon`.
#[derive(Debug, Args)]
pub struct RashomonArgs {
    /// The table: delimited files, gzipped or not, or Parquet files; a folder or a pattern stands for
    /// all files there, - for standard input; or a table that gosdt compress wrote
    #[arg(required = true, value_name = "DATA")]
    pub data: Vec<String>,
    /// The price of a leaf, an exact decimal (0.01) or fraction (1/32), at least 0
    #[arg(long, value_name = "L", default_value = "0.01", allow_negative_numbers = true)]
    lambda: Decimal,
    #[command(flatten)]
    threshold: ThresholdArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// List this many trees, the best first; with --seed, as many drawn at random
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Draw the trees that are listed, all with the same chance
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Compare the trees, too: how much they rely on each column, on how many rows they disagree, which
    /// is best by other measures (all trees, or 10,000 drawn at random)
    #[arg(long)]
    pub compare: bool,
    /// With --compare: also the tree that is best on this table
    #[arg(long, value_name = "FILE", requires = "compare")]
    pub test: Option<String>,
    #[command(flatten)]
    pub csv: CsvArgs,
    #[command(flatten)]
    pub columns: ColumnArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    pub results: RashomonResultArgs,
}

/// The largest objective of a tree.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct ThresholdArgs {
    /// All trees with an objective of at most (1 + E) times the least [default: 0.05]
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    within: Option<Decimal>,
    /// All trees with an objective of at most the least and this
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    slack: Option<Decimal>,
    /// All trees with an objective of at most this
    #[arg(long, value_name = "V", allow_negative_numbers = true)]
    below: Option<Decimal>,
}

/// Which of them are meant.
#[derive(Debug, Args)]
struct FilterArgs {
    /// Only trees with at least this many leaves
    #[arg(long, value_name = "H")]
    min_leaves: Option<u32>,
    /// Only trees that ask this column; may be given several times
    #[arg(long, value_name = "COL")]
    uses: Vec<String>,
    /// Only trees that do not ask this column; may be given several times
    #[arg(long, value_name = "COL")]
    avoids: Vec<String>,
    /// Only trees whose first split asks this column
    #[arg(long, value_name = "COL")]
    top: Option<String>,
    /// Only trees without two sibling leaves of the same class
    #[arg(long)]
    no_trivial: bool,
    /// Only trees whose class never falls when this numeric column rises; may be given several times
    #[arg(long, value_name = "COL")]
    rising: Vec<String>,
    /// Only trees whose class never rises when this numeric column rises; may be given several times
    #[arg(long, value_name = "COL")]
    falling: Vec<String>,
}

/// What becomes of the trees.
#[derive(Debug, Args)]
pub struct RashomonResultArgs {
    /// Write a page to explore the trees, in one file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    pub json: JsonArg,
    /// Write the model of each tree that is listed to this folder, as tree-N.json
    #[arg(long, value_name = "FOLDER")]
    pub save_all: Option<PathBuf>,
    /// Write the trees that are listed as TimberTrek reads them (two classes)
    #[arg(long, value_name = "FILE.json")]
    pub timbertrek: Option<PathBuf>,
    /// No progress, warnings or notes on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

impl RashomonArgs {
    /// The files that are read, `data` among them.
    pub fn inputs<'a>(&'a self, data: &'a Inputs) -> Vec<Named<'a>> {
        let test = self.test.as_deref().map(|name| table_input("test table", name));
        let costs = self.problem.cost_file().map(|name| ("cost file", Path::new(name)));
        table_inputs(data).chain(test).chain(costs).collect()
    }

    /// As `rashomon` wants it; reads the cost file if there is one.
    pub fn options(&self) -> Result<RashomonOptions, Failure> {
        let fit = FitOptions { lambda: self.lambda.clone(), ..self.problem.options()? };
        let ThresholdArgs { within, slack, below } = &self.threshold;
        let given = [
            within.clone().map(RashomonThreshold::Within),
            slack.clone().map(RashomonThreshold::Slack),
            below.clone().map(RashomonThreshold::Below),
        ];
        let usual = RashomonOptions::default().threshold;
        let threshold = given.into_iter().flatten().next().unwrap_or(usual);
        Ok(RashomonOptions { fit, threshold })
    }

    /// Which of the trees are meant.
    pub fn filter(&self) -> RashomonFilter {
        let FilterArgs { min_leaves, uses, avoids, top, no_trivial, rising, falling } =
            &self.filter;
        let rising = rising.iter().map(|name| (name.clone(), Direction::Rising));
        let falling = falling.iter().map(|name| (name.clone(), Direction::Falling));
        RashomonFilter {
            min_leaves: *min_leaves,
            uses: uses.clone(),
            avoids: avoids.clone(),
            top: top.clone(),
            no_trivial: *no_trivial,
            monotone: rising.chain(falling).collect(),
            ..RashomonFilter::default()
        }
    }
}

impl RashomonResultArgs {
    /// Fails when an output is one of the inputs or cannot be written.
    pub fn check(&self, inputs: &[Named<'_>]) -> Result<(), Failure> {
        let outputs = [
            ("JSON object", self.json.file()),
            ("report", self.report.as_deref()),
            ("TimberTrek file", self.timbertrek.as_deref()),
        ];
        check_outputs(inputs, &outputs)?;
        self.save_all.as_ref().map_or(Ok(()), |folder| make_folder(folder))
    }
}
