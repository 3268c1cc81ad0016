//! Which pages may call.

use http::{HeaderValue, Request, header, uri::Authority};
use std::io;
use std::net::IpAddr;

/// The origins whose pages may call: those on a list, and the server's own.
pub(super) struct Origins {
    listed: Vec<HeaderValue>,
    any: bool,
    vouched: Vouched,
}

/// What vouches for the names under which this server is called.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Vouched {
    /// This server does TLS itself.
    pub(super) tls: bool,
    /// Every call needs a token.
    pub(super) tokens: bool,
}

impl Origins {
    /// # Errors
    /// If an origin is not written as browsers write it.
    pub(super) fn new(origins: &[String], vouched: Vouched) -> io::Result<Self> {
        let any = origins.iter().any(|origin| origin == "*");
        let listed = origins.iter().filter(|origin| *origin != "*");
        let listed = listed.map(|origin| parse(origin)).collect::<io::Result<_>>()?;
        Ok(Self { listed, any, vouched })
    }

    /// The list; `None` if every page may call.
    pub(super) fn listed(&self) -> Option<&[HeaderValue]> {
        (!self.any).then_some(&self.listed)
    }

    /// Whether who sent this request may call, as far as its origin goes. Only browsers tell one.
    pub(super) fn allow<B>(&self, request: &Request<B>) -> bool {
        request.headers().get(header::ORIGIN).is_none_or(|origin| {
            self.any || self.listed.contains(origin) || self.is_own(origin, request).unwrap_or(false)
        })
    }

    /// Whether a page of this origin came from the host that it calls, and that is us.
    ///
    /// The host alone does not tell: after his page was fetched a stranger can have his name point here (DNS
    /// rebinding). He cannot with an address or `localhost`; under TLS the browser has seen a certificate for the name;
    /// and where calls need a token his page has none. Any other name has to be on the list.
    ///
    /// Without TLS both schemes will do: a proxy before us may do TLS, and hands on the host that the browser named.
    fn is_own<B>(&self, origin: &HeaderValue, request: &Request<B>) -> Option<bool> {
        let (scheme, authority) = origin.to_str().ok()?.split_once("://")?;
        let port = match scheme {
            "https" => ":443",
            "http" if !self.vouched.tls => ":80",
            _ => return None,
        };
        let host = host(request)?;
        let is_ours = self.vouched.tls || self.vouched.tokens || is_no_name(authority);
        Some(is_ours && host.strip_suffix(port).unwrap_or(host).eq_ignore_ascii_case(authority))
    }
}

/// The host that a request names, with its port.
fn host<B>(request: &Request<B>) -> Option<&str> {
    let named = request.uri().authority().map(Authority::as_str);
    named.or_else(|| request.headers().get(header::HOST)?.to_str().ok())
}

/// Whether this is what no name server has a say in.
fn is_no_name(authority: &str) -> bool {
    let Ok(authority) = authority.parse::<Authority>() else { return false };
    let host = authority.host().to_ascii_lowercase();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.ends_with(".localhost") || address.parse::<IpAddr>().is_ok()
}

/// An origin: scheme, host, and port if it is not the scheme's.
fn parse(origin: &str) -> io::Result<HeaderValue> {
    let uri = origin.parse::<http::Uri>().ok().filter(|uri| uri.scheme().is_some() && uri.query().is_none());
    let is_origin = uri.is_some_and(|uri| uri.path() == "/") && !origin.ends_with('/');
    let value = HeaderValue::from_str(origin).ok().filter(|_| is_origin);
    value.ok_or_else(|| {
        let what = format!("{origin}: an origin is written as in https://example.org, without a path");
        io::Error::new(io::ErrorKind::InvalidInput, what)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Vouched = Vouched { tls: false, tokens: false };

    /// Whether a page of this origin may call under this host, where no origin is listed.
    fn allowed(vouched: Vouched, origin: &str, host: &str) -> bool {
        let by_header = Request::post("/tsume.v1.TsumeService/Solve").header("host", host);
        let by_target = Request::post(format!("http://{host}/tsume.v1.TsumeService/Solve")).header("host", "other");
        let origins = Origins::new(&[], vouched).unwrap();
        let [one, other] =
            [by_header, by_target].map(|request| origins.allow(&request.header("origin", origin).body(()).unwrap()));
        assert_eq!(one, other, "{origin} at {host}: HTTP/1.1 and HTTP/2");
        one
    }

    #[test]
    fn the_servers_own_pages_may_call_where_no_name_can_lie() {
        for host in ["127.0.0.1:50051", "localhost:50051", "LOCALHOST:1", "tsumi.localhost", "192.0.2.7", "[::1]:50051"]
        {
            let origin = |scheme: &str| format!("{scheme}://{}", host.to_lowercase());
            assert!(allowed(PLAIN, &origin("http"), host) && allowed(PLAIN, &origin("https"), host), "{host}");
            let tls = Vouched { tls: true, ..PLAIN };
            assert!(allowed(tls, &origin("https"), host) && !allowed(tls, &origin("http"), host), "{host}");
        }
        assert!(allowed(PLAIN, "https://127.0.0.1", "127.0.0.1:443"), "a port that goes without saying");
        assert!(allowed(PLAIN, "http://127.0.0.1", "127.0.0.1:80"));
    }

    #[test]
    fn a_name_needs_somebody_who_vouches_for_it() {
        let (origin, host) = ("https://tsumi.example.org", "tsumi.example.org");
        assert!(!allowed(PLAIN, origin, host), "a stranger may have had his name point here");
        assert!(allowed(Vouched { tls: true, tokens: false }, origin, host));
        assert!(allowed(Vouched { tls: false, tokens: true }, origin, host));
        for name in ["localhost.example.org", "127.0.0.1.example.org", "evil-localhost", "127.0.0.1:1@example.org"] {
            assert!(!allowed(PLAIN, &format!("http://{name}"), name), "{name}");
        }
    }

    #[test]
    fn a_page_from_elsewhere_is_not_our_own() {
        let all = Vouched { tls: false, tokens: true };
        for origin in
            ["http://127.0.0.1:8080", "http://127.0.0.1", "http://localhost:50051", "null", "", "ftp://127.0.0.1:50051"]
        {
            assert!(!allowed(all, origin, "127.0.0.1:50051"), "{origin}");
        }
        let origins = Origins::new(&[], all).unwrap();
        assert!(!origins.allow(&Request::post("/").header("origin", "http://127.0.0.1").body(()).unwrap()), "no host");
    }

    #[test]
    fn what_is_no_origin_is_refused() {
        for text in ["example.org", "https://example.org/", "https://example.org/app", "https://", "", "https://a b"] {
            assert!(Origins::new(&[text.to_owned()], PLAIN).is_err(), "{text}");
        }
    }
}
