//! What processes tell each other before they work together; who does not fit is refused.
//!
//! A hello is a line of magic bytes, a length and a JSON object. Unknown keys are passed over and missing ones have a default,
//! so that a process of another version is understood well enough to be told why it is refused.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use super::super::{Metric, Size};

const MAGIC: &[u8; 18] = b"cubegraph-cluster\n";
/// The longest hello that is read.
const LONGEST: u32 = 1 << 16;
/// What the bytes between processes mean; raised when that changes.
const FORMAT: u32 = 1;

/// What a process says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hello {
    /// The version of this crate.
    pub version: String,
    /// What the bytes between processes mean.
    pub format: u32,
    /// The size, as it was asked for.
    pub size: String,
    /// The metric.
    pub metric: String,
    /// How many processes there are.
    pub processes: usize,
    /// Which of them this is, from 0.
    pub process: usize,
    /// Whether layers are kept.
    pub checkpoint: bool,
}

impl Hello {
    /// The hello of this process.
    pub fn new(
        size: Size,
        metric: Metric,
        (process, processes): (usize, usize),
        checkpoint: bool,
    ) -> Hello {
        Hello {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            format: FORMAT,
            size: size.to_string(),
            metric: metric.name().to_owned(),
            processes,
            process,
            checkpoint,
        }
    }

    /// Writes the hello.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let text = serde_json::to_vec(self)?;
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(text);
        out.write_all(&bytes)?;
        out.flush()
    }

    /// Reads a hello, or says that there is none.
    pub fn read(input: &mut impl Read) -> io::Result<Hello> {
        let mut magic = [0; MAGIC.len()];
        input.read_exact(&mut magic)?;
        let mut length = [0; 4];
        input.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length);
        if magic != *MAGIC || length > LONGEST {
            return Err(io::Error::other("that is no process of this program"));
        }
        let mut text = vec![0; length as usize];
        input.read_exact(&mut text)?;
        Ok(serde_json::from_slice(&text)?)
    }

    /// Why another process cannot work together with this one, if it cannot.
    pub fn objection(&self, other: &Hello) -> Option<String> {
        let differ = |what: &str, ours: &str, theirs: &str, todo: &str| {
            (ours != theirs).then(|| format!("it {what} {theirs}, and this one {ours}; {todo}"))
        };
        let kept = |hello: &Hello| {
            if hello.checkpoint {
                "a checkpoint"
            } else {
                "no checkpoint"
            }
        };
        differ(
            "is version",
            &self.version,
            &other.version,
            "start the same version everywhere",
        )
        .or_else(|| {
            differ(
                "speaks format",
                &self.format.to_string(),
                &other.format.to_string(),
                "start the same build everywhere",
            )
        })
        .or_else(|| {
            differ(
                "searches",
                &self.size,
                &other.size,
                "give the same size to all processes",
            )
        })
        .or_else(|| {
            differ(
                "counts turns in the metric",
                &self.metric,
                &other.metric,
                "give the same --metric to all processes",
            )
        })
        .or_else(|| {
            differ(
                "knows of a number of processes of",
                &self.processes.to_string(),
                &other.processes.to_string(),
                "give the same --processes and the same hosts to all of them",
            )
        })
        .or_else(|| {
            differ(
                "keeps",
                kept(self),
                kept(other),
                "give --checkpoint to all processes or to none",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello() -> Hello {
        Hello::new("3x2".parse().unwrap(), Metric::Quarter, (1, 3), false)
    }

    #[test]
    fn a_hello_is_read_as_it_was_written() {
        let mut bytes = Vec::new();
        hello().write(&mut bytes).unwrap();
        assert_eq!(Hello::read(&mut bytes.as_slice()).unwrap(), hello());
        for cut in [0, 5, 20, bytes.len() - 1] {
            assert!(Hello::read(&mut &bytes[..cut]).is_err());
        }
        bytes[3] ^= 1;
        assert!(Hello::read(&mut bytes.as_slice()).is_err());
    }

    #[test]
    fn who_is_different_is_told_how() {
        assert_eq!(hello().objection(&hello()), None);
        let mut others = vec![hello(); 6];
        others[0].version = "9.9.9".to_owned();
        others[1].format = 77;
        others[2].size = "2x3".to_owned();
        others[3].metric = "half".to_owned();
        others[4].processes = 4;
        others[5].checkpoint = true;
        let words = [
            "version",
            "format",
            "size",
            "metric",
            "--processes",
            "--checkpoint",
        ];
        for (other, word) in others.into_iter().zip(words) {
            let objection = hello().objection(&other).unwrap();
            assert!(objection.contains(word), "{objection}");
        }
    }

    #[test]
    fn a_version_with_other_keys_is_understood() {
        let text = br#"{"version":"7.0.0","colour":"green"}"#;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        bytes.extend(text);
        let other = Hello::read(&mut bytes.as_slice()).unwrap();
        assert!(hello().objection(&other).unwrap().contains("7.0.0"));
    }
}
