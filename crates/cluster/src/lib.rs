//! The coset search of picture cubes beyond one machine.
//!
//! The classes of cosets are dealt out to processes; each keeps the tables of its own. In every
//! layer the frontiers of the classes travel to the processes whose classes pull from them, in
//! rounds that bound the memory. Then each process computes its part of the layer with the same
//! code as on one machine ([`cubegraph_picture::engine`]), and the counts are added up. Exchange,
//! progress tracking and transport are those of timely dataflow, with one worker per process that
//! serves the search and all its threads.
//!
//! | file | what it does |
//! |---|---|
//! | `hosts`, `handshake`, `connect` | where the processes are, who they are, and whether they fit |
//! | `link`, `peers` | connections that are authenticated and notice who is gone |
//! | `message`, `dataflow` | the dataflow: rounds of messages between processes |
//! | `frontiers`, `exchange` | a layer with what the others send |
//!
//! How far it carries, and what it is protected against, is the subject of `docs/scaling.md`.
//!
//! # Reference
//! D. Murray and others, *Naiad: a timely dataflow system*, 2013.

mod connect;
mod dataflow;
mod exchange;
mod frontiers;
mod handshake;
mod hosts;
mod link;
mod message;
mod peers;
mod run;

pub use handshake::Secret;
pub use hosts::{addresses, read_addresses};
pub use run::{Outcome, Process, Together, distances, run};
