//! What is known of all ways to reach a state of the frontier: their number, their sums, or the
//! best of them.

use num_bigint::BigUint;

use crate::spread::{Number, Spread};
use cubegraph_core::work::{Result, Work};

/// What a step adds to the pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// What the face on top is worth.
    pub value: i32,
    /// Whether the edges to the next line and to the next cell of the line are taken (bits 0 and
    /// 1), whether the path begins here (bit 2), and the orientation there.
    pub mark: u8,
}

/// A summary of ways, and how to add one more cell or another summary.
pub(super) trait Weight: Sized + Clone {
    /// What is kept beside the states.
    type Record;
    /// Bytes a state takes, roughly, besides its key.
    const BYTES: usize;
    fn nothing_done() -> Self;
    fn after(&self, step: Step) -> Self;
    fn merge(&mut self, other: Self);
    /// A layer is complete: called for each of its states in turn.
    fn keep(&mut self, record: &mut Self::Record);
    /// Before the states of a layer are kept.
    fn begin_layer(_: &mut Self::Record, _: &Work, _states: usize) -> Result<()> {
        Ok(())
    }
}

/// How many.
#[derive(Clone)]
pub(super) struct Count(pub BigUint);

impl Weight for Count {
    type Record = ();
    const BYTES: usize = 40;

    fn nothing_done() -> Count {
        Count(BigUint::from(1u32))
    }

    fn after(&self, _: Step) -> Count {
        self.clone()
    }

    fn merge(&mut self, other: Count) {
        self.0 += other.0;
    }

    fn keep(&mut self, (): &mut ()) {}
}

impl<N: Number> Weight for Spread<N> {
    type Record = ();
    const BYTES: usize = 4096;

    fn nothing_done() -> Spread<N> {
        Spread::single(0)
    }

    fn after(&self, step: Step) -> Spread<N> {
        self.shifted(i64::from(step.value))
    }

    fn merge(&mut self, other: Spread<N>) {
        self.add(other);
    }

    fn keep(&mut self, (): &mut ()) {}
}

/// The best sum, how often it occurs, and how one way to it went.
#[derive(Clone)]
pub(super) struct Summit {
    pub sum: i64,
    pub ways: BigUint,
    /// The trace of the layer before, until the layer is kept; then its own.
    pub trace: u32,
    mark: u8,
}

/// How every kept state was reached: the trace before it and the mark of the step.
#[derive(Default)]
pub(super) struct Traces {
    /// One list per layer.
    layers: Vec<Vec<(u32, u8)>>,
    bytes: u128,
}

impl Traces {
    /// The marks of all steps that led to a trace of the last layer, in order.
    pub fn marks(&self, mut trace: u32) -> Vec<u8> {
        let mut marks = Vec::with_capacity(self.layers.len());
        for layer in self.layers.iter().rev() {
            let (before, mark) = layer[trace as usize];
            marks.push(mark);
            trace = before;
        }
        marks.reverse();
        marks
    }
}

impl Weight for Summit {
    type Record = Traces;
    const BYTES: usize = 64;

    fn nothing_done() -> Summit {
        Summit { sum: 0, ways: BigUint::from(1u32), trace: 0, mark: 0 }
    }

    fn after(&self, step: Step) -> Summit {
        Summit {
            sum: self.sum + i64::from(step.value),
            ways: self.ways.clone(),
            trace: self.trace,
            mark: step.mark,
        }
    }

    fn merge(&mut self, other: Summit) {
        match self.sum.cmp(&other.sum) {
            std::cmp::Ordering::Less => *self = other,
            std::cmp::Ordering::Equal => self.ways += other.ways,
            std::cmp::Ordering::Greater => {}
        }
    }

    fn begin_layer(record: &mut Traces, work: &Work, states: usize) -> Result<()> {
        record.bytes += (states * size_of::<(u32, u8)>()) as u128;
        record.layers.push(Vec::with_capacity(states));
        work.reserve("the traces of the best tours", record.bytes)
    }

    fn keep(&mut self, record: &mut Traces) {
        if let Some(layer) = record.layers.last_mut() {
            layer.push((self.trace, self.mark));
            self.trace = u32::try_from(layer.len() - 1).unwrap_or(u32::MAX);
        }
    }
}
