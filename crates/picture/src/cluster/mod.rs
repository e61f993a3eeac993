//! The coset search beyond one machine.
//!
//! The classes of cosets are dealt out to processes; each keeps the tables of its own. In every
//! layer the frontiers of the classes travel to the processes whose classes pull from them, in
//! rounds that bound the memory; then the very same step as on one machine is taken
//! (`cosets`), and the counts are added up. Exchange, progress tracking and
//! transport are those of timely dataflow, with one worker per process that serves the search and
//! all its threads.
//!
//! | file | what it does |
//! |---|---|
//! | [`estimate`] | what a search would take on several machines; in every build |
//! | `hosts`, `handshake`, `connect` | where the processes are, who they are, and whether they fit |
//! | `link`, `peers` | connections that are authenticated and notice who is gone |
//! | `message`, `dataflow` | the dataflow: rounds of messages between processes |
//! | `frontiers`, `exchange` | a layer with what the others send |
//!
//! All but [`estimate`] and `hosts` needs the feature `cluster`. How far it carries, and what it is
//! protected against, is the subject of `docs/scaling.md`.
//!
//! # Reference
//! D. Murray and others, *Naiad: a timely dataflow system*, 2013.

pub mod estimate;
mod hosts;

#[cfg(feature = "cluster")]
mod connect;
#[cfg(feature = "cluster")]
mod dataflow;
#[cfg(feature = "cluster")]
mod exchange;
#[cfg(feature = "cluster")]
mod frontiers;
#[cfg(feature = "cluster")]
mod handshake;
#[cfg(feature = "cluster")]
mod link;
#[cfg(feature = "cluster")]
mod message;
#[cfg(feature = "cluster")]
mod peers;
#[cfg(feature = "cluster")]
mod run;

#[cfg(feature = "cluster")]
pub use handshake::Secret;
pub use hosts::{addresses, read_addresses};
#[cfg(feature = "cluster")]
pub use run::{Outcome, Process, run};
