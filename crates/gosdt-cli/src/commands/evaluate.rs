//! `gosdt evaluate`: how good a model is on a table with labels.
use super::greedy_trees;
use crate::exit_code::{Ending, Failure};
use crate::input::{EvaluateArgs, TestSet, number_format, read_model, training_table};
use crate::output::{json, print, text};
use crate::progress::{RunLimits, quit_on_signals};
use gosdt::PartialAuc;
use gosdt_report::Measured;

/// Reads model and table, predicts, compares.
pub fn run(args: &EvaluateArgs) -> Result<Ending, Failure> {
    quit_on_signals()?;
    let model = read_model(&args.model)?;
    let (csv, limits) = (args.csv.options(), RunLimits::start(None, None));
    let weights = args.weights.as_deref().map(|column| (column, number_format(&model)));
    let data = TestSet::open(&args.data, &csv, weights, limits)?;
    let measured = data.measure(&model)?;
    let metrics = &measured.metrics;
    let beside = args.baseline_from.as_deref().map(|path| {
        let table = training_table(path, &model, args)?;
        greedy_trees::beside(&table, &model, Some(&data), &|| false)
    });
    let beside = beside.transpose()?;
    let partial = PartialAuc::measured(&model, metrics);
    let shown = match (args.json, &beside) {
        (true, beside) => json::evaluation(metrics, partial, beside.as_ref()),
        (false, None) => text::evaluation(metrics, partial.as_ref()),
        (false, Some(beside)) => {
            let train = Measured::on_training(&model).metrics;
            let figures = text::greedy_trees(beside, &model, &train, Some(&measured));
            text::evaluation(metrics, partial.as_ref()) + "\n" + &figures
        }
    };
    print(&shown)?;
    Ok(Ending::Done)
}
