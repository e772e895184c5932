"""Follows a tournament over lost connections (`followed`), until it is over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cardtui_client.i18n import _
from cardtui_client.model.tournament import TournamentModel
from cardtui_client.net.call_errors import Patience, Refused, Unreachable
from cardtui_client.net.moved import Seeker

if TYPE_CHECKING:
    from cardtui_client.net.connection import Connection

_PATIENCE: Final = Patience()


async def followed(
    connection: Connection, tournament: str
) -> AsyncIterator[tuple[TournamentModel, str]]:
    """Yield the same model whenever it has changed, and ``""``; or why it is not told just now.

    Raises:
        Refused: there is no such tournament.
    """
    model, failures, seeker = TournamentModel(), 0, Seeker(connection)
    try:
        while not model.is_over:
            lost = ""
            try:
                if failures:
                    with suppress(Refused, Unreachable):  # what follows will tell
                        await connection.reopen()
                async for told in connection.follow_tournament(tournament):
                    failures = 0
                    seeker.stop()
                    with connection.workload.working():
                        model.take(told)
                    yield model, ""
            except Unreachable as error:
                lost = str(error)
            failures += 1
            if not model.is_over:
                yield model, lost or _("The server closed the connection.")
                await seeker.rest(_PATIENCE.wait(failures))
    finally:
        seeker.stop()
