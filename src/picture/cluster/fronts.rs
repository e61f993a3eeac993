//! Fronts on their way between processes: encoded as in a checkpoint, so that sparse ones are short.

use std::borrow::Cow;
use std::ops::Range;

use rayon::prelude::*;

use super::super::cosets::checkpoint::{append, decode_into};
use super::super::cosets::classes::{ClassId, Classes};
use super::super::cosets::crew::NOTHING;
use super::super::cosets::memory::Word;
use super::super::cosets::search::{Tables, batch_end};
use super::super::cosets::share::Share;
use super::super::cosets::store::Held;
use super::super::cosets::table::{Front, Places, Words, places_of, valid, word_count};
use super::parcel::Parcel;
use super::post::Post;
use crate::{Error, Result};

/// Records to one process are collected until they have so many bytes.
const PARCEL_BYTES: usize = 1 << 19;
/// With so many places a word, bits travel as they are: at least half as short as gaps would be, and ten times as fast to write
/// and to read.
const WORTH_BITS: u64 = 4;
/// Received places are kept as a list, too, if there is at most one in so many.
const SPARSE: u64 = 2048;

/// What has to be known to send fronts.
pub struct Sender<'a, W> {
    /// The number of this process.
    pub me: usize,
    /// The classes.
    pub classes: &'a Classes,
    /// Who keeps which.
    pub share: &'a Share,
    /// The tables kept here.
    pub tables: &'a Tables<W>,
    /// The classes that pull from nothing any more.
    pub done: &'a [bool],
}

impl<W: Word> Sender<'_, W> {
    /// Sends the fronts of the classes kept here to those who pull from them in a round, and seals it.
    pub fn dispatch(&self, post: &Post, round: usize) -> Result<()> {
        let mut outgoing: Vec<Vec<u8>> = vec![Vec::new(); self.share.members().len()];
        let own = self.tables.own();
        let mut start = 0;
        while start < own.len() {
            // Every thread encodes what may fill a parcel.
            let mut batches = Vec::new();
            while start < own.len() && batches.len() < rayon::current_num_threads() {
                let end = batch_end(self.classes, own, start, PARCEL_BYTES / 8);
                batches.push(&own[start..end]);
                start = end;
            }
            let encoded: Vec<_> = (batches.into_par_iter())
                .map(|batch| self.encode(batch, round))
                .collect();
            for (to, mut bytes) in encoded
                .into_iter()
                .flat_map(|to| to.into_iter().enumerate())
            {
                let waiting = &mut outgoing[to];
                if waiting.is_empty() {
                    *waiting = bytes;
                } else {
                    waiting.append(&mut bytes);
                }
                if waiting.len() >= PARCEL_BYTES {
                    post.send(to, std::mem::take(waiting))?;
                }
            }
        }
        for (to, bytes) in outgoing.into_iter().enumerate() {
            if !bytes.is_empty() {
                post.send(to, bytes)?;
            }
        }
        post.seal()
    }

    /// The records of some classes, for every process those that it needs in a round.
    fn encode(&self, batch: &[ClassId], round: usize) -> Vec<Vec<u8>> {
        let mut outgoing: Vec<Vec<u8>> = vec![Vec::new(); self.share.members().len()];
        let (mut readers, mut words) = (Vec::new(), Vec::new());
        for &class in batch {
            let front = self.tables.front(class);
            if front.count == 0 {
                continue;
            }
            self.readers(class, round, &mut readers);
            let Some((&first, others)) = readers.split_first() else {
                continue;
            };
            let places = if let Some(list) = front.list {
                Places::List(list.to_vec())
            } else {
                front.stored.copy_to(&mut words);
                words[0] &= valid(self.classes.dimension(class));
                Places::Bits(Cow::Borrowed(&words))
            };
            let start = outgoing[first].len();
            append(
                &mut outgoing[first],
                self.classes.key(class),
                &places,
                WORTH_BITS,
            );
            if !others.is_empty() {
                let record = outgoing[first][start..].to_vec();
                for &to in others {
                    outgoing[to].extend_from_slice(&record);
                }
            }
        }
        outgoing
    }

    /// Who pulls from a class in a round, but for this process.
    fn readers(&self, class: ClassId, round: usize, readers: &mut Vec<usize>) {
        readers.clear();
        // Lines lead back: the classes that pull from this one are those that it leads to.
        readers.extend(
            (self.classes.edges(class).iter())
                .map(|edge| edge.class)
                .filter(|&target| self.share.round(target) == round && !self.done[target.index()])
                .map(|target| self.share.owner(target))
                .filter(|&owner| owner != self.me),
        );
        readers.sort_unstable();
        readers.dedup();
    }
}

/// The fronts that were received for a round, in memory that is used again for the next one.
#[derive(Debug, Default)]
pub struct Fronts {
    /// The bits of all fronts, one after another.
    words: Vec<u64>,
    received: Vec<Received>,
    /// For every class one more than the place of its front in `received`, or 0 if there is none.
    places: Vec<u32>,
}

/// The front of a class that another process keeps.
#[derive(Debug)]
struct Received {
    class: ClassId,
    count: u64,
    list: Option<Vec<u32>>,
    words: Range<usize>,
}

impl Fronts {
    /// Opens the parcels of a round; what was received before is forgotten.
    ///
    /// # Errors
    /// [`Error::Cluster`] if they make no sense.
    pub fn open(&mut self, classes: &Classes, parcels: &[Parcel]) -> Result<()> {
        self.places.clear();
        self.places.resize(classes.count(), 0);
        self.received.clear();
        let mut records = Vec::new();
        let mut end = 0;
        for parcel in parcels {
            let mut rest = &parcel[..];
            while !rest.is_empty() {
                let (record, others) = Held::first(rest).ok_or_else(|| nonsense(parcel))?;
                let class = classes.find(record.key()).ok_or_else(|| nonsense(parcel))?;
                let start = end;
                end += word_count(classes.dimension(class));
                records.push((parcel, class, record, start..end));
                rest = others;
            }
        }
        if self.words.len() < end {
            self.words.resize(end, 0);
        }
        let mut rest = self.words.as_mut_slice();
        let mut work = Vec::with_capacity(records.len());
        for (parcel, class, record, words) in records {
            let (first, others) = std::mem::take(&mut rest).split_at_mut(words.len());
            rest = others;
            work.push((parcel, class, record, words, first));
        }
        self.received = (work.into_par_iter())
            .map(|(parcel, class, record, range, words)| {
                let dimension = classes.dimension(class);
                let opened = (record.is_intact().then_some(()))
                    .and_then(|()| decode_into(record.form(), record.contents, dimension, words));
                opened.ok_or_else(|| nonsense(parcel))?;
                let count = words.iter().map(|word| u64::from(word.count_ones())).sum();
                let few = count <= (1u64 << dimension) / SPARSE + 2;
                Ok(Received {
                    class,
                    count,
                    list: few.then(|| places_of(words.iter().copied()).collect()),
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
            count: received.count,
            list: received.list.as_deref(),
            stored: Words::Plain(&self.words[received.words.clone()]).into(),
            set: received.count,
        }
    }
}

fn nonsense(parcel: &Parcel) -> Error {
    Error::Cluster(format!(
        "process {} sent fronts that make no sense",
        parcel.from()
    ))
}
