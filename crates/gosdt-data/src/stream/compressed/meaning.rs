//! What the codes of a compressed table stand for, as it is written into the file.
use crate::{ColumnThresholds, Missing, Reading};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The entry of the metadata that makes a Parquet file a compressed table.
pub(super) const KEY: &str = "gosdt-compressed";
/// The version of the format.
pub(super) const VERSION: u32 = 1;
/// The code of a missing value.
pub(super) const MISSING: i32 = -1;

/// What the codes of a file stand for.
#[derive(Serialize, Deserialize)]
pub(super) struct Meaning {
    pub(super) version: u32,
    pub(super) columns: Vec<ColumnMeaning>,
    pub(super) target: String,
    pub(super) classes: Vec<String>,
    /// The name of the weight column, if there is one.
    pub(super) weights: Option<String>,
    pub(super) denominator: u64,
    /// For each class the largest weight of one row.
    pub(super) heaviest: Vec<u64>,
    pub(super) rows: u64,
    pub(super) dropped_rows: u64,
    pub(super) missing: Missing,
    /// Whether no threshold was left out.
    pub(super) exact: bool,
    pub(super) thresholds: Option<ThresholdsMeaning>,
    /// How the cells of columns were read, by the columns' names; the others are plain.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) readings: BTreeMap<String, Reading>,
    /// The columns that were left out because they name rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) left_out: Vec<LeftOut>,
}

/// A column that names rows.
#[derive(Serialize, Deserialize)]
pub(super) struct LeftOut {
    pub(super) name: String,
    /// Cells that are not missing.
    pub(super) known: usize,
    /// Different values.
    pub(super) distinct: usize,
}

#[derive(Serialize, Deserialize)]
pub(super) struct ColumnMeaning {
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) values: ValuesMeaning,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum ValuesMeaning {
    Numeric {
        /// The number of each code.
        values: Vec<f64>,
    },
    Boolean {
        spelling: [String; 2],
    },
    Categorical {
        categories: Vec<String>,
    },
}

#[derive(Serialize, Deserialize)]
pub(super) struct ThresholdsMeaning {
    pub(super) rule: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) given: Option<Vec<ColumnThresholds>>,
    pub(super) kept: usize,
    pub(super) offered: usize,
    pub(super) most_per_column: usize,
    pub(super) columns: Vec<CutsMeaning>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct CutsMeaning {
    pub(super) column: String,
    pub(super) at: Vec<f64>,
    pub(super) below: Vec<f64>,
    pub(super) above: Vec<f64>,
}
