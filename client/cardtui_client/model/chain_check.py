"""Folds what a spectator is told into the chain of the match, and compares it with the server's.

A player is told more of the own acts than spectators are, and cannot do this.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, shuffle_pb2
from cardtui_client.model.cards import HIDDEN, face
from cardtui_client.model.verbs import sheet_word, word_in


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
        message = b"".join([b"cardtui chain\0", shuffle.commitment, *given])
        self._head = hashlib.sha256(message).digest()

    def note(self, events: Iterable[events_pb2.Event]) -> None:
        """Fold what happened into the chain."""
        for event in events:
            if not self._head or not event.HasField("acted"):
                continue
            acted = event.acted
            verb = acted.action.WhichOneof("action")
            if verb is None:
                self._head = b""  # an act of a newer version
            elif verb != "say":
                line = f"{acted.seat} {act_words(acted.action, verb)}"
                self._head = hashlib.sha256(self._head + line.encode()).digest()

    def compare(self, head: bytes) -> None:
        """Compare the chain with the server's."""
        if self._head and head and self._head != head:
            self.broken = True


def act_words(action: actions_pb2.Action, verb: str) -> str:
    """Return an action as the chain has it: the verb, and the arguments by name.

    >>> act_words(actions_pb2.Action(bet=actions_pb2.BetAction(to=3)), "bet")
    'bet to=3'
    """
    message: Any = getattr(action, verb)
    words = [sheet_word(verb)]
    for field in sorted(message.DESCRIPTOR.fields, key=lambda field: field.name):
        if field.has_presence and not message.HasField(field.name):
            continue
        written = _written(field, getattr(message, field.name))
        if written:
            words.append(f"{field.name}={written}")
    return " ".join(words)


def _written(field: FieldDescriptor, value: Any) -> str:
    """Return an argument as the chain has it; ``""`` for one that is left out."""
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
