//! The command that gives the same with the program.
use crate::read::Opened;
use crate::request::{Columns, Options};
use gosdt_report::shell_line;

/// The words of a command.
struct Words(Vec<String>);

impl Words {
    /// An option with its value, if it has one. A value that looks like an option is tied to it.
    fn option(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) if value.starts_with('-') => self.0.push(format!("{name}={value}")),
            Some(value) => self.0.extend([name, value].map(String::from)),
            None => {}
        }
    }

    fn number(&mut self, name: &str, value: Option<u32>) {
        self.option(name, value.map(|number| number.to_string()).as_deref());
    }

    fn data(&mut self, opened: &Opened) {
        self.0.push(match opened.name.starts_with('-') {
            true => format!("./{}", opened.name),
            false => opened.name.clone(),
        });
        let Some(layout) = &opened.layout else { return };
        self.option(
            "--delimiter",
            layout
                .delimiter
                .map(|c| if c == '\t' { "tab".into() } else { c.to_string() })
                .as_deref(),
        );
        if !layout.header {
            self.0.push("--no-header".into());
        }
    }

    fn columns(&mut self, columns: &Columns) {
        self.option("--target", columns.target.as_deref());
        self.option("--weights", columns.weights.as_deref());
        for (option, names) in [
            ("--ignore", &columns.ignore),
            ("--numeric", &columns.numeric),
            ("--categorical", &columns.categorical),
        ] {
            names.iter().for_each(|name| self.option(option, Some(name)));
        }
        self.option("--missing", columns.missing.as_deref().filter(|rule| *rule != "error"));
    }

    fn problem(&mut self, options: &Options) {
        let objective = if options.costs.is_some() { "cost:COSTS.csv" } else { &options.objective };
        self.option("--objective", Some(objective).filter(|name| *name != "accuracy"));
        self.option("--positive", options.positive.as_deref());
        self.number("--max-depth", options.max_depth);
        self.number("--max-leaves", options.max_leaves);
        self.number("--min-leaf", options.min_leaf.filter(|rows| *rows != 1));
        self.option("--thresholds", options.thresholds.as_deref().filter(|all| *all != "all"));
        self.option("--time-limit", options.time_limit.map(|time| format!("{time}s")).as_deref());
    }
}

/// The command of a fit. A built-in set whose columns were changed has to be saved first.
pub(crate) fn fit(opened: &Opened, columns: &Columns, options: &Options) -> String {
    let is_demo = opened.layout.is_none() && is_as_built_in(opened, columns);
    let mut words = Words(vec![if is_demo { "demo" } else { "fit" }.to_string()]);
    words.data(opened);
    if !is_demo {
        words.columns(columns);
    }
    words.option("--lambda", Some(&options.lambda));
    words.problem(options);
    shell_line(words.0.into_iter())
}

/// The command of a path.
pub(crate) fn path(
    opened: &Opened,
    columns: &Columns,
    options: &Options,
    [from, to]: [&str; 2],
) -> String {
    let mut words = Words(vec!["path".to_string()]);
    words.data(opened);
    words.columns(columns);
    words.option("--from", Some(from));
    words.option("--to", Some(to));
    words.problem(options);
    shell_line(words.0.into_iter())
}

/// Whether the columns of a built-in set are read as the program reads them.
fn is_as_built_in(opened: &Opened, columns: &Columns) -> bool {
    let last = opened.raw.names.last();
    let plain =
        columns.weights.is_none() && columns.ignore.is_empty() && columns.numeric.is_empty();
    plain
        && columns.target.as_ref().is_none_or(|target| Some(target) == last)
        && columns.categorical == opened.schema.categorical
        && columns.missing.as_deref().is_none_or(|rule| rule == "error")
}
