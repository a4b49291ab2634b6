//! Cost files: whatever the text, there is a matrix or an error.
use crate::bytes::damaged;
use gosdt::CostMatrix;
use gosdt_oracle::random::Stream;

const SAMPLES: &[&str] = &[
    ",a,b\na,0,1\nb,5,0\n",
    "predicted,yes,no\nyes,0,0.25\nno,1/3,0\n",
    ",a,b,c\na,0,1,2\nb,1,0,1\nc,2,1,0\n",
    "",
];

const PIECES: &[&str] =
    &[",", "\n", "a", "b", "-1", "1e9", "1e-99999", "1/0", "0/1", "\"", " ", "é", "99999999999999"];

/// Reads a damaged matrix.
pub fn run(seed: u64) -> Result<(), String> {
    let mut stream = Stream::new(seed);
    let bytes = damaged(&mut stream, SAMPLES, PIECES);
    let text = String::from_utf8_lossy(&bytes);
    let Ok(matrix) = CostMatrix::parse(&text, "fuzz") else { return Ok(()) };
    let classes = ["a", "b", "c"].map(str::to_string);
    let wanted = &classes[..2 + stream.below(2)];
    match matrix.for_classes(wanted) {
        Ok(rows) if rows.len() != wanted.len() => Err(format!("{} rows", rows.len())),
        _ => Ok(()),
    }
}
