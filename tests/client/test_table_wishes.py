"""Tables as one types them, understood by what the server says of its games."""

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.lines.table_wishes import BadWish, new_table
from cardtui_client.lines.table_words import NoSuchTable, chosen_table, game_lines, games_lines
from cardtui_engine.library.registry import game_ids
from cardtui_server.wire.catalogue import describe

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
        ("cacho hands=many", "hands: Enter a number from 0 to "),
        ("cacho third_round_check=maybe", "third_round_check takes one of yes or no."),
        ("cacho bots=clever", "There is no bot “clever”; choose from easy, normal, hard, alba,"),
        ("cacho rules=mine", "rules takes one of cacho or check."),
        ("cacho pause=61", "pause: Enter a number from 0 to 60."),
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
