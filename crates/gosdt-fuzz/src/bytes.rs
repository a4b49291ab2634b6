//! Text that is almost right: pieces put together, and samples with damage.
use gosdt_oracle::random::Stream;

/// One of the samples, with a few changes: bytes put in, taken out, replaced, parts repeated or moved.
pub fn damaged(stream: &mut Stream, samples: &[&str], pieces: &[&str]) -> Vec<u8> {
    let mut bytes = stream.pick(samples).as_bytes().to_vec();
    for _ in 0..stream.below(8) {
        damage(stream, &mut bytes, pieces);
    }
    bytes
}

/// One change: bytes put in, taken out, replaced or repeated, or the end cut off.
pub fn damage(stream: &mut Stream, bytes: &mut Vec<u8>, pieces: &[&str]) {
    let at = stream.below(bytes.len() + 1);
    let end = (at + stream.below(12)).min(bytes.len());
    match stream.below(6) {
        0 => bytes.insert(at, stream.below(256) as u8),
        1 => drop(bytes.drain(at..end)),
        2 => bytes.truncate(at),
        3 => {
            let part = bytes[at..end].to_vec();
            let to = stream.below(bytes.len() + 1);
            bytes.splice(to..to, part);
        }
        _ => {
            let piece = stream.pick(pieces).bytes();
            bytes.splice(at..end.min(at + stream.below(4)).max(at), piece);
        }
    }
}

/// A few pieces, one after the other.
pub fn assembled(stream: &mut Stream, pieces: &[&str], most: usize) -> String {
    (0..stream.below(most + 1)).map(|_| *stream.pick(pieces)).collect()
}
