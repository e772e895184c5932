"""Verification: whether a record's packs, acts and bots are what its server had committed to.
What can be wrong (`Kind`), and which of it is only a note (`NOTE_KINDS`). The command:
`client/cardtui_studio/verify.py`.

It takes nothing on trust but the record: the key follows from what was revealed, the packs from the
key, the positions from the rules, and what bots did from their views and the key, where they were
of this version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import BOTS_VERSION, Bot, Level, heeding, simple_action
from cardtui_engine.cards import Card
from cardtui_engine.events import HandEnded
from cardtui_engine.gestures import Sign
from cardtui_engine.library.record_writing import agreed_lines, bots_line, sitting_line
from cardtui_engine.library.records import Act, Origin, Pack, Record, ReplayError, Step, replay
from cardtui_engine.library.registry import get_bot_maker, get_rules, named_package
from cardtui_engine.refusals import IllegalAction
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import SeatView
from cardtui_server.characters import Character, manner_of
from cardtui_server.fairness import chain
from cardtui_server.fairness.commitments import (
    bot_bits,
    match_key,
    seat_commitment,
    server_commitment,
    shared_key,
)
from cardtui_server.fairness.high_card import draw_high_cards
from cardtui_server.fairness.packs import bot_seed, drawn, first_dealer, riffled, shuffled
from cardtui_server.fairness.shuffle import SeatBits
from cardtui_server.fairness.signatures import CLOSED, OVER
from cardtui_server.fairness.vouching import Voucher, unbound_keys, vouchers


class Kind(Enum):
    """What is wrong with a record, or could not be checked."""

    NO_ORIGIN = "no_origin"
    UNREVEALED = "unrevealed"
    SERVER_COMMITMENT = "server_commitment"
    SEAT_COMMITMENT = "seat_commitment"
    DEALER = "dealer"
    GATHERED = "gathered"
    PACK = "pack"
    RULES = "rules"
    BOT = "bot"
    UNFINISHED = "unfinished"
    CHAIN = "chain"
    KEY = "key"
    SIGNATURE = "signature"
    SERVER_SIGNATURE = "server_signature"
    FIELD_BITS = "field_bits"
    """Bits count in a field, where nobody gives any."""
    NOT_COMMITTED = "not_committed"
    """A note: the server has committed to nothing."""
    NOBODY_GAVE = "nobody_gave"
    """A note: no bits of the table's players count, so that the server could choose the key."""
    FIELD = "field"
    """A note: it is of a field, where all follows from the server's secret."""
    NOT_REVEALED = "not_revealed"
    """A note: a seat has not revealed its bits; what stands for them counted."""
    OTHER_BOTS = "other_bots"
    """A note: bots of another version, or of one not told, acted; they were not replayed."""
    OTHER_PACKAGE = "other_package"
    """A note: the game is here of another version than the record names; its rules may differ."""
    NO_CHAIN = "no_chain"
    """A note: there is no chain, so that nothing binds what people did, nor what was agreed."""
    OLD_GRAMMAR = "old_grammar"
    """A note: the chain is of grammar 1, and not over what was agreed or who sat where."""


NOTE_KINDS = (
    Kind.NOT_COMMITTED,
    Kind.NOBODY_GAVE,
    Kind.FIELD,
    Kind.NOT_REVEALED,
    Kind.OTHER_BOTS,
    Kind.OTHER_PACKAGE,
    Kind.NO_CHAIN,
    Kind.OLD_GRAMMAR,
)
"""What is no fault."""


_MOST_HEADS: Final = 100
"""How many lines between two hands are looked at for what was signed."""

_NO_ARGUMENTS: Final[Mapping[str, str]] = MappingProxyType({})


class Finding(NamedTuple):
    """Something that was found.

    Attributes:
        kind: what it is.
        entry: the number of the entry, from 1; 0 for the match as a whole.
        seat: the seat that it is about, if any.
        template: what the rules say of it, a message id; ``""`` for nothing.
        arguments: the values for its places.
    """

    kind: Kind
    entry: int = 0
    seat: int | None = None
    template: str = ""
    arguments: Mapping[str, str] = _NO_ARGUMENTS

    @property
    def is_fault(self) -> bool:
        """Whether the record does not hold because of it."""
        return self.kind not in NOTE_KINDS


class Verdict(NamedTuple):
    """What came of verifying a record.

    Attributes:
        findings: what was found, faults and notes.
        winners: the seats that won the match; empty if it has no end.
        vouchers: who signs, and what they signed.
    """

    findings: tuple[Finding, ...]
    winners: tuple[int, ...] = ()
    vouchers: tuple[Voucher, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not any(each.is_fault for each in self.findings)


def verify(record: Record) -> Verdict:
    """Verify a record. Nothing more is found after an entry that breaks the rules."""
    origin = record.origin
    if origin is None:
        return Verdict((Finding(Kind.NO_ORIGIN),))
    findings = list(_commitments(origin, record.seats))
    if not origin.secret:
        return Verdict(tuple(findings))
    check = _Check(record, origin)
    findings += check.course()
    outcome = None if check.last is None else check.rules.outcome(check.last.state)
    winners = () if outcome is None else tuple(outcome.winners)
    return Verdict(tuple(findings), winners, tuple(check.vouchers))


def key_of(origin: Origin, seats: int) -> bytes:
    """Return the key that follows from what the server and the seats have revealed.

    Args:
        seats: the number of seats of the table; what more gave bits sat at other tables.
    """
    used = [given.used for given in _given(origin)]
    if len(used) > seats:
        return shared_key(origin.secret, used)
    if not any(origin.commitments):
        return origin.secret
    return match_key(origin.table, origin.match, origin.secret, used)


def _given(origin: Origin) -> list[SeatBits]:
    """Return, by seat, what each gave; nothing was revealed where the record says nothing."""
    reveals = origin.reveals or (b"",) * len(origin.commitments)
    return [SeatBits(*given) for given in zip(origin.commitments, reveals, strict=True)]


def _commitments(origin: Origin, seats: int) -> Iterator[Finding]:
    """Compare what was revealed with what had been committed to.

    A field has one more than its table's seats, which stands for all other tables; a duplicate has
    at least another table's. Bits of that one would give this table packs that the others have not.
    """
    given = _given(origin)
    if not origin.secret:
        yield Finding(Kind.UNREVEALED)
    elif not origin.commitment:
        yield Finding(Kind.NOT_COMMITTED)
    elif server_commitment(origin.table, origin.match, origin.secret) != origin.commitment:
        yield Finding(Kind.SERVER_COMMITMENT)
    if len(given) == seats + 1:
        yield Finding(Kind.FIELD_BITS if any(map(any, given)) else Kind.FIELD)
    elif origin.commitment and not any(
        # The server knows the bits of bots, what stands for missing ones, and who sits elsewhere.
        bits and bits != bot_bits(origin.table, origin.match, seat, origin.secret)
        for seat, (_, bits) in enumerate(given[:seats])
    ):
        yield Finding(Kind.NOBODY_GAVE)
    for seat, (commitment, bits) in enumerate(given):
        if bits and seat_commitment(bits) != commitment:
            yield Finding(Kind.SEAT_COMMITMENT, seat=seat)
        elif commitment and not bits:
            yield Finding(Kind.NOT_REVEALED, seat=seat)


class _Check:
    """Goes through a match, entry by entry.

    Attributes:
        rules: the rules of its game.
        last: the last position that could be reached.
        vouchers: who signs, once the course was checked.
    """

    def __init__(self, record: Record, origin: Origin) -> None:
        self.rules: AnyRules = get_rules(record.game)
        self.last: Step | None = None
        self._record = record
        self._origin = origin
        self._key = key_of(origin, record.seats)
        self._shared = len(origin.commitments) > record.seats
        self._packs = 0
        self.vouchers: list[Voucher] = []
        self._head = self._first_head()
        self._ends: dict[str, list[bytes]] = {}
        self._hand = ""
        self._moves = 0
        self._deciders: dict[int, tuple[int, int]] = {}
        self._bots_version = 0
        self._passed_over = False
        installed = named_package(record.game)
        self._names_other = record.package not in ("", installed)
        self._others_rules = self._names_other and bool(installed)
        self._versions = list(reversed(origin.bots))
        self._sittings = list(reversed(origin.sittings))
        self._signs = list(reversed(origin.signs))
        self._given: tuple[Sign, ...] = ()
        self._bots: dict[tuple[int, int], Bot] = {}

    def _first_head(self) -> bytes:
        """Return the head of the chain after the lines that say what was agreed."""
        origin = self._origin
        head = chain.first_head(origin.commitment, origin.commitments, origin.grammar)
        return self._with_lines(head, agreed_lines(self._record))

    def _with_lines(self, head: bytes, lines: Iterable[str]) -> bytes:
        """Return the head after lines that no chain of grammar 1 has."""
        return head if self._origin.grammar == 1 else chain.head_with(head, lines)

    def course(self) -> Iterator[Finding]:
        """Check the first dealer, each entry, and the end."""
        if self._names_other:
            yield Finding(Kind.OTHER_PACKAGE)
        if self._dealer() != self._record.dealer:
            yield Finding(Kind.DEALER)
        try:
            for number, step in enumerate(replay(self._record)):
                if self.last is not None:
                    self._come_to(number - 1)
                    yield from self._entry(number, self.last.state, step)
                self.last = step
                self._head = chain.head_after(self._head, step.events, self.rules)
                self._end(step)
        except ReplayError as error:
            yield Finding(Kind.RULES, error.entry, template=error.template, arguments=error.args_)
            return
        self._come_to(len(self._record.entries))
        if not self._origin.chain:
            yield Finding(Kind.NO_CHAIN)
        elif self._origin.chain != self._head:
            yield Finding(Kind.CHAIN)
        elif self._origin.grammar == 1:
            yield Finding(Kind.OLD_GRAMMAR)
        if self._passed_over:
            yield Finding(Kind.OTHER_BOTS)
        over = self.last is not None and self.rules.turn(self.last.state).over
        if over == self._origin.closed:
            yield Finding(Kind.UNFINISHED)
        yield from self._vouch()

    def _end(self, step: Step) -> None:
        """Note the head of the chain, where a hand has ended and the next has not begun."""
        if isinstance(step.entry, Pack):
            self._hand = ""
        if any(type(each) is HandEnded for each in step.events):
            self._hand = str(self.rules.view(step.state, None).common.hand)
        self._note_head()

    def _note_head(self) -> None:
        if self._hand and len(heads := self._ends.setdefault(self._hand, [])) < _MOST_HEADS:
            heads.append(self._head)

    def _vouch(self) -> Iterator[Finding]:
        """Find who signed what, and false signatures."""
        origin = self._origin
        self._ends[CLOSED if origin.closed else OVER] = [self._head]
        self.vouchers, false = vouchers(origin, self._ends)
        for each in false:
            kind = Kind.SERVER_SIGNATURE if each.seat is None else Kind.SIGNATURE
            yield Finding(kind, seat=each.seat)
        for seat in unbound_keys(origin):
            yield Finding(Kind.KEY, seat=seat)

    def _dealer(self) -> int:
        by_card, seats = self._origin.high_card, self._record.seats
        if "dealer" not in by_card:
            return first_dealer(shuffled, self._key, seats)
        partners = "partners" in by_card
        return draw_high_cards(drawn, self._key, self.rules, seats, partners=partners)[0].seat

    def _come_to(self, after: int) -> None:
        """Note who decides, by what, and after which signals once so many entries have come."""
        while self._sittings and self._sittings[-1].after <= after:
            sitting = self._sittings.pop()
            self._deciders[sitting.seat] = (sitting.level, sitting.character)
            self._head = self._with_lines(self._head, [sitting_line(sitting)])
            self._note_head()  # somebody else decides from the next hand on
        while self._signs and self._signs[-1].after <= after:
            self._given = (*self._given, self._signs.pop().sign)
        while self._versions and self._versions[-1].after <= after:
            self._bots_version = self._versions.pop().version
            self._head = self._with_lines(self._head, [bots_line(self._bots_version)])

    def _entry(self, number: int, before: Any, step: Step) -> Iterator[Finding]:
        match step.entry:
            case Pack(cards, gathered):
                self._packs += 1
                self._given = ()
                yield from self._pack(number, before, cards, gathered)
            case Act(seat, action) if self._shared and self.rules.turn(before).phase == "cut":
                if action != self.rules.mildest(before, seat):  # all tables cut alike
                    yield Finding(Kind.PACK, number)
            case Act(seat, action) if self._deciders.get(seat, (0, 0))[0]:
                if self._others_rules or self._bots_version != BOTS_VERSION:
                    self._passed_over = True
                elif not self._may_have_done(before, seat, action):
                    yield Finding(Kind.BOT, number, seat)
            case _:
                pass
        # What changes nothing, such as a line of talk, leaves bots the bits that they had.
        self._moves += step.state != before

    def _pack(
        self, number: int, before: Any, cards: tuple[Card, ...], gathered: tuple[Card, ...]
    ) -> Iterator[Finding]:
        chance = self.rules.turn(before).chance
        lay = () if chance is None else tuple(chance.gathered or ())
        if lay != gathered:
            yield Finding(Kind.GATHERED, number)
        follows = (
            riffled(self._key, self._packs, lay)
            if lay
            else shuffled(self._key, self._packs, self.rules.pack_of(before))
        )
        if follows != cards:
            yield Finding(Kind.PACK, number)

    def _may_have_done(self, state: Any, seat: int, action: Action) -> bool:
        """Return whether the bot in a seat does that, or its table for it where it fails."""
        level, character = self._deciders[seat]
        if level not in list(Level) or character not in (0, *Character):
            return False
        view = self.rules.seat_view(state, seat)
        # A bot that was thinking when a signal was given may not have seen it.
        for seen in range(len(self._given), -1, -1):
            if self._does(state, view, action, self._given[:seen]):
                return True
        return False

    def _does(
        self, state: Any, view: SeatView[Any, Any], action: Action, signs: tuple[Sign, ...]
    ) -> bool:
        """Return whether the bot of a view's seat does that once it has seen those signals."""
        seat = view.own.seat
        bits = Bits(bot_seed(self._key, seat, self._moves))
        decided = None
        with suppress(Exception):  # a bot that fails has its table act for it
            decided = heeding(self._bot(seat), signs).decide(view, bits)
        if decided == action:
            return True
        if decided is not None:
            try:
                self.rules.apply(state, seat, decided)
            except IllegalAction:
                decided = None
        return (
            decided is None
            and seat in self.rules.turn(state).to_act
            and action == simple_action(view)
        )

    def _bot(self, seat: int) -> Bot:
        key = self._deciders[seat]
        if key not in self._bots:
            make = get_bot_maker(self._record.game)
            level, character = key
            options, seats = self._record.options, self._record.seats
            self._bots[key] = make(options, seats, Level(level), manner_of(character))
        return self._bots[key]
