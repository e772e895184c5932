"""Transcripts: matches as records whose comments say all that happened and could be seen.

A transcript is a record (`cardtui_engine.library.records`): strip its comments and it can be
replayed. What is done stands in the record, so that better bots change no transcript; what
follows from it stands in the comments, so that another rule, event, view or price does.

Hands at the start and the end of a match are told in full, those between by their events:

    # > what happened, as those know it who know all
    # = fields of the public view that changed (a tail of … is what came to a list)
    # 1: fields of that seat's own view that changed
    # 1 may: what it may do now, with its arguments, @ the price, and what it amounts to
"""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from cardtui_engine.events import Acted, Event
from cardtui_engine.library import records
from cardtui_engine.library.display import choice_text, event_text, value_text
from cardtui_engine.library.record_writing import write as write_record
from cardtui_engine.library.records import Pack, Record, Step
from cardtui_engine.library.registry import get_rules
from cardtui_engine.plain import plain
from cardtui_engine.rules import AnyRules

WIDTH: Final = 110
TOLD: Final = (1, 1)
"""How many hands are told in full at the start and at the end."""

Fields = dict[str, Any]


def annotate(record: Record) -> str:
    """Return the record with comments.

    Raises:
        RecordError: the rules do not take an entry any more.
    """
    lines = write_record(record).splitlines()
    first = len(lines) - len(record.entries)
    told = _Teller(get_rules(record.game), record.seats)
    steps = list(records.replay(record))
    hands = _hand_numbers(steps)
    text = [*lines[:first], *told.changes(steps[0])]
    for line, step, hand in zip(lines[first:], steps[1:], hands[1:], strict=True):
        if isinstance(step.entry, Pack):
            text += ["", f"# Hand {hand}"]
        text.append(line)
        in_full = hand <= TOLD[0] or hand > hands[-1] - TOLD[1]
        text += told.events(step.events)
        if in_full:
            text += told.changes(step)
        else:
            told.forget(step)
    return "\n".join(text) + "\n"


def _hand_numbers(steps: Sequence[Step]) -> list[int]:
    """Return for each step in which hand it is, counted by packs."""
    numbers, hand = [], 0
    for step in steps:
        hand += isinstance(step.entry, Pack)
        numbers.append(hand)
    return numbers


class _Teller:
    """Tells what changed since it told last."""

    def __init__(self, rules: AnyRules, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.public: Fields = {}
        self.own: list[Fields] = [{} for _ in range(seats)]
        self.may: list[str] = [""] * seats

    def events(self, events: Iterable[Event]) -> Iterator[str]:
        """Say what happened, and how the spectators know it where something is hidden."""
        for event in events:
            seen = self.rules.seen(event, None)
            if isinstance(event, Acted) and seen == event:
                continue  # the record's own line says it
            shown = event_text(event, self.rules.deck)
            if seen != event:
                shown += f"   (others: {event_text(seen, self.rules.deck).partition(' ')[2]})"
            yield from _comment(f"> {shown}")

    def changes(self, step: Step) -> Iterator[str]:
        """Say what changed in what the spectators and each seat can see and do."""
        public, own, may = self._look(step)
        yield from _comment(_difference("=", self.public, public))
        for seat in range(self.seats):
            yield from _comment(_difference(f"{seat}:", self.own[seat], own[seat]))
        for seat in range(self.seats):
            if may[seat] and may[seat] != self.may[seat]:
                yield from _comment(f"{seat} may: {may[seat]}")
        self.public, self.own, self.may = public, own, may

    def forget(self, step: Step) -> None:
        """Look, and say nothing."""
        self.public, self.own, self.may = self._look(step)

    def _look(self, step: Step) -> tuple[Fields, list[Fields], list[str]]:
        rules, deck = self.rules, self.rules.deck
        spectator = rules.view(step.state, None)
        assert spectator.own is None
        public = {**plain(spectator.common, deck), **plain(spectator.game, deck)}
        own, may = [], []
        for seat in range(self.seats):
            view = rules.seat_view(step.state, seat)
            assert view[:2] == spectator[:2]
            hand = " ".join(map(deck.code, view.own.hand))
            own.append({"hand": hand, **(plain(view.own.game, deck) or {})})
            may.append("; ".join(choice_text(each, deck) for each in view.own.choices))
        return public, own, may


def _comment(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="# ", subsequent_indent="#     ") if text else []


def _difference(head: str, before: Fields, after: Fields) -> str:
    changed = [
        f"{name}={_tail(before.get(name), value)}"
        for name, value in after.items()
        if name not in before or before[name] != value
    ]
    return " ".join([head, *changed]) if changed else ""


def _tail(before: Any, after: Any) -> str:
    """Return the value, of a list that grew only what came to it."""
    if isinstance(before, list) and isinstance(after, list) and before:
        size = len(before)
        if len(after) > size and after[:size] == before:
            return "[… " + value_text(after[size:])[1:]
    return value_text(after)
