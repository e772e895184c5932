"""The narrator: a feed told as lines, each decision offered once, each hand summed up once."""

from typing import Any

import pytest

from cardtui.v1 import (
    errors_pb2,
    events_pb2,
    table_service_pb2,
    tables_pb2,
    truco_argentino_pb2,
    truco_pb2,
    views_pb2,
)
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.lines.narrator import Narrator
from cardtui_client.model.table import Status, TableModel
from cardtui_client.net.feed import FeedStatus
from tests.support.table_driver import played, truco
from tests.support.tables import acted, card, choice, snapshot_of, table, update_of

Event = events_pb2.Event
Result = truco_argentino_pb2.TrucoResult

SPANISH = ("12", "11", "10", "7", "6", "5")
"""The ranks of a draw for high card."""


def narrator(**fields: Any) -> tuple[Narrator, list[str]]:
    telling = Narrator(TableModel())
    return telling, telling.tell(snapshot_of("truco-argentino", **fields))


def test_who_comes_is_told_where_they_sit_who_plays_and_what_they_hold() -> None:
    _telling, lines = narrator(
        seats=4, hand=["7E", "6E"], phase=Phase.PHASE_PLAY, to_act=[0], dealer=3,
        choices=[choice("play", cards=[card("7E"), card("6E")])],
    )  # fmt: skip
    assert lines[:5] == [
        "Table Kitchen: Truco argentino.",
        "You are Ana, in seat 1.",
        "You play with Carla against Beto and Dora.",
        "Type ? for help.",
        "Players: 1 Ana (you), 2 Beto, 3 Carla, 4 Dora.",
    ]
    assert "Your cards: seven of swords (7E) and six of swords (6E)." in lines
    assert lines[-3:] == [
        "It is your turn. Type a number, or a word:",
        "1) play seven of swords (7E)",
        "2) play six of swords (6E)",
    ]


def test_who_watches_is_told_so_and_never_offered_anything() -> None:
    telling, lines = narrator(seat=None, phase=Phase.PHASE_PLAY, to_act=[0])
    assert "You are watching." in lines
    assert not any(line.startswith("1)") for line in lines)
    assert telling.hand_lines() == ["You are watching; you have no cards."]


def test_the_list_is_told_once_for_a_decision() -> None:
    telling, lines = narrator(
        phase=Phase.PHASE_PLAY, to_act=[0], choices=[choice("truco", price=2)]
    )
    assert lines[-1] == "1) truco (for 2 points)"
    said = events_pb2.Said(seat=1, name="Beto", text="dale")
    assert telling.tell(update_of(11, Event(said=said))) == ["Beto: dale"]
    change = views_pb2.OwnView(choices=[choice("quiero", price=2)])
    lines = telling.tell(update_of(12, own=change, changed_own=[3]))
    assert lines[-1] == "1) quiero (for 2 points)"


def test_the_same_list_is_told_again_for_the_next_decision() -> None:
    telling, lines = narrator(phase=Phase.PHASE_PLAY, to_act=[0], choices=[choice("turn_up")])
    asked = lines[-2:]
    assert asked[0] == "It is your turn. Type a number, or a word:"
    # Others act in between, and all of it comes in one update: one leads the next trick.
    events = [acted(0, "turn_up"), acted(1, "turn_up")]
    assert telling.tell(update_of(11, *events))[-2:] == asked
    assert telling.tell(update_of(12, acted(1, "turn_up"))) != asked


def test_the_end_of_a_hand_is_told_as_its_summary_and_not_twice() -> None:
    telling, _lines = narrator(phase=Phase.PHASE_PLAY)
    last = Result(winners=[0], team=0, points=1, reason=HandEndReason.HAND_END_REASON_FOLD)
    view = views_pb2.PublicView(phase=Phase.PHASE_DEAL, scores=[1, 0])
    view.truco_argentino.last.CopyFrom(last)
    events = [
        acted(1, "no_quiero"),
        Event(points_scored=events_pb2.PointsScored(team=0, points=1)),
        Event(
            hand_ended=events_pb2.HandEnded(winners=[0], reason=HandEndReason.HAND_END_REASON_FOLD)
        ),
    ]
    lines = telling.tell(update_of(11, *events, view=view, changed=[1, 6], changed_game=[11]))
    assert lines == [
        "Beto: “No quiero”",
        "Truco: 1 point for you (Beto declined).",
        "Score: you 1; Beto 0.",
    ]


def test_a_lost_connection_is_told_once_and_that_it_is_back() -> None:
    telling, _lines = narrator(phase=Phase.PHASE_PLAY)
    lost = FeedStatus(Status.RECONNECTING, "The connection was lost.", 0.2)
    assert telling.tell(lost) == [
        "The connection was lost.",
        "Reconnecting… Your seat is kept.",
    ]
    assert telling.tell(lost) == []
    other = FeedStatus(Status.RECONNECTING, "Another server than before answers.", 0.2)
    assert telling.tell(other) == ["Another server than before answers."]
    assert telling.tell(lost) == telling.tell(other) == []
    assert telling.tell(FeedStatus(Status.LIVE)) == ["Reconnected."]
    # A server that said that it stops is not lost besides.
    assert telling.tell(other) == [
        "Another server than before answers.",
        "Reconnecting… Your seat is kept.",
    ]
    assert telling.tell(lost) == []
    assert telling.tell(FeedStatus(Status.LIVE)) == ["Reconnected."]
    assert telling.tell(FeedStatus(Status.ENDED, "The table was closed.")) == [
        "The table was closed."
    ]


def test_who_comes_goes_and_is_lost_is_told() -> None:
    telling, _lines = narrator(phase=Phase.PHASE_PLAY)
    changed = table("truco-argentino", 2)
    changed.seats[1].name = "Robi"
    changed.seats[1].bot = tables_pb2.BOT_LEVEL_EASY
    assert telling.tell(update_of(11, table=changed)) == ["Robi now plays for Beto."]
    for connected, lines in (([0, 1], []), ([0], []), ([], ["Ana is away."])):
        presence = tables_pb2.Presence(connected=connected)
        assert telling.tell(table_service_pb2.Frame(presence=presence)) == lines


def test_who_does_not_answer_is_told_of_and_so_is_who_answers_again() -> None:
    telling, _lines = narrator(phase=Phase.PHASE_PLAY)
    told = [
        telling.tell(table_service_pb2.Frame(presence=presence))
        for presence in (
            tables_pb2.Presence(connected=[0, 1]),
            tables_pb2.Presence(connected=[0, 1], silent=[1]),
            tables_pb2.Presence(connected=[0, 1], silent=[0, 1]),
            tables_pb2.Presence(connected=[0, 1]),
            tables_pb2.Presence(connected=[0, 1], silent=[1]),
            tables_pb2.Presence(connected=[0]),
        )
    ]
    assert told == [
        ["Beto is here."],
        ["Beto does not answer."],
        [],
        ["Beto answers again."],
        ["Beto does not answer."],
        ["Beto is away."],
    ]


def test_that_nothing_can_be_done_is_told_once_and_that_it_can_again() -> None:
    telling, _lines = narrator(phase=Phase.PHASE_PLAY)
    refusal = errors_pb2.Refusal(template="The hand is over.", sentence="The hand is over.")
    here = tables_pb2.Presence(connected=[0, 1])
    stopped = tables_pb2.Presence(connected=[0, 1], stopped=refusal)
    told = [
        telling.tell(table_service_pb2.Frame(presence=presence))
        for presence in (here, stopped, stopped, here)
    ]
    assert told == [
        ["Beto is here."],
        ["The hand is over."],
        [],
        ["The server can save moves again: play goes on."],
    ]
    coming = TableModel()
    snapshot = table_service_pb2.Snapshot(
        seq=10, table=table("truco-argentino", 2), presence=stopped
    )
    lines = Narrator(coming).tell(table_service_pb2.Frame(snapshot=snapshot))
    assert lines.count("The hand is over.") == 1


def test_a_notice_of_the_server_is_told_whenever_it_changes_and_to_those_who_come() -> None:
    telling, _lines = narrator(phase=Phase.PHASE_PLAY)

    def with_notice(left: str) -> tables_pb2.Presence:
        refusal = errors_pb2.Refusal(
            template="{why} The server restarts in {left}.",
            arguments={"left": left, "why": "A new release."},
        )
        return tables_pb2.Presence(connected=[0], notice=refusal)

    first, same, second = map(with_notice, ("10 min", "10 min", "9 min"))
    told = [
        telling.tell(table_service_pb2.Frame(presence=presence))
        for presence in (first, same, second, tables_pb2.Presence(connected=[0]))
    ]
    assert told == [
        ["A new release. The server restarts in 10 min."],
        [],
        ["A new release. The server restarts in 9 min."],
        ["The server does not restart, after all."],
    ]
    snapshot = table_service_pb2.Snapshot(seq=10, table=table("truco-argentino", 2), presence=first)
    lines = Narrator(TableModel()).tell(table_service_pb2.Frame(snapshot=snapshot))
    assert lines.count("A new release. The server restarts in 10 min.") == 1


def test_how_things_stand_is_told_on_request() -> None:
    trick = [truco_pb2.PlayedCard(seat=1, card=card("4B"))]
    done = [truco_pb2.FinishedTrick(team=0)]
    telling, _lines = narrator(
        phase=Phase.PHASE_ANSWER, to_act=[0], dealer=1, hand=["7E"],
        inside={"trick": trick, "tricks": done, "call": TrucoWord.TRUCO_WORD_VALE_CUATRO,
                "stake": 3},
    )  # fmt: skip
    assert telling.table_lines() == [
        "Players: 1 Ana (you), 2 Beto.",
        "Hand 1, dealt by Beto.",
        "Score: you 0; Beto 0.",
        "The hand is worth 3 points. You are mano.",
        "Trick 1: you.",
        "Beto has played four of clubs (4B).",
        "The table waits for you.",
    ]


def test_how_a_pot_stands_is_told_on_request() -> None:
    telling = Narrator(TableModel())
    inside = {"bets": [0, 2, 0], "passed": [2], "cap": 7}
    telling.tell(snapshot_of("cacho", seats=3, phase=Phase.PHASE_THIRD, pot=5, inside=inside))
    assert telling.table_lines()[2:] == [
        "Chips: you 50, Beto 50, Carla 50.",
        "The pot holds 5 chips.",
        "Beto has put in 2 chips in this round.",
        "Out of this hand: Carla.",
        "Nobody may bet more than 7 chips.",
    ]


def test_a_hand_without_a_summary_is_told_by_its_events() -> None:
    telling, _lines = narrator(phase=Phase.PHASE_PLAY)
    events = [
        Event(points_scored=events_pb2.PointsScored(team=0, points=1)),
        Event(
            hand_ended=events_pb2.HandEnded(winners=[0], reason=HandEndReason.HAND_END_REASON_OUT)
        ),
    ]
    view = views_pb2.PublicView()
    view.pif_paf.SetInParent()
    lines = telling.tell(update_of(11, *events, view=view, changed=[20, 22]))
    assert lines[0] == "1 point for you."
    assert lines[1].startswith("The hand goes to you")


def test_a_spectator_is_promised_no_seat() -> None:
    telling = Narrator(TableModel())
    telling.tell(snapshot_of("cacho", seats=2, seat=None))
    lines = telling.tell(FeedStatus(Status.RECONNECTING, "The connection was lost."))
    assert lines == ["The connection was lost.", "Reconnecting…"]


def test_a_draw_for_partners_is_told_with_its_cards_and_not_as_coming_and_going() -> None:
    telling = Narrator(TableModel())
    before = table("truco-argentino", 4, partners=tables_pb2.PARTNERS_HIGH_CARD)
    before.state = tables_pb2.TABLE_STATE_WAITING
    here = tables_pb2.Presence(connected=[0, 1, 3])
    waiting = table_service_pb2.Snapshot(seq=10, table=before, seat=0, presence=here)
    lines = telling.tell(table_service_pb2.Frame(snapshot=waiting))
    assert "Partners are drawn by high card before each match, the first dealer by lot." in lines
    draws = [
        events_pb2.HighCardDraw(before=before, cards=[card(code) for code in codes], seat=seat)
        for before, codes, seat in (
            (3, ["12E"], 0), (0, ["7E", "11O"], 2), (1, ["7O", "2B"], 1), (2, ["4C"], 3)
        )
    ]  # fmt: skip
    after = table("truco-argentino", 4, partners=tables_pb2.PARTNERS_HIGH_CARD)
    for seat, name in enumerate(("Dora", "Beto", "Ana", "Carla")):
        after.seats[seat].name = name
    drawn = events_pb2.HighCardsDrawn(draws=draws, for_partners=True, ranks=SPANISH)
    told = telling.tell(update_of(11, Event(high_cards_drawn=drawn), table=after))
    assert told == [
        "The match starts.",
        "Partners are drawn by high card (12 11 10 7 6 …).",
        (
            "They drew: Dora twelve of swords (12E); Ana seven of swords (7E), then eleven of"
            " coins (11●); Beto seven of coins (7●), then two of clubs (2B);"
            " Carla four of cups (4C)."
        ),
        "Dora and Ana drew the highest and play together, against Beto and Carla.",
        "You sit in seat 3 now.",
    ]
    assert telling.model.seat == 2
    assert list(telling.model.presence.connected) == [0, 1, 2]
    here = tables_pb2.Presence(connected=[0, 1, 2])
    assert telling.tell(table_service_pb2.Frame(presence=here)) == []


def test_partners_by_strength_are_told_and_everybody_is_followed_to_the_new_seat() -> None:
    telling = Narrator(TableModel())
    waiting = table("truco-argentino", 4, partners=tables_pb2.PARTNERS_STRENGTH)
    waiting.state = tables_pb2.TABLE_STATE_WAITING
    lines = telling.tell(
        table_service_pb2.Frame(snapshot=table_service_pb2.Snapshot(seq=10, table=waiting, seat=1))
    )
    even = "Before each match partners are found by strength, so that both teams are even."
    assert even in lines
    after = table("truco-argentino", 4, partners=tables_pb2.PARTNERS_STRENGTH)
    for seat, name in enumerate(("Ana", "Carla", "Beto", "Dora")):
        after.seats[seat].name = name
    found = events_pb2.PartnersFound(by=tables_pb2.PARTNERS_STRENGTH, before=[0, 2, 1, 3])
    told = telling.tell(update_of(11, Event(partners_found=found), table=after))
    assert told == [
        "The match starts.",
        "Partners by strength: Ana and Beto against Carla and Dora.",
        "You sit in seat 3 now.",
    ]
    assert telling.model.seat == 2


@pytest.mark.parametrize("before", [[], [7, 7, 7, 7], [0] * 40, [4_000_000_000]])
def test_partners_that_a_hostile_server_finds_bring_no_fault(before: list[int]) -> None:
    telling = Narrator(TableModel())
    telling.tell(snapshot_of("truco-argentino", seats=4, seat=1))
    found = events_pb2.PartnersFound(by=tables_pb2.PARTNERS_LOT, before=before)
    assert telling.tell(update_of(11, Event(partners_found=found)))


def test_a_draw_for_the_first_dealer_is_told_and_who_comes_in_the_first_hand_is_told_too() -> None:
    draws = [
        events_pb2.HighCardDraw(before=seat, seat=seat, cards=[card(c, "FRENCH") for c in codes])
        for seat, codes in ((1, ["KH", "9C"]), (2, ["KD", "3S"]), (0, ["7S"]), (3, ["7D"]))
    ]
    drawn = events_pb2.HighCardsDrawn(draws=draws, for_dealer=True, ranks="AKQJT9")
    expected = [
        "The first dealer is drawn by high card (A K Q J 10 …).",
        (
            "They drew: Beto king of hearts (K♥), then nine of clubs (9♣); Carla king of diamonds"
            " (K♦), then three of spades (3♠); Ana seven of spades (7♠); Dora seven of diamonds"
            " (7♦)."
        ),
        "Beto drew the highest card and deals first.",
    ]
    telling = Narrator(TableModel())
    waiting = table("pif-paf-tradicional", 4, first_dealer=tables_pb2.FIRST_DEALER_HIGH_CARD)
    waiting.state = tables_pb2.TABLE_STATE_WAITING
    frame = table_service_pb2.Frame(snapshot=table_service_pb2.Snapshot(seq=10, table=waiting))
    assert "The first dealer of each match is drawn by high card." in telling.tell(frame)
    told = telling.tell(update_of(11, Event(high_cards_drawn=drawn)))
    assert told == expected
    for hand, again in ((1, expected), (2, [])):
        view = views_pb2.PublicView(hand=hand, dealer=1)
        snapshot = table_service_pb2.Snapshot(seq=12, table=waiting, view=view, high_cards=drawn)
        lines = Narrator(TableModel()).tell(table_service_pb2.Frame(snapshot=snapshot))
        assert [line for line in lines if line in expected] == again


def test_one_draw_for_partners_and_dealer_is_told_as_one() -> None:
    draws = [
        events_pb2.HighCardDraw(before=seat, cards=[card(code)], seat=seat)
        for seat, code in ((0, "12E"), (2, "7E"), (1, "6O"), (3, "4C"))
    ]
    drawn = events_pb2.HighCardsDrawn(
        draws=draws, for_partners=True, for_dealer=True, ranks=SPANISH
    )
    telling = Narrator(TableModel())
    telling.tell(snapshot_of("truco-argentino", seats=4, seat=None))
    told = telling.tell(update_of(11, Event(high_cards_drawn=drawn)))
    assert [told[0], *told[2:]] == [
        "Partners and the first dealer are drawn by high card (12 11 10 7 6 …).",
        "Ana and Carla drew the highest and play together, against Beto and Dora.",
        "Ana drew the highest card and deals first.",
    ]


def test_who_is_out_is_told_that_the_others_play_on() -> None:
    telling, _lines = narrator(phase=Phase.PHASE_DEAL)
    out = [events_pb2.Event(player_out=events_pb2.PlayerOut(seat=seat)) for seat in (0, 1)]
    lines = telling.tell(update_of(11, *out))
    assert lines == ["You are out; the others play on.", "Beto is out of the match."]


def test_who_was_away_and_comes_again_is_back() -> None:
    telling, _lines = narrator(phase=Phase.PHASE_PLAY)
    told = [
        telling.tell(table_service_pb2.Frame(presence=tables_pb2.Presence(connected=connected)))
        for connected in ([0, 1], [0], [0, 1])
    ]
    assert told == [["Beto is here."], ["Beto is away."], ["Beto is back."]]


def test_an_envido_declined_by_who_folds_is_told_once() -> None:
    table, narrator = truco(), Narrator(TableModel())
    narrator.tell(table.snapshot())
    played(table, "1 envido", "0 resign")
    heard = [line for frame in table.sent() for line in narrator.tell(frame)]
    assert heard.count("Envido declined: 1 point for Beto.") == 1
