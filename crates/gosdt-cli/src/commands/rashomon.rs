//! `gosdt rashomon`: a table in, all its near-optimal trees out.
use crate::exit_code::{Ending, Failure};
use crate::input::{RashomonArgs, TestSet, read_table};
use crate::output::{
    Comparison, Listed, TestAccuracy, command_line, json, print, tell, text, write_file,
    write_noted,
};
use crate::progress::{Observer, RunLimits, listen};
use gosdt::{FitOptions, Model, Rashomon, RashomonOptions, Status};
use gosdt_report::{RashomonPage, timbertrek};
use std::sync::Arc;

/// Reads the table, finds the trees, reports.
pub fn run(args: &RashomonArgs) -> Result<Ending, Failure> {
    listen(args.results.quiet)?;
    args.results.check(&args.inputs())?;
    let options = args.options()?;
    let limits = RunLimits::start(options.fit.time_limit, options.fit.memory_limit);
    let schema = args.columns.schema();
    let table = Arc::new(read_table(&args.data, &args.csv.options(), &schema, limits)?.table);
    let test = args
        .test
        .as_deref()
        .map(|name| TestSet::open(name, &args.csv.options(), args.columns.weights(), limits));
    let test = test.transpose()?;
    let fit = FitOptions { time_limit: limits.left(), ..options.fit };
    let options = RashomonOptions { fit, ..options };
    let mut observer = Observer::new(args.results.quiet, false, limits.time().is_some());
    let found = gosdt::rashomon(&table, &options, &mut observer)?;
    observer.finish();
    let set = found.filter(&args.filter())?;
    let listed = listed(args, &set);
    let accuracy = test
        .as_ref()
        .map(|test| |model: &Model| test.measure(model).map(|measured| measured.metrics.accuracy));
    let accuracy = accuracy.as_ref().map(|accuracy| accuracy as TestAccuracy<'_>);
    let comparison = args.compare.then(|| Comparison::new(&set, accuracy)).transpose()?;
    let written = write(args, &set, &listed, comparison.as_ref());
    if !args.results.quiet {
        set.warnings().iter().for_each(|warning| tell(&format!("warning: {warning}")));
    }
    print(shown(args, &set, &listed, comparison.as_ref()))?;
    written?;
    Ok(ending(&set))
}

fn listed(args: &RashomonArgs, set: &Rashomon) -> Listed {
    match args.seed {
        Some(seed) => Listed { trees: set.sample(args.limit, seed), sampled: true },
        None => Listed { trees: set.trees().take(args.limit).collect(), sampled: false },
    }
}

fn shown(
    args: &RashomonArgs,
    set: &Rashomon,
    listed: &Listed,
    comparison: Option<&Comparison>,
) -> String {
    match args.results.json.on_screen() {
        true => json::rashomon(set, listed, comparison),
        false => text::rashomon(set, listed, comparison),
    }
}

/// The files come before anything is printed: whatever becomes of standard output, no tree is lost.
/// All that can be written are; the first failure is that of the whole.
fn write(
    args: &RashomonArgs,
    set: &Rashomon,
    listed: &Listed,
    comparison: Option<&Comparison>,
) -> Result<(), Failure> {
    let (results, quiet) = (&args.results, args.results.quiet);
    let object = results.json.file().map(|path| {
        write_noted(quiet, "object", path, json::rashomon(set, listed, comparison).as_bytes())
    });
    let report = results.report.iter().map(|path| {
        let command = command_line();
        let page = RashomonPage { set, data: Some(&args.data), command: Some(&command) };
        write_noted(quiet, "report", path, page.html(args.seed.unwrap_or(0)).as_bytes())
    });
    let paths = results.timbertrek.iter().map(|path| {
        let content = timbertrek(set, &listed.trees).map_err(Failure::Input)?;
        write_noted(quiet, "TimberTrek file", path, content.as_bytes())
    });
    let models = std::iter::once(save(args, set, listed));
    let all: Vec<Result<(), Failure>> = models.chain(object).chain(report).chain(paths).collect();
    all.into_iter().collect()
}

/// Writes the models, if they are wanted, and tells where they are.
fn save(args: &RashomonArgs, set: &Rashomon, listed: &Listed) -> Result<(), Failure> {
    let Some(folder) = &args.results.save_all else { return Ok(()) };
    let wide = listed.trees.iter().map(|tree| tree.number.to_string().len()).max().unwrap_or(1);
    for tree in &listed.trees {
        let file = folder.join(format!("tree-{:0>wide$}.json", tree.number.to_string()));
        write_file(&file, set.model(tree).to_json() + "\n")?;
    }
    if !args.results.quiet {
        tell(&format!("the models are in {}", folder.display()));
    }
    Ok(())
}

fn ending(set: &Rashomon) -> Ending {
    match set.status() {
        Status::Interrupted => Ending::Interrupted,
        _ => Ending::Done,
    }
}
