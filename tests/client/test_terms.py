"""The terms of a table: one description of each, from which all that asks for it is made."""

import pytest

from cardtui.v1 import host_service_pb2, lobby_service_pb2, tables_pb2
from cardtui_client.commands.play import command as play
from cardtui_client.faces.game_words import Menu
from cardtui_client.faces.terms import (
    TERMS,
    Kind,
    Term,
    changed,
    changes,
    choices,
    request_for,
    terms_told,
    told_changes,
    told_shortly,
)
from cardtui_client.faces.typed import BadValue
from cardtui_client.lines.table_words import (
    BadWish,
    NoSuchTable,
    chosen_table,
    game_lines,
    games_lines,
    new_table,
)
from cardtui_engine.library.registry import game_ids
from cardtui_server.wire.catalogue import describe

CACHO = Menu([describe("cacho")], "cacho")
KINDS = {term.name: term for term in TERMS}


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_every_term_can_be_asked_for_where_there_are_tables_to_make(term: Term) -> None:
    assert f", {term.name}" in game_lines(CACHO.game)[-1]
    if term.flag is not None:
        (option,) = (each for each in play.params if each.name == term.name)
        assert option.opts == [f"--{term.flag.name}"]
    assert term.label
    for value in {*term.values, *([term.usual] if term.usual else [])}:
        assert len(term.read(value)) == len(term.fields)
        assert term.kind is not Kind.CHOICE or term.say(value)


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_what_is_no_value_is_refused_with_the_name_that_was_typed(term: Term) -> None:
    if term.kind is Kind.TEXT:
        return
    with pytest.raises(BadValue) as wrong:
        term.read("bogus")
    assert wrong.value.of("--said").startswith("--said")


def test_what_nobody_wishes_for_is_left_to_the_server() -> None:
    bare = lobby_service_pb2.CreateTableRequest(game="cacho", seats=2, seat=0)
    assert request_for(CACHO, 2, {}) == bare


def test_a_table_is_the_one_that_was_wanted_if_it_has_the_same_terms() -> None:
    table = tables_pb2.Table(
        clock_milliseconds=30_000, reserve_milliseconds=60_000, patience_milliseconds=90_000
    )
    table.watching.delay_hands = 2
    same = {"clock": "30+60", "patience": "90", "delay": "2h", "rated": "no", "buyins": "20-80"}
    request = request_for(CACHO, 2, same)
    found = [name for name in same if KINDS[name].is_same(table, request)]
    assert found == ["clock", "patience", "delay", "rated"]


def test_how_long_a_table_waits_after_a_discard_is_told_to_nobody_who_looks_for_one() -> None:
    cacheta = Menu([describe("cacheta")], "cacheta")
    request = request_for(cacheta, 2, {"window": "2"})
    assert not KINDS["window"].is_same(tables_pb2.Table(), request)


def test_what_refuses_spectators_shows_them_nothing_late() -> None:
    watching = request_for(CACHO, 2, {"spectators": "no", "delay": "2h"}).watching
    assert (watching.refused, watching.delay_hands) == (True, 0)


def test_a_host_is_offered_what_would_change_something_now() -> None:
    table = tables_pb2.Table(id="t", state=tables_pb2.TABLE_STATE_PLAYING)
    table.watching.talk = tables_pb2.SPECTATOR_TALK_OFF
    offered = dict(choices(table))
    assert "Let spectators watch in silence" not in offered
    assert "Make the table rated" not in offered  # a match is played
    later = tables_pb2.Spectators(talk=tables_pb2.SPECTATOR_TALK_OFF, delay_hands=2)
    request = host_service_pb2.SetSpectatorsRequest(table="t", watching=later)
    assert offered["Let spectators see a match: 2 hands later"] == request
    assert changes(table, {"delay": "2h", "spectators": "silent"}) == [request]
    table.state = tables_pb2.TABLE_STATE_OVER
    assert dict(choices(table))["Make the table rated"] == host_service_pb2.SetRatedRequest(
        table="t", rated=True
    )


def test_terms_are_told_in_their_order_and_only_where_they_are_not_as_usual() -> None:
    assert terms_told(tables_pb2.Table()) == told_shortly(tables_pb2.Table()) == []
    table = changed(tables_pb2.Table(), {"clock": "30+60", "buyins": "20-80", "spectators": "no"})
    assert terms_told(table) == [
        "Clock: 30 s for each decision, 60 s in reserve.",
        "Each player buys 20 to 80 chips.",
        "The table takes no spectators.",
    ]
    assert terms_told(table, "buyins") == ["Each player buys 20 to 80 chips."]
    assert told_shortly(table) == ["no spectators"]


def test_a_change_is_told_where_no_event_tells_it() -> None:
    before = tables_pb2.Table()
    now = changed(before, {"rated": "yes", "delay": "2h"})
    [said] = told_changes(before, now)
    assert said.startswith("Matches at this table are rated now.")


def test_whatever_may_be_asked_of_a_new_table_is_a_term_or_a_rule_or_a_bot() -> None:
    asked = {field.partition(".")[0] for term in TERMS for field in term.fields}
    bots = {"bots", "wanted_bots", "bots_at_start", "thinking_milliseconds"}
    others = {"game", "seats", "preset", "options"} | bots
    fields = lobby_service_pb2.CreateTableRequest.DESCRIPTOR.fields_by_name
    assert asked | others == set(fields)


GAMES = [describe(game) for game in game_ids()]


def test_a_game_alone_is_its_usual_table_with_its_maker_on_the_first_seat() -> None:
    request = new_table("cacho", GAMES)
    assert (request.game, request.seats, request.seat) == ("cacho", 2, 0)
    assert not request.options
    assert not request.HasField("window_milliseconds")


def test_all_wishes_are_understood() -> None:
    request = new_table(
        "truco-a seats=4 rules=fuente target=15 bots=hard name='Rosa Azul' sit=no pause=0 "
        "clock=30+60 patience=0 partners=strength dealer=high-card",
        GAMES,
    )
    assert request.game == "truco-argentino"
    assert request.seats == 4
    assert request.preset == "" or request.preset == "fuente"
    assert request.options["target"].number == 15
    assert request.bots == tables_pb2.BOT_LEVEL_HARD
    assert request.name == "Rosa Azul"
    assert not request.HasField("seat")
    assert request.pause_milliseconds == 0
    assert new_table("cacheta window=2", GAMES).window_milliseconds == 2000
    assert (request.clock_milliseconds, request.reserve_milliseconds) == (30_000, 60_000)
    assert request.patience_milliseconds == 0
    assert request.partners == tables_pb2.PARTNERS_STRENGTH
    assert request.first_dealer == tables_pb2.FIRST_DEALER_HIGH_CARD


def test_options_that_make_a_set_of_rules_are_called_by_its_name() -> None:
    game = describe("truco-argentino")
    second = game.presets[1]
    typed = " ".join(
        f"{name}={'yes' if value.flag else 'no'}"
        if value.WhichOneof("value") == "flag"
        else f"{name}={value.number or value.choice}"
        for name, value in second.options.items()
    )
    assert new_table(f"truco-argentino rules={second.name}", GAMES).preset == second.name
    assert new_table(f"truco-argentino rules=fuente {typed}", GAMES).preset == second.name


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Say which game: truco-argentino, "),
        ("chess", "There is no game “chess” here; choose from truco-argentino, "),
        ("truco", "choose from truco-argentino, truco-brasileiro or truco-paulista."),
        ("cacho 4", "Type name=value, such as seats=4, not “4”."),
        ("cacho seats=9", "seats takes one of 2, 3 or 4."),
        ("cacho xyz=1", "cacho has no option “xyz”; type games cacho for what there is."),
        ("cacho hands=many", "hands: Enter a whole number from 0 to "),
        ("cacho third_round_check=maybe", "third_round_check takes one of yes or no."),
        ("cacho bots=clever", "There is no bot “clever”; choose from easy, normal, hard, alba,"),
        ("cacho rules=mine", "rules takes one of cacho, check or noche."),
        ("cacho pause=61", "pause: Enter seconds from 0 to 60, such as 1.5."),
        (
            "cacho clock=soon",
            "clock takes seconds such as 30+60 (5 to 600, and up to 3600 in reserve), or long",
        ),
        ("cacho window=2", "In cacho nobody takes discards out of turn: leave out window."),
        ("cacho buyins=50", "buyins takes the least and the most chips, such as 50-200; not “50”."),
        ("cacho name='Rosa", "A quotation mark is missing."),
    ],
)
def test_what_is_wrong_is_said_with_what_to_type_instead(typed: str, sentence: str) -> None:
    with pytest.raises(BadWish) as wrong:
        new_table(typed, GAMES)
    assert sentence in str(wrong.value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_options_of_each_game_are_told_as_they_can_be_typed(game: tables_pb2.Game) -> None:
    told = [line.partition(":")[0] for line in game_lines(game)[1:-1]]
    presets, options = told[: len(game.presets)], told[len(game.presets) :]
    assert presets == [f"rules={preset.name}" for preset in game.presets]
    assert [line.partition("=")[0] for line in options] == [spec.name for spec in game.options]
    (usual,) = (preset.name for preset in game.presets if preset.usual)
    for wishes in (presets[0], "", " ".join(options)):
        request = new_table(f"{game.id} {wishes}", GAMES)
        assert request.preset == (game.presets[0].name if "rules=" in wishes else usual)
        assert not request.options
    assert len(games_lines(GAMES)) == len(GAMES)


def test_a_table_is_meant_by_number_name_id_or_beginning() -> None:
    tables = [
        tables_pb2.Table(id="aaa", name="Rosa Azul"),
        tables_pb2.Table(id="bbb", name="2"),
        tables_pb2.Table(id="ccc", name="Rosa"),
    ]
    listed = tables[:2]

    def meant(text: str) -> tuple[str, str]:
        table, rest = chosen_table(text, tables, listed, "join")
        return table.id, rest

    assert meant("1") == ("aaa", "")
    assert meant("1 3") == ("aaa", "3")
    assert meant("2") == ("bbb", "")  # its name: a number counts lines where it is no name
    assert meant("rosa azul 3") == ("aaa", "3")
    assert meant('"Rosa" 3') == ("ccc", "3")
    assert meant("rosa a") == ("aaa", "")
    assert meant("CCC") == ("ccc", "")
    for nothing in ("", "3", "Zoe", "r"):
        with pytest.raises(NoSuchTable):
            meant(nothing)
