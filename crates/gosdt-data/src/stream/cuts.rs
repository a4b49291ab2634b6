//! The cuts of numeric columns next to their quantiles, in passes over the data.
use super::batch::{Batch, BatchColumn};
use super::batch_weights::{ONE, read_weights};
use super::source::{Place, Source};
use super::survey::{ColumnSurvey, Found};
use crate::reading::names_identifiers;
use crate::roles::Roles;
use crate::weights::WIDE_DECIMALS;
use crate::{
    CellProblem, Concern, DataError, Look, Missing, NumberFormat, Role, Schema, TableCuts,
    ThresholdCounts, Thresholds, is_identifier, is_missing,
};

/// What the passes before the last find.
pub(super) struct FoundCuts {
    /// The cuts of numeric columns.
    pub(super) cuts: TableCuts,
    /// The columns of whole numbers that name rows, and are left out.
    pub(super) left_out: Vec<Concern>,
}

/// Finds for each numeric column at most so many cuts.
pub(super) fn find_cuts(
    source: &Source<'_>,
    roles: &Roles,
    schema: &Schema,
    most: u32,
) -> Result<FoundCuts, DataError> {
    let format = schema.reading.format;
    let column = |(at, role)| (at, ColumnSurvey::new(role, format, most));
    let mut survey = Survey {
        source,
        roles,
        drops: schema.missing == Missing::Drop,
        format,
        columns: roles.features().map(column).collect(),
        decimals: 0,
        is_parquet: false,
    };
    source.each_batch(|batch, place| survey.add(batch, place, true))?;
    let features = survey.columns.len();
    survey.keep_numeric()?;
    let left_out = survey.leave_out_identifiers(features)?;
    while survey.end_pass() {
        source.each_batch(|batch, place| survey.add(batch, place, false))?;
    }
    Ok(FoundCuts { cuts: survey.into_cuts(most), left_out })
}

/// What is known of all columns of features.
struct Survey<'a> {
    source: &'a Source<'a>,
    roles: &'a Roles,
    drops: bool,
    format: NumberFormat,
    columns: Vec<(usize, ColumnSurvey)>,
    decimals: u32,
    is_parquet: bool,
}

impl Survey<'_> {
    fn add(&mut self, batch: &Batch, place: &Place, first: bool) -> Result<(), DataError> {
        let weights = self.weights(batch, place)?;
        self.is_parquet = self.source.inputs.files[place.file].is_parquet;
        for (at, column) in &mut self.columns {
            match first {
                // Text of a Parquet file is text.
                true if self.is_parquet && matches!(batch.columns[*at], BatchColumn::Texts(_)) => {
                    column.keep_as_text();
                    column.add(*at, batch, place.file, &weights);
                }
                true => column.add(*at, batch, place.file, &weights),
                false => column.add_again(&batch.columns[*at], &weights),
            }
        }
        Ok(())
    }

    /// The weights of a batch; `None` for rows that are left out.
    fn weights(&mut self, batch: &Batch, place: &Place) -> Result<Vec<Option<u128>>, DataError> {
        let mut weights = match self.roles.weights {
            None => vec![Some(ONE); batch.lines.len()],
            Some(column) => {
                let read =
                    read_weights(self.source, column, batch, place, (self.drops, self.format))?;
                let most = read.iter().flatten().map(|(_, decimals)| u32::from(*decimals)).max();
                self.decimals = self.decimals.max(most.unwrap_or(0));
                read.into_iter().map(|weight| weight.map(|(weight, _)| weight)).collect()
            }
        };
        if self.drops {
            let used = self.roles.used().into_iter().filter(|(_, role)| *role != Role::Weights);
            used.for_each(|(column, _)| leave_out_missing(&batch.columns[column], &mut weights));
        }
        Ok(weights)
    }

    /// Leaves out the columns that are not numeric.
    fn keep_numeric(&mut self) -> Result<(), DataError> {
        let mut numeric = vec![];
        for (at, column) in std::mem::take(&mut self.columns) {
            match column.is_numeric() {
                Ok(true) => numeric.push((at, column)),
                Ok(false) => {}
                Err((found, problem)) => return Err(self.bad_cell(at, &found, problem)),
            }
        }
        self.columns = numeric;
        Ok(())
    }

    /// Leaves out the columns that name rows, unless there is no other feature.
    fn leave_out_identifiers(&mut self, features: usize) -> Result<Vec<Concern>, DataError> {
        let mut found = vec![];
        for (at, column) in &self.columns {
            found.extend(self.identifier(*at, column)?);
        }
        if found.len() == features {
            return Ok(vec![]);
        }
        let names = &self.source.names;
        self.columns.retain(|(at, _)| found.iter().all(|one| one.name != names[*at]));
        Ok(found)
    }

    /// What stands against a column of whole numbers with the name of an identifier. It is refused where
    /// its numbers are too many to tell.
    fn identifier(&self, at: usize, column: &ColumnSurvey) -> Result<Option<Concern>, DataError> {
        let name = &self.source.names[at];
        let whole = column.whole_numbers().filter(|_| names_identifiers(name));
        let Some((rows, distinct)) = whole else { return Ok(None) };
        let Some(distinct) = distinct else {
            return Err(DataError::Unreadable {
                source_name: self.source.inputs.name.clone(),
                problem: format!(
                    "column `{name}` is called as names of rows are, and has more than a million \
                     different values; leave it out with `--ignore {name}`, or use it with \
                     `--numeric {name}`"
                ),
            });
        };
        let concern = Concern::new(name, Look::Identifiers, rows, distinct);
        Ok(is_identifier(name, distinct, rows).then_some(concern))
    }

    fn bad_cell(&self, column: usize, found: &Found, problem: CellProblem) -> DataError {
        let file = &self.source.inputs.files[found.file];
        DataError::Cell {
            source_name: file.path.clone(),
            place: match file.is_parquet {
                true => crate::Place::Row(found.line as usize),
                false => crate::Place::Line(found.line),
            },
            column: self.source.names[column].clone(),
            problem,
        }
    }

    fn end_pass(&mut self) -> bool {
        self.columns.iter_mut().fold(false, |more, (_, column)| column.end_pass() || more)
    }

    fn into_cuts(self, most: u32) -> TableCuts {
        let unit = 10u128.pow(WIDE_DECIMALS - self.decimals);
        let (mut counts, mut columns) = (ThresholdCounts::default(), vec![]);
        for (at, column) in self.columns {
            if let Some((cuts, offered)) = column.into_cuts(&self.source.names[at], most, unit) {
                counts.add(offered, cuts.at.len());
                columns.push(cuts);
            }
        }
        TableCuts { rule: Thresholds::Quantile { most }, counts, columns }
    }
}

fn leave_out_missing(column: &BatchColumn, weights: &mut [Option<u128>]) {
    match column {
        BatchColumn::Numbers(numbers) => {
            for (number, weight) in numbers.iter().zip(weights) {
                *weight = weight.filter(|_| !number.is_nan());
            }
        }
        BatchColumn::Booleans(values) => {
            for (value, weight) in values.iter().zip(weights) {
                *weight = weight.filter(|_| *value >= 0);
            }
        }
        BatchColumn::Texts(texts) => {
            for (text, weight) in texts.iter().zip(weights) {
                *weight = weight.filter(|_| !is_missing(text));
            }
        }
        BatchColumn::Skipped => {}
    }
}
