//! Missing values: what counts as one, and which rows stay.
use crate::roles::Roles;
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
    /// Looks for missing values in a column; `place` tells where a row is.
    pub(crate) fn survey(
        name: &str,
        role: Role,
        missing: impl Iterator<Item = bool>,
        place: impl Fn(usize) -> Place,
    ) -> Option<MissingColumn> {
        let mut rows = missing.enumerate().filter(|(_, missing)| *missing);
        let first = place(rows.next()?.0);
        Some(MissingColumn { name: name.to_string(), role, count: 1 + rows.count(), first })
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
) -> Result<Vec<usize>, DataError> {
    let used = roles.used();
    match policy {
        Missing::Drop => return complete_rows(raw, &used),
        Missing::Error => refuse_missing(raw, &used)?,
        Missing::Category => {
            let known = |(_, role): &(usize, Role)| matches!(role, Role::Label | Role::Weights);
            refuse_missing(raw, &used.into_iter().filter(known).collect::<Vec<_>>())?;
        }
    }
    Ok((0..raw.rows()).collect())
}

fn complete_rows(raw: &RawTable, used: &[(usize, Role)]) -> Result<Vec<usize>, DataError> {
    let complete =
        |row: &usize| used.iter().all(|(column, _)| !is_missing(raw.cell(*row, *column)));
    let rows: Vec<usize> = (0..raw.rows()).filter(complete).collect();
    if rows.is_empty() {
        return Err(DataError::NoCompleteRow { source_name: raw.source.clone(), rows: raw.rows() });
    }
    Ok(rows)
}

fn refuse_missing(raw: &RawTable, used: &[(usize, Role)]) -> Result<(), DataError> {
    let survey = |(column, role): &(usize, Role)| {
        let missing = (0..raw.rows()).map(|row| is_missing(raw.cell(row, *column)));
        MissingColumn::survey(&raw.names[*column], *role, missing, |row| Place::Line(raw.line(row)))
    };
    refuse(&raw.source, used.iter().filter_map(survey).collect())
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
