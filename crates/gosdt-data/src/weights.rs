//! Row weights as exact fixed-point numbers.
use crate::decimal::Decimal;
use crate::stop::Poll;
use crate::typed_column::bad_cell;
use crate::{CellProblem, DataError, NumberFormat, RawTable, Weights};

/// Decimals that a power of ten in 64 bits leaves room for.
const MOST_DECIMALS: u64 = 19;

/// Reads the kept rows of the weight column, none of which is missing.
pub(crate) fn read_weights(
    raw: &RawTable,
    column: usize,
    rows: &[usize],
    format: NumberFormat,
    poll: &mut Poll,
) -> Result<Weights, DataError> {
    let error = |row: usize, problem| bad_cell(raw, row, column, problem);
    let mut weights = Vec::with_capacity(rows.len());
    for row in rows {
        poll.spend(1)?;
        let weight = read_weight(raw.cell(*row, column), format);
        weights.push(weight.map_err(|problem| error(*row, problem))?);
    }
    let decimals = weights.iter().map(Decimal::decimals).max().unwrap_or(0) as u32;
    let mut total = 0u64;
    let mut values = Vec::with_capacity(rows.len());
    for (row, weight) in rows.iter().zip(weights) {
        poll.spend(1)?;
        let sum =
            weight.scaled(decimals).and_then(|value| Some((value, total.checked_add(value)?)));
        let (value, sum) =
            sum.ok_or_else(|| error(*row, CellProblem::WeightOverflow { decimals }))?;
        total = sum;
        values.push(value);
    }
    Ok(Weights { name: raw.names[column].clone(), values, denominator: 10u64.pow(decimals) })
}

fn read_weight(cell: &str, format: NumberFormat) -> Result<Decimal, CellProblem> {
    let weight = format.plain(cell).and_then(|plain| Decimal::parse(&plain));
    let weight = weight.ok_or_else(|| CellProblem::NotAWeight(cell.to_string()))?;
    if weight.is_negative() {
        return Err(CellProblem::NegativeWeight(cell.to_string()));
    }
    if weight.decimals() > MOST_DECIMALS {
        return Err(CellProblem::TooManyDecimals(cell.to_string()));
    }
    Ok(weight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CsvOptions, read_csv_from};

    fn read(cells: &str) -> Result<Weights, String> {
        let file = cells.split(' ').map(|cell| format!("{cell}\n")).collect::<String>();
        let raw = read_csv_from(format!("w\n{file}").as_bytes(), "f.csv", &CsvOptions::default());
        let raw = raw.unwrap();
        let rows: Vec<usize> = (0..raw.rows()).collect();
        let format = NumberFormat::default();
        read_weights(&raw, 0, &rows, format, &mut Poll::new(&|| false))
            .map_err(|error| error.to_string())
    }

    fn check(cells: &str, values: &[u64], denominator: u64) {
        let weights = read(cells).unwrap();
        assert_eq!((&weights.values[..], weights.denominator), (values, denominator));
    }

    fn check_error(cells: &str, expected: &str) {
        let error = read(cells).unwrap_err();
        let rest = error.strip_prefix("f.csv, line ").unwrap();
        assert!(rest.starts_with(expected), "{rest}");
    }

    #[test]
    fn weights_get_a_common_power_of_ten() {
        check("1 2 3", &[1, 2, 3], 1);
        check("0.1 0.25 2 0", &[10, 25, 200, 0], 100);
        check("1.50 1e2 5e-1", &[15, 1000, 5], 10);
        check("-0 +1", &[0, 1], 1);
    }

    #[test]
    fn negative_weight_is_refused() {
        check_error("1 -0.5", "3, column `w`: the weight -0.5 is negative");
    }

    #[test]
    fn text_is_no_weight() {
        for cell in ["abc", "inf", "1/3", "1e999", "0x1"] {
            check_error(&format!("{cell} 1"), &format!("2, column `w`: `{cell}` is not a weight"));
        }
    }

    #[test]
    fn overflowing_sum_is_refused_where_it_overflows() {
        check("18446744073709551614 1", &[u64::MAX - 1, 1], 1);
        check_error("1 18446744073709551614 1 1", "4, column `w`: the weights up to here sum to");
        check_error("0.1 18446744073709551615", "3, column `w`: the weights up to here sum to");
    }

    #[test]
    fn more_decimals_than_fit_are_refused() {
        check("1e-19", &[1], 10_000_000_000_000_000_000);
        check_error("1 1e-20", "3, column `w`: the weight 1e-20 has more than 19 decimals");
    }
}
