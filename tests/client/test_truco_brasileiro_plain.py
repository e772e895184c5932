"""Brazilian truco as lines of text: what they say, offer and understand."""

from typing import Any

import pytest

from cardtui.v1 import actions_pb2, table_service_pb2
from cardtui.v1.truco_brasileiro_pb2 import PackEnd
from cardtui_client.faces.arguments import build
from cardtui_client.faces.arrival import table_lines
from cardtui_client.faces.hint_words import hint_sentence
from cardtui_client.faces.offers import offers
from cardtui_client.faces.registry import face_of, label_of, presenter_of
from cardtui_client.i18n import set_language
from cardtui_client.lines.help import decided_lines
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.parser import Problem, Understood, raw_action, understand
from cardtui_client.model.table import TableModel
from tests.support.brazilian_tables import GAME, HANDS
from tests.support.table_driver import ScriptedTable
from tests.support.tables import choice


class Told:
    """A table whose lines are kept; Ana, on the first seat, is mão."""

    def __init__(self, setup: Any = None, *, viewer: int | None = 0, **options: Any) -> None:
        setup = {"dealer": 3, "hand": 2, **(setup or {"hands": HANDS, "begin": "play"})}
        self.table = ScriptedTable(GAME, 4, setup, viewer=viewer, options=options)
        self.model = TableModel()
        self.narrator = Narrator(self.model)
        self.first = self.narrator.tell(self.table.snapshot())

    def heard(self) -> list[str]:
        return [line for frame in self.table.sent() for line in self.narrator.tell(frame)]

    def do(self, *moves: str) -> list[str]:
        for move in moves:
            seat, verb, *rest = move.split()
            arguments: dict[str, Any] = {"card": rest[0]} if rest else {}
            if rest[1:] == ["hidden"]:
                arguments["face_down"] = True
            self.table.do(int(seat), verb, **arguments)
        return self.heard()

    def typed(self, line: str) -> str:
        meant = understand(line, offers(self.model), self.model)
        if not isinstance(meant, Understood):
            return str(meant)
        return str(self.table._codec.actions.read(meant.action))


FIRST_TRICK = ("0 play JD", "1 play QD", "2 play 5C", "3 play 6H")


def test_calls_are_portuguese_in_every_language_and_named_by_their_stake() -> None:
    told = Told()
    for language in ("en", "es_AR"):
        set_language(language)
        assert label_of(choice("truco", price=3), told.model) == "Truco!"
        assert label_of(choice("truco_brasileiro_raise", price=6), told.model) == "Seis!"
        assert label_of(choice("truco_brasileiro_raise", price=12), told.model) == "Doze!"
        assert label_of(choice("reject"), told.model) == "Recuso"
    set_language("en")


def test_keys_are_those_of_the_other_truco_where_the_meaning_is() -> None:
    brasileiro, argentino = face_of("truco-brasileiro").verbs, face_of("truco-argentino").verbs
    keys = [brasileiro[word].key for word in ("truco", "raise", "accept", "run")]
    assert keys == [argentino[word].key for word in ("truco", "retruco", "quiero", "no_quiero")]


@pytest.mark.clause("TB-46")
def test_a_raise_is_told_with_what_it_plays_for_and_how_it_ended() -> None:
    told = Told()
    assert told.do("0 truco", "1 raise")[:2] == [
        "You: “Truco!” For 3 tentos.",
        "Beto: “Seis!” For 6 tentos.",
    ]
    assert [offer.line for offer in offers(told.model)] == [
        "accept (for 6 tentos)",
        "run (they get 3 tentos)",
        "raise (for 9 tentos)",
    ]
    assert told.do("0 accept")[:2] == [
        "You: “Aceito!” The hand is worth 6 tentos.",
        "This trick decides the hand.",
    ]
    assert "This trick decides the hand." in table_lines(told.model)
    assert told.do(*FIRST_TRICK)[-2:] == [
        "6 tentos for you and Carla (on tricks).",
        "Score: you and Carla 6; Beto and Dani 0.",
    ]


def test_an_accepted_raise_for_the_hand_says_nothing_of_the_trick() -> None:
    told = Told(accepted_decides="hand")
    assert "This trick decides the hand." not in told.do("0 truco", "1 accept")


def test_a_card_goes_face_down_where_it_may_and_only_its_owner_is_told_which() -> None:
    """TB-22."""
    told = Told()
    assert not any(offer.face_down for offer in offers(told.model))
    assert understand("hide 7S", offers(told.model), told.model) is Problem.NOT_OFFERED
    refused = raw_action("hide 7S", told.model)
    assert refused is not None
    assert refused.play.face_down
    told.do("0 play 4C", "1 play QD", "2 play 5C", "3 play 6H")
    assert "hide seven of spades (7♠)" in [offer.line for offer in offers(told.model)]
    assert "face_down=True" in told.typed("hide 7s")
    assert "face_down=True" not in told.typed("play 7s")
    assert "face_down=True" not in told.typed("7s")
    assert told.do("0 play 7S hidden")[0] == "You play seven of spades (7♠) face down."
    assert told.do("1 play 3S hidden")[0] == "Beto plays a card face down."


@pytest.mark.parametrize(
    ("line", "at", "end"),
    [
        ("1", (20,), PackEnd.PACK_END_TOP),
        ("cut", (20,), PackEnd.PACK_END_TOP),
        ("c", (20,), PackEnd.PACK_END_TOP),
        ("cut 12", (12,), PackEnd.PACK_END_TOP),
        ("cut 12 30 5 bottom", (12, 30, 5), PackEnd.PACK_END_BOTTOM),
        ("cut bottom", (20,), PackEnd.PACK_END_BOTTOM),
    ],
)
def test_the_pack_is_cut_in_a_word_or_as_one_likes(
    line: str, at: Any, end: PackEnd.ValueType
) -> None:
    """TB-04."""
    told = Told({"dealer": 1})
    told.table.deal()
    told.heard()
    meant = understand(line, offers(told.model), told.model)
    assert isinstance(meant, Understood)
    assert tuple(meant.action.truco_brasileiro_cut.at) == at
    assert meant.action.truco_brasileiro_cut.source == end


@pytest.mark.parametrize("line", ["cut 0", "cut 40", "cut 1 2 3 4", "cut x", "cut -3", "cut ٣٣٣٣"])
def test_a_cut_that_cannot_be_is_answered_with_what_to_type(line: str) -> None:
    told = Told({"dealer": 1})
    told.table.deal()
    told.heard()
    assert understand(line, offers(told.model), told.model) is Problem.NEEDS_CUT
    with pytest.raises(ValueError, match="cut"):
        build(told.model.choices()[0], cuts=(40,))


def test_the_rite_of_the_mao_is_told() -> None:
    """TB-05 to TB-08."""
    told = Told({"dealer": 3})
    told.table.deal()
    told.table.do(2, "cut", at=[7, 9], **{"from": "bottom"})
    lines = told.heard()
    assert lines[:2] == [
        "Hand 2. Dani deals. You are mão.",
        "Carla cuts the pack at 7 and 9 from the top; it is dealt from the bottom.",
    ]
    assert lines[-3:] == ["1) keep", "2) pass", "3) reject"]
    lines = told.do("0 reject")
    assert lines[0] == "You reject the three cards."
    assert lines[1].startswith("They lie face up: ")
    assert told.do("0 pass")[0] == "You pass the three cards to your partner."
    assert any(line.startswith("Your partner was dealt ") for line in told.narrator.hand_lines())
    assert any(line.startswith("Rejected: ") for line in told.narrator.table_lines())


def test_at_eleven_one_sees_the_partners_cards_and_chooses() -> None:
    """TB-51."""
    told = Told({"hands": HANDS, "scores": [11, 5]})
    assert "Ana and Carla are at eleven." in told.first
    assert told.first[-2:] == ["1) run (they get 1 tento)", "2) play on (for 3 tentos)"]
    assert told.typed("play on") == told.typed("q")
    assert told.do("0 run")[:2] == [
        "You: “Corro!”",
        "1 tento for Beto and Dani (the others ran before play).",
    ]


def test_the_iron_hand_names_no_card_before_it_is_turned_up() -> None:
    """TB-53, TB-54."""
    told = Told({"hands": HANDS, "scores": [11, 11]})
    assert "It is the iron hand." in told.first
    assert told.first[-1] == "1) turn up"
    assert not any("4C" in line for line in told.first)
    assert told.do("0 turn_up")[0] == "You turn up four of clubs (4♣)."
    rest = ("1 turn_up", "2 turn_up", "3 turn_up", "0 turn_up", "1 turn_up", "2 turn_up")
    told.do(*rest)
    lines = told.do("3 turn_up")
    assert lines[0] == "Dani turns up king of clubs (K♣)."
    told.do("1 turn_up", "2 turn_up", "3 turn_up")
    lines = told.do("0 turn_up")
    assert lines[0] == "You turn up jack of diamonds (J♦)."
    assert "you and Carla 12; Beto and Dani 11" in " ".join(lines)


def test_a_foul_is_told_and_not_the_action_that_was_not_made() -> None:
    """TB-60."""
    told = Told({"hands": HANDS, "begin": "play", "scores": [9, 0]}, fouls="penalise")
    told.do("0 truco")
    told.do("1 raise")
    assert told.do("0 raise")[:3] == [
        "You raise what already wins the match: a foul.",
        "1 tento for Beto and Dani.",
        "It is your turn. Type a number, or a word:",
    ]
    told = Told(fouls="penalise")
    assert told.do("0 show 7S")[:2] == [
        "You show a card: a foul.",
        "You show seven of spades (7♠).",
    ]
    assert "Ana has shown seven of spades (7♠)." in told.narrator.table_lines()


def test_a_drawn_hand_goes_to_nobody() -> None:
    """TB-25."""
    told = Told({"hands": (["AH"], ["AC"], ["KC"], ["KH"]), "tricks": ["tie", "tie"]})
    lines = told.do("0 play AH", "1 play AC", "2 play KC", "3 play KH")
    assert lines[-2] == "The hand is drawn: nobody scores."
    assert not any("TB-" in line for line in lines)
    assert decided_lines(told.model) == ["What decided the last hand: rule TB-25."]


@pytest.mark.clause("TB-09")
def test_the_mao_is_told_that_the_rejections_are_used_up_and_why_the_last_three_are_kept() -> None:
    told = Told({"dealer": 3})
    told.table.deal()
    told.table.do(2, "cut", at=[7, 9], **{"from": "bottom"})
    told.heard()
    for _ in range(3):
        assert _keeping(told) == "Hint: keep (“Fico”). These three are good enough to play."
        told.do("0 reject")
    said, view = "Cards have been rejected three times: ", told.model.view
    assert view is not None
    assert (
        presenter_of(told.model).prompt(view, told.model)
        == f"{said}keep these, or pass if you may."
    )
    told.do("0 pass")
    view = told.model.view
    assert view is not None
    assert presenter_of(told.model).prompt(view, told.model) == f"{said}keep these."
    assert _keeping(told) == f"Hint: keep (“Fico”). {said}you can get no better ones."


def _keeping(told: Told) -> str:
    keep = actions_pb2.Action()
    getattr(keep, presenter_of(told.model).wire_verb("keep")).SetInParent()
    only = table_service_pb2.ADVICE_REASON_ONLY
    return hint_sentence(table_service_pb2.AdviseResponse(action=keep, reason=only), told.model)
