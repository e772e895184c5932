"""A table for tests of rummy games: positions by code, actions as notation writes them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from cardtui_engine.actions import parse_action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event, Viewer
from cardtui_engine.families.rummy.cards.game import PACK
from cardtui_engine.families.rummy.cards.play import Play
from cardtui_engine.library.simulate import play
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.turn import Turn
from cardtui_engine.views import SeatView, View

JUNK = (
    ["2S", "5S", "8S", "JS", "3H", "6H", "9H", "QH", "4D"],
    ["2C", "5C", "8C", "JC", "3D", "6D", "9D", "QD", "4H"],
    ["2H", "5H", "8H", "JH", "3C", "6C", "9C", "QC", "4S"],
)
"""Hands without a pair that could be a meld."""

WAITS = ["AS", "2S", "3S", "7H", "8H", "9H", "KS", "KH", "TD"]
"""Two melds, two kings and a ten: it waits for a king."""

READY = ["AS", "2S", "3S", "7H", "8H", "9H", "KS", "KH", "KC"]
"""Nine melded cards."""


class Table:
    """A match in the hands of a test: the position, and what happened last."""

    def __init__(self, rules: Any, seats: int, options: dict[str, Any], setup: Any) -> None:
        self.rules = rules
        self.seats = seats
        setup.setdefault("dealer", seats - 1)
        self.state = rules.setup(rules.options(options, seats), seats, setup)
        self.events: tuple[Event, ...] = ()

    def act(self, seat: int, verb: str, **arguments: Any) -> Table:
        """Do something; ``source`` is notation's ``from``."""
        if "source" in arguments:
            arguments["from"] = arguments.pop("source")
        data = {"do": verb, **arguments}
        action = parse_action(data, self.rules.verbs, self.rules.deck)
        self.state, self.events = self.rules.apply(self.state, seat, action)
        return self

    def draw(self, seat: int, source: str = "stock") -> Table:
        return self.act(seat, "draw", source=source)

    def refused(self, seat: int, verb: str, **arguments: Any) -> IllegalAction:
        """Try what must be refused."""
        with pytest.raises(IllegalAction) as caught:
            self.act(seat, verb, **arguments)
        assert caught.value.sentence
        assert "{" not in caught.value.sentence
        return caught.value

    def code(self, seat: int, verb: str, **arguments: Any) -> Code:
        return self.refused(seat, verb, **arguments).code

    def deal(self, *top: str) -> Table:
        """Deal a pack with those cards on top."""
        rest = list(PACK)
        for card in FRENCH.cards(top):
            rest.remove(card)
        self.state, self.events = self.rules.deal(self.state, (*FRENCH.cards(top), *rest))
        return self

    def choice(self, seat: int, verb: str) -> Choice | None:
        """Return what the seat is offered of that verb."""
        found = [each for each in self.rules.legal(self.state, seat) if each.verb == verb]
        assert len(found) <= 1
        return found[0] if found else None

    @property
    def turn(self) -> Turn:
        turn: Turn = self.rules.turn(self.state)
        return turn

    def view(self, viewer: Viewer) -> View[Any, Any]:
        view: View[Any, Any] = self.rules.view(self.state, viewer)
        return view

    def seat_view(self, seat: int) -> SeatView[Any, Any]:
        view: SeatView[Any, Any] = self.rules.seat_view(self.state, seat)
        return view

    def own(self, seat: int) -> Any:
        """Return what the seat is told of its hand."""
        return self.seat_view(seat).own.game

    def seen(self, viewer: Viewer) -> list[Event]:
        """Return what happened last as that viewer may know it."""
        return [self.rules.seen(event, viewer) for event in self.events]

    @property
    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = self.rules.facts(self.state)
        return facts


def codes(cards: Sequence[Card]) -> list[str]:
    return [FRENCH.code(card) for card in cards]


def meld_codes(melds: Any) -> list[list[str]]:
    return [codes(meld.cards) for meld in melds]


def all_cards(play: Play, *others: Card) -> list[Card]:
    """Return every card of the play, sorted."""
    return sorted([*sum(play.hands, ()), *play.stock, *play.discards, *others])


def play_match(rules: Any, players: Sequence[Bot], seed: int, **options: Any) -> Any:
    """Play a match as a server asks its bots; every action must be legal, or rules refuse it."""
    bits = Bits(seed)
    seats = len(players)
    dealer = bits.below(seats)
    steps = play(rules, rules.options(options, seats), players, bits, dealer)
    *_, last = islice(steps, 20_000)
    assert rules.turn(last.state).over
    return last.state
