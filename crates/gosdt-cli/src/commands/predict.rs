//! `gosdt predict`: a label for every row, as CSV.
use crate::exit_code::{Ending, Failure};
use crate::input::{PredictArgs, read_model, read_text};
use crate::output::{Named, check_clashes, check_writable, print, table_input, write_file};
use crate::progress::{RunLimits, quit_on_signals};
use gosdt::{Model, Predictions, RawTable};

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
    let kept = kept(&raw, &args.keep)?;
    let predictions = model.predict(&raw)?;
    let text = render(&model, &predictions, args.proba, (&raw, &kept))
        .map_err(|error| Failure::Other(format!("cannot write the predictions: {error}")))?;
    match &args.output {
        Some(path) => write_file(path, &text)?,
        None => print(&text)?,
    }
    Ok(Ending::Done)
}

/// The columns that are carried along, each once.
fn kept(raw: &RawTable, names: &[String]) -> Result<Vec<usize>, Failure> {
    let mut kept = Vec::new();
    for name in names {
        let column = raw.column_index(name)?;
        if !kept.contains(&column) {
            kept.push(column);
        }
    }
    Ok(kept)
}

fn render(
    model: &Model,
    predictions: &Predictions,
    proba: bool,
    (raw, kept): (&RawTable, &[usize]),
) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let shares = if proba { shares(model) } else { vec![Vec::new(); model.tree.nodes.len()] };
    let classes = model.classes.iter().filter(|_| proba).map(|class| format!("P({class})"));
    let names: Vec<&str> = kept.iter().map(|&column| raw.names[column].as_str()).collect();
    let label = label_name(&model.target, &names);
    let head = names.iter().map(ToString::to_string).chain([label]);
    writer.write_record(head.chain(classes))?;
    for (row, (&leaf, &class)) in predictions.leaves.iter().zip(&predictions.classes).enumerate() {
        let carried = kept.iter().map(|&column| raw.cell(row, column));
        let predicted = [model.classes[class].as_str()].into_iter();
        let shares = shares[leaf].iter().map(String::as_str);
        writer.write_record(carried.chain(predicted).chain(shares))?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What the column of labels is called: as in training, unless a column that is carried along is.
fn label_name(target: &str, kept: &[&str]) -> String {
    let mut name = target.to_string();
    while kept.contains(&name.as_str()) {
        name = format!("predicted {name}");
    }
    name
}

/// The share of each class at each leaf, spelled; nothing at other nodes.
fn shares(model: &Model) -> Vec<Vec<String>> {
    let mut shares = vec![Vec::new(); model.tree.nodes.len()];
    for leaf in model.tree.leaf_nodes() {
        shares[leaf] = model.shares(leaf).iter().map(ToString::to_string).collect();
    }
    shares
}
