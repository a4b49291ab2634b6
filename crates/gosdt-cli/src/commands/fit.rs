//! `gosdt fit`: a table in, a certified tree out.
use super::{greedy_trees, show};
use crate::exit_code::{Ending, Failure};
use crate::input::{
    Dialect, FitArgs, Form, ResultArgs, TableRead, TestSet, check_certifiable, read_table,
};
use crate::output::{
    InputTimes, Results, Trace, fit_page, json, print, tell, text, write_file, write_noted,
};
use crate::progress::{Observer, RunLimits, listen};
use gosdt::{
    CsvOptions, Fit, FitOptions, Model, Proof, ProofError, ProofOptions, SelectError,
    SelectOptions, Selected, Selection, Status, StopReason, Table,
};
use gosdt_report::Beside;
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
    if args.results.certificate.is_some() {
        check_certifiable("--certificate", &table)?;
    }
    let csv = args.csv.options();
    let weights = args.columns.weights();
    let test = args
        .test
        .as_deref()
        .map(|test| TestSet::read([test, &args.data], &csv, weights, &table.labels, limits));
    let test = test.transpose()?;
    let job = Job {
        name: &args.data,
        results: &args.results,
        select: args.select.options(),
        test: test.as_ref(),
        limits,
        input: Some(InputTimes { reading, typing }),
        csv,
    };
    job.run(&table, &options)
}

/// Says what a fit would work on.
fn explained(table: &Table, options: &FitOptions, results: &ResultArgs) -> Result<Ending, Failure> {
    let mut observer = Observer::new(results.quiet, false, options.time_limit.is_some());
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
    /// How the table was read, which a certificate tells.
    pub csv: CsvOptions,
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
        let (Fitted { fitted, selection, proof, ending }, trace) = self.fit(table, options)?;
        let test = self.test.map(|test| test.measure(&fitted.model)).transpose();
        let (test, failure) = match test {
            Ok(test) => (test, None),
            Err(failure) => (None, Some(failure)),
        };
        let test_rows = self.test.filter(|_| test.is_some());
        let beside = self.beside(table, &fitted.model, test_rows);
        let checked_lemmas = self.checked_lemmas(table, &fitted.model, proof.as_ref());
        let results =
            Results { fitted, test, beside, selection, input: self.input, checked_lemmas };
        self.warn(&results.fitted);
        let written = self.write(&results, &trace);
        let certified = proof.map_or(Ok(()), |proof| self.write_certificate(proof));
        print(self.shown(&results, options))?;
        written.and(certified)?;
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
        let limited = options.time_limit.is_some();
        let mut observer = Observer::new(self.results.quiet, self.wants_trace(), limited);
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
            return self.fitted_at(table, options, None, observer);
        };
        let Selected { fit, selection } = match gosdt::select(table, options, how, observer) {
            Ok(selected) => selected,
            Err(SelectError::Interrupted(fitted)) => {
                let ending = Ending::Interrupted;
                return Ok(Fitted { ending, ..Fitted::new(*fitted, None) });
            }
            Err(error) => return Err(error.into()),
        };
        if self.results.certificate.is_none() {
            return Ok(Fitted::new(fit, Some(selection)));
        }
        let lambda = selection.choice().lambda.clone();
        let options = &FitOptions { lambda, time_limit: self.time_for_fit(), ..options.clone() };
        self.fitted_at(table, options, Some(selection), observer)
    }

    /// Fits with a given λ, and writes a proof if there is to be a certificate.
    fn fitted_at(
        &self,
        table: &Table,
        options: &FitOptions,
        selection: Option<Selection>,
        observer: &mut Observer,
    ) -> Result<Fitted, Failure> {
        if self.results.certificate.is_none() {
            let fit = gosdt::fit(table, options, observer)?;
            return Ok(Fitted::new(fit, selection));
        }
        let time_limit = self.results.certificate_time_limit;
        let how = ProofOptions { time_limit, csv: self.csv.clone() };
        let (fit, proof) = gosdt::fit_with_proof(table, options, &how, observer)?;
        Ok(Fitted { proof: Some(proof), ..Fitted::new(fit, selection) })
    }

    /// Has the certificate checked where there is a report to say so.
    fn checked_lemmas(
        &self,
        table: &Table,
        model: &Model,
        proof: Option<&Result<Proof, ProofError>>,
    ) -> Option<u64> {
        let proof = proof?.as_ref().ok().filter(|_| self.results.report.is_some())?;
        let (rows, model) = (gosdt::checked_table(table)?, model.to_json());
        let check = || gosdt_check::check_table(&rows, model.as_bytes(), &proof.bytes);
        Some(gosdt_check::on_large_stack(check).ok()?.lemmas)
    }

    /// Writes the certificate, or fails with the reason why there is none.
    fn write_certificate(&self, proof: Result<Proof, ProofError>) -> Result<(), Failure> {
        let Some(path) = &self.results.certificate else { return Ok(()) };
        let proof = proof.map_err(|error| match error {
            ProofError::Stopped(StopReason::Interrupted) => Failure::Interrupted(error.to_string()),
            ProofError::Objective(_) => Failure::Input(error.to_string()),
            error => Failure::Other(error.to_string()),
        })?;
        write_file(path, &proof.bytes)?;
        if !self.results.quiet {
            let Proof { lemmas, seconds, .. } = proof;
            let path = path.display();
            tell(&format!("the certificate is in {path}: {lemmas} lemmas in {seconds:.1} s"));
        }
        Ok(())
    }

    fn wants_trace(&self) -> bool {
        self.results.trace.is_some() || self.results.report.is_some()
    }

    /// Writes every file that can be written; the first failure is that of the whole.
    fn write(&self, results: &Results, trace: &Trace) -> Result<(), Failure> {
        let asked = self.results;
        let quiet = asked.quiet;
        let model = asked.output.iter().map(|path| {
            // What is no other form is a model, whatever its name.
            let form = Form::of_file(path).unwrap_or(Form::Json);
            let what = if form == Form::Json { "model" } else { "tree" };
            let content = show::content(&results.fitted.model, form, Dialect::Duckdb)?;
            write_noted(quiet, what, path, &content)
        });
        let report = asked.report.iter().map(|path| {
            let content = fit_page(self.name, results, trace);
            write_noted(quiet, "report", path, content.as_bytes())
        });
        let course = asked.trace.iter().map(|path| write_file(path, trace.csv()));
        let all: Vec<Result<(), Failure>> = model.chain(report).chain(course).collect();
        all.into_iter().collect()
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

/// A tree, how λ was chosen, its certificate, and how the fit ended.
struct Fitted {
    fitted: Fit,
    selection: Option<Selection>,
    /// The certificate, if one was asked for.
    proof: Option<Result<Proof, ProofError>>,
    ending: Ending,
}

impl Fitted {
    fn new(fitted: Fit, selection: Option<Selection>) -> Fitted {
        let ending = match fitted.model.certificate.status {
            Status::Interrupted => Ending::Interrupted,
            _ => Ending::Done,
        };
        Fitted { fitted, selection, proof: None, ending }
    }
}
