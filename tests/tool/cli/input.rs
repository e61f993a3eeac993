//! What is read: standard input, files with options that override them, and what mistakes in them
//! look like.

use std::fs;
use std::process::Output;

use super::{run, run_in, run_with_input, text};

const EIGHT: &str = "AAD ACB ACD ADB ADD BBC BCC BDC";

#[test]
fn plain_lines_are_read_with_their_comments() {
    for (line, input) in [
        (
            "insanity solve -",
            "# my set: a = red\nACBDCC ACDBDC # two = 2\nABBCDD\r\nABBDCD\n".to_owned(),
        ),
        ("corner solve -", format!("# größe = 8\n{EIGHT} # all\n")),
        ("picture group -", "3x2 # rows x columns = 6\n".to_owned()),
        ("tour solve -", "# a = b\nkind = \"tour\"\nrows = 2\ncolumns = 2\n".to_owned()),
        ("tour solve -", "3x3\n".to_owned()),
        ("tour solve -", "..#\n...\nS..\n".to_owned()),
        ("picture solve -", "A B> # a photo\nFv C<\n".to_owned()),
        ("solve -", format!("{EIGHT}\n")),
        ("solve -", "ACBDCC ACDBDC ABBCDD ABBDCD\n".to_owned()),
        ("solve -", "..#\n...\nS..\n".to_owned()),
        ("solve -", "A B>\nFv C<\n".to_owned()),
        ("solve -", "kind = \"tour\"\nrows = 2\ncolumns = 2\n".to_owned()),
    ] {
        let output = run_with_input(line, &input);
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    }
}

/// Arguments, standard input, and what the message must say.
#[test]
fn a_wrong_input_is_refused_where_it_is_wrong() {
    let insanity = "kind = \"insanity\"\ncubes = [{ faces = \"ACBDC1\" }]\n";
    let board = "title = \"t\"\nkind = \"tour\"\nrows = 3\ncolumns = 3\n";
    let blocked = format!("{board}blocked = [[0, 0]]\n");
    let labels = format!("{board}labels = [[0, 1, 2], [0, 1, 3]]\n");
    for (line, input, says) in [
        ("tour solve -", "3y3\n", &["input:1:1", "not a board", "3x4"][..]),
        ("tour solve 3y3", "", &["\"3y3\" is neither a size nor a file", "@3x3"]),
        ("picture solve -", "A B>\nFv\n", &["input:2:1", "row 2", "row 1 has 2"]),
        ("picture solve -", "A B>\nFv Cx\n", &["input:2:4", "\"x\" is not a turn"]),
        ("solve -", "AAD ACB\n", &["input:1:1", "expected eight pieces"]),
        ("solve -", "", &["the file is empty"]),
        ("insanity solve -", "# é\nACBDCC AC1BDC\n", &["input:2:10", "not a letter"]),
        ("insanity solve -", board, &["input:2:8", "^", "kind tour, not insanity"]),
        ("tour solve @parker-brothers", "", &["@parker-brothers:", "kind = \"insanity\""]),
        ("insanity solve ACBDCC @parker-brothers", "", &["@parker-brothers", "not both"]),
        ("insanity solve a.toml b.toml", "", &["a.toml", "one file"]),
        ("corner solve AAD -", "", &["one file", "not both"]),
        ("insanity solve -", insanity, &["input:2:26", "as a list"]),
        ("tour solve -", &blocked, &["input:5:12", "from 0 in the south-west"]),
        ("tour solve -", &labels, &["input:5:22", "from 0 in the south-west"]),
        ("tour solve --grid 3x3 --block 0,0", "", &["from 0 in the south-west"]),
        ("tour solve --grid 3x3 --end 3", "", &["from 0 in the south-west"]),
        ("tour solve --grid 3x3 --label 1,2", "", &["from 0 in the south-west"]),
        ("tour solve --grid 3x3 --label 0,1,2 --label 0,1,3", "", &["--label: ", "from 0"]),
        ("corner solve -", "AAD ACB ACD ADB ADD BBC BCC BDE", &["piece 8, counted from 1"]),
    ] {
        let output = run_with_input(line, input);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        for part in says {
            assert!(message.contains(part), "{line}: no {part:?} in {message}");
        }
    }
}

#[test]
fn every_option_that_takes_a_cell_says_from_where_it_counts() {
    let help = text(&run_in(std::env::temp_dir().as_path(), "tour solve --help").stdout);
    let words: Vec<&str> = help.split_whitespace().collect();
    for option in ["--start", "--end", "--block", "--label"] {
        let at = words.iter().position(|word| *word == option).unwrap();
        let described = words[at + 1..].iter().take_while(|word| !word.starts_with("--"));
        let described = described.copied().collect::<Vec<_>>().join(" ");
        assert!(described.contains("from 0 in the south-west"), "{option}: {described}");
    }
}

#[test]
fn options_override_what_the_file_says() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, more: &str| {
        let board = format!("kind = \"tour\"\nrows = 2\ncolumns = 2\n{more}\n");
        fs::write(folder.path().join(name), board).unwrap();
    };
    write("end.toml", "end = [1, 0]");
    write("closed.toml", "closed = true");
    write("label.toml", "labels = [[0, 0, 6]]");
    for (line, wanted) in [
        ("tour solve end.toml", 0),
        ("tour solve end.toml --closed", 0),
        ("tour solve closed.toml --end 1,0", 0),
        ("tour solve label.toml", 1),
        ("tour solve label.toml --label 0,0,1", 0),
        ("tour solve label.toml --label 0,1,1 --label 0,1,2", 2),
    ] {
        let output = run_in(folder.path(), line);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(wanted), "{line}: {message}");
    }
}

#[test]
fn an_answer_is_worded_for_one_and_for_many() {
    let folder = tempfile::tempdir().unwrap();
    for (line, wanted, says) in [
        ("insanity draw @parker-brothers --solution 2 -o x.svg", 2, "has 1 principal solution,"),
        ("tour solve --grid 1x1 --closed", 1, "the board has 1"),
        (
            "tour solve --grid 2x3 --start 0,1 --block 1,0 --block 1,2",
            1,
            "3 even cells and 1 odd one,",
        ),
        ("report @unsolvable", 0, "Method: factors (up to 40 cubes"),
        ("corner design --with AAA", 1, "AAA is symmetric"),
        ("corner design --with AAD --without DAA", 1, "AAD is asked for and ruled out"),
        ("corner design --with AAD,ADA", 1, "AAD is asked for more than once"),
        (
            "corner design --repeats --with AAD,AAD,AAD,AAD,AAD,AAD,AAD,AAD,AAD,AAD,AAD,AAD,AAD,AAD,AAD,AAD",
            1,
            "eight pieces, and 16 are asked for",
        ),
    ] {
        let output = run_in(folder.path(), line);
        let told = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(wanted), "{line}: {told}");
        assert!(told.contains(says), "{line}: {told}");
    }
}

#[test]
fn plain_lists_are_read_from_files_too() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("cubes.txt", "# mine\nACBDCC\nACDBDC # the second\nABBCDD\nABBDCD\n");
    write("pieces", "AAD ACB ACD ADB\nADD BBC BCC BDC\n");
    write("wrong.txt", "ACBDCC\nACDB\n");
    write("broken.toml", "ACBDCC ACDBDC\n");
    for line in ["insanity solve cubes.txt", "corner solve pieces"] {
        assert_eq!(run_in(folder.path(), line).status.code(), Some(0), "{line}");
    }
    for (line, says) in [
        ("insanity solve wrong.txt", "wrong.txt:2:"),
        ("insanity solve broken.toml", "broken.toml:1:"),
        ("tour solve cubes.txt", "cubes.txt:1:1"),
    ] {
        let output = run_in(folder.path(), line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(says), "{line}: {}", text(&output.stderr));
    }
}

#[test]
fn colours_that_differ_in_case_alone_are_pointed_out() {
    let output = run(&["insanity", "solve", "ABABAB", "aAbBab"]);
    let said = text(&output.stderr);
    assert!(said.contains("A and a, B and b are different colours"), "{said}");
}

#[test]
fn contradictions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "picture solve @scrambled-3x3 --scramble 5",
        "insanity draw @parker-brothers --as nets --solution 7 -o x.svg",
        "corner draw @van-kreveld --size 10 -o x.svg",
        "insanity draw @parker-brothers --format json -o x.svg",
        "picture solve 2x2 --scramble 5 --seed 1 --format json -o x.toml",
        "report @parker-brothers --format json -o x.html",
        "picture graph 1x1 --format csv -o x.json",
    ] {
        let output = run_in(folder.path(), line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{line}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

fn asked(line: &str) -> Output {
    run(&line.split_whitespace().collect::<Vec<_>>())
}

/// An answer of one's own is written out, in a file, or on standard input, in every family alike.
#[test]
fn answers_are_judged_alike_in_every_family() {
    for (line, right) in [
        ("tour check 3x3 NNEESSWN", true),
        ("tour check --grid 3x3 NNEESSWN", true),
        ("tour check --grid 3x3 NNEESSWW", false),
        ("picture check 2x1 down1 --moves up1", true),
        ("picture check 2x1 down1 right1 --moves up1", false),
        ("insanity check @parker-brothers GWBWBR GGWBRR WWRBGG BRWGBB", false),
        ("corner check @van-kreveld AAD ADB ACD ADD ACB BCC BBC BDC", true),
        ("corner check @van-kreveld AAD ADB ACD ADD ACB BCC BDC BBC", false),
    ] {
        let output = asked(&format!("{line} --format csv"));
        assert_eq!(output.status.code(), Some(i32::from(!right)), "{line}");
        let table = text(&output.stdout);
        assert!(table.starts_with(&format!("right,why\n{right},")), "{table}");
        let said = text(&asked(line).stdout).to_lowercase();
        assert!(said.contains(if right { "right: " } else { "wrong: " }), "{said}");
    }
    for (line, says) in [
        ("tour check 3x3", "no answer to check"),
        ("tour check 3x3 nowhere.json", "an answer is a file"),
        ("tour check 3x3 NNEE --grid 3x3", "cannot be used with --grid"),
        ("corner check AAD ACB ACD", "3 words cannot be a puzzle and its answer"),
        ("insanity check @parker-brothers XWBWBR", "the colours are green, white, blue, red"),
        ("picture check - -", "cannot both come from standard input"),
        ("tour check - -", "cannot both come from standard input"),
    ] {
        let output = asked(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(says), "{line}: {}", text(&output.stderr));
    }
}

/// Several puzzles are told apart, for people and for programs.
#[test]
fn several_answers_carry_the_names_of_their_puzzles() {
    let names = ["@parker-brothers", "@tour/3x3"];
    let line = format!("solve {}", names.join(" "));
    let said = text(&asked(&line).stdout);
    assert!(names.iter().all(|name| said.lines().any(|line| line == *name)), "{said}");
    let lines = text(&asked(&format!("{line} --format json")).stdout);
    let found: Vec<String> = lines
        .lines()
        .map(|line| {
            let json: serde_json::Value = serde_json::from_str(line).unwrap();
            json["puzzle"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(found, names);
}

/// What is made can be read back.
#[test]
fn a_scramble_is_an_instance() {
    let output = asked("picture generate 2x2 --seed 7 --format json");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let instance = json["instance"].as_str().unwrap();
    assert_eq!(instance, text(&asked("picture generate 2x2 --seed 7").stdout));
    assert!(instance.lines().all(|line| line.len() <= 80), "{instance}");
    let solved = run_with_input("picture solve - --format json", instance);
    assert_eq!(solved.status.code(), Some(0));
    let refused = run_with_input("picture generate -", instance);
    assert!(text(&refused.stderr).contains("a configuration already"));
}

/// A graph that no machine holds is refused before it is begun.
#[test]
fn a_graph_too_large_is_refused_at_once() {
    let output = asked("picture graph 3x3 --time 5");
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stderr);
    assert!(said.contains("165,112,971,264 configurations"), "{said}");
}
