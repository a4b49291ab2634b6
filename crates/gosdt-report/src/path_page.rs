//! The page about a path: the trade-off between loss and leaves, and every tree of it.
use crate::balance::Balance;
use crate::facts::Fact;
use crate::frame::{Frame, PAGE_STYLE, Script};
use crate::frontier_chart::{FrontierChart, id, sentence};
use crate::measured::Measured;
use crate::numbers::{at_most, count, counted, number, seconds, share};
use crate::other_losses::OtherLosses;
use crate::tree_parts::{Figure, Rules};
use crate::tree_picture::TREE_STYLE;
use crate::verdict::path_verdict;
use askama::Template;
use gosdt::{Path, PathTree, SelectRule, Selection};
use gosdt_tree::{KeptThresholds, printable, rule_list};

const PATH_STYLE: &str = include_str!("../assets/path.css");
const SCRIPT: Script = Script {
    source: concat!(
        include_str!("../assets/layout.js"),
        include_str!("../assets/tree.js"),
        include_str!("../assets/rules.js"),
        include_str!("../assets/path.js")
    ),
    hash: "sha256-j/qHVZ8myhGx7/5tK2Uz0J8JSNTqwDAI0dh+uOdb5vY=",
};

/// What the page is about.
///
/// ```
/// use gosdt::{PathOptions, Silent, demo, path};
/// use gosdt_report::PathPage;
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let found = path(&table, &PathOptions::default(), &mut Silent)?;
/// let page = PathPage { data: Some("monk-1"), ..PathPage::new(&found) };
/// assert!(page.html().contains("one of these 2 trees has the least objective"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PathPage<'a> {
    /// The path.
    pub path: &'a Path,
    /// What the training data is called, such as its file.
    pub data: Option<&'a str>,
    /// How good each tree is on rows that it was not fitted to, in the order of the trees.
    pub test: Option<&'a [Measured]>,
    /// What a cross-validation says of each tree, in the same order.
    pub selection: Option<&'a Selection>,
    /// The command that makes the page again.
    pub command: Option<&'a str>,
}

impl<'a> PathPage<'a> {
    /// A page about the path alone.
    pub fn new(path: &'a Path) -> PathPage<'a> {
        PathPage { path, data: None, test: None, selection: None, command: None }
    }

    /// The page. It loads nothing from anywhere, and no name in the data can break out of its text.
    pub fn html(&self) -> String {
        Html::new(self).to_string() + "\n"
    }
}

/// What the template shows.
#[derive(Template)]
#[template(path = "path.html")]
struct Html<'a> {
    frame: Frame<'a>,
    chart: FrontierChart,
    others: Vec<OtherLosses>,
    /// How the tree was chosen, if one was.
    choice: Option<String>,
    headings: Vec<String>,
    trees: Vec<TreePart>,
}

/// A tree of the path.
struct TreePart {
    id: String,
    name: String,
    sentence: String,
    chosen: bool,
    cells: Vec<String>,
    figure: Figure,
    rules: Rules,
}

impl<'a> Html<'a> {
    fn new(page: &PathPage<'a>) -> Html<'a> {
        let others = OtherLosses::of(page.test, page.selection);
        let chosen = page.selection.map(|selection| selection.chosen);
        let tree = |(at, tree)| TreePart::new(at, tree, page, &others);
        Html {
            frame: frame(page),
            chart: FrontierChart::new(page.path, &others, chosen),
            choice: page.selection.map(choice),
            headings: headings(page, &others),
            trees: page.path.trees.iter().enumerate().map(tree).collect(),
            others,
        }
    }
}

/// What was chosen, and how.
fn choice(selection: &Selection) -> String {
    let rule = match selection.rule {
        SelectRule::Min => "the least mean loss",
        SelectRule::OneSe => {
            "the largest λ whose mean loss is within one standard error of the least"
        }
    };
    format!(
        "For each tree, trees were fitted without a part of the rows at a λ of its range and measured \
         on that part, in {} folds. Chosen is {rule}: λ = {}.",
        selection.folds,
        selection.choice().lambda
    )
}

fn headings(page: &PathPage, others: &[OtherLosses]) -> Vec<String> {
    let mut headings = ["λ from", "to", "depth", "loss"].map(String::from).to_vec();
    headings.extend(others.iter().map(|other| other.heading.clone()));
    headings.push("accuracy, training".to_string());
    headings.extend(page.test.map(|_| "accuracy, test".to_string()));
    headings.push("above the optimum".to_string());
    headings
}

fn frame<'a>(page: &PathPage<'a>) -> Frame<'a> {
    let path = page.path;
    Frame {
        subject: "Decision trees",
        styles: &[PAGE_STYLE, TREE_STYLE, PATH_STYLE],
        script: SCRIPT,
        model: &path.trees[0].model,
        proven: path.unproven.is_empty(),
        verdict: path_verdict(path),
        headline: headline(path),
        warnings: &path.warnings,
        data: facts(page),
        balance: vec![Balance::of_training(&path.trees[0].model)],
        command: page.command,
    }
}

fn headline(path: &Path) -> Vec<(String, String)> {
    let (first, last) = (&path.trees[0], &path.trees[path.trees.len() - 1]);
    let tiles = [
        ("trees", count(path.trees.len() as u64)),
        ("λ from", number(first.high.to_f64())),
        ("λ to", number(last.low.to_f64())),
        ("leaves up to", count(last.model.tree.leaves() as u64)),
        ("loss down to", number(last.model.certificate.loss)),
    ];
    tiles.map(|(name, value)| (name.to_string(), value)).into()
}

fn facts(page: &PathPage) -> Vec<Fact> {
    let path = page.path;
    let proof = &path.trees[0].model.certificate;
    let mut facts: Vec<Fact> = Vec::new();
    facts.extend(page.data.map(|data| ("data", printable(data).into_owned())));
    facts.extend([
        ("rows", count(proof.rows)),
        ("classes of equal rows", count(proof.equivalence_classes)),
        ("splits", count(proof.binary_features)),
        ("thresholds", proof.thresholds.as_ref().map_or("all".to_string(), KeptThresholds::words)),
        ("time", format!("{}; {} subproblems", seconds(path.seconds), count(path.nodes))),
    ]);
    facts
}

impl TreePart {
    fn new(at: usize, tree: &PathTree, page: &PathPage, others: &[OtherLosses]) -> TreePart {
        let (model, rules) = (&tree.model, rule_list(&tree.model));
        let anchor = format!("rule-{}-", model.tree.leaves());
        let elsewhere =
            others.iter().map(|other| format!("; {}: {}", other.heading, other.cell(at)));
        TreePart {
            id: id(tree),
            name: counted(model.tree.leaves() as u64, "leaf", "leaves"),
            sentence: sentence(tree) + &elsewhere.collect::<String>(),
            chosen: page.selection.is_some_and(|selection| selection.chosen == at),
            cells: cells(at, tree, page, others),
            figure: Figure::new(model, &rules, &anchor, ""),
            rules: Rules::new(model, &rules, &anchor),
        }
    }
}

/// As [`headings`] names them.
fn cells(at: usize, tree: &PathTree, page: &PathPage, others: &[OtherLosses]) -> Vec<String> {
    let mut cells = vec![
        number(tree.high.to_f64()),
        number(tree.low.to_f64()),
        tree.model.tree.depth().to_string(),
        number(tree.model.certificate.loss),
    ];
    cells.extend(others.iter().map(|other| other.cell(at)));
    cells.push(share(Some(tree.train.accuracy)));
    cells.extend(page.test.map(|test| share(test.get(at).map(|one| one.metrics.accuracy))));
    cells.push(match tree.is_proven() {
        true => "0, proven".to_string(),
        false => format!("up to {}", at_most(tree.gap)),
    });
    cells
}
