//! Every command that the README and the documents show is run, and what it prints is compared.
//!
//! In a `console` block a line `$ cubegraph …` is a command, and the lines below it are what it
//! prints; a line `...` stands for any number of lines. What takes minutes stands in a
//! `console long` block and is not run. `UPDATE_DOCUMENTS=1 cargo test --test tool documents`
//! writes what is printed now into blocks that differ and have no such line.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A command and where its output stands among the lines of the document.
struct Shown {
    command: String,
    output: std::ops::Range<usize>,
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = vec![root.join("README.md")];
    let listed = std::fs::read_dir(root.join("docs")).expect("docs/");
    let mut listed: Vec<PathBuf> = listed.map(|entry| entry.unwrap().path()).collect();
    listed.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    listed.sort();
    all.extend(listed);
    all
}

fn shown(lines: &[String]) -> Vec<Shown> {
    let mut all = Vec::<Shown>::new();
    let mut inside = false;
    for (number, line) in lines.iter().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ cubegraph").filter(|_| inside) {
            all.push(Shown { command: command.trim().to_owned(), output: number + 1..number + 1 });
        } else if inside && let Some(last) = all.last_mut() {
            last.output.end = number + 1;
        }
    }
    for shown in &mut all {
        while !shown.output.is_empty() && lines[shown.output.end - 1].trim().is_empty() {
            shown.output.end -= 1;
        }
    }
    all
}

/// What a command prints in an empty folder, errors after the result; progress depends on the
/// machine.
fn printed(command: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new("sh")
        .args(["-c", &format!("cubegraph -q {command}")])
        .env("PATH", tool_first())
        .current_dir(folder.path())
        .output()
        .expect("the tool starts");
    assert!(output.status.code().is_some_and(|code| code < 100), "{command}");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("UTF-8");
    text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
}

fn tool_first() -> std::ffi::OsString {
    let tool = Path::new(env!("CARGO_BIN_EXE_cubegraph"));
    let mut places = vec![tool.parent().expect("a folder").to_owned()];
    places.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    std::env::join_paths(places).expect("a path")
}

/// Whether lines are as expected, where `...` stands for any number of them.
fn matches(expected: &[String], lines: &[String]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((dots, rest)) if dots == "..." => {
            (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..]))
        }
        Some((first, rest)) => lines
            .split_first()
            .is_some_and(|(line, others)| line == first.trim_end() && matches(rest, others)),
    }
}

#[test]
fn the_commands_of_the_documents_print_what_they_show() {
    let update = std::env::var_os("UPDATE_DOCUMENTS").is_some();
    let mut wrong = Vec::new();
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("a document");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        // From the end, so that the places of earlier ones stay right.
        for shown in shown(&lines).into_iter().rev() {
            let now = printed(&shown.command);
            let expected = &lines[shown.output.clone()];
            if matches(expected, &now) {
                continue;
            }
            if update && !expected.iter().any(|line| line == "...") {
                lines.splice(shown.output, now);
            } else {
                wrong.push(format!(
                    "{}: cubegraph {}\n{}",
                    document.display(),
                    shown.command,
                    now.join("\n")
                ));
            }
        }
        if update {
            std::fs::write(&document, lines.join("\n") + "\n").expect("it can be written");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Every file that `docs/instances.md` shows is a puzzle.
#[test]
fn the_files_of_the_documents_are_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/instances.md");
    let text = std::fs::read_to_string(path).expect("the document");
    let blocks = text.split("```toml\n").skip(1);
    let mut families = std::collections::BTreeSet::new();
    for block in blocks {
        let (file, _) = block.split_once("```").expect("the block ends");
        match cubegraph::instance::read_text("docs/instances.md", file) {
            Ok(instance) => families.insert(instance.puzzle.family()),
            Err(error) => panic!("{error}\n{file}"),
        };
    }
    assert_eq!(families.len(), 4);
}

/// The two commands of the README are there, and `.ci/run` runs both as they are written.
#[test]
fn the_commands_of_the_readme_are_run_before_a_change_lands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let section = readme.split("## Two commands").nth(1).expect("a section on two commands");
    let block = section.split("```sh\n").nth(1).expect("a block").split("```").next().unwrap();
    let commands: Vec<&str> =
        block.lines().map(|line| line.split('#').next().unwrap().trim()).collect();
    assert_eq!(commands, ["cargo run --release -- reproduce", "cargo test"]);
    let checks = std::fs::read_to_string(root.join(".ci/run")).unwrap();
    for command in commands {
        let step = format!("step {command}");
        assert!(checks.lines().any(|line| line == step), "{step}");
    }
}
