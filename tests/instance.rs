//! Instance files: what is read, and how mistakes are shown.

use std::fs;

use cubegraph::Error;
use cubegraph::instance::{Family, built_in, find_built_in, read, read_bytes, read_file};

/// A wrong file: what it is about, its text, the line the message must point at, and words the message must contain.
struct Bad {
    about: &'static str,
    text: &'static str,
    line: usize,
    says: &'static [&'static str],
}

const fn bad(
    about: &'static str,
    text: &'static str,
    line: usize,
    says: &'static [&'static str],
) -> Bad {
    Bad {
        about,
        text,
        line,
        says,
    }
}

const WRONG_FILES: &[Bad] = &[
    bad("empty", "", 1, &["empty", "kind"]),
    bad("only white space", "\n\n  \n", 1, &["empty"]),
    bad("only a comment", "# a puzzle\n", 1, &["kind"]),
    bad("no kind", "title = \"x\"\nrows = 3\n", 1, &["kind"]),
    bad("truncated", "kind = \"tour\"\nrows = ", 2, &[]),
    bad("truncated string", "kind = \"tour", 1, &[]),
    bad(
        "truncated list",
        "kind = \"corner\"\npieces = [\"AAD\",",
        2,
        &[],
    ),
    bad("not TOML", "kind: tour\n", 1, &[]),
    bad("a page of HTML", "<html>\n", 1, &[]),
    bad(
        "wrong kind",
        "kind = \"sudoku\"\n",
        1,
        &["sudoku", "insanity, tour, picture, corner"],
    ),
    bad(
        "misspelt kind",
        "kind = \"toru\"\n",
        1,
        &["did you mean \"tour\""],
    ),
    bad("kind is a number", "kind = 7\n", 1, &["string"]),
    bad(
        "title is a list",
        "kind = \"tour\"\ntitle = []\nrows = 3\ncolumns = 3\n",
        2,
        &["string"],
    ),
    bad(
        "duplicate key",
        "kind = \"tour\"\nrows = 3\nrows = 3\ncolumns = 3\n",
        3,
        &["duplicate"],
    ),
    bad(
        "unknown key",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\ncolour = 1\n",
        4,
        &["colour"],
    ),
    bad(
        "misspelt key",
        "kind = \"tour\"\nrows = 3\ncolums = 3\n",
        3,
        &["did you mean `columns`"],
    ),
    bad(
        "missing rows",
        "kind = \"tour\"\ncolumns = 3\n",
        1,
        &["rows"],
    ),
    bad(
        "zero rows",
        "kind = \"tour\"\nrows = 0\ncolumns = 3\n",
        2,
        &[],
    ),
    bad(
        "negative columns",
        "kind = \"tour\"\nrows = 3\ncolumns = -3\n",
        3,
        &[],
    ),
    bad(
        "half a row",
        "kind = \"tour\"\nrows = 2.5\ncolumns = 3\n",
        2,
        &[],
    ),
    bad(
        "a huge number",
        "kind = \"tour\"\nrows = 99999999999999999999999999\ncolumns = 3\n",
        2,
        &[],
    ),
    bad(
        "a large number",
        "kind = \"tour\"\nrows = 1000000000\ncolumns = 3\n",
        2,
        &[],
    ),
    bad(
        "start off the board",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\nstart = [3, 0]\n",
        4,
        &[],
    ),
    bad(
        "start with three numbers",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\nstart = [0, 0, 0]\n",
        4,
        &[],
    ),
    bad(
        "start is a word",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\nstart = \"here\"\n",
        4,
        &["any"],
    ),
    bad(
        "start on a blocked cell",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\nstart = [1, 1]\nblocked = [[1, 1]]\n",
        4,
        &["blocked"],
    ),
    bad(
        "a blocked cell off the board",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\nblocked = [[1, 1], [9, 9]]\n",
        4,
        &[],
    ),
    bad(
        "an impossible die",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\ndie = { top = 1, north = 6, east = 3 }\n",
        4,
        &["opposite"],
    ),
    bad(
        "a die with seven",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\ndie = { top = 7, north = 2, east = 3 }\n",
        4,
        &[],
    ),
    bad(
        "five faces",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\nfaces = [1, 2, 3, 4, 5]\n",
        4,
        &["six"],
    ),
    bad(
        "a label off the die",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\nlabels = [[0, 1, 9]]\n",
        4,
        &[],
    ),
    bad(
        "closed is a number",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\nclosed = 1\n",
        4,
        &["orientation"],
    ),
    bad(
        "a cube with five faces",
        "kind = \"insanity\"\ncubes = [\n  { faces = \"ACBDC\" },\n]\n",
        3,
        &["six"],
    ),
    bad(
        "a cube with two pairs",
        "kind = \"insanity\"\ncubes = [\n  { pairs = [\"AB\", \"CD\"] },\n]\n",
        3,
        &["three"],
    ),
    bad(
        "a pair of three",
        "kind = \"insanity\"\ncubes = [\n  { pairs = [\"AB\", \"CD\", \"EFG\"] },\n]\n",
        3,
        &[],
    ),
    bad("no cubes", "kind = \"insanity\"\ncubes = []\n", 2, &[]),
    bad(
        "a cube without faces",
        "kind = \"insanity\"\ncubes = [\n  { },\n]\n",
        3,
        &["faces"],
    ),
    bad(
        "faces and pairs",
        "kind = \"insanity\"\ncubes = [\n  { faces = \"ACBDCC\", pairs = [\"AB\", \"CD\", \"EF\"] },\n]\n",
        3,
        &[],
    ),
    bad(
        "a paint nobody shows",
        "kind = \"insanity\"\ncubes = [\n  { faces = \"AAAAAA\" },\n]\n[colours]\nB = \"#ff0000\"\n",
        6,
        &["B"],
    ),
    bad(
        "a paint that is no paint",
        "kind = \"insanity\"\ncubes = [\n  { faces = \"AAAAAA\" },\n]\n[colours]\nA = \"red\"\n",
        6,
        &["#rrggbb"],
    ),
    bad(
        "seven pieces",
        "kind = \"corner\"\npieces = [\"AAD\", \"ACB\", \"ACD\", \"ADB\", \"ADD\", \"BBC\", \"BCC\"]\n",
        2,
        &["eight"],
    ),
    bad(
        "a piece of four",
        "kind = \"corner\"\npieces = [\"AADD\", \"ACB\", \"ACD\", \"ADB\", \"ADD\", \"BBC\", \"BCC\", \"BDC\"]\n",
        2,
        &["three"],
    ),
    bad(
        "a letter E",
        "kind = \"corner\"\npieces = [\"AAE\", \"ACB\", \"ACD\", \"ADB\", \"ADD\", \"BBC\", \"BCC\", \"BDC\"]\n",
        2,
        &["E"],
    ),
    bad(
        "an empty piece",
        "kind = \"corner\"\npieces = [\"\", \"ACB\", \"ACD\", \"ADB\", \"ADD\", \"BBC\", \"BCC\", \"BDC\"]\n",
        2,
        &[],
    ),
    bad(
        "a picture of no rows",
        "kind = \"picture\"\nrows = 0\ncolumns = 3\n",
        2,
        &[],
    ),
    bad(
        "too few cubes in a row",
        "kind = \"picture\"\nrows = 2\ncolumns = 2\nconfiguration = [[\"\", \"ul\"], [\"uu\"]]\n",
        4,
        &[],
    ),
    bad(
        "too few rows of cubes",
        "kind = \"picture\"\nrows = 2\ncolumns = 2\nconfiguration = [[\"\", \"ul\"]]\n",
        4,
        &[],
    ),
    bad(
        "a word with x",
        "kind = \"picture\"\nrows = 1\ncolumns = 1\nconfiguration = [[\"ux\"]]\n",
        4,
        &["x"],
    ),
    bad(
        "a cycle with 5",
        "kind = \"picture\"\nrows = 1\ncolumns = 1\nconfiguration = [[\"(1 5)\"]]\n",
        4,
        &["5"],
    ),
    bad(
        "an unknown group",
        "kind = \"picture\"\nrows = 1\ncolumns = 1\n[group]\nname = \"M99x\"\n",
        5,
        &[],
    ),
    bad(
        "a move outside the group",
        "kind = \"picture\"\nrows = 1\ncolumns = 1\n[group]\nname = \"A4\"\nrow_moves = [\"(1 2)\"]\n",
        6,
        &[],
    ),
];

#[test]
fn every_kind_of_wrong_file_is_refused_at_its_place() {
    assert!(WRONG_FILES.len() >= 30);
    let mut wrong = Vec::new();
    for Bad {
        about,
        text,
        line,
        says,
    } in WRONG_FILES
    {
        let message = match read("my.toml", text) {
            Ok(_) => {
                wrong.push(format!("{about}: accepted"));
                continue;
            }
            Err(error) => {
                assert_eq!(error.status(), 2, "{about}");
                error.to_string()
            }
        };
        let place = format!("my.toml:{line}:");
        if !message.contains(&place) {
            wrong.push(format!("{about}: not at {place}\n{message}"));
        }
        for word in *says {
            if !message.contains(word) {
                wrong.push(format!("{about}: does not say {word:?}\n{message}"));
            }
        }
        if !message.contains('^') {
            wrong.push(format!("{about}: no mark\n{message}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn text_that_is_not_utf8_is_refused_at_its_place() {
    let error = read_bytes("my.toml", b"kind = \"tour\"\ntitle = \"caf\xe9\"\n").unwrap_err();
    assert_eq!(error.status(), 2);
    let message = error.to_string();
    assert!(message.contains("my.toml:2:13"), "{message}");
    assert!(message.contains("0xe9"), "{message}");
}

#[test]
fn folders_missing_files_and_giants_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.toml");
    let giant = folder.path().join("giant.toml");
    fs::File::create(&giant).unwrap().set_len(1 << 30).unwrap();
    for (path, says) in [
        (folder.path(), "is a folder"),
        (&missing, "there is no file"),
        (&giant, "larger than"),
    ] {
        let error = read_file(path).unwrap_err();
        assert!(matches!(error, Error::Input(_)));
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn every_built_in_instance_is_valid_and_says_where_it_is_from() {
    let mut names = std::collections::BTreeSet::new();
    for instance in built_in() {
        assert!(
            names.insert((instance.family, instance.name)),
            "{} twice",
            instance.name
        );
        let read = instance.read().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read.puzzle.family(), instance.family);
        assert!(read.title.is_some(), "{} has no title", instance.name);
        assert!(read.source.is_some(), "{} has no source", instance.name);
    }
    for family in Family::ALL {
        assert!(built_in().any(|instance| instance.family == family));
    }
}

#[test]
fn a_built_in_instance_is_found_by_name_with_or_without_its_family() {
    for (name, wanted) in [
        ("3x3", None),
        ("3x3", Some(Family::Tour)),
        ("tour/3x3", Some(Family::Picture)),
        ("3x3", Some(Family::Picture)),
    ] {
        let found = find_built_in(name, wanted).unwrap();
        assert_eq!((found.family, found.name), (Family::Tour, "3x3"));
    }
    let slip = find_built_in("parker-bothers", None)
        .unwrap_err()
        .to_string();
    assert!(slip.contains("did you mean @parker-brothers"), "{slip}");
}
