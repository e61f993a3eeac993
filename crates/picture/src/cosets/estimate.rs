//! What a search would take: memory, traffic and time on several machines.
//!
//! Classes and places are counted, not guessed, and memory and traffic follow from them by the
//! rules that the search itself goes by. Time is a model with constants that were measured;
//! `docs/scaling.md` says how.

use std::collections::BTreeMap;

use super::super::{Metric, Size};
use super::classes::{Classes, MOST_CUBES};
use super::partition::{Partition, extra_bytes, is_small, round_bytes};
use super::{WORTH_PACKING, has_two_sides, index_bytes, member_bytes, packings, upright};
use cubegraph_core::Result;
use cubegraph_core::work::Work;

/// Nanoseconds of one core for a place, over a whole search.
pub const PLACE_NANOSECONDS: f64 = 9.0;
/// All that a process receives in a search, in units of what it would receive in a layer without
/// empty or sparse frontiers.
pub const DENSE_LAYERS: f64 = 4.0;

/// One part in this many of a process's tables is deferred at a time, where new places must be.
const DEFERRED: u128 = 4;

/// One of the machines of a cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// How many cores it has.
    pub cores: usize,
    /// How many bytes it receives in a second.
    pub bandwidth: f64,
}

/// What a search takes on several machines, one process each.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// How many processes there are.
    pub processes: usize,
    /// The classes of cosets.
    pub classes: u128,
    /// The places of all their tables.
    pub places: u128,
    /// The bytes of a process's own tables, at most.
    pub tables: u128,
    /// The bytes that it needs in all.
    pub memory: u128,
    /// In how many rounds a layer is done.
    pub rounds: u128,
    /// The bytes of frontiers that it receives in a layer without empty or sparse frontiers.
    pub traffic: u128,
    /// Seconds of computing in the whole search.
    pub computing: f64,
    /// Seconds of receiving in the whole search; other processes compute meanwhile.
    pub receiving: f64,
}

impl Estimate {
    /// Estimates a search. Up to `MOST_CUBES` cubes the classes are dealt out as the search would
    /// deal them; beyond, they are counted, all tables are taken for unpacked, and all neighbours
    /// of a class along lines that leave its family as kept elsewhere.
    ///
    /// # Errors
    /// [`Error::TooLarge`](cubegraph_core::Error::TooLarge) for sizes whose classes are too many to count;
    /// interruptions from `work`.
    ///
    /// # Panics
    /// If there are no processes, or more than 65,536.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_picture::{Metric, estimate::{Estimate, Machine}};
    /// # use cubegraph_core::work::Work;
    /// let machine = Machine { cores: 16, bandwidth: 1.25e9 };
    /// let of = |n| Estimate::new("3x3".parse()?, Metric::Quarter, n, machine, &Work::default());
    /// assert_eq!(of(1)?.traffic, 0);
    /// assert!(of(4)?.tables < of(2)?.tables);
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn new(
        size: Size,
        metric: Metric,
        processes: usize,
        machine: Machine,
        work: &Work,
    ) -> Result<Estimate> {
        let size = upright(size);
        let mut estimate = if size.cells() <= MOST_CUBES {
            Estimate::dealt(size, metric, processes, work)?
        } else {
            let counts = Classes::count_by_dimension(size, work)?;
            Estimate::counted(size, metric, processes, &counts)
        };
        estimate.time(machine);
        Ok(estimate)
    }

    /// What a search would take, at once and roughly, from a sample of the classes.
    ///
    /// # Panics
    /// If there are more than `MOST_CUBES` cubes.
    pub fn sampled(size: Size, metric: Metric, processes: usize, machine: Machine) -> Estimate {
        let size = upright(size);
        let counts = Classes::sampled_by_dimension(size);
        let mut estimate = Estimate::counted(size, metric, processes, &counts);
        estimate.time(machine);
        estimate
    }

    fn time(&mut self, machine: Machine) {
        let share = self.places as f64 / self.processes as f64;
        self.computing = share * PLACE_NANOSECONDS * 1e-9 / machine.cores as f64;
        self.receiving = self.traffic as f64 * DENSE_LAYERS / machine.bandwidth;
    }

    fn dealt(size: Size, metric: Metric, processes: usize, work: &Work) -> Result<Estimate> {
        let classes = Classes::new(size, work)?;
        let packings = packings(&classes, WORTH_PACKING);
        let partition = Partition::new(&classes, &packings, processes, None);
        let tables: Vec<u128> = (partition.members().iter())
            .map(|member| member.table_bytes(&classes, &packings))
            .collect();
        let member = (0..processes)
            .max_by_key(|&member| tables[member] + partition.bytes(member))
            .unwrap_or(0);
        let memory = member_bytes(&classes, packings, metric, &partition, member);
        Ok(Estimate {
            processes,
            classes: classes.count() as u128,
            places: classes.total_bits(),
            tables: tables.into_iter().max().unwrap_or(0),
            memory,
            rounds: partition.round_count() as u128,
            traffic: (partition.members().iter())
                .map(|member| u128::from(member.all_received))
                .max()
                .unwrap_or(0),
            computing: 0.0,
            receiving: 0.0,
        })
    }

    fn counted(
        size: Size,
        metric: Metric,
        processes: usize,
        counts: &BTreeMap<usize, u64>,
    ) -> Estimate {
        let classes: u128 = counts.values().map(|&count| u128::from(count)).sum();
        let places: u128 =
            (counts.iter()).map(|(dimension, &count)| u128::from(count) << dimension).sum();
        let members = processes as u128;
        let largest = counts.last_key_value().map_or(0, |(&dimension, _)| dimension);
        let family = u64::try_from(places.min(1 << (largest + size.rows())) / 64);
        let stays = family.is_ok_and(|family| is_small(family, places / 64, processes));
        let lines = size.columns() + if stays { 0 } else { size.rows() };
        let traffic = match members {
            1 => 0,
            _ => places / 8 * lines as u128 / members,
        };
        let round = round_bytes(places / 8, processes).min(traffic);
        let tables = places / 8 / members;
        let deferred = if has_two_sides(size, metric) { 0 } else { tables / DEFERRED };
        Estimate {
            processes,
            classes,
            places,
            tables,
            memory: tables
                + deferred
                + classes * index_bytes(size)
                + extra_bytes(round, classes, members),
            rounds: traffic.div_ceil(round.max(1)).max(1),
            traffic,
            computing: 0.0,
            receiving: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MACHINE: Machine = Machine { cores: 2, bandwidth: 1e9 };

    #[test]
    fn counting_alone_is_never_more_hopeful_than_dealing_out() {
        let work = Work::default();
        for (text, processes) in [("3x2", 1), ("3x3", 2), ("3x3", 5), ("4x2", 3)] {
            let size = text.parse().unwrap();
            for metric in Metric::ALL {
                let dealt = Estimate::dealt(size, metric, processes, &work).unwrap();
                let counts = Classes::count_by_dimension(size, &work).unwrap();
                let counted = Estimate::counted(size, metric, processes, &counts);
                assert_eq!(dealt.classes, counted.classes, "{text}");
                assert_eq!(dealt.places, counted.places, "{text}");
                // Tables smaller than a word take a word.
                let slack = 16 * dealt.classes;
                assert!(dealt.tables <= counted.tables + slack, "{text} {processes}");
                assert!(dealt.traffic <= counted.traffic + 8 * slack, "{text} {processes}");
            }
        }
    }

    #[test]
    fn memory_falls_with_the_number_of_processes() {
        let of = |processes| {
            let size = "5x2".parse().unwrap();
            Estimate::new(size, Metric::Half, processes, MACHINE, &Work::default()).unwrap()
        };
        let estimates: Vec<Estimate> = [1, 2, 4, 8].map(of).into_iter().collect();
        for pair in estimates.windows(2) {
            assert!(pair[1].tables < pair[0].tables);
            assert!(pair[1].computing < pair[0].computing);
        }
    }
}
