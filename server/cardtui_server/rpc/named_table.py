"""The table that a call names: the id of a private one is its code, which nobody may try out."""

from __future__ import annotations

from cardtui_server.lobby.tables import Lobby
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.table.actor import Table


def named_table(lobby: Lobby, limiter: Limiter, who: Caller, table_id: str) -> Table:
    """Return the table with that id.

    An id that is none counts as a code, and so does that of a private table from who does not
    belong there. Who tries many is refused alike whether one of them is right; who names tables
    that everybody sees, or one's own, never is.

    Raises:
        Refused: there is no table with that id, it is not open for now, or too many were tried.
    """
    try:
        table = lobby.find(table_id)
    except Refused as refused:
        if refused.reason is Reason.UNKNOWN_TABLE:
            limiter.table_code(who)
        raise
    if not (table.state.seen_by(who.id) or who.operator):
        limiter.table_code(who)
    return table
