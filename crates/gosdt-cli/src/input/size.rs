//! Sizes as people write them.

/// Reads `500M`, `2G`, `1GiB`, `800kB`; a bare number is bytes. K, M, G, T are powers of 1000,
/// KiB, MiB, GiB, TiB powers of 1024.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = bytes_in(unit.trim()).ok_or_else(|| not_a_size(text))?;
    let number: f64 = number.trim().parse().map_err(|_| not_a_size(text))?;
    let bytes = number * factor as f64;
    // Below 2^63 a float converts exactly enough; more memory than that there is not.
    if bytes.is_finite() && (1.0..9.0e18).contains(&bytes) {
        Ok(bytes as u64)
    } else {
        Err(not_a_size(text))
    }
}

fn bytes_in(unit: &str) -> Option<u64> {
    let unit = unit.to_ascii_lowercase();
    let prefix = unit.trim_end_matches('b');
    let (base, prefix): (u64, &str) = match prefix.strip_suffix('i') {
        Some(prefix) if !prefix.is_empty() => (1024, prefix),
        _ => (1000, prefix),
    };
    let power = ["", "k", "m", "g", "t"].iter().position(|known| *known == prefix)?;
    Some(base.pow(power as u32))
}

fn not_a_size(text: &str) -> String {
    format!("'{text}' is not a size; write it like 500M, 2G or 1GiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_unit_is_understood() {
        let cases = [
            ("4096", 4096),
            ("500M", 500_000_000),
            ("2G", 2_000_000_000),
            ("1GiB", 1 << 30),
            ("1.5KiB", 1536),
            ("3 MB", 3_000_000),
            ("1t", 1_000_000_000_000),
        ];
        for (text, bytes) in cases {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "G", "0", "-1M", "1X", "1iB", "inf", "nanG", "1e30T", "1 M x"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
