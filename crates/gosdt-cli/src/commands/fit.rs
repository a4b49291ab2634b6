//! `gosdt fit`: a table in, a certified tree out.
use super::greedy_trees;
use crate::exit_code::{Ending, Failure};
use crate::input::{FitArgs, ResultArgs, TestSet};
use crate::output::{Results, Trace, fit_page, json, print, tell, text, write_file};
use crate::progress::{Observer, listen};
use gosdt::{Fit, FitOptions, Model, SelectOptions, Selected, Selection, Status, Table, read_csv};
use gosdt_report::Beside;
use std::path::Path;

/// Reads the tables, fits, reports.
pub fn run(args: &FitArgs) -> Result<Ending, Failure> {
    args.results.check(&args.inputs())?;
    let options = args.search.options()?;
    let raw = read_csv(&args.data, &args.csv.options())?;
    let table = Table::from_raw(&raw, &args.columns.schema())?;
    drop(raw);
    let test = TestSet::read(args, &table.labels)?;
    let select = args.select.options();
    let job = Job { name: &args.data, results: &args.results, select, test: test.as_ref() };
    job.run(&table, &options)
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
}

impl Job<'_> {
    /// Fits, writes the files, prints the result. The files come first: whatever becomes of
    /// standard output, the tree is not lost. Nor is it lost when a file cannot be written or the tree
    /// cannot be measured on the test rows: that is reported at the end.
    pub fn run(&self, table: &Table, options: &FitOptions) -> Result<Ending, Failure> {
        let (fitted, selection, trace) = self.fit(table, options)?;
        let test = self.test.map(|test| test.measure(&fitted.model)).transpose();
        let (test, failure) = match test {
            Ok(test) => (test, None),
            Err(failure) => (None, Some(failure)),
        };
        let test_rows = self.test.filter(|_| test.is_some());
        let beside = self.beside(table, &fitted.model, test_rows);
        let results = Results { fitted, test, beside, selection };
        self.warn(&results.fitted);
        let written = self.write(&results, &trace);
        print(self.shown(&results, options))?;
        written?;
        failure.map_or(Ok(ending(&results.fitted)), Err)
    }

    /// The greedy trees, where they are asked for or there is a report. That they cannot be had is
    /// no reason to lose the tree.
    fn beside(&self, table: &Table, model: &Model, test: Option<&TestSet>) -> Option<Beside> {
        if !self.results.baseline && self.results.report.is_none() {
            return None;
        }
        let beside = greedy_trees::beside(table, model, test);
        if let (Err(failure), false) = (&beside, self.results.quiet) {
            tell(&format!("warning: there is no baseline: {failure}"));
        }
        beside.ok()
    }

    fn fit(
        &self,
        table: &Table,
        options: &FitOptions,
    ) -> Result<(Fit, Option<Selection>, Trace), Failure> {
        listen(self.results.quiet)?;
        let mut observer = Observer::new(self.results.quiet, self.wants_trace());
        let fitted = self.fitted(table, options, &mut observer);
        let trace = observer.finish();
        fitted.map(|(fitted, selection)| (fitted, selection, trace))
    }

    /// Fits, with λ as it is given or as it is chosen.
    fn fitted(
        &self,
        table: &Table,
        options: &FitOptions,
        observer: &mut Observer,
    ) -> Result<(Fit, Option<Selection>), Failure> {
        let Some(how) = &self.select else {
            return Ok((gosdt::fit(table, options, observer)?, None));
        };
        let Selected { fit, selection } = gosdt::select(table, options, how, observer)?;
        Ok((fit, Some(selection)))
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

fn ending(fitted: &Fit) -> Ending {
    match fitted.model.certificate.status {
        Status::Interrupted => Ending::Interrupted,
        _ => Ending::Done,
    }
}
