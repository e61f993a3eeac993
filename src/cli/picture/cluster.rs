//! `cubegraph picture distances` in several processes, and what that would take.

use std::path::{Path, PathBuf};

use clap::Args;
use cubegraph::Error;
use cubegraph::picture::Puzzle;
use cubegraph::picture::cluster::estimate::{Estimate, Machine};
use cubegraph::published::grouped;
use cubegraph::work::{Result, Work, bytes_in_words};
use serde_json::json;

use super::super::{Answer, Context};
use super::distances::{self, Method};

/// The network that an estimate supposes: ten gigabits a second.
const BANDWIDTH: f64 = 1.25e9;

/// Several processes.
#[derive(Args)]
#[command(next_help_heading = "Several processes")]
pub struct ClusterOptions {
    /// How many processes work together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    processes: Option<u32>,
    /// Which of them this is, from 0
    #[arg(long, value_name = "I", requires = "processes")]
    process: Option<u32>,
    /// Where they are: a file with one host:port a line, for process 0, 1, … (default: this machine, ports from 2101 on)
    #[arg(long, value_name = "FILE", requires = "processes")]
    hosts: Option<PathBuf>,
    /// Only say what memory, traffic and time it would take on N machines
    #[arg(long)]
    pub estimate: bool,
}

/// Which process this is, and where the others are.
#[cfg(feature = "cluster")]
pub use cubegraph::picture::cluster::Process;

/// A build that knows no other processes.
#[cfg(not(feature = "cluster"))]
pub enum Process {}

/// What a process knows when a search is over.
#[cfg_attr(
    not(feature = "cluster"),
    expect(
        dead_code,
        reason = "a build without other processes never finds anything this way"
    )
)]
pub enum Found {
    /// Everything.
    All(distances::Found),
    /// That it has done its part.
    Part(Answer),
}

impl ClusterOptions {
    /// Whether several processes, or an estimate for them, are asked for.
    pub fn is_given(&self) -> bool {
        self.estimate || self.processes.is_some()
    }

    /// Which process this is; `None` for an ordinary search.
    pub fn process(&self, method: Method) -> Result<Option<Process>> {
        let Some(processes) = self.processes else {
            return Ok(None);
        };
        if method != Method::Cosets {
            return Err(Error::Input(
                "--processes goes with --method cosets; the plain search runs in one process"
                    .to_owned(),
            ));
        }
        let process = match (self.process, processes) {
            (Some(process), _) => process,
            (None, 1) => 0,
            (None, _) => {
                return Err(Error::Input(format!(
                    "--processes {processes}: say which process this is, with --process 0 to {}",
                    processes - 1
                )));
            }
        };
        member(process, processes, self.hosts.as_deref())
    }
}

#[cfg(feature = "cluster")]
fn member(process: u32, processes: u32, hosts: Option<&Path>) -> Result<Option<Process>> {
    let addresses = cubegraph::picture::cluster::addresses(hosts, processes as usize)?;
    Process::new(process as usize, addresses).map(Some)
}

#[cfg(not(feature = "cluster"))]
fn member(process: u32, processes: u32, _: Option<&Path>) -> Result<Option<Process>> {
    if (process, processes) == (0, 1) {
        return Ok(None);
    }
    Err(Error::Input(
        "this build of cubegraph works in one process only\n  = help: build it with `cargo build --release --features cluster`"
            .to_owned(),
    ))
}

/// Searches together with the other processes.
#[cfg(feature = "cluster")]
pub fn search(
    process: &Process,
    puzzle: Puzzle,
    checkpoint: Option<&Path>,
    work: &Work,
) -> Result<Found> {
    let start = std::time::Instant::now();
    let metric = puzzle.rules().metric().unwrap_or_default();
    let outcome =
        cubegraph::picture::cluster::run(process, puzzle.size(), metric, checkpoint, work)?;
    let seconds = start.elapsed().as_secs_f64();
    if process.count() > 1 {
        work.note(&format!(
            "process {} of {}: {} sent, {} received, {seconds:.2} s",
            process.number(),
            process.count(),
            bytes_in_words(outcome.sent.into()),
            bytes_in_words(outcome.received.into()),
        ));
    }
    let distances = outcome.search.distances();
    if process.number() > 0 {
        let text = format!(
            "process {} of {} is done; process 0 has the answer\n",
            process.number(),
            process.count()
        );
        let json = json!({
            "process": process.number(),
            "processes": process.count(),
            "diameter": distances.diameter(),
            "seconds": seconds,
        });
        // The table of distances is process 0's.
        let csv = vec![
            vec!["process".to_owned()],
            vec![process.number().to_string()],
        ];
        return Ok(Found::Part(Answer::new(text, json).with_csv(csv)));
    }
    let farthest = distances::of_cosets(&outcome.search, work)?;
    distances::checked(puzzle, Method::Cosets, distances, farthest, seconds, work).map(Found::All)
}

/// There are no other processes in this build.
#[cfg(not(feature = "cluster"))]
pub fn search(process: &Process, _: Puzzle, _: Option<&Path>, _: &Work) -> Result<Found> {
    match *process {}
}

/// Says what a search would take.
pub fn estimate(
    arguments: &ClusterOptions,
    puzzle: &Puzzle,
    method: Method,
    context: &Context,
) -> anyhow::Result<Answer> {
    let metric = puzzle.rules().metric().filter(|_| method == Method::Cosets);
    let Some(metric) = metric else {
        return Err(
            Error::Input("--estimate is for the coset search of the cube".to_owned()).into(),
        );
    };
    let processes = arguments.processes.unwrap_or(1) as usize;
    let machine = Machine {
        cores: context
            .options
            .threads
            .unwrap_or_else(rayon::current_num_threads),
        bandwidth: BANDWIDTH,
    };
    let found = Estimate::new(puzzle.size(), metric, processes, machine, context.work())?;
    let machines = if processes == 1 {
        "machine"
    } else {
        "machines"
    };
    let text = format!(
        "{size} in {metric} turns on {processes} {machines} of {cores} cores, 10 Gbit/s\n\n\
        classes of cosets    {classes}\n\
        places               {places}\n\
        memory a machine     {memory}, of which tables {tables}\n\
        traffic a machine    {traffic} in a full layer, in rounds: {rounds}\n\
        computing            {computing}\n\
        receiving            {receiving}\n",
        size = puzzle.size(),
        cores = machine.cores,
        classes = grouped(found.classes),
        places = grouped(found.places),
        memory = bytes_in_words(found.memory),
        tables = bytes_in_words(found.tables),
        traffic = bytes_in_words(found.traffic),
        rounds = found.rounds,
        computing = time_in_words(found.computing),
        receiving = time_in_words(found.receiving),
    );
    let json = json!({
        "rows": puzzle.size().rows(),
        "columns": puzzle.size().columns(),
        "metric": metric.name(),
        "processes": processes,
        "cores": machine.cores,
        "bandwidth": machine.bandwidth,
        "classes": found.classes,
        "places": found.places,
        "memory": found.memory,
        "tables": found.tables,
        "rounds": found.rounds,
        "traffic": found.traffic,
        "computing_seconds": found.computing,
        "receiving_seconds": found.receiving,
    });
    Ok(Answer::new(text, json))
}

fn time_in_words(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} hours", s / 3600.0),
        s => format!("{:.1} days", s / 86400.0),
    }
}
