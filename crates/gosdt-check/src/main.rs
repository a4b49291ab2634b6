//! `gosdt-check DATA MODEL CERTIFICATE`: prints what is proven. Exit codes: 0 proven, 1 not proven, 2
//! bad input.
use gosdt_check::{Failure, check, on_large_stack};

fn main() -> std::process::ExitCode {
    let (said, code) = match run(&std::env::args().skip(1).collect::<Vec<String>>()) {
        Ok(said) => (said, 0u8),
        Err(Failure::NotProven(why)) => (format!("Not proven: {why}"), 1),
        Err(Failure::Input(why)) => (format!("gosdt-check: {why}"), 2),
    };
    // Without characters that control a terminal, which files could smuggle in.
    let said = said.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}");
    match code {
        2 => eprintln!("{said}"),
        _ => println!("{said}"),
    }
    code.into()
}

fn run(arguments: &[String]) -> Result<String, Failure> {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        return Ok(include_str!("help.txt").trim_end().into());
    }
    let [data, model, certificate] = arguments else {
        return Err(Failure::Input("give DATA MODEL CERTIFICATE; --help tells more".into()));
    };
    let input = |path: &str, why: String| Failure::Input(format!("{path}: {why}"));
    let read = |path: &str| std::fs::read(path).map_err(|error| input(path, error.to_string()));
    let no_text = |error| format!("{error}; if it is gzipped, unpack it first (gzip -dc)");
    let text = String::from_utf8(read(data)?).map_err(|error| input(data, no_text(error)))?;
    Ok(on_large_stack(|| check(&text, &read(model)?, &read(certificate)?))?.text)
}
