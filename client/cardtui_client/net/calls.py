"""Calls that have one answer: each is repeated where that cannot do something twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol, TypeVar

import grpc

from cardtui_client.net.backoff import Patience
from cardtui_client.net.call_errors import (
    Refused,
    Unintelligible,
    Unreachable,
    failure,
    may_be_repeated,
    unreachable_sentence,
)

_PATIENCE: Final = Patience(first=0.05, longest=2)
_LONGEST_WAIT: Final = 5.0
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
        request: what to send.
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
        except grpc.RpcError as error:
            failures += 1
            told = failure(error, address)
            wait = _PATIENCE.wait(failures)
            if isinstance(told, Refused) and told.wait:
                wait += told.wait
            spent = time.monotonic() + wait - began
            if (
                given_up()
                or failures >= _PATIENCE.tries
                or spent > _PATIENCE.seconds
                or wait > _LONGEST_WAIT
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
