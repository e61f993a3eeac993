//! Debian's Chromium through chromedriver: the few `WebDriver` commands that the tests of the page
//! need.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};

/// A Chromium with one window.
pub struct Browser {
    driver: Child,
    session: String,
    agent: ureq::Agent,
    profile: tempfile::TempDir,
}

/// The first of these programs that is on the path.
fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .find(|file| file.is_file())
}

impl Browser {
    /// Starts Chromium, or says on standard error why the test is skipped.
    pub fn start() -> Option<Browser> {
        let chromium = program(&["chromium", "chromium-browser", "google-chrome"]);
        let (Some(chromium), Some(driver)) = (chromium, program(&["chromedriver"])) else {
            eprintln!(
                "skipped: no Chromium with chromedriver here; install chromium and chromium-driver to run this test"
            );
            return None;
        };
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let port = port_of(&mut driver);
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(180)))
            .build();
        let mut browser = Browser {
            driver,
            session: format!("http://127.0.0.1:{port}/session"),
            agent: config.into(),
            profile: tempfile::tempdir().unwrap(),
        };
        browser.open_session(&chromium);
        Some(browser)
    }

    fn open_session(&mut self, chromium: &Path) {
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--force-prefers-reduced-motion",
            profile.as_str(),
        ];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "binary": chromium, "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        } } });
        let answer = self.post("", &wanted);
        let id = answer["sessionId"].as_str().expect("a session").to_owned();
        self.session = format!("{}/{id}", self.session);
    }

    /// Sends a command; its value comes back.
    fn post(&self, command: &str, body: &Value) -> Value {
        self.try_post(command, body).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// Sends a command; its value, or the error, comes back.
    fn try_post(&self, command: &str, body: &Value) -> Result<Value, Value> {
        let url = format!("{}{command}", self.session);
        let mut answer = self.agent.post(&url).send_json(body).expect("chromedriver answers");
        let mut value: Value =
            answer.body_mut().with_config().limit(1 << 28).read_json().expect("JSON");
        let value = value["value"].take();
        if answer.status().is_success() { Ok(value) } else { Err(value) }
    }

    /// Does something with an element; if the page replaces it in between, with the new one.
    fn act(&self, selector: &str, action: &str, body: &Value) {
        for _ in 0..20 {
            let element = self.element(selector);
            match self.try_post(&format!("/element/{element}/{action}"), body) {
                Ok(_) => return,
                Err(error) => {
                    let stale = error["error"] == "stale element reference";
                    assert!(stale, "{action} {selector}: {error}");
                    std::thread::sleep(Duration::from_millis(100));
                }
            }
        }
        panic!("{selector} is replaced again and again");
    }

    /// Opens a file and waits until every moving part is ready.
    pub fn open(&self, page: &Path) {
        self.post("/url", &json!({ "url": format!("file://{}", page.display()) }));
        self.wait_until(
            "return document.querySelectorAll('[data-widget]:not([data-ready])').length === 0",
        );
    }

    /// Runs a script with arguments; what it returns comes back.
    pub fn run(&self, script: &str, arguments: &Value) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// What a script without arguments returns.
    pub fn ask(&self, script: &str) -> Value {
        self.run(script, &json!([]))
    }

    /// Waits until a script returns true.
    pub fn wait_until(&self, script: &str) {
        let started = Instant::now();
        while self.ask(script) != json!(true) {
            assert!(started.elapsed() < Duration::from_secs(120), "waited in vain for: {script}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn element(&self, selector: &str) -> String {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        let id = found.as_object().and_then(|map| map.values().next()).and_then(Value::as_str);
        id.expect("an element").to_owned()
    }

    /// Clicks like a person: what is covered, hidden or disabled cannot be clicked.
    pub fn click(&self, selector: &str) {
        self.act(selector, "click", &json!({}));
    }

    /// Presses keys while an element has the focus.
    pub fn keys(&self, selector: &str, keys: &str) {
        self.act(selector, "value", &json!({ "text": keys }));
    }

    /// The visible text of an element.
    pub fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0]).textContent";
        self.run(script, &json!([selector])).as_str().unwrap_or_default().to_owned()
    }

    /// How many elements there are.
    pub fn count(&self, selector: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.run(script, &json!([selector])).as_u64().unwrap_or(0)
    }

    /// Makes the window so wide and high.
    pub fn resize(&self, width: u32, height: u32) {
        self.post("/window/rect", &json!({ "width": width, "height": height }));
    }

    /// A command of Chromium's own protocol.
    pub fn command(&self, name: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
    }

    /// A picture of the whole page goes into the folder of the tests, to be looked at.
    pub fn screenshot(&self, name: &str) {
        let whole = json!({ "captureBeyondViewport": true });
        let picture = self.command("Page.captureScreenshot", &whole);
        let bytes = decoded(&picture["data"]);
        assert!(bytes.len() > 5_000, "an empty picture");
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(file, bytes).unwrap();
    }

    /// Prints the page to PDF; how many pages, counted in the file, come back.
    pub fn printed_pages(&self) -> usize {
        let printed = self.command("Page.printToPDF", &json!({ "preferCSSPageSize": true }));
        let bytes = decoded(&printed["data"]);
        let text = String::from_utf8_lossy(&bytes);
        text.matches("/Type /Page\n").count()
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        let entries = self.post("/se/log", &json!({ "type": kind }));
        entries.as_array().cloned().unwrap_or_default()
    }

    /// Fails if the page complained, or if it asked for anything but itself.
    pub fn assert_quiet(&self, page: &Path) {
        let complaints: Vec<Value> = self
            .log("browser")
            .into_iter()
            .filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING")
            .filter(|entry| !entry["message"].as_str().unwrap_or_default().starts_with("chrome://"))
            .collect();
        assert!(complaints.is_empty(), "{complaints:?}");
        let own = format!("file://{}", page.display());
        let mut requests = 0;
        for entry in self.log("performance") {
            let message: Value =
                serde_json::from_str(entry["message"].as_str().unwrap_or("null")).unwrap();
            let event = &message["message"];
            // The browser's own first tab may still be loading; what it asks for is none of the
            // page's business.
            let asks = event["params"]["documentURL"].as_str().unwrap_or_default();
            if event["method"] == "Network.requestWillBeSent" && !asks.starts_with("chrome://") {
                let url = event["params"]["request"]["url"].as_str().unwrap_or_default();
                requests += 1;
                assert!(
                    [own.as_str(), "data:", "blob:"].iter().any(|known| url.starts_with(known)),
                    "{asks} asked for {url}"
                );
            }
        }
        assert!(requests > 0, "the log of requests is empty, so it proves nothing");
    }
}

fn decoded(data: &Value) -> Vec<u8> {
    let text = data.as_str().expect("base64");
    base64::engine::general_purpose::STANDARD.decode(text).expect("base64")
}

fn port_of(driver: &mut Child) -> u16 {
    let output = driver.stdout.take().expect("its output is piped");
    for line in BufReader::new(output).lines() {
        let line = line.expect("chromedriver writes text");
        if let Some((_, rest)) = line.split_once("started successfully on port ") {
            return rest.trim_end_matches('.').parse().expect("a port");
        }
    }
    panic!("chromedriver did not say its port");
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Ends Chromium; the driver is ours to end, too.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
