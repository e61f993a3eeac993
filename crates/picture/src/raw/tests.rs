use super::*;

fn read(text: &str) -> Result<Puzzle, Fault> {
    let raw: Raw = toml::from_str(text)
        .map_err(|e| Fault::new(e.message().to_owned()).at(e.span().unwrap_or(0..0)))?;
    Puzzle::from_raw(raw)
}

#[test]
fn a_complete_instance_is_read() {
    let puzzle = read(
        "kind = \"picture\"\nrows = 1\ncolumns = 2\nconfiguration = [[\"(1 2 3)\", \"aB\"]]\n\
         [group]\ngenerators = [\"(1 2 3 4 5)\", \"(1 2 3)\"]\nrow_moves = [\"a\", \"A\"]\ncolumn_moves = \"all\"\n",
    )
    .unwrap();
    assert_eq!(puzzle.rules().group_order(), 60u32.into());
    assert_eq!(puzzle.cells().unwrap().len(), 2);
    assert_eq!(puzzle.rules().columns(), &MoveSet::All);
    assert!(read("kind = \"picture\"\nrows = 2\ncolumns = 2").unwrap().rules().is_cube());
}

#[test]
fn every_mistake_is_found_at_its_place() {
    let cube = "kind = \"picture\"\nrows = 2\ncolumns = 2\n";
    let group = "kind = \"picture\"\nrows = 2\ncolumns = 2\n[group]\n";
    for (text, place, message) in [
        ("kind = \"picture\"\nrows = 0\ncolumns = 2".to_owned(), "0", "0 rows"),
        ("kind = \"picture\"\nrows = 2\ncolumns = -3".to_owned(), "-3", "-3 columns"),
        (format!("{cube}configuration = [[\"\", \"\"]]"), "[[\"\", \"\"]]", "1 row of cubes"),
        (
            format!("{cube}configuration = [[\"\", \"\"], [\"u\"]]"),
            "[\"u\"]",
            "row 2 (from 1) has 1 cube",
        ),
        (format!("{cube}configuration = [[\"\", \"\"], [\"u\", \"x\"]]"), "\"x\"", "not a turn"),
        (format!("{group}name = \"X9\""), "\"X9\"", "not a group known here"),
        (
            format!("{group}name = \"A4\"\nrow_moves = [\"(1 2 3)\", \"(1 2)\"]"),
            "\"(1 2)\"",
            "not in the group",
        ),
        (format!("{group}name = \"A4\"\nrow_moves = \"some\""), "\"some\"", "are not moves"),
        (format!("{group}generators = [\"(1 2\"]"), "\"(1 2\"", "not a cycle"),
        (format!("{group}generators = [\"(1 9999)\"]"), "[\"(1 9999)\"]", "too large"),
        (format!("{group}name = \"A4\"\ngenerators = [\"(1 2)\"]"), "[\"(1 2)\"]", "given twice"),
    ] {
        let fault = read(&text).unwrap_err();
        assert!(fault.message().contains(message), "{text}: {fault:?}");
        assert_eq!(&text[fault.span()], place, "{text}");
    }
    assert!(
        read(&format!("{group}row_moves = \"all\"")).unwrap_err().message().contains("which group")
    );
    assert!(read(&format!("{group}name = \"A4\"\nrow_moves = 3")).is_err());
}

#[test]
fn a_puzzle_is_written_as_it_is_read() {
    let cube = "kind = \"picture\"\nrows = 2\ncolumns = 2\n";
    for text in [
        "3x2".to_owned(),
        format!("{cube}metric = \"half\"\nconfiguration = [[\"\", \"ul\"], [\"B>\", \"Fv\"]]"),
        format!("{cube}moves = \"up1 left2\""),
        format!("{cube}moves = [\"up1\", \"left2 up1\"]"),
        format!("{cube}[group]\nname = \"A5\"\nrow_moves = [\"(1 2 3)\"]"),
        format!("{cube}moves = \"row1(1 2)\"\n[group]\ngenerators = [\"()\", \"(1 2)\"]"),
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        assert_eq!(puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle, "{puzzle}");
        let json = serde_json::to_string(&puzzle).unwrap();
        assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle, "{json}");
    }
}

#[test]
fn moves_and_metrics_in_a_file_are_checked_where_they_stand() {
    let cube = "kind = \"picture\"\nrows = 2\ncolumns = 2\n";
    for (text, place) in [
        (format!("{cube}moves = \"up1 lef2\""), "lef2"),
        (format!("{cube}moves = \"up3\""), "\"up3\""),
        (format!("{cube}moves = \"row1\""), "\"row1\""),
        (format!("{cube}metric = \"third\""), "\"third\""),
        (format!("{cube}metric = \"half\"\n[group]\nname = \"C2\""), "\"half\""),
    ] {
        let fault = read(&text).unwrap_err();
        assert_eq!(&text[fault.span()], place, "{text}");
    }
    let half = read(&format!("{cube}metric = \"half\"\nmoves = \"row1\"")).unwrap();
    assert_eq!(half.faces().unwrap()[0], ["F", "F"]);
    let twice = format!("{cube}moves = \"up1\"\nconfiguration = [[\"\", \"\"], [\"\", \"\"]]");
    assert!(read(&twice).unwrap_err().message().contains("twice"));
}

#[test]
fn letters_number_the_generators_as_they_are_listed() {
    let text = "kind = \"picture\"\nrows = 1\ncolumns = 2\nconfiguration = [[\"a\", \"b\"]]\n\
                [group]\ngenerators = [\"()\", \"(1 2)\"]\n";
    let cells = read(text).unwrap().cells().unwrap().to_vec();
    assert_eq!(cells, [Permutation::IDENTITY, "(1 2)".parse().unwrap()]);
}

#[test]
fn a_group_of_order_above_a_thousand_million_needs_no_table() {
    let puzzle =
        read("kind = \"picture\"\nrows = 2\ncolumns = 2\n[group]\nname = \"S13\"").unwrap();
    assert_eq!(puzzle.rules().group_order(), 6_227_020_800u64.into());
    assert!(matches!(puzzle.rules().tabled().unwrap_err(), cubegraph_core::Error::TooLarge(_)));
}
