//! Text for people: prose, and tables that the front end fits to its width.

use std::fmt;

/// Prose with tables between.
#[derive(Clone, Debug, Default)]
pub struct Text {
    blocks: Vec<Block>,
}

/// A part of a [`Text`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Block {
    /// Sentences, with their line ends.
    Prose(String),
    /// The rows of a table, the header first.
    Table(Vec<Vec<String>>),
    /// Lines that must not be wrapped, and what replaces them where they are too wide.
    Lines {
        /// Preferred.
        wide: String,
        /// For a narrow page.
        narrow: String,
    },
}

impl Text {
    /// Appends prose.
    pub fn push_str(&mut self, prose: &str) {
        if let Some(Block::Prose(last)) = self.blocks.last_mut() {
            last.push_str(prose);
        } else if !prose.is_empty() {
            self.blocks.push(Block::Prose(prose.to_owned()));
        }
    }

    /// Appends a table and an end of line.
    pub(crate) fn table(&mut self, rows: &[Vec<String>]) {
        self.blocks.push(Block::Table(rows.to_vec()));
        self.push_str("\n");
    }

    /// Appends lines, or others where they are too wide.
    pub(crate) fn lines(&mut self, wide: String, narrow: String) {
        self.blocks.push(Block::Lines { wide, narrow });
    }

    /// Appends another text.
    pub(crate) fn append(&mut self, other: Text) {
        for block in other.blocks {
            match block {
                Block::Prose(prose) => self.push_str(&prose),
                other => self.blocks.push(other),
            }
        }
    }

    /// The text without blanks and line ends at its end.
    pub(crate) fn trimmed(&self) -> Text {
        let mut text = self.clone();
        if let Some(Block::Prose(last)) = text.blocks.last_mut() {
            last.truncate(last.trim_end().len());
        }
        text
    }

    /// The parts.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The text with its tables as `table` writes them, on a page of some width.
    pub fn rendered(&self, width: usize, table: impl Fn(&[Vec<String>]) -> String) -> String {
        let mut text = String::new();
        for block in &self.blocks {
            match block {
                Block::Prose(prose) => text.push_str(prose),
                Block::Table(rows) => text.push_str(&table(rows)),
                Block::Lines { wide, narrow } => {
                    let fits = wide.lines().all(|line| line.chars().count() <= width);
                    text.push_str(if fits { wide } else { narrow });
                }
            }
        }
        text
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, prose: &str) -> fmt::Result {
        self.push_str(prose);
        Ok(())
    }
}

impl From<&str> for Text {
    fn from(prose: &str) -> Text {
        prose.to_owned().into()
    }
}

impl From<String> for Text {
    fn from(prose: String) -> Text {
        let mut text = Text::default();
        text.push_str(&prose);
        text
    }
}
