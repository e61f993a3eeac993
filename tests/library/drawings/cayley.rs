//! Cayley graphs as they are drawn: nothing lies under anything else, in SVG and in what Graphviz
//! makes of the DOT.

use roxmltree::Node;

use super::draw::{graphviz, parse};

type Point = (f64, f64);

/// A disc of the drawing: what Graphviz calls it, its centre and its radius.
struct Disc {
    name: String,
    centre: Point,
    radius: f64,
}

/// An edge of the drawing: what Graphviz calls it, and points along it.
struct Line {
    name: String,
    points: Vec<Point>,
}

fn drawn(arguments: &[&str], ending: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("drawn.{ending}"));
    let output = crate::common::tool()
        .args(["-q", "picture", "draw"])
        .args(arguments)
        .arg("-o")
        .arg(&path)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    std::fs::read_to_string(path).unwrap()
}

fn number(node: Node, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Points along a path of straight lines and cubic curves.
pub(super) fn along(path: &str) -> Vec<Point> {
    let starts = path.match_indices(['M', 'L', 'C']).map(|(at, _)| at);
    let starts: Vec<usize> = starts.chain([path.len()]).collect();
    let mut points: Vec<Point> = Vec::new();
    for part in starts.windows(2) {
        let (command, numbers) = path[part[0]..part[1]].split_at(1);
        let numbers: Vec<f64> = numbers
            .split([',', ' '])
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().unwrap())
            .collect();
        let corners: Vec<Point> = numbers.chunks_exact(2).map(|xy| (xy[0], xy[1])).collect();
        if command != "C" {
            points.extend(corners);
            continue;
        }
        for curve in corners.chunks_exact(3) {
            let corners = [points[points.len() - 1], curve[0], curve[1], curve[2]];
            points.extend((1..=40).map(|step| on_curve(corners, f64::from(step) / 40.0)));
        }
    }
    points
}

fn on_curve([a, b, c, d]: [Point; 4], t: f64) -> Point {
    let s = 1.0 - t;
    let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    let sum = |pick: fn(Point) -> f64| {
        let corners = [a, b, c, d].map(pick);
        corners.iter().zip(weights).map(|(x, w)| x * w).sum()
    };
    (sum(|p| p.0), sum(|p| p.1))
}

/// The discs and the edges of our own SVG; edges have no names in it.
fn in_svg(svg: &str) -> (Vec<Disc>, Vec<Line>) {
    let document = parse(svg);
    let picture = document
        .descendants()
        .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "g")))
        .unwrap();
    let tagged = |name: &'static str| {
        picture.descendants().filter(move |node| node.tag_name().name() == name)
    };
    assert_eq!(tagged("rect").count(), 0, "labels fit into discs");
    // The rings behind the graph have no fill.
    let filled = tagged("circle").filter(|circle| circle.attribute("fill") != Some("none"));
    let discs = filled.map(|circle| Disc {
        name: String::new(),
        centre: (number(circle, "cx"), number(circle, "cy")),
        radius: number(circle, "r"),
    });
    let lines = tagged("path")
        .map(|path| Line { name: String::new(), points: along(path.attribute("d").unwrap()) });
    (discs.collect(), lines.collect())
}

/// The discs and the edges of Graphviz's SVG, without those of the legend.
fn in_graphviz(svg: &str) -> (Vec<Disc>, Vec<Line>) {
    let document = parse(svg);
    let (mut discs, mut lines) = (Vec::new(), Vec::new());
    for group in document.descendants() {
        let part = |tag: &str| group.descendants().find(|node| node.tag_name().name() == tag);
        let name = part("title").and_then(|title| title.text()).unwrap_or("");
        match group.attribute("class") {
            Some("node") if name.starts_with('v') => {
                let ellipse = part("ellipse").unwrap();
                discs.push(Disc {
                    name: name.to_owned(),
                    centre: (number(ellipse, "cx"), number(ellipse, "cy")),
                    radius: number(ellipse, "rx"),
                });
            }
            Some("edge") if !name.starts_with('l') => lines.push(Line {
                name: name.to_owned(),
                points: along(part("path").unwrap().attribute("d").unwrap()),
            }),
            _ => {}
        }
    }
    (discs, lines)
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// How far a line stays from the rim of a disc; less than nothing if it goes under it.
fn clearance(line: &Line, disc: &Disc) -> f64 {
    let to_piece = |pair: &[Point]| {
        let (a, b) = (pair[0], pair[1]);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = (dx * dx + dy * dy).max(1e-12);
        let share = ((disc.centre.0 - a.0) * dx + (disc.centre.1 - a.1) * dy) / length;
        let share = share.clamp(0.0, 1.0);
        distance(disc.centre, (a.0 + share * dx, a.1 + share * dy))
    };
    let pieces = line.points.windows(2).map(to_piece);
    pieces.fold(f64::INFINITY, f64::min) - disc.radius
}

/// The disc whose rim is nearest to a point.
fn nearest(discs: &[Disc], point: Point) -> usize {
    let rim = |k: &usize| (distance(discs[*k].centre, point) - discs[*k].radius).abs();
    (0..discs.len()).min_by(|a, b| rim(a).total_cmp(&rim(b))).unwrap()
}

fn assert_discs_stand_apart(discs: &[Disc], what: &str) {
    for (k, a) in discs.iter().enumerate() {
        for b in &discs[k + 1..] {
            assert!(distance(a.centre, b.centre) > a.radius + b.radius + 0.5, "{what}");
        }
    }
}

#[test]
fn no_edge_of_the_one_cube_runs_under_a_foreign_vertex() {
    for (metric, edges) in [("quarter", 48), ("half", 72)] {
        let arguments = ["1x1", "--as", "cayley", "--metric", metric];
        let (discs, lines) = in_svg(&drawn(&arguments, "svg"));
        assert_eq!((discs.len(), lines.len()), (24, edges), "{metric}");
        assert_discs_stand_apart(&discs, metric);
        for line in &lines {
            let ends = [line.points[0], line.points[line.points.len() - 1]];
            let ends = ends.map(|end| nearest(&discs, end));
            for (k, disc) in discs.iter().enumerate() {
                let room = clearance(line, disc);
                assert!(ends.contains(&k) || room > 0.5, "{metric}: {room} mm");
            }
        }
        let Some(svg) = graphviz("dot", &drawn(&arguments, "dot")) else {
            continue;
        };
        let (discs, lines) = in_graphviz(&svg);
        assert_eq!(discs.len(), 24, "{metric}");
        assert!(lines.len() >= edges, "{metric}: {}", lines.len());
        for line in &lines {
            for disc in &discs {
                let is_end = line.name.split("--").any(|end| end == disc.name);
                let room = clearance(line, disc);
                assert!(
                    is_end || room > 1.0,
                    "{metric}: {} passes {} at {room} pt",
                    line.name,
                    disc.name
                );
            }
        }
    }
}

#[test]
#[ignore = "long: draws many groups"]
fn balls_of_other_groups_have_labels_that_hide_nothing() {
    for name in ["@coins", "@simple", "@part-of-the-group", "@five-hours"] {
        let svg = drawn(&[name, "--as", "cayley"], "svg");
        let (discs, _) = in_svg(&svg);
        assert!(discs.len() > 10, "{name}");
        assert_discs_stand_apart(&discs, name);
        // The legend says what the labels mean.
        assert!(svg.contains("r1"), "{name}");
        assert!(svg.contains(" = row1("), "{name}");
    }
}

#[test]
fn a_default_ball_is_large_and_every_vertex_has_its_name() {
    for (size, vertices, named) in [
        ("3x2", 80, ["u1", "u3l2", ">2<"]),
        ("3x3", 115, ["u1", "u1l2", ">2<"]),
        ("4x3", 154, ["d4", "l3u2", ">2<"]),
    ] {
        let svg = drawn(&[size, "--as", "cayley"], "svg");
        let (discs, _) = in_svg(&svg);
        assert_eq!(discs.len(), vertices, "{size}");
        assert_discs_stand_apart(&discs, size);
        for name in named {
            assert!(svg.contains(name), "{size}: {name}");
        }
    }
}

#[test]
fn titles_and_notes_say_what_is_drawn() {
    for (arguments, words) in [
        (&["1x1", "--as", "cayley"][..], &["Cayley graph of 1x1 over cube, quarter turns"][..]),
        (
            &["1x1", "--as", "cayley", "--metric", "half"],
            &["Cayley graph of 1x1 over cube, half turns"],
        ),
        (
            &["2x2", "--as", "quotient", "--radius", "3"],
            &[
                "Quotient of the ball of radius 3 of 2x2 over cube, quarter turns",
                "how many configurations the class has",
            ],
        ),
        (
            &["1x1", "--as", "quotient"],
            &["Quotient of the Cayley graph of 1x1 over cube, quarter turns"],
        ),
    ] {
        let svg = drawn(arguments, "svg");
        for words in words {
            assert!(svg.contains(words), "{arguments:?}: no {words:?}");
        }
    }
}
