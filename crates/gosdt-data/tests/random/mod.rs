//! Random tables with columns of every kind.
use gosdt_data::{Column, Labels, Missing, Table, Values, Weights};
use proptest::prelude::*;

/// Values of which some are missing, or none.
fn list<T: std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + Clone + 'static,
    rows: usize,
) -> BoxedStrategy<Vec<Option<T>>> {
    let known = proptest::collection::vec(value.clone().prop_map(Some), rows);
    let gaps = proptest::collection::vec(proptest::option::weighted(0.8, value), rows);
    prop_oneof![2 => known, 1 => gaps].boxed()
}

fn texts(count: u32) -> Vec<String> {
    (0..count).map(|code| format!("t{code:02}")).collect()
}

fn number() -> impl Strategy<Value = f64> + Clone {
    prop_oneof![
        (-3i8..4).prop_map(f64::from),
        Just(-0.0),
        Just(1.0f64.next_up()),
        Just(f64::MAX),
        Just(f64::MIN),
        Just(f64::from_bits(1)),
    ]
}

fn values(rows: usize) -> impl Strategy<Value = Values> {
    let numbers = |values: Vec<Option<f64>>| {
        Values::Numeric(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
    };
    let flags = |values| Values::Boolean { spelling: ["no", "yes"].map(String::from), values };
    let categories = move |count: u32| {
        let values = |codes| Values::Categorical { categories: texts(6), codes };
        list(0..count, rows).prop_map(values)
    };
    prop_oneof![
        list(number(), rows).prop_map(numbers),
        list((0i8..2).prop_map(f64::from), rows).prop_map(numbers),
        list((0i32..1000).prop_map(f64::from), rows).prop_map(numbers),
        list(any::<bool>(), rows).prop_map(flags),
        categories(2),
        categories(6),
    ]
}

/// The column once more, in the other direction or with other names.
fn turned(values: &Values) -> Values {
    match values {
        Values::Numeric(values) => Values::Numeric(values.iter().map(|value| -value).collect()),
        Values::Boolean { spelling, values } => {
            let values = values.iter().map(|value| value.map(|value| !value)).collect();
            Values::Boolean { spelling: spelling.clone(), values }
        }
        Values::Categorical { categories, codes } => {
            let last = categories.len() as u32 - 1;
            let codes = codes.iter().map(|code| code.map(|code| last - code)).collect();
            Values::Categorical { categories: categories.clone(), codes }
        }
    }
}

fn columns(rows: usize) -> impl Strategy<Value = Vec<Column>> {
    let column = (values(rows), 0..4usize);
    proptest::collection::vec(column, 1..6).prop_map(|columns| {
        let mut made: Vec<Column> = vec![];
        for (values, copies) in columns {
            let again = match copies {
                0 => Some(turned(&values)),
                1 => Some(values.clone()),
                _ => None,
            };
            for values in [Some(values), again].into_iter().flatten() {
                made.push(Column { name: format!("x{}", made.len()), values });
            }
        }
        made
    })
}

/// A table under `Missing::Category`, with one, two or three labels that occur, weighted or not.
pub fn table() -> impl Strategy<Value = Table> {
    (2usize..90).prop_flat_map(|rows| {
        let labels = proptest::collection::vec(0u32..3, rows);
        let weights = proptest::option::of(proptest::collection::vec(0u64..5, rows));
        (columns(rows), labels, weights).prop_filter_map(
            "two labels",
            |(columns, codes, weights)| {
                let labels = Labels { name: "y".into(), classes: texts(3), codes };
                let weights =
                    weights.map(|values| Weights { name: "w".into(), values, denominator: 10 });
                Table::new("random", columns, labels, weights, Missing::Category).ok()
            },
        )
    })
}
