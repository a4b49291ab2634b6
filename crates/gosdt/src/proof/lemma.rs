//! Lemmas as a certificate has them.
use gosdt_check::problem::NONE;

/// A lemma to be written, with those below it: split, side, leaves and lemma.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lemma {
    /// What is claimed.
    pub(super) bound: i64,
    /// The lemmas below.
    pub(super) below: Vec<(usize, usize, u32, Lemma)>,
}

impl Lemma {
    /// Appends the lemma to a proof.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        write_number(self.bound as u64, out);
        write_number(self.below.len() as u64, out);
        for (split, side, leaves, lemma) in &self.below {
            write_number((2 * split + side) as u64, out);
            if *leaves != NONE {
                write_number((*leaves).into(), out);
            }
            lemma.write(out);
        }
    }
}

fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}
