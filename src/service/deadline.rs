//! The deadline of a call, from its `grpc-timeout` header.

use http::HeaderMap;
use std::time::Duration;
use tonic::metadata::MetadataMap;

/// The header with it.
const TIMEOUT: &str = "grpc-timeout";

/// The time the caller gives the whole call; `None` if it does not say, or not in the protocol's form.
pub(super) fn of(metadata: &MetadataMap) -> Option<Duration> {
    parse(metadata.get(TIMEOUT)?.to_str().ok()?)
}

/// The same, before the headers are metadata.
pub(super) fn of_headers(headers: &HeaderMap) -> Option<Duration> {
    parse(headers.get(TIMEOUT)?.to_str().ok()?)
}

/// The time to stop at, so that the answer is on its way before the call is cut off: 10 % earlier, at most 50 ms.
pub(super) fn with_margin(timeout: Duration) -> Duration {
    timeout.saturating_sub((timeout / 10).min(Duration::from_millis(50)))
}

/// `TimeoutValue TimeoutUnit` of the gRPC protocol: one to eight digits and a unit.
fn parse(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if !(1..=8).contains(&digits.len()) || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let value: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(value * 3600)),
        "M" => Some(Duration::from_secs(value * 60)),
        "S" => Some(Duration::from_secs(value)),
        "m" => Some(Duration::from_millis(value)),
        "u" => Some(Duration::from_micros(value)),
        "n" => Some(Duration::from_nanos(value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_read() {
        let cases = [
            ("1H", 3_600_000_000),
            ("2M", 120_000_000),
            ("03S", 3_000_000),
            ("250m", 250_000),
            ("99999999u", 99_999_999),
            ("5000n", 5),
        ];
        for (text, micros) in cases {
            assert_eq!(parse(text), Some(Duration::from_micros(micros)), "{text}");
        }
    }

    #[test]
    fn anything_else_is_no_deadline() {
        for text in ["", "S", "5", "5s", "123456789S", "-1S", "+1S", "1 S", "1.5S", "5秒"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_margin_is_a_tenth_and_at_most_50_ms() {
        assert_eq!(with_margin(Duration::from_millis(100)), Duration::from_millis(90));
        assert_eq!(with_margin(Duration::from_secs(10)), Duration::from_millis(9950));
    }
}
