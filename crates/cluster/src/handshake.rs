//! What two processes tell each other before they work together.
//!
//! 1. Both send a *hello*: a line of magic bytes, a length and a JSON object that says what the
//!    process does, with a random challenge in it. Unknown keys are passed over and missing ones
//!    have a default, so that a process of another version is understood well enough to be told
//!    why it does not fit.
//! 2. Both send a *proof*: a tag of both hellos under the secret, which differs for caller and
//!    called, so that neither can send back what it was sent. Without a secret it proves nothing.
//! 3. The called process says that it holds the connection, and the caller waits for that.
//!
//! The keys of the connection, one for each direction, are tags of both hellos too: they are new
//! for every connection because of the challenges.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::link::LinkKey;
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::work::Key;
use cubegraph_picture::{Metric, Size};

const MAGIC: &[u8; 18] = b"cubegraph-cluster\n";
/// The longest hello that is read.
const LONGEST: u32 = 1 << 12;
/// What the bytes between processes mean; raised when that changes.
const FORMAT: u32 = 2;
/// The whole of a handshake, to the last byte, may take this long.
const PATIENCE: Duration = Duration::from_secs(5);
/// What the called process says when it holds the connection.
const AGREED: u8 = b'+';
/// Fewer bytes are no secret.
const SHORTEST_SECRET: usize = 16;

/// What all processes of a search know, and nobody else.
#[derive(Clone)]
pub struct Secret(Key);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A secret made of any bytes; white space around them is left out, so that it can be the
    /// contents of a file. They should be random: 32 bytes of `/dev/urandom` in any notation.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there are fewer than 16 bytes.
    pub fn new(bytes: &[u8]) -> Result<Secret> {
        let bytes = bytes.trim_ascii();
        if bytes.len() < SHORTEST_SECRET {
            return Err(Error::invalid(format!(
                "a secret has at least {SHORTEST_SECRET} bytes, and this one has {}",
                bytes.len()
            ))
            .help("`head -c 32 /dev/urandom | base64` makes a good one"));
        }
        Ok(Secret(Key::new(bytes)))
    }

    /// The key under which processes with this secret keep their checkpoint.
    pub fn checkpoint_key(&self) -> Key {
        Key::new(&self.0.tag(b"checkpoint"))
    }
}

/// What a process says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Hello {
    /// The version of this crate.
    pub(crate) version: String,
    /// What the bytes between processes mean.
    pub(crate) format: u32,
    /// The size, as it was asked for.
    pub(crate) size: String,
    /// The metric.
    pub(crate) metric: String,
    /// How many processes there are.
    pub(crate) processes: usize,
    /// Which of them this is, from 0.
    pub(crate) process: usize,
    /// Whether layers are kept.
    pub(crate) checkpoint: bool,
    /// Random bytes in hexadecimal, new for every connection.
    pub(crate) challenge: String,
}

impl Hello {
    /// The hello of this process.
    pub(crate) fn new(
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
            challenge: String::new(),
        }
    }

    /// The hello as bytes, with a challenge of its own.
    fn challenging(&self) -> io::Result<Vec<u8>> {
        let random = || {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).map_err(io::Error::other)?;
            io::Result::Ok(u128::from_le_bytes(bytes))
        };
        let hello = Hello {
            challenge: format!("{:032x}{:032x}", random()?, random()?),
            ..self.clone()
        };
        let text = serde_json::to_vec(&hello)?;
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        Ok([&MAGIC[..], &length.to_le_bytes(), &text].concat())
    }

    /// Reads a hello, or says that there is none; returns its bytes too.
    fn read(input: &mut impl Read) -> io::Result<(Hello, Vec<u8>)> {
        let mut bytes = [0; MAGIC.len() + 4];
        input.read_exact(&mut bytes)?;
        let (magic, length) = bytes.split_at(MAGIC.len());
        let length = u32::from_le_bytes(std::array::from_fn(|k| length[k]));
        if magic != MAGIC || length > LONGEST {
            return Err(io::Error::other("that is not a process of this program"));
        }
        let mut text = vec![0; length as usize];
        input.read_exact(&mut text)?;
        let hello = serde_json::from_slice(&text)?;
        Ok((hello, [&bytes[..], &text].concat()))
    }

    /// Why another process cannot work together with this one, if it cannot.
    pub(crate) fn objection(&self, other: &Hello) -> Option<String> {
        let kept = |hello: &Hello| if hello.checkpoint { "a" } else { "no" };
        let compared = |of: fn(&Hello) -> String| (of(self), of(other));
        [
            (
                compared(|hello| hello.version.clone()),
                "is version",
                "start the same version everywhere",
            ),
            (
                compared(|hello| hello.format.to_string()),
                "speaks format",
                "start the same build everywhere",
            ),
            (
                compared(|hello| hello.size.clone()),
                "searches",
                "give the same size to all processes",
            ),
            (
                compared(|hello| hello.metric.clone()),
                "counts turns in the metric",
                "give the same metric to all processes",
            ),
            (
                compared(|hello| hello.processes.to_string()),
                "knows of a number of processes of",
                "give the same number and the same hosts to all of them",
            ),
            (
                (
                    format!("{} checkpoint", kept(self)),
                    format!("{} checkpoint", kept(other)),
                ),
                "keeps",
                "give a checkpoint to all processes or to none",
            ),
        ]
        .into_iter()
        .find(|((ours, theirs), ..)| ours != theirs)
        .map(|((ours, theirs), what, todo)| {
            format!("it {what} {theirs:.100}, and this one {ours}; {todo}")
        })
    }
}

/// Which side of a connection this process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It made the connection.
    Caller,
    /// It was called.
    Called,
}

/// What came of a handshake.
#[derive(Debug)]
pub(crate) struct Introduced {
    /// What the other side says of itself.
    pub(crate) hello: Hello,
    /// Why it does not fit, if it does not.
    pub(crate) objection: Option<String>,
    /// Whether it knows the secret, or would if there were one.
    pub(crate) is_proved: bool,
    /// The keys for what is sent and for what is received.
    pub(crate) keys: (LinkKey, LinkKey),
}

/// Introduces two processes to each other; for the caller, to the end, and for the called process
/// up to [`agree`].
///
/// # Errors
/// If the other side is not a process of this program, does not know the secret, or takes too long.
pub(crate) fn introduce(
    hello: &Hello,
    secret: Option<&Secret>,
    stream: &TcpStream,
    role: Role,
) -> io::Result<Introduced> {
    let mut link = Timed {
        stream,
        end: Instant::now() + PATIENCE,
    };
    stream.set_nodelay(true)?;
    let ours = hello.challenging()?;
    link.write_all(&ours)?;
    let (other, theirs) = Hello::read(&mut link)?;
    let mut introduced = Introduced {
        objection: hello.objection(&other),
        hello: other,
        is_proved: false,
        keys: Default::default(),
    };
    if introduced.hello.format != FORMAT {
        // What it would say next means something else.
        return Ok(introduced);
    }
    let key = secret.map(|secret| secret.0.clone()).unwrap_or_default();
    let (caller, called) = match role {
        Role::Caller => (ours, theirs),
        Role::Called => (theirs, ours),
    };
    let tag = |what: &[u8]| key.tag(&[what, &caller, &called].concat());
    let proofs = (tag(b"proof of the caller"), tag(b"proof of the called"));
    let keys = (tag(b"caller to called"), tag(b"called to caller"));
    let (proof, expected) = match role {
        Role::Caller => proofs,
        Role::Called => (proofs.1, proofs.0),
    };
    link.write_all(&proof)?;
    let mut found = [0; 32];
    link.read_exact(&mut found)?;
    // Tags of tags: the time that a comparison takes says nothing about the tags themselves.
    if tag(&found) != tag(&expected) {
        return Err(io::Error::other("it does not know the secret"));
    }
    introduced.is_proved = true;
    introduced.keys = match role {
        Role::Caller => keys,
        Role::Called => (keys.1, keys.0),
    };
    if role == Role::Caller && introduced.objection.is_none() {
        link.read_exact(&mut [0])
            .map_err(|_| io::Error::other("it hung up; its own message says why"))?;
    }
    Ok(introduced)
}

/// Says that this process, which was called, holds the connection.
pub(crate) fn agree(mut stream: &TcpStream) -> io::Result<()> {
    stream.write_all(&[AGREED])
}

/// A connection with one deadline for everything that is read and written.
struct Timed<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Timed<'_> {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::Error::other("it took too long to say who it is"));
        }
        Ok(Some(left))
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn hello() -> Hello {
        Hello::new("3x2".parse().unwrap(), Metric::Quarter, (1, 3), false)
    }

    #[test]
    fn a_hello_is_read_as_it_was_written_and_challenges_are_new() {
        let bytes = hello().challenging().unwrap();
        let (read, again) = Hello::read(&mut bytes.as_slice()).unwrap();
        assert_eq!(again, bytes);
        assert_eq!(hello().objection(&read), None);
        assert_eq!(read.challenge.len(), 64);
        assert_ne!(bytes, hello().challenging().unwrap());
        for cut in [0, 5, 20, bytes.len() - 1] {
            assert!(Hello::read(&mut &bytes[..cut]).is_err());
        }
        let mut long = bytes.clone();
        long[18..22].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(Hello::read(&mut long.as_slice()).is_err());
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
            "number",
            "checkpoint",
        ];
        for (other, word) in others.into_iter().zip(words) {
            let objection = hello().objection(&other).unwrap();
            assert!(objection.contains(word), "{objection}");
        }
        let old = br#"{"version":"7.0.0","colour":"green"}"#;
        let length = u32::try_from(old.len()).unwrap().to_le_bytes();
        let bytes = [&MAGIC[..], &length, old].concat();
        let (other, _) = Hello::read(&mut bytes.as_slice()).unwrap();
        assert!(hello().objection(&other).unwrap().contains("7.0.0"));
    }

    /// What both sides make of each other.
    fn introduced(secrets: [Option<&str>; 2]) -> [io::Result<Introduced>; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let [caller, called] =
            secrets.map(|secret| secret.map(|text| Secret::new(text.as_bytes()).unwrap()));
        let calling = std::thread::spawn(move || {
            let stream = TcpStream::connect(address).unwrap();
            introduce(&hello(), caller.as_ref(), &stream, Role::Caller)
        });
        let (stream, _) = listener.accept().unwrap();
        let found = introduce(&hello(), called.as_ref(), &stream, Role::Called);
        if found.is_ok() {
            agree(&stream).unwrap();
        }
        drop(stream);
        [calling.join().unwrap(), found]
    }

    #[test]
    fn both_sides_must_know_the_secret_and_then_have_the_same_new_keys() {
        let (one, other) = (Some("0123456789abcdef"), Some("0123456789abcdeg"));
        let mut keys = Vec::new();
        for secret in [None, one, one] {
            let [caller, called] = introduced([secret, secret]).map(io::Result::unwrap);
            assert!(caller.is_proved && called.is_proved);
            assert_eq!(caller.keys, (called.keys.1, called.keys.0));
            assert_ne!(caller.keys.0, caller.keys.1);
            keys.push(caller.keys.0);
        }
        assert_ne!(keys[1], keys[2]);
        for secrets in [[one, other], [one, None], [None, one]] {
            let [caller, called] = introduced(secrets);
            assert!(caller.is_err() && called.is_err(), "{secrets:?}");
        }
        assert!(Secret::new(b"  too short     \n").is_err());
    }

    #[test]
    fn a_handshake_has_one_deadline_however_slowly_bytes_arrive() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut slow = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        std::thread::spawn(move || {
            let bytes = hello().challenging().unwrap();
            for byte in bytes {
                if slow.write_all(&[byte]).is_err() {
                    break;
                }
                std::thread::sleep(PATIENCE / 20);
            }
        });
        let start = Instant::now();
        assert!(introduce(&hello(), None, &stream, Role::Called).is_err());
        assert!(start.elapsed() < 2 * PATIENCE);
    }
}
