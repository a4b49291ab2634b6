//! What a column of text looks like.
use super::date::is_date;
use super::identifier::is_mostly_distinct;
use super::number_format::NumberFormat;
use super::unit::{unit_of, without_unit};
use crate::{grouped_digits, parse_number};
use std::fmt;

/// Of a hundred cells so many must be something for the column to look like it.
const SHARE: usize = 95;

/// A column with at most so many different texts may well be one of categories, even if most are
/// numbers.
const FEW: usize = 50;

/// What a column that would be read as categories looks like.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Look {
    /// Numbers that are written in another way than cells are read.
    Numbers {
        /// How they are written.
        format: NumberFormat,
        /// A currency or per cent that cells have.
        unit: Option<&'static str>,
        /// How many cells are such numbers.
        cells: usize,
        /// A text that is none.
        other: Option<String>,
        /// Whether the commas between thousands may be decimal commas just as well.
        is_ambiguous: bool,
    },
    /// Dates.
    Dates {
        /// How many cells are dates.
        cells: usize,
    },
    /// A name for each row.
    Identifiers,
}

/// A column that is not what it would be read as.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Concern {
    /// Its name.
    pub name: String,
    /// What it looks like.
    pub look: Look,
    /// Cells that are not missing.
    pub known: usize,
    /// Different texts.
    pub distinct: usize,
    /// Whether the file says that it is text, so that only `--numeric` makes it numbers.
    pub is_text: bool,
}

impl Concern {
    /// A column that looks like this.
    pub fn new(name: &str, look: Look, known: usize, distinct: usize) -> Concern {
        Concern { name: name.to_string(), look, known, distinct, is_text: false }
    }
}

/// The texts of a column, each with the number of its cells, and the format in which numbers are read.
struct Words<'a> {
    words: &'a [(&'a str, usize)],
    known: usize,
    format: NumberFormat,
}

/// What a column looks like whose distinct texts, each with the number of its cells, are `words`, and
/// which cannot be read as numbers in `format`; `None` for categories.
///
/// ```
/// use gosdt_data::{Look, NumberFormat, look_at};
///
/// let words = [("1,5", 2), ("2,25", 1)];
/// let Some(Look::Numbers { format, cells, .. }) = look_at(&words, NumberFormat::default()) else {
///     panic!()
/// };
/// assert_eq!((format.decimal, cells), (',', 3));
/// ```
pub fn look_at(words: &[(&str, usize)], format: NumberFormat) -> Option<Look> {
    let known = words.iter().map(|(_, count)| count).sum();
    let words = Words { words, known, format };
    let is_identifier = is_mostly_distinct(words.words.len(), known);
    words.numbers().or_else(|| words.dates()).or(is_identifier.then_some(Look::Identifiers))
}

impl Words<'_> {
    fn count(&self, fits: impl Fn(&str) -> bool) -> usize {
        self.words.iter().filter(|(text, _)| fits(text)).map(|(_, count)| count).sum()
    }

    fn are_most(&self, cells: usize) -> bool {
        cells > 0 && cells * 100 >= self.known * SHARE
    }

    /// Of the formats in which most cells are numbers the first with the most.
    fn numbers(&self) -> Option<Look> {
        let unit = self.words.iter().find_map(|(text, _)| unit_of(text));
        let count = |format: NumberFormat| self.count(|text| is_number(text, format, unit));
        let formats = [self.format].into_iter().chain(formats());
        let counted: Vec<(NumberFormat, usize)> =
            formats.map(|format| (format, count(format))).collect();
        let cells =
            counted.iter().map(|(_, cells)| *cells).max().filter(|most| self.are_most(*most))?;
        let (format, _) = *counted.iter().find(|(_, other)| *other == cells)?;
        let is_plain = format == self.format && unit.is_none();
        if is_plain && self.words.len() <= FEW {
            return None;
        }
        let mut others = self.words.iter().filter(|(text, _)| !is_number(text, format, unit));
        let other = others.next().map(|(text, _)| text.to_string());
        let comma = NumberFormat { decimal: ',', thousands: None };
        let is_ambiguous = format.thousands == Some(',') && count(comma) == cells;
        Some(Look::Numbers { format, unit, cells, other, is_ambiguous })
    }

    fn dates(&self) -> Option<Look> {
        let cells = self.count(is_date);
        self.are_most(cells).then_some(Look::Dates { cells })
    }
}

fn is_number(text: &str, format: NumberFormat, unit: Option<&str>) -> bool {
    let stripped = unit.and_then(|unit| without_unit(text, unit));
    let plain = format.plain(stripped.as_deref().unwrap_or(text));
    plain.is_some_and(|plain| parse_number(&plain).is_some_and(f64::is_finite))
}

/// Ways in which people write numbers, the more usual first.
fn formats() -> impl Iterator<Item = NumberFormat> {
    let with = |decimal, thousands| NumberFormat { decimal, thousands };
    [
        with('.', None),
        with('.', Some(',')),
        with(',', None),
        with(',', Some('.')),
        with(',', Some(' ')),
        with('.', Some(' ')),
        with('.', Some('\'')),
    ]
    .into_iter()
}

impl Concern {
    /// What the column looks like, in words, without its name.
    pub fn finding(&self) -> String {
        let (all, distinct) = (grouped(self.known), grouped(self.distinct));
        match &self.look {
            Look::Numbers { format, unit, cells, other, .. } => {
                let other = other.as_ref().map(|text| format!(", but not `{}`", shortened(text)));
                let (cells, other) = (grouped(*cells), other.unwrap_or_default());
                format!("{cells} of {all} cells are numbers{}{other}", written(*format, *unit))
            }
            Look::Dates { cells } => format!(
                "{} of {all} cells look like dates, each of {distinct} values would be a category",
                grouped(*cells)
            ),
            Look::Identifiers => format!("{distinct} different values in {all} rows"),
        }
    }

    /// What to do with the program.
    fn advice(&self) -> String {
        let name = &self.name;
        match &self.look {
            Look::Numbers { format, unit, other, is_ambiguous, .. } => {
                let correct =
                    other.as_ref().map(|_| "correct such cells (NA is missing)".to_string());
                let or = if *is_ambiguous {
                    ", or with `--decimal ,` if it is a decimal comma"
                } else {
                    ""
                };
                let read = options(*format).map(|options| format!("read them with {options}{or}"));
                let unit = unit.filter(|_| read.is_none() && !self.is_text);
                let unit = unit.map(|unit| format!("write `{unit}` in all cells or in none"));
                let typed =
                    self.is_text.then(|| format!("make it numeric with `--numeric {name}`"));
                let steps = correct.into_iter().chain(unit).chain(read).chain(typed);
                steps.collect::<Vec<_>>().join(", and ")
            }
            Look::Dates { .. } => format!(
                "`--ignore {name}`, or `--date {name}` to use year, month and weekday as numbers"
            ),
            Look::Identifiers => format!("left out, `--categorical {name}` to force"),
        }
    }
}

/// What the column is, and what to do about it with the program.
impl fmt::Display for Concern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}; {}", self.name, self.finding(), self.advice())
    }
}

/// How numbers are written, in words.
fn written(format: NumberFormat, unit: Option<&str>) -> String {
    let mut parts: Vec<String> = unit.map(|unit| format!("`{unit}`")).into_iter().collect();
    parts.extend((format.decimal == ',').then(|| "a decimal comma".to_string()));
    parts.extend(format.thousands.map(|c| format!("{} between thousands", character(c))));
    if parts.is_empty() { String::new() } else { format!(" with {}", parts.join(" and ")) }
}

fn character(c: char) -> String {
    match c {
        ' ' => "a space".to_string(),
        ',' => "a comma".to_string(),
        '.' => "a point".to_string(),
        c => format!("`{c}`"),
    }
}

/// The options that read numbers of a format.
fn options(format: NumberFormat) -> Option<String> {
    let decimal = (format.decimal != '.').then(|| format!("--decimal {}", format.decimal));
    let thousands = format.thousands.map(|c| match c {
        ' ' => "--thousands space".to_string(),
        '\'' => "--thousands \"'\"".to_string(),
        c => format!("--thousands {c}"),
    });
    let options: Vec<String> = decimal.into_iter().chain(thousands).collect();
    (!options.is_empty()).then(|| format!("`{}`", options.join(" ")))
}

/// A text that is not longer than a message can hold.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 30;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn grouped(number: usize) -> String {
    grouped_digits(&number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(texts: &[&str]) -> Option<String> {
        let words: Vec<(&str, usize)> = texts.iter().map(|text| (*text, 100)).collect();
        let look = look_at(&words, NumberFormat::default())?;
        Some(Concern::new("x", look, 100 * words.len(), words.len()).to_string())
    }

    #[test]
    fn numbers_in_other_formats_are_named_with_their_options() {
        for (texts, expected) in [
            (
                &["1,5", "20,25"][..],
                "200 of 200 cells are numbers with a decimal comma; read them with `--decimal ,`",
            ),
            (
                &["2,740.00", "3.5"],
                "with a comma between thousands; read them with `--thousands ,`",
            ),
            (
                &["2.740,5", "3,5"],
                "with a decimal comma and a point between thousands; read them with `--decimal , --thousands .`",
            ),
            (
                &["1 234,5", "3,5"],
                "a space between thousands; read them with `--decimal , --thousands space`",
            ),
            (
                &["1,234", "5,678"],
                "read them with `--thousands ,`, or with `--decimal ,` if it is a decimal comma",
            ),
            (
                &["$2,740.00", "$3"],
                "numbers with `$` and a comma between thousands; read them with `--thousands ,`",
            ),
        ] {
            let told = told(texts).unwrap();
            assert!(told.contains(expected), "{told}");
        }
    }

    #[test]
    fn numbers_with_a_few_other_texts_name_one() {
        let mut texts: Vec<String> = (0..100).map(|at| format!("{at},5")).collect();
        texts.push("none".into());
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let told = told(&texts).unwrap();
        assert!(
            told.contains(
                "10,000 of 10,100 cells are numbers with a decimal comma, but not `none`"
            ),
            "{told}"
        );
    }

    #[test]
    fn few_codes_among_which_are_numbers_are_categories() {
        let words = [("1", 500), ("2", 500), ("5+", 10)];
        assert_eq!(look_at(&words, NumberFormat::default()), None);
        assert_eq!(told(&["low", "mid", "high"]), None);
        assert_eq!(told(&[]), None);
    }

    #[test]
    fn dates_are_named() {
        let dates = told(&["2020-01-01", "2020-01-02"]).unwrap();
        assert!(
            dates.starts_with("`x`: 200 of 200 cells look like dates, each of 2 values"),
            "{dates}"
        );
        assert!(
            dates.ends_with("or `--date x` to use year, month and weekday as numbers"),
            "{dates}"
        );
    }

    #[test]
    fn names_of_rows_are_identifiers() {
        let texts: Vec<String> = (0..100).map(|at| format!("row {at}")).collect();
        let words: Vec<(&str, usize)> = texts.iter().map(|text| (&text[..], 1)).collect();
        assert_eq!(look_at(&words, NumberFormat::default()), Some(Look::Identifiers));
        let told = Concern::new("x", Look::Identifiers, 100, 100).to_string();
        assert_eq!(
            told,
            "`x`: 100 different values in 100 rows; left out, `--categorical x` to force"
        );
    }
}
