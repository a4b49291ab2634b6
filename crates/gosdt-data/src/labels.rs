//! The label column.
use crate::stop::Poll;
use crate::text_codes::sorted_codes;
use crate::{DataError, Labels, RawTable, parse_decimal, parse_number};
use num_rational::BigRational;

/// More classes than this are no classes: a number or a key was taken for the label. The bound
/// also keeps the table of weights (equal rows × classes) from growing with the square of the rows.
pub(crate) const MOST_CLASSES: usize = 1000;

/// A label with more different numbers than this is a number to predict rather than a class.
const MOST_NUMBERS: usize = 50;

/// Reads the kept rows of the label column, none of which is missing. Many different numbers are
/// refused unless they are to be classes.
pub(crate) fn read_labels(
    raw: &RawTable,
    (column, is_categorical): (usize, bool),
    rows: &[usize],
    poll: &mut Poll,
) -> Result<Labels, DataError> {
    let cells = rows.iter().map(|row| Some(raw.cell(*row, column)));
    let (texts, codes) = sorted_codes(cells, poll)?;
    let name = raw.names[column].clone();
    let numbers = texts.iter().map(|text| exact_number(text)).collect::<Option<Vec<_>>>();
    if numbers.is_some() && !is_categorical {
        check_number_count(&raw.source, &name, texts.len())?;
    }
    check_class_count(&raw.source, &name, texts.len())?;
    let codes = codes.into_iter().flatten();
    Ok(match numbers {
        None => Labels { name, classes: texts, codes: codes.collect() },
        Some(numbers) => {
            let (classes, class_of) = numeric_classes(&texts, &numbers);
            Labels { name, classes, codes: codes.map(|text| class_of[text as usize]).collect() }
        }
    })
}

fn check_number_count(source: &str, name: &str, classes: usize) -> Result<(), DataError> {
    if classes <= MOST_NUMBERS {
        return Ok(());
    }
    let (source_name, column) = (source.to_string(), name.to_string());
    Err(DataError::NumericTarget { source_name, column, classes, most: MOST_NUMBERS })
}

/// Checks that a label has no more classes than a label can have.
pub(crate) fn check_class_count(source: &str, name: &str, classes: usize) -> Result<(), DataError> {
    if classes <= MOST_CLASSES {
        return Ok(());
    }
    Err(DataError::TooManyClasses {
        source_name: source.to_string(),
        column: name.to_string(),
        classes,
        most: MOST_CLASSES,
    })
}

/// The number that a label spells, exactly: long keys that differ must stay different.
fn exact_number(text: &str) -> Option<BigRational> {
    parse_number(text).filter(|number| number.is_finite())?;
    parse_decimal(text)
}

/// The classes in numeric order, and the class of each text. Texts are in text order; of those
/// that spell one number, the first names the class.
fn numeric_classes(texts: &[String], numbers: &[BigRational]) -> (Vec<String>, Vec<u32>) {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by(|a, b| numbers[*a].cmp(&numbers[*b]));
    let mut classes = Vec::new();
    let mut class_of = vec![0; texts.len()];
    for same in order.chunk_by(|a, b| numbers[*a] == numbers[*b]) {
        same.iter().for_each(|text| class_of[*text] = classes.len() as u32);
        classes.push(texts[same[0]].clone());
    }
    (classes, class_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CsvOptions, read_csv_from};

    fn read(cells: &str) -> Result<Labels, DataError> {
        read_as(cells, true)
    }

    fn read_as(cells: &str, is_categorical: bool) -> Result<Labels, DataError> {
        let file = cells.split(' ').map(|cell| format!("{cell}\n")).collect::<String>();
        let options = CsvOptions { header: false, ..CsvOptions::default() };
        let raw = read_csv_from(file.as_bytes(), "f.csv", &options).unwrap();
        let rows: Vec<usize> = (0..raw.rows()).collect();
        read_labels(&raw, (0, is_categorical), &rows, &mut Poll::new(&|| false))
    }

    fn check(cells: &str, classes: &[&str], codes: &[u32]) {
        let labels = read(cells).unwrap();
        assert_eq!(
            (labels.classes, &labels.codes[..]),
            (classes.iter().map(|c| c.to_string()).collect(), codes)
        );
    }

    #[test]
    fn numbers_are_in_numeric_order() {
        check("10 9 -1 9", &["-1", "9", "10"], &[2, 1, 0, 1]);
    }

    #[test]
    fn texts_are_in_text_order() {
        check("b 10 9 a", &["10", "9", "a", "b"], &[3, 0, 1, 2]);
        check("1/2 1/10", &["1/10", "1/2"], &[1, 0]);
    }

    #[test]
    fn spellings_of_one_number_are_one_class() {
        check("2 1.0 1 1e0 -0 0", &["-0", "1", "2"], &[2, 1, 1, 1, 0, 0]);
    }

    #[test]
    fn long_numbers_that_differ_stay_different() {
        check(
            "9007199254740993 9007199254740992",
            &["9007199254740992", "9007199254740993"],
            &[1, 0],
        );
    }

    #[test]
    fn too_many_classes_are_refused() {
        let cells = |count: usize| (0..count).map(|i| i.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(read(&cells(MOST_CLASSES)).unwrap().classes.len(), MOST_CLASSES);
        let error = read(&cells(MOST_CLASSES + 1)).unwrap_err().to_string();
        assert!(error.starts_with("f.csv: the label column `c1` has 1001 different values"));
    }

    #[test]
    fn many_numbers_are_refused_unless_they_are_classes() {
        let cells = (0..51).map(|i| format!("{i}.5")).collect::<Vec<_>>().join(" ");
        let error = read_as(&cells, false).unwrap_err().to_string();
        assert!(error.contains("`c1` has 51 different numbers"), "{error}");
        assert_eq!(read_as(&cells, true).unwrap().classes.len(), 51);
        let fewer = cells.replacen("0.5 ", "1.5 ", 1);
        assert_eq!(read_as(&fewer, false).unwrap().classes.len(), 50);
        let texts = cells.replace(".5", "a");
        assert_eq!(read_as(&texts, false).unwrap().classes.len(), 51);
    }
}
