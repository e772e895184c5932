"""Signals as lines of text: which gestures there are, who sees them, who looks where."""

from typing import cast

import pytest

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2
from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.faces.offers import may_talk_apart
from cardtui_client.faces.seats import gaze_note, meaning
from cardtui_client.i18n import set_language
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.requests import Requests, gesture_or_why, seat_or_why
from cardtui_client.model.quick_talk import GESTURES, as_sent, gesture_named
from cardtui_client.model.table import TableModel
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import TableFeed
from cardtui_client.text import cell_width, in_ascii
from tests.support.table_driver import ScriptedFeed, ScriptedTable, truco


class Told:
    """A table whose lines are kept; Ana, on the first seat, reads them."""

    def __init__(self, table: ScriptedTable, *, gazes: bool = True) -> None:
        self.table = table
        if gazes:
            table.gazes = [2, 3, 0, 1]
        self.model = TableModel()
        self.narrator = Narrator(self.model)
        self.narrator.tell(table.snapshot())

    def heard(self) -> list[str]:
        return [line for frame in self.table.sent() for line in self.narrator.tell(frame)]


def test_every_gesture_of_the_protocol_has_its_words_and_a_form_of_its_own() -> None:
    assert set(GESTURES) == set(Gesture.values()) - {Gesture.GESTURE_UNSPECIFIED}
    forms = {each.form for each in GESTURES.values()}
    assert len(forms) == len(GESTURES)
    assert all(form.isascii() and len(form) == 5 for form in forms)


def test_a_face_is_drawn_in_as_many_cells_as_its_form_and_is_that_form_in_ascii() -> None:
    for mimicry in GESTURES.values():
        assert in_ascii(mimicry.face) == mimicry.form
        assert cell_width(mimicry.face) == len(mimicry.form)


@pytest.mark.parametrize("language", ["en", "pt_BR", "es_AR"])
def test_a_gesture_has_a_number_and_a_name_in_every_language(language: str) -> None:
    set_language(language)
    try:
        named = {gesture_named(str(number)) for number in range(1, 10)}
        assert named == set(GESTURES)
        assert gesture_named("WINK") == Gesture.GESTURE_WINK
        assert gesture_named("10") is None
    finally:
        set_language("en")


def test_a_signal_is_told_once_with_what_it_means_by_tradition() -> None:
    told = Told(truco(4))
    for number in (1, 1):
        told.table.signal(number, 2, Gesture.GESTURE_WINK)
    assert told.heard() == ["(o.-) Carla winks. (the 1 of clubs)"]
    told.table.signal(2, 0, Gesture.GESTURE_BITE)
    assert told.heard() == ["(o=o) Your signal: bite. Seen by Carla."]
    told.table.signal(3, 3, Gesture.ValueType(77))
    assert told.heard() == ["Dani gives a signal."]


def test_in_brazil_a_gesture_means_what_partners_have_agreed_on() -> None:
    told = Told(ScriptedTable("truco-brasileiro", 4, {"dealer": 3, "hand": 2}))
    told.table.signal(1, 2, Gesture.GESTURE_WINK)
    assert told.heard()[:1] == ["(o.-) Carla winks."]


def test_everybody_is_told_who_looks_where() -> None:
    told = Told(truco(4))
    told.table.look(1, 0)
    told.table.look(2, 3)
    told.table.look(0, 1)
    assert told.heard() == ["Beto looks at you.", "Carla looks at Dani.", "You look at Beto."]
    assert [gaze_note(seat, told.model) for seat in range(4)] == ["→ Beto", "→ you", "→ Dani", ""]
    bot = told.model.table.seats[1]
    for number, level, seen in (
        (1, tables_pb2.BOT_LEVEL_EASY, "Nobody looks at you."),
        (2, tables_pb2.BOT_LEVEL_NORMAL, "Seen by Beto."),
    ):
        bot.bot = level
        told.table.signal(number, 0, Gesture.GESTURE_EYES)
        assert told.heard() == [f"(-.-) Your signal: eyes. {seen}"]


def test_puffed_cheeks_mean_a_flor_where_flor_is_played_and_nothing_elsewhere() -> None:
    for flor, heard in (("obligatory", " (a flor)"), ("none", "")):
        told = Told(truco(4, options={"flor": flor}))
        told.table.signal(1, 2, Gesture.GESTURE_CHEEKS)
        assert told.heard() == [f"(owo) Carla puffs out the cheeks.{heard}"]


def test_what_is_typed_names_a_gesture_and_a_seat_or_asks_for_one() -> None:
    model = Told(truco(4)).model
    assert gesture_or_why("kiss", model) == gesture_or_why("5", model) == Gesture.GESTURE_KISS
    listed = gesture_or_why("nose", model)
    assert isinstance(listed, list)
    assert listed[0] == "There is no gesture “nose”."
    assert listed[2] == "2 (o.-) wink: the 1 of clubs"
    assert seat_or_why("dani", model) == seat_or_why("4", model) == 3
    assert seat_or_why("ana", model) == ["Look at whom? Name one: 2 Beto, 3 Carla, 4 Dani."]
    looks = seat_or_why("", model)
    assert isinstance(looks, list)
    assert looks[:2] == ["You look at Carla.", "Beto looks at Dani."]
    none = ["There are no signals at this table: nobody has partners."]
    alone = Told(truco(), gazes=False).model
    assert gesture_or_why("kiss", alone) == seat_or_why("2", alone) == none


def test_one_may_talk_apart_while_ones_side_must_answer_a_raise() -> None:
    hands = (["4C", "7S", "JD"], ["7H", "3S", "QD"], ["AS", "2H", "5C"], ["7D", "KC", "6H"])
    setup = {"dealer": 3, "hand": 2, "hands": hands, "begin": "play"}
    told = Told(ScriptedTable("truco-brasileiro", 4, setup, viewer=1))
    assert not may_talk_apart(told.model)
    told.table.do(0, "truco")
    told.heard()
    assert may_talk_apart(told.model)
    told.model.table.seats[3].bot = tables_pb2.BOT_LEVEL_NORMAL
    assert not may_talk_apart(told.model)
    told.model.table.seats[3].bot = tables_pb2.BOT_LEVEL_UNSPECIFIED
    told.table.do(3, "accept")
    told.heard()
    assert not may_talk_apart(told.model)


def test_a_team_writes_a_code_of_its_own_in_its_talk() -> None:
    told = Told(ScriptedTable("truco-brasileiro", 4, {"dealer": 3, "hand": 2}))
    for number, text in ((1, "(o.-) = zap"), (2, "(o=o) = a three"), (3, "we = the best")):
        said = events_pb2.Said(player="id of Carla", text=text, talk=events_pb2.TALK_TEAM)
        line = table_service_pb2.TeamLine(number=number, said=said)
        talk = table_service_pb2.TeamTalk(lines=[line])
        told.narrator.tell(table_service_pb2.Frame(team_talk=talk))
    told.table.signal(1, 2, Gesture.GESTURE_WINK)
    told.table.signal(2, 2, Gesture.GESTURE_BITE)
    told.table.signal(3, 1, Gesture.GESTURE_WINK)  # theirs means something else
    assert [line for line in told.heard() if line.startswith("(o")] == [
        "(o.-) Carla winks. (zap)",
        "(o=o) Carla bites the lip. (a three)",
        "(o.-) Beto winks.",
    ]
    listed = gesture_or_why("", told.model)
    assert isinstance(listed, list)
    assert "2 (o.-) wink: zap" in listed
    told.model.table.seats[2].player = "somebody else"
    told.table.signal(4, 2, Gesture.GESTURE_WINK)
    assert told.heard() == ["(o.-) Carla winks."]


def test_in_argentinean_truco_a_code_counts_only_where_the_table_has_consented() -> None:
    told = Told(truco(4))
    us, them = 2, 1
    said = events_pb2.Said(player="id of Carla", text="(o.-) = zap", talk=events_pb2.TALK_TEAM)
    line = table_service_pb2.TeamLine(number=1, said=said)
    told.narrator.tell(table_service_pb2.Frame(team_talk=table_service_pb2.TeamTalk(lines=[line])))
    wink, kiss = Gesture.GESTURE_WINK, Gesture.GESTURE_KISS
    model = told.model
    assert [meaning(wink, model, seat) for seat in (us, them)] == ["the 1 of clubs"] * 2
    model.table.options["own_signals"].flag = True
    assert [meaning(wink, model, seat) for seat in (us, them)] == ["zap", ""]
    assert [meaning(kiss, model, seat) for seat in (us, them)] == ["a 2", ""]
    model.table.options["own_signals"].flag = False
    assert meaning(wink, model, us) == "the 1 of clubs"


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("wink = zap", "(o.-) = zap"),
        ("Bite=a = b", "(o=o) = a = b"),
        ("(o=o) = three", "(o=o) = three"),
        ("2 = two", "2 = two"),
        ("(o.-) hello", "(o.-) hello"),
        ("hello", "hello"),
    ],
)
def test_an_entry_is_sent_in_a_form_that_every_language_reads(typed: str, sent: str) -> None:
    assert as_sent(typed) == sent


def requests_of(told: Told, said: list[str]) -> Requests:
    """What is asked of the table, though nothing of a server."""
    nobody = cast("Connection", None)
    feed = cast("TableFeed", ScriptedFeed(told.table))
    return Requests(nobody, feed, told.model, said.extend, lobby=False)


@pytest.mark.parametrize("line", ["wink = my best card", "WINK=", "(o.-) = zap", "guiño = zap"])
async def test_a_code_that_would_count_nowhere_is_refused_when_it_is_typed(line: str) -> None:
    told, said = Told(truco(4)), list[str]()
    set_language("es_AR" if "guiño" in line else "en")
    try:
        await requests_of(told, said).say(line, team=True)
    finally:
        set_language("en")
    assert len(said) == 1
    assert "guiño" in said[0] or "Only traditional signals here (wink: the 1 of clubs)" in said[0]
    assert not told.table.said_apart


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("truco-argentino", "wink"),
        ("truco-argentino", "we = the best"),
        ("truco-brasileiro", "wink = zap"),
        ("truco-paulista", "wink = zap"),
    ],
)
async def test_what_is_no_code_or_one_that_counts_is_said(game: str, line: str) -> None:
    told, said = Told(ScriptedTable(game, 4)), list[str]()
    await requests_of(told, said).say(line, team=True)
    assert (said, len(told.table.said_apart)) == ([], 1)


async def test_with_own_signals_a_code_is_said_in_argentinean_truco() -> None:
    told, said = Told(truco(4)), list[str]()
    told.model.table.options["own_signals"].flag = True
    await requests_of(told, said).say("wink = my best card", team=True)
    assert (said, told.table.said_apart) == ([], ["(o.-) = my best card"])


async def test_who_looks_there_already_is_told_so() -> None:
    told = Told(truco(4))
    said: list[str] = []
    requests = requests_of(told, said)
    await requests.look("3")
    assert said == ["You look at Carla already."]
