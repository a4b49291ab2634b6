//! The interface of the WebAssembly module: bytes in, bytes out.
//!
//! A page writes a file or a request to where [`reserve`] says, then calls [`attach`] or [`call`]; the
//! answer is where [`answer`] says. What the page offers is imported from the module `page`. No memory is
//! touched here but by safe code: what Rust calls unsafe is that these functions have names.
#![allow(unsafe_code, reason = "functions of a module that others call have names of their own")]
use crate::{Host, Session};
use std::sync::Mutex;
use std::time::Duration;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Not 0 once the user has asked to stop.
    safe fn should_stop() -> u32;
    /// Tells of a moment of the work: so many bytes of JSON at that place.
    safe fn progress(json: *const u8, length: usize);
    /// Tells why the module is about to end: so many bytes of text at that place.
    safe fn panicked(text: *const u8, length: usize);
}

/// What the page hands over, what it gets, and what is kept between. There is one thread.
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static OUTPUT: Mutex<String> = Mutex::new(String::new());
static SESSION: Mutex<Option<Session>> = Mutex::new(None);

struct ThisPage;

impl Host for ThisPage {
    fn should_stop(&self) -> bool {
        should_stop() != 0
    }

    fn progress(&self, json: &str) {
        progress(json.as_ptr(), json.len());
    }
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1e3).unwrap_or_default()
}

/// Begins: sets the clock, and lets the page hear of panics.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    gosdt::set_clock(clock);
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        panicked(text.as_ptr(), text.len());
    }));
}

/// Where to write so many bytes; 0 if there is no memory for them.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut input = lock(&INPUT);
    *input = Vec::new();
    if input.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Hands what was written over as the file that the next request is about.
#[unsafe(no_mangle)]
pub extern "C" fn attach() {
    let file = std::mem::take(&mut *lock(&INPUT));
    lock(&SESSION).get_or_insert_default().attach(file);
}

/// Answers the request that was written; returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    let request = std::mem::take(&mut *lock(&INPUT));
    let request = String::from_utf8_lossy(&request);
    let text = lock(&SESSION).get_or_insert_default().call(&request, &ThisPage);
    let mut output = lock(&OUTPUT);
    *output = text;
    output.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    lock(&OUTPUT).as_ptr()
}

/// There is one thread: nobody else holds a lock, and a panic ends the module.
fn lock<T>(value: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    value.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
