"""Verbs: what the fields of `Action` are called, of which some are one game's own.
What you type and read for them is in the faces of the games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor

from cardtui.v1 import actions_pb2, views_pb2

VERBS: Final = tuple(
    field.name for field in actions_pb2.Action.DESCRIPTOR.fields if field.name != "other"
)
"""All of them, those of newer games too."""

_GAMES: Final = tuple(
    field.name
    for field in views_pb2.PublicView.DESCRIPTOR.oneofs_by_name["game"].fields
    if field.name != "other"
)


OTHER_FIELD: Final = "other"
"""The field in which an action of a game of another package names its verb itself."""

_VERB_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


def verb_of_action(action: actions_pb2.Action) -> str:
    """Return the verb, ``""`` for one that this client does not know."""
    field = action.WhichOneof("action") or ""
    if field != OTHER_FIELD:
        return field
    return action.other.verb if _VERB_NAME.fullmatch(action.other.verb) else ""


def part_of_action(action: actions_pb2.Action) -> Any:
    """Return the message with the arguments of an action; ``None`` where no verb is set."""
    field = action.WhichOneof("action")
    return getattr(action, field) if field else None


@cache
def sheet_word(verb: str) -> str:
    """Return the verb as the rule sheet has it: without the name of its game.

    >>> sheet_word("cacheta_cut"), sheet_word("cut")
    ('cut', 'cut')
    """
    own = (f"{game}_" for game in sorted(_GAMES, key=len, reverse=True))
    return next((verb.removeprefix(game) for game in own if verb.startswith(game)), verb)


@cache
def verb_at(game: str, word: str) -> str:
    """Return what the sheet's word is called where that game is played.

    >>> verb_at("cacheta", "cut"), verb_at("truco-argentino", "cut")
    ('cacheta_cut', 'cut')
    """
    own = f"{game.replace('-', '_')}_{word}"
    return own if own in VERBS else word


@cache
def words_of(kind: EnumDescriptor) -> Mapping[str, int]:
    """Return the values of a closed set by the rule sheets' words."""
    prefix = kind.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return {
        value.name.removeprefix(prefix).lower(): value.number
        for value in kind.values
        if value.number
    }


def word_in(kind: EnumDescriptor, value: int) -> str:
    """Return the rule sheet's word of a value, ``""`` for one that is not set or not known."""
    return next((word for word, number in words_of(kind).items() if number == value), "")
