"""What leaves a table for somebody, as values: nothing that hangs on a card they cannot see."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.model.table import TableModel
from cardtui_client.net.given_bits import SeenTable
from cardtui_engine.actions import Action
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.events import CardsDealt
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Pack, Record, Sitting
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.plain import cards_in
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.commands.execute import execute
from cardtui_server.match.commands.play import deal
from cardtui_server.match.events import Said, Talk
from cardtui_server.match.fold import begin
from cardtui_server.match.requests import Act, Request, Say, Sit, Start
from cardtui_server.match.seen import (
    SeenEvents,
    is_aside,
    own_view,
    public_view,
    seen_events,
    seen_talk,
)
from cardtui_server.match.transaction import Step, Transaction
from cardtui_server.table.actor import Table
from cardtui_server.table.subscription import Subscription
from cardtui_studio.verified import agreed_in
from tests.support import fair_matches
from tests.support.nights import games_and_by_night
from tests.support.playing import act, attach, frames
from tests.support.ports import FakeDealer

SEATS = 2

QUIET_VERBS = {
    "play",
    "tap",
    "truco",
    "quiero",
    "bet",
    "pass",
    "call",
    "raise",
    "check",
    "vou",
    "keep",
}
"""Verbs whose outcome does not hang on cards that stay hidden."""


def sat_down(
    game: str, seats: int = SEATS, exchange: tuple[Card, Card] | None = None
) -> Transaction:
    """Return a table at which everybody sits, before the match."""
    dealer = FakeDealer(1)
    dealer.exchanged = exchange
    made, rules = NewTable.of(game, seats).checked("p0", "P0", "table")
    tx = Transaction(begin(made, rules), dealer, {})
    for seat in range(seats):
        execute(tx, Sit(f"p{seat}", f"P{seat}", seat))
    return tx


def last(tx: Transaction, request: Request) -> Step:
    """Carry out a request and return what it came to."""
    execute(tx, request)
    return tx.steps[-1]


class Told(NamedTuple):
    """A hand that was played: its actions, and by viewer what was told and what was seen."""

    script: list[tuple[int, Action]]
    told: dict[str | None, list[Any]]
    cards: dict[str | None, set[str]]


def play_hand(
    game: str, exchange: tuple[Card, Card] | None, script: list[tuple[int, Action]] | None
) -> Told:
    """Play a hand by a script, or quietly at random."""
    seats, luck = get_rules(game).seats[0], random.Random(game)
    tx = sat_down(game, seats, exchange)
    execute(tx, Start("p0"))
    done: list[tuple[int, Action]] = []
    while True:
        rules, turn = tx.state.rules, tx.state.turn
        assert turn is not None
        if turn.wants_pack:
            deal(tx)
            continue
        if script is not None and len(done) == len(script):
            break
        if script is None:
            seat = turn.to_act[0]
            choices = rules.legal(tx.state.game, seat)
            quiet = [choice for choice in choices if choice.verb in QUIET_VERBS] or choices
            action = luck.choice(quiet).first()
            after, _ = rules.apply(tx.state.game, seat, action)
            if len(done) > 3 or (tx.state.packs and rules.turn(after).phase in ("deal", "over")):
                break
        else:
            seat, action = script[len(done)]
        tx.past = tx.state.opened  # nobody wants the discard
        execute(tx, Act(seat, f"p{seat}", action))
        done.append((seat, action))
    viewers = [None, *(f"p{seat}" for seat in range(seats))]
    told: dict[str | None, list[Any]] = {viewer: [] for viewer in viewers}
    cards: dict[str | None, set[str]] = {viewer: set() for viewer in viewers}
    for step in tx.steps:
        events, state = seen_events(step), step.after
        for viewer in viewers:
            own = None if viewer is None else own_view(state, state.seat_of(viewer))
            told[viewer].append((events_for(events, viewer), public_view(state), own))
            if state.game is not None:
                seat_ = None if viewer is None else state.seat_of(viewer)
                cards[viewer] |= cards_in(state.rules.view(state.game, seat_), state.rules.deck)
    return Told(done, told, cards)


def events_for(events: SeenEvents, viewer: str | None) -> Any:
    return events.public if viewer is None else events.by_player.get(viewer, events.public)


@pytest.mark.parametrize("game", game_ids())
def test_cards_that_a_viewer_cannot_see_change_no_value_that_leaves_for_the_viewer(
    game: str,
) -> None:
    rules = get_rules(game)
    first, apart = play_hand(game, None, None), 0
    for viewer, seen in first.cards.items():
        hidden = {*map(rules.deck.code, rules.pack)} - seen
        one = min(hidden & set().union(*first.cards.values()))  # somebody else sees it
        other = max(hidden - {one})
        again = play_hand(game, (rules.deck.card(one), rules.deck.card(other)), first.script)
        assert again.told[viewer] == first.told[viewer]
        apart += again.told != first.told
    assert apart, "the exchange never reached anybody: the test sees nothing"


def test_a_hand_is_seen_by_its_player_and_its_size_by_everybody() -> None:
    tx = sat_down("truco-argentino")
    execute(tx, Start("p0"))
    while not any(isinstance(event, CardsDealt) for event in tx.steps[-1].told):
        turn = tx.state.turn
        assert turn is not None
        if turn.wants_pack:
            deal(tx)
        else:
            seat = turn.to_act[0]
            choice = tx.state.rules.legal(tx.state.game, seat)[0]
            execute(tx, Act(seat, f"p{seat}", choice.first()))
    seen = seen_events(tx.steps[-1])
    for viewer, seat in (("p0", 0), ("p1", 1)):
        dealt = {
            event.seat: event.cards
            for event in events_for(seen, viewer)
            if isinstance(event, CardsDealt)
        }
        assert UNKNOWN not in dealt[seat]
        assert set(dealt[1 - seat]) == {UNKNOWN}
    assert all(
        set(event.cards) == {UNKNOWN} for event in seen.public if isinstance(event, CardsDealt)
    )


def test_what_everybody_may_know_is_told_once_for_all() -> None:
    step = last(sat_down("cacho"), Say("p0", "P0", "hola"))
    assert seen_events(step) == SeenEvents((Said(0, "P0", "hola", Talk.PLAYERS, "p0"),), {})
    assert not is_aside(step)


def test_what_spectators_say_is_for_those_who_hear_them() -> None:
    tx = sat_down("cacho")
    step = last(tx, Say("w", "Eva", "suerte", watching=True))
    assert is_aside(step)
    said = Said(None, "Eva", "suerte", Talk.SPECTATORS, "w")
    assert seen_talk(tx.state, hears=True) == [said]
    assert seen_talk(tx.state, hears=False) == []


async def seen_and_told(game: str, monkeypatch: pytest.MonkeyPatch) -> tuple[SeenTable, Record]:
    """Return what a player saw of the table of a match, and its honest record."""
    seen, model = SeenTable(), TableModel()
    readers: list[Subscription] = []

    def looks() -> None:
        for frame in frames(readers[0]):
            model.fold(frame)
            if model.table.state == tables_pb2.TABLE_STATE_PLAYING:
                seen.look(model)

    async def sees(table: Table, seat: int, action: Action) -> None:
        readers.append(attach(table, 0, None))
        looks()
        await act(table, seat, action)
        looks()
        seen.look_at_position(model)

    monkeypatch.setattr(fair_matches, "act", sees)
    return seen, read(await fair_matches.played(game))


def lies(record: Record) -> Iterator[tuple[str, Record]]:
    """Yield records that differ from one in what was agreed, or in who sat where."""
    for name, value in record.options.items():
        other = {bool: True, int: 1, str: "x", tuple: (1,)}[type(value)]
        changed = (not value) if value is True or value is False else value + other  # type: ignore[operator] # each has its own kind
        yield name, replace(record, options={**record.options, name: changed})
    yield "seats", replace(record, seats=record.seats + 1)
    yield "game", replace(record, game=next(each for each in game_ids() if each != record.game))
    origin = record.origin
    assert origin is not None
    entries = [
        each._replace(cards=each.cards[::-1]) if isinstance(each, Pack) else each
        for each in record.entries
    ]
    yield "cards", replace(record, entries=tuple(entries))
    yield "own", replace(record, origin=replace(origin, own=1))
    first: tuple[Sitting, ...] = origin.sittings
    for place, sitting in enumerate(first):
        for lie in (
            sitting._replace(name="Nobody"),
            sitting._replace(level=sitting.level % 3 + 1),
            sitting._replace(character=sitting.character + 1),
        ):
            told = (*first[:place], lie, *first[place + 1 :])
            yield f"seat {sitting.seat}", replace(record, origin=replace(origin, sittings=told))


@pytest.mark.slow
@pytest.mark.parametrize("game", games_and_by_night())
async def test_a_lie_about_the_table_is_found_out_in_every_game(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, record = await seen_and_told(game, monkeypatch)
    assert seen.is_told_by(_through_json(record))
    found = [(what, seen.is_told_by(_through_json(lie))) for what, lie in lies(record)]
    assert len(found) > len(record.options) + 6
    assert [what for what, believed in found if believed] == []


def _through_json(record: Record) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(json.dumps(agreed_in(record)))
    return told
