//! The listening server: every service on one port, from the first connection to the last call.

use super::Config;
use std::future::Future;
use tokio::net::TcpListener;

/// Serves on `listener` until `shutdown` is ready and the calls then running have ended or used up the grace period.
///
/// # Errors
/// Of the transport.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), tonic::transport::Error> {
    let _ = (listener, config, shutdown);
    todo!()
}
