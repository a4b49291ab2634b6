//! `gosdt-check DATA MODEL CERTIFICATE`: prints what is proven. Exit codes: 0 proven, 1 not proven, 2
//! bad input.
use gosdt_check::{Failure, Verdict, check, on_large_stack};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{}", include_str!("help.txt"));
        return ExitCode::SUCCESS;
    }
    let (said, code) = match run(&arguments) {
        Ok(verdict) => (verdict.to_string(), 0),
        Err(Failure::NotProven(why)) => (format!("Not proven: {why}"), 1),
        Err(Failure::Input(why)) => (format!("gosdt-check: {why}"), 2),
    };
    // Without characters that control a terminal, which files could smuggle in.
    let said = said.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}");
    if code == 2 {
        eprintln!("{said}")
    } else {
        println!("{said}")
    }
    ExitCode::from(code)
}

fn run(arguments: &[String]) -> Result<Verdict, Failure> {
    let [data, model, certificate] = arguments else {
        return Err(Failure::Input("give DATA MODEL CERTIFICATE; --help tells more".into()));
    };
    let input = |path: &str, why: String| Failure::Input(format!("{path}: {why}"));
    let read = |path: &str| std::fs::read(path).map_err(|error| input(path, error.to_string()));
    let bytes = read(data)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(input(data, "this is gzipped: unpack it first (gzip -dc)".into()));
    }
    let text = String::from_utf8(bytes).map_err(|error| input(data, error.to_string()))?;
    let (model, certificate) = (read(model)?, read(certificate)?);
    on_large_stack(|| check(&text, &model, &certificate))
}
