//! How many rows each class has: a bar for each set of rows.
use crate::numbers::{percent, weight};
use crate::palette::colour;
use crate::words;
use gosdt_tree::Model;

/// Of more classes than this only the largest are named.
const MOST_NAMED: usize = 8;

/// The classes of one set of rows.
pub(crate) struct Balance {
    /// What the rows are called.
    pub(crate) name: String,
    /// Share in percent, colour and name of each class that occurs.
    pub(crate) bars: Vec<(f64, String, String)>,
    /// `no: 60 (60.0 %), yes: 40 (40.0 %)`.
    pub(crate) words: String,
}

impl Balance {
    /// The balance of rows whose classes have these weights.
    pub(crate) fn new(model: &Model, name: &str, weights: &[f64]) -> Balance {
        let total = weights.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let mut classes: Vec<usize> = (0..weights.len()).collect();
        let present = classes.iter().filter(|&&class| weights[class] > 0.0);
        let bars = present
            .map(|&class| {
                let share = 100.0 * weights[class] / total;
                (share, colour(class), words::class_name(model, class))
            })
            .collect();
        if classes.len() > MOST_NAMED {
            classes.sort_by(|&one, &other| weights[other].total_cmp(&weights[one]));
        }
        let named = |&class: &usize| {
            let share = percent(weights[class] / total);
            format!("{}: {} ({share})", words::class_name(model, class), weight(weights[class]))
        };
        let mut words: Vec<String> = classes.iter().take(MOST_NAMED).map(named).collect();
        if classes.len() > MOST_NAMED {
            words.push(format!("{} more", classes.len() - MOST_NAMED));
        }
        Balance { name: name.to_string(), bars, words: words.join(", ") }
    }

    /// The balance of the rows that the tree was fitted to.
    pub(crate) fn of_training(model: &Model) -> Balance {
        Balance::new(model, "training", model.tree.nodes[0].weights())
    }
}
