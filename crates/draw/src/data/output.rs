//! Where the text of a graph goes.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

use cubegraph_core::work::{Error, Result};

/// How many bytes are written at once.
const CHUNK: usize = 1 << 16;
/// The limits are checked each time this many vertices or edges are written.
const STEPS: u32 = 1 << 12;

/// A writer that takes everything and remembers the first failure, because dot-writer panics when
/// its writer fails. [`Output::step`] passes the failure on.
pub(super) struct Output<'a, W> {
    buffer: RefCell<Vec<u8>>,
    to: RefCell<W>,
    failure: RefCell<Option<Error>>,
    steps: Cell<u32>,
    check: &'a dyn Fn() -> Result<()>,
}

impl<'a, W: Write> Output<'a, W> {
    pub(super) fn new(to: W, check: &'a dyn Fn() -> Result<()>) -> Output<'a, W> {
        Output {
            buffer: RefCell::new(Vec::with_capacity(CHUNK)),
            to: RefCell::new(to),
            failure: RefCell::new(None),
            steps: Cell::new(0),
            check,
        }
    }

    /// Called once for every vertex and edge: fails if writing failed or a limit is reached.
    pub(super) fn step(&self) -> Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        self.steps.set(self.steps.get().wrapping_add(1));
        if self.steps.get().is_multiple_of(STEPS) {
            (self.check)()?;
        }
        Ok(())
    }

    /// Keeps a failure for the end, unless there is an earlier one.
    pub(super) fn fail(&self, failure: Error) {
        self.failure.borrow_mut().get_or_insert(failure);
    }

    /// Writes what is left.
    pub(super) fn finish(self) -> Result<()> {
        self.empty();
        if let Err(failure) = self.to.borrow_mut().flush() {
            self.fail(failed(failure));
        }
        self.failure.into_inner().map_or(Ok(()), Err)
    }

    fn empty(&self) {
        let mut buffer = self.buffer.borrow_mut();
        if self.failure.borrow().is_none()
            && let Err(failure) = self.to.borrow_mut().write_all(&buffer)
        {
            self.fail(failed(failure));
        }
        buffer.clear();
    }
}

impl<W: Write> Write for &Output<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.borrow_mut().extend_from_slice(bytes);
        if self.buffer.borrow().len() >= CHUNK {
            self.empty();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a text is plain ASCII without control characters and without any of `special`: nearly
/// all ids are, and need no copy to be written.
pub(crate) fn is_plain(text: &str, special: &[u8]) -> bool {
    text.bytes().all(|byte| (b' '..0x7F).contains(&byte) && !special.contains(&byte))
}

/// The crate's error for a writer that fails.
pub(super) fn failed(source: io::Error) -> Error {
    Error::writing("the graph", source)
}
