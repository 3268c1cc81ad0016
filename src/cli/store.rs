//! Where the service keeps its answers.

use crate::store::Config;
use clap::Args;
use std::path::PathBuf;

/// Answers kept on disk.
#[derive(Args, Clone, Debug)]
pub(super) struct StorePlace {
    /// File in which settled answers are kept, or `none`; by default tsumi/answers.redb among the user's cache files
    #[arg(long = "store", value_name = "PATH|none")]
    path: Option<PathBuf>,
    /// The most that the file may take, in MiB
    #[arg(long = "store-max", value_name = "MIB", default_value_t = 300,
          value_parser = clap::value_parser!(u32).range(2..))]
    max_mib: u32,
}

impl StorePlace {
    /// `None` if nothing is to be kept.
    pub(super) fn config(&self) -> Option<Config> {
        let path = match &self.path {
            Some(path) if path.as_os_str() == "none" => return None,
            Some(path) => path.clone(),
            None => cache_folder()?.join("tsumi").join("answers.redb"),
        };
        Some(Config { path, max_bytes: u64::from(self.max_mib) << 20 })
    }
}

/// The folder of cache files: that of the unit under systemd, that of the user else; `None` for a user who has none.
fn cache_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || folder("HOME").map(|home| home.join(".cache"));
    folder("CACHE_DIRECTORY").or_else(|| folder("XDG_CACHE_HOME")).or_else(home).or_else(|| folder("LOCALAPPDATA"))
}
