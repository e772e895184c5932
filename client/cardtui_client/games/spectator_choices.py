"""What spectators may do at a table, as a host can choose it: in words, and as one types it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.games.delays import with_delay
from cardtui_client.i18n import _

TYPED: Final[Mapping[str, tables_pb2.Spectators]] = {
    "no": tables_pb2.Spectators(refused=True),
    "apart": tables_pb2.Spectators(),
    "everybody": tables_pb2.Spectators(talk=tables_pb2.SPECTATOR_TALK_EVERYBODY),
    "silent": tables_pb2.Spectators(talk=tables_pb2.SPECTATOR_TALK_OFF),
}
"""By what one types: nobody may watch, or spectators talk apart, to everybody, or not at all."""


def spectator_words(key: str) -> str:
    """Return a choice in words, by what one types for it."""
    return {
        "no": _("Take no spectators"),
        "apart": _("Let spectators watch, and talk apart"),
        "everybody": _("Let spectators watch, and talk to everybody"),
        "silent": _("Let spectators watch in silence"),
    }[key]


def spectator_fields() -> list[tuple[str, str]]:
    """Return all choices in few words and as they are typed, the usual one first."""
    return [
        (_("talk apart"), "apart"),
        (_("talk to everybody"), "everybody"),
        (_("watch in silence"), "silent"),
        (_("not taken"), "no"),
    ]


def spectator_choices(table: tables_pb2.Table) -> list[tuple[str, tables_pb2.Spectators]]:
    """Return the choices that would change something, in words; a delay stays as it is."""
    now = table.watching
    wanted = {key: with_delay(each, now) for key, each in TYPED.items()}
    return [(spectator_words(key), each) for key, each in wanted.items() if each != now]
