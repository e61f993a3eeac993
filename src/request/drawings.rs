//! What `draw` makes and where it goes: the options that the families share.

use std::path::{Path, PathBuf};

use crate::draw::{PlacedGraph, Scene, Theme};
use crate::work::file;
use crate::{Error, Result};

use serde::{Deserialize, Serialize};

use super::options::names;
use super::{Answer, Context};

/// The width of a PNG file in pixels, unless another is asked for.
#[cfg(feature = "pictures")]
const USUAL_WIDTH: u32 = 1600;

/// Options of every `draw`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct PictureOptions {
    /// The format, where the ending of -o does not say it
    #[cfg_attr(
        feature = "cli",
        arg(long, value_enum, value_name = "FORMAT", hide_short_help = true)
    )]
    to: Option<PictureFormat>,
    /// The width: pixels for png [default: 1600], millimetres for svg, pdf and tex
    #[cfg_attr(feature = "cli", arg(long, hide_short_help = true, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=100_000)))]
    #[serde(deserialize_with = "crate::request::options::within::<_, _, 1, 100_000>")]
    width: Option<u32>,
    /// On white, on black, or in greys
    #[cfg_attr(feature = "cli", arg(long, value_name = "THEME"))]
    theme: Option<ThemeName>,
    /// Write the steps as numbered pictures
    ///
    /// -o NAME.svg makes NAME-1.svg and so on, -o DIR/ makes DIR/1.svg and so on.
    #[cfg_attr(feature = "cli", arg(long))]
    frames: bool,
}

names! {
    /// The themes of drawings.
    ThemeName for Theme { Light, Dark, Mono }
}

/// The formats of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum PictureFormat {
    /// A vector drawing for browsers
    Svg,
    /// Pixels
    Png,
    /// A page
    Pdf,
    /// TikZ for LaTeX
    Tex,
    /// Graphviz (graphs only)
    Dot,
    /// Parts for a 3D printer (corner pieces only)
    Stl,
    /// The same with names and colours
    #[cfg_attr(feature = "cli", value(name = "3mf"))]
    #[serde(rename = "3mf")]
    ThreeMf,
}

impl PictureFormat {
    /// Whether parts for a printer are asked for.
    pub fn is_solid(self) -> bool {
        matches!(self, PictureFormat::Stl | PictureFormat::ThreeMf)
    }

    /// Whether the graph itself is asked for, to be laid out by Graphviz.
    pub fn is_dot(self) -> bool {
        self == PictureFormat::Dot
    }

    /// Refuses what a flat picture is not.
    pub fn check(self, is_graph: bool) -> Result<()> {
        if self.is_solid() {
            let message = "nothing of this puzzle is printed in three dimensions";
            return Err(Error::invalid(message).help("use .svg, .png, .pdf or .tex"));
        }
        if self.is_dot() && !is_graph {
            let message = "this picture is not a graph, so there is no DOT for it";
            return Err(Error::invalid(message).help("use .svg: -o FILE.svg, or .png, .pdf, .tex"));
        }
        Ok(())
    }

    fn of_ending(path: &Path) -> Option<PictureFormat> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let ending = match &*ending {
            "gv" => "dot",
            "tikz" => "tex",
            other => other,
        };
        let known = [
            PictureFormat::Svg,
            PictureFormat::Png,
            PictureFormat::Pdf,
            PictureFormat::Tex,
            PictureFormat::Dot,
            PictureFormat::Stl,
            PictureFormat::ThreeMf,
        ];
        known.into_iter().find(|format| format.ending() == ending)
    }

    fn ending(self) -> &'static str {
        match self {
            PictureFormat::Svg => "svg",
            PictureFormat::Png => "png",
            PictureFormat::Pdf => "pdf",
            PictureFormat::Tex => "tex",
            PictureFormat::Dot => "dot",
            PictureFormat::Stl => "stl",
            PictureFormat::ThreeMf => "3mf",
        }
    }
}

/// A picture, or a graph at its places, which can be written as DOT too.
pub enum Drawing {
    /// Vertices and edges.
    Graph(Box<PlacedGraph>),
    /// Shapes.
    Scene(Scene),
}

impl From<PlacedGraph> for Drawing {
    fn from(graph: PlacedGraph) -> Drawing {
        Drawing::Graph(Box::new(graph))
    }
}

impl From<Scene> for Drawing {
    fn from(scene: Scene) -> Drawing {
        Drawing::Scene(scene)
    }
}

impl PictureOptions {
    /// Whether steps are asked for.
    pub fn frames(&self) -> bool {
        self.frames
    }

    /// The format that `--to` or the ending of `--output` asks for; DOT without either.
    pub fn format(&self, context: &Context) -> Result<PictureFormat> {
        let format = self.format_of(context.output)?;
        let flat = [
            ("--width", self.width.is_some()),
            ("--theme", self.theme.is_some()),
            ("--frames", self.frames),
        ];
        let given = flat.iter().find(|(_, is_given)| *is_given);
        if let Some((option, _)) = given.filter(|_| format.is_dot() || format.is_solid()) {
            let message = format!("{option} is for pictures, not for .{}", format.ending());
            return Err(Error::invalid(message).help("use .svg, .png, .pdf or .tex"));
        }
        let is_binary = matches!(format, PictureFormat::Png | PictureFormat::Pdf);
        if is_binary && !cfg!(feature = "pictures") {
            let message = "this build of cubegraph makes neither PNG nor PDF";
            return Err(Error::invalid(message)
                .help("use .svg or .tex, or build it with the feature `pictures`"));
        }
        let is_binary = is_binary || format == PictureFormat::ThreeMf;
        let to_terminal = context.to_terminal;
        if is_binary && to_terminal {
            let message = format!("a terminal does not show .{}", format.ending());
            return Err(Error::invalid(message).help("use -o FILE, or a pipe"));
        }
        Ok(format)
    }

    fn format_of(&self, output: Option<&Path>) -> Result<PictureFormat> {
        let Some(path) = output else {
            return match self.to {
                None if self.frames => Err(no_place()),
                to => Ok(to.unwrap_or(PictureFormat::Dot)),
            };
        };
        if self.frames && is_folder(path) {
            return Ok(self.to.unwrap_or(PictureFormat::Svg));
        }
        let by_ending = PictureFormat::of_ending(path);
        match (self.to, by_ending) {
            (Some(to), Some(other)) if to != other => Err(Error::invalid(format!(
                "--to asks for .{} and the ending of {} for .{}",
                to.ending(),
                path.display(),
                other.ending()
            ))
            .help("leave out --to, or change the ending")),
            (Some(format), _) | (None, Some(format)) => Ok(format),
            (None, None) => Err(Error::invalid(format!(
                "the ending of {} does not say what to draw",
                path.display()
            ))
            .help(
                "use .svg, .png or .pdf for a picture, .tex for LaTeX, .dot for Graphviz, \
                 .stl or .3mf for parts to print (corner pieces), or add --to",
            )),
        }
    }

    /// The picture in the format asked for.
    pub fn answer(&self, drawing: impl Into<Drawing>, context: &Context) -> Result<Answer> {
        let format = self.format(context)?;
        context.work.check("nothing is drawn yet")?;
        let scene = match drawing.into() {
            Drawing::Graph(graph) if format.is_dot() => {
                return Ok(Answer::from_document(graph.to_dot()));
            }
            Drawing::Graph(graph) => graph.to_scene(),
            Drawing::Scene(scene) => scene,
        };
        Ok(Answer::from_document(self.bytes(&scene, format)?))
    }

    /// Writes steps as numbered files.
    pub fn steps(&self, scenes: &[Scene], context: &Context) -> Result<Answer> {
        let format = self.format(context)?;
        let output = context.output.ok_or_else(no_place)?;
        let mut files = Vec::new();
        for (index, scene) in scenes.iter().enumerate() {
            context.work.check("not all steps are drawn yet")?;
            let path = numbered(output, index + 1, scenes.len(), format);
            files.push((path, self.bytes(scene, format)?));
        }
        if is_folder(output) {
            std::fs::create_dir_all(output).map_err(|source| Error::writing(output, source))?;
        }
        write_all(&files, context)
    }

    fn bytes(&self, scene: &Scene, format: PictureFormat) -> Result<Vec<u8>> {
        format.check(false)?;
        let mut scene = scene.themed(self.theme.map_or(Theme::Light, Into::into));
        if let Some(width) = self.width.filter(|_| format != PictureFormat::Png) {
            scene = scene.scaled(f64::from(width) / scene.width());
        }
        Ok(match format {
            #[cfg(feature = "pictures")]
            PictureFormat::Png => scene.to_png(self.width.unwrap_or(USUAL_WIDTH))?,
            #[cfg(feature = "pictures")]
            PictureFormat::Pdf => scene.to_pdf(),
            PictureFormat::Tex => scene.to_tikz().into_bytes(),
            _ => scene.to_svg().into_bytes(),
        })
    }
}

/// Writes several files, and says which.
pub fn write_all(files: &[(PathBuf, Vec<u8>)], context: &Context) -> Result<Answer> {
    for (path, _) in files {
        file::check_place(path)?;
    }
    for (path, bytes) in files {
        file::write(path, bytes)?;
    }
    if let [(first, _), .., (last, _)] = files {
        let (count, first, last) = (files.len(), first.display(), last.display());
        context.hint(&format!("{count} files: {first} to {last}"));
    }
    Ok(Answer::written())
}

/// `graph.svg` with a number: `graph-1.svg`; with leading zeros, so that files sort.
pub fn numbered(output: &Path, number: usize, count: usize, format: PictureFormat) -> PathBuf {
    let digits = count.to_string().len();
    let ending = format.ending();
    if is_folder(output) {
        return output.join(format!("{number:0digits$}.{ending}"));
    }
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    let ending = output.extension().map_or(ending.into(), |ending| ending.to_string_lossy());
    output.with_file_name(format!("{stem}-{number:0digits$}.{ending}"))
}

/// Whether a path is meant as a folder: it is one, or it ends in a slash.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

fn no_place() -> Error {
    Error::invalid("several pictures do not fit standard output").help("use -o NAME.svg or -o DIR/")
}
