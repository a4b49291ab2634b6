//! The header of a certificate: what is claimed, of what data.
use crate::training_data::TrainingData;
use gosdt_check::json::Json;
use gosdt_data::{CsvOptions, SplitKind, Test, Thresholds, Values};
use gosdt_tree::Model;
use num_rational::BigRational;

/// What the header says that the model says as well.
const OF_MODEL: [&str; 6] = ["target", "classes", "positive", "columns", "missing", "objective"];

/// The header of a certificate that no tree has an objective below `bound`.
pub(super) fn header(
    data: &TrainingData<'_>,
    model: &Model,
    digest: String,
    (thresholds, csv): (&Thresholds, &CsvOptions),
    bound: &BigRational,
) -> Json {
    let (model, _) = Json::read(model.to_json().as_bytes()).unwrap_or((Json::Null, 0));
    let text = |text: &str| Json::Text(text.to_string());
    let mut pairs = vec![
        ("format", text("gosdt-certificate")),
        ("version", Json::Number("1".into())),
        ("rows", Json::Number(data.table.rows.to_string())),
        ("digest", Json::Text(digest)),
    ];
    pairs.extend(OF_MODEL.map(|key| (key, model.get(key).clone())));
    let weights = data.table.weights.as_ref().map_or(Json::Null, |weights| text(&weights.name));
    let delimiter = csv.delimiter.map_or(Json::Null, |byte| Json::Text(char::from(byte).into()));
    pairs.extend([
        ("weights", weights),
        ("delimiter", delimiter),
        ("names", Json::Bool(csv.header)),
    ]);
    if *thresholds != Thresholds::All {
        pairs.push(("thresholds", kept_thresholds(data)));
    }
    pairs.push(("bound", Json::Text(format!("{}/{}", bound.numer(), bound.denom()))));
    Json::Object(pairs.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
}

/// The thresholds of each numeric column. Of columns that ask the same, the first has them.
fn kept_thresholds(data: &TrainingData<'_>) -> Json {
    let of_column = |at: usize| {
        let columns = data.classes.columns.iter();
        let own =
            columns.filter(|column| column.column == at && column.kind == SplitKind::Thresholds);
        let tests = own.flat_map(|column| (0..column.splits).map(|split| column.test(split)));
        let number = |test: Test| match test {
            Test::AtMost(threshold) => Some(Json::Number(format!("{threshold:?}"))),
            _ => None,
        };
        Json::List(tests.filter_map(number).collect())
    };
    let columns = data.table.columns.iter().enumerate();
    let numeric = columns.filter(|(_, column)| matches!(column.values, Values::Numeric(_)));
    Json::Object(numeric.map(|(at, column)| (column.name.clone(), of_column(at))).collect())
}

/// The header as a file has it: a line for each key.
pub(super) fn header_text(header: &Json) -> String {
    let Json::Object(pairs) = header else { return compact(header) };
    let line = |(key, value): &(String, Json)| format!("  {}: {}", quoted(key), compact(value));
    let lines: Vec<String> = pairs.iter().map(line).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

fn compact(value: &Json) -> String {
    match value {
        Json::Null => "null".into(),
        Json::Bool(value) => value.to_string(),
        Json::Number(text) => text.clone(),
        Json::Text(text) => quoted(text),
        Json::List(items) => {
            format!("[{}]", items.iter().map(compact).collect::<Vec<_>>().join(", "))
        }
        Json::Object(pairs) => {
            let pair =
                |(key, value): &(String, Json)| format!("{}: {}", quoted(key), compact(value));
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A text as JSON has it, safe to print.
fn quoted(text: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}
