//! A fixed grid of λ to choose from.
use crate::options::Decimal;
use gosdt_data::Table;
use num_rational::BigRational;

/// A bit less than two steps to a factor of two, over two decades.
const GRID: [&str; 13] = [
    "0.1", "0.07", "0.05", "0.03", "0.02", "0.015", "0.01", "0.007", "0.005", "0.003", "0.002",
    "0.0015", "0.001",
];

/// The λ to choose from where none are given and the path of all rows is not to be had (see
/// [`crate::select`]): evenly spaced by ratio, from 0.1 down to 0.001, but
/// not below one row's share, where a leaf may be spent on a single row.
///
/// The optimal tree changes at certain values of λ only, its breakpoints; between two of them any λ
/// finds the same tree. A grid may miss some of these trees.
///
/// ```
/// let table = gosdt::demo::find("monk-1").unwrap().table()?;
/// let last = gosdt::candidate_lambdas(&table).pop().unwrap();
/// assert_eq!(last.to_string(), "0.003"); // there are 432 rows
/// # Ok::<(), gosdt::DataError>(())
/// ```
pub fn candidate_lambdas(table: &Table) -> Vec<Decimal> {
    let row = BigRational::new(1.into(), table.data_rows().max(1).into());
    let grid = GRID.iter().filter_map(|text| text.parse::<Decimal>().ok());
    let largest = GRID[0];
    grid.filter(|lambda| *lambda.value() >= row || lambda.to_string() == largest).collect()
}
