//! What travels: bytes with an address, handed through the dataflow without being taken apart.

use std::io::Write;
use std::ops::Deref;

use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::container::Accountable;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message as Timed};

/// Bytes on their way to a process.
///
/// A container of the dataflow that holds one record, so that progress is counted in messages, and
/// large ones are neither split nor copied more often than the network asks for.
#[derive(Clone, Default)]
pub(crate) struct Message {
    to: usize,
    from: usize,
    contents: Contents,
}

#[derive(Clone)]
enum Contents {
    Packed(Vec<u8>),
    Received(Bytes),
}

impl Default for Contents {
    fn default() -> Contents {
        Contents::Packed(Vec::new())
    }
}

impl Message {
    /// Bytes, at least one, from one process to another.
    pub(crate) fn new(from: usize, to: usize, contents: Vec<u8>) -> Message {
        Message { to, from, contents: Contents::Packed(contents) }
    }

    /// Who sent it.
    pub(crate) fn from(&self) -> usize {
        self.from
    }
}

impl Deref for Message {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.contents {
            Contents::Packed(bytes) => bytes,
            Contents::Received(bytes) => bytes,
        }
    }
}

impl Accountable for Message {
    fn record_count(&self) -> i64 {
        i64::from(!self.deref().is_empty())
    }
}

/// The parts of a message are to begin at multiples of eight.
const fn padding(length: usize) -> usize {
    length.next_multiple_of(8) - length
}

impl ContainerBytes for Message {
    fn from_bytes(mut bytes: Bytes) -> Message {
        if bytes.len() < 24 {
            return Message::default();
        }
        let head = bytes.extract_to(24);
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|k| head[at + k]));
        // Lengths were numbers of this kind on the other side; a nonsensical one ends in an empty
        // message.
        let number = |at: usize| usize::try_from(number(at)).unwrap_or(0);
        let length = number(16).min(bytes.len());
        Message {
            to: number(0),
            from: number(8),
            contents: Contents::Received(bytes.extract_to(length)),
        }
    }

    fn length_in_bytes(&self) -> usize {
        24 + self.len() + padding(self.len())
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let mut head = [0; 24];
        let numbers = [self.to, self.from, self.len()];
        for (field, number) in head.chunks_exact_mut(8).zip(numbers) {
            field.copy_from_slice(&(number as u64).to_le_bytes());
        }
        for part in [&head[..], self, &[0; 8][..padding(self.len())]] {
            writer.write_all(part).expect("the engine provides as much room as was asked for");
        }
    }
}

/// Hands every message to the process it is addressed to.
pub(crate) struct ByAddress;

impl Distributor<Message> for ByAddress {
    fn partition<T: Clone, P: Push<Timed<T, Message>>>(
        &mut self,
        message: &mut Message,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = message.to;
        Timed::push_at(message, time.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Timed<T, Message>>>(&mut self, _: &T, _: &mut [P]) {}
}
