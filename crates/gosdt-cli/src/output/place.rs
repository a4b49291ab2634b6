//! Where an output goes, and whether two paths lead to one file.
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Where an output goes.
pub enum Place {
    /// A file, which may not exist yet; links are followed.
    File(PathBuf),
    /// A file that has other names, too, and must stay the same file under all of them.
    Linked(PathBuf),
    /// A pipe or device, which must not be replaced.
    Device(PathBuf),
}

/// Links that are followed until they are taken for a circle.
const MOST_LINKS: usize = 40;

impl Place {
    /// Where a path leads.
    pub fn of(path: &Path) -> io::Result<Place> {
        let path = follow(path)?;
        let Ok(metadata) = fs::metadata(&path) else {
            return Ok(Place::File(path));
        };
        if metadata.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        if !metadata.is_file() {
            return Ok(Place::Device(path));
        }
        if metadata.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        Ok(if names(&metadata) > 1 { Place::Linked(path) } else { Place::File(path) })
    }
}

/// Where the last link leads, whether or not there is anything.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) if !is_device(&path) => {
                path = path.parent().map_or(target.clone(), |folder| folder.join(&target));
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("it is a link that leads back to itself"))
}

/// Whether a path leads to a pipe or device. What links such as `/dev/stdout` say need not be a path.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

#[cfg(unix)]
fn names(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

/// What is equal for two paths if and only if they lead to one file. `None` for devices and folders.
#[derive(Debug, PartialEq, Eq)]
pub enum Identity {
    /// A file that exists, by its number on its device.
    #[cfg(unix)]
    Existing(u64, u64),
    /// By its path without links.
    Path(PathBuf),
}

impl Identity {
    /// The identity of the file that a path leads to.
    pub fn of(path: &Path) -> Option<Identity> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => existing(path, &metadata),
            Ok(_) => None,
            Err(_) => planned(&follow(path).ok()?),
        }
    }
}

#[cfg(unix)]
fn existing(_: &Path, metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some(Identity::Existing(metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn existing(path: &Path, _: &Metadata) -> Option<Identity> {
    fs::canonicalize(path).ok().map(Identity::Path)
}

/// The identity of a file that does not exist yet.
fn planned(path: &Path) -> Option<Identity> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(Identity::Path(folder.join(path.file_name()?)))
}
