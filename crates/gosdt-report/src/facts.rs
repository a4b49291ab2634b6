//! The page's tables: numbers with their names.
use crate::measured::Measured;
use crate::numbers::{count, counted, number, seconds, share, weight};
use crate::score::score;
use gosdt::{PartialAuc, Report};
use gosdt_data::Missing;
use gosdt_tree::{ColumnKind, Model, ModelColumn, Node, printable};

/// Larger confusion matrices are left out: nobody reads them.
const MOST_CLASSES: usize = 30;
/// More columns that the tree does not ask about than this are not named.
const MOST_COLUMNS: usize = 60;

/// A name and what it is.
pub(crate) type Fact = (&'static str, String);

/// What the reader wants to know first.
pub(crate) fn headline(model: &Model, sets: &[Measured]) -> Vec<(String, String)> {
    let tree = &model.tree;
    let quality = |set: &Measured| {
        let (name, value) = score(model, &set.metrics);
        (format!("{name}, {}", set.name), share(value))
    };
    let size = [
        ("leaves".to_string(), count(tree.leaves() as u64)),
        ("depth".to_string(), tree.depth().to_string()),
        ("objective".to_string(), number(model.certificate.objective)),
    ];
    size.into_iter().chain(sets.iter().map(quality)).collect()
}

/// `0.318330 = 0.198330 loss (accuracy) + 0.02 · 6 leaves`, and the bounds.
pub(crate) fn objective(model: &Model) -> String {
    let (proof, spec) = (&model.certificate, &model.objective);
    let [sum, loss, lower, upper] =
        [proof.objective, proof.loss, proof.lower_bound, proof.upper_bound].map(number);
    let leaves = counted(model.tree.leaves() as u64, "leaf", "leaves");
    let (name, lambda) = (printable(&spec.name), printable(&spec.lambda));
    let among = proof.among().map_or("", |_| " among the thresholds kept");
    let bounds = match lower == upper && proof.gap == 0.0 {
        true => format!("both bounds on the optimum{among} are {upper}"),
        false => format!("{lower} ≤ optimum{among} ≤ {upper}"),
    };
    format!("objective {sum} = {loss} loss ({name}) + {lambda} × {leaves}; {bounds}")
}

/// That a certificate was checked.
pub(crate) fn checked(lemmas: u64) -> String {
    let lemmas = counted(lemmas, "lemma", "lemmas");
    format!("The proof was checked by gosdt-check from the data alone: {lemmas}.")
}

/// A metric on each set of rows.
pub(crate) fn metrics(model: &Model, sets: &[Measured]) -> Vec<(String, Vec<String>)> {
    let each = |value: fn(&Measured) -> String| sets.iter().map(value).collect();
    let mut rows: Vec<(String, Vec<String>)> = vec![
        ("rows".into(), each(|set| count(set.metrics.rows as u64))),
        ("accuracy".into(), each(|set| share(Some(set.metrics.accuracy)))),
        ("balanced accuracy".into(), each(|set| share(Some(set.metrics.balanced_accuracy)))),
    ];
    if model.classes.len() == 2 {
        rows.push(("AUC".into(), each(|set| share(set.metrics.auc))));
    }
    rows.extend(partial_areas(model, sets));
    rows
}

/// For a model that was fitted for a part of the ROC area: that part, as it is and as a share.
fn partial_areas(model: &Model, sets: &[Measured]) -> Vec<(String, Vec<String>)> {
    let Some(PartialAuc { theta, .. }) = PartialAuc::certified(model) else { return Vec::new() };
    let each = |value: fn(PartialAuc) -> f64| {
        let one = |set: &Measured| share(PartialAuc::measured(model, &set.metrics).map(value));
        sets.iter().map(one).collect()
    };
    vec![
        (format!("area left of {theta}"), each(|part| part.area)),
        (format!("divided by {theta}"), each(|part| part.normalised)),
    ]
}

/// Precision, recall, F1 and weight of each class.
pub(crate) fn per_class(set: &Measured) -> Vec<(String, [String; 4])> {
    let classes = set.metrics.per_class.iter();
    classes
        .map(|class| {
            let [precision, recall, f1] = [class.precision, class.recall, class.f1].map(share);
            let name = printable(&class.class).into_owned();
            (name, [precision, recall, f1, weight(class.support)])
        })
        .collect()
}

/// A line of a confusion matrix.
pub(crate) struct ConfusionRow {
    pub(crate) class: String,
    pub(crate) cells: Vec<ConfusionCell>,
}

/// A cell of it: the weight, its share of the line, and whether it is right.
pub(crate) struct ConfusionCell {
    pub(crate) weight: String,
    pub(crate) share: f64,
    pub(crate) right: bool,
}

/// The confusion matrix, a line per true class; empty when there are too many classes to read.
pub(crate) fn confusion(set: &Measured) -> Vec<ConfusionRow> {
    let rows = set.metrics.confusion.iter().zip(&set.metrics.per_class).enumerate();
    if rows.len() > MOST_CLASSES {
        return Vec::new();
    }
    rows.map(|(at, (cells, class))| {
        let whole = class.support.max(f64::MIN_POSITIVE);
        let cell = |(predicted, value): (usize, &f64)| ConfusionCell {
            weight: weight(*value),
            share: value / whole,
            right: predicted == at,
        };
        let cells = cells.iter().enumerate().map(cell).collect();
        ConfusionRow { class: printable(&class.class).into_owned(), cells }
    })
    .collect()
}

/// The data that the tree was fitted to, and what was made of it.
pub(crate) fn data(model: &Model, report: Option<&Report>, source: Option<&str>) -> Vec<Fact> {
    let proof = &model.certificate;
    let mut facts: Vec<Fact> = Vec::new();
    facts.extend(source.map(|name| ("data", printable(name).into_owned())));
    facts.push(("target", printable(&model.target).into_owned()));
    facts.push(("rows", count(proof.rows)));
    facts.extend(report.map(|report| ("rows left out", left_out(report))));
    facts.push(("missing values", missing(model.missing).to_string()));
    facts.push(("columns", columns(model)));
    facts.push(("splits", splits(model, report)));
    let same = counted(proof.equivalence_classes, "class", "classes");
    facts.push(("equal rows", format!("{same} of rows that no split tells apart")));
    facts.extend(report.map(|report| ("time", time(report))));
    facts
}

fn left_out(report: &Report) -> String {
    match report.dropped_rows {
        0 => "none".to_string(),
        rows => format!("{}, for missing values", count(rows as u64)),
    }
}

fn missing(missing: Missing) -> &'static str {
    match missing {
        Missing::Error => "none",
        Missing::Drop => "their rows are left out",
        Missing::Category => "a value of their own",
    }
}

fn columns(model: &Model) -> String {
    let of_kind = |kind: &'static str| {
        (model.columns.iter().filter(|column| kind_name(column) == kind).count(), kind)
    };
    let kinds = ["numeric", "ordered", "boolean", "categorical"].map(of_kind);
    let present = kinds.iter().filter(|(number, _)| *number > 0);
    let words: Vec<String> = present.map(|(number, kind)| format!("{number} {kind}")).collect();
    format!("{} ({})", count(model.columns.len() as u64), words.join(", "))
}

fn splits(model: &Model, report: Option<&Report>) -> String {
    let left = count(model.certificate.binary_features);
    let Some(report) = report else { return left };
    let [offered, constant, merged] =
        [report.candidates, report.constant, report.merged].map(|number| count(number as u64));
    let left_out = model.certificate.among().map_or(String::new(), |kept| {
        format!("{} left out by {}, ", count(kept.left_out()), kept.rule)
    });
    format!(
        "{left}: the columns offer {offered}, of which {left_out}{constant} the same for all rows, \
         {merged} merged with others that say the same"
    )
}

fn time(report: &Report) -> String {
    let (all, search) = (seconds(report.seconds), seconds(report.search_seconds));
    format!("{all}, of which {search} search; {} subproblems", count(report.nodes))
}

/// A column that the tree asks about, and how often.
pub(crate) struct ColumnRow {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) splits: usize,
}

/// The columns that the tree asks about, most first; and the names of the others, in a line.
pub(crate) fn column_rows(model: &Model) -> (Vec<ColumnRow>, String) {
    let mut asked = vec![0; model.columns.len()];
    for node in &model.tree.nodes {
        if let Node::Split { column, .. } = node {
            asked[*column] += 1;
        }
    }
    let (mut used, others): (Vec<usize>, Vec<usize>) =
        (0..asked.len()).partition(|&column| asked[column] > 0);
    used.sort_by_key(|&column| std::cmp::Reverse(asked[column]));
    let row = |column: usize| ColumnRow {
        name: column_name(model, column),
        kind: kind_name(&model.columns[column]),
        splits: asked[column],
    };
    (used.into_iter().map(row).collect(), listed(model, &others))
}

/// `age, height and 12 more`.
fn listed(model: &Model, columns: &[usize]) -> String {
    let shown = columns.iter().take(MOST_COLUMNS).map(|&column| column_name(model, column));
    let names = shown.collect::<Vec<String>>().join(", ");
    match columns.len().saturating_sub(MOST_COLUMNS) {
        0 => names,
        hidden => format!("{names} and {} more", count(hidden as u64)),
    }
}

fn column_name(model: &Model, column: usize) -> String {
    printable(&model.columns[column].name).into_owned()
}

fn kind_name(column: &ModelColumn) -> &'static str {
    match column.kind {
        ColumnKind::Numeric if column.reading.levels.is_some() => "ordered",
        ColumnKind::Numeric => "numeric",
        ColumnKind::Boolean { .. } => "boolean",
        ColumnKind::Categorical { .. } => "categorical",
    }
}
