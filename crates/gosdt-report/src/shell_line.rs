//! A command that can be typed again.

/// The program with these words, quoted for a POSIX shell where needed.
///
/// ```
/// let words = ["fit", "my data.csv", "--target", "it's"].map(String::from);
/// let line = gosdt_report::shell_line(words.into_iter());
/// assert_eq!(line, r"gosdt fit 'my data.csv' --target 'it'\''s'");
/// ```
pub fn shell_line(words: impl Iterator<Item = String>) -> String {
    words.fold("gosdt".to_string(), |line, word| line + " " + &quoted(&word))
}

/// A word that a POSIX shell takes as it is.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:=,+@%^".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_change_is_quoted() {
        let words = ["fit", "my data.csv", "--target", "it's", "--ignore", "", "--lambda", "0.01"];
        let line = shell_line(words.iter().map(ToString::to_string));
        let expected = r"gosdt fit 'my data.csv' --target 'it'\''s' --ignore '' --lambda 0.01";
        assert_eq!(line, expected);
        assert_eq!(quoted("$(reboot)"), "'$(reboot)'");
        assert_eq!(quoted("größe=1"), "größe=1");
    }
}
