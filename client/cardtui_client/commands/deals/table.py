"""A table of this program alone at which a deal is played; nothing of it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtui_client.commands.deals.deal import Deal
from cardtui_client.net.connection import Connection

if TYPE_CHECKING:
    from cardtui.v1 import lobby_service_pb2
    from cardtui_client.commands.deals.playing_on import PlayedOn


class DealTable:
    """See `cardtui_client.tui.launch.DealtTable`."""

    def __init__(self, deal: Deal, request: lobby_service_pb2.CreateTableRequest) -> None:
        """Begin nothing yet.

        Args:
            deal: the deal.
            request: what the table is to be like, by the rules of the deal.
        """
        self._deal = deal
        self._request = request
        self._played: PlayedOn | None = None

    async def begin(self, name: str) -> tuple[Connection, str]:
        """Begin the match."""
        # Loaded when it begins: a whole server.
        from cardtui_client.commands.deals.playing_on import PlayedOn

        deal = self._deal
        self._played = await PlayedOn.deal(deal.key, deal.dealer, name, self._request)
        return self._played.connection, self._played.table

    async def close(self) -> None:
        """End it, if it has begun."""
        played, self._played = self._played, None
        if played is not None:
            await played.close()
