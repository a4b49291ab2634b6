//! Missing values: what counts as one, and which rows stay.
use crate::roles::Roles;
use crate::stop::{Poll, Stopped};
use crate::trim::trim;
use crate::{DataError, Place, RawTable, Role};
use serde::{Deserialize, Serialize};

/// What to do with missing values (empty, NA, N/A, NaN, null, ?).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// Refuse, naming the columns and their counts.
    #[default]
    Error,
    /// Leave rows with a missing value out (counted in [`crate::Table::dropped_rows`]): the table
    /// is that of the file without those lines.
    Drop,
    /// Missing is a value of its own: a category, or for a numeric column a separate yes/no split.
    /// Labels and weights must be there all the same.
    Category,
}

/// Whether a cell is missing: empty, `NA`, `N/A`, `NaN`, `null` or `?`, in upper or lower case.
pub fn is_missing(cell: &str) -> bool {
    let cell = trim(cell);
    // No marker is longer; most cells are told by their length alone.
    cell.len() <= 4
        && ["", "NA", "N/A", "NaN", "null", "?"]
            .iter()
            .any(|marker| marker.eq_ignore_ascii_case(cell))
}

/// A column with missing values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingColumn {
    /// Its name.
    pub name: String,
    /// What it is used for.
    pub role: Role,
    /// How many are missing.
    pub count: usize,
    /// Where the first is missing.
    pub first: Place,
}

impl MissingColumn {
    /// Looks for missing values in a column; `missing` tells whether a row's is, `place` where the
    /// row is, `counts` how many rows of the data it stands for.
    pub(crate) fn survey(
        name: &str,
        role: Role,
        rows: usize,
        missing: impl Fn(usize) -> bool,
        (place, counts): (impl Fn(usize) -> Place, impl Fn(usize) -> usize),
        poll: &mut Poll,
    ) -> Result<Option<MissingColumn>, Stopped> {
        let (mut first, mut count) = (None, 0);
        poll.in_parts(0..rows, |part| {
            for row in part.filter(|row| missing(*row)) {
                first.get_or_insert(row);
                count += counts(row);
            }
        })?;
        let found =
            |first| MissingColumn { name: name.to_string(), role, count, first: place(first) };
        Ok(first.map(found))
    }

    fn describe(&self) -> String {
        let MissingColumn { name, role, count, first } = self;
        match role {
            Role::Label | Role::Weights => format!("`{name}` ({role}; {count}, first in {first})"),
            _ => format!("`{name}` ({count}, first in {first})"),
        }
    }

    fn must_be_known(&self) -> bool {
        matches!(self.role, Role::Label | Role::Weights)
    }
}

/// Lists the columns and says what to do.
pub(crate) fn explain(columns: &[MissingColumn]) -> String {
    let listed: Vec<String> = columns.iter().map(MissingColumn::describe).collect();
    let known = columns.iter().any(MissingColumn::must_be_known);
    let advice = match (known, columns.iter().all(MissingColumn::must_be_known)) {
        (_, true) => "Labels and weights must be known: drop those rows (`--missing drop`)",
        (true, false) => {
            "Leave those rows out with `--missing drop` (labels and weights must be known)"
        }
        (false, _) => {
            "Leave those rows out with `--missing drop`, make missing a value of its own with \
             `--missing category`, or leave the columns out with `--ignore COL`"
        }
    };
    format!("{}. {advice}", listed.join(", "))
}

/// The rows of `raw` that the policy keeps.
pub(crate) fn rows_to_keep(
    raw: &RawTable,
    roles: &Roles,
    policy: Missing,
    poll: &mut Poll,
) -> Result<Vec<usize>, DataError> {
    // The weights of merged rows were read before: their cells are gone.
    let is_there = |(_, role): &(usize, Role)| raw.merged.is_none() || *role != Role::Weights;
    let used: Vec<(usize, Role)> = roles.used().into_iter().filter(is_there).collect();
    match policy {
        Missing::Drop => return complete_rows(raw, &used, poll),
        Missing::Error => refuse_missing(raw, &used, poll)?,
        Missing::Category => {
            let known = |(_, role): &(usize, Role)| matches!(role, Role::Label | Role::Weights);
            refuse_missing(raw, &used.into_iter().filter(known).collect::<Vec<_>>(), poll)?;
        }
    }
    Ok((0..raw.rows()).collect())
}

fn complete_rows(
    raw: &RawTable,
    used: &[(usize, Role)],
    poll: &mut Poll,
) -> Result<Vec<usize>, DataError> {
    let mut complete = vec![true; raw.rows()];
    for (column, _) in used {
        poll.in_parts(0..raw.rows(), |part| {
            part.for_each(|row| complete[row] &= !is_missing(raw.cell(row, *column)));
        })?;
    }
    let rows: Vec<usize> = (0..raw.rows()).filter(|row| complete[*row]).collect();
    if rows.is_empty() {
        return Err(DataError::NoCompleteRow {
            source_name: raw.source.clone(),
            rows: raw.count_all(),
        });
    }
    Ok(rows)
}

fn refuse_missing(
    raw: &RawTable,
    used: &[(usize, Role)],
    poll: &mut Poll,
) -> Result<(), DataError> {
    let mut columns = vec![];
    for (column, role) in used {
        let missing = |row| is_missing(raw.cell(row, *column));
        let about = (|row| raw.place(row), |row| raw.count(row));
        let name = &raw.names[*column];
        columns.extend(MissingColumn::survey(name, *role, raw.rows(), missing, about, poll)?);
    }
    refuse(&raw.source, columns)
}

/// An error, unless the list is empty.
pub(crate) fn refuse(source: &str, columns: Vec<MissingColumn>) -> Result<(), DataError> {
    if columns.is_empty() {
        return Ok(());
    }
    Err(DataError::MissingValues { source_name: source.to_string(), columns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_known_in_any_case() {
        for cell in ["", "  ", "NA", "na", "n/a", "NaN", "nan", "NULL", "null", "?", " ? "] {
            assert!(is_missing(cell), "{cell:?}");
        }
        for cell in ["0", "none", "-", "nat", "nulls", "N A", "??", "-nan"] {
            assert!(!is_missing(cell), "{cell:?}");
        }
    }
}
