//! Connections between processes: framed, authenticated, and watched.
//!
//! The engine is given these instead of plain connections. Everything travels in frames: a kind, a
//! length, a tag, the contents. The tag is keyed `BLAKE2b` over the number of the frame, its kind
//! and its contents, under a key that both sides have made for this connection and this direction
//! alone: a frame that was changed, left out, repeated or made up by others ends the connection.
//!
//! | frame | says |
//! |---|---|
//! | `DATA` | bytes of the engine |
//! | `ALIVE` | nothing, but that this process is there; sent whenever nothing else was for a while |
//! | `END` | this process is done, and everything was sent |
//!
//! The engine ends a thread with a panic when a connection breaks, and those who wait for
//! that connection go on waiting. So a broken link is written down in [`Peers`], and towards the
//! engine it then behaves like one that ended in good order: reading gives the engine's own last
//! message, and what is written goes nowhere. All threads of the engine end by themselves, and the
//! search, which asks [`Peers::check`] again and again, ends with an error that says who is gone.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use blake2b_simd::{Params, State};
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::networking::MessageHeader;

use crate::peers::{Peers, locked};

const DATA: u8 = 0;
const ALIVE: u8 = 1;
const END: u8 = 2;

/// The bytes of a tag: as many as the tags of authenticated ciphers have.
const TAG: usize = 16;
/// A frame before its contents: kind, length (4), tag.
const HEAD: usize = 5 + TAG;
/// No frame has more contents.
const MOST_FRAME: usize = 1 << 18;
/// No message of the engine is longer: a class of the largest search is 32 MiB, and what is sent
/// with it 1 MiB.
const MOST_MESSAGE: usize = 64 << 20;
/// A process says that it is there this many times in the time after which it is given up.
const BEATS: u32 = 4;

/// The key of one direction of a connection.
pub(crate) type LinkKey = [u8; 32];

/// The state of a tag over the number and the kind of a frame.
fn tag(key: &LinkKey, number: u64, kind: u8) -> State {
    let mut state = Params::new().hash_length(TAG).key(key).to_state();
    state.update(&number.to_le_bytes()).update(&[kind]);
    state
}

/// The sending half of a link.
struct Sender {
    stream: TcpStream,
    key: LinkKey,
    number: u64,
    /// When a frame was last sent.
    last: Instant,
    frame: Vec<u8>,
}

impl Sender {
    fn send(&mut self, kind: u8, contents: &[u8]) -> io::Result<()> {
        let mut tag = tag(&self.key, self.number, kind);
        tag.update(contents);
        self.frame.clear();
        self.frame.push(kind);
        let length = u32::try_from(contents.len()).unwrap_or(u32::MAX);
        self.frame.extend(length.to_le_bytes());
        self.frame.extend_from_slice(tag.finalize().as_bytes());
        self.frame.extend_from_slice(contents);
        self.number += 1;
        self.last = Instant::now();
        self.stream.write_all(&self.frame)
    }
}

/// The receiving half of a link.
struct Receiver {
    stream: TcpStream,
    key: LinkKey,
    number: u64,
    /// Bytes of the engine: first those it may have, which are whole messages, then the beginning
    /// of the next one.
    buffer: Vec<u8>,
    taken: usize,
    whole: usize,
    /// Whether the engine's last message is among them.
    has_final: bool,
    /// Whether nothing more is to be read.
    is_over: bool,
}

/// A connection to another process.
pub(crate) struct Link {
    me: usize,
    process: usize,
    peers: Arc<Peers>,
    silence: Duration,
    sender: Arc<Mutex<Sender>>,
    receiver: Arc<Mutex<Receiver>>,
}

impl Link {
    /// A link from this process to another, over a connection whose two sides have agreed on a key
    /// for what is sent and one for what is received. If nothing is heard for `silence`, the other
    /// process is gone.
    pub(crate) fn new(
        stream: TcpStream,
        (sending, receiving): (LinkKey, LinkKey),
        (me, process): (usize, usize),
        silence: Duration,
        peers: &Arc<Peers>,
    ) -> io::Result<Link> {
        stream.set_read_timeout(Some(silence / BEATS))?;
        stream.set_write_timeout(Some(silence))?;
        let sender = Sender {
            stream: stream.try_clone()?,
            key: sending,
            number: 0,
            last: Instant::now(),
            frame: Vec::new(),
        };
        let receiver = Receiver {
            stream,
            key: receiving,
            number: 0,
            buffer: Vec::new(),
            taken: 0,
            whole: 0,
            has_final: false,
            is_over: false,
        };
        Ok(Link {
            me,
            process,
            peers: Arc::clone(peers),
            silence,
            sender: Arc::new(Mutex::new(sender)),
            receiver: Arc::new(Mutex::new(receiver)),
        })
    }

    /// Says that this process is there, unless it said something not long ago. If something is
    /// being sent right now, that is enough.
    fn beat(&self) -> io::Result<()> {
        let Ok(mut sender) = self.sender.try_lock() else {
            return Ok(());
        };
        if sender.last.elapsed() < self.silence / BEATS {
            return Ok(());
        }
        sender.send(ALIVE, &[])
    }

    /// Reads exactly as many bytes as asked for; in the meantime the other side is told that this
    /// one is there.
    fn fill(&self, stream: &mut TcpStream, mut bytes: &mut [u8]) -> io::Result<()> {
        let mut missed = 0;
        while !bytes.is_empty() {
            match stream.read(bytes) {
                Ok(0) => return Err(io::Error::other("it ended or was killed")),
                Ok(read) => {
                    bytes = &mut bytes[read..];
                    missed = 0;
                }
                Err(error) => match error.kind() {
                    ErrorKind::Interrupted => {}
                    ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                        missed += 1;
                        if missed >= BEATS {
                            return Err(io::Error::other(format!(
                                "nothing was heard from it for {} s",
                                self.silence.as_secs_f64()
                            )));
                        }
                        self.beat()?;
                    }
                    _ => return Err(error),
                },
            }
        }
        Ok(())
    }

    /// Receives a frame; its contents go to the end of the buffer.
    fn receive(&self, receiver: &mut Receiver) -> io::Result<()> {
        let mut head = [0; HEAD];
        self.fill(&mut receiver.stream, &mut head)?;
        let (kind, sum) = (head[0], &head[5..]);
        let length = u32::from_le_bytes(std::array::from_fn(|k| head[1 + k])) as usize;
        if length > MOST_FRAME {
            return Err(io::Error::other("it sent a frame that is too long"));
        }
        let start = receiver.buffer.len();
        receiver.buffer.resize(start + length, 0);
        let Receiver { stream, buffer, .. } = receiver;
        self.fill(stream, &mut buffer[start..])?;
        let mut tag = tag(&receiver.key, receiver.number, kind);
        if tag.update(&receiver.buffer[start..]).finalize() != *sum {
            return Err(io::Error::other("it sent a frame that it did not make"));
        }
        receiver.number += 1;
        match kind {
            DATA => {
                self.peers.count(0, length);
            }
            END if length == 0 => receiver.is_over = true,
            ALIVE if length == 0 => {}
            _ => return Err(io::Error::other("it sent a frame of an unknown kind")),
        }
        // Somebody who sends all the time is to hear from this side all the same.
        self.beat()
    }

    /// Bytes for the engine, which gets whole messages alone; none when the other side is done.
    fn next(&self, receiver: &mut Receiver) -> io::Result<usize> {
        while receiver.taken == receiver.whole && !receiver.is_over {
            if receiver.taken > 0 {
                receiver.buffer.drain(..receiver.taken);
                (receiver.taken, receiver.whole) = (0, 0);
            }
            self.receive(receiver)?;
            if receiver.is_over && !receiver.has_final {
                return Err(io::Error::other("it ended before the others"));
            }
            while let Some(length) = self.message_length(receiver)? {
                receiver.whole += length;
                receiver.has_final = length == HEADER;
            }
        }
        Ok(receiver.whole - receiver.taken)
    }

    /// How long the next message of the engine is, if all of it is there. What the engine would
    /// take without a question, and what would make it panic, is refused here.
    fn message_length(&self, receiver: &Receiver) -> io::Result<Option<usize>> {
        let rest = &receiver.buffer[receiver.whole..];
        let Some(header) = rest.first_chunk() else {
            return Ok(None);
        };
        let [_, _, first, end, length, _] = numbers(header);
        let (me, most) = (self.me as u64, (MOST_MESSAGE - HEADER) as u64);
        let is_for_me = length == 0 || (first == me && end == me + 1);
        if length > most || !is_for_me || receiver.has_final {
            return Err(io::Error::other("it sent a message that makes no sense"));
        }
        let length = HEADER + usize::try_from(length).unwrap_or(MOST_MESSAGE);
        Ok((rest.len() >= length).then_some(length))
    }
}

/// The bytes of a header of the engine's messages: six big-endian numbers, which are channel,
/// source, first target, end of the targets, length and sequence number. The engine's own reader
/// wants to see the whole message before it says how long it is.
const HEADER: usize = 48;

fn numbers(header: &[u8; HEADER]) -> [u64; 6] {
    std::array::from_fn(|n| u64::from_be_bytes(std::array::from_fn(|k| header[8 * n + k])))
}

/// The message with which the engine ends a connection.
fn final_message() -> Vec<u8> {
    let header = MessageHeader {
        channel: 0,
        source: 0,
        target_lower: 0,
        target_upper: 0,
        length: 0,
        seqno: 0,
    };
    let mut bytes = Vec::new();
    header
        .write_to(&mut bytes)
        .expect("a vector takes everything");
    bytes
}

impl Read for Link {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let mut receiver = locked(&self.receiver);
        let receiver = &mut *receiver;
        let available = self.next(receiver).unwrap_or_else(|error| {
            self.peers.lose(self.process, &describe(&error));
            // What came last may be half of a message.
            receiver.buffer.truncate(receiver.whole);
            if !receiver.has_final {
                receiver.buffer.extend(final_message());
                receiver.has_final = true;
            }
            receiver.whole = receiver.buffer.len();
            receiver.is_over = true;
            receiver.whole - receiver.taken
        });
        let read = available.min(target.len());
        target[..read].copy_from_slice(&receiver.buffer[receiver.taken..][..read]);
        receiver.taken += read;
        Ok(read)
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(MOST_FRAME)];
        match locked(&self.sender).send(DATA, bytes) {
            Ok(()) => {
                self.peers.count(bytes.len(), 0);
            }
            Err(error) => self.peers.lose(self.process, &describe(&error)),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A write that took too long says so.
fn describe(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => "it takes nothing any more".to_owned(),
        _ => error.to_string(),
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Link> {
        Ok(Link {
            me: self.me,
            process: self.process,
            peers: Arc::clone(&self.peers),
            silence: self.silence,
            sender: Arc::clone(&self.sender),
            receiver: Arc::clone(&self.receiver),
        })
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    /// The engine calls this when it has sent everything.
    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        let mut sender = locked(&self.sender);
        // The other side may have closed already, which is what a shutdown wants.
        sender.send(END, &[]).ok();
        sender.stream.shutdown(Shutdown::Write).ok();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// A link of process 0 to process 1, and the bare connection at its other end.
    fn link(silence: Duration) -> (Link, TcpStream, Arc<Peers>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        let peers = Arc::new(Peers::new(vec!["here:1".to_owned(), "there:2".to_owned()]));
        let keys = ([1; 32], [2; 32]);
        let link = Link::new(stream, keys, (0, 1), silence, &peers).unwrap();
        (link, other, peers)
    }

    /// A frame as process 1 would make it.
    fn frame(number: u64, kind: u8, contents: &[u8]) -> Vec<u8> {
        let mut bytes = vec![kind];
        bytes.extend(u32::try_from(contents.len()).unwrap().to_le_bytes());
        let tag = tag(&[2; 32], number, kind).update(contents).finalize();
        bytes.extend_from_slice(tag.as_bytes());
        bytes.extend_from_slice(contents);
        bytes
    }

    fn message(target: usize, contents: &[u8]) -> Vec<u8> {
        let header = MessageHeader {
            channel: 1,
            source: 1,
            target_lower: target,
            target_upper: target + 1,
            length: contents.len(),
            seqno: 7,
        };
        let mut bytes = Vec::new();
        header.write_to(&mut bytes).unwrap();
        bytes.extend_from_slice(contents);
        bytes
    }

    /// All that a link gives the engine, which must end in good order.
    fn read_all(mut link: Link) -> Vec<u8> {
        let (mut all, mut bytes) = (Vec::new(), [0; 1000]);
        loop {
            match link.read(&mut bytes).unwrap() {
                0 => break,
                read => all.extend_from_slice(&bytes[..read]),
            }
        }
        assert!(all.ends_with(&final_message()));
        all.truncate(all.len() - HEADER);
        all
    }

    #[test]
    fn headers_are_those_of_the_engine() {
        assert_eq!(final_message().len(), HEADER);
        let bytes = message(5, &[1, 2, 3]);
        let header = MessageHeader::try_read(&bytes).unwrap();
        let fields = [1, 1, header.target_lower, 6, header.length, 7].map(|n| n as u64);
        assert_eq!(numbers(bytes.first_chunk().unwrap()), fields);
    }

    #[test]
    fn messages_arrive_and_a_good_end_is_no_loss() {
        let (link, mut other, peers) = link(Duration::from_secs(60));
        let sent = [message(0, &[5; 3000]), message(0, &[6; 10])].concat();
        let (first, second) = sent.split_at(1234);
        for (number, (kind, contents)) in (0..).zip([
            (DATA, first),
            (ALIVE, &[][..]),
            (DATA, second),
            (DATA, &final_message()[..]),
            (END, &[][..]),
        ]) {
            other.write_all(&frame(number, kind, contents)).unwrap();
        }
        assert_eq!(read_all(link), sent);
        assert!(peers.check().is_ok());
        assert_eq!(peers.traffic().1, (sent.len() + HEADER) as u64);
    }

    #[test]
    fn what_others_make_up_ends_the_link_and_never_reaches_the_engine() {
        let good = message(0, &[5; 100]);
        let mut changed = frame(1, DATA, &message(0, &[6; 100]));
        changed[100] ^= 1;
        let mut too_long = frame(1, DATA, &[]);
        too_long[1..5].copy_from_slice(&u32::MAX.to_le_bytes());
        let mut endless = message(0, &[]);
        endless[32..40].copy_from_slice(&(1u64 << 45).to_be_bytes());
        for (what, wrong) in [
            ("changed", changed),
            ("repeated", frame(0, DATA, &good)),
            ("left out", frame(2, DATA, &good)),
            ("too long", too_long),
            ("false length", frame(1, DATA, &endless)),
            ("for somebody else", frame(1, DATA, &message(3, &[1]))),
            ("unknown", frame(1, 9, &[])),
            ("too early an end", frame(1, END, &[])),
            ("cut short", frame(1, DATA, &good)[..50].to_vec()),
        ] {
            let (link, mut other, peers) = link(Duration::from_secs(60));
            other.write_all(&frame(0, DATA, &good)).unwrap();
            other.write_all(&wrong).unwrap();
            drop(other);
            assert_eq!(read_all(link), good, "{what}");
            let error = peers.check().unwrap_err().to_string();
            assert!(error.contains("process 1 at there:2"), "{what}: {error}");
        }
    }

    #[test]
    fn who_is_silent_is_named_and_who_says_alive_is_not() {
        let silence = Duration::from_millis(400);
        let (link, mut other, peers) = link(silence);
        let start = Instant::now();
        let reader = std::thread::spawn(move || read_all(link));
        for number in 0..8 {
            other.write_all(&frame(number, ALIVE, &[])).unwrap();
            std::thread::sleep(silence / 4);
        }
        assert!(peers.check().is_ok());
        assert!(reader.join().unwrap().is_empty());
        assert!(start.elapsed() >= 2 * silence);
        let error = peers.check().unwrap_err().to_string();
        assert!(
            error.contains("process 1") && error.contains("0.4 s"),
            "{error}"
        );
        // This side said that it is there in the meantime.
        other.set_nonblocking(true).unwrap();
        assert!(other.read(&mut [0; HEAD]).unwrap() == HEAD);
    }
}
