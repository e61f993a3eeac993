//! Checks a refutation clause by clause: each must follow from those before it by unit propagation.

use crate::sat::ProofLine;
use cubegraph_core::work::{Error, Result, Work};

/// Checks that the lines refute the clauses: every added clause follows by reverse unit
/// propagation, and the last is empty.
///
/// # Errors
/// [`Error::Rejected`] with the number of the first line that does not follow; limits as [`Work`]
/// says.
///
/// # Complexity
/// As propagation in a solver, with two watched literals in every clause; no conflict is ever
/// analysed.
pub(crate) fn refutation(clauses: &[Vec<i32>], lines: &[ProofLine], work: &Work) -> Result<()> {
    let stage = work.stage("checking the refutation", Some(lines.len() as u64));
    let mut checker = Checker::new(clauses, lines);
    for clause in clauses {
        checker.add(clause);
    }
    for (index, line) in lines.iter().enumerate() {
        if index % 1024 == 1023 {
            stage.advance(1024);
            work.check("a refutation was found; checking it took too long")?;
        }
        match line {
            ProofLine::Delete(clause) => checker.forget(clause),
            ProofLine::Add(clause) => {
                if !checker.follows(clause) {
                    return Err(Error::Rejected(format!(
                        "line {} of the refutation does not follow",
                        index + 1
                    )));
                }
                if clause.is_empty() {
                    return Ok(());
                }
                checker.add(clause);
            }
        }
    }
    Err(Error::Rejected("the refutation does not end in a contradiction".to_owned()))
}

/// Clauses under two watched literals.
struct Checker {
    /// The value of each variable: 1 true, −1 false, 0 open.
    values: Vec<i8>,
    /// The literals that were made true, in order.
    trail: Vec<i32>,
    propagated: usize,
    clauses: Vec<Vec<i32>>,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<usize>>,
    /// Clauses by their sorted literals, for deletion.
    index: rustc_hash::FxHashMap<Vec<i32>, Vec<usize>>,
    contradiction: bool,
}

fn slot(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

fn value_in(values: &[i8], literal: i32) -> i8 {
    let value = values[literal.unsigned_abs() as usize];
    if literal > 0 { value } else { -value }
}

fn sorted(clause: &[i32]) -> Vec<i32> {
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

impl Checker {
    fn new(clauses: &[Vec<i32>], lines: &[ProofLine]) -> Checker {
        let in_lines = lines.iter().flat_map(|line| match line {
            ProofLine::Add(clause) | ProofLine::Delete(clause) => clause,
        });
        let variables = clauses
            .iter()
            .flatten()
            .chain(in_lines)
            .map(|literal| literal.unsigned_abs() as usize)
            .max()
            .unwrap_or(0);
        Checker {
            values: vec![0; variables + 1],
            trail: Vec::new(),
            propagated: 0,
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables + 2],
            index: rustc_hash::FxHashMap::default(),
            contradiction: false,
        }
    }

    fn value(&self, literal: i32) -> i8 {
        value_in(&self.values, literal)
    }

    fn assign(&mut self, literal: i32) {
        self.values[literal.unsigned_abs() as usize] = if literal > 0 { 1 } else { -1 };
        self.trail.push(literal);
    }

    /// Adds a clause and keeps what it implies for good.
    fn add(&mut self, clause: &[i32]) {
        let mut clause = sorted(clause);
        let name = clause.clone();
        // Literals that are not false for good come first, to be watched.
        clause.sort_by_key(|&literal| self.value(literal) < 0);
        let open = clause.iter().filter(|&&literal| self.value(literal) >= 0).count();
        match (clause.first(), open) {
            (None, _) | (_, 0) => self.contradiction = true,
            (Some(&unit), 1) if self.value(unit) == 0 => {
                self.assign(unit);
                self.contradiction |= !self.propagate();
            }
            _ => {}
        }
        if clause.len() >= 2 {
            let number = self.clauses.len();
            self.watches[slot(clause[0])].push(number);
            self.watches[slot(clause[1])].push(number);
            self.index.entry(name).or_default().push(number);
            self.clauses.push(clause);
        }
    }

    /// Forgets a clause. One that made a literal true for good stays: forgetting it would only
    /// weaken the checker.
    fn forget(&mut self, clause: &[i32]) {
        let name = sorted(clause);
        let Some(numbers) = self.index.get_mut(&name) else {
            return;
        };
        if let Some(number) = numbers.pop() {
            for k in 0..2 {
                let watched = slot(self.clauses[number][k]);
                self.watches[watched].retain(|&other| other != number);
            }
            self.clauses[number] = Vec::new();
        }
    }

    /// Whether denying every literal of the clause leads to a contradiction by unit propagation.
    fn follows(&mut self, clause: &[i32]) -> bool {
        if self.contradiction {
            return true;
        }
        let settled = self.trail.len();
        let mut contradiction = false;
        for &literal in clause {
            match self.value(literal) {
                1 => contradiction = true,
                0 => self.assign(-literal),
                _ => {}
            }
        }
        contradiction = contradiction || !self.propagate();
        for literal in self.trail.drain(settled..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        self.propagated = settled;
        contradiction
    }

    /// Makes true what must be; whether there is no contradiction.
    fn propagate(&mut self) -> bool {
        while self.propagated < self.trail.len() {
            let falsified = -self.trail[self.propagated];
            self.propagated += 1;
            let watching = std::mem::take(&mut self.watches[slot(falsified)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut contradiction = false;
            for (position, &number) in watching.iter().enumerate() {
                let clause = &mut self.clauses[number];
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                let value = |literal: i32| value_in(&self.values, literal);
                if value(first) > 0 {
                    kept.push(number);
                    continue;
                }
                if let Some(other) = (2..clause.len()).find(|&k| value(clause[k]) >= 0) {
                    clause.swap(1, other);
                    let watched = slot(clause[1]);
                    self.watches[watched].push(number);
                    continue;
                }
                kept.push(number);
                if value(first) < 0 {
                    kept.extend_from_slice(&watching[position + 1..]);
                    contradiction = true;
                    break;
                }
                self.assign(first);
            }
            self.watches[slot(falsified)] = kept;
            if contradiction {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ProofLine::{Add, Delete};

    fn check(clauses: &[Vec<i32>], lines: &[ProofLine]) -> bool {
        refutation(clauses, lines, &Work::default()).is_ok()
    }

    #[test]
    fn a_refutation_is_accepted_and_a_hole_in_it_is_not() {
        // All eight clauses on three variables: no assignment is left.
        let clauses: Vec<Vec<i32>> = (0..8)
            .map(|bits| (0..3).map(|v| if bits >> v & 1 == 1 { v + 1 } else { -(v + 1) }).collect())
            .collect();
        let proof = [Add(vec![1, 2]), Add(vec![1]), Add(vec![-1, 2]), Add(vec![])];
        assert!(check(&clauses, &proof));
        assert!(!check(&clauses, &[Add(vec![1]), Add(vec![])]));
        assert!(!check(&clauses, &proof[..3]));
        assert!(!check(&clauses[1..], &proof));
        let mut forgetful = proof.to_vec();
        forgetful.insert(2, Delete(vec![2, 1]));
        assert!(check(&clauses, &forgetful));
        let satisfiable = [vec![1, 2], vec![-1, 2]];
        assert!(!check(&satisfiable, &[Add(vec![2]), Add(vec![])]));
    }
}
