"""The table that a call names: the id of a private one is its code, which nobody may try out."""

from __future__ import annotations

from cardtui_server.lobby.lookalikes import look
from cardtui_server.lobby.tables import Lobby
from cardtui_server.match.refusals import BANNED, Reason, Refused
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.table.actor import Table


def named_table(lobby: Lobby, limiter: Limiter, who: Caller, table_id: str) -> Table:
    """Return the table with that id.

    An id that is none counts as a code, and so does that of a private table from who does not
    belong there. Who tries many is refused alike whether one of them is right; who names tables
    that everybody sees, or one's own, never is.

    Raises:
        Refused: there is no table with that id, it is not open for now, too many were tried, or
            the host has banned the caller.
    """
    try:
        table = lobby.find(table_id)
    except Refused as refused:
        if refused.reason is Reason.UNKNOWN_TABLE:
            limiter.table_code(who)
        raise
    if not (table.state.seen_by(who.id) or who.operator):
        limiter.table_code(who)
    if not who.operator and table.state.bans_out(who.id, look(who.name), lobby.now()):
        raise Refused(Reason.BANNED, BANNED)
    return table
