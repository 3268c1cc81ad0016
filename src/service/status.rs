//! The one table from what can go wrong to the status, the details and the log level.

use super::convert;
use super::fault::InputFault;
use crate::scheduler::{Failure, Refusal};
use prost::Message as _;
use std::time::Duration;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _, pb};
use tracing::Level;

/// Why a call has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CallError {
    /// The request is wrong; all faults found.
    Input(Vec<InputFault>),
    /// There is no room.
    Refused(Refusal),
    /// The search failed.
    Failed(Failure),
    /// The handler panicked.
    Panicked,
    /// The server is shutting down.
    Draining,
    /// The caller shows no token, or none that is good.
    Unauthenticated,
    /// The caller has as many calls as one may.
    TooManyCalls,
    /// So many requests have come in part that no more of them can be held.
    TooMuchUnread,
    /// The caller calls more often than one may, and has to wait this long.
    TooFast(Duration),
    /// The call's deadline has passed, or a stream has been idle for too long.
    TooLate,
    /// What the caller sends broke off, or is not what the call takes.
    Broken(Code),
}

/// When to try again after a refusal for want of room, and after a shutdown.
const RETRY_BUSY: Duration = Duration::from_secs(1);
const RETRY_ELSEWHERE: Duration = Duration::from_secs(5);

/// Faults told of one request, at most: details travel in a header, whose size clients bound.
const FAULTS_TOLD: usize = 12;
/// Bytes of a message told, at most.
const MESSAGE_BYTES: usize = 160;

impl CallError {
    /// Code and log level.
    pub(super) fn row(&self) -> (Code, Level) {
        match self {
            Self::Input(_) => (Code::InvalidArgument, Level::INFO),
            Self::Refused(Refusal::TooManySearches | Refusal::NoTableSpace) | Self::TooMuchUnread => {
                (Code::ResourceExhausted, Level::WARN)
            }
            Self::Refused(Refusal::Closed) | Self::Failed(Failure::Closed) | Self::Draining => {
                (Code::Unavailable, Level::INFO)
            }
            Self::Failed(Failure::Panicked) | Self::Panicked => (Code::Internal, Level::ERROR),
            Self::Unauthenticated => (Code::Unauthenticated, Level::WARN),
            Self::TooManyCalls | Self::TooFast(_) => (Code::ResourceExhausted, Level::INFO),
            Self::TooLate => (Code::DeadlineExceeded, Level::INFO),
            Self::Broken(code) => (*code, Level::INFO),
        }
    }

    /// A sentence for a person.
    pub(super) fn message(&self) -> String {
        match self {
            Self::Input(faults) => summary(faults),
            Self::Refused(refusal) => refusal.to_string(),
            Self::Failed(failure) => failure.to_string(),
            Self::Panicked => "the request failed: a fault of the program".to_owned(),
            Self::Draining => Failure::Closed.to_string(),
            Self::Unauthenticated => "this server needs a token that it knows: `authorization: Bearer …`".to_owned(),
            Self::TooManyCalls => "this caller has as many calls as it may have at once".to_owned(),
            Self::TooMuchUnread => "the server holds as much as it may of requests that have not come whole".to_owned(),
            Self::TooFast(_) => "this caller calls more often than it may".to_owned(),
            Self::TooLate => "the deadline has passed".to_owned(),
            Self::Broken(_) => "what the caller sends broke off, or cannot be read".to_owned(),
        }
    }

    /// What the caller gets.
    pub(super) fn status(&self) -> Status {
        let (code, _) = self.row();
        let message = self.message();
        match (self, code) {
            (Self::Input(faults), _) => invalid(&message, faults),
            (&Self::TooFast(wait), _) => with_retry(code, message, wait),
            (_, Code::ResourceExhausted) => with_retry(code, message, RETRY_BUSY),
            (_, Code::Unavailable) => with_retry(code, message, RETRY_ELSEWHERE),
            _ => Status::new(code, message),
        }
    }
}

impl From<Vec<InputFault>> for CallError {
    fn from(faults: Vec<InputFault>) -> Self {
        Self::Input(faults)
    }
}

impl From<Refusal> for CallError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Failure> for CallError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

fn with_retry(code: Code, message: String, delay: Duration) -> Status {
    Status::with_error_details(code, message, ErrorDetails::with_retry_info(Some(delay)))
}

/// The first fault, and how many more there are.
fn summary(faults: &[InputFault]) -> String {
    let Some(first) = faults.first() else { return "the request is wrong".to_owned() };
    let head = format!("{}: {}: {}", first.field, first.reason, cut(&first.message));
    match faults.len() - 1 {
        0 => head,
        more => format!("{head} (and {more} more)"),
    }
}

/// `google.rpc.BadRequest` for every client, and our own detail with places. tonic-types builds statuses of standard
/// details only, so this one is put together by hand.
fn invalid(message: &str, faults: &[InputFault]) -> Status {
    let told: Vec<InputFault> = faults.iter().take(FAULTS_TOLD).map(shortened).collect();
    let field_violations = told.iter().map(violation).collect();
    let mut status =
        pb::Status { code: Code::InvalidArgument as i32, message: message.to_owned(), ..pb::Status::default() };
    status.details.push(prost_types::Any {
        type_url: "type.googleapis.com/google.rpc.BadRequest".to_owned(),
        value: pb::BadRequest { field_violations }.encode_to_vec(),
    });
    status.details.push(prost_types::Any {
        type_url: "type.googleapis.com/tsume.v1.InputFaults".to_owned(),
        value: convert::input_faults(&told).encode_to_vec(),
    });
    Status::with_details(Code::InvalidArgument, message, status.encode_to_vec().into())
}

fn violation(fault: &InputFault) -> pb::bad_request::FieldViolation {
    let InputFault { field, reason, place, message } = fault;
    pb::bad_request::FieldViolation {
        field: field.clone(),
        description: format!("{message}{}", place.in_brackets()),
        reason: (*reason).to_owned(),
        ..pb::bad_request::FieldViolation::default()
    }
}

fn shortened(fault: &InputFault) -> InputFault {
    InputFault { message: cut(&fault.message), ..fault.clone() }
}

fn cut(message: &str) -> String {
    match message.char_indices().map(|(index, _)| index).find(|&index| index > MESSAGE_BYTES) {
        Some(index) => format!("{}…", &message[..index]),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::proto;

    fn fault(message: &str) -> InputFault {
        InputFault::new("sfen", "MALFORMED_TEXT", message)
    }

    #[test]
    fn every_fault_is_told_twice_in_the_same_order() {
        let status = CallError::Input(vec![fault("one"), fault("two")]).status();
        assert_eq!(status.code(), Code::InvalidArgument);
        let told = status.get_details_bad_request().unwrap().field_violations;
        assert_eq!(told.iter().map(|told| &told.reason).collect::<Vec<_>>(), ["MALFORMED_TEXT"; 2]);
        assert!(told[0].description.starts_with("one") && told[1].description.starts_with("two"));
        let details = pb::Status::decode(status.details()).unwrap().details;
        let ours = proto::InputFaults::decode(details[1].value.as_slice()).unwrap();
        assert_eq!(ours.faults.iter().map(|fault| &fault.message).collect::<Vec<_>>(), ["one", "two"]);
    }

    #[test]
    fn no_input_makes_a_status_larger_than_clients_take() {
        let faults = vec![fault(&"歩".repeat(100_000)); 1000];
        let status = CallError::Input(faults).status();
        assert!(status.message().len() < 400);
        // Base64 adds a third; the least bound among common clients is 8 KiB for all headers together.
        assert!(status.details().len() * 4 / 3 < 7_500, "{}", status.details().len());
    }

    #[test]
    fn a_full_server_says_when_to_come_back() {
        let status = CallError::Refused(Refusal::TooManySearches).status();
        assert_eq!(status.code(), Code::ResourceExhausted);
        assert_eq!(status.get_details_retry_info().unwrap().retry_delay, Some(RETRY_BUSY));
    }
}
