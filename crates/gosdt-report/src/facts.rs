//! The page's tables: numbers with their names.
use crate::measured::Measured;
use crate::numbers::{count, counted, number, seconds, share, weight};
use gosdt::Report;
use gosdt_data::Missing;
use gosdt_tree::{ColumnKind, Model, Node, printable};

/// Larger confusion matrices are left out: nobody reads them.
const MOST_CLASSES: usize = 30;
/// More columns than this are not listed.
const MOST_COLUMNS: usize = 60;

/// A name and what it is.
pub(crate) type Fact = (&'static str, String);

/// What the reader wants to know first.
pub(crate) fn headline(model: &Model, sets: &[Measured]) -> Vec<(String, String)> {
    let tree = &model.tree;
    let quality = |set: &Measured| {
        let (name, value) = main_metric(model, set);
        (format!("{name}, {}", set.name), share(value))
    };
    let size = [
        ("leaves".to_string(), count(tree.leaves() as u64)),
        ("depth".to_string(), tree.depth().to_string()),
        ("objective".to_string(), number(model.certificate.objective)),
    ];
    size.into_iter().chain(sets.iter().map(quality)).collect()
}

/// The metric that is nearest to what was optimised.
fn main_metric(model: &Model, set: &Measured) -> (&'static str, Option<f64>) {
    let metrics = &set.metrics;
    let positive = model.positive.and_then(|class| metrics.per_class.get(class));
    match model.objective.name.split(':').next() {
        Some("balanced") => ("balanced accuracy", Some(metrics.balanced_accuracy)),
        Some("auc" | "pauc") => ("AUC", metrics.auc),
        Some("fscore" | "fbeta" | "jaccard") => ("F1", positive.and_then(|class| class.f1)),
        _ => ("accuracy", Some(metrics.accuracy)),
    }
}

/// `0.318330 = 0.198330 loss (accuracy) + 0.02 · 6 leaves`, and the bounds.
pub(crate) fn objective(model: &Model) -> String {
    let (proof, spec) = (&model.certificate, &model.objective);
    let [sum, loss, lower, upper] =
        [proof.objective, proof.loss, proof.lower_bound, proof.upper_bound].map(number);
    let leaves = counted(model.tree.leaves() as u64, "leaf", "leaves");
    let (name, lambda) = (printable(&spec.name), printable(&spec.lambda));
    let bounds = match lower == upper && proof.gap == 0.0 {
        true => format!("both bounds on the optimum are {upper}"),
        false => format!("{lower} ≤ optimum ≤ {upper}"),
    };
    format!("objective {sum} = {loss} loss ({name}) + {lambda} × {leaves}; {bounds}")
}

/// A metric on each set of rows.
pub(crate) fn metrics(sets: &[Measured]) -> Vec<(&'static str, Vec<String>)> {
    let each = |value: fn(&Measured) -> String| sets.iter().map(value).collect();
    vec![
        ("rows", each(|set| count(set.metrics.rows as u64))),
        ("accuracy", each(|set| share(Some(set.metrics.accuracy)))),
        ("balanced accuracy", each(|set| share(Some(set.metrics.balanced_accuracy)))),
        ("AUC", each(|set| share(set.metrics.auc))),
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
    let kind = |of: fn(&ColumnKind) -> bool| {
        model.columns.iter().filter(|column| of(&column.kind)).count() as u64
    };
    let kinds = [
        (kind(|kind| matches!(kind, ColumnKind::Numeric)), "numeric"),
        (kind(|kind| matches!(kind, ColumnKind::Boolean { .. })), "boolean"),
        (kind(|kind| matches!(kind, ColumnKind::Categorical { .. })), "categorical"),
    ];
    let present = kinds.iter().filter(|(number, _)| *number > 0);
    let words: Vec<String> = present.map(|(number, kind)| format!("{number} {kind}")).collect();
    format!("{} ({})", count(model.columns.len() as u64), words.join(", "))
}

fn splits(model: &Model, report: Option<&Report>) -> String {
    let left = count(model.certificate.binary_features);
    let Some(report) = report else { return left };
    let [offered, constant, merged] =
        [report.candidates, report.constant, report.merged].map(|number| count(number as u64));
    format!(
        "{left}: the columns offer {offered}, of which {constant} the same for all rows, \
         {merged} merged with others that say the same"
    )
}

fn time(report: &Report) -> String {
    let (all, search) = (seconds(report.seconds), seconds(report.search_seconds));
    format!("{all}, of which {search} search; {} subproblems", count(report.nodes))
}

/// A column, and how often the tree asks about it.
pub(crate) struct ColumnRow {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) splits: usize,
}

/// The columns, those that the tree asks about most first; and how many are not listed.
pub(crate) fn column_rows(model: &Model) -> (Vec<ColumnRow>, usize) {
    let mut asked = vec![0; model.columns.len()];
    for node in &model.tree.nodes {
        if let Node::Split { column, .. } = node {
            asked[*column] += 1;
        }
    }
    let mut order: Vec<usize> = (0..asked.len()).collect();
    order.sort_by_key(|&column| std::cmp::Reverse(asked[column]));
    let row = |column: usize| ColumnRow {
        name: printable(&model.columns[column].name).into_owned(),
        kind: kind_name(&model.columns[column].kind),
        splits: asked[column],
    };
    let hidden = order.len().saturating_sub(MOST_COLUMNS);
    (order.into_iter().take(MOST_COLUMNS).map(row).collect(), hidden)
}

fn kind_name(kind: &ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Numeric => "numeric",
        ColumnKind::Boolean { .. } => "boolean",
        ColumnKind::Categorical { .. } => "categorical",
    }
}
