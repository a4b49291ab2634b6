//! What comes out: a tree in the user's words, its model file, prediction on raw data, metrics and
//! exports. Knows nothing of search.
//!
//! ```
//! use gosdt_data::{CsvOptions, read_csv_from};
//! use gosdt_tree::{Model, text};
//!
//! let model = Model::from_json(r#"{
//!     "format": "gosdt-model", "version": 1,
//!     "target": "play", "classes": ["no", "yes"], "positive": 1,
//!     "columns": [{"name": "wind", "kind": "numeric"}],
//!     "missing": "error",
//!     "objective": {"name": "accuracy", "lambda": "0.01", "min_leaf": 1},
//!     "certificate": {
//!         "status": "optimal", "objective": 0.02, "loss": 0.0,
//!         "lower_bound": 0.02, "upper_bound": 0.02, "gap": 0.0,
//!         "rows": 10, "equivalence_classes": 10, "binary_features": 9
//!     },
//!     "tree": {"nodes": [
//!         {"node": "split", "column": 0, "test": {"at_most": 5.5}, "yes": 1, "no": 2,
//!          "rows": 10, "weights": [4, 6]},
//!         {"node": "leaf", "class": 1, "rows": 6, "weights": [0, 6]},
//!         {"node": "leaf", "class": 0, "rows": 4, "weights": [4, 0]}
//!     ]}
//! }"#)?;
//! assert_eq!(
//!     text(&model),
//!     "wind <= 5.5?\n  yes: yes  (6 rows, 100.0 %)\n  no:  no  (4 rows, 100.0 %)\n"
//! );
//!
//! let today = read_csv_from("wind,day\n3,Mon\n8,Tue\n".as_bytes(), "week.csv", &CsvOptions::default())?;
//! assert_eq!(model.predict(&today)?.classes, [1, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod boolean;
mod class_weights;
mod error;
mod export;
mod kept_thresholds;
mod labels;
mod metrics;
mod model;
mod model_file;
mod predict;
mod status;
mod tree;
mod validate;
mod words;

pub use error::ModelError;
pub use export::{Rule, SqlDialect, SqlError, SqlLabels, dot, rule_list, rules, sql, text};
pub use kept_thresholds::KeptThresholds;
pub use labels::true_classes;
pub use metrics::{ClassMetrics, Metrics, evaluate};
pub use model::{Certificate, ColumnKind, Model, ModelColumn, ObjectiveSpec};
pub use model_file::escape_controls;
pub use predict::Predictions;
pub use status::Status;
pub use tree::{Node, Tree, Visit, Walk};
pub use words::{describe, harmless, number_text, printable, threshold_text};
