"""The chain: a hash over what was agreed, who sat where, and what spectators saw (`told_line`).

It goes line by line of the match's record. Its head tells nothing hidden, and is the same for every
reader. Players and spectators are told it with the end of each hand, so nobody can be shown another
match later. A reader of the record folds its lines, but for what was hidden: no rules are needed
for that. Records of grammar 1 have only packs, acts and purchases in their chain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from cardtui_engine.events import Acted, ChipsBought, Event, HandStarted
from cardtui_engine.library.action_text import action_text
from cardtui_engine.library.records import GRAMMAR
from cardtui_engine.rules import AnyRules

_LABELS: Final = (b"cardtui lines\0", b"cardtui lines 2\0")
"""What the chain begins with, by the grammar of the record."""


def first_head(commitment: bytes, seats: Iterable[bytes], grammar: int = GRAMMAR) -> bytes:
    """Return the head before the first line: a hash of the commitments of the server and all seats.

    It is ``b""`` for a match in which the server has committed to nothing.
    """
    if not commitment:
        return b""
    hash_ = hashlib.sha256(_LABELS[grammar - 1] + commitment)
    for each in seats:
        hash_.update(each)
    return hash_.digest()


def head_with(head: bytes, lines: Iterable[str]) -> bytes:
    """Return the head after lines of the record that hide nothing."""
    for line in lines if head else ():
        head = hashlib.sha256(head + line.encode()).digest()
    return head


def head_after(head: bytes, events: Iterable[Event], rules: AnyRules) -> bytes:
    """Return the head after an entry of the match, given what happened by it."""
    line = told_line(events, rules)
    return hashlib.sha256(head + line.encode()).digest() if head and line else head


def told_line(events: Iterable[Event], rules: AnyRules) -> str:
    """Return the line of the record for an entry, as spectators were told it.

    It follows from the first event of those that an entry itself has; what an act brings about
    comes later. A pack is hidden, so that the word alone is left of its line.

    >>> from cardtui_engine.actions import Action
    >>> from cardtui_engine.cards import FRENCH
    >>> from cardtui_engine.library.registry import get_rules
    >>> rules = get_rules("truco-brasileiro")
    >>> told_line([HandStarted(1, 0)], rules)
    'pack'
    >>> told_line([Acted(2, Action("play", FRENCH.card("7D"), face_down=True))], rules)
    '2 play ?? face_down=true'
    """
    for event in events:
        match event:
            case Acted():
                seen = rules.seen(event, None)
                assert type(seen) is Acted
                return f"{seen.seat} {action_text(seen.action, rules)}"
            case HandStarted():
                return "pack"
            case ChipsBought(seat, chips):
                return f"top_up {seat} {chips}"
            case _:
                pass
    return ""
