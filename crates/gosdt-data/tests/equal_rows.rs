//! Classes of equal rows and their features, against the definitions.
use gosdt_data::{
    Candidates, Column, EquivalenceClasses, Labels, Missing, Table, Test, Values, Weights,
    binarize, group_equivalent_rows,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A row before it is in a table: a number, a boolean, a category, a label and a weight.
type Row = (Option<i8>, Option<bool>, Option<u32>, u32, u64);

fn table(rows: &[Row]) -> Option<Table> {
    let column = |name: &str, values| Column { name: name.into(), values };
    let texts = |list: &[&str]| list.iter().map(|text| text.to_string()).collect::<Vec<_>>();
    let number = |row: &Row| row.0.map_or(f64::NAN, f64::from);
    let columns = vec![
        column("n", Values::Numeric(rows.iter().map(number).collect())),
        column(
            "b",
            Values::Boolean {
                spelling: ["no", "yes"].map(String::from),
                values: rows.iter().map(|row| row.1).collect(),
            },
        ),
        column(
            "c",
            Values::Categorical {
                categories: texts(&["p", "q", "r", "s"]),
                codes: rows.iter().map(|row| row.2).collect(),
            },
        ),
    ];
    let codes = rows.iter().map(|row| row.3).collect();
    let labels = Labels { name: "y".into(), classes: texts(&["0", "1", "2"]), codes };
    let values = rows.iter().map(|row| row.4).collect();
    let weights = Weights { name: "w".into(), values, denominator: 1 };
    Table::new("random", columns, labels, Some(weights), Missing::Category).ok()
}

fn classes(table: &Table) -> (Candidates, EquivalenceClasses) {
    let candidates = binarize(table);
    let classes = group_equivalent_rows(&candidates, table);
    (candidates, classes)
}

fn bit(bits: &[u64], class: u32) -> bool {
    bits[class as usize / 64] >> (class % 64) & 1 == 1
}

/// The answer from the values themselves.
fn answer(table: &Table, column: usize, test: &Test, row: usize) -> bool {
    let values = &table.columns[column].values;
    match test {
        Test::IsMissing => values.is_missing(row),
        Test::AtMost(threshold) => {
            matches!(values, Values::Numeric(values) if values[row] <= *threshold)
        }
        Test::Is(text) => match values {
            Values::Numeric(_) => false,
            Values::Boolean { spelling, values } => {
                values[row].is_some_and(|value| spelling[usize::from(value)] == *text)
            }
            Values::Categorical { categories, codes } => {
                codes[row].is_some_and(|code| categories[code as usize] == *text)
            }
        },
    }
}

fn row() -> impl Strategy<Value = Row> {
    let gap = |present| proptest::option::weighted(0.8, present);
    (
        gap((-3i8..4).boxed()),
        proptest::option::weighted(0.8, any::<bool>()),
        proptest::option::weighted(0.8, 0u32..4),
        0u32..3,
        0u64..4,
    )
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    proptest::collection::vec(row(), 2..120)
}

proptest! {
    #[test]
    fn features_answer_for_every_row_as_its_values_do(rows in rows()) {
        let Some(table) = table(&rows) else { return Ok(()) };
        let (_, classes) = classes(&table);
        for feature in &classes.features {
            for (row, class) in classes.class_of_row.iter().enumerate() {
                let expected = answer(&table, feature.column, &feature.test, row);
                prop_assert_eq!(bit(&feature.bits, *class), expected);
            }
        }
    }

    #[test]
    fn rows_are_in_one_class_iff_no_feature_tells_them_apart(rows in rows()) {
        let Some(table) = table(&rows) else { return Ok(()) };
        let (_, classes) = classes(&table);
        let class = &classes.class_of_row;
        for a in 0..table.rows {
            for b in 0..a {
                let apart =
                    |f: &gosdt_data::BinaryFeature| bit(&f.bits, class[a]) != bit(&f.bits, class[b]);
                prop_assert_eq!(class[a] != class[b], classes.features.iter().any(apart));
            }
        }
    }

    #[test]
    fn classes_partition_the_rows_and_keep_their_weights(rows in rows()) {
        let Some(table) = table(&rows) else { return Ok(()) };
        let (_, classes) = classes(&table);
        let mut counts = vec![0; classes.len];
        let mut weights = vec![0; classes.len * classes.labels];
        for (row, class) in classes.class_of_row.iter().enumerate() {
            counts[*class as usize] += 1;
            weights[*class as usize * classes.labels + rows[row].3 as usize] += rows[row].4;
        }
        prop_assert!(counts.iter().all(|count| *count > 0));
        prop_assert_eq!(&classes.rows, &counts);
        prop_assert_eq!(&classes.weights, &weights);
    }

    #[test]
    fn classes_are_numbered_in_the_order_of_their_codes(rows in rows()) {
        let Some(table) = table(&rows) else { return Ok(()) };
        let (candidates, classes) = classes(&table);
        let codes = |row: usize| candidates.codes.iter().map(|codes| codes[row]).collect::<Vec<_>>();
        for (row, class) in classes.class_of_row.iter().enumerate() {
            for (other, other_class) in classes.class_of_row.iter().enumerate() {
                prop_assert_eq!(class.cmp(other_class), codes(row).cmp(&codes(other)));
            }
        }
    }

    #[test]
    fn order_of_rows_does_not_matter(
        (rows, shuffled) in rows().prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle()))
    ) {
        let (Some(table), Some(shuffled)) = (table(&rows), table(&shuffled)) else { return Ok(()) };
        let ((_, a), (_, b)) = (classes(&table), classes(&shuffled));
        prop_assert_eq!(a.features, b.features);
        prop_assert_eq!(a.weights, b.weights);
        prop_assert_eq!(a.rows, b.rows);
    }

    #[test]
    fn features_are_the_first_of_each_split_of_the_rows(rows in rows()) {
        let Some(table) = table(&rows) else { return Ok(()) };
        let (candidates, classes) = classes(&table);
        let (mut seen, mut first, mut constant) = (BTreeSet::new(), vec![], 0);
        for (column, tests) in candidates.tests.iter().enumerate() {
            for test in tests {
                let says: Vec<bool> =
                    (0..table.rows).map(|row| answer(&table, column, test, row)).collect();
                let split: Vec<bool> = says.iter().map(|bit| *bit != says[0]).collect();
                if !split.contains(&true) {
                    constant += 1;
                } else if seen.insert(split) {
                    first.push((column, test.clone()));
                }
            }
        }
        let kept: Vec<_> = classes.features.iter().map(|f| (f.column, f.test.clone())).collect();
        prop_assert_eq!(kept, first);
        prop_assert_eq!(classes.constant, constant);
        prop_assert_eq!(classes.candidates, classes.features.len() + constant + classes.merged);
    }

    #[test]
    fn places_nest_the_thresholds_of_a_column(rows in rows()) {
        let Some(table) = table(&rows) else { return Ok(()) };
        let (candidates, classes) = classes(&table);
        for feature in &classes.features {
            let is_threshold = matches!(feature.test, Test::AtMost(_));
            prop_assert_eq!(feature.place.is_some(), is_threshold);
            if let Some(place) = feature.place {
                prop_assert_eq!(&candidates.tests[feature.column][place as usize], &feature.test);
            }
        }
        for pair in classes.features.windows(2).filter(|pair| pair[1].place.is_some()) {
            prop_assert!(pair[0].place < pair[1].place);
            prop_assert!(pair[0].bits.iter().zip(&pair[1].bits).all(|(a, b)| a & b == *a));
        }
    }
}

#[test]
fn rows_weigh_one_without_weights() {
    let mut table = table(&[
        (Some(1), Some(true), Some(0), 0, 9),
        (Some(1), Some(true), Some(0), 1, 9),
        (Some(1), Some(true), Some(0), 1, 9),
        (Some(0), Some(true), Some(0), 2, 9),
    ])
    .unwrap();
    table.weights = None;
    let (_, classes) = classes(&table);
    assert_eq!(classes.class_of_row, [1, 1, 1, 0]);
    assert_eq!(classes.weights, [0, 0, 1, 1, 2, 0]);
    assert_eq!(classes.rows, [1, 3]);
}

#[test]
fn test_that_repeats_another_column_is_merged_into_the_first() {
    let table = table(&[
        (Some(0), Some(true), Some(2), 0, 1),
        (Some(1), Some(false), Some(1), 1, 1),
        (Some(2), Some(false), Some(1), 0, 1),
    ])
    .unwrap();
    let (_, classes) = classes(&table);
    let kept: Vec<_> = classes.features.iter().map(|f| (f.column, f.place)).collect();
    assert_eq!(kept, [(0, Some(0)), (0, Some(1))]);
    assert_eq!((classes.candidates, classes.constant, classes.merged), (4, 0, 2));
}
