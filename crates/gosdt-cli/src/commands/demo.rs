//! `gosdt demo`: the built-in data sets.
use super::fit::Job;
use crate::exit_code::{Ending, Failure};
use crate::input::DemoArgs;
use crate::output::print;
use crate::progress::{RunLimits, listen};
use gosdt::CsvOptions;
use gosdt::demo::{DEMOS, Demo, find};
use std::path::Path;

/// Lists the sets, prints one, or fits one.
pub fn run(args: &DemoArgs) -> Result<Ending, Failure> {
    let Some(name) = &args.name else {
        return list();
    };
    let demo = find(name).ok_or_else(|| unknown(name))?;
    if args.csv {
        print(demo.csv())?;
        return Ok(Ending::Done);
    }
    listen(args.results.quiet)?;
    let costs = args.search.cost_file().map(|name| ("cost file", Path::new(name)));
    args.results.check(&costs.into_iter().collect::<Vec<_>>())?;
    let options = args.search.options()?;
    let job = Job {
        name: demo.name,
        results: &args.results,
        select: args.select.options(),
        test: None,
        limits: RunLimits::start(options.time_limit, options.memory_limit),
        input: None,
        csv: CsvOptions::default(),
    };
    job.run(&demo.table()?, &options)
}

fn list() -> Result<Ending, Failure> {
    let line = |demo: &Demo| format!("{:<13}  {}\n", demo.name, demo.about);
    print(DEMOS.iter().map(line).collect::<String>())?;
    Ok(Ending::Done)
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = DEMOS.iter().map(|demo| demo.name).collect();
    Failure::Input(format!("there is no demo '{name}'; there are {}", names.join(", ")))
}
