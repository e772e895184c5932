"""Records: a match as a value that replays exactly (`replay`), and where it comes from (`Origin`).
`record_writing` makes a text of it, and `record_reading` reads one.

A record says what was agreed and what was put in: packs, actions, chips that were bought. All else
(positions, events, results) follows from it by the rules. One that a server wrote says, too, where
it comes from: its `Origin`, with all that proves how its packs were made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, assert_never

from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.distinct import distinct
from cardtui_engine.events import Event
from cardtui_engine.gestures import Sign
from cardtui_engine.library.registry import get_rules, is_game
from cardtui_engine.options import OptionValue
from cardtui_engine.refusals import BadOption, BadSetup, IllegalAction


class RecordError(ValueError):
    """A record that cannot be read or replayed.

    Attributes:
        line: the line of the text, from 1; 0 if the text itself can be read.
        template: what is wrong: the English sentence with ``{named}`` places; a message id for
            translation.
        args_: the values for those places, as text.
    """

    def __init__(self, line: int, template: str, /, **args: object) -> None:
        self.line = line
        self.template = template
        self.args_: dict[str, str] = {key: str(value) for key, value in args.items()}
        super().__init__(f"{self.place}: {self.reason}")

    @property
    def place(self) -> str:
        """Where it is wrong."""
        return f"line {self.line}"

    @property
    def reason(self) -> str:
        """The English sentence with its places filled in."""
        return self.template.format_map(self.args_)


class ReplayError(RecordError):
    """A record that breaks the rules.

    Attributes:
        entry: the number of the offending pack, action or top-up, from 1; 0 if the match cannot
            even begin.
    """

    def __init__(self, entry: int, template: str, /, **args: object) -> None:
        self.entry = entry
        super().__init__(0, template, **args)

    @property
    def place(self) -> str:
        """Where it is wrong."""
        return f"entry {self.entry}"


@distinct
class Pack(NamedTuple):
    """A pack that was supplied, top first.

    ``gathered`` is the pack of the hand before, as it was riffled to make this one; empty where the
    pack was shuffled.
    """

    cards: tuple[Card, ...]
    gathered: tuple[Card, ...] = ()


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


class Sitting(NamedTuple):
    """Who decides for a seat from some entry on.

    Attributes:
        after: how many entries came before.
        seat: the seat.
        name: the name of the player or of the bot.
        level: the level of the bot that decides; 0 if a person does.
        character: who the bot is; 0 for one that sits in for a person.
        key: the public key by which a person signs; ``b""`` for none.
    """

    after: int
    seat: int
    name: str
    level: int = 0
    character: int = 0
    key: bytes = b""


class SeenSign(NamedTuple):
    """A signal that a bot saw, and how many entries came before it."""

    after: int
    sign: Sign


class Vouch(NamedTuple):
    """A signature of the head of the chain.

    Attributes:
        seat: the seat of the player who signed; ``None`` for the server.
        when: the number of the hand that had ended, ``over`` or ``closed``.
        signature: the signature.
        key: the server's public key; ``b""`` for a player, whose key stands with the sitting.
    """

    seat: int | None
    when: str
    signature: bytes
    key: bytes = b""


class BotsOf(NamedTuple):
    """The version of the bots that act once so many entries have come."""

    after: int
    version: int


GRAMMAR: Final = 2
"""The grammar of records. In the first one, the chain was not over what was agreed."""

ABSENT: Final = b""
"""What stands for a commitment that a seat never gave, or for what it did not reveal."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record comes from, and what proves how its packs were made.

    Attributes:
        table: the id of the table.
        match: the number of the match at that table.
        began: when it began, as ``2026-11-24T20:15:00Z``.
        own: the seat of the person for whom the record was written; ``None`` if they had none.
        high_card: what was found by drawing for high card: ``"dealer"``, ``"partners"``, or both.
        sittings: who decided for the seats, in order; the first of each seat comes after 0 entries.
        signs: the signals that bots saw, in order: what they did may follow from them.
        secret: the server's secret.
        commitment: what the server committed itself to before the match; empty if to nothing.
        commitments: the same of each seat; `ABSENT` for one that gave none; empty if none did.
        reveals: what each seat has revealed; `ABSENT` for one that did not.
        chain: the head of the chain over what spectators were sent; empty if there was none.
        bots: the versions of the bots that acted, in order; empty if no bot did anything, or in
            grammar 1, if it is not known or there were several.
        closed: whether the table was closed before the match was over.
        rated: whether the match counted for ratings.
        vouches: the latest signature of each who signed, first that of the server.
        grammar: the grammar of its text: `GRAMMAR`, or 1.
        options: the names of the options that it says, where a later version of the game has
            more; ``None`` for all of them, in the order of their names.
    """

    table: str
    match: int
    began: str
    own: int | None = None
    high_card: tuple[str, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    signs: tuple[SeenSign, ...] = ()
    secret: bytes = b""
    commitment: bytes = b""
    commitments: tuple[bytes, ...] = ()
    reveals: tuple[bytes, ...] = ()
    chain: bytes = b""
    bots: tuple[BotsOf, ...] = ()
    closed: bool = False
    rated: bool = False
    vouches: tuple[Vouch, ...] = ()
    grammar: int = GRAMMAR
    options: tuple[str, ...] | None = None


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
        origin: where it comes from, if it was played at a server's table.
        package: the package that brought the game, and its version, as ``cardtui-escoba 1.0``;
            empty for a game of cardtui's own.
    """

    game: str
    seats: int
    options: Mapping[str, OptionValue]
    dealer: int
    players: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = field(default=())
    origin: Origin | None = None
    package: str = field(default="", compare=False)


class Step(NamedTuple):
    """A position in a record, the entry that led to it, and the events that followed."""

    state: Any
    entry: Entry | None
    events: tuple[Event, ...]


def replay(record: Record) -> Iterator[Step]:
    """Play a record from its start; the first step has no entry.

    Raises:
        ReplayError: an entry breaks the rules, or the game cannot be played as agreed.
    """
    if not is_game(record.game):
        raise ReplayError(0, "Unknown game {game}.", game=repr(record.game))
    rules = get_rules(record.game)
    try:
        options = rules.options(record.options, record.seats)
        state = rules.start(options, record.seats, record.dealer)
    except BadOption as error:
        raise ReplayError(0, error.template, **error.args_) from None
    except BadSetup as error:
        raise ReplayError(0, "{why}", why=error) from None
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
            raise ReplayError(number, refusal.template, **refusal.args_) from None
        except BadSetup as error:
            raise ReplayError(number, "{why}", why=error) from None
        yield Step(state, entry, events)
