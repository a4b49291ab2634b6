//! Fits and paths.
use crate::command;
use crate::error::Failure;
use crate::host::Host;
use crate::read::Opened;
use crate::request::{Columns, Options};
use crate::watch::PageWatch;
use gosdt::{
    Fit, FitOptions, Instant, Model, Path, PathOptions, PathTree, Progress, Table, baseline_until,
};
use gosdt_report::{Beside, Page, PathPage};
use serde::Serialize;
use std::time::Duration;

/// The most that greedy trees beside the tree may take.
const MOST_FOR_GREEDY: Duration = Duration::from_secs(1);

/// A fitted tree, and what its report shows beside it.
pub(crate) struct Fitted {
    pub fit: Fit,
    name: String,
    trace: Vec<Progress>,
    beside: Option<Beside>,
    command: String,
}

impl Fitted {
    /// Fits a tree to the table that is open.
    pub fn new(
        opened: &Opened,
        columns: &Columns,
        options: &Options,
        host: &dyn Host,
    ) -> Result<Fitted, Failure> {
        let (how, table) = begun(opened, columns, options)?;
        let mut watch = PageWatch::new(host);
        let fit = gosdt::fit(&table, &how, &mut watch)?;
        Ok(Fitted {
            beside: greedy_trees(&table, &fit.model),
            fit,
            name: opened.name.clone(),
            trace: watch.trace,
            command: command::fit(opened, columns, options),
        })
    }

    /// The page about it, as the program makes it.
    pub fn page(&self) -> Page<'_> {
        Page {
            data: Some(&self.name),
            report: Some(&self.fit.report),
            beside: self.beside.as_ref(),
            trace: &self.trace,
            command: Some(&self.command),
            ..Page::new(&self.fit.model)
        }
    }
}

/// Takes an eighth of the memory limit from the browser at once and leaves it to the allocator, which would
/// ask for it in thousands of small steps, and each takes as long as a node of the search.
#[cfg(target_family = "wasm")]
fn grow_ahead(limit: Option<u64>) {
    let bytes = usize::try_from(limit.unwrap_or(0) / 8).unwrap_or(0);
    let mut room: Vec<u8> = Vec::new();
    // Where there is not so much, nothing is lost.
    let _ = room.try_reserve_exact(bytes);
    std::hint::black_box(&room);
}

#[cfg(not(target_family = "wasm"))]
fn grow_ahead(_: Option<u64>) {}

/// The options, with what reading the columns leaves of the time, and the table.
fn begun(
    opened: &Opened,
    columns: &Columns,
    options: &Options,
) -> Result<(FitOptions, Table), Failure> {
    let (started, how) = (Instant::now(), options.fit_options()?);
    grow_ahead(how.memory_limit);
    let table = Table::from_raw(&opened.raw, &columns.schema()?)?;
    let time_limit = how.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
    Ok((FitOptions { time_limit, ..how }, table))
}

/// The greedy trees beside the tree; that they cannot be had is no reason to lose it.
fn greedy_trees(table: &Table, model: &Model) -> Option<Beside> {
    let started = Instant::now();
    let baseline = baseline_until(table, model, &|| started.elapsed() > MOST_FOR_GREEDY).ok()?;
    Some(Beside { baseline, test: None })
}

/// A path, and how to make it again.
pub(crate) struct Found {
    pub path: Path,
    name: String,
    command: String,
}

/// What a page is told of a path.
#[derive(Serialize)]
pub(crate) struct PathAnswer {
    seconds: f64,
    /// Whether each tree is proven.
    proven: bool,
    warnings: Vec<String>,
    /// From the largest λ to the smallest.
    trees: Vec<PathTreeAnswer>,
}

#[derive(Serialize)]
struct PathTreeAnswer {
    low: f64,
    high: f64,
    leaves: usize,
    loss: f64,
    accuracy: f64,
    proven: bool,
}

impl From<&PathTree> for PathTreeAnswer {
    fn from(tree: &PathTree) -> PathTreeAnswer {
        PathTreeAnswer {
            low: tree.low.to_f64(),
            high: tree.high.to_f64(),
            leaves: tree.model.tree.leaves(),
            loss: tree.model.certificate.loss,
            accuracy: tree.train.accuracy,
            proven: tree.is_proven(),
        }
    }
}

impl Found {
    /// Finds the trees of all λ of a range for the table that is open.
    pub fn new(
        opened: &Opened,
        (columns, options): (&Columns, &Options),
        [from, to]: [&str; 2],
        host: &dyn Host,
    ) -> Result<Found, Failure> {
        let (fit, table) = begun(opened, columns, options)?;
        let how = PathOptions { fit, from: from.parse()?, to: to.parse()? };
        let path = gosdt::path(&table, &how, &mut PageWatch::new(host))?;
        let command = command::path(opened, columns, options, [from, to]);
        Ok(Found { path, name: opened.name.clone(), command })
    }

    /// What a page is told of it.
    pub fn answer(&self) -> PathAnswer {
        PathAnswer {
            seconds: self.path.seconds,
            proven: self.path.status.is_optimal(),
            warnings: self.path.warnings.clone(),
            trees: self.path.trees.iter().map(PathTreeAnswer::from).collect(),
        }
    }

    /// The page about it, as the program makes it.
    pub fn html(&self) -> String {
        let (data, command) = (Some(self.name.as_str()), Some(self.command.as_str()));
        PathPage { data, command, ..PathPage::new(&self.path) }.html()
    }

    /// The page about one of its trees.
    pub fn page(&self, tree: usize) -> Result<Page<'_>, Failure> {
        let tree =
            self.path.trees.get(tree).ok_or_else(|| Failure::nothing("tree of that number"))?;
        Ok(Page { data: Some(&self.name), ..Page::new(&tree.model) })
    }
}
