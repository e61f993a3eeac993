//! All pictures of all built-in instances on one sheet, to look for what is wrong with them.
//!
//! `cargo run --release --example contact_sheet -- all.png` writes it; `docs/pictures/make` does
//! that.

use cubegraph::draw::{Scene, Text, shorten};
use cubegraph::instance::{self, Puzzle};
use cubegraph::{Result, Work, corner, insanity, picture, tour};

const COLUMNS: usize = 12;
/// A place on the sheet, in millimetres.
const SIDE: f64 = 60.0;
const CAPTION: f64 = 3.0;
#[cfg(feature = "pictures")]
const DOTS: u32 = 2800;

fn main() -> Result<()> {
    let Some(path) = std::env::args().nth(1) else {
        println!("usage: contact_sheet FILE.png");
        return Ok(());
    };
    let work = Work::default();
    let mut pictures: Vec<(String, Scene)> = Vec::new();
    for built_in in instance::built_in() {
        let found = built_in.read()?;
        let mut add = |what: &str, scene: Scene| {
            pictures.push((format!("{} {what}", built_in.name), scene));
        };
        match &found.puzzle {
            Puzzle::Insanity(puzzle) => of_insanity(puzzle, &work, &mut add)?,
            Puzzle::Tour(puzzle) => of_tour(puzzle, &work, &mut add)?,
            Puzzle::Picture(puzzle) => of_picture(puzzle, &work, &mut add)?,
            Puzzle::Corner(puzzle) => of_corner(puzzle, &work, &mut add)?,
            _ => {}
        }
    }
    for metric in [picture::Metric::Quarter, picture::Metric::Half] {
        let rules = picture::Rules::cube(metric)?;
        let puzzle = picture::Puzzle::new("1x1".parse()?, rules);
        let scene = picture::draw::cayley(&puzzle, None, &work)?.to_scene();
        pictures.push((format!("1x1 Cayley graph, {metric} turns"), scene));
    }
    let sheet = sheet(&pictures);
    #[cfg(feature = "pictures")]
    let bytes = sheet.to_png(DOTS)?;
    #[cfg(not(feature = "pictures"))]
    let bytes = sheet.to_svg();
    std::fs::write(&path, bytes).map_err(|source| cubegraph::Error::writing(&path, source))?;
    println!("{} pictures", pictures.len());
    Ok(())
}

fn of_insanity(
    puzzle: &insanity::Puzzle,
    work: &Work,
    add: &mut impl FnMut(&str, Scene),
) -> Result<()> {
    let solution = puzzle.solve(&insanity::Options::default(), work)?;
    let tower = solution.towers().first();
    add("graph", insanity::draw::graph(puzzle, tower).to_scene());
    add("nets", insanity::draw::nets(puzzle));
    if let Some(tower) = tower {
        add("factors", insanity::draw::factors(puzzle, tower).to_scene());
        add("tower", insanity::draw::tower(puzzle, tower));
    }
    Ok(())
}

fn of_tour(puzzle: &tour::Puzzle, work: &Work, add: &mut impl FnMut(&str, Scene)) -> Result<()> {
    let options = tour::Options { extremes: tour::Extremes::Max, ..tour::Options::default() };
    let solution = puzzle.solve(&options, work)?;
    let replay = solution.max().map(|extreme| &extreme.replay);
    add("board", tour::draw::board(puzzle, replay, "largest sum")?);
    add("grid", tour::draw::grid(puzzle, replay, "grid")?.to_scene());
    // The roll graphs of large boards are refused.
    if let Ok(rolls) = tour::draw::rolls(puzzle, replay, "roll graph") {
        add("rolls", rolls.to_scene());
    }
    Ok(())
}

fn of_picture(
    puzzle: &picture::Puzzle,
    work: &Work,
    add: &mut impl FnMut(&str, Scene),
) -> Result<()> {
    add("cubes", picture::draw::cubes(puzzle, work)?);
    add("Cayley graph", picture::draw::cayley(puzzle, None, work)?.to_scene());
    add("quotient", picture::draw::quotient(puzzle, None, work)?.to_scene());
    if puzzle.size().cells() <= 6 {
        let distances = puzzle.distances(&picture::Options::default(), work)?;
        add("chart", picture::draw::chart(&distances));
    }
    Ok(())
}

fn of_corner(
    puzzle: &corner::Puzzle,
    work: &Work,
    add: &mut impl FnMut(&str, Scene),
) -> Result<()> {
    let solution = puzzle.solve(&corner::Options::default(), work)?;
    let assembly = solution.assemblies().first();
    add("pieces", corner::draw::pieces(puzzle));
    add("graph", corner::draw::graph(puzzle, assembly).to_scene());
    if let Some(assembly) = assembly {
        add("cube", corner::draw::cube(puzzle, assembly));
    }
    Ok(())
}

/// The pictures in rows, each with its name below.
fn sheet(pictures: &[(String, Scene)]) -> Scene {
    let rows = pictures.len().div_ceil(COLUMNS);
    let mut sheet = Scene::new("All pictures", COLUMNS as f64 * SIDE, rows as f64 * SIDE);
    for (index, (name, picture)) in pictures.iter().enumerate() {
        let left = (index % COLUMNS) as f64 * SIDE;
        let top = (index / COLUMNS) as f64 * SIDE;
        let room = [SIDE - 4.0, SIDE - 4.0 - 2.0 * CAPTION];
        let factor = (room[0] / picture.width()).min(room[1] / picture.height());
        let small = picture.scaled(factor);
        let across = left + (SIDE - small.width()) / 2.0;
        let down = top + 2.0 + (room[1] - small.height()) / 2.0;
        sheet.add_scene(&small, (across, down));
        let caption = shorten(name, SIDE - 2.0, CAPTION);
        sheet.add(Text::new((left + SIDE / 2.0, top + SIDE - CAPTION), caption).size(CAPTION));
    }
    sheet
}
