//! `gosdt predict`: a label for every row, as CSV.
use crate::exit_code::{Ending, Failure};
use crate::input::{PredictArgs, read_model, read_text};
use crate::output::{Named, check_clashes, check_writable, print, table_input, write_file};
use crate::progress::{RunLimits, quit_on_signals};
use gosdt::{Model, Predictions};

/// Reads model and table, predicts, writes.
pub fn run(args: &PredictArgs) -> Result<Ending, Failure> {
    quit_on_signals()?;
    let inputs = [("model", args.model.as_path()), table_input("table", &args.data)];
    let outputs: Vec<Named<'_>> =
        args.output.iter().map(|path| ("labels", path.as_path())).collect();
    check_clashes(&inputs, &outputs)?;
    args.output.iter().try_for_each(|path| check_writable(path))?;
    let model = read_model(&args.model)?;
    let raw = read_text(&args.data, &args.csv.options(), RunLimits::start(None, None))?;
    let predictions = model.predict(&raw)?;
    let text = render(&model, &predictions, args.proba)
        .map_err(|error| Failure::Other(format!("cannot write the predictions: {error}")))?;
    match &args.output {
        Some(path) => write_file(path, &text)?,
        None => print(&text)?,
    }
    Ok(Ending::Done)
}

fn render(model: &Model, predictions: &Predictions, proba: bool) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let shares = if proba { shares(model) } else { vec![Vec::new(); model.tree.nodes.len()] };
    let classes = model.classes.iter().filter(|_| proba).map(|class| format!("P({class})"));
    writer.write_record(std::iter::once(model.target.clone()).chain(classes))?;
    for (&leaf, &class) in predictions.leaves.iter().zip(&predictions.classes) {
        let label = std::iter::once(&model.classes[class]);
        writer.write_record(label.chain(&shares[leaf]))?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The share of each class at each leaf, spelled; nothing at other nodes.
fn shares(model: &Model) -> Vec<Vec<String>> {
    let mut shares = vec![Vec::new(); model.tree.nodes.len()];
    for leaf in model.tree.leaf_nodes() {
        shares[leaf] = model.shares(leaf).iter().map(ToString::to_string).collect();
    }
    shares
}
