//! Frontiers on their way between processes: encoded as in a checkpoint, so that sparse ones are
//! short.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::dataflow::Dataflow;
use crate::message::Message;
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::work::records::RecordHead;
use cubegraph_picture::engine::{
    ClassId, Classes, Frontier, Packings, Partition, Places, StoredBits, Tables, append,
    count_ones, decode_stored, valid,
};

/// Records to one process are collected until they have this many bytes.
const MESSAGE_BYTES: usize = 1 << 19;
/// With this many places per word, bits travel as they are: at least half as short as gaps would
/// be, and ten times as fast to write and to read.
const WORTH_BITS: u64 = 4;

/// Which frontiers of a layer have to be sent to whom, round by round.
pub(crate) struct Deliveries(Vec<Vec<Delivery>>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Delivery {
    class: ClassId,
    to: u16,
}

impl Deliveries {
    /// The frontiers of the classes that this process keeps, to those who pull from them. Classes
    /// in `done` pull from nothing any more.
    pub(crate) fn new(
        classes: &Classes,
        partition: &Partition,
        tables: &Tables,
        done: &[bool],
    ) -> Deliveries {
        let mut rounds = vec![Vec::new(); partition.round_count()];
        for target in classes.all() {
            if done[target.index()] || tables.has(target) {
                continue;
            }
            let owner = partition.owner(target);
            let to = u16::try_from(owner).expect("at most 65,536 members");
            let sources = classes.edges(target).iter().map(|edge| edge.class);
            rounds[partition.round(target)].extend(
                sources
                    .filter(|&class| tables.has(class) && tables.frontier(class).count > 0)
                    .map(|class| Delivery { class, to }),
            );
        }
        for deliveries in &mut rounds {
            deliveries.sort_unstable();
            deliveries.dedup();
        }
        Deliveries(rounds)
    }

    /// Sends the frontiers of a round, and seals it.
    pub(crate) fn dispatch(
        &self,
        round: usize,
        dataflow: &Dataflow,
        classes: &Classes,
        tables: &Tables,
    ) -> Result<()> {
        let mut outgoing: BTreeMap<u16, Vec<u8>> = BTreeMap::new();
        let mut rest = self.0[round].as_slice();
        while !rest.is_empty() {
            // Every thread encodes what may fill a message.
            let mut batches = Vec::new();
            while !rest.is_empty() && batches.len() < rayon::current_num_threads() {
                let (batch, others) = rest.split_at(batch_end(classes, tables, rest));
                batches.push(batch);
                rest = others;
            }
            let encoded: Vec<_> =
                (batches.into_par_iter()).map(|batch| encode(classes, tables, batch)).collect();
            for (to, mut bytes) in encoded.into_iter().flatten() {
                let waiting = outgoing.entry(to).or_default();
                if waiting.is_empty() {
                    *waiting = bytes;
                } else {
                    waiting.append(&mut bytes);
                }
                if waiting.len() >= MESSAGE_BYTES {
                    dataflow.send(to.into(), std::mem::take(waiting))?;
                }
            }
        }
        for (to, bytes) in outgoing {
            if !bytes.is_empty() {
                dataflow.send(to.into(), bytes)?;
            }
        }
        dataflow.seal()
    }
}

/// Where the first deliveries end that may fill a message.
fn batch_end(classes: &Classes, tables: &Tables, deliveries: &[Delivery]) -> usize {
    let mut words = 0;
    let full = deliveries.iter().position(|delivery| {
        words += tables.packings().words(classes, delivery.class);
        words >= MESSAGE_BYTES / 8
    });
    full.map_or(deliveries.len(), |last| last + 1)
}

/// The records of some deliveries, for every process those that it gets.
fn encode(classes: &Classes, tables: &Tables, deliveries: &[Delivery]) -> BTreeMap<u16, Vec<u8>> {
    let mut outgoing: BTreeMap<u16, Vec<u8>> = BTreeMap::new();
    let mut words = Vec::new();
    for same in deliveries.chunk_by(|one, other| one.class == other.class) {
        let (class, to) = (same[0].class, same[0].to);
        let (key, frontier) = (classes.key(class), tables.frontier(class));
        let bytes = outgoing.entry(to).or_default();
        let start = bytes.len();
        if let Some(list) = frontier.list {
            append(bytes, key, false, &Places::List(list.to_vec()), WORTH_BITS);
        } else {
            words.clear();
            words.extend_from_slice(frontier.stored.words);
            words[0] &= valid(classes.dimension(class));
            let (places, packing) = (Places::Bits(Cow::Borrowed(&words)), frontier.stored.packing);
            append(bytes, key, packing.is_some(), &places, WORTH_BITS);
        }
        if same.len() > 1 {
            let record = bytes[start..].to_vec();
            for delivery in &same[1..] {
                let bytes = outgoing.entry(delivery.to).or_default();
                bytes.extend_from_slice(&record);
            }
        }
    }
    outgoing
}

/// The frontiers that were received for a round, in memory that is used again for the next one.
#[derive(Debug, Default)]
pub(crate) struct ReceivedFrontiers {
    packings: Arc<Packings>,
    /// The bits of all frontiers, one after another, as they are stored.
    words: Vec<u64>,
    received: Vec<Received>,
    /// For every class one more than the place of its frontier in `received`, or 0 if there is
    /// none.
    places: Vec<u32>,
}

/// The frontier of a class that another process keeps.
#[derive(Debug)]
struct Received {
    class: ClassId,
    /// About how many places are set.
    set: u64,
    /// The places of the last layer, where there are few.
    list: Option<Vec<u32>>,
    words: Range<usize>,
}

impl ReceivedFrontiers {
    /// Opens the messages of a round; what was received before is forgotten.
    ///
    /// # Errors
    /// [`Error::Cluster`] if they make no sense.
    pub(crate) fn open(
        &mut self,
        classes: &Classes,
        packings: &Arc<Packings>,
        messages: &[Message],
    ) -> Result<()> {
        self.packings = Arc::clone(packings);
        self.places.clear();
        self.places.resize(classes.count(), 0);
        let mut records = Vec::new();
        let mut end = 0;
        for message in messages {
            let mut rest = &message[..];
            while !rest.is_empty() {
                let (head, contents, others) =
                    RecordHead::split(rest).ok_or_else(|| nonsense(message))?;
                let class = classes.find(head.key()).ok_or_else(|| nonsense(message))?;
                let start = end;
                end += packings.words(classes, class);
                records.push((message, class, (head, contents), start..end));
                rest = others;
            }
        }
        if self.words.len() < end {
            self.words.resize(end, 0);
        }
        let mut rest = self.words.as_mut_slice();
        let mut work = Vec::with_capacity(records.len());
        for record in records {
            let (words, others) = std::mem::take(&mut rest).split_at_mut(record.3.len());
            rest = others;
            work.push((record, words));
        }
        self.received = (work.into_par_iter())
            .map(|((message, class, record, range), words)| {
                let opened = open(classes, packings, class, record, words);
                let (set, list) = opened.ok_or_else(|| nonsense(message))?;
                Ok(Received { class, set, list, words: range })
            })
            .collect::<Result<_>>()?;
        for (place, received) in (1..).zip(&self.received) {
            self.places[received.class.index()] = place;
        }
        Ok(())
    }

    /// The frontier of a class; empty if nothing was received.
    pub(crate) fn frontier(&self, class: ClassId) -> Frontier<'_> {
        let Some(place) = self.places[class.index()].checked_sub(1) else {
            return Frontier::EMPTY;
        };
        let received = &self.received[place as usize];
        Frontier {
            count: received.set,
            list: received.list.as_deref(),
            stored: StoredBits {
                words: &self.words[received.words.clone()],
                packing: self.packings.get(class),
            },
            set: received.set,
        }
    }
}

/// Opens a record into the words of its class; returns about how many places are set, and the list
/// of places, if that is what was sent and they are few. `None` if it makes no sense.
fn open(
    classes: &Classes,
    packings: &Packings,
    class: ClassId,
    (head, contents): (RecordHead, &[u8]),
    words: &mut [u64],
) -> Option<(u64, Option<Vec<u32>>)> {
    let dimension = classes.dimension(class);
    let packing = packings.get(class);
    head.fits(contents).then_some(())?;
    match decode_stored(head.form(), contents, dimension, packing, words)? {
        Places::List(list) => {
            let count = list.len() as u64;
            // A long list takes more memory than the bits, and more time to follow.
            Some((count, Some(list).filter(|list| 32 * list.len() <= words.len())))
        }
        Places::Bits(_) => {
            // What is left out of a packed table is about as full as what is stored.
            let stored = (64 * words.len() as u64).min(1 << dimension);
            Some((count_ones(words) * ((1 << dimension) / stored).max(1), None))
        }
    }
}

fn nonsense(message: &Message) -> Error {
    Error::Cluster(format!("process {} sent frontiers that make no sense", message.from()))
}
