"""What a field promises of its packs (`FieldPacks`): the server's commitment is kept in `_FILE`
when you first see the field, and compared at its end with the secret and with your own record.

That record is fetched then, if it was not kept before. That the packs and the bots' acts in it
follow from its secret, verifying it finds.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cardtui_client.files import read_given
from cardtui_client.history.kept_records import kept_files
from cardtui_client.json_file import JsonFile, texts
from cardtui_client.model.tournament import TournamentModel
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.record_keeper import keep_verified

if TYPE_CHECKING:
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings

_FILE: Final = "fields.json"
_MOST_FIELDS_KEPT: Final = 200
_SECRET: Final = re.compile("^secret ([0-9a-f]+)$", re.MULTILINE)


class FieldPacks:
    """What the fields of a server promise."""

    def __init__(self, connection: Connection, settings: Settings) -> None:
        self._connection = connection
        self._settings = settings
        self._file = (
            JsonFile(settings.data_folder() / _FILE, texts, dict[str, str])
            if settings.kept
            else None
        )
        self._seen = ""

    def look(self, model: TournamentModel) -> None:
        """Keep what a field has committed to, once you see it for the first time."""
        told = model.now.commitment.hex()
        if self._file is None or not told or model.is_over or self._seen == told:
            return
        self._seen, place = told, self._place(model)
        if place not in self._file.read():
            self._file.keep(
                lambda known: dict([*({place: told} | known).items()][-_MOST_FIELDS_KEPT:])
            )

    async def held(self, model: TournamentModel) -> bool | None:
        """Return whether a field that has ended kept its promise; ``None`` where nobody knows."""
        if not (model.is_field and model.is_over):
            return None
        known = {} if self._file is None else self._file.read()
        told, secret = model.now.commitment.hex(), model.now.secret
        first = known.get(self._place(model))
        said = "\0".join(("cardtui server", model.now.id, "0", "")).encode() + secret
        dealt = _SECRET.search(await self._record(model))
        honest = hashlib.sha512(said).hexdigest() == told and first in (None, told)
        if not honest or (dealt is not None and dealt[1] != secret.hex()):
            return False
        return None if first is None else True

    def _place(self, model: TournamentModel) -> str:
        return f"{self._connection.server.identity} {model.now.id}"

    async def _record(self, model: TournamentModel) -> str:
        """Return your record of a field; ``""`` if you have not played it."""
        own = model.fixture_of(self._connection.name)
        if own is None or not own.scores:
            return ""
        with suppress(OSError, Refused, Unreachable):
            if (path := kept_files(self._settings).get((own.table, own.match))) is not None:
                return read_given(path).decode(errors="replace")
            text = await self._connection.get_record(own.table, own.match)
            await keep_verified(self._settings, text)
            return text
        return ""
