//! `gosdt fit`: a table in, a certified tree out.
use super::greedy_trees;
use crate::exit_code::{Ending, Failure};
use crate::input::{FitArgs, ResultArgs, TableRead, TestSet, read_table};
use crate::output::{InputTimes, Results, Trace, fit_page, json, print, tell, text, write_file};
use crate::progress::{Observer, RunLimits, listen};
use gosdt::{
    Fit, FitOptions, Model, SelectError, SelectOptions, Selected, Selection, Status, Table,
};
use gosdt_report::Beside;
use std::path::Path;
use std::time::Duration;

/// Reads the tables, fits, reports.
pub fn run(args: &FitArgs) -> Result<Ending, Failure> {
    listen(args.results.quiet)?;
    args.results.check(&args.inputs())?;
    let options = args.search.options()?;
    let limits = RunLimits::start(options.time_limit, options.memory_limit);
    let schema = args.columns.schema();
    let read = read_table(&args.data, &args.csv.options(), &schema, limits)?;
    let TableRead { table, reading, typing } = read;
    if args.explain {
        let time_limit = limits.left();
        return explained(&table, &FitOptions { time_limit, ..options }, &args.results);
    }
    let test = TestSet::read(args, &table.labels, limits)?;
    let job = Job {
        name: &args.data,
        results: &args.results,
        select: args.select.options(),
        test: test.as_ref(),
        limits,
        input: Some(InputTimes { reading, typing }),
    };
    job.run(&table, &options)
}

/// Says what a fit would work on.
fn explained(table: &Table, options: &FitOptions, results: &ResultArgs) -> Result<Ending, Failure> {
    let mut observer = Observer::new(results.quiet, false);
    let Some(about) = gosdt::explain(table, options, &mut observer)? else {
        let text = "stopped before equal rows were grouped: there is nothing to say yet";
        return Err(Failure::Interrupted(text.to_string()));
    };
    observer.finish();
    print(if results.json { json::explanation(&about) } else { text::explanation(&about) })?;
    Ok(Ending::Done)
}

/// A fit of which the results are wanted.
pub struct Job<'a> {
    /// What the data is called.
    pub name: &'a str,
    /// What becomes of the results.
    pub results: &'a ResultArgs,
    /// How to choose λ, if it is not given.
    pub select: Option<SelectOptions>,
    /// What to measure the tree on.
    pub test: Option<&'a TestSet>,
    /// The limits, which count from the start of the command.
    pub limits: RunLimits,
    /// What reading the table took, if it was read.
    pub input: Option<InputTimes>,
}

/// The most that greedy trees beside the tree may take of a time limit, as a share and in all.
const GREEDY_SHARE: u32 = 10;
const MOST_FOR_GREEDY: Duration = Duration::from_secs(1);

impl Job<'_> {
    /// Fits, writes the files, prints the result. The files come first: whatever becomes of
    /// standard output, the tree is not lost. Nor is it lost when a file cannot be written or the tree
    /// cannot be measured on the test rows: that is reported at the end.
    pub fn run(&self, table: &Table, options: &FitOptions) -> Result<Ending, Failure> {
        let options = &FitOptions { time_limit: self.time_for_fit(), ..options.clone() };
        let (Fitted { fitted, selection, ending }, trace) = self.fit(table, options)?;
        let test = self.test.map(|test| test.measure(&fitted.model)).transpose();
        let (test, failure) = match test {
            Ok(test) => (test, None),
            Err(failure) => (None, Some(failure)),
        };
        let test_rows = self.test.filter(|_| test.is_some());
        let beside = self.beside(table, &fitted.model, test_rows);
        let results = Results { fitted, test, beside, selection, input: self.input };
        self.warn(&results.fitted);
        let written = self.write(&results, &trace);
        print(self.shown(&results, options))?;
        written?;
        failure.map_or(Ok(ending), Err)
    }

    /// The greedy trees, where they are asked for or there is a report. That they cannot be had is
    /// no reason to lose the tree.
    fn beside(&self, table: &Table, model: &Model, test: Option<&TestSet>) -> Option<Beside> {
        if !self.wants_greedy_trees() {
            return None;
        }
        let beside = greedy_trees::beside(table, model, test, &|| self.limits.are_passed());
        if let (Err(failure), false) = (&beside, self.results.quiet) {
            tell(&format!("warning: there is no baseline: {failure}"));
        }
        beside.ok()
    }

    fn wants_greedy_trees(&self) -> bool {
        self.results.baseline || self.results.report.is_some()
    }

    /// What the limit leaves for the fit, greedy trees beside it aside.
    fn time_for_fit(&self) -> Option<Duration> {
        let greedy = self.limits.time().filter(|_| self.wants_greedy_trees());
        let greedy = greedy.map_or(Duration::ZERO, |time| MOST_FOR_GREEDY.min(time / GREEDY_SHARE));
        self.limits.left().map(|left| left.saturating_sub(greedy))
    }

    fn fit(&self, table: &Table, options: &FitOptions) -> Result<(Fitted, Trace), Failure> {
        let mut observer = Observer::new(self.results.quiet, self.wants_trace());
        let fitted = self.fitted(table, options, &mut observer);
        let trace = observer.finish();
        fitted.map(|fitted| (fitted, trace))
    }

    /// Fits, with λ as it is given or as it is chosen.
    fn fitted(
        &self,
        table: &Table,
        options: &FitOptions,
        observer: &mut Observer,
    ) -> Result<Fitted, Failure> {
        let Some(how) = &self.select else {
            return Ok(Fitted::new(gosdt::fit(table, options, observer)?, None));
        };
        match gosdt::select(table, options, how, observer) {
            Ok(Selected { fit, selection }) => Ok(Fitted::new(fit, Some(selection))),
            Err(SelectError::Interrupted(fitted)) => {
                Ok(Fitted { fitted: *fitted, selection: None, ending: Ending::Interrupted })
            }
            Err(error) => Err(error.into()),
        }
    }

    fn wants_trace(&self) -> bool {
        self.results.trace.is_some() || self.results.report.is_some()
    }

    /// Writes every file that can be written; the first failure is that of the whole.
    fn write(&self, results: &Results, trace: &Trace) -> Result<(), Failure> {
        let asked = self.results;
        let model = asked.output.iter().map(|path| {
            let content = results.fitted.model.to_json() + "\n";
            self.write_noted("model", path, &content)
        });
        let report = asked.report.iter().map(|path| {
            let content = fit_page(self.name, results, trace);
            self.write_noted("report", path, &content)
        });
        let course = asked.trace.iter().map(|path| write_file(path, trace.csv()));
        let all: Vec<Result<(), Failure>> = model.chain(report).chain(course).collect();
        all.into_iter().collect()
    }

    /// Writes a file and tells where it is.
    fn write_noted(&self, what: &str, path: &Path, content: &str) -> Result<(), Failure> {
        write_file(path, content)?;
        if !self.results.quiet {
            tell(&format!("the {what} is in {}", path.display()));
        }
        Ok(())
    }

    fn shown(&self, results: &Results, options: &FitOptions) -> String {
        let asked = results.beside.as_ref().filter(|_| self.results.baseline);
        match self.results.json {
            true => json::fit(results, asked, options.all_optima > 1),
            false => text::fit(results, asked),
        }
    }

    fn warn(&self, fitted: &Fit) {
        if self.results.quiet {
            return;
        }
        for warning in &fitted.report.warnings {
            tell(&format!("warning: {warning}"));
        }
    }
}

/// A tree, how λ was chosen, and how the fit ended.
struct Fitted {
    fitted: Fit,
    selection: Option<Selection>,
    ending: Ending,
}

impl Fitted {
    fn new(fitted: Fit, selection: Option<Selection>) -> Fitted {
        let ending = match fitted.model.certificate.status {
            Status::Interrupted => Ending::Interrupted,
            _ => Ending::Done,
        };
        Fitted { fitted, selection, ending }
    }
}
