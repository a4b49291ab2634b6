//! What a certificate claims, and whether it holds.
use crate::table::Table;
use crate::{Fraction, json::Json, model::score, node::Checker, problem::Problem, proof::Proof};

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
    /// Number of lemmas.
    pub lemmas: u64,
    /// No tree has an objective below this.
    pub bound: Fraction,
    /// The objective of the model's tree.
    pub objective: Fraction,
    /// All this in words.
    pub text: String,
}

/// The parts of the header that a model states as well.
const OF_MODEL: [&str; 6] = ["target", "classes", "positive", "columns", "missing", "objective"];

/// Splits a certificate into its header and its proof, between which is an empty line.
fn read_header(certificate: &[u8]) -> Result<(Json, &[u8]), Failure> {
    let end = certificate.windows(2).position(|bytes| bytes == b"\n\n").unwrap_or(0);
    let header = read_json(&certificate[..end], "the certificate's header")?;
    match (header.text("format"), header.text("version")) {
        ("gosdt-certificate", "2") => Ok((header, &certificate[end + 2..])),
        _ => Err(Failure::Input("this is not a certificate of version 2".into())),
    }
}

fn read_json(bytes: &[u8], what: &str) -> Result<Json, Failure> {
    let json = std::str::from_utf8(bytes).ok().and_then(Json::read);
    json.ok_or_else(|| Failure::Input(format!("{what} is not JSON")))
}

/// Checks a certificate: reads the data as its header says, and see [`check_table`].
pub fn check(data: &str, model: &[u8], certificate: &[u8]) -> Result<Verdict, Failure> {
    let table = Table::read(data, &read_header(certificate)?.0);
    let table = table.map_err(|why| Failure::Input(format!("the data: {why}")))?;
    check_table(&table, model, certificate)
}

/// Checks that header, model and table fit together, that the lemmas hold and give the bound that is
/// claimed, and that the model's tree keeps the limits and, if the model says optimal, attains the
/// bound. Needs stack: see [`on_large_stack`].
pub fn check_table(table: &Table, model: &[u8], certificate: &[u8]) -> Result<Verdict, Failure> {
    let input = |why: &str| Failure::Input(why.into());
    let (header, proof) = read_header(certificate)?;
    let (model, rows) = (read_json(model, "the model")?, table.labels.len());
    if let Some(key) = OF_MODEL.iter().find(|key| header.part(key).ne(model.part(key))) {
        return Err(input(&format!("certificate and model differ in \"{key}\"")));
    }
    if header.number("rows") != Some(rows) || header.text("digest") != table.digest() {
        return Err(input("the certificate is about other data"));
    }
    let problem = Problem::new(table, &header).map_err(Failure::Input)?;
    let bound = Fraction::read(header.text("bound"));
    let bound = bound.ok_or_else(|| input("the certificate claims no bound"))?;
    let cost = score(&model, table, &problem).map_err(Failure::NotProven)?;
    let mut proof = Proof { checker: Checker::new(&problem), bytes: proof, lemmas: 0 };
    let found = proof.check().map_err(Failure::NotProven)?;
    let Fraction { over, under } = problem.unit;
    let value = |cost: i64| Fraction::new(over.checked_mul(cost.into())?, under);
    let values = value(found + problem.paid).zip(value(cost));
    let wrong = |why: &str| Err(Failure::NotProven(why.into()));
    let Some((proven, objective)) = values else { return wrong("a number is too large") };
    if !bound.is_at_most(proven) {
        return wrong(&format!("{proven} follows, but {bound} is claimed"));
    } else if !bound.is_at_most(objective) {
        return wrong("the tree is below the bound: it asks what the certificate leaves out");
    } else if model.text("certificate.status").starts_with("optimal") && objective != bound {
        return wrong("the model calls its tree optimal, but it does not attain the bound");
    }
    let [name, lambda] = ["objective.name", "objective.lambda"].map(|path| header.text(path));
    let [least, own] = [bound, objective].map(|value| value.over as f64 / value.under as f64);
    let (lemmas, splits) = (proof.lemmas, problem.splits.len());
    let other = format!("{objective} = {own:.9}");
    let tree = if objective == bound { "exactly that: it is optimal" } else { &other };
    let text = format!(
        "No tree on these {rows} rows and {splits} splits has {name} loss + {lambda} · leaves below \
         {bound} = {least:.9}\n({lemmas} lemmas checked).\nThis tree has {tree}."
    );
    Ok(Verdict { lemmas, bound, objective, text })
}

/// Runs work with a stack that is large enough for the deepest proof.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, work);
        let ended = thread.expect("a thread can be started").join();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
