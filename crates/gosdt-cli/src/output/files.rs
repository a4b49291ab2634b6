//! Files that are written. A file appears whole or not at all.
use crate::exit_code::Failure;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Other(format!("cannot write {}: {error}", path.display()))
}

fn probe(path: &Path) -> io::Result<()> {
    match Place::of(path)? {
        Place::Device(path) => fs::OpenOptions::new().write(true).open(path).map(|_| ()),
        Place::File(path) => {
            let draft = Draft::new(&path)?;
            drop(draft);
            Ok(())
        }
    }
}

fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    match Place::of(path)? {
        Place::Device(path) => fs::OpenOptions::new().write(true).open(path)?.write_all(content),
        Place::File(path) => Draft::new(&path)?.finish(content, &path),
    }
}

/// Where an output goes.
enum Place {
    /// A file, which may not exist yet; links are followed.
    File(PathBuf),
    /// A pipe or device, which must not be replaced.
    Device(PathBuf),
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        let Ok(metadata) = fs::metadata(path) else {
            return Ok(Place::File(path.to_path_buf()));
        };
        if metadata.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        if !metadata.is_file() {
            return Ok(Place::Device(path.to_path_buf()));
        }
        if metadata.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        Ok(Place::File(fs::canonicalize(path)?))
    }
}

/// A file beside the place it is meant for; removed unless it was moved there.
struct Draft {
    path: PathBuf,
    file: File,
}

impl Draft {
    fn new(place: &Path) -> io::Result<Draft> {
        let name = place.file_name().ok_or_else(|| io::Error::other("it is not a file name"))?;
        let mut draft = std::ffi::OsString::from(".");
        draft.push(name);
        draft.push(format!(".{}.tmp", std::process::id()));
        let path = place.with_file_name(draft);
        let file = fs::OpenOptions::new().write(true).create_new(true).open(&path)?;
        Ok(Draft { path, file })
    }

    fn finish(mut self, content: &[u8], place: &Path) -> io::Result<()> {
        self.file.write_all(content)?;
        if let Ok(old) = fs::metadata(place) {
            fs::set_permissions(&self.path, old.permissions())?;
        }
        self.file.sync_all()?;
        fs::rename(&self.path, place)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After a move there is nothing left to remove.
        let _ = fs::remove_file(&self.path);
    }
}
