"""A game that keeps its pack between hands gets it back riffled once, the first one shuffled."""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.truco_brasileiro.rules import TrucoBrasileiro
from cardtui_server.match import play_commands as acting
from cardtui_server.match.entries import Acted, Created, Packed, Started
from cardtui_server.match.state import begin
from cardtui_server.match.transaction import Draft
from cardtui_server.ports.dealer import riffled, shuffled
from tests.server.doors import FakeDealer

RULES = TrucoBrasileiro()
SECRET = bytes(64)


def table(**options: str) -> Draft:
    values = RULES.options(options, 4)
    made = Created(RULES.id, 4, "", values, "name", 4, None, "host", "Ana")
    draft = Draft(begin(made, RULES), FakeDealer(), {})
    draft.add(Started(1, SECRET, 3))
    return draft


def play_a_hand(draft: Draft) -> None:
    """Cut, keep, call truco and run: the shortest hand there is."""
    for action in (
        Action("cut", at=(7,), from_="top"),
        Action("keep"),
        Action("truco"),
        Action("run"),
    ):
        turn = RULES.turn(draft.standing.state)
        draft.add(Acted(turn.to_act[0], action, ""))


def packs(draft: Draft) -> list[tuple[int, ...]]:
    return [step.entry.cards for step in draft.steps if isinstance(step.entry, Packed)]


def test_the_first_pack_is_shuffled_and_the_next_is_the_gathered_one_riffled() -> None:
    draft = table()
    acting.deal(draft)
    play_a_hand(draft)
    gathered = RULES.gathered(draft.standing.state)
    assert gathered is not None
    acting.deal(draft)
    assert packs(draft) == [shuffled(SECRET, 1, RULES.pack), riffled(SECRET, 2, gathered)]


def test_a_full_shuffle_keeps_nothing_of_the_hand_before() -> None:
    draft = table(shuffle="full")
    acting.deal(draft)
    play_a_hand(draft)
    acting.deal(draft)
    assert packs(draft) == [shuffled(SECRET, number, RULES.pack) for number in (1, 2)]
