//! Where the processes are: a file with one `host:port` per line, as the engine's own programs take
//! it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rustc_hash::FxHashSet;

use cubegraph_core::Error;
use cubegraph_core::Result;

/// Without a file all processes are on this machine, at the engine's usual ports: 2101 and those
/// after it.
const FIRST_PORT: usize = 2101;

/// No more of a file is read: 256 bytes for each of 65,536 processes.
const LONGEST: u64 = 1 << 24;

/// The addresses of a number of processes: the first lines of a file, or without one the ports of
/// this machine from 2101 on.
///
/// # Errors
/// [`Error::Invalid`] if the file cannot be read, has too few lines, or a line is not an address.
pub fn addresses(file: Option<&Path>, processes: usize) -> Result<Vec<String>> {
    let Some(path) = file else {
        return Ok((0..processes)
            .map(|process| format!("localhost:{}", FIRST_PORT + process))
            .collect());
    };
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST).read_to_string(&mut text))
        .map_err(|error| Error::invalid(format!("cannot read {}: {error}", path.display())))?;
    read_addresses(&path.display().to_string(), &text, processes)
}

/// The addresses of a number of processes: the first lines of a text that errors call by `name`.
///
/// # Errors
/// [`Error::Invalid`] if there are too few lines, a line is not an address, or an address stands there
/// twice.
pub fn read_addresses(name: &str, text: &str, processes: usize) -> Result<Vec<String>> {
    let mut addresses = Vec::new();
    let mut known = FxHashSet::default();
    for (line, text) in (1..).zip(text.lines()).take(processes) {
        let address = text.trim();
        let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        if !matches!(port.map(|(_, port)| port.parse::<u16>()), Some(Ok(1..))) {
            return Err(Error::invalid(format!("{name}, line {line}: {text:?} is not an address"))
                .help("write host:port, such as node7.example.org:2101, one process per line"));
        }
        if !known.insert(address) {
            return Err(Error::invalid(format!(
                "{name}, line {line}: {address} stands there twice; every process needs its own \
                 port"
            )));
        }
        addresses.push(address.to_owned());
    }
    if addresses.len() < processes {
        return Err(Error::invalid(format!(
            "{name} has {} lines, and there are {processes} processes",
            addresses.len()
        ))
        .help("write one host:port per line, for process 0, 1, …"));
    }
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_text_is_a_list_of_hosts_or_refused_as_invalid(
            text in "([a-z.\\[\\]:0-9 ]{0,12}\n){0,4}", processes in 1usize..4,
        ) {
            match read_addresses("hosts", &text, processes) {
                Ok(addresses) => prop_assert_eq!(addresses.len(), processes),
                Err(error) => prop_assert!(matches!(error, Error::Invalid(_)), "{}", error),
            }
        }
    }

    #[test]
    fn hosts_are_read_line_by_line_and_complaints_name_the_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hosts");
        let read = |text: &str, processes| {
            std::fs::write(&path, text).unwrap();
            addresses(Some(&path), processes).map_err(|error| error.to_string())
        };
        assert_eq!(read("a:1\n[::1]:2 \nc:3\n", 2).unwrap(), ["a:1", "[::1]:2"]);
        for (text, word) in [
            ("a:1\n", "1 lines"),
            ("a:1\nb\n", "line 2"),
            ("a:1\nb:0\n", "line 2"),
            ("a:1\n:5\n", "line 2"),
            ("a:1\nb:70000\n", "line 2"),
            ("a:1\na:1\n", "twice"),
        ] {
            let complaint = read(text, 2).unwrap_err();
            assert!(complaint.contains(word), "{complaint}");
        }
        assert_eq!(addresses(None, 2).unwrap(), ["localhost:2101", "localhost:2102"]);
    }
}
