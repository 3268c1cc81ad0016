//! TLS and mutual TLS, with certificates made on the spot.

use crate::authority::{Authority, Pair};
use crate::files::Folder;
use crate::support::{BOUND, ONE_PLY, Server, config, solve, soon};
use rcgen::{CertificateParams, ExtendedKeyUsagePurpose, date_time_ymd};
use std::time::{Duration, Instant};
use tonic::body::Body;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Identity};
use tower::{Service as _, ServiceExt as _};
use tsumi::service::proto::Outcome;
use tsumi::service::proto::tsume_service_client::TsumeServiceClient;
use tsumi::service::{Config, TlsFiles};

fn expired(params: &mut CertificateParams) {
    params.not_before = date_time_ymd(2019, 1, 1);
    params.not_after = date_time_ymd(2020, 1, 1);
}

/// Writes the server's files.
fn files(folder: &Folder, server: &Pair, clients: Option<&Authority>) -> TlsFiles {
    TlsFiles {
        certificate: folder.write("server.pem", &server.certificate),
        key: folder.write("server.key", &server.key),
        client_authorities: clients.map(|authority| folder.write("clients.pem", &authority.pem())),
    }
}

/// What a client has to do with TLS.
struct Client<'a> {
    trusts: &'a Authority,
    shows: Option<Pair>,
}

impl Client<'_> {
    async fn channel(&self, server: &Server) -> Result<Channel, String> {
        let mut tls =
            ClientTlsConfig::new().domain_name("localhost").ca_certificate(Certificate::from_pem(self.trusts.pem()));
        if let Some(Pair { certificate, key }) = &self.shows {
            tls = tls.identity(Identity::from_pem(certificate, key));
        }
        let endpoint = Channel::from_shared(format!("https://{}", server.address)).unwrap().tls_config(tls).unwrap();
        // A refusal of the client's certificate may come after the handshake, with the first call.
        soon(endpoint.connect()).await.map_err(|error| format!("{error:?}"))
    }

    async fn solve(&self, server: &Server) -> Result<Outcome, String> {
        let channel = self.channel(server).await?;
        let answer = soon(TsumeServiceClient::new(channel).solve(solve(ONE_PLY))).await;
        answer.map(|answer| answer.into_inner().outcome()).map_err(|status| format!("{status:?}"))
    }
}

async fn start(tls: TlsFiles) -> Server {
    Server::start(Config { tls: Some(tls), ..config() }).await
}

#[tokio::test]
async fn a_client_that_trusts_the_authority_is_served_and_no_other() {
    let (folder, authority) = (Folder::new(), Authority::new("good"));
    let server = start(files(&folder, &authority.sign(|_| {}), None)).await;
    assert_eq!(Client { trusts: &authority, shows: None }.solve(&server).await, Ok(Outcome::Mate));
    let other = Authority::new("other");
    assert!(Client { trusts: &other, shows: None }.solve(&server).await.is_err());
    assert!(
        soon(server.endpoint.connect()).await.is_err() || {
            let mut plain = server.client().await;
            soon(plain.solve(solve(ONE_PLY))).await.is_err()
        }
    );
}

#[tokio::test]
async fn calls_of_the_page_come_by_https_only() {
    let (folder, authority) = (Folder::new(), Authority::new("good"));
    let server = start(files(&folder, &authority.sign(|_| {}), None)).await;
    let mut channel = Client { trusts: &authority, shows: None }.channel(&server).await.unwrap();
    for (scheme, status) in [("https", 200), ("http", 403)] {
        let request = http::Request::options("/").header("origin", format!("{scheme}://{}", server.address));
        let request = request.body(Body::empty()).unwrap();
        let answer = soon(channel.ready().await.unwrap().call(request)).await.unwrap();
        assert_eq!(answer.status(), status, "{scheme}");
    }
}

#[tokio::test]
async fn an_expired_server_is_not_trusted() {
    let (folder, authority) = (Folder::new(), Authority::new("good"));
    let server = start(files(&folder, &authority.sign(expired), None)).await;
    let refusal = Client { trusts: &authority, shows: None }.solve(&server).await.unwrap_err();
    assert!(refusal.contains("xpired"), "{refusal}");
}

#[tokio::test]
async fn a_client_has_to_show_a_good_certificate_of_the_right_authority() {
    let (folder, ours, clients) = (Folder::new(), Authority::new("ours"), Authority::new("clients"));
    let server = start(files(&folder, &ours.sign(|_| {}), Some(&clients))).await;
    let with = |shows| Client { trusts: &ours, shows };
    assert_eq!(with(Some(clients.sign(|_| {}))).solve(&server).await, Ok(Outcome::Mate));
    let foreign = Authority::new("clients");
    let not_yet = |params: &mut CertificateParams| {
        params.not_before = date_time_ymd(2999, 1, 1);
        params.not_after = date_time_ymd(3000, 1, 1);
    };
    let servers_only =
        |params: &mut CertificateParams| params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    for (what, shows) in [
        ("none", None),
        ("expired", Some(clients.sign(expired))),
        ("not yet good", Some(clients.sign(not_yet))),
        ("of a server", Some(clients.sign(servers_only))),
        ("of another authority", Some(foreign.sign(|_| {}))),
        ("of the server's authority", Some(ours.sign(|_| {}))),
    ] {
        assert!(with(shows).solve(&server).await.is_err(), "a certificate that is {what}");
    }
    assert_eq!(with(Some(clients.sign(|_| {}))).solve(&server).await, Ok(Outcome::Mate));
}

#[tokio::test]
async fn certificates_are_read_again() {
    let (folder, first, second) = (Folder::new(), Authority::new("first"), Authority::new("second"));
    let server = start(files(&folder, &first.sign(|_| {}), None)).await;
    let client = |trusts| Client { trusts, shows: None };
    assert_eq!(client(&first).solve(&server).await, Ok(Outcome::Mate));
    files(&folder, &second.sign(|_| {}), None);
    server.reload.notify_one();
    let start = Instant::now();
    while client(&second).solve(&server).await.is_err() {
        assert!(start.elapsed() < BOUND);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(client(&first).solve(&server).await.is_err());
    // A key that is not the certificate's: everything stays as it is.
    folder.write("server.key", &first.sign(|_| {}).key);
    server.reload.notify_one();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(client(&second).solve(&server).await, Ok(Outcome::Mate));
}

#[tokio::test]
async fn a_server_with_bad_files_does_not_start_and_names_the_file() {
    let (folder, authority) = (Folder::new(), Authority::new("good"));
    let pair = authority.sign(|_| {});
    let good = files(&folder, &pair, Some(&authority));
    let missing = folder.path().join("missing");
    let empty = folder.write("empty", "");
    for (tls, name) in [
        (TlsFiles { certificate: missing.clone(), ..good.clone() }, "missing"),
        (TlsFiles { key: missing, ..good.clone() }, "missing"),
        (TlsFiles { certificate: empty.clone(), ..good.clone() }, "empty"),
        (TlsFiles { client_authorities: Some(empty), ..good.clone() }, "empty"),
        (TlsFiles { key: folder.write("other.key", &authority.sign(|_| {}).key), ..good }, "server.pem"),
    ] {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let config = Config { tls: Some(tls), ..config() };
        let error = soon(tsumi::service::serve(listener, config, std::future::pending())).await.unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
}
