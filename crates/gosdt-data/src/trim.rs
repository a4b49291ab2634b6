//! Cells without the spaces around them.

/// The text without white space around it.
///
/// Most cells have none, which their first and last byte tell: that is why this is not
/// [`str::trim`] alone.
pub(crate) fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [only] if only.is_ascii_graphic() => text,
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn spaces_around_go(text in "[ \t\u{a0}aé,]{0,4}") {
            prop_assert_eq!(trim(&text), text.trim());
        }
    }
}
