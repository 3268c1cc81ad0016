//! The files in `deploy/` say what this program understands.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The settings that a file gives as variables of the environment.
fn settings(name: &str) -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let setting = |line: &str| {
        let (_, rest) = line.split_once("TSUMI_")?;
        let end = rest.find(|c: char| !(c.is_ascii_uppercase() || c == '_'))?;
        let (key, value) = rest.split_at(end);
        let value = value.trim_start_matches(", value: ").trim_matches(['=', '"', '}', '\\', ' ']);
        Some((format!("TSUMI_{key}"), value.trim_matches('"').to_owned()))
    };
    // What the image's build is told is no setting.
    lines.filter_map(setting).filter(|(name, _)| name != "TSUMI_COMMIT").collect()
}

#[test]
fn their_settings_are_settings_with_good_values() {
    for (file, least) in [("Dockerfile", 3), ("tsumi.service", 2), ("kubernetes.yaml", 10)] {
        let settings = settings(file);
        assert!(settings.len() >= least, "{file}: {settings:?}");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tsumi"));
        let output = command.args(["serve", "--print-config"]).env_clear().envs(&settings).output().unwrap();
        assert!(output.status.success(), "{file}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let taken: Vec<&str> = text.lines().filter(|line| line.ends_with("# environment")).collect();
        assert_eq!(taken.len(), settings.len(), "{file} gives {settings:?}, of which there are {taken:?}");
    }
}
