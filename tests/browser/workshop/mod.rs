//! The workshop in a real browser, beside the tool.
//!
//! `.ci/workshop` builds the page and names it in `CUBEGRAPH_WORKSHOP`; without that, and without
//! Chromium, there is nothing to test.

mod library;
mod page;
mod play;

use std::path::PathBuf;

use crate::browser::Browser;

/// The page that was built, in a browser.
fn workshop() -> Option<(Browser, PathBuf)> {
    let Some(page) = std::env::var_os("CUBEGRAPH_WORKSHOP") else {
        eprintln!("skipped: .ci/workshop builds the page and names it in CUBEGRAPH_WORKSHOP");
        return None;
    };
    let page = PathBuf::from(page);
    let browser = Browser::start()?;
    browser.open(&page);
    browser.wait_until("return 'cubegraph' in window");
    Some((browser, page))
}
