//! Numbers for people.

/// Ten decimals, without zeros at the end.
pub fn number(value: f64) -> String {
    let text = format!("{value:.10}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_zeros_at_the_end() {
        let cases = [(0.0, "0"), (0.08, "0.08"), (10.0, "10"), (1.0 / 3.0, "0.3333333333")];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }
}
