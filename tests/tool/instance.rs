//! Instance files: what is read, and how mistakes are shown.

use std::fs;

use cubegraph::Error;
use cubegraph::instance::{Family, built_in, find_built_in, read, read_text, text_of};

/// What a person is shown.
fn rendered(error: Error) -> String {
    match error {
        Error::Input(fault) => fault.rendered(),
        other => panic!("{other:?}"),
    }
}

/// A wrong file: what it is about, its text, the line the message must point at, and words the
/// message must contain.
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
    Bad { about, text, line, says }
}

const WRONG_FILES: &[Bad] = &[
    bad("empty", "", 1, &["empty", "kind"]),
    bad("only white space", "\n\n  \n", 1, &["empty"]),
    bad("only a comment", "# a puzzle\n", 1, &["kind"]),
    bad("no kind", "title = \"x\"\nrows = 3\n", 1, &["kind"]),
    bad("truncated", "kind = \"tour\"\nrows = ", 2, &["not a value"]),
    bad("truncated string", "kind = \"tour", 1, &["quotes"]),
    bad("truncated list", "kind = \"corner\"\npieces = [\"AAD\",", 2, &["every [ needs its ]"]),
    bad(
        "truncated table",
        "kind = \"picture\"\nrows = 1\ncolumns = 1\n[group\nname = \"A4\"\n",
        4,
        &["as in [group]"],
    ),
    bad("truncated cube", "kind = \"insanity\"\ncubes = [{ faces = \"ACBDCC\" ]\n", 2, &[]),
    bad("not TOML", "kind: tour\n", 1, &["without ="]),
    bad("a page of HTML", "<html>\n", 1, &["without ="]),
    bad("no quotes", "kind = tour\n", 1, &["quotes around text"]),
    bad("a leading zero", "kind = \"tour\"\nrows = 03\n", 2, &["03"]),
    bad(
        "pieces in one word",
        "kind = \"corner\"\npieces = \"AAD\"\n",
        2,
        &["`pieces` cannot be text", "a list of pieces, such as [\"AAD\""],
    ),
    bad(
        "a piece without quotes",
        "kind = \"corner\"\npieces = [1, 2]\n",
        2,
        &["what is in `pieces` cannot be a number", "such as \"AAD\""],
    ),
    bad(
        "a cube that is a number",
        "kind = \"insanity\"\ncubes = [3]\n",
        2,
        &["cannot be a number", "a table { faces = … } or { pairs = … }"],
    ),
    bad(
        "a paint that is a number",
        "kind = \"insanity\"\ncubes = [{ faces = \"AAAAAA\" }]\n[colours]\nA = 3\n",
        4,
        &["what is in `colours` cannot be a number", "#rrggbb"],
    ),
    bad(
        "rows in quotes",
        "kind = \"tour\"\nrows = \"3\"\ncolumns = 3\n",
        2,
        &["`rows` cannot be text", "a whole number", "rows = 3"],
    ),
    bad("wrong kind", "kind = \"sudoku\"\n", 1, &["sudoku", "insanity, tour, picture, corner"]),
    bad("misspelt kind", "kind = \"toru\"\n", 1, &["did you mean \"tour\""]),
    bad(
        "kind is a number",
        "kind = 7\n",
        1,
        &["`kind` cannot be a number", "in quotes", "kind = \"tour\""],
    ),
    bad(
        "title is a list",
        "kind = \"tour\"\ntitle = []\nrows = 3\ncolumns = 3\n",
        2,
        &["`title` cannot be a list", "text in quotes"],
    ),
    bad(
        "duplicate key",
        "kind = \"tour\"\nrows = 3\nrows = 3\ncolumns = 3\n",
        3,
        &["there already", "remove one"],
    ),
    bad("unknown key", "kind = \"tour\"\nrows = 3\ncolumns = 3\ncolour = 1\n", 4, &["colour"]),
    bad("misspelt key", "kind = \"tour\"\nrows = 3\ncolums = 3\n", 3, &["did you mean `columns`"]),
    bad("missing rows", "kind = \"tour\"\ncolumns = 3\n", 1, &["rows"]),
    bad("zero rows", "kind = \"tour\"\nrows = 0\ncolumns = 3\n", 2, &[]),
    bad("negative columns", "kind = \"tour\"\nrows = 3\ncolumns = -3\n", 3, &[]),
    bad(
        "half a row",
        "kind = \"tour\"\nrows = 2.5\ncolumns = 3\n",
        2,
        &["`rows` cannot be a fraction", "a whole number"],
    ),
    bad(
        "a huge number",
        "kind = \"tour\"\nrows = 99999999999999999999999999\ncolumns = 3\n",
        2,
        &["a number this large", "a whole number"],
    ),
    bad("a large number", "kind = \"tour\"\nrows = 1000000000\ncolumns = 3\n", 2, &[]),
    bad("start off the board", "kind = \"tour\"\nrows = 3\ncolumns = 3\nstart = [3, 0]\n", 4, &[]),
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
        &["my.toml:4:15", "1 to 6"],
    ),
    bad(
        "a die that is a list",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\ndie = [1, 2, 3]\n",
        4,
        &["`die` cannot be a list", "top = 1"],
    ),
    bad(
        "a hand that is none",
        "kind = \"tour\"\nrows = 3\ncolumns = 3\ndie = \"any\"\nhandedness = \"both\"\n",
        5,
        &["left-handed"],
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
    bad("a cube without faces", "kind = \"insanity\"\ncubes = [\n  { },\n]\n", 3, &["faces"]),
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
        "a paint that is not a paint",
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
    bad("a picture of no rows", "kind = \"picture\"\nrows = 0\ncolumns = 3\n", 2, &[]),
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
    for Bad { about, text, line, says } in WRONG_FILES {
        let message = match read_text("my.toml", text) {
            Ok(_) => {
                wrong.push(format!("{about}: accepted"));
                continue;
            }
            Err(error) => rendered(error),
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
        if !message.contains("= help: ") {
            wrong.push(format!("{about}: no help\n{message}"));
        }
        for word in ["i64", "i128", "struct ", "sequence", "invalid type"] {
            if message.contains(word) {
                wrong.push(format!("{about}: says {word:?}\n{message}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The keys of a table, as the message about an unknown one lists them.
fn keys_of(text: &str) -> Vec<String> {
    let message = rendered(read_text("my.toml", text).unwrap_err());
    let (_, list) = message.split_once("expected one of ").expect(&message);
    let line = list.lines().next().unwrap_or_default();
    line.split(", ").map(str::to_owned).collect()
}

#[test]
fn a_date_is_refused_in_the_words_of_every_key() {
    let sized = |kind: &str| format!("kind = '{kind}'\nrows = 1\ncolumns = 1\n");
    for (before, after) in [
        ("kind = 'insanity'\n".to_owned(), ""),
        ("kind = 'insanity'\ncubes = [{ ".to_owned(), " }]"),
        (sized("tour"), ""),
        (sized("picture"), ""),
        (format!("{}[group]\n", sized("picture")), ""),
        ("kind = 'corner'\n".to_owned(), ""),
    ] {
        for key in keys_of(&format!("{before}unknown = 1{after}")) {
            // The line that is there already, if it is, gives way.
            let before: String = before
                .split_inclusive('\n')
                .filter(|line| !line.starts_with(&format!("{key} =")))
                .collect();
            let text = format!("{before}{key} = 1979-05-27{after}");
            let message = rendered(read_text("my.toml", &text).unwrap_err());
            for word in ["expected", "= help: ", "1979-05-27"] {
                assert!(message.contains(word), "{word} not in\n{message}");
            }
            assert!(!message.contains("invalid type"), "{message}");
        }
    }
}

#[test]
fn text_that_is_not_utf8_is_refused_at_its_place() {
    let bytes = b"kind = \"tour\"\ntitle = \"caf\xe9\"\n";
    let message = rendered(text_of("my.toml", bytes).unwrap_err());
    assert!(message.contains("my.toml:2:13"), "{message}");
    assert!(message.contains("0xe9"), "{message}");
}

#[test]
fn folders_missing_files_and_giants_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.toml");
    let giant = folder.path().join("giant.toml");
    fs::File::create(&giant).unwrap().set_len(1 << 30).unwrap();
    for (path, kind) in [
        (folder.path(), std::io::ErrorKind::IsADirectory),
        (&missing, std::io::ErrorKind::NotFound),
    ] {
        match read(path) {
            Err(Error::Io { path: named, source, .. }) => {
                assert_eq!((named.as_path(), source.kind()), (path, kind));
            }
            other => panic!("{other:?}"),
        }
    }
    let error = read(&giant).unwrap_err();
    assert!(error.to_string().contains("larger than"), "{error}");
}

#[test]
fn every_built_in_instance_is_valid_and_says_where_it_is_from() {
    let mut names = std::collections::BTreeSet::new();
    for instance in built_in() {
        assert!(names.insert((instance.family, instance.name)), "{} twice", instance.name);
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
    let slip = find_built_in("parker-bothers", None).unwrap_err().to_string();
    assert!(slip.contains("did you mean @parker-brothers"), "{slip}");
}
