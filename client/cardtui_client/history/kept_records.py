"""Kept records: a file for each of your matches, its name, and what came of verifying: `Verdict`.
How many are kept: `_MOST_RECORDS`; how long one may be: `MOST_RECORD_BYTES`; how a server can break
its word: `Broken`. What is said of that is in `faces/record_words.py`.

The files lie in the folder ``records`` of the data folder. Their names say the day, the game and
who played, so that they can be told apart without opening them; table and number make each of them
the only one. Two clients of one person may keep the same match: they write the same file, in one
step. What came of verifying stands in a file beside the record, with the hash of what was verified.
A file that is no record is set aside under another name.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_client.files import read_given, write_atomically
from cardtui_client.json_file import OTHER_FORM, set_aside
from cardtui_client.limits import MOST_OPTIONS, MOST_SEATS, NAME_CELLS
from cardtui_client.settings.values import Settings
from cardtui_client.text import is_numbered, safe_text

_ACTS_UNPROVED: Final = ("no_chain",)
"""What is found in a record that proves nothing about the acts."""

_AGREEMENT_UNPROVED: Final = ("no_chain", "old_grammar")
"""What is found in one that proves nothing about what was agreed, nor who sat where."""


class Broken(StrEnum):
    """How a server has broken its word in a match, which the record of it cannot tell.

    `cardtui_client.faces.record_words` says each.
    """

    PROMISE = "broken_promise"
    """A commitment, bits or a secret were exchanged, or do not fit each other."""

    LEFT_OUT = "own_left_out"
    """A match goes without the commitment that the server had taken from you."""

    SWALLOWED = "own_swallowed"
    """It goes without your bits, which you sent and the server did not confirm."""

    TAKEN_BACK = "own_taken_back"
    """It goes without your bits, although the server had confirmed them."""

    NOT_ASKED = "not_asked"
    """It began although nobody had been asked for the bits that they had committed to."""

    NO_SECRET = "no_secret"  # noqa: S105 - the name of a finding
    """It is over, and the server has not shown its secret."""

    OTHER_CHAIN = "other_chain"
    """The server's chain is not over what you were told."""

    OTHER_MATCH = "other_match"
    """The record is not of the match that was shown."""

    TWO_COURSES = "two_courses"
    """The server has signed another course of the match than its record has: a proof is kept."""

    OTHER_KEY = "own_other_key"
    """The table named a key for you by which this machine does not sign."""

    OTHER_SERVER = "other_server"
    """It is signed by another key than that of the server to which you were connected."""

    OTHER_TABLE = "other_table"
    """It says otherwise what was agreed, who sat where, what you held, or what the score was."""


class Remembered(StrEnum):
    """What a hand may be remembered for, in the order in which an evening tells its best."""

    ENVIDO = "envido"
    """One that won much, or turned the score."""
    STRAIGHT = "straight"
    """One that went out."""
    BLUFF = "bluff"
    """One that held."""
    HAND = "hand"
    """The one with most at stake."""


class Moment(NamedTuple):
    """What a match is remembered for.

    Attributes:
        kind: what for.
        seat: who did it, or won the hand.
        hand: the number of the hand.
        worth: the points or chips that it won; the cards of a straight.
        number: of the envido; 0 for others.
    """

    kind: Remembered
    seat: int
    hand: int
    worth: int
    number: int = 0


class Deeds(NamedTuple):
    """What the person who keeps a record did in the match.

    Attributes:
        score: points or chips at the end, their own first; ``""`` if that is not known.
        envidos: the envidos that their side won.
        largest: the largest number with which they won one themselves; 0 for none.
        held: their bluffs that held.
        called: their bluffs that were called.
        moment: what the match is remembered for, of any seat; ``None`` for nothing.
    """

    score: str = ""
    envidos: int = 0
    largest: int = 0
    held: int = 0
    called: int = 0
    moment: Moment | None = None

    def as_json(self) -> dict[str, Any]:
        """Return them as JSON has them."""
        moment = None if self.moment is None else self.moment._asdict()
        return {**self._asdict(), "moment": moment}


NO_DEEDS: Final = Deeds()


class Verdict(NamedTuple):
    """What came of verifying a record.

    Attributes:
        holds: whether nothing is wrong.
        winners: the seats that won; empty if the match was not played to its end.
        findings: what was found, as ``cardtui verify --json`` tells it.
        deeds: what its owner did in the match.
    """

    holds: bool
    winners: tuple[int, ...] = ()
    findings: tuple[dict[str, Any], ...] = ()
    deeds: Deeds = NO_DEEDS

    @property
    def moment(self) -> Moment | None:
        """What the match is remembered for, if its record holds."""
        return self.deeds.moment if self.holds else None

    @property
    def proves_all(self) -> bool:
        """Whether it is a full proof: nothing is wrong, and nothing is left open."""
        return self.holds and not self.findings

    @property
    def is_of_field(self) -> bool:
        """Whether it holds, and all that is left open is what every field leaves open."""
        return self.holds and {each["kind"] for each in self.findings} == {"field"}

    @property
    def proves_acts(self) -> bool:
        """Whether it proves what people did."""
        return self.holds and not self._has(_ACTS_UNPROVED)

    @property
    def proves_agreed(self) -> bool:
        """Whether it proves what was agreed, and who sat where."""
        return self.holds and not self._has(_AGREEMENT_UNPROVED)

    @property
    def proves(self) -> dict[str, bool]:
        """What it proves, as JSON has it."""
        return {"all": self.proves_all, "acts": self.proves_acts, "agreed": self.proves_agreed}

    def _has(self, kinds: tuple[str, ...]) -> bool:
        return any(each["kind"] in kinds for each in self.findings)

    def with_fault(self, kind: str) -> Verdict:
        """Return the verdict with something more that is wrong with the match as a whole."""
        return self._replace(holds=False, findings=({"kind": kind, "fault": True}, *self.findings))


def parsed_verdict(told: Any) -> Verdict:
    """Return a verdict that is given as JSON has it.

    Raises:
        ValueError: it has another form.
    """
    match told:
        case {"holds": bool(holds), "winners": list(winners), "findings": list(findings)}:
            if all(type(each) is int for each in winners) and all(map(_is_finding, findings)):
                deeds = _parsed_deeds(told.get("deeds", {}))
                return Verdict(holds, tuple(winners), tuple(findings), deeds)
        case _:
            pass
    raise ValueError(OTHER_FORM)


def _parsed_deeds(told: Any) -> Deeds:
    match told:
        case {
            "score": str(score),
            "envidos": int(envidos),
            "largest": int(largest),
            "held": int(held),
            "called": int(called),
            "moment": moment,
        }:
            shown = safe_text(score, _SCORE_CELLS)
            return Deeds(shown, envidos, largest, held, called, _parsed_moment(moment))
        case {**rest} if not rest:
            return NO_DEEDS
        case _:
            raise ValueError(OTHER_FORM)


def _parsed_moment(told: Any) -> Moment | None:
    match told:
        case None:
            return None
        case {
            "kind": str(kind),
            "seat": int(seat),
            "hand": int(hand),
            "worth": int(worth),
            "number": int(number),
        } if kind in {*Remembered} and 0 <= seat < MOST_SEATS:
            return Moment(Remembered(kind), seat, hand, worth, number)
        case _:
            raise ValueError(OTHER_FORM)


def _is_finding(row: Any) -> bool:
    kinds = {"kind": str, "fault": bool, "entry": int, "line": int, "seat": int, "said": str}
    return (
        isinstance(row, dict)
        and {"kind", "fault"} <= set(row)
        and all(type(value) is kinds.get(name) for name, value in row.items())
    )


MOST_RECORD_BYTES: Final = 2_000_000
"""The longest record that is kept."""

_MOST_RECORDS: Final = 5000
"""How many records are kept; the oldest ones go."""

_FOLDER: Final = "records"
_RECORD_SUFFIX: Final = ".txt"
_VERDICT_SUFFIX: Final = ".verdict"
_PROOF_SUFFIX: Final = ".proof"
_KEY_DIGITS: Final = 32
"""So many digits of a server's public key name the file of its certificate."""

_HEAD_LINES: Final = 40 + MOST_OPTIONS
"""In how many lines a record says all that its list shows."""

_END_LETTERS: Final = 5000
"""How many letters at the end of a record say its chain, if its server had committed itself."""

_RECORD_BEGINS: Final = b"cardtui-record"
_MOST_DIGITS: Final = 9
_SCORE_CELLS: Final = 40
_LONGEST_NAME: Final = 60
RECORD_HEADERS: Final = ("cardtui-record 1", "cardtui-record 2")
_PLAYER_LINE: Final = re.compile(r'^player (\d) ("(?:[^"\\\n]|\\.)*")( \d+ \d+$)?', re.MULTILINE)
_BEGAN: Final = re.compile(
    r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}Z"
)
_TABLE: Final = re.compile(r"([a-z0-9]{1,32}) ([1-9][0-9]{0,8})")
_GAME: Final = re.compile(r"[a-z][a-z-]{0,40}")


class KeptRecord(NamedTuple):
    """A record that is kept, as a list shows it.

    Attributes:
        path: its file.
        game: the game's id.
        began: when the match began, in UTC, as ``2026-11-24T20:15:00Z``.
        players: the names, by seat, of those who played there last; of people where some did.
        own: the seat of the person who keeps it; ``None`` if the record does not say.
        table: the id of the table, and the number of the match there.
        verdict: what came of verifying it; ``None`` if that was not done yet.
    """

    path: Path
    game: str
    began: str
    players: tuple[str, ...]
    own: int | None
    table: tuple[str, int]
    verdict: Verdict | None = None

    @property
    def others(self) -> tuple[str, ...]:
        """The names of everybody else."""
        return tuple(name for seat, name in enumerate(self.players) if seat != self.own)

    def is_of(self, name: str) -> bool:
        """Tell whether it was kept under a name, which its server may have given a number."""
        if self.own is None:
            return True
        you = self.players[self.own]
        return you.casefold() == name.casefold() or is_numbered(you, name)

    @property
    def won(self) -> bool | None:
        """Whether the person won; ``None`` where that is not known."""
        if self.verdict is None or not self.verdict.winners or self.own is None:
            return None
        return self.own in self.verdict.winners


class KeptRecords(NamedTuple):
    """What was found where records are kept.

    Attributes:
        records: those that are kept, the latest first.
        aside: files that were none, by the names that they have been given just now; people may
            mend or remove them.
    """

    records: list[KeptRecord]
    aside: list[Path]


def kept_records(settings: Settings) -> KeptRecords:
    """Return the records that are kept; set aside what is none.

    Raises:
        OSError: their folder may not be read.
    """
    found: list[KeptRecord] = []
    aside: list[Path] = []
    for path in _files(settings):
        try:
            found.append(_read(path))
        except OSError:
            continue  # gone meanwhile, or not to be read now
        except ValueError:
            with suppress(OSError):
                aside.append(set_aside(path))
    latest = sorted(found, key=lambda each: (each.began, each.path.name), reverse=True)
    return KeptRecords(latest, aside)


def keep_proof(path: Path, certificate: str, text: bytes, signature: bytes) -> None:
    """Keep beside a record what proves that its server has signed another course of the match.

    Raises:
        OSError: it cannot be written.
    """
    proof = {"certificate": certificate, "text": text.hex(), "signature": signature.hex()}
    write_atomically(path.with_suffix(_PROOF_SUFFIX), json.dumps(proof, indent=2), 0o600)


def proof_beside(path: Path) -> Path | None:
    """Return the file of `keep_proof` beside a record; ``None`` if there is none."""
    proof = path.with_suffix(_PROOF_SUFFIX)
    return proof if proof.is_file() else None


def keep_certificate(folder: Path, key: str, certificate: str) -> None:
    """Keep the certificate of a server that signed records in the folder, by its public key.

    Raises:
        OSError: it cannot be written.
    """
    if not certificate_of(folder, key):
        write_atomically(_certificate_file(folder, key), certificate, 0o600)


def certificate_of(folder: Path, key: str) -> str:
    """Return the certificate that is kept of the server with a public key; ``""`` for none."""
    try:
        return read_given(_certificate_file(folder, key), _END_LETTERS).decode("ascii")
    except (OSError, ValueError):
        return ""


def _certificate_file(folder: Path, key: str) -> Path:
    return folder / f"server-{key[:_KEY_DIGITS]}.pem"


def is_verdict(path: Path) -> bool:
    """Return whether a file is what `note` writes beside a record, and no record by that name."""
    try:
        if path.suffix != _VERDICT_SUFFIX or not path.is_file():
            return False
        with path.open("rb") as file:
            return not file.read(len(_RECORD_BEGINS)).startswith(_RECORD_BEGINS)
    except OSError:
        return False


def records_in(folder: Path) -> list[Path]:
    """Return the files in a folder that should be records.

    Raises:
        OSError: it may not be read.
    """
    return sorted(each for each in folder.iterdir() if each.suffix == _RECORD_SUFFIX)


def _files(settings: Settings) -> list[Path]:
    """Return the files that should be records.

    Raises:
        OSError: their folder may not be read.
    """
    folder = folder_of(settings)
    if not settings.kept:
        return []
    try:
        # By way of the dot: if a folder may be listed, but not entered, its files would seem gone.
        with os.scandir(f"{folder}{os.sep}{os.curdir}") as entries:
            names = [each.name for each in entries]
    except FileNotFoundError:
        return []
    return [folder / name for name in sorted(names) if name.endswith(_RECORD_SUFFIX)]


def kept_files(settings: Settings) -> dict[tuple[str, int], Path]:
    """Return the files of the records that are kept, by table and number, without reading them."""
    found: dict[tuple[str, int], Path] = {}
    if not settings.kept:
        return found
    for path in sorted(folder_of(settings).glob(f"*-*-*{_RECORD_SUFFIX}")):
        _rest, table, match = path.stem.rsplit("-", 2)
        if match.isdecimal() and len(match) <= _MOST_DIGITS:
            found[table, int(match)] = path
    return found


def kept_record(path: Path) -> KeptRecord | None:
    """Return the record in a file; ``None`` if there is none."""
    try:
        return _read(path)
    except (OSError, ValueError):
        return None


def folder_of(settings: Settings) -> Path:
    """Return the folder in which records are kept."""
    return settings.data_folder() / _FOLDER


def keep(settings: Settings, text: str) -> Path | None:
    """Keep a record, and return its file; ``None`` if it is none, or nothing is kept here."""
    if not settings.kept or not settings.keep_records:
        return None
    try:
        record = _head(text, Path())
    except ValueError:
        return None
    folder = folder_of(settings)
    path = folder / _name(record)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, text, 0o600)
    except OSError:
        return None  # where nothing can be written, the game goes on all the same
    for old in sorted(folder.glob(f"*{_RECORD_SUFFIX}"))[:-_MOST_RECORDS]:
        for file in (old, old.with_suffix(_VERDICT_SUFFIX)):
            with suppress(OSError):
                file.unlink(missing_ok=True)
    return path


def note(path: Path, verdict: Verdict) -> None:
    """Keep what came of verifying a record, with what was known of it beside the file."""
    with suppress(OSError):
        data = read_given(path)
        before = _noted(path, data)
        found = {each["kind"] for each in verdict.findings}
        for each in reversed(() if before is None else before.findings):
            if each["fault"] and each["kind"] in {*Broken} and each["kind"] not in found:
                verdict = verdict.with_fault(each["kind"])
        told = {**verdict._asdict(), "deeds": verdict.deeds.as_json()}
        text = json.dumps({"of": _hash(data), **told})
        write_atomically(path.with_suffix(_VERDICT_SUFFIX), text, 0o600)


def _read(path: Path) -> KeptRecord:
    """Return the record in a file.

    Raises:
        ValueError: it is none.
        OSError: it cannot be read.
    """
    if path.stat().st_size > MOST_RECORD_BYTES:
        raise ValueError("it is too large")
    data = read_given(path)
    return _head(data.decode("utf-8-sig"), path)._replace(verdict=_noted(path, data))


def _noted(path: Path, data: bytes) -> Verdict | None:
    """Return what came of verifying that very record; ``None`` if it is to be verified anew."""
    try:
        told = json.loads(read_given(path.with_suffix(_VERDICT_SUFFIX)))
        if isinstance(told, dict) and told.get("of") == _hash(data):
            return parsed_verdict(told)
    except (OSError, ValueError, RecursionError):
        pass
    return None


def _head(text: str, path: Path) -> KeptRecord:
    """Return what the first lines of a record say.

    Raises:
        ValueError: they are not those of a record, or its end is missing.
    """
    lines = text.split("\n", _HEAD_LINES)[:_HEAD_LINES]
    if len(text) > MOST_RECORD_BYTES or lines[0] not in RECORD_HEADERS:
        raise ValueError("it is no record")
    if any(line.startswith("commit ") for line in lines) and "\nchain " not in text[-_END_LETTERS:]:
        raise ValueError("its end is missing")
    said: dict[str, str] = {}
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word in ("pack", "gathered"):
            break
        said.setdefault(word, rest)
    table = _TABLE.fullmatch(said.get("table", "none 1"))
    began = said.get("began", "1970-01-01T00:00:00Z")
    seats, own = said.get("seats", ""), said.get("own")
    if (
        table is None
        or not _GAME.fullmatch(said.get("game", ""))
        or not _BEGAN.fullmatch(began)
        or not (seats.isdecimal() and len(seats) == 1 and 0 < int(seats) <= MOST_SEATS)
        or not (own is None or (own.isdecimal() and len(own) == 1 and int(own) < int(seats)))
    ):
        raise ValueError("it is no record")
    names = _names(text)
    players = tuple(names.get(seat, "") for seat in range(int(seats)))
    own_seat = None if own is None else int(own)
    number = (table[1], int(table[2]))
    return KeptRecord(path, said["game"], began, players, own=own_seat, table=number)


def _names(text: str) -> dict[int, str]:
    """Return who played in each seat: the person who sat there last, or the bot of the start."""
    names: dict[int, str] = {}
    for seat, name, bot in _PLAYER_LINE.findall(text):
        if not bot or int(seat) not in names:
            names[int(seat)] = safe_text(str(json.loads(name)), NAME_CELLS)
    return names


def _name(record: KeptRecord) -> str:
    """Return a name of a file that a person can read."""
    others = "-".join(re.sub(r"[^\w]+", "", name) for name in record.others)[:_LONGEST_NAME]
    day, clock = record.began[:10], record.began[11:16].replace(":", "")
    table, match = record.table
    return f"{day}-{clock}-{record.game}-{others}-{table}-{match}{_RECORD_SUFFIX}"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
