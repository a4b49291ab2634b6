//! `gosdt-check DATA MODEL CERTIFICATE`: prints what is proven. Exit codes: 0 proven, 1 not proven, 2
//! bad input.
use gosdt_check::{Failure, Verdict, check, on_large_stack};
use std::process::ExitCode;

const HELP: &str = "\
Checks a certificate that no decision tree is better, from the data alone.

Usage: gosdt-check DATA MODEL CERTIFICATE

DATA is the file that the model was fitted to (unpacked), MODEL what `gosdt fit -o` wrote, and
CERTIFICATE what `gosdt fit --certificate` wrote.

Exit codes: 0 proven, 1 not proven, 2 bad input.

Example:
  gosdt fit train.csv --lambda 0.01 -o tree.json --certificate tree.proof
  gosdt-check train.csv tree.json tree.proof
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match run(&arguments) {
        Ok(verdict) => {
            println!("{verdict}");
            ExitCode::SUCCESS
        }
        Err(Failure::NotProven(why)) => {
            println!("Not proven: {}", printable(&why));
            ExitCode::from(1)
        }
        Err(Failure::Input(why)) => {
            eprintln!("gosdt-check: {}", printable(&why));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<Verdict, Failure> {
    let [data, model, certificate] = arguments else {
        return Err(Failure::Input("give DATA MODEL CERTIFICATE; --help tells more".into()));
    };
    let read = |path: &String| {
        std::fs::read(path).map_err(|error| Failure::Input(format!("{path}: {error}")))
    };
    let bytes = read(data)?;
    let text = String::from_utf8(bytes);
    let text =
        text.map_err(|_| Failure::Input(format!("{data} is not UTF-8 text (unpack it first)")))?;
    let (model, certificate) = (read(model)?, read(certificate)?);
    on_large_stack(|| check(&text, &model, &certificate))
}

/// A text without characters that control a terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
