//! Columns → yes/no tests. No bucketization: every test that can tell two rows apart is there.
use crate::thresholds::{distinct_values, threshold_between};
use crate::{Table, Test, Values};

/// A binary feature: the test, where it came from, and its bit for each equivalence class.
#[derive(Clone, Debug, PartialEq)]
pub struct BinaryFeature {
    /// Index into [`Table::columns`].
    pub column: usize,
    /// Place in the column's order of nested thresholds (`AtMost` only): a smaller place's yes-side
    /// is a subset of a larger one's.
    pub place: Option<u32>,
    /// The question.
    pub test: Test,
    /// Bit c (word c / 64, bit c % 64) is set where equivalence class c answers yes.
    pub bits: Vec<u64>,
}

/// The codes of a column that answer a test with yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YesCodes {
    /// This one and all smaller ones.
    UpTo(u32),
    /// This one.
    Only(u32),
}

impl YesCodes {
    /// Whether `code` answers yes.
    pub fn contains(self, code: u32) -> bool {
        match self {
            YesCodes::UpTo(last) => code <= last,
            YesCodes::Only(one) => code == one,
        }
    }
}

/// The candidate tests of every column, with each row's code.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// Per column: the tests, in the column's order: thresholds ascending, or values sorted; the
    /// test for missing last.
    pub tests: Vec<Vec<Test>>,
    /// Per column: a code for each row such that two rows have equal codes iff no test of the
    /// column tells them apart. Codes count up from 0 in the order of the values, missing last.
    pub codes: Vec<Vec<u32>>,
    /// Per column, per test: which codes answer yes.
    pub yes: Vec<Vec<YesCodes>>,
}

impl Candidates {
    /// Whether rows of `code` answer yes to a test of a column.
    ///
    /// # Panics
    /// When there is no such column or test.
    pub fn answers(&self, column: usize, test: usize, code: u32) -> bool {
        self.yes[column][test].contains(code)
    }
}

/// Lists every test that the columns of `table` offer.
///
/// - Numeric: `x <= t` between each two adjacent values, `t` the midpoint in `f64`, or the lower
///   value where the midpoint would round up to the higher.
/// - Boolean and categorical: `x = v` for each value that occurs; for two values and no missing one
///   the second alone, since the first is its complement.
/// - Any, where values are missing: `x is missing`.
pub fn binarize(table: &Table) -> Candidates {
    let mut candidates = Candidates { tests: vec![], codes: vec![], yes: vec![] };
    for column in &table.columns {
        let (tests, codes) = match &column.values {
            Values::Numeric(values) => ask_numbers(values),
            Values::Boolean { spelling, values } => {
                ask_categories(spelling, values.iter().map(|value| value.map(u32::from)))
            }
            Values::Categorical { categories, codes } => {
                ask_categories(categories, codes.iter().copied())
            }
        };
        let (tests, yes) = tests.into_iter().unzip();
        candidates.tests.push(tests);
        candidates.yes.push(yes);
        candidates.codes.push(codes);
    }
    candidates
}

/// Tests with the codes that say yes, and each row's code.
type Asked = (Vec<(Test, YesCodes)>, Vec<u32>);

fn ask_numbers(values: &[f64]) -> Asked {
    let distinct = distinct_values(values);
    let missing = distinct.len() as u32;
    let code = |value: &f64| distinct.partition_point(|other| other < value) as u32;
    let code = |value: &f64| if value.is_nan() { missing } else { code(value) };
    let pairs = distinct.windows(2).zip(0..);
    let mut tests: Vec<_> = pairs
        .map(|(pair, place)| {
            (Test::AtMost(threshold_between(pair[0], pair[1])), YesCodes::UpTo(place))
        })
        .collect();
    if values.iter().any(|value| value.is_nan()) {
        tests.push((Test::IsMissing, YesCodes::Only(missing)));
    }
    (tests, values.iter().map(code).collect())
}

fn ask_categories(categories: &[String], codes: impl Iterator<Item = Option<u32>>) -> Asked {
    let none = categories.len() as u32;
    let mut codes: Vec<u32> = codes.map(|code| code.unwrap_or(none)).collect();
    let mut occurs = vec![false; categories.len() + 1];
    codes.iter().for_each(|code| occurs[*code as usize] = true);
    let occurring: Vec<usize> = (0..categories.len()).filter(|code| occurs[*code]).collect();
    let missing = occurring.len() as u32;
    let mut rank = vec![missing; categories.len() + 1];
    occurring.iter().zip(0..).for_each(|(code, place)| rank[*code] = place);
    let ask =
        |(code, place): (&usize, u32)| (Test::Is(categories[*code].clone()), YesCodes::Only(place));
    let mut tests: Vec<_> = occurring.iter().zip(0..).map(ask).collect();
    if occurs[categories.len()] {
        tests.push((Test::IsMissing, YesCodes::Only(missing)));
    } else if tests.len() == 2 {
        tests.remove(0);
    }
    codes.iter_mut().for_each(|code| *code = rank[*code as usize]);
    (tests, codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn numbers(values: &[f64]) -> (Vec<Test>, Vec<u32>) {
        let (tests, codes) = ask_numbers(values);
        (tests.into_iter().map(|(test, _)| test).collect(), codes)
    }

    fn categories(texts: &[&str], codes: &[Option<u32>]) -> (Vec<Test>, Vec<u32>) {
        let texts: Vec<String> = texts.iter().map(|text| text.to_string()).collect();
        let (tests, codes) = ask_categories(&texts, codes.iter().copied());
        (tests.into_iter().map(|(test, _)| test).collect(), codes)
    }

    fn is(text: &str) -> Test {
        Test::Is(text.into())
    }

    #[test]
    fn numbers_are_split_between_adjacent_values() {
        let expected = vec![Test::AtMost(1.5), Test::AtMost(3.0)];
        assert_eq!(numbers(&[4.0, 1.0, 2.0, 1.0]), (expected, vec![2, 0, 1, 0]));
        assert_eq!(numbers(&[7.0, 7.0]), (vec![], vec![0, 0]));
        assert_eq!(numbers(&[0.0, -0.0, 1.0]), (vec![Test::AtMost(0.5)], vec![0, 0, 1]));
    }

    #[test]
    fn missing_number_is_a_split_of_its_own() {
        let (tests, codes) = ask_numbers(&[2.0, f64::NAN, 1.0]);
        assert_eq!(codes, [1, 2, 0]);
        assert_eq!(
            tests,
            [(Test::AtMost(1.5), YesCodes::UpTo(0)), (Test::IsMissing, YesCodes::Only(2)),]
        );
        assert_eq!(numbers(&[f64::NAN, 3.0]), (vec![Test::IsMissing], vec![1, 0]));
    }

    #[test]
    fn categories_are_asked_one_by_one() {
        let expected = vec![is("a"), is("b"), is("c")];
        let codes = [Some(2), Some(0), Some(1)];
        assert_eq!(categories(&["a", "b", "c"], &codes), (expected, vec![2, 0, 1]));
    }

    #[test]
    fn two_categories_are_one_test() {
        assert_eq!(categories(&["a", "b"], &[Some(1), Some(0)]), (vec![is("b")], vec![1, 0]));
    }

    #[test]
    fn missing_category_is_a_value() {
        let expected = vec![is("a"), is("b"), Test::IsMissing];
        let codes = [Some(1), None, Some(0)];
        assert_eq!(categories(&["a", "b"], &codes), (expected, vec![1, 2, 0]));
    }

    #[test]
    fn categories_that_do_not_occur_are_not_asked() {
        let codes = [Some(3), Some(1), Some(3)];
        assert_eq!(categories(&["a", "b", "c", "d"], &codes), (vec![is("d")], vec![1, 0, 1]));
    }

    fn value() -> impl Strategy<Value = f64> {
        prop_oneof![(-4i8..4).prop_map(f64::from), Just(f64::NAN), any::<f64>()]
            .prop_filter("finite", |value| !value.is_infinite())
    }

    proptest! {
        #[test]
        fn codes_answer_numeric_tests_as_the_values_do(
            values in proptest::collection::vec(value(), 1..30)
        ) {
            let (tests, codes) = ask_numbers(&values);
            for (test, yes) in tests {
                for (value, code) in values.iter().zip(&codes) {
                    let answer = match &test {
                        Test::AtMost(threshold) => value <= threshold,
                        Test::IsMissing => value.is_nan(),
                        Test::Is(_) => unreachable!("not a numeric test"),
                    };
                    prop_assert_eq!(yes.contains(*code), answer);
                }
            }
        }

        #[test]
        fn equal_codes_are_values_that_no_test_tells_apart(
            values in proptest::collection::vec(value(), 1..20),
            chosen in proptest::collection::vec(proptest::option::of(0u32..4), 1..20),
        ) {
            let texts = ["a", "b", "c", "d"].map(String::from);
            for (tests, codes) in
                [ask_numbers(&values), ask_categories(&texts, chosen.into_iter())]
            {
                for a in &codes {
                    for b in &codes {
                        let apart = tests.iter().any(|(_, yes)| yes.contains(*a) != yes.contains(*b));
                        prop_assert_eq!(a != b, apart);
                    }
                }
            }
        }
    }
}
