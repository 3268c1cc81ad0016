//! What browsers need: gRPC-Web, and the rules about which pages may call.

use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use std::convert::Infallible;
use std::io;
use std::time::Duration;
use tonic::body::Body;
use tower::{Layer, Service, ServiceExt as _};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

/// Headers of an answer that a page may read, beside those every page may.
const EXPOSED: [HeaderName; 5] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
    HeaderName::from_static("grpc-encoding"),
    HeaderName::from_static("x-request-id"),
];
/// How long a browser may remember that it may call.
const REMEMBERED: Duration = Duration::from_hours(2);
/// How content types of gRPC begin, and those of gRPC-Web among them.
const GRPC: &[u8] = b"application/grpc";
const GRPC_WEB: &[u8] = b"application/grpc-web";

/// Who asks, as far as the headers tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// gRPC.
    Grpc,
    /// gRPC-Web, or a browser's question whether it may.
    Web,
    /// A page from an origin that is not on the list.
    Foreign,
    /// Somebody who does not speak gRPC.
    Other,
}

/// The origins on the list.
pub(super) struct Web {
    cors: CorsLayer,
    origins: Vec<HeaderValue>,
    any: bool,
}

impl Web {
    /// # Errors
    /// If an origin is not written as browsers write it.
    pub(super) fn new(origins: &[String]) -> io::Result<Self> {
        let any = origins.iter().any(|origin| origin == "*");
        let listed = origins.iter().filter(|origin| *origin != "*");
        let origins = listed.map(|origin| parse(origin)).collect::<io::Result<Vec<_>>>()?;
        let allowed = if any { AllowOrigin::any() } else { AllowOrigin::list(origins.clone()) };
        let cors = CorsLayer::new()
            .allow_origin(allowed)
            .allow_methods([Method::POST])
            .allow_headers(AllowHeaders::mirror_request())
            .expose_headers(EXPOSED)
            .max_age(REMEMBERED);
        Ok(Self { cors, origins, any })
    }

    pub(super) fn kind(&self, method: &Method, headers: &HeaderMap) -> Kind {
        let origin = headers.get(header::ORIGIN);
        if origin.is_some_and(|origin| !self.any && !self.origins.contains(origin)) {
            return Kind::Foreign;
        }
        let content = headers.get(header::CONTENT_TYPE).map_or(&[][..], HeaderValue::as_bytes);
        let is_question = method == Method::OPTIONS && origin.is_some();
        match content {
            _ if is_question => Kind::Web,
            web if web.starts_with(GRPC_WEB) => Kind::Web,
            grpc if grpc.starts_with(GRPC) => Kind::Grpc,
            _ => Kind::Other,
        }
    }

    /// Answers a request of kind `Web` with what `inner` answers to gRPC.
    pub(super) async fn translated<S, B>(&self, request: Request<B>, inner: S) -> Response<Body>
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Send,
        S::Future: Send,
        B: http_body::Body<Data = hyper::body::Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>> + std::fmt::Display,
    {
        let service = self.cors.clone().layer(tonic_web::GrpcWebLayer::new().layer(inner));
        service.oneshot(request).await.unwrap_or_else(|never| match never {})
    }
}

/// A refusal that is no gRPC.
pub(super) fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::new(text.to_owned()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
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

    fn kind(web: &Web, headers: &[(&'static str, &'static str)]) -> Kind {
        let headers =
            headers.iter().map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        web.kind(&Method::POST, &headers.collect())
    }

    #[test]
    fn origins_on_the_list_and_callers_without_one_may_call() {
        let web = Web::new(&["https://example.org".to_owned(), "http://localhost:8080".to_owned()]).unwrap();
        let content = ("content-type", "application/grpc-web+proto");
        assert_eq!(kind(&web, &[content]), Kind::Web);
        assert_eq!(kind(&web, &[content, ("origin", "https://example.org")]), Kind::Web);
        assert_eq!(kind(&web, &[("content-type", "application/grpc")]), Kind::Grpc);
        assert_eq!(kind(&web, &[]), Kind::Other);
        for foreign in ["http://example.org", "https://example.org:8443", "https://example.org.evil.example", "null"] {
            assert_eq!(kind(&web, &[content, ("origin", foreign)]), Kind::Foreign, "{foreign}");
            assert_eq!(kind(&web, &[("content-type", "application/grpc"), ("origin", foreign)]), Kind::Foreign);
        }
        assert_eq!(kind(&Web::new(&["*".to_owned()]).unwrap(), &[content, ("origin", "null")]), Kind::Web);
    }

    #[test]
    fn what_is_no_origin_is_refused() {
        for text in ["example.org", "https://example.org/", "https://example.org/app", "https://", "", "https://a b"] {
            assert!(Web::new(&[text.to_owned()]).is_err(), "{text}");
        }
    }
}
