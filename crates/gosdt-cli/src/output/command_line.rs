//! The command that was typed, so that it can be typed again.
use std::ffi::OsString;

/// The command with its arguments, quoted for a shell where needed.
pub fn command_line() -> String {
    let arguments = std::env::args_os().skip(1).map(OsString::into_string);
    let words = arguments
        .map(|word| word.unwrap_or_else(|unreadable| unreadable.to_string_lossy().into_owned()));
    spelled(words)
}

fn spelled(words: impl Iterator<Item = String>) -> String {
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
        let line = spelled(words.iter().map(ToString::to_string));
        let expected = r"gosdt fit 'my data.csv' --target 'it'\''s' --ignore '' --lambda 0.01";
        assert_eq!(line, expected);
        assert_eq!(quoted("$(reboot)"), "'$(reboot)'");
        assert_eq!(quoted("größe=1"), "größe=1");
    }
}
