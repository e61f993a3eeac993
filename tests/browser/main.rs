//! The pages in a real browser. Without Chromium and chromedriver these tests report that they were
//! skipped.

mod browser;
#[path = "../common/mod.rs"]
mod common;
mod report;
mod workshop;
