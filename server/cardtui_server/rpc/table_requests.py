"""How the services find a table that a call names, and pass a request on to it
(`TableRequests`).
"""

from __future__ import annotations

from google.protobuf.message import Message

from cardtui_server.lobby.tables import Lobby
from cardtui_server.lookalikes import likeness
from cardtui_server.match.refusals import BANNED, Reason, Refused
from cardtui_server.match.requests import Request
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.limited import ADDRESS_TABLE_CODES, TABLE_CODES
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.table.actor import Table
from cardtui_server.wire.encoding import with_encoded


class TableRequests:
    """Finds the tables that calls name, and asks them for what callers want."""

    def __init__(self, lobby: Lobby, limiter: Limiter) -> None:
        self._lobby = lobby
        self._limiter = limiter

    async def _named(self, table_id: str, who: Caller) -> Table:
        """Return the table with that id.

        The id of a private table is its code, which nobody may try out. So an id that no table has
        counts as a code, and so does that of a private table from a caller who does not belong
        there. Right ones do not count, but a caller who has tried many wrong ones is refused
        whether or not the next is right; one who names tables that everybody sees, or the caller's
        own, never is.

        Raises:
            Refused: there is no table with that id, it is not open for now, too many were tried, or
                the host has banned the caller.
        """
        try:
            table = await self._lobby.find(table_id, here=who.operator)  # known at no other server
        except Refused as refused:
            if refused.reason is Reason.UNKNOWN_TABLE:
                await self._limiter.turn(TABLE_CODES, ADDRESS_TABLE_CODES, who)
            raise
        if not (table.state.seen_by(who.id) or who.operator):
            await self._limiter.turn(TABLE_CODES, ADDRESS_TABLE_CODES, who)
            self._limiter.give_back(TABLE_CODES, ADDRESS_TABLE_CODES, who)
        if not who.operator and table.state.bans_out(who.id, likeness(who.name), self._lobby.now()):
            raise Refused(Reason.BANNED, BANNED)
        table.heard(who.id)
        return table

    async def _change(
        self, who: Caller, table_id: str, wanted: Request, response: Message
    ) -> bytes:
        """Ask a table for something; return the response, with the table as it is then."""
        table = await self._named(table_id, who)
        await table.ask(wanted)
        return with_encoded(response, "table", [table.shown_to(who.id)])
