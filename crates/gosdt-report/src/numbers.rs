//! Numbers as people read them.
use gosdt::grouped_digits;

/// `1,234,567`.
pub(crate) fn count(value: u64) -> String {
    grouped_digits(&value.to_string())
}

/// `1 row`, `1,234 rows`.
pub(crate) fn counted(value: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(value), if value == 1 { one } else { many })
}

/// A weight: whole numbers as counts, others with up to three decimals.
pub(crate) fn weight(value: f64) -> String {
    match value.fract() == 0.0 && value.abs() < 1e15 {
        true => count(value as u64),
        false if value.abs() < 1e15 => trimmed(format!("{value:.3}")),
        false => format!("{value:e}"),
    }
}

/// Six decimals at most, without zeros at the end.
pub(crate) fn number(value: f64) -> String {
    match value != 0.0 && value.abs() < 1e-4 || value.abs() >= 1e15 {
        true => format!("{value:.2e}"),
        false => trimmed(format!("{value:.6}")),
    }
}

/// Three significant digits, never less than the value: what is "at most" this must be so.
pub(crate) fn at_most(value: f64) -> String {
    if value <= 0.0 || !value.is_finite() {
        return number(value.max(0.0));
    }
    let decimals = 2 - value.log10().floor() as i32;
    let scale = 10f64.powi(decimals);
    let rounded = (value * scale).ceil() / scale;
    match decimals {
        ..=0 => format!("{rounded:.0}"),
        1..=15 => trimmed(format!("{rounded:.*}", decimals as usize)),
        _ => format!("{rounded:.2e}"),
    }
}

/// Three digits that count.
pub(crate) fn three_digits(value: f64) -> String {
    if value <= 0.0 || !value.is_finite() {
        return number(value);
    }
    let decimals = (2 - value.log10().floor() as i32).max(0) as usize;
    if decimals > 12 { format!("{value:.2e}") } else { trimmed(format!("{value:.decimals$}")) }
}

/// `97.9 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Four decimals, or a dash where there is nothing to measure.
pub(crate) fn share(value: Option<f64>) -> String {
    match value {
        Some(value) if value.is_finite() => format!("{value:.4}"),
        _ => "–".to_string(),
    }
}

/// `20 ms`, `1.5 s`, `60 s`, `2 min 5 s`, `3 h 2 min`.
pub(crate) fn seconds(value: f64) -> String {
    match value.max(0.0) {
        value if value < 0.001 => "less than 1 ms".to_string(),
        value if value < 0.9995 => format!("{:.0} ms", value * 1000.0),
        value if value < 9.95 => trimmed(format!("{value:.1}")) + " s",
        value if value < 119.5 => format!("{value:.0} s"),
        value if value < 3600.0 => {
            let whole = value.round() as u64;
            format!("{} min {} s", whole / 60, whole % 60)
        }
        value => {
            let minutes = (value / 60.0).round() as u64;
            format!("{} h {} min", minutes / 60, minutes % 60)
        }
    }
}

fn trimmed(text: String) -> String {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")];
        for (value, text) in cases {
            assert_eq!(count(value), text);
        }
        assert_eq!(counted(1, "row", "rows"), "1 row");
        assert_eq!(counted(1357, "split", "splits"), "1,357 splits");
    }

    #[test]
    fn a_limit_is_never_rounded_down() {
        let cases = [(0.0, "0"), (0.012_301, "0.0124"), (0.5, "0.5"), (1.001, "1.01")];
        for (value, text) in cases {
            assert_eq!(at_most(value), text);
        }
        for value in [1e-20, 3.3e-7, 0.1, 0.3, 2.0 / 3.0, 12.34, 98_765.4] {
            assert!(at_most(value).parse::<f64>().unwrap() >= value, "{value}");
        }
    }

    #[test]
    fn three_digits_count() {
        let cases = [
            (0.0, "0"),
            (0.2, "0.2"),
            (0.001_929, "0.00193"),
            (12.34, "12.3"),
            (1e-15, "1.00e-15"),
        ];
        for (value, text) in cases {
            assert_eq!(three_digits(value), text);
        }
    }

    #[test]
    fn times_have_the_unit_that_suits_them() {
        let cases = [
            (0.0, "less than 1 ms"),
            (0.02, "20 ms"),
            (0.9999, "1 s"),
            (1.52, "1.5 s"),
            (60.02, "60 s"),
            (125.0, "2 min 5 s"),
            (10_920.0, "3 h 2 min"),
        ];
        for (value, text) in cases {
            assert_eq!(seconds(value), text);
        }
    }

    #[test]
    fn numbers_have_no_zeros_at_the_end() {
        let cases = [(0.0, "0"), (0.08, "0.08"), (10.0, "10"), (1.0 / 3.0, "0.333333")];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        assert_eq!(number(0.000_012), "1.20e-5");
        assert_eq!(weight(12_345.0), "12,345");
        assert_eq!(weight(0.25), "0.25");
    }
}
