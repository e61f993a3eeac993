//! What is written, where, and with which status.

use std::fs;
use std::time::{Duration, Instant};

use super::{run, run_in, run_with_input, status, text};

#[test]
fn a_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["instances -o -", "instances --format json -o -", "tour draw --grid 3x3 -o -"] {
        let output = run_in(folder.path(), line);
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert!(!output.stdout.is_empty(), "{line}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn an_ending_in_capitals_picks_the_same_picture() {
    let folder = tempfile::tempdir().unwrap();
    for (name, begins) in [("A.SVG", "<svg"), ("A.DOT", "graph"), ("A.Gv", "graph")] {
        let line = format!("insanity draw @parker-brothers -o {name}");
        assert_eq!(run_in(folder.path(), &line).status.code(), Some(0));
        let written = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(written.starts_with(begins), "{name}: {written:.80}");
    }
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_written_to_and_stay() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    assert_eq!(status(&["instances", "-o", pipe.to_str().unwrap()]), 0);
    assert!(reader.join().unwrap().contains("@parker-brothers"));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    // A device of our own that swallows everything, where we may make one.
    let device = folder.path().join("device");
    let made = std::process::Command::new("mknod").arg(&device).args(["c", "1", "3"]).output();
    if made.is_ok_and(|made| made.status.success()) {
        status(&["instances", "-o", device.to_str().unwrap()]);
        let kind = fs::symlink_metadata(&device).unwrap().file_type();
        assert!(kind.is_char_device());
    }
}

#[test]
fn one_file_is_not_written_twice() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "insanity solve @unsolvable --proof p.drat -o p.drat",
        "insanity solve @unsolvable --proof p.drat -o p.cnf",
        "insanity solve @unsolvable --proof p.drat -o ./p.cnf",
        "insanity solve @unsolvable --proof p.cnf",
        "tour cycles --grid 6x7 --picture p.svg -o p.svg",
    ] {
        let output = run_in(folder.path(), line);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        assert!(message.contains("written to"), "{line}: {message}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{line}");
    }
    let line = "insanity solve @unsolvable --proof p.drat -o p.txt";
    assert_eq!(run_in(folder.path(), line).status.code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

/// Each of these would work for longer than the test waits.
#[test]
fn what_cannot_be_delivered_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    for (line, wanted, says) in [
        ("tour generate --grid 8x8 --seed 1 --format csv", 2, "not a table"),
        ("tour cycles --width 6 --format csv", 2, "not a table"),
        ("tour solve --grid 8x8 --distribution -o no/x", 4, "no/x"),
        ("tour solve --grid 8x8 --distribution -o .", 4, "directory"),
        ("tour cycles --width 6 --picture no/x", 4, "no/x"),
    ] {
        let begin = Instant::now();
        let output = run_in(folder.path(), &format!("{line} --time 20"));
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(wanted), "{line}: {message}");
        assert!(message.contains(says), "{line}: {message}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{line}");
    }
    for line in [
        "picture group 2x2 --format csv",
        "picture distances 2x2 --estimate --format csv",
        "instances parker-brothers --format csv",
    ] {
        let output = run_in(folder.path(), line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains("not a table"), "{line}");
    }
    let unreachable = ["picture", "solve", "@unreachable", "--format", "csv"];
    assert_eq!(status(&unreachable), 1);
}

#[test]
fn an_instance_is_printed_as_it_stands_or_as_json() {
    let file = run(&["instances", "parker-brothers"]);
    let json = run(&["instances", "parker-brothers", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["text"], text(&file.stdout));
    assert_eq!(json["name"], "parker-brothers");
    assert_eq!(json["family"], "insanity");
    assert!(!json["title"].as_str().unwrap().is_empty());
}

#[test]
fn a_drawn_seed_is_told_whatever_the_format() {
    for line in [
        "insanity generate --cubes 4 --format csv",
        "tour generate --grid 3x3 --format json",
        "picture solve 2x2 --scramble 3 --format csv",
        "corner generate --rule faces --format csv",
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{line}");
        let told = text(&output.stderr);
        let seed = told.strip_prefix("seed ").map(|rest| rest.trim().to_owned());
        let seed = seed.unwrap_or_else(|| panic!("{line}: {told}"));
        let again = run(&[&arguments[..], &["--seed", &seed]].concat());
        assert_eq!(again.stdout, output.stdout, "{line}");
    }
}

/// Where a picture should show a solution and there is none: status 1, and a file only where
/// something is left to draw.
#[test]
fn a_picture_of_a_missing_solution_is_the_answer_no() {
    let folder = tempfile::tempdir().unwrap();
    for (line, is_drawn) in [
        ("insanity draw @unsolvable --as tower -o x.svg", false),
        ("insanity draw @unsolvable --as factors -o x.svg", false),
        ("insanity draw @unsolvable --solution 1 -o x.svg", true),
        ("insanity draw @unsolvable --as graph --solution 1 -o x.svg", true),
        ("corner draw @corner-unsolvable --as cube -o x.svg", false),
        ("corner draw @corner-unsolvable -o x.dot", true),
        ("tour draw --grid 3x3 --closed -o x.svg", true),
    ] {
        let output = run_in(folder.path(), line);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        assert!(told.contains("no t") || told.contains("no cube"), "{told}");
        let written = fs::read_dir(folder.path()).unwrap();
        let written: Vec<_> = written.map(|entry| entry.unwrap().path()).collect();
        assert_eq!(!written.is_empty(), is_drawn, "{line}");
        for path in &written {
            fs::remove_file(path).unwrap();
        }
    }
    for (line, wanted) in [
        ("insanity draw @unsolvable", 0),
        ("insanity draw @unsolvable --as graph -o x.svg", 0),
        ("corner draw @corner-unsolvable -o x.svg", 0),
        ("tour draw --grid 3x3 --closed", 0),
        ("insanity draw @parker-brothers --solution 2 -o x.svg", 2),
        ("corner draw @van-kreveld --as cube --solution 9 -o x.svg", 2),
        ("insanity draw @unsolvable --as tower", 2),
        ("insanity census --cubes 0", 2),
    ] {
        let output = run_in(folder.path(), line);
        assert_eq!(output.status.code(), Some(wanted), "{line}");
    }
}

#[test]
fn the_grid_is_drawn_without_looking_for_a_tour() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "tour draw --grid 30x30 --as grid -o g.svg",
        "tour draw --grid 30x30 -o g.dot",
        "tour draw --grid 30x30",
    ] {
        let output = run_in(folder.path(), line);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}: {message}");
    }
    let asked = text(&run_in(folder.path(), "tour draw --grid 3x3 --maximise").stdout);
    assert!(asked.contains("largest sum"), "{asked}");
}

#[test]
fn control_characters_of_a_title_are_shown_and_not_obeyed() {
    let file = "kind = \"insanity\"\ntitle = \"bell \\u0007 red \\u001b[31m\"\ncubes = [{ faces = \"AAAAAA\" }]\n";
    let output = run_with_input("insanity solve -", file);
    let shown = text(&output.stdout);
    assert!(shown.contains("bell \\u{7} red \\u{1b}[31m"), "{shown}");
    let refused = run(&["insanity", "solve", "no\u{1b}[31m/file.toml"]);
    for told in [shown, text(&refused.stderr)] {
        assert!(!told.contains(|c: char| c.is_control() && c != '\n'), "{told}");
    }
}

/// Every format begins as its readers expect, whether the ending asks for it or `--to`.
#[test]
fn every_family_draws_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for puzzle in [
        "insanity draw @parker-brothers",
        "tour draw 2x3",
        "picture draw 1x1",
        "corner draw @van-kreveld",
    ] {
        for (format, begins) in [
            ("svg", &b"<svg"[..]),
            ("png", b"\x89PNG"),
            ("pdf", b"%PDF"),
            ("tex", b"%"),
            ("dot", b"graph"),
        ] {
            let width = if format == "png" { " --width 200" } else { "" };
            let line = format!("{puzzle} -o x.{format}{width}");
            assert_eq!(run_in(folder.path(), &line).status.code(), Some(0), "{line}");
            let written = fs::read(folder.path().join(format!("x.{format}"))).unwrap();
            assert!(written.starts_with(begins), "{line}");
            let printed = format!("{puzzle} -o - --to {format}{width}");
            let printed = run_in(folder.path(), &printed);
            assert_eq!(printed.stdout, written, "{line}");
        }
    }
    let narrow = run_in(folder.path(), "tour draw 2x3 -o - --to png --width 77");
    assert_eq!(narrow.stdout[16..20], [0, 0, 0, 77]);
    let dark = run_in(folder.path(), "tour draw 2x3 -o - --to svg --theme dark --width 50");
    let dark = text(&dark.stdout);
    assert!(dark.contains("width=\"50mm\"") && dark.contains("#1c1c1c"), "{dark:.300}");
}

#[test]
fn a_picture_that_cannot_be_made_says_what_can() {
    let folder = tempfile::tempdir().unwrap();
    for (line, words) in [
        ("insanity draw @starter -o x", [".png", ".dot"]),
        ("insanity draw @starter -o x.jpg", [".pdf", "--to"]),
        ("insanity draw @starter -o x.svg --to png", ["--to", "x.svg"]),
        ("insanity draw @starter -o x.stl", ["three dimensions", ".svg"]),
        ("insanity draw @starter --theme dark", ["--theme", ".svg"]),
        ("insanity draw @starter --frames", ["-o NAME.svg", "-o DIR/"]),
        ("insanity draw @starter --frames --as nets -o x.svg", ["--frames", "--as"]),
        ("corner draw @van-kreveld --bed 20x20 -o x.stl", ["larger than a bed", "1: "]),
        ("corner draw @van-kreveld --bed 100x100 --to stl", ["beds", "-o FILE.stl"]),
        ("corner draw @van-kreveld --bed 100x100 -o x.svg", ["--bed", ".3mf"]),
    ] {
        let output = run_in(folder.path(), line);
        let said = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(2 | 3)), "{line}: {said}");
        for word in words {
            assert!(said.contains(word), "{line}: {said}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Steps and beds become numbered files, which sort.
#[test]
fn several_files_are_numbered() {
    let folder = tempfile::tempdir().unwrap();
    for (line, files) in [
        ("insanity draw @starter --frames -o a.svg", vec!["a-1.svg", "a-5.svg"]),
        ("tour draw 2x5 --frames -o t/ --to pdf", vec!["t/01.pdf", "t/10.pdf"]),
        ("picture draw 2x1 --moves up1 --frames -o p.tex", vec!["p-1.tex", "p-2.tex"]),
        ("corner draw @van-kreveld --frames -o c/", vec!["c/1.svg", "c/8.svg"]),
        ("corner draw @van-kreveld --bed 100x100 -o c.3mf", vec!["c-1.3mf", "c-2.3mf"]),
    ] {
        let output = run_in(folder.path(), line);
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        for file in files {
            assert!(folder.path().join(file).is_file(), "{line}: {file}");
        }
    }
}
