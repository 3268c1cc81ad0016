//! An operator of NATS with an account and a user of it, as `nsc` makes them: signed JSON Web Tokens and the seed of a key.

use data_encoding::BASE64URL_NOPAD;
use nkeys::KeyPair;
use serde_json::{Value, json};

/// What a server is told, and what a user has.
pub(crate) struct Credentials {
    /// Lines of a server's configuration.
    pub(crate) configuration: String,
    /// The user's file.
    pub(crate) file: String,
}

impl Credentials {
    pub(crate) fn new() -> Self {
        let (operator, user) = (KeyPair::new_operator(), KeyPair::new_user());
        // The server's own work needs an account too.
        let (account, of_server) = (KeyPair::new_account(), KeyPair::new_account());
        let unbounded = ["subs", "data", "payload", "imports", "exports", "conn", "leaf"];
        let stored = ["mem_storage", "disk_storage", "streams", "consumer"];
        let limits = |names: &[&str]| -> Value {
            let mut limits: Value = names.iter().map(|name| ((*name).to_owned(), json!(-1))).collect();
            limits["wildcards"] = true.into();
            json!({"limits": limits, "type": "account", "version": 2})
        };
        let of_operator = token(&operator, &operator, &json!({"type": "operator", "version": 2}));
        let accounts = [
            (&account, token(&operator, &account, &limits(&[&unbounded[..], &stored].concat()))),
            (&of_server, token(&operator, &of_server, &limits(&unbounded))),
        ]
        .map(|(account, token)| format!("{}: {token}", account.public_key()))
        .join(", ");
        let of_user = json!({"subs": -1, "data": -1, "payload": -1, "type": "user", "version": 2});
        let of_user = token(&account, &user, &of_user);
        let configuration = format!(
            "operator: {of_operator}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{ {accounts} }}\n",
            of_server.public_key()
        );
        let file = [("NATS USER JWT", of_user), ("USER NKEY SEED", user.seed().unwrap())]
            .map(|(title, text)| format!("-----BEGIN {title}-----\n{text}\n------END {title}------\n"))
            .concat();
        Self { configuration, file }
    }
}

/// What `issuer` says of `subject`.
fn token(issuer: &KeyPair, subject: &KeyPair, claims: &Value) -> String {
    let encode = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let head = json!({"typ": "JWT", "alg": "ed25519-nkey"});
    let body = json!({"iat": 1_700_000_000, "iss": issuer.public_key(), "sub": subject.public_key(), "nats": claims});
    let signed = format!("{}.{}", encode(&head), encode(&body));
    let signature = issuer.sign(signed.as_bytes()).unwrap();
    format!("{signed}.{}", BASE64URL_NOPAD.encode(&signature))
}
