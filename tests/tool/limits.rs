//! Limits that hold in every command: memory, time, Ctrl-C, and what the system itself limits.
//!
//! Every command is given the largest input that its own options and `generate` allow. What a
//! loaded machine takes longer for is not counted: processor time is measured where there is a
//! choice.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const TOOL: &str = env!("CARGO_BIN_EXE_cubegraph");

/// The statuses that the documentation names.
const STATUSES: [i32; 6] = [0, 1, 2, 3, 4, 130];

/// Commands on large inputs; files and output are in the folder they run in.
const LARGE: &[&str] = &[
    "insanity draw balanced.toml -o out.svg",
    "insanity draw many.toml -o out.svg",
    "insanity solve many.toml --method rotations",
    "insanity solve many.toml --explain",
    "insanity solve balanced.toml --count",
    "insanity solve balanced.toml --explain",
    "insanity obstacle many.toml",
    "insanity obstacle balanced.toml",
    "insanity graph many.toml --to json",
    "insanity check many.toml ABCDEF",
    "insanity generate --cubes 100000 --unique",
    "insanity generate --cubes 100000 --balanced",
    "insanity generate --cubes 9 --colours 9 --difficulty hard",
    "insanity census --cubes 20",
    "picture export 1000x1000 --to gap",
    "picture export 1000x1000 --to tws",
    "picture draw 1000x1000 --as cubes -o out.svg",
    "picture draw 1000x1000 --as cayley",
    "picture draw 3x3 --as cayley --radius 12",
    "picture graph 1000x1000",
    "picture graph 3x3 --of quotient",
    "picture bounds 1000000000x1000000000",
    "picture bounds --width 20",
    "picture group 1000x1000",
    "picture group symmetric.toml",
    "picture group generators.toml",
    "picture draw generators.toml -o out.svg",
    "picture distances symmetric.toml",
    "picture distances 5x3",
    "picture distances 3x3 --method graph",
    "picture distances 3x3 --method words",
    "picture solve 1000x1000 --scramble 1000000 --seed 1",
    "picture solve 1000x1000 --scramble 1000 --seed 1 --method subgroup",
    "picture check 1000x1000 up1",
    "picture table --up-to 12",
    "tour draw --grid 1x1000000",
    "tour draw --grid 1x1000000 --as board -o out.svg",
    "tour draw --grid 1000x1000 --as grid",
    "tour draw --grid 1000x1000 --as rolls",
    "tour solve --grid 1000x1000",
    "tour solve --grid 1x1000000 --explain",
    "tour solve --grid 8x8 --all",
    "tour solve --grid 8x8 --distribution",
    "tour graph --grid 1000x1000 --of rolls",
    "tour generate --grid 1000x1000",
    "tour generate --grid 6x6 --tries 1000000",
    "tour cycles --width 7",
    "corner census --repeats --symmetric-pieces --unbalanced",
    "corner solve assemblies.toml",
    "corner generate --all",
    "corner generate --rule faces",
    "report -o out.html",
    "report many.toml -o out.html",
    "report many.toml --nets nets",
    "reproduce --out figures",
    "solve .",
];

/// Makes the files that the commands name: what `generate` makes of 100,000 and 600 cubes, twelve
/// edges with 17,472 assemblies, and groups that take long.
fn large_inputs(folder: &Path) {
    for (name, kind) in [("many", "--cubes=100000"), ("balanced", "--cubes=600")] {
        let mut command = crate::common::tool();
        command.args(["-q", "insanity", "generate", kind, "--seed=1", "-o"]);
        command.arg(folder.join(name).with_extension("toml"));
        if name == "balanced" {
            command.arg("--balanced");
        }
        assert!(command.status().unwrap().success());
    }
    let pieces = "BH CN HN AH BN CD CN CD DH DN AN NN".split(' ').collect::<Vec<_>>();
    let assemblies = format!("kind = \"corner\"\nrule = \"edges\"\npieces = {pieces:?}\n");
    fs::write(folder.join("assemblies.toml"), assemblies).unwrap();
    let group = |name: &str, group: &str| {
        let text = format!("kind = \"picture\"\nrows = 3\ncolumns = 3\n[group]\n{group}\n");
        fs::write(folder.join(name), text).unwrap();
    };
    group("symmetric.toml", "name = \"S400\"");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let cycles: Vec<String> = (0..100)
        .map(|_| {
            let points: Vec<usize> = (1..=400).collect();
            let cycle: Vec<String> =
                (points.sample(&mut random, 399)).map(usize::to_string).collect();
            format!("\"({})\"", cycle.join(" "))
        })
        .collect();
    group("generators.toml", &format!("generators = [{}]", cycles.join(", ")));
}

fn start(folder: &Path, line: &str) -> Child {
    let mut command = crate::common::tool();
    command.args(["-q", "--memory", "0.2", "--time", "2"]);
    command.args(line.split(' ')).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("the tool starts")
}

/// A field of what the system says about a process, while there is one.
fn field(child: &Child, file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/{file}", child.id())).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

fn message(child: &mut Child) -> String {
    let mut text = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut text).expect("UTF-8");
    text
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

#[test]
#[ignore = "long: every command under limits"]
fn every_command_keeps_to_memory_and_time_on_the_largest_input() {
    let folder = tempfile::tempdir().unwrap();
    large_inputs(folder.path());
    std::thread::scope(|scope| {
        for lines in LARGE.chunks(LARGE.len().div_ceil(3)) {
            let folder = folder.path();
            scope.spawn(move || lines.iter().for_each(|line| keeps_to_limits(folder, line)));
        }
    });
    unfinished(folder.path(), "any of them");
}

fn keeps_to_limits(folder: &Path, line: &str) {
    let (mut child, begun, mut peak) = (start(folder, line), Instant::now(), 0);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        peak = field(&child, "status", "VmHWM:").unwrap_or(0).max(peak);
        // Four seconds, and as much again for a machine that has others to serve.
        if begun.elapsed() > Duration::from_secs(8) {
            child.kill().unwrap();
            panic!("{line} does not end");
        }
        assert!(peak < 400_000, "{line} takes {peak} kB");
        std::thread::sleep(Duration::from_millis(5));
    };
    let said = message(&mut child);
    let kept = matches!(status.code(), Some(0 | 1 | 3));
    assert!(kept, "{line}: {status}, {said}");
}

/// No half-written file is left.
fn unfinished(folder: &Path, line: &str) {
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(!name.to_string_lossy().starts_with(".cubegraph-"), "{line}: {}", name.display());
    }
}

#[test]
#[ignore = "long: every command is interrupted"]
fn every_command_can_be_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    large_inputs(folder.path());
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut interrupted = 0;
    for line in LARGE {
        let mut child = start(folder.path(), line);
        std::thread::sleep(Duration::from_millis(random.random_range(100..600)));
        if child.try_wait().unwrap().is_some() {
            continue;
        }
        signal(&child, ["-INT", "-TERM", "-HUP"].choose(&mut random).unwrap());
        let begun = Instant::now();
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                // 300 ms, and more for a machine that has others to serve.
                None => assert!(begun.elapsed() < Duration::from_secs(2), "{line} goes on"),
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        // It may have come to its end at this very moment, or had no time to hear of signals.
        let early = status.signal().is_some() || matches!(status.code(), Some(0 | 1 | 3));
        assert!(early || status.code() == Some(130), "{line}: {status}");
        interrupted += usize::from(status.code() == Some(130));
        unfinished(folder.path(), line);
    }
    assert!(interrupted > LARGE.len() / 2, "only {interrupted} were interrupted");
}

#[test]
#[ignore = "long: waits for time limits"]
fn reading_from_a_pipe_can_be_interrupted_and_takes_no_more_than_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for line in [
        "insanity solve pipe.toml",
        "insanity solve -",
        "tour solve pipe.toml",
        "picture verify pipe.toml",
        "report pipe.toml",
        "solve pipe.toml",
    ] {
        let reader = |time: &str| {
            let mut command = crate::common::tool();
            command.args(["-q", "--time", time]).args(line.split(' '));
            command.current_dir(folder.path()).stdin(Stdio::piped());
            command.stderr(Stdio::null()).spawn().unwrap()
        };
        // Waiting for a child closes its input, unless somebody holds it.
        let mut child = reader("1");
        let input = child.stdin.take();
        assert_eq!(child.wait().unwrap().code(), Some(3), "{line}");
        drop(input);
        let mut child = reader("100");
        let _input = child.stdin.take();
        // Until it listens to signals.
        while field(&child, "status", "Threads:").is_some_and(|threads| threads < 2) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(200));
        signal(&child, "-INT");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{line}");
    }
}

#[test]
fn files_without_end_are_refused() {
    for line in ["picture verify /dev/zero", "insanity solve /dev/zero", "solve /dev/zero"] {
        let output = crate::common::tool().args(line.split(' ')).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("MiB"), "{line}: {said}");
    }
}

#[test]
fn long_names_are_shortened_in_messages() {
    let long = "x".repeat(100_000);
    let text = format!("kind = \"{long}\"\n");
    for arguments in [vec!["insanity", "solve", &long], vec!["insanity", "solve", "-"]] {
        let mut child = crate::common::tool()
            .args(arguments)
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).ok();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stderr.len() < 8000, "{} bytes", output.stderr.len());
    }
}

/// Runs a line of arguments in a shell that limits itself first.
fn limited(limits: &str, line: &str) -> (Option<i32>, String) {
    let shell = format!("{limits} && exec \"$0\" -q \"$@\"");
    // Not every sh limits the number of processes.
    let output =
        Command::new("bash").args(["-c", &shell, TOOL]).args(line.split(' ')).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

#[test]
#[ignore = "long: every command under limits of the system"]
fn whatever_the_system_limits_the_status_is_one_of_ours() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list.json");
    let writes = format!("instances --format json -o {}", file.display());
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data/picture/quarter.json");
    let verify = format!("picture verify {data} --time 1");
    let mut cases: Vec<(String, &str)> = Vec::new();
    for line in [
        "insanity census --cubes 3",
        &verify,
        "corner census --time 1",
        "tour solve --grid 5x5",
        "picture distances 2x2 --method plain",
        "picture distances 2x1 --method graph",
        "picture distances 3x1 --method words",
    ] {
        for kibibytes in [40_000, 80_000, 150_000, 250_000, 400_000, 700_000] {
            cases.push((format!("ulimit -v {kibibytes}"), line));
        }
        cases.push(("ulimit -u 1".to_owned(), line));
        cases.push(("ulimit -n 10".to_owned(), line));
        cases.push(("ulimit -s 64".to_owned(), line));
        cases.push(("export RAYON_NUM_THREADS=100000".to_owned(), line));
    }
    cases.push(("ulimit -f 1".to_owned(), &writes));
    for (limits, line) in cases {
        let (status, said) = limited(&limits, line);
        // Below some size the program cannot even be loaded, which the shell or the loader says.
        let unloaded = status == Some(127) || said.contains("error while loading");
        assert!(
            unloaded || status.is_some_and(|status| STATUSES.contains(&status)),
            "{limits}; {line}: {status:?}, {said}"
        );
        assert!(!said.contains("panicked"), "{limits}; {line}: {said}");
    }
    assert_eq!(limited("ulimit -f 1", &writes).0, Some(4));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "a temporary file is left");
}

/// The superuser may have as many threads as there are; everybody else may not.
#[test]
fn an_ordinary_user_without_threads_gets_an_answer() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let tool = folder.path().join("cubegraph");
    fs::copy(TOOL, &tool).unwrap();
    for path in [folder.path(), &tool] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    for line in [
        "insanity solve @parker-brothers",
        "picture distances 2x2",
        "tour solve 5x5",
        "corner census --time 1",
    ] {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "bash", "-c"]);
        command.args(["ulimit -u 1 && exec \"$0\" -q \"$@\""]).arg(&tool);
        let Ok(output) = command.args(line.split(' ')).output() else {
            return eprintln!("SKIPPED: there is no setpriv");
        };
        let said = String::from_utf8_lossy(&output.stderr);
        if said.contains("setpriv") {
            return eprintln!("SKIPPED: nobody else's rights can be had here (run as root)");
        }
        let answered = matches!(output.status.code(), Some(0 | 3));
        assert!(answered && !said.contains("panicked"), "{line}: {}, {said}", output.status);
    }
}

#[test]
fn without_proc_the_tool_works() {
    let script = "mount -t tmpfs tmpfs /proc && exec \"$0\" picture distances 2x2";
    let output = Command::new("unshare").args(["-m", "sh", "-c", script, TOOL]).output();
    let Some(output) = output.ok().filter(|output| {
        let said = String::from_utf8_lossy(&output.stderr);
        !said.contains("unshare") && !said.contains("mount")
    }) else {
        writeln!(std::io::stderr(), "SKIPPED: /proc cannot be taken away here (run as root)").ok();
        return;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[test]
fn random_command_lines_and_damaged_files_end_with_a_status_of_ours() {
    const WORDS: &str = "insanity tour picture corner solve draw graph check generate obstacle census \
        distances table group bounds export verify cycles relatives report \
        instances --format json csv --all --count --limit 0 1 3 -1 1e9 --grid 3x3 0x0 \
        99999x99999 @parker-brothers @nothing damaged.toml - --as --to gap cubes --seed \
        --radius --metric half --method sat AB,AB,AB ABCDEF --start any --die --die=1,2,3 \
        --unique --cubes --explain";
    let mut vocabulary: Vec<&str> = WORDS.split_whitespace().collect();
    vocabulary.extend(["", "\u{202e}"]);
    let folder = tempfile::tempdir().unwrap();
    let whole = crate::common::tool().args(["instances", "@parker-brothers"]).output().unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for round in 0..150 {
        // An instance that is cut off, with one byte changed.
        let mut text = whole.stdout.clone();
        text.truncate(random.random_range(0..=text.len()));
        if let Some(at) = text.len().checked_sub(1) {
            text[random.random_range(0..=at)] = random.random();
        }
        fs::write(folder.path().join("damaged.toml"), text).unwrap();
        let count = random.random_range(1..7);
        let mut words: Vec<&str> =
            (0..count).map(|_| *vocabulary.choose(&mut random).unwrap()).collect();
        if round % 3 == 0 {
            words.splice(0..0, ["insanity", "solve", "damaged.toml"]);
        }
        let output = crate::common::tool()
            .args(["-q", "--time", "0.2", "--memory", "0.2"])
            .args(&words)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let known = output.status.code().is_some_and(|status| STATUSES.contains(&status));
        assert!(known && !said.contains("panicked"), "{words:?}: {}, {said}", output.status);
    }
}

#[test]
fn names_that_are_not_unicode_are_names_of_instances_and_others_are_shown() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str, ending: &[u8]| {
        OsString::from(OsStr::from_bytes(&[name.as_bytes(), b"-\xff\xfe", ending].concat()))
    };
    let run = |words: &[&OsStr]| {
        let output = crate::common::tool()
            .args(words)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), said)
    };
    for (family, instance) in [
        ("insanity", "@parker-brothers"),
        ("tour", "@tour/3x3"),
        ("picture", "@coins"),
        ("corner", "@van-kreveld"),
    ] {
        // With an ending, and without: then it is a file because it exists.
        for ending in [&b".toml"[..], b""] {
            let file = name(family, ending);
            let mut print = crate::common::tool();
            print.args(["instances", instance, "-o"]);
            let printed = print.arg(folder.path().join(&file)).status().unwrap();
            assert!(printed.success(), "{instance}");
            for command in ["solve", "graph"] {
                let known = run(&[family.as_ref(), command.as_ref(), instance.as_ref()]);
                let (status, said) = run(&[family.as_ref(), command.as_ref(), &file]);
                assert_eq!(status, known.0, "{family} {command}: {said}");
            }
            assert_eq!(run(&["solve".as_ref(), &file]).0, Some(0), "{family}");
        }
    }
    assert_eq!(run(&["solve".as_ref(), ".".as_ref()]).0, Some(0));
    // What turns the direction of writing is shown, also where the words themselves are wrong.
    for line in [["tour", "cycles", "a\u{202e}b"], ["insanity", "solve", "a\u{202e}b"]] {
        let (status, said) = run(&line.map(OsStr::new));
        assert_eq!(status, Some(2), "{said}");
        assert!(!said.contains('\u{202e}') && said.contains("202e"), "{said}");
    }
    let (status, said) = run(&["insanity".as_ref(), "solve".as_ref(), &name("no", b".toml")]);
    assert_eq!(status, Some(2), "{said}");
}
