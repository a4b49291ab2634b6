//! Tables: whatever the bytes, there is a table or an error, and a table is sound.
use crate::bytes::damaged;
use gosdt::{
    CsvOptions, Missing, NumberFormat, OrderedColumn, RawTable, ReadingOptions, Schema, Table,
    read_csv_from,
};
use gosdt_oracle::random::Stream;

const SAMPLES: &[&str] = &[
    "a,b,label\n1,x,yes\n2,y,no\n3.5,x,yes\n",
    "a;b;label\r\n1;2;0\r\n;4;1\r\n",
    "\u{feff}\"a \"\"b\",w,y\n\"1,5\",2,0\n-1e3,.5,1\n",
    "x\ty\n0\ttrue\n1\tfalse\n?\ttrue\n",
    "x,y\n1,0\n",
    "",
];

const PIECES: &[&str] = &[
    ",",
    ";",
    "\t",
    "\n",
    "\r\n",
    "\"",
    "\"\"",
    " ",
    "NaN",
    "inf",
    "-0",
    "1e999",
    "0x1",
    "1_000",
    "?",
    "NA",
    "true",
    "no",
    "\u{0}",
    "\u{feff}",
    "é",
    "9007199254740993",
    "1e-400",
    "..",
    "+5",
    "2020-02-30",
    "1/2/2020",
    "$",
    "%",
    "1.234,5",
];

/// Some way to read the cells of a table.
fn reading(stream: &mut Stream, raw: &RawTable) -> ReadingOptions {
    let name = stream.pick(&raw.names).clone();
    let levels = ["a", "b", "1", "no"].map(String::from).to_vec();
    ReadingOptions {
        format: NumberFormat {
            decimal: *stream.pick(&['.', '.', ',']),
            thousands: *stream.pick(&[None, None, Some(','), Some('.'), Some(' ')]),
        },
        dates: if stream.once_in(6) { vec![name.clone()] } else { vec![] },
        ordered: if stream.once_in(6) { vec![OrderedColumn { name, levels }] } else { vec![] },
    }
}

/// Reads a damaged table.
pub fn run(seed: u64) -> Result<(), String> {
    let mut stream = Stream::new(seed);
    let bytes = damaged(&mut stream, SAMPLES, PIECES);
    let options = CsvOptions {
        header: !stream.once_in(5),
        delimiter: *stream.pick(&[None, None, Some(b','), Some(b';'), Some(b'\t')]),
    };
    let Ok(raw) = read_csv_from(&bytes[..], "fuzz", &options) else { return Ok(()) };
    let schema = Schema {
        missing: *stream.pick(&[Missing::Error, Missing::Drop, Missing::Category]),
        weights: stream.once_in(4).then(|| "w".to_string()),
        reading: reading(&mut stream, &raw),
        ..Schema::default()
    };
    let Ok(table) = Table::from_raw(&raw, &schema) else { return Ok(()) };
    let rows = table.labels.codes.len();
    let classes = table.labels.classes.len();
    if table.labels.codes.iter().any(|&code| code as usize >= classes) || rows != table.rows {
        return Err(format!("labels of {rows} rows and {classes} classes do not fit"));
    }
    Ok(())
}
