//! The crew of several processes.

use super::super::cosets::classes::{ClassId, Classes};
use super::super::cosets::crew::{Crew, Keep, Layer};
use super::super::cosets::memory::Word;
use super::super::cosets::packing::Packings;
use super::super::cosets::search::Tables;
use super::super::cosets::share::Share;
use super::fronts::{Deliveries, Fronts};
use super::parcel::Parcel;
use super::post::Post;
use crate::work::Work;
use crate::{Error, Result};

/// One of several processes that compute layers together.
pub struct Together {
    post: Post,
    me: usize,
    members: usize,
    limit: Option<u64>,
    share: Option<Share>,
    fingerprint: u32,
    /// What the others sent for the round under way.
    fronts: Fronts,
    /// The classes of all processes in which nothing is unseen: nobody needs to send them anything.
    done: Vec<bool>,
    /// Those of this process that the others do not know of yet.
    freshly_done: Vec<ClassId>,
}

impl Together {
    /// A member with a post; a round of a layer receives at most `limit` bytes of fronts, as far as possible.
    pub fn new(post: Post, (me, members): (usize, usize), limit: Option<u64>) -> Together {
        Together {
            post,
            me,
            members,
            limit,
            share: None,
            fingerprint: 0,
            fronts: Fronts::default(),
            done: Vec::new(),
            freshly_done: Vec::new(),
        }
    }

    /// Takes leave of the others.
    pub fn close(self) {
        self.post.close();
    }

    /// Bytes sent to other processes and received from them.
    pub fn traffic(&self) -> (u64, u64) {
        self.post.traffic()
    }

    /// Sends the same to everybody else, and waits for what they send.
    fn exchange(&self, what: &str, message: &[u8], work: &Work) -> Result<Vec<Parcel>> {
        for other in (0..self.members).filter(|&other| other != self.me) {
            self.post.send(other, message.to_vec())?;
        }
        self.post.seal()?;
        let parcels = self.post.receive(what, work)?;
        let senders = parcels.iter().map(Parcel::from);
        let expected = (0..self.members).filter(|&other| other != self.me);
        if senders.eq(expected) {
            Ok(parcels)
        } else {
            Err(Error::Cluster(format!("{what}: not everybody answered")))
        }
    }
}

/// Numbers of 32 bits as bytes, and back.
fn bytes_of(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    numbers.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn numbers_of(bytes: &[u8]) -> impl Iterator<Item = u32> {
    (bytes.chunks_exact(4)).map(|chunk| u32::from_le_bytes(std::array::from_fn(|k| chunk[k])))
}

fn nonsense(from: usize) -> Error {
    Error::Cluster(format!("process {from} sent something that makes no sense"))
}

impl Crew for Together {
    fn part(&self) -> (u32, u32) {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        (number(self.me), number(self.members))
    }

    fn own(&mut self, classes: &Classes, packings: &Packings) -> Vec<ClassId> {
        let share = Share::new(classes, packings, self.members, self.limit);
        let own = share.members()[self.me].own.clone();
        self.done = vec![false; classes.count()];
        self.fingerprint = share.fingerprint(classes);
        self.share = Some(share);
        own
    }

    fn bytes(&self) -> u128 {
        (self.share.as_ref()).map_or(0, |share| share.bytes(self.me))
    }

    fn sent_before(&self, reader: ClassId) -> usize {
        (self.share.as_ref()).map_or(0, |share| share.sent_before(self.me, reader))
    }

    fn agree(&mut self, layers: &[u32], work: &Work) -> Result<()> {
        let message = bytes_of([self.fingerprint].into_iter().chain(layers.iter().copied()));
        for parcel in self.exchange("agreeing on where to begin", &message, work)? {
            if parcel[..] == message[..] {
                continue;
            }
            let theirs: Vec<u32> = numbers_of(&parcel).collect();
            return Err(match theirs.split_first() {
                Some((&fingerprint, found)) if fingerprint == self.fingerprint => {
                    Error::Cluster(format!(
                        "process {} finds {} complete layers in its checkpoint, and this one {}\n  = help: all processes need the same folder, on a disk that all machines see",
                        parcel.from(),
                        found.len(),
                        layers.len()
                    ))
                }
                _ => Error::Cluster(format!(
                    "process {} deals the classes out in another way; start the same build everywhere",
                    parcel.from()
                )),
            });
        }
        Ok(())
    }

    fn step<W: Word>(
        &mut self,
        classes: &Classes,
        tables: &mut Tables<W>,
        work: &Work,
        keep: &mut Keep,
    ) -> Result<u128> {
        let Some(share) = &self.share else {
            return Ok(0);
        };
        let known = format!("distances up to {} are known", tables.layer());
        let (post, me, rounds) = (&self.post, self.me, share.round_count());
        let deliveries = Deliveries::new(classes, share, tables, &self.done);
        let mut found = 0;
        deliveries.dispatch(0, post, classes, tables)?;
        for round in 0..rounds {
            // What is needed next travels while this round is worked on.
            if round + 1 < rounds {
                deliveries.dispatch(round + 1, post, classes, tables)?;
            }
            let parcels = post.receive(&known, work)?;
            (self.fronts).open(classes, tables.packings(), &parcels)?;
            drop(parcels);
            let elsewhere = |class| self.fronts.front(class);
            let targets = share.targets(me, round);
            found += tables.advance(classes, targets, &elsewhere, work, |batch, places| {
                post.check()?;
                keep(batch, places)
            })?;
        }
        self.freshly_done = (tables.own().iter().copied())
            .filter(|&class| !self.done[class.index()] && tables.is_complete(class))
            .collect();
        Ok(found)
    }

    fn total(&mut self, count: u128, work: &Work) -> Result<u128> {
        let mut message = count.to_le_bytes().to_vec();
        message.extend(bytes_of(self.freshly_done.iter().map(|class| class.0)));
        let mut total = count;
        for class in self.freshly_done.drain(..) {
            self.done[class.index()] = true;
        }
        for parcel in self.exchange("adding the layer up", &message, work)? {
            let count = parcel.first_chunk().ok_or(nonsense(parcel.from()))?;
            total += u128::from_le_bytes(*count);
            for class in numbers_of(&parcel[16..]) {
                let entry = self.done.get_mut(class as usize);
                *entry.ok_or(nonsense(parcel.from()))? = true;
            }
        }
        Ok(total)
    }

    fn gather(&mut self, last: Layer, work: &Work) -> Result<Layer> {
        if self.me > 0 {
            let pairs = last
                .places
                .iter()
                .flat_map(|&(class, place)| [class.0, place]);
            let message = bytes_of([u32::from(last.complete)].into_iter().chain(pairs));
            self.post.send(0, message)?;
        }
        self.post.seal()?;
        let parcels = self
            .post
            .receive("collecting the farthest configurations", work)?;
        let theirs = parcels.iter().map(|parcel| {
            let numbers: Vec<u32> = numbers_of(parcel).collect();
            let (complete, pairs) = numbers.split_first().unwrap_or((&0, &[]));
            Layer {
                places: (pairs.chunks_exact(2))
                    .map(|pair| (ClassId(pair[0]), pair[1]))
                    .collect(),
                complete: *complete == 1,
            }
        });
        Ok(Layer::merged(theirs.chain([last.clone()])))
    }
}
