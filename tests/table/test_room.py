"""What is painted at a table stands whole: nothing runs over an edge, no words over others.

Tables of all games are painted as small and as large as they may be, in all languages and in
one that is 40 % longer than English. Themes change no place: one of them is enough every day,
and all of them are painted by `make nightly-tests ARGS=tests/table/test_room.py`.
"""

from collections.abc import Callable, Iterator
from typing import Final

import pytest

from cardtui_client import i18n
from cardtui_client.model.cards import corner, face
from cardtui_client.text import cell_width
from cardtui_client.tui.paint.canvas import Canvas, Palette
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.table.picture import Picture
from cardtui_client.tui.widgets.log import LOG_WIDTH
from tests.support import rummy_tables
from tests.support.colours import PALETTE, PALETTES
from tests.support.longer import LONGER, longer
from tests.support.nights import by_night
from tests.support.positions import POSITIONS
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable, truco
from tests.table.boards import _WORD, Watched, board_of
from tests.table.mid_hands import most_by_day

pytestmark = pytest.mark.once

SIZES: Final = ((60, 24), (70, 20), (70, 24), (80, 20), (80, 24), (84, 40), (120, 40), (200, 60))
BY_DAY: Final = ((70, 20), (80, 24), (120, 40))
"""All for the language with the longest words, the middle one for the others."""
BESIDE_LOG: Final = ((80, 20), (80, 24), (84, 40))
"""Sizes at which the log lies over the felt and leaves room for words."""
_pictures: Final[dict[tuple[Callable[[], ScriptedTable], str], Picture]] = {}


def paint(picture: Picture, width: int, height: int, palette: Palette) -> tuple[list[str], str]:
    """Paint all of a table; return what is wrong with it, and the picture."""
    board = board_of(picture, width, height, palette)
    faults = [fault for name, canvas in board._asdict().items() for fault in canvas.faults(name)]
    for card in () if picture.own.paper else picture.own.hand.cards:
        name = corner(face(card))
        if not face(card).hidden and name not in board.own.plain():
            faults.append(f"own side: the card {name} is not to be read")
    drawn = "\n".join(canvas.plain() for canvas in board)
    large = picture.finale is not None and picture.finale.title in drawn
    for paper in picture.felt.paper:
        if paper.is_score and large:
            continue  # the digits say it
        faults += [
            f"paper: no {word[0]!r}" for word in _WORD.finditer(paper.text) if word[0] not in drawn
        ]
    return faults, drawn


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [BY_DAY, *by_night(SIZES)], ids=["some", "all"])
@most_by_day
async def test_words_at_a_table_stand_whole_at_every_size(
    position: Callable[[], ScriptedTable],
    sizes: tuple[tuple[int, int], ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await look_at(position, monkeypatch, PALETTE, sizes)


@most_by_day
async def test_words_on_the_felt_stand_whole_beside_a_log_that_lies_over_it(
    position: Callable[[], ScriptedTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = []
    for language in i18n.LANGUAGES:
        i18n.set_language(language)
        picture = await picture_of(position, language)
        for width, height in BESIDE_LOG:
            felt = board_of(picture, width, height, covered=LOG_WIDTH).felt
            found = [*felt.faults("felt"), *beside_log(felt, picture)]
            if found:
                faults += [f"{language} {width}×{height} {fault}" for fault in found]
                faults.append(felt.plain())
    assert not faults, "\n".join(faults)


def beside_log(felt: Watched, picture: Picture) -> Iterator[str]:
    """Say which words are cut, or go on under the log; names and notes of seats may be cut."""
    edge = felt.width - LOG_WIDTH
    seats = picture.felt.seats
    own = [text for seat in seats for text in (seat.name, *seat.notes)]
    for x, _y, text in felt.painted:
        if x < edge < x + cell_width(text):
            yield f"{text!r} goes on under the log"
        if "…" in text and not any(name.startswith(text.strip(" …")) for name in own):
            yield f"{text!r} is cut"
    if not picture.felt.paper:
        for seat in seats:
            if seat.seat != picture.felt.viewpoint and seat.name not in felt.plain():
                yield f"no {seat.name}"


@pytest.mark.nightly
@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_words_at_a_table_stand_whole_in_every_theme(
    position: Callable[[], ScriptedTable], theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await look_at(position, monkeypatch, PALETTES[theme], SIZES)


async def picture_of(position: Callable[[], ScriptedTable], language: str) -> Picture:
    """Return a table as it is shown in the language that is set; it is composed once."""
    if (position, language) not in _pictures:
        async with seated(position()) as at:
            _pictures[position, language] = at.picture
    return _pictures[position, language]


async def look_at(
    position: Callable[[], ScriptedTable],
    monkeypatch: pytest.MonkeyPatch,
    palette: Palette,
    sizes: tuple[tuple[int, int], ...],
) -> None:
    """Paint a table in every language and at these sizes."""
    faults = []
    for language in (*i18n.LANGUAGES, LONGER):
        if language == LONGER:
            i18n.set_language("en")
            monkeypatch.setattr(i18n, "_catalogue", longer)
        else:
            i18n.set_language(language)
        picture = await picture_of(position, language)
        own = sizes if language == LONGER or sizes is not BY_DAY else BY_DAY[1:2]
        for width, height in own:
            found, drawn = paint(picture, width, height, palette)
            if found:
                faults += [f"{language} {width}×{height} {fault}" for fault in found]
                faults.append(drawn)
            for seat in picture.felt.seats:
                if seat.name and seat.name not in drawn:
                    faults.append(f"{language} {width}×{height}: no {seat.name}\n{drawn}")
    assert not faults, "\n".join(faults)


async def test_no_bubble_lies_on_another_plate() -> None:
    async with seated(rummy_tables.SCENES["eight_betting"]()) as at:
        scene = at.picture.felt._replace(lately=())
        said = [seat._replace(bubble="check") for seat in scene.seats]
        for width, height in ((80, 15), (80, 18), (118, 30)):
            quiet, loud = (Canvas(width, height, PALETTE) for _ in range(2))
            paint_felt(quiet, scene._replace(seats=tuple(s._replace(bubble="") for s in said)))
            paint_felt(loud, scene._replace(seats=tuple(said)))
            for seat in scene.seats:
                if seat.seat != scene.viewpoint:
                    assert quiet.plain().count(seat.name) == loud.plain().count(seat.name)
            assert "check" in loud.plain()


async def test_what_was_said_in_passing_is_not_said_twice_beside_the_log() -> None:
    async with seated(rummy_tables.SCENES["eight_betting"]()) as at:
        scene = at.picture.felt
        said = tuple(seat._replace(bubble="check", loud=False) for seat in scene.seats)
        canvas = Canvas(80, 15, PALETTE)
        paint_felt(canvas, scene._replace(seats=said), covered=LOG_WIDTH)
        assert "check" not in canvas.plain()
        loud = tuple(seat._replace(loud=seat.seat == 4) for seat in said)
        paint_felt(canvas, scene._replace(seats=loud), covered=LOG_WIDTH)
        assert canvas.plain().count("check") == 1


@pytest.mark.parametrize("language", i18n.LANGUAGES)
async def test_who_is_a_bot_is_said_whole_beside_the_log(language: str) -> None:
    i18n.set_language(language)
    try:
        async with seated(truco(4)) as at:
            canvas = Canvas(80, 11, PALETTE)
            paint_felt(canvas, at.picture.felt, covered=LOG_WIDTH)
            assert canvas.plain().count(i18n._("bot")) == 2
    finally:
        i18n.set_language("en")
