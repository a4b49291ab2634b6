//! The weights of the rows of a batch.
use super::batch::{Batch, BatchColumn};
use super::source::{Place, Source};
use crate::weights::{WIDE_DECIMALS, wide_weight};
use crate::{DataError, MissingColumn, NumberFormat, Role, is_missing};

/// A weight in units of [`WIDE_DECIMALS`], and the decimals that it needs.
pub(crate) type Weight = (u128, u8);

/// The weights of a batch. A missing one is `None` if such rows are dropped, and refused otherwise.
pub(crate) fn read_weights(
    source: &Source<'_>,
    column: usize,
    batch: &Batch,
    place: &Place,
    (drops, format): (bool, NumberFormat),
) -> Result<Vec<Option<Weight>>, DataError> {
    let file = &source.inputs.files[place.file];
    // Only text is written in a format of its own.
    let format = match batch.columns[column] {
        BatchColumn::Texts(_) => format,
        _ => NumberFormat::default(),
    };
    let of = |row: usize| match file.is_parquet {
        true => crate::Place::Row(batch.lines[row] as usize),
        false => crate::Place::Line(batch.lines[row]),
    };
    let mut weights = Vec::with_capacity(batch.lines.len());
    let (source_name, name) = (|| file.path.clone(), || source.names[column].clone());
    batch.columns[column].each_text(batch.lines.len(), |row, text| {
        if is_missing(text) {
            if drops {
                weights.push(None);
                return Ok(());
            }
            let first = of(row);
            let column = MissingColumn { name: name(), role: Role::Weights, count: 1, first };
            return Err(DataError::MissingValues {
                source_name: source_name(),
                columns: vec![column],
            });
        }
        let (weight, decimals) = wide_weight(text, format).map_err(|problem| DataError::Cell {
            source_name: source_name(),
            place: of(row),
            column: name(),
            problem,
        })?;
        weights.push(Some((weight, decimals as u8)));
        Ok(())
    })?;
    Ok(weights)
}

/// What a row weighs where there are no weights.
pub(crate) const ONE: u128 = 10u128.pow(WIDE_DECIMALS);
