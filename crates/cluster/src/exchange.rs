//! Layers by several processes, each of which keeps some of the classes.

use crate::dataflow::Dataflow;
use crate::frontiers::{Deliveries, ReceivedFrontiers};
use crate::message::Message;
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::work::Work;
use cubegraph_picture::CosetSearch;
use cubegraph_picture::engine::{
    ClassId, Classes, LastLayer, LayerSink, Partition, RunningSearch, Tables,
};

/// One of several processes that compute layers together. All of them call the same methods in
/// the same order; those that return something common wait for each other.
pub(crate) struct ClusterExchange {
    dataflow: Dataflow,
    me: usize,
    members: usize,
    partition: Partition,
    fingerprint: u32,
    /// The frontiers that the others sent for the current round.
    frontiers: ReceivedFrontiers,
    /// The complete classes of all processes: they need no frontiers any more.
    done: Vec<bool>,
    /// Those of this process that the others do not know of yet.
    freshly_done: Vec<ClassId>,
}

impl ClusterExchange {
    /// The exchange of process `me`, over classes that are dealt out as `partition` says.
    pub(crate) fn new(
        dataflow: Dataflow,
        me: usize,
        partition: Partition,
        classes: &Classes,
    ) -> ClusterExchange {
        ClusterExchange {
            dataflow,
            me,
            members: partition.members().len(),
            fingerprint: partition.fingerprint(classes),
            partition,
            frontiers: ReceivedFrontiers::default(),
            done: vec![false; classes.count()],
            freshly_done: Vec::new(),
        }
    }

    /// Computes all layers from the last one in the checkpoint on.
    pub(crate) fn complete(
        &mut self,
        mut running: RunningSearch,
        work: &Work,
    ) -> Result<CosetSearch> {
        let complete = running.complete_layers()?;
        self.agree(&complete, work)?;
        running.resume(complete, work)?;
        while !running.is_over() {
            let (count, last) = running
                .step(work, |classes, tables, sink| self.step(classes, tables, work, sink))?;
            running.finish_layer((self.total(count, work)?, last), work);
        }
        running.finish(|last| self.gather(&last, work))
    }

    /// Ends the connections in good order.
    pub(crate) fn close(self) {
        self.dataflow.close();
    }

    /// Bytes sent to other processes and received from them.
    pub(crate) fn traffic(&self) -> (u64, u64) {
        self.dataflow.traffic()
    }

    /// Sends the same to all other processes, and waits for their messages.
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
            Err(Error::Cluster(format!("{what}: not all processes answered")))
        }
    }

    /// Makes sure that all processes find the same layers in their checkpoints.
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

    /// Computes the next layer in the classes of this process, in rounds.
    fn step(
        &mut self,
        classes: &Classes,
        tables: &mut Tables,
        work: &Work,
        sink: &mut LayerSink,
    ) -> Result<u128> {
        let partition = &self.partition;
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

    /// Adds up what all processes found in a layer.
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

    /// Puts the places of the last layer together in the first process.
    fn gather(&mut self, last: &LastLayer, work: &Work) -> Result<LastLayer> {
        if self.me > 0 {
            let pairs = last.places.iter().flat_map(|&(class, place)| [class.0, place]);
            let message = bytes_of([u32::from(last.complete)].into_iter().chain(pairs));
            self.dataflow.send(0, message)?;
        }
        self.dataflow.seal()?;
        let messages = (self.dataflow).receive("collecting the farthest configurations", work)?;
        let theirs = messages.iter().map(|message| {
            let numbers: Vec<u32> = numbers_of(message).collect();
            let (complete, pairs) = numbers.split_first().unwrap_or((&0, &[]));
            LastLayer {
                places: (pairs.chunks_exact(2)).map(|pair| (ClassId(pair[0]), pair[1])).collect(),
                complete: *complete == 1,
            }
        });
        Ok(LastLayer::merged(theirs.chain([last.clone()])))
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
