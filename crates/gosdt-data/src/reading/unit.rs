//! Currencies and per cent: what stands before or after each number of a column.
use std::borrow::Cow;

/// What may stand beside a number. Longer ones come before those that they begin or end with.
const UNITS: [&str; 24] = [
    "US$", "R$", "A$", "C$", "$", "€", "£", "¥", "₹", "₩", "₽", "₺", "%", "USD", "EUR", "GBP",
    "CHF", "JPY", "CNY", "INR", "SEK", "NOK", "DKK", "PLN",
];

/// The unit of a cell, if it has one.
pub(super) fn unit_of(cell: &str) -> Option<&'static str> {
    let has = |unit: &&&str| without_unit(cell, unit).is_some();
    UNITS.iter().find(has).copied()
}

/// The number of a cell without this unit before or after it; `None` if it has none.
pub(super) fn without_unit<'a>(cell: &'a str, unit: &str) -> Option<Cow<'a, str>> {
    let (minus, rest) = match cell.strip_prefix('-') {
        Some(rest) => ("-", rest.trim_start()),
        None => ("", cell),
    };
    let number = rest.strip_prefix(unit).or_else(|| rest.strip_suffix(unit))?.trim();
    let begins = number.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
    match (minus, begins, number.strip_prefix('-')) {
        ("", true, _) => Some(Cow::Borrowed(number)),
        ("", false, Some(_)) => Some(Cow::Borrowed(number)),
        ("-", true, _) => Some(Cow::Owned(format!("-{number}"))),
        _ => None,
    }
}

/// The unit that all cells have, none of which is missing.
pub(crate) fn whole_column_unit<'a>(
    mut cells: impl Iterator<Item = &'a str>,
) -> Option<&'static str> {
    let unit = unit_of(cells.next()?)?;
    cells.all(|cell| without_unit(cell, unit).is_some()).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_stand_before_or_after_a_number() {
        for (cell, unit, number) in [
            ("$5.00", "$", "5.00"),
            ("-$5.00", "$", "-5.00"),
            ("$-5.00", "$", "-5.00"),
            ("3.2%", "%", "3.2"),
            ("3.2 %", "%", "3.2"),
            ("US$ 7", "US$", "7"),
            ("12,50 €", "€", "12,50"),
            ("EUR 9", "EUR", "9"),
        ] {
            assert_eq!(unit_of(cell), Some(unit), "{cell}");
            assert_eq!(without_unit(cell, unit).as_deref(), Some(number), "{cell}");
        }
        for cell in ["5.00", "", "$", "%", "$abc", "EUROPE", "--$5"] {
            assert_eq!(unit_of(cell), None, "{cell}");
        }
    }

    #[test]
    fn a_column_has_a_unit_if_all_its_cells_have() {
        assert_eq!(whole_column_unit(["$1", "$2"].into_iter()), Some("$"));
        assert_eq!(whole_column_unit(["$1", "2"].into_iter()), None);
        assert_eq!(whole_column_unit(["1", "$2"].into_iter()), None);
        assert_eq!(whole_column_unit(["1%", "$2"].into_iter()), None);
        assert_eq!(whole_column_unit([].into_iter()), None);
    }
}
