//! Several processes against one: `cargo bench --features cluster --bench cluster [-- SIZE]`.
//!
//! The aims, on two otherwise idle cores with 5×2: `--processes 1` takes less than a tenth longer
//! than the ordinary search, and two processes of one core each are at least 1.7 times as fast as
//! one. Best of several runs, since other work on the machine only ever makes a run longer. Also
//! prints what two and three processes sent, the constant behind `docs/scaling.md`.

use std::net::TcpListener;
use std::process::{Command, Stdio};

use serde_json::Value;

const REPEATS: usize = 5;

fn main() {
    let size = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let size = size.unwrap_or_else(|| "5x2".to_owned());
    for metric in ["quarter", "half"] {
        let best = |processes: usize| {
            let runs = (0..REPEATS).map(|_| seconds(&size, metric, processes));
            runs.fold(f64::INFINITY, f64::min)
        };
        let [ordinary, one, two, three] = [0, 1, 2, 3].map(best);
        println!("{size} {metric}, one thread per process, best of {REPEATS}:");
        println!("  ordinary search   {ordinary:8.3} s");
        println!(
            "  one process       {one:8.3} s  overhead {:.1} %",
            100.0 * (one / ordinary - 1.0)
        );
        println!("  two processes     {two:8.3} s  {:.2} times as fast", one / two);
        println!("  three processes   {three:8.3} s  {:.2} times as fast", one / three);
    }
}

/// How long a search takes; without processes, the ordinary one.
fn seconds(size: &str, metric: &str, processes: usize) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = folder.path().join("hosts");
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let lines: Vec<String> = (listeners.iter())
        .map(|listener| format!("{}\n", listener.local_addr().expect("an address")))
        .collect();
    std::fs::write(&hosts, lines.concat()).expect("a file");
    drop(listeners);
    let start = |process: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cubegraph"));
        command
            .args(["picture", "distances", size, "--metric", metric])
            .args(["--threads", "1", "--format", "json"])
            .stdout(Stdio::piped());
        if processes > 0 {
            command
                .args(["--processes", &processes.to_string()])
                .args(["--process", &process.to_string()])
                .arg("--hosts")
                .arg(&hosts);
        }
        command.spawn().expect("the tool")
    };
    let children: Vec<_> = (0..processes.max(1)).map(start).collect();
    let answers: Vec<Value> = children
        .into_iter()
        .map(|child| {
            let output = child.wait_with_output().expect("an answer");
            serde_json::from_slice(&output.stdout).expect("JSON")
        })
        .collect();
    (answers.iter()).filter_map(|answer| answer["seconds"].as_f64()).fold(0.0, f64::max)
}
