//! Layers by several processes, each of which keeps some of the classes.

use crate::dataflow::Dataflow;
use crate::frontiers::{Deliveries, ReceivedFrontiers};
use crate::message::Message;
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::work::Work;
use cubegraph_picture::engine::{
    ClassId, Classes, Exchange, Layer, LayerSink, Packings, Partition, Tables,
};

/// One of several processes that compute layers together.
pub(crate) struct ClusterExchange {
    dataflow: Dataflow,
    me: usize,
    members: usize,
    limit: Option<u64>,
    partition: Option<Partition>,
    fingerprint: u32,
    /// What the others sent for the round under way.
    frontiers: ReceivedFrontiers,
    /// The classes of all processes in which nothing is unseen: nobody needs to send them anything.
    done: Vec<bool>,
    /// Those of this process that the others do not know of yet.
    freshly_done: Vec<ClassId>,
}

impl ClusterExchange {
    /// One of several processes; a round of a layer receives at most `limit` bytes of frontiers, as
    /// far as possible.
    pub(crate) fn new(
        dataflow: Dataflow,
        (me, members): (usize, usize),
        limit: Option<u64>,
    ) -> ClusterExchange {
        ClusterExchange {
            dataflow,
            me,
            members,
            limit,
            partition: None,
            fingerprint: 0,
            frontiers: ReceivedFrontiers::default(),
            done: Vec::new(),
            freshly_done: Vec::new(),
        }
    }

    /// Takes leave of the others.
    pub(crate) fn close(self) {
        self.dataflow.close();
    }

    /// Bytes sent to other processes and received from them.
    pub(crate) fn traffic(&self) -> (u64, u64) {
        self.dataflow.traffic()
    }

    /// Sends the same to everybody else, and waits for what they send.
    fn exchange(&self, what: &str, message: &[u8], work: &Work) -> Result<Vec<Message>> {
        for other in (0..self.members).filter(|&other| other != self.me) {
            self.dataflow.send(other, message.to_vec())?;
        }
        self.dataflow.seal()?;
        let messages = self.dataflow.receive(what, work)?;
        let senders = messages.iter().map(Message::from);
        let expected = (0..self.members).filter(|&other| other != self.me);
        if senders.eq(expected) {
            Ok(messages)
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

impl Exchange for ClusterExchange {
    fn part(&self) -> (u32, u32) {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        (number(self.me), number(self.members))
    }

    fn own(&mut self, classes: &Classes, packings: &Packings) -> Vec<ClassId> {
        let partition = Partition::new(classes, packings, self.members, self.limit);
        let own = partition.members()[self.me].own.clone();
        self.done = vec![false; classes.count()];
        self.fingerprint = partition.fingerprint(classes);
        self.partition = Some(partition);
        own
    }

    fn bytes(&self) -> u128 {
        (self.partition.as_ref()).map_or(0, |partition| partition.bytes(self.me))
    }

    fn sent_before(&self, reader: ClassId) -> usize {
        (self.partition.as_ref()).map_or(0, |partition| partition.sent_before(self.me, reader))
    }

    fn agree(&mut self, layers: &[u32], work: &Work) -> Result<()> {
        let ours = bytes_of([self.fingerprint].into_iter().chain(layers.iter().copied()));
        for message in self.exchange("agreeing on where to begin", &ours, work)? {
            if message[..] == ours[..] {
                continue;
            }
            let theirs: Vec<u32> = numbers_of(&message).collect();
            return Err(match theirs.split_first() {
                Some((&fingerprint, found)) if fingerprint == self.fingerprint => {
                    Error::Cluster(format!(
                        "process {} finds {} complete layers in its checkpoint, and this one {}\n  \
                         = help: all processes need the same folder, on a disk that all machines \
                         see",
                        message.from(),
                        found.len(),
                        layers.len()
                    ))
                }
                _ => Error::Cluster(format!(
                    "process {} deals the classes out in another way; start the same build \
                     everywhere",
                    message.from()
                )),
            });
        }
        Ok(())
    }

    fn step(
        &mut self,
        classes: &Classes,
        tables: &mut Tables,
        work: &Work,
        sink: &mut LayerSink,
    ) -> Result<u128> {
        let Some(partition) = &self.partition else {
            return Ok(0);
        };
        let known = format!("distances up to {} are known", tables.layer());
        let (dataflow, me, rounds) = (&self.dataflow, self.me, partition.round_count());
        let deliveries = Deliveries::new(classes, partition, tables, &self.done);
        let mut found = 0;
        deliveries.dispatch(0, dataflow, classes, tables)?;
        for round in 0..rounds {
            // What is needed next travels while this round is worked on.
            if round + 1 < rounds {
                deliveries.dispatch(round + 1, dataflow, classes, tables)?;
            }
            let messages = dataflow.receive(&known, work)?;
            (self.frontiers).open(classes, tables.packings(), &messages)?;
            drop(messages);
            let elsewhere = |class| self.frontiers.frontier(class);
            let targets = partition.targets(me, round);
            found += tables.advance(classes, targets, &elsewhere, work, |batch, places| {
                dataflow.check()?;
                sink(batch, places)
            })?;
        }
        self.freshly_done = (tables.own().iter().copied())
            .filter(|&class| !self.done[class.index()] && tables.is_complete(class))
            .collect();
        Ok(found)
    }

    fn total(&mut self, count: u128, work: &Work) -> Result<u128> {
        let mut ours = count.to_le_bytes().to_vec();
        ours.extend(bytes_of(self.freshly_done.iter().map(|class| class.0)));
        let mut total = count;
        for class in self.freshly_done.drain(..) {
            self.done[class.index()] = true;
        }
        for message in self.exchange("adding the layer up", &ours, work)? {
            let count = message.first_chunk().ok_or(nonsense(message.from()))?;
            total += u128::from_le_bytes(*count);
            for class in numbers_of(&message[16..]) {
                let entry = self.done.get_mut(class as usize);
                *entry.ok_or(nonsense(message.from()))? = true;
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
            self.dataflow.send(0, message)?;
        }
        self.dataflow.seal()?;
        let messages = (self.dataflow).receive("collecting the farthest configurations", work)?;
        let theirs = messages.iter().map(|message| {
            let numbers: Vec<u32> = numbers_of(message).collect();
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
