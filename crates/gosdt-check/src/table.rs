//! The rows that a proof is about.
use crate::fraction::Fraction;
use crate::json::Json;
use std::collections::HashMap;

/// The values of a column, one per row.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The numbers; of texts, indices into the categories (or the spellings of false and true) that
    /// the header lists. NaN is missing.
    pub values: Vec<f64>,
    /// Whether thresholds may be asked (else whether it is one of its values).
    pub ordered: bool,
}

/// The rows that a proof is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The feature columns, as the header lists them.
    pub columns: Vec<Column>,
    /// Index of the class of each row.
    pub labels: Vec<usize>,
    /// Weight of each row: whole numbers without a common divisor, since only proportions matter.
    pub weights: Vec<i64>,
}

impl Table {
    /// A table with these weights; `None` if they are no weights, or span too many digits.
    pub fn new(columns: Vec<Column>, labels: Vec<usize>, weights: &[Fraction]) -> Option<Table> {
        let (_, weights) = Fraction::in_units(weights)?;
        weights.iter().try_fold(0i64, |sum, weight| sum.checked_add(*weight))?;
        Some(Table { columns, labels, weights })
    }

    /// The values of a row as words that are equal where the values are: the bits of a double, 0 for
    /// both zeros, all ones for a missing value.
    pub fn words(&self, row: usize) -> impl Iterator<Item = u64> {
        let word = |value: f64| if value.is_nan() { !0 } else { (value + 0.0).to_bits() };
        self.columns.iter().map(move |column| word(column.values[row]))
    }

    /// The FNV-1a hash, in 64 bits, of all rows: the words of the values, of the class and of the weight,
    /// eight bytes each, the low one first. It tells files apart that were mistaken for each other. A
    /// proof is checked on the table itself, so that nothing depends on the hash being hard to forge.
    pub fn digest(&self) -> String {
        let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let row = |hash: u64, row: usize| {
            let words = self.words(row).chain([self.labels[row] as u64, self.weights[row] as u64]);
            words.flat_map(u64::to_le_bytes).fold(hash, add)
        };
        format!("{:016x}", (0..self.labels.len()).fold(0xcbf2_9ce4_8422_2325, row))
    }

    /// The table with numbers alike that no threshold tells apart, where a header lists thresholds.
    pub(crate) fn with_cuts(&self, header: &Json) -> Result<Table, String> {
        let mut table = self.clone();
        for (at, column) in table.columns.iter_mut().enumerate() {
            let path = format!("thresholds.{at}");
            let cuts = header.list(&path).into_iter().map(|cut| cut.parse().ok());
            let cuts = cuts.collect::<Option<Vec<f64>>>().filter(|cuts| cuts.is_sorted());
            let cuts = cuts.ok_or("thresholds do not rise")?;
            let has_cuts = column.ordered && !header.text(&path).is_empty();
            for value in column.values.iter_mut().filter(|value| has_cuts && !value.is_nan()) {
                *value = cuts.partition_point(|cut| cut < value) as f64;
            }
        }
        Ok(table)
    }

    /// Types the rows of a file as a header says. The first row holds the names unless the header
    /// says that there are none; the columns are then called `c1`, `c2`, ….
    pub fn read(text: &str, header: &Json) -> Result<Table, String> {
        let mut rows = crate::csv::read(text, header.text("delimiter").chars().next())?;
        let width = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != width) {
            return Err("rows have different numbers of fields".into());
        }
        let names: Vec<String> = match header.text("names") {
            "false" => (1..=width).map(|at| format!("c{at}")).collect(),
            _ => rows.drain(..1.min(rows.len())).flatten().map(Into::into).collect(),
        };
        let place = |path: String| match names.iter().position(|name| name == header.text(&path)) {
            Some(place) => Ok(place),
            None => Err(format!("there is no column {:?}", header.text(&path))),
        };
        let columns = 0..header.list("columns").len();
        let places = columns.clone().map(|at| place(format!("columns.{at}.name")));
        let places = places.collect::<Result<Vec<usize>, _>>()?;
        let is_weighted = !header.text("weights").is_empty();
        let weight = is_weighted.then(|| place("weights".into())).transpose()?;
        let target = place("target".into())?;
        if header.text("missing") == "drop" {
            let used = || places.iter().chain([&target]).chain(&weight);
            rows.retain(|row| !used().any(|at| is_missing(&row[*at])));
        }
        let cells = |at: usize| rows.iter().map(move |row| &*row[at]);
        let read = |(at, place): (usize, &usize)| read_column(header, at, cells(*place));
        let columns = columns.zip(&places).map(read).collect::<Result<_, _>>()?;
        // A label that is missing is none of the classes.
        let labels = codes(&header.list("classes"), cells(target))?.into_iter();
        let labels = labels.map(|code| if code.is_nan() { usize::MAX } else { code as usize });
        let weights: Option<Vec<Fraction>> = match weight {
            Some(at) => cells(at).map(Fraction::read).collect(),
            None => Some(vec![Fraction { over: 1, under: 1 }; rows.len()]),
        };
        let table = weights.and_then(|weights| Table::new(columns, labels.collect(), &weights));
        table.ok_or("not all weights are numbers, or they are too large".into())
    }
}

/// Whether a cell is missing.
fn is_missing(cell: &str) -> bool {
    let is_word = |word: &&str| word.eq_ignore_ascii_case(cell);
    cell.len() <= 4 && ["", "NA", "N/A", "NaN", "null", "?"].iter().any(is_word)
}

fn read_column<'a>(
    header: &Json,
    at: usize,
    cells: impl Iterator<Item = &'a str>,
) -> Result<Column, String> {
    let [name, kind] = ["name", "kind"].map(|key| header.text(&format!("columns.{at}.{key}")));
    let number = |cell: &str| match cell.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ if is_missing(cell) => Ok(f64::NAN),
        _ => Err(format!("{cell:?} is not a number")),
    };
    let values = match kind {
        "numeric" => cells.map(number).collect(),
        _ => codes(&texts_of(header, at), cells),
    };
    let values = values.map_err(|why| format!("column {name:?}: {why}"))?;
    Ok(Column { values, ordered: kind == "numeric" })
}

/// The texts that a column may have: two spellings, or its categories.
pub(crate) fn texts_of(header: &Json, column: usize) -> Vec<&str> {
    ["spelling", "categories"].map(|key| header.list(&format!("columns.{column}.{key}"))).concat()
}

/// The place of each cell among texts: of the one that is spelled so, else so but for upper and lower
/// case, else of the first that is the same number.
fn codes<'a>(texts: &[&str], cells: impl Iterator<Item = &'a str>) -> Result<Vec<f64>, String> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let place = |cell: &str| {
        let at = |is_same: &dyn Fn(&str) -> bool| texts.iter().position(|text| is_same(text));
        let spelled =
            at(&|text| text == cell).or_else(|| at(&|text| text.eq_ignore_ascii_case(cell)));
        spelled.or_else(|| at(&|text| number(text).is_some() && number(text) == number(cell)))
    };
    let mut known: HashMap<&str, Option<usize>> = HashMap::new();
    let code = |cell: &'a str| match *known.entry(cell).or_insert_with(|| place(cell)) {
        Some(at) => Ok(at as f64),
        None if is_missing(cell) => Ok(f64::NAN),
        None => Err(format!("{cell:?} is not one of its values")),
    };
    cells.map(code).collect()
}
