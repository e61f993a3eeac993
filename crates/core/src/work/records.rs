//! The files in which searches keep layers and tables: a header, records with a key, an end.
//!
//! All numbers are little endian.
//!
//! | part | bytes |
//! |---|---|
//! | header | `cubegraph` and a letter for the kind, version (4), subject (12), number (4), part (4), parts (4), checksum (4) |
//! | record | key (8), form (4), length (8), checksum of these and the contents (4), contents |
//! | end | a record whose key is all ones; its contents are the number of records (8) |
//!
//! The subject of a picture cube is rows, columns and metric, and the key of a record its class.
//! Checksums (CRC-32) find damage.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::{Error, Result};

/// The version of the files.
pub const VERSION: u32 = 5;
const END: u64 = u64::MAX;
/// The bytes of a record before its contents.
const HEAD: usize = 24;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The new places of one layer.
    Layer,
    /// The states of one layer, with their sums.
    Sums,
    /// Distances modulo 3.
    Table,
}

impl Kind {
    const fn magic(self) -> &'static [u8; 10] {
        match self {
            Kind::Layer => b"cubegraphL",
            Kind::Sums => b"cubegraphS",
            Kind::Table => b"cubegraphT",
        }
    }
}

/// What a search is about, in numbers.
pub type Subject = [u32; 3];

/// The beginning of a file: what it is about.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// What the file holds.
    pub kind: Kind,
    /// What the search is about.
    pub subject: Subject,
    /// The sentence that a file is about the first subject, not about the second.
    pub differs: fn(Subject, Subject) -> String,
    /// The number of the layer; 0 for a table.
    pub number: u32,
    /// Which part of the layer it is, from 0, and how many parts there are.
    pub part: (u32, u32),
}

impl Header {
    fn bytes(self) -> Vec<u8> {
        let mut bytes = self.kind.magic().to_vec();
        let [a, b, c] = self.subject;
        for field in [VERSION, a, b, c, self.number, self.part.0, self.part.1] {
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

impl fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Writer({} records)", self.records)
    }
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
        self.out.write_all(&record(END, 0, &self.records.to_le_bytes()))
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
    let mut bytes = Vec::with_capacity(HEAD + contents.len());
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
    let (head, contents) = bytes[start..].split_at_mut(HEAD);
    head[12..20].copy_from_slice(&(contents.len() as u64).to_le_bytes());
    let sum = checksum(&head[..20], contents);
    head[20..].copy_from_slice(&sum.to_le_bytes());
}

/// The part of a record before its contents.
#[derive(Clone, Copy, Debug)]
pub struct RecordHead([u8; HEAD]);

impl RecordHead {
    fn number<const N: usize>(&self, at: usize) -> [u8; N] {
        std::array::from_fn(|k| self.0[at + k])
    }

    /// Its key.
    pub fn key(&self) -> u64 {
        u64::from_le_bytes(self.number(0))
    }

    /// The form of its contents.
    pub fn form(&self) -> u32 {
        u32::from_le_bytes(self.number(8))
    }

    fn length(&self) -> u64 {
        u64::from_le_bytes(self.number(12))
    }

    /// Whether record and contents are as they were written.
    pub fn fits(&self, contents: &[u8]) -> bool {
        checksum(&self.0[..20], contents).to_le_bytes() == self.0[20..]
    }

    /// The first of several records in bytes, its contents, and the bytes after it; `None` if they
    /// end before it does.
    pub fn split(bytes: &[u8]) -> Option<(RecordHead, &[u8], &[u8])> {
        let (head, rest) = bytes.split_first_chunk()?;
        let head = RecordHead(*head);
        let (contents, rest) = rest.split_at_checked(usize::try_from(head.length()).ok()?)?;
        Some((head, contents, rest))
    }
}

/// Reads a file back, refusing what is damaged or about something else.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    input: BufReader<File>,
    records: u64,
}

impl Reader {
    /// Opens a file that must begin with `wanted`.
    ///
    /// # Errors
    /// [`Error::Damaged`] if it cannot be read, is damaged, or is about something else.
    pub fn open(path: &Path, wanted: Header) -> Result<Reader> {
        let file = File::open(path).map_err(|error| damaged(path, &error))?;
        let mut reader = Reader {
            path: path.to_owned(),
            input: BufReader::with_capacity(1 << 20, file),
            records: 0,
        };
        let mut found = vec![0; wanted.bytes().len()];
        reader.fill(&mut found)?;
        let (body, sum) = found.split_at(found.len() - 4);
        if body[..9] != wanted.kind.magic()[..9] {
            return Err(reader.refuse("it is not a file of this program"));
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
            if body[..26] == wanted.bytes()[..26] {
                return Err(reader.refuse("it is not what its name says; remove it"));
            }
            let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|k| body[at + k]));
            let difference = (wanted.differs)([14, 18, 22].map(number), wanted.subject);
            return Err(reader.refuse(&format!("{difference}; use another folder")));
        }
        Ok(reader)
    }

    /// The refusal of this file.
    pub fn refuse(&self, reason: &str) -> Error {
        Error::Damaged { path: self.path.clone(), reason: reason.to_owned() }
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.input.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.refuse("it is cut short; remove it"),
            _ => damaged(&self.path, &error),
        })
    }

    /// The next record, or `None` at the end of a complete file. Contents longer than `limit` bytes
    /// are taken for damage.
    pub fn next(&mut self, limit: u64) -> Result<Option<(RecordHead, Vec<u8>)>> {
        const DAMAGED: &str =
            "it is damaged; remove it and those of later layers, if there are any";
        let mut head = RecordHead([0; HEAD]);
        self.fill(&mut head.0)?;
        if head.length() > limit.max(8) {
            return Err(self.refuse(DAMAGED));
        }
        let mut contents = vec![0; usize::try_from(head.length()).unwrap_or_default()];
        self.fill(&mut contents)?;
        if !head.fits(&contents) {
            return Err(self.refuse(DAMAGED));
        }
        if head.key() != END {
            self.records += 1;
            return Ok(Some((head, contents)));
        }
        let more = (self.input.read(&mut [0])).map_err(|error| damaged(&self.path, &error))?;
        if contents != self.records.to_le_bytes() || more != 0 {
            return Err(self.refuse(DAMAGED));
        }
        Ok(None)
    }
}

fn damaged(path: &Path, error: &io::Error) -> Error {
    Error::Damaged { path: path.to_owned(), reason: error.to_string() }
}
