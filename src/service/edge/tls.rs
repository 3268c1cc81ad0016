//! TLS: the files of a configuration become an acceptor of connections.

use crate::service::TlsFiles;
use ring::digest::{SHA256, digest};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use std::fmt::{Display, Write as _};
use std::io;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// Bytes of a certificate's fingerprint that are shown.
const FINGERPRINT: usize = 8;

/// Accepts TLS connections.
pub(super) struct Tls {
    files: TlsFiles,
    config: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    /// Reads the files.
    ///
    /// # Errors
    /// If one of them cannot be read or used; the error names it.
    pub(super) fn read(files: &TlsFiles) -> io::Result<Self> {
        Ok(Self { files: files.clone(), config: RwLock::new(config(files)?) })
    }

    /// Reads the files again, for the connections to come. While they are faulty those of before are used.
    ///
    /// # Errors
    /// As of `read`.
    pub(super) fn reload(&self) -> io::Result<()> {
        let config = config(&self.files)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// The files, each of which may change.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let TlsFiles { certificate, key, client_authorities } = &self.files;
        [certificate, key].into_iter().chain(client_authorities).map(std::path::PathBuf::as_path)
    }

    /// Does the handshake; also gives the fingerprint of the client's certificate, if it has shown one.
    ///
    /// # Errors
    /// If the client breaks the protocol, or its certificate is missing or not good.
    pub(super) async fn accept(&self, stream: TcpStream) -> io::Result<(TlsStream<TcpStream>, Option<Arc<str>>)> {
        let config = Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner));
        let stream = TlsAcceptor::from(config).accept(stream).await?;
        let shown = stream.get_ref().1.peer_certificates().and_then(<[_]>::first);
        let fingerprint = shown.map(fingerprint);
        Ok((stream, fingerprint))
    }
}

/// The first bytes of a certificate's SHA-256, in hexadecimal.
fn fingerprint(certificate: &CertificateDer<'_>) -> Arc<str> {
    let digest = digest(&SHA256, certificate);
    let bytes = digest.as_ref().iter().take(FINGERPRINT);
    let text = bytes.fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    text.into()
}

fn config(files: &TlsFiles) -> io::Result<Arc<ServerConfig>> {
    let chain = certificates(&files.certificate)?;
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| fault(&files.key, &error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?;
    let builder = match &files.client_authorities {
        None => builder.with_no_client_auth(),
        Some(path) => {
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(authorities(path)?), provider);
            builder.with_client_cert_verifier(verifier.build().map_err(|error| fault(path, &error))?)
        }
    };
    let mut config = builder.with_single_cert(chain, key).map_err(|error| fault(&files.certificate, &error))?;
    config.alpn_protocols = [&b"h2"[..], b"http/1.1"].map(<[u8]>::to_vec).to_vec();
    Ok(Arc::new(config))
}

fn authorities(path: &Path) -> io::Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    for certificate in certificates(path)? {
        roots.add(certificate).map_err(|error| fault(path, &error))?;
    }
    Ok(roots)
}

fn certificates(path: &Path) -> io::Result<Vec<CertificateDer<'static>>> {
    let read = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match read.map_err(|error| fault(path, &error))? {
        none if none.is_empty() => Err(fault(path, &"there is no certificate in it")),
        certificates => Ok(certificates),
    }
}

fn fault(path: &Path, what: &dyn Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()))
}
