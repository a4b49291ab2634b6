//! How to write a proof.
use gosdt_data::CsvOptions;
use std::time::Duration;

/// How to write a proof.
#[derive(Clone, Debug, Default)]
pub struct ProofOptions {
    /// Give up after this long, counted from the end of the fit. \[default: none\]
    pub time_limit: Option<Duration>,
    /// How the file was read, which the checker is to do in the same way. \[default: as `read_csv`\]
    pub csv: CsvOptions,
}
