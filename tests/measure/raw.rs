//! Bytes of HTTP/2 by hand, for clients that stop in the middle or break the rules, and messages that are no messages.

use prost::bytes::{Buf as _, BufMut as _};
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};

/// What a client says first, and settings that change nothing.
pub(crate) fn opening() -> Vec<u8> {
    [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice(), &frame(4, 0, 0, &[])].concat()
}

/// A frame of HTTP/2 (RFC 9113, section 4.1).
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let head = [&length[1..], &[kind, flags], &stream.to_be_bytes()].concat();
    [&head, payload].concat()
}

/// The headers of a gRPC call, uncompressed (RFC 7541, section 6.2.2).
pub(crate) fn headers(method: &str) -> Vec<u8> {
    let path = format!("/tsume.v1.TsumeService/{method}");
    let fields = [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", &*path),
        (":authority", "localhost"),
        ("content-type", "application/grpc"),
        ("te", "trailers"),
    ];
    let text = |text: &str| [&[u8::try_from(text.len()).unwrap()], text.as_bytes()].concat();
    let field = |(name, value)| [vec![0], text(name), text(value)].concat();
    let block: Vec<u8> = fields.into_iter().flat_map(field).collect();
    frame(1, 4, 1, &block)
}

/// A gRPC message as the whole body of a call.
pub(crate) fn body(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    frame(0, 1, 1, &[&[0], length.as_slice(), message].concat())
}

/// A codec of messages that are any bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct AnyBytes;

impl Codec for AnyBytes {
    type Encode = Vec<u8>;
    type Decode = Vec<u8>;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for AnyBytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, item: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put_slice(&item);
        Ok(())
    }
}

impl Decoder for AnyBytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Vec<u8>>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining()).to_vec()))
    }
}
