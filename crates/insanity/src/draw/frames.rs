//! The argument as a sequence of pictures, for slides.

use petgraph::visit::EdgeRef;

use super::{factors, legend, stroke, title_of, tower as tower_of, with_strokes};
use crate::{Puzzle, Rule, Strand, Tower, graph};
use cubegraph_draw::{Colour as Ink, Scene, Stroke};

/// The steps of the argument: the colour graph, what the degrees alone force, and, where there is a
/// tower, its first factor, both factors, the way round their cycles, and the tower.
pub fn frames(puzzle: &Puzzle, tower: Option<&Tower>) -> Vec<Scene> {
    let mut frames = Vec::new();
    let colours = puzzle.graph();
    let titled = |step: &str| format!("{}: {step}", title_of(puzzle));
    let first = with_strokes(puzzle, &titled("the colour graph"), colours, |_| stroke(None));
    frames.push(first.to_scene());
    let forced = forced(puzzle);
    if forced.iter().any(Option::is_some) {
        let title = titled("what the degrees force");
        let mut drawing = with_strokes(puzzle, &title, colours, |edge| known(forced[edge]));
        drawing.legend(known(Some(Forced::Seen)), "must be seen");
        drawing.legend(known(Some(Forced::Hidden)), "must be hidden");
        drawing.legend(known(None), "not known yet");
        frames.push(drawing.to_scene());
    }
    let Some(tower) = tower else {
        return frames;
    };
    let marked = tower.graph(colours);
    let strands: Vec<Option<Strand>> = marked.edge_weights().map(|edge| edge.strand).collect();
    let mut one = with_strokes(puzzle, &titled("the first 2-factor"), colours, |edge| {
        let is_taken = strands[edge] == Some(Strand::FrontBack);
        stroke(Some(if is_taken { Strand::FrontBack } else { Strand::Hidden }))
    });
    one.legend(stroke(Some(Strand::FrontBack)), "front/back");
    one.legend(stroke(Some(Strand::Hidden)), "the other edges");
    frames.push(one.to_scene());
    let mut both = with_strokes(puzzle, &titled("the second, disjoint"), colours, |edge| {
        stroke(strands[edge])
    });
    legend(&mut both);
    frames.push(both.to_scene());
    frames.push(factors(puzzle, tower).to_scene());
    frames.push(tower_of(puzzle, tower));
    frames
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Forced {
    Seen,
    Hidden,
}

fn known(forced: Option<Forced>) -> Stroke {
    match forced {
        Some(Forced::Seen) => Stroke::new(Ink::INK, 1.6),
        Some(Forced::Hidden) => stroke(Some(Strand::Hidden)),
        None => stroke(None).dash(cubegraph_draw::Dash::Dotted),
    }
}

/// What every tower does with an edge, as far as two rules show it: every cube hides one edge, and
/// a colour on d faces is hidden d − 4 times. None where there are more colours than cubes, since
/// then not every side shows every colour.
fn forced(puzzle: &Puzzle) -> Vec<Option<Forced>> {
    let (colours, cubes) = (puzzle.graph(), puzzle.cubes().len());
    let mut forced = vec![None; colours.edge_count()];
    let degrees = graph::degrees(colours);
    if puzzle.rule() != Rule::EveryColourOnce || degrees.iter().any(|&degree| degree < 4) {
        return forced;
    }
    // A constraint: these edges, a loop twice, and how many of them are hidden.
    let mut constraints: Vec<(Vec<usize>, usize)> = vec![(Vec::new(), 1); cubes];
    constraints.extend(degrees.iter().map(|degree| (Vec::new(), degree - 4)));
    for edge in colours.edge_references() {
        let ends = [edge.source(), edge.target()].map(|end| cubes + end.index());
        for constraint in [edge.weight().cube, ends[0], ends[1]] {
            constraints[constraint].0.push(edge.id().index());
        }
    }
    loop {
        let before = forced.clone();
        for (edges, hidden) in &constraints {
            let count = |state| edges.iter().filter(|&&edge| forced[edge] == state).count();
            let (known, open) = (count(Some(Forced::Hidden)), count(None));
            let rest = match hidden.checked_sub(known) {
                Some(0) => Forced::Seen,
                Some(left) if left == open => Forced::Hidden,
                _ => continue,
            };
            for &edge in edges {
                forced[edge].get_or_insert(rest);
            }
        }
        if forced == before {
            return forced;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Wanted};
    use cubegraph_core::work::Work;

    /// No tower contradicts what is called forced.
    #[test]
    fn what_is_forced_holds_in_every_tower() {
        let mut found = 0;
        for words in [
            "GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR",
            "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD",
            "ACBDCC ACDBDC ABBCDD ABBDCD",
        ] {
            let puzzle: Puzzle = words.parse().unwrap();
            let options = Options { wanted: Wanted::All, ..Options::default() };
            let solution = puzzle.solve(&options, &Work::default()).unwrap();
            let forced = forced(&puzzle);
            found += forced.iter().flatten().count();
            for tower in solution.towers() {
                let marked = tower.graph(puzzle.graph());
                for (edge, forced) in marked.edge_weights().zip(&forced) {
                    let is_hidden = edge.strand == Some(Strand::Hidden);
                    assert!(forced.is_none_or(|forced| is_hidden == (forced == Forced::Hidden)));
                }
            }
        }
        assert!(found > 0);
    }
}
