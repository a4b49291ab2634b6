//! The rows that a proof is about.
use crate::fraction::{Fraction, gcd};
use crate::json::Json;
use std::collections::HashMap;

/// The code of a missing text.
pub const MISSING: u32 = u32::MAX;

/// The values of a column, one per row.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Numbers; NaN is missing.
    Numbers(Vec<f64>),
    /// Indices into the categories (or the spellings of false and true) that the header lists, or
    /// [`MISSING`].
    Texts(Vec<u32>),
}

/// The rows that a proof is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The feature columns, as the header lists them.
    pub columns: Vec<Column>,
    /// Index of the class of each row.
    pub labels: Vec<u32>,
    /// Weight of each row.
    pub weights: Vec<u64>,
}

impl Table {
    /// A table whose weights are divided by what they share, since only their proportions matter.
    pub fn new(columns: Vec<Column>, labels: Vec<u32>, mut weights: Vec<u64>) -> Table {
        let common = weights.iter().fold(0, |common, weight| gcd(common, (*weight).into()));
        weights.iter_mut().for_each(|weight| *weight /= common.max(1) as u64);
        Table { columns, labels, weights }
    }

    /// The FNV-1a hash, in 64 bits, of all cells row by row: the value of each column (a number as the
    /// bits of its double, missing as all ones, both zeros as zero; a text as its index in four bytes),
    /// the class in four bytes and the weight in eight, the low byte first. It tells files apart that
    /// were mistaken for each other. A proof is checked on the table itself, so that nothing depends on
    /// the hash being hard to forge.
    pub fn digest(&self) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut add = |bytes: &[u8]| {
            bytes.iter().for_each(|b| hash = (hash ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3));
        };
        for row in 0..self.labels.len() {
            for column in &self.columns {
                match column {
                    Column::Numbers(values) if values[row].is_nan() => add(&[255; 8]),
                    Column::Numbers(values) => add(&(values[row] + 0.0).to_bits().to_le_bytes()),
                    Column::Texts(codes) => add(&codes[row].to_le_bytes()),
                }
            }
            add(&self.labels[row].to_le_bytes());
            add(&self.weights[row].to_le_bytes());
        }
        format!("{hash:016x}")
    }

    /// Types the rows of a file as a header says. The first row holds the names unless the header
    /// says that there are none; the columns are then called `c1`, `c2`, ….
    pub fn read(text: &str, header: &Json) -> Result<Table, String> {
        let delimiter = header.get("delimiter").text().and_then(|text| text.chars().next());
        let mut rows = crate::csv::read(text, delimiter)?;
        let width = rows.first().ok_or("there is no row")?.len();
        if rows.iter().any(|row| row.len() != width) {
            return Err("rows have different numbers of fields".into());
        }
        let names: Vec<String> = match header.get("names") {
            Json::Bool(false) => (1..=width).map(|at| format!("c{at}")).collect(),
            _ => rows.remove(0),
        };
        let place = |name: &Json| {
            let name = name.text().unwrap_or_default();
            names
                .iter()
                .position(|other| other == name)
                .ok_or(format!("there is no column {name:?}"))
        };
        let columns = header.get("columns").items();
        let places = columns
            .iter()
            .map(|column| place(column.get("name")))
            .collect::<Result<Vec<_>, _>>()?;
        let target = place(header.get("target"))?;
        let weight = match header.get("weights") {
            Json::Null => None,
            name => Some(place(name)?),
        };
        if header.get("missing").text() == Some("drop") {
            let used = || places.iter().chain([&target]).chain(&weight);
            rows.retain(|row| !used().any(|at| is_missing(&row[*at])));
        }
        let classes = header.get("classes").items();
        let label = |row: &Vec<String>| class_of(&row[target], classes);
        let labels = rows.iter().map(label).collect::<Result<_, _>>()?;
        let cells = |at: usize| rows.iter().map(move |row| row[at].as_str());
        let read = |(column, at): (&Json, &usize)| Column::read(column, cells(*at));
        let columns = columns.iter().zip(&places).map(read).collect::<Result<_, _>>()?;
        let weights = weight.map_or(Ok(vec![1; rows.len()]), |at| read_weights(cells(at)))?;
        Ok(Table::new(columns, labels, weights))
    }
}

/// Whether a cell is missing.
fn is_missing(cell: &str) -> bool {
    ["", "NA", "N/A", "NaN", "null", "?"].iter().any(|word| word.eq_ignore_ascii_case(cell))
}

/// The class of a label: the one that is spelled so, else the only one that is the same number.
fn class_of(cell: &str, classes: &[Json]) -> Result<u32, String> {
    let exact = classes.iter().position(|class| class.text() == Some(cell));
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let same =
        |class: &Json| number(cell).is_some() && class.text().and_then(number) == number(cell);
    let mut alike = (0..classes.len()).filter(|at| same(&classes[*at]));
    let class = exact.or_else(|| alike.next().filter(|_| alike.next().is_none()));
    class.map(|class| class as u32).ok_or_else(|| format!("{cell:?} is none of the classes"))
}

/// Weights as whole numbers: all are multiplied by the same power of ten.
fn read_weights<'a>(cells: impl Iterator<Item = &'a str>) -> Result<Vec<u64>, String> {
    let read = |cell: &str| {
        let weight = Fraction::read(cell).filter(|weight| weight.over >= 0);
        weight.ok_or_else(|| format!("{cell:?} is not a weight"))
    };
    let weights = cells.map(read).collect::<Result<Vec<_>, _>>()?;
    let mut under = weights.iter().map(|weight| weight.under);
    let lcm = under.try_fold(1i128, |lcm, by| (lcm / gcd(lcm, by)).checked_mul(by));
    let whole =
        |weight: &Fraction| u64::try_from(weight.over.checked_mul(lcm? / weight.under)?).ok();
    let whole: Option<Vec<u64>> = weights.iter().map(whole).collect();
    let sum = |all: &Vec<u64>| all.iter().try_fold(0u64, |sum, weight| sum.checked_add(*weight));
    whole.filter(|all| sum(all).is_some()).ok_or("the weights span too many digits".into())
}

impl Column {
    fn read<'a>(column: &Json, cells: impl Iterator<Item = &'a str>) -> Result<Column, String> {
        let name = column.get("name").text().unwrap_or_default();
        let number = |cell: &str| match cell.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ if is_missing(cell) => Ok(f64::NAN),
            _ => Err(format!("{cell:?} in column {name:?} is not a number")),
        };
        let (texts, is_boolean) = match column.get("kind").text() {
            Some("numeric") => {
                return Ok(Column::Numbers(cells.map(number).collect::<Result<_, _>>()?));
            }
            Some("boolean") => (column.get("spelling").items(), true),
            _ => (column.get("categories").items(), false),
        };
        // The spellings of a boolean may be in upper or lower case.
        let key =
            |text: &str| if is_boolean { text.to_ascii_lowercase() } else { text.to_string() };
        let texts = texts.iter().enumerate();
        let codes: HashMap<String, u32> =
            texts.map(|(code, text)| (key(text.text().unwrap_or_default()), code as u32)).collect();
        let code = |cell: &str| match codes.get(&key(cell)) {
            Some(code) => Ok(*code),
            None if is_missing(cell) => Ok(MISSING),
            None => Err(format!("{cell:?} in column {name:?} is not one of its values")),
        };
        Ok(Column::Texts(cells.map(code).collect::<Result<_, _>>()?))
    }
}
