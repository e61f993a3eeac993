//! The exchange between processes, as a timely dataflow.
//!
//! The search runs in rounds. In a round every process sends messages and seals the round; when all
//! have sealed it and all messages have arrived, which the engine's progress tracking finds out,
//! everybody gets what was sent to it. The engine has a thread of its own, so that messages of the
//! next round travel while the last one is worked on.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::rc::Rc;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::thread::ThreadBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks, WorkerGuards};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::{Input, Operator};
use timely::worker::Worker;

use crate::connect::Connection;
use crate::link::Link;
use crate::message::{ByAddress, Message};
use crate::peers::Peers;
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::work::Work;

/// This many orders may queue up for the engine; more would only be kept twice.
const QUEUE: usize = 16;
/// How long the engine sleeps at most, and how often a waiting search looks whether everybody is
/// there.
const WAKE_INTERVAL: Duration = Duration::from_millis(50);
/// How long the processes may take to end together.
const CLOSING_TIME: Duration = Duration::from_secs(5);

/// What the search tells the engine.
enum Order {
    Send(Message),
    Seal,
    End,
}

/// The exchange of messages with all other processes.
pub(crate) struct Dataflow {
    process: usize,
    orders: Option<SyncSender<Order>>,
    delivered: Receiver<Vec<Message>>,
    peers: Arc<Peers>,
    streams: Vec<TcpStream>,
    guards: Option<WorkerGuards<()>>,
}

impl Dataflow {
    /// Starts the engine over connections to all other processes. One from which nothing is heard
    /// for `silence` is given up.
    ///
    /// # Errors
    /// [`Error::Cluster`] if the system refuses threads or copies of the connections.
    pub(crate) fn start(
        process: usize,
        connections: Vec<Option<Connection>>,
        addresses: Vec<String>,
        silence: Duration,
    ) -> Result<Dataflow> {
        let failed = |error: &dyn std::fmt::Display| {
            Error::Cluster(format!("the connections cannot be used: {error}"))
        };
        let peers = Arc::new(Peers::new(addresses));
        let streams = (connections.iter().flatten())
            .map(|connection| connection.stream.try_clone())
            .collect::<std::io::Result<Vec<_>>>()
            .map_err(|error| failed(&error))?;
        let (orders, ordered) = sync_channel(QUEUE);
        let (deliver, delivered) = channel();
        let (builders, others) =
            engine(process, connections, silence, &peers).map_err(|error| failed(&error))?;
        let ends = Mutex::new(Some((ordered, deliver)));
        let shared = Arc::clone(&peers);
        let guards = timely::execute::execute_from(
            builders,
            others,
            WorkerConfig::default(),
            move |worker| {
                let ends = ends.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some((ordered, deliver)) = ends {
                    shared.set_worker(std::thread::current());
                    serve(worker, &ordered, deliver);
                    finish(worker, &shared);
                }
            },
        )
        .map_err(|error| failed(&error))?;
        Ok(Dataflow {
            process,
            orders: Some(orders),
            delivered,
            peers,
            streams,
            guards: Some(guards),
        })
    }

    fn order(&self, order: Order) -> Result<()> {
        let sent = self.orders.as_ref().map(|orders| orders.send(order));
        self.peers.wake();
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.stopped()),
        }
    }

    /// Sends bytes, at least one, in the current round.
    ///
    /// # Errors
    /// [`Error::Cluster`] if a process is gone.
    pub(crate) fn send(&self, to: usize, contents: Vec<u8>) -> Result<()> {
        self.check()?;
        self.order(Order::Send(Message::new(self.process, to, contents)))
    }

    /// Ends the current round and begins the next.
    ///
    /// # Errors
    /// [`Error::Cluster`] if a process is gone.
    pub(crate) fn seal(&self) -> Result<()> {
        self.check()?;
        self.order(Order::Seal)
    }

    /// Waits for the messages of the first round that was sealed and not received yet, in the order
    /// of their senders.
    ///
    /// # Errors
    /// [`Error::Cluster`] if a process is gone; [`Error::Interrupted`] or [`Error::OutOfTime`] from
    /// `work`.
    pub(crate) fn receive(&self, known: &str, work: &Work) -> Result<Vec<Message>> {
        loop {
            match self.delivered.recv_timeout(WAKE_INTERVAL) {
                Ok(mut messages) => {
                    messages.sort_by_key(Message::from);
                    return Ok(messages);
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.check()?;
                    work.check(known)?;
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.stopped()),
            }
        }
    }

    /// Whether all processes are there.
    ///
    /// # Errors
    /// [`Error::Cluster`] if a process is gone.
    pub(crate) fn check(&self) -> Result<()> {
        self.peers.check()
    }

    fn stopped(&self) -> Error {
        self.check().err().unwrap_or_else(|| {
            Error::Cluster("the engine between the processes stopped by itself".to_owned())
        })
    }

    /// Bytes sent to other processes and received from them.
    pub(crate) fn traffic(&self) -> (u64, u64) {
        self.peers.traffic()
    }

    /// Ends when all rounds are received: what is still on its way to others is sent.
    pub(crate) fn close(mut self) {
        self.peers.conclude();
        if self.order(Order::End).is_ok() {
            self.join();
        }
    }

    /// Waits for the engine's threads, all of which end: the worker's by itself or when the
    /// connections are closed, those of the connections after it.
    fn join(&mut self) {
        self.orders = None;
        self.peers.wake();
        if let Some(guards) = self.guards.take() {
            guards.join();
        }
    }
}

impl Drop for Dataflow {
    fn drop(&mut self) {
        self.peers.conclude();
        if self.guards.is_some() {
            // After an error the others learn at once that this process is gone.
            for stream in &self.streams {
                stream.shutdown(Shutdown::Both).ok();
            }
            self.join();
        }
    }
}

type Engine = (Vec<AllocatorBuilder>, Box<dyn std::any::Any + Send>);

/// The engine with one worker per process; alone it needs no connections.
fn engine(
    process: usize,
    connections: Vec<Option<Connection>>,
    silence: Duration,
    peers: &Arc<Peers>,
) -> std::io::Result<Engine> {
    if connections.len() == 1 {
        let builder = AllocatorBuilder::Thread(ThreadBuilder);
        return Ok((vec![builder], Box::new(())));
    }
    let mut hooks = Hooks::default();
    // Empty buffers are given back instead of being kept for the next layer.
    hooks.refill.limit = Some(1);
    let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
    let links = (connections.into_iter().enumerate())
        .map(|(other, connection)| {
            connection
                .map(|connection| Link::new(connection, (process, other), silence, peers))
                .transpose()
        })
        .collect::<std::io::Result<_>>()?;
    let (builders, guard) = initialize_networking_from_sockets(inner, links, process, 1, hooks)?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    Ok((builders, Box::new(guard)))
}

/// The engine's thread: passes orders on and delivers rounds until it is told to end, or nobody is
/// there any more who could tell it.
fn serve(worker: &mut Worker, orders: &Receiver<Order>, deliver: Sender<Vec<Message>>) {
    let sealed = Rc::new(Cell::new(0u64));
    let mut input = InputHandle::<u64, CapacityContainerBuilder<Message>>::new();
    worker.dataflow(|scope| {
        let (sealed, mut next) = (Rc::clone(&sealed), 0);
        let inbox: RefCell<BTreeMap<u64, Vec<Message>>> = RefCell::default();
        scope.input_from(&mut input).sink(
            DistributorPact(|_| ByAddress),
            "Exchange",
            move |(input, frontier)| {
                let mut inbox = inbox.borrow_mut();
                input.for_each(|round, message| {
                    let round = inbox.entry(*round.time()).or_default();
                    round.push(std::mem::take(message));
                });
                while next < sealed.get() && !frontier.less_equal(&next) {
                    // Nobody listens any more after an error.
                    let _ = deliver.send(inbox.remove(&next).unwrap_or_default());
                    next += 1;
                }
            },
        );
    });
    loop {
        for _ in 0..QUEUE {
            match orders.try_recv() {
                Ok(Order::Send(mut message)) => input.send_batch(&mut message),
                Ok(Order::Seal) => {
                    let round = *input.time() + 1;
                    sealed.set(round);
                    input.advance_to(round);
                }
                Ok(Order::End) | Err(TryRecvError::Disconnected) => return,
                Err(TryRecvError::Empty) => break,
            }
        }
        worker.step_or_park(Some(WAKE_INTERVAL));
    }
}

/// Lets the dataflow end together with those of the others, so that everybody gets what was sent to
/// it. After an error, and if a process is gone or takes too long, there is nothing to wait for, and
/// the dataflow is given up.
fn finish(worker: &mut Worker, peers: &Peers) {
    let start = Instant::now();
    while worker.has_dataflows() {
        if peers.is_broken() || start.elapsed() > CLOSING_TIME {
            for dataflow in worker.installed_dataflows() {
                worker.drop_dataflow(dataflow);
            }
            return;
        }
        worker.step_or_park(Some(WAKE_INTERVAL));
    }
}
