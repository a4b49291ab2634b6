//! Lemmas as a certificate has them.
use gosdt_check::problem::NONE;

/// A lemma to be written, with those below it: split, side, leaves and lemma.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lemma {
    /// What is claimed.
    pub(super) bound: i64,
    /// What is below, in order: split, side, leaves, and why it holds.
    pub(super) below: Vec<(usize, usize, u32, Reason)>,
}

/// Why a side of a split costs as much as it is said to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reason {
    /// It is a lemma of its own.
    Lemma(Lemma),
    /// It follows from the lemma so many before.
    Cited(u64),
}

impl Lemma {
    /// Appends the lemma to a proof.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        write_number(self.bound as u64, out);
        write_number(self.below.len() as u64, out);
        for (split, side, leaves, reason) in &self.below {
            let is_cited = matches!(reason, Reason::Cited(_));
            write_number((4 * split + 2 * usize::from(is_cited) + side) as u64, out);
            if *leaves != NONE {
                write_number((*leaves).into(), out);
            }
            match reason {
                Reason::Lemma(lemma) => lemma.write(out),
                Reason::Cited(back) => write_number(*back, out),
            }
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
