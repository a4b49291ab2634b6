//! What the columns of a text table hold, before any is chosen.
use crate::stop::{Poll, Stopped};
use crate::typed_column::read_column;
use crate::{DataError, RawTable, Role, Values, is_missing};

/// Texts that a summary shows.
const EXAMPLES: usize = 4;

/// What a column of a text table holds.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSummary {
    /// Header name.
    pub name: String,
    /// What it is read as unless told otherwise: `numeric`, `boolean` or `categorical`; or why it
    /// cannot be read.
    pub kind: Result<&'static str, String>,
    /// Cells without a value.
    pub missing: usize,
    /// Distinct values.
    pub distinct: usize,
    /// The first few distinct texts.
    pub examples: Vec<String>,
}

/// A summary of each column. `stop` is called every few milliseconds at least, and ends it when it
/// returns true.
pub fn column_summaries(
    raw: &RawTable,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<ColumnSummary>, Stopped> {
    let rows: Vec<usize> = (0..raw.rows()).collect();
    let poll = &mut Poll::new(stop);
    (0..raw.names.len()).map(|column| summary(raw, column, &rows, poll)).collect()
}

fn summary(
    raw: &RawTable,
    column: usize,
    rows: &[usize],
    poll: &mut Poll,
) -> Result<ColumnSummary, Stopped> {
    let (kind, distinct) = match read_column(raw, column, Role::Feature, rows, poll) {
        Ok(read) => (Ok(kind(&read.values)), distinct(&read.values)),
        Err(DataError::Stopped(stopped)) => return Err(stopped),
        Err(error) => (Err(error.to_string()), 0),
    };
    let missing = rows.iter().filter(|row| is_missing(raw.cell(**row, column))).count();
    let (name, examples) = (raw.names[column].clone(), examples(raw, column));
    Ok(ColumnSummary { name, kind, missing, distinct, examples })
}

fn kind(values: &Values) -> &'static str {
    match values {
        Values::Numeric(_) => "numeric",
        Values::Boolean { .. } => "boolean",
        Values::Categorical { .. } => "categorical",
    }
}

/// How many distinct values there are.
fn distinct(values: &Values) -> usize {
    match values {
        Values::Numeric(numbers) => {
            let mut sorted: Vec<f64> = numbers.iter().copied().filter(|x| !x.is_nan()).collect();
            sorted.sort_unstable_by(f64::total_cmp);
            sorted.dedup();
            sorted.len()
        }
        Values::Boolean { values, .. } => {
            [true, false].iter().filter(|side| values.contains(&Some(**side))).count()
        }
        Values::Categorical { categories, .. } => categories.len(),
    }
}

fn examples(raw: &RawTable, column: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for row in 0..raw.rows() {
        let cell = raw.cell(row, column);
        if !is_missing(cell) && !found.iter().any(|known| known == cell) {
            found.push(cell.to_string());
        }
        if found.len() == EXAMPLES || row == 1000 {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CsvOptions, read_csv_from};

    #[test]
    fn each_column_tells_what_it_holds() {
        let file = "n,b,c,bad\n1,yes,x,inf\n2,no,,1\n1,yes,y,2\n,no,x,3\n";
        let raw = read_csv_from(file.as_bytes(), "f.csv", &CsvOptions::default()).unwrap();
        let all = column_summaries(&raw, &|| false).unwrap();
        let told = |at: usize| {
            let ColumnSummary { kind, missing, distinct, examples, .. } = &all[at];
            (kind.clone().unwrap(), *missing, *distinct, examples.join(" "))
        };
        assert_eq!(told(0), ("numeric", 1, 2, "1 2".to_string()));
        assert_eq!(told(1), ("boolean", 0, 2, "yes no".to_string()));
        assert_eq!(told(2), ("categorical", 1, 2, "x y".to_string()));
        let problem = all[3].kind.clone().unwrap_err();
        assert!(problem.contains("line 2, column `bad`: `inf` is an infinite number"), "{problem}");
        assert_eq!(column_summaries(&raw, &|| true), Err(Stopped));
    }
}
