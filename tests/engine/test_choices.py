"""Choices as values, and what a turn says of those who may do something beside it."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Flag, Range, Words
from cardtui_engine.families.rummy.cards.laying import Melds
from cardtui_engine.games.cacheta.rules import Cacheta
from cardtui_engine.games.pif_paf.rules import PifPaf
from tests.engine.rummy.table import JUNK, READY, WAITS, Table

PLAY = Choice("play", (Cards("card", FRENCH.cards(["AS", "2S"])), Flag("face_down")))


def test_a_choice_is_a_collection_of_actions_the_plainest_first() -> None:
    ace, two = FRENCH.cards(["AS", "2S"])
    assert [*PLAY] == [
        Action("play", card=ace),
        Action("play", card=ace, face_down=True),
        Action("play", card=two),
        Action("play", card=two, face_down=True),
    ]
    assert len(PLAY) == 4
    assert PLAY.first() == Action("play", card=ace)
    assert {PLAY.sample(bits) for bits in [Bits(1)] for _ in range(60)} == set(PLAY)


def test_a_choice_knows_no_action_with_more_or_less_or_another_verb() -> None:
    (ace,) = FRENCH.cards(["AS"])
    for other in (
        Action("play"),
        Action("play", face_down=True),
        Action("show", card=ace),
        Action("play", card=ace, to=1),
        "play",
    ):
        assert other not in PLAY


def test_choices_are_values_that_cannot_be_changed() -> None:
    assert Choice("bet", (Range("to", 1, 3),)) == Choice("bet", (Range("to", 1, 3),))
    assert len({Choice("pass"), Choice("pass"), Choice("pass", kind=ChoiceKind.CHECK)}) == 2
    with pytest.raises(FrozenInstanceError):
        PLAY.verb = "show"  # type: ignore[misc]


def test_a_domain_is_asked_for_by_its_kind() -> None:
    assert PLAY.domain(Cards).cards == FRENCH.cards(["AS", "2S"])
    with pytest.raises(LookupError, match="has no domain Words"):
        PLAY.domain(Words)


@pytest.mark.clause("CA-30", "CA-42")
def test_melds_may_be_named_in_any_order_but_only_such_as_hold_all_but_the_card_thrown() -> None:
    table = Table(Cacheta(), 2, {}, {"hands": [READY, JUNK[0]], "stock": ["4D"], "flip": "9C"})
    knock = table.draw(0).choice(0, "knock")
    assert knock is not None
    melds = tuple(FRENCH.cards(meld) for meld in (READY[:3], READY[3:6], READY[6:]))
    (four,) = FRENCH.cards(["4D"])
    assert Action("knock", melds=melds) in knock
    assert Action("knock", melds=melds[::-1], discard=four) in knock
    assert Action("knock", melds=melds[:2], discard=four) not in knock
    assert Action("knock", melds=melds, discard=melds[0][0]) not in knock
    assert knock.domain(Melds).after({"discard": four}).size() == 1


@pytest.mark.clause("CA-43")
def test_a_cut_that_burns_may_be_declared_like_any_other() -> None:
    hands = [JUNK[0], JUNK[1], WAITS]
    table = Table(Cacheta(), 3, {}, {"hands": hands, "stock": ["4H"], "flip": "9C"})
    table.act(2, "good_one").draw(0).act(0, "discard", card="4H")
    cut = table.choice(2, "cut")
    assert cut is not None
    assert cut.kind is ChoiceKind.BURNS
    assert Action("cut", melds=(FRENCH.cards(WAITS[:3]),)) in cut
    assert Action("cut", melds=(FRENCH.cards(["2C"]),)) not in cut


@pytest.mark.clause("PP-42")
def test_a_draw_is_held_while_a_third_player_may_claim_the_card() -> None:
    for seats in (3, 4):
        setup = {"hands": [*JUNK, WAITS][:seats], "begin": "play", "stock": ["KD"]}
        table = Table(PifPaf(), seats, {}, setup)
        assert not table.turn.holds_draw
        turn = table.draw(0).act(0, "discard", card="KD").turn
        assert (turn.to_act, turn.may_act) == ((1,), tuple(range(2, seats)))
        assert turn.holds_draw
        assert turn.asked == (*range(2, seats), 1)


@pytest.mark.clause("CA-40", "CA-41")
def test_who_may_yet_declare_na_boa_holds_the_draw_too() -> None:
    hands = [*JUNK, WAITS]
    table = Table(Cacheta(), 4, {}, {"hands": hands, "stock": ["KD"], "flip": "9C"})
    table.act(3, "good_one")
    assert (table.turn.may_act, table.turn.may_declare) == ((), (1, 2))
    turn = table.draw(0).act(0, "discard", card="KD").turn
    assert (turn.to_act, turn.may_act, turn.may_declare) == ((1,), (3,), (0, 2))
    assert turn.holds_draw
    two = Table(Cacheta(), 2, {}, {"hands": [JUNK[0], WAITS], "stock": ["4H"], "flip": "9C"})
    assert not two.draw(0).act(0, "discard", card="4H").turn.holds_draw
