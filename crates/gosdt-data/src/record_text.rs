//! The line on which each record of a text begins.
use std::io::{self, Read};

/// Passes a text on and keeps it from the current record on, so that lines can be counted: the
/// `csv` crate has the position of the empty lines before a record, not that of the record.
pub(crate) struct RecordText<R> {
    text: R,
    kept: Vec<u8>,
    /// How many bytes were passed on before those that are kept.
    dropped: u64,
    /// Where the current record begins in what is kept.
    record: usize,
    line: u64,
}

impl<R> RecordText<R> {
    /// Passes on `text`.
    pub(crate) fn new(text: R) -> Self {
        RecordText { text, kept: vec![], dropped: 0, record: 0, line: 1 }
    }

    /// Goes on to the first record at or after byte `start`, which must have been passed on and be
    /// no less than at the last call. Returns its line, counted from 1.
    pub(crate) fn begin_record(&mut self, start: u64) -> u64 {
        let start = usize::try_from(start - self.dropped).unwrap_or(usize::MAX);
        let start = start.min(self.kept.len());
        let ends = self.kept[start..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r'));
        let start = start + ends.count();
        self.line += line_ends(&self.kept[self.record..start]);
        self.record = start;
        self.line
    }

    /// The line on which the current record begins.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// The text from the current record on, as far as it was passed on.
    pub(crate) fn record(&self) -> &[u8] {
        &self.kept[self.record..]
    }
}

impl<R: Read> Read for RecordText<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(buffer)?;
        self.kept.drain(..self.record);
        self.dropped += std::mem::take(&mut self.record) as u64;
        self.kept.extend_from_slice(&buffer[..count]);
        Ok(count)
    }
}

/// The ends `\n`, `\r\n` and `\r` in a text.
fn line_ends(text: &[u8]) -> u64 {
    let count = |end: u8| text.iter().filter(|byte| **byte == end).count();
    let (feeds, returns) = (count(b'\n'), count(b'\r'));
    let both = match returns {
        0 => 0,
        _ => text.windows(2).filter(|pair| *pair == b"\r\n").count(),
    };
    (feeds + returns - both) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_however_the_text_is_cut() {
        let text = b"a\r\n\r\nb\r\rc\n\nd";
        let starts = [(0, 1), (3, 3), (6, 5), (9, 7)];
        for size in [1, 2, 5, 100] {
            let mut lines = RecordText::new(&text[..]);
            let (mut passed, mut buffer) = (0, vec![0; size]);
            for (start, line) in starts {
                while passed < text.len() as u64 && passed < start + 4 {
                    passed += lines.read(&mut buffer).unwrap() as u64;
                }
                assert_eq!(lines.begin_record(start), line, "{size} bytes at a time");
            }
            assert_eq!((lines.record(), lines.line()), (&b"d"[..], 7));
        }
    }
}
