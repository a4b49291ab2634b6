//! What a page is told of a tree.
use gosdt::Missing;
use gosdt_report::{Page, svg, verdict};
use gosdt_tree::{ColumnKind, Model, Node};
use serde::Serialize;

/// A tree with all that a page shows of it.
#[derive(Serialize)]
pub(crate) struct TreeAnswer<'a> {
    /// The verdict in a sentence.
    verdict: String,
    proven: bool,
    target: &'a str,
    leaves: usize,
    depth: usize,
    objective: f64,
    loss: f64,
    lower: f64,
    gap: f64,
    lambda: &'a str,
    /// Seconds of the fit, if it was made here.
    seconds: Option<f64>,
    /// The model file.
    model: String,
    /// The report, a page of its own.
    report: String,
    /// The tree as SVG.
    picture: String,
    /// What to ask for a case, in the order in which the tree asks.
    form: Vec<Question<'a>>,
}

/// A column that the tree asks.
#[derive(Serialize)]
struct Question<'a> {
    name: &'a str,
    kind: &'static str,
    /// The values that it may have, if they can be listed.
    choices: Vec<&'a str>,
    /// Whether it may be missing.
    may_be_missing: bool,
}

impl<'a> TreeAnswer<'a> {
    /// What `page` says.
    pub fn new(page: &Page<'a>) -> TreeAnswer<'a> {
        let (model, proof) = (page.model, &page.model.certificate);
        TreeAnswer {
            verdict: verdict(model, page.report.map(|report| report.search_seconds)),
            proven: proof.status.is_optimal(),
            target: &model.target,
            leaves: model.tree.leaves(),
            depth: model.tree.depth(),
            objective: proof.objective,
            loss: proof.loss,
            lower: proof.lower_bound,
            gap: proof.gap,
            lambda: &model.objective.lambda,
            seconds: page.report.map(|report| report.seconds),
            model: model.to_json() + "\n",
            report: page.html(),
            picture: svg(model),
            form: form(model),
        }
    }
}

fn form(model: &Model) -> Vec<Question<'_>> {
    let mut asked: Vec<usize> = Vec::new();
    for visit in model.tree.walk() {
        if let Node::Split { column, .. } = visit.node
            && !asked.contains(column)
        {
            asked.push(*column);
        }
    }
    asked.into_iter().map(|column| question(model, column)).collect()
}

fn question(model: &Model, column: usize) -> Question<'_> {
    let column = &model.columns[column];
    let (kind, choices) = match &column.kind {
        ColumnKind::Numeric => match &column.reading.levels {
            Some(levels) => ("categorical", levels.iter().map(String::as_str).collect()),
            None => ("numeric", Vec::new()),
        },
        ColumnKind::Boolean { spelling } => {
            ("boolean", spelling.iter().map(String::as_str).collect())
        }
        ColumnKind::Categorical { categories } => {
            ("categorical", categories.iter().map(String::as_str).collect())
        }
    };
    let may_be_missing = model.missing == Missing::Category;
    Question { name: &column.name, kind, choices, may_be_missing }
}
