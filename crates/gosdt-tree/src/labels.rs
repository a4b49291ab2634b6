//! The truth to compare predictions with.
use crate::{Model, ModelError, printable};
use gosdt_data::{RawTable, is_missing, parse_decimal, parse_number};
use num_rational::BigRational;
use std::collections::HashMap;

/// The true classes of a table's rows, from its target column; labels unknown to the model are an
/// error. Numbers may be spelled in another way than in training (`1.0` for `1`).
pub fn true_classes(model: &Model, raw: &RawTable) -> Result<Vec<usize>, ModelError> {
    let position = raw.column_index(&model.target)?;
    let mut names = ClassNames::new(&model.classes);
    let class = |row| {
        let text = raw.cell(row, position);
        names.find(text).ok_or_else(|| unknown(model, raw, row, text))
    };
    (0..raw.rows()).map(class).collect()
}

/// The classes by the spellings met so far and, for those that are numbers, by number.
struct ClassNames<'a> {
    by_name: HashMap<&'a str, usize>,
    by_number: HashMap<BigRational, usize>,
}

impl<'a> ClassNames<'a> {
    fn new(classes: &'a [String]) -> ClassNames<'a> {
        let numbered = classes.iter().enumerate();
        let number = |(at, name): (usize, &String)| exact_number(name).map(|number| (number, at));
        ClassNames {
            by_name: numbered.clone().map(|(at, name)| (name.as_str(), at)).collect(),
            by_number: numbered.filter_map(number).collect(),
        }
    }

    fn find(&mut self, text: &'a str) -> Option<usize> {
        if let Some(class) = self.by_name.get(text) {
            return Some(*class);
        }
        let class = *self.by_number.get(&exact_number(text)?)?;
        self.by_name.insert(text, class);
        Some(class)
    }
}

/// The number that a label spells, exactly: long keys that differ must stay different.
fn exact_number(text: &str) -> Option<BigRational> {
    parse_number(text).filter(|number| number.is_finite())?;
    parse_decimal(text)
}

fn unknown(model: &Model, raw: &RawTable, row: usize, text: &str) -> ModelError {
    let (source_name, line, column) =
        (raw.source_of(row).to_string(), raw.line(row), model.target.clone());
    if is_missing(text) {
        return ModelError::MissingLabel { source_name, line, column };
    }
    let classes: Vec<_> = model.classes.iter().map(|class| printable(class)).collect();
    let (text, classes) = (text.to_owned(), classes.join(", "));
    ModelError::UnknownLabel { source_name, line, column, text, classes }
}
