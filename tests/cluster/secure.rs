//! Getting in: TLS, passwords and credentials, as README.md and `deploy/nats-server.conf` tell.

use crate::authority::Authority;
use crate::credentials::Credentials;
use crate::nats::Server;
use crate::processes::{folder, run, text, worker};
use std::path::{Path, PathBuf};

/// A mate in one.
const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/// A server in a folder of its own that takes TLS only, and the file of the authority that vouches for it.
fn server(name: &str, authority: &Authority, more: &str) -> (Server, PathBuf) {
    let folder = folder(name);
    let write = |name: &str, contents: &str| {
        let path = folder.join(name);
        std::fs::write(&path, contents).unwrap();
        path
    };
    let pair = authority.sign(|_| {});
    let (certificate, key) = (write("server.pem", &pair.certificate), write("server.key", &pair.key));
    let trusted = write("authorities.pem", &authority.pem());
    let tls = format!("tls {{ cert_file: \"{}\", key_file: \"{}\" }}\n", text(&certificate), text(&key));
    (Server::with(folder.clone(), &format!("{tls}{more}")), trusted)
}

/// A worker and a caller get in with these options, and others are told that they do not.
fn gets_in(url: &str, options: &[&str]) {
    let _worker = worker(url, options);
    let output = run(&[&["verify", MATE, "--check", "mate", "--nats", url], options].concat());
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && report.contains("\"outcome\":\"mate\""), "{report}");
}

fn stays_out(url: &str, options: &[&str]) {
    for command in ["worker", "verify"] {
        let output = run(&[&[command, "--nats", url], options].concat());
        let talk = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && talk.contains("NATS cannot be used"), "{command}: {talk}");
        assert!(!talk.contains("cret"), "{talk}");
    }
}

pub(crate) fn passwords_and_credentials_get_in_over_tls() {
    let authority = Authority::new("of the cluster");
    let allowed = ["tsumi.>", "$JS.API.>", "$JS.ACK.>", "_INBOX.>"].map(|subject| format!("{subject:?}")).join(", ");
    let user = format!(
        "{{ user: tsumi, password: \"se/cret\", permissions: {{ publish: [{allowed}], subscribe: [{allowed}] }} }}"
    );
    let (named, trusted) = server("passwords", &authority, &format!("authorization {{ users: [ {user} ] }}\n"));
    let trusting = ["--nats-ca", text(&trusted)];
    gets_in(&named.tls_url("tsumi:se%2Fcret@"), &trusting);
    stays_out(&named.tls_url("tsumi:se%2Fcrets@"), &trusting);
    stays_out(&named.tls_url(""), &trusting);
    stays_out(&named.tls_url("tsumi:se%2Fcret@"), &[]);

    let (by_token, trusted) = server("token", &authority, "authorization { token: se+cret }\n");
    gets_in(&by_token.tls_url("se+cret@"), &["--nats-ca", text(&trusted)]);
    stays_out(&by_token.tls_url("other@"), &["--nats-ca", text(&trusted)]);

    let credentials = Credentials::new();
    let (signed, trusted) = server("credentials", &authority, &credentials.configuration);
    let file = |name: &str, credentials: &Credentials| {
        let path = Path::new(&trusted).with_file_name(name);
        std::fs::write(&path, &credentials.file).unwrap();
        path
    };
    let (own, foreign) = (file("user.creds", &credentials), file("foreign.creds", &Credentials::new()));
    gets_in(&signed.tls_url(""), &["--nats-ca", text(&trusted), "--nats-creds", text(&own)]);
    stays_out(&signed.tls_url(""), &["--nats-ca", text(&trusted), "--nats-creds", text(&foreign)]);
    stays_out(&signed.tls_url(""), &["--nats-ca", text(&trusted)]);
}
