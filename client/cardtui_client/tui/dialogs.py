"""Dialogs that ask you something; sitting down at a table, and which seat is asked for: `sit_down`.
A line of text, a password of up to `PASSWORD_CELLS` cells (as in
`server/cardtui_server/lobby/password.py`), yes or no, one of a list: bots, games, seats, machines.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, OptionList
from textual.widgets.option_list import Option

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.faces.characters import LEVELS
from cardtui_client.faces.game_words import game_name, level_name
from cardtui_client.i18n import _, mark, n_
from cardtui_client.limits import MOST_SEATS, NAME_CELLS
from cardtui_client.model.person import Device, alone_words, power_words
from cardtui_client.model.table_summary import (
    free_seats,
    full_words,
    is_free,
    player,
    seats_to_ask_for,
    seats_to_take,
)
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.text import safe_text
from cardtui_client.tui.screens import KeyFooter, LocalizedModal
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import Say, WordButton, Words

if TYPE_CHECKING:
    from textual.screen import Screen

    from cardtui_client.net.connection import Connection


PASSWORD_CELLS: Final = 256
"""The most cells of a password."""

_ANY_GAME: Final = "any"


class LineDialog(LocalizedModal[str]):
    """Asks for one line of text; it gives it back, or an empty one if you leave it.

    Attributes:
        asks: what to ask for.
    """

    AUTO_FOCUS = "Input"

    DEFAULT_CSS = """
    LineDialog {
        align: center middle;
        #box {
            width: 60; max-width: 90%; height: auto; padding: 1 2;
            border: tall $primary; background: $surface;
        }
        #asks { width: 100%; margin-bottom: 1; }
        #answers { height: auto; align-horizontal: right; margin-top: 1; }
        WordButton { margin-left: 2; }
    }
    """

    def __init__(self, asks: Say, most: int, give: Say, *, password: bool = False) -> None:
        """Make the dialog.

        Args:
            asks: what to ask for.
            most: the most cells of the line.
            give: the word of the button that gives it.
            password: whether it is not to be read.
        """
        super().__init__()
        self.asks = asks
        self._most = most
        self._given = give
        self._password = password

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(self.asks, id="asks")
            yield TextField(password=self._password, max_length=self._most)
            with Horizontal(id="answers"):
                yield WordButton(self._given, id="give", primary=True)
                yield WordButton(lambda: _("Cancel"), id="cancel")

    @on(Input.Submitted)
    @on(Button.Pressed, "#give")
    def _give(self, event: Input.Submitted | Button.Pressed) -> None:
        event.stop()
        field = self.query_one(TextField)
        if self._password and not field.value:
            field.border_subtitle = _("type the password first")
            field.focus()
        else:
            self.dismiss(field.value)

    @on(Button.Pressed, "#cancel")
    def _press_cancel(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_cancel()

    def action_cancel(self) -> None:
        """Give no line."""
        self.dismiss("")


class OneLine(LineDialog):
    """Asks for a text: a name, an address, something to say."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", mark("Cancel"), id="line.cancel"),
    ]

    def __init__(self, asks: Say, most: int) -> None:
        super().__init__(asks, most, lambda: _("OK"))


class PasswordDialog(LineDialog):
    """Asks for the password that a server wants."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", mark("Cancel"), id="password.cancel"),
    ]

    def __init__(self, asks: Say) -> None:
        super().__init__(asks, PASSWORD_CELLS, lambda: _("Connect"), password=True)


_Answer = TypeVar("_Answer")


class ListChoice(LocalizedModal[_Answer], Generic[_Answer]):
    """Asks for one of a list; a subclass says which, and what choosing one means."""

    DEFAULT_CSS = """
    ListChoice {
        align: center middle;
        #box {
            width: 64; max-width: 90%; height: auto; max-height: 90%;
            padding: 1 2; border: tall $primary; background: $surface;
        }
        #title { text-style: bold; color: $primary; margin-bottom: 1; }
        OptionList { height: auto; max-height: 14; }
    }
    """

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(self.question, id="title")
            yield OptionList(*self.options())
        yield KeyFooter(show_command_palette=False)

    def say_anew(self) -> None:
        super().say_anew()
        answers = self.query_one(OptionList)
        highlighted = answers.highlighted
        answers.clear_options()
        answers.add_options(self.options())
        answers.highlighted = highlighted

    @abstractmethod
    def question(self) -> str:
        """Return what is asked."""

    @abstractmethod
    def options(self) -> list[Option]:
        """Return the answers."""


class AccountChoice(ListChoice[str]):
    """The id of a bot account, or nothing."""

    DEFAULT_CSS = """
    AccountChoice OptionList { max-height: 10; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", mark("Cancel"), id="account.cancel"),
    ]

    def __init__(self, accounts: Sequence[lobby_service_pb2.BotAccount]) -> None:
        super().__init__()
        self._accounts = accounts

    def question(self) -> str:
        return _("Which program is invited?")

    def options(self) -> list[Option]:
        return [
            Option(Content(_words(account)), id=str(number), disabled=account.busy)
            for number, account in enumerate(self._accounts)
        ]

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._accounts[int(event.option.id or 0)].player)


def _words(account: lobby_service_pb2.BotAccount) -> str:
    name = safe_text(account.name, NAME_CELLS)
    return _("{name} (plays at a table)", name=name) if account.busy else name


class TournamentChoice(ListChoice[str | None]):
    """The id of a tournament, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", mark("Cancel"), id="tournaments.cancel"),
    ]

    def __init__(self, tournaments: Mapping[str, str]) -> None:
        """Make it.

        Args:
            tournaments: what is said of each, by its id.
        """
        super().__init__()
        self._tournaments = tournaments

    def question(self) -> str:
        return _("Which tournament?")

    def options(self) -> list[Option]:
        return [Option(Content(words), id=key) for key, words in self._tournaments.items()]

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option.id)


class BotLevelChoice(ListChoice[tables_pb2.BotLevel.ValueType | None]):
    """Asks for the level of bots; it gives it back, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", mark("Cancel"), id="choice.cancel"),
    ]

    def question(self) -> str:
        return _("How strong should the bots be?")

    def options(self) -> list[Option]:
        return [Option(level_name(level)) for level in LEVELS.values()]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take that level."""
        event.stop()
        self.dismiss([*LEVELS.values()][event.option_index])


class DeviceChoice(ListChoice[Device | None]):
    """A machine that shall be signed out, or none."""

    DEFAULT_CSS = """
    DeviceChoice #box { width: 72; }
    DeviceChoice OptionList { max-height: 8; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", mark("Back"), id="device.leave"),
    ]

    def __init__(self, devices: Sequence[Device]) -> None:
        super().__init__()
        self._devices = devices

    def question(self) -> str:
        return power_words() if len(self._devices) > 1 else alone_words()

    def options(self) -> list[Option]:
        return [
            Option(Content(f"{each.words}  ({each.id})"), id=str(n), disabled=not each.can_end)
            for n, each in enumerate(self._devices)
        ]

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._devices[int(event.option.id or 0)])


class Question(LocalizedModal[bool]):
    """Asks whether to do something; escape and the second button mean no.

    Attributes:
        asks: what to ask, in a sentence.
        yes: what doing it is called.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(False)", mark("Cancel"), id="question.no"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    DEFAULT_CSS = """
    Question {
        align: center middle;
        #box {
            width: 60; max-width: 90%; height: auto; padding: 1 2;
            border: tall $primary; background: $surface;
        }
        #asks { width: 100%; margin-bottom: 1; }
        #answers { height: auto; align-horizontal: right; }
        WordButton { margin-left: 2; }
    }
    """

    def __init__(self, asks: Say, yes: Say, *, subject: str = "") -> None:
        super().__init__()
        self.subject = subject
        self.asks = asks
        self.yes = yes

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(self.asks, id="asks")
            with Horizontal(id="answers"):
                yield WordButton(self.yes, id="yes", primary=True)
                yield WordButton(lambda: _("Cancel"), id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer as the button says."""
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Answer."""
        self.dismiss(yes)


class GameChoice(ListChoice[str | None]):
    """A game that a server plays, ``""`` for any, or none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", mark("Stay in the lobby"), id="game.cancel"),
    ]

    def __init__(
        self, games: Sequence[tables_pb2.Game], tables: Sequence[tables_pb2.Table]
    ) -> None:
        super().__init__()
        self._games = games
        self._tables = tables

    def question(self) -> str:
        return _("Which game? You play with the people who wait for it.")

    def options(self) -> list[Option]:
        games = [Option(self._words(game.id), id=f"game-{game.id}") for game in self._games]
        return [Option(Content(_("Any game that others wait for")), id=_ANY_GAME), *games]

    def _words(self, game: str) -> Content:
        waiting = sum(
            table.game == game
            and table.state == tables_pb2.TABLE_STATE_WAITING
            and bool(free_seats(table))
            for table in self._tables
        )
        name = game_name(game)
        if not waiting:
            return Content(name)
        return Content(f"{name}   " + n_("1 table waits", "{n} tables wait", waiting))

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        chosen = event.option.id or _ANY_GAME
        self.dismiss("" if chosen == _ANY_GAME else chosen.removeprefix("game-"))


class SeatChoice(ListChoice[int | None]):
    """A seat to take, or none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", mark("Cancel"), id="seat.cancel"),
    ]

    def __init__(self, table: tables_pb2.Table) -> None:
        super().__init__()
        self._table = table
        # Who draws for partners does not know yet whose team a seat will be.
        self._teams = not table.partners and any(seat.HasField("team") for seat in table.seats)

    def question(self) -> str:
        return _("Which seat? ({game})", game=game_name(self._table.game))

    def options(self) -> list[Option]:
        return [Option(self._words(seat), id=str(seat)) for seat in seats_to_take(self._table)]

    def _words(self, seat: int) -> Content:
        words = _("Seat {seat}", seat=seat + 1)
        sitter = self._table.seats[seat]
        if sitter.bot:
            words = _("{seat}, now {name}’s (a bot)", seat=words, name=player(sitter))
        if not self._teams:
            return Content(words)
        team = self._team(seat)
        mates = self._names(lambda other: self._team(other) == team)
        rivals = self._names(lambda other: self._team(other) != team)
        parts = [words, _("Team {team}", team="AB"[team])]
        if mates:
            parts.append(_("with {names}", names=mates))
        if rivals:
            parts.append(_("against {names}", names=rivals))
        return Content("   ".join(parts))

    def _team(self, seat: int) -> int:
        found = (min(each.team, 1) for each in self._table.seats if each.seat == seat)
        return next(found, 0)

    def _names(self, of: Callable[[int], bool]) -> str:
        return ", ".join(
            player(seat)
            for seat in self._table.seats[:MOST_SEATS]
            if not is_free(seat) and of(seat.seat)
        )

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(int(event.option.id or 0))


async def sit_down(
    screen: Screen[Any],
    connection: Connection,
    table: tables_pb2.Table,
    seat: int | None = None,
    *,
    waiting: Callable[[Say], AbstractContextManager[None]],
) -> bool | None:
    """Take a seat; of several free ones the person chooses. Return whether you sit there now.

    It is ``False`` where a bot's seat was asked for, and ``None`` if nothing came of it. Call it in
    a worker of the screen. A refusal is said on the screen.

    Args:
        screen: where it is asked and said.
        connection: a session on the table's server.
        table: a table with a seat to take or to ask for.
        seat: the seat to take; ``None`` for any.
        waiting: says there what is awaited.
    """
    seats = seats_to_take(table)
    if seat is None and len(seats) == 1:
        seat = seats[0]
    elif seat is None and seats:
        seat = await screen.app.push_screen_wait(SeatChoice(table))
        if seat is None:
            return None
    elif seat is None and not seats_to_ask_for(table):
        screen.notify(full_words(table), severity="warning")
        return None
    try:
        with waiting(lambda: _("Sitting down…")):
            answer = await connection.join(table.id, seat, ask=True)
    except (Refused, Unreachable) as error:
        screen.notify(str(error), severity="error")
        return None
    return not answer.asked


class Told(LocalizedModal[None]):
    """Tells lines under a title."""

    AUTO_FOCUS = "#lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "dismiss", mark("Back"), id="told.leave"),
    ]

    DEFAULT_CSS = """
    Told {
        align: center middle;
        #box {
            width: 100%; max-width: 64; height: auto; max-height: 100%; padding: 0 2;
            border: tall $primary; background: $surface;
        }
        #title { color: $primary; text-style: bold; margin-bottom: 1; }
        #lines { height: auto; max-height: 12; }
        #back { margin-top: 1; }
    }
    """

    def __init__(self, title: Say, lines: Callable[[], list[str]]) -> None:
        """Make the dialog.

        Args:
            title: what it is about.
        """
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(self._title, id="title")
            with VerticalScroll(id="lines"):
                yield Words(lambda: "\n".join(self._lines()))
            yield WordButton(lambda: _("Back"), id="back", primary=True)

    @on(Button.Pressed)
    def _press(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss()
