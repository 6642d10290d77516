//! Request bodies: JSON, or multipart with `payload_json` and `files[n]`.

use axum::body::{Body as HttpBody, Bytes, to_bytes};
use axum::extract::{FromRequest, Multipart};
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use serde_json::Value;

use crate::refusal::{self, Refusal};

/// The most that Discord reads of one request.
const LARGEST: usize = 100 << 20;

/// A request body, read.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The JSON; null if there was none.
    pub json: Value,
    /// Uploaded files in the order they came.
    pub files: Vec<Upload>,
}

/// An uploaded file.
#[derive(Clone, Debug)]
pub struct Upload {
    /// The `n` of `files[n]`.
    pub index: u64,
    /// Its name.
    pub filename: String,
    /// Its MIME type.
    pub content_type: String,
    /// What it holds.
    pub bytes: Bytes,
}

impl Body {
    /// Reads the body of a request.
    pub async fn read(request: Request<HttpBody>) -> Result<Self, Refusal> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
        if kind.starts_with("multipart/form-data") {
            return multipart(request).await;
        }
        let bytes = to_bytes(request.into_body(), LARGEST).await.map_err(|_| refusal::TOO_LARGE)?;
        if bytes.is_empty() {
            return Ok(Self::default());
        }
        let json = serde_json::from_slice(&bytes).map_err(|_| refusal::INVALID_JSON)?;
        Ok(Self { json, files: Vec::new() })
    }
}

async fn multipart(mut request: Request<HttpBody>) -> Result<Body, Refusal> {
    axum::extract::DefaultBodyLimit::max(LARGEST).apply(&mut request);
    let broken = || refusal::INVALID_JSON.saying("The multipart body cannot be read.");
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| broken())?;
    let mut body = Body::default();
    while let Some(field) = form.next_field().await.map_err(|_| broken())? {
        let name = field.name().unwrap_or_default().to_owned();
        let content_type = field.content_type().map(str::to_owned);
        let filename = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|_| broken())?;
        if name == "payload_json" {
            body.json = serde_json::from_slice(&bytes).map_err(|_| refusal::INVALID_JSON)?;
        } else if let Some(filename) = filename {
            let index = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
            let index = index.and_then(|index| index.parse().ok()).unwrap_or(body.files.len() as u64);
            let content_type = content_type.unwrap_or_else(|| guess(&filename).to_owned());
            body.files.push(Upload { index, filename, content_type, bytes });
        }
    }
    Ok(body)
}

fn guess(filename: &str) -> &'static str {
    match filename.rsplit_once('.').map(|(_, end)| end) {
        Some("png") => "image/png",
        Some("gif") => "image/gif",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("txt") => "text/plain; charset=utf-8",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
