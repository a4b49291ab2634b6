//! The page to explore a set of near-optimal trees.
use crate::balance::Balance;
use crate::facts::Fact;
use crate::frame::{Frame, PAGE_STYLE, Script};
use crate::histogram_chart::HistogramChart;
use crate::numbers::{count, counted, number, seconds};
use crate::palette::colour;
use crate::ranges_chart::RangesChart;
use crate::words::{class_name, question};
use askama::Template;
use gosdt::{Examined, Rashomon, RashomonTree, grouped_digits};
use gosdt_tree::{KeptThresholds, Model, Node, printable};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

const STYLE: &str = include_str!("../assets/rashomon.css");
const SCRIPT: Script = Script {
    source: include_str!("../assets/rashomon.js"),
    hash: "sha256-7A3JKbp0lD/n+BtrNmpiS9k9pfpOHtAQ3LIX9IZvip8=",
};

/// The most trees that a page has; of more, so many are drawn at random.
const MOST_TREES: usize = 10_000;

/// What the page is about.
///
/// ```
/// use gosdt::{RashomonOptions, Silent, demo, rashomon};
/// use gosdt_report::RashomonPage;
/// use std::sync::Arc;
///
/// let table = Arc::new(demo::find("monk-1").unwrap().table()?);
/// let set = rashomon(&table, &RashomonOptions::default(), &mut Silent)?;
/// let page = RashomonPage { set: &set, data: Some("monk-1"), command: None };
/// assert!(page.html(0).contains("All trees of the set are here."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct RashomonPage<'a> {
    /// The set.
    pub set: &'a Rashomon,
    /// What the training data is called, such as its file.
    pub data: Option<&'a str>,
    /// The command that makes the page again.
    pub command: Option<&'a str>,
}

impl RashomonPage<'_> {
    /// The page. It loads nothing from anywhere, and no name in the data can break out of its text. Where
    /// there are more than 10,000 trees, it has so many, drawn with this seed, and says so.
    pub fn html(&self, seed: u64) -> String {
        let (model, examined) = (self.set.facts(), self.set.examine(MOST_TREES, seed));
        Html::new(self, &model, &examined).to_string() + "\n"
    }
}

/// What the template shows.
#[derive(Template)]
#[template(path = "rashomon.html")]
struct Html<'a> {
    frame: Frame<'a>,
    histogram: HistogramChart,
    ranges: RangesChart,
    compared: String,
    disagreement: String,
    sampled: String,
    least_leaves: usize,
    most_leaves: usize,
    last_objective: usize,
    tops: Vec<(usize, String)>,
    columns: Vec<(usize, String)>,
    json: String,
}

impl<'a> Html<'a> {
    fn new(page: &RashomonPage<'a>, model: &'a Model, examined: &Examined) -> Html<'a> {
        let set = page.set;
        let splits = Splits::new(model, examined);
        let objectives = objectives(examined);
        let leaves = || examined.trees.iter().map(|tree| tree.tree.leaves());
        let mut columns: Vec<usize> = splits.all.iter().map(|(column, _)| *column).collect();
        columns.sort_unstable();
        columns.dedup();
        let name = |column: usize| printable(&model.columns[column].name).into_owned();
        Html {
            frame: frame(page, model),
            histogram: HistogramChart::new(&set.histogram()),
            ranges: RangesChart::new(&set.importance_ranges(examined)),
            compared: compared(examined),
            disagreement: disagreement(set, examined),
            sampled: sampled(set, examined),
            least_leaves: leaves().min().unwrap_or(1),
            most_leaves: leaves().max().unwrap_or(1),
            last_objective: objectives.len().saturating_sub(1),
            tops: splits.tops(model, examined),
            columns: columns.into_iter().map(|column| (column, name(column))).collect(),
            json: data(model, examined, &splits, &objectives),
        }
    }
}

fn frame<'a>(page: &RashomonPage<'a>, model: &'a Model) -> Frame<'a> {
    let set = page.set;
    Frame {
        subject: "Near-optimal decision trees",
        styles: &[PAGE_STYLE, STYLE],
        script: SCRIPT,
        model,
        proven: set.status().is_proven(),
        verdict: verdict(set),
        headline: headline(set),
        warnings: set.warnings(),
        data: facts(page, model),
        balance: vec![Balance::of_training(model)],
        command: page.command,
    }
}

fn verdict(set: &Rashomon) -> String {
    let (trees, threshold) = (grouped_digits(&set.count().to_string()), number(set.threshold()));
    match set.status().is_proven() {
        true => format!(
            "Proven: {trees} trees have an objective of at most {threshold}, and no others do."
        ),
        false => format!(
            "Stopped ({}): at least {trees} trees have an objective of at most {threshold}.",
            set.status()
        ),
    }
}

fn headline(set: &Rashomon) -> Vec<(String, String)> {
    let ways = set.distinct_partitions(MOST_TREES).map(|ways| count(ways as u64));
    let tiles = [
        ("trees", Some(grouped_digits(&set.count().to_string()))),
        ("ways to part the rows", ways),
        ("least objective", Some(number(set.optimum()))),
        ("objective up to", Some(number(set.threshold()))),
    ];
    tiles.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?))).collect()
}

fn facts(page: &RashomonPage<'_>, model: &Model) -> Vec<Fact> {
    let proof = &model.certificate;
    let mut facts: Vec<Fact> = Vec::new();
    facts.extend(page.data.map(|data| ("data", printable(data).into_owned())));
    let subproblems = count(page.set.subproblems() as u64);
    facts.extend([
        ("objective", format!("{} + {} · leaves", model.objective.name, model.objective.lambda)),
        ("rows", count(proof.rows)),
        ("classes of equal rows", count(proof.equivalence_classes)),
        ("splits", count(proof.binary_features)),
        ("thresholds", proof.thresholds.as_ref().map_or("all".to_string(), KeptThresholds::words)),
        ("time", format!("{}; {subproblems} subproblems", seconds(page.set.seconds()))),
    ]);
    facts
}

fn compared(examined: &Examined) -> String {
    let trees = counted(examined.trees.len() as u64, "tree", "trees");
    if examined.are_all { format!("all {trees}") } else { format!("{trees} drawn at random") }
}

fn disagreement(set: &Rashomon, examined: &Examined) -> String {
    let found = set.multiplicity(examined);
    format!(
        "Of {}, some disagree on {:.1} % of the rows; no single one differs from the best tree on more than \
         {:.1} % of them.",
        compared(examined),
        100.0 * found.ambiguity,
        100.0 * found.discrepancy
    )
}

fn sampled(set: &Rashomon, examined: &Examined) -> String {
    match examined.are_all {
        true => "All trees of the set are here.".to_string(),
        false => format!(
            "The set has {} trees: {} of them, drawn at random with equal chances, are here.",
            grouped_digits(&set.count().to_string()),
            count(examined.trees.len() as u64)
        ),
    }
}

/// The different objectives of the trees, ascending.
fn objectives(examined: &Examined) -> Vec<f64> {
    let mut objectives: Vec<f64> = examined.trees.iter().map(|tree| tree.objective).collect();
    objectives.sort_by(f64::total_cmp);
    objectives.dedup();
    objectives
}

/// The splits that the trees ask, numbered: column and question.
struct Splits {
    all: Vec<(usize, String)>,
    numbers: HashMap<(usize, String), usize>,
}

impl Splits {
    fn new(model: &Model, examined: &Examined) -> Splits {
        let mut splits = Splits { all: Vec::new(), numbers: HashMap::new() };
        for node in examined.trees.iter().flat_map(|tree| &tree.tree.nodes) {
            if let Node::Split { column, test, .. } = node {
                splits.add((*column, question(model, *column, test)));
            }
        }
        splits
    }

    fn add(&mut self, split: (usize, String)) {
        if !self.numbers.contains_key(&split) {
            self.numbers.insert(split.clone(), self.all.len());
            self.all.push(split);
        }
    }

    /// The number of a split; of a leaf -1 less its class.
    fn number(&self, model: &Model, node: &Node) -> i64 {
        match node {
            Node::Leaf { class, .. } => -1 - *class as i64,
            Node::Split { column, test, .. } => {
                self.numbers[&(*column, question(model, *column, test))] as i64
            }
        }
    }

    /// The splits that are first in some tree.
    fn tops(&self, model: &Model, examined: &Examined) -> Vec<(usize, String)> {
        let first = examined.trees.iter().map(|tree| self.number(model, &tree.tree.nodes[0]));
        let first: BTreeSet<usize> =
            first.filter_map(|number| usize::try_from(number).ok()).collect();
        first.into_iter().map(|number| (number, self.all[number].1.clone())).collect()
    }
}

/// What the script reads. A name cannot end the element that it is in.
fn data(model: &Model, examined: &Examined, splits: &Splits, objectives: &[f64]) -> String {
    let names = |names: Vec<String>| json!(names);
    let classes = (0..model.classes.len()).map(|class| class_name(model, class)).collect();
    let columns = model.columns.iter().map(|column| printable(&column.name).into_owned()).collect();
    let object = json!({
        "columns": names(columns),
        "classes": names(classes),
        "colours": (0..model.classes.len()).map(colour).collect::<Vec<String>>(),
        "splits": splits.all,
        "objectives": objectives,
        "numbers": examined.trees.iter().map(|tree| tree.number.to_string()).collect::<Vec<_>>(),
        "trees": examined.trees.iter().map(|tree| tree_data(model, splits, tree)).collect::<Vec<_>>(),
    });
    object.to_string().replace('<', "\\u003c").replace('>', "\\u003e")
}

fn tree_data(model: &Model, splits: &Splits, tree: &RashomonTree) -> Value {
    let nodes: Vec<i64> = tree.tree.nodes.iter().map(|node| splits.number(model, node)).collect();
    let leaves = || tree.tree.nodes.iter().filter(|node| node.children().is_none());
    let share = |node: &Node| match node {
        Node::Leaf { class, weights, .. } => {
            let all: f64 = weights.iter().sum();
            if all > 0.0 { (1000.0 * weights[*class] / all).round() / 10.0 } else { 0.0 }
        }
        Node::Split { .. } => 0.0,
    };
    let rows: Vec<u64> = leaves().map(Node::rows).collect();
    let shares: Vec<f64> = leaves().map(share).collect();
    json!([tree.objective, tree.loss, nodes, rows, shares])
}
