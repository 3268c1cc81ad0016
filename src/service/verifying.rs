//! The problems of a stream: answered side by side, as many at once as keep the workers busy.

use super::Config;
use super::call::{Call, contained};
use super::convert::{self, Standing, VerifyOrder};
use super::desk::Desk;
use super::drain::Phase;
use super::proto::{self, verify_problems_response::Result as Told};
use super::status::CallError;
use crate::scheduler::{Class, Failure, Order, Refusal};
use crate::solver::{Cause, Outcome};
use crate::verify::certificate::{self, Judged, Made};
use crate::verify::{Effort, Examined};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tonic::{Status, Streaming};

/// Problems of one stream that are answered at once, for each worker, so that none has to wait for the wire.
const AT_ONCE: usize = 8;

/// When to ask for room again after a refusal.
const AGAIN: Duration = Duration::from_millis(20);

/// Where the results go.
pub(super) type Results = mpsc::Sender<Result<proto::VerifyProblemsResponse, Status>>;

/// One stream of problems.
pub(super) struct Verifying {
    desk: Desk,
    config: Arc<Config>,
    results: Results,
    standing: Standing,
    running: JoinSet<Option<proto::VerifyProblemsResponse>>,
}

impl Verifying {
    pub(super) fn new(desk: Desk, config: Arc<Config>, results: Results) -> Self {
        Self { desk, config, results, standing: Standing::default(), running: JoinSet::new() }
    }

    /// Serves the stream to its end. Leaving it stops what runs for it.
    pub(super) async fn serve(mut self, mut call: Call, problems: Streaming<proto::VerifyProblemsRequest>) {
        let results = self.results.clone();
        let served = tokio::select! {
            served = call.run(self.answer_all(problems)) => served,
            // Dropping the call notes that the caller has gone.
            () = results.closed() => return,
        };
        call.end(served.as_ref().err());
        if let Err(status) = call.told(served) {
            let _ = results.send(Err(status)).await;
        }
    }

    /// Takes problems while there is room for them, and gives results as they come: while the caller takes none, no more problems are
    /// taken.
    async fn answer_all(&mut self, mut problems: Streaming<proto::VerifyProblemsRequest>) -> Result<(), CallError> {
        let drain = self.desk.drain().clone();
        let (most, mut more) = (AT_ONCE * self.config.workers.max(1), true);
        while more || !self.running.is_empty() {
            let stall = if self.running.is_empty() { self.config.connections.stall } else { Duration::MAX };
            tokio::select! {
                problem = timeout(stall, problems.message()), if more && self.running.len() < most => match problem {
                    Ok(Ok(Some(problem))) => self.begin(problem),
                    Ok(Ok(None)) => more = false,
                    // The caller has gone, or what it sends is no message of this call.
                    Ok(Err(status)) => return Err(CallError::Broken(status.code())),
                    Err(_) => return Err(CallError::TooLate),
                },
                Some(result) = self.running.join_next() => {
                    let result = result.ok().flatten().ok_or(CallError::Draining)?;
                    // An error means that the caller has gone, which ends the stream as well.
                    let _ = self.results.send(Ok(result)).await;
                }
                () = drain.reached(Phase::Draining), if more => more = false,
            }
        }
        if drain.is_serving() { Ok(()) } else { Err(CallError::Draining) }
    }

    /// Begins with a problem, or tells what is wrong with it.
    fn begin(&mut self, request: proto::VerifyProblemsRequest) {
        let order = VerifyOrder::new(&request, &mut self.standing, &self.config);
        let (desk, id) = (self.desk.clone(), request.id);
        self.running.spawn(async move {
            let answered = match order {
                Ok(order) => contained(answered(&desk, &order)).await.unwrap_or(Err(CallError::Panicked)),
                Err(error) => Err(error),
            };
            let result = match answered {
                Ok(verified) => Told::Verified(verified),
                // The problem is not at fault: the caller asks again elsewhere.
                Err(CallError::Draining) => return None,
                Err(error) => Told::Error(convert::item_error(&error)),
            };
            Some(proto::VerifyProblemsResponse { id, result: Some(result) })
        });
    }
}

/// The answer to a problem: the same as a run of [`crate::verify::Local`] gives.
async fn answered(desk: &Desk, order: &VerifyOrder) -> Result<proto::VerifiedProblem, CallError> {
    let mut nodes = 0;
    let mut efforts = order.check.efforts().peekable();
    while let Some(effort) = efforts.next() {
        let (outcome, certificate) = tried(desk, order, &effort).await?;
        nodes += outcome.statistics.nodes;
        if efforts.peek().is_none() || !Effort::is_spent_by(&outcome.verdict) {
            let mut examined = examined(order, outcome).await?;
            (examined.certificate, examined.nodes) = (certificate, nodes);
            return Ok(convert::verified(order, &examined));
        }
    }
    Err(CallError::Failed(Failure::Closed))
}

/// The outcome held against what is claimed. A claimed line that ends with drops is searched for a moment, which keeps nobody else.
async fn examined(order: &VerifyOrder, outcome: Outcome) -> Result<Examined, CallError> {
    if order.stated.claim.line.is_empty() {
        return Ok(Examined::new(&order.stated, &order.check, &outcome));
    }
    let (stated, check) = (order.stated.clone(), order.check);
    let examining = tokio::task::spawn_blocking(move || Examined::new(&stated, &check, &outcome));
    examining.await.map_err(|_| CallError::Panicked)
}

/// One try at it, when there is room.
async fn tried(desk: &Desk, order: &VerifyOrder, effort: &Effort) -> Result<(Outcome, Option<Judged>), CallError> {
    let search = Order {
        problem: order.stated.problem.clone(),
        limits: effort.limits,
        aim: order.check.aim(&order.stated.claim),
        certificate: order.check.certify,
        private_table_mib: effort.table_mib,
        class: Class::Bulk,
    };
    let mut asked = loop {
        match desk.submit(search.clone()) {
            Err(CallError::Refused(Refusal::TooManySearches | Refusal::NoTableSpace)) => sleep(AGAIN).await,
            asked => break asked?,
        }
    };
    let outcome = desk.outcome(&mut asked).await?;
    if outcome.verdict.cut_off() == Some(Cause::Cancelled) {
        return Err(CallError::Draining);
    }
    let Some(made) = asked.certified() else { return Ok((outcome, None)) };
    let problem = order.stated.problem.clone();
    let judged = tokio::task::spawn_blocking(move || {
        certificate::judge(&problem, &made.map(|certificate| Made::of(&certificate, &problem)))
    });
    Ok((outcome, Some(judged.await.map_err(|_| CallError::Panicked)?)))
}
