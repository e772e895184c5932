"""What a field promises of its packs (`FieldPacks`): the server's commitment is kept when you first
see the field, and compared at its end with the secret and with your own record.

That record is fetched then, if it was not kept before. It must be what you saw at your table. That
the packs and the bots' acts in it follow from its secret, verifying it finds.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from cardtui_client.files import read_given
from cardtui_client.history.kept_records import Verdict, kept_files, kept_record
from cardtui_client.model.tournament import Fixture, Promise, TournamentModel
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.field_notes import FieldNotes, place_of
from cardtui_client.net.record_keeper import keep_verified

if TYPE_CHECKING:
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings


class _Record(NamedTuple):
    """Your record of a field, and what verifying it found."""

    text: str
    verdict: Verdict | None


class FieldPacks:
    """What the fields of a server promise."""

    def __init__(self, connection: Connection, settings: Settings) -> None:
        self._connection = connection
        self._settings = settings
        self._notes = FieldNotes(settings)

    def look(self, model: TournamentModel) -> None:
        """Keep what a field has committed to, as you see it."""
        if model.now.commitment and not model.is_over:
            self._notes.keep(self._place(model.now.id), [model.now.commitment.hex()])

    async def held(self, model: TournamentModel) -> Promise:
        """Return what came of the promise of a field that has ended."""
        if not (model.is_field and model.is_over):
            return Promise.UNKNOWN
        told, secret = model.now.commitment.hex(), model.now.secret
        first = self._notes.read(self._place(model.now.id))
        said = "\0".join(("cardtui server", model.now.id, "0", "")).encode() + secret
        honest = hashlib.sha512(said).hexdigest() == told and first in ([], [told])
        own = model.fixture_of(self._connection.name)
        dealt = await self._dealt(own, secret) if own is not None and own.scores else None
        if not honest or dealt is False:
            return Promise.BROKEN
        if not first:
            return Promise.UNKNOWN
        return Promise.PACKS if dealt else Promise.KEPT

    async def _dealt(self, own: Fixture, secret: bytes) -> bool | None:
        """Return whether what you played follows from a secret; ``None`` where nobody knows."""
        if (record := await self._record(own)) is None:
            return None
        lines, verdict = record.text.split("\n"), record.verdict
        shown = self._notes.read(self._place(own.table, str(own.match)))
        wanted = {*shown, f"secret {secret.hex()}", f"table {own.table} {own.match}"}
        given = [each for each in lines if each.startswith(("seat_commit ", "reveal "))]
        if not wanted <= {*lines} or sorted(given) != _given(len(own.names)):
            return False
        if verdict is None or not verdict.holds:
            return None if verdict is None else False
        return True if shown else None

    def _place(self, *of: str) -> str:
        return place_of(self._connection.server.identity, *of)

    async def _record(self, own: Fixture) -> _Record | None:
        """Return your record of a field; ``None`` where it cannot be had."""
        with suppress(OSError, Refused, Unreachable):
            path = kept_files(self._settings).get((own.table, own.match))
            kept = None if path is None else kept_record(path)
            if path is not None and kept is not None and kept.verdict is not None:
                return _Record(read_given(path).decode(errors="replace"), kept.verdict)
            text = await self._connection.get_record(own.table, own.match)
            return _Record(text, await keep_verified(self._settings, text))
        return None


def _given(seats: int) -> list[str]:
    """Return what a record of a field says was given: nothing, by one seat more than it has.

    With anything else the key is another one, and so are the packs.
    """
    words = ("reveal", "seat_commit")
    return [f"{word} {seat} absent" for word in words for seat in range(seats + 1)]
