//! What goes wrong outside: killed runs, full disks, folders that cannot be written, files that
//! vanish, closed pipes, little memory.
//!
//! Every fault must end with a clear message and the right status, and leave the earlier file as it
//! was. Disks of our own need the right to mount; without it those tests say so and are skipped.
//! `FAULT_KILLS=50 cargo test --test tool kill -- --ignored` kills more often.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const TOOL: &str = env!("CARGO_BIN_EXE_cubegraph");

fn tool(arguments: &str) -> Command {
    let mut command = crate::common::tool();
    command.arg("-q").args(arguments.split_whitespace());
    command
}

fn finished(command: &mut Command) -> Output {
    command.output().expect("the tool starts")
}

/// Asserts that a run ended with a status, silent on standard output, and that its message has all
/// these words.
fn fails(command: &mut Command, status: i32, words: &[&str]) {
    let output = finished(command);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{command:?}: {message}");
    assert!(output.stdout.is_empty(), "{command:?}");
    assert!(message.starts_with("error: "), "{command:?}: {message}");
    for word in words {
        assert!(message.contains(word), "{command:?}: no {word:?} in {message}");
    }
}

fn succeeds(command: &mut Command) -> Vec<u8> {
    let output = finished(command);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {message}");
    output.stdout
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8"))
        .collect();
    names.sort();
    names
}

/// A disk of our own in memory, unmounted when dropped.
struct Disk(tempfile::TempDir);

impl Disk {
    /// A disk of the given size in KiB, or `None` where mounting is not allowed.
    fn new(kibibytes: usize) -> Option<Disk> {
        let folder = tempfile::tempdir().expect("a folder");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={kibibytes}k"), "tmpfs"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(Disk(folder));
        }
        // Not through the test harness, which would hide it.
        writeln!(
            std::io::stderr(),
            "SKIPPED: a disk of our own cannot be mounted here (run as root)"
        )
        .ok();
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Fills what is left.
    fn fill(&self) -> PathBuf {
        let path = self.path().join("filler");
        let mut file = fs::File::create(&path).expect("room for a name");
        while file.write_all(&[0; 512]).is_ok() {}
        path
    }

    fn make_read_only(&self) {
        let done = Command::new("mount").args(["-o", "remount,ro"]).arg(self.path()).status();
        assert!(done.expect("mount").success());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        Command::new("umount").arg(self.path()).status().ok();
    }
}

/// The result of `picture distances` without what it took.
fn distances(json: &[u8]) -> serde_json::Value {
    let mut json: serde_json::Value = serde_json::from_slice(json).expect("JSON");
    json["seconds"].take();
    json
}

/// How many layers a checkpoint has; a run that was killed early has not even made its folder.
fn layers_in(folder: &Path) -> usize {
    let is_layer = |name: &&String| name.starts_with("layer-");
    if folder.exists() { names(folder).iter().filter(is_layer).count() } else { 0 }
}

#[test]
#[ignore = "long: kills runs in a loop"]
fn a_run_killed_at_random_moments_is_resumed_and_ends_with_the_same_table() {
    const SEARCH: &str = "picture distances 4x2 --format json --checkpoint";
    let kills: usize =
        std::env::var("FAULT_KILLS").map_or(10, |text| text.parse().expect("a number"));
    let expected = distances(&succeeds(&mut tool("picture distances 4x2 --format json")));
    let folder = tempfile::tempdir().unwrap();
    let begin = Instant::now();
    succeeds(tool(SEARCH).arg(folder.path()));
    let longest = begin.elapsed();
    let complete = layers_in(folder.path());
    fs::remove_dir_all(folder.path()).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut killed, mut layers) = (0, Vec::new());
    while killed < kills {
        let mut child = tool(SEARCH)
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let pause = longest.mul_f64(random.random_range(0.0..0.6));
        std::thread::sleep(pause);
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            killed += 1;
        }
        let output = child.wait_with_output().unwrap();
        if output.status.success() {
            assert_eq!(distances(&output.stdout), expected);
        }
        let kept = layers_in(folder.path());
        if !output.status.success() {
            layers.push(kept);
        }
        // With all layers there is nothing left to interrupt: the next one begins from nothing.
        if kept >= complete {
            fs::remove_dir_all(folder.path()).unwrap();
        }
    }
    // Else every run began from nothing or had nothing left to do, and none was resumed.
    assert!(
        layers.iter().any(|kept| (1..complete).contains(kept)),
        "of {complete} layers these were kept: {layers:?}"
    );
    let resumed = succeeds(tool(SEARCH).arg(folder.path()));
    assert_eq!(distances(&resumed), expected);
    assert!(names(folder.path()).iter().all(|name| name.starts_with("layer-")));
    eprintln!("{killed} kills, layers kept: {layers:?}");
}

#[test]
fn a_full_disk_leaves_the_earlier_file_and_nothing_else() {
    let Some(disk) = Disk::new(64) else { return };
    let file = disk.path().join("list.json");
    fs::write(&file, "earlier").unwrap();
    let filler = disk.fill();
    let full = ["cannot write", "No space left"];
    fails(tool("instances --format json -o").arg(&file), 4, &full);
    fails(tool("tour draw --grid 4x4 -o").arg(disk.path().join("board.svg")), 4, &full);
    fails(tool("report @parker-brothers -o").arg(disk.path().join("page.html")), 4, &full);
    fails(tool("man --out").arg(disk.path()), 4, &full);
    fails(
        tool("picture solve 2x2 --scramble 5 --seed 1 --method optimal --table").arg(disk.path()),
        4,
        &full,
    );
    fails(
        tool("insanity solve AB,AB,AB AB,AB,AB AB,AB,AA --proof").arg(disk.path().join("proof")),
        4,
        &full,
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "earlier");
    assert_eq!(names(disk.path()), ["filler", "list.json"]);
    fs::remove_file(filler).unwrap();
    succeeds(tool("instances --format json -o").arg(&file));
    assert!(fs::read_to_string(&file).unwrap().starts_with('{'));
}

#[test]
fn a_checkpoint_whose_disk_fills_up_goes_on_when_there_is_room() {
    let Some(disk) = Disk::new(300) else { return };
    let search = "picture distances 3x2 --format json --checkpoint";
    let other = disk.path().join("other");
    fs::write(&other, vec![0; 200 << 10]).unwrap();
    let layers = disk.path().join("layers");
    fails(tool(search).arg(&layers), 4, &["cannot write", "layer-", "No space left"]);
    let kept = names(&layers);
    assert!(!kept.is_empty() && kept.iter().all(|name| name.starts_with("layer-")), "{kept:?}");
    fs::remove_file(other).unwrap();
    let resumed = succeeds(tool(search).arg(&layers));
    assert_eq!(
        distances(&resumed),
        distances(&succeeds(&mut tool("picture distances 3x2 --format json")))
    );
}

#[test]
fn a_read_only_folder_is_refused_and_keeps_its_files() {
    let Some(disk) = Disk::new(1024) else { return };
    let file = disk.path().join("list.json");
    fs::write(&file, "earlier").unwrap();
    let layers = disk.path().join("layers");
    succeeds(tool("picture distances 2x2 --checkpoint").arg(&layers));
    let before = names(&layers);
    fs::remove_file(layers.join(&before[before.len() - 1])).unwrap();
    disk.make_read_only();
    let refused = ["cannot write", "Read-only"];
    fails(tool("instances --format json -o").arg(&file), 4, &refused);
    fails(tool("picture distances 2x2 --checkpoint").arg(&layers), 4, &refused);
    fails(tool("picture distances 2x2 --checkpoint").arg(disk.path().join("new")), 4, &refused);
    fails(
        tool("picture solve 2x2 --scramble 5 --seed 1 --method optimal --table")
            .arg(disk.path().join("new")),
        4,
        &refused,
    );
    fails(tool("reproduce --out").arg(disk.path().join("new")), 4, &refused);
    assert_eq!(fs::read_to_string(&file).unwrap(), "earlier");
    assert_eq!(names(disk.path()), ["layers", "list.json"]);
}

#[test]
fn an_output_that_is_a_folder_or_lies_in_a_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "earlier").unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    fails(tool("instances -o").arg(folder.path().join("folder")), 4, &["cannot write"]);
    for within in ["file/list.csv", "file/deeper/list.csv", "nowhere/list.csv"] {
        fails(
            tool("instances --format csv -o").arg(folder.path().join(within)),
            4,
            &["cannot write", within],
        );
    }
    fails(
        tool("picture distances 2x1 --checkpoint").arg(folder.path().join("file")),
        4,
        &["cannot write"],
    );
    assert_eq!(fs::read_to_string(folder.path().join("file")).unwrap(), "earlier");
    assert_eq!(names(folder.path()), ["file", "folder"]);
}

#[test]
fn devices_that_are_full_are_said_to_be() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    fails(tool("instances").stdout(full()), 4, &["standard output", "No space left"]);
    // Nobody hears the message; the status still tells.
    let status = tool("insanity solve XX").stderr(full()).stdout(Stdio::null()).status();
    assert_eq!(status.unwrap().code(), Some(2));
}

#[test]
fn what_vanishes_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let instance = folder.path().join("gone.toml");
    std::os::unix::fs::symlink(folder.path().join("nothing"), &instance).unwrap();
    fails(tool("insanity solve").arg(&instance), 2, &["there is no file", "gone.toml"]);
    fails(tool("picture verify").arg(&instance), 2, &["gone.toml"]);
    // The folder of the checkpoint goes while the search is under way.
    let layers = folder.path().join("layers");
    let mut child = tool("picture distances 3x3 --checkpoint")
        .arg(&layers)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while !layers.join("layer-003-part-1-of-1").exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no layers");
        std::thread::sleep(Duration::from_millis(5));
    }
    fs::rename(&layers, folder.path().join("elsewhere")).unwrap();
    let output = loop {
        match child.try_wait().unwrap() {
            Some(_) => break child.wait_with_output().unwrap(),
            None => assert!(begin.elapsed() < Duration::from_secs(120), "it does not end"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{message}");
    assert!(message.contains("cannot write") && message.contains("layer-"), "{message}");
    let kept = names(&folder.path().join("elsewhere"));
    assert!(kept.contains(&"layer-003-part-1-of-1".to_owned()), "{kept:?}");
}

#[test]
fn closed_pipes_end_every_format_quietly() {
    for arguments in [
        "instances",
        "instances --format json",
        "instances --format csv",
        "insanity solve @parker-brothers --explain",
        "tour draw --grid 5x5",
        "picture distances 2x2 --format json",
        "corner solve AAD ACB ACD ADB ADD BBC BCC BDC",
        "completions zsh",
        "man",
    ] {
        let mut child =
            tool(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
    }
}

#[test]
fn standard_input_without_end_is_refused() {
    let zeros = fs::File::open("/dev/zero").unwrap();
    fails(tool("corner solve -").stdin(zeros), 2, &["standard input", "MiB"]);
}

/// Runs under a limit on the address space.
fn limited(kibibytes: u64, arguments: &str) -> Output {
    let shell = format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &shell, TOOL]).args(arguments.split_whitespace());
    // The library must not lean on the allocator to fail.
    finished(command.arg("-q"))
}

#[test]
fn under_a_limit_of_memory_it_answers_or_refuses_before_it_starts() {
    for arguments in [
        "picture distances 4x3",
        "picture distances 4x3 --memory 100",
        "picture distances 7x2 --threads 1",
        "picture distances 2x4 --method plain",
    ] {
        let begin = Instant::now();
        let output = limited(1 << 20, arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{arguments}: {message}");
        assert!(message.contains("are allowed"), "{message}");
        assert!(begin.elapsed() < Duration::from_secs(20), "{arguments}");
    }
    // Between too little and enough there is no limit at which it starts and breaks.
    let mut answered = 0;
    for step in 0..12 {
        let output = limited(60_000 + 30_000 * step, "picture distances 4x2");
        let message = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => answered += 1,
            status => assert_eq!(status, Some(3), "{step}: {message}"),
        }
    }
    assert!(answered > 0, "400 MB are enough for 4x2");
}
