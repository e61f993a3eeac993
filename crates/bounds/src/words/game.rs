//! The value of a matrix game, by the simplex method in floating point: it only suggests.
//!
//! The column player chooses a column (a word) and pays the entry of the row (an orbit of
//! states) that the other player chooses. All entries are positive, so the game is the linear
//! program: maximise Σx subject to Px ≤ 1, x ≥ 0; its value is 1/Σx. Columns may be added
//! between calls, which is what column generation needs, and the dual solution is the row
//! player's strategy, which prices new columns. (microlp, the maintained solver that was looked
//! at, reports no dual values.) Whatever is found here is rounded to fractions and checked
//! exactly before it is believed.

/// A game under way: the columns so far and the basis reached.
#[derive(Clone, Debug)]
pub struct Game {
    rows: usize,
    columns: Vec<Vec<f64>>,
    /// The column of every basic variable; `None` is the slack of the row itself.
    basis: Vec<Basic>,
    /// The inverse of the basis, row by row.
    inverse: Vec<f64>,
    /// The values of the basic variables.
    values: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Basic {
    Slack(usize),
    Column(usize),
}

/// What the simplex method found.
#[derive(Clone, Debug)]
pub struct Strategies {
    /// The value of the game.
    pub value: f64,
    /// The column player's weights: columns with weights that sum to 1.
    pub columns: Vec<(usize, f64)>,
    /// The row player's weights, one per row.
    pub rows: Vec<f64>,
}

const SMALL: f64 = 1e-9;

impl Game {
    /// A game with this many rows and no columns yet.
    pub fn new(rows: usize) -> Game {
        let mut game = Game {
            rows,
            columns: Vec::new(),
            basis: Vec::new(),
            inverse: Vec::new(),
            values: Vec::new(),
        };
        game.restart();
        game
    }

    /// Adds a column of positive entries.
    pub fn add(&mut self, column: Vec<f64>) {
        self.columns.push(column);
    }

    /// Begins again from the slack basis, which rids the inverse of rounding errors.
    pub fn restart(&mut self) {
        let rows = self.rows;
        self.basis = (0..rows).map(Basic::Slack).collect();
        self.inverse = vec![0.0; rows * rows];
        for i in 0..rows {
            self.inverse[i * rows + i] = 1.0;
        }
        // Slightly different right-hand sides keep degenerate bases from cycling.
        self.values = (0..rows).map(|i| 1.0 + perturbation(i)).collect();
    }

    /// Goes on to an optimum, or until `steps` exchanges are done.
    pub fn solve(&mut self, steps: usize) -> Strategies {
        for step in 0..steps {
            let prices = self.prices();
            let Some(entering) = self.entering(&prices, step) else {
                break;
            };
            if !self.exchange(entering) {
                break;
            }
        }
        self.strategies()
    }

    /// The dual variables of the present basis.
    fn prices(&self) -> Vec<f64> {
        let mut prices = vec![0.0; self.rows];
        for (i, basic) in self.basis.iter().enumerate() {
            if matches!(basic, Basic::Column(_)) {
                let row = &self.inverse[i * self.rows..(i + 1) * self.rows];
                for (price, entry) in prices.iter_mut().zip(row) {
                    *price += entry;
                }
            }
        }
        prices
    }

    /// The variable with the largest reduced cost; every fiftieth time the first one that helps.
    fn entering(&self, prices: &[f64], step: usize) -> Option<Basic> {
        let columns = self.columns.iter().enumerate().map(|(k, column)| {
            let cost: f64 = column.iter().zip(prices).map(|(a, p)| a * p).sum();
            (Basic::Column(k), 1.0 - cost)
        });
        let slacks = prices.iter().enumerate();
        let slacks = slacks.map(|(i, price)| (Basic::Slack(i), -price));
        let mut helpful = columns.chain(slacks).filter(|(_, gain)| *gain > SMALL);
        if step % 50 == 49 {
            return helpful.next().map(|(basic, _)| basic);
        }
        let best = helpful.max_by(|a, b| a.1.total_cmp(&b.1));
        best.map(|(basic, _)| basic)
    }

    /// Brings a variable into the basis; `false` if nothing limits it.
    fn exchange(&mut self, entering: Basic) -> bool {
        let rows = self.rows;
        let direction: Vec<f64> = match entering {
            Basic::Slack(i) => (0..rows).map(|k| self.inverse[k * rows + i]).collect(),
            Basic::Column(c) => self
                .inverse
                .chunks_exact(rows)
                .map(|row| row.iter().zip(&self.columns[c]).map(|(a, b)| a * b).sum())
                .collect(),
        };
        let leaving = (0..rows).filter(|&i| direction[i] > SMALL).min_by(|&i, &j| {
            let ratio = |k: usize| self.values[k] / direction[k];
            ratio(i).total_cmp(&ratio(j))
        });
        let Some(leaving) = leaving else {
            return false;
        };
        let pivot = direction[leaving];
        let amount = self.values[leaving] / pivot;
        let row: Vec<f64> = self.inverse[leaving * rows..(leaving + 1) * rows]
            .iter()
            .map(|entry| entry / pivot)
            .collect();
        for (i, &factor) in direction.iter().enumerate() {
            if i == leaving || factor == 0.0 {
                continue;
            }
            self.values[i] = (self.values[i] - factor * amount).max(0.0);
            let target = &mut self.inverse[i * rows..(i + 1) * rows];
            for (entry, above) in target.iter_mut().zip(&row) {
                *entry -= factor * above;
            }
        }
        self.values[leaving] = amount;
        self.inverse[leaving * rows..(leaving + 1) * rows].copy_from_slice(&row);
        self.basis[leaving] = entering;
        true
    }

    /// The strategies of the present basis, without the perturbation.
    fn strategies(&self) -> Strategies {
        let prices = self.prices();
        let mut columns: Vec<(usize, f64)> = Vec::new();
        for (basic, row) in self.basis.iter().zip(self.inverse.chunks_exact(self.rows)) {
            let value: f64 = row.iter().sum();
            if let Basic::Column(c) = *basic
                && value > SMALL
            {
                columns.push((c, value));
            }
        }
        let total: f64 = columns.iter().map(|(_, x)| x).sum();
        for (_, weight) in &mut columns {
            *weight /= total;
        }
        columns.sort_by_key(|&(c, _)| c);
        let all: f64 = prices.iter().map(|p| p.max(0.0)).sum();
        Strategies {
            value: 1.0 / total,
            columns,
            rows: prices.iter().map(|p| p.max(0.0) / all).collect(),
        }
    }
}

/// Different tiny numbers for different rows.
fn perturbation(row: usize) -> f64 {
    let scrambled = (row as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    scrambled as f64 * 1e-15
}
