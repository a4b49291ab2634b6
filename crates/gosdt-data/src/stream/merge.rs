//! Files → a table in which equal rows are one.
use super::batch::{Batch, BatchColumn};
use super::batch_weights::{Weight, read_weights};
use super::compact::compact;
use super::cuts::{FoundCuts, find_cuts};
use super::encoder::Encoder;
use super::groups::Groups;
use super::inputs::Inputs;
use super::late_cuts::cut_late;
use super::source::{Place, ReadWatch, Source};
use super::survey::are_mistakes;
use crate::raw_table::{CellKind, CodedCells, FileOfRows, MergedCells};
use crate::roles::Roles;
use crate::typed_column::bad_cell;
use crate::{
    CellProblem, CsvOptions, DataError, Missing, NumberFormat, RawTable, Role, Schema, Table,
    Thresholds, is_missing,
};

/// Reads files of any size, batch by batch, into a table in which equal rows are one
/// ([`Table::merged`]). Its memory grows with the distinct rows and values, not with the rows.
///
/// Where thresholds are `quantile:K`, numbers are replaced by the intervals between these before rows
/// are merged; all other choices than that and `all` need every row, and are refused. Columns of a
/// Parquet file are what the file says: numbers, booleans, or categories for text. All other rules are
/// those of [`Table::from_raw`]: numbers in a format of their own, dates, ordered categories, and columns
/// that are named because they look like something else.
pub fn read_merged(
    inputs: &Inputs,
    csv: &CsvOptions,
    schema: &Schema,
    thresholds: &Thresholds,
    watch: &ReadWatch<'_>,
) -> Result<Table, DataError> {
    schema.reading.check()?;
    check_format(inputs, schema.reading.format)?;
    let mut source = Source::open(inputs, csv, watch)?;
    let roles = source.roles(schema)?;
    let found = match thresholds {
        Thresholds::All => None,
        Thresholds::Quantile { most } => Some((find_cuts(&source, &roles, schema, *most)?, *most)),
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
    let mut merging = Merging::new(&source, Some(&roles), schema);
    found.iter().for_each(|(found, _)| merging.cut(found));
    let files = source.each_batch(|batch, place| merging.add(batch, place))?;
    let raw = merging.into_table(files);
    check_mistakes(&raw, &roles, schema.reading.format)?;
    let mut table = Table::from_raw_until(raw, schema, source.stop())?;
    if let Some((found, most)) = found {
        apply(found, &mut table, most);
    }
    Ok(compact(&table, source.stop())?)
}

/// Leaves out what is to be left out of a table, cuts what could not be cut before, and notes the cuts.
fn apply(found: FoundCuts, table: &mut Table, most: u32) {
    let FoundCuts { mut cuts, left_out } = found;
    table.columns.retain(|column| left_out.iter().all(|one| one.name != column.name));
    table.notes.extend(left_out);
    cut_late(table, &mut cuts, most);
    if let Some(merged) = &mut table.merged {
        merged.cuts = Some(cuts);
    }
}

/// Refuses a format of numbers where some files have text and others have numbers.
fn check_format(inputs: &Inputs, format: NumberFormat) -> Result<(), DataError> {
    let parquet = inputs.files.iter().filter(|file| file.is_parquet).count();
    if format.is_plain() || parquet == 0 || parquet == inputs.files.len() {
        return Ok(());
    }
    let problem = "`--decimal` and `--thousands` say how numbers are written in files of text, and \
                   some of these are Parquet files, which have numbers as they are; read the two \
                   kinds apart";
    let source_name = inputs.name.clone();
    Err(DataError::Unreadable { source_name, problem: problem.to_string() })
}

/// Reads files into a text table, every row by itself.
pub fn read_rows(
    inputs: &Inputs,
    csv: &CsvOptions,
    watch: &ReadWatch<'_>,
) -> Result<RawTable, DataError> {
    let source = Source::open(inputs, csv, watch)?;
    let schema = Schema { missing: Missing::Category, ..Schema::default() };
    let mut merging = Merging::new(&source, None, &schema);
    let files = source.each_batch(|batch, place| merging.add(batch, place))?;
    Ok(merging.into_table(files))
}

/// Rows while they are merged.
struct Merging<'a> {
    source: &'a Source<'a>,
    weights: Option<usize>,
    drops: bool,
    format: NumberFormat,
    encoders: Vec<Option<Encoder>>,
    groups: Groups,
    is_merged: bool,
    /// For each file but the first, the distinct rows that came before it.
    starts: Vec<usize>,
    /// What files and cuts tell of the columns, where they do.
    kinds: Vec<Option<CellKind>>,
    dropped: u64,
    codes: Vec<Vec<u32>>,
}

impl<'a> Merging<'a> {
    fn new(source: &'a Source<'a>, roles: Option<&Roles>, schema: &Schema) -> Merging<'a> {
        let width = source.names.len();
        Merging {
            source,
            weights: roles.and_then(|roles| roles.weights),
            drops: schema.missing == Missing::Drop,
            format: schema.reading.format,
            encoders: (0..width).map(|_| None).collect(),
            groups: Groups::new(width, roles.is_some()),
            is_merged: roles.is_some(),
            starts: vec![0],
            kinds: vec![None; width],
            dropped: 0,
            codes: vec![vec![]; width],
        }
    }

    /// Has numbers replaced by intervals, and those of columns that are left out by one number.
    fn cut(&mut self, found: &FoundCuts) {
        for cut in &found.cuts.columns {
            self.replace(&cut.column, Encoder::Intervals(cut.clone(), self.format));
        }
        for left_out in &found.left_out {
            self.replace(&left_out.name, Encoder::Known);
        }
    }

    fn replace(&mut self, name: &str, encoder: Encoder) {
        if let Some(at) = self.source.names.iter().position(|known| known == name) {
            self.encoders[at] = Some(encoder);
            self.kinds[at] = Some(CellKind::Written);
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
                return Err(DataError::TooManyRows {
                    source_name,
                    rows: (u32::MAX as usize).saturating_add(1),
                });
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
        if file.is_parquet {
            self.kinds[at] = match column {
                BatchColumn::Numbers(_) => Some(CellKind::Plain),
                BatchColumn::Texts(_) => self.kinds[at].or(Some(CellKind::Text)),
                _ => self.kinds[at],
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
        read_weights(self.source, column, batch, place, (self.drops, self.format)).map(Some)
    }

    fn into_table(self, mut files: Vec<FileOfRows>) -> RawTable {
        for (file, start) in files.iter_mut().zip(self.starts) {
            file.first_row = start;
        }
        let groups = self.groups;
        let cells = |(at, (encoder, kind)): (usize, (Option<Encoder>, Option<CellKind>))| {
            let decimal = if kind == Some(CellKind::Plain) { '.' } else { self.format.decimal };
            let words = encoder.unwrap_or(Encoder::Nothing).into_words(decimal);
            CodedCells { words, codes: groups.column(at), kind }
        };
        let columns = self.encoders.into_iter().zip(self.kinds).enumerate().map(cells).collect();
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
fn check_mistakes(raw: &RawTable, roles: &Roles, format: NumberFormat) -> Result<(), DataError> {
    for (column, role) in roles.features() {
        let is_open = role == Role::Feature && raw.kind(column).is_none();
        let Some(words) = raw.words(column).filter(|_| is_open) else { continue };
        let known = (0..words.len()).filter(|word| !is_missing(words.get(*word)));
        let (numbers, others): (Vec<usize>, Vec<usize>) =
            known.partition(|word| format.number(words.get(*word)).is_some());
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
