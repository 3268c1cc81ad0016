//! Where the settings of the service come from: the command line, else the environment, else a file, else the default.
//!
//! Every option of `tsumi serve` is a setting: `--max-time 1h`, `TSUMI_MAX_TIME=1h`, and `max-time = "1h"` in the file
//! mean the same and are checked alike.

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The subcommand whose options are settings.
const SERVE: &str = "serve";
/// The option that names the file; it cannot stand in one.
const CONFIG: &str = "config";

/// What was said on the command line, with what the environment and a file add for `tsumi serve`.
///
/// # Errors
/// If something of it is wrong; the error of a file names the line.
pub(in crate::cli) fn matches(command: Command) -> Result<ArgMatches, clap::Error> {
    let command = command.mut_subcommand(SERVE, |serve| serve.mut_args(with_environment));
    let matches = command.clone().try_get_matches()?;
    let file = matches.subcommand_matches(SERVE).and_then(|serve| serve.get_one::<PathBuf>(CONFIG));
    match file {
        None => Ok(matches),
        Some(path) => with_file(command, path)?.try_get_matches(),
    }
}

/// All settings as they stand, as a file would hold them, each with where it comes from.
pub(super) fn text(serve: &Command, matches: &ArgMatches) -> String {
    let file = matches.get_one::<PathBuf>(CONFIG).map(|path| path.display().to_string());
    let said = file.as_deref().and_then(|path| std::fs::read_to_string(path).ok());
    let in_file: BTreeSet<String> = said.iter().flat_map(|text| keys(text)).collect();
    let mut text = String::new();
    for (name, argument) in serve.get_arguments().filter_map(|argument| Some((setting(argument)?, argument))) {
        let id = argument.get_id().as_str();
        let values: Vec<OsString> = matches.get_raw(id).into_iter().flatten().map(OsString::from).collect();
        let source = match matches.value_source(id) {
            Some(ValueSource::CommandLine) => "command line",
            Some(ValueSource::EnvVariable) => "environment",
            _ if in_file.contains(name) => file.as_deref().unwrap_or_default(),
            _ => "default",
        };
        let _ = match &values[..] {
            [] => writeln!(text, "# {name} is not set"),
            [value] => writeln!(text, "{name} = {}  # {source}", written(value)),
            values => {
                let list: Vec<String> = values.iter().map(written).collect();
                writeln!(text, "{name} = [{}]  # {source}", list.join(", "))
            }
        };
    }
    text
}

/// The name of an option that is a setting.
fn setting(argument: &Arg) -> Option<&str> {
    let takes_value = argument.get_action().takes_values();
    argument.get_long().filter(|&long| takes_value && long != CONFIG)
}

fn written(value: &OsString) -> String {
    let text = value.to_string_lossy();
    if text.parse::<i64>().is_ok() { text.into_owned() } else { toml::Value::from(&*text).to_string() }
}

/// Reads an option from the environment too.
fn with_environment(argument: Arg) -> Arg {
    let long = argument.get_long().filter(|_| argument.get_action().takes_values());
    match long.map(|long| format!("TSUMI_{}", long.to_ascii_uppercase().replace('-', "_"))) {
        Some(name) => argument.env(name).hide_env_values(true),
        None => argument,
    }
}

/// Makes what a file says the defaults of a command.
fn with_file(mut command: Command, path: &Path) -> Result<Command, clap::Error> {
    let fault = |kind, what: String| clap::Error::raw(kind, format!("{}{what}\n", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| fault(ErrorKind::Io, format!(": {error}")))?;
    let table = DeTable::parse(&text)
        .map_err(|error| fault(ErrorKind::ValueValidation, format!(": {}", error.to_string().trim_end())))?;
    for (key, value) in table.get_ref() {
        let at = |what: &str| {
            let line = text[..key.span().start].matches('\n').count() + 1;
            fault(ErrorKind::ValueValidation, format!(":{line}: {what}"))
        };
        command = with_setting(command, key.get_ref(), value).map_err(|what| at(&what))?;
    }
    Ok(command)
}

/// Makes one line of a file the default of its option.
fn with_setting(command: Command, name: &str, value: &Spanned<DeValue<'_>>) -> Result<Command, String> {
    let serve = command.find_subcommand(SERVE).ok_or("there is nothing to set")?;
    let argument = serve.get_arguments().find(|argument| setting(argument) == Some(name));
    let argument = argument.ok_or_else(|| format!("there is no setting `{name}`; `tsumi serve --help` lists them"))?;
    let values = texts(value.get_ref()).ok_or_else(|| format!("{name} takes a text, a number or a list of them"))?;
    let id = argument.get_id().clone();
    check(argument, &values)?;
    Ok(command.mut_subcommand(SERVE, |serve| serve.mut_arg(id, |argument| argument.default_values(values))))
}

/// Values are checked where their line is known.
fn check(argument: &Arg, values: &[String]) -> Result<(), String> {
    let name = argument.get_long().unwrap_or_default();
    let alone = Command::new(SERVE).arg(argument.clone().env(None::<&str>));
    let words = values.iter().map(|value| format!("--{name}={value}"));
    let checked = alone.try_get_matches_from(std::iter::once(SERVE.to_owned()).chain(words));
    checked.map(drop).map_err(|error| {
        let text = error.to_string();
        text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
    })
}

/// A value of a file as it would stand on the command line.
fn texts(value: &DeValue<'_>) -> Option<Vec<String>> {
    match value {
        DeValue::Array(values) => {
            let one = |value: &Spanned<DeValue<'_>>| texts(value.get_ref()).filter(|texts| texts.len() == 1);
            Some(values.iter().map(one).collect::<Option<Vec<_>>>()?.concat())
        }
        DeValue::String(text) => Some(vec![text.to_string()]),
        DeValue::Integer(number) if number.radix() == 10 => Some(vec![number.as_str().replace('_', "")]),
        DeValue::Boolean(value) => Some(vec![value.to_string()]),
        _ => None,
    }
}

fn keys(text: &str) -> Vec<String> {
    let table = DeTable::parse(text).ok();
    table.iter().flat_map(|table| table.get_ref().keys()).map(|key| key.get_ref().to_string()).collect()
}
