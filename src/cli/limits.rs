//! The limits of the machine and the wish of the person at it.

use std::time::Duration;

use cubegraph::work::Canceller;

/// After an interruption the work has this long to stop by itself.
const GRACE: Duration = Duration::from_secs(5);

/// Address space that a thread takes beside what it works on: its stack, and the arena its allocator sets aside.
const PER_THREAD: u64 = 72 << 20;

/// The memory that may be used, in bytes: what was asked for, or what is free less a tenth; never more than a limit on the
/// address space leaves.
pub fn memory(gib: Option<f64>, threads: Option<usize>) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the option is positive, and the cast saturates"
    )]
    if let Some(gib) = gib {
        return ((gib * f64::from(1u32 << 30)) as u64).min(address_space());
    }
    let mut free = u64::MAX;
    // On a system that does not tell, only an explicit limit holds.
    if sysinfo::IS_SUPPORTED_SYSTEM {
        let mut system = sysinfo::System::new();
        system.refresh_memory();
        free = system.available_memory();
        if let Some(limits) = system.cgroup_limits() {
            free = free.min(limits.free_memory);
        }
    }
    let space = address_space();
    if space < u64::MAX {
        let threads = threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into));
        let taken = PER_THREAD.saturating_mul(threads.unwrap_or(1) as u64);
        free = free.min(space.saturating_sub(taken));
    }
    free / 10 * 9
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

/// Sets the flag on Ctrl-C or a request to terminate. Whoever does not stop in time is stopped, with the same status;
/// files are renamed into place only when complete, so nothing is left half-written.
pub fn stop_when_asked(cancel: &Canceller) {
    let cancel = cancel.clone();
    // Without a handler the system's own still ends the program.
    let _ = ctrlc::set_handler(move || {
        if cancel.is_cancelled() {
            std::process::exit(130);
        }
        cancel.cancel();
        std::thread::spawn(|| {
            std::thread::sleep(GRACE);
            std::process::exit(130);
        });
    });
}
