//! The label column.
use crate::stop::Poll;
use crate::text_codes::sorted_codes;
use crate::{DataError, Labels, RawTable, parse_decimal, parse_number};
use num_rational::BigRational;

/// More classes than this are no classes: a number or a key was taken for the label. The bound
/// also keeps the table of weights (equal rows × classes) from growing with the square of the rows.
pub(crate) const MOST_CLASSES: usize = 1000;

/// Reads the kept rows of the label column, none of which is missing.
pub(crate) fn read_labels(
    raw: &RawTable,
    column: usize,
    rows: &[usize],
    poll: &mut Poll,
) -> Result<Labels, DataError> {
    let cells = rows.iter().map(|row| Some(raw.cell(*row, column)));
    let (texts, codes) = sorted_codes(cells, poll)?;
    let name = raw.names[column].clone();
    check_class_count(&raw.source, &name, texts.len())?;
    let codes = codes.into_iter().flatten();
    Ok(match texts.iter().map(|text| exact_number(text)).collect::<Option<Vec<_>>>() {
        None => Labels { name, classes: texts, codes: codes.collect() },
        Some(numbers) => {
            let (classes, class_of) = numeric_classes(&texts, &numbers);
            Labels { name, classes, codes: codes.map(|text| class_of[text as usize]).collect() }
        }
    })
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
        let file = cells.split(' ').map(|cell| format!("{cell}\n")).collect::<String>();
        let options = CsvOptions { header: false, ..CsvOptions::default() };
        let raw = read_csv_from(file.as_bytes(), "f.csv", &options).unwrap();
        read_labels(&raw, 0, &(0..raw.rows()).collect::<Vec<_>>(), &mut Poll::new(&|| false))
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
}
