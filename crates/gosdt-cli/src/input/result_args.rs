//! What becomes of the results.
use super::duration::parse_duration;
use crate::exit_code::Failure;
use crate::output::{Named, check_clashes, check_writable, make_folder};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

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
    /// Fails when an output is one of the inputs or cannot be written, before the search is done for
    /// nothing.
    pub fn check(&self, inputs: &[Named<'_>]) -> Result<(), Failure> {
        let all = [
            ("model", &self.output),
            ("report", &self.report),
            ("trace", &self.trace),
            ("certificate", &self.certificate),
        ]
        .into_iter();
        let outputs: Vec<Named<'_>> =
            all.filter_map(|(what, path)| Some((what, path.as_deref()?))).collect();
        check_clashes(inputs, &outputs)?;
        outputs.iter().try_for_each(|(_, path)| check_writable(path))
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
    /// Where the JSON object goes, if to a file.
    pub fn json_file(&self) -> Option<&PathBuf> {
        self.json.as_ref().filter(|path| path.as_os_str() != "-")
    }

    /// Whether the JSON object is printed.
    pub fn json_on_screen(&self) -> bool {
        self.json.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Fails when an output is one of the inputs or cannot be written, before the search is done for
    /// nothing.
    pub fn check(&self, inputs: &[Named<'_>]) -> Result<(), Failure> {
        let all = [
            ("table", self.table.as_ref()),
            ("JSON object", self.json_file()),
            ("report", self.report.as_ref()),
        ];
        let outputs: Vec<Named<'_>> =
            all.into_iter().filter_map(|(what, path)| Some((what, path?.as_path()))).collect();
        check_clashes(inputs, &outputs)?;
        outputs.iter().try_for_each(|(_, path)| check_writable(path))?;
        let mut folders = self.save_all.iter().chain(&self.certificates);
        folders.try_for_each(|folder| make_folder(folder))
    }
}
