//! What someone may have meant by a name that is no objective.
use gosdt_data::edit_distance;

/// The objectives as they are written.
const NAMES: [&str; 9] = [
    "accuracy",
    "balanced",
    "weighted:W",
    "cost:FILE",
    "auc",
    "pauc:T",
    "fscore",
    "fbeta:B",
    "jaccard",
];

/// What others call them, in small letters and without anything but letters and digits.
const OTHER_NAMES: [(&str, &str); 22] = [
    ("acc", "accuracy"),
    ("error", "accuracy"),
    ("misclassification", "accuracy"),
    ("balancedaccuracy", "balanced"),
    ("bacc", "balanced"),
    ("weightedaccuracy", "weighted:W"),
    ("costs", "cost:FILE"),
    ("costmatrix", "cost:FILE"),
    ("rocauc", "auc"),
    ("auroc", "auc"),
    ("roc", "auc"),
    ("aucroc", "auc"),
    ("partialauc", "pauc:T"),
    ("f1score", "fscore"),
    ("f1measure", "fscore"),
    ("fmeasure", "fscore"),
    ("f2", "fbeta:2"),
    ("f2score", "fbeta:2"),
    ("f05", "fbeta:0.5"),
    ("fbetascore", "fbeta:B"),
    ("iou", "jaccard"),
    ("jaccardscore", "jaccard"),
];

/// ` (did you mean accuracy?)`, or nothing where nothing is near.
pub(super) fn hint(text: &str) -> String {
    nearest(text).map(|name| format!(" (did you mean {name}?)")).unwrap_or_default()
}

fn nearest(text: &str) -> Option<&'static str> {
    let family = text.split(':').next().unwrap_or(text).to_lowercase();
    let plain: String = family.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let own = |name: &'static str| (name.split(':').next().unwrap_or(name), name);
    let all = || NAMES.into_iter().map(own).chain(OTHER_NAMES);
    let exact = all().find(|(known, _)| *known == plain);
    let misspelled = || {
        let distance = |(known, _): &(&str, &str)| edit_distance(known, &plain);
        all().min_by_key(distance).filter(|known| {
            let most = if plain.len() < 6 { 1 } else { 2 };
            distance(known) <= most && plain.len() > 2
        })
    };
    exact.or_else(misspelled).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_guessed_and_others_are_not() {
        let cases = [
            ("accuraccy", "accuracy"),
            ("Balanced_Accuracy", "balanced"),
            ("ballanced", "balanced"),
            ("roc_auc", "auc"),
            ("f-score", "fscore"),
            ("F1-Score", "fscore"),
            ("F2", "fbeta:2"),
            ("f0.5", "fbeta:0.5"),
            ("weighted", "weighted:W"),
            ("pauc", "pauc:T"),
            ("accuracy:2", "accuracy"),
            ("jacard", "jaccard"),
            ("cost_matrix", "cost:FILE"),
        ];
        for (text, meant) in cases {
            assert_eq!(nearest(text), Some(meant), "{text}");
        }
        for text in ["", "x", "entropy", "rmse", "log_loss"] {
            assert_eq!(nearest(text), None, "{text}");
        }
    }
}
