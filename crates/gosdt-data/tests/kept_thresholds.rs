//! Classes of rows under fewer thresholds, against the definitions.
use crate::random;

use gosdt_data::{
    ColumnThresholds, RowClasses, Table, Test, Thresholds, Values, group_rows, group_rows_at,
};
use proptest::prelude::*;

fn group(table: &Table, thresholds: &Thresholds) -> RowClasses {
    group_rows_at(table, thresholds, &|| false).unwrap()
}

/// The answer of a row from the values themselves.
fn answer(values: &Values, test: &Test, row: usize) -> bool {
    match (test, values) {
        (Test::IsMissing, values) => values.is_missing(row),
        (Test::AtMost(threshold), Values::Numeric(values)) => values[row] <= *threshold,
        (Test::Is(text), Values::Boolean { spelling, values }) => {
            values[row].is_some_and(|value| spelling[usize::from(value)] == *text)
        }
        (Test::Is(text), Values::Categorical { categories, codes }) => {
            codes[row].is_some_and(|code| categories[code as usize] == *text)
        }
        _ => panic!("a column of another kind"),
    }
}

fn splits(classes: &RowClasses) -> Vec<(usize, Test)> {
    let of_column = |column: &gosdt_data::SplitColumn| {
        let tests = (0..column.splits).map(|split| (column.column, column.test(split)));
        tests.collect::<Vec<_>>()
    };
    classes.columns.iter().flat_map(of_column).collect()
}

fn distinct(values: &Values) -> Vec<f64> {
    let Values::Numeric(values) = values else { return vec![] };
    let mut known: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    known.sort_by(|a, b| a.partial_cmp(b).unwrap());
    known.dedup();
    known
}

fn rule() -> impl Strategy<Value = Thresholds> {
    prop_oneof![
        (1u32..5).prop_map(|most| Thresholds::Quantile { most }),
        (1u32..6, 1u32..4).prop_map(|(trees, depth)| Thresholds::Guess { trees, depth }),
    ]
}

fn check(table: &Table, rule: &Thresholds) {
    let (all, kept) = (group(table, &Thresholds::All), group(table, rule));
    let tests = splits(&kept);
    for a in 0..table.rows {
        for (column, test) in &tests {
            let (_, found) = kept
                .columns
                .iter()
                .filter(|one| one.column == *column)
                .flat_map(|one| (0..one.splits).map(move |split| (one.test(split), (one, split))))
                .find(|(asked, _)| asked == test)
                .unwrap();
            let class = kept.class_of_row[a] as usize;
            let values = &table.columns[*column].values;
            assert_eq!(found.0.answers(found.1, class), answer(values, test, a));
        }
        for b in 0..a {
            let apart = |(column, test): &(usize, Test)| {
                let values = &table.columns[*column].values;
                answer(values, test, a) != answer(values, test, b)
            };
            let together = kept.class_of_row[a] == kept.class_of_row[b];
            assert_eq!(together, !tests.iter().any(apart), "rows {a} and {b}");
        }
    }
    assert_eq!(kept.rows.iter().sum::<u32>() as usize, table.rows);
    assert_eq!(kept.offered, all.offered);
    let counts = kept.thresholds;
    let gaps: usize =
        table.columns.iter().map(|one| distinct(&one.values).len().saturating_sub(1)).sum();
    assert_eq!(counts.offered, gaps);
    assert!(counts.most <= counts.kept && counts.kept <= counts.offered);
    if let Thresholds::Quantile { most } = rule {
        assert!(counts.most <= *most as usize);
    }
}

proptest! {
    #[test]
    fn rows_are_one_class_iff_no_kept_test_tells_them_apart(
        table in random::table(), rule in rule()
    ) {
        check(&table, &rule);
        let threshold = |(column, test): (usize, Test)| match test {
            Test::AtMost(threshold) => Some((column, threshold)),
            _ => None,
        };
        for (column, threshold) in splits(&group(&table, &rule)).into_iter().filter_map(threshold) {
            let numbers = distinct(&table.columns[column].values);
            let below = numbers.iter().filter(|number| **number <= threshold).count();
            prop_assert!(0 < below && below < numbers.len());
        }
    }

    #[test]
    fn listed_thresholds_are_asked_as_they_are(
        table in random::table(), at in proptest::collection::vec(-4.0f64..4.0, 0..4)
    ) {
        let numeric = table.columns.iter().find(|one| matches!(one.values, Values::Numeric(_)));
        prop_assume!(numeric.is_some());
        let column = numeric.unwrap().name.clone();
        let rule = Thresholds::Given(vec![ColumnThresholds { column: column.clone(), at: at.clone() }]);
        rule.check(&table).unwrap();
        check(&table, &rule);
        for (asked, test) in splits(&group(&table, &rule)) {
            if let (true, Test::AtMost(threshold)) = (table.columns[asked].name == column, test) {
                prop_assert!(at.contains(&threshold));
            }
        }
    }

    #[test]
    fn all_is_as_without_a_choice(table in random::table()) {
        prop_assert_eq!(group(&table, &Thresholds::All), group_rows(&table, &|| false).unwrap());
    }
}
