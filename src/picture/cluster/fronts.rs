//! Fronts on their way between processes: encoded as in a checkpoint, so that sparse ones are short.

use std::borrow::Cow;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::super::cosets::checkpoint::{decode, encode};
use super::super::cosets::classes::{ClassId, Classes};
use super::super::cosets::crew::NOTHING;
use super::super::cosets::memory::Word;
use super::super::cosets::search::Tables;
use super::super::cosets::share::Share;
use super::super::cosets::store::first_record;
use super::super::cosets::table::{Front, Places, Words, valid, word_count};
use super::parcel::Parcel;
use super::post::Post;
use crate::{Error, Result};

/// Records to one process are collected until they have so many bytes.
const PARCEL_BYTES: usize = 1 << 19;
/// So many classes are encoded at a time.
const ENCODED: usize = 256;
/// Received places are kept as a list, too, if there is at most one in so many.
const SPARSE: u64 = 2048;

/// Sends the fronts of the classes kept here to those who pull from them in a round, and seals it. Classes in `done` pull from
/// nothing any more.
pub fn dispatch(
    post: &Post,
    (me, round): (usize, usize),
    classes: &Classes,
    share: &Share,
    tables: &Tables<impl Word>,
    done: &[bool],
) -> Result<()> {
    let mut outgoing: Vec<Vec<u8>> = vec![Vec::new(); share.members().len()];
    for some in tables.own().chunks(ENCODED) {
        let encoded: Vec<(Vec<usize>, Vec<u8>)> = some
            .par_iter()
            .filter_map(|&class| {
                let front = tables.front(class);
                if front.count == 0 {
                    return None;
                }
                let readers = readers((me, round), class, classes, share, done);
                (!readers.is_empty()).then(|| {
                    let places = places_of(&front, classes.dimension(class));
                    (readers, encode(classes.key(class), &places))
                })
            })
            .collect();
        for (readers, record) in encoded {
            for to in readers {
                outgoing[to].extend_from_slice(&record);
                if outgoing[to].len() >= PARCEL_BYTES {
                    post.send(to, std::mem::take(&mut outgoing[to]))?;
                }
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

/// Who pulls from a class in a round, but for this process.
fn readers(
    (me, round): (usize, usize),
    class: ClassId,
    classes: &Classes,
    share: &Share,
    done: &[bool],
) -> Vec<usize> {
    // Lines lead back: the classes that pull from this one are those that it leads to.
    let mut readers: Vec<usize> = (classes.edges(class).iter())
        .map(|edge| edge.class)
        .filter(|&target| share.round(target) == round && !done[target.index()])
        .map(|target| share.owner(target))
        .filter(|&owner| owner != me)
        .collect();
    readers.sort_unstable();
    readers.dedup();
    readers
}

fn places_of<'a>(front: &Front, dimension: usize) -> Places<'a> {
    if let Some(list) = front.list {
        return Places::List(list.to_vec());
    }
    let mut words = Vec::new();
    front.stored.copy_to(&mut words);
    words[0] &= valid(dimension);
    Places::Bits(Cow::Owned(words))
}

/// The front of a class that another process keeps.
#[derive(Debug)]
struct Received {
    count: u64,
    list: Option<Vec<u32>>,
    words: Vec<u64>,
}

impl Received {
    fn new(places: Places, dimension: usize) -> Received {
        let count = places.count();
        let mut words = match places {
            Places::Bits(words) => words.into_owned(),
            Places::List(ref list) => {
                let mut words = vec![0; word_count(dimension)];
                for place in list {
                    words[*place as usize >> 6] |= 1 << (place & 63);
                }
                words
            }
        };
        words.shrink_to_fit();
        let few = count <= (1u64 << dimension) / SPARSE + 2;
        Received {
            count,
            list: few.then(|| Places::Bits(Cow::Borrowed(&words)).each().collect()),
            words,
        }
    }
}

/// The fronts that were received for a round.
#[derive(Debug, Default)]
pub struct Fronts(FxHashMap<ClassId, Received>);

impl Fronts {
    /// Opens the parcels of a round.
    ///
    /// # Errors
    /// [`Error::Cluster`] if they make no sense.
    pub fn open(classes: &Classes, parcels: &[Parcel]) -> Result<Fronts> {
        let opened: Vec<Vec<(ClassId, Received)>> = parcels
            .par_iter()
            .map(|parcel| {
                open(classes, parcel).ok_or_else(|| {
                    Error::Cluster(format!(
                        "process {} sent fronts that make no sense",
                        parcel.from()
                    ))
                })
            })
            .collect::<Result<_>>()?;
        Ok(Fronts(opened.into_iter().flatten().collect()))
    }

    /// The front of a class; empty if nothing was received.
    pub fn front(&self, class: ClassId) -> Front<'_> {
        match self.0.get(&class) {
            None => NOTHING,
            Some(received) => Front {
                count: received.count,
                list: received.list.as_deref(),
                stored: Words::Plain(&received.words).into(),
                set: received.count,
            },
        }
    }
}

fn open(classes: &Classes, mut bytes: &[u8]) -> Option<Vec<(ClassId, Received)>> {
    let mut opened = Vec::new();
    while !bytes.is_empty() {
        let ((key, form, contents), rest) = first_record(bytes)?;
        let class = classes.find(key)?;
        let dimension = classes.dimension(class);
        let places = decode(form, contents, dimension)?;
        opened.push((class, Received::new(places, dimension)));
        bytes = rest;
    }
    Some(opened)
}
