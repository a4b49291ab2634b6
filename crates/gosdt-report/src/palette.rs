//! Colours of classes: far apart also for those who do not see all colours.

/// After Okabe and Ito, without black and with yellow last: it is faint on white.
const FEW: [&str; 7] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#b8a800"];

/// The colour of a class, as `#rrggbb`. Beyond the palette, steps of the golden ratio keep hues
/// apart.
pub fn colour(class: usize) -> String {
    match FEW.get(class) {
        Some(colour) => (*colour).to_string(),
        None => from_hue((0.09 + 0.618_034 * class as f64).fract()),
    }
}

/// Red, green and blue of a class, for terminals.
pub(crate) fn rgb(class: usize) -> [u8; 3] {
    let hex = colour(class);
    [1, 3, 5].map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap_or(128))
}

/// How strongly a leaf is filled with its colour: from a hint at chance level to full at purity.
pub(crate) fn strength(purity: f64, classes: usize) -> f64 {
    let chance = 1.0 / classes.max(2) as f64;
    let above_chance = ((purity - chance) / (1.0 - chance)).clamp(0.0, 1.0);
    0.1 + 0.4 * above_chance
}

/// Medium saturation and lightness.
fn from_hue(hue: f64) -> String {
    let part = |offset: f64| {
        let at = (hue + offset).fract() * 6.0;
        let ramp = (2.0 - (at - 3.0).abs()).clamp(0.0, 1.0);
        (70.0 + 120.0 * (1.0 - ramp)) as u8
    };
    format!("#{:02x}{:02x}{:02x}", part(0.0), part(1.0 / 3.0), part(2.0 / 3.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn fifty_classes_have_fifty_colours() {
        let colours: HashSet<String> = (0..50).map(colour).collect();
        assert_eq!(colours.len(), 50);
        assert!(colours.iter().all(|colour| colour.len() == 7 && colour.starts_with('#')));
    }

    #[test]
    fn purer_leaves_are_filled_more() {
        assert_eq!(strength(1.0, 2), 0.5);
        assert_eq!(strength(0.5, 2), 0.1);
        assert!(strength(0.8, 2) < strength(0.9, 2));
        assert!(strength(0.5, 4) > strength(0.5, 2));
        assert!(strength(0.0, 1).is_finite());
    }
}
