"""Records: a match as a text file, one line for each action, that replays exactly.

The text starts with what was agreed (game, seats, options, first dealer, players) and goes on with
the packs and actions in order::

    cardtui-record 1
    game cacho
    seats 2
    option hands 1
    dealer 1
    player 0 "Ana"
    player 1 "Beto"
    pack 6S 5S 4S …
    0 bet
    1 bet
    …

Where a seat bought chips between two hands, a line such as ``top_up 1 30`` says how many.

Everything else (positions, events, results) follows from it by the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, assert_never

from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.events import Event
from cardtui_engine.kinds import distinct
from cardtui_engine.library.action_text import action_text, parse_action_text
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.options import OptionValue
from cardtui_engine.refusals import BadOption, BadSetup, IllegalAction
from cardtui_engine.rules import AnyRules

HEADER: Final = "cardtui-record 1"


class RecordError(ValueError):
    """A record that cannot be read or replayed.

    Attributes:
        line: the line of the text, from 1; 0 if the text itself can be read.
        reason: what is wrong.
    """

    def __init__(self, line: int, reason: str, place: str = "") -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"{place or f'line {line}'}: {reason}")


class ReplayError(RecordError):
    """A record that breaks the rules.

    Attributes:
        entry: the number of the offending pack, action or top-up, from 1; 0 if the match cannot
            even begin.
    """

    def __init__(self, entry: int, reason: str) -> None:
        self.entry = entry
        super().__init__(0, reason, f"entry {entry}")


@distinct
class Pack(NamedTuple):
    """A pack that was supplied, top first."""

    cards: tuple[Card, ...]


@distinct
class Act(NamedTuple):
    """An action that was accepted."""

    seat: int
    action: Action


@distinct
class TopUp(NamedTuple):
    """A seat bought that many chips between two hands."""

    seat: int
    chips: int


Entry = Pack | Act | TopUp


@dataclass(frozen=True, slots=True)
class Record:
    """A match: what was agreed, and what happened.

    Attributes:
        game: the game's id.
        seats: the number of seats.
        options: all options of the game.
        dealer: the first dealer.
        players: the names by seat, with ``""`` for a seat without one; ``()`` if nobody is named.
        entries: packs, actions and top-ups in order.
    """

    game: str
    seats: int
    options: Mapping[str, OptionValue]
    dealer: int
    players: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = field(default=())


class Step(NamedTuple):
    """A position in a record, the entry that led to it, and the events that followed."""

    state: Any
    entry: Entry | None
    events: tuple[Event, ...]


def write(record: Record) -> str:
    """Return the record as text."""
    rules = get_rules(record.game)
    lines = [HEADER, f"game {record.game}", f"seats {record.seats}"]
    defaults = {spec.name: spec.default for spec in rules.specs}
    lines += [
        f"option {name} {json.dumps(value, ensure_ascii=False)}"
        for name, value in record.options.items()
        if value != defaults[name]
    ]
    lines.append(f"dealer {record.dealer}")
    lines += [
        f"player {seat} {json.dumps(name, ensure_ascii=False)}"
        for seat, name in enumerate(record.players)
        if name
    ]
    lines += [_entry_line(entry, rules) for entry in record.entries]
    return "\n".join(lines) + "\n"


def _entry_line(entry: Entry, rules: AnyRules) -> str:
    match entry:
        case Pack(cards):
            return "pack " + " ".join(map(rules.deck.code, cards))
        case Act(seat, action):
            return f"{seat} {action_text(action, rules)}"
        case TopUp(seat, chips):
            return f"top_up {seat} {chips}"
        case _:
            assert_never(entry)


def read(text: str) -> Record:
    """Return the record in a text.

    Raises:
        RecordError: the text is not a record. Nothing is replayed here.
    """
    # Not splitlines(): what players said may hold a separator that it takes for the end of a line.
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != HEADER:
        raise RecordError(1, f"a record begins with {HEADER!r}")
    return _Reader(lines[1:]).read()


class _Reader:
    """Reads the lines after the header."""

    def __init__(self, lines: Sequence[tuple[int, str]]) -> None:
        self.lines = lines
        self.line = 1
        self.agreed: dict[str, str] = {}
        self.options: dict[str, Any] = {}
        self.names: dict[int, str] = {}
        self.named_in: dict[int, int] = {}
        self.entries: list[Entry] = []
        self.rules: AnyRules | None = None

    def read(self) -> Record:
        for number, line in self.lines:
            self.line = number
            word, _, rest = line.partition(" ")
            if word in ("game", "seats", "dealer"):
                self.agreed[word] = rest
                if word != "game":
                    self.number(rest)
                elif rest in game_ids():
                    self.rules = get_rules(rest)
                else:
                    raise self.error(f"unknown game {rest!r}")
            elif word == "option":
                name, _, value = rest.partition(" ")
                self.options[name] = self.value(value)
            elif word == "player":
                self.name(*rest.partition(" ")[::2])
            else:
                self.entries.append(self.entry(word, rest))
        for word in ("game", "seats", "dealer"):
            if word not in self.agreed:
                raise self.error(f"the record does not say {word!r}")
        return self.finish(get_rules(self.agreed["game"]))

    def finish(self, rules: AnyRules) -> Record:
        seats = self.number(self.agreed["seats"])
        dealer = self.number(self.agreed["dealer"])
        if seats not in rules.seats:
            raise self.error(f"{rules.id} is not played by {seats}")
        try:
            options = rules.options(self.options, seats)
        except BadOption as error:
            raise self.error(str(error)) from None
        except RecursionError:  # a list so deep can be read, but not shown
            raise self.error("an option is nested too deeply") from None
        for seat, line in self.named_in.items():
            if seat not in range(seats):
                raise RecordError(line, f"there is no seat {seat}")
        players = tuple(self.names.get(seat, "") for seat in range(seats)) if self.names else ()
        return Record(rules.id, seats, options, dealer, players, tuple(self.entries))

    def name(self, seat: str, quoted: str) -> None:
        name = self.value(quoted)
        if not isinstance(name, str):
            raise self.error(f"{quoted!r} is no name")
        self.names[self.number(seat)] = name
        self.named_in[self.number(seat)] = self.line

    def entry(self, word: str, rest: str) -> Entry:
        if self.rules is None:
            raise self.error("the game must be named before the first pack")
        if word == "pack":
            try:
                return Pack(self.rules.deck.cards(rest.split()))
            except KeyError as error:
                raise self.error(f"there is no card {error}") from None
        if word == "top_up":
            seat, _, chips = rest.partition(" ")
            return TopUp(self.number(seat), self.number(chips))
        try:
            return Act(self.number(word), parse_action_text(rest, self.rules))
        except IllegalAction as refusal:
            raise self.error(refusal.sentence) from None

    def value(self, text: str) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):  # a number or a nesting beyond Python's limits, too
            raise self.error(f"{text!r} is no value") from None

    def number(self, text: str) -> int:
        try:
            return int(text)
        except ValueError:
            raise self.error(f"{text!r} is no number") from None

    def error(self, reason: str) -> RecordError:
        return RecordError(self.line, reason)


def replay(record: Record) -> Iterator[Step]:
    """Play a record from its start; the first step has no entry.

    Raises:
        ReplayError: an entry breaks the rules, or the game cannot be played as agreed.
    """
    if record.game not in game_ids():
        raise ReplayError(0, f"unknown game {record.game!r}")
    rules = get_rules(record.game)
    try:
        options = rules.options(record.options, record.seats)
        state = rules.start(options, record.seats, record.dealer)
    except (BadOption, BadSetup) as error:
        raise ReplayError(0, str(error)) from None
    yield Step(state, None, ())
    for number, entry in enumerate(record.entries, start=1):
        try:
            match entry:
                case Pack(cards):
                    state, events = rules.deal(state, cards)
                case Act(seat, action):
                    state, events = rules.apply(state, seat, action)
                case TopUp(seat, chips):
                    state, events = rules.top_up(state, seat, chips)
                case _:
                    assert_never(entry)
        except IllegalAction as refusal:
            raise ReplayError(number, refusal.sentence) from None
        except BadSetup as error:
            raise ReplayError(number, str(error)) from None
        yield Step(state, entry, events)
