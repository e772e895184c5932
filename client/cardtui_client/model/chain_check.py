"""Folds what a spectator is told into the chain of the match, and compares it with the server's.

The chain is over the lines of the match's record, which this client writes from what it is told.
Matches that an earlier version of the server began have another one, which is not folded here. A
player is told more of the own acts than spectators are, and cannot do this.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, shuffle_pb2
from cardtui_client.model.cards import HIDDEN, face
from cardtui_client.model.verbs import sheet_word, word_in

_NAMES: Final = {"source": "from"}
"""What arguments are called in records where their fields have another name."""


class ChainCheck:
    """The chain of the match at one table, as far as it can be told.

    Attributes:
        broken: whether the server's chain was another one.
    """

    def __init__(self) -> None:
        self.broken = False
        self._head = b""

    def begin(self, head: bytes) -> None:
        """Go on from that head; ``b""`` if it is not known."""
        self._head = head

    def begin_match(self, shuffle: shuffle_pb2.Shuffle) -> None:
        """Begin with the commitments of a match."""
        given = [seat.commitment for seat in shuffle.seats]
        message = b"".join([b"cardtui lines\0", shuffle.commitment, *given])
        self._head = hashlib.sha256(message).digest()

    def note(self, events: Iterable[events_pb2.Event]) -> None:
        """Fold into the chain what happened by one update."""
        line = told_line(events)
        if line is None:
            self._head = b""
        elif self._head and line:
            self._head = hashlib.sha256(self._head + line.encode()).digest()

    def compare(self, head: bytes) -> None:
        """Compare the chain with the server's."""
        if self._head and head and self._head != head:
            self.broken = True


def told_line(events: Iterable[events_pb2.Event]) -> str | None:
    """Return what the record has of an update's events, as a spectator is told them.

    It is ``""`` for nothing, and ``None`` for an act that only a newer version can write. An act
    comes before what it brings about.
    """
    for event in events:
        match event.WhichOneof("event"):
            case "acted":
                action = event.acted.action
                verb = action.WhichOneof("action")
                return verb and f"{event.acted.seat} {act_words(action, verb)}"
            case "said" if event.said.act:
                return f"{event.said.seat} say {json.dumps(event.said.text, ensure_ascii=False)}"
            case "hand_started":
                return "pack"
            case "chips_bought":
                return f"top_up {event.chips_bought.seat} {event.chips_bought.chips}"
            case _:
                pass
    return ""


def act_words(action: actions_pb2.Action, verb: str) -> str:
    """Return an action as records have it: the verb, and the arguments in alphabetical order.

    The first argument of a verb has no name.

    >>> act_words(actions_pb2.Action(bet=actions_pb2.BetAction(to=3)), "bet")
    'bet 3'
    """
    message: Any = getattr(action, verb)
    words = [sheet_word(verb)]
    fields = sorted(message.DESCRIPTOR.fields, key=lambda field: field.name)
    for place, field in enumerate(fields):
        if field.has_presence and not message.HasField(field.name):
            continue
        written = _written(field, getattr(message, field.name))
        if written:
            name = _NAMES.get(field.name, field.name)
            words.append(f"{name}={written}" if place else written)
    return " ".join(words)


def _written(field: FieldDescriptor, value: Any) -> str:
    """Return an argument as records have it; ``""`` for one that is left out."""
    if field.enum_type is cards_pb2.Card.DESCRIPTOR:
        return _code(value) if value else ""
    if field.enum_type is not None:
        return word_in(field.enum_type, value)
    if field.message_type is not None:  # melds
        return "/".join("-".join(map(_code, meld.cards)) for meld in value)
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "true" if value else ""
    return ",".join(map(str, value)) if field.is_repeated else str(value)


def _code(card: int) -> str:
    return "??" if card == HIDDEN else face(card).code
