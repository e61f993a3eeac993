//! The pictures of a tour: the board with its path of arrows, the grid, and the roll graph.

mod rolls;

pub use rolls::rolls;

use std::collections::BTreeMap;

use cubegraph_core::cube::notation::Die;
use cubegraph_core::work::{Error, Result};
use cubegraph_draw::{
    Anchor, Colour, Edge, PlacedGraph, Point, Rise, Scene, Shape, Stroke, Text, Vertex, VertexId,
    text_width,
};

use super::{Cell, Puzzle, Replay, Twins};

/// Side of a cell on the board, in millimetres.
const SIDE: f64 = 20.0;
/// Radius of the disc with the face on top.
const DISC: f64 = 4.4;
/// Space for the numbers of rows and columns.
const MARGIN: f64 = 9.0;
/// Size of the words below the board, and the height of a line of them.
const KEY_SIZE: f64 = 3.2;
const KEY_LINE: f64 = 7.0;

const START: Colour = Colour::GREEN;
const END: Colour = Colour::VERMILION;
const PATH: Colour = Colour::BLUE;

/// The most cells of a readable drawing.
const MOST_CELLS: usize = 10_000;

/// Refuses boards that are too large to read, before they are laid out.
fn check_size(puzzle: &Puzzle) -> Result<()> {
    if puzzle.area() <= MOST_CELLS {
        return Ok(());
    }
    Err(Error::too_large(format!(
        "the board has {} cells, and a picture of more than {MOST_CELLS} cannot be read",
        puzzle.area()
    ))
    .help("write the graph as data, or choose a smaller board"))
}

/// The board: every cell with the face on top in a disc, the number of the visit above it, arrows
/// from visit to visit, start and end marked, labelled cells shaded.
///
/// # Errors
/// [`Error::TooLarge`] if it has more cells than can be looked at.
pub fn board(puzzle: &Puzzle, shown: Option<&Replay>, title: &str) -> Result<Scene> {
    check_size(puzzle)?;
    let (rows, columns) = (puzzle.rows() as f64, puzzle.columns() as f64);
    let head = 12.0;
    let key = values(puzzle);
    let labelled = !puzzle.labels().is_empty();
    let words = key.as_ref().map_or(0.0, |key| text_width(key, KEY_SIZE));
    let width = (columns * SIDE + 2.0 * MARGIN).max(text_width(title, 4.6) + 4.0).max(words + 4.0);
    let board_end = head + rows * SIDE + MARGIN;
    let lines = usize::from(labelled) + usize::from(key.is_some());
    let height = board_end + lines as f64 * KEY_LINE;
    let plan = Plan { left: (width - columns * SIDE) / 2.0, top: head, rows: puzzle.rows() };
    let mut scene = Scene::new(title, width, height).description(match shown {
        Some(shown) => format!("The die rolls {}. Faces on top: {:?}.", shown.tour, shown.tops()),
        None => "A board without a tour.".into(),
    });
    scene.add(Text::new((width / 2.0, head / 2.0), title).size(4.6).bold());
    draw_cells(&mut scene, puzzle, &plan);
    if let Some(shown) = shown {
        draw_arrows(&mut scene, puzzle, &plan, shown);
        draw_visits(&mut scene, puzzle, &plan, shown);
    } else {
        for (cell, face) in puzzle.labels() {
            let label = Text::new(plan.centre(*cell), face.to_string());
            scene.add(label.size(5.6).bold());
        }
    }
    if let Some(key) = key {
        let at = Point::new(width / 2.0, board_end + 3.0);
        scene.add(Text::new(at, key).size(KEY_SIZE));
    }
    if labelled {
        let y = height - 4.0;
        let square = Shape::rect((plan.left, y - 2.0), 4.0, 4.0).fill(label_fill());
        scene.add(square.stroke(Stroke::new(Colour::INK, 0.3)));
        let text = Text::new((plan.left + 5.5, y), "labelled: the face on top is given");
        scene.add(text.size(KEY_SIZE).anchor(Anchor::Start));
    }
    Ok(scene)
}

/// The tour roll by roll: the board with one visit, with two, and so on to the whole tour.
///
/// # Errors
/// As for [`board`].
pub fn frames(puzzle: &Puzzle, replay: &Replay, title: &str) -> Result<Vec<Scene>> {
    (1..=replay.cells.len())
        .map(|visits| {
            let mut part = replay.clone();
            part.cells.truncate(visits);
            part.dice.truncate(visits);
            part.values.truncate(visits);
            board(puzzle, Some(&part), title)
        })
        .collect()
}

/// What the faces are worth, where that is not their number: pictures show faces, sums are of
/// values.
fn values(puzzle: &Puzzle) -> Option<String> {
    let pairs: Vec<String> =
        (1..).zip(puzzle.faces()).map(|(face, value)| format!("{face} = {value}")).collect();
    let key = || format!("face = value: {}", pairs.join(", "));
    puzzle.has_values().then(key)
}

fn label_fill() -> Colour {
    Colour::YELLOW.mix(Colour::WHITE, 0.55)
}

/// Where things stand on the board.
struct Plan {
    left: f64,
    top: f64,
    rows: usize,
}

impl Plan {
    /// The upper left corner of a cell; row 0 is at the bottom.
    fn corner(&self, cell: Cell) -> Point {
        Point::new(
            self.left + cell.column as f64 * SIDE,
            self.top + (self.rows - 1 - cell.row) as f64 * SIDE,
        )
    }

    fn centre(&self, cell: Cell) -> Point {
        self.corner(cell) + Point::new(SIDE / 2.0, SIDE / 2.0 + 0.8)
    }
}

fn draw_cells(scene: &mut Scene, puzzle: &Puzzle, plan: &Plan) {
    for row in 0..puzzle.rows() {
        for column in 0..puzzle.columns() {
            let cell = Cell::new(row, column);
            let fill = if !puzzle.is_free(cell) {
                Colour::grey(0x70)
            } else if puzzle.label(cell).is_some() {
                label_fill()
            } else {
                Colour::WHITE
            };
            let square = Shape::rect(plan.corner(cell), SIDE, SIDE);
            scene.add(square.fill(fill).stroke(Stroke::new(Colour::QUIET, 0.35)));
        }
    }
    let frame = Shape::rect(
        (plan.left, plan.top),
        puzzle.columns() as f64 * SIDE,
        puzzle.rows() as f64 * SIDE,
    );
    scene.add(frame.stroke(Stroke::new(Colour::INK, 0.7)));
    let number = |at: Point, k: usize| Text::new(at, k.to_string()).size(3.2).colour(Colour::INK);
    for row in 0..puzzle.rows() {
        let y = plan.corner(Cell::new(row, 0)).y + SIDE / 2.0;
        scene.add(number(Point::new(plan.left - 4.0, y), row));
    }
    let below = plan.top + puzzle.rows() as f64 * SIDE + 4.0;
    for column in 0..puzzle.columns() {
        let x = plan.corner(Cell::new(0, column)).x + SIDE / 2.0;
        scene.add(number(Point::new(x, below), column));
    }
}

fn draw_arrows(scene: &mut Scene, puzzle: &Puzzle, plan: &Plan, shown: &Replay) {
    let cells = &shown.cells;
    let is_whole = cells.len() == puzzle.size();
    let home = (puzzle.is_closed() && is_whole).then_some(&cells[0]);
    let next = cells.iter().skip(1).chain(home);
    for (from, to) in cells.iter().zip(next) {
        let (a, b) = (plan.centre(*from), plan.centre(*to));
        let way = (b - a).unit();
        let gap = DISC + 0.9;
        let line = Shape::line(a + way * gap, b - way * gap).stroke(Stroke::new(PATH, 1.1));
        scene.add(line.arrow().title(format!("{from} to {to}")));
    }
}

fn draw_visits(scene: &mut Scene, puzzle: &Puzzle, plan: &Plan, replay: &Replay) {
    let count = replay.cells.len();
    let closed = puzzle.is_closed();
    for (visit, (&cell, die)) in replay.cells.iter().zip(&replay.dice).enumerate() {
        let centre = plan.centre(cell);
        let end = visit + 1 == puzzle.size() && !closed;
        let title = format!("visit {} of {count}: {cell}, die {die}", visit + 1);
        let disc = Shape::circle(centre, DISC);
        let corner = centre - Point::new(DISC * 0.9, DISC * 0.9);
        let (shape, word, colour) = match visit {
            0 => (disc, "start", START),
            _ if end => {
                let square = Shape::rect(corner, DISC * 1.8, DISC * 1.8);
                (square.rounded(0.8), "end", END)
            }
            _ => (disc, "", Colour::INK),
        };
        let width = if word.is_empty() { 0.35 } else { 1.1 };
        let shape = shape.fill(Colour::WHITE).stroke(Stroke::new(colour, width));
        scene.add(shape.title(title));
        let text =
            |at: Point, text: String, size, colour| Text::new(at, text).size(size).colour(colour);
        scene.add(text(centre, die.top().to_string(), 5.6, Colour::BLACK).bold());
        let above = plan.corner(cell) + Point::new(1.5, 1.2);
        let number = text(above, (visit + 1).to_string(), 3.2, Colour::INK);
        scene.add(number.anchor(Anchor::Start).rise(Rise::Below));
        if !word.is_empty() {
            let at = plan.corner(cell) + Point::new(SIDE - 1.2, SIDE - 0.8);
            let mark = text(at, word.to_owned(), 2.9, colour.mix(Colour::BLACK, 0.25)).bold();
            scene.add(mark.anchor(Anchor::End).rise(Rise::Above));
        }
    }
}

/// Two tours with the same labels side by side.
///
/// # Errors
/// [`Error::Rejected`] if one of them does not have the labels of the board, [`Error::TooLarge`] if
/// the board has more cells than can be looked at.
pub fn twins(twins: &Twins) -> Result<Scene> {
    let mut boards = Vec::new();
    for tour in &twins.tours {
        let title = format!("from {} as {}", tour.start, tour.die);
        let replay = twins.puzzle.replay(tour)?;
        boards.push(board(&twins.puzzle, Some(&replay), &title)?);
    }
    let width: f64 = boards.iter().map(Scene::width).sum();
    let mut scene = Scene::new("Two tours with the same labels", width, boards[0].height());
    let mut left = 0.0;
    for board in &boards {
        scene.add_scene(board, (left, 0.0));
        left += board.width();
    }
    Ok(scene)
}

/// The grid graph, with the tour as thick arrows.
///
/// # Errors
/// [`Error::TooLarge`] if it has more cells than can be looked at.
pub fn grid(puzzle: &Puzzle, shown: Option<&Replay>, title: &str) -> Result<PlacedGraph> {
    check_size(puzzle)?;
    let mut drawing = PlacedGraph::undirected(title);
    let graph = puzzle.graph();
    let visits = visits(shown);
    let steps = steps(puzzle, shown);
    let place =
        |cell: Cell| (cell.column as f64 * 18.0, (puzzle.rows() - 1 - cell.row) as f64 * 18.0);
    let ids: Vec<VertexId> = graph
        .node_weights()
        .map(|&cell| {
            let mut vertex = Vertex::new(format!("{},{}", cell.row, cell.column)).at(place(cell));
            if let Some(&(visit, top)) = visits.get(&cell) {
                vertex = vertex.title(format!("visit {visit}, face {top} on top"));
                if visit == 1 {
                    vertex = vertex.outline(Stroke::new(START, 1.4));
                } else if visit == visits.len() && !puzzle.is_closed() {
                    vertex = vertex.outline(Stroke::new(END, 1.4));
                }
            }
            drawing.add_vertex(vertex)
        })
        .collect();
    for edge in graph.edge_indices() {
        let Some((a, b)) = graph.edge_endpoints(edge) else {
            continue;
        };
        let taken = |x, y| steps.contains_key(&(graph[x], graph[y]));
        let thick =
            |from: VertexId, to| Edge::new(from, to).stroke(Stroke::new(PATH, 1.2)).arrow(true);
        let (from, to) = (ids[a.index()], ids[b.index()]);
        drawing.add_edge(if taken(a, b) {
            thick(from, to)
        } else if taken(b, a) {
            thick(to, from)
        } else {
            Edge::new(from, to)
        });
    }
    if shown.is_some() {
        drawing.legend(Stroke::new(PATH, 1.2), "the tour");
        drawing.note("green rim: start; red rim: end");
    }
    if let Some(key) = values(puzzle) {
        drawing.note(key);
    }
    Ok(drawing)
}

/// Visit and face on top of every cell.
fn visits(shown: Option<&Replay>) -> BTreeMap<Cell, (usize, u8)> {
    let visits = shown.into_iter().flat_map(|replay| replay.cells.iter().zip(replay.tops()));
    (1..).zip(visits).map(|(visit, (&cell, top))| (cell, (visit, top))).collect()
}

/// The steps of a tour with the dice before and after; the roll home has none, since the die may
/// come home otherwise than it left.
fn steps(puzzle: &Puzzle, shown: Option<&Replay>) -> BTreeMap<(Cell, Cell), Option<(Die, Die)>> {
    let Some(replay) = shown else {
        return BTreeMap::new();
    };
    let mut steps = BTreeMap::new();
    for (cells, dice) in replay.cells.windows(2).zip(replay.dice.windows(2)) {
        steps.insert((cells[0], cells[1]), Some((dice[0], dice[1])));
    }
    if puzzle.is_closed()
        && let (Some(&last), Some(&first)) = (replay.cells.last(), replay.cells.first())
    {
        steps.insert((last, first), None);
    }
    steps
}
