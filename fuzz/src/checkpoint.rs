//! Bytes as the files of a search: layers of a checkpoint, tables of distances.

use std::fs;
use std::path::Path;

use cubegraph::Error;
use cubegraph::picture::{
    Checkpoint, Configuration, CosetSearch, DistanceTable, Metric, Move, Size,
};
use cubegraph::work::Work;

/// Writes a file made of the bytes where a search looks for it, and lets the search go on from
/// there.
///
/// Of every second input the bytes are the file. Of the others they are records, which get a header
/// and right checksums: damage that a checksum would hide is then seen by what stands behind it.
pub fn run(mut bytes: &[u8]) {
    let size = [(1, 1), (2, 1), (1, 2), (3, 1)][super::choose(&mut bytes, 4)];
    let size = Size::new(size.0, size.1).expect("small");
    let metric = Metric::ALL[super::choose(&mut bytes, 2)];
    let kind = super::choose(&mut bytes, 4);
    let layer = super::choose(&mut bytes, 12) + 1;
    let folder = tempfile::tempdir_in(memory()).expect("a folder");
    let is_table = kind % 2 == 1;
    let contents =
        if kind < 2 { bytes.to_vec() } else { assembled(size, metric, is_table, layer, bytes) };
    if is_table {
        let path = DistanceTable::path(folder.path(), size, metric);
        fs::write(&path, contents).expect("written");
        table(folder.path(), size, metric);
    } else {
        // The layers before it are right, or there would be nothing to read it for.
        let (work, kept) = (Work::default(), Checkpoint::new(folder.path()));
        CosetSearch::run(size, metric, Some(&kept), &work).expect("a search");
        for later in layer + 1..40 {
            fs::remove_file(folder.path().join(name(later))).ok();
        }
        fs::write(folder.path().join(name(layer)), contents).expect("written");
        match CosetSearch::run(size, metric, Some(&kept), &work) {
            Ok(search) => assert_eq!(search.distances().order(), size.order()),
            Err(error) => refused(&error),
        }
    }
}

/// A folder in memory, where there is one: millions of files are nothing for a disk.
fn memory() -> &'static Path {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory } else { Path::new(".") }
}

pub fn name(layer: usize) -> String {
    format!("layer-{layer:03}-part-1-of-1")
}

/// A table that was taken for good may lead nowhere, but must not lead round in circles or away
/// from the puzzle.
fn table(folder: &Path, size: Size, metric: Metric) {
    match DistanceTable::make(size, metric, Some(folder), &Work::default()) {
        Ok(table) => {
            let mut configuration = Configuration::solved(size);
            for step in Move::all(size, metric) {
                configuration.turn(step);
                if let Some(moves) = table.solve(&configuration) {
                    let mut replayed = configuration.clone();
                    replayed.turn_all(moves);
                    assert!(replayed.is_solved());
                }
            }
        }
        Err(error) => refused(&error),
    }
}

fn refused(error: &Error) {
    assert!(
        matches!(
            error,
            cubegraph::Error::Rejected(_)
                | cubegraph::Error::Damaged { .. }
                | cubegraph::Error::Cluster(_)
        ),
        "{error}"
    );
}

/// The header of a file.
pub fn header(size: Size, metric: Metric, is_table: bool, layer: usize) -> Vec<u8> {
    let number = |n: usize| u32::try_from(n).expect("small").to_le_bytes();
    let mut file = if is_table { b"cubegraphT" } else { b"cubegraphL" }.to_vec();
    let (rows, columns) = (size.rows().max(size.columns()), size.rows().min(size.columns()));
    let half = usize::from(metric == Metric::Half);
    let layer = if is_table { 0 } else { layer };
    for field in [Checkpoint::VERSION as usize, rows, columns, half, layer, 0, 1] {
        file.extend(number(field));
    }
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file
}

/// A file with the right header, records with right checksums, and an end.
///
/// A record is a byte for its key, one for its form, one for its length, and its contents.
fn assembled(
    size: Size,
    metric: Metric,
    is_table: bool,
    layer: usize,
    mut bytes: &[u8],
) -> Vec<u8> {
    let mut file = header(size, metric, is_table, layer);
    let mut records = 0u64;
    while !bytes.is_empty() {
        let key = match super::choose(&mut bytes, 256) {
            254 => u64::MAX - 1,
            key => key as u64,
        };
        let form = super::choose(&mut bytes, 5);
        let length = super::choose(&mut bytes, 256).min(bytes.len());
        let (contents, rest) = bytes.split_at(length);
        file.extend(record(key, form, contents));
        records += 1;
        bytes = rest;
    }
    file.extend(record(u64::MAX, 0, &records.to_le_bytes()));
    file
}

fn record(key: u64, form: usize, contents: &[u8]) -> Vec<u8> {
    let mut bytes = key.to_le_bytes().to_vec();
    bytes.extend(u32::try_from(form).expect("small").to_le_bytes());
    bytes.extend((contents.len() as u64).to_le_bytes());
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&bytes);
    checksum.update(contents);
    bytes.extend(checksum.finalize().to_le_bytes());
    bytes.extend(contents);
    bytes
}
