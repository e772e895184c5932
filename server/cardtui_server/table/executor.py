"""Carries out what has piled up: each request is granted, held or refused in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from cardtui_server.match.refusals import BROKEN, Reason, Refused
from cardtui_server.match.transaction import Held, Transaction
from cardtui_server.table.mailbox import Pending

BUSY: Final = "Too many requests wait at this table: try again in a moment."


class Granted(NamedTuple):
    """What became of requests in a transaction.

    Attributes:
        out: what each is to be answered once the transaction is durable.
        held: draws that wait for the end of a window.
    """

    out: list[tuple[Pending, Any]]
    held: list[Pending]


def grant(
    asks: Iterable[Pending],
    tx: Transaction,
    may_hold: Callable[[int], bool],
    failed: Callable[[Exception], None],
) -> Granted:
    """Grant requests one after the other.

    Args:
        asks: the requests.
        tx: gets their entries.
        may_hold: tells whether another draw may be held beside so many of these.
        failed: is called with an exception that no request should raise.
    """
    granted = Granted([], [])
    for ask in asks:
        before, tx.waited = tx.mark(), ask.window
        try:
            result = ask.grant(tx)
        except Refused as refused:
            result = refused
        except Held:
            if may_hold(len(granted.held)):
                granted.held.append(ask._replace(window=tx.state.opened))
                continue
            result = Refused(Reason.LIMIT, BUSY, retry=1.0)
        except Exception as error:  # noqa: BLE001 - the others must be answered all the same
            failed(error)
            tx.back_to(before)
            result = Refused(Reason.INTERNAL, BROKEN)
        granted.out.append((ask, result))
    return granted
