//! Files → a table in which equal rows are one.
use super::batch::{Batch, BatchColumn};
use super::batch_weights::{Weight, read_weights};
use super::compact::compact;
use super::cuts::find_cuts;
use super::encoder::Encoder;
use super::groups::Groups;
use super::inputs::Inputs;
use super::source::{Place, ReadWatch, Source};
use super::survey::are_mistakes;
use crate::raw_table::{FileOfRows, MergedCells, Texts};
use crate::roles::Roles;
use crate::typed_column::bad_cell;
use crate::{
    CellProblem, CsvOptions, DataError, Missing, RawTable, Role, Schema, Table, TableCuts,
    Thresholds, is_missing, parse_number,
};

/// Reads files of any size, batch by batch, into a table in which equal rows are one
/// ([`Table::merged`]). Its memory grows with the distinct rows and values, not with the rows.
///
/// Where thresholds are `quantile:K`, numbers are replaced by the intervals between these before rows
/// are merged; all other choices than that and `all` need every row, and are refused. Columns of a
/// Parquet file are what the file says: numbers, booleans, or categories for text.
pub fn read_merged(
    inputs: &Inputs,
    csv: &CsvOptions,
    schema: &Schema,
    thresholds: &Thresholds,
    watch: &ReadWatch<'_>,
) -> Result<Table, DataError> {
    let mut source = Source::open(inputs, csv, watch)?;
    let roles = source.roles(schema)?;
    let cuts = match thresholds {
        Thresholds::All => None,
        Thresholds::Quantile { most } => Some(find_cuts(&source, &roles, schema.missing, *most)?),
        Thresholds::Guess { .. } | Thresholds::Given(_) => {
            return Err(DataError::Unreadable {
                source_name: inputs.name.clone(),
                problem: format!(
                    "thresholds `{thresholds}` need every row in memory; compress with all or with \
                     quantile:K"
                ),
            });
        }
    };
    let mut merging = Merging::new(&source, Some(&roles), schema.missing);
    merging.cut(cuts.as_ref());
    let files = source.each_batch(|batch, place| merging.add(batch, place))?;
    let kinds = merging.kinds(schema, &roles);
    let raw = merging.into_table(files);
    check_mistakes(&raw, &Roles::new(&raw, &kinds)?)?;
    let mut table = Table::from_raw_until(raw, &kinds, source.stop())?;
    if let Some(merged) = &mut table.merged {
        merged.cuts = cuts;
    }
    Ok(compact(&table, source.stop())?)
}

/// Reads files into a text table, every row by itself.
pub fn read_rows(
    inputs: &Inputs,
    csv: &CsvOptions,
    watch: &ReadWatch<'_>,
) -> Result<RawTable, DataError> {
    let source = Source::open(inputs, csv, watch)?;
    let mut merging = Merging::new(&source, None, Missing::Category);
    let files = source.each_batch(|batch, place| merging.add(batch, place))?;
    Ok(merging.into_table(files))
}

/// Rows while they are merged.
struct Merging<'a> {
    source: &'a Source<'a>,
    weights: Option<usize>,
    drops: bool,
    encoders: Vec<Option<Encoder>>,
    groups: Groups,
    is_merged: bool,
    /// For each file but the first, the distinct rows that came before it.
    starts: Vec<usize>,
    /// Kinds that the files say, where they do.
    typed: Vec<Option<Role>>,
    dropped: u64,
    codes: Vec<Vec<u32>>,
}

impl<'a> Merging<'a> {
    fn new(source: &'a Source<'a>, roles: Option<&Roles>, missing: Missing) -> Merging<'a> {
        let width = source.names.len();
        Merging {
            source,
            weights: roles.and_then(|roles| roles.weights),
            drops: missing == Missing::Drop,
            encoders: (0..width).map(|_| None).collect(),
            groups: Groups::new(width, roles.is_some()),
            is_merged: roles.is_some(),
            starts: vec![0],
            typed: vec![None; width],
            dropped: 0,
            codes: vec![vec![]; width],
        }
    }

    /// Has numbers replaced by intervals.
    fn cut(&mut self, cuts: Option<&TableCuts>) {
        for cut in cuts.iter().flat_map(|cuts| &cuts.columns) {
            let at = self.source.names.iter().position(|name| *name == cut.column);
            if let Some(at) = at {
                self.encoders[at] = Some(Encoder::Intervals(cut.clone()));
                self.typed[at] = Some(Role::Numeric);
            }
        }
    }

    fn add(&mut self, batch: &Batch, place: &Place) -> Result<(), DataError> {
        let rows = batch.lines.len();
        self.starts.resize(place.file + 1, self.groups.len());
        let weights = self.weights(batch, place)?;
        for (at, column) in batch.columns.iter().enumerate() {
            self.encode(at, column, rows, place)?;
        }
        let mut row_codes = vec![0; self.codes.len()];
        for row in 0..rows {
            let weight = match &weights {
                None => None,
                Some(weights) if weights[row].is_none() => {
                    self.dropped += 1;
                    continue;
                }
                Some(weights) => weights[row],
            };
            for (code, codes) in row_codes.iter_mut().zip(&self.codes) {
                *code = codes[row];
            }
            let line = place.lines_before + batch.lines[row];
            if !self.groups.add(&row_codes, line, weight) {
                let source_name = self.source.inputs.name.clone();
                return Err(DataError::TooManyRows { source_name, rows: u32::MAX as usize + 1 });
            }
        }
        Ok(())
    }

    fn encode(
        &mut self,
        at: usize,
        column: &BatchColumn,
        rows: usize,
        place: &Place,
    ) -> Result<(), DataError> {
        if self.is_merged && self.weights == Some(at) {
            self.codes[at].clear();
            self.codes[at].resize(rows, 0);
            return Ok(());
        }
        let file = &self.source.inputs.files[place.file];
        if file.is_parquet && self.typed[at].is_none() {
            self.typed[at] = match column {
                BatchColumn::Numbers(_) => Some(Role::Numeric),
                BatchColumn::Texts(_) => Some(Role::Categorical),
                _ => None,
            };
        }
        let encoder = self.encoders[at].get_or_insert_with(|| Encoder::of(column));
        encoder.encode(column, rows, &mut self.codes[at]).map_err(|found| DataError::OtherColumns {
            source_name: file.path.clone(),
            first: self.source.inputs.files[0].path.clone(),
            difference: format!("column `{}` holds {found} there", self.source.names[at]),
        })
    }

    /// The weights of a batch; `None` is a row that lacks its own and is left out.
    fn weights(
        &mut self,
        batch: &Batch,
        place: &Place,
    ) -> Result<Option<Vec<Option<Weight>>>, DataError> {
        let Some(column) = self.weights else { return Ok(None) };
        read_weights(self.source, column, batch, place, self.drops).map(Some)
    }

    /// How the columns are to be read, with the kinds that files and cuts tell.
    fn kinds(&self, schema: &Schema, roles: &Roles) -> Schema {
        let mut kinds = schema.clone();
        for (column, role) in roles.features() {
            let name = self.source.names[column].clone();
            match (role, self.typed[column]) {
                (Role::Feature, Some(Role::Numeric)) => kinds.numeric.push(name),
                (Role::Feature, Some(Role::Categorical)) => kinds.categorical.push(name),
                _ => {}
            }
        }
        kinds
    }

    fn into_table(self, mut files: Vec<FileOfRows>) -> RawTable {
        for (file, start) in files.iter_mut().zip(self.starts) {
            file.first_row = start;
        }
        let groups = self.groups;
        let word = |encoder: Option<Encoder>| encoder.unwrap_or(Encoder::Nothing).into_words();
        let words = self.encoders.into_iter().map(word);
        let columns: Vec<(Texts, Vec<u32>)> =
            words.enumerate().map(|(at, words)| (words, groups.column(at))).collect();
        let merged = self.is_merged.then_some(MergedCells {
            counts: groups.counts,
            weights: self.weights.map(|_| groups.weights),
            decimals: groups.decimals,
            dropped: self.dropped,
        });
        let (name, names) = (&self.source.inputs.name, self.source.names.clone());
        RawTable::coded(name, names, columns, (groups.lines, files), merged)
    }
}

/// Refuses a column of numbers with a few other texts, which would make each number a category.
fn check_mistakes(raw: &RawTable, roles: &Roles) -> Result<(), DataError> {
    for (column, role) in roles.features() {
        let Some(words) = raw.words(column).filter(|_| role == Role::Feature) else { continue };
        let known = (0..words.len()).filter(|word| !is_missing(words.get(*word)));
        let (numbers, others): (Vec<usize>, Vec<usize>) =
            known.partition(|word| parse_number(words.get(*word)).is_some());
        let numbers = numbers.len();
        if let (Some(first), true) = (others.first(), are_mistakes(others.len(), numbers)) {
            let text = words.get(*first);
            let row = (0..raw.rows()).find(|row| raw.cell(*row, column) == text).unwrap_or(0);
            let problem = CellProblem::AmongNumbers { text: text.to_string(), numbers };
            return Err(bad_cell(raw, row, column, problem));
        }
    }
    Ok(())
}
