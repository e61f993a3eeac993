//! The frame of the command line: formats, files, limits, statuses.

mod answers;
mod input;
mod output;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn cubegraph(arguments: &[&str]) -> Command {
    let mut command = crate::common::tool();
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    cubegraph(arguments).output().expect("the tool starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Runs the tool on a line of arguments in a folder.
fn run_in(folder: &Path, line: &str) -> Output {
    let mut command = cubegraph(&[]);
    command.args(line.split(' ')).current_dir(folder);
    command.output().expect("the tool starts")
}

/// Runs the tool on a line of arguments with this on standard input.
fn run_with_input(line: &str, input: &str) -> Output {
    let mut child = cubegraph(&[])
        .args(line.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn status(arguments: &[&str]) -> i32 {
    run(arguments).status.code().expect("no signal")
}

/// All commands with subcommands, as the help lists them.
fn commands() -> Vec<Vec<String>> {
    let listed = |path: &[String]| -> Vec<String> {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.push("-h");
        let help = text(&run(&arguments).stdout);
        help.lines()
            .skip_while(|line| !line.starts_with("Commands:"))
            .skip(1)
            .take_while(|line| line.starts_with("  "))
            .filter(|line| line.as_bytes().get(2).is_some_and(u8::is_ascii_lowercase))
            .filter_map(|line| line.split_whitespace().next())
            .filter(|name| *name != "help")
            .map(str::to_owned)
            .collect()
    };
    let mut all = Vec::new();
    for name in listed(&[]) {
        let path = vec![name];
        for below in listed(&path) {
            all.push(vec![path[0].clone(), below]);
        }
        all.push(path);
    }
    all
}

#[test]
fn every_command_of_the_contract_is_there_with_an_example() {
    let commands = commands();
    for wanted in [
        "reproduce",
        "insanity solve",
        "insanity draw",
        "insanity generate",
        "insanity obstacle",
        "insanity census",
        "tour solve",
        "tour draw",
        "tour generate",
        "picture distances",
        "picture table",
        "picture solve",
        "picture group",
        "picture draw",
        "picture export",
        "picture verify",
        "corner census",
        "corner solve",
        "corner check",
        "corner generate",
        "corner graph",
        "corner draw",
        "report",
        "instances",
        "sequences",
        "completions",
        "man",
    ] {
        assert!(commands.iter().any(|path| path.join(" ") == wanted), "no {wanted}");
    }
    for path in &commands {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.push("--help");
        let help = text(&run(&arguments).stdout);
        assert!(help.contains("Example"), "{path:?} has no example");
    }
    assert_eq!(status(&["corner", "design", "--help"]), 0);
}

#[test]
fn usage_mistakes_end_with_status_2() {
    for arguments in [
        &["fly"][..],
        &[],
        &["instances", "--format", "xml"],
        &["instances", "--memory", "-1"],
        &["instances", "--memory", "much"],
        &["instances", "--time", "0"],
        &["instances", "--threads", "0"],
        &["instances", "@nobody"],
        &["sequences", "nothing"],
        &["completions", "cmd.exe"],
        &["insanity"],
        &["insanity", "solve", "@3x3"],
        &["insanity", "solve", "/no/such/file.toml"],
        &["insanity", "solve", "."],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[cfg(not(feature = "cluster"))]
#[test]
fn a_build_for_one_process_says_how_to_build_for_several() {
    let output = run(&["picture", "distances", "2x2", "--processes", "2", "--process", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--features cluster"));
    assert_eq!(status(&["picture", "distances", "2x2", "--processes", "1"]), 0);
}

#[test]
fn an_instance_of_another_family_is_named() {
    let output = run(&["tour", "solve", "@parker-brothers"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("kind insanity, not tour"), "{message}");
    assert!(message.contains("cubegraph insanity"), "{message}");
}

#[test]
fn all_three_formats_say_the_same() {
    let json: serde_json::Value =
        serde_json::from_slice(&run(&["instances", "--format", "json"]).stdout).unwrap();
    let listed = json["instances"].as_array().unwrap().len();
    let csv = run(&["instances", "--format", "csv"]).stdout;
    let rows = csv::Reader::from_reader(csv.as_slice()).records().count();
    let text = text(&run(&["instances"]).stdout);
    assert!(listed >= 4);
    assert_eq!(rows, listed);
    assert_eq!(text.matches('@').count(), listed);
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list.csv");
    let name = file.to_str().unwrap();
    assert_eq!(status(&["instances", "--format", "csv", "-o", name]), 0);
    let first = fs::read(&file).unwrap();
    assert!(!first.is_empty());
    assert_eq!(status(&["instances", "@nobody", "-o", name]), 2);
    assert_eq!(fs::read(&file).unwrap(), first);
    let nowhere = folder.path().join("no/such/folder/list.csv");
    let output = run(&["instances", "-o", nowhere.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(4));
    let message = text(&output.stderr);
    assert!(message.contains("no/such/folder/list.csv"), "{message}");
    assert!(message.contains("there is no folder"), "{message}");
    assert!(!message.contains(".cubegraph-"), "{message}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_status_4() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = cubegraph(&["instances"]).stdout(full).stderr(Stdio::null()).status();
    assert_eq!(status.unwrap().code(), Some(4));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child =
        cubegraph(&["man"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn standard_input_is_read_for_a_dash() {
    let output = run_with_input("insanity solve -", "kind = \"insane\"\n");
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("standard input:1:8"), "{message}");
    assert!(message.contains("did you mean \"insanity\""), "{message}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_with_130_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("big.json");
    let mut child = cubegraph(&["tour", "solve", "--grid", "8x8", "--distribution"])
        .args(["--format", "json", "-o", file.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn completions_and_manual_know_every_family() {
    let script = text(&run(&["completions", "bash"]).stdout);
    let manual = text(&run(&["man"]).stdout);
    for name in ["insanity", "tour", "picture", "corner", "reproduce"] {
        assert!(script.contains(name) && manual.contains(name), "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("man1");
    assert_eq!(status(&["man", "--out", target.to_str().unwrap()]), 0);
    assert!(target.join("cubegraph-insanity-solve.1").exists());
}

#[test]
fn reproduce_explains_every_difference_and_draws() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/folder");
    let output = run(&["reproduce", "--format", "json", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["unexplained"], 0);
    assert!(json["agree"].as_u64().unwrap() >= 30);
    assert!(json["corrected"].as_u64().unwrap() >= 4);
    // A time belongs to a machine: it is no claim that could be wrong.
    let claims = json["claims"].as_array().unwrap();
    assert!(claims.iter().all(|claim| !claim["published"].as_str().unwrap().contains("ms")));
    let listed = fs::read_to_string(out.join("claims.csv")).unwrap();
    assert_eq!(listed.lines().count(), claims.len() + 1);
    let written: Vec<String> = fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    for ending in [".csv", ".json", ".dot", ".svg"] {
        assert!(written.iter().any(|name| name.ends_with(ending)), "no {ending} in {written:?}");
    }
}

#[test]
fn reproduce_begins_with_what_differs_and_sums_up_by_document() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_in(folder.path(), "reproduce --only jandhyala-14");
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stdout);
    let first = said.lines().next().unwrap();
    assert!(first.starts_with("Jandhyala 14, Sources"), "{said}");
    assert!(said.contains("(corrected)"), "{said}");
    assert!(said.contains("Jandhyala 14: 5 claims, 4 agree, 1 corrected"), "{said}");
    assert!(!said.contains("Figure 14.1"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let all = text(&run_in(folder.path(), "reproduce --only jandhyala-14 --all").stdout);
    assert!(all.contains("Figure 14.1") && all.starts_with(first), "{all}");
    let unknown = run(&["reproduce", "--only", "burksi"]);
    assert_eq!(unknown.status.code(), Some(2));
    let message = text(&unknown.stderr);
    for name in ["hesselink", "jandhyala-5", "jandhyala-14", "van-kreveld", "burcsi"] {
        assert!(message.contains(name), "{message}");
    }
    assert_eq!(status(&["reproduce", "--only", "burcsi", "--out", "x"]), 2);
}

/// What bash offers at the end of a line.
fn completed(line: &str) -> Vec<String> {
    let script = "source <(\"$0\" completions bash)\n\
        COMP_LINE=$1; COMP_POINT=${#COMP_LINE}; COMP_WORDS=($COMP_LINE)\n\
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n\
        _cubegraph_and_instances cubegraph \"${COMP_WORDS[COMP_CWORD]}\" \"\"\n\
        printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = Command::new("bash")
        .args(["--norc", "-c", script, env!("CARGO_BIN_EXE_cubegraph"), line])
        .output()
        .expect("bash starts");
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_the_names_of_instances() {
    assert_eq!(completed("cubegraph insanity solve @park"), ["@parker-brothers"]);
    assert_eq!(completed("cubegraph tour solve @lab"), ["@labelled"]);
    assert_eq!(completed("cubegraph insanity solve @lab"), [""]);
    assert!(completed("cubegraph solve @").len() > 20);
    assert!(completed("cubegraph insanity so").contains(&"solve".to_owned()));
    assert!(completed("cubegraph insanity solve --ex").contains(&"--explain".to_owned()));
}
