//! The tree's words, set as in a book: `≤` for `<=`.
use crate::numbers::{counted, percent, weight};
use gosdt_data::Test;
use gosdt_tree::{Model, ModelColumn, Rule, describe, printable, threshold_text};

/// The question of a split, without a question mark.
pub(crate) fn question(model: &Model, column: usize, test: &Test) -> String {
    match test {
        Test::AtMost(_) => {
            let column = &model.columns[column];
            format!("{} {}", printable(&column.name), test_words(column, test))
        }
        _ => describe(model, column, test, true),
    }
}

/// What a split asks of a column, without the column's name.
pub(crate) fn test_words(column: &ModelColumn, test: &Test) -> String {
    match test {
        Test::AtMost(threshold) => format!("≤ {}", threshold_text(column, *threshold)),
        Test::Is(value) => format!("is {}", printable(value)),
        Test::IsMissing => "is missing".to_string(),
    }
}

/// What holds at a leaf, column by column.
pub(crate) fn conditions(rule: &Rule) -> Vec<String> {
    rule.conditions.iter().map(|condition| typeset(condition)).collect()
}

/// A rule in a sentence: `If age ≤ 22.5 and sex is male, then no`.
pub(crate) fn sentence(model: &Model, rule: &Rule) -> String {
    let class = class_name(model, rule.class);
    match conditions(rule).as_slice() {
        [] => format!("Always {class}"),
        conditions => format!("If {}, then {class}", conditions.join(" and ")),
    }
}

/// A class as it can be shown.
pub(crate) fn class_name(model: &Model, class: usize) -> String {
    printable(&model.classes[class]).into_owned()
}

/// The training rows at a node.
pub(crate) fn rows(model: &Model, node: usize) -> String {
    counted(model.tree.nodes[node].rows(), "row", "rows")
}

/// `48 rows · 97.9 %`: a leaf's rows, and its class's share of their weight. Where classes count
/// differently, the share of what they count for is why the leaf has its class.
pub(crate) fn leaf_counts(model: &Model, leaf: usize, class: usize) -> String {
    let why = weighted_words(model, leaf, class).map(|why| format!("; {why}"));
    let share = purity_words(model, leaf, class);
    format!("{} · {share}{}", rows(model, leaf), why.unwrap_or_default())
}

/// `61.2 % of the weight`, where classes count differently.
pub(crate) fn weighted_words(model: &Model, leaf: usize, class: usize) -> Option<String> {
    Some(format!("{} of the weight", percent(model.weighted_share(leaf, class)?)))
}

fn purity_words(model: &Model, leaf: usize, class: usize) -> String {
    purity(model, leaf, class).map_or("no weight".to_string(), percent)
}

/// The share of a node's weight that has the class; `None` where there is no weight.
pub(crate) fn purity(model: &Model, node: usize, class: usize) -> Option<f64> {
    let weights = model.tree.nodes[node].weights();
    let total: f64 = weights.iter().sum();
    (total > 0.0).then(|| weights[class] / total)
}

/// A line for each class that occurs at a node: `yes: 47 (97.9 %)`.
pub(crate) fn class_lines(model: &Model, node: usize) -> Vec<String> {
    let weights = model.tree.nodes[node].weights();
    let present = (0..weights.len()).filter(|&class| weights[class] > 0.0);
    let line = |class: usize| {
        let share = purity_words(model, node, class);
        format!("{}: {} ({share})", class_name(model, class), weight(weights[class]))
    };
    present.map(line).collect()
}

/// Writes the sign of a comparison with a number as `≤`. A name that happens to hold `<=` stays:
/// only what stands before a number at the end is a comparison.
pub(crate) fn typeset(words: &str) -> String {
    match words.rsplit_once(" <= ") {
        Some((name, bound)) if bound.parse::<f64>().is_ok() => format!("{name} ≤ {bound}"),
        _ => words.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comparisons_with_a_number_are_typeset() {
        assert_eq!(typeset("age <= 22.5"), "age ≤ 22.5");
        assert_eq!(typeset("2 < a <= b <= 4"), "2 < a <= b ≤ 4");
        assert_eq!(typeset("a <= b > 3"), "a <= b > 3");
        assert_eq!(typeset("a <= b is missing"), "a <= b is missing");
    }
}
