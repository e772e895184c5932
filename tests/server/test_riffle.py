"""A game that keeps its pack between hands gets it back riffled once, the first one shuffled."""

from cardtui_engine.actions import Action
from cardtui_engine.games.truco_brasileiro.rules import TrucoBrasileiro
from cardtui_server.fairness.packs import riffled, shuffled
from cardtui_server.match.commands.play import deal
from cardtui_server.match.entries import Acted, Created, Packed, Started
from cardtui_server.match.fold import begin
from cardtui_server.match.transaction import Transaction
from tests.support.ports import FakeDealer

RULES = TrucoBrasileiro()
SECRET = bytes(64)


def table(**options: str) -> Transaction:
    values = RULES.options(options, 4)
    made = Created(RULES.id, 4, "", values, "name", 4, None, "host", "Ana")
    tx = Transaction(begin(made, RULES), FakeDealer(), {})
    tx.add(Started(1, SECRET, 3))
    return tx


def play_a_hand(tx: Transaction) -> None:
    """Cut, keep, call truco and run: the shortest hand there is."""
    for action in (
        Action("cut", at=(7,), source="top"),
        Action("keep"),
        Action("truco"),
        Action("run"),
    ):
        turn = RULES.turn(tx.state.game)
        tx.add(Acted(turn.to_act[0], action, ""))


def packs(tx: Transaction) -> list[tuple[int, ...]]:
    return [step.entry.cards for step in tx.steps if isinstance(step.entry, Packed)]


def test_the_first_pack_is_shuffled_and_the_next_is_the_gathered_one_riffled() -> None:
    tx = table()
    deal(tx)
    play_a_hand(tx)
    chance = RULES.turn(tx.state.game).chance
    assert chance is not None
    assert chance.gathered is not None
    deal(tx)
    assert packs(tx) == [shuffled(SECRET, 1, RULES.pack), riffled(SECRET, 2, chance.gathered)]


def test_a_full_shuffle_keeps_nothing_of_the_hand_before() -> None:
    tx = table(shuffle="full")
    deal(tx)
    play_a_hand(tx)
    deal(tx)
    assert packs(tx) == [shuffled(SECRET, number, RULES.pack) for number in (1, 2)]
