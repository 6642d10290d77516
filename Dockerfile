# syntax=docker/dockerfile:1

# Builds the bot with all its assets and migrations inside the binary.
FROM rust:1.95-slim-trixie AS build
WORKDIR /build
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/build/target \
    cargo build --release --locked --bin ximabot \
    && install -D --strip target/release/ximabot /out/ximabot

# Runs it as a user who may do nothing else. PostgreSQL is another container: DATABASE_URL says where.
FROM debian:trixie-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ximabot
COPY --from=build /out/ximabot /usr/local/bin/ximabot
USER ximabot
# The bot stops gracefully on SIGTERM, also as process 1.
STOPSIGNAL SIGTERM
ENTRYPOINT ["ximabot"]
CMD ["run"]
