//! Texts → codes in text order.
use crate::refinement::Refinement;
use crate::stop::{Poll, Stopped};
use std::collections::HashMap;

/// The distinct texts, sorted, and each cell's index among them.
pub(crate) fn sorted_codes<'a>(
    cells: impl Iterator<Item = Option<&'a str>>,
    poll: &mut Poll,
) -> Result<(Vec<String>, Vec<Option<u32>>), Stopped> {
    let (texts, mut codes) = codes_by_first_occurrence(cells, poll)?;
    let sorted = sort(&texts, poll)?;
    let ranks = sorted.groups(poll)?;
    poll.in_parts(0..codes.len(), |part| {
        codes[part].iter_mut().flatten().for_each(|code| *code = ranks[*code as usize]);
    })?;
    let mut in_order = Vec::with_capacity(texts.len());
    let order = sorted.representatives(poll)?;
    poll.each(&order, |text| in_order.push(texts[*text as usize].to_string()))?;
    Ok((in_order, codes))
}

fn codes_by_first_occurrence<'a>(
    cells: impl Iterator<Item = Option<&'a str>>,
    poll: &mut Poll,
) -> Result<(Vec<&'a str>, Vec<Option<u32>>), Stopped> {
    let (mut texts, mut codes) = (vec![], Vec::with_capacity(cells.size_hint().0));
    let mut known: HashMap<&str, u32> = HashMap::new();
    for cell in cells {
        poll.spend(1)?;
        codes.push(cell.map(|text| {
            *known.entry(text).or_insert_with(|| {
                texts.push(text);
                texts.len() as u32 - 1
            })
        }));
    }
    Ok((texts, codes))
}

/// Puts distinct texts in order, by eight bytes after the other.
fn sort(texts: &[&str], poll: &mut Poll) -> Result<Refinement, Stopped> {
    let longest = texts.iter().map(|text| text.len()).max().unwrap_or(0);
    let mut sorted = Refinement::default();
    sorted.start(texts.len());
    for from in (0..longest).step_by(8) {
        if sorted.is_complete() {
            return Ok(sorted);
        }
        sorted.refine(|text| eight_bytes(texts[text as usize], from), poll)?;
    }
    // What is left differs in the number of zero bytes at the end.
    sorted.refine(|text| texts[text as usize].len() as u64, poll)?;
    Ok(sorted)
}

/// The bytes of a text from a place on as a number; zeros where the text ends.
fn eight_bytes(text: &str, from: usize) -> u64 {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    match rest.first_chunk::<8>() {
        Some(eight) => u64::from_be_bytes(*eight),
        None => {
            let mut padded = [0; 8];
            padded[..rest.len()].copy_from_slice(rest);
            u64::from_be_bytes(padded)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn check(cells: &[Option<&str>]) {
        let (texts, codes) =
            sorted_codes(cells.iter().copied(), &mut Poll::new(&|| false)).unwrap();
        let distinct: BTreeSet<&str> = cells.iter().copied().flatten().collect();
        assert!(texts.iter().eq(&distinct));
        let spelled = codes.iter().map(|code| code.map(|code| texts[code as usize].as_str()));
        assert!(spelled.eq(cells.iter().copied()));
    }

    #[test]
    fn texts_that_begin_alike_are_in_order() {
        let cells = ["customer 10", "customer 9", "customer", "customer 100", "", "custom", "é"];
        check(&cells.map(Some));
        check(&["a\0", "a", "a\0\0", "a\0b", "12345678", "12345678\0", "123456789"].map(Some));
    }

    #[test]
    fn cells_without_text_have_no_code() {
        check(&[None, None]);
        check(&[]);
    }

    proptest! {
        #[test]
        fn codes_spell_the_cells(
            cells in proptest::collection::vec(proptest::option::of("[a\0é]{0,10}"), 0..40)
        ) {
            check(&cells.iter().map(Option::as_deref).collect::<Vec<_>>());
        }
    }
}
