//! The files in which layers and tables are kept: a header, records keyed by class, an end; everything under a checksum.
//!
//! All numbers are little endian.
//!
//! | part | bytes |
//! |---|---|
//! | header | `cubegraph` and a letter for the kind, version (4), rows (4), columns (4), metric (4), number (4), part (4), parts (4), checksum (4) |
//! | record | key of the class (8), form (4), length (8), checksum of these and the contents (4), contents |
//! | end | a record whose key is all ones; its contents are the number of records (8) |

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::super::{Metric, Size};
use crate::{Error, Result};

/// The version of the files. In version 2 a class has its equal rows last, in version 3 its inverses too.
pub const VERSION: u32 = 3;
const END: u64 = u64::MAX;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The new places of one layer.
    Layer,
    /// Distances modulo 3.
    Table,
}

impl Kind {
    const fn magic(self) -> &'static [u8; 10] {
        match self {
            Kind::Layer => b"cubegraphL",
            Kind::Table => b"cubegraphT",
        }
    }
}

/// The beginning of a file: what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the file holds.
    pub kind: Kind,
    /// The size, with at least as many rows as columns.
    pub size: Size,
    /// The metric.
    pub metric: Metric,
    /// The number of the layer; of a table, the diameter.
    pub number: u32,
    /// Which part of the layer it is, from 0, and how many parts there are.
    pub part: (u32, u32),
}

impl Header {
    fn bytes(self) -> Vec<u8> {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let mut bytes = self.kind.magic().to_vec();
        for field in [
            VERSION,
            number(self.size.rows()),
            number(self.size.columns()),
            number(usize::from(self.metric == Metric::Half)),
            self.number,
            self.part.0,
            self.part.1,
        ] {
            bytes.extend(field.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// Writes records after a header.
pub struct Writer<'a> {
    out: &'a mut dyn Write,
    records: u64,
}

impl<'a> Writer<'a> {
    /// Begins a file.
    pub fn new(out: &'a mut dyn Write, header: Header) -> io::Result<Writer<'a>> {
        out.write_all(&header.bytes())?;
        Ok(Writer { out, records: 0 })
    }

    /// Writes a record made by [`record`].
    pub fn write(&mut self, record: &[u8]) -> io::Result<()> {
        self.records += 1;
        self.out.write_all(record)
    }

    /// Ends the file.
    pub fn finish(self) -> io::Result<()> {
        let end = record(END, 0, &self.records.to_le_bytes());
        self.out.write_all(&end)
    }
}

fn checksum(head: &[u8], contents: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(contents);
    hasher.finalize()
}

/// A record as bytes.
pub fn record(key: u64, form: u32, contents: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(24 + contents.len());
    append_record(&mut bytes, key, form, |bytes| {
        bytes.extend_from_slice(contents);
    });
    bytes
}

/// Appends a record to bytes; `write` appends its contents.
pub fn append_record(bytes: &mut Vec<u8>, key: u64, form: u32, write: impl FnOnce(&mut Vec<u8>)) {
    let start = bytes.len();
    bytes.extend(key.to_le_bytes());
    bytes.extend(form.to_le_bytes());
    bytes.extend([0; 12]);
    write(bytes);
    let (head, contents) = bytes[start..].split_at_mut(24);
    head[12..20].copy_from_slice(&(contents.len() as u64).to_le_bytes());
    let sum = checksum(&head[..20], contents);
    head[20..].copy_from_slice(&sum.to_le_bytes());
}

/// A record in bytes that hold several.
#[cfg(feature = "cluster")]
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    head: &'a [u8; 24],
    /// The contents.
    pub contents: &'a [u8],
}

#[cfg(feature = "cluster")]
impl<'a> Held<'a> {
    /// The first of several records, and the bytes after it; `None` if they end before it does.
    pub fn first(bytes: &'a [u8]) -> Option<(Held<'a>, &'a [u8])> {
        let (head, rest) = bytes.split_first_chunk()?;
        let length = u64::from_le_bytes(std::array::from_fn(|k| head[12 + k]));
        let (contents, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        Some((Held { head, contents }, rest))
    }

    /// The key of its class.
    pub fn key(&self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|k| self.head[k]))
    }

    /// The form of its contents.
    pub fn form(&self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|k| self.head[8 + k]))
    }

    /// Whether it is as it was written.
    pub fn is_intact(&self) -> bool {
        checksum(&self.head[..20], self.contents).to_le_bytes() == self.head[20..]
    }
}

/// Reads a file back, refusing what is damaged or about something else.
pub struct Reader {
    path: PathBuf,
    input: BufReader<File>,
    records: u64,
}

/// A record that was read: key, form, contents.
pub type Record = (u64, u32, Vec<u8>);

impl Reader {
    /// Opens a file that must begin with `wanted`; of its number only the presence is asked for where `wanted` has none.
    ///
    /// # Errors
    /// [`Error::Damaged`] if it cannot be read, is damaged, or is about another size, metric or layer.
    pub fn open(path: &Path, wanted: Header) -> Result<Reader> {
        let mut reader = Reader {
            path: path.to_owned(),
            input: BufReader::with_capacity(
                1 << 20,
                File::open(path).map_err(|e| damaged(path, &e))?,
            ),
            records: 0,
        };
        let mut found = vec![0; wanted.bytes().len()];
        reader.fill(&mut found)?;
        let (body, sum) = found.split_at(found.len() - 4);
        if body[..9] != wanted.kind.magic()[..9] {
            return Err(reader.refuse("it is no file of this program"));
        }
        if sum != crc32fast::hash(body).to_le_bytes() {
            return Err(reader.refuse("its header is damaged; remove it"));
        }
        if body[10..14] != VERSION.to_le_bytes() {
            return Err(
                reader.refuse("another version of this program wrote it; use another folder")
            );
        }
        if found != wanted.bytes() {
            let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|k| body[at + k]));
            let metric = Metric::ALL[usize::from(number(22) == 1)];
            if body[..26] == wanted.bytes()[..26] {
                return Err(reader.refuse("it is not what its name says; remove it"));
            }
            return Err(reader.refuse(&format!(
                "it belongs to {}x{} in {metric} turns, and {} in {} turns was asked for; use another folder",
                number(14),
                number(18),
                wanted.size,
                wanted.metric
            )));
        }
        Ok(reader)
    }

    /// The refusal of this file.
    pub fn refuse(&self, reason: &str) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            reason: reason.to_owned(),
        }
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.input
            .read_exact(bytes)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => self.refuse("it is cut short; remove it"),
                _ => damaged(&self.path, &error),
            })
    }

    /// The next record, or `None` at the end of a complete file. Contents longer than `limit` bytes are taken for damage.
    pub fn next(&mut self, limit: u64) -> Result<Option<Record>> {
        let mut head = [0; 24];
        self.fill(&mut head)?;
        let eight = |at: usize| u64::from_le_bytes(std::array::from_fn(|k| head[at + k]));
        let four = |at: usize| u32::from_le_bytes(std::array::from_fn(|k| head[at + k]));
        let (key, form, length, sum) = (eight(0), four(8), eight(12), four(20));
        let spoilt = "it is damaged; remove it and those of later layers, if there are any";
        if length > limit.max(8) {
            return Err(self.refuse(spoilt));
        }
        let mut contents = vec![0; usize::try_from(length).unwrap_or_default()];
        self.fill(&mut contents)?;
        if checksum(&head[..20], &contents) != sum {
            return Err(self.refuse(spoilt));
        }
        if key != END {
            self.records += 1;
            return Ok(Some((key, form, contents)));
        }
        let more = self
            .input
            .read(&mut [0])
            .map_err(|e| damaged(&self.path, &e))?;
        if contents != self.records.to_le_bytes() || more != 0 {
            return Err(self.refuse(spoilt));
        }
        Ok(None)
    }
}

fn damaged(path: &Path, error: &io::Error) -> Error {
    Error::Damaged {
        path: path.to_owned(),
        reason: error.to_string(),
    }
}
