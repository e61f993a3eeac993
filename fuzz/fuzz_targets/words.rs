#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cubegraph_fuzz::words::run(bytes));
