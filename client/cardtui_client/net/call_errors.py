"""Calls that fail: what it means, and how often and how long they are tried again (`Patience`).
After how long without a frame the stream of a table counts as lost: `silence`. What is said of a
server that does not answer: `unreachable_sentence`; of a certificate out of its dates:
`_WRONG_DATES`. How long each call may take is in `net/services.py`.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from google.rpc import (  # type: ignore[import-untyped]  # has no py.typed
    error_details_pb2,
    status_pb2,
)

from cardtui.v1 import errors_pb2
from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.refusals import refusal_sentence
from cardtui_client.text import safe_text

_UNREACHABLE_CODES: Final = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
)

_TRANSIENT_CODES: Final = (*_UNREACHABLE_CODES, grpc.StatusCode.RESOURCE_EXHAUSTED)
_LASTING_REASONS: Final = (errors_pb2.REASON_READ_ONLY,)
"""What does not go away by itself: waiting in silence would only look stuck."""

_ANSWER_TOO_LARGE: Final = "larger than max"
"""What gRPC says of an answer that would be just as large the next time."""

_BAD_CERTIFICATE: Final = "CERTIFICATE_VERIFY_FAILED"
"""What gRPC says, among much else, of a server whose certificate it does not take."""

_WRONG_DATES: Final = ("certificate is not yet valid", "certificate has expired")
"""What it says then of one that was right, but for the clock."""

_NO_TLS: Final = (
    "SSL_ERROR_SSL", "security handshaker", "Handshake read failed", "Cannot check peer"
)  # fmt: skip
"""What it says of a server with which it cannot agree on encryption."""

_BROKEN_ANSWER_CODES: Final = (
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.DATA_LOSS,
)
"""What gRPC says of an answer that breaks its rules; our own servers say why they fail."""

SERVER_SILENT: Final = mark("The server has stopped answering.")
"""What to say of a stream that carries nothing any more."""

_LONGEST_WAIT: Final = 60.0
"""The longest wait that a server may ask for, in seconds."""


class Refused(Exception):
    """The server refused a call.

    Attributes:
        refusal: the reason to branch on, and the sentence.
        code: gRPC's code.
        wait: seconds that the server asks to wait before trying again, ``None`` if it
            doesn't.
    """

    def __init__(
        self, refusal: errors_pb2.Refusal, code: grpc.StatusCode, wait: float | None = None
    ) -> None:
        self.refusal = refusal
        self.code = code
        self.wait = wait
        super().__init__(refusal_sentence(refusal))


def moved_to(refused: Refused) -> str:
    """Return the address of the server that has the table; ``""`` if it is this one."""
    moved = refused.refusal.reason == errors_pb2.REASON_MOVED
    return refused.refusal.arguments.get("address", "") if moved else ""


class WrongCode(Refused):
    """No private table has the code that was typed."""

    def __init__(self, code: str, refused: Refused) -> None:
        super().__init__(refused.refusal, refused.code, refused.wait)
        self._typed = code

    def __str__(self) -> str:
        return _(
            "No table has the code “{code}”: ask for it once more; the host sees it in the lobby.",
            code=safe_text(self._typed, NAME_CELLS),
        )


@contextmanager
def code_typed(code: str) -> Generator[None]:
    """Say that a code is wrong where the server says that it knows no such table.

    Raises:
        WrongCode: it is.
    """
    try:
        yield
    except Refused as refused:
        if refused.refusal.reason != errors_pb2.REASON_UNKNOWN_TABLE:
            raise
        raise WrongCode(code, refused) from None


class Stranger(Exception):
    """The server does not know this player from before, and a new one is not wanted."""


class WhichPlayer(Exception):
    """The server knows several players from this machine, and nobody said which one comes.

    Attributes:
        names: theirs.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        super().__init__()


class Unreachable(Exception):
    """No useful answer came; the sentence says what you can do."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


class Unintelligible(Unreachable):
    """The server sends what cannot be read or believed, and would do so again."""

    def __init__(self, address: str) -> None:
        super().__init__(
            _(
                "This client cannot read what the server at {address} sends. Do both have the "
                "same version of cardtui?",
                address=address,
            )
        )


class TlsRefused(Unreachable):
    """Something answers, but no encrypted connection to it can be made."""


class OtherServer(TlsRefused):
    """Another server than before answers at the address, by its certificate."""

    def __init__(self, address: str) -> None:
        super().__init__(
            _(
                "Another server than before answers at {address}: its certificate is not the"
                " same. Ask the person who runs it for the join line as it is now.",
                address=address,
            )
        )


def failure(error: grpc.RpcError, address: str) -> Refused | Unreachable:
    """Return what a failed call means."""
    assert isinstance(error, grpc.aio.AioRpcError)
    code = error.code()
    refusal, wait = _details(error)
    if refusal is None and (code in _BROKEN_ANSWER_CODES or _is_too_large(error)):
        return Unintelligible(address)
    if refusal is None and code in _UNREACHABLE_CODES:
        return _tls_refused(error.details() or "", address) or Unreachable(
            unreachable_sentence(address)
        )
    if refusal is None and code is grpc.StatusCode.UNIMPLEMENTED:
        template = mark("What answers at {address} is not a table server, or has another version.")
        refusal = errors_pb2.Refusal(
            reason=errors_pb2.REASON_UNSPECIFIED, template=template, arguments={"address": address}
        )
    if refusal is None:
        refusal = errors_pb2.Refusal(
            reason=errors_pb2.REASON_UNSPECIFIED, sentence=error.details() or code.name
        )
    return Refused(refusal, code, wait)


def _tls_refused(details: str, address: str) -> TlsRefused | None:
    """Return why no encrypted connection was made, if that is what failed."""
    if any(each in details for each in _WRONG_DATES):
        return TlsRefused(
            _(
                "The certificate of the server at {address} is not valid on {today}, the date of"
                " this machine’s clock. Set the clock; if it is right, ask the person who runs the"
                " server to make a new certificate.",
                address=address,
                today=datetime.now().astimezone().date(),
            )
        )
    if _BAD_CERTIFICATE in details:
        return OtherServer(address)
    if any(each in details for each in _NO_TLS):
        return TlsRefused(
            _(
                "Something answers at {address}, but no encrypted connection to it can be made. Try"
                " again. Is it a table server, and is GRPC_SSL_CIPHER_SUITES unset here?",
                address=address,
            )
        )
    return None


def may_be_repeated(error: grpc.RpcError, *, harmless: bool) -> bool:
    """Tell whether a call that failed is worth another attempt.

    Args:
        harmless: whether it does no harm to make the call twice. A busy server cancels calls
            before it looks at them, but that looks the same as one that got lost afterwards.
    """
    assert isinstance(error, grpc.aio.AioRpcError)
    code = error.code()
    refusal, wait = _details(error)
    if refusal is not None:  # the server has decided; it says when to ask again
        return (
            wait is not None and code in _TRANSIENT_CODES and refusal.reason not in _LASTING_REASONS
        )
    if code is grpc.StatusCode.UNAVAILABLE and "failed to connect" in (error.details() or ""):
        return True
    return harmless and code in _TRANSIENT_CODES and not _is_too_large(error)


def _is_too_large(error: grpc.aio.AioRpcError) -> bool:
    return error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and _ANSWER_TOO_LARGE in (
        error.details() or ""
    )


def unreachable_sentence(address: str) -> str:
    """Return what to say of a server that does not answer."""
    return _(
        "No table server answers at {address}. Is it running (cardtui host), "
        "and is the address right?",
        address=address,
    )


def _details(error: grpc.aio.AioRpcError) -> tuple[errors_pb2.Refusal | None, float | None]:
    refusal: errors_pb2.Refusal | None = None
    wait: float | None = None
    for name, value in error.trailing_metadata() or ():
        if name != "grpc-status-details-bin" or not isinstance(value, bytes):
            continue
        try:
            for detail in status_pb2.Status.FromString(value).details:
                found, info = errors_pb2.Refusal(), error_details_pb2.RetryInfo()
                if detail.Unpack(found):
                    refusal = found
                elif detail.Unpack(info):
                    asked = info.retry_delay.seconds + info.retry_delay.nanos / 1e9
                    wait = min(max(0.0, asked), _LONGEST_WAIT)
        except DecodeError:
            pass  # the code and the sentence of the call itself remain
    return refusal, wait


@dataclass(frozen=True)
class Patience:
    """How long to wait between attempts, and how long to keep trying.

    Streams are opened again for ever, so ``tries`` and ``seconds`` do not apply to them. The
    longest wait is short, so that a server that is back is soon noticed.

    Attributes:
        tries: how many times in a row an act, or a call, may fail before the person is asked.
        seconds: how long its answer may take.
        first: the longest wait after the first failure; it doubles with each.
        longest: the longest wait of all.
        opening: seconds in which the first frame of a stream must come.
        silence: seconds without any frame after which a stream counts as lost.
        settled: seconds after which a stream that only shows the table counts as good.
        doubts: how many streams in a row, none of them settled, may carry what cannot be read
            or does not fit together, before the person is asked.
        jitter: draws the wait, evenly between zero and the number given.
    """

    tries: int = 8
    seconds: float = 60
    first: float = 0.25
    longest: float = 2
    opening: float = 10
    silence: float = 30
    settled: float = 5
    doubts: int = 5
    jitter: Callable[[float], float] = lambda most: random.uniform(0, most)  # noqa: S311 - no secret

    def wait(self, failures: int) -> float:
        """Return how long to wait after that many failures in a row, with full jitter."""
        return self.jitter(min(self.longest, self.first * 2 ** min(failures - 1, 20)))


_DEFAULT_PATIENCE: Final = Patience(first=0.05, longest=2)
_LONGEST_UNTOLD_WAIT: Final = 5.0
"""The longest wait that a server may ask for without the person being told."""

_T = TypeVar("_T")
_Q_contra = TypeVar("_Q_contra", contravariant=True)
_R_co = TypeVar("_R_co", covariant=True)

Metadata = tuple[tuple[str, str], ...]


class Unary(Protocol[_Q_contra, _R_co]):
    """A method of a stub that has one answer."""

    def __call__(
        self, request: _Q_contra, /, *, timeout: float | None, metadata: Metadata | None
    ) -> Awaitable[_R_co | None]:
        """Ask; an answer that cannot be read or believed is ``None``."""


async def answer_to(
    method: Unary[_T, _R_co], request: _T, seconds: float, metadata: Metadata | None
) -> _R_co | None:
    """Return the answer to one call; ``None`` for one that cannot be read or believed."""
    return await method(request, timeout=seconds, metadata=metadata)


def is_cancelled() -> bool:
    """Tell whether this task is being cancelled, rather than a call that it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def call(
    method: Unary[_T, _R_co],
    request: _T,
    *,
    address: str,
    seconds: float,
    metadata: Callable[[], Metadata | None],
    harmless: bool,
    given_up: Callable[[], bool],
) -> _R_co:
    """Call, and call again after a failure if that cannot do something twice.

    Args:
        method: of a stub.
        address: of the server, for sentences.
        seconds: how long each attempt may take.
        metadata: returns what goes with an attempt.
        harmless: whether it does no harm to make the call twice.
        given_up: tells whether nobody is waiting for the answer any more.

    Raises:
        Refused: the server refuses.
        Unreachable: nobody answers, or not with anything that can be read.
    """
    began, failures = time.monotonic(), 0
    while True:
        try:
            answer = await answer_to(method, request, seconds, metadata())
        except asyncio.CancelledError:
            if is_cancelled() or given_up():
                raise
            # The connection goes to another server, and nobody knows what became of the call.
            if not harmless:
                raise Unreachable(unreachable_sentence(address)) from None
            wait = 0.0
        except grpc.RpcError as error:
            failures += 1
            told = failure(error, address)
            wait = _DEFAULT_PATIENCE.wait(failures)
            if isinstance(told, Refused) and told.wait:
                wait += told.wait
            spent = time.monotonic() + wait - began
            if (
                given_up()
                or failures >= _DEFAULT_PATIENCE.tries
                or spent > _DEFAULT_PATIENCE.seconds
                or wait > _LONGEST_UNTOLD_WAIT
                or not may_be_repeated(error, harmless=harmless)
            ):
                raise told from error
        else:
            if answer is None:
                raise Unintelligible(address)
            return answer
        await asyncio.sleep(wait)
        if given_up():
            raise Unreachable(unreachable_sentence(address))
