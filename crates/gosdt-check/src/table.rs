//! The rows that a proof is about.
use crate::{fraction::Fraction, json::Json};

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
            _ => rows.drain(..1.min(rows.len())).flatten().collect(),
        };
        let found = |name: &str| names.iter().position(|other| other == name);
        let place = |name: &str| found(name).ok_or_else(|| format!("there is no column {name:?}"));
        let columns = 0..header.list("columns").len();
        let places = columns.map(|at| place(header.text(&format!("columns.{at}.name"))));
        let places = places.collect::<Result<Vec<usize>, _>>()?;
        let weight = Some(header.text("weights")).filter(|name| !name.is_empty());
        let (weight, target) = (weight.map(place).transpose()?, place(header.text("target"))?);
        if header.text("missing") == "drop" {
            let used = || places.iter().chain([&target]).chain(&weight);
            rows.retain(|row| !used().any(|at| is_missing(&row[*at])));
        }
        let cells = |at: usize| rows.iter().map(|row| row[at].as_str()).collect::<Vec<&str>>();
        let column = |(at, place): (usize, &usize)| {
            let text = |key: &str| header.text(&format!("columns.{at}.{key}"));
            let (ordered, texts) = (text("kind") == "numeric", texts_of(header, at));
            let values = values(&cells(*place), (!ordered).then_some(&texts));
            let values = values.map_err(|why| format!("column {:?}: {why}", text("name")));
            Ok(Column { values: values?, ordered })
        };
        let columns = places.iter().enumerate().map(column).collect::<Result<_, String>>()?;
        // A label that is missing is none of the classes.
        let labels = values(&cells(target), Some(&header.list("classes")))?.into_iter();
        let labels = labels.map(|code| if code.is_nan() { usize::MAX } else { code as usize });
        let one = Some(Fraction { over: 1, under: 1 });
        let weights = rows.iter().map(|row| weight.map_or(one, |at| Fraction::read(&row[at])));
        let weights = weights.collect::<Option<Vec<Fraction>>>();
        let table = weights.and_then(|weights| Table::new(columns, labels.collect(), &weights));
        table.ok_or("not all weights are numbers, or they are too large".into())
    }
}

/// Whether a cell is missing.
fn is_missing(cell: &str) -> bool {
    ["", "NA", "N/A", "NaN", "null", "?"].iter().any(|word| word.eq_ignore_ascii_case(cell))
}

/// The texts that a column may have: two spellings, or its categories.
pub(crate) fn texts_of(header: &Json, column: usize) -> Vec<&str> {
    ["spelling", "categories"].map(|key| header.list(&format!("columns.{column}.{key}"))).concat()
}

/// The numbers that cells are; or where they are among texts.
fn values(cells: &[&str], texts: Option<&Vec<&str>>) -> Result<Vec<f64>, String> {
    let value = |cell: &&str| match texts.map_or(number(cell), |texts| place(texts, cell)) {
        Some(value) => Ok(value),
        None if is_missing(cell) => Ok(f64::NAN),
        None if texts.is_none() => Err(format!("{cell:?} is not a number")),
        None => Err(format!("{cell:?} is not one of its values")),
    };
    cells.iter().map(value).collect()
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The place of a cell among texts: of the one that is spelled so, else so but for upper and lower case,
/// else of the first that is the same number.
fn place(texts: &[&str], cell: &str) -> Option<f64> {
    let place = |is_same: &dyn Fn(&str) -> bool| texts.iter().position(|text| is_same(text));
    let spelled = place(&|text| text == cell);
    let spelled = spelled.or_else(|| place(&|text| text.eq_ignore_ascii_case(cell)));
    let same = || place(&|text| number(text).is_some() && number(text) == number(cell));
    spelled.or_else(same).map(|at| at as f64)
}
