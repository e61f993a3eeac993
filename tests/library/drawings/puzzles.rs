//! The pictures of the families: what a reader must be able to see on them.

use cubegraph::corner::{self, draw as corner_draw};
use cubegraph::draw::{Colour, PlacedGraph};
use cubegraph::insanity::{self, Tower};
use cubegraph::instance::{Family, Puzzle, find_built_in, read_text};
use cubegraph::report;
use cubegraph::tour;
use cubegraph::work::Work;

use super::cayley::along;
use super::draw::{attribute, circles, graphviz, parse};

fn built_in(name: &str, family: Family) -> Puzzle {
    let found = find_built_in(name, Some(family)).unwrap();
    found.read().unwrap().puzzle
}

fn cubes(name: &str) -> insanity::Puzzle {
    match built_in(name, Family::Insanity) {
        Puzzle::Insanity(puzzle) => puzzle,
        other => panic!("{other:?}"),
    }
}

fn tower(puzzle: &insanity::Puzzle) -> Tower {
    let solution = puzzle.solve(&insanity::Options::default(), &Work::default());
    solution.unwrap().towers()[0].clone()
}

fn board(text: &str) -> tour::Puzzle {
    match read_text("a test", text).unwrap().puzzle {
        Puzzle::Tour(puzzle) => puzzle,
        other => panic!("{other:?}"),
    }
}

fn texts(svg: &str) -> Vec<String> {
    parse(svg)
        .descendants()
        .filter(|node| node.tag_name().name() == "text")
        .filter_map(|node| node.text().map(str::to_owned))
        .collect()
}

/// Looking for an order with few crossings would take hours and 80 GB.
#[test]
fn a_hundred_thousand_cubes_are_placed_as_they_come() {
    let options = insanity::generate::Options {
        cubes: 100_000,
        kind: insanity::generate::PuzzleKind::Balanced,
        ..insanity::generate::Options::default()
    };
    let made = insanity::generate::generate(&options, &Work::default()).unwrap();
    let graph = insanity::draw::graph(made.puzzle(), None);
    let sizes = (graph.vertex_count(), graph.edge_count());
    assert_eq!(sizes, (100_000, 300_000));
}

#[test]
fn large_graphs_have_straight_lines_in_dot_since_graphviz_would_not_end() {
    let rolls = |rows: usize| -> PlacedGraph {
        let text = format!("kind = 'tour'\nrows = {rows}\ncolumns = {rows}\n");
        tour::draw::rolls(&board(&text), None, "rolls").unwrap()
    };
    for (graph, splines) in [
        (insanity::draw::graph(&cubes("parker-brothers"), None), "true"),
        (insanity::draw::graph(&cubes("thirty"), None), "line"),
        (rolls(4), "line"),
    ] {
        let dot = graph.to_dot();
        assert!(dot.contains(&format!("splines={splines}")), "{dot}");
        graphviz("dot", &dot);
    }
}

#[test]
fn loops_lean_on_no_other_colour() {
    let puzzle = cubes("thirty");
    let svg = insanity::draw::factors(&puzzle, &tower(&puzzle)).to_scene().to_svg();
    let (beads, vertices) = (circles(&svg, "2.4"), circles(&svg, "5"));
    assert_eq!((beads.len(), vertices.len()), (60, 60));
    for a in &beads {
        for v in &vertices {
            let apart = (a.0 - v.0).hypot(a.1 - v.1) - 7.4;
            assert!(apart > 0.5, "{a:?} and the vertex {v:?}: {apart}");
        }
    }
}

/// Points along the thick lines of a colour graph, with whether each line is dashed.
fn thick_lines(svg: &str) -> Vec<(bool, Vec<(f64, f64)>)> {
    let document = parse(svg);
    let paths = document.descendants().filter(|node| node.tag_name().name() == "path");
    let thick = paths.filter(|path| attribute(path, "stroke-width") > 1.0);
    let lines = thick.map(|path| {
        let is_dashed = path.attribute("stroke-dasharray").is_some();
        (is_dashed, along(path.attribute("d").unwrap()))
    });
    lines.filter(|(_, points)| points.len() > 2).collect()
}

#[test]
fn dashed_and_solid_lines_never_cover_each_other_and_beads_never_touch() {
    for name in ["thirty", "unique-20", "hesselink-five", "five-groups"] {
        let puzzle = cubes(name);
        let svg = insanity::draw::graph(&puzzle, Some(&tower(&puzzle))).to_svg();
        let beads = circles(&svg, "2.4");
        assert_eq!(beads.len(), 3 * puzzle.cubes().len(), "{name}");
        for (i, a) in beads.iter().enumerate() {
            for b in &beads[..i] {
                let apart = (a.0 - b.0).hypot(a.1 - b.1) - 4.8;
                assert!(apart > 0.5, "{name}: {a:?} and {b:?}: {apart}");
            }
        }
        let lines = thick_lines(&svg);
        assert!(lines.len() >= 2 * puzzle.cubes().len(), "{name}");
        for (is_dashed, line) in lines.iter().filter(|(is_dashed, _)| *is_dashed) {
            for (_, other) in lines.iter().filter(|(other, _)| other != is_dashed) {
                let is_covered = |p: &&(f64, f64)| {
                    let near = |q: &(f64, f64)| (p.0 - q.0).hypot(p.1 - q.1) < 0.7;
                    other.iter().any(near)
                };
                let covered = line.iter().filter(is_covered).count();
                // Lines that cross at a small angle, or leave the same vertex, share a little.
                assert!(
                    covered * 4 < line.len(),
                    "{name}: {covered} of {} points from {:?} to {:?}",
                    line.len(),
                    line[0],
                    line[line.len() - 1]
                );
            }
        }
    }
}

#[test]
fn a_long_name_leaves_room_for_the_beads() {
    for long in ["a long name", "a very long name of a colour", &"name ".repeat(20)] {
        let text = format!(
            "kind = 'insanity'\ncubes = [\n{}]\n",
            "{ pairs = [['L', 'white'], ['L', 'red'], ['blue', 'red']] },\n\
             { pairs = [['L', 'M'], ['blue', 'white'], ['M', 'red']] },\n\
             { pairs = [['M', 'white'], ['M', 'L'], ['blue', 'L']] },\n\
             { pairs = [['M', 'blue'], ['white', 'red'], ['white', 'red']] },\n"
                .replace('L', long)
                .replace('M', &format!("not {long}"))
        );
        let Puzzle::Insanity(puzzle) = read_text("a test", &text).unwrap().puzzle else { panic!() };
        let svg = insanity::draw::graph(&puzzle, None).to_scene().to_svg();
        let document = parse(&svg);
        let boxes: Vec<[f64; 4]> = document
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "rect")))
            .filter(|node| node.attribute("rx").is_some())
            .map(|node| ["x", "y", "width", "height"].map(|name| attribute(&node, name)))
            .collect();
        assert_eq!(boxes.len(), 2, "{long}");
        for (x, y) in circles(&svg, "2.4") {
            for [left, top, width, height] in &boxes {
                let across = (left - x).max(x - left - width).max(0.0);
                let down = (top - y).max(y - top - height).max(0.0);
                assert!(across.hypot(down) > 2.4 + 0.5, "{long}: the bead at {x}, {y}");
            }
        }
    }
}

#[test]
fn the_page_has_the_paints_of_the_picture_and_none_twice() {
    let puzzle = cubes("unsolvable");
    let paints = insanity::draw::paints(&puzzle);
    let page = {
        let instance = find_built_in("unsolvable", None).unwrap().read().unwrap();
        report::page(&[instance], false, &Work::default()).unwrap()
    };
    for (index, paint) in paints.iter().enumerate() {
        assert!(page.contains(&paint.to_string()), "{paint}");
        assert!(!paints[..index].contains(paint), "{paint} twice");
    }
}

#[test]
fn the_pieces_of_an_assembly_have_their_numbers_and_colours() {
    let Puzzle::Corner(set) = built_in("twelve-edges", Family::Corner) else { panic!() };
    let options = corner::Options::default();
    let solved = set.solve(&options, &Work::default()).unwrap();
    let assembled = corner_draw::cube(&set, &solved.assemblies()[0]).to_svg();
    let legend = texts(&assembled);
    for (number, piece) in (1..).zip(set.words()) {
        assert!(legend.contains(&format!("{number}: {piece}")), "{legend:?}");
    }
    let document = parse(&assembled);
    let swatches: Vec<&str> = document
        .descendants()
        .filter(|node| node.tag_name().name() == "rect")
        .filter_map(|node| node.attribute("fill").filter(|_| node.attribute("stroke").is_some()))
        .collect();
    let paints: Vec<String> = (0..12).map(|number| Colour::nth(number).to_string()).collect();
    assert_eq!(swatches, paints);
    let pieces = corner_draw::pieces(&set).to_svg();
    assert!(paints.iter().all(|paint| pieces.contains(paint)));
}

#[test]
fn the_roll_graph_names_its_cells_and_both_ends() {
    let puzzle = board("kind = 'tour'\nrows = 2\ncolumns = 2\n");
    let solution = puzzle.solve(&tour::Options::default(), &Work::default());
    let shown = &solution.as_ref().unwrap().max().unwrap().replay;
    let graph = tour::draw::rolls(&puzzle, Some(shown), "rolls").unwrap();
    let svg = graph.to_scene().to_svg();
    let found = texts(&svg);
    for cell in ["0,0", "0,1", "1,0", "1,1"] {
        assert!(found.iter().any(|text| text == cell), "{cell}: {found:?}");
    }
    let document = parse(&svg);
    let rims = |colour: &str| {
        let rim = |node: &roxmltree::Node| node.attribute("stroke") == Some(colour);
        document.descendants().filter(rim).count()
    };
    assert_eq!((rims("#009e73"), rims("#d55e00")), (1, 1));
    if let Some(drawn) = graphviz("dot", &graph.to_dot()) {
        assert!(texts(&drawn).contains(&"1,1".to_owned()));
    }
}

#[test]
fn a_die_with_other_values_has_a_key() {
    let Puzzle::Tour(primes) = built_in("primes", Family::Tour) else { panic!() };
    let key = "face = value: 1 = 2, 2 = 3, 3 = 5, 4 = 7, 5 = 11, 6 = 13".to_owned();
    let board_of = |puzzle| texts(&tour::draw::board(puzzle, None, "t").unwrap().to_svg());
    assert!(board_of(&primes).contains(&key));
    let grid = tour::draw::grid(&primes, None, "t").unwrap();
    let grid = grid.to_scene().to_svg();
    assert!(texts(&grid).contains(&key));
    let plain = board_of(&board("kind = 'tour'\nrows = 2\ncolumns = 2\n"));
    assert!(!plain.iter().any(|text| text.contains("value")));
}
