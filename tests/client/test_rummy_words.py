"""The rummy games in words: what they say, offer and understand."""

from typing import Any

import pytest

from cardtui.v1 import (
    actions_pb2,
    betting_pb2,
    cards_pb2,
    events_pb2,
    rummy_pb2,
    table_service_pb2,
    views_pb2,
)
from cardtui.v1.actions_pb2 import DRAW_SOURCE_DISCARDS, DRAW_SOURCE_STOCK
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui_client import i18n
from cardtui_client.faces.arguments import build
from cardtui_client.faces.narration import outcome, sentences
from cardtui_client.faces.offers import offers
from cardtui_client.faces.prices import price_text, risk_question
from cardtui_client.faces.registry import face_of, label_of
from cardtui_client.faces.rummy.view import melds_words
from cardtui_client.lines.help import help_lines
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.parser import Problem, Understood, problem_sentence, understand
from cardtui_client.model.cards import brief
from cardtui_client.model.table import TableModel
from tests.support.rummy_tables import rummy
from tests.support.table_driver import ScriptedTable
from tests.support.tables import acted, choice, table
from tests.support.tables import card as any_card

Event = events_pb2.Event


def card(code: str) -> Any:
    return any_card(code, "FRENCH")


def cards(codes: str) -> list[Any]:
    return [card(code) for code in codes.split()]


def meld(codes: str) -> rummy_pb2.Meld:
    return rummy_pb2.Meld(cards=cards(codes))


def model_of(
    game: str,
    inside: dict[str, Any] | None = None,
    own: dict[str, Any] | None = None,
    choices: list[Any] | None = None,
    hand: str = "",
    seats: int = 3,
    **view: Any,
) -> TableModel:
    field = game.replace("-", "_")
    public = views_pb2.PublicView(hand=1, **view)
    part = getattr(public, field)
    part.MergeFrom(type(part)(**(inside or {})))
    part.SetInParent()
    shot = table_service_pb2.Snapshot(seq=1, position=1, table=table(game, seats), view=public)
    shot.own.seat = 0
    shot.own.hand.extend(cards(hand))
    shot.own.choices.extend(choices or [])
    getattr(shot.own, field).MergeFrom(rummy_pb2.RummyOwn(**(own or {})))
    getattr(shot.own, field).SetInParent()
    model = TableModel()
    model.fold(table_service_pb2.Frame(snapshot=shot))
    model.before = model.view
    return model


def told(model: TableModel, *events: Event) -> list[str]:
    return [line for event in events for line in sentences(event, model, events)]


def chips_bet(seat: int, chips: int, to: int, *, raised: bool = False) -> Event:
    return Event(chips_bet=betting_pb2.ChipsBet(seat=seat, chips=chips, to=to, raised=raised))


def acts(seat: int, verb: str, **fields: Any) -> Event:
    return acted(seat, verb, **fields)


@pytest.mark.clause("PP-10", "PP-13")
def test_bets_are_told_with_their_chips() -> None:
    model = model_of("pif-paf", {"bets": [2, 4, 0]}, phase=Phase.PHASE_BETTING, to_act=[2])
    assert told(
        model, acts(0, "check"), acts(0, "bet", to=2), chips_bet(0, 2, 2), acts(1, "raise", to=4),
        acts(2, "call"), chips_bet(2, 4, 4), acts(2, "fold"),
    ) == [
        "You check.",
        "You bet 2 chips.",
        "Beto raises to 4 chips.",
        "Carla calls the 4 chips.",
        "Carla folds.",
    ]  # fmt: skip


@pytest.mark.parametrize(("seat", "first"), [(0, "You bet first."), (1, "Beto bets first.")])
def test_who_bets_first_is_told(seat: int, first: str) -> None:
    model = model_of("pif-paf", phase=Phase.PHASE_BETTING, to_act=[seat])
    began = events_pb2.PhaseBegan(phase=Phase.PHASE_BETTING)
    assert told(model, Event(phase_began=began))[-1] == first


@pytest.mark.clause("PT-10", "PT-11", "PT-12")
def test_the_traditional_bets_are_told_in_their_own_words() -> None:
    model = model_of(
        "pif-paf-tradicional", {"bets": [5, 8, 0]}, phase=Phase.PHASE_BETTING, to_act=[2]
    )
    assert told(
        model, acts(1, "vou"), chips_bet(1, 8, 8), acts(2, "vou", to=12),
        chips_bet(2, 12, 12, raised=True),
        acts(0, "pagar"), chips_bet(0, 3, 8), acts(2, "estou_fora")
    ) == [
        "Beto: “Vou!” 8 chips.",
        "Carla: “Vou!” Raised to 12 chips.",
        "You: “Pago!” 3 chips more.",
        "Carla: “Estou fora.” The cards go down.",
    ]  # fmt: skip


def test_a_draw_names_the_card_to_who_draws_it_alone() -> None:
    model = model_of("pif-paf", {"discards": cards("7H")}, phase=Phase.PHASE_DISCARD, to_act=[0])
    own = Event(cards_dealt=events_pb2.CardsDealt(seat=0, cards=cards("3S")))
    other = Event(cards_dealt=events_pb2.CardsDealt(seat=1, cards=[cards_pb2.CARD_HIDDEN]))
    draws = Event(acted=acts(0, "draw").acted)
    draws.acted.action.draw.source = actions_pb2.DRAW_SOURCE_STOCK
    assert told(model, draws, own) == ["You draw three of spades (3♠)."]
    draws.acted.seat = 1
    assert told(model, draws, other) == ["Beto draws from the stock."]
    draws.acted.action.draw.source = actions_pb2.DRAW_SOURCE_DISCARDS
    taken = Event(card_taken=events_pb2.CardTaken(seat=1, card=card("7H")))
    assert told(model, draws, taken) == ["Beto takes seven of hearts (7♥)."]
    assert told(model, acts(1, "discard", card=card("KD"))) == [
        "Beto discards king of diamonds (K♦)."
    ]


@pytest.mark.clause("PP-42", "PP-43", "CA-40", "CA-41", "CA-43", "CA-44")
def test_what_is_done_out_of_turn_is_told() -> None:
    model = model_of("cacheta", {"top": card("7H")}, phase=Phase.PHASE_DRAW, to_act=[1])
    contest = Event(contest_opened=events_pb2.ContestOpened(seat=1, claimant=2))
    burned = Event(burned=events_pb2.Burned(seat=2))
    assert told(
        model, acts(2, "good_one"), acts(2, "cacheta_cut"), contest, acts(1, "waive"), burned
    ) == [
        "Carla is na boa: one card short of a knock.",
        "Carla cuts the line for seven of hearts (7♥).",
        "Carla wants the card; Beto is asked first.",
        "Beto leaves seven of hearts (7♥).",
        "Carla is burned.",
    ]
    model = model_of("pif-paf", {"discards": cards("2S 7H")}, phase=Phase.PHASE_DRAW, to_act=[1])
    assert told(model, acts(2, "claim")) == ["Carla claims seven of hearts (7♥)."]


def test_the_cut_of_the_pack_is_another_thing_than_that_of_the_line() -> None:
    model = model_of("pif-paf-tradicional", phase=Phase.PHASE_CUT, to_act=[0])
    assert told(model, acts(2, "cut", at=40)) == ["Carla cuts 40 cards off the top of the pack."]
    assert label_of(choice("cut", low=1, high=103), model) == "Cut the pack"
    model = model_of("cacheta", phase=Phase.PHASE_CONTEST, to_act=[0])
    line = choice("cacheta_cut", cards=cards("7H"), kind=actions_pb2.CHOICE_KIND_BURNS, bare=True)
    assert label_of(line, model) == "Cut the line"
    assert price_text(line, model) == "it would burn you"
    assert risk_question(line, model)
    takes = actions_pb2.CHOICE_KIND_TAKES
    line = choice("cacheta_cut", cards=cards("7H"), price=2, kind=takes, bare=True)
    assert price_text(line, model) == "the others lose 2 points"
    assert not risk_question(line, model)


@pytest.mark.clause("CA-31", "CA-32")
def test_a_round_of_cacheta_is_summed_up_with_its_melds_and_what_is_left() -> None:
    last = {
        "winners": [1],
        "cards": 10,
        "reason": HandEndReason.HAND_END_REASON_KNOCK,
        "melds": [meld("5D 5H 5S"), meld("6C 7C QC")],
        "lost": 2,
        "trumps": cards("QC QS"),
    }
    # Between hands there is no flip: what was wild is the result's to tell.
    model = model_of("cacheta", {"last": last}, phase=Phase.PHASE_DEAL, scores=[8, 10, 0])
    assert outcome(model) == [
        "Beto won the hand: a knock with 10 cards. The others lose 2 points.",
        (
            "Beto lays down [five of diamonds (5♦) five of hearts (5♥) five of spades (5♠)] and"
            " [six of clubs (6♣) seven of clubs (7♣) queen of clubs (Q♣)(wild)]."
        ),
        "Points: you 8, Beto 10, Carla 0.",
    ]
    lost = Event(points_scored=events_pb2.PointsScored(team=0, points=-2))
    gone = Event(player_out=events_pb2.PlayerOut(seat=2))
    ended = Event(
        hand_ended=events_pb2.HandEnded(winners=[1], reason=HandEndReason.HAND_END_REASON_KNOCK)
    )
    shown = Event(cards_shown=events_pb2.CardsShown(seat=1, cards=cards("5D 5H 5S 6C 7C QC")))
    assert told(model, lost, gone, shown, ended) == [
        "You lose 2 points, and have 8 left.",
        "Carla is out of the match.",
        (
            "Beto lays down [five of diamonds (5♦) five of hearts (5♥) five of spades (5♠)] and"
            " [six of clubs (6♣) seven of clubs (7♣) queen of clubs (Q♣)(wild)]."
        ),
        "The hand goes to Beto: a knock with 10 cards.",
        "Points: you 8, Beto 10, Carla 0.",
    ]


@pytest.mark.clause("PP-14", "PP-40")
@pytest.mark.clause("CA-50", "CA-51", "CA-52")
def test_the_end_of_a_match_tells_victory_and_game_points_best_first() -> None:
    model = model_of(
        "cacheta",
        {"vp": [2, 5, 2], "gp": [7, 8, 9], "points": 10, "ranking": [1, 2, 0]},
        phase=Phase.PHASE_OVER,
        scores=[0, 3, 0],
        winners=[1],
    )
    ended = Event(match_ended=events_pb2.MatchEnded(winners=[1]))
    lines = [
        "Victory points: Beto 5, Carla 2, you 2.",
        "Game points: Beto 8, Carla 9, you 7.",
    ]
    assert told(model, ended) == ["The match is over. Beto wins!", *lines]
    assert Narrator(model).table_lines()[2:5] == ["Points: you 0, Beto 3, Carla 0.", *lines]
    running = model_of("cacheta", {"points": 10}, phase=Phase.PHASE_DRAW, scores=[9, 3, 1])
    assert not any("ictory" in line for line in Narrator(running).table_lines())


def test_a_hand_of_pif_paf_is_summed_up_with_its_pot() -> None:
    last = {
        "winners": [1],
        "pot": 9,
        "reason": HandEndReason.HAND_END_REASON_OUT,
        "cards": 9,
        "melds": [meld("5D 5H 5S")],
    }
    model = model_of("pif-paf", {"last": last}, phase=Phase.PHASE_DEAL, chips=[97, 106, 97])
    assert outcome(model) == [
        "Beto takes the pot of 9 chips: out with 9 cards.",
        "Beto lays down [five of diamonds (5♦) five of hearts (5♥) five of spades (5♠)].",
        "Chips: you 97, Beto 106, Carla 97.",
    ]
    last = {"winners": [1], "pot": 9, "reason": HandEndReason.HAND_END_REASON_FOLDS}
    model = model_of("pif-paf", {"last": last}, phase=Phase.PHASE_DEAL, chips=[97, 106, 97])
    assert outcome(model)[0] == "Beto takes the pot of 9 chips: all the others folded."


def test_the_hand_is_told_with_its_melds_and_what_is_missing() -> None:
    hand = "3S 9C 4S 5S KD 7H 7C 7D 7D"
    own = {"melds": [meld("3S 4S 5S"), meld("7C 7D 7H")], "outs": cards("8D")}
    model = model_of("cacheta", own=own, hand=hand, phase=Phase.PHASE_DRAW, to_act=[1])
    assert Narrator(model).hand_lines()[1] == (
        "Melds: [three of spades (3♠) four of spades (4♠) five of spades (5♠)] and"
        " [seven of clubs (7♣) seven of diamonds (7♦) seven of hearts (7♥)]."
        " Not in melds: nine of clubs (9♣), king of diamonds (K♦) and seven of diamonds (7♦)."
        " Missing one card: eight of diamonds (8♦)."
    )
    own = {"throws": cards("KD"), "melds": []}
    model = model_of("cacheta", own=own, hand=hand, phase=Phase.PHASE_DISCARD, to_act=[0])
    assert (
        Narrator(model)
        .hand_lines()[1]
        .endswith("No melds yet. You can go out by discarding king of diamonds (K♦).")
    )
    model = model_of("cacheta", own={"ten": True}, hand=hand, phase=Phase.PHASE_DISCARD, to_act=[0])
    assert Narrator(model).hand_lines()[1].endswith("All ten cards are melded: you can go out.")


def test_what_one_may_do_is_numbered_and_understood() -> None:
    takes = actions_pb2.CHOICE_KIND_TAKES
    offered = [
        choice("knock", cards=cards("KD"), price=2, kind=takes, bare=True),
        choice("discard", cards=cards("3S KD")),
        choice("good_one"),
    ]
    offered[0].arguments[0].price = 1
    model = model_of(
        "cacheta", hand="3S KD", choices=offered, phase=Phase.PHASE_DISCARD, to_act=[0]
    )
    assert [offer.line for offer in offers(model)] == [
        "knock (the others lose 2 points)",
        "knock, discarding king of diamonds (K♦) (the others lose a point)",
        "discard three of spades (3♠)",
        "discard king of diamonds (K♦)",
        "na boa (lets you cut the line)",
    ]

    def meant(line: str) -> Any:
        understood = understand(line, offers(model), model)
        assert isinstance(understood, Understood)
        return understood.action

    assert meant("knock") == build(offered[0])
    assert meant("2").knock.discard == meant("knock kd").knock.discard == card("KD")
    # So is a line as it stands in the list, with its signs and brackets or without.
    for line in ("knock, discarding king of diamonds", offers(model)[1].line):
        assert meant(line).knock.discard == card("KD"), line
    for line in (
        "discard king of diamonds (K♦)",
        "discard king of diamonds (KD)",
        "Discard King of Diamonds",
    ):
        assert meant(line).discard.card == card("KD"), line
    assert understand("discard king of hearts", offers(model), model) is Problem.NEEDS_CARD
    sentence = problem_sentence(Problem.NEEDS_CARD, "discard king of hearts", model)
    assert sentence == "Say which card: discard 3♠."
    # A card alone is thrown, though going out names cards, too.
    assert meant("kd").discard.card == meant("discard kd").discard.card == card("KD")
    assert meant("good one").HasField("good_one")


@pytest.mark.clause("PT-40")
def test_a_word_with_but_one_card_needs_none_said_and_one_with_several_says_its_own() -> None:
    throws = choice("discard", cards=cards("6H 7H"))
    for out in ("6H", "6H 7H"):
        bater = choice("bater", cards=cards(out))
        inside: dict[str, Any] = {"phase": Phase.PHASE_DISCARD, "to_act": [0]}
        model = model_of("pif-paf-tradicional", choices=[throws, bater], hand="6H 7H", **inside)
        meant = understand("bater", offers(model), model)
        if out == "6H":
            assert meant == understand("bater 6h", offers(model), model)
        else:
            assert meant is Problem.NEEDS_CARD
            assert problem_sentence(meant, "bater", model) == "Say which card: bater 6♥."


def test_where_to_draw_from_is_a_word() -> None:
    draws = choice("draw", words=["stock", "discards"])
    model = model_of(
        "pif-paf", {"discards": cards("7H")}, choices=[draws], phase=Phase.PHASE_DRAW, to_act=[0]
    )
    assert [offer.line for offer in offers(model)] == [
        "draw from the stock",
        "take the discard: seven of hearts (7♥)",
    ]
    for line, source in (
        ("draw discards", DRAW_SOURCE_DISCARDS),
        ("take the discard", DRAW_SOURCE_DISCARDS),
        ("draw discard", DRAW_SOURCE_DISCARDS),
        ("draw stock", DRAW_SOURCE_STOCK),
        ("draw from the stock", DRAW_SOURCE_STOCK),
        ("take the discard: seven of hearts (7♥)", DRAW_SOURCE_DISCARDS),
        ("take the discard: seven of hearts", DRAW_SOURCE_DISCARDS),
    ):
        understood = understand(line, offers(model), model)
        assert isinstance(understood, Understood), line
        assert understood.action.draw.source == source
    assert understand("draw", offers(model), model) is Problem.NEEDS_WORD
    assert problem_sentence(Problem.NEEDS_WORD, "draw", model) == (
        "Say which: draw from the stock or take the discard: seven of hearts (7♥)."
    )


def test_draw_alone_is_enough_where_there_is_but_one_pile() -> None:
    draws = choice("draw", words=["stock"])
    model = model_of("pif-paf", choices=[draws], phase=Phase.PHASE_DRAW, to_act=[0])
    understood = understand("draw", offers(model), model)
    assert isinstance(understood, Understood)
    assert understood.action.draw.source == DRAW_SOURCE_STOCK


def test_a_lone_opponent_is_told_by_name() -> None:
    takes = choice("knock", price=2, kind=actions_pb2.CHOICE_KIND_TAKES, bare=True)
    last = {"winners": [0], "cards": 10, "reason": HandEndReason.HAND_END_REASON_KNOCK, "lost": 2}
    model = model_of(
        "cacheta", {"last": last, "dealt": [0, 1]}, choices=[takes], phase=Phase.PHASE_DEAL,
        scores=[10, 8, 0],
    )  # fmt: skip
    assert price_text(takes, model) == "Beto loses 2 points"
    assert outcome(model)[0] == "You won the hand: a knock with 10 cards. Beto loses 2 points."
    last = {"winners": [0], "pot": 9, "reason": HandEndReason.HAND_END_REASON_FOLDS}
    model = model_of("pif-paf", {"last": last}, seats=2, phase=Phase.PHASE_DEAL, chips=[97, 106])
    assert outcome(model)[0] == "You take the pot of 9 chips: Beto folded."


def test_a_raise_says_to_how_much_and_one_that_can_be_but_one_is_not_asked_about() -> None:
    raising = choice("raise", low=9, high=9)
    model = model_of("pif-paf", choices=[raising], phase=Phase.PHASE_BETTING, to_act=[0])
    assert [offer.line for offer in offers(model)] == ["raise to 9"]
    for line in ("raise", "1", "raise 9", "raise to 9"):
        understood = understand(line, offers(model), model)
        assert isinstance(understood, Understood), line
        assert getattr(understood.action, "raise").to == 9


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("truco-argentino", "play 7E, envido, no quiero"),
        ("pif-paf", "discard 7C, go out"),
        ("cacheta", "discard 7C, knock"),
        ("pif-paf-tradicional", "vou 5, discard 7C, bater"),
    ],
)
def test_help_cites_words_of_the_game_at_hand(game: str, words: str) -> None:
    assert any(words in line for line in help_lines(game))


@pytest.mark.clause("PP-42")
def test_who_may_interrupt_is_told_so_once() -> None:
    claim = choice("claim", cards=cards("KD"), bare=True)
    model = model_of("pif-paf", choices=[claim], phase=Phase.PHASE_DRAW, to_act=[1], may_act=[0])
    narrator = Narrator(model)
    assert narrator._turn() == [
        "You can go out with the discard: claim it.",
        "You may interrupt. Type a number, or a word:",
        "1) claim",
        "2) claim, discarding king of diamonds (K♦)",
    ]
    assert narrator._turn() == []


@pytest.mark.clause("CA-40")
def test_who_is_one_card_short_is_told_so_with_the_turn_and_what_burns_is_not_advised() -> None:
    draws = choice("draw", words=["stock"])
    kind = actions_pb2.CHOICE_KIND_BURNS
    burning = choice("cacheta_cut", cards=cards("3S"), kind=kind, bare=True)
    for aside, told in (
        (choice("good_one"), "One card short: you may say “na boa”."),
        (burning, ""),
    ):
        model = model_of("cacheta", choices=[draws, aside], phase=Phase.PHASE_DRAW, to_act=[0])
        called = Narrator(model)._turn()
        turn = "It is your turn. Type a number, or a word:"
        assert called[:2] == ([told, turn] if told else [turn, "1) draw from the stock"])


@pytest.mark.clause("CA-43")
def test_what_would_burn_is_one_line_the_last_and_nobody_is_called_for_it() -> None:
    kind = actions_pb2.CHOICE_KIND_BURNS
    burning = choice("cacheta_cut", cards=cards("3S KD"), kind=kind, bare=True)
    draws = choice("draw", words=["stock"])
    model = model_of("cacheta", choices=[burning, draws], phase=Phase.PHASE_DRAW, to_act=[0])
    assert [offer.line for offer in offers(model)] == [
        "draw from the stock",
        "cut (it would burn you)",
    ]
    for line in ("2", "cut", "cut kd"):
        assert understand(line, offers(model), model) == Understood(
            build(burning), "“Cut the line”: it would burn you. Are you sure?"
        )
    aside = model_of("cacheta", choices=[burning], phase=Phase.PHASE_DRAW, to_act=[1], may_act=[0])
    assert Narrator(aside)._turn() == []


def test_how_a_round_stands_is_told_on_request() -> None:
    inside = {
        "top": card("7H"), "pile": 3, "stock": 60, "flip": card("8C"), "trumps": cards("9C 9S"),
        "good": [1], "burned": [2], "dealt": [0, 1, 2],
    }  # fmt: skip
    model = model_of("cacheta", inside, phase=Phase.PHASE_DRAW, to_act=[0], scores=[10, 9, 8])
    assert Narrator(model).table_lines()[2:] == [
        "Points: you 10, Beto 9, Carla 8.",
        "The flip is eight of clubs (8♣); nine of clubs (9♣) and nine of spades (9♠) are wild.",
        "60 cards in the stock.",
        "The top discard is seven of hearts (7♥).",
        "Na boa, one card missing: Beto.",
        "Burned: Carla.",
        "The table waits for you.",
    ]
    model = model_of(
        "pif-paf", {"bets": [0, 3, 0], "folded": [2], "cap": 9},
        phase=Phase.PHASE_BETTING, to_act=[0], pot=6, chips=[9, 9, 9],
    )  # fmt: skip
    assert Narrator(model).table_lines()[3:-1] == [
        "The pot holds 6 chips.",
        "Beto has put in 3 chips in this round.",
        "Nobody may bet more than 9 chips.",
        "Out of this hand: Carla.",
    ]


def test_a_wild_card_of_a_meld_is_marked() -> None:
    melds = [cards("JC 8C KC")]
    told = melds_words(melds, cards("8C"))
    assert told == "[jack of clubs (J♣) eight of clubs (8♣)(wild) king of clubs (K♣)]"
    assert brief(told) == "[J♣ 8♣(wild) K♣]"


def heard_of(table: ScriptedTable, narrator: Narrator) -> list[str]:
    """Return what the lines tell of all that has happened since."""
    return [line for frame in table.sent() for line in narrator.tell(frame)]


@pytest.mark.clause("CA-60", "CA-61")
def test_who_leaves_a_hand_before_play_is_told_and_who_wins_by_it() -> None:
    table = rummy("cacheta", 3, options={"fold": True}, flip="9C")
    model = TableModel()
    narrator = Narrator(model)
    heard = narrator.tell(table.snapshot())
    assert heard[-2:] == ["1) stay", "2) fold the hand (you lose 1 point)"]
    for seat, verb in ((0, "stay"), (1, "fold"), (2, "fold")):
        table.do(seat, verb)
    heard += heard_of(table, narrator)
    assert "You stay." in heard
    assert "Beto folds the hand." in heard
    assert "Beto loses 1 point, and has 9 left." in heard
    assert "You won the hand: all the others folded." in heard


@pytest.mark.clause("CA-60")
def test_what_is_wild_is_told_once_before_you_say_whether_you_stay() -> None:
    table = rummy("cacheta", 3, options={"fold": True}, flip="9C")
    narrator = Narrator(TableModel())
    narrator.tell(table.snapshot())
    for seat, verb in ((0, "stay"), (1, "fold"), (2, "fold")):
        table.do(seat, verb)
    table.deal()
    for seat in (1, 2):
        table.do(seat, "stay")
    heard = heard_of(table, narrator)
    flips = [at for at, line in enumerate(heard) if line.startswith("The flip is")]
    assert len(flips) == 1
    assert flips[0] < heard.index("Carla stays.")


def test_a_wild_card_is_marked_in_the_hand_and_in_the_list_of_choices() -> None:
    model = model_of(
        "cacheta",
        {"trumps": cards("9C 9S"), "top": card("7H")},
        {"throws": cards("9S")},
        [choice("discard", cards=cards("9S KD")), choice("knock", cards=cards("9S"))],
        "9S KD",
        phase=Phase.PHASE_DISCARD,
        to_act=[0],
    )
    wild, king = "nine of spades (9♠)(wild)", "king of diamonds (K♦)"
    assert Narrator(model).hand_lines()[0] == f"Your cards: {wild} and {king}."
    assert [offer.line for offer in offers(model)] == [
        f"discard {wild}",
        f"discard {king}",
        f"knock, discarding {wild}",
    ]


@pytest.mark.parametrize(("language", "stem"), [("pt_BR", "corr"), ("es_AR", "retir")])
@pytest.mark.parametrize("game", ["pif-paf", "cacheta"])
def test_a_fold_is_one_word_in_all_places(game: str, language: str, stem: str) -> None:
    i18n.set_language(language)
    verb = face_of(game).verbs["fold"]
    assert verb.deed is not None
    deeds = (verb.deed.words(own=False), verb.deed.words(own=True))
    told = (i18n._(verb.label), *deeds, i18n.p_("betting", "folded"), i18n.p_("column", "folded"))
    assert [words for words in told if stem not in words.lower()] == []
