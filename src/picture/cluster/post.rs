//! The post between processes, a timely dataflow of one exchange.
//!
//! The search runs in rounds. In a round every process sends parcels and seals the round; when all have sealed it and all
//! parcels have arrived, which the engine's progress tracking finds out, everybody gets what was sent to it. The engine has a
//! thread of its own, so that parcels of the next round travel while the last one is worked on.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::rc::Rc;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

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

use super::parcel::{ByAddress, Parcel};
use super::watch::{Watch, Watched};
use crate::work::Work;
use crate::{Error, Result};

/// So many orders may wait for the engine; more would only be kept twice.
const WAITING: usize = 16;
/// How long the engine sleeps at most, and how often a waiting search looks whether everybody is there.
const NAP: Duration = Duration::from_millis(50);
/// How long the last good-byes may take.
const FAREWELL: Duration = Duration::from_secs(5);

/// What the search tells the engine.
enum Order {
    Send(Parcel),
    Seal,
    End,
}

/// The post office of a process.
pub struct Post {
    process: usize,
    orders: Option<SyncSender<Order>>,
    delivered: Receiver<Vec<Parcel>>,
    watch: Arc<Watch>,
    links: Vec<TcpStream>,
    guards: Option<WorkerGuards<()>>,
}

impl Post {
    /// Opens the post over connections to all other processes.
    ///
    /// # Errors
    /// [`Error::Cluster`] if the system refuses threads or copies of the connections.
    pub fn open(
        process: usize,
        links: Vec<Option<TcpStream>>,
        addresses: Vec<String>,
    ) -> Result<Post> {
        let failed = |error: &dyn std::fmt::Display| {
            Error::Cluster(format!("the connections cannot be used: {error}"))
        };
        let watch = Arc::new(Watch::new(addresses));
        let copies = (links.iter().flatten())
            .map(TcpStream::try_clone)
            .collect::<std::io::Result<Vec<_>>>()
            .map_err(|error| failed(&error))?;
        let (orders, ordered) = sync_channel(WAITING);
        let (deliver, delivered) = channel();
        let (builders, others) = engine(process, links, &watch).map_err(|error| failed(&error))?;
        let ends = Mutex::new(Some((ordered, deliver)));
        let shared = Arc::clone(&watch);
        let guards = timely::execute::execute_from(
            builders,
            others,
            WorkerConfig::default(),
            move |worker| {
                let ends = ends.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some((ordered, deliver)) = ends {
                    shared.wakes(std::thread::current());
                    serve(worker, &ordered, deliver);
                }
            },
        )
        .map_err(|error| failed(&error))?;
        Ok(Post {
            process,
            orders: Some(orders),
            delivered,
            watch,
            links: copies,
            guards: Some(guards),
        })
    }

    fn order(&self, order: Order) -> Result<()> {
        let sent = self.orders.as_ref().map(|orders| orders.send(order));
        self.watch.wake();
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.stopped()),
        }
    }

    /// Sends bytes, at least one, in the current round.
    ///
    /// # Errors
    /// [`Error::Cluster`] if somebody is gone.
    pub fn send(&self, to: usize, contents: Vec<u8>) -> Result<()> {
        self.check()?;
        self.order(Order::Send(Parcel::new(self.process, to, contents)))
    }

    /// Ends the current round and begins the next.
    ///
    /// # Errors
    /// [`Error::Cluster`] if somebody is gone.
    pub fn seal(&self) -> Result<()> {
        self.check()?;
        self.order(Order::Seal)
    }

    /// Waits for the parcels of the first round that was sealed and not received yet, in the order of their senders.
    ///
    /// # Errors
    /// [`Error::Cluster`] if somebody is gone; [`Error::Interrupted`] or [`Error::OutOfTime`] from `work`.
    pub fn receive(&self, known: &str, work: &Work) -> Result<Vec<Parcel>> {
        loop {
            match self.delivered.recv_timeout(NAP) {
                Ok(mut parcels) => {
                    parcels.sort_by_key(Parcel::from);
                    return Ok(parcels);
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.check()?;
                    work.check(known)?;
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.stopped()),
            }
        }
    }

    /// Whether everybody is there.
    ///
    /// # Errors
    /// [`Error::Cluster`] if somebody is gone.
    pub fn check(&self) -> Result<()> {
        self.watch.check()
    }

    fn stopped(&self) -> Error {
        self.check().err().unwrap_or_else(|| {
            Error::Cluster("the engine between the processes stopped by itself".to_owned())
        })
    }

    /// Bytes sent to other processes and received from them.
    pub fn traffic(&self) -> (u64, u64) {
        self.watch.traffic()
    }

    /// Takes leave when all rounds are received: what is still on its way to others is sent.
    pub fn close(mut self) {
        self.watch.conclude();
        if self.order(Order::End).is_err() {
            return;
        }
        self.orders = None;
        let Some(guards) = self.guards.take() else {
            return;
        };
        let (tell, told) = channel();
        std::thread::spawn(move || {
            guards.join();
            // Whoever waited may have lost patience.
            let _ = tell.send(());
        });
        // Somebody who vanishes in the middle of saying good-bye is not waited for.
        if told.recv_timeout(FAREWELL).is_ok() {
            self.links.clear();
        }
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        self.watch.conclude();
        self.orders = None;
        // After an error the others learn at once that this process is gone; the engine's threads wait for nothing any more and
        // end with the process.
        for link in &self.links {
            link.shutdown(Shutdown::Both).ok();
        }
        if let Some(guards) = self.guards.take() {
            std::mem::forget(guards);
        }
        self.watch.wake();
    }
}

type Built = (Vec<AllocatorBuilder>, Box<dyn std::any::Any + Send>);

/// The engine with one worker a process; alone it needs no connections.
fn engine(
    process: usize,
    links: Vec<Option<TcpStream>>,
    watch: &Arc<Watch>,
) -> std::io::Result<Built> {
    if links.len() == 1 {
        let builder = AllocatorBuilder::Thread(ThreadBuilder);
        return Ok((vec![builder], Box::new(())));
    }
    let mut hooks = Hooks::default();
    // Empty buffers are given back instead of being kept for the next layer.
    hooks.refill.limit = Some(1);
    let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
    let sockets = (links.into_iter().enumerate())
        .map(|(other, link)| Some(Watched::new(link?, other, Arc::clone(watch))))
        .collect();
    let (builders, guard) = initialize_networking_from_sockets(inner, sockets, process, 1, hooks)?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    Ok((builders, Box::new(guard)))
}

/// The engine's thread: passes orders on and delivers rounds until it is told to end.
fn serve(worker: &mut Worker, orders: &Receiver<Order>, deliver: Sender<Vec<Parcel>>) {
    let sealed = Rc::new(Cell::new(0u64));
    let mut input = InputHandle::<u64, CapacityContainerBuilder<Parcel>>::new();
    worker.dataflow(|scope| {
        let (sealed, mut next) = (Rc::clone(&sealed), 0);
        let inbox: RefCell<BTreeMap<u64, Vec<Parcel>>> = RefCell::default();
        scope.input_from(&mut input).sink(
            DistributorPact(|_| ByAddress),
            "Post",
            move |(input, frontier)| {
                let mut inbox = inbox.borrow_mut();
                input.for_each(|round, parcel| {
                    let round = inbox.entry(*round.time()).or_default();
                    round.push(std::mem::take(parcel));
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
        for _ in 0..WAITING {
            match orders.try_recv() {
                Ok(Order::Send(mut parcel)) => input.send_batch(&mut parcel),
                Ok(Order::Seal) => {
                    let round = *input.time() + 1;
                    sealed.set(round);
                    input.advance_to(round);
                }
                Ok(Order::End) => return,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => loop {
                    // The search failed. Leaving the dataflow would wait for the others, who are gone.
                    std::thread::park();
                },
            }
        }
        worker.step_or_park(Some(NAP));
    }
}
