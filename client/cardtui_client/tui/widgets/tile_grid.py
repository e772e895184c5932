"""Draws the games of `faces/tiles.py` with your scores (`Tiles`), two or four beside each other.
From which width on: `_LEAST_WIDTH_OF_TWO`, `_LEAST_WIDTH_OF_FOUR`; in how many lines:
`_TILE_LINES`; what the last one says: `_OWN_CHOICE_WORDS`.
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

_CARD_CELLS: Final = 5
_LARGE_CARD_CELLS: Final = 8
_USUAL_LINES: Final = 3
_LARGE_LINES: Final = 5
_GRAND_LINES: Final = 14
"""The lines of a tile whose card is drawn as at the table, and of the blank over it."""
_NAME_CELLS: Final = 22
"""The cells of number and name where a tile is a single line, and words follow."""
_BLANK_LINES_ABOVE: Final = {_GRAND_LINES: 4, _LARGE_LINES: 1}
"""Beside a card of so many lines, how many are blank above the words."""
_TILE_GAP: Final = 1
_LEAST_WIDTH_OF_TWO: Final = 66
_LEAST_WIDTH_OF_FOUR: Final = 150
_MOST_ABREAST: Final = 4
"""From so many columns on there are two tiles side by side, and four."""
_TILE_LINES: Final = {
    1: (_USUAL_LINES, 2, 1),
    2: (_LARGE_LINES, _USUAL_LINES, 2),
    _MOST_ABREAST: (_GRAND_LINES, _LARGE_LINES, _USUAL_LINES),
}
"""How many lines a tile may have, the most first, by how many lie side by side."""
_OWN_CHOICE: Final = ""
"""In place of a game: the one that you choose yourself, with all that goes with it."""

Standing = Mapping[str, Callable[[], str]]
"""By game, what says how you stand with it."""


class Tiles(Widget, can_focus=True):
    """Games as tiles; the arrows go from one to the next, Enter or a click chooses.

    Attributes:
        at: the tile that is marked.
        room: the lines that all tiles may take; they take more if even the lowest have no room.
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
    room: reactive[int] = reactive(0, layout=True)
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
        if (shown := [*known, _OWN_CHOICE]) != self._games:
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
    def _height(self) -> int:
        """How many lines a tile has."""
        return self._form(self._across)

    def _form(self, across: int) -> int:
        """Return how many lines a tile has, if so many lie side by side."""
        *forms, lowest = _TILE_LINES[across]
        return next((form for form in forms if self._lines(across, form) <= self.room), lowest)

    def _lines(self, across: int, form: int) -> int:
        return -(-len(self._games) // across) * form + (form > _USUAL_LINES)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines the tiles take."""
        del container, viewport
        across = _across(width)
        return self._lines(across, self._form(across))

    def heights(self, width: int) -> list[int]:
        """Return how many lines all tiles can take at that width, the most first."""
        across = _across(width)
        return [self._lines(across, form) for form in _TILE_LINES[across]]

    def render(self) -> Content:
        across, width = self._across, self.content_size.width
        own = (width - _TILE_GAP * (across - 1)) // across
        lines: list[Content] = []
        for first in range(0, len(self._games), across):
            row = range(first, min(first + across, len(self._games)))
            drawn = [self._drawn(number, own) for number in row]
            gap = Content(" " * _TILE_GAP)
            lines += [gap.join(parts) for parts in zip(*drawn, strict=True)]
        return Content("\n").join(lines)

    def _drawn(self, number: int, width: int) -> list[Content]:
        game = self._games[number]
        tile = next((each for each in TILES if each.game == game), None)
        name, about = (tile.name, _(tile.about)) if tile else (_("Your way"), _(_OWN_CHOICE_WORDS))
        stands = self._standing.get(game)
        marked = number == self.at and self.has_focus
        body, muted = ("$background", "$background") if marked else ("$felt-ink", "$felt-ink 75%")
        head = Content.assemble(f"{'▸' if marked else ' '}{number + 1} ", (name, "bold"))
        words = [
            head,
            Content.styled(f"   {about}", muted),
            Content(f"   {stands()}" if stands else ""),
        ]
        card = self._card(game)
        room = width - card[0].cell_length
        if len(card) == 1:
            line = Content.assemble(head.pad_right(_NAME_CELLS - head.cell_length), words[1])
            words = [line if line.cell_length <= room else head]
        blank = Content("")
        words = [*[blank] * _BLANK_LINES_ABOVE.get(len(card), 0), *words, *[blank] * _GRAND_LINES]
        ground = "on $primary" if marked else "on $felt-edge" if number == self.pointed else ""
        return [
            Content.assemble(
                face, said.truncate(room, ellipsis=True, pad=True).stylize_before(body)
            ).stylize_before(ground)
            for face, said in zip(card, words, strict=False)
        ]

    def _card(self, game: str) -> list[Content]:
        """Return a game's card; as it is drawn on a large felt, a blank line over it."""
        if (lines := self._height) != _GRAND_LINES:
            return card_of(game, lines)
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
    return (
        _MOST_ABREAST if width >= _LEAST_WIDTH_OF_FOUR else 2 if width >= _LEAST_WIDTH_OF_TWO else 1
    )


_OWN_CHOICE_WORDS: Final = mark("Choose rules and bots")


def card_of(game: str, lines: int = _USUAL_LINES) -> list[Content]:
    """Draw the card of a game in so many lines; the back of one for a game without a tile.

    It is half a line less high, so that cards lie apart. One in two lines shows its upper part.
    """
    tile = next((each for each in TILES if each.game == game), None)
    width = _LARGE_CARD_CELLS if lines == _LARGE_LINES else _CARD_CELLS
    card = _back(width, lines) if tile is None else _face(tile.card, tile.ink, width)
    top = Content.styled("▄" * width, "$card-back" if tile is None else "$card")
    match lines:
        case 1 | 2:
            return [top, card[0]][-lines:]
        case _:
            return [top, *card[: lines - 2], card[-1]]


def _face(corner: str, ink: str, width: int) -> list[Content]:
    """Draw a card without its upper edge."""
    rank, suit = corner[:-1], corner[-1]
    paper = f"$ink-{ink} on $card"
    return [
        Content.styled(f" {rank}{suit}".ljust(width), f"bold {paper}"),
        Content.styled(suit.center(width), paper),
        Content.styled(" " * width, paper),
        Content.styled(f"{rank}{suit} ".rjust(width), f"bold {paper}"),
    ]


def _back(width: int, lines: int) -> list[Content]:
    """Draw the back of a card without its upper edge."""
    back = "╱╲" * (width // 2) + "╱" * (width % 2)
    return [Content.styled(back, "$card-back-ink on $card-back")] * max(lines - 1, 1)
