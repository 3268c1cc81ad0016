//! Bearer tokens: a file with one a line, after its name if it has one.
//!
//! ```text
//! # who      token
//! puzzle-app 3f6c1d0b9a7e4f52
//! ```
//!
//! Only digests of tokens are kept, and a given one is compared with all of them in constant time.

use http::{HeaderMap, header};
use ring::digest::{SHA256, digest};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::{fs, io};
use subtle::ConstantTimeEq as _;

/// Characters of a token.
const LENGTH: std::ops::RangeInclusive<usize> = 16..=512;
/// Most characters of a name.
const NAME: usize = 64;

/// The tokens that are good now.
pub(super) struct Tokens {
    path: PathBuf,
    known: RwLock<Arc<[Token]>>,
}

struct Token {
    name: Arc<str>,
    digest: [u8; 32],
}

impl Tokens {
    /// Reads the file.
    ///
    /// # Errors
    /// If it cannot be read or has a line that is no token: the error names the line and never what it holds.
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), known: RwLock::new(known(path)?) })
    }

    /// Reads the file again. While it is faulty the tokens stay as they were.
    ///
    /// # Errors
    /// As of `read`.
    pub(super) fn reload(&self) -> io::Result<()> {
        let known = known(&self.path)?;
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the token that a request shows; `None` if it shows none, or none that is good.
    pub(super) fn holder(&self, headers: &HeaderMap) -> Option<Arc<str>> {
        let mut shown = headers.get_all(header::AUTHORIZATION).iter();
        let (first, None) = (shown.next()?, shown.next()) else { return None };
        let (scheme, token) = first.to_str().ok()?.split_once(' ')?;
        let shown = scheme.eq_ignore_ascii_case("bearer").then(|| sha256(token.trim()))?;
        let known = Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner));
        // No early end: the time tells nothing about which token was nearly right.
        known.iter().fold(None, |found, token| {
            let equal = bool::from(token.digest.ct_eq(&shown));
            if equal { Some(Arc::clone(&token.name)) } else { found }
        })
    }
}

fn sha256(text: &str) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(digest(&SHA256, text.as_bytes()).as_ref());
    bytes
}

fn known(path: &Path) -> io::Result<Arc<[Token]>> {
    let fault = |kind, what: &dyn std::fmt::Display| io::Error::new(kind, format!("{}: {what}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| fault(error.kind(), &error))?;
    parse(&text).map(Arc::from).map_err(|what| fault(io::ErrorKind::InvalidData, &what))
}

fn parse(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens: Vec<Token> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first().is_none_or(|word| word.starts_with('#')) {
            continue;
        }
        let token = token(&words, number).map_err(|what| format!("line {number}: {what}"))?;
        if tokens.iter().any(|known| known.digest == token.digest) {
            return Err(format!("line {number}: the token stands in a line before"));
        }
        tokens.push(token);
    }
    Ok(tokens)
}

fn token(words: &[&str], number: usize) -> Result<Token, String> {
    let (name, token) = match *words {
        [token] => (format!("line-{number}"), token),
        [name, token] => (name.to_owned(), token),
        _ => return Err("more than a name and a token".to_owned()),
    };
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
    if !LENGTH.contains(&token.len()) || !is_plain(token) {
        return Err(format!("a token has {} to {} visible ASCII characters", LENGTH.start(), LENGTH.end()));
    }
    if name.len() > NAME || !is_plain(&name) {
        return Err(format!("a name has at most {NAME} visible ASCII characters"));
    }
    Ok(Token { name: name.into(), digest: sha256(token) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# who\n\n  app   0123456789abcdef\n0123456789abcdeg\n";

    fn tokens(text: &str) -> Tokens {
        Tokens { path: PathBuf::new(), known: RwLock::new(parse(text).unwrap().into()) }
    }

    fn holder(tokens: &Tokens, shown: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for shown in shown {
            headers.append(header::AUTHORIZATION, shown.parse().unwrap());
        }
        tokens.holder(&headers).map(|name| name.to_string())
    }

    #[test]
    fn a_token_opens_and_has_its_name() {
        let tokens = tokens(FILE);
        assert_eq!(holder(&tokens, &["Bearer 0123456789abcdef"]).as_deref(), Some("app"));
        assert_eq!(holder(&tokens, &["bearer 0123456789abcdeg"]).as_deref(), Some("line-4"));
    }

    #[test]
    fn nothing_else_opens() {
        let tokens = tokens(FILE);
        let good = "Bearer 0123456789abcdef";
        for shown in [
            &[][..],
            &["0123456789abcdef"],
            &["Basic 0123456789abcdef"],
            &["Bearer"],
            &["Bearer "],
            &["Bearer app"],
            &["Bearer 0123456789abcde"],
            &["Bearer 0123456789abcdeff"],
            &["Bearer 0123456789ABCDEF"],
            &[good, good],
        ] {
            assert_eq!(holder(&tokens, shown), None, "{shown:?}");
        }
    }

    #[test]
    fn a_faulty_file_is_refused_with_its_line_and_without_its_token() {
        let cases = [
            ("app short-token", "line 1: "),
            ("\nan app 0123456789abcdef", "line 2: "),
            ("a 0123456789abcdef\nb 0123456789abcdef", "line 2: "),
            ("app 0123456789abcdé", "line 1: "),
        ];
        for (text, start) in cases {
            let fault = parse(text).err().unwrap();
            assert!(fault.starts_with(start) && !fault.contains("0123456789") && !fault.contains("short"), "{fault}");
        }
    }
}
