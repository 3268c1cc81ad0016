//! Who calls: the other end of a connection, and the name under which its calls are counted.

use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

/// The other end of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Peer {
    pub(super) address: SocketAddr,
    /// Fingerprint of the certificate that the client has shown.
    pub(super) certificate: Option<Arc<str>>,
}

/// Who answers for a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Caller {
    /// The holder of a token, by the name the token has in its file.
    Token(Arc<str>),
    /// The owner of a certificate, by its fingerprint.
    Certificate(Arc<str>),
    /// Whoever is at an address.
    Address(IpAddr),
}

impl Caller {
    /// The caller as far as the connection tells.
    pub(super) fn of(peer: &Peer) -> Self {
        match &peer.certificate {
            Some(fingerprint) => Self::Certificate(Arc::clone(fingerprint)),
            None => Self::Address(network(peer.address.ip())),
        }
    }
}

impl Display for Caller {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(name) => write!(f, "token {name}"),
            Self::Certificate(fingerprint) => write!(f, "certificate {fingerprint}"),
            Self::Address(address) => write!(f, "{address}"),
        }
    }
}

/// An address as one subscriber has it: of IPv6 he has at least the last 64 bits to choose from.
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_network_are_one_caller() {
        let caller = |text: &str| Caller::Address(network(text.parse().unwrap()));
        assert_eq!(caller("2001:db8::1"), caller("2001:db8::2:0:0:1"));
        assert_ne!(caller("2001:db8::1"), caller("2001:db8:0:1::1"));
        assert_eq!(caller("::ffff:192.0.2.1"), caller("192.0.2.1"));
        assert_ne!(caller("192.0.2.1"), caller("192.0.2.2"));
    }
}
