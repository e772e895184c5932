"""Pairs of matches that differ only in hidden cards: a viewer who cannot see them gets the same.

A match is played at random, with two cards of each pack exchanged it is played again by the same
actions, for as long as the same things come out in public. Each viewer who never saw either card
must get the same bytes, in the same messages and in the same order: spectators and seats, those who
stay and those who come back with or without what they had.

What people tell each other beside their acts are `Habit`s: partners who talk apart and players who
give signals reveal cards that they hold. A viewer who hears or sees it knows the card from then on;
for everybody else it must change nothing.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.gestures import Gesture
from cardtui_engine.library.random_play import outcome_of, random_options
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.plain import cards_in
from cardtui_engine.refusals import IllegalAction
from cardtui_server.fairness.commitments import seat_commitment
from cardtui_server.match.entries import SpectatorsSet, SpectatorTalk
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import (
    Act,
    ChangeTerms,
    GiveSignal,
    Look,
    Reveal,
    Say,
    SayToTeam,
    Start,
)
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader
from cardtui_server.table.subscription import Subscription
from cardtui_server.wire.values import timing_message
from tests.support.playing import House, quiet

_MOST_ACTS: Final = 20
_LEAST_ACTS: Final = 3
"""With fewer acts in common two matches are no pair."""
_LOOKS_BACK: Final = 7
"""After so many acts everybody looks back at the match."""
_AGAIN: Final = 5
"""How often a match is played again."""
_SECRETS: Final = frozenset(("flor",))
"""The verbs that are offered because of cards which nobody else may know of yet (TA-81)."""
_WINDOW: Final = 2
"""Seconds for which a draw is held, in some matches."""

Viewer = str | None
"""A player's id; ``None`` for a spectator."""
Script = list[tuple[int, Action]]


class Moment(NamedTuple):
    """A table after an act.

    Attributes:
        luck: the same in both matches.
        seen: the cards that each viewer knows; whoever tells of one adds it.
        held: returns a card that a seat knows and not everybody, if there is one; in both matches
            the same, or its counterpart.
    """

    table: Table
    luck: random.Random
    seen: dict[Viewer, set[str]]
    held: Callable[[int], str | None]


Habit = Callable[[Moment], Awaitable[None]]


async def chatter(moment: Moment) -> None:
    """Now and then somebody says something."""
    if moment.luck.random() < 0.2:
        await moment.table.ask(Say(player="p0", name="P0", text="hola"))


async def team_talk(moment: Moment) -> None:
    """Where partners may talk apart, one tells the other a card."""
    table, seat = moment.table, moment.luck.randrange(moment.table.state.made.seats)
    card = moment.held(seat)
    if card is None:
        return
    text = f"{card} " * (1 + sum(map(ord, card)) % 5)  # its length tells of the card, too
    with suppress(Refused):
        await table.ask(SayToTeam(player=_player_at(table, seat), name=f"P{seat}", text=text))
        team = table.state.rules.team_of
        for other in range(table.state.made.seats):
            if team(other) == team(seat):
                moment.seen[_player_at(table, other)].add(card)


async def signals(moment: Moment) -> None:
    """Players look around; one gives a signal that tells of a card."""
    table, luck = moment.table, moment.luck
    seats = table.state.made.seats
    looker, at, giver = (luck.randrange(seats) for _ in range(3))
    card = moment.held(giver)
    with suppress(Refused):
        await table.ask(Look(_player_at(table, looker), at))
    if card is None:
        return
    gesture = Gesture(1 + sum(map(ord, card)) % len(Gesture))
    with suppress(Refused):
        await table.ask(GiveSignal(_player_at(table, giver), gesture))
        for seat, gaze in enumerate(table.state.gazes):
            if gaze == giver:
                moment.seen[_player_at(table, seat)].add(card)


def _player_at(table: Table, seat: int) -> str:
    """Return who sits there; a draw for partners moves people."""
    sitter = table.state.sitters[seat]
    assert sitter is not None
    return sitter.player


HABITS: Final[Sequence[Habit]] = (chatter, team_talk, signals)


class Tally(NamedTuple):
    """What came of it.

    Attributes:
        pairs: how many pairs were compared: a viewer, and two matches that look alike to them.
        again: how often a match was played again.
        apart: how often of these somebody else was told something else.
        acts: how many acts were compared.
    """

    pairs: int = 0
    again: int = 0
    apart: int = 0
    acts: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))


class Played(NamedTuple):
    """A match that was played: what was done, what came out, what was told, seen, and told on."""

    script: Script
    outcomes: list[str]
    told: list[dict[Viewer, list[bytes]]]
    seen: dict[Viewer, set[str]]
    tales: list[str | None]


class Match:
    """A match of some game, with the options and the people that a seed gives."""

    def __init__(self, seed: str, game: str, exchange: tuple[Card, Card] | None) -> None:
        self.luck, self._choices = random.Random(seed), random.Random(f"acts {seed}")
        self.game, self.rules = game, get_rules(game)
        self.seats = self.luck.choice(self.rules.seats)
        self.viewers: list[Viewer] = [None, *(f"p{seat}" for seat in range(self.seats))]
        self.exchange = exchange
        self.pack = Counter[str]()
        self.secret: set[str] = set()
        self.house = House(seed=self.luck.getrandbits(20))
        self.house.dealer.exchanged = exchange
        self._readers: dict[Viewer, Subscription] = {}
        self._played = Played([], [], [], {viewer: set() for viewer in self.viewers}, [])
        self._tales: Iterator[str | None] | None = None

    async def play(self, like: Played | None = None) -> Played:
        """Play it at random, or like another one for as long as the same comes of it."""
        luck = self.luck
        self._tales = None if like is None else iter(like.tales)
        table = await self.house.table(
            self.game, self.seats, start=False,
            options=dict(random_options(self.rules, self.seats, Bits(luck.getrandbits(64)))),
            partners=luck.randrange(4) if self.seats == 4 and "truco" in self.game else 0,
            window=luck.choice((0, 0, _WINDOW * 1000)),
        )  # fmt: skip
        delay = luck.choice(((0, 0), (0, 0), (1, 0), (0, 10_000)))
        await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, *delay)))
        for viewer in self.viewers:
            self._readers[viewer] = table.attach(Reader(viewer))
        bits = luck.choice((b"", luck.randbytes(32)))
        await table.ask(Start("p0", commitment=seat_commitment(bits) if bits else b""))
        try:
            await self._look(table)
            if bits:
                await table.ask(Reveal("p0", bits))
                await self._look(table)
            while await self._act(table, like):
                await self._look(table)
        finally:
            await self.house.stop()
        return self._played

    async def _act(self, table: Table, like: Played | None) -> bool:
        """Do the next thing; return whether there was one, and it came to the same."""
        state, step = table.state, len(self._played.script)
        seat, action = self._any_action(table) if like is None else (0, Action(""))
        if like is not None:
            if step == len(like.script):
                return False
            seat, action = like.script[step]
            if action.face_down and self.exchange is not None and action.card in self.exchange:
                one, other = self.exchange  # the other lies where that card was
                action = action._replace(card=other if action.card == one else one)
        elif step == _MOST_ACTS:
            return False
        if state.life is not Life.PLAYING:
            return False
        try:
            after, events = self.rules.apply(state.game, seat, action)
        except IllegalAction:
            return False
        outcome = outcome_of(self.rules, after, events)
        if like is not None and outcome != like.outcomes[step]:
            return False
        if step % 7 == 3:
            with suppress(Refused):  # it is stale
                await self._ask(table, seat, action, f"stale {step}", state.position - 1)
        try:
            held = await self._ask(table, seat, action, f"{step}", state.position)
        except Refused:
            return False
        self._played.script.append((seat, action) if like is None else like.script[step])
        self._played.outcomes.append(outcome)
        self._played.told.append({viewer: [b"held"] * held for viewer in self.viewers})
        # The last card of a hand is in no view any more.
        for viewer in self.viewers:
            own = None if viewer is None else state.seat_of(viewer)
            for event in events:
                seen = self.rules.seen(event, own)
                self._played.seen[viewer] |= cards_in(seen, self.rules.deck)
        return True

    def _any_action(self, table: Table) -> tuple[int, Action]:
        """Return something that somebody may do; giving up is left out where it can be."""
        state, luck = table.state, self._choices
        turn = state.turn
        if turn is None or not turn.to_act:
            return 0, Action("")
        seat = luck.choice(turn.to_act)
        if turn.may_act and luck.random() < 0.2:
            other = luck.choice(turn.may_act)
            seat = other if state.rules.legal(state.game, other) else seat
        choices = state.rules.legal(state.game, seat)
        mild = [each for each in choices if each.kind is not ChoiceKind.GIVES_UP]
        return seat, luck.choice(mild or choices).sample(Bits(luck.getrandbits(64)))

    async def _ask(
        self, table: Table, seat: int, action: Action, request_id: str, expected: int
    ) -> bool:
        """Ask for an act; return whether it was held for others to claim first."""
        sitter = table.state.sitters[seat]
        assert sitter is not None
        wanted = Act(seat, sitter.player, action, expected, request_id)
        asking = asyncio.ensure_future(table.ask(wanted))
        await quiet()
        held = not asking.done()
        if held:
            self.house.clock.advance(_WINDOW)
        await asking
        return held

    async def _look(self, table: Table) -> None:
        """Note what everybody is told now; some go and come back."""
        await quiet()
        if not self._played.told:
            self._played.told.append({viewer: [] for viewer in self.viewers})
        step, told = len(self._played.told) - 1, self._played.told[-1]
        luck = random.Random(step)
        if table.state.made.delay_milliseconds:
            self.house.clock.advance(1)
        moment = Moment(table, luck, self._played.seen, partial(self._held, table, luck))
        for habit in HABITS:
            await habit(moment)
        await quiet()
        state = table.state
        for number, viewer in enumerate(self.viewers):
            told[viewer] += _taken(self._readers[viewer])
            told[viewer] += [
                table.shown,
                timing_message(table.timing(viewer or "")).SerializeToString(),
            ]
            if (step + number) % 6 == 5:
                told[viewer] += self._come_back(table, viewer)
            if step % _LOOKS_BACK == _LOOKS_BACK - 1 and state.match:
                told[viewer] += await self._history(table, viewer)
            if state.game is not None:
                self.pack = Counter(map(self.rules.deck.code, self.rules.pack_of(state.game)))
                seat = None if viewer is None else state.seat_of(viewer)
                view = self.rules.view(state.game, seat)
                if view.own is not None and _SECRETS.intersection(
                    each.verb for each in view.own.choices
                ):
                    self.secret.update(map(self.rules.deck.code, view.own.hand))
                self._played.seen[viewer] |= cards_in(view, self.rules.deck)

    def _held(self, table: Table, luck: random.Random, seat: int) -> str | None:
        """Return a card to tell of: in the second match the one that was told of in the first, or
        the one that lies where it was.
        """
        deck, game, chance = self.rules.deck, table.state.game, luck.random()
        own, public = (
            cards_in(self.rules.view(game, each), deck) if game is not None else set[str]()
            for each in (seat, None)
        )
        if self._tales is not None:
            card = next(self._tales, None)
            if card is not None and card not in own and self.exchange is not None:
                one, other = map(deck.code, self.exchange)
                card = other if card == one else one
        else:
            known = sorted(own - public)
            card = known[int(chance * len(known))] if known else None
        self._played.tales.append(card)
        return card

    async def _history(self, table: Table, viewer: Viewer) -> list[bytes]:
        """Look back at the match."""
        player = viewer if viewer and table.state.seat_of(viewer) is not None else None
        with suppress(Refused):  # who sees it later has seen nothing of it yet
            told = self.house.lobby.histories.told(table.id, player)
            return [piece.frames async for piece in told]
        return []

    def _come_back(self, table: Table, viewer: Viewer) -> list[bytes]:
        """Come back with nothing, and then with all but the latest; return the frames."""
        told = [table.snapshot(viewer)]
        for after in (None, max(1, table.state.seq - 3)):
            table.detach(self._readers[viewer])
            self._readers[viewer] = table.attach(Reader(viewer, after))
            told += _taken(self._readers[viewer])
        return told


def _taken(reader: Subscription) -> list[bytes]:
    """Return what a reader is given now, message by message."""
    told: list[bytes] = []
    while data := reader.take():
        told.append(data)
    return told


async def compared(seed: int, pairs: int, _: Path | None = None) -> Tally:
    """Compare so many pairs, of all games in turn; return what came of it."""
    tally, number = Tally(), 0
    while tally.pairs < pairs:
        game = game_ids()[number % len(game_ids())]
        tally = tally.plus(await _compare(f"{seed} {number}", game))
        number += 1
    return tally


async def _compare(seed: str, game: str) -> Tally:
    """Play a match, and play it again with other hidden cards."""
    first = Match(seed, game, None)
    base = await first.play()
    luck, deck, tally = random.Random(f"exchange {seed}"), first.rules.deck, Tally()
    for _ in range(_AGAIN):
        viewer = luck.choice(first.viewers)
        hidden = sorted(first.pack.keys() - base.seen[viewer])
        others = set().union(*base.seen.values())
        if len(hidden) < 2 or not others.intersection(hidden):
            continue
        # Somebody else sees it; what lets its owner say more than others do is tried first.
        shared = [card for card in hidden if card in others]
        one = luck.choice([card for card in shared if card in first.secret] or shared)
        # All copies change places: a pack has more jokers than it has of other cards.
        as_many = [card for card in hidden if first.pack[card] == first.pack[one] and card != one]
        if not as_many:
            continue
        other = luck.choice(as_many)
        exchange = (deck.card(one), deck.card(other))
        again = await Match(seed, game, exchange).play(base)
        if len(again.script) < min(_LEAST_ACTS, len(base.script)):
            continue
        blind = [each for each in first.viewers if not base.seen[each].intersection((one, other))]
        for step, told in enumerate(again.told):
            for each in blind:
                assert told[each] == base.told[step][each], _where(
                    seed, game, each, step, one, other
                )
        tally = tally.plus(
            Tally(
                pairs=len(blind),
                again=1,
                apart=any(told != base.told[step] for step, told in enumerate(again.told)),
                acts=len(again.script) * len(blind),
            )
        )
    return tally


def _where(seed: str, game: str, viewer: Viewer, step: int, *cards: Any) -> str:
    return f"{viewer or 'a spectator'} was told of {cards} at step {step} of {game}, {seed}"
