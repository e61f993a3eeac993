//! What a command found, in the three formats.

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use cubegraph::Error;
use serde_json::Value;

use super::Format;

/// The result of a command.
pub struct Answer {
    /// For people.
    pub text: String,
    /// For programs.
    pub json: Value,
    /// For spreadsheets: the header, then the rows; empty where there is no table.
    pub csv: Vec<Vec<String>>,
    /// 0 answered, 1 the answer is "no".
    pub status: u8,
    /// A file's contents (a drawing, an export), the same in every format.
    document: Option<Vec<u8>>,
}

impl Answer {
    /// An answer in words and for programs, status 0.
    pub fn new(text: impl Into<String>, json: Value) -> Answer {
        Answer {
            text: text.into(),
            json,
            csv: Vec::new(),
            status: 0,
            document: None,
        }
    }

    /// A whole file, such as a drawing or an export, that looks the same in every format.
    pub fn document(contents: impl Into<Vec<u8>>) -> Answer {
        Answer {
            document: Some(contents.into()),
            ..Answer::new("", Value::Null)
        }
    }

    /// The same answer as a table, the header first.
    pub fn with_csv(mut self, csv: Vec<Vec<String>>) -> Answer {
        self.csv = csv;
        self
    }

    /// The status: 1 where the answer is "no".
    pub fn with_status(mut self, status: u8) -> Answer {
        self.status = status;
        self
    }

    /// The bytes in a format.
    pub fn in_format(&self, format: Format) -> anyhow::Result<Vec<u8>> {
        if let Some(contents) = &self.document {
            return Ok(contents.clone());
        }
        match format {
            Format::Text => Ok(end_of_line(self.text.clone()).into_bytes()),
            Format::Json => Ok(end_of_line(serde_json::to_string_pretty(&self.json)?).into_bytes()),
            Format::Csv if self.csv.is_empty() => Err(Error::Input(
                "this result is no table; use --format text or json".to_owned(),
            )
            .into()),
            Format::Csv => {
                let mut writer = csv::WriterBuilder::new()
                    .flexible(true)
                    .from_writer(Vec::new());
                for row in &self.csv {
                    writer.write_record(row)?;
                }
                Ok(writer.into_inner()?)
            }
        }
    }
}

fn end_of_line(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// An exact integer of any size as a JSON number.
pub fn integer(value: impl std::fmt::Display) -> Value {
    value.to_string().parse().map_or(Value::Null, Value::Number)
}

/// Rows, the header first, as a table for people; columns of numbers are set flush right.
pub fn table(rows: &[Vec<String>]) -> String {
    let Some((header, body)) = rows.split_first() else {
        return String::new();
    };
    let mut table = Table::new();
    table.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
    table.set_header(header);
    table.add_rows(body);
    let is_number = |cell: &String| {
        cell.chars().any(|c| c.is_ascii_digit())
            && cell
                .chars()
                .all(|c| c.is_ascii_digit() || ",.-% ".contains(c))
    };
    for (index, column) in table.column_iter_mut().enumerate() {
        if body
            .iter()
            .filter_map(|row| row.get(index))
            .all(|cell| is_number(cell) || cell.is_empty())
        {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}
