"""The bits that you gave to shuffles, what became of them (`Fate`), and what you were shown.
They are as long as in `server/cardtui_server/fairness/commitments.py`; of how many matches they are
remembered: `_MOST_MATCHES`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from enum import IntEnum
from pathlib import Path
from typing import Any, Final, NamedTuple, TypedDict

from cardtui.v1 import shuffle_pb2, tables_pb2
from cardtui_client.history.kept_records import Broken
from cardtui_client.json_file import OTHER_FORM, JsonFile, texts
from cardtui_client.model.chain_check import code_of_card, decides, is_over, plain_option
from cardtui_client.model.table import TableModel
from cardtui_client.net.signing import SigningKeys

_FILE: Final = "bits.json"
BITS_BYTES: Final = 32
_MOST_BITS: Final = 64
"""Bits for more matches than you are about to begin; the oldest of them are not asked for again."""

_MOST_MATCHES: Final = 1000
"""Of so many matches, the latest, it is known what became of the bits for them."""

_MOST_MISSED: Final = 3
"""Of so many matches that you were never told of, you ask what they were played with."""

OWN_LATE: Final = "own_late"
"""What a record has where your bits did not count because you never got to reveal them."""


class Fate(IntEnum):
    """What has become of your bits for a match that was told; each comes after the one before."""

    GIVEN = 1
    """The server has taken the commitment, and told the match without it."""

    ASKED = 2
    """The server has told everybody the commitment."""

    SENT = 3
    """The client has sent the bits, before it was told that the match had begun."""

    CONFIRMED = 4
    """The server has told that they came."""


class Told(NamedTuple):
    """The match that a server has told of last at a table.

    Attributes:
        match: its number; one less where a commitment sent now may still be for it.
        of: the server's commitment for it, in hexadecimal digits; ``""`` likewise.
        over: whether it was over.
    """

    match: int = 0
    of: str = ""
    over: bool = False


class _Given(NamedTuple):
    """Commitments that a server has taken for the next match at a table.

    Attributes:
        owns: the commitments, in hexadecimal digits; any of them may be in that match.
        before: the match told before they were sent.
        put_out: whether the server has said that the seat is no longer yours.
    """

    owns: tuple[str, ...]
    before: Told
    put_out: bool = False


class _Match(NamedTuple):
    """What is known of a match.

    Attributes:
        own: your commitment for it, in hexadecimal digits; ``""`` if it has none.
        of: the server's own commitment for it.
        fate: what has become of the bits.
        broken: how the server has broken its word in it.
    """

    own: str = ""
    of: str = ""
    fate: Fate = Fate.GIVEN
    broken: tuple[Broken, ...] = ()


class _Data(TypedDict):
    """What a file has: bits by their commitments, what was given by place, matches by name."""

    bits: dict[str, str]
    given: dict[str, _Given]
    matches: dict[str, _Match]


_Change = Callable[[_Data], None]


class _Memory:
    """What one person's clients know: with a file there, without one as long as this program.

    What cannot be written lasts as long as this program, too.
    """

    def __init__(self, path: Path | None) -> None:
        self._data = _nothing()
        self._file = None if path is None else JsonFile(path, _parsed, lambda: _copied(self._data))
        self._unwritten: list[_Change] = []
        self.told: dict[str, Told] = {}

    def read(self) -> _Data:
        """Return what is known, by other programs of this person too."""
        if self._file is not None:
            self._data = self._changed(self._file.read())
        return self._data

    def change(self, change: _Change) -> None:
        """Change what is known, if that changes anything."""
        before = self.read()
        after = _copied(before)
        change(after)
        if after == before:
            return
        self._data = after
        if self._file is None:
            return
        self._unwritten.append(change)
        try:
            self._file.change(self._changed)
        except OSError as error:
            self._file.tell(error)
        else:
            self._unwritten.clear()

    def _changed(self, data: _Data) -> _Data:
        for change in self._unwritten:
            change(data)
        return data


class GivenBits:
    """The bits that one person has committed to.

    With a folder they are in a file there, too, so that a client that is started again can still
    reveal them; without one, they are lost with it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._memory = _Memory(None if folder is None else folder / _FILE)
        self._keys = SigningKeys(folder)
        self._server = ""

    def at(self, server: str) -> GivenBits:
        """Return the same for the tables of one server, by its identity."""
        there = copy(self)
        there._server = server  # noqa: SLF001 - of its own class
        return there

    def key(self, name: str) -> bytes:
        """Return the public key by which you sign under a name; ``b""`` for none."""
        return self._keys.public(self._server, name)

    def sign(self, name: str, message: bytes) -> bytes:
        """Return your signature under a name; ``b""`` without a key."""
        return self._keys.sign(self._server, name, message)

    def sealed_key(self, name: str) -> tuple[bytes, str]:
        """Return your key, sealed for another machine, and the letters that open it."""
        return self._keys.sealed(self._server, name)

    def take_key(self, name: str, sealed: bytes, letters: str) -> bool:
        """Keep the key that another machine has sealed; return whether the letters open it."""
        return self._keys.take(self._server, name, sealed, letters)

    def know_signer(self, certificate: bytes, where: str) -> None:
        """Remember where the server is that signs by the key of that certificate."""
        self._keys.know(certificate, where)

    def signer(self, key: str) -> str:
        """Return where the server is that signs by a key; ``""`` if it is not known here."""
        return self._keys.whose(key)

    def commit(self, key: bytes = b"") -> bytes:
        """Draw new bits, keep them, and return the commitment to them and to a public key."""
        bits = secrets.token_bytes(BITS_BYTES) + key
        commitment = hashlib.sha256(b"cardtui seat\0" + bits).digest()

        def keep(data: _Data) -> None:
            data["bits"][commitment.hex()] = bits.hex()
            _shorten(data["bits"], _MOST_BITS)

        self._memory.change(keep)
        return commitment

    def told(self, table: str) -> Told:
        """Return what the server has told last of the matches at a table, before one commits."""
        return self._memory.told.get(self._place(table), Told())

    def accept(self, table: str, commitment: bytes, before: Told) -> None:
        """Note that a server has taken a commitment for the next match.

        Args:
            commitment: what the server was sent.
            before: what `told` was as it was sent.
        """
        place, own = self._place(table), commitment.hex()

        def take(data: _Data) -> None:
            if any(_place_of(name) == place for name, _ in _matches_with(data, own)):
                return  # that match was told before the answer came
            known = data["given"].pop(place, None)
            if known is None or known.put_out:
                known = _Given((), before)
            data["given"][place] = known._replace(owns=(*known.owns, own)[-_MOST_BITS:])
            _shorten(data["given"], _MOST_MATCHES)

        if commitment:
            self._memory.change(take)
        else:
            self.take_back(table)

    def take_back(self, table: str) -> None:
        """Note that one takes part in the next match no more, or sits down for it anew."""
        place = self._place(table)

        def drop(data: _Data) -> None:
            data["given"].pop(place, None)

        self._memory.change(drop)

    def put_out(self, table: str) -> None:
        """Note that the server has said that the seat is no longer yours.

        What was given for it then counts only if a match is told in which you sit all the same.
        """
        place = self._place(table)

        def lose(data: _Data) -> None:
            if place in data["given"]:
                data["given"][place] = data["given"][place]._replace(put_out=True)

        self._memory.change(lose)

    def wanted(self, table: str, shuffle: shuffle_pb2.Shuffle) -> bytes:
        """Return your own bits if a match waits for them; ``b""`` if none does.

        Bits are revealed for a single match: a server that asks for them again for another one
        gets none, after a restart of the client neither. Once the match has begun, they are
        forgotten.
        """
        if not (shuffle.commitment and shuffle.match):
            return b""
        self._see(table, shuffle, seated=False)
        data = self._memory.read()
        known = data["matches"].get(self._name(table, shuffle.match))
        bits = "" if known is None else data["bits"].get(known.own, "")
        if known is None or not bits or known.of != shuffle.commitment.hex():
            return b""
        if shuffle.begun:
            self._forget(known.own)
            return b""
        waits = any(seat.commitment.hex() == known.own and not seat.bits for seat in shuffle.seats)
        return bytes.fromhex(bits) if waits else b""

    def sent(self, table: str, shuffle: shuffle_pb2.Shuffle, *, confirmed: bool = False) -> bool:
        """Note that the bits that a match waited for have been sent; return whether that is news.

        Args:
            shuffle: the shuffle for which they were `wanted`.
            confirmed: whether the server has answered that they came.
        """
        name, of = self._name(table, shuffle.match), shuffle.commitment.hex()
        fate = Fate.CONFIRMED if confirmed else Fate.SENT
        known = self._memory.read()["matches"].get(name)
        if known is None or known.of != of or known.fate >= fate:
            return False
        self._memory.change(lambda data: _reach(data, name, known.own, of, fate))
        return True

    def not_sent(self, table: str, match: int) -> None:
        """Note that they could not be sent after all."""
        name = self._name(table, match)

        def go_back(data: _Data) -> None:
            known = data["matches"].get(name)
            if known is not None and known.fate is Fate.SENT:
                data["matches"][name] = known._replace(fate=Fate.ASKED)

        self._memory.change(go_back)

    def left_out(
        self, table: str, shuffle: shuffle_pb2.Shuffle, *, seated: bool
    ) -> Sequence[Broken]:
        """Return how a match goes without what its server has taken from this person.

        It may have other bits of theirs: another program of the same person may have given them.
        What was found before, by an earlier run of the client too, is found again.
        """
        place = self._place(table)
        if not shuffle.match:  # it does not say which match it is
            given = self._memory.read()["given"].get(place)
            if not seated or given is None:
                return ()
            self.note(table, given.before.match + 1, [Broken.LEFT_OUT])
            return (Broken.LEFT_OUT,)
        self._see(table, shuffle, seated=seated)
        self._memory.told[place] = self._told(table, shuffle)
        return self.broken(table, shuffle.match)

    def missed(self, table: str, shuffle: shuffle_pb2.Shuffle) -> Sequence[int]:
        """Return the matches before this one for which you may have given something unawares."""
        given = self._memory.read()["given"].get(self._place(table))
        if given is None or any(seat.commitment.hex() in given.owns for seat in shuffle.seats):
            return ()
        return range(given.before.match + 1, shuffle.match)[:_MOST_MISSED]

    def learn(self, table: str, match: int, record: str) -> None:
        """Note that a match that you missed had the bits that you gave, if its record says so."""
        place, name = self._place(table), self._name(table, match)
        lines = record.split("\n")
        of = next((line[7:] for line in lines if line.startswith("commit ")), "")
        told = {line.rpartition(" ")[2] for line in lines if line.startswith("seat_commit ")}

        def take(data: _Data) -> None:
            given = data["given"].get(place)
            for own in () if given is None else given.owns:
                if own in told and f"table {table} {match}" in lines:
                    _reach(data, name, own, of, Fate.ASKED)
                    data["given"].pop(place, None)

        self._memory.change(take)

    def note(self, table: str, match: int, broken: Sequence[Broken]) -> None:
        """Keep how a server has broken its word in a match, so that nothing calls it fair later."""
        name = self._name(table, match)
        self._memory.change(lambda data: _note(data, name, broken))

    def broken(self, table: str, match: int) -> tuple[Broken, ...]:
        """Return how a server has broken its word in a match, as far as this person knows."""
        return self._memory.read()["matches"].get(self._name(table, match), _Match()).broken

    def found_in(
        self, table: str, match: int, given: Sequence[tuple[bytes, bytes]], commitment: bytes = b""
    ) -> list[str]:
        """Return what is to be said of your bits where a record tells of a match.

        A record does not name its server: this looks at those of all servers.

        Args:
            given: by seat, the commitment and the bits that the record has; ``b""`` for none.
            commitment: the server's.

        Returns:
            The kind of each thing to be said: a `Broken`, or `OWN_LATE`.
        """
        data = self._memory.read()
        known = [
            each
            for name, each in data["matches"].items()
            if name.split(" ", 2)[1:] == [str(match), table]
        ]
        known = [each for each in known if each.of in ("", commitment.hex())] or known
        found: list[str] = [kind for each in known for kind in each.broken]
        owns: list[tuple[str, ...]] = [(each.own,) for each in known if each.own]
        missed = [_missed(each, given) for each in known if each.own]
        if not owns:  # you were never told of that match
            owns = [
                each.owns
                for place, each in data["given"].items()
                if place.split(" ", 1)[1] == table
                and match > each.before.match
                and not each.put_out
            ]
            told = {commitment.hex() for commitment, _ in given}
            missed = [Broken.LEFT_OUT for each in owns if told.isdisjoint(each)]
        found = [*dict.fromkeys([*(each for each in missed if each), *found])]
        late = any(own.hex() in each and not bits for each in owns for own, bits in given)
        return [*found, OWN_LATE] if late and not any(missed) else found

    def _see(self, table: str, shuffle: shuffle_pb2.Shuffle, *, seated: bool) -> None:
        """Take note of what has become of your bits in a match."""
        place, name = self._place(table), self._name(table, shuffle.match)
        of, seats = shuffle.commitment.hex(), [each.commitment.hex() for each in shuffle.seats]

        def see(data: _Data) -> None:
            given = data["given"].get(place)
            for seat in shuffle.seats:
                own = seat.commitment.hex()
                if not own or not _is_own(data, place, own):
                    continue
                if any(each != (name, of) for each in _bound(data, own)):
                    # A server that asks for bits for a second match may know them already.
                    _note(data, name, [Broken.PROMISE])
                    continue
                fate = Fate.CONFIRMED if _fits(seat.bits, own) else Fate.ASKED
                _reach(data, name, own, of, fate)
            known = data["matches"].get(name, _Match())
            counts = known.own in seats and known.of == of and known.own != ""
            if given is not None and seated and not _is_earlier(given.before, table, shuffle):
                if not counts:
                    known = known if known.own else known._replace(own=given.owns[-1], of=of)
                    data["matches"][name] = known
                    _note(data, name, [Broken.LEFT_OUT])
                if shuffle.begun or not counts:
                    del data["given"][place]
            found = _missed(known, [(each.commitment, each.bits) for each in shuffle.seats])
            # Until it begins they may still come; what `wanted` was told may be later than this.
            if found is not None and (shuffle.begun or found is Broken.LEFT_OUT):
                _note(data, name, [found])

        self._memory.change(see)

    def _forget(self, own: str) -> None:
        def forget(data: _Data) -> None:
            data["bits"].pop(own, None)

        self._memory.change(forget)

    def _told(self, table: str, shuffle: shuffle_pb2.Shuffle) -> Told:
        """Return what the server says of a match, for a commitment that is sent from now on.

        While it is not over, it may be the next one, but for one in which other bits of yours
        are: an end that has not come yet was before, as no server takes any for two matches.
        """
        of, over = shuffle.commitment.hex(), is_over(table, shuffle)
        known = self._memory.read()["matches"].get(self._name(table, shuffle.match))
        if over or (known is not None and known.own and known.of == of):
            return Told(shuffle.match, of, over)
        return Told(shuffle.match - 1)

    def _place(self, table: str) -> str:
        return f"{self._server} {table}"

    def _name(self, table: str, match: int) -> str:
        return f"{self._server} {match} {table}"


def _place_of(name: str) -> str:
    server, _, table = name.split(" ", 2)
    return f"{server} {table}"


def _is_earlier(before: Told, table: str, shuffle: shuffle_pb2.Shuffle) -> bool:
    """Return whether a match is one of before a commitment was sent."""
    same = before.of == shuffle.commitment.hex() != ""
    if is_over(table, shuffle):
        return same or not before.of
    return same and not before.over


def _is_own(data: _Data, place: str, own: str) -> bool:
    """Return whether a commitment is yours at a table: sent there, or nowhere else yet."""
    places = {each for each, given in data["given"].items() if own in given.owns}
    places |= {_place_of(name) for name, _ in _matches_with(data, own)}
    return place in places or (own in data["bits"] and not places)


def _matches_with(data: _Data, own: str) -> list[tuple[str, _Match]]:
    return [each for each in data["matches"].items() if each[1].own == own]


def _bound(data: _Data, own: str) -> list[tuple[str, str]]:
    """Return for which matches a commitment has been told, with the server's own for each."""
    return [
        (name, known.of) for name, known in _matches_with(data, own) if known.fate is not Fate.GIVEN
    ]


def _reach(data: _Data, name: str, own: str, of: str, fate: Fate) -> None:
    """Note how far your bits have come."""
    known = data["matches"].get(name, _Match())
    if known.own and known.of == of:
        if known.own == own and known.fate < fate:
            data["matches"][name] = known._replace(fate=fate)
        return
    data["matches"][name] = _Match(own, of, fate, known.broken)
    _shorten(data["matches"], _MOST_MATCHES)


def _note(data: _Data, name: str, broken: Sequence[Broken]) -> None:
    known = data["matches"].get(name, _Match())
    both = tuple(dict.fromkeys([*known.broken, *broken]))
    if both:
        data["matches"][name] = known._replace(broken=both)
        _shorten(data["matches"], _MOST_MATCHES)


def _fits(bits: bytes, commitment: str) -> bool:
    return bool(bits) and hashlib.sha256(b"cardtui seat\0" + bits).hexdigest() == commitment


def _missed(known: _Match, given: Sequence[tuple[bytes, bytes]]) -> Broken | None:
    """Return how a match goes without your bits, given what it has of each seat."""
    bits = next((bits for each, bits in given if known.own and each.hex() == known.own), None)
    if bits is None:
        return Broken.LEFT_OUT if known.own else None
    if known.fate < Fate.SENT or _fits(bits, known.own):
        return None
    return Broken.TAKEN_BACK if known.fate is Fate.CONFIRMED else Broken.SWALLOWED


def _shorten(known: dict[str, Any], most: int) -> None:
    for name in [*known][:-most]:
        del known[name]


def _nothing() -> _Data:
    return {"bits": {}, "given": {}, "matches": {}}


def _copied(data: _Data) -> _Data:
    return {"bits": {**data["bits"]}, "given": {**data["given"]}, "matches": {**data["matches"]}}


def _parsed(data: Any) -> _Data:
    """Return what a file has.

    Raises:
        ValueError: it has another form.
    """
    try:
        if data.keys() != _nothing().keys():
            raise ValueError(OTHER_FORM)
        bits = texts(data["bits"])
        for each in bits.values():
            bytes.fromhex(each)
        given = {place: _read_given(place, each) for place, each in data["given"].items()}
        matches = {name: _read_match(name, each) for name, each in data["matches"].items()}
    except (TypeError, AttributeError) as error:
        raise ValueError(OTHER_FORM) from error
    return {"bits": bits, "given": given, "matches": matches}


def _read_given(place: str, told: Any) -> _Given:
    owns, (match, of, over), put_out = told
    _server, _table = place.split(" ", 1)
    if not (owns and all(isinstance(each, str) for each in [*owns, of]) and type(match) is int):
        raise ValueError(OTHER_FORM)
    return _Given(tuple(owns), Told(match, of, bool(over)), bool(put_out))


def _read_match(name: str, told: Any) -> _Match:
    own, of, fate, broken = told
    _server, match, _table = name.split(" ", 2)
    if not (match.isdecimal() and isinstance(own, str) and isinstance(of, str)):
        raise ValueError(OTHER_FORM)
    return _Match(own, of, Fate(fate), tuple(map(Broken, broken)))


Position = tuple[Any, ...]
"""The hand's number, your cards, and the scores, chips and winners."""


class SeenTable:
    """What was shown of one match, from the first look on."""

    def __init__(self) -> None:
        """Begin before anything is known."""
        self._agreed: dict[str, Any] = {}
        self._sat: set[tuple[Any, ...]] = set()
        self._positions: set[Position] = set()
        self._options: dict[str, Any] = {}
        self._brings_own = False
        self._table = tables_pb2.Table()

    def look(self, model: TableModel) -> None:
        """Take in the table as it is now, while the match is played."""
        self.look_at_position(model)
        table = model.table
        self._agreed["own"] = model.seat
        if table is self._table:  # each change brings another one
            return
        self._table = table
        self._agreed |= {"game": table.game, "seats": len(table.seats)}
        self._options = {name: plain_option(value) for name, value in table.options.items()}
        self._brings_own = table.most_buy_in > 0
        self._sat |= {(each.seat, *decides(each)) for each in table.seats if each.name}

    def look_at_position(self, model: TableModel) -> None:
        """Take in your cards, the scores and the winners, at the end of the match too."""
        view, own = model.view, model.own
        if view is not None and own is not None:
            hand = " ".join(sorted(code_of_card(card) for card in own.hand))
            scores, chips, winners = map(tuple, (view.scores, view.chips, view.winners))
            self._positions.add((view.hand, hand, scores, chips, winners))

    def is_told_by(self, told: Mapping[str, Any]) -> bool:
        """Tell whether a record tells of the same table.

        The chips that each player brought are left out, where they brought their own.

        Args:
            told: what ``cardtui verify --json`` says that was agreed, who sat where, and what one
                saw then.
        """
        try:
            sat = {tuple(each) for each in told["sat"]}
            positions = {
                (hand, cards, *map(tuple, scores)) for hand, cards, *scores in told["positions"]
            }
            options = told["options"]
            agreed = all(told[name] == value for name, value in self._agreed.items())
            for name, value in self._options.items():
                brought = self._brings_own and isinstance(options[name], list)
                agreed &= brought or options[name] == value
        except (KeyError, TypeError, ValueError):
            return False
        return agreed and self._sat <= sat and self._positions <= positions
