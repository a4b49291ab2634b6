//! A sentence that compares training rows with others.
use crate::measured::Measured;
use crate::numbers::{counted, three_digits};
use crate::score::score;
use gosdt_tree::Model;

/// How the score on rows that played no part in the fit compares with that in training, and, for
/// accuracy on rows without weights, whether chance explains the difference.
pub(crate) fn sentence(model: &Model, training: &Measured, test: &Measured) -> Option<String> {
    let (name, fitted) = score(model, &training.metrics);
    let (fitted, seen) = (fitted?, score(model, &test.metrics).1?);
    let compared = match seen - fitted {
        0.0 => format!("the same as in training ({fitted:.4})"),
        more if more > 0.0 => format!("{more:.4} more than in training ({fitted:.4})"),
        less => format!("{:.4} less than in training ({fitted:.4})", -less),
    };
    let chance = (name == "accuracy").then(|| chance(test, fitted - seen)).flatten();
    Some(format!(
        "On {}, {name} is {seen:.4}: {compared}.{}",
        test.name,
        chance.unwrap_or_default()
    ))
}

/// Two standard errors of a share of rows; nothing for weighted rows.
fn chance(test: &Measured, drop: f64) -> Option<String> {
    let rows = test.metrics.rows;
    let weight: f64 = test.metrics.per_class.iter().map(|class| class.support).sum();
    if rows == 0 || weight != rows as f64 {
        return None;
    }
    let share = test.metrics.accuracy;
    let errors = 2.0 * (share * (1.0 - share) / rows as f64).sqrt();
    let (rows, errors_said) = (counted(rows as u64, "row", "rows"), three_digits(errors));
    Some(match drop > errors {
        true => format!(
            " That is more than chance explains on {rows} (about {errors_said}, two standard errors): \
             the tree fits its training rows better than others. A larger λ may do better there."
        ),
        false => format!(
            " Chance alone makes differences of about {errors_said} on {rows} (two standard errors)."
        ),
    })
}
