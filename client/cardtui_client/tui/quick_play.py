"""The few questions before playing at once, or opening a table for friends (`QuickPlay`).
Which game, rules and seats, how strong the bots, or going on with a match that waits. How strong
bots are at first is `Solo` in `tui/launch.py`; the whole form is in `tui/new_table.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button

from cardtui.v1 import tables_pb2
from cardtui_client.faces.characters import (
    CHARACTERS,
    LEVELS,
    character_choices,
    character_of,
    wanted_bots,
)
from cardtui_client.faces.game_words import OWN_RULES, Menu, game_name, preset_about
from cardtui_client.i18n import _, mark, n_
from cardtui_client.limits import MOST_SEATS
from cardtui_client.model.table_summary import state_words
from cardtui_client.net.connection import Connection
from cardtui_client.tui.form_field import (
    About,
    Choice,
    Choices,
    Field,
    Form,
    OptionField,
    option_fields,
    read_options,
)
from cardtui_client.tui.launch import Solo
from cardtui_client.tui.screens import LEAST_WINDOW, KeyFooter, LocalizedModal
from cardtui_client.tui.widgets.words import Say, WordButton, Words

_BUTTON_LINES: Final = 3
_FRAME_LINES: Final = 8 + _BUTTON_LINES
"""The lines beside the fields: edges, title, what a field means, buttons, keys."""


async def deal(
    connection: Connection, solo: Solo, games: Sequence[tables_pb2.Game]
) -> tables_pb2.Table:
    """Make a table, and begin to play there unless people are to come; return it.

    Raises:
        Refused, Unreachable: nothing came of it.
    """
    table = (await connection.create_table(solo.request(games))).table
    if solo.bots:
        await connection.start(table.id)
        await connection.reveal_own(table.id)  # it is not shown before its match
    return table


class QuickPlay(LocalizedModal[Solo | str | None]):
    """A few choices with good defaults; Enter on the first button plays.

    That continues a match if you asked for its game alone, and deals if you came to choose.

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
            width: 72; max-width: 96%; height: auto; max-height: 100%;
            padding: 0 2; border: tall $primary; background: $surface;
        }
        #title { text-style: bold; color: $primary; margin-bottom: 1; }
        #form, #asked { height: auto; padding: 0; }
        #box.-line { height: 100%; }
        .-line #form { height: 1fr; }
        .-line #title, .-line About { margin: 0; }
        .-line #buttons { height: 1; }
        Field .control { width: 1fr; }
        Form Field .meaning { display: none; }
        About { padding: 0 1; margin-top: 1; }
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
        far: str = "",
    ) -> None:
        """Make it.

        Args:
            games: what the server has.
            solo: what is chosen at first.
            unfinished: the table of a match to continue, if there is one.
            far: how far you saw that match go; empty where only the table tells it.
        """
        super().__init__()
        self._unfinished = unfinished
        self._far = far
        self._asks = solo.asks
        self._menu = Menu(games, solo.game)
        self._seats = str(solo.seats or self._menu.fewest)
        self._bots_wanted = solo.bots
        self._rules = self._menu.values(self._menu.usual)

    def compose(self) -> ComposeResult:
        menu = self._menu
        with Vertical(id="box"):
            yield Words(self._title, id="title")
            with Form(id="form"):
                yield _choice("game", lambda: _("Game"), menu.games, menu.game.id)
                yield self._preset_field()
                yield Vertical(*option_fields(menu, asked=True), id="asked")
                yield _choice("seats", lambda: _("Players"), self._seat_choices, self._seats)
                if self._bots_wanted:
                    first, character = _first(self._bots_wanted)
                    yield _choice("level", lambda: _("Bots"), _level_choices, first)
                    yield _choice("who", lambda: _("Opponent"), character_choices, character)
            yield About(id="about")
            if self._unfinished is not None and not self._asks:
                yield WordButton(self._go_on_words, id="go-on", primary=True)
            with Horizontal(id="buttons"):
                yield WordButton(self._deal_words, id="deal", primary=True)
                yield WordButton(lambda: _("Cancel"), id="cancel")
            if self._unfinished is not None and self._asks:
                yield WordButton(self._go_on_words, id="go-on")
        yield KeyFooter(show_command_palette=False)

    def _title(self) -> str:
        return _("A match against bots") if self._bots_wanted else _("A table for your friends")

    def _deal_words(self) -> str:
        return _("Deal the cards") if self._bots_wanted else _("Open the table")

    def _preset_field(self) -> Field:
        menu = self._menu
        field = Field(
            lambda: _("Rules"),
            lambda: Content(preset_about(menu.game.id, field.text)),
            Choice(menu.presets, menu.usual, compact=True),
            choices=menu.presets,
            id="preset",
        )
        return field

    def _seat_choices(self) -> Sequence[tuple[str, str]]:
        seats = self._menu.game.seats[:MOST_SEATS]
        if not self._bots_wanted:
            return [(_("you and {n} more", n=each - 1), str(each)) for each in seats]
        return [(n_("you and 1 bot", "you and {n} bots", each - 1), str(each)) for each in seats]

    def _field(self, name: str) -> Field:
        return self.query_one(f"#{name}", Field)

    def _asked(self) -> list[OptionField]:
        return list(self.query(OptionField))

    def on_resize(self) -> None:
        """Keep the buttons in sight: where not all fits, the fields scroll."""
        self._fit()

    def _fit(self) -> None:
        fields = len(self.query(Field)) * (2 if self.app.size.width < LEAST_WINDOW.width else 1)
        rest = _FRAME_LINES if self._unfinished is None else _FRAME_LINES + _BUTTON_LINES
        self.query_one("#box").set_class(fields + rest > self.app.size.height, "-line")

    def on_descendant_focus(self) -> None:
        """Say what the field means."""
        self.query_one(About).tell()

    def on_field_told(self, event: Field.Told) -> None:
        """Say it again, if it is that of the field in focus."""
        event.stop()
        self.query_one(About).tell()

    @on(Field.Changed, "#game")
    async def _change_game(self) -> None:
        menu = self._menu
        menu.choose(self._field("game").text)
        self._rules = menu.values(menu.usual)
        self._field("seats").offer(self._seat_choices, menu.fewest)
        self._field("preset").offer(menu.presets, menu.usual)
        self._field("preset").say_problem("")
        asked = self.query_one("#asked")
        await asked.remove_children()
        await asked.mount_all(option_fields(menu, asked=True))
        self._fit()

    @on(Field.Changed, "#preset")
    def _fill(self) -> None:
        """Say of what is asked what the chosen rules say."""
        chosen = self._field("preset").text
        if chosen != OWN_RULES:
            self._rules = self._menu.values(chosen)
            for field in self._asked():
                field.put_value(self._rules[field.spec.name])

    @on(Field.Changed, "OptionField")
    def _name_rules(self, event: Field.Changed) -> None:
        """Name the preset that the rules are now, or call them your own."""
        seats = int(self._field("seats").text)
        options, wrong = read_options(self._asked(), seats, changed=event.field, rest=self._rules)
        if wrong is None:
            self._rules |= options
            self._field("preset").put(self._menu.fitting(self._rules) or OWN_RULES)

    @on(Button.Pressed, "#deal")
    def _deal(self, event: Button.Pressed) -> None:
        event.stop()
        seats = int(self._field("seats").text)
        _options, wrong = read_options(self._asked(), seats, rest=self._rules)
        if wrong is not None:
            wrong.query("Input, Select").first().focus()
            return
        preset = self._menu.fitting(self._rules) or self._menu.usual
        known = self._menu.values(preset)
        solo = Solo(
            game=self._menu.game.id,
            seats=seats,
            preset=preset,
            bots=self._bots(),
            options=tuple(each for each in self._rules.items() if known[each[0]] != each[1]),
        )
        self.dismiss(solo)

    def _bots(self) -> str:
        """Return the bots, as you would type them; none where people are to come."""
        if not self._bots_wanted:
            return ""
        level, character = self._field("level").text, character_of(self._field("who").text)
        return f"{CHARACTERS[character].name}:{level}" if character else level

    def _go_on_words(self) -> str:
        assert self._unfinished is not None
        return _(
            "Continue {game}: {state}",
            game=game_name(self._unfinished.game),
            state=self._far or state_words(self._unfinished),
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


def _choice(name: str, label: Say, choices: Choices, value: str) -> Field:
    control = Choice(choices, value, compact=True)
    return Field(label, lambda: Content(""), control, choices=choices, id=name)


def _first(bots: str) -> tuple[str, str]:
    """Return level and character of the first bot, each as the value of its field."""
    wanted = wanted_bots(bots)
    level, character = wanted.each[0] if wanted.each else (wanted.level, 0)
    return next(name for name, each in LEVELS.items() if each == level), str(character)


def _level_choices() -> Sequence[tuple[str, str]]:
    return [(_("easy"), "easy"), (_("normal"), "normal"), (_("hard"), "hard")]
