//! The tree as an SQL expression, which scores rows where they are stored.
//!
//! Columns are cast, so that a number that is stored as a decimal or a text compares as the model
//! compares it. `NULL` and NaN are missing. A finite number is at most the largest one there is, in
//! every dialect, and NaN is not: this is how NaN is told without a function that each dialect spells
//! in its own way.
use crate::boolean::spellings_of;
use crate::words::number_text;
use crate::{ColumnKind, Model, Node, Tree};
use gosdt_data::{DatePart, Missing, Reading, Test};
use std::fmt::Write;
use std::str::FromStr;

/// The SQL of a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SqlDialect {
    /// DuckDB; SQLite reads it, too.
    #[default]
    DuckDb,
    /// Apache Spark.
    Spark,
    /// PostgreSQL.
    Postgres,
    /// BigQuery.
    BigQuery,
}

/// How the classes are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SqlLabels {
    /// As whole numbers if all are spelled as such, else as text.
    #[default]
    AsSpelled,
    /// As text.
    Text,
    /// As numbers.
    Number,
    /// As `TRUE` and `FALSE`.
    Boolean,
}

/// What keeps a model from being written as SQL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SqlError {
    /// No such dialect.
    #[error("'{0}' is not a dialect of SQL; choose duckdb, spark, postgres or bigquery")]
    UnknownDialect(String),
    /// A name or value that holds a zero character, which SQL has no way to write.
    #[error("`{}` holds a zero character, which cannot be written in SQL", .0.escape_debug())]
    ZeroCharacter(String),
}

impl FromStr for SqlDialect {
    type Err = SqlError;

    fn from_str(text: &str) -> Result<SqlDialect, SqlError> {
        match text.to_ascii_lowercase().as_str() {
            "duckdb" | "sqlite" => Ok(SqlDialect::DuckDb),
            "spark" | "databricks" => Ok(SqlDialect::Spark),
            "postgres" | "postgresql" => Ok(SqlDialect::Postgres),
            "bigquery" => Ok(SqlDialect::BigQuery),
            _ => Err(SqlError::UnknownDialect(text.to_string())),
        }
    }
}

/// The model as one SQL expression whose value is the class of a row.
///
/// Where the model was fitted without missing values, a row that lacks a value which its way through
/// the tree asks for has the value `NULL`; where missing values were a category, they go their way.
/// A value of a boolean column that is neither of its two counts as missing.
///
/// ```
/// # use gosdt_tree::{Model, SqlDialect, SqlLabels, sql};
/// # let model = Model::from_json(r#"{
/// #     "format": "gosdt-model", "version": 1,
/// #     "target": "play", "classes": ["no", "yes"], "positive": 1,
/// #     "columns": [{"name": "wind", "kind": "numeric"}], "missing": "category",
/// #     "objective": {"name": "accuracy", "lambda": "0.01", "min_leaf": 1},
/// #     "certificate": {"status": "optimal", "objective": 0.02, "loss": 0.0,
/// #         "lower_bound": 0.02, "upper_bound": 0.02, "gap": 0.0,
/// #         "rows": 10, "equivalence_classes": 10, "binary_features": 9},
/// #     "tree": {"nodes": [
/// #         {"node": "split", "column": 0, "test": {"at_most": 5.5}, "yes": 1, "no": 2,
/// #          "rows": 10, "weights": [4, 6]},
/// #         {"node": "leaf", "class": 1, "rows": 6, "weights": [0, 6]},
/// #         {"node": "leaf", "class": 0, "rows": 4, "weights": [4, 0]}]}}"#)?;
/// assert_eq!(
///     sql(&model, SqlDialect::DuckDb, SqlLabels::AsSpelled)?,
///     "CASE WHEN CAST(\"wind\" AS DOUBLE) <= 5.5e0 THEN\n  'yes'\nELSE\n  'no'\nEND\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// On a model that [`Model::validate`] refuses.
pub fn sql(model: &Model, dialect: SqlDialect, labels: SqlLabels) -> Result<String, SqlError> {
    refuse_zero_characters(model)?;
    let labels = labels.resolved(&model.classes);
    let mut text = String::new();
    let mut ahead = vec![Part::Node(0, 0)];
    while let Some(part) = ahead.pop() {
        match part {
            Part::Line(line, depth) => put(&mut text, &line, depth),
            Part::Node(at, depth) => match &model.tree.nodes[at] {
                Node::Leaf { class, .. } => {
                    put(&mut text, &labels.literal(&model.classes[*class], dialect), depth);
                }
                Node::Split { column, test, yes, no, .. } => {
                    let [first, second] = Question::new(model, *column, dialect).branches(test);
                    ahead.push(Part::Line("END".to_string(), depth));
                    ahead.push(Part::Node(*no, depth + 1));
                    ahead.push(Part::Line(second, depth));
                    ahead.push(Part::Node(*yes, depth + 1));
                    ahead.push(Part::Line(format!("CASE {first}"), depth));
                }
            },
        }
    }
    Ok(text)
}

/// What is still to be written: a line, or a node with all below it.
enum Part {
    Line(String, usize),
    Node(usize, usize),
}

fn put(text: &mut String, line: &str, depth: usize) {
    let indent = 2 * depth.min(Tree::DEEPEST_INDENT);
    let _ = writeln!(text, "{:indent$}{line}", "");
}

fn refuse_zero_characters(model: &Model) -> Result<(), SqlError> {
    let tests = model.tree.nodes.iter().filter_map(|node| match node {
        Node::Split { test: Test::Is(value), .. } => Some(value),
        _ => None,
    });
    let names = model.columns.iter().map(|column| &column.name);
    let levels = model.columns.iter().filter_map(|column| column.reading.levels.as_ref());
    let mut written = names.chain(&model.classes).chain(tests).chain(levels.flatten());
    match written.find(|text| text.contains('\0')) {
        Some(text) => Err(SqlError::ZeroCharacter(text.clone())),
        None => Ok(()),
    }
}

/// How the two branches of a split begin: what leads to yes, and what leads to no.
struct Question<'a> {
    kind: &'a ColumnKind,
    reading: &'a Reading,
    /// The quoted name of the column that holds the value, or the date that it is taken from.
    name: String,
    dialect: SqlDialect,
    missing_goes: bool,
}

impl<'a> Question<'a> {
    fn new(model: &'a Model, column: usize, dialect: SqlDialect) -> Question<'a> {
        let column = &model.columns[column];
        Question {
            kind: &column.kind,
            reading: &column.reading,
            name: dialect.identifier(column.reading.source(&column.name)),
            dialect,
            missing_goes: model.missing == Missing::Category,
        }
    }

    fn branches(&self, test: &Test) -> [String; 2] {
        let yes = match test {
            Test::IsMissing => format!("({}) IS NOT TRUE", self.is_known()),
            Test::AtMost(threshold) => self.at_most(*threshold),
            Test::Is(value) => self.is(value),
        };
        // A missing value answers no to every question but whether it is missing.
        let no = match self.missing_goes || *test == Test::IsMissing {
            true => "ELSE".to_string(),
            false => format!("WHEN {} THEN", self.is_known()),
        };
        [format!("WHEN {yes} THEN"), no]
    }

    fn at_most(&self, threshold: f64) -> String {
        match &self.reading.levels {
            Some(levels) => self.is_one_of(levels, threshold),
            None => format!("{} <= {}", self.number(), self.dialect.number(threshold)),
        }
    }

    /// Whether an ordered category is up to a threshold.
    fn is_one_of(&self, levels: &[String], threshold: f64) -> String {
        let below = levels.iter().enumerate().filter(|(at, _)| *at as f64 <= threshold);
        let quoted: Vec<String> = below.map(|(_, level)| self.dialect.string(level)).collect();
        match quoted.is_empty() {
            true => "FALSE".to_string(),
            false => format!("{} IN ({})", self.text(), quoted.join(", ")),
        }
    }

    fn is(&self, value: &str) -> String {
        match self.kind {
            ColumnKind::Boolean { spelling } => {
                self.is_on_side(usize::from(spelling[1] == *value), spelling)
            }
            _ => format!("{} = {}", self.text(), self.dialect.string(value)),
        }
    }

    /// Whether the value is there: true, or else false or `NULL`.
    fn is_known(&self) -> String {
        match self.kind {
            ColumnKind::Numeric => self.at_most(f64::MAX),
            ColumnKind::Categorical { .. } => format!("{} IS NOT NULL", self.name),
            ColumnKind::Boolean { spelling } => {
                [0, 1].map(|side| self.is_on_side(side, spelling)).join(" OR ")
            }
        }
    }

    /// Whether a boolean column says false (0) or true (1), in any of the ways that the model reads.
    fn is_on_side(&self, side: usize, spelling: &[String; 2]) -> String {
        if spelling[0].to_lowercase() == spelling[1].to_lowercase() {
            return format!("{} = {}", self.text(), self.dialect.string(&spelling[side]));
        }
        let texts = spellings_of(side, spelling);
        let quoted: Vec<String> = texts.iter().map(|text| self.dialect.string(text)).collect();
        format!("LOWER({}) IN ({})", self.text(), quoted.join(", "))
    }

    fn number(&self) -> String {
        let value = match &self.reading.date {
            Some(date) => self.dialect.date_part(date.part, &self.name),
            None => self.name.clone(),
        };
        format!("CAST({value} AS {})", self.dialect.double())
    }

    fn text(&self) -> String {
        format!("CAST({} AS {})", self.name, self.dialect.text())
    }
}

impl SqlLabels {
    /// The form that these classes can be written in.
    fn resolved(self, classes: &[String]) -> SqlLabels {
        let whole =
            |text: &String| text.parse::<i64>().is_ok_and(|number| number.to_string() == *text);
        match self {
            SqlLabels::AsSpelled if classes.iter().all(whole) => SqlLabels::Number,
            SqlLabels::AsSpelled => SqlLabels::Text,
            other => other,
        }
    }

    fn literal(self, class: &str, dialect: SqlDialect) -> String {
        match (self, class.parse::<i64>(), class.parse::<f64>()) {
            (SqlLabels::Number, Ok(whole), _) => whole.to_string(),
            (SqlLabels::Number, _, Ok(number)) if number.is_finite() => dialect.number(number),
            (SqlLabels::Boolean, ..) => class.to_ascii_uppercase(),
            _ => dialect.string(class),
        }
    }
}

impl SqlDialect {
    fn double(self) -> &'static str {
        match self {
            SqlDialect::DuckDb | SqlDialect::Spark => "DOUBLE",
            SqlDialect::Postgres => "DOUBLE PRECISION",
            SqlDialect::BigQuery => "FLOAT64",
        }
    }

    fn text(self) -> &'static str {
        match self {
            SqlDialect::DuckDb => "VARCHAR",
            SqlDialect::Postgres => "TEXT",
            SqlDialect::Spark | SqlDialect::BigQuery => "STRING",
        }
    }

    /// A double as a literal of that type, which reads back as the same number, in the digits that it
    /// has everywhere else. A literal without an exponent would be a decimal, and one of PostgreSQL is a
    /// decimal even so.
    fn number(self, number: f64) -> String {
        let text = number_text(number);
        match self {
            SqlDialect::Postgres => format!("CAST('{text}' AS DOUBLE PRECISION)"),
            SqlDialect::Spark => format!("{}D", text.to_uppercase()),
            SqlDialect::DuckDb | SqlDialect::BigQuery if text.contains('e') => text,
            SqlDialect::DuckDb | SqlDialect::BigQuery => format!("{text}e0"),
        }
    }

    /// A number of a date.
    fn date_part(self, part: DatePart, name: &str) -> String {
        let date = format!("CAST({name} AS DATE)");
        match (part, self) {
            (DatePart::Year, _) => format!("EXTRACT(YEAR FROM {date})"),
            (DatePart::Month, _) => format!("EXTRACT(MONTH FROM {date})"),
            (DatePart::Weekday, SqlDialect::DuckDb | SqlDialect::Postgres) => {
                format!("EXTRACT(ISODOW FROM {date})")
            }
            (DatePart::Weekday, SqlDialect::Spark) => {
                format!("EXTRACT(DAYOFWEEK_ISO FROM {date})")
            }
            // BigQuery counts from 1 for Sunday.
            (DatePart::Weekday, SqlDialect::BigQuery) => {
                format!("MOD(EXTRACT(DAYOFWEEK FROM {date}) + 5, 7) + 1")
            }
        }
    }

    /// A quoted name.
    fn identifier(self, name: &str) -> String {
        match self {
            SqlDialect::DuckDb | SqlDialect::Postgres => {
                format!("\"{}\"", name.replace('"', "\"\""))
            }
            SqlDialect::Spark => format!("`{}`", name.replace('`', "``")),
            SqlDialect::BigQuery => format!("`{}`", escaped(name, '`')),
        }
    }

    /// A quoted text.
    fn string(self, text: &str) -> String {
        match self {
            SqlDialect::DuckDb => format!("'{}'", text.replace('\'', "''")),
            // Whether a backslash is one in a plain text depends on a setting.
            SqlDialect::Postgres if text.contains('\\') => {
                format!("E'{}'", text.replace('\\', "\\\\").replace('\'', "''"))
            }
            SqlDialect::Postgres => format!("'{}'", text.replace('\'', "''")),
            // Spark replaces ${name} in statements by the value of a variable.
            SqlDialect::Spark => format!("'{}'", escaped(text, '\'').replace('$', "\\u0024")),
            SqlDialect::BigQuery => format!("'{}'", escaped(text, '\'')),
        }
    }
}

/// A text with backslashes before what would end it or mean something else.
fn escaped(text: &str, quote: char) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            _ if c == quote || c == '\\' => escaped.extend(['\\', c]),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            _ if c.is_control() => {
                let _ = write!(escaped, "\\u{:04x}", u32::from(c));
            }
            _ => escaped.push(c),
        }
    }
    escaped
}
