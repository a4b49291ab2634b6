//! The greedy trees beside the optimal one.
use crate::args::EvaluateArgs;
use crate::columns::align;
use crate::ending::Failure;
use crate::test_set::TestSet;
use gosdt::{ColumnKind, GreedyTree, Metrics, Model, RawTable, Schema, Table, baseline, read_csv};
use gosdt_report::Beside;
use serde::Serialize;

/// Grows the greedy trees, and measures them on the test rows if there are any.
pub fn beside(table: &Table, model: &Model, test: Option<&TestSet>) -> Result<Beside, Failure> {
    let baseline = baseline(table, model)?;
    let Some(test) = test else { return Ok(Beside { baseline, test: None }) };
    let measure = |tree: &GreedyTree| test.measure(&tree.model(model));
    let [pruned, same] = [measure(&baseline.pruned)?, measure(&baseline.same_leaves)?];
    Ok(Beside { baseline, test: Some([pruned.metrics, same.metrics]) })
}

/// The figures of the three trees in a table, and what they come to.
pub fn render(beside: &Beside, model: &Model, train: &Metrics, test: Option<&Metrics>) -> String {
    let test = test.filter(|_| beside.test.is_some());
    let text = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<String>>();
    let mut rows = vec![[text(&["tree"]), text(&beside.headings())].concat()];
    for tree in beside.figures(model, train, test) {
        rows.push([text(&[tree.name]), tree.cells].concat());
    }
    let sentences = beside.bought(model).map(|sentence| sentence + "\n");
    align(&rows) + &sentences.concat()
}

/// A greedy tree for programs.
#[derive(Serialize)]
struct TreeJson<'a> {
    objective: f64,
    loss: f64,
    leaves: usize,
    depth: usize,
    train: &'a Metrics,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a Metrics>,
}

/// Both greedy trees for programs.
#[derive(Serialize)]
pub struct BaselineJson<'a> {
    pruned: TreeJson<'a>,
    same_leaves: TreeJson<'a>,
}

impl<'a> BaselineJson<'a> {
    /// What is known of them.
    pub fn new(beside: &'a Beside) -> BaselineJson<'a> {
        let test = |at: usize| beside.test.as_ref().map(|both| &both[at]);
        let json = |tree: &'a GreedyTree, at: usize| TreeJson {
            objective: tree.objective,
            loss: tree.loss,
            leaves: tree.tree.leaves(),
            depth: tree.tree.depth(),
            train: &tree.train,
            test: test(at),
        };
        let baseline = &beside.baseline;
        BaselineJson {
            pruned: json(&baseline.pruned, 0),
            same_leaves: json(&baseline.same_leaves, 1),
        }
    }
}

/// Reads the table that a model was fitted to, as it was read then.
pub fn training_table(path: &str, model: &Model, args: &EvaluateArgs) -> Result<Table, Failure> {
    let raw = read_csv(path, &args.csv.options())?;
    Ok(Table::from_raw(&raw, &schema(model, &raw, args.weights.as_deref()))?)
}

fn schema(model: &Model, raw: &RawTable, weights: Option<&str>) -> Schema {
    let known = |name: &String| {
        let feature = model.columns.iter().any(|column| column.name == *name);
        feature || *name == model.target || Some(name.as_str()) == weights
    };
    let of_kind = |kind: fn(&ColumnKind) -> bool| {
        let columns = model.columns.iter().filter(|column| kind(&column.kind));
        columns.map(|column| column.name.clone()).collect()
    };
    Schema {
        target: Some(model.target.clone()),
        weights: weights.map(String::from),
        ignore: raw.names.iter().filter(|name| !known(name)).cloned().collect(),
        numeric: of_kind(|kind| matches!(kind, ColumnKind::Numeric)),
        categorical: of_kind(|kind| matches!(kind, ColumnKind::Categorical { .. })),
        missing: model.missing,
    }
}
