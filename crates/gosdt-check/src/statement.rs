//! What a certificate claims, and whether it holds.
use crate::costs::Costs;
use crate::fraction::Fraction;
use crate::json::Json;
use crate::model::Scored;
use crate::problem::{Limits, NONE, Problem};
use crate::proof::Proof;
use crate::rules::Checker;
use crate::table::{Column, Table};
use std::fmt;

/// Why nothing was proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The input cannot be read, or its parts are not about the same thing.
    Input(String),
    /// The claim does not follow.
    NotProven(String),
}

/// What was proven.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Number of rows.
    pub rows: usize,
    /// Number of splits that divide them, without those that divide them alike.
    pub splits: usize,
    /// Number of lemmas.
    pub lemmas: u64,
    /// No tree has an objective below this.
    pub bound: Fraction,
    /// The objective of the model's tree.
    pub objective: Fraction,
    /// The objective in words.
    pub words: String,
}

/// The parts of the header that a model states as well.
const OF_MODEL: [&str; 6] = ["target", "classes", "positive", "columns", "missing", "objective"];

/// Splits a certificate into its header and its proof.
pub fn read_header(certificate: &[u8]) -> Result<(Json, &[u8]), String> {
    let (header, end) =
        Json::read(certificate).map_err(|why| format!("the certificate's header: {why}"))?;
    let format = (header.get("format").text(), header.get("version").text());
    if format != (Some("gosdt-certificate"), Some("1")) {
        return Err("this is not a certificate of version 1".into());
    }
    let proof =
        certificate[end..].strip_prefix(b"\n").ok_or("the header does not end with its line")?;
    Ok((header, proof))
}

/// Checks a certificate: reads the data as its header says, and see [`check_table`].
pub fn check(data: &str, model: &[u8], certificate: &[u8]) -> Result<Verdict, Failure> {
    let (header, _) = read_header(certificate).map_err(Failure::Input)?;
    let table =
        Table::read(data, &header).map_err(|why| Failure::Input(format!("the data: {why}")))?;
    check_table(&table, model, certificate)
}

/// Checks that header, model and table fit together, that the lemmas hold and give the bound that is
/// claimed, and that the model's tree keeps the limits and, if the model says optimal, attains the
/// bound. Needs stack: see [`on_large_stack`].
pub fn check_table(table: &Table, model: &[u8], certificate: &[u8]) -> Result<Verdict, Failure> {
    let (header, proof) = read_header(certificate).map_err(Failure::Input)?;
    let (model, _) =
        Json::read(model).map_err(|why| Failure::Input(format!("the model: {why}")))?;
    let (costs, problem) = problem(table, &header).map_err(Failure::Input)?;
    if let Some(key) = OF_MODEL.iter().find(|key| header.get(key) != model.get(key)) {
        return Err(Failure::Input(format!("certificate and model differ in \"{key}\"")));
    }
    let scored = Scored::new(&model, table, &costs).map_err(Failure::Input)?;
    let wrong = |why: &str| Failure::NotProven(why.into());
    scored.check_limits(header.get("objective")).map_err(Failure::NotProven)?;
    let mut proof = Proof::new(proof);
    let found = proof.check(&mut Checker::new(&problem)).map_err(Failure::NotProven)?;
    let claimed = header.get("bound").text().and_then(Fraction::read);
    let claimed = claimed.ok_or(Failure::Input("the certificate claims no bound".into()))?;
    let objective = |cost: i64| costs.objective(cost).ok_or(wrong("a number is too large"));
    let (bound, objective) = (objective(found + problem.unavoidable)?, objective(scored.cost)?);
    if !is_at_most(claimed, bound) {
        return Err(Failure::NotProven(format!("{bound} follows, but {claimed} is claimed")));
    }
    if !is_at_most(claimed, objective) {
        return Err(wrong("the tree is below the bound: it asks what the certificate leaves out"));
    }
    let status = model.get("certificate").get("status").text().unwrap_or("");
    if status.starts_with("optimal") && objective != claimed {
        return Err(wrong("the model calls its tree optimal, but it does not attain the bound"));
    }
    let words = format!(
        "{} loss + {} · leaves",
        header.get("objective").get("name").text().unwrap_or(""),
        header.get("objective").get("lambda").text().unwrap_or("")
    );
    let (rows, splits) = (table.labels.len(), problem.splits.len());
    Ok(Verdict { rows, splits, lemmas: proof.lemmas, bound: claimed, objective, words })
}

/// The problem that a header states about a table, which must be the one that it is bound to.
pub fn problem(table: &Table, header: &Json) -> Result<(Costs, Problem), String> {
    let rows = header.get("rows").number::<usize>();
    if rows != Some(table.labels.len()) || header.get("digest").text() != Some(&table.digest()) {
        return Err("the certificate is about other data".into());
    }
    let objective = header.get("objective");
    let mut weights = vec![0u64; header.get("classes").items().len()];
    for (label, weight) in table.labels.iter().zip(&table.weights) {
        *weights.get_mut(*label as usize).ok_or("a label is none of the classes")? += weight;
    }
    let costs =
        Costs::read(objective, header.get("positive").number(), &weights, table.labels.len())?;
    let limit = |key: &str| match objective.get(key) {
        Json::Null => Ok(NONE),
        limit => limit.number().ok_or(format!("{key} is no limit")),
    };
    let limits = Limits { depth: limit("max_depth")?, leaves: limit("max_leaves")?.max(1) };
    let names =
        header.get("columns").items().iter().map(|column| column.get("name").text().unwrap_or(""));
    let cuts = |(name, column): (&str, &Column)| match (header.get("thresholds").get(name), column)
    {
        (Json::List(cuts), Column::Numbers(_)) => {
            let cuts = cuts.iter().map(Json::number).collect::<Option<Vec<f64>>>();
            let rising = |cuts: &Vec<f64>| cuts.windows(2).all(|two| two[0] < two[1]);
            cuts.filter(rising).map(Some).ok_or(format!("the thresholds of {name:?} do not rise"))
        }
        _ => Ok(None),
    };
    let cuts = names.zip(&table.columns).map(cuts).collect::<Result<Vec<_>, _>>()?;
    if cuts.len() != table.columns.len() {
        return Err("the header lists other columns".into());
    }
    let problem = Problem::new(table, &costs, &cuts, limits, limit("min_leaf")?);
    Ok((costs, problem))
}

fn is_at_most(a: Fraction, b: Fraction) -> bool {
    let sides = (a.over.checked_mul(b.under), b.over.checked_mul(a.under));
    matches!(sides, (Some(a), Some(b)) if a <= b)
}

/// Runs work with a stack that is large enough for the deepest proof.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, work);
        let ended = thread.expect("a thread can be started").join();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { rows, splits, lemmas, bound, objective, words } = self;
        let value = |number: &Fraction| number.over as f64 / number.under as f64;
        writeln!(
            f,
            "No tree on these {rows} rows and {splits} splits has {words} below {bound} = {:.9}\n\
             ({lemmas} lemmas checked).",
            value(bound)
        )?;
        match objective == bound {
            true => write!(f, "This tree has exactly that: it is optimal."),
            false => write!(f, "This tree has {objective} = {:.9}.", value(objective)),
        }
    }
}
