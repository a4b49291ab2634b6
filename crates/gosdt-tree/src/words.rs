//! How a question and its answer are said. All exports speak through this file, so they agree.
use crate::{ColumnKind, Model, ModelColumn, Node};
use gosdt_data::{Missing, Test};
use std::borrow::Cow;

/// Says in words what `answer` to `test` about a column of the model (by index) means:
/// `age <= 30.5`, `age > 30.5`, `colour is red`, `colour is not red`, `smoker = yes`,
/// `smoker = no`, `age is missing`. Names are safe to print on a terminal, see [`printable`].
///
/// In a model that was fitted with missing values as a category, a missing value answers no to
/// every question but whether it is missing; then no is said so: `age > 30.5 (or missing)`. Not of a
/// column that lacked no value in training.
///
/// # Panics
/// On a column that the model does not have.
pub fn describe(model: &Model, column: usize, test: &Test, answer: bool) -> String {
    let mut condition = Condition::new(&model.columns[column], model.missing);
    condition.add(test, answer);
    condition.words()
}

/// What answering the questions on a way through the tree says, one text per column, in the order
/// in which the columns are first asked.
pub(crate) fn describe_path(model: &Model, path: &[(usize, bool)]) -> Vec<String> {
    let mut conditions: Vec<(usize, Condition<'_>)> = Vec::new();
    for &(split, answer) in path {
        let Node::Split { column, test, .. } = &model.tree.nodes[split] else { continue };
        let at = conditions.iter().position(|(known, _)| known == column).unwrap_or_else(|| {
            conditions.push((*column, Condition::new(&model.columns[*column], model.missing)));
            conditions.len() - 1
        });
        conditions[at].1.add(test, answer);
    }
    conditions.iter().map(|(_, condition)| condition.words()).collect()
}

/// A name as it can be printed: itself, or in quotes with escapes where it is empty, has blanks at
/// its ends, or holds quotes, commas, backslashes, line breaks, terminal controls or invisible
/// characters.
///
/// ```
/// assert_eq!(gosdt_tree::printable("petal length"), "petal length");
/// assert_eq!(gosdt_tree::printable("a\u{1b}[2J"), r#""a\u{1b}[2J""#);
/// ```
pub fn printable(name: &str) -> Cow<'_, str> {
    let quoted = format!("{name:?}");
    let plain = quoted[1..quoted.len() - 1] == *name
        && !name.is_empty()
        && name.trim() == name
        && !name.contains(',');
    if plain { Cow::Borrowed(name) } else { Cow::Owned(quoted) }
}

/// A text that does nothing to a terminal: controls but line breaks are escaped, and so are the
/// characters that turn the direction of writing.
///
/// ```
/// assert_eq!(gosdt_tree::harmless("a\u{1b}[2J\n"), "a\\u{1b}[2J\n");
/// ```
pub fn harmless(text: &str) -> Cow<'_, str> {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let harms = |c: char| (c.is_control() && c != '\n') || turns(c);
    if !text.contains(harms) {
        return Cow::Borrowed(text);
    }
    let escape = |c: char| match harms(c) {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    Cow::Owned(text.chars().map(escape).collect())
}

/// What is known of a value after some answers about its column.
struct Condition<'a> {
    column: &'a ModelColumn,
    /// Whether missing values go through the tree, and there were any.
    missing_goes: bool,
    may_be_missing: bool,
    may_be_there: bool,
    above: Option<f64>,
    at_most: Option<f64>,
    is: Vec<&'a str>,
    is_not: Vec<&'a str>,
}

impl<'a> Condition<'a> {
    fn new(column: &'a ModelColumn, missing: Missing) -> Condition<'a> {
        let missing_goes = missing == Missing::Category && column.has_missing != Some(false);
        Condition {
            column,
            missing_goes,
            may_be_missing: missing_goes,
            may_be_there: true,
            above: None,
            at_most: None,
            is: Vec::new(),
            is_not: Vec::new(),
        }
    }

    fn add(&mut self, test: &'a Test, answer: bool) {
        match test {
            Test::IsMissing => self.may_be_there &= !answer,
            _ => self.may_be_missing &= !answer,
        }
        match (test, answer) {
            (Test::AtMost(t), true) => self.at_most = Some(self.at_most.map_or(*t, |u| u.min(*t))),
            (Test::AtMost(t), false) => self.above = Some(self.above.map_or(*t, |u| u.max(*t))),
            (Test::Is(value), true) => note(&mut self.is, value),
            (Test::Is(value), false) => note(&mut self.is_not, value),
            (Test::IsMissing, true) => {}
            (Test::IsMissing, false) => self.may_be_missing = false,
        }
    }

    fn words(&self) -> String {
        let name = printable(&self.column.name);
        match (self.may_be_there, self.may_be_missing) {
            (false, true) => format!("{name} is missing"),
            (false, false) => impossible(&name),
            (true, _) => match &self.column.kind {
                ColumnKind::Numeric => self.number_words(&name),
                ColumnKind::Boolean { spelling } => self.boolean_words(&name, spelling),
                ColumnKind::Categorical { .. } => self.category_words(&name),
            },
        }
    }

    fn number_words(&self, name: &str) -> String {
        let text = |threshold| threshold_text(self.column, threshold);
        match (self.above.map(text), self.at_most.map(text)) {
            (Some(above), Some(at_most)) => format!("{above} < {name} <= {at_most}"),
            (None, Some(at_most)) => format!("{name} <= {at_most}"),
            (Some(above), None) => format!("{name} > {above}{}", self.or_missing()),
            (None, None) => format!("{name} is not missing"),
        }
    }

    fn boolean_words(&self, name: &str, spelling: &[String; 2]) -> String {
        let possible = |value: &&String| {
            !self.is_not.contains(&value.as_str()) && self.is.iter().all(|is| is == value)
        };
        let left: Vec<&String> = spelling.iter().filter(possible).collect();
        match (left.as_slice(), self.may_be_missing) {
            ([value], _) => format!("{name} = {}{}", printable(value), self.or_missing()),
            ([], true) => format!("{name} is missing"),
            ([], false) => impossible(name),
            _ => format!("{name} is not missing"),
        }
    }

    fn category_words(&self, name: &str) -> String {
        match self.is.as_slice() {
            [] => self.category_negation(name),
            [value] if !self.is_not.contains(value) => format!("{name} is {}", printable(value)),
            _ => impossible(name),
        }
    }

    fn category_negation(&self, name: &str) -> String {
        let not_missing = self.missing_goes && !self.may_be_missing;
        let values: Vec<_> = self.is_not.iter().map(|value| printable(value)).collect();
        match (values.is_empty(), not_missing) {
            (true, _) => format!("{name} is not missing"),
            (false, false) => format!("{name} is not {}", values.join(", ")),
            (false, true) => format!("{name} is not missing and not {}", values.join(", ")),
        }
    }

    fn or_missing(&self) -> &'static str {
        if self.may_be_missing { " (or missing)" } else { "" }
    }
}

/// A threshold of a column as it is said: a number, or a category of an ordered column.
pub fn threshold_text(column: &ModelColumn, threshold: f64) -> String {
    match column.reading.level(threshold) {
        Some(level) => printable(level).into_owned(),
        None => number_text(threshold),
    }
}

/// The shortest text of a number that reads back as the same, without an exponent unless it is huge or
/// tiny. Thresholds have this text wherever they are shown.
///
/// ```
/// use gosdt_tree::number_text;
///
/// assert_eq!([0.085, -4.0, 1e300].map(number_text), ["0.085", "-4", "1e300"]);
/// ```
pub fn number_text(number: f64) -> String {
    match number.abs() {
        size if size == 0.0 || (1e-6..1e16).contains(&size) => number.to_string(),
        _ => format!("{number:e}"),
    }
}

fn note<'a>(values: &mut Vec<&'a str>, value: &'a str) {
    if !values.contains(&value) {
        values.push(value);
    }
}

/// For a leaf below contradicting answers: no search makes one, a file may hold one.
fn impossible(name: &str) -> String {
    format!("{name} has no possible value")
}
