//! Fronts on their way between processes: encoded as in a checkpoint, so that sparse ones are short.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::super::cosets::checkpoint::{append, append_gaps, decode_into, each_gap};
use super::super::cosets::classes::{ClassId, Classes};
use super::super::cosets::crew::NOTHING;
use super::super::cosets::memory::Word;
use super::super::cosets::packing::Packings;
use super::super::cosets::search::Tables;
use super::super::cosets::share::Share;
use super::super::cosets::store::{Held, append_record};
use super::super::cosets::table::{Front, Places, Stored, Words, valid};
use super::parcel::Parcel;
use super::post::Post;
use crate::{Error, Result};

/// Records to one process are collected until they have so many bytes.
const PARCEL_BYTES: usize = 1 << 19;
/// With so many places a word, bits travel as they are: at least half as short as gaps would be, and ten times as fast to write
/// and to read.
const WORTH_BITS: u64 = 4;
/// The form of a record that holds the gaps between all places of the last layer. The other forms, as in a checkpoint, are about
/// the bits that are stored, and where tables are packed these are fewer.
const LIST: u32 = 2;

/// Which fronts of a layer have to be sent to whom, round by round.
pub struct Deliveries(Vec<Vec<Delivery>>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Delivery {
    class: ClassId,
    to: u16,
}

impl Deliveries {
    /// The fronts of the classes that this process keeps, to those who pull from them. Classes in `done` pull from nothing any
    /// more.
    pub fn new(
        classes: &Classes,
        share: &Share,
        tables: &Tables<impl Word>,
        done: &[bool],
    ) -> Deliveries {
        let mut rounds = vec![Vec::new(); share.round_count()];
        for target in classes.all() {
            if done[target.index()] || tables.has(target) {
                continue;
            }
            let owner = share.owner(target);
            let to = u16::try_from(owner).expect("at most 65,536 members");
            let sources = classes.edges(target).iter().map(|edge| edge.class);
            rounds[share.round(target)].extend(
                sources
                    .filter(|&class| tables.has(class) && tables.front(class).count > 0)
                    .map(|class| Delivery { class, to }),
            );
        }
        for deliveries in &mut rounds {
            deliveries.sort_unstable();
            deliveries.dedup();
        }
        Deliveries(rounds)
    }

    /// Sends the fronts of a round, and seals it.
    pub fn dispatch(
        &self,
        round: usize,
        post: &Post,
        classes: &Classes,
        tables: &Tables<impl Word>,
    ) -> Result<()> {
        let mut outgoing: BTreeMap<u16, Vec<u8>> = BTreeMap::new();
        let mut rest = self.0[round].as_slice();
        while !rest.is_empty() {
            // Every thread encodes what may fill a parcel.
            let mut batches = Vec::new();
            while !rest.is_empty() && batches.len() < rayon::current_num_threads() {
                let (batch, others) = rest.split_at(batch_end(classes, tables, rest));
                batches.push(batch);
                rest = others;
            }
            let encoded: Vec<_> = (batches.into_par_iter())
                .map(|batch| encode(classes, tables, batch))
                .collect();
            for (to, mut bytes) in encoded.into_iter().flatten() {
                let waiting = outgoing.entry(to).or_default();
                if waiting.is_empty() {
                    *waiting = bytes;
                } else {
                    waiting.append(&mut bytes);
                }
                if waiting.len() >= PARCEL_BYTES {
                    post.send(to.into(), std::mem::take(waiting))?;
                }
            }
        }
        for (to, bytes) in outgoing {
            if !bytes.is_empty() {
                post.send(to.into(), bytes)?;
            }
        }
        post.seal()
    }
}

/// Where the first deliveries end that may fill a parcel.
fn batch_end(classes: &Classes, tables: &Tables<impl Word>, deliveries: &[Delivery]) -> usize {
    let mut words = 0;
    let full = deliveries.iter().position(|delivery| {
        words += tables.packings().words(classes, delivery.class);
        words >= PARCEL_BYTES / 8
    });
    full.map_or(deliveries.len(), |last| last + 1)
}

/// The records of some deliveries, for every process those that it gets.
fn encode(
    classes: &Classes,
    tables: &Tables<impl Word>,
    deliveries: &[Delivery],
) -> BTreeMap<u16, Vec<u8>> {
    let mut outgoing: BTreeMap<u16, Vec<u8>> = BTreeMap::new();
    let mut words = Vec::new();
    for same in deliveries.chunk_by(|one, other| one.class == other.class) {
        let (class, to) = (same[0].class, same[0].to);
        let (key, front) = (classes.key(class), tables.front(class));
        let bytes = outgoing.entry(to).or_default();
        let start = bytes.len();
        if let Some(list) = front.list {
            append_record(bytes, key, LIST, |bytes| {
                append_gaps(bytes, list.iter().copied());
            });
        } else {
            front.stored.copy_stored_to(&mut words);
            words[0] &= valid(classes.dimension(class));
            let places = Places::Bits(Cow::Borrowed(&words));
            append(bytes, key, 0, &places, WORTH_BITS);
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

/// The fronts that were received for a round, in memory that is used again for the next one.
#[derive(Debug, Default)]
pub struct Fronts {
    packings: Arc<Packings>,
    /// The bits of all fronts, one after another, as they are stored.
    words: Vec<u64>,
    received: Vec<Received>,
    /// For every class one more than the place of its front in `received`, or 0 if there is none.
    places: Vec<u32>,
}

/// The front of a class that another process keeps.
#[derive(Debug)]
struct Received {
    class: ClassId,
    /// About how many places are set.
    set: u64,
    /// The places of the last layer, where there are few.
    list: Option<Vec<u32>>,
    words: Range<usize>,
}

impl Fronts {
    /// Opens the parcels of a round; what was received before is forgotten.
    ///
    /// # Errors
    /// [`Error::Cluster`] if they make no sense.
    pub fn open(
        &mut self,
        classes: &Classes,
        packings: &Arc<Packings>,
        parcels: &[Parcel],
    ) -> Result<()> {
        self.packings = Arc::clone(packings);
        self.places.clear();
        self.places.resize(classes.count(), 0);
        let mut records = Vec::new();
        let mut end = 0;
        for parcel in parcels {
            let mut rest = &parcel[..];
            while !rest.is_empty() {
                let (record, others) = Held::first(rest).ok_or_else(|| nonsense(parcel))?;
                let class = classes.find(record.key()).ok_or_else(|| nonsense(parcel))?;
                let start = end;
                end += packings.words(classes, class);
                records.push((parcel, class, record, start..end));
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
            .map(|((parcel, class, record, range), words)| {
                let opened = open(classes, packings, class, record, words);
                let (set, list) = opened.ok_or_else(|| nonsense(parcel))?;
                Ok(Received {
                    class,
                    set,
                    list,
                    words: range,
                })
            })
            .collect::<Result<_>>()?;
        for (place, received) in (1..).zip(&self.received) {
            self.places[received.class.index()] = place;
        }
        Ok(())
    }

    /// The front of a class; empty if nothing was received.
    pub fn front(&self, class: ClassId) -> Front<'_> {
        let Some(place) = self.places[class.index()].checked_sub(1) else {
            return NOTHING;
        };
        let received = &self.received[place as usize];
        Front {
            count: received.set,
            list: received.list.as_deref(),
            stored: Stored {
                words: Words::Plain(&self.words[received.words.clone()]),
                packing: self.packings.get(class),
            },
            set: received.set,
        }
    }
}

/// Opens a record into the words of its class; returns about how many places are set, and the list of the last layer, if that is
/// what was sent. `None` if it makes no sense.
fn open(
    classes: &Classes,
    packings: &Packings,
    class: ClassId,
    record: Held,
    words: &mut [u64],
) -> Option<(u64, Option<Vec<u32>>)> {
    let all = 1u64 << classes.dimension(class);
    if !record.is_intact() {
        return None;
    }
    if record.form() == LIST {
        let mut list = Vec::new();
        each_gap(record.contents, all, |place| list.push(place))?;
        words.fill(0);
        if let Some(packing) = packings.get(class) {
            packing.pack_list(&list, |word, bits| words[word] |= bits);
        } else {
            for &place in &list {
                words[place as usize >> 6] |= 1 << (place & 63);
            }
        }
        return Some((list.len() as u64, Some(list)));
    }
    let stored = all.min(64 * words.len() as u64);
    decode_into(record.form(), record.contents, stored, words)?;
    let set: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
    // What is left out of a packed table is about as full as what is stored.
    Some((set * (all / stored).max(1), None))
}

fn nonsense(parcel: &Parcel) -> Error {
    Error::Cluster(format!(
        "process {} sent fronts that make no sense",
        parcel.from()
    ))
}
