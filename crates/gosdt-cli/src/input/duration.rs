//! Durations as people write them.
use std::time::Duration;

/// Reads `500ms`, `60s`, `2m`, `1.5h`; a bare number is seconds.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds = match unit.trim() {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(not_a_duration(text)),
    };
    let number: f64 = number.trim().parse().map_err(|_| not_a_duration(text))?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| not_a_duration(text))
}

fn not_a_duration(text: &str) -> String {
    format!("'{text}' is not a duration; write it like 500ms, 60s, 2m or 1h")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_unit_is_understood() {
        let cases = [("500ms", 500), ("60s", 60_000), ("2m", 120_000), ("1h", 3_600_000)];
        for (text, millis) in cases {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn a_bare_number_is_seconds_and_fractions_are_fine() {
        assert_eq!(parse_duration("7"), Ok(Duration::from_secs(7)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "s", "-1s", "1d", "1h30m", "inf", "nan", "1e400", "1e99h", "ten"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
