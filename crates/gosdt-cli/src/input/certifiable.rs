//! Whether the checker of certificates can read a table as it was read here.
use crate::exit_code::Failure;
use gosdt::Table;

/// Refuses a table for a certificate if its cells are not plain numbers and categories: the checker reads
/// the file by itself, and knows nothing else.
pub fn check_certifiable(option: &str, table: &Table) -> Result<(), Failure> {
    let Some(name) = table.readings.keys().next() else { return Ok(()) };
    Err(Failure::Input(format!(
        "{option}: gosdt-check reads plain numbers and categories only, and column `{name}` is not \
         read so (--decimal, --thousands, --date, --ordered, or a currency or per cent); write the \
         table with plain numbers first, or do without a certificate"
    )))
}
