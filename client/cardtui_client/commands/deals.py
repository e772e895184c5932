"""Deals and positions that you keep, share and play on from, on a server in this process alone.

``cardtui play GAME DEAL`` plays the packs that others are dealt, too, alone against bots. Nobody
else hears of it, and nothing of it is kept: it ends when you leave the match.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.commands.errors import Failed
from cardtui_client.commands.table_options import TableOptions, table_request
from cardtui_client.exit_codes import USAGE
from cardtui_client.faces.terms import TERMS
from cardtui_client.i18n import _
from cardtui_client.net.connection import Connection
from cardtui_client.text import fit, safe_text
from cardtui_client.tui.film import NotShared
from cardtui_engine.cards import Card
from cardtui_engine.library.records import Act, Entry, Pack, Record, TopUp
from cardtui_engine.library.registry import get_rules
from cardtui_engine.options import OptionValue, usual_preset
from cardtui_engine.rules import AnyRules, FirstDealer
from cardtui_server.app import RunningServer, serve
from cardtui_server.fairness.packs import first_dealer, shuffled
from cardtui_server.fairness.verification import key_of
from cardtui_server.match.entries import Acted, Packed, ToppedUp
from cardtui_server.match.requests import BeginAt
from cardtui_server.ports.dealer import SECRET_BYTES, SystemDealer
from cardtui_server.settings import Settings as ServerSettings
from cardtui_server.wire.values import write_option

_OTHERS = ("partners", "dealer", "buyins", "rated", "private")
"""The terms that are of no use at a table at which a deal is played."""


class PlayedOn:
    """A match that goes on otherwise than it did, against bots.

    Attributes:
        server: the server in this process.
        connection: the person's session there.
        table: the id of its table.
    """

    def __init__(self, server: RunningServer, connection: Connection, table: str) -> None:
        self.connection = connection
        self.table = table
        self.server = server

    @classmethod
    async def begin(
        cls,
        record: Record,
        entries: int,
        *,
        seat: int,
        name: str,
        level: tables_pb2.BotLevel.ValueType,
        same_packs: bool,
    ) -> PlayedOn:
        """Begin it at a position of a match.

        Args:
            entries: how many of its entries have been played.
            seat: the seat of the person.
            name: the person's name.
            level: of the bots.
            same_packs: whether the packs that follow are those of the record, as far as they go.

        Raises:
            StartError: this machine does not let a server start.
            Refused: the server lets no such table be made.
        """
        later = [each.cards for each in record.entries if isinstance(each, Pack)]
        dealer = _SamePacks(later) if same_packs else SystemDealer()
        begin = BeginAt(record.dealer, tuple(_entries(record.entries[:entries])))
        return await cls._begin(dealer, name, _request(record, seat, level), begin)

    @classmethod
    async def deal(
        cls, key: bytes, dealer: int, name: str, request: lobby_service_pb2.CreateTableRequest
    ) -> PlayedOn:
        """Begin a match whose packs follow from a key.

        Args:
            dealer: the seat that deals first.
            name: the person's name.
            request: what the table is to be like.

        Raises:
            StartError: this machine does not let a server start.
            Refused: the server lets no such table be made.
        """
        return await cls._begin(_SameKey(key), name, request, BeginAt(dealer, ()))

    @classmethod
    async def _begin(
        cls,
        dealer: SystemDealer,
        name: str,
        request: lobby_service_pb2.CreateTableRequest,
        begin: BeginAt,
    ) -> PlayedOn:
        server = await serve(ServerSettings(port=0), dealer=dealer)
        try:
            connection = await Connection.open(server.address, name)
            connection.for_now = True
            table = (await connection.create_table(request)).table.id
            await server.tables[table].ask(begin)
        except BaseException:
            await server.stop(grace=0)
            raise
        return cls(server, connection, table)

    async def close(self) -> None:
        """End it, and forget it."""
        await self.connection.close()
        await self.server.stop(grace=0)


class _SamePacks(SystemDealer):
    """Deals the packs of a match again, and then any."""

    def __init__(self, packs: Sequence[tuple[Card, ...]]) -> None:
        self._packs = packs

    def pack(self, key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the pack of that number, if it was one of these cards."""
        if 0 < number <= len(self._packs) and sorted(self._packs[number - 1]) == sorted(cards):
            return self._packs[number - 1]
        return super().pack(key, number, cards)


class _SameKey(SystemDealer):
    """Gives the first match a key that is known, and the others one of their own."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def secret(self) -> bytes:
        """Return the key once."""
        key, self._key = self._key, b""
        return key or super().secret()


def _request(
    record: Record, seat: int, level: tables_pb2.BotLevel.ValueType
) -> lobby_service_pb2.CreateTableRequest:
    """Return the request for a table by the rules of the match, with bots in all other seats."""
    kinds = {spec.name: spec.kind for spec in get_rules(record.game).specs}
    return lobby_service_pb2.CreateTableRequest(
        game=record.game,
        seats=record.seats,
        options={name: write_option(each, kinds[name]) for name, each in record.options.items()},
        seat=seat,
        bots=level,
        first_dealer=tables_pb2.FirstDealer.ValueType(FirstDealer.LOT),
    )


def _entries(played: Sequence[Entry]) -> Iterator[Packed | Acted | ToppedUp]:
    """Yield what was played, as the log of a table has it."""
    packs = 0
    for entry in played:
        match entry:
            case Pack(cards):
                packs += 1
                yield Packed(packs, cards)
            case Act(seat, action):
                yield Acted(seat, action, "")
            case TopUp(seat, chips):
                yield ToppedUp(seat, chips)


MARK: Final = "#"
"""What every text of a deal begins with."""

_CODE: Final = "="
"""What a code begins with after that."""

_LETTERS: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""No sign that a chat takes for one of its own, and no letter that looks like another."""

_CHECK_BYTES: Final = 4
_MOST_SEATS: Final = 8
_BYTES: Final = 1 + SECRET_BYTES + _CHECK_BYTES
CODE_LETTERS: Final = 95
"""So many letters hold any code: 58 to the power of 95 is more than 256 to that of 69."""

_SHOWN: Final = 12

LONGEST_TEXT: Final = 60
"""The most letters of a text that you typed."""


class Deal(NamedTuple):
    """What fixes all packs of a match, as far as the same is done with them.

    Attributes:
        game: the game's id.
        seats: how many.
        options: all options of the match.
        dealer: the seat that deals first.
        seat: the seat of the person.
        key: what all packs follow from.
    """

    game: str
    seats: int
    options: Mapping[str, OptionValue]
    dealer: int
    seat: int
    key: bytes


def code_of(deal: Deal, rules: AnyRules) -> str:
    """Return the code of a deal, with the mark before it; its key has `SECRET_BYTES`."""
    data = bytes([deal.dealer * _MOST_SEATS + deal.seat]) + deal.key + _check(deal, rules)
    value, letters = int.from_bytes(data, "big"), ""
    for _place in range(CODE_LETTERS):
        value, digit = divmod(value, len(_LETTERS))
        letters = _LETTERS[digit] + letters
    return MARK + _CODE + letters


def deal_named(text: str, rules: AnyRules, seats: int, options: Mapping[str, OptionValue]) -> Deal:
    """Return the deal that a text names, by these rules.

    Raises:
        Failed: it names none.
    """
    if not text.startswith(MARK):
        sentence = _(
            "What comes after the game is a deal, and begins with {mark}: '{mark}maria', in "
            "quotes; not “{text}”.",
            mark=MARK,
            text=_safe(text),
        )
        raise Failed(sentence, USAGE)
    said = unicodedata.normalize("NFKC", text.removeprefix(MARK)).strip()
    if said.startswith(_CODE):
        return _decoded(said.removeprefix(_CODE), rules, seats, options)
    words = " ".join(said.casefold().split())
    if not 0 < len(words) <= LONGEST_TEXT:
        sentence = _(
            "A deal has a text of 1 to {most} letters after {mark}.", mark=MARK, most=LONGEST_TEXT
        )
        raise Failed(sentence, USAGE)
    # What a shell passes on that is no text in UTF-8 has surrogates.
    data = words.encode(errors="surrogatepass")
    key = hashlib.sha512(b"cardtui deal\0" + data).digest()
    dealer = first_dealer(shuffled, key, seats)
    return Deal(rules.id, seats, options, dealer, 0, key)


def deal_words(text: str) -> str:
    """Return a text that names a deal, to be shown; of a code, its beginning."""
    return fit(_safe(text), _SHOWN) if text.startswith(MARK + _CODE) else _safe(text)


def _decoded(letters: str, rules: AnyRules, seats: int, options: Mapping[str, OptionValue]) -> Deal:
    if len(letters) != CODE_LETTERS:
        sentence = _(
            "The code of this deal is not whole: there are {n} of {whole} letters. Copy the whole "
            "line.",
            n=len(letters),
            whole=CODE_LETTERS,
        )
        raise Failed(sentence, USAGE)
    value = 0
    for letter in letters:
        value = value * len(_LETTERS) + max(_LETTERS.find(letter), 0)
    wrong = _(
        "The code of this deal has a slip, or is not for {game} with these seats and options. Copy "
        "the whole line.",
        game=rules.id,
    )
    if not set(letters) <= set(_LETTERS) or value >= 256**_BYTES:
        raise Failed(wrong, USAGE)
    data = value.to_bytes(_BYTES, "big")
    dealer, seat = divmod(data[0], _MOST_SEATS)
    deal = Deal(rules.id, seats, options, dealer, seat, data[1 : 1 + SECRET_BYTES])
    if data[-_CHECK_BYTES:] != _check(deal, rules) or not (dealer < seats and seat < seats):
        raise Failed(wrong, USAGE)
    return deal


def _check(deal: Deal, rules: AnyRules) -> bytes:
    """Return a few bytes of a hash over all that the line of a deal says."""
    differ = {
        name: value
        for name, value in deal.options.items()
        if value != rules.options({}, deal.seats)[name]
    }
    said = [deal.game, deal.seats, differ, deal.dealer, deal.seat, deal.key.hex()]
    text = json.dumps(said, sort_keys=True)
    return hashlib.sha512(b"cardtui deal code\0" + text.encode()).digest()[:_CHECK_BYTES]


def _safe(text: str) -> str:
    return safe_text(text, LONGEST_TEXT)


_COMMAND: Final = ("cardtui", "play")


def shared(record: Record, seat: int) -> str:
    """Return the line that plays the deals of a match.

    Args:
        record: the match, which is over: a record comes no sooner.
        seat: in which seat to play it.

    Raises:
        NotShared: the record does not say what its packs follow from.
    """
    rules, origin = get_rules(record.game), record.origin
    key = b"" if origin is None or not origin.secret else key_of(origin)
    packs = [each.cards for each in record.entries if isinstance(each, Pack)]
    if len(key) != SECRET_BYTES or not packs:
        raise NotShared(_("This record does not say what its packs follow from."))
    start = rules.start(record.options, record.seats, record.dealer)
    if shuffled(key, 1, rules.pack_of(start)) != packs[0]:
        raise NotShared(_("The packs of this record do not follow from its key."))
    return line_of(Deal(record.game, record.seats, record.options, record.dealer, seat, key))


def line_of(deal: Deal) -> str:
    """Return the line that plays a deal, as you type it."""
    rules = get_rules(deal.game)
    return shlex.join([*_COMMAND, deal.game, *_wanted(deal, rules), code_of(deal, rules)])


def _wanted(deal: Deal, rules: AnyRules) -> Iterator[str]:
    """Yield the options of the command line by which its table has these rules."""
    if deal.seats != rules.seats[0]:
        yield f"--seats={deal.seats}"
    usual = usual_preset(rules.presets)
    bases = {usual: {}, **{each.name: each.values for each in rules.presets}}
    differences = {
        name: {
            option: deal.options[option]
            for option, value in rules.options(values, deal.seats).items()
            if deal.options[option] != value
        }
        for name, values in bases.items()
    }
    preset = min(differences, key=lambda name: (len(differences[name]), name != usual))
    if preset != usual:
        yield f"--preset={preset}"
    for option, value in differences[preset].items():
        yield f"--option={option}={_typed(value)}"


def _typed(value: OptionValue) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)


class DealTable:
    """See `cardtui_client.tui.launch.DealtTable`.

    Attributes:
        deal: what is played there.
        request: what the table is to be like, by the rules of the deal.
        played: the match, once it has begun.
    """

    def __init__(self, deal: Deal, request: lobby_service_pb2.CreateTableRequest) -> None:
        """Begin nothing yet."""
        self.deal = deal
        self.request = request
        self.played: PlayedOn | None = None

    async def begin(self, name: str) -> tuple[Connection, str]:
        """Begin the match."""
        # Loaded when it begins: a whole server.

        deal = self.deal
        self.played = await PlayedOn.deal(deal.key, deal.dealer, name, self.request)
        return self.played.connection, self.played.table

    async def close(self) -> None:
        """End it, if it has begun."""
        played, self.played = self.played, None
        if played is not None:
            await played.close()


def table_of(text: str, game: str, wanted: TableOptions, bots: str) -> DealTable:
    """Return the table of the deal that a text names.

    Raises:
        Failed: it names none, or the table is wanted otherwise.
    """
    from cardtui.v1 import tables_pb2
    from cardtui_engine.library.registry import get_rules
    from cardtui_server.wire.values import read_option

    for term in TERMS:
        if term.flag is not None and term.name in _OTHERS and term.name in wanted.terms:
            refuse_with_deal(f"--{term.flag.name}")
    request = table_request(game, wanted, bots=bots)
    rules = get_rules(game)
    presets = {each.name: each.values for each in rules.presets}
    changed = {name: read_option(value) for name, value in request.options.items()}
    options = rules.options({**presets.get(request.preset, {}), **changed}, request.seats)
    deal = deal_named(text, rules, request.seats, options)
    request.seat = deal.seat
    request.first_dealer = tables_pb2.FIRST_DEALER_LOT  # the deal says who deals
    return DealTable(deal, request)


def refuse_with_deal(option: str) -> None:
    """Refuse an option that asks for others, or for another table.

    Raises:
        Failed: always.
    """
    sentence = _("A deal is played alone, against bots: leave {option} out.", option=option)
    raise Failed(sentence, USAGE)
