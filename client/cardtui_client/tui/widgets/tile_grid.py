"""Draws the games of `faces/tiles.py` with your scores (`Tiles`), two or four beside each other.
From which width on: `_TWO`, `_FOUR`; what the last one says: `_YOURS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from cardtui_client.faces.tiles import TILES
from cardtui_client.i18n import _, mark

_CARD: Final = 5
_LARGE_CARD: Final = 8
_LINES: Final = 3
_LARGE: Final = 5
_GRAND: Final = 14
"""The lines of a tile whose card is drawn as at the table, and of the blank over it."""
_WORDS_FROM: Final = 4
"""Beside such a card the words begin in this line."""
_APART: Final = 1
"""The columns between two tiles."""
_TWO: Final = 66
_FOUR: Final = 150
_MOST: Final = 4
"""From so many columns on there are two tiles side by side, and four."""
_OTHER: Final = ""
"""In place of a game: the one that you choose yourself, with all that goes with it."""

Standing = Mapping[str, Callable[[], str]]
"""By game, what says how you stand with it."""


class Tiles(Widget, can_focus=True):
    """Games as tiles; the arrows go from one to the next, Enter or a click chooses.

    Attributes:
        at: the tile that is marked.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", mark("Deal"), id="tiles.choose"),
        Binding("left", "go(-1)", show=False),
        Binding("right", "go(1)", show=False),
        Binding("up", "climb(-1)", show=False),
        Binding("down", "climb(1)", show=False),
    ]
    DEFAULT_CSS = """
    Tiles { height: auto; width: 1fr; background: $felt; color: $felt-ink; padding: 0 1; }
    """

    at: reactive[int] = reactive(0)
    pointed: reactive[int | None] = reactive(None)

    @dataclass
    class Chosen(Message):
        """A tile was chosen.

        Attributes:
            game: the game's id; ``""`` for any, with rules of your choice.
        """

        game: str

    def __init__(
        self,
        games: Collection[str] | None = None,
        *,
        id: str | None = None,  # noqa: A002
    ) -> None:
        """Make it.

        Args:
            games: the ids of those to show; ``None`` for all.
            id: the widget's.
        """
        super().__init__(id=id)
        self._standing: Standing = {}
        self._games: list[str] = []
        self.offer(games)

    def offer(self, games: Collection[str] | None) -> None:
        """Show these games, all of them if it is ``None``, and a tile for a choice of your own."""
        known = [tile.game for tile in TILES if games is None or tile.game in games]
        if (shown := [*known, _OTHER]) != self._games:
            self._games = shown
            self.at = min(self.at, len(shown) - 1)
            self.refresh(layout=True)

    def stand(self, standing: Standing) -> None:
        """Say how you stand with games."""
        self._standing = standing
        self.refresh()

    def mark_game(self, game: str) -> None:
        """Mark the tile of a game, if there is one."""
        if game in self._games:
            self.at = self._games.index(game)

    @property
    def game(self) -> str:
        """The game that is marked."""
        return self._games[self.at]

    def retell(self) -> None:
        """Say it in the language in use now."""
        self.refresh()

    # --- how it is laid ------------------------------------------------------------------

    @property
    def _across(self) -> int:
        return _across(self.content_size.width or self.app.size.width)

    @property
    def _tall(self) -> bool:
        return self._height > _LINES

    @property
    def _height(self) -> int:
        return self._lines_of(self._across)

    def _lines_of(self, across: int) -> int:
        """Return how many lines a tile has, if so many lie side by side."""
        if across == _MOST and self.screen.has_class("-high"):
            return _GRAND
        tall = self.screen.has_class("-tall") or self.screen.has_class("-high")
        return _LARGE if tall and across > 1 else _LINES

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines the tiles take."""
        del container, viewport
        return self.lines_in(width)

    def lines_in(self, width: int) -> int:
        """Return how many lines the tiles take at that width."""
        across = _across(width)
        lines = self._lines_of(across)
        return -(-len(self._games) // across) * lines + (lines > _LINES)

    def render(self) -> Content:
        across, width = self._across, self.content_size.width
        own = (width - _APART * (across - 1)) // across
        lines: list[Content] = []
        for first in range(0, len(self._games), across):
            row = range(first, min(first + across, len(self._games)))
            drawn = [self._drawn(number, own) for number in row]
            gap = Content(" " * _APART)
            lines += [gap.join(parts) for parts in zip(*drawn, strict=True)]
        return Content("\n").join(lines)

    def _drawn(self, number: int, width: int) -> list[Content]:
        game = self._games[number]
        tile = next((each for each in TILES if each.game == game), None)
        name, about = (tile.name, _(tile.about)) if tile else (_("Your way"), _(_YOURS))
        stands = self._standing.get(game)
        marked = number == self.at and self.has_focus
        body, muted = ("$background", "$background") if marked else ("$felt-ink", "$felt-ink 75%")
        words = [
            Content.assemble(f"{'▸' if marked else ' '}{number + 1} ", (name, "bold")),
            Content.styled(f"   {about}", muted),
            Content(f"   {stands()}" if stands else ""),
        ]
        if self._height == _GRAND:
            card = self._as_at_the_table(game)
            words = [Content("")] * _WORDS_FROM + words
            words += [Content("")] * (_GRAND - len(words))
        elif self._tall:
            card = card_of(game, large=True)
            words = [Content(""), *words, Content("")]
        else:
            card = card_of(game)
        room = width - card[0].cell_length
        ground = "on $primary" if marked else "on $felt-edge" if number == self.pointed else ""
        return [
            Content.assemble(
                face, said.truncate(room, ellipsis=True, pad=True).stylize_before(body)
            ).stylize_before(ground)
            for face, said in zip(card, words, strict=True)
        ]

    def _as_at_the_table(self, game: str) -> list[Content]:
        """Return a game's card as it is drawn on a large felt, a blank line over it."""
        from cardtui_client.tui.widgets.painted import large_card  # other windows need none

        tile = next((each for each in TILES if each.game == game), None)
        card = large_card("" if tile is None else tile.card, self.app)
        return [Content(" " * card[0].cell_length), *card]

    # --- what the person does ------------------------------------------------------------

    def choose(self, number: int) -> None:
        """Choose a tile, if there is one of that number."""
        if number < len(self._games):
            self.at = number
            self.action_choose()

    def action_choose(self) -> None:
        """Choose the tile that is marked."""
        self.post_message(self.Chosen(self.game))

    def action_go(self, by: int) -> None:
        """Mark the next tile, or the one before."""
        self.at = min(max(self.at + by, 0), len(self._games) - 1)

    def action_climb(self, by: int) -> None:
        """Mark the tile above or below; beyond the edge, go on to the next widget."""
        wanted = self.at + by * self._across
        if 0 <= wanted < len(self._games):
            self.at = wanted
        elif by > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()

    def _number_at(self, event: events.MouseEvent) -> int | None:
        x, y = event.get_content_offset_capture(self)
        column = x * self._across // max(self.content_size.width, 1)
        number = y // self._height * self._across + column
        return (
            number if y >= 0 and 0 <= column < self._across and number < len(self._games) else None
        )

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked."""
        number = self._number_at(event)
        if number is not None:
            event.stop()
            self.choose(number)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show what a click would choose."""
        self.pointed = self._number_at(event)

    def on_leave(self) -> None:
        """Show that a click would choose nothing here."""
        self.pointed = None


def _across(width: int) -> int:
    return _MOST if width >= _FOUR else 2 if width >= _TWO else 1


_YOURS: Final = mark("Choose rules and bots")


def card_of(game: str, *, large: bool = False) -> list[Content]:
    """Draw the card of a game; the back of one for a game without a tile."""
    tile = next((each for each in TILES if each.game == game), None)
    return _card(tile.card, tile.ink, large=large) if tile else _back(large=large)


def _card(corner: str, ink: str, *, large: bool) -> list[Content]:
    """Draw a card, half a line less than its tile is high: so cards lie apart."""
    rank, suit = corner[:-1], corner[-1]
    width = _LARGE_CARD if large else _CARD
    paper = f"$ink-{ink} on $card"
    top = Content.styled("▄" * width, "$card")
    first = Content.styled(f" {rank}{suit}".ljust(width), f"bold {paper}")
    last = Content.styled(f"{rank}{suit} ".rjust(width), f"bold {paper}")
    if not large:
        return [top, first, last]
    return [
        top,
        first,
        Content.styled(suit.center(width), paper),
        Content.styled(" " * width, paper),
        last,
    ]


def _back(*, large: bool) -> list[Content]:
    """Draw the back of a card."""
    width, lines = (_LARGE_CARD, _LARGE) if large else (_CARD, _LINES)
    back = [Content.styled("╱╲" * (width // 2) + "╱" * (width % 2), "$card-back-ink on $card-back")]
    return [Content.styled("▄" * width, "$card-back"), *back * (lines - 1)]
