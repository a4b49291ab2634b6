//! The model file: all that prediction on raw data needs, and the certificate.
use crate::{KeptThresholds, Status, Tree};
use gosdt_data::{Missing, Reading};
use serde::{Deserialize, Serialize};

/// A fitted model.
///
/// However it is deserialised, it is checked ([`Model::validate`]); [`Model::from_json`] gives
/// the better messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Model {
    /// Always [`Model::FORMAT`].
    pub format: String,
    /// Version of the format: [`Model::VERSION`].
    pub version: u32,
    /// The label column's name.
    pub target: String,
    /// The classes.
    pub classes: Vec<String>,
    /// For two classes: the index of the positive one.
    pub positive: Option<usize>,
    /// The feature columns that the tree asks about or could have.
    pub columns: Vec<ModelColumn>,
    /// How missing values were treated.
    pub missing: Missing,
    /// What was optimised.
    pub objective: ObjectiveSpec,
    /// The proof.
    pub certificate: Certificate,
    /// The tree.
    pub tree: Tree,
}

/// A column as the model knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelColumn {
    /// Its name.
    pub name: String,
    /// Its kind.
    #[serde(flatten)]
    pub kind: ColumnKind,
    /// How its numbers are read from cells.
    #[serde(default, skip_serializing_if = "Reading::is_plain")]
    pub reading: Reading,
    /// Whether values were missing in training, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_missing: Option<bool>,
}

impl ModelColumn {
    /// A column of plain cells.
    pub fn new(name: impl Into<String>, kind: ColumnKind) -> ModelColumn {
        ModelColumn { name: name.into(), kind, reading: Reading::default(), has_missing: None }
    }
}

/// The kind of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ColumnKind {
    /// Numbers.
    Numeric,
    /// Two-sided, with the spelling of false and true.
    Boolean {
        /// False and true.
        spelling: [String; 2],
    },
    /// Categories.
    Categorical {
        /// Those seen in training.
        categories: Vec<String>,
    },
}

/// What was optimised, exactly as asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObjectiveSpec {
    /// As on the command line: `accuracy`, `balanced`, `weighted:2`, `cost`.
    pub name: String,
    /// λ as the decimal that was given.
    pub lambda: String,
    /// For a cost matrix: cost\[predicted\]\[true\], as the decimals that were given.
    pub costs: Option<Vec<Vec<String>>>,
    /// Limit on the depth.
    pub max_depth: Option<u32>,
    /// Limit on the leaves.
    pub max_leaves: Option<u32>,
    /// Least number of rows in a leaf.
    pub min_leaf: u32,
}

/// How good the tree is, and how sure that is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    /// Whether the tree is proven optimal, or else what stopped the search.
    pub status: Status,
    /// loss + λ·leaves of the tree.
    pub objective: f64,
    /// The loss alone.
    pub loss: f64,
    /// No tree has an objective below this.
    pub lower_bound: f64,
    /// The objective of the tree again: what is achieved.
    pub upper_bound: f64,
    /// `upper_bound − lower_bound`; exactly 0 when optimal.
    pub gap: f64,
    /// Training rows.
    pub rows: u64,
    /// Classes of equal rows.
    pub equivalence_classes: u64,
    /// Binary features after merging.
    pub binary_features: u64,
    /// The thresholds that trees may ask; `None` is all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<KeptThresholds>,
    /// Whether the search compared trees by exact costs. Where these need more than 64 bits they were
    /// rounded down: the bounds hold all the same, and the gap has what that leaves open.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub exact: bool,
    /// Whether the tree is the one that a rule on the data alone picks of all optimal trees. False
    /// where a search was stopped after its proof and before that choice: which tree it is then depends
    /// on timing.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub canonical: bool,
}

fn yes() -> bool {
    true
}

fn is_yes(flag: &bool) -> bool {
    *flag
}

impl Certificate {
    /// The thresholds that bounds and proof are restricted to, where some were left out.
    pub fn among(&self) -> Option<&KeptThresholds> {
        self.thresholds.as_ref().filter(|thresholds| !thresholds.are_all())
    }
}
