//! Certificates: bounds written down so that a stranger can check them.
//!
//! The format is described in `docs/certificates.md`; the checker is
//! [`verify::certificate`](cubegraph_verifier::certificate), which knows nothing of this
//! file or of the search.

use num_traits::ToPrimitive;
use serde::Serialize;

use super::explicit::{Goal, Stabiliser, Weighted, all_images, few_images};
use super::hard::HardRows;
use super::width::{ClassUpper, Upper, Width};
use cubegraph_core::group::Permutation;
use cubegraph_core::work::{Error, Result, Work};
use cubegraph_picture::{Axis, Metric, Rules};

/// A certificate of an upper or a lower bound.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "certificate", rename_all = "lowercase")]
pub enum Certificate {
    /// God's number is at most `bound`.
    Upper {
        /// What it is about.
        #[serde(flatten)]
        about: About,
        /// The bound.
        bound: u64,
        /// Whether the bound of each class is that of the worse of its two types.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        parity: bool,
        /// Words with weights for every class.
        classes: Vec<ClassWords>,
    },
    /// God's number is at least `bound`.
    Lower {
        /// What it is about.
        #[serde(flatten)]
        about: About,
        /// The bound.
        bound: u64,
        /// A configuration at that distance or farther.
        configuration: Vec<Vec<String>>,
        /// How that is proved.
        because: &'static str,
    },
}

/// Which puzzle a certificate is about.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    rows: u64,
    columns: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<Metric>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<GroupMoves>,
}

/// A group other than the cube's, by its moves.
#[derive(Clone, Debug, Serialize)]
pub struct GroupMoves {
    name: String,
    row_moves: Vec<String>,
    column_moves: Vec<String>,
}

/// The words of one class.
#[derive(Clone, Debug, Serialize)]
pub struct ClassWords {
    class: ClassName,
    /// The type of solutions, in a certificate by parity.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<u64>,
    words: Vec<WeightedWord>,
}

/// The cube's classes are parities; those of other groups are named by one of their rows.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum ClassName {
    Parities(Vec<u8>),
    Row(Vec<String>),
}

/// A word and its weight.
#[derive(Clone, Debug, Serialize)]
pub struct WeightedWord {
    word: Vec<String>,
    weight: String,
}

impl Width {
    /// What a certificate of a number of rows is about.
    fn about(&self, rows: u64) -> About {
        let rules: &Rules = self.space().tabled().rules();
        let moves = |axis: Axis| {
            let tabled = self.space().tabled();
            let name = |x: &_| tabled.group.permutation(*x).to_string();
            tabled.choices(axis).iter().map(name).collect()
        };
        About {
            rows,
            columns: self.space().columns(),
            metric: rules.metric(),
            group: (!rules.is_cube()).then(|| GroupMoves {
                name: rules.name().to_owned(),
                row_moves: moves(Axis::Row),
                column_moves: moves(Axis::Column),
            }),
        }
    }

    /// The certificate of an upper bound.
    pub fn upper_certificate(&self, rows: u64, upper: &Upper, work: &Work) -> Result<Certificate> {
        let too_large = || Error::too_large("the bound is too large for a certificate".to_owned());
        let bound = upper.bound.to_u64().ok_or_else(too_large)?;
        let of_class = self.symmetries().representatives(self.space());
        let parity = upper.classes.iter().any(|class| class.parts.len() > 1);
        let mut written = Vec::new();
        for class_upper in &upper.classes {
            written.push(self.written(class_upper, (rows, bound), work)?);
        }
        let mut classes = Vec::new();
        for (class, &(representative, symmetry)) in of_class.iter().enumerate() {
            let position = |u: &ClassUpper| u.game.class == representative;
            let k = upper.classes.iter().position(position).unwrap_or(0);
            let back = self.symmetries().inverse(symmetry);
            let kinds = if parity { 2 } else { 1 };
            for kind in 0..kinds {
                let parts = &written[k];
                let words = &parts[kind.min(parts.len() - 1)];
                classes.push(ClassWords {
                    class: self.class_name(class),
                    kind: parity.then_some(kind as u64),
                    words: self.weighted(words, &back),
                });
            }
        }
        Ok(Certificate::Upper { about: self.about(rows), bound, parity, classes })
    }

    /// The words of each part of a class, written out.
    fn written(
        &self,
        upper: &ClassUpper,
        (rows, bound): (u64, u64),
        work: &Work,
    ) -> Result<Vec<Weighted>> {
        let group = Stabiliser::new(self.space(), self.symmetries(), upper.game.class);
        let mut parts = Vec::new();
        for (kind, (mixture, _)) in (0..).zip(&upper.parts) {
            let parity = upper.parts.len() > 1;
            let lowered = |word: &[u16]| u64::from(parity && self.kind_of(word, rows) != kind);
            let goal = Goal { rows, bound, lowered: &lowered };
            let words = match all_images(&upper.game, mixture, &group) {
                Some(words) => Some(words),
                None => few_images(self.space(), &upper.game, mixture, &group, &goal, work)?,
            };
            parts.push(words.ok_or_else(|| {
                Error::too_large("the words of the bound are too many to write down".to_owned())
            })?);
        }
        Ok(parts)
    }

    fn weighted(&self, words: &Weighted, map: &[u16]) -> Vec<WeightedWord> {
        let name = |&letter: &u16| self.space().name(usize::from(map[usize::from(letter)]));
        (words.iter())
            .map(|(word, weight)| WeightedWord {
                word: word.iter().map(name).collect(),
                weight: weight.to_string(),
            })
            .collect()
    }

    fn class_name(&self, class: usize) -> ClassName {
        let tabled = self.space().tabled();
        let row = self.space().row(class, 0);
        let cells = row.iter().map(|&cell| tabled.group.permutation(cell));
        if tabled.rules().is_cube() {
            let parities: Vec<bool> = cells.map(Permutation::is_even).collect();
            let relative = parities.iter().map(|&p| u8::from(p != parities[0]));
            return ClassName::Parities(relative.collect());
        }
        ClassName::Row(cells.map(ToString::to_string).collect())
    }

    /// The certificate of a lower bound that the complete set of words proves.
    pub fn lower_certificate(&self, hard: &HardRows) -> Certificate {
        let tabled = self.space().tabled();
        let cell = |&cell: &_| tabled.group.permutation(cell).to_string();
        let row = |&place: &usize| -> Vec<String> {
            let row = self.space().row(hard.class, place);
            row.iter().map(cell).collect()
        };
        Certificate::Lower {
            about: self.about(hard.places.len() as u64),
            bound: hard.distance as u64,
            configuration: hard.places.iter().map(row).collect(),
            because: "words",
        }
    }
}
