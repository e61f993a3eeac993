//! The coset search beyond one machine.
//!
//! The classes of cosets are dealt out to processes; each keeps the tables of its own. In every layer the fronts of the classes
//! travel to the processes whose classes pull from them, in rounds that bound the memory; then the very same step as on one
//! machine is taken ([`cosets`](super::cosets)), and the counts are added up. Exchange, progress tracking and transport are those
//! of timely dataflow, with one worker a process that serves the search and all its threads.
//!
//! | file | what it does |
//! |---|---|
//! | [`estimate`] | what a search would take on so many machines; in every build |
//! | `hosts`, `hello`, `connect` | who belongs together, and whether they fit |
//! | `watch` | connections that notice who is gone |
//! | `parcel`, `post` | the dataflow: rounds of parcels between processes |
//! | `fronts`, `together` | a layer with what the others send |
//!
//! All but [`estimate`] and `hosts` needs the feature `cluster`. How far it carries is the subject of `docs/scaling.md`.
//!
//! # Reference
//! D. Murray and others, *Naiad: a timely dataflow system*, 2013.

pub mod estimate;
mod hosts;

#[cfg(feature = "cluster")]
mod connect;
#[cfg(feature = "cluster")]
mod fronts;
#[cfg(feature = "cluster")]
mod hello;
#[cfg(feature = "cluster")]
mod parcel;
#[cfg(feature = "cluster")]
mod post;
#[cfg(feature = "cluster")]
mod run;
#[cfg(feature = "cluster")]
mod together;
#[cfg(feature = "cluster")]
mod watch;

pub use hosts::{addresses, read_addresses};
#[cfg(feature = "cluster")]
pub use run::{Outcome, Process, run};
