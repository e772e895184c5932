"""One key map for all games: the same meaning has the same key, and no key has two at a time."""

from collections.abc import Callable, Mapping

import pytest

from cardtui_client.faces.registry import FACES
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.tui.table.modes.amount import press
from tests.support.positions import POSITIONS
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable

YES, NO, FOLD, CHECK = "yes", "no", "fold", "check"
DRAW, TAKE, OUT, RAISE, BET = "draw", "take", "go out", "raise", "bet"
CUT, CALL = "cut", "call truco"

KEYS: Mapping[str, str] = {
    YES: "q",
    NO: "n",
    FOLD: "x",
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
    "pass": FOLD,
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
    "declare": "v",
    "son_buenas": "b",
    "ask": "a",
    "tap": "p",
    "truco_brasileiro_pass": "p",
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
@pytest.mark.parametrize("language", LANGUAGES)
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
