"""Grants, holds or refuses each of the requests that have piled up, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from cardtui_server.match.commands import execute
from cardtui_server.match.refusals import BROKEN, BUSY, RETRY, Reason, Refused
from cardtui_server.match.transaction import Held, Transaction
from cardtui_server.table.mailbox import Pending

Answer = tuple[Pending, int | Refused]
"""A request and its result."""


class CarriedOut(NamedTuple):
    """The results of requests in a transaction.

    Attributes:
        out: the answer to each, to be given once the transaction is durable.
        held: the draws that wait for the end of a claim window.
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
        tx: the transaction that gets their entries.
        may_hold: returns whether another draw may be held, given how many of these are held
            already.
        failed: called with an exception that no request should raise.
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
            result = Refused(Reason.LIMIT, BUSY, retry=RETRY)
        except Exception as error:  # noqa: BLE001 - the others must still be answered
            failed(error)
            tx.back_to(before)
            result = Refused(Reason.INTERNAL, BROKEN)
        outcome.out.append((ask, result))
    return outcome
