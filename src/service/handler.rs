//! The RPCs of `tsume.v1.TsumeService`.

use super::asking::Asking;
use super::call::{self, Call};
use super::convert::{self, CheckOrder, ConvertOrder, HintOrder, ReplayOrder, SolveOrder};
use super::desk::{Asked, Desk};
use super::proto::{self, stream_solve_response::Event, tsume_service_server::TsumeService};
use super::status::CallError;
use super::verifying::Verifying;
use super::{Config, certificate, check, deadline};
use crate::scheduler::{Class, Order};
use crate::solver::Claim;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status, Streaming};

/// The first progress message comes after this time, or after the interval if that is shorter.
const FIRST_PROGRESS: Duration = Duration::from_millis(100);

/// Results of a stream that wait for its caller to take them.
const RESULTS: usize = 16;

/// Serves the calls; cheap to clone.
#[derive(Clone)]
pub(super) struct Handler {
    desk: Desk,
    config: Arc<Config>,
}

type Events = mpsc::Sender<Result<proto::StreamSolveResponse, Status>>;

impl Handler {
    pub(super) fn new(desk: Desk, config: Arc<Config>) -> Self {
        Self { desk, config }
    }

    /// Joins the queue.
    fn submit(&self, order: &SolveOrder) -> Result<Asked, CallError> {
        let &SolveOrder { ref problem, aim, certificate, ref budget, .. } = order;
        let (limits, private_table_mib) = (budget.limits, budget.private_table_mib);
        let problem = problem.clone();
        self.desk.submit(Order { problem, limits, aim, certificate, private_table_mib, class: Class::Interactive })
    }

    /// Waits for the search or for the end of the server.
    async fn answer(&self, order: &SolveOrder, ticket: &mut Asked) -> Result<proto::SolveResponse, CallError> {
        let outcome = self.desk.outcome(ticket).await?;
        call::note(outcome.verdict.as_str(), outcome.statistics.nodes);
        let is_certifiable = order.certificate && !Claim::of(&outcome.verdict).is_empty();
        let certificate = if is_certifiable { Some(certificate::of(&order.problem, ticket).await) } else { None };
        Ok(convert::answer(order, &outcome, certificate, ticket.is_settled()))
    }

    async fn solve_one(&self, request: Request<proto::SolveRequest>) -> Result<proto::SolveResponse, CallError> {
        let deadline = deadline::of(request.metadata());
        let order = SolveOrder::new(request.get_ref(), deadline, &self.config)?;
        let mut ticket = self.submit(&order)?;
        self.answer(&order, &mut ticket).await
    }

    async fn check_one(
        &self,
        request: Request<proto::CheckMoveRequest>,
    ) -> Result<proto::CheckMoveResponse, CallError> {
        let deadline = deadline::of(request.metadata());
        let order = CheckOrder::new(request.get_ref(), deadline, &self.config)?;
        let checked = check::checked(&self.desk, &order).await?;
        let response = convert::check_move_response(&order, &checked);
        call::note(response.result().as_str_name(), response.statistics.map_or(0, |statistics| statistics.nodes));
        Ok(response)
    }

    async fn hint_one(&self, request: Request<proto::GetHintRequest>) -> Result<proto::GetHintResponse, CallError> {
        let deadline = deadline::of(request.metadata());
        let order = HintOrder::new(request.get_ref(), deadline, &self.config)?;
        let mut asking = Asking::new(&self.desk, &order.puzzle);
        let outcome = asking.answer(&[]).await?;
        call::note(outcome.verdict.as_str(), outcome.statistics.nodes);
        Ok(convert::get_hint_response(&order, &outcome, asking.is_from_store()))
    }

    /// Tells of a search until it ends or nobody listens. A slow reader misses progress, never the answer.
    async fn stream(&self, search: &mut Running, events: &Events) -> Result<(), CallError> {
        let Running { order, ticket, interval } = search;
        let mut ticks = interval_at(Instant::now() + FIRST_PROGRESS.min(*interval), *interval);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                answer = self.answer(order, ticket) => {
                    let event = Event::Answer(answer?);
                    // An error means that the caller has gone, which ends the stream as well.
                    let _ = events.send(Ok(proto::StreamSolveResponse { event: Some(event) })).await;
                    return Ok(());
                }
                _ = ticks.tick() => {
                    let event = Event::Progress(convert::progress(order, ticket));
                    let _ = events.try_send(Ok(proto::StreamSolveResponse { event: Some(event) }));
                }
            }
        }
    }

    /// Serves a stream from its first message to its last.
    async fn serve_stream(self, mut call: Call, mut search: Running, events: Events) {
        let result = tokio::select! {
            result = call.run(self.stream(&mut search, &events)) => result,
            // Dropping the call notes that the caller has gone, dropping the search lets it stop.
            () = events.closed() => return,
        };
        call.end(result.as_ref().err());
        if let Err(status) = call.told(result) {
            let _ = events.send(Err(status)).await;
        }
    }
}

/// A search that is streamed.
struct Running {
    order: SolveOrder,
    ticket: Asked,
    interval: Duration,
}

#[tonic::async_trait]
impl TsumeService for Handler {
    type StreamSolveStream = ReceiverStream<Result<proto::StreamSolveResponse, Status>>;
    type VerifyProblemsStream = ReceiverStream<Result<proto::VerifyProblemsResponse, Status>>;

    async fn solve(&self, request: Request<proto::SolveRequest>) -> Result<Response<proto::SolveResponse>, Status> {
        Call::begin("Solve", request.metadata()).unary(self.solve_one(request)).await
    }

    async fn stream_solve(
        &self,
        request: Request<proto::StreamSolveRequest>,
    ) -> Result<Response<Self::StreamSolveStream>, Status> {
        let mut call = Call::begin("StreamSolve", request.metadata());
        let admitted = call.run(async {
            let deadline = deadline::of(request.metadata());
            let (order, interval) = SolveOrder::of_stream(request.get_ref(), deadline, &self.config)?;
            let ticket = self.submit(&order)?;
            Ok(Running { order, ticket, interval })
        });
        match admitted.await {
            Ok(search) => {
                let (events, stream) = mpsc::channel(2);
                let response = call.told(Ok(ReceiverStream::new(stream)));
                tokio::spawn(self.clone().serve_stream(call, search, events));
                response
            }
            Err(error) => {
                call.end(Some(&error));
                call.told(Err(error))
            }
        }
    }

    async fn verify_problems(
        &self,
        request: Request<Streaming<proto::VerifyProblemsRequest>>,
    ) -> Result<Response<Self::VerifyProblemsStream>, Status> {
        let call = Call::begin("VerifyProblems", request.metadata());
        let (results, stream) = mpsc::channel(RESULTS);
        let response = call.told(Ok(ReceiverStream::new(stream)));
        let verifying = Verifying::new(self.desk.clone(), Arc::clone(&self.config), results);
        tokio::spawn(verifying.serve(call, request.into_inner()));
        response
    }

    async fn check_move(
        &self,
        request: Request<proto::CheckMoveRequest>,
    ) -> Result<Response<proto::CheckMoveResponse>, Status> {
        Call::begin("CheckMove", request.metadata()).unary(self.check_one(request)).await
    }

    async fn get_hint(
        &self,
        request: Request<proto::GetHintRequest>,
    ) -> Result<Response<proto::GetHintResponse>, Status> {
        Call::begin("GetHint", request.metadata()).unary(self.hint_one(request)).await
    }

    async fn replay_moves(
        &self,
        request: Request<proto::ReplayMovesRequest>,
    ) -> Result<Response<proto::ReplayMovesResponse>, Status> {
        let call = Call::begin("ReplayMoves", request.metadata());
        call.unary(async { Ok(convert::replayed(&ReplayOrder::new(request.get_ref())?)) }).await
    }

    async fn convert_position(
        &self,
        request: Request<proto::ConvertPositionRequest>,
    ) -> Result<Response<proto::ConvertPositionResponse>, Status> {
        let call = Call::begin("ConvertPosition", request.metadata());
        call.unary(async { Ok(convert::converted(&ConvertOrder::new(request.get_ref())?)) }).await
    }

    async fn get_server_info(
        &self,
        request: Request<proto::GetServerInfoRequest>,
    ) -> Result<Response<proto::GetServerInfoResponse>, Status> {
        let call = Call::begin("GetServerInfo", request.metadata());
        call.unary(async { Ok(convert::server_info(&self.config, self.desk.scheduler())) }).await
    }
}
