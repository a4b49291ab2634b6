//! Provably optimal sparse decision trees: the tree that minimises *loss + λ · leaves*, exactly,
//! with a certificate.
//!
//! A [`Table`] goes in, a [`Fit`] comes out: a [`Model`] that predicts on raw data, whose
//! certificate holds a lower and an upper bound on the best objective of any tree. They are equal
//! when the tree is proven optimal; when a limit stopped the search they still hold.
//!
//! ```
//! use gosdt::{CsvOptions, FitOptions, Schema, Silent, Table, fit, read_csv_from};
//!
//! let text = "rain,wind,play\nno,weak,yes\nno,strong,yes\nyes,weak,yes\nyes,strong,no\n";
//! let raw = read_csv_from(text.as_bytes(), "weather", &CsvOptions::default())?;
//! let table = Table::from_raw(&raw, &Schema::default())?;
//!
//! let options = FitOptions { lambda: "0.05".parse()?, ..FitOptions::default() };
//! let fitted = fit(&table, &options, &mut Silent)?;
//!
//! let certificate = &fitted.model.certificate;
//! assert!(certificate.status.is_optimal());
//! assert_eq!(certificate.objective, 0.15); // no row wrong, three leaves at 0.05 each
//! assert_eq!(certificate.gap, 0.0);
//! assert_eq!(fitted.model.predict(&raw)?.classes, [1, 1, 1, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crates behind this one: `gosdt-data` (file → table → yes/no features → classes of equal
//! rows), `gosdt-search` and `gosdt-rank` (the search and its proof), `gosdt-tree` (the model,
//! prediction, exports). What a user needs of them is re-exported here.
#![forbid(unsafe_code)]

mod baseline;
mod certify;
pub mod demo;
mod explain;
mod fit;
mod greedy;
mod incumbent;
mod measured_leaves;
mod memory;
mod model;
mod options;
mod partial_auc;
mod path;
mod proof;
mod rashomon;
mod select;
mod training_data;
mod watch;

pub use baseline::{Baseline, BaselineError, GreedyTree, baseline, baseline_until};
pub use certify::CertifyError;
pub use explain::{ColumnExplained, Explanation, Stored, explain};
pub use fit::{Fit, FitError, Phases, Report, fit, fit_with_proof};
pub use measured_leaves::loss_on;
pub use memory::TooLarge;
pub use options::{
    CheckedOptions, CostMatrix, CostMatrixError, Decimal, DecimalError, FitOptions,
    ObjectiveChoice, OptionsError,
};
pub use partial_auc::PartialAuc;
pub use path::{Path, PathOptions, PathProgress, PathProof, PathTree, Unproven, path, path_proofs};
pub use proof::{Proof, ProofError, ProofOptions, ProofProgress, ProofWatch, checked_table};
pub use rashomon::{
    Criterion, Direction, Examined, ImportanceRange, Multiplicity, Rashomon, RashomonFilter,
    RashomonOptions, RashomonThreshold, RashomonTree, rashomon,
};
pub use select::{
    Candidate, Fold, Folds, SelectError, SelectOptions, SelectRule, Selected, Selection,
    candidate_lambdas, select, select_on_path, stratified_folds,
};
pub use watch::{Progress, SelectProgress, SelectWatch, Silent, Watch};

pub use gosdt_data::{
    Column, ColumnCuts, ColumnSummary, ColumnThresholds, Concern, CsvOptions, DataError, DatePart,
    DateReading, InputFile, Inputs, Labels, Look, MergedRows, Missing, NumberFormat, OrderedColumn,
    RawTable, ReadProgress, ReadWatch, Reading, ReadingOptions, Schema, Table, TableCuts, Test,
    ThresholdCounts, Thresholds, ThresholdsError, Values, Weights, column_summaries,
    grouped_digits, is_identifier, look_at, parse_decimal, parse_number, read_csv, read_csv_from,
    read_csv_from_until, read_csv_until, read_merged, read_rows,
};
#[cfg(feature = "parquet")]
pub use gosdt_data::{is_compressed, read_compressed, write_compressed};
pub use gosdt_rank::RankError;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use gosdt_search::set_clock;
pub use gosdt_search::{
    CostError, Instant, InstructionSet, Kernels, ProblemError, StopReason,
    peak_resident_memory as peak_memory, resident_memory, usual_memory_limit,
};
pub use gosdt_tree::{
    Certificate, ClassMetrics, ColumnKind, KeptThresholds, Metrics, Model, ModelColumn, ModelError,
    Node, ObjectiveSpec, Predictions, SqlDialect, SqlError, SqlLabels, Status, Tree, dot,
    escape_controls, evaluate, harmless, printable, rules, sql, text, true_classes,
};

/// The examples in the repository's README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
