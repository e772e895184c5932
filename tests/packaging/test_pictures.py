"""The pictures: one of each game, as the game looks today, and one that moves."""

from __future__ import annotations

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardtui_client.faces.game_words import game_name
from cardtui_engine.library.registry import game_ids

ROOT = Path(__file__).parent.parent.parent
STILLS = runpy.run_path(str(ROOT / "docs/stills.py"))


def test_every_game_has_its_still_and_the_page_on_design_shows_it() -> None:
    assert sorted(STILLS["STILLS"]) == sorted(game_ids())
    design = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    for game in game_ids():
        assert f"(pictures/{game}.svg)" in design


@pytest.mark.parametrize("game", game_ids())
def test_a_still_is_what_the_game_looks_like_today(game: str) -> None:
    expected, still = STILLS["expected"](game), STILLS["still"](game)
    assert still.read_bytes() == expected.read_bytes(), "run “make pictures”"
    title = game_name(game).replace(" ", "&#160;")
    assert f">{title}" in still.read_text(encoding="utf-8")


@pytest.mark.parametrize("picture", [*game_ids(), "hand"])
def test_a_picture_asks_nobody_for_anything(picture: str) -> None:
    drawn = (ROOT / f"docs/pictures/{picture}.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(drawn)
    without_names = drawn.replace("http://www.w3.org/2000/svg", "").replace(
        "https://www.textualize.io", ""
    )
    for asking in ("http", "@import", "@font-face", "url(//", "<script", "<image"):
        assert asking not in without_names


def test_the_moving_picture_moves() -> None:
    drawn = (ROOT / "docs/pictures/hand.svg").read_text(encoding="utf-8")
    assert drawn.count("@keyframes") > 20
    assert "(docs/pictures/hand.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")
