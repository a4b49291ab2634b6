//! JSON, as far as models and the headers of proofs need it.
use std::collections::BTreeMap;
use std::iter::{Peekable, from_fn};
use std::str::{Chars, FromStr};

/// What a JSON text says: its strings, numbers and words as they are written (none is rounded), each by
/// its path, such as `tree.nodes.0.class`. An array and an object have the number of their items.
#[derive(Clone, Debug, PartialEq)]
pub struct Json(BTreeMap<String, String>);

/// A text with longer paths is refused, and so cannot nest too deeply.
const LONGEST_PATH: usize = 1000;

impl Json {
    /// Reads a text; `None` if it is not JSON.
    pub fn read(text: &str) -> Option<Json> {
        let (mut reader, mut json) = (Reader(text.chars().peekable()), Json(BTreeMap::new()));
        reader.value("", &mut json.0)?;
        reader.peek().is_none().then_some(json)
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

struct Reader<'a>(Peekable<Chars<'a>>);

impl Reader<'_> {
    /// The next character that is not white space, which stays to be read.
    fn peek(&mut self) -> Option<char> {
        while self.0.next_if(char::is_ascii_whitespace).is_some() {}
        self.0.peek().copied()
    }

    fn expect(&mut self, c: char) -> Option<char> {
        self.peek().filter(|next| *next == c)?;
        self.0.next()
    }

    fn value(&mut self, path: &str, values: &mut BTreeMap<String, String>) -> Option<()> {
        let text = match self.peek()? {
            _ if path.len() > LONGEST_PATH => return None,
            '"' => self.string()?,
            open @ ('[' | '{') => {
                let (mut count, end) = (0, if open == '[' { ']' } else { '}' });
                self.0.next();
                while self.peek()? != end {
                    if count > 0 {
                        self.expect(',')?;
                    }
                    let name = if open == '{' { self.name()? } else { count.to_string() };
                    self.value(
                        &[path, &name].join(if path.is_empty() { "" } else { "." }),
                        values,
                    )?;
                    count += 1;
                }
                self.0.next();
                count.to_string()
            }
            _ => {
                let is_part = |c: &char| c.is_ascii_alphanumeric() || "+-.".contains(*c);
                let word: String = from_fn(|| self.0.next_if(is_part)).collect();
                let is_word = ["null", "true", "false"].contains(&&*word);
                Some(word).filter(|word| is_word || word.parse::<f64>().is_ok())?
            }
        };
        values.insert(path.to_string(), text).is_none().then_some(())
    }

    fn name(&mut self) -> Option<String> {
        let name = self.string()?;
        self.expect(':').map(|_| name)
    }

    /// Reads a string; in UTF-16, since that is what escapes are in.
    fn string(&mut self) -> Option<String> {
        self.expect('"')?;
        let mut units = Vec::new();
        loop {
            match self.0.next()? {
                '"' => return String::from_utf16(&units).ok(),
                '\\' => units.push(match self.0.next()? {
                    'u' => u16::from_str_radix(&self.0.by_ref().take(4).collect::<String>(), 16)
                        .ok()?,
                    c => "nrtbf\"\\/".find(c).map(|at| b"\n\r\t\x08\x0c\"\\/"[at].into())?,
                }),
                c => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            }
        }
    }
}
