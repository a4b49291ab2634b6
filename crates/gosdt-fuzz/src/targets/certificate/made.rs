//! Small tables, as a file and as the oracle has them.
use gosdt_oracle::random::Stream;

/// A table: cells as text, labels by class, weights.
pub struct Made {
    columns: Vec<Vec<String>>,
    pub labels: Vec<usize>,
    pub classes: usize,
    pub weights: Vec<u64>,
}

const MISSING: &str = "?";

impl Made {
    /// Up to so many rows with numbers, with categories and with answers, and a label that depends on
    /// them but for chance.
    pub fn new(stream: &mut Stream, most_rows: usize) -> Made {
        let rows = 4 + stream.below(most_rows - 3);
        let values = 2 + stream.below(5);
        let (gone, heavy) = (stream.once_in(3), stream.once_in(3));
        let classes = 2 + usize::from(stream.once_in(4));
        let numbers: Vec<usize> = (0..rows).map(|_| stream.below(values)).collect();
        let colours: Vec<usize> = (0..rows).map(|_| stream.below(3)).collect();
        let mut cell = |text: String| match gone && stream.once_in(6) {
            true => MISSING.to_string(),
            false => text,
        };
        let mut columns = vec![
            numbers.iter().map(|&number| cell(format!("{number}.5"))).collect(),
            colours.iter().map(|&at| cell(["red", "green", "blue"][at].to_string())).collect(),
        ];
        if stream.once_in(2) {
            columns.push((0..rows).map(|_| stream.below(2).to_string()).collect());
        }
        // Every class occurs.
        let rule = |row: usize| usize::from(numbers[row] * 2 > values) + colours[row] / 2;
        let label = |stream: &mut Stream, row: usize| match row < classes {
            true => row,
            false if stream.once_in(4) => stream.below(classes),
            false => rule(row) % classes,
        };
        let labels = (0..rows).map(|row| label(stream, row)).collect();
        let weight = |stream: &mut Stream| if heavy { 1 + stream.below(3) as u64 } else { 1 };
        let weights = (0..rows).map(|_| weight(stream)).collect();
        Made { columns, labels, classes, weights }
    }

    /// The file; its last columns are `w`, the weight, and `label`.
    pub fn csv(&self) -> String {
        let names = ["number", "colour", "flag"][..self.columns.len()].join(",");
        let row = |row: usize| {
            let cells: String =
                self.columns.iter().map(|column| format!("{},", column[row])).collect();
            format!("{cells}{},class {}\n", self.weights[row], self.labels[row])
        };
        format!("{names},w,label\n{}", (0..self.labels.len()).map(row).collect::<String>())
    }

    /// How each row answers every split that the file allows.
    pub fn answers(&self) -> Vec<Vec<bool>> {
        let splits: Vec<Vec<bool>> = self.columns.iter().flat_map(|cells| splits(cells)).collect();
        (0..self.labels.len()).map(|row| splits.iter().map(|split| split[row]).collect()).collect()
    }
}

/// The splits of a column: at most a value, or equal to a category; and missing.
fn splits(cells: &[String]) -> Vec<Vec<bool>> {
    let mut values: Vec<&String> = cells.iter().collect();
    values.sort();
    values.dedup();
    let is_number = values.iter().all(|value| value.parse::<f64>().is_ok() || *value == MISSING);
    let says = |cell: &String, value: &String| match is_number && value != MISSING {
        // Of one digit before the point: text is in the order of the numbers.
        true => cell != MISSING && cell <= value,
        false => cell == value,
    };
    let split = |value: &&String| cells.iter().map(|cell| says(cell, value)).collect();
    values.iter().map(split).collect()
}
