//! The cells of a column → small numbers.
use super::batch::{BatchColumn, boolean_text, number_text};
use super::dictionary::{NumberDictionary, TextDictionary};
use crate::raw_table::Texts;
use crate::{ColumnCuts, NumberFormat, is_missing};

/// Turns the cells of a column into numbers, and these into the words that they stand for.
pub(crate) enum Encoder {
    /// Of a column that is not asked for.
    Nothing,
    /// A number for each text.
    Texts(TextDictionary),
    /// A number for each number, from 1; 0 is missing.
    Numbers(NumberDictionary),
    /// 1 is false, 2 true, 0 missing.
    Booleans,
    /// The interval of a number, from 1; 0 is missing. Numbers in text are written in a format.
    Intervals(ColumnCuts, NumberFormat),
    /// 1 is any number, 0 missing: of a column that is left out, but for the rows that lack it.
    Known,
}

impl Encoder {
    /// For a column of the kind that a batch has.
    pub(crate) fn of(column: &BatchColumn) -> Encoder {
        match column {
            BatchColumn::Skipped => Encoder::Nothing,
            BatchColumn::Texts(_) => Encoder::Texts(TextDictionary::default()),
            BatchColumn::Numbers(_) => Encoder::Numbers(NumberDictionary::default()),
            BatchColumn::Booleans(_) => Encoder::Booleans,
        }
    }

    /// Replaces `codes` by those of a column. The error is what the column holds, if it is of another
    /// kind than it was.
    pub(crate) fn encode(
        &mut self,
        column: &BatchColumn,
        rows: usize,
        codes: &mut Vec<u32>,
    ) -> Result<(), &'static str> {
        codes.clear();
        match (self, column) {
            (Encoder::Nothing, _) => codes.resize(rows, 0),
            (Encoder::Texts(known), column) => {
                return column.each_text(rows, |_, text| {
                    codes.push(known.code(text));
                    Ok(())
                });
            }
            (Encoder::Known, column) => {
                return column.each_text(rows, |_, text| {
                    codes.push(u32::from(!is_missing(text)));
                    Ok(())
                });
            }
            (Encoder::Numbers(known), BatchColumn::Numbers(numbers)) => {
                let code = |number: &f64| match number.is_nan() {
                    true => 0,
                    false => known.code(*number) + 1,
                };
                codes.extend(numbers.iter().map(code));
            }
            (Encoder::Booleans, BatchColumn::Booleans(values)) => {
                codes.extend(values.iter().map(|value| (value + 1).max(0) as u32));
            }
            (Encoder::Intervals(cuts, _), BatchColumn::Numbers(numbers)) => {
                codes.extend(numbers.iter().map(|number| interval(cuts, *number)));
            }
            (Encoder::Intervals(cuts, format), BatchColumn::Texts(texts)) => {
                for text in texts.iter() {
                    let number = format.number(text);
                    let number = number.or_else(|| is_missing(text).then_some(f64::NAN));
                    codes.push(interval(cuts, number.ok_or("text that is not a number")?));
                }
            }
            (_, column) => return Err(column.words()),
        }
        Ok(())
    }

    /// The words by number. Those of intervals have this character before their decimals.
    pub(crate) fn into_words(self, decimal: char) -> Texts {
        let mut words = Texts::default();
        match self {
            Encoder::Texts(known) => return known.into_words(),
            Encoder::Nothing => words.push(""),
            Encoder::Booleans => [-1, 0, 1].iter().for_each(|side| words.push(boolean_text(*side))),
            Encoder::Numbers(known) => {
                words.push("");
                known.into_numbers().iter().for_each(|number| words.push(&number_text(*number)));
            }
            Encoder::Known => ["", "0"].iter().for_each(|word| words.push(word)),
            Encoder::Intervals(cuts, _) => {
                words.push("");
                for interval in 0..=cuts.at.len() {
                    let word = number_text(cuts.representative(interval));
                    words.push(&word.replace('.', decimal.encode_utf8(&mut [0; 4])));
                }
            }
        }
        words
    }
}

fn interval(cuts: &ColumnCuts, number: f64) -> u32 {
    if number.is_nan() { 0 } else { cuts.interval(number) as u32 + 1 }
}
