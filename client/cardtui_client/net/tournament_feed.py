"""A tournament as the client follows it, across lost connections (`followed`)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from cardtui_client.model.tournament import TournamentModel
from cardtui_client.net.call_errors import Patience, Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.moved import Seeker

_PATIENCE: Final = Patience()


async def followed(connection: Connection, tournament: str) -> AsyncIterator[TournamentModel]:
    """Yield the same model whenever it has changed, until the tournament is over.

    Raises:
        Refused: there is no such tournament.
    """
    model, failures, seeker = TournamentModel(), 0, Seeker(connection)
    try:
        while not model.is_over:
            try:
                if failures:
                    with suppress(Refused, Unreachable):  # what follows will tell
                        await connection.reopen()
                async for told in connection.follow_tournament(tournament):
                    failures = 0
                    seeker.stop()
                    with connection.workload.working():
                        model.take(told)
                    yield model
            except Unreachable:
                pass
            failures += 1
            if not model.is_over:
                await seeker.rest(_PATIENCE.wait(failures))
    finally:
        seeker.stop()
