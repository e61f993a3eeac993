//! Connections between processes: encrypted, authenticated, and watched.
//!
//! The engine is given these instead of plain connections. Its bytes travel in frames: a length
//! and a Noise message, numbered from 1 in each direction. A frame that was changed, left out,
//! repeated or made by another program ends the connection. An empty frame is a heartbeat, sent
//! whenever nothing else was for a while.
//!
//! The engine ends a thread with a panic when a connection breaks, and the threads that wait for
//! that connection wait for ever. So a broken link is recorded in [`Peers`], and towards the engine
//! it then behaves like one that ended in good order: reading gives the engine's own last message,
//! and what is written is dropped. All threads of the engine end, and the search, which calls
//! [`Peers::check`] regularly, ends with an error that names the lost process. The same happens
//! if another process sends the engine's last message before the search is over here.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use snow::StatelessTransportState;
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::networking::MessageHeader;

use crate::connect::Connection;
use crate::handshake::TAG_BYTES;
use crate::peers::{Peers, locked};

/// No frame has more contents: a Noise message has at most 65,535 bytes.
const MOST_CONTENTS: usize = 65_535 - TAG_BYTES;
/// No message of the engine is longer: a class of the largest search is 32 MiB, and what is sent
/// with it 1 MiB.
const MOST_MESSAGE: usize = 64 << 20;
/// Heartbeats in the time after which a silent process is given up.
const BEATS: u32 = 4;

/// The sending half of a link.
struct Sender {
    stream: TcpStream,
    number: u64,
    last_sent: Instant,
    frame: Vec<u8>,
}

impl Sender {
    fn send(&mut self, keys: &StatelessTransportState, contents: &[u8]) -> io::Result<()> {
        let length = contents.len() + TAG_BYTES;
        self.frame.resize(2 + length, 0);
        let prefix = u16::try_from(length).map_err(io::Error::other)?;
        self.frame[..2].copy_from_slice(&prefix.to_be_bytes());
        self.number += 1;
        keys.write_message(self.number, contents, &mut self.frame[2..])
            .map_err(io::Error::other)?;
        self.last_sent = Instant::now();
        self.stream.write_all(&self.frame)
    }
}

/// The receiving half of a link.
struct Receiver {
    stream: TcpStream,
    number: u64,
    frame: Vec<u8>,
    /// Bytes of the engine: first whole messages, which it may have, then the beginning of the
    /// next one.
    buffer: Vec<u8>,
    taken: usize,
    whole: usize,
    /// Whether the engine's last message is among them; nothing is read after it.
    has_final: bool,
}

/// A connection to another process.
pub(crate) struct Link {
    me: usize,
    process: usize,
    peers: Arc<Peers>,
    silence: Duration,
    keys: Arc<StatelessTransportState>,
    sender: Arc<Mutex<Sender>>,
    receiver: Arc<Mutex<Receiver>>,
}

impl Link {
    /// A link from this process to another. If nothing arrives for `silence`, the other process is
    /// lost.
    pub(crate) fn new(
        Connection { stream, keys }: Connection,
        (me, process): (usize, usize),
        silence: Duration,
        peers: &Arc<Peers>,
    ) -> io::Result<Link> {
        stream.set_read_timeout(Some(silence / BEATS))?;
        stream.set_write_timeout(Some(silence))?;
        let sender = Sender {
            stream: stream.try_clone()?,
            number: 0,
            last_sent: Instant::now(),
            frame: Vec::new(),
        };
        let receiver = Receiver {
            stream,
            number: 0,
            frame: Vec::new(),
            buffer: Vec::new(),
            taken: 0,
            whole: 0,
            has_final: false,
        };
        Ok(Link {
            me,
            process,
            peers: Arc::clone(peers),
            silence,
            keys: Arc::new(keys),
            sender: Arc::new(Mutex::new(sender)),
            receiver: Arc::new(Mutex::new(receiver)),
        })
    }

    /// Sends a heartbeat, unless something was sent not long ago or is being sent right now.
    fn beat(&self) -> io::Result<()> {
        let Ok(mut sender) = self.sender.try_lock() else {
            return Ok(());
        };
        if sender.last_sent.elapsed() < self.silence / BEATS {
            return Ok(());
        }
        sender.send(&self.keys, &[])
    }

    /// Reads exactly as many bytes as asked for; in the meantime heartbeats are sent.
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
                                "nothing arrived from it for {} s",
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
        let Receiver { stream, number, frame, buffer, .. } = receiver;
        let mut prefix = [0; 2];
        self.fill(stream, &mut prefix)?;
        frame.resize(u16::from_be_bytes(prefix).into(), 0);
        self.fill(stream, frame)?;
        let forged = || io::Error::other("it sent a frame that it did not make");
        let length = frame.len().checked_sub(TAG_BYTES).ok_or_else(forged)?;
        let start = buffer.len();
        buffer.resize(start + frame.len(), 0);
        *number += 1;
        self.keys.read_message(*number, frame, &mut buffer[start..]).map_err(|_| forged())?;
        buffer.truncate(start + length);
        self.peers.count(0, length);
        // A process that sends all the time must receive heartbeats all the same.
        self.beat()
    }

    /// How many bytes the engine can have, which are whole messages; none when the other side is
    /// done.
    fn next(&self, receiver: &mut Receiver) -> io::Result<usize> {
        while receiver.taken == receiver.whole && !receiver.has_final {
            receiver.buffer.drain(..receiver.taken);
            (receiver.taken, receiver.whole) = (0, 0);
            let start = receiver.buffer.len();
            if let Err(error) = self.receive(receiver) {
                receiver.buffer.truncate(start);
                return Err(error);
            }
            while let Some(length) = self.message_length(receiver)? {
                receiver.has_final = length == HEADER;
                if receiver.has_final && !self.peers.is_over() {
                    receiver.has_final = false;
                    return Err(io::Error::other("it ended before the search was over"));
                }
                receiver.whole += length;
            }
        }
        Ok(receiver.whole - receiver.taken)
    }

    /// How long the next message of the engine is, if all of it is there. What the engine would
    /// accept unchecked, and what would make it panic, is refused here.
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
pub(crate) fn final_message() -> Vec<u8> {
    let header = MessageHeader {
        channel: 0,
        source: 0,
        target_lower: 0,
        target_upper: 0,
        length: 0,
        seqno: 0,
    };
    let mut bytes = Vec::new();
    header.write_to(&mut bytes).expect("a vector takes everything");
    bytes
}

impl Read for Link {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let mut receiver = locked(&self.receiver);
        let receiver = &mut *receiver;
        let available = self.next(receiver).unwrap_or_else(|error| {
            self.peers.lose(self.process, &describe(&error));
            // The last bytes may be half of a message.
            receiver.buffer.truncate(receiver.whole);
            receiver.buffer.extend(final_message());
            receiver.has_final = true;
            receiver.whole = receiver.buffer.len();
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
        let bytes = &bytes[..bytes.len().min(MOST_CONTENTS)];
        match locked(&self.sender).send(&self.keys, bytes) {
            Ok(()) => self.peers.count(bytes.len(), 0),
            Err(error) => self.peers.lose(self.process, &describe(&error)),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The reason of a failure; a write that took too long has no text of its own.
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
            keys: Arc::clone(&self.keys),
            sender: Arc::clone(&self.sender),
            receiver: Arc::clone(&self.receiver),
        })
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    /// The engine calls this when it has sent everything.
    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        // The other side may have closed already, which is what a shutdown wants.
        locked(&self.sender).stream.shutdown(Shutdown::Write).ok();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handshake::{Hello, Role, confirm, introduce};
    use cubegraph_picture::Metric;
    use std::net::TcpListener;

    /// A link of process 0 to process 1, and the other end of its connection.
    fn link(silence: Duration) -> (Link, Connection, Arc<Peers>) {
        let hello = Hello::new("3x2".parse().unwrap(), Metric::Half, (1, 2), false);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let called = listener.accept().unwrap().0;
        let caller = {
            let hello = hello.clone();
            std::thread::spawn(move || {
                let keys = introduce(&hello, None, &stream, Role::Caller).unwrap().keys;
                Connection { stream, keys: keys.unwrap() }
            })
        };
        let keys = introduce(&hello, None, &called, Role::Called).unwrap().keys.unwrap();
        confirm(&keys, &called).unwrap();
        let peers = Arc::new(Peers::new(vec!["here:1".to_owned(), "there:2".to_owned()]));
        let connection = Connection { stream: called, keys };
        let link = Link::new(connection, (0, 1), silence, &peers).unwrap();
        (link, caller.join().unwrap(), peers)
    }

    /// A frame with a number.
    fn frame(other: &Connection, number: u64, contents: &[u8]) -> Vec<u8> {
        let length = contents.len() + TAG_BYTES;
        let mut bytes = u16::try_from(length).unwrap().to_be_bytes().to_vec();
        bytes.resize(2 + length, 0);
        other.keys.write_message(number, contents, &mut bytes[2..]).unwrap();
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
    fn messages_arrive_and_the_end_of_a_search_is_no_loss() {
        let (link, mut other, peers) = link(Duration::from_secs(60));
        let sent = [message(0, &[5; 3000]), message(0, &[6; 10])].concat();
        let (first, second) = sent.split_at(1234);
        for (number, contents) in (1..).zip([first, &[], second, &final_message()[..]]) {
            let frame = frame(&other, number, contents);
            other.stream.write_all(&frame).unwrap();
        }
        peers.conclude();
        assert_eq!(read_all(link), sent);
        assert!(peers.check().is_ok());
        assert_eq!(peers.traffic().1, (sent.len() + HEADER) as u64);
    }

    type Wrong<'a> = &'a dyn Fn(&Connection) -> Vec<u8>;

    #[test]
    fn what_others_make_up_ends_the_link_and_never_reaches_the_engine() {
        let good = message(0, &[5; 100]);
        let mut endless = message(0, &[]);
        endless[32..40].copy_from_slice(&(1u64 << 45).to_be_bytes());
        let cases: [(&str, Wrong); 9] = [
            ("changed", &|other| {
                let mut frame = frame(other, 2, &message(0, &[6; 100]));
                frame[100] ^= 1;
                frame
            }),
            ("repeated", &|other| frame(other, 1, &good)),
            ("left out", &|other| frame(other, 3, &good)),
            ("too short", &|_| vec![0, 3, 1, 2, 3]),
            ("false length", &|other| frame(other, 2, &endless)),
            ("for another process", &|other| frame(other, 2, &message(3, &[1]))),
            ("an early end", &|other| frame(other, 2, &final_message())),
            ("no end", &|_| Vec::new()),
            ("cut short", &|other| frame(other, 2, &good)[..50].to_vec()),
        ];
        for (what, wrong) in cases {
            let (link, mut other, peers) = link(Duration::from_secs(60));
            let bytes = [frame(&other, 1, &good), wrong(&other)].concat();
            other.stream.write_all(&bytes).unwrap();
            drop(other);
            assert_eq!(read_all(link), good, "{what}");
            let error = peers.check().unwrap_err().to_string();
            assert!(error.contains("process 1 at there:2"), "{what}: {error}");
        }
    }

    #[test]
    fn a_silent_process_is_named_and_one_that_sends_heartbeats_is_not() {
        let silence = Duration::from_millis(400);
        let (link, mut other, peers) = link(silence);
        let start = Instant::now();
        let reader = std::thread::spawn(move || read_all(link));
        for number in 1..9 {
            let frame = frame(&other, number, &[]);
            other.stream.write_all(&frame).unwrap();
            std::thread::sleep(silence / 4);
        }
        assert!(peers.check().is_ok());
        assert!(reader.join().unwrap().is_empty());
        assert!(start.elapsed() >= 2 * silence);
        let error = peers.check().unwrap_err().to_string();
        assert!(error.contains("process 1") && error.contains("0.4 s"), "{error}");
        // This side sent heartbeats in the meantime.
        other.stream.set_nonblocking(true).unwrap();
        assert!(other.stream.read(&mut [0; 2 + TAG_BYTES]).unwrap() == 2 + TAG_BYTES);
    }
}
