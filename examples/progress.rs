//! Long work: a limit on time and memory, a look at the progress, and a flag that stops it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use cubegraph::{Error, Work, picture};

static TOLD: AtomicUsize = AtomicUsize::new(0);

fn main() -> Result<(), Error> {
    let work = Work::default()
        .with_time(Duration::from_secs(600))
        .with_memory(4 << 30)
        .on_progress(|progress| {
            TOLD.fetch_add(1, Ordering::Relaxed);
            eprintln!("{progress}");
        });
    let stop = work.canceller();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stop.cancel();
    });
    match picture::Puzzle::cube(6, 2)?.distances(&picture::Options::default(), &work) {
        Ok(distances) => println!("God's number is {}", distances.diameter()),
        Err(Error::Interrupted) => println!("stopped as asked"),
        Err(other) => return Err(other),
    }
    println!("told {} times", TOLD.load(Ordering::Relaxed));
    Ok(())
}
