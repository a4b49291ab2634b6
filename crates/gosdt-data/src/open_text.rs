//! The text of a file while it is read: unpacked, without a byte order mark, its first line known.
use crate::stop::Poll;
use flate2::read::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};

/// Bytes that are read at a time.
pub(crate) const CHUNK: usize = 1 << 16;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A text of which the first line that is not empty has been read, with all before it.
pub(crate) struct OpenText<'a> {
    head: Vec<u8>,
    rest: BufReader<Box<dyn Read + 'a>>,
}

impl<'a> OpenText<'a> {
    /// Reads the first line. Reading ends with an error that holds [`crate::Stopped`] when `stop`
    /// returns true.
    pub(crate) fn new(reader: impl Read + 'a, stop: &'a dyn Fn() -> bool) -> io::Result<Self> {
        let mut rest = BufReader::with_capacity(CHUNK, unpack(reader, stop)?);
        let head = read_first_line(&mut rest)?;
        Ok(OpenText { head, rest })
    }

    /// The text up to the end of the first line that is not empty.
    pub(crate) fn head(&self) -> &[u8] {
        &self.head
    }

    /// What the text begins with: as much as is in memory.
    pub(crate) fn start(&self) -> Vec<u8> {
        [&self.head, self.rest.buffer()].concat()
    }

    /// The whole text.
    pub(crate) fn into_reader(self) -> impl BufRead + 'a {
        Cursor::new(self.head).chain(self.rest)
    }
}

/// The bytes themselves, or what they unpack to when they begin as gzip does.
fn unpack<'a>(
    reader: impl Read + 'a,
    stop: &'a dyn Fn() -> bool,
) -> io::Result<Box<dyn Read + 'a>> {
    let mut reader = Stoppable { reader, poll: Poll::new(stop) };
    let mut start = Vec::new();
    reader.by_ref().take(2).read_to_end(&mut start)?;
    let is_gzip = start == b"\x1f\x8b";
    let bytes = Cursor::new(start).chain(reader);
    Ok(if is_gzip {
        let packed = Counted { reader: bytes, count: 0 };
        let unpacked = Unpacked { decoder: MultiGzDecoder::new(packed), count: 0 };
        Box::new(Stoppable { reader: unpacked, poll: Poll::new(stop) })
    } else {
        Box::new(bytes)
    })
}

/// Text that unpacks to more than this, and to more than [`MOST_TIMES`] its size, is refused: tables
/// do not compress so well, and a small file must not fill the memory.
const MUCH: u64 = 1 << 26;

/// See [`MUCH`].
const MOST_TIMES: u64 = 250;

/// A reader that counts its bytes.
struct Counted<R> {
    reader: R,
    count: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.count += read as u64;
        Ok(read)
    }
}

/// What gzip unpacks to, as long as that is in proportion.
struct Unpacked<R> {
    decoder: MultiGzDecoder<Counted<R>>,
    count: u64,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoder.read(buffer)?;
        self.count += read as u64;
        if self.count > MUCH && self.count / MOST_TIMES > self.decoder.get_ref().count {
            let text = format!(
                "it unpacks to more than {MOST_TIMES} times its size; unpack it first (gunzip) if \
                 that is meant"
            );
            return Err(io::Error::new(ErrorKind::InvalidData, text));
        }
        Ok(read)
    }
}

fn read_first_line(text: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut head = read_line(text)?;
    if head.starts_with(BYTE_ORDER_MARK) {
        head.drain(..BYTE_ORDER_MARK.len());
    }
    let mut is_empty = head.trim_ascii().is_empty();
    while is_empty {
        let line = read_line(text)?;
        if line.is_empty() {
            break;
        }
        is_empty = line.trim_ascii().is_empty();
        head.extend(line);
    }
    Ok(head)
}

/// Reads up to and with the next `\n` or `\r`, or to the end.
fn read_line(text: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    loop {
        let bytes = text.fill_buf()?;
        let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let count = end.map_or(bytes.len(), |end| end + 1);
        line.extend_from_slice(&bytes[..count]);
        text.consume(count);
        if end.is_some() || count == 0 {
            return Ok(line);
        }
    }
}

/// A reader that fails once it is to stop.
struct Stoppable<'a, R> {
    reader: R,
    poll: Poll<'a>,
}

impl<R: Read> Read for Stoppable<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.poll.spend(buffer.len()).map_err(io::Error::other)?;
        loop {
            match self.reader.read(buffer) {
                // A signal came, which may be what the stop function waits for.
                Err(error) if error.kind() == ErrorKind::Interrupted => {
                    self.poll.ask().map_err(io::Error::other)?;
                }
                read => return read,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head_and_text(text: &str) -> (String, String) {
        let text = OpenText::new(text.as_bytes(), &|| false).unwrap();
        let head = String::from_utf8(text.head().to_vec()).unwrap();
        let mut all = String::new();
        text.into_reader().read_to_string(&mut all).unwrap();
        (head, all)
    }

    #[test]
    fn head_ends_with_the_first_line_that_is_not_empty() {
        for (text, head) in [
            ("a,b\n1,2\n", "a,b\n"),
            ("\r\n \r\na,b\r\n1,2\r\n", "\r\n \r\na,b\r"),
            ("a,b", "a,b"),
            ("\n\n", "\n\n"),
            ("", ""),
        ] {
            assert_eq!(head_and_text(text), (head.into(), text.into()));
            let marked = format!("\u{feff}{text}");
            assert_eq!(head_and_text(&marked), (head.into(), text.into()));
        }
    }

    #[test]
    fn what_unpacks_out_of_proportion_is_refused() {
        use std::io::Write;
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(b"a,b\n").unwrap();
        let zeros = [b'0'; 1 << 16];
        (0..2048).for_each(|_| packed.write_all(&zeros).unwrap());
        let packed = packed.finish().unwrap();
        let text = OpenText::new(packed.as_slice(), &|| false).unwrap();
        let error = io::copy(&mut text.into_reader(), &mut io::sink()).unwrap_err();
        assert!(error.to_string().contains("more than 250 times its size; unpack it first"));
    }

    /// Reads no byte but fails for ever as a reader does that signals interrupt.
    struct Interrupted;

    impl Read for Interrupted {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::Interrupted.into())
        }
    }

    #[test]
    fn signal_lets_the_stop_function_be_called() {
        let left = std::cell::Cell::new(3);
        let stop = || left.replace(left.get() - 1) == 0;
        let mut reader = Stoppable { reader: Interrupted, poll: Poll::new(&stop) };
        let error = reader.read(&mut [0]).unwrap_err();
        assert!(error.get_ref().is_some_and(|inner| inner.is::<crate::Stopped>()));
    }
}
