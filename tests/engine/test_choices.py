"""Choices and actions: as values, as text, and who is asked where several may act."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Flag, Range, Words
from cardtui_engine.families.rummy.cards.laying import Melds
from cardtui_engine.games.cacheta.rules import Cacheta
from cardtui_engine.games.pif_paf.rules import PifPaf
from cardtui_engine.library.action_text import action_text, parse_action_text
from cardtui_engine.library.records import Act
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.simulate import first_act
from cardtui_engine.refusals import Code, IllegalAction
from tests.engine.rummy.table import JUNK, READY, WAITS, Table
from tests.engine.truco_paulista.table import RULES, act, position
from tests.support.nights import few_examples

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


RUN, ACCEPT = Action("run"), Action("accept")


def asked(answers: dict[int, Action | None]) -> tuple[Act | None, list[int]]:
    """Return what is done in answer to a truco of seat 1, and who was asked."""
    state, _ = act(position(dealer=0), 1, "truco")
    seen: list[int] = []

    def decide(seat: int, view: Any) -> Action | None:
        assert view.own.seat == seat
        seen.append(seat)
        return answers[seat]

    return first_act(RULES, state, RULES.turn(state).asked, decide), seen


@pytest.mark.parametrize(
    ("answers", "done", "seats"),
    [
        ({0: ACCEPT, 2: RUN}, Act(0, ACCEPT), [0]),
        ({0: RUN, 2: ACCEPT}, Act(2, ACCEPT), [0, 2]),
        ({0: RUN, 2: RUN}, Act(0, RUN), [0, 2]),
        ({0: None, 2: RUN}, Act(2, RUN), [0, 2]),
        ({0: None, 2: None}, None, [0, 2]),
    ],
)
def test_a_side_runs_only_if_each_of_it_would(
    answers: dict[int, Action | None], done: Act | None, seats: list[int]
) -> None:
    """TP-31: either partner's answer binds."""
    assert asked(answers) == (done, seats)


def test_where_partners_do_not_run_together_the_first_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(RULES), "runs_together", False)
    assert asked({0: RUN, 2: ACCEPT}) == (Act(0, RUN), [0])


ARGENTINO = get_rules("truco-argentino")
BRASILEIRO = get_rules("truco-brasileiro")


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("cacho", "bet"),
        ("cacho", "raise 12"),
        ("truco-argentino", "play 7E"),
        ("truco-argentino", 'say "¿Truco? \\"No\\"."'),
        ("truco-brasileiro", "play 7D face_down=true"),
        ("pif-paf-tradicional", "cut 52"),
        ("pif-paf", "go_out 2C melds=4S-5S-6S/7C-7D-7H"),
        ("cacheta", "cut melds=4S-5S-6S"),
        ("cacheta", "knock melds=/"),
    ],
)
def test_an_action_is_written_as_it_is_read(game: str, text: str) -> None:
    rules = get_rules(game)
    assert action_text(parse_action_text(text, rules), rules) == text


def test_arguments_may_be_named_stand_in_any_order_and_wide_apart() -> None:
    cut = Action("cut", at=(3, 5), source="top")
    assert parse_action_text(" cut  from=top   at=3,5 ", BRASILEIRO) == cut
    assert parse_action_text("cut 3,5 from=top", BRASILEIRO) == cut


@pytest.mark.parametrize("blank", ["\t", " \t ", "\u00a0"])
def test_any_blank_parts_words(blank: str) -> None:
    assert parse_action_text(f"play{blank}7E", ARGENTINO) == parse_action_text("play 7E", ARGENTINO)


def test_a_flag_that_is_not_set_is_not_given() -> None:
    plain = parse_action_text("play 7D face_down=false", BRASILEIRO)
    assert plain == parse_action_text("play 7D", BRASILEIRO)


def test_one_word_may_be_said_without_quotation_marks() -> None:
    assert parse_action_text("say hola", ARGENTINO).text == "hola"


@pytest.mark.slow
@few_examples()
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_whatever_was_said_is_read_back(text: str) -> None:
    said = Action("say", text=text)
    written = action_text(said, ARGENTINO)
    assert "\n" not in written
    assert parse_action_text(written, ARGENTINO) == said


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This game has no action “”."),
        ("dance", "This game has no action “dance”."),
        ("play", "“play” needs “card”."),
        ("play ZZ", "There is no card “ZZ”."),
        ("play 7E 7B", "“play” takes no “7B”."),
        ("play 7E card=7B", "“play” takes no “card=7B”."),
        ("play 7E with=love", "“play” takes no “with”."),
        ("truco 3", "“truco” takes no “3”."),
        ("declare many", "“points” of “declare” has the wrong type."),
        (f"declare {'9' * 5000}", "“points” of “declare” has the wrong type."),
        ('say "open', '“say” takes no “"open”.'),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse_action_text(text, ARGENTINO)
    assert caught.value.code is Code.MALFORMED
    assert caught.value.sentence == sentence
