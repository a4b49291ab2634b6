//! Changes to what the checker reads: by chance, and such as a forger would make.
use super::claim::Claim;
use crate::bytes::damage;
use gosdt_oracle::OracleProblem;
use gosdt_oracle::random::Stream;
use num_rational::BigRational;

/// What the checker reads, and what it is about.
#[derive(Clone, Debug)]
pub struct Files {
    pub data: String,
    pub model: Vec<u8>,
    /// The certificate up to its lemmas.
    pub header: Vec<u8>,
    /// Its lemmas.
    pub proof: Vec<u8>,
    pub claim: Claim,
}

/// Pieces of JSON that a header or a model may have.
const TEXT: &[&str] = &[
    "0",
    "1",
    "-1",
    "1e999",
    "null",
    "true",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ",",
    ":",
    "\\u0000",
    "\"yes\":",
    "\"no\":",
    "18446744073709551615",
    "0.5",
    "\"optimal\"",
    "\"class\":",
    "\n",
    "é",
    "1/0",
];

/// Bytes that numbers of a proof are made of.
const NUMBERS: &[&str] = &["\0", "\x01", "\x02", "\x03", "\x05", "\x10", "\x7f", "\0\0", "\x01\0"];

/// One change.
pub fn change(stream: &mut Stream, files: &mut Files, other: &Files) {
    match stream.below(12) {
        0 | 1 => claim_another_bound(stream, files),
        2 => state_another_problem(stream, files),
        3 => change_the_status(stream, files),
        4 => change_the_tree(stream, files),
        5 => damage(stream, &mut files.model, TEXT),
        6 => damage(stream, &mut files.header, TEXT),
        7 => damage_the_data(stream, files),
        8 => splice(stream, files, other),
        9 => claim_without_lemmas(stream, files),
        10 => raise_a_byte(stream, &mut files.proof),
        _ => damage(stream, &mut files.proof, NUMBERS),
    }
}

/// A bound near the optimum, above or below, or one that is hardly a number.
fn claim_another_bound(stream: &mut Stream, files: &mut Files) {
    let ratio = |over: i64, under: i64| BigRational::new(over.into(), under.into());
    let step = stream.pick(&[ratio(1, 1000), ratio(1, 1 << 40), ratio(0, 1), ratio(1, 3)]).clone();
    let near = match stream.once_in(2) {
        true => files.claim.optimum() + step,
        false => files.claim.optimum() - step,
    };
    let strange = ["1/0", "0/0", "-1/-3", "1e30", "170141183460469231731687303715884105727/1", ""];
    let bound = match stream.once_in(3) {
        true => stream.pick(&strange).to_string(),
        false => format!("{}/{}", near.numer(), near.denom()),
    };
    set(&mut files.header, "bound", &format!("\"{bound}\""));
    // A bound below the tree's objective is claimed of trees that are not called optimal.
    if stream.once_in(2) {
        set(&mut files.model, "status", "\"time-limit\"");
    }
}

/// Another λ or another limit, in the model and in the certificate.
fn state_another_problem(stream: &mut Stream, files: &mut Files) {
    let number = 1 + stream.below(4) as u32;
    let hundredths = BigRational::new(number.into(), 100.into());
    type Change = Box<dyn FnOnce(&mut OracleProblem)>;
    let (key, value, change): (_, _, Change) = match stream.below(4) {
        0 => ("lambda", format!("\"0.0{number}\""), Box::new(|p| p.lambda = hundredths)),
        1 => ("max_depth", number.to_string(), Box::new(move |p| p.max_depth = Some(number))),
        2 => ("max_leaves", number.to_string(), Box::new(move |p| p.max_leaves = Some(number))),
        _ => ("min_leaf", number.to_string(), Box::new(move |p| p.min_leaf = number)),
    };
    let stated = [&mut files.model, &mut files.header].map(|text| set(text, key, &value));
    if stated == [true, true] {
        files.claim.change(change);
    }
}

fn change_the_status(stream: &mut Stream, files: &mut Files) {
    let all = ["optimal", "time-limit", "near-optimal", "optimal-among-thresholds", "no", "é"];
    set(&mut files.model, "status", &format!("\"{}\"", stream.pick(&all)));
}

/// Another class in a leaf, another threshold, or sides in each other's place.
fn change_the_tree(stream: &mut Stream, files: &mut Files) {
    let number = stream.below(9);
    match stream.below(4) {
        0 => _ = set(&mut files.model, "class", &number.to_string()),
        1 => _ = set(&mut files.model, "at_most", &format!("{number}")),
        2 => _ = set(&mut files.model, "column", &number.to_string()),
        _ => {
            let text = String::from_utf8_lossy(&files.model);
            let swapped = text.replace("\"yes\":", "\"y\":").replace("\"no\":", "\"yes\":");
            files.model = swapped.replace("\"y\":", "\"no\":").into_bytes();
        }
    }
}

fn damage_the_data(stream: &mut Stream, files: &mut Files) {
    let mut bytes = std::mem::take(&mut files.data).into_bytes();
    damage(stream, &mut bytes, &[",", "\n", "\"", "1.5", "red", "class 1", "?", "\u{feff}", "w"]);
    files.data = String::from_utf8_lossy(&bytes).into_owned();
}

/// Lemmas of another certificate in the place of some or of all, or another header or model.
fn splice(stream: &mut Stream, files: &mut Files, other: &Files) {
    match stream.below(4) {
        0 => files.proof.clone_from(&other.proof),
        1 => {
            files.proof.truncate(stream.below(files.proof.len() + 1));
            files.proof.extend(&other.proof[stream.below(other.proof.len() + 1)..]);
        }
        2 => files.model.clone_from(&other.model),
        _ => *files = Files { proof: std::mem::take(&mut files.proof), ..other.clone() },
    }
}

/// A proof that says a large number and no more, or lemmas far below each other.
fn claim_without_lemmas(stream: &mut Stream, files: &mut Files) {
    let bound: Vec<u8> = std::iter::repeat_n(0xff, stream.below(9)).chain([0x7f]).collect();
    files.proof = match stream.below(3) {
        0 => [bound, vec![stream.below(2) as u8]].concat(),
        // So many lemmas below, it is said.
        1 => [bound.clone(), bound].concat(),
        _ => [1, 2 + stream.below(2) as u8, stream.below(4) as u8].repeat(1 + stream.below(2000)),
    };
}

fn raise_a_byte(stream: &mut Stream, bytes: &mut [u8]) {
    let among = if stream.once_in(2) { bytes.len().min(3) } else { bytes.len() };
    let at = stream.below(among);
    if let Some(byte) = bytes.get_mut(at) {
        *byte = byte.wrapping_add(1 + stream.below(3) as u8);
    }
}

/// Puts a value in the place of the first that a key has, if it is no list and no object; whether there
/// is such a key.
fn set(text: &mut Vec<u8>, key: &str, value: &str) -> bool {
    let key = format!("\"{key}\":");
    let found = text.windows(key.len()).position(|part| part == key.as_bytes());
    let Some(start) = found.map(|at| at + key.len()) else { return false };
    let ends = |byte: &u8| matches!(byte, b',' | b'}' | b'\n');
    let end = text[start..].iter().position(ends).map_or(text.len(), |length| start + length);
    text.splice(start..end, value.bytes());
    true
}
