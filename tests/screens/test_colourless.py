"""With NO_COLOR nothing has a colour, and all is said by other means; in sixteen all is read."""

from typing import Literal

import pytest
from rich.console import Console
from rich.segment import Segment
from textual.color import Color

from cardtui_client.scene.commands import Bare
from cardtui_client.scene.middle import Finale, Score
from cardtui_client.scene.scene import Button, Tone
from cardtui_client.settings.values import HUELESS_THEME
from cardtui_client.tui.colourless import Colourless
from cardtui_client.tui.paint.actions import paint_buttons
from cardtui_client.tui.paint.canvas import DIGIT_LINES, Canvas, Place, mix, readable, style
from cardtui_client.tui.paint.cards import Look, Size, draw_card
from cardtui_client.tui.paint.letters import large
from cardtui_client.tui.paint.paper import draw_finale, place_of
from cardtui_client.tui.sixteen import SUIT_COLOURS, XTERM_COLOURS, Sixteen
from cardtui_client.tui.themes import THEMES
from cardtui_client.tui.widgets.painted import palette_of
from tests.screens.opening import client, opened, shows
from tests.screens.server_fake import FakeServer
from tests.support.colours import PALETTES, contrast


def shown(canvas: Canvas, line: int) -> list[Segment]:
    return Colourless().apply(canvas.segments(line), Color(0, 0, 0))


def felt(width: int, height: int) -> Canvas:
    canvas = Canvas(width, height, PALETTES[HUELESS_THEME])
    canvas.clear(style(canvas.palette.felt_ink, canvas.palette.felt))
    return canvas


async def test_no_colour_is_sent_and_what_is_marked_is_reversed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = client(FakeServer(), theme=HUELESS_THEME)
    async with opened(app) as pilot:
        await shows(pilot, "Truco argentino", "Cacho")
        parts = [part for strip in app.screen._compositor.render_strips() for part in strip]
        looks = [part.style for part in parts if part.style is not None]
        assert not [each for each in looks if each.color is not None or each.bgcolor is not None]
        reversed_ = "".join(part.text for part in parts if part.style and part.style.reverse)
        assert "Truco argentino" in reversed_, "it is marked"
        assert "7●" in reversed_, "paper"
        assert "Pif Paf tradicional" not in reversed_


async def test_without_the_variable_colours_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    app = client(FakeServer())
    async with opened(app) as pilot:
        await shows(pilot, "Truco argentino")
        parts = [part for strip in app.screen._compositor.render_strips() for part in strip]
        assert any(part.style and part.style.color for part in parts)


def test_a_card_is_paper_and_its_shadow_is_not_drawn() -> None:
    canvas = felt(Size.LARGE.width + 2, Size.LARGE.height + 2)
    draw_card(canvas, 0, 0, 10, Size.LARGE)
    for line in range(Size.LARGE.height):
        first, *_rest, last = shown(canvas, line)
        assert first.style is not None
        assert first.style.reverse
        assert not last.text.strip()
    assert not "".join(part.text for part in shown(canvas, Size.LARGE.height)).strip()


def test_a_card_that_no_longer_counts_is_dim() -> None:
    dim = []
    for look in (Look.PLAIN, Look.DIM):
        canvas = felt(Size.LARGE.width, Size.LARGE.height)
        draw_card(canvas, 0, 0, 10, Size.LARGE, look=look)
        dim.append(any(part.style and part.style.dim for part in shown(canvas, 4)))
    assert dim == [False, True]


@pytest.mark.parametrize("side", [0, 1])
def test_large_digits_of_either_side_are_seen(side: int) -> None:
    digits = large("8", 8, 5)
    assert digits is not None
    canvas = felt(digits.width, digits.height)
    palette = canvas.palette
    digits.draw(canvas, 0, 0, palette.side(side), palette.felt)
    for line, dots in enumerate(digits.dots):
        cells = "".join(
            ("#" if part.style and (part.style.reverse or "█" in part.text) else " ")
            * len(part.text)
            for part in shown(canvas, line)
        )
        assert cells == "".join(dot * digits.across for dot in dots)


@pytest.mark.parametrize("side", [None, 0, 1])
@pytest.mark.parametrize("won", [True, False])
def test_large_digits_on_paper_are_seen(side: int | None, *, won: bool) -> None:
    finale = Finale("Ana wins", side, (Score("Ana", "8", side, won),), ())
    room = Place(0, 0, 60, 24)
    canvas = felt(room.width, room.height)
    draw_finale(canvas, place_of(finale, room), finale)
    drawn = []
    for line in range(room.height):
        parts = shown(canvas, line)
        white = [bool(part.style and part.style.reverse) for part in parts for _ in part.text]
        white = (
            white[white.index(True) : len(white) - white[::-1].index(True)] if any(white) else []
        )
        text = "".join(part.text for part in parts)
        assert "█" not in text, "it would be as white as the paper"
        drawn.append(white.count(False))
    assert len([blanks for blanks in drawn if blanks]) >= DIGIT_LINES


@pytest.mark.parametrize("tone", [Tone.CALL, Tone.YES, Tone.PLAIN])
def test_keys_are_not_dim(tone: Tone) -> None:
    canvas = felt(40, 2)
    paint_buttons(canvas, (Button(Bare.READY, "t", "Truco", tone=tone),))
    caps = [part for line in range(2) for part in shown(canvas, line) if part.text.strip() == "t"]
    assert caps
    assert all(part.style and part.style.reverse and not part.style.dim for part in caps)


def test_words_on_a_dark_ground_stay_words() -> None:
    canvas = felt(12, 1)
    canvas.fill(Place(0, 0, 12, 1), style("#222222", "#202020"))
    canvas.text(0, 0, "hardly seen", style("#303030", "#202020"))
    assert "hardly seen" in "".join(part.text for part in shown(canvas, 0))


@pytest.mark.parametrize("name", PALETTES)
def test_in_sixteen_colours_all_text_can_be_read_on_every_ground(name: str) -> None:
    palette = PALETTES[name]
    tones = (palette.primary, palette.accent, palette.success, palette.warning, palette.error)
    plain = (palette.ink, palette.muted, *tones)
    pairs = [(ink, ground) for ink in plain for ground in (palette.surface, palette.panel)]
    pairs += [(ink, palette.felt) for ink in (palette.felt_ink, palette.turn, *palette.teams)]
    pairs += [(mix(palette.felt, palette.felt_ink, 0.35), palette.felt)]  # a slot for a card
    pairs += [(palette.turn, palette.panel), (palette.back_ink, palette.back)]
    pairs += [(ink, palette.card) for ink in palette.suits.values()]
    pairs += [(readable(each), each) for each in (*plain, palette.turn, *palette.teams)]
    for ink, ground in pairs:
        (part,) = Sixteen().apply([Segment("a", style(ink, ground))], Color(0, 0, 0))
        assert part.style is not None
        assert part.style.color is not None
        assert part.style.bgcolor is not None
        shown = (
            "#{:02x}{:02x}{:02x}".format(*XTERM_COLOURS[each.number or 0])
            for each in (part.style.color, part.style.bgcolor)
        )
        assert contrast(*shown) >= 4.5, (ink, ground)


@pytest.mark.parametrize("name", ["dark", "light"])
def test_in_sixteen_colours_diamonds_are_told_from_clubs(name: str) -> None:
    palette = PALETTES[name]
    looks = {style(palette.suits[f"french:{suit}"], palette.card) for suit in "DC"}
    told = Sixteen().apply([Segment("a", look) for look in looks], Color(0, 0, 0))
    assert len({part.style for part in told}) == len(looks) == 2


@pytest.mark.parametrize("name", [name for name in THEMES if name != HUELESS_THEME])
def test_in_sixteen_colours_four_suits_have_four_colours_that_can_be_read(name: str) -> None:
    theme = THEMES[name]
    colours = theme.to_color_system().generate() | theme.variables | SUIT_COLOURS
    palette = palette_of(colours, dark=theme.dark, four_colours=True)
    for deck, suits in (("spanish", "EBOC"), ("french", "SHDC")):
        looks = [style(palette.suits[f"{deck}:{suit}"], palette.card) for suit in suits]
        told = Sixteen().apply([Segment("a", look) for look in looks], Color(0, 0, 0))
        inks = {part.style.color.number for part in told if part.style and part.style.color}
        assert len(inks) == len(suits)
        papers = {part.style.bgcolor.number for part in told if part.style and part.style.bgcolor}
        (paper,) = papers
        for ink in inks:
            shown = (
                "#{:02x}{:02x}{:02x}".format(*XTERM_COLOURS[each or 0]) for each in (ink, paper)
            )
            assert contrast(*shown) >= 4.5


@pytest.mark.parametrize(("system", "sixteen"), [("standard", True), ("truecolor", False)])
async def test_a_terminal_with_sixteen_colours_has_those_suits(
    system: Literal["standard", "truecolor"], *, sixteen: bool
) -> None:
    app = client(FakeServer())
    app.console = Console(color_system=system, force_terminal=True)
    app.wear_sixteen()
    async with opened(app):
        assert (app.theme_variables["ink-oros"] == SUIT_COLOURS["ink-oros"]) is sixteen
