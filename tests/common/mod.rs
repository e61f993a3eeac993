//! The tool as a child process that depends on nothing outside.
#![allow(dead_code, reason = "every test program uses a part of it")]

use std::process::Command;
use std::sync::OnceLock;

#[cfg(target_os = "linux")]
use signal_hook::consts;

/// The tool, without the settings of the environment that change what it prints, and with the
/// default reaction to signals.
pub fn tool() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubegraph"));
    plain(&mut command);
    command
}

/// Removes what the environment of the tests would change in a child.
pub fn plain(command: &mut Command) {
    default_signals();
    for name in
        ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "TERM", "RUST_BACKTRACE"]
    {
        command.env_remove(name);
    }
}

/// Makes sure that children do not ignore signals.
///
/// A child inherits the signals that its parent ignores, as under `nohup` and in background jobs of
/// a shell, but not the ones that its parent handles. So each ignored signal gets a handler here.
pub fn default_signals() {
    static DONE: OnceLock<()> = OnceLock::new();
    DONE.get_or_init(|| {
        #[cfg(target_os = "linux")]
        {
            let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
            let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
            let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
            for signal in [consts::SIGHUP, consts::SIGINT, consts::SIGTERM] {
                if mask >> (signal - 1) & 1 == 1 {
                    let flag = std::sync::Arc::default();
                    signal_hook::flag::register(signal, flag)
                        .expect("these signals can be handled");
                }
            }
        }
    });
}
