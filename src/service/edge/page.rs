//! The page: a board for browsers, which calls this server. Its files are part of the program.
//!
//! They are few, so the compiler's own `include_bytes!` will do. Whoever asks gets them: there is nothing of anybody's
//! in them, and the calls that the page makes pass the gate like all others.

use super::web::plain;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper::body::Bytes;
use std::io::{self, Write as _};
use std::sync::LazyLock;
use tonic::body::Body;
use twox_hash::XxHash3_64;

/// What browsers are told with every file: it loads, shows and calls nothing but this origin's, is shown in no other
/// page, is what its type says, tells nobody where its links were followed from, and is asked for anew each time.
const RULES: [(HeaderName, HeaderValue); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    (header::VARY, HeaderValue::from_static("accept-encoding")),
];

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";
const ICON: &str = "image/svg+xml; charset=utf-8";

/// A file of `web/dist`, which `web/` makes.
macro_rules! file {
    ($paths:expr, $kind:expr, $name:literal) => {
        File::new($paths, $kind, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/web/dist/", $name)))
    };
}

/// Compressed when the first is asked for.
static FILES: LazyLock<[File; 5]> = LazyLock::new(|| {
    [
        file!(&["/", "/index.html"], HTML, "index.html"),
        file!(&["/app.js"], SCRIPT, "app.js"),
        file!(&["/app.css"], STYLE, "app.css"),
        file!(&["/favicon.svg"], ICON, "favicon.svg"),
        file!(&["/licences.txt"], TEXT, "licences.txt"),
    ]
});

struct File {
    paths: &'static [&'static str],
    kind: HeaderValue,
    text: Bytes,
    gzip: Bytes,
    /// Weak, so that it holds for both forms.
    tag: HeaderValue,
}

/// Answers a request for the page; `None` if it is for something else.
pub(super) fn answer<B>(request: &Request<B>) -> Option<Response<Body>> {
    let file = FILES.iter().find(|file| file.paths.contains(&request.uri().path()))?;
    Some(match *request.method() {
        Method::GET => file.answer(request.headers(), Bytes::clone),
        Method::HEAD => file.answer(request.headers(), |_| Bytes::new()),
        _ => {
            let mut refusal = plain(StatusCode::METHOD_NOT_ALLOWED, "GET or HEAD\n");
            refusal.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
            refusal
        }
    })
}

impl File {
    fn new(paths: &'static [&'static str], kind: &'static str, text: &'static [u8]) -> Self {
        let gzip = gzip(text).expect("memory takes what is written");
        let tag = format!("W/\"{:016x}\"", XxHash3_64::oneshot(text));
        let tag = HeaderValue::from_str(&tag).expect("hexadecimal digits");
        Self { paths, kind: HeaderValue::from_static(kind), text: Bytes::from_static(text), gzip: gzip.into(), tag }
    }

    /// The file, or that it is still the same; `body` makes what is sent of the bytes that a GET is sent.
    fn answer(&self, asked: &HeaderMap, body: impl Fn(&Bytes) -> Bytes) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        if is_known(asked, self.tag.as_bytes()) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            let compressed = takes_gzip(asked);
            let bytes = if compressed { &self.gzip } else { &self.text };
            *response.body_mut() = Body::new(Full::new(body(bytes)));
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, self.kind.clone());
            headers.insert(header::CONTENT_LENGTH, bytes.len().into());
            if compressed {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            }
        }
        response.headers_mut().insert(header::ETAG, self.tag.clone());
        response.headers_mut().extend(RULES);
        response
    }
}

fn gzip(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text)?;
    encoder.finish()
}

/// Whether the client has the file with this tag. Weak comparison (RFC 9110, 13.1.2): `W/` does not count.
fn is_known(asked: &HeaderMap, tag: &[u8]) -> bool {
    let strong = |tag: &[u8]| tag.strip_prefix(b"W/").unwrap_or(tag).to_vec();
    list(asked, &header::IF_NONE_MATCH).any(|known| known == "*" || strong(known.as_bytes()) == strong(tag))
}

/// Whether the client takes gzip (RFC 9110, 12.5.3): a weight of zero means that it does not.
fn takes_gzip(asked: &HeaderMap) -> bool {
    list(asked, &header::ACCEPT_ENCODING).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
    })
}

/// The members of a list in the headers.
fn list<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &HeaderName, values: &[&'static str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn gzip_is_for_those_who_take_it() {
        for yes in ["gzip", "br, gzip", "GZIP;q=0.5", "deflate ,gzip ; q=1.0"] {
            assert!(takes_gzip(&headers(&header::ACCEPT_ENCODING, &[yes])), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "gzip; q=0.000", "x-gzip", "identity", "gzip;q=many"] {
            assert!(!takes_gzip(&headers(&header::ACCEPT_ENCODING, &[no])), "{no}");
        }
        assert!(takes_gzip(&headers(&header::ACCEPT_ENCODING, &["br", "gzip"])), "on two lines");
    }

    #[test]
    fn a_file_is_known_by_its_tag() {
        for yes in ["W/\"1\"", "\"1\"", "\"0\", W/\"1\"", "*"] {
            assert!(is_known(&headers(&header::IF_NONE_MATCH, &[yes]), b"W/\"1\""), "{yes}");
        }
        for no in ["", "1", "W/\"2\"", "W/1"] {
            assert!(!is_known(&headers(&header::IF_NONE_MATCH, &[no]), b"W/\"1\""), "{no}");
        }
    }
}
