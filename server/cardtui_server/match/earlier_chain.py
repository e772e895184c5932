"""The chain of matches that an earlier version began, which wrote acts in a form of its own.

Such a match goes on with it, and its record is verified by it. It says all arguments by name, and
nothing of packs, chips that were bought, and what is only said.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final

from cardtui_engine.actions import Action
from cardtui_engine.cards import Deck
from cardtui_engine.events import Acted, Event
from cardtui_engine.rules import AnyRules

_ARGUMENTS: Final = tuple(sorted(Action._fields[1:]))
_CARDS: Final = ("card", "discard")


def first_head(commitment: bytes, seats: Iterable[bytes]) -> bytes:
    """Return the head before the first act: a hash of the commitments of the server and all seats.

    It is ``b""`` for a match of a version in which the server committed to nothing.
    """
    if not commitment:
        return b""
    hash_ = hashlib.sha256(b"cardtui chain\0" + commitment)
    for each in seats:
        hash_.update(each)
    return hash_.digest()


def head_after(head: bytes, events: Iterable[Event], rules: AnyRules) -> bytes:
    """Return the head after what an entry has told; what is only said does not count."""
    if head:
        for event in events:
            if type(event) is Acted and event.action.verb != "say":
                seen = rules.seen(event, None)
                assert type(seen) is Acted
                head = hashlib.sha256(head + act_line(seen, rules.deck).encode()).digest()
    return head


def act_line(acted: Acted, deck: Deck) -> str:
    """Return an act as the chain has it: the seat, the verb, and the arguments by name.

    >>> from cardtui_engine.cards import FRENCH
    >>> act_line(Acted(2, Action("bet", to=3)), FRENCH)
    '2 bet to=3'
    """
    seat, action = acted
    given = [(name, getattr(action, name)) for name in _ARGUMENTS]
    words = [f"{name}={_written(name, value, deck)}" for name, value in given if value is not None]
    return " ".join([str(seat), action.verb, *words])


def _written(name: str, value: Any, deck: Deck) -> str:
    if name in _CARDS:
        return deck.code(value)
    if name == "melds":
        return "/".join(["-".join([deck.code(card) for card in meld]) for meld in value])
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "true" if value is True else str(value)
