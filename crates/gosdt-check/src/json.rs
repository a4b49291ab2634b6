//! JSON, as far as models and the headers of proofs need it.

/// A JSON value. Numbers keep their text, so that none is rounded.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, in the order of the file.
    Object(Vec<(String, Json)>),
}

const MOST_LEVELS: usize = 64;

impl Json {
    /// Reads the value at the start of a text; also returns how many bytes it takes.
    pub fn read(text: &[u8]) -> Result<(Json, usize), String> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0).map_err(|why| format!("{why} at byte {}", reader.at))?;
        Ok((value, reader.at))
    }

    /// The value of a key; null where there is none.
    pub fn get(&self, key: &str) -> &Json {
        let Json::Object(pairs) = self else { return &Json::Null };
        pairs.iter().find(|(name, _)| name == key).map_or(&Json::Null, |(_, value)| value)
    }

    /// The items of an array; nothing for another value.
    pub fn items(&self) -> &[Json] {
        if let Json::List(items) = self { items } else { &[] }
    }

    /// The text of a string or a number.
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) | Json::Number(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one of this type.
    pub fn number<T: std::str::FromStr>(&self) -> Option<T> {
        if let Json::Number(text) = self { text.parse().ok() } else { None }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Result<u8, String> {
        let byte = *self.text.get(self.at).ok_or("the text ends too early")?;
        self.at += 1;
        Ok(byte)
    }

    fn peek(&mut self) -> u8 {
        while matches!(self.text.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn value(&mut self, level: usize) -> Result<Json, String> {
        if level > MOST_LEVELS {
            return Err("too many levels".into());
        }
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        match self.peek() {
            b'"' => Ok(Json::Text(self.string()?)),
            b'[' => {
                let mut items = Vec::new();
                self.list(b']', |reader| {
                    items.push(reader.value(level + 1)?);
                    Ok(())
                })?;
                Ok(Json::List(items))
            }
            b'{' => {
                let mut pairs = Vec::new();
                self.list(b'}', |reader| {
                    let name = reader.string()?;
                    if reader.peek() != b':' {
                        return Err("a colon is missing".into());
                    }
                    reader.at += 1;
                    pairs.push((name, reader.value(level + 1)?));
                    Ok(())
                })?;
                Ok(Json::Object(pairs))
            }
            _ => {
                let word: Vec<u8> =
                    self.text[self.at..].iter().take_while(is_word).copied().collect();
                self.at += word.len();
                match String::from_utf8_lossy(&word).as_ref() {
                    "null" => Ok(Json::Null),
                    "true" => Ok(Json::Bool(true)),
                    "false" => Ok(Json::Bool(false)),
                    text if text.parse::<f64>().is_ok() => Ok(Json::Number(text.into())),
                    _ => Err("no value".into()),
                }
            }
        }
    }

    /// Reads what stands between brackets, item by item.
    fn list(
        &mut self,
        end: u8,
        mut item: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        self.next()?;
        if self.peek() == end {
            return self.next().map(drop);
        }
        loop {
            item(self)?;
            match (self.peek(), self.next()?) {
                (b',', _) => self.peek(),
                (byte, _) if byte == end => return Ok(()),
                _ => return Err("a comma or the end of a list is missing".into()),
            };
        }
    }

    fn string(&mut self) -> Result<String, String> {
        if self.peek() != b'"' {
            return Err("a string is missing".into());
        }
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            match self.next()? {
                b'"' => return String::from_utf8(bytes).map_err(|_| "not UTF-8".into()),
                b'\\' => {
                    let c = self.escaped()?;
                    bytes.extend(c.encode_utf8(&mut [0; 4]).bytes());
                }
                byte => bytes.push(byte),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        Ok(match self.next()? {
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let unit = self.unit()?;
                let pair =
                    (0xd800..0xdc00).contains(&unit) && self.text[self.at..].starts_with(b"\\u");
                if pair {
                    self.at += 2;
                }
                let low = if pair { Some(self.unit()?) } else { None };
                let units = std::iter::once(unit).chain(low);
                let c = char::decode_utf16(units).next().and_then(Result::ok);
                c.ok_or("half a character")?
            }
            byte @ (b'"' | b'\\' | b'/') => char::from(byte),
            _ => return Err("an unknown escape".into()),
        })
    }

    fn unit(&mut self) -> Result<u16, String> {
        let digits = self.text.get(self.at..self.at + 4).ok_or("the text ends too early")?;
        self.at += 4;
        let digits = std::str::from_utf8(digits).ok();
        digits.and_then(|hex| u16::from_str_radix(hex, 16).ok()).ok_or("not four hex digits".into())
    }
}
