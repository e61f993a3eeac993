//! `cubegraph picture distances` in several processes, and what that would take.

use std::path::PathBuf;

use crate::Error;
use crate::picture::estimate::{Estimate, Machine};
use crate::picture::{Distances, Method, Metric, Options, Puzzle};
use crate::text::grouped;
use crate::work::{Result, Work, bytes_in_words, time_in_words};
use serde::{Deserialize, Serialize};

use super::super::{Answer, Context};
use super::envelope;

/// The network that an estimate supposes: ten gigabits per second.
const BANDWIDTH: f64 = 1.25e9;

/// Several processes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(feature = "cli", command(next_help_heading = "Several processes"))]
pub struct ClusterOptions {
    /// How many processes work together
    #[cfg_attr(feature = "cli", arg(
        long,
        value_name = "N",
        hide_short_help = true,
        value_parser = clap::value_parser!(u32).range(1..=1000)
    ))]
    #[serde(deserialize_with = "crate::request::options::within::<_, _, 1, 1000>")]
    processes: Option<u32>,
    /// Which of them this is, from 0
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "I", requires = "processes", hide_short_help = true)
    )]
    process: Option<u32>,
    /// Where they are: a file with one host:port per line, for process 0, 1, … (default: this
    /// machine, ports from 2101 on)
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "FILE", requires = "processes", hide_short_help = true)
    )]
    hosts: Option<PathBuf>,
    /// What all processes know and nobody else: a file with at least 16 bytes (or
    /// `CUBEGRAPH_SECRET`); needed as soon as a host is not this machine
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "FILE", requires = "processes", hide_short_help = true)
    )]
    secret: Option<PathBuf>,
    /// Give up a process that has not answered for this long [default: 60]
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "SECONDS", requires = "processes", hide_short_help = true)
    )]
    silence: Option<f64>,
}

/// Which process this is, and where the others are.
#[cfg(feature = "cluster")]
pub use crate::cluster::Process;

/// A build that knows no other processes.
#[cfg(not(feature = "cluster"))]
pub enum Process {}

/// What a process knows when a search is over.
#[cfg_attr(
    not(feature = "cluster"),
    expect(dead_code, reason = "a build without other processes never finds anything this way")
)]
pub enum ClusterResult {
    /// Everything.
    All(Distances),
    /// That it has done its part.
    Part(Answer),
}

impl ClusterOptions {
    /// Which process this is; `None` for an ordinary search.
    pub fn process(&self, puzzle: &Puzzle, options: &Options) -> Result<Option<Process>> {
        let Some(processes) = self.processes else {
            return Ok(None);
        };
        if coset_metric(puzzle, options).is_none() {
            return Err(Error::invalid(
                "--processes goes with --method cosets; other searches run in one process",
            ));
        }
        let process = match (self.process, processes) {
            (Some(process), _) => process,
            (None, 1) => 0,
            (None, _) => {
                return Err(Error::invalid(format!(
                    "--processes {processes}: say which process this is, with --process 0 to {}",
                    processes - 1
                )));
            }
        };
        self.member(process, processes)
    }

    #[cfg(feature = "cluster")]
    fn member(&self, process: u32, processes: u32) -> Result<Option<Process>> {
        let hosts = self.hosts.as_deref();
        let addresses = crate::cluster::addresses(hosts, processes as usize)?;
        let silence = std::time::Duration::try_from_secs_f64(self.silence.unwrap_or(60.0))
            .map_err(|error| Error::invalid(format!("--silence: {error}")))?;
        let process = Process::new(process as usize, addresses)?.with_silence(silence);
        Ok(Some(match self.secret()? {
            Some(secret) => process.with_secret(secret),
            None => process,
        }))
    }

    #[cfg(feature = "cluster")]
    fn secret(&self) -> Result<Option<crate::cluster::Secret>> {
        use std::io::Read;
        let bytes = match &self.secret {
            None => match std::env::var_os("CUBEGRAPH_SECRET") {
                None => return Ok(None),
                Some(text) => text.into_encoded_bytes(),
            },
            Some(path) => {
                let mut bytes = Vec::new();
                std::fs::File::open(path)
                    .and_then(|file| file.take(1 << 16).read_to_end(&mut bytes))
                    .map_err(|error| {
                        Error::invalid(format!("cannot read {}: {error}", path.display()))
                    })?;
                bytes
            }
        };
        crate::cluster::Secret::new(&bytes).map(Some)
    }

    #[cfg(not(feature = "cluster"))]
    fn member(&self, process: u32, processes: u32) -> Result<Option<Process>> {
        let _ = (&self.hosts, &self.secret, self.silence);
        if (process, processes) == (0, 1) {
            return Ok(None);
        }
        Err(Error::invalid("this build of cubegraph works in one process only")
            .help("build it with `cargo build --release --features cluster`"))
    }
}

/// The metric of the coset search, if that is what is asked for.
fn coset_metric(puzzle: &Puzzle, options: &Options) -> Option<Metric> {
    let is_cosets = matches!(options.method, Method::Auto | Method::Cosets);
    puzzle.rules().metric().filter(|_| is_cosets)
}

/// What a process says that has done its part.
#[cfg(feature = "cluster")]
#[derive(Serialize)]
struct Part {
    process: usize,
    processes: usize,
    diameter: usize,
}

/// Searches together with the other processes.
#[cfg(feature = "cluster")]
pub fn search(
    process: &Process,
    puzzle: &Puzzle,
    options: &Options,
    work: &Work,
) -> Result<ClusterResult> {
    let start = std::time::Instant::now();
    let together = match crate::cluster::distances(process, puzzle, options, work) {
        Err(Error::Invalid(refusal)) if process.unprotected().is_some() => {
            return Err(Error::invalid(format!("{refusal}; --secret FILE names it")));
        }
        together => together?,
    };
    let seconds = start.elapsed().as_secs_f64();
    let (number, count) = (process.number(), process.count());
    if count > 1 {
        work.note(&format!(
            "process {number} of {count}: {} sent, {} received, {seconds:.2} s",
            bytes_in_words(together.sent.into()),
            bytes_in_words(together.received.into()),
        ));
    }
    if let Some(distances) = together.distances {
        return Ok(ClusterResult::All(distances));
    }
    let text = format!("process {number} of {count} is done; process 0 has the answer\n");
    let part = Part { process: number, processes: count, diameter: together.diameter };
    let json = envelope("distances", None, part).timed(Some(seconds));
    // The table of distances is process 0's.
    let csv = vec![vec!["process".to_owned()], vec![number.to_string()]];
    Ok(ClusterResult::Part(Answer::new(text, json).with_csv(csv)))
}

/// There are no other processes in this build.
#[cfg(not(feature = "cluster"))]
pub fn search(process: &Process, _: &Puzzle, _: &Options, _: &Work) -> Result<ClusterResult> {
    match *process {}
}

/// An estimate for programs.
#[derive(Serialize)]
struct EstimateKeys {
    rows: usize,
    columns: usize,
    metric: Metric,
    processes: usize,
    cores: usize,
    bandwidth: f64,
    classes: u128,
    places: u128,
    memory: u128,
    tables: u128,
    rounds: u128,
    traffic: u128,
    computing_seconds: f64,
    receiving_seconds: f64,
}

/// Says what a search would take.
pub fn estimate(
    arguments: &ClusterOptions,
    puzzle: &Puzzle,
    options: &Options,
    context: &Context,
) -> Result<Answer> {
    let Some(metric) = coset_metric(puzzle, options) else {
        return Err(Error::invalid("--estimate is for the coset search of the cube"));
    };
    let processes = arguments.processes.unwrap_or(1) as usize;
    let machine = Machine {
        cores: context.threads.unwrap_or_else(rayon::current_num_threads),
        bandwidth: BANDWIDTH,
    };
    let found = Estimate::new(puzzle.size(), metric, processes, machine, context.work)?;
    let machines = if processes == 1 { "machine" } else { "machines" };
    let text = format!(
        "{size} in {metric} turns on {processes} {machines} of {cores} cores, 10 Gbit/s\n\n\
        classes of cosets    {classes}\n\
        places               {places}\n\
        memory per machine   {memory}, of which tables {tables}\n\
        traffic per machine  {traffic} in a full layer, in rounds: {rounds}\n\
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
    let keys = EstimateKeys {
        rows: puzzle.size().rows(),
        columns: puzzle.size().columns(),
        metric,
        processes,
        cores: machine.cores,
        bandwidth: machine.bandwidth,
        classes: found.classes,
        places: found.places,
        memory: found.memory,
        tables: found.tables,
        rounds: found.rounds,
        traffic: found.traffic,
        computing_seconds: found.computing,
        receiving_seconds: found.receiving,
    };
    Ok(Answer::new(text, envelope("distances", None, keys)))
}
