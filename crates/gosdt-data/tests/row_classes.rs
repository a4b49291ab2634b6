//! Classes of equal rows and the splits between them, against the definitions.
use crate::random;

use gosdt_data::{
    Column, Labels, Missing, RowClasses, SplitKind, Stopped, Table, Test, Values, group_rows,
};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::BTreeSet;

fn group(table: &Table) -> RowClasses {
    group_rows(table, &|| false).unwrap()
}

/// The answer of a row from the values themselves.
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

/// The value of a row such that values compare as classes are numbered.
fn value(values: &Values, row: usize) -> (bool, f64) {
    match values {
        _ if values.is_missing(row) => (true, 0.0),
        Values::Numeric(values) => (false, values[row]),
        Values::Boolean { values, .. } => (false, f64::from(u8::from(values[row].unwrap()))),
        Values::Categorical { codes, .. } => (false, codes[row].unwrap().into()),
    }
}

/// The tests that a column offers, from the definition: a threshold between each two adjacent
/// numbers, each text that occurs (of two the second), and missing where values are.
fn offered(values: &Values) -> Vec<Test> {
    let rows = 0..values.len();
    let known: Vec<usize> = rows.clone().filter(|row| !values.is_missing(*row)).collect();
    let is = |texts: &[String], code: usize| Test::Is(texts[code].clone());
    let mut tests: Vec<Test> = match values {
        Values::Numeric(numbers) => {
            let mut known: Vec<f64> = known.iter().map(|row| numbers[*row]).collect();
            known.sort_by(|a, b| a.partial_cmp(b).unwrap());
            known.dedup();
            known.windows(2).map(|pair| Test::AtMost(shortest_between(pair[0], pair[1]))).collect()
        }
        Values::Boolean { spelling, values } => {
            let codes: BTreeSet<bool> = known.iter().map(|row| values[*row].unwrap()).collect();
            codes.into_iter().map(|code| is(spelling, code.into())).collect()
        }
        Values::Categorical { categories, codes } => {
            let codes: BTreeSet<u32> = known.iter().map(|row| codes[*row].unwrap()).collect();
            codes.into_iter().map(|code| is(categories, code as usize)).collect()
        }
    };
    if known.len() < rows.len() {
        tests.push(Test::IsMissing);
    } else if tests.len() == 2 && !matches!(values, Values::Numeric(_)) {
        tests.remove(0);
    }
    tests
}

/// The decimal with the fewest digits in the middle half, next to the middle; or the lower where there is
/// nothing between.
fn shortest_between(low: f64, high: f64) -> f64 {
    let gap = high / 2.0 - low / 2.0;
    let middle = low + gap;
    let near = |t: &f64| low <= *t && *t < high && (t - middle).abs() <= gap / 2.0;
    let with_digits = |digits: usize| format!("{middle:.digits$e}").parse::<f64>().unwrap();
    let mut decimals = std::iter::once(0.0).chain((0..17).map(with_digits));
    let otherwise = if middle < high { middle } else { low };
    decimals.find(near).unwrap_or(otherwise)
}

/// The first test of each way to split the rows in two; constant tests are left out.
fn first_of_each_split(table: &Table, tests: Vec<(usize, Test)>) -> Vec<(usize, Test)> {
    let mut seen = BTreeSet::new();
    let mut is_new = |(column, test): &(usize, Test)| {
        let first = answer(table, *column, test, 0);
        let differs = |row| answer(table, *column, test, row) != first;
        let split: Vec<bool> = (0..table.rows).map(differs).collect();
        split.contains(&true) && seen.insert(split)
    };
    tests.into_iter().filter(|test| is_new(test)).collect()
}

/// A table, and the same with its rows in another order.
fn shuffled() -> impl Strategy<Value = (Table, Table)> {
    random::table().prop_flat_map(|table| {
        let order: Vec<usize> = (0..table.rows).collect();
        Just(order).prop_shuffle().prop_map(move |order| (table.clone(), table.at_rows(&order)))
    })
}

proptest! {
    #[test]
    fn splits_answer_for_every_row_as_its_values_do(table in random::table()) {
        let classes = group(&table);
        for column in &classes.columns {
            prop_assert_eq!(column.codes.len(), classes.len);
            for split in 0..column.splits {
                let test = column.test(split);
                for (row, class) in classes.class_of_row.iter().enumerate() {
                    let expected = answer(&table, column.column, &test, row);
                    prop_assert_eq!(column.answers(split, *class as usize), expected);
                }
            }
        }
    }

    #[test]
    fn every_split_of_the_rows_is_there_in_the_order_of_the_tests(table in random::table()) {
        let classes = group(&table);
        let columns = table.columns.iter().enumerate();
        let offered: Vec<(usize, Test)> = columns
            .flat_map(|(at, column)| offered(&column.values).into_iter().map(move |test| (at, test)))
            .collect();
        let is_constant = |(column, test): &&(usize, Test)| {
            let first = answer(&table, *column, test, 0);
            (0..table.rows).all(|row| answer(&table, *column, test, row) == first)
        };
        prop_assert_eq!(classes.offered, offered.len());
        prop_assert_eq!(classes.constant, offered.iter().filter(is_constant).count());
        prop_assert_eq!(classes.splits(), classes.offered - classes.constant - classes.merged);
        let found = first_of_each_split(&table, tests(&classes));
        prop_assert_eq!(found, first_of_each_split(&table, offered));
    }

    #[test]
    fn rows_are_in_one_class_iff_no_split_tells_them_apart(table in random::table()) {
        let classes = group(&table);
        let class = |row: usize| classes.class_of_row[row] as usize;
        for a in 0..table.rows {
            for b in 0..a {
                let mut codes = classes.columns.iter().map(|column| &column.codes);
                let apart = codes.any(|codes| codes[class(a)] != codes[class(b)]);
                prop_assert_eq!(class(a) != class(b), apart);
            }
        }
    }

    #[test]
    fn splits_are_numbered_through_all_columns(table in random::table()) {
        let classes = group(&table);
        let numbered = (0..classes.splits()).map(|number| {
            let (column, split) = classes.split(number);
            (column.column, column.test(split))
        });
        prop_assert_eq!(numbered.collect::<Vec<_>>(), tests(&classes));
    }

    #[test]
    fn codes_are_those_that_a_split_ends_at(table in random::table()) {
        for column in group(&table).columns {
            let occur: BTreeSet<u32> = column.codes.iter().copied().collect();
            match column.kind {
                SplitKind::Thresholds => prop_assert!(occur.into_iter().eq(0..=column.splits)),
                SplitKind::Categories => {
                    prop_assert!(column.splits > 2);
                    prop_assert!(occur.into_iter().eq(0..column.splits));
                }
            }
        }
    }

    #[test]
    fn classes_are_the_distinct_rows_in_the_order_of_their_values(table in random::table()) {
        let class = group(&table).class_of_row;
        let values = |row| table.columns.iter().map(move |column| value(&column.values, row));
        for a in 0..table.rows {
            for b in 0..a {
                prop_assert_eq!(Some(class[a].cmp(&class[b])), values(a).partial_cmp(values(b)));
            }
        }
    }

    #[test]
    fn classes_count_their_rows_and_sum_their_weights(table in random::table()) {
        let classes = group(&table);
        let mut rows = vec![0; classes.len];
        let mut weights = vec![0; classes.len * classes.labels];
        for (row, class) in classes.class_of_row.iter().enumerate() {
            let place = *class as usize * classes.labels + table.labels.codes[row] as usize;
            rows[*class as usize] += 1;
            weights[place] += table.weights.as_ref().map_or(1, |weights| weights.values[row]);
        }
        prop_assert!(rows.iter().all(|rows| *rows > 0));
        prop_assert_eq!((classes.rows, classes.weights), (rows, weights));
    }

    #[test]
    fn order_of_rows_does_not_matter((table, shuffled) in shuffled()) {
        let (a, b) = (group(&table), group(&shuffled));
        prop_assert_eq!(a.columns, b.columns);
        prop_assert_eq!((a.weights, a.rows), (b.weights, b.rows));
    }

    #[test]
    fn stopping_ends_the_work_at_any_call(table in random::table(), calls in 0usize..2) {
        let left = Cell::new(calls);
        let stop = || left.get() == 0 || left.replace(left.get() - 1) == 0;
        prop_assert_eq!(group_rows(&table, &stop).unwrap_err(), Stopped);
    }
}

fn table(columns: Vec<Values>) -> Table {
    let codes = (0..columns[0].len() as u32).map(|row| row % 2).collect();
    let labels = Labels { name: "y".into(), classes: ["0", "1"].map(String::from).into(), codes };
    let columns = columns.into_iter().enumerate();
    let columns = columns.map(|(at, values)| Column { name: format!("x{at}"), values }).collect();
    Table::new("made", columns, labels, None, Missing::Category).unwrap()
}

fn categorical(texts: &[&str], codes: &[Option<u32>]) -> Values {
    let categories = texts.iter().map(|text| text.to_string()).collect();
    Values::Categorical { categories, codes: codes.to_vec() }
}

/// The tests that are left, with the column that each is about.
fn tests(classes: &RowClasses) -> Vec<(usize, Test)> {
    let columns = classes.columns.iter();
    columns
        .flat_map(|column| (0..column.splits).map(|split| (column.column, column.test(split))))
        .collect()
}

#[test]
fn numbers_are_split_between_adjacent_values_and_from_missing_ones() {
    let classes = group(&table(vec![Values::Numeric(vec![4.0, f64::NAN, 1.0, 2.0])]));
    let expected = [Test::AtMost(1.5), Test::AtMost(3.0), Test::IsMissing];
    assert_eq!(tests(&classes), expected.map(|test| (0, test)));
    assert_eq!(classes.class_of_row, [2, 3, 0, 1]);
    assert_eq!(classes.columns[0].codes[..], [0, 1, 2, 2]);
    assert_eq!(classes.columns[1].codes[..], [1, 1, 1, 0]);
    assert_eq!((classes.offered, classes.constant, classes.merged), (3, 0, 0));
}

#[test]
fn two_texts_are_one_split_that_asks_for_the_second() {
    let spelling = ["no", "yes"].map(String::from);
    let values = vec![Some(true), Some(false), Some(true), Some(true)];
    let flags = Values::Boolean { spelling, values };
    let texts = categorical(&["p", "q"], &[Some(0), Some(0), Some(1), Some(1)]);
    let classes = group(&table(vec![flags, texts]));
    assert_eq!(tests(&classes), [(0, Test::Is("yes".into())), (1, Test::Is("q".into()))]);
    assert!(classes.columns.iter().all(|column| column.kind == SplitKind::Thresholds));
    assert_eq!((classes.offered, classes.constant, classes.merged), (2, 0, 0));
}

#[test]
fn one_text_and_missing_values_are_one_split_that_asks_for_the_text() {
    let classes = group(&table(vec![categorical(&["p"], &[Some(0), None, Some(0)])]));
    assert_eq!(tests(&classes), [(0, Test::Is("p".into()))]);
    assert_eq!((classes.offered, classes.constant, classes.merged), (2, 0, 1));
}

#[test]
fn columns_of_one_value_are_left_out() {
    let columns = vec![
        Values::Numeric(vec![7.0, 7.0]),
        Values::Numeric(vec![f64::NAN; 2]),
        categorical(&["p"], &[Some(0); 2]),
        categorical(&[], &[None; 2]),
    ];
    let classes = group(&table(columns));
    assert_eq!((classes.len, classes.columns.len(), classes.splits()), (1, 0, 0));
    assert_eq!((classes.rows, classes.weights), (vec![2], vec![1, 1]));
    assert_eq!((classes.offered, classes.constant, classes.merged), (3, 3, 0));
}

#[test]
fn columns_that_ask_the_same_are_merged_into_the_first() {
    let codes = [Some(0), Some(1), Some(2), Some(0)];
    let renamed = [Some(2), Some(1), Some(0), Some(2)];
    let columns = vec![
        Values::Numeric(vec![1.0, 2.0, 3.0, 3.5]),
        Values::Numeric(vec![-1.0, -20.0, -30.0, -31.0]),
        categorical(&["a", "b", "c"], &codes),
        categorical(&["d", "e", "f"], &renamed),
    ];
    let classes = group(&table(columns));
    let kept: Vec<usize> = classes.columns.iter().map(|column| column.column).collect();
    assert_eq!(kept, [0, 2]);
    assert_eq!((classes.offered, classes.merged, classes.splits()), (12, 6, 6));
}

#[test]
fn long_columns_stop_within_few_rows() {
    let numbers = (0..200_000).map(|row| f64::from(row % 1013) * 0.1).collect();
    let table = table(vec![Values::Numeric(numbers)]);
    let calls = Cell::new(0);
    let all = || {
        calls.set(calls.get() + 1);
        false
    };
    group_rows(&table, &all).unwrap();
    assert!(calls.get() > 100, "called {} times", calls.get());
    for last in 0..calls.get() {
        let left = Cell::new(last);
        let stop = || left.get() == 0 || left.replace(left.get() - 1) == 0;
        assert_eq!(group_rows(&table, &stop), Err(Stopped));
    }
}
