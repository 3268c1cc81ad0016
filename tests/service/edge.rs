//! What stands beside the service: reflection, health, shutdown.

use crate::support::{BOUND, ENDLESS, Server, config, endless, solve, soon, stream};
use tokio_stream::StreamExt as _;
use tonic::{Code, Request};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};
use tonic_reflection::pb::{v1, v1alpha};
use tonic_types::StatusExt as _;

#[tokio::test]
async fn reflection_lists_the_services_in_both_versions() {
    let server = Server::start(config()).await;
    let request = v1::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(v1::server_reflection_request::MessageRequest::ListServices(String::new())),
    };
    let mut client = v1::server_reflection_client::ServerReflectionClient::new(server.channel().await);
    let mut answers = client.server_reflection_info(tokio_stream::once(request)).await.unwrap().into_inner();
    let answer = soon(answers.next()).await.unwrap().unwrap().message_response;
    let Some(v1::server_reflection_response::MessageResponse::ListServicesResponse(list)) = answer else {
        panic!("{answer:?}")
    };
    assert!(list.service.iter().any(|service| service.name == "tsume.v1.TsumeService"));

    let request = v1alpha::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(v1alpha::server_reflection_request::MessageRequest::FileContainingSymbol(
            "google.rpc.BadRequest".to_owned(),
        )),
    };
    let mut client = v1alpha::server_reflection_client::ServerReflectionClient::new(server.channel().await);
    let list = v1alpha::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(v1alpha::server_reflection_request::MessageRequest::ListServices(String::new())),
    };
    let mut answers = client.server_reflection_info(tokio_stream::iter([list, request])).await.unwrap().into_inner();
    let answer = soon(answers.next()).await.unwrap().unwrap().message_response;
    let Some(v1alpha::server_reflection_response::MessageResponse::ListServicesResponse(list)) = answer else {
        panic!("{answer:?}")
    };
    assert!(list.service.iter().any(|service| service.name == "tsume.v1.TsumeService"));
    let answer = soon(answers.next()).await.unwrap().unwrap().message_response;
    assert!(
        matches!(answer, Some(v1alpha::server_reflection_response::MessageResponse::FileDescriptorResponse(_))),
        "clients can print error details: {answer:?}"
    );
}

#[tokio::test]
async fn a_shutdown_tells_health_and_running_calls_and_ends() {
    let mut server = Server::start(config()).await;
    let mut client = server.client().await;
    let mut health = HealthClient::new(server.channel().await);
    let mut watch = health.watch(HealthCheckRequest::default()).await.unwrap().into_inner();
    let status = soon(watch.next()).await.unwrap().unwrap().status();
    assert_eq!(status, tonic_health::pb::health_check_response::ServingStatus::Serving);
    let mut streamed = client.stream_solve(stream(ENDLESS)).await.unwrap().into_inner();
    let mut other = client.clone();
    let running = tokio::spawn(async move { other.solve(endless(1)).await });
    server.until_live(2).await;

    server.stop();
    let status = soon(watch.next()).await.unwrap().unwrap().status();
    assert_eq!(status, tonic_health::pb::health_check_response::ServingStatus::NotServing);
    let late = soon(client.solve(solve(ENDLESS))).await.expect_err("a refusal");
    assert_eq!(late.code(), Code::Unavailable, "{late}");
    let status = soon(running).await.unwrap().expect_err("told to go elsewhere");
    assert_eq!(status.code(), Code::Unavailable);
    assert!(status.get_details_retry_info().is_some());
    let last = loop {
        if let Err(status) = soon(streamed.next()).await.expect("an end that is told") {
            break status;
        }
    };
    assert_eq!(last.code(), Code::Unavailable);
    tokio::time::timeout(BOUND * 2, server.running).await.expect("the server ends").unwrap();
}

#[tokio::test]
async fn a_request_keeps_its_id() {
    let server = Server::start(config()).await;
    let mut request = Request::new(solve("nonsense"));
    request.metadata_mut().insert("x-request-id", "the-callers-own".parse().unwrap());
    let status = server.client().await.solve(request).await.expect_err("a refusal");
    assert_eq!(status.metadata().get("x-request-id").unwrap(), "the-callers-own");
}
