"""Compares the chain of a match and its shuffles with what the server told: `code_of`.
The code that two players compare has `CODE_GROUPS` of `GROUP_DIGITS`. What is said of a match that
does not fit is in `faces/record_words.py`.

The chain is over the lines of the match's record, which this client writes from what it was sent:
what was agreed, who sits where, and what happens. `_UNCHAINED_WORDS` are the words of its other
lines. The check of the shuffles is part of it: the bits that were given must be the bits that
counted.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import (
    actions_pb2,
    cards_pb2,
    events_pb2,
    shuffle_pb2,
    tables_pb2,
    views_pb2,
)
from cardtui_client.history.kept_records import RECORD_HEADERS, Broken
from cardtui_client.model.cards import HIDDEN_CARD, face
from cardtui_client.model.verbs import part_of_action, sheet_word, verb_of_action, word_in

CODE_GROUPS: Final = 4
GROUP_DIGITS: Final = 4

_CHAIN_LABEL: Final = b"cardtui lines 2\0"
_OLD_CHAIN_LABEL: Final = b"cardtui lines\0"
"""What the chain begins with, and what it began with in records of grammar 1."""

_UNCHAINED_WORDS: Final = frozenset(
    ("cardtui-record", "package", "table", "began", "own", "commit", "seat_commit", "gathered")
) | {"signal", "closed", "chain", "reveal", "secret", "server", "signed"}

_HASH_ROUNDS: Final = 1 << 16
"""So often the head is hashed for its code, so that nobody finds two matches with one code."""

_ARGUMENT_NAMES: Final = {"source": "from"}
"""What arguments are called in records where their fields have another name."""

_HIDDEN_FROM_SPECTATORS: Final = re.compile(
    r"^(pack|\d+ claim|\d+ cut(?=.*[A-Z]$)) .*|\S+(?= face_down=true$)", re.DOTALL
)
"""What spectators do not see of a line, but for the words in the group."""


@lru_cache(8)
@lru_cache(maxsize=8)
def code_of(head: bytes) -> str:
    """Return the code of the head of a chain, as people read it to each other; ``""`` for none.

    >>> code_of(bytes(32))
    '2088 1525 6373 5060'
    """
    if not head:
        return ""
    hashed = hashlib.pbkdf2_hmac("sha256", head, b"cardtui code", _HASH_ROUNDS)
    digits = str(int.from_bytes(hashed) % 10 ** (CODE_GROUPS * GROUP_DIGITS)).zfill(
        CODE_GROUPS * GROUP_DIGITS
    )
    return " ".join(re.findall("." * GROUP_DIGITS, digits))


def heads_of(record: str) -> list[bytes]:
    """Return the head of the chain after each line of a record, as far as it can be read.

    The last one is what its line ``chain`` must say. There is none without commitments, nor in a
    record without that line.
    """
    lines = [line.strip() for line in record.split("\n")]
    lines = [line for line in lines if line and not line.startswith("#")]
    said = [line.split(" ") for line in lines]
    old = lines[:1] == [RECORD_HEADERS[0]]
    given = [row[-1] for row in said if row[0] in ("commit", "seat_commit")]
    if not given or not any(row[0] == "chain" for row in said):
        return []
    try:
        message = bytes.fromhex("".join(given).replace("absent", ""))
    except ValueError:
        return []
    heads = [hashlib.sha256((_OLD_CHAIN_LABEL if old else _CHAIN_LABEL) + message).digest()]
    for line, (word, *_rest) in zip(lines, said, strict=True):
        acts = word in ("pack", "top_up") or word.isdecimal()
        if acts or not (old or word in _UNCHAINED_WORDS):
            heads.append(_after(heads[-1], line))
    return heads


def _after(head: bytes, line: str) -> bytes:
    """Return the head after a line of the record."""
    seen = _HIDDEN_FROM_SPECTATORS.sub(lambda found: found[1] or "??", line)
    return hashlib.sha256(head + seen.encode()).digest()


class Agreed(NamedTuple):
    """A head of the chain that the server told, and that you came to yourself.

    Attributes:
        match: the number of the match.
        hand: the number of the hand that had ended; 0 for the end of the match.
        head: the head.
    """

    match: int
    hand: int
    head: bytes


class ChainCheck:
    """The chain of the match at one table, as far as it can be told.

    Attributes:
        head: what you come to by what you were told; ``b""`` if that is not known.
        heads: all heads of this match that you came to or were told at some time: the record of the
            match must come by each.
    """

    def __init__(self) -> None:
        self.head = b""
        self.heads: tuple[bytes, ...] = ()
        self._match = 0
        self._old = False

    def begin_match(
        self, shuffle: shuffle_pb2.Shuffle, table: tables_pb2.Table, view: views_pb2.PublicView
    ) -> None:
        """Begin with the commitments of a match, what was agreed, and who sits where."""
        given = [seat.commitment for seat in shuffle.seats]
        self._match, self.heads, self._old = shuffle.match, (), False
        self.head = hashlib.sha256(b"".join([_CHAIN_LABEL, shuffle.commitment, *given])).digest()
        for line in (*agreed_lines(table, view), *player_lines(tables_pb2.Table(), table)):
            self.head = _after(self.head, line)

    def sit(self, before: tables_pb2.Table, after: tables_pb2.Table) -> None:
        """Fold into the chain who decides for seats from now on."""
        for line in player_lines(before, after) if self.head and not self._old else ():
            self.head = _after(self.head, line)

    def go_on(self, match: int, head: bytes, *, missed: bool, old: bool = False) -> bool:
        """Go on from the head that a snapshot has; ``b""`` if it is not known.

        Args:
            missed: whether anything may have happened since you were told something.
            old: whether the match began with an older server, so that its record is of grammar 1.

        Returns:
            Whether that may be true.
        """
        self._old = old
        fits = missed or match != self._match or head in (b"", self.head) or not self.head
        if match != self._match:
            self._match, self.heads = match, ()
        self._meet(self.head if self.heads else b"", head)
        self.head = head
        return fits

    def note(self, events: Sequence[events_pb2.Event], bots: int = 0) -> None:
        """Fold into the chain what happened by one update.

        It is lost where an update tells what no line of the record can have.

        Args:
            bots: the version of the bots, if another one acts from now on.
        """
        if bots and self.head and not self._old:
            self.head = _after(self.head, f"bots {bots}")
        line = told_line(events)
        if line is None:
            self.head = b""
        elif self.head and line:
            self.head = _after(self.head, line)

    def compare(self, head: bytes) -> bool:
        """Return whether the server's chain, whose head it tells, is the same."""
        self._meet(self.head, head)
        return self.head == head

    def _meet(self, *heads: bytes) -> None:
        self.heads = (*self.heads, *(each for each in heads if each and each not in self.heads))


def agreed_lines(table: tables_pb2.Table, view: views_pb2.PublicView) -> Iterator[str]:
    """Yield what the record of a match says that was agreed, as it begins at a table."""
    yield f"game {table.game}"
    yield f"seats {len(table.seats)}"
    values = {name: plain_option(value) for name, value in table.options.items()}
    if table.chips_option:
        values[table.chips_option] = [*view.chips]
    for name in sorted(values):
        yield f"option {name} {json.dumps(values[name], ensure_ascii=False)}"
    yield f"dealer {view.dealer}"
    drawn = {
        "dealer": table.first_dealer == tables_pb2.FIRST_DEALER_HIGH_CARD,
        "partners": table.partners == tables_pb2.PARTNERS_HIGH_CARD,
    }
    if any(drawn.values()):
        yield " ".join(["high_card", *(what for what, by_card in drawn.items() if by_card)])
    if table.match_rated:
        yield "rated"


def plain_option(value: tables_pb2.OptionValue) -> Any:
    """Return the value of an option as JSON has it."""
    kind = value.WhichOneof("value")
    if kind is None:
        return None
    return [*value.by_seat.numbers] if kind == "by_seat" else getattr(value, kind)


def player_lines(before: tables_pb2.Table, after: tables_pb2.Table) -> Iterator[str]:
    """Yield who decides for seats from now on, where that is somebody else than before."""
    known = {each.seat: (*decides(each), _key(each)) for each in before.seats}
    for each in after.seats:
        name, level, character, key = who = (*decides(each), _key(each))
        if name and known.get(each.seat) != who:
            by = f" {level} {character}" if level else f" {key.hex()}" if key else ""
            yield f"player {each.seat} {json.dumps(name, ensure_ascii=False)}{by}"


def decides(seat: tables_pb2.Seat) -> tuple[str, int, int]:
    """Return who decides for a seat: name, level and character."""
    return seat.name, seat.bot or seat.stand_in, 0 if seat.stand_in else seat.character


def _key(seat: tables_pb2.Seat) -> bytes:
    """Return the key by which a seat signs; while a bot decides for it, nobody does."""
    return b"" if seat.bot or seat.stand_in else seat.key


def told_line(events: Sequence[events_pb2.Event]) -> str | None:
    """Return what the record has of an update's events, as they were told.

    It is ``""`` for nothing, and ``None`` for an act that cannot be written, and for more than one:
    the chain is not over all that was told. An act comes before what it brings about.
    """
    if sum(event.HasField("acted") for event in events) > 1:
        return None
    for event in events:
        match event.WhichOneof("event"):
            case "acted":
                action = event.acted.action
                verb = verb_of_action(action)
                return (verb or None) and f"{event.acted.seat} {act_words(action, verb)}"
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
    message: Any = part_of_action(action)
    words = [sheet_word(verb)]
    fields = sorted(message.DESCRIPTOR.fields, key=lambda field: field.name)
    first = fields[0].name if fields else ""
    if action.HasField("other"):
        fields = [field for field in fields if field.name not in ("verb", "first")]
        words, first = [verb], message.first
    for field in fields:
        if field.has_presence and not message.HasField(field.name):
            continue
        written = _written(field, getattr(message, field.name))
        if written:
            name = _ARGUMENT_NAMES.get(field.name, field.name)
            words.append(written if field.name == first else f"{name}={written}")
    return " ".join(words)


def _written(field: FieldDescriptor, value: Any) -> str:
    """Return an argument as records have it; ``""`` for one that is left out."""
    if field.enum_type is cards_pb2.Card.DESCRIPTOR:
        return code_of_card(value) if value else ""
    if field.enum_type is not None:
        return word_in(field.enum_type, value)
    if field.message_type is not None:  # melds
        return "/".join("-".join(map(code_of_card, meld.cards)) for meld in value)
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "true" if value else ""
    if field.name == "text":
        return json.dumps(value, ensure_ascii=False)
    return ",".join(map(str, value)) if field.is_repeated else str(value)


def code_of_card(card: int) -> str:
    """Return a card as records have it, one that is hidden too."""
    return "??" if card == HIDDEN_CARD else face(card).code


class LeavesOut(Protocol):
    """Knows the bits that you gave for matches."""

    def __call__(
        self, table: str, shuffle: shuffle_pb2.Shuffle, /, *, seated: bool
    ) -> Sequence[Broken]:
        """Return how a match goes without it; nothing is missed where you have no seat."""
        ...


class ShuffleCheck:
    """What a server has told of the shuffles of one table.

    Attributes:
        broken: by the number of the match, how the server has broken its word, in the order in
            which that was found; 0 where the server does not say which match it is.
    """

    def __init__(self, leaves_out: LeavesOut | None) -> None:
        self.broken: tuple[tuple[int, Broken], ...] = ()
        self._leaves_out = leaves_out
        self._seen: shuffle_pb2.Shuffle | None = None

    def see(
        self, table: str, shuffle: shuffle_pb2.Shuffle, *, seated: bool, playing: bool, live: bool
    ) -> None:
        """Take note of a shuffle, and compare it with the one before.

        Args:
            shuffle: as the server tells it now.
            seated: whether you have a seat there.
            playing: whether a match was under way before this was told.
            live: whether it comes as an update, so that nothing was told between.
        """
        before, self._seen = self._seen, shuffle
        match = shuffle.match
        if before is not None and before.match == match:
            if not _goes_on(before, shuffle):
                self.find(match, Broken.PROMISE)
        elif before is not None and (
            match < before.match or (live and (playing or not before.begun))
        ):
            self.find(before.match, Broken.PROMISE)
            self.find(match, Broken.PROMISE)
        elif live and shuffle.begun and any(seat.commitment for seat in shuffle.seats):
            self.find(match, Broken.NOT_ASKED)
        if any(seat.bits and not _fits(seat) for seat in shuffle.seats) or (
            shuffle.secret and not is_over(table, shuffle)
        ):
            self.find(match, Broken.PROMISE)
        self.look_again(table, seated=seated)

    def look_again(self, table: str, *, seated: bool) -> None:
        """Compare the shuffle with the bits that you gave: more may be known of them by now."""
        if self._leaves_out is not None and self._seen is not None:
            for broken in self._leaves_out(table, self._seen, seated=seated):
                self.find(self._seen.match, broken)

    def see_none(self, table: str, *, seated: bool) -> None:
        """Take note that a match is played of whose shuffle nothing is told."""
        if self._seen is not None:
            self.find(0, Broken.PROMISE)
        if self._leaves_out is not None:
            for broken in self._leaves_out(table, shuffle_pb2.Shuffle(begun=True), seated=seated):
                self.find(0, broken)

    def find(self, match: int, broken: Broken) -> None:
        """Note how the server has broken its word in a match."""
        if (match, broken) not in self.broken:
            self.broken = (*self.broken, (match, broken))


def _goes_on(before: shuffle_pb2.Shuffle, after: shuffle_pb2.Shuffle) -> bool:
    """Return whether a shuffle stays with all that was told of it before."""
    if len(before.seats) != len(after.seats) or before.commitment != after.commitment:
        return False
    if before.begun and (not after.begun or before.grammar != after.grammar):
        return False
    if before.secret not in (b"", after.secret):
        return False
    return all(
        was.commitment == now.commitment
        # What is missing as a match begins counts no more; until then it may still come.
        and was.bits in ((now.bits,) if before.begun else (b"", now.bits))
        for was, now in zip(before.seats, after.seats, strict=True)
    )


def _fits(seat: shuffle_pb2.SeatBits) -> bool:
    return hashlib.sha256(b"cardtui seat\0" + seat.bits).digest() == seat.commitment


def is_over(table: str, shuffle: shuffle_pb2.Shuffle) -> bool:
    """Return whether the server has shown the secret to which it had committed."""
    label = f"cardtui server\0{table}\0{shuffle.match}\0".encode()
    return (
        bool(shuffle.secret)
        and hashlib.sha512(label + shuffle.secret).digest() == shuffle.commitment
    )
