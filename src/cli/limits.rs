//! The limits of the machine, and interruption by its user.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use clap::ColorChoice;
use cubegraph::work::file;
use cubegraph::{Error, Work};

use super::progress::{self, Bars};

/// How often the limits are looked at.
const PERIOD: Duration = Duration::from_millis(20);

/// After an interruption the work has this long to stop by itself.
const GRACE: Duration = Duration::from_millis(150);

/// Time allowed for reporting partial results.
const TIMEOUT_GRACE: Duration = Duration::from_millis(1500);

/// What the program and its threads need beside what the work may use.
const BESIDE: u64 = 48 << 20;

/// Set once the result is being written: its reader may take any time.
static DELIVERING: AtomicBool = AtomicBool::new(false);

/// Address space that a thread takes beside what it works on: its stack, and the arena its
/// allocator sets aside.
const PER_THREAD: u64 = 72 << 20;

/// The threads beside those that work: one watches the limits, one draws the progress.
const OTHER_THREADS: u64 = 2;

/// Starts the threads of parallel work and says how much memory, in bytes, the work may use: what
/// was asked for, or what is free less a tenth; never more than a limit on the address space leaves
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

/// The bytes of address space that a limit (`ulimit -v`) leaves to this process, beside what it has
/// already.
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

/// The address space this process has.
#[cfg(unix)]
fn taken() -> u64 {
    in_bytes("VmSize:")
}

/// A size that the system tells about this process, or 0.
fn in_bytes(name: &str) -> u64 {
    let size = status(name).and_then(|size| size.trim_end_matches(" kB").parse::<u64>().ok());
    size.unwrap_or(0) << 10
}

/// What the system tells about this process under a name, where it does in Linux's way.
fn status(name: &str) -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(value.trim().to_owned())
}

/// Starts as many threads as asked for, else one for each core, at most `most`, and one where the
/// system gives no more.
fn start_threads(asked: Option<usize>, most: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    let fewer = std::env::var("RAYON_NUM_THREADS").ok();
    let fewer = fewer.and_then(|count| count.parse::<usize>().ok());
    let fewer = fewer.filter(|count| (1..cores).contains(count));
    let wanted = asked.or(fewer).unwrap_or(cores).min(most);
    // The global pool is set once, even if that fails; so its threads are there before it is.
    let mut waiting = Vec::new();
    for _ in 0..wanted {
        let (sender, receiver) = mpsc::channel::<rayon::ThreadBuilder>();
        let thread = move || receiver.recv().map_or((), rayon::ThreadBuilder::run);
        if std::thread::Builder::new().spawn(thread).is_err() {
            break;
        }
        waiting.push(sender);
    }
    let started = waiting.len().max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(started);
    let gone = || io::Error::other("the thread is gone");
    // If this fails, the pool was there already.
    let _ = if waiting.is_empty() {
        pool.use_current_thread().build_global()
    } else {
        let start = move |thread| {
            let sender = waiting.pop().ok_or_else(gone)?;
            sender.send(thread).map_err(|_| gone())
        };
        pool.spawn_handler(start).build_global()
    };
    started
}

/// Runs with as much stack as usual where the system gives the first thread less (`ulimit -s`).
pub fn with_stack(run: fn() -> u8) -> u8 {
    const STACK: usize = 8 << 20;
    if first_stack() >= STACK as u64 {
        return run();
    }
    match std::thread::Builder::new().stack_size(STACK).spawn(run) {
        Ok(thread) => thread.join().unwrap_or(101),
        Err(_) => run(),
    }
}

#[cfg(unix)]
fn first_stack() -> u64 {
    rlimit::Resource::STACK.get().map_or(u64::MAX, |(soft, _)| soft)
}

#[cfg(not(unix))]
fn first_stack() -> u64 {
    u64::MAX
}

/// Enforces cancellation and limits when the work does not stop by itself.
///
/// Long work looks at its limits all the time and stops with what it has found. What does not (a
/// read from a terminal without input, a step that takes long or more memory than it said)
/// is ended from here, with the same status, and without leaving unfinished files behind.
pub fn watch(work: &Work, bars: &Bars, color: ColorChoice) {
    let (watched, bars) = (work.clone(), bars.clone());
    let watcher = std::thread::Builder::new().spawn(move || {
        let mut cancelled = None;
        loop {
            std::thread::sleep(PERIOD);
            if let Some(error) = overrun(&watched, &mut cancelled) {
                end(&error, &bars, color);
            }
        }
    });
    listen(work, watcher.is_err());
}

/// The limit that the work does not keep to, if there is one.
fn overrun(work: &Work, cancelled: &mut Option<Instant>) -> Option<Error> {
    if work.canceller().is_cancelled() {
        let since = cancelled.get_or_insert_with(Instant::now);
        return (since.elapsed() > GRACE).then_some(Error::Interrupted);
    }
    let late = work.time_over().is_some_and(|over| over > TIMEOUT_GRACE);
    if late && !DELIVERING.load(Ordering::Relaxed) {
        return work.check("").err();
    }
    let used = in_bytes("VmRSS:");
    let most = work
        .memory()
        .map_or(u64::MAX, |allowed| allowed.saturating_add(allowed / 4).saturating_add(BESIDE));
    (used > most).then(|| work.reserve("this", used.into()).err())?
}

fn end(error: &Error, bars: &Bars, color: ColorChoice) -> ! {
    file::remove_unfinished();
    bars.clear();
    std::process::exit(progress::report_error(error, color).into());
}

/// From here on the reader of the result decides how long it takes.
pub fn deliver() {
    DELIVERING.store(true, Ordering::Relaxed);
}

/// Cancels the work on Ctrl-C or a request to terminate; `alone`, without a watching thread, the
/// second request ends the program.
///
/// A signal that was ignored when the program started stays ignored: that is how `nohup` works.
#[cfg(unix)]
fn listen(work: &Work, alone: bool) {
    use signal_hook::consts::{SIGABRT, SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag::{register, register_conditional_shutdown};
    let ignored = status("SigIgn:").and_then(|mask| u64::from_str_radix(&mask, 16).ok());
    let stop = work.canceller().flag();
    // Where a handler cannot be set the system's own still ends the program.
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if ignored.unwrap_or(0) >> (signal - 1) & 1 == 0 {
            if alone {
                let _ = register_conditional_shutdown(signal, 130, stop.clone());
            }
            let _ = register(signal, stop.clone());
        }
    }
    // A file that grows beyond a limit is then an error of writing like any other.
    let _ = register(SIGXFSZ, std::sync::Arc::default());
    // Memory that the system does not give ends a program this way.
    let _ = register_conditional_shutdown(SIGABRT, 3, std::sync::Arc::new(true.into()));
}

/// Cancels the work on Ctrl-C.
#[cfg(not(unix))]
fn listen(work: &Work, alone: bool) {
    let stop = work.canceller();
    let _ = ctrlc::set_handler(move || {
        if alone && stop.is_cancelled() {
            std::process::exit(130);
        }
        stop.cancel();
    });
}
