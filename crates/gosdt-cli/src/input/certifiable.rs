//! Whether the checker of certificates can read a table as it was read here.
use crate::exit_code::Failure;
use gosdt::{ProofError, Table};

/// Refuses a table for a certificate if equal rows were merged, or if its cells are not plain numbers and
/// categories: the checker reads the rows of the file by itself, and knows nothing else.
pub fn check_certifiable(option: &str, table: &Table) -> Result<(), Failure> {
    if table.merged.is_some() {
        let error = ProofError::MergedRows(table.source.clone());
        return Err(Failure::Input(format!("{option}: {error}")));
    }
    let Some(name) = table.readings.keys().next() else { return Ok(()) };
    Err(Failure::Input(format!(
        "{option}: gosdt-check reads plain numbers and categories only, and column `{name}` is not \
         read so (--decimal, --thousands, --date, --ordered, or a currency or per cent); write the \
         table with plain numbers first, or do without a certificate"
    )))
}
