//! The files that names, patterns and folders stand for.
use crate::DataError;
use std::fs;
use std::io::Read;
use std::path::Path;

/// What a file of data ends in, in folders; elsewhere any name will do.
const ENDINGS: [&str; 9] =
    [".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz", ".parquet", ".parq", ".pq"];

/// Files that make up one table.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// What they are called together.
    pub name: String,
    /// The files, in the order in which they are read.
    pub files: Vec<InputFile>,
}

/// A file of data.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// Where it is; `-` is standard input.
    pub path: String,
    /// Its size in bytes; 0 where it is not known.
    pub bytes: u64,
    /// Whether it is a Parquet file, by its first bytes.
    pub is_parquet: bool,
}

impl Inputs {
    /// Finds the files. A name is that of a file, of a folder (all files of data in it and below), or
    /// a pattern with `*`, `?` and `[…]`. Files of a folder or pattern are in the order of their
    /// names. What is wrong with a file that cannot be opened is said when it is read.
    pub fn find(names: &[String]) -> Result<Inputs, DataError> {
        let mut files = vec![];
        for name in names {
            add_named(name, &mut files)?;
        }
        let name = match (names, files.len()) {
            ([only], 1) => only.clone(),
            ([only], count) => format!("{only} ({count} files)"),
            (_, count) => format!("{} and {} more", names[0], count - 1),
        };
        Ok(Inputs { name, files })
    }

    /// Whether it is one file of text or standard input.
    pub fn is_one_text(&self) -> bool {
        matches!(&self.files[..], [only] if !only.is_parquet)
    }

    /// The sizes of all files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}

fn add_named(name: &str, files: &mut Vec<InputFile>) -> Result<(), DataError> {
    let path = Path::new(name);
    let before = files.len();
    if path.is_dir() {
        add_folder(path, files)?;
    } else if name == "-" || path.exists() || !name.contains(['*', '?', '[']) {
        files.push(found(name));
    } else {
        let problem = |problem: String| DataError::Unreadable { source_name: name.into(), problem };
        for path in glob::glob(name).map_err(|error| problem(error.to_string()))? {
            let path = path.map_err(|error| problem(error.to_string()))?;
            match path.is_dir() {
                true => add_folder(&path, files)?,
                false => files.push(found(&path.to_string_lossy())),
            }
        }
    }
    match files.len() > before {
        true => Ok(()),
        false => Err(DataError::NoFiles(name.to_string())),
    }
}

/// Adds the files of data of a folder and of those in it. Names that begin with a dot or an underscore
/// are of no table: engines write such files beside their results.
fn add_folder(folder: &Path, files: &mut Vec<InputFile>) -> Result<(), DataError> {
    let source = folder.to_string_lossy();
    let unreadable = |error| DataError::Io { source_name: source.to_string(), error };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut paths = vec![];
    for entry in entries {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if name.starts_with(['.', '_']) {
            continue;
        }
        if path.is_dir() {
            add_folder(&path, files)?;
        } else if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            files.push(found(&path.to_string_lossy()));
        }
    }
    Ok(())
}

fn found(path: &str) -> InputFile {
    let unknown = InputFile { path: path.to_string(), bytes: 0, is_parquet: false };
    // What is not a file, such as a pipe, can be read once only: nothing is read of it here.
    if path == "-" || !fs::metadata(path).is_ok_and(|data| data.is_file()) {
        return unknown;
    }
    let Ok(file) = fs::File::open(path) else { return unknown };
    let bytes = file.metadata().map_or(0, |data| data.len());
    let mut start = vec![];
    match file.take(4).read_to_end(&mut start) {
        Ok(_) => InputFile { bytes, is_parquet: start == b"PAR1", ..unknown },
        Err(_) => unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_of(names: &[&str]) -> Result<Vec<String>, String> {
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        let inputs = Inputs::find(&names).map_err(|error| error.to_string())?;
        let name = |file: &InputFile| file.path.rsplit('/').next().unwrap_or("").to_string();
        Ok(inputs.files.iter().map(name).collect())
    }

    #[test]
    fn folders_and_patterns_are_their_files_in_order() {
        let folder = std::env::temp_dir().join(format!("gosdt-inputs-{}", std::process::id()));
        let below = folder.join("part=2");
        fs::create_dir_all(&below).unwrap();
        for name in ["b.csv", "a.csv", "note.md", "_SUCCESS", ".a.csv.crc", "part=2/c.csv"] {
            fs::write(folder.join(name), "x,y\n1,2\n").unwrap();
        }
        let text = folder.to_string_lossy().to_string();
        assert_eq!(names_of(&[&text]).unwrap(), ["a.csv", "b.csv", "c.csv"]);
        assert_eq!(names_of(&[&format!("{text}/[ab].c*")]).unwrap(), ["a.csv", "b.csv"]);
        let both = [format!("{text}/b.csv"), format!("{text}/a.csv")];
        assert_eq!(names_of(&[&both[0], &both[1]]).unwrap(), ["b.csv", "a.csv"]);
        assert!(names_of(&[&format!("{text}/*.parquet")]).unwrap_err().contains("no file of data"));
        assert_eq!(names_of(&[&format!("{text}/x.csv")]).unwrap(), ["x.csv"]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
