//! Files that are written. A file appears whole or not at all.
use super::place::Place;
use super::streams::tell;
use crate::exit_code::Failure;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// Fails when `path` cannot be written, before any work is done for it.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    probe(path).map_err(|error| unwritable(path, &error))
}

/// Makes a folder, unless it is there, and fails when no file can be put into it.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    check_writable(&folder.join("leaves.json"))
}

/// Writes a file: beside its place first, then moved into it.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    write_whole(path, content.as_ref()).map_err(|error| unwritable(path, &error))
}

/// Writes a file and, unless `quiet`, tells where it is.
pub fn write_noted(quiet: bool, what: &str, path: &Path, content: &[u8]) -> Result<(), Failure> {
    write_file(path, content)?;
    if !quiet {
        tell(&format!("the {what} is in {}", path.display()));
    }
    Ok(())
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Other(format!("cannot write {}: {error}", path.display()))
}

fn probe(path: &Path) -> io::Result<()> {
    match Place::of(path)? {
        Place::Device(path) => open(&path).map(|_| ()),
        Place::File(path) => draft(&path).map(|_| ()),
        Place::Linked(path) => draft(&path).and_then(|_| open(&path)).map(|_| ()),
    }
}

fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    match Place::of(path)? {
        Place::Device(path) => open(&path)?.write_all(content),
        Place::File(path) => {
            let draft = filled_draft(&path, content)?;
            if let Ok(old) = fs::metadata(&path) {
                fs::set_permissions(draft.path(), old.permissions())?;
            }
            draft.persist(&path).map_err(|failed| failed.error)?;
            Ok(())
        }
        Place::Linked(path) => {
            // The draft shows that there is room, so that the old content is not lost for nothing.
            let draft = filled_draft(&path, content)?;
            let mut file = open(&path)?;
            file.write_all(content)?;
            file.set_len(content.len() as u64)?;
            file.sync_all()?;
            draft.close()
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    fs::OpenOptions::new().write(true).open(path)
}

/// A new file beside a place, removed unless it is moved there. Its name is of its own, so that no
/// other run can be in its way, dead or alive.
fn draft(place: &Path) -> io::Result<NamedTempFile> {
    place.file_name().ok_or_else(|| io::Error::other("it is not a file name"))?;
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = Builder::new();
    builder.prefix(".gosdt-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}

fn filled_draft(place: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    check_size(content.len())?;
    let mut draft = draft(place)?;
    draft.write_all(content)?;
    draft.as_file().sync_all()?;
    Ok(draft)
}

/// Fails where the system would end the program for writing so much (`ulimit -f`).
#[cfg(unix)]
fn check_size(bytes: usize) -> io::Result<()> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
    match limit {
        Some(limit) if bytes as u64 > limit => {
            let text = format!("it has {bytes} bytes, and files may have {limit} (ulimit -f)");
            Err(io::Error::new(io::ErrorKind::FileTooLarge, text))
        }
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn check_size(_: usize) -> io::Result<()> {
    Ok(())
}
