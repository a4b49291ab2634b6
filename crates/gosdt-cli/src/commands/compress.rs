//! `gosdt compress`: a table of any size in, its distinct rows out.
use crate::exit_code::{Ending, Failure};
use crate::input::{CompressArgs, compressed_file, merged};
use crate::output::{
    Compressed, check_clashes, check_writable, print, table_inputs, tell, write_file,
};
use crate::progress::{ReadingLine, RunLimits, listen};
use gosdt::Inputs;

/// Reads the files, merges equal rows, writes what is left.
pub fn run(args: &CompressArgs) -> Result<Ending, Failure> {
    listen(args.quiet)?;
    let inputs = Inputs::find(&args.data)?;
    let outputs = [("compressed table", args.output.as_path())];
    check_clashes(&table_inputs(&inputs).collect::<Vec<_>>(), &outputs)?;
    check_writable(&args.output)?;
    if let Some(path) = compressed_file(&inputs)? {
        return Err(Failure::Input(format!("{path} is compressed already")));
    }
    let limits = RunLimits::start(args.time_limit, args.memory_limit);
    let line = ReadingLine::new(args.quiet);
    let (csv, schema) = (args.csv.options(), args.columns.schema());
    let table = merged(&inputs, &csv, &schema, &args.thresholds, limits, &line)?;
    drop(line);
    write_file(&args.output, gosdt::write_compressed(&table)?)?;
    if !args.quiet {
        table.notes.iter().for_each(|note| tell(&format!("warning: {note}")));
    }
    let about = Compressed::new(&table, inputs.bytes(), limits.elapsed());
    print(if args.json { about.json() } else { about.text() })?;
    Ok(Ending::Done)
}
