"""Carries out what has piled up: each request is granted, held or refused in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from cardtui_server.match.commands import execute
from cardtui_server.match.refusals import BROKEN, Reason, Refused
from cardtui_server.match.transaction import Held, Transaction
from cardtui_server.table.mailbox import Pending

BUSY: Final = "Too many requests wait at this table: try again in a moment."


Answer = tuple[Pending, int | Refused]
"""A request with what came of it."""


class CarriedOut(NamedTuple):
    """What became of requests in a transaction.

    Attributes:
        out: what each is to be answered once the transaction is durable.
        held: draws that wait for the end of a window.
    """

    out: list[Answer]
    held: list[Pending]


def carry_out(
    asks: Iterable[Pending],
    tx: Transaction,
    may_hold: Callable[[int], bool],
    failed: Callable[[Exception], None],
) -> CarriedOut:
    """Carry out requests one after the other.

    Args:
        asks: the requests.
        tx: gets their entries.
        may_hold: tells whether another draw may be held beside so many of these.
        failed: is called with an exception that no request should raise.
    """
    outcome = CarriedOut([], [])
    for ask in asks:
        before, tx.waited = tx.mark(), ask.window
        try:
            result: int | Refused = execute(tx, ask.request)
        except Refused as refused:
            result = refused
        except Held:
            if may_hold(len(outcome.held)):
                outcome.held.append(ask._replace(window=tx.state.opened))
                continue
            result = Refused(Reason.LIMIT, BUSY, retry=1.0)
        except Exception as error:  # noqa: BLE001 - the others must be answered all the same
            failed(error)
            tx.back_to(before)
            result = Refused(Reason.INTERNAL, BROKEN)
        outcome.out.append((ask, result))
    return outcome
