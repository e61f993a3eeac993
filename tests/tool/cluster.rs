//! Several processes that search together: `cargo test --features cluster --test tool cluster`.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Longer than any of these processes may take, on a machine with much else to do.
const PATIENCE: Duration = Duration::from_secs(300);

fn tool(size: &str) -> Command {
    let mut command = crate::common::tool();
    command.args(["picture", "distances", size, "--format", "json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A file of addresses on this machine where nobody listens.
fn hosts(folder: &Path, count: usize) -> PathBuf {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<String> = (listeners.iter())
        .map(|listener| format!("{}\n", listener.local_addr().unwrap()))
        .collect();
    let path = folder.join("hosts");
    std::fs::write(&path, lines.concat()).unwrap();
    path
}

/// A file with a secret.
fn secret(folder: &Path) -> PathBuf {
    let path = folder.join("secret");
    std::fs::write(&path, "what only these processes know\n").unwrap();
    path
}

/// Processes that do not outlive their test.
struct Processes(Vec<Child>);

impl Processes {
    fn start(count: usize, hosts: &Path, mut command: impl FnMut(usize) -> Command) -> Processes {
        let start = |process: usize| {
            command(process)
                .args(["--processes", &count.to_string()])
                .args(["--process", &process.to_string()])
                .arg("--hosts")
                .arg(hosts)
                .spawn()
                .unwrap()
        };
        Processes((0..count).map(start).collect())
    }

    /// Waits for the next process in line to end.
    fn next(&mut self) -> Output {
        let mut child = self.0.remove(0);
        // A long answer does not end before somebody reads it.
        let (stdout, stderr) = (all_of(child.stdout.take()), all_of(child.stderr.take()));
        let start = Instant::now();
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None if start.elapsed() > PATIENCE => child.kill().unwrap(),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
    }

    /// The answer of the first process, when all are done.
    fn answer(mut self) -> Value {
        let outputs: Vec<Output> = (0..self.0.len()).map(|_| self.next()).collect();
        for output in &outputs {
            assert!(output.status.success(), "{}", errors(output));
        }
        answer(&outputs[0])
    }
}

fn all_of(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    })
}

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &mut self.0 {
            child.kill().ok();
            child.wait().ok();
        }
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What was answered, but for the time it took.
fn answer(output: &Output) -> Value {
    assert!(output.status.success(), "{}", errors(output));
    let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["seconds"].take();
    answer
}

#[test]
fn two_and_three_processes_find_the_same_as_one() {
    let folder = tempfile::tempdir().unwrap();
    for rows in 1..=3 {
        for columns in 1..=3 {
            let size = format!("{rows}x{columns}");
            for metric in ["quarter", "half"] {
                let with_metric = |mut command: Command| {
                    command.args(["--metric", metric]);
                    command
                };
                let alone = answer(&with_metric(tool(&size)).output().unwrap());
                for count in [1, 2, 3] {
                    let hosts = hosts(folder.path(), count);
                    let processes = Processes::start(count, &hosts, |_| with_metric(tool(&size)));
                    assert_eq!(processes.answer(), alone, "{size} {metric} {count}");
                }
            }
        }
    }
}

/// The layers of which a folder has all of a given number of parts.
fn layers(folder: &Path, parts: usize) -> usize {
    (1..1000)
        .take_while(|layer| {
            (1..=parts).all(|part| {
                let name = format!("layer-{layer:03}-part-{part}-of-{parts}");
                folder.join(name).exists()
            })
        })
        .count()
}

#[test]
fn a_killed_process_ends_all_and_they_go_on_after_the_last_layer_in_any_number() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("layers");
    let checkpointed = |_| {
        let mut command = tool("3x3");
        command.arg("--checkpoint").arg(&kept);
        command
    };
    let alone = answer(&tool("3x3").output().unwrap());
    let mut known = 0;
    for (count, victim) in [(3, 1), (2, 0), (2, 1)] {
        let hosts = hosts(folder.path(), count);
        let mut processes = Processes::start(count, &hosts, checkpointed);
        // Some layers after those that were known before.
        let wanted = known + 4;
        let start = Instant::now();
        while layers(&kept, count).max(known) < wanted && start.elapsed() < PATIENCE {
            // Layers of an earlier number of processes are not computed again.
            let name = format!("layer-{wanted:03}-part-1-of-{count}");
            if kept.join(name).exists() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        processes.0[victim].kill().unwrap();
        let killed = Instant::now();
        for process in 0..count {
            let output = processes.next();
            if process != victim {
                let complaint = errors(&output);
                assert_eq!(output.status.code(), Some(4), "{complaint}");
                // The victim, or one that ended because of it and was noticed first.
                let named = (0..count).filter(|&other| other != process).any(|other| {
                    let says = format!("process {other} at ");
                    complaint.contains(&says) && complaint.contains("is gone")
                });
                assert!(named, "{complaint}");
                assert!(complaint.contains("checkpoint"), "{complaint}");
                assert!(output.stdout.is_empty());
            }
        }
        assert!(killed.elapsed() < Duration::from_secs(30));
        known = wanted - 1;
        assert!(kept.join("layer-001-part-1-of-3").exists());
    }
    // Nothing that was known is computed again: the first layers are still those of three processes
    // alone.
    assert!(layers(&kept, 3) >= 3);
    assert!(!kept.join("layer-001-part-1-of-2").exists());
    let hosts = hosts(folder.path(), 2);
    assert_eq!(Processes::start(2, &hosts, checkpointed).answer(), alone);
    // One process without others takes the same folder over.
    assert_eq!(answer(&checkpointed(0).output().unwrap()), alone);
}

#[test]
fn a_process_that_searches_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let secret = secret(folder.path());
    let elsewhere = folder.path().join("layers");
    let cases: [(&str, &[&str]); 4] = [
        ("3x2", &["--metric", "half"]),
        ("2x3", &[]),
        ("2x2", &[]),
        ("3x2", &["--checkpoint", elsewhere.to_str().unwrap()]),
    ];
    for (size, change) in cases {
        let hosts = hosts(folder.path(), 2);
        let mut processes = Processes::start(2, &hosts, |process| {
            let mut command = tool(if process == 0 { "3x2" } else { size });
            command.arg("--secret").arg(&secret);
            if process == 1 {
                command.args(change);
            }
            command
        });
        for other in [1, 0] {
            let output = processes.next();
            let complaint = errors(&output);
            assert_eq!(output.status.code(), Some(2), "{complaint}");
            assert!(complaint.contains(&format!("process {other}")), "{complaint}");
            assert!(complaint.contains("does not fit"), "{complaint}");
        }
    }
}

/// A hello of another version, as bytes.
fn hello(version: &str, process: usize) -> Vec<u8> {
    let text = format!(
        r#"{{"version":"{version}","format":1,"size":"3x2","metric":"quarter","processes":2,"process":{process},"checkpoint":false,"new":[]}}"#
    );
    let mut bytes = b"cubegraph-cluster\n".to_vec();
    bytes.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

fn refused_for_its_version(output: &Output) {
    let complaint = errors(output);
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("9.9.9"), "{complaint}");
    assert!(complaint.contains(env!("CARGO_PKG_VERSION")), "{complaint}");
    assert!(complaint.contains("same version"), "{complaint}");
}

#[test]
fn another_version_is_hung_up_on_when_it_calls_and_refused_when_it_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = hosts(folder.path(), 2);
    let text = std::fs::read_to_string(&hosts).unwrap();
    let addresses: Vec<&str> = text.lines().collect();
    let process = |number: &str| {
        let mut command = tool("3x2");
        command.args(["--processes", "2", "--process", number]);
        Processes(vec![command.arg("--hosts").arg(&hosts).spawn().unwrap()])
    };

    let mut called = process("0");
    let start = Instant::now();
    let mut link = loop {
        match TcpStream::connect(addresses[0]) {
            Ok(link) => break link,
            Err(error) => assert!(start.elapsed() < PATIENCE, "{error}"),
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    link.write_all(&hello("9.9.9", 1)).unwrap();
    // It says who it is before it hangs up, and goes on.
    let mut answer = Vec::new();
    link.read_to_end(&mut answer).ok();
    assert!(answer.starts_with(b"cubegraph-cluster\n"));
    let mut right = process("1");
    let output = called.next();
    assert!(output.status.success() && right.next().status.success());
    let notes = errors(&output);
    assert!(notes.contains("9.9.9") && notes.contains("not let in"), "{notes}");

    let listener = TcpListener::bind(addresses[0]).unwrap();
    let mut calling = process("1");
    listener.set_nonblocking(true).unwrap();
    let start = Instant::now();
    let mut link = loop {
        match listener.accept() {
            Ok((link, _)) => break link,
            Err(error) => assert!(start.elapsed() < PATIENCE, "{error}"),
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    link.set_nonblocking(false).unwrap();
    link.write_all(&hello("9.9.9", 0)).unwrap();
    refused_for_its_version(&calling.next());
}

#[cfg(unix)]
#[test]
fn a_process_that_is_stopped_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (hosts, secret) = (hosts(folder.path(), 2), secret(folder.path()));
    let kept = folder.path().join("layers");
    let mut processes = Processes::start(2, &hosts, |_| {
        let mut command = tool("5x2");
        command.args(["--silence", "2", "--secret"]).arg(&secret);
        command.arg("--checkpoint").arg(&kept);
        command
    });
    let start = Instant::now();
    while layers(&kept, 2) < 3 && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(1));
    }
    let victim = processes.0[1].id().to_string();
    let signal = |name: &str| Command::new("kill").args([name, &victim]).status().unwrap();
    assert!(signal("-STOP").success());
    let stopped = Instant::now();
    let output = processes.next();
    signal("-CONT");
    assert!(stopped.elapsed() < Duration::from_secs(30));
    let complaint = errors(&output);
    assert_eq!(output.status.code(), Some(4), "{complaint}");
    assert!(complaint.contains("process 1 at "), "{complaint}");
    assert!(complaint.contains("2 s") || complaint.contains("takes nothing"), "{complaint}");
}

#[test]
fn wrong_usage_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let short = folder.path().join("short");
    std::fs::write(&short, "localhost:2101\n").unwrap();
    let far = folder.path().join("far");
    std::fs::write(&far, "localhost:2101\nnode7.example.org:2101\n").unwrap();
    let (short, far) = (short.to_str().unwrap(), far.to_str().unwrap());
    let cases: &[(&[&str], &str)] = &[
        (&["--processes", "2"], "--process 0 to 1"),
        (&["--processes", "2", "--process", "2"], "from 0 to 1"),
        (&["--process", "1"], "--processes"),
        (&["--processes", "0"], "0"),
        (&["--processes", "2", "--process", "0", "--hosts", short], "1 lines"),
        (&["--processes", "2", "--process", "0", "--hosts", "missing/file"], "missing/file"),
        (&["--processes", "2", "--process", "0", "--secret", short], "16 bytes"),
        (&["--processes", "2", "--process", "0", "--hosts", far], "secret"),
        (&["--processes", "2", "--process", "0", "--method", "plain"], "--method cosets"),
    ];
    for (arguments, word) in cases {
        let output = tool("2x2").args(*arguments).output().unwrap();
        let complaint = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {complaint}");
        assert!(complaint.contains(word), "{arguments:?} {complaint}");
    }
}
