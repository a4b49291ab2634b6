//! Columns that name rows rather than describe them.

/// Fewer distinct values than this name nothing.
const FEWEST: usize = 50;

/// Whether so many distinct values in so many rows are a name for each row.
pub(super) fn is_mostly_distinct(distinct: usize, rows: usize) -> bool {
    distinct > FEWEST && distinct * 10 >= rows * 9
}

/// Whether a column of whole numbers that is called so and has so many distinct values in so many rows
/// names its rows.
pub fn is_identifier(name: &str, distinct: usize, rows: usize) -> bool {
    is_mostly_distinct(distinct, rows) && names_identifiers(name)
}

/// Whether a column is called what columns of identifiers are called.
pub(crate) fn names_identifiers(name: &str) -> bool {
    const WORDS: [&str; 6] = ["id", "index", "key", "uuid", "guid", "rowid"];
    if name.starts_with("Unnamed: ") {
        return true;
    }
    let is_camel = name.strip_suffix("Id").or(name.strip_suffix("ID"));
    if is_camel.is_some_and(|rest| rest.ends_with(|c: char| c.is_lowercase())) {
        return true;
    }
    let lower = name.to_lowercase();
    lower.rsplit(['_', ' ', '-', '.']).next().is_some_and(|last| WORDS.contains(&last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_identifiers_are_known() {
        for name in
            ["id", "ID", "customer_id", "customerId", "PassengerID", "row key", "Unnamed: 0"]
        {
            assert!(names_identifiers(name), "{name}");
        }
        for name in ["age", "paid", "width", "idle", "Grid", "GRID", "monkey", ""] {
            assert!(!names_identifiers(name), "{name}");
        }
    }

    #[test]
    fn a_value_for_each_row_is_an_identifier() {
        assert!(is_mostly_distinct(9998, 10_000));
        assert!(!is_mostly_distinct(8000, 10_000));
        assert!(!is_mostly_distinct(50, 50));
    }
}
