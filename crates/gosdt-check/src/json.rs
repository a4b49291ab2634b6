//! JSON, as far as models and the headers of proofs need it.
use std::{collections::BTreeMap, str::FromStr};

/// What a JSON text says: its strings, numbers and words as they are written (none is rounded), each by
/// its path, such as `tree.nodes.0.class`. An array and an object have the number of their items.
pub struct Json(BTreeMap<String, String>);

impl Json {
    /// Reads a text; `None` if it is not JSON.
    pub fn read(text: &str) -> Option<Json> {
        let mut values = BTreeMap::new();
        let rest = value(text, "", &mut values)?;
        rest.trim_ascii().is_empty().then_some(Json(values))
    }

    /// What is at a path: nothing where that is missing or null.
    pub fn text(&self, path: &str) -> &str {
        self.0.get(path).map_or("", |text| if text == "null" { "" } else { text })
    }

    /// The number at a path, if it is one of this type.
    pub fn number<T: FromStr>(&self, path: &str) -> Option<T> {
        self.text(path).parse().ok()
    }

    /// The texts of an array.
    pub fn list(&self, path: &str) -> Vec<&str> {
        let count = self.number::<usize>(path).unwrap_or(0);
        (0..count).map_while(|at| Some(self.0.get(&format!("{path}.{at}"))?.as_str())).collect()
    }

    /// All that is at a path and below.
    pub fn part(&self, path: &str) -> impl Iterator<Item = (&String, &String)> {
        let is_below = |rest: &str| rest.is_empty() || rest.starts_with('.');
        self.0.iter().filter(move |(name, _)| name.strip_prefix(path).is_some_and(is_below))
    }
}

/// Reads the value at a path, and all below it; returns the rest of the text.
fn value<'a>(text: &'a str, path: &str, all: &mut BTreeMap<String, String>) -> Option<&'a str> {
    let text = text.trim_ascii_start();
    // Values that nest deeper would need more stack than there is.
    let (value, rest) = match text.chars().next().filter(|_| path.len() <= 1000)? {
        '"' => string(text)?,
        open @ ('[' | '{') => {
            let (mut count, mut rest, is_list) = (0, text[1..].trim_ascii_start(), open == '[');
            while !rest.starts_with(if is_list { ']' } else { '}' }) {
                rest = if count == 0 { rest } else { rest.strip_prefix(',')?.trim_ascii_start() };
                let (name, after) = if is_list { (count.to_string(), rest) } else { string(rest)? };
                rest = if is_list { after } else { after.trim_ascii_start().strip_prefix(':')? };
                let path = [path, &name].join(if path.is_empty() { "" } else { "." });
                rest = self::value(rest, &path, all)?.trim_ascii_start();
                count += 1;
            }
            (count.to_string(), &rest[1..])
        }
        _ => {
            let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
            let (word, rest) = text.split_at(end.unwrap_or(text.len()));
            let is_word = ["null", "true", "false"].contains(&word) || word.parse::<f64>().is_ok();
            (is_word.then(|| word.to_string())?, rest)
        }
    };
    all.insert(path.to_string(), value).is_none().then_some(rest)
}

/// Reads a string, in UTF-16, since that is what escapes are in; returns it and the rest of the text.
fn string(text: &str) -> Option<(String, &str)> {
    let (mut units, mut chars) = (Vec::new(), text.strip_prefix('"')?.chars());
    loop {
        match chars.next()? {
            '"' => return Some((String::from_utf16(&units).ok()?, chars.as_str())),
            '\\' => units.push(match chars.next()? {
                'u' => u16::from_str_radix(&chars.by_ref().take(4).collect::<String>(), 16).ok()?,
                c => "nrtbf\"\\/".find(c).map(|at| b"\n\r\t\x08\x0c\"\\/"[at].into())?,
            }),
            c => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
        }
    }
}
