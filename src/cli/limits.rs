//! The limits of the machine, and interruption by its user.

use std::sync::Arc;
use std::time::Duration;

use cubegraph::Work;
use cubegraph::work::Canceller;

use super::progress::Bars;

/// After an interruption the work has this long to stop by itself.
const GRACE: Duration = Duration::from_secs(5);

/// Address space that a thread takes beside what it works on: its stack, and the arena its allocator
/// sets aside.
const PER_THREAD: u64 = 72 << 20;

/// The threads beside those that work: one waits for signals, one draws the progress.
const OTHER_THREADS: u64 = 2;

/// Starts the threads of parallel work and says how much memory, in bytes, the work may use: what was
/// asked for, or what is free less a tenth; never more than a limit on the address space leaves
/// beside the threads.
pub fn start(threads: Option<usize>, gib: Option<f64>) -> u64 {
    // Threads take address space themselves: where it is limited they get at most half of it.
    let space = address_space();
    let most = usize::try_from(space / 2 / PER_THREAD).unwrap_or(usize::MAX);
    let started = start_threads(threads, most.max(1));
    let left = match space {
        u64::MAX => u64::MAX,
        limited => limited.saturating_sub(PER_THREAD * (started as u64 + OTHER_THREADS)),
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the option is positive, and the cast saturates"
    )]
    let allowed = match gib {
        Some(gib) => (gib * f64::from(1u32 << 30)) as u64,
        None => machine_memory() / 10 * 9,
    };
    allowed.min(left / 10 * 9)
}

/// What is free on this machine, or in the group of processes this one is in. On a system that does
/// not tell, only an explicit limit holds.
fn machine_memory() -> u64 {
    if !sysinfo::IS_SUPPORTED_SYSTEM {
        return u64::MAX;
    }
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    // Without /proc nothing is known, and asking for the group's limits would panic.
    if system.total_memory() == 0 {
        return u64::MAX;
    }
    let free = system.available_memory();
    match system.cgroup_limits() {
        Some(limits) => free.min(limits.free_memory),
        None => free,
    }
}

/// The bytes of address space that a limit (`ulimit -v`) leaves to this process, beside what it has already.
#[cfg(unix)]
fn address_space() -> u64 {
    match rlimit::Resource::AS.get() {
        Ok((soft, _)) if soft < rlimit::INFINITY => soft.saturating_sub(taken()),
        _ => u64::MAX,
    }
}

#[cfg(not(unix))]
fn address_space() -> u64 {
    u64::MAX
}

/// The address space this process has, where the system tells it in Linux's way.
#[cfg(unix)]
fn taken() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kibibytes.unwrap_or(0) << 10
}

/// Starts as many threads as asked for, else one for each core, at most `most`, and one where the
/// system gives no more.
fn start_threads(asked: Option<usize>, most: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    let fewer = std::env::var("RAYON_NUM_THREADS").ok();
    let fewer = fewer.and_then(|count| count.parse::<usize>().ok());
    let fewer = fewer.filter(|count| (1..cores).contains(count));
    let wanted = asked.or(fewer).unwrap_or(cores).min(most);
    let pool = |count| rayon::ThreadPoolBuilder::new().num_threads(count);
    // The global pool is set once, even if that fails: a trial shows whether there are threads to be
    // had.
    if pool(wanted).build().is_ok() && pool(wanted).build_global().is_ok() {
        return wanted;
    }
    // This thread alone then does all of it. If even that fails, the pool was there already.
    let _ = pool(1).use_current_thread().build_global();
    1
}

/// Cancels the work on Ctrl-C or a request to terminate. Work that does not stop in time is ended,
/// with the same status; files are renamed into place only when complete, so nothing is left
/// half-written.
///
/// A signal that was ignored when the program started stays ignored: that is how `nohup` works.
#[cfg(unix)]
pub fn stop_when_asked(work: &Work, bars: &Bars) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    let ignored = ignored_signals();
    let heard = [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0);
    // A file that grows beyond a limit is then an error of writing like any other.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    // Without a handler the system's own still ends the program.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(heard) else {
        return;
    };
    let (canceller, bars) = (work.canceller(), bars.clone());
    let _ = std::thread::Builder::new().spawn(move || {
        for _ in signals.forever() {
            cancel(&canceller, &bars);
        }
    });
}

/// Cancels the work on Ctrl-C. Work that does not stop in time is ended, with the same status; files
/// are renamed into place only when complete, so nothing is left half-written.
#[cfg(not(unix))]
pub fn stop_when_asked(work: &Work, bars: &Bars) {
    let (canceller, bars) = (work.canceller(), bars.clone());
    let _ = ctrlc::set_handler(move || cancel(&canceller, &bars));
}

/// The signals that were ignored when the program started, one bit each, where the system tells it in Linux's way.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

fn cancel(canceller: &Canceller, bars: &Bars) {
    let end = |bars: &Bars| {
        bars.clear();
        std::process::exit(130);
    };
    if canceller.is_cancelled() {
        end(bars);
    }
    canceller.cancel();
    let bars = bars.clone();
    let _ = std::thread::Builder::new().spawn(move || {
        std::thread::sleep(GRACE);
        end(&bars);
    });
}
