//! Spellings of yes and no: a boolean column may be written in one way in the training file and in
//! another in the file to predict.
use gosdt_data::parse_number;

const SPELLINGS: [[&str; 6]; 2] =
    [["0", "0.0", "false", "no", "f", "n"], ["1", "1.0", "true", "yes", "t", "y"]];

/// Which of the two values of a boolean column `text` means: as the model spells them; else in any
/// case; else in another spelling of the same pair (`1` for `yes`). `None` when it means neither,
/// or either.
pub(crate) fn side_of(text: &str, spelling: &[String; 2]) -> Option<usize> {
    let exact = spelling.iter().position(|own| own == text);
    exact
        .or_else(|| only_side(spelling, |own| own.eq_ignore_ascii_case(text)))
        .or_else(|| only_side(spelling, |own| means_the_same(own, text)))
}

/// The texts in lower case that mean one of the two values of a boolean column, the model's own first.
pub(crate) fn spellings_of(side: usize, spelling: &[String; 2]) -> Vec<String> {
    let known = SPELLINGS.iter().flatten().map(|word| word.to_string());
    let own = spelling.iter().map(|word| word.to_lowercase());
    let mut found: Vec<String> = Vec::new();
    for text in own.chain(known) {
        if side_of(&text, spelling) == Some(side) && !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

fn only_side(spelling: &[String; 2], fits: impl Fn(&str) -> bool) -> Option<usize> {
    match [fits(&spelling[0]), fits(&spelling[1])] {
        [true, false] => Some(0),
        [false, true] => Some(1),
        _ => None,
    }
}

fn means_the_same(own: &str, text: &str) -> bool {
    let truth = |word: &str| {
        SPELLINGS
            .iter()
            .position(|words| words.iter().any(|known| known.eq_ignore_ascii_case(word)))
    };
    (truth(own).is_some() && truth(own) == truth(text))
        || (parse_number(own).is_some() && parse_number(own) == parse_number(text))
}

#[cfg(test)]
mod tests {
    use super::side_of;

    fn sides(no: &str, yes: &str, texts: &[&str]) -> Vec<Option<usize>> {
        let spelling = [no.to_owned(), yes.to_owned()];
        texts.iter().map(|text| side_of(text, &spelling)).collect()
    }

    #[test]
    fn any_spelling_of_the_pair_is_read() {
        let yes = ["1", "1.0", "1.00", "true", "True", "YES", "t", "Y"];
        assert_eq!(sides("0", "1", &yes), [Some(1); 8]);
        let no = ["0", "0.0", "0.00", "false", "FALSE", "No", "F", "n"];
        assert_eq!(sides("no", "yes", &no[..2]), [Some(0); 2]);
        assert_eq!(sides("0", "1", &no), [Some(0); 8]);
    }

    #[test]
    fn the_models_own_spelling_wins() {
        assert_eq!(sides("yes", "no", &["yes", "true", "0"]), [Some(0), Some(0), Some(1)]);
        assert_eq!(sides("y", "Y", &["y", "Y"]), [Some(0), Some(1)]);
    }

    #[test]
    fn words_outside_the_pair_are_no_answer() {
        assert_eq!(sides("no", "yes", &["maybe", "2", "", "nope"]), [None; 4]);
        assert_eq!(sides("left", "right", &["true", "1", "LEFT"]), [None, None, Some(0)]);
        assert_eq!(sides("1", "2", &["2.0", "0"]), [Some(1), None]);
    }

    #[test]
    fn a_word_that_could_mean_both_is_no_answer() {
        assert_eq!(sides("1", "yes", &["true", "1", "yes"]), [None, Some(0), Some(1)]);
    }
}
