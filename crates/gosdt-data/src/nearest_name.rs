//! "Did you mean …?"

/// How many names a message lists.
const LISTED: usize = 8;

/// The name most similar to `name`, unless even that one differs in more than half its characters.
pub(crate) fn nearest(name: &str, names: &[String]) -> Option<String> {
    let wanted = name.to_lowercase();
    let distances =
        names.iter().map(|other| (edit_distance(&wanted, &other.to_lowercase()), other));
    let (distance, found) = distances.min_by_key(|(distance, _)| *distance)?;
    (2 * distance <= wanted.chars().count().max(2)).then(|| found.clone())
}

/// The end of a message about an unknown name.
pub(crate) fn hint(nearest: &Option<String>, names: &[String]) -> String {
    let guess = nearest.as_ref().map(|name| format!("; did you mean `{name}`?"));
    let more = if names.len() > LISTED { ", …" } else { "" };
    let listed = names[..names.len().min(LISTED)].join(", ");
    format!("{} (columns: {listed}{more})", guess.unwrap_or_default())
}

/// Levenshtein's distance, by rows of the usual table: how many characters must be put in, left out or
/// replaced to make one text of the other.
///
/// ```
/// assert_eq!(gosdt_data::edit_distance("kitten", "sitting"), 3);
/// ```
pub fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(from: &str, to: &str) -> usize {
        edit_distance(&from.to_lowercase(), &to.to_lowercase())
    }

    #[test]
    fn distance_counts_insertions_deletions_and_replacements() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("same", "SAME"), 0);
        for (one, other, far) in
            [("auc", "auc", 0), ("fscore", "f-score", 1), ("", "ab", 2), ("kit", "sitt", 2)]
        {
            assert_eq!(edit_distance(one, other), far, "{one} {other}");
        }
    }

    #[test]
    fn nearest_name_is_offered_only_when_it_is_near() {
        let names = ["age".to_string(), "income".to_string()];
        assert_eq!(nearest("incme", &names).as_deref(), Some("income"));
        assert_eq!(nearest("Age", &names).as_deref(), Some("age"));
        assert_eq!(nearest("weights", &names), None);
        assert_eq!(nearest("age", &[]), None);
    }

    #[test]
    fn hint_lists_a_few_names() {
        let names: Vec<String> = (0..20).map(|i| format!("n{i}")).collect();
        let text = hint(&Some("n1".into()), &names);
        assert_eq!(text, "; did you mean `n1`? (columns: n0, n1, n2, n3, n4, n5, n6, n7, …)");
    }
}
