//! What becomes of the results.
use super::duration::parse_duration;
use super::output_args::{JsonArg, check_outputs};
use crate::exit_code::Failure;
use crate::output::{Named, make_folder};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// What becomes of the result.
#[derive(Debug, Args)]
pub struct ResultArgs {
    /// Write the model to this file; one that ends in .svg, .png, .html, .dot, .sql or .txt gets the tree
    /// in that form instead
    #[arg(short, long, value_name = "MODEL")]
    pub output: Option<PathBuf>,
    /// Write a page with pictures of the tree, its quality and the search, in one file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write the course of the search as CSV: time, lower, upper, nodes, memory
    #[arg(long, value_name = "FILE.csv")]
    pub trace: Option<PathBuf>,
    /// Write a certificate: a proof that no tree is better, which the program gosdt-check checks from the
    /// data alone
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Give up writing the certificate after this long, counted from the end of the fit (the tree is
    /// handed over all the same)
    #[arg(long, value_name = "TIME", value_parser = parse_duration, requires = "certificate")]
    pub certificate_time_limit: Option<Duration>,
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
    /// Fails when an output is one of the inputs or cannot be written.
    pub fn check(&self, inputs: &[Named<'_>]) -> Result<(), Failure> {
        let outputs = [
            ("model", self.output.as_deref()),
            ("report", self.report.as_deref()),
            ("trace", self.trace.as_deref()),
            ("certificate", self.certificate.as_deref()),
        ];
        check_outputs(inputs, &outputs)
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
    #[command(flatten)]
    pub json: JsonArg,
    /// Write the model of each tree to this folder, as leaves-N.json
    #[arg(long, value_name = "FOLDER")]
    pub save_all: Option<PathBuf>,
    /// Write a certificate for each λ at which the tree changes, and for both ends, to this folder:
    /// breakpoint-N.proof, with the model that it is about in breakpoint-N.json
    #[arg(long, value_name = "FOLDER")]
    pub certificates: Option<PathBuf>,
    /// Give up writing the certificates after this long, counted from the end of the path
    #[arg(long, value_name = "TIME", value_parser = parse_duration, requires = "certificates")]
    pub certificate_time_limit: Option<Duration>,
    /// No progress, warnings or notes on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

impl PathResultArgs {
    /// Fails when an output is one of the inputs or cannot be written.
    pub fn check(&self, inputs: &[Named<'_>]) -> Result<(), Failure> {
        let outputs = [
            ("table", self.table.as_deref()),
            ("JSON object", self.json.file()),
            ("report", self.report.as_deref()),
        ];
        check_outputs(inputs, &outputs)?;
        let mut folders = self.save_all.iter().chain(&self.certificates);
        folders.try_for_each(|folder| make_folder(folder))
    }
}
