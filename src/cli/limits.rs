//! The limits of the machine and the wish of the person at it.

use std::time::Duration;

use cubegraph::work::CancelFlag;

/// After an interruption the work has this long to stop by itself.
const GRACE: Duration = Duration::from_secs(5);

/// The memory that may be used, in bytes: what was asked for, or what is free less a tenth.
pub fn memory(gib: Option<f64>) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the option is positive, and the cast saturates"
    )]
    if let Some(gib) = gib {
        return (gib * f64::from(1u32 << 30)) as u64;
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
    #[cfg(unix)]
    if let Ok((soft, _)) = rlimit::Resource::AS.get() {
        free = free.min(soft);
    }
    free / 10 * 9
}

/// Sets the flag on Ctrl-C or a request to terminate. Whoever does not stop in time is stopped, with the same status;
/// files are renamed into place only when complete, so nothing is left half-written.
pub fn stop_when_asked(cancel: &CancelFlag) {
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
