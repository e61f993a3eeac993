//! Bar charts: counts over distances, sums and other whole numbers.
//!
//! Heights are floating point, since they are only looked at; what is written above a bar is the
//! caller's exact text.

use super::numbers::{every_so_many, number_in_words, power_in_words, round_step};
use super::palette::Colour;
use super::point::Point;
use super::scene::Scene;
use super::shape::{Group, Shape, Stroke};
use super::text::{Anchor, Rise, Text, text_height, text_width};

/// How heights are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// In proportion.
    #[default]
    Linear,
    /// By their logarithms, for counts that span many powers of ten.
    Log,
}

/// One bar of a [`BarChart`].
///
/// ```
/// # use cubegraph_draw::{Bar, Colour};
/// let bar = Bar::new("11", 17_558_644.0).label("17,558,644").colour(Colour::ORANGE);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    category: String,
    height: f64,
    label: String,
    colour: Colour,
    title: Option<String>,
}

impl Bar {
    /// A bar over `category`; heights that are negative or no numbers count as 0.
    pub fn new(category: impl Into<String>, height: f64) -> Bar {
        Bar {
            category: category.into(),
            height: if height.is_finite() { height.max(0.0) } else { 0.0 },
            label: String::new(),
            colour: Colour::BLUE,
            title: None,
        }
    }

    /// What stands above the bar, usually the exact count.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Bar {
        self.label = label.into();
        self
    }

    /// Its colour (blue unless set).
    #[must_use]
    pub fn colour(mut self, colour: Colour) -> Bar {
        self.colour = colour;
        self
    }

    /// What a browser shows while the pointer rests on it (category and label unless set).
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Bar {
        self.title = Some(title.into());
        self
    }
}

/// A bar chart.
///
/// # Examples
/// ```
/// use cubegraph_draw::{Bar, BarChart, Scale};
/// use cubegraph_core::text::grouped;
///
/// let counts = [1_u64, 10, 69, 456, 2846];
/// let mut chart = BarChart::new("First layers of 3×2").axes("distance", "configurations").scale(Scale::Log);
/// for (distance, count) in counts.iter().enumerate() {
///     chart.add(Bar::new(distance.to_string(), *count as f64).label(grouped(count)));
/// }
/// let svg = chart.to_scene().to_svg();
/// # assert!(svg.contains("2,846"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    title: String,
    across: String,
    upwards: String,
    scale: Scale,
    width: f64,
    height: f64,
    bars: Vec<Bar>,
    notes: Vec<String>,
}

const LABEL_SIZE: f64 = 3.0;
const AXIS_SIZE: f64 = 3.4;
const TITLE_SIZE: f64 = 5.2;
const MARGIN: f64 = 5.0;

impl BarChart {
    /// An empty chart with the title that stands above it; bars have 140 mm by 75 mm unless told
    /// otherwise.
    pub fn new(title: impl Into<String>) -> BarChart {
        BarChart {
            title: title.into(),
            across: String::new(),
            upwards: String::new(),
            scale: Scale::Linear,
            width: 140.0,
            height: 75.0,
            bars: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Names of the axes, across and upwards.
    #[must_use]
    pub fn axes(mut self, across: impl Into<String>, upwards: impl Into<String>) -> BarChart {
        self.across = across.into();
        self.upwards = upwards.into();
        self
    }

    /// Linear (unless set) or logarithmic.
    #[must_use]
    pub fn scale(mut self, scale: Scale) -> BarChart {
        self.scale = scale;
        self
    }

    /// Room for the bars in millimetres, without axes and labels.
    #[must_use]
    pub fn size(mut self, width: f64, height: f64) -> BarChart {
        self.width = width.max(20.0);
        self.height = height.max(15.0);
        self
    }

    /// Adds a bar to the right of the others.
    pub fn add(&mut self, bar: Bar) -> &mut BarChart {
        self.bars.push(bar);
        self
    }

    /// Adds a line of text below the chart.
    pub fn note(&mut self, note: impl Into<String>) -> &mut BarChart {
        self.notes.push(note.into());
        self
    }

    /// The picture.
    pub fn to_scene(&self) -> Scene {
        let ticks = self.ticks();
        let labels = self.labels();
        let left = MARGIN
            + ticks.iter().map(|tick| text_width(&tick.text, AXIS_SIZE)).fold(0.0, f64::max)
            + 3.0
            + if self.upwards.is_empty() { 0.0 } else { 7.0 };
        let above =
            labels.iter().flatten().map(|label| label.top - self.height).fold(2.0, f64::max);
        let top = MARGIN + text_height(&self.title, TITLE_SIZE) + 5.0 + above;
        let below =
            7.0 + if self.across.is_empty() { 0.0 } else { 6.0 } + 5.0 * self.notes.len() as f64;
        let width = (left + self.width + MARGIN + 2.0)
            .max(text_width(&self.title, TITLE_SIZE) * 1.06 + 2.0 * MARGIN);
        let mut scene = Scene::new(self.title.clone(), width, top + self.height + below + MARGIN);
        scene.add(
            Text::new((width / 2.0, MARGIN), self.title.clone())
                .size(TITLE_SIZE)
                .bold()
                .rise(Rise::Below),
        );
        let mut plot = Group::new().moved((left, top + self.height));
        self.draw_axes(&mut plot, &ticks);
        self.draw_bars(&mut plot, &labels);
        scene.add(plot);
        if !self.upwards.is_empty() {
            let at = Point::new(MARGIN + 2.0, top + self.height / 2.0);
            scene.add(
                Text::new(at, self.upwards.clone())
                    .size(AXIS_SIZE)
                    .turned(-90.0)
                    .colour(Colour::INK),
            );
        }
        let mut y = top + self.height + 7.0;
        if !self.across.is_empty() {
            y += 3.0;
            let at = Point::new(left + self.width / 2.0, y);
            scene.add(Text::new(at, self.across.clone()).size(AXIS_SIZE).colour(Colour::INK));
            y += 3.0;
        }
        for note in &self.notes {
            y += 2.5;
            scene.add(
                Text::new((left, y), note.clone())
                    .size(AXIS_SIZE)
                    .anchor(Anchor::Start)
                    .colour(Colour::INK),
            );
            y += 2.5;
        }
        scene
    }

    fn slot(&self) -> f64 {
        self.width / self.bars.len().max(1) as f64
    }

    fn largest(&self) -> f64 {
        self.bars.iter().map(|bar| bar.height).fold(0.0, f64::max)
    }

    /// How high a value is drawn, in millimetres.
    fn rise_of(&self, value: f64) -> f64 {
        let largest = self.largest();
        if value <= 0.0 || largest <= 0.0 {
            return 0.0;
        }
        match self.scale {
            Scale::Linear => value / largest * self.height,
            // The foot of the axis lies a third of a decade below 1, so that a single one is a
            // visible bar.
            Scale::Log => {
                let foot = self.foot();
                (value.log10() - foot).max(0.0) / (largest.log10() - foot) * self.height
            }
        }
    }

    fn foot(&self) -> f64 {
        let smallest = self
            .bars
            .iter()
            .map(|bar| bar.height)
            .filter(|&height| height > 0.0)
            .fold(1.0, f64::min);
        smallest.log10().floor() - 0.33
    }

    fn ticks(&self) -> Vec<Tick> {
        let largest = self.largest();
        if largest <= 0.0 {
            return vec![Tick::new(0.0, "0".to_owned())];
        }
        match self.scale {
            Scale::Linear => {
                let step = round_step(largest / 5.0);
                (0..100)
                    .map(|index| f64::from(index) * step)
                    .take_while(|&value| value <= largest * 1.000_001)
                    .map(|value| Tick::new(self.rise_of(value), number_in_words(value)))
                    .collect()
            }
            Scale::Log => {
                let (lowest, highest) = (self.foot().ceil(), largest.log10());
                let every = ((highest - lowest) / 8.0).ceil().max(1.0);
                (0..100)
                    .map(|index| lowest + f64::from(index) * every)
                    .take_while(|&decade| decade <= highest)
                    .map(|decade| {
                        Tick::new(self.rise_of(10_f64.powf(decade)), power_in_words(decade))
                    })
                    .collect()
            }
        }
    }

    fn draw_axes(&self, plot: &mut Group, ticks: &[Tick]) {
        for tick in ticks {
            plot.add(
                Shape::line((0.0, -tick.rise), (self.width, -tick.rise))
                    .stroke(Stroke::new(Colour::grey(0xDD), 0.2)),
            );
            plot.add(
                Text::new((-2.0, -tick.rise), tick.text.clone())
                    .size(AXIS_SIZE)
                    .anchor(Anchor::End)
                    .colour(Colour::INK),
            );
        }
        plot.add(Shape::line((0.0, 0.0), (self.width, 0.0)).stroke(Stroke::new(Colour::INK, 0.4)));
        let widest =
            self.bars.iter().map(|bar| text_width(&bar.category, AXIS_SIZE)).fold(0.0, f64::max);
        let every = every_so_many(widest + 1.5, self.slot());
        for (index, bar) in self.bars.iter().enumerate().step_by(every) {
            let x = (index as f64 + 0.5) * self.slot();
            plot.add(Text::new((x, 4.0), bar.category.clone()).size(AXIS_SIZE).colour(Colour::INK));
        }
    }

    /// What stands above each bar: upright where it fits, turned where it does not; where even that
    /// is too narrow only the highest bar has its label, and the others tell it to the pointer.
    fn labels(&self) -> Vec<Option<Label>> {
        let widest =
            self.bars.iter().map(|bar| text_width(&bar.label, LABEL_SIZE)).fold(0.0, f64::max);
        let turned = widest > self.slot() * 0.98;
        let all_fit = !turned || every_so_many(LABEL_SIZE * 1.05, self.slot()) == 1;
        let highest = self.bars.iter().position(|bar| bar.height >= self.largest());
        self.bars
            .iter()
            .enumerate()
            .map(|(index, bar)| {
                let is_shown = !bar.label.is_empty() && (all_fit || Some(index) == highest);
                is_shown.then(|| {
                    let foot = self.rise_of(bar.height) + 1.2;
                    let length =
                        if turned { text_width(&bar.label, LABEL_SIZE) } else { LABEL_SIZE };
                    Label { foot, top: foot + length, turned }
                })
            })
            .collect()
    }

    fn draw_bars(&self, plot: &mut Group, labels: &[Option<Label>]) {
        let slot = self.slot();
        let width = (slot * 0.74).min(18.0);
        for (index, (bar, label)) in self.bars.iter().zip(labels).enumerate() {
            let middle = (index as f64 + 0.5) * slot;
            let rise = self.rise_of(bar.height);
            let title =
                bar.title.clone().unwrap_or_else(|| format!("{}: {}", bar.category, bar.label));
            let mut group = Group::new().title(title);
            if rise > 0.0 {
                group.add(
                    Shape::rect((middle - width / 2.0, -rise), width, rise)
                        .fill(bar.colour)
                        .no_stroke(),
                );
            }
            if let Some(label) = label {
                let text = Text::new((middle, -label.foot), bar.label.clone())
                    .size(LABEL_SIZE)
                    .colour(Colour::INK);
                group.add(if label.turned {
                    text.anchor(Anchor::Start).turned(-90.0)
                } else {
                    text.rise(Rise::Above)
                });
            }
            plot.add(group);
        }
    }
}

struct Tick {
    rise: f64,
    text: String,
}

impl Tick {
    fn new(rise: f64, text: String) -> Tick {
        Tick { rise, text }
    }
}

struct Label {
    foot: f64,
    top: f64,
    turned: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(scale: Scale, heights: &[f64]) -> BarChart {
        let mut chart = BarChart::new("t").scale(scale);
        for (index, height) in heights.iter().enumerate() {
            chart.add(Bar::new(index.to_string(), *height).label(format!("{height}")));
        }
        chart
    }

    #[test]
    fn a_higher_count_is_a_higher_bar_on_both_scales() {
        for scale in [Scale::Linear, Scale::Log] {
            let heights = [0.0, 1.0, 2.0, 1e3, 1e15, 1e30];
            let chart = chart(scale, &heights);
            let rises: Vec<f64> = heights.iter().map(|height| chart.rise_of(*height)).collect();
            assert!(rises.is_sorted(), "{rises:?}");
            assert!((rises[5] - chart.height).abs() < 1e-9);
            assert!(rises[0] == 0.0);
        }
        assert!(chart(Scale::Log, &[1.0, 1e6]).rise_of(1.0) > 1.0, "a single one is visible");
    }

    #[test]
    fn there_are_a_few_ticks_whatever_the_range() {
        for scale in [Scale::Linear, Scale::Log] {
            for largest in [1.0, 3.0, 7.0, 99.0, 12_345.0, 1e9, 4.3e19, 1e60] {
                let ticks = chart(scale, &[1.0, largest]).ticks();
                assert!((1..=10).contains(&ticks.len()), "{largest}: {}", ticks.len());
                assert!(ticks.iter().all(|tick| tick.rise <= 75.01));
            }
        }
    }

    #[test]
    fn labels_do_not_overlap() {
        for count in [1, 5, 20, 60, 200, 1000] {
            let heights: Vec<f64> = (0..count).map(|i| f64::from(i) * 1e6).collect();
            let chart = chart(Scale::Linear, &heights);
            let shown: Vec<usize> = chart
                .labels()
                .iter()
                .enumerate()
                .filter(|(_, l)| l.is_some())
                .map(|(i, _)| i)
                .collect();
            let turned = chart.labels().iter().flatten().any(|label| label.turned);
            for pair in shown.windows(2) {
                let apart = (pair[1] - pair[0]) as f64 * chart.slot();
                let needed = if turned { LABEL_SIZE } else { text_width("999000000", LABEL_SIZE) };
                assert!(apart >= needed, "{count} bars");
            }
        }
    }

    #[test]
    fn an_empty_chart_is_a_picture() {
        assert!(BarChart::new("nothing").to_scene().to_svg().contains("nothing"));
        assert!(chart(Scale::Log, &[0.0, 0.0]).to_scene().to_svg().contains("<svg"));
    }
}
