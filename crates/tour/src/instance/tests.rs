use super::*;

fn read(text: &str) -> Result<Puzzle, Fault> {
    let file = toml::from_str(text).expect("TOML of the right shape");
    Puzzle::from_instance(file).map_err(|fault| fault.within("the text", text))
}

#[test]
fn every_key_of_an_instance_is_understood() {
    let puzzle = read(
        "kind = 'tour'\ntitle = 'T'\nsource = 'S'\nrows = 3\ncolumns = 4\nstart = 'any'\n\
         end = [2, 2]\ndie = 'any'\nhandedness = 'right'\nfaces = [1, -2, 3, 4, 5, 60]\n\
         blocked = [[1, 1]]\nclosed = false\nlabels = [[0, 1, 4], [2, 2, 6]]",
    )
    .unwrap();
    assert_eq!(puzzle.start(), Start::Any);
    assert_eq!(puzzle.die(), Dice::Any(Handedness::Right));
    assert_eq!(puzzle.end(), Some(Cell::new(2, 2)));
    assert_eq!(puzzle.faces()[5], 60);
    assert_eq!(puzzle.size(), 11);
    assert_eq!(puzzle.label((2, 2)), Some(6));
    assert_eq!((puzzle.title(), puzzle.source()), (Some("T"), Some("S")));
    assert_eq!(puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle);
    let json = serde_json::to_string(&puzzle).unwrap();
    assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
}

#[test]
fn a_board_is_drawn_as_a_map_with_the_north_above() {
    let drawn = read("kind = 'tour'\nboard = ['.E#', '...', 'S..']").unwrap();
    let built = Puzzle::builder(3, 3).block((2, 2)).end((2, 1)).build();
    assert_eq!(drawn, built.unwrap());
    assert_eq!(read("kind = 'tour'\nboard = ['..']").unwrap().columns(), 2);
}

#[test]
fn a_fault_points_at_its_place() {
    for (text, marked) in [
        ("board = ['..', '...']", "'...'"),
        ("board = ['..', '.x']", "'.x'"),
        ("board = ['S.', 'S.']", "'S.'"),
        ("board = []", "[]"),
        ("board = ['##']", "['##']"),
        ("board = ['#S', '..']\nblocked = [[0, 0], [9, 9]]", "[9, 9]"),
        ("rows = 3\nboard = ['..', '..']", "3"),
        ("board = ['S.', '..']\nstart = [0, 0]", "[0, 0]"),
        ("start = [3, 0]", "[3, 0]"),
        ("start = [-1, 0]", "[-1, 0]"),
        ("start = [1, 1]\nblocked = [[1, 1]]", "[1, 1]"),
        ("die = { top = 1, north = 6, east = 3 }", "6"),
        ("die = { top = 1, north = 2, east = 5 }", "5"),
        ("die = { top = 8, north = 2, east = 3 }", "8"),
        ("die = { top = 1, north = 'x', east = 3 }", "'x'"),
        ("die = { top = 1, north = 2, west = 3 }", "west"),
        ("die = { top = 1, north = 2 }", "{ top = 1, north = 2 }"),
        ("die = 'all'", "'all'"),
        ("handedness = 'right'", "'right'"),
        ("faces = [1, 2, 3]", "[1, 2, 3]"),
        ("faces = [1, 2, 3, 4, 5, 99999999999]", "99999999999"),
        ("labels = [[0, 0, 7]]", "[0, 0, 7]"),
        ("labels = [[0, 0, 1], [0, 0, 2]]", "[0, 0, 2]"),
        ("labels = [[0, 0]]", "[0, 0]"),
        ("closed = 'maybe'", "'maybe'"),
        ("closed = true\nend = [2, 2]", "[2, 2]"),
        ("blocked = [[5, 5]]", "[5, 5]"),
        ("blocked = [[1, 1], [0, 0]]", "[0, 0]"),
    ] {
        let has_map = text.contains("board");
        let size = if has_map { "" } else { "rows = 3\ncolumns = 3\n" };
        let text = format!("kind = 'tour'\n{size}{text}");
        let fault = read(&text).unwrap_err();
        assert_eq!(&text[fault.span()], marked, "{fault:?}");
    }
}
