//! Text columns → feature columns. A column that looks like something else than what it would be read
//! as is named: it is refused, or left out where each row has a value of its own.
use crate::reading::{column_is_day_first, names_identifiers, whole_column_unit};
use crate::roles::Roles;
use crate::stop::Poll;
use crate::typed_column::read_column_as;
use crate::{
    Column, Concern, DataError, DatePart, DateReading, Look, RawTable, Reading, ReadingOptions,
    Role, Values, is_identifier, is_missing, look_at,
};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The feature columns of a table.
#[derive(Default)]
pub(crate) struct Features {
    pub(crate) columns: Vec<Column>,
    /// How cells were read, by the names of the columns that are not plain.
    pub(crate) readings: BTreeMap<String, Reading>,
    /// The columns that were left out.
    pub(crate) left_out: Vec<Concern>,
}

/// Reads the kept rows of all feature columns, and frees the text of each where the table is owned.
pub(crate) fn read_features(
    raw: &mut Cow<RawTable>,
    roles: &Roles,
    rows: &[usize],
    options: &ReadingOptions,
    poll: &mut Poll,
) -> Result<Features, DataError> {
    options.check()?;
    let (mut features, mut misread, mut identifiers) = (Features::default(), vec![], vec![]);
    for (column, role) in roles.features() {
        let read = FeatureCells { raw, column, rows, options }.read(role, poll)?;
        match &read.concern {
            Some(concern) if concern.look == Look::Identifiers => identifiers.push(read),
            Some(concern) => misread.push(concern.clone()),
            None => features.add(read),
        }
        if let Cow::Owned(raw) = raw {
            raw.free_column(column);
        }
    }
    if !misread.is_empty() {
        return Err(DataError::Misread { source_name: raw.source.clone(), columns: misread });
    }
    // Where there is nothing else, identifiers are all that can be asked.
    match features.columns.is_empty() {
        true => identifiers.into_iter().for_each(|read| features.add(read)),
        false => {
            features.left_out = identifiers.into_iter().filter_map(|read| read.concern).collect()
        }
    }
    Ok(features)
}

impl Features {
    fn add(&mut self, read: Read) {
        for (column, reading) in read.columns {
            if !reading.is_plain() && matches!(column.values, Values::Numeric(_)) {
                self.readings.insert(column.name.clone(), reading);
            }
            self.columns.push(column);
        }
    }
}

/// The kept cells of a column, and how they are to be read.
struct FeatureCells<'a> {
    raw: &'a RawTable,
    column: usize,
    rows: &'a [usize],
    options: &'a ReadingOptions,
}

/// What a text column becomes.
struct Read {
    /// Its columns, and how each was read.
    columns: Vec<(Column, Reading)>,
    /// What stands against them.
    concern: Option<Concern>,
}

impl<'a> FeatureCells<'a> {
    fn read(&self, role: Role, poll: &mut Poll) -> Result<Read, DataError> {
        match role {
            Role::Date => self.dates(poll),
            Role::Ordered => {
                let levels = self.options.levels(self.name()).unwrap_or_default();
                let reading = Reading::of_levels(levels.to_vec());
                let column = self.typed(role, &reading, poll)?;
                Ok(Read { columns: vec![(column, reading)], concern: None })
            }
            _ => {
                let mut reading = Reading::of_format(self.options.format);
                if role != Role::Categorical {
                    reading.unit = whole_column_unit(self.known()).map(String::from);
                }
                let column = self.typed(role, &reading, poll)?;
                let concern = if role == Role::Feature { self.concern(&column) } else { None };
                Ok(Read { columns: vec![(column, reading)], concern })
            }
        }
    }

    fn name(&self) -> &'a str {
        &self.raw.names[self.column]
    }

    /// The cells that are not missing.
    fn known(&self) -> impl Iterator<Item = &'a str> {
        let (raw, column) = (self.raw, self.column);
        let cells = self.rows.iter().map(move |row| raw.cell(*row, column));
        cells.filter(|cell| !is_missing(cell))
    }

    fn typed(&self, role: Role, reading: &Reading, poll: &mut Poll) -> Result<Column, DataError> {
        read_column_as(self.raw, self.column, role, self.rows, reading, poll)
    }

    /// The year, the month and the weekday of each date.
    fn dates(&self, poll: &mut Poll) -> Result<Read, DataError> {
        let name = self.name().to_string();
        let (source_name, column) = (self.raw.source.clone(), name.clone());
        let day_first = column_is_day_first(self.known())
            .ok_or(DataError::AmbiguousDates { source_name, column })?;
        let reading =
            |part| Reading::of_date(DateReading { column: name.clone(), part, day_first });
        let columns = DatePart::ALL.map(reading).into_iter().map(|reading| {
            let mut column = self.typed(Role::Numeric, &reading, poll)?;
            column.name = reading.date.as_ref().map_or(column.name, DateReading::name);
            Ok((column, reading))
        });
        Ok(Read { columns: columns.collect::<Result<_, DataError>>()?, concern: None })
    }

    /// What stands against reading the column as it was.
    fn concern(&self, column: &Column) -> Option<Concern> {
        match &column.values {
            Values::Categorical { categories, codes } => {
                let mut counts = vec![0; categories.len()];
                codes.iter().flatten().for_each(|code| counts[*code as usize] += 1);
                let known = counts.iter().sum();
                let words = categories.iter().map(String::as_str).zip(counts);
                let look = look_at(&words.collect::<Vec<_>>(), self.options.format)?;
                Some(Concern::new(self.name(), look, known, categories.len()))
            }
            Values::Numeric(numbers) if names_identifiers(self.name()) => {
                let mut known: Vec<f64> = numbers.iter().copied().filter(|x| !x.is_nan()).collect();
                let (rows, are_whole) = (known.len(), known.iter().all(|x| x.fract() == 0.0));
                known.sort_unstable_by(f64::total_cmp);
                known.dedup();
                let is_identifier = are_whole && is_identifier(self.name(), known.len(), rows);
                let concern = Concern::new(self.name(), Look::Identifiers, rows, known.len());
                is_identifier.then_some(concern)
            }
            _ => None,
        }
    }
}
