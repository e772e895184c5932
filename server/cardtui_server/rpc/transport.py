"""The bounds that gRPC itself enforces: connections, streams, sizes and silences."""

from __future__ import annotations

from typing import Final

_RECEIVE_BYTES: Final = 16 * 1024
_SEND_BYTES: Final = 256 * 1024

_PENDING: Final = 8192
"""How many requests may wait to be looked at.

Beyond this number gRPC drops requests of everybody at random, and those that were reset wait, too.
With 64, four connections that reset stream after stream had the calls of others cancelled.
"""

TRANSPORT_OPTIONS: Final = (
    ("grpc.so_reuseport", 0),
    ("grpc.http2.bdp_probe", 0),
    ("grpc.max_concurrent_streams", 32),
    ("grpc.max_receive_message_length", _RECEIVE_BYTES),
    ("grpc.max_send_message_length", _SEND_BYTES),
    ("grpc.max_metadata_size", 8 * 1024),
    ("grpc.absolute_max_metadata_size", 8 * 1024),
    ("grpc.server_handshake_timeout_ms", 5000),
    ("grpc.server.max_pending_requests", _PENDING),
    ("grpc.server.max_pending_requests_hard_limit", 2 * _PENDING),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),  # by itself the former is not heeded: it would be 60 s
    ("grpc.http2.max_ping_strikes", 2),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.max_connection_idle_ms", 5 * 60_000),
)
"""Each value was tested; the operator's guide gives the reasons."""
