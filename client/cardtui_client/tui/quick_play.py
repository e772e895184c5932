"""Playing at once: asks which game, how many bots, how strong; and a newcomer, whether to learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, OptionList
from textual.widgets.option_list import Option

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.faces.characters import (
    LEVELS,
    PEOPLE,
    character_choices,
    character_of,
    wanted_bots,
)
from cardtui_client.faces.game_words import game_name, preset_choice, usual_preset
from cardtui_client.i18n import _, mark, n_
from cardtui_client.limits import MOST_PRESETS, MOST_SEATS
from cardtui_client.model.table_summary import state_words
from cardtui_client.net.connection import Connection
from cardtui_client.tui.dialogs import ListChoice
from cardtui_client.tui.form_field import Choice, Field
from cardtui_client.tui.launch import Solo
from cardtui_client.tui.screens import KeyFooter, LocalizedModal
from cardtui_client.tui.widgets.words import WordButton, Words


def request_for(
    solo: Solo, games: Sequence[tables_pb2.Game]
) -> lobby_service_pb2.CreateTableRequest:
    """Return what to ask for: you on the first seat, bots on all others.

    Who asks for no preset plays as most tables do.
    """
    game = next(game for game in games if game.id == solo.game)
    request = lobby_service_pb2.CreateTableRequest(
        game=game.id,
        seats=solo.seats or game.seats[0],
        preset=solo.preset or usual_preset(game),
        seat=0,
    )
    wanted_bots(solo.bots).put_into(request)
    return request


async def deal(
    connection: Connection, solo: Solo, games: Sequence[tables_pb2.Game]
) -> tables_pb2.Table:
    """Make a table with bots, and begin to play there; return it.

    Raises:
        Refused, Unreachable: nothing came of it.
    """
    table = (await connection.create_table(request_for(solo, games))).table
    await connection.start(table.id)
    await connection.reveal_own(table.id)  # it is not shown before its match
    return table


class QuickPlay(LocalizedModal[Solo | str | None]):
    """A few choices with good defaults; Enter on the first button plays.

    It gives back what to play, the id of the match to go on with, or nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", mark("Cancel"), id="quick.cancel"),
    ]
    AUTO_FOCUS = "#go-on, #deal"

    DEFAULT_CSS = """
    QuickPlay {
        align: center middle;
        #box {
            width: 72; max-width: 96%; height: auto;
            padding: 1 2; border: tall $primary; background: $surface;
        }
        #title { text-style: bold; color: $primary; margin-bottom: 1; }
        /* One line each: with the button of an unfinished match they still fit 24 lines. */
        Field { height: 2; min-height: 2; }
        Field .label { width: 20; padding: 0 1; }
        Field .control { width: 34; height: 1; }
        Field .meaning { min-height: 1; padding: 0; }
        #buttons { height: 3; }
        #buttons WordButton { width: 1fr; }
        #deal { margin-right: 1; }
        #go-on { width: 100%; }
    }
    """

    def __init__(
        self,
        games: Sequence[tables_pb2.Game],
        solo: Solo,
        unfinished: tables_pb2.Table | None = None,
    ) -> None:
        super().__init__()
        self._unfinished = unfinished
        self._games = {game.id: game for game in games}
        self._solo = solo
        self._game = self._games.get(solo.game, games[0])

    def compose(self) -> ComposeResult:
        """Lay out the choices."""
        game, (first, character) = self._game, _first(self._solo.bots)
        with Vertical(id="box"):
            yield Words(lambda: _("A game against bots"), id="title")
            yield Field(
                lambda: _("Game"),
                _nothing,
                Choice(self._game_choices, game.id, compact=True),
                choices=self._game_choices,
                id="game",
            )
            yield Field(
                lambda: _("Players"),
                _nothing,
                Choice(self._seat_choices, str(game.seats[0]), compact=True),
                choices=self._seat_choices,
                id="seats",
            )
            yield Field(
                lambda: _("Rules"),
                _nothing,
                Choice(self._preset_choices, usual_preset(self._game), compact=True),
                choices=self._preset_choices,
                id="preset",
            )
            yield Field(
                lambda: _("Bots"),
                _nothing,
                Choice(_level_choices, first, compact=True),
                choices=_level_choices,
                id="level",
            )
            yield Field(
                lambda: _("The first bot"),
                _nothing,
                Choice(character_choices, character, compact=True),
                choices=character_choices,
                id="who",
            )
            if self._unfinished is not None:
                yield WordButton(self._go_on_words, id="go-on", primary=True)
            with Horizontal(id="buttons"):
                yield WordButton(lambda: _("Deal the cards"), id="deal", primary=True)
                yield WordButton(lambda: _("Cancel"), id="cancel")
        yield KeyFooter(show_command_palette=False)

    def _game_choices(self) -> Sequence[tuple[str, str]]:
        return [(game_name(game), game) for game in self._games]

    def _seat_choices(self) -> Sequence[tuple[str, str]]:
        return [
            (n_("you and 1 bot", "you and {n} bots", seats - 1), str(seats))
            for seats in self._game.seats[:MOST_SEATS]
        ]

    def _preset_choices(self) -> Sequence[tuple[str, str]]:
        names = [preset.name for preset in self._game.presets[:MOST_PRESETS]] or [""]
        return [(preset_choice(self._game, name), name) for name in names]

    def _text(self, name: str) -> str:
        return self.query_one(f"#{name}", Field).text

    @on(Field.Changed, "#game")
    def _change_game(self) -> None:
        self._game = self._games[self._text("game")]
        seats, preset = (self.query_one(f"#{name}", Field) for name in ("seats", "preset"))
        seats.offer(self._seat_choices, str(self._game.seats[0]))
        preset.offer(self._preset_choices, usual_preset(self._game))

    @on(Button.Pressed, "#deal")
    def _deal(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(
            Solo(
                game=self._game.id,
                seats=int(self._text("seats")),
                preset=self._text("preset"),
                bots=self._bots(),
            )
        )

    def _bots(self) -> str:
        """Return the bots, as you would type them."""
        level, character = self._text("level"), character_of(self._text("who"))
        return f"{PEOPLE[character].name}:{level}" if character else level

    def _go_on_words(self) -> str:
        assert self._unfinished is not None
        return _(
            "Continue {game}: {state}",
            game=game_name(self._unfinished.game),
            state=state_words(self._unfinished),
        )

    @on(Button.Pressed, "#go-on")
    def _go_on(self, event: Button.Pressed) -> None:
        event.stop()
        assert self._unfinished is not None
        self.dismiss(self._unfinished.id)

    @on(Button.Pressed, "#cancel")
    def _cancel(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(None)


PLAY: Final = "play"
LEARN: Final = "learn"


class Welcome(ListChoice[str]):
    """Asks a newcomer whether to play or to learn: `PLAY`, `LEARN`, or nothing of both."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", mark("All games"), id="welcome.cancel"),
    ]

    def __init__(self, *, learns: bool) -> None:
        """Make it.

        Args:
            learns: whether there are lessons.
        """
        super().__init__()
        self._learns = learns

    def question(self) -> str:
        return _("Do you know truco?")

    def options(self) -> list[Option]:
        return [
            Option(Content(_("Yes: play, against bots")), id=PLAY),
            *([Option(Content(_("No: learn it in a few hands")), id=LEARN)] * self._learns),
            Option(Content(_("Show me all the games")), id="all"),
        ]

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option.id if event.option.id != "all" else "")


def _nothing() -> Content:
    return Content("")


def _first(bots: str) -> tuple[str, str]:
    """Return level and character of the first bot, each as the value of its field."""
    wanted = wanted_bots(bots)
    level, character = wanted.each[0] if wanted.each else (wanted.level, 0)
    return next(name for name, each in LEVELS.items() if each == level), str(character)


def _level_choices() -> Sequence[tuple[str, str]]:
    return [(_("easy"), "easy"), (_("normal"), "normal"), (_("hard"), "hard")]
