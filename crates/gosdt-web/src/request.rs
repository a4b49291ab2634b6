//! What a page can ask for.
use serde::Deserialize;
use std::collections::BTreeMap;

/// A request. Files come beside it, as bytes.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum Request {
    /// The names of the built-in data sets.
    Demos,
    /// Read the file that was handed over as a table.
    Open {
        /// What the file is called.
        name: String,
        #[serde(flatten)]
        layout: Layout,
        /// Megabytes that reading may take.
        memory_limit: u64,
    },
    /// Take a built-in data set.
    OpenDemo {
        /// Its name.
        name: String,
    },
    /// Read the file that was handed over as a model.
    OpenModel {
        /// What the file is called.
        name: String,
    },
    /// Fit a tree.
    Fit { columns: Columns, options: Options },
    /// Find the trees of all λ of a range.
    Path {
        columns: Columns,
        options: Options,
        /// The largest λ.
        from: String,
        /// The smallest λ.
        to: String,
    },
    /// Take a tree of the path, by its number.
    Choose { tree: usize },
    /// The report on the path.
    PathReport,
    /// What the tree says of a case: a text for each column that it asks.
    Case { values: BTreeMap<String, String> },
}

/// How a file is laid out.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Layout {
    /// Whether the first line names the columns.
    pub header: bool,
    /// The character between cells; the first line tells unless it is given.
    pub delimiter: Option<char>,
}

/// What the columns are; see [`gosdt::Schema`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Columns {
    pub target: Option<String>,
    pub weights: Option<String>,
    pub ignore: Vec<String>,
    pub numeric: Vec<String>,
    pub categorical: Vec<String>,
    /// `error`, `drop` or `category`.
    pub missing: Option<String>,
}

/// What to look for; see [`gosdt::FitOptions`]. Numbers are texts as they were typed: a decimal is
/// exact.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Options {
    pub objective: String,
    /// The table of costs, where the objective is `cost`.
    pub costs: Option<String>,
    pub positive: Option<String>,
    pub lambda: String,
    pub max_depth: Option<u32>,
    pub max_leaves: Option<u32>,
    pub min_leaf: Option<u32>,
    pub thresholds: Option<String>,
    /// Seconds.
    pub time_limit: Option<f64>,
    /// Megabytes.
    pub memory_limit: u64,
}
