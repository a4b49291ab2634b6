//! `gosdt fit`: a table in, a certified tree out.
use crate::args::{FitArgs, ResultArgs};
use crate::certificate;
use crate::ending::{Ending, Failure};
use crate::files;
use crate::fit_json;
use crate::interrupt;
use crate::onlooker::Onlooker;
use crate::output::{print, tell};
use crate::report;
use crate::test_set::TestSet;
use crate::trace::Trace;
use gosdt::{Fit, FitOptions, Metrics, Table, read_csv};
use gosdt_report::Measured;

/// Reads the tables, fits, reports.
pub fn run(args: &FitArgs) -> Result<Ending, Failure> {
    args.results.check()?;
    let options = args.search.options()?;
    let raw = read_csv(&args.data, &args.csv.options())?;
    let table = Table::from_raw(&raw, &args.columns.schema())?;
    drop(raw);
    let test = TestSet::read(args, &table.labels)?;
    let job = Job { name: &args.data, results: &args.results, test: test.as_ref() };
    job.run(&table, &options)
}

/// A fit of which the results are wanted.
pub struct Job<'a> {
    /// What the data is called.
    pub name: &'a str,
    /// What becomes of the results.
    pub results: &'a ResultArgs,
    /// What to measure the tree on.
    pub test: Option<&'a TestSet>,
}

impl Job<'_> {
    /// Fits, writes the files, prints the result. The files come first: whatever becomes of
    /// standard output, the tree is not lost. Nor is it lost when it cannot be measured on the test
    /// rows: that is told at the end.
    pub fn run(&self, table: &Table, options: &FitOptions) -> Result<Ending, Failure> {
        let (fitted, trace) = self.fit(table, options)?;
        let test = self.test.map(|test| test.measure(&fitted.model)).transpose();
        let (test, failure) = match test {
            Ok(test) => (test, None),
            Err(failure) => (None, Some(failure)),
        };
        self.write(&fitted, test.as_ref(), &trace)?;
        self.warn(&fitted);
        let metrics = test.as_ref().map(|test| &test.metrics);
        print(self.shown(&fitted, metrics, options))?;
        failure.map_or(Ok(ending(&fitted)), Err)
    }

    fn fit(&self, table: &Table, options: &FitOptions) -> Result<(Fit, Trace), Failure> {
        interrupt::listen(self.results.quiet)?;
        let mut onlooker = Onlooker::new(self.results.quiet, self.wants_trace());
        let fitted = gosdt::fit(table, options, &mut onlooker);
        let trace = onlooker.finish();
        if let Some(path) = &self.results.trace {
            files::write(path, trace.csv())?;
        }
        Ok((fitted?, trace))
    }

    fn wants_trace(&self) -> bool {
        self.results.trace.is_some() || self.results.report.is_some()
    }

    fn write(&self, fitted: &Fit, test: Option<&Measured>, trace: &Trace) -> Result<(), Failure> {
        if let Some(path) = &self.results.output {
            files::write(path, fitted.model.to_json() + "\n")?;
        }
        if let Some(path) = &self.results.report {
            files::write(path, report::render(self.name, fitted, test, trace))?;
        }
        Ok(())
    }

    fn shown(&self, fitted: &Fit, test: Option<&Metrics>, options: &FitOptions) -> String {
        match self.results.json {
            true => fit_json::render(fitted, test, options.all_optima > 1),
            false => certificate::render(fitted, test),
        }
    }

    fn warn(&self, fitted: &Fit) {
        if self.results.quiet {
            return;
        }
        for warning in &fitted.report.warnings {
            tell(&format!("warning: {warning}"));
        }
        for (what, path) in [("model", &self.results.output), ("report", &self.results.report)] {
            if let Some(path) = path {
                tell(&format!("the {what} is in {}", path.display()));
            }
        }
    }
}

fn ending(fitted: &Fit) -> Ending {
    match fitted.model.certificate.status.as_str() {
        "interrupted" => Ending::Interrupted,
        _ => Ending::Done,
    }
}
