"""Who becomes the host when the host leaves (`pass_host_on`), is away (`stand_in_host`) or comes
back (`keep_host`). A host may be away as long as any player before that: `table/absences.py`.

Bot accounts never do. Where nobody is who could, the next person who takes a seat does.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from cardtui_server.match.entries import HostCause, Hosted
from cardtui_server.match.refusals import SEAT_CHANGED, Reason, Refused
from cardtui_server.match.requests import KeepHost
from cardtui_server.match.seat_asking import answer, asks_in_vain
from cardtui_server.match.state import Life, Sitter, TableState
from cardtui_server.match.transaction import Transaction
from cardtui_server.ports.log_store import is_tournament_id


def pass_host_on(tx: Transaction, seat: int) -> None:
    """Make the next person its host, or leave it without one until somebody takes a seat."""
    sitters = tx.state.sitters
    order = (*sitters[seat + 1 :], *sitters[:seat])
    people = tx.state.people()
    sitter = next((each for each in order if each is not None and each.player in people), None)
    if sitter is None:
        tx.add(Hosted("", ""))
    else:
        tx.add(Hosted(sitter.player, sitter.name, handed_on(tx.state, sitter.player)))


def handed_on(state: TableState, player: str) -> HostCause:
    """Return how a player gets the host's rights from the host, who may have them for a while."""
    return HostCause.AWAY if state.lender not in ("", player) else HostCause.GIVEN


def keep_host(tx: Transaction, request: KeepHost) -> None:
    """Give the host's rights back to the player who is back, or lend them to somebody who is here.

    Where only somebody is who asks for a seat, that one is promised it.

    Raises:
        Refused: the table is closed, the host is here, or nobody is who could be.
    """
    state, here = tx.state, request.here
    sitter = stand_in_host(state, here)
    if state.life is not Life.CLOSED and state.lender in here:
        tx.add(Hosted(state.lender, state.lender_name, HostCause.BACK))
    elif state.life is not Life.CLOSED and sitter is not None:
        tx.add(Hosted(sitter.player, sitter.name, HostCause.AWAY))
    elif state.life is not Life.CLOSED and (asker := asks_in_vain(state, here)) is not None:
        answer(tx, asker, granted=True)
    else:
        raise Refused(Reason.STALE, SEAT_CHANGED)


def stand_in_host(state: TableState, here: AbstractSet[str]) -> Sitter | None:
    """Return who of the people here is the host while the host is away: the first who sat down."""
    if not state.host or state.host in here or is_tournament_id(state.host):
        return None
    people = [state.sitters[seat] for each, seat in state.people().items() if each in here]
    return min((each for each in people if each), key=lambda each: each.since, default=None)
