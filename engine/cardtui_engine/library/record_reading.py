"""Records read from text by the grammar of docs/records.md, line by line; why one is refused, and
at which line. How long a record, a line and a name may be: `MOST_BYTES`, `LONGEST_LINE`,
`LONGEST_NAME`.

A text may come from anybody: whatever it holds, it is read in a bounded time, or refused with the
line and the reason.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from cardtui_engine.cards import Card
from cardtui_engine.gestures import Gesture, Sign
from cardtui_engine.library.action_text import parse_action_text
from cardtui_engine.library.record_writing import ABSENT_WORD, HEADER, HEADERS
from cardtui_engine.library.records import (
    ABSENT,
    Act,
    BotsOf,
    Entry,
    Origin,
    Pack,
    Record,
    RecordError,
    SeenSign,
    Sitting,
    TopUp,
    Vouch,
)
from cardtui_engine.library.registry import get_rules, is_game
from cardtui_engine.refusals import BadOption, IllegalAction
from cardtui_engine.rules import AnyRules

MOST_BYTES: Final = 2_000_000
"""The longest text that is read: more than a thousand hands."""

LONGEST_LINE: Final = 20_000
"""In letters; no line of a match has a tenth of it."""

LONGEST_NAME: Final = 100

_PACKAGE: Final = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}( [A-Za-z0-9][A-Za-z0-9.+!_-]{0,49})?"
)
_REQUIRED_WORDS: Final = ("game", "seats", "dealer")
_ORIGIN_WORDS: Final = (
    *("table", "began", "own", "high_card", "commit", "seat_commit", "gathered"),
    *("secret", "reveal", "chain", "closed", "bots", "rated", "server", "signed"),
)
"""The words that say where a record comes from."""

_REQUIRED_ORIGIN_WORDS: Final = ("table", "began")
"""What a record must say with any of these, beside `_REQUIRED_WORDS`."""

_REPEATABLE_WORDS: Final = ("seat_commit", "reveal", "gathered", "bots", "signed")
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
_TABLE: Final = re.compile(r"[a-z0-9]{1,32}")
_BEGAN: Final = re.compile(
    r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}Z"
)
_BYTES: Final = re.compile(r"(?:[0-9a-f]{2}){1,64}")
_KEY: Final = re.compile("[0-9a-f]{64}")
_VOUCHED_MOMENT: Final = re.compile("[1-9][0-9]{0,5}|over|closed")
_MOST_VOUCHES: Final = 40
"""How many may have signed; each signature takes a moment to check."""

_UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def read(text: str | bytes) -> Record:
    """Return the record in a text, or in the bytes of a file.

    Raises:
        RecordError: the text is not a record. Nothing is replayed here.
    """
    if len(text) > MOST_BYTES:
        raise RecordError(1, "A record has at most {most} bytes.", most=MOST_BYTES)
    whole = _decoded(text) if isinstance(text, bytes) else text
    # Not splitlines(): what players said may hold a separator that it takes for the end of a line.
    lines = [(number, line.strip()) for number, line in enumerate(whole.split("\n"), start=1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] not in HEADERS:
        raise RecordError(1, "A record that this version can read begins with {line}.", line=HEADER)
    return _Reader(lines[1:], HEADERS.index(lines[0][1]) + 1).read()


def wants_its_end(text: bytes) -> bool:
    """Tell whether a text is the beginning of a record from a server, whose end is missing."""
    words = {line.strip().partition(b" ")[0] for line in text.split(b"\n")}
    return b"commit" in words and words.isdisjoint((b"chain", b"secret"))


def entry_lines(text: bytes) -> list[int]:
    """Return the line of each entry of a record that can be read, both counted from 1."""
    words = [line.strip().partition(b" ")[0] for line in text.split(b"\n")]
    return [
        number
        for number, word in enumerate(words, start=1)
        if word in (b"pack", b"top_up") or word.isdigit()
    ]


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")  # as some editors write
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "This is not text in UTF-8.") from None


class _Reader:
    """Reads the lines after the header."""

    def __init__(self, lines: Sequence[tuple[int, str]], grammar: int) -> None:
        self.lines = lines
        self.grammar = grammar
        self.line = 1
        self.said: dict[str, str] = {}
        self.options: dict[str, Any] = {}
        self.sittings: list[Sitting] = []
        self.signs: list[SeenSign] = []
        self.vouches: list[Vouch] = []
        self.bots: list[BotsOf] = []
        self.gathered: tuple[Card, ...] = ()
        self.by_seat: dict[str, dict[int, bytes]] = {"seat_commit": {}, "reveal": {}}
        self.seats_named: dict[int, int] = {}
        self.entries: list[Entry] = []
        self.rules: AnyRules | None = None

    def read(self) -> Record:
        for number, line in self.lines:
            self.line = number
            if len(line) > LONGEST_LINE:
                raise self.error("The line is too long.")
            word, _, rest = line.partition(" ")
            if word in (*_REQUIRED_WORDS, "package") or word in _ORIGIN_WORDS:
                self.fact(word, rest)
            elif word == "option":
                name, _, value = rest.partition(" ")
                if name in self.options:
                    raise self.error("{word} is said twice.", word=repr(f"{word} {name}"))
                self.options[name] = self.value(value)
            elif word == "player":
                self.player(rest)
            elif word == "signal":
                self.signal(rest)
            else:
                self.entry(word, rest)
        from_server = not self.said.keys().isdisjoint(_ORIGIN_WORDS)
        for word in (*_REQUIRED_WORDS, *(_REQUIRED_ORIGIN_WORDS if from_server else ())):
            if word not in self.said:
                raise self.error("The record does not say {word}.", word=repr(word))
        return self.finish(get_rules(self.said["game"]))

    def finish(self, rules: AnyRules) -> Record:
        seats = self.number(self.said["seats"])
        dealer = self.number(self.said["dealer"])
        if seats not in rules.seats:
            raise self.error(
                "The game {game} is not for {seats} players.", game=rules.id, seats=seats
            )
        try:
            options = rules.options(self.options, seats)
        except BadOption as error:
            raise self.error(error.template, **error.args_) from None
        except RecursionError:  # a list so deep can be read, but not shown
            raise self.error("An option is nested too deeply.") from None
        for seat, line in self.seats_named.items():
            if seat not in range(seats):
                raise RecordError(line, "There is no seat {seat}.", seat=seat)
        names = {each.seat: each.name for each in self.sittings if not each.after}
        players = tuple(names.get(seat, "") for seat in range(seats)) if names else ()
        origin = None
        if "table" in self.said:
            origin = self.origin(seats)
            if self.grammar > 1 and list(self.options) != sorted(options):
                origin = replace(origin, options=tuple(self.options))
        entries, package = tuple(self.entries), self.said.get("package", "")
        return Record(rules.id, seats, options, dealer, players, entries, origin, package)

    def origin(self, seats: int) -> Origin:
        said = self.said
        table, match = said["table"].split(" ")
        if self.gathered:
            raise self.error("The record ends where an entry is expected.")
        return Origin(
            table,
            int(match),
            said["began"],
            own=int(said["own"]) if "own" in said else None,
            high_card=tuple(said["high_card"].split()) if "high_card" in said else (),
            sittings=tuple(self.sittings),
            signs=tuple(self.signs),
            secret=bytes.fromhex(said.get("secret", "")),
            commitment=bytes.fromhex(said.get("commit", "")),
            commitments=(commitments := self.of_seats("seat_commit", seats)),
            reveals=self.of_seats("reveal", len(commitments)),
            chain=bytes.fromhex(said.get("chain", "")),
            bots=tuple(self.bots),
            closed="closed" in said,
            rated="rated" in said,
            vouches=tuple(self.vouches),
            grammar=self.grammar,
        )

    def of_seats(self, word: str, seats: int) -> tuple[bytes, ...]:
        """Return what is said of each seat; seats of other tables may follow, with the same packs.

        Args:
            seats: how many there are: for reveals, all that have committed to something.
        """
        given = self.by_seat[word]
        count = seats if word == "reveal" else max(seats, len(given))
        if given and sorted(given) != list(range(count)):
            raise self.error("The record does not say {word} of every seat.", word=repr(word))
        return tuple(given[seat] for seat in sorted(given))

    def fact(self, word: str, rest: str) -> None:
        """Read a line that says something once, or once of each seat or entry."""
        if word in self.said and word not in _REPEATABLE_WORDS:
            raise self.error("{word} is said twice.", word=repr(word))
        match word:
            case "game":
                if not is_game(rest) and "package" in self.said:
                    raise self.error(
                        "The game {game} is not installed: install {package}.",
                        game=repr(rest),
                        package=self.said["package"],
                    )
                if not is_game(rest):
                    raise self.error("Unknown game {game}.", game=repr(rest))
                self.rules = get_rules(rest)
            case "package":
                if not _PACKAGE.fullmatch(rest):
                    raise self.error(
                        "{text} is not a package and its version.", text=repr(_short(rest))
                    )
            case "seats" | "dealer":
                self.number(rest)
            case "own":
                self.seat(rest)
            case "table":
                table, _, number = rest.partition(" ")
                if not _TABLE.fullmatch(table) or self.number(number) < 1:
                    raise self.error(
                        "{text} is not a table and the number of a match.", text=repr(rest)
                    )
            case "began":
                if not _BEGAN.fullmatch(rest):
                    raise self.error("{text} is not a time.", text=repr(rest))
            case "bots":
                if (version := self.number(rest)) < 1:
                    raise self.error("{text} is not a version of bots.", text=repr(rest))
                self.bots.append(BotsOf(len(self.entries), version))
            case "high_card":
                if rest not in ("dealer", "partners", "dealer partners"):
                    raise self.error("{text} is not drawn by high card.", text=repr(rest))
            case "commit" | "secret" | "chain":
                self.bytes(rest)
            case "seat_commit" | "reveal":
                whose, _, value = rest.partition(" ")
                given = self.by_seat[word]
                if (seat := self.number(whose)) in given:
                    raise self.error(
                        "{word} is said twice of seat {seat}.", word=repr(word), seat=seat
                    )
                given[seat] = ABSENT if value == ABSENT_WORD else self.bytes(value)
            case "server" | "signed":
                self.vouches.append(self.vouch(word, rest))
            case "gathered":
                self.gathered = self.cards(rest)
            case _:
                if rest:
                    raise self.error("{word} takes no {text}.", word=repr(word), text=repr(rest))
        self.said[word] = rest

    def vouch(self, word: str, rest: str) -> Vouch:
        words = rest.split(" ")
        if (
            len(words) != 3
            or not _VOUCHED_MOMENT.fullmatch(words[1])
            or len(self.vouches) >= _MOST_VOUCHES
        ):
            raise self.error("{text} is not a signature.", text=repr(_short(rest)))
        who, when, made = words
        try:
            signature = b64decode(made, validate=True)
        except ValueError:
            raise self.error("{text} is not a signature.", text=repr(_short(rest))) from None
        if word == "server":
            return Vouch(None, when, signature, self.bytes(who))
        return Vouch(self.seat(who), when, signature)

    def player(self, rest: str) -> None:
        seat, _, said = rest.partition(" ")
        name, level, character, key = said, 0, 0, b""
        before, _, last = said.rpartition(" ")
        if before.endswith('"') and _KEY.fullmatch(last):
            name, key = before, bytes.fromhex(last)
        elif not said.endswith('"'):
            name, *numbers = said.rsplit(" ", 2)
            if len(numbers) != 2:
                raise self.error(
                    "{text} is not a name, a level and a character.", text=repr(_short(said))
                )
            level, character = map(self.number, numbers)
        value = self.value(name)
        if not isinstance(value, str):
            raise self.error("{text} is not a name.", text=repr(name))
        if len(value) > LONGEST_NAME or _UNPRINTABLE.search(value):
            raise self.error("This name cannot be shown.")
        self.sittings.append(
            Sitting(
                len(self.entries), self.seat(seat), value, level=level, character=character, key=key
            )
        )

    def signal(self, rest: str) -> None:
        giver, _, said = rest.partition(" ")
        gesture, *lookers = said.split(" ")
        if gesture.upper() not in Gesture.__members__ or gesture != gesture.lower():
            raise self.error("{text} is not a signal.", text=repr(_short(gesture)))
        saw = tuple([self.seat(each) for each in lookers])
        sign = Sign(self.seat(giver), Gesture[gesture.upper()], saw)
        self.signs.append(SeenSign(len(self.entries), sign))

    def entry(self, word: str, rest: str) -> None:
        if self.rules is None:
            raise self.error("The game must be named before the first pack.")
        entry = self.of_match(word, rest, self.rules)
        if self.gathered:
            raise self.error("A pack was gathered, and none is dealt.")
        self.entries.append(entry)

    def of_match(self, word: str, rest: str, rules: AnyRules) -> Entry:
        if word == "pack":
            gathered, self.gathered = self.gathered, ()
            return Pack(self.cards(rest), gathered)
        if word == "top_up":
            buyer, _, chips = rest.partition(" ")
            return TopUp(self.number(buyer), self.number(chips))
        seat = self.number(word)
        try:
            action = parse_action_text(rest, rules)
        except IllegalAction as refusal:
            raise self.error(refusal.template, **refusal.args_) from None
        if action.text is not None and _has_surrogates(action.text):
            raise self.error("What was said is not text in UTF-8.")
        return Act(seat, action)

    def cards(self, text: str) -> tuple[Card, ...]:
        if self.rules is None:
            raise self.error("The game must be named before the first pack.")
        try:
            return tuple(self.rules.deck.cards(text.split()))
        except KeyError as error:
            raise self.error("There is no card {card}.", card=error) from None

    def seat(self, text: str) -> int:
        seat = self.number(text)
        self.seats_named.setdefault(seat, self.line)
        return seat

    def bytes(self, text: str) -> bytes:
        if not _BYTES.fullmatch(text):
            raise self.error("These are not bytes in hexadecimal digits.")
        return bytes.fromhex(text)

    def value(self, text: str) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):  # a number or a nesting beyond Python's limits, too
            raise self.error("{text} is not a value.", text=repr(_short(text))) from None

    def number(self, text: str) -> int:
        if not _NUMBER.fullmatch(text):
            raise self.error("{text} is not a number.", text=repr(_short(text)))
        return int(text)

    def error(self, template: str, /, **args: object) -> RecordError:
        return RecordError(self.line, template, **args)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "…"


def _has_surrogates(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)
