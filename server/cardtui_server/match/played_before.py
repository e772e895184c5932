"""The request to begin a match at a position that was played elsewhere.

No client can ask for it: the packs that were dealt until then are nobody's proof here. A program
that runs a server in its own process, for its person alone, may. Nothing is rated there.
"""

from __future__ import annotations

from cardtui_server.match.entries import RatedSet, Started
from cardtui_server.match.requests import BeginAt
from cardtui_server.match.seat_commands import check_no_match
from cardtui_server.match.transaction import Transaction, check_open


def begin_at(tx: Transaction, request: BeginAt) -> None:
    """Begin a match, and do in it at once all that led to the position.

    Raises:
        Refused: a match is played.
        IllegalAction: the rules do not lead there.
        BadSetup: one of the packs is none of this game.
    """
    check_open(tx.state)
    check_no_match(tx.state)
    if tx.state.made.rated:
        tx.add(RatedSet(rated=False))
    tx.add(Started(tx.state.match + 1, tx.dealer.secret(), request.dealer))
    for entry in request.entries:
        tx.add(entry)
