//! Lines without the spaces at their ends.
use std::io::{self, BufRead, Read};

/// Passes a text on without the spaces before each line's end, for files that separate fields by
/// spaces and end some lines with one.
pub(crate) struct WithoutTrailingSpaces<R> {
    text: R,
    /// Spaces after which it is not known yet whether the line goes on.
    spaces: usize,
    /// What is to be passed on, from place `passed` on.
    ready: Vec<u8>,
    passed: usize,
}

impl<R: BufRead> WithoutTrailingSpaces<R> {
    /// Passes on `text`.
    pub(crate) fn new(text: R) -> Self {
        WithoutTrailingSpaces { text, spaces: 0, ready: vec![], passed: 0 }
    }

    /// Reads on until there is something to be passed on, or the text ends.
    fn prepare(&mut self) -> io::Result<()> {
        while self.passed == self.ready.len() {
            self.passed = 0;
            self.ready.clear();
            let bytes = self.text.fill_buf()?;
            let count = bytes.len();
            if count == 0 {
                return Ok(());
            }
            bytes.iter().for_each(|byte| append(&mut self.ready, &mut self.spaces, *byte));
            self.text.consume(count);
        }
        Ok(())
    }
}

/// Appends a byte and the spaces before it, or counts it when it is a space.
fn append(ready: &mut Vec<u8>, spaces: &mut usize, byte: u8) {
    if byte == b' ' {
        *spaces += 1;
        return;
    }
    let spaces = std::mem::take(spaces);
    if !matches!(byte, b'\n' | b'\r') {
        ready.resize(ready.len() + spaces, b' ');
    }
    ready.push(byte);
}

impl<R: BufRead> Read for WithoutTrailingSpaces<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.prepare()?;
        let count = (&self.ready[self.passed..]).read(buffer)?;
        self.passed += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn trailing_spaces_go_and_lines_stay() {
        let (text, expected) = (b"a b  \r\n1 2 \n   \n3  4 ", "a b\r\n1 2\n\n3  4");
        for capacity in [1, 2, 3, 100] {
            let reader = BufReader::with_capacity(capacity, &text[..]);
            let mut kept = String::new();
            WithoutTrailingSpaces::new(reader).read_to_string(&mut kept).unwrap();
            assert_eq!(kept, expected, "{capacity} bytes at a time");
        }
    }
}
