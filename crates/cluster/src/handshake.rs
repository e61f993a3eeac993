//! How two processes introduce themselves and agree on keys.
//!
//! 1. Both send a *hello*: a line of magic bytes, a length and a JSON object that says what the
//!    process does. Unknown keys are ignored and missing ones have a default, so that a process of
//!    another version can be refused with the reason.
//! 2. A Noise handshake ([`PATTERN`]) over both hellos, with the secret as pre-shared key: without
//!    the secret, or with changed hellos, it fails.
//! 3. The caller sends an empty message under the new keys. Only then does the called process
//!    regard it as proved that the caller knows the secret, since the handshake itself can be
//!    replayed.
//! 4. The called process confirms with an empty message that it keeps the connection.
//!
//! # Reference
//! T. Perrin, *The Noise Protocol Framework*, revision 34, 2018.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use blake2::{Blake2s256, Digest};
use serde::{Deserialize, Serialize};
use snow::{HandshakeState, StatelessTransportState};

use cubegraph_core::{Error, Result};
use cubegraph_picture::{Metric, Size};

const PATTERN: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";
/// The bytes of a handshake message: an ephemeral key and the tag of an empty payload.
const HANDSHAKE_BYTES: usize = 32 + TAG_BYTES;
/// The bytes that encryption adds to a message.
pub(crate) const TAG_BYTES: usize = 16;
/// The number of the message with which each side confirms the handshake; those of the link follow.
const CONFIRMATION: u64 = 0;

const MAGIC: &[u8; 18] = b"cubegraph-cluster\n";
/// The longest hello that is read.
const LONGEST_HELLO: u32 = 1 << 12;
/// What the bytes between processes mean; raised when that changes.
const FORMAT: u32 = 3;
/// A complete handshake may take this long.
const HANDSHAKE_TIME: Duration = Duration::from_secs(5);
const SHORTEST_SECRET: usize = 16;

/// What all processes of a search know, and no other program.
#[derive(Clone)]
pub struct Secret([u8; 32]);

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
        Ok(Secret(Blake2s256::digest(bytes).into()))
    }
}

/// What a process reports about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Hello {
    pub(crate) version: String,
    pub(crate) format: u32,
    /// The size, as it was asked for.
    pub(crate) size: String,
    pub(crate) metric: String,
    pub(crate) processes: usize,
    /// The number of this process, from 0.
    pub(crate) process: usize,
    /// Whether layers are kept.
    pub(crate) checkpoint: bool,
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
        }
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let text = serde_json::to_vec(self)?;
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        Ok([&MAGIC[..], &length.to_le_bytes(), &text].concat())
    }

    /// Reads a hello; returns its bytes too.
    fn read(input: &mut impl Read) -> io::Result<(Hello, Vec<u8>)> {
        let mut bytes = [0; MAGIC.len() + 4];
        input.read_exact(&mut bytes)?;
        let (magic, length) = bytes.split_at(MAGIC.len());
        let length = u32::from_le_bytes(std::array::from_fn(|k| length[k]));
        if magic != MAGIC || length > LONGEST_HELLO {
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
                (format!("{} checkpoint", kept(self)), format!("{} checkpoint", kept(other))),
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

/// The result of a handshake.
#[derive(Debug)]
pub(crate) struct Introduced {
    /// The hello of the other side.
    pub(crate) hello: Hello,
    /// Why it does not fit, if it does not.
    pub(crate) objection: Option<String>,
    /// The keys of the connection; `None` if the other side did not prove that it knows the
    /// secret.
    pub(crate) keys: Option<StatelessTransportState>,
}

/// Introduces two processes to each other; for the caller, to the end, and for the called process
/// up to [`confirm`].
///
/// # Errors
/// If the other side is not a process of this program, does not know the secret, or takes too long.
pub(crate) fn introduce(
    hello: &Hello,
    secret: Option<&Secret>,
    stream: &TcpStream,
    role: Role,
) -> io::Result<Introduced> {
    let mut link = Timed { stream, end: Instant::now() + HANDSHAKE_TIME };
    stream.set_nodelay(true)?;
    let ours = hello.to_bytes()?;
    link.write_all(&ours)?;
    let (other, theirs) = Hello::read(&mut link)?;
    let mut introduced =
        Introduced { objection: hello.objection(&other), hello: other, keys: None };
    if introduced.hello.format != FORMAT {
        // Its next bytes have another meaning.
        return Ok(introduced);
    }
    let hellos = match role {
        Role::Caller => [ours, theirs].concat(),
        Role::Called => [theirs, ours].concat(),
    };
    let mut noise = handshake(&hellos, secret, role).map_err(io::Error::other)?;
    let keys = match role {
        Role::Caller => {
            send_handshake(&mut noise, &mut link)?;
            receive_handshake(&mut noise, &mut link)?;
            let keys = noise.into_stateless_transport_mode();
            let keys = keys.map_err(io::Error::other)?;
            confirm(&keys, &mut link)?;
            if introduced.objection.is_none() {
                expect_confirmation(&keys, &mut link)
                    .map_err(|_| io::Error::other("it closed the connection; see its message"))?;
            }
            keys
        }
        Role::Called => {
            receive_handshake(&mut noise, &mut link)?;
            send_handshake(&mut noise, &mut link)?;
            let keys = noise.into_stateless_transport_mode();
            let keys = keys.map_err(io::Error::other)?;
            expect_confirmation(&keys, &mut link)?;
            keys
        }
    };
    introduced.keys = Some(keys);
    Ok(introduced)
}

fn handshake(
    hellos: &[u8],
    secret: Option<&Secret>,
    role: Role,
) -> std::result::Result<HandshakeState, snow::Error> {
    let key = secret.map_or([0; 32], |secret| secret.0);
    let noise = snow::Builder::new(PATTERN.parse()?).prologue(hellos)?.psk(0, &key)?;
    match role {
        Role::Caller => noise.build_initiator(),
        Role::Called => noise.build_responder(),
    }
}

fn send_handshake(noise: &mut HandshakeState, link: &mut impl Write) -> io::Result<()> {
    let mut message = [0; HANDSHAKE_BYTES];
    let written = noise.write_message(&[], &mut message);
    link.write_all(&message[..written.map_err(io::Error::other)?])
}

fn receive_handshake(noise: &mut HandshakeState, link: &mut impl Read) -> io::Result<()> {
    let mut message = [0; HANDSHAKE_BYTES];
    link.read_exact(&mut message)?;
    let read = noise.read_message(&message, &mut [0; HANDSHAKE_BYTES]);
    read.map(drop).map_err(|_| unproved())
}

fn unproved() -> io::Error {
    io::Error::other("it does not know the secret")
}

/// Sends the confirmation of this side: the called process keeps the connection.
pub(crate) fn confirm(keys: &StatelessTransportState, mut link: impl Write) -> io::Result<()> {
    let mut message = [0; TAG_BYTES];
    let written = keys.write_message(CONFIRMATION, &[], &mut message);
    link.write_all(&message[..written.map_err(io::Error::other)?])
}

fn expect_confirmation(keys: &StatelessTransportState, link: &mut impl Read) -> io::Result<()> {
    let mut message = [0; TAG_BYTES];
    link.read_exact(&mut message)?;
    let read = keys.read_message(CONFIRMATION, &message, &mut [0; TAG_BYTES]);
    read.map(drop).map_err(|_| unproved())
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
            return Err(io::Error::other("its handshake took too long"));
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
    fn a_hello_is_read_as_it_was_written() {
        let bytes = hello().to_bytes().unwrap();
        let (read, again) = Hello::read(&mut bytes.as_slice()).unwrap();
        assert_eq!((read, again), (hello(), bytes.clone()));
        for cut in [0, 5, 20, bytes.len() - 1] {
            assert!(Hello::read(&mut &bytes[..cut]).is_err());
        }
        let mut long = bytes.clone();
        long[18..22].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(Hello::read(&mut long.as_slice()).is_err());
    }

    #[test]
    fn a_process_that_differs_is_refused_with_the_reason() {
        assert_eq!(hello().objection(&hello()), None);
        let mut others = vec![hello(); 6];
        others[0].version = "9.9.9".to_owned();
        others[1].format = 77;
        others[2].size = "2x3".to_owned();
        others[3].metric = "half".to_owned();
        others[4].processes = 4;
        others[5].checkpoint = true;
        let words = ["version", "format", "size", "metric", "number", "checkpoint"];
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

    /// The results of both sides.
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
        if let Ok(Introduced { keys: Some(keys), .. }) = &found {
            confirm(keys, &stream).unwrap();
        }
        drop(stream);
        [calling.join().unwrap(), found]
    }

    #[test]
    fn both_sides_must_know_the_secret_and_then_have_matching_new_keys() {
        let (one, other) = (Some("0123456789abcdef"), Some("0123456789abcdeg"));
        let mut sent = Vec::new();
        for secret in [None, one, one] {
            let [caller, called] = introduced([secret, secret]).map(|side| side.unwrap().keys);
            let (mut message, mut read) = ([0; 5 + TAG_BYTES], [0; 5 + TAG_BYTES]);
            let (caller, called) = (caller.unwrap(), called.unwrap());
            caller.write_message(1, b"hello", &mut message).unwrap();
            assert!(caller.read_message(1, &message, &mut read).is_err());
            called.read_message(1, &message, &mut read).unwrap();
            assert!(read.starts_with(b"hello"));
            sent.push(message);
        }
        assert_ne!(sent[1], sent[2]);
        for secrets in [[one, other], [one, None], [None, one]] {
            let [caller, called] = introduced(secrets);
            assert!(caller.is_err() && called.is_err(), "{secrets:?}");
        }
        assert!(Secret::new(b"  too short     \n").is_err());
    }

    #[test]
    fn a_replayed_handshake_proves_nothing() {
        let secret = Secret::new(b"0123456789abcdef").unwrap();
        let hellos = hello().to_bytes().unwrap().repeat(2);
        let mut noise = handshake(&hellos, Some(&secret), Role::Caller).unwrap();
        let mut recorded = hello().to_bytes().unwrap();
        send_handshake(&mut noise, &mut recorded).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut replaying = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        recorded.extend([0; TAG_BYTES]);
        replaying.write_all(&recorded).unwrap();
        let refused = introduce(&hello(), Some(&secret), &stream, Role::Called);
        assert!(refused.unwrap_err().to_string().contains("secret"));
    }

    #[test]
    fn a_handshake_has_one_deadline_however_slowly_bytes_arrive() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut slow = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        std::thread::spawn(move || {
            let bytes = hello().to_bytes().unwrap();
            for byte in bytes {
                if slow.write_all(&[byte]).is_err() {
                    break;
                }
                std::thread::sleep(HANDSHAKE_TIME / 20);
            }
        });
        let start = Instant::now();
        assert!(introduce(&hello(), None, &stream, Role::Called).is_err());
        assert!(start.elapsed() < 2 * HANDSHAKE_TIME);
    }
}
