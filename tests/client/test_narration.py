"""What happens is told: calls with their worth, tricks, envido, chips, and who won why."""

from typing import Any

import pytest

from cardtui.v1 import (
    betting_pb2,
    cacho_pb2,
    cards_pb2,
    events_pb2,
    truco_argentino_pb2,
    truco_pb2,
    views_pb2,
)
from cardtui.v1.cacho_pb2 import CachoRank
from cardtui.v1.hands_pb2 import HandEndReason, MatchEndReason, Phase, ScoreReason
from cardtui_client.faces.match_won import titles
from cardtui_client.faces.narration import deed_of, outcome, sentences
from cardtui_client.faces.offers import offers
from cardtui_client.faces.registry import face_of, label_of
from cardtui_client.faces.staging import stage
from cardtui_client.faces.truco_argentino.face import points_words
from cardtui_client.i18n import set_language
from cardtui_client.model.table import TableModel
from tests.support.tables import acted, card, choice, model_of, truco_words

Event = events_pb2.Event
Result = truco_argentino_pb2.TrucoResult
THIRTY_THREE = "six of swords (6E) and seven of swords (7E)"
Envido = truco_argentino_pb2.EnvidoResult
Claim = truco_argentino_pb2.EnvidoClaim


def told(event: Event, model: TableModel, *, before: dict[str, Any] | None = None) -> list[str]:
    """Tell an event of Truco, with what was there before it."""
    model.before = views_pb2.PublicView()
    model.before.truco_argentino.MergeFrom(
        truco_argentino_pb2.TrucoArgentinoPublic(**(before or {}))
    )
    return sentences(event, model)


def truco(**inside: Any) -> TableModel:
    return model_of("truco-argentino", seats=4, inside=inside, phase=Phase.PHASE_PLAY)


# --- truco


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (acted(0, "tap"), "You tap the pack."),
        (acted(0, "cut", at=1), "You cut 1 card off the top of the pack."),
        (acted(1, "play", card=card("7E")), "Beto plays seven of swords (7E)."),
        (acted(0, "resign"), "You fold."),
        (acted(0, "no_quiero"), "You: “No quiero”"),
        (acted(0, "declare", points=33), "You say 33."),
        (acted(0, "son_buenas"), "You: “Son buenas”"),
        (acted(0, "ask"), "You ask to see the envido."),
        (acted(0, "truco_argentino_waive"), "You do not ask to see the cards."),
        (acted(0, "play", card=card("7E")), "You play seven of swords (7E)."),
        (acted(1, "tap"), "Beto taps the pack."),
        (acted(1, "cut", at=2), "Beto cuts 2 cards off the top of the pack."),
        (acted(1, "resign"), "Beto folds."),
        (acted(1, "no_quiero"), "Beto: “No quiero”"),
        (acted(1, "declare", points=33), "Beto says 33."),
    ],
)
def test_an_action_is_told(event: Event, sentence: str) -> None:
    assert told(event, truco()) == [sentence]


@pytest.mark.parametrize("points", [0, 7, 33])
def test_a_deed_tells_the_number_that_was_said_nought_too(points: int) -> None:
    deed = deed_of(acted(1, "declare", points=points), truco())
    assert deed is not None
    assert deed.act[-1] == str(points)


def test_a_deed_tells_several_numbers_as_a_list() -> None:
    event = acted(1, "truco_brasileiro_cut")
    event.acted.action.truco_brasileiro_cut.at.extend([29, 22])
    deed = deed_of(event, model_of("truco-brasileiro"))
    assert deed is not None
    assert deed.act == ("cut", "29 and 22")


@pytest.mark.clause("TA-20", "TA-40")
@pytest.mark.parametrize(
    ("call", "proposed", "sentence"),
    [
        ("truco", 2, "You: “¡Truco!” For 2 points."),
        ("retruco", 3, "You: “¡Quiero retruco!” For 3 points."),
        ("vale_cuatro", 4, "You: “¡Quiero vale cuatro!” For 4 points."),
        ("real_envido", 7, "You: “¡Real envido!” For 7 points."),
        ("falta_envido", 18, "You: “¡Falta envido!” For 18 points."),
    ],
)
def test_a_call_is_told_with_all_that_it_is_for(call: str, proposed: int, sentence: str) -> None:
    (waits,) = truco_words(call)
    assert told(acted(0, call), truco(call=waits, proposed=proposed)) == [sentence]


@pytest.mark.clause("TA-20", "TA-40")
@pytest.mark.parametrize(
    ("call", "proposed", "worth"),
    [
        ("truco", 2, "The hand is worth 2 points."),
        ("retruco", 3, "The hand is worth 3 points."),
        ("vale_cuatro", 4, "The hand is worth 4 points."),
    ],
)
def test_quiero_is_told_with_what_it_accepts(call: str, proposed: int, worth: str) -> None:
    (waits,) = truco_words(call)
    before = {"call": waits, "proposed": proposed}
    assert told(acted(1, "quiero"), truco(), before=before) == [f"Beto: “¡Quiero!” {worth}"]


@pytest.mark.clause("TA-40")
@pytest.mark.parametrize(("call", "points"), [("real_envido", 5), ("falta_envido", 18)])
def test_quiero_to_an_envido_is_told_with_its_points(call: str, points: int) -> None:
    (waits,) = truco_words(call)
    stage = truco_argentino_pb2.ENVIDO_STAGE_OPEN
    before = {"call": waits, "proposed": points, "envido": {"state": stage}}
    assert told(acted(1, "quiero"), truco(), before=before) == [
        f"Beto: “¡Quiero!” The envido is worth {points} points."
    ]


@pytest.mark.clause("TA-42")
@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ({0: 28}, "Son buenas"),
        ({0: 20, 1: 28}, "Paso"),
        ({0: 28, 1: 28}, "Son buenas"),
        ({1: 28, 0: 28}, "Son buenas"),
        ({1: 20, 0: 25, 2: 28}, "Son buenas"),
        ({1: 28, 3: None, 0: 33}, "Paso"),
    ],
)
def test_nobody_says_that_the_number_of_a_partner_is_good(
    numbers: dict[int, int | None], said: str
) -> None:
    """What is said after a seat has passed changes nothing of what it said."""
    claims = [Claim(seat=seat, number=number) for seat, number in numbers.items()]
    model = truco(mano=0)
    passes = acted(3, "son_buenas")
    assert told(passes, model, before={"envido": {"claims": claims}}) == [f"Dora: “{said}”"]
    deed = deed_of(passes, model)
    assert deed is not None
    assert (deed.actor, deed.act) == ("Dora:", (said,))


@pytest.mark.clause("TA-42")
@pytest.mark.parametrize(("won", "said"), [(1, "Paso"), (0, "Son buenas")])
def test_once_the_hand_is_over_a_seat_has_still_passed_to_its_partner(won: int, said: str) -> None:
    """What was said by whom is no longer known then; who won the envido is."""
    envido = truco_argentino_pb2.EnvidoResult(team=won, points=2)
    spoken = [truco_pb2.SpokenCall(seat=3, verb=truco_pb2.TRUCO_WORD_SON_BUENAS)]
    model = truco(mano=0, spoken=spoken, last=Result(envido=envido))
    seats = {seat.seat: seat.bubble for seat in stage(model).seats}
    assert seats[3] == said


@pytest.mark.clause("TA-42")
@pytest.mark.parametrize(
    ("number", "label", "line"),
    [(30, "Paso", "son buenas (“Paso”)"), (20, "Son buenas", "son buenas")],
)
def test_you_pass_where_your_partner_is_ahead(number: int, label: str, line: str) -> None:
    claims = [Claim(seat=1, number=28), Claim(seat=2, number=number)]
    model = model_of(
        "truco-argentino",
        seats=4,
        inside={"envido": {"claims": claims}, "mano": 1},
        phase=Phase.PHASE_ENVIDO,
        choices=[choice("son_buenas")],
    )
    (mine,) = model.choices()
    assert label_of(mine, model) == label
    assert [offer.line for offer in offers(model)] == [line]


def test_tricks_are_told_in_their_order_and_a_tie_as_parda() -> None:
    done = [truco_pb2.FinishedTrick(team=0)]
    won = Event(trick_ended=events_pb2.TrickEnded(team=1, seat=3, leader=3))
    assert told(won, truco()) == ["Dora takes the first trick."]
    assert told(won, truco(), before={"tricks": done}) == ["Dora takes the second trick."]
    assert told(won, truco(), before={"tricks": done * 2}) == ["Dora takes the third trick."]
    tied = Event(trick_ended=events_pb2.TrickEnded(leader=0))
    assert told(tied, truco()) == ["Parda: the trick is tied."]


@pytest.mark.parametrize(
    ("settled", "sentence"),
    [
        ({"team": 1, "points": 1}, "Envido declined: 1 point for Beto and Dora."),
        (
            {"team": 1, "points": 2, "seat": 3, "number": 33},
            "Dora wins the envido with 33: 2 points for Beto and Dora.",
        ),
        (
            {"team": 0, "points": 2, "seat": 3, "number": 33, "wrong": True},
            "Dora does not have 33: 2 points of envido for you and Carla.",
        ),
    ],
)
def test_an_envido_is_told_with_number_points_and_side(
    settled: dict[str, Any], sentence: str
) -> None:
    event = Event(envido_settled=events_pb2.EnvidoSettled(**settled))
    assert told(event, truco()) == [sentence]


@pytest.mark.clause("TA-44")
@pytest.mark.parametrize(
    ("envido", "line"),
    [
        (
            Envido(team=0, points=2, seat=0, number=33, cards=[card("6E"), card("7E")]),
            f"Envido: 2 points for you and Carla. You had 33: {THIRTY_THREE}.",
        ),
        (
            Envido(team=1, points=2, seat=0, number=33, wrong=True),
            "Envido: 2 points for Beto and Dora. You said 33 without having it.",
        ),
        (
            Envido(team=0, points=2, seat=0, number=33),
            "Envido: 2 points for you and Carla. You said 33, and nobody asked to see it.",
        ),
        (
            Envido(team=1, points=1),
            "Envido declined: 1 point for Beto and Dora.",
        ),
    ],
)
def test_the_summary_tells_how_the_envido_went(envido: Envido, line: str) -> None:
    last = Result(
        winners=[0, 2], team=0, points=2, envido=envido, reason=HandEndReason.HAND_END_REASON_TRICKS
    )
    model = model_of(
        "truco-argentino", seats=4, phase=Phase.PHASE_DEAL, inside={"last": last}, scores=[14, 16]
    )
    assert outcome(model) == [
        line,
        "Truco: 2 points for you and Carla (on tricks).",
        "Score: you and Carla 14; Beto and Dora 16 (1 buena).",
    ]


@pytest.mark.clause("TA-52")
def test_a_match_that_an_envido_ends_has_no_line_for_the_truco() -> None:
    last = Result(
        winners=[0], envido=Envido(team=0, points=30), reason=HandEndReason.HAND_END_REASON_ENVIDO
    )
    model = model_of(
        "truco-argentino", phase=Phase.PHASE_OVER, inside={"last": last}, scores=[30, 0]
    )
    lines = outcome(model)
    assert len(lines) == 2
    assert lines[1] == "Score: you 30; Beto 0."


def all_told(model: TableModel, *events: Event) -> list[str]:
    return [line for event in events for line in sentences(event, model, events)]


def test_points_are_told_with_what_they_are_for() -> None:
    envido = Event(
        points_scored=events_pb2.PointsScored(
            team=0, points=2, reason=ScoreReason.SCORE_REASON_ENVIDO
        )
    )
    round_ = Event(
        points_scored=events_pb2.PointsScored(
            team=0, points=2, reason=ScoreReason.SCORE_REASON_HAND
        )
    )
    last = Result(
        winners=[0], team=0, points=2, reason=HandEndReason.HAND_END_REASON_TRICKS,
        envido=Envido(team=0, points=2, seat=0, number=28),
    )  # fmt: skip
    model = model_of("truco-argentino", phase=Phase.PHASE_DEAL, inside={"last": last})
    assert all_told(model, envido, round_) == [
        "Envido: 2 points for you.",
        "Truco: 2 points for you.",
    ]
    assert all_told(model, round_) == ["Truco: 2 points for you."]
    round_.points_scored.reason = ScoreReason.SCORE_REASON_DUELS
    duels = model_of("truco-argentino", seats=6, phase=Phase.PHASE_DEAL)
    assert all_told(duels, round_) == ["Duels: 2 points for you, Carla and Eva."]


@pytest.mark.clause("TA-52")
def test_points_of_an_envido_that_count_at_once_are_told_once() -> None:
    settled = Event(envido_settled=events_pb2.EnvidoSettled(team=0, points=1))
    reason = ScoreReason.SCORE_REASON_ENVIDO
    scored = Event(points_scored=events_pb2.PointsScored(team=0, points=1, reason=reason))
    model = model_of("truco-argentino", phase=Phase.PHASE_PLAY)
    assert all_told(model, settled, scored) == ["Envido declined: 1 point for you."]
    deed = deed_of(settled, model)
    assert deed is not None
    assert (deed.actor, deed.act) == ("You", ("+1",)), "what it paid stands on the felt"


@pytest.mark.clause("TA-52")
def test_points_of_a_wrong_number_are_told_to_be_taken_back() -> None:
    settled = Event(
        envido_settled=events_pb2.EnvidoSettled(team=1, points=2, seat=0, number=33, wrong=True)
    )
    reason = ScoreReason.SCORE_REASON_ENVIDO
    taken, given = (
        Event(points_scored=events_pb2.PointsScored(team=team, points=points, reason=reason))
        for team, points in ((0, -2), (1, 2))
    )
    model = model_of("truco-argentino", phase=Phase.PHASE_DEAL)
    assert all_told(model, settled, taken, given) == [
        "You do not have 33: 2 points of envido for Beto.",
        "2 points of the envido are taken from you.",
    ]


@pytest.mark.clause("TA-62")
def test_every_duel_of_a_deal_is_in_the_summary() -> None:
    duels = [
        Result(
            winners=[1], team=1, points=1, reason=HandEndReason.HAND_END_REASON_FOLD, seats=[1, 4]
        ),
        Result(
            winners=[5],
            team=1,
            points=2,
            reason=HandEndReason.HAND_END_REASON_RESIGNED,
            seats=[2, 5],
        ),
    ]
    model = model_of(
        "truco-argentino",
        seats=6,
        inside={
            "deal": truco_argentino_pb2.TRUCO_ARGENTINO_DEAL_DUELS,
            "duels": duels,
            "last": duels[1],
        },
        scores=[0, 3],
    )
    assert outcome(model)[:-1] == [
        "Duel of Beto and Eva:",
        "Truco: 1 point for Beto, Dora and Fito (Eva declined).",
        "Duel of Carla and Fito:",
        "Truco: 2 points for Beto, Dora and Fito (Carla folded).",
    ]
    began = Event(phase_began=events_pb2.PhaseBegan(phase=Phase.PHASE_DUEL))
    model = model_of("truco-argentino", seats=6, inside={"active": [2, 5]})
    assert sentences(began, model) == ["A duel: Carla and Fito."]


@pytest.mark.parametrize(("team", "why"), [(0, "the others declined"), (1, "your side declined")])
def test_whose_side_declined_is_told_from_where_you_sit(team: int, why: str) -> None:
    last = truco_argentino_pb2.TrucoResult(
        team=team, points=1, reason=HandEndReason.HAND_END_REASON_FOLD
    )
    first, *_rest = outcome(model_of("truco-argentino", seats=4, seat=0, inside={"last": last}))
    assert first.endswith(f"({why}).")


@pytest.mark.parametrize(
    ("language", "word"), [("en", "fold"), ("pt_BR", "baralho"), ("es_AR", "mazo")]
)
def test_one_act_has_one_word_on_its_button_to_type_and_when_it_is_told(
    language: str, word: str
) -> None:
    set_language(language)
    folding = face_of("truco-argentino").verbs["resign"]
    (story,) = told(acted(1, "resign"), truco())
    assert [word in each for each in (folding.title().lower(), folding.typed(), story)] == [
        True
    ] * 3


@pytest.mark.parametrize(
    ("points", "target", "words"),
    [(0, 30, "0"), (1, 30, "1"), (15, 30, "15"), (16, 30, "16 (1 buena)"),
     (29, 30, "29 (14 buenas)"), (30, 30, "30"), (33, 30, "33"), (7, 15, "7"),
     (8, 15, "8 (1 buena)")],
)  # fmt: skip
def test_scores_are_kept_in_malas_and_buenas(points: int, target: int, words: str) -> None:
    assert points_words(points, target // 2, target) == words


# --- cacho


def cacho(**fields: Any) -> TableModel:
    return model_of("cacho", seats=3, **fields)


def chips_bet(seat: int, chips: int, to: int) -> Event:
    return Event(chips_bet=betting_pb2.ChipsBet(seat=seat, chips=chips, to=to))


@pytest.mark.clause("CC-10", "CC-12", "CC-14")
@pytest.mark.parametrize(
    ("event", "put", "sentence"),
    [
        (acted(0, "bet"), [], "You bet."),
        (acted(0, "bet"), [chips_bet(0, 1, 1)], "You bet 1 chip."),
        (acted(0, "bet"), [chips_bet(0, 2, 2)], "You bet 2 chips."),
        (acted(0, "bet", to=7), [chips_bet(0, 7, 7)], "You bet 7 chips."),
        (acted(0, "call"), [chips_bet(0, 4, 7)], "You call the 7 chips."),
        (acted(0, "raise", to=9), [chips_bet(0, 2, 9)], "You raise to 9 chips."),
        (acted(0, "pass"), [], "You pass."),
        (acted(1, "bet"), [], "Beto bets."),
        (acted(1, "bet"), [chips_bet(1, 2, 2)], "Beto bets 2 chips."),
        (acted(1, "call"), [chips_bet(1, 4, 7)], "Beto calls the 7 chips."),
        (acted(1, "raise", to=9), [chips_bet(1, 2, 9)], "Beto raises to 9 chips."),
        (acted(1, "pass"), [], "Beto passes."),
    ],
)
def test_bets_are_told_in_chips(event: Event, put: list[Event], sentence: str) -> None:
    assert sentences(event, cacho(), [event, *put]) == [sentence]


@pytest.mark.clause("CC-17")
def test_a_pass_that_keeps_the_seat_in_is_told_as_a_check() -> None:
    passes, checks = acted(0, "pass"), Event(checked=betting_pb2.Checked(seat=0))
    assert sentences(passes, cacho(), [passes, checks]) == ["You check."]
    other = Event(checked=betting_pb2.Checked(seat=1))
    assert sentences(passes, cacho(), [passes, other]) == ["You pass."]


@pytest.mark.clause("CC-10", "CC-12")
def test_what_a_bet_is_in_a_round_is_read_from_the_view() -> None:
    for phase, stake, told in (
        (Phase.PHASE_FIRST, 1, "First round: a bet is 1 chip."),
        (Phase.PHASE_SECOND, 4, "Second round: a bet is 4 chips."),
    ):
        began = Event(phase_began=events_pb2.PhaseBegan(phase=phase))
        assert sentences(began, cacho(inside={"stake": stake})) == [told]


@pytest.mark.parametrize(
    ("phase", "word"),
    [
        (Phase.PHASE_FIRST, "first"),
        (Phase.PHASE_SECOND, "second"),
        (Phase.PHASE_THIRD, "third"),
    ],
)
def test_each_round_is_announced(phase: Phase.ValueType, word: str) -> None:
    event = Event(phase_began=events_pb2.PhaseBegan(phase=phase))
    (sentence,) = sentences(event, cacho())
    assert sentence.lower().startswith(word)


@pytest.mark.clause("CC-30")
@pytest.mark.parametrize(
    ("rank", "points", "why"),
    [
        (CachoRank.CACHO_RANK_SIXES, 0, "three sixes"),
        (CachoRank.CACHO_RANK_CACHO, 30, "cacho, 30"),
        (CachoRank.CACHO_RANK_FLUSH, 26, "two of one suit, 26"),
        (CachoRank.CACHO_RANK_HIGH, 6, "high card, 6"),
    ],
)
def test_the_summary_tells_the_winning_class(
    rank: CachoRank.ValueType, points: int, why: str
) -> None:
    hand = [card("6S", "FRENCH"), card("AH", "FRENCH")]
    beaten = cacho_pb2.ShownHand(seat=2, cards=hand, rank=CachoRank.CACHO_RANK_HIGH, points=6)
    shown = [cacho_pb2.ShownHand(seat=1, cards=hand, rank=rank, points=points), beaten]
    last = cacho_pb2.CachoResult(
        winners=[1],
        pot=12,
        reason=HandEndReason.HAND_END_REASON_SHOWDOWN,
        rank=rank,
        points=points,
        hands=shown,
    )
    model = cacho(inside={"last": last}, chips=[44, 62, 44])
    assert outcome(model) == [
        f"Beto takes the pot of 12 chips: {why}.",
        f"Beto had {why}: six of spades (6♠) and ace of hearts (A♥).",
        "Carla had high card, 6: six of spades (6♠) and ace of hearts (A♥).",
        "Chips: you 44, Beto 62, Carla 44.",
    ]


@pytest.mark.clause("CC-14", "CC-17", "CC-21")
@pytest.mark.parametrize(
    ("before", "acts", "told"),
    [
        (Phase.PHASE_THIRD, "call", "The bets are matched: the hands are shown."),
        (Phase.PHASE_THIRD, "pass", "Nobody bets: the hands are shown."),
        (
            Phase.PHASE_SECOND,
            "bet",
            "Somebody has no chips left, so nobody can bet: the hands are shown.",
        ),
    ],
)
def test_why_the_betting_ended_is_told(before: Phase.ValueType, acts: str, told: str) -> None:
    model = cacho(phase=Phase.PHASE_DEAL)
    model.before = views_pb2.PublicView(phase=before)
    act = acted(1, acts)
    ended = events_pb2.HandEnded(reason=HandEndReason.HAND_END_REASON_SHOWDOWN)
    among = [act, Event(hand_ended=ended)]
    if acts == "pass":
        among.append(Event(checked=betting_pb2.Checked(seat=1)))
    assert sentences(act, model, among)[1:] == [told]
    assert len(sentences(act, model, [act])) == 1


@pytest.mark.clause("CC-16")
def test_a_pot_won_without_showing_is_told_so() -> None:
    last = cacho_pb2.CachoResult(winners=[0], pot=3, reason=HandEndReason.HAND_END_REASON_PASSES)
    assert outcome(cacho(inside={"last": last}))[0] == (
        "You take the pot of 3 chips: all the others passed."
    )


# --- all games


def test_cards_are_told_to_their_owner_alone() -> None:
    mine = Event(cards_dealt=events_pb2.CardsDealt(seat=0, cards=[card("7E")]))
    other = Event(cards_dealt=events_pb2.CardsDealt(seat=1, cards=[cards_pb2.CARD_HIDDEN]))
    assert sentences(mine, truco()) == ["You get seven of swords (7E)."]
    assert sentences(other, truco()) == []


def test_hands_points_and_the_match_are_told() -> None:
    model = truco(mano=1)
    started = Event(hand_started=events_pb2.HandStarted(hand=3, dealer=0))
    assert sentences(started, model) == ["Hand 3. You deal. Beto is mano."]
    scored = Event(points_scored=events_pb2.PointsScored(team=0, points=2))
    assert sentences(scored, model) == ["2 points for you and Carla."]
    lost = Event(points_scored=events_pb2.PointsScored(team=1, points=-1))
    assert sentences(lost, model) == ["−1 point for Beto and Dora."]
    over = Event(match_ended=events_pb2.MatchEnded(winners=[0, 2]))
    assert sentences(over, model) == ["The match is over. You win!"]
    others = Event(match_ended=events_pb2.MatchEnded(winners=[1, 3]))
    assert sentences(others, model) == ["The match is over. Beto and Dora win!"]
    others.match_ended.reason = MatchEndReason.MATCH_END_REASON_LAST
    assert sentences(others, model)[0] == "Nobody else has points left."
    others.match_ended.reason = MatchEndReason.MATCH_END_REASON_LIMIT
    assert sentences(others, model)[0] == "That was the last hand."


def test_who_wins_alike_is_told_so() -> None:
    model = model_of("cacho", seats=3)
    told = {
        (0, 1, 2): ("The match is over. A tie: everybody wins!", "A tie: everybody wins!"),
        (0, 2): (
            "The match is over. You share the win with Carla!",
            "You share the win with Carla!",
        ),
        (1, 2): (
            "The match is over. Beto and Carla win!",
            "You lost: Beto and Carla win the match.",
        ),
        (0,): ("The match is over. You win!", "You win the match!"),
        (1,): ("The match is over. Beto wins!", "You lost: Beto wins the match."),
    }
    for winners, (sentence, title) in told.items():
        over = Event(match_ended=events_pb2.MatchEnded(winners=winners))
        assert sentences(over, model) == [sentence]
        assert titles(winners, model)[0] == title


def test_talk_is_told_safely_and_who_watches_apart() -> None:
    said = events_pb2.Said(seat=0, name="A\x1bna", text="[b]hola\x07")
    assert sentences(Event(said=said), truco()) == ["Ana: [b]hola"]
    said = events_pb2.Said(name="Zoe", text="hola", talk=events_pb2.TALK_SPECTATORS)
    assert sentences(Event(said=said), truco()) == ["Zoe (watching): hola"]
    assert sentences(acted(0, "say", text="hola"), truco()) == []


def test_what_a_newer_server_tells_is_passed_over() -> None:
    assert sentences(Event(), truco()) == []


def test_a_game_without_sentences_of_its_own_is_told_by_its_verbs() -> None:
    model = truco()
    assert sentences(acted(0, "go_out"), model) == ["You: “go out”"]
    thrown = acted(1, "discard", card=card("TD", "FRENCH"))
    assert sentences(thrown, model) == ["Beto: “discard ten of diamonds (10♦)”"]
    assert sentences(acted(1, "vou", to=5), model) == ["Beto: “vou 5”"]
    taken = events_pb2.CardTaken(seat=0, card=card("TD", "FRENCH"))
    assert sentences(Event(card_taken=taken), model) == ["You take ten of diamonds (10♦)."]
    renewed = events_pb2.PackRenewed(cards=40)
    assert sentences(Event(pack_renewed=renewed), model) == [
        "The discards are turned over: 40 cards to draw."
    ]
    contest = events_pb2.ContestOpened(seat=1, claimant=0)
    assert sentences(Event(contest_opened=contest), model) == [
        "You want the card; Beto is asked first."
    ]
    contest = events_pb2.ContestOpened(seat=0, claimant=1)
    assert sentences(Event(contest_opened=contest), model) == [
        "Beto wants the card; you are asked first."
    ]
    assert sentences(Event(burned=events_pb2.Burned(seat=2)), model) == ["Carla is burned."]
    bought = events_pb2.ChipsBought(seat=1, chips=30, has=80)
    assert sentences(Event(chips_bought=bought), model) == ["Beto buys 30 chips and has 80 now."]
    bought = events_pb2.ChipsBought(seat=0, chips=1, has=51)
    assert sentences(Event(chips_bought=bought), model) == ["You buy 1 chip and have 51 now."]
    left = events_pb2.CashedOut(seat=1, name="Beto", chips=80)
    assert sentences(Event(cashed_out=left), model) == ["Beto leaves with 80 chips."]
    out = events_pb2.PlayerOut(seat=3)
    assert sentences(Event(player_out=out), model) == ["Dora is out of the match."]
    assert points_words(7, 0, 0) == "7"


@pytest.mark.parametrize(
    ("language", "you", "plays"), [("pt_BR", "Você", "Você joga"), ("es_AR", "Vos", "Jugás")]
)
def test_another_language_says_the_same_and_keeps_the_calls(
    language: str, you: str, plays: str
) -> None:
    set_language(language)
    called = truco(call=truco_words("truco")[0], proposed=2)
    (sentence,) = sentences(acted(0, "truco"), called)
    assert sentence.startswith(f"{you}: “¡Truco!”")
    assert "2" in sentence
    (played,) = sentences(acted(0, "play", card=card("7E")), truco())
    assert played.startswith(plays)
