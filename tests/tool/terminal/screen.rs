//! A terminal of a given size, with the tool running in it.

use std::io::Read;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// No command of these tests takes longer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(240);
/// Lines that have left the screen and are still looked at.
const SCROLLED: usize = 20_000;

/// What a person sees when a command has ended.
pub struct Seen {
    /// Everything written to the terminal, line by line, as it ended up.
    pub lines: Vec<String>,
    /// The lines that were wider than the terminal.
    pub too_wide: Vec<String>,
    /// The column of the cursor at the end.
    pub cursor: u16,
    /// The exit status.
    pub status: u32,
}

/// Runs the tool on a line of arguments in a terminal of this size; with `result` its standard
/// output goes to that file, as behind a `>` of the shell, and the terminal sees standard error
/// alone.
pub fn run(arguments: &[&str], columns: u16, rows: u16, result: Option<&Path>) -> Seen {
    run_in((columns, rows), arguments, (columns, rows), result)
}

/// The same in a terminal of 80 × 24 that does not say so.
pub fn run_without_size(arguments: &[&str], result: Option<&Path>) -> Seen {
    run_in((0, 0), arguments, (80, 24), result)
}

fn run_in(
    (said_columns, said_rows): (u16, u16),
    arguments: &[&str],
    (columns, rows): (u16, u16),
    result: Option<&Path>,
) -> Seen {
    let size = PtySize { rows: said_rows, cols: said_columns, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a terminal");
    let mut child = pair.slave.spawn_command(command(arguments, result)).expect("the tool starts");
    drop(pair.slave);
    let bytes = read_all(pair.master.try_clone_reader().expect("a reader"));
    let status = child.wait().expect("it ends").exit_code();
    look(&bytes, columns, rows, status)
}

fn command(arguments: &[&str], result: Option<&Path>) -> CommandBuilder {
    let tool = env!("CARGO_BIN_EXE_cubegraph");
    let mut command = match result {
        None => CommandBuilder::new(tool),
        Some(file) => {
            let mut shell = CommandBuilder::new("sh");
            shell.args(["-c", "file=$1; shift; exec \"$@\" > \"$file\"", "sh"]);
            shell.arg(file);
            shell.arg(tool);
            shell
        }
    };
    command.args(arguments);
    command.env("TERM", "xterm-256color");
    command.env("NO_COLOR", "1");
    command.cwd(std::env::temp_dir());
    command
}

/// Everything until the terminal is closed from the other side.
fn read_all(mut reader: Box<dyn Read + Send>) -> Vec<u8> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    let (mut bytes, start) = (Vec::new(), Instant::now());
    while let Some(left) = PATIENCE.checked_sub(start.elapsed()) {
        match receiver.recv_timeout(left) {
            Ok(more) => bytes.extend(more),
            Err(mpsc::RecvTimeoutError::Disconnected) => return bytes,
            Err(mpsc::RecvTimeoutError::Timeout) => break,
        }
    }
    panic!("still running after {PATIENCE:?}");
}

fn nonzero(size: u16) -> std::num::NonZero<u16> {
    std::num::NonZero::new(size).expect("a terminal has rows and columns")
}

fn look(bytes: &[u8], columns: u16, rows: u16, status: u32) -> Seen {
    let mut parser = vt100::Parser::new(nonzero(rows), nonzero(columns), SCROLLED);
    parser.process(bytes);
    let cursor = parser.screen().cursor_position().1;
    let (mut lines, mut wrapped) = (Vec::new(), Vec::new());
    // The oldest line that is kept first; every step of the scroll position shows one line more.
    parser.screen_mut().set_scrollback(SCROLLED);
    for offset in (0..=parser.screen().scrollback()).rev() {
        parser.screen_mut().set_scrollback(offset);
        let last = if offset == 0 { rows } else { 1 };
        for row in 0..last {
            let screen = parser.screen();
            let line = screen.rows(0, columns).nth(usize::from(row));
            lines.push(line.unwrap_or_default().trim_end().to_owned());
            wrapped.push(screen.row_wrapped(row));
        }
    }
    let too_wide = lines
        .iter()
        .zip(&wrapped)
        .filter(|(_, wrapped)| **wrapped)
        .map(|(line, _)| line.clone())
        .collect();
    Seen { lines, too_wide, cursor, status }
}
