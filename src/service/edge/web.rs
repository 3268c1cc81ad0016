//! What browsers need to call: gRPC-Web, and to be told that their page may.

use super::origins::Origins;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use std::convert::Infallible;
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
    /// A call of a page from an origin whose pages may not call.
    Foreign,
    /// Somebody who does not speak gRPC.
    Other,
}

/// Tells calls from other requests, and pages which may call from those which may not.
pub(super) struct Web {
    cors: CorsLayer,
    origins: Origins,
}

impl Web {
    pub(super) fn new(origins: Origins) -> Self {
        // Of the server's own pages a browser does not ask whether they may.
        let allowed = origins.listed().map_or_else(AllowOrigin::any, |listed| AllowOrigin::list(listed.to_vec()));
        let cors = CorsLayer::new()
            .allow_origin(allowed)
            .allow_methods([Method::POST])
            .allow_headers(AllowHeaders::mirror_request())
            .expose_headers(EXPOSED)
            .max_age(REMEMBERED);
        Self { cors, origins }
    }

    pub(super) fn kind<B>(&self, request: &Request<B>) -> Kind {
        let content = request.headers().get(header::CONTENT_TYPE).map_or(&[][..], HeaderValue::as_bytes);
        let is_question = request.method() == Method::OPTIONS && request.headers().contains_key(header::ORIGIN);
        let is_call = is_question || content.starts_with(GRPC);
        match content {
            _ if is_call && !self.origins.allow(request) => Kind::Foreign,
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

#[cfg(test)]
mod tests {
    use super::super::origins::Vouched;
    use super::*;

    fn listing(origins: &[&str]) -> Web {
        let origins: Vec<String> = origins.iter().map(ToString::to_string).collect();
        Web::new(Origins::new(&origins, Vouched::default()).unwrap())
    }

    fn kind(web: &Web, headers: &[(&'static str, &'static str)]) -> Kind {
        let request = headers.iter().fold(Request::post("/"), |request, &(name, value)| request.header(name, value));
        web.kind(&request.body(()).unwrap())
    }

    #[test]
    fn origins_on_the_list_and_callers_without_one_may_call() {
        let web = listing(&["https://example.org", "http://localhost:8080"]);
        let content = ("content-type", "application/grpc-web+proto");
        assert_eq!(kind(&web, &[content]), Kind::Web);
        assert_eq!(kind(&web, &[content, ("origin", "https://example.org")]), Kind::Web);
        assert_eq!(kind(&web, &[("content-type", "application/grpc")]), Kind::Grpc);
        assert_eq!(kind(&web, &[]), Kind::Other);
        assert_eq!(kind(&web, &[("origin", "https://foreign.example")]), Kind::Other, "no call");
        for foreign in ["http://example.org", "https://example.org:8443", "https://example.org.evil.example", "null"] {
            assert_eq!(kind(&web, &[content, ("origin", foreign)]), Kind::Foreign, "{foreign}");
            assert_eq!(kind(&web, &[("content-type", "application/grpc"), ("origin", foreign)]), Kind::Foreign);
        }
        assert_eq!(kind(&listing(&["*"]), &[content, ("origin", "null")]), Kind::Web);
    }
}
