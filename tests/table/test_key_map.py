"""One key map for all games: no key has two meanings, and palette and legend hold all."""

from collections.abc import Callable, Mapping

import pytest

from cardtui_client.faces.registry import FACES
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.scene.commands import Bare, Do, Talk
from cardtui_client.scene.middle import Piles
from cardtui_client.scene.scene import Scene
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import paint_hand
from cardtui_client.tui.table.modes.stack import press
from cardtui_client.tui.table.screen import faces_of, legend_of, table_commands
from tests.support import rummy_tables
from tests.support.colours import PALETTE
from tests.support.nights import by_night
from tests.support.positions import POSITIONS
from tests.support.seated import Seated, seated
from tests.support.table_driver import ScriptedTable, truco

YES, NO, FOLD, PASS, CHECK = "yes", "no", "fold", "pass", "check"
DRAW, TAKE, OUT, RAISE, BET = "draw", "take", "go out", "raise", "bet"
CUT, CALL = "cut", "call truco"

KEYS: Mapping[str, str] = {
    YES: "q",
    NO: "n",
    FOLD: "x",
    PASS: "p",
    CHECK: "k",
    DRAW: "s",
    TAKE: "d",
    OUT: "g",
    RAISE: "r",
    BET: "b",
    CUT: "c",
    CALL: "t",
}
"""The key of each meaning that several games have."""

MEANINGS: Mapping[str, str] = {
    "quiero": YES,
    "accept": YES,
    "stay": YES,
    "play_on": YES,
    "keep": YES,
    "call": YES,
    "vou": YES,
    "pagar": YES,
    "no_quiero": NO,
    "run": NO,
    "reject": NO,
    "waive": NO,
    "truco_argentino_waive": NO,
    "resign": FOLD,
    "fold": FOLD,
    "estou_fora": FOLD,
    "pass": PASS,
    "truco_brasileiro_pass": PASS,
    "check": CHECK,
    "draw-stock": DRAW,
    "draw-discards": TAKE,
    "go_out": OUT,
    "knock": OUT,
    "bater": OUT,
    "raise": RAISE,
    "bet": BET,
    "cut": CUT,
    "truco_brasileiro_cut": CUT,
    "cacheta_cut": CUT,
    "claim": CUT,
    "truco": CALL,
    "retruco": CALL,
    "vale_cuatro": CALL,
    "truco_brasileiro_raise": CALL,
    "truco_paulista_raise": CALL,
}
"""What verbs of the wire mean that mean the same as others."""

OWN: Mapping[str, str] = {
    "envido": "e",
    "real_envido": "r",
    "falta_envido": "f",
    "flor": "f",
    "contraflor": "c",
    "contraflor_al_resto": "r",
    "declare": "v",
    "son_buenas": "b",
    "ask": "a",
    "tap": "p",
    "good_one": "b",
}
"""The keys of what one game alone has."""

RESERVED = (YES, NO, FOLD, CHECK, DRAW, TAKE, OUT)
"""What has its key to itself in all games: an answer and its opposite are never mixed up."""


def keyed() -> dict[str, str]:
    return {
        f"{verb}-{value}" if value else verb: said.key
        for face in FACES
        for verb, value, said in face.keyed()
    }


def test_every_verb_has_the_key_of_its_meaning() -> None:
    assert keyed() == {**{verb: KEYS[meaning] for verb, meaning in MEANINGS.items()}, **OWN}


def test_no_other_verb_has_the_key_of_an_answer_of_folding_or_of_going_out() -> None:
    reserved = {KEYS[meaning] for meaning in RESERVED}
    assert reserved.isdisjoint(OWN.values())
    assert len({*KEYS.values()}) == len(KEYS)


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("language", ["pt_BR", *by_night("en", "es_AR")])
async def test_a_key_has_one_meaning_at_a_time_in_every_language(language: str) -> None:
    set_language(language)
    try:
        for position in POSITIONS.values():
            await has_one_meaning_for_each_key(position)
    finally:
        set_language("en")


async def has_one_meaning_for_each_key(position: Callable[[], ScriptedTable]) -> None:
    """Tell of every key at a position whether its button and its binding are the same."""
    async with seated(position()) as at:
        shown: dict[str, str] = {}
        ui, now = at.controller.ui, at.controller.now
        for button in now.offered:
            assert shown.setdefault(button.key, button.label) == button.label
            for bound in at.all_bound(button.key):
                assert press(bound, ui, now) == press(button.command, ui, now), button.label


def offered(at: Seated) -> dict[str, tuple[str, str]]:
    return {
        each.label: (each.price, each.key)
        for each in table_commands(at.controller.ui, at.controller.now)
    }


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_every_button_is_in_the_palette_with_its_key_and_nothing_twice(
    position: Callable[[], ScriptedTable],
) -> None:
    async with seated(position()) as at:
        found = table_commands(at.controller.ui, at.controller.now)
        commands = [each.command for each in found]
        assert [each.command for each in at.controller.now.offered] == commands[
            : len(at.controller.now.offered)
        ]
        assert len({*commands}) == len(commands)
        if position is not POSITIONS["closed"]:
            assert {Bare.LEAVE, Bare.TOGGLE_LOG, Talk()} <= {*commands}


async def test_an_action_of_the_game_has_its_price_in_words() -> None:
    async with seated(truco()) as at:
        found = offered(at)
        assert found["¡Truco!"] == ("for 2 points", "t")
        assert found["Show or hide the log"] == ("", "l")
        assert "Sort your cards" not in found, "there is nothing to sort"
    async with seated(rummy_tables.throwing()) as at:
        assert Bare.SORT in {
            each.command for each in table_commands(at.controller.ui, at.controller.now)
        }


async def test_who_only_watches_is_offered_no_action() -> None:
    async with seated(truco(4, viewer=None), name="Zoe") as at:
        found = table_commands(at.controller.ui, at.controller.now)
        assert not any(isinstance(each.command, Do) for each in found)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_language_has_words_for_it(language: str) -> None:
    set_language(language)
    try:
        async with seated(truco()) as at:
            assert len(offered(at)) == len(table_commands(at.controller.ui, at.controller.now)), (
                "two things have the same words"
            )
    finally:
        set_language("en")


MARKS = "▤★▲▼○→↓↑♛"
"""All but ›, which only leads to the latest line of the strip."""


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_every_mark_has_its_line(position: Callable[[], ScriptedTable]) -> None:
    async with seated(position()) as at:
        picture = at.picture
        felt, own = Canvas(120, 24, PALETTE), Canvas(120, 11, PALETTE)
        paint_felt(felt, picture.felt)
        paint_hand(own, picture.own)
        drawn = felt.plain() + own.plain()
        told = " ".join(mark for mark, _ in legend_of(picture.felt._replace(hand=picture.own.hand)))
        for mark in MARKS:
            assert mark not in drawn or mark in told or picture.felt.paper, mark


async def test_what_happened_last_and_the_teams_are_told() -> None:
    async with seated(truco(4)) as at:
        at.scripted.do(0, "truco")
        await at.settle()
        told = dict(legend_of(at.picture.felt))
        assert told["A B"] == "The teams; yours is A"
        assert {"▤", "mano", "→", "•─•"} <= told.keys()


def test_what_is_said_of_the_top_discard_is_told_in_the_help() -> None:
    assert ("fits", "The top discard would help your hand") in legend_of(
        Scene(middle=Piles(30, 1, completes="fits"))
    )


async def test_the_faces_of_signals_are_told_where_signals_are_given() -> None:
    four = truco(4)
    four.gazes = [2, 3, 0, 1]
    async with seated(four) as at:
        assert dict(faces_of(at.controller.model))["(◕‿─)"] == "wink: the 1 of clubs"
    async with seated(truco()) as at:
        assert faces_of(at.controller.model) == []
