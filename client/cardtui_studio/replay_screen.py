"""The screen of a replay: which digit stands for whose eyes (`_ALL_CARDS_DIGIT`,
`_SPECTATOR_DIGIT`), what you may not do in a match that goes on (`_ALL_EYES_COMMANDS`), copying,
going to mistakes. Other keys: `replay_bar.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import aclosing
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from cardtui.v1 import tables_pb2
from cardtui_client.faces.record_words import copied_deal_words
from cardtui_client.i18n import _, mark
from cardtui_client.net.connection import Connection
from cardtui_client.scene.commands import (
    Bare,
    Command,
    Eyes,
    LookWith,
    Open,
    OpenRules,
    PressSeat,
    Replay,
    ScrollLog,
    Way,
    Winding,
    WindTo,
)
from cardtui_client.scene.scene import TimeLine
from cardtui_client.settings import Settings
from cardtui_client.tui.film import NotShared
from cardtui_client.tui.protocols import HasRules, PaletteCommand, PlaysOn
from cardtui_client.tui.table.board import TALL_WINDOW, WIDE_WINDOW, Board
from cardtui_client.tui.table.screen import BoardScreen
from cardtui_client.tui.widgets.painted import Pressed
from cardtui_studio.film import Film, PlayOn
from cardtui_studio.replay_bar import REPLAY_ACTIONS, TimeLineView, key_of
from cardtui_studio.replay_controller import ReplayController

if TYPE_CHECKING:
    from cardtui_studio.mistakes import Mistakes


class _Awaited(Enum):
    """Which mistake you wait for."""

    NOTHING = auto()
    NEXT = auto()
    WORST = auto()


_COMMANDS: Final = {each.id: each.command for each in REPLAY_ACTIONS}
"""What a key stands for, by its name."""

_PLAY_ON_COMMANDS: Final = (Replay.PLAY_FROM_HERE, Replay.PLAY_AGAIN)
"""What leads away from the replay, to a table."""

_ALL_EYES_COMMANDS: Final = (
    Replay.NEXT_EYES, Replay.COPY_POSITION, Replay.COPY_DEAL, Replay.NEXT_MISTAKE,
    Replay.WEIGH_CHOICES, *_PLAY_ON_COMMANDS,
)  # fmt: skip
"""What is possible where all cards are known."""

_TIME_LINE_HEIGHT: Final = 2
"""The lines of the time line, but for a low window."""

_ALL_CARDS_DIGIT: Final = 0
_SPECTATOR_DIGIT: Final = 9
"""The digits that stand for no seat: no table has so many."""


class ReplayScreen(BoardScreen):
    """A match that was played, shown again.

    Attributes:
        controller: the replay without the screen.
        connection: what answers instead of a server.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(each.keys, f"press('{each.id}')", each.words, id=each.id)
            for each in REPLAY_ACTIONS
        ),
        *(
            Binding(str(seat), f"look({seat})", mark("Look from that seat"))
            for seat in range(1, _SPECTATOR_DIGIT)
        ),
        Binding(str(_SPECTATOR_DIGIT), f"look({_SPECTATOR_DIGIT})", mark("Look as a spectator")),
        Binding(str(_ALL_CARDS_DIGIT), f"look({_ALL_CARDS_DIGIT})", mark("Look at all cards")),
    ]

    DEFAULT_CSS = """
    ReplayScreen Board { height: 1fr; }
    """

    def __init__(
        self, film: Film, eyes: Eyes, hand: int, settings: Settings, *, worst: bool = False
    ) -> None:
        """Make the screen.

        Args:
            eyes: whose eyes to look with at first.
            hand: the number of the hand to begin with.
            worst: whether to go to your costliest mistake once it is known.
        """
        super().__init__(Board(talks=False, bar=1))
        self.subject = film
        self.connection = film.connection
        self.time_line = TimeLineView(id="time-line")
        self.controller = ReplayController(
            self.board, film, settings, eyes, show_line=self.show_line
        )
        self._first = hand
        self._settings = settings
        self._mistakes: Mistakes | None = None
        self._awaited = _Awaited.WORST if worst else _Awaited.NOTHING

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield self.time_line

    @property
    def table(self) -> tables_pb2.Table | None:
        """The table, whose rules are those that you look up."""
        return self.controller.reel.model.table

    # --- coming and going ----------------------------------------------------------------

    def stood(self) -> None:
        self._look()
        self.board.take_settings(self._settings)
        self._style_line()
        self.controller.begin(self._first)
        if self._awaited is _Awaited.WORST:
            self._seek()

    def on_screen_resume(self) -> None:
        """Come back from the settings, which may have changed."""
        if self.stands:
            self.take_settings()
            self._go_to_mistake()

    def on_screen_suspend(self) -> None:
        """Wait while something else is looked at."""
        self.controller.stop()

    async def on_unmount(self) -> None:
        """Leave: what was played on from here ends."""
        await self.controller.reel.film.close()

    def take_settings(self) -> None:
        """See `HeedsSettings`."""
        self.board.take_settings(self._settings)
        self._style_line()
        self.controller.stage()

    def say_anew(self) -> None:
        super().say_anew()
        self.board.retell()
        self.controller.retell()

    def show_line(self, line: TimeLine) -> None:
        """Show the time line."""
        self.time_line.line = line

    def _style_line(self) -> None:
        self.time_line.ascii_only = self._settings.card_codes
        self.time_line.restyle()

    def on_resize(self) -> None:
        """Take note of whether there is room for the log beside the table, and for all buttons."""
        self._look()

    def _look(self) -> None:
        self.controller.low = self.size.height < TALL_WINDOW + _TIME_LINE_HEIGHT
        self.time_line.styles.height = 1 if self.controller.low else _TIME_LINE_HEIGHT
        interaction = self.controller.interaction
        interaction.show_panel(interaction.ui.panel._replace(wide=self.size.width >= WIDE_WINDOW))

    # --- keys and clicks -----------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Look with the eyes of those seats alone that there are; strangers play nothing on."""
        if action == "look" and isinstance(parameters[0], int):
            film = self.controller.reel.film
            seats = len(film.names)
            return film.all_eyes and parameters[0] in (
                *range(1, seats + 1),
                _SPECTATOR_DIGIT,
                _ALL_CARDS_DIGIT,
            )
        if action == "press":
            command = _COMMANDS[str(parameters[0])]
            if not self.controller.reel.film.all_eyes and command in _ALL_EYES_COMMANDS:
                return False
            return not (self._settings.kiosk and command in _PLAY_ON_COMMANDS)
        return super().check_action(action, parameters)

    def action_press(self, name: str) -> None:
        """Do what a key stands for."""
        self.press(_COMMANDS[name])

    def action_look(self, digit: int) -> None:
        """Look with the eyes that a digit stands for."""
        others = {_ALL_CARDS_DIGIT: Eyes(all_cards=True), _SPECTATOR_DIGIT: Eyes()}
        self.press(LookWith(others.get(digit) or Eyes(digit - 1)))

    def on_pressed(self, event: Pressed) -> None:
        """Do what something that was clicked stands for."""
        self.press(event.command)

    def on_click(self, event: events.Click) -> None:
        """Show at once what still moves."""
        event.stop()
        self.press(Bare.SKIP)

    def press(self, command: Command) -> None:
        """Do what a command comes to; what is for a table that is played does nothing here."""
        controller = self.controller
        controller.conclude()
        if isinstance(command, Winding):
            self._awaited = _Awaited.NOTHING
        match command:
            case Way():
                controller.wind(command)
            case WindTo(at):
                controller.go(at)
            case Bare.PRESS_PAPER:
                controller.wind(Way.ON)
            case Replay.RUN:
                controller.run()
            case Replay.HASTEN:
                controller.hasten()
            case LookWith(eyes):
                controller.look_with(eyes)
            case Replay.NEXT_EYES:
                controller.next_eyes()
            case PressSeat(seat):
                controller.look_from(seat)
            case Replay.SHOW_WHOLE_LINE:
                controller.show_whole_line()
            case Bare.SKIP:
                controller.pacer.skip()
            case Replay.COPY_POSITION:
                self._copy()
            case Replay.COPY_DEAL:
                self._share()
            case Replay.NEXT_MISTAKE:
                self._next_mistake()
            case Replay.WEIGH_CHOICES:
                self._weigh()
            case Replay.PLAY_FROM_HERE | Replay.PLAY_AGAIN:
                self._play(same_deal=command is Replay.PLAY_AGAIN)
            case _:
                self._look_up(command)

    def _copy(self) -> None:
        """Copy the position as a scenario; the terminal has to know how to."""
        reel, tell = self.controller.reel, self.controller.interaction.tell
        if scenario := reel.film.scenario(reel.at):
            self.app.copy_to_clipboard(scenario)
            tell(_("Copied. In a file, cardtui conform plays it."))
        else:
            tell(_("No scenario leads here: chips were just bought."))

    def _share(self) -> None:
        """Copy the line by which somebody else plays the same packs, in the seat at the bottom."""
        controller = self.controller
        try:
            self.app.copy_to_clipboard(controller.reel.film.shared(controller.below))
        except NotShared as error:
            controller.interaction.tell(str(error))
        else:
            controller.interaction.tell(copied_deal_words())

    def _next_mistake(self) -> None:
        """Go to the next mistake of the player at the bottom, as soon as it is known."""
        self.controller.stop()
        if self._mistakes is None or self._mistakes.seat != self.controller.below:
            self._seek()
        self._awaited = _Awaited.NEXT
        self._go_to_mistake()

    def _seek(self) -> None:
        """Begin to look for mistakes, and let the table say where there are some."""
        from cardtui_studio.mistakes import FIRST_REPORT_SECONDS, Mistakes

        controller, seat = self.controller, self.controller.below
        found = Mistakes(seat, controller.reel.film.names[seat])
        self._mistakes = found
        controller.remark = lambda at: found.words(controller.reel.model, at)
        self._take_mistakes(found)
        self.set_timer(FIRST_REPORT_SECONDS, self._go_to_mistake)

    @work(exclusive=True, group="mistakes")
    async def _take_mistakes(self, found: Mistakes) -> None:
        async with aclosing(self.controller.reel.film.mistakes(found.seat)) as coming:
            async for each in coming:
                found.take(each)
                self._go_to_mistake()
        found.over = True
        self._go_to_mistake()

    def _go_to_mistake(self) -> None:
        """Go to the mistake that is awaited, or say how far the search is."""
        found, controller = self._mistakes, self.controller
        if found is None or not self.is_current:
            return
        controller.redraw()  # what is said of one may have changed
        if self._awaited is _Awaited.NOTHING:
            return
        at = found.worst if self._awaited is _Awaited.WORST else found.after(controller.reel.at)
        controller.conclude(found.state if at is None else str)
        if at is not None or found.over:
            self._awaited = _Awaited.NOTHING
        if at is not None:
            controller.go(at)

    def _weigh(self) -> None:
        """Show what the choices would have been worth, if somebody has any here."""
        from cardtui_studio.replay_weighing import Weighing

        controller = self.controller
        controller.stop()
        weighed = controller.reel.film.weighed(controller.reel.at)
        if weighed is None:
            controller.interaction.tell(_("Nobody has a choice here: go on a step."))
        else:
            self.app.push_screen(Weighing(weighed))

    def _play(self, *, same_deal: bool) -> None:
        """Ask for a table at the position, or at the beginning of its hand."""
        controller = self.controller
        controller.stop()
        hand = controller.reel.hand
        at = hand.first if same_deal and hand is not None else controller.reel.at
        if controller.reel.model.is_over and not same_deal:
            controller.interaction.tell(_("The match is over here: go back, and play on there."))
            return
        film, seat = controller.reel.film, controller.below

        def begin(
            name: str, level: tables_pb2.BotLevel.ValueType
        ) -> Awaitable[tuple[Connection, str]]:
            return film.play_on(PlayOn(at, seat, name, level, same_deal))

        if isinstance(self.app, PlaysOn):
            self.app.play_from(begin)

    def _look_up(self, command: Command) -> None:
        """Do what leads beside the table, or to another screen."""
        interaction = self.controller.interaction
        match command:
            case Bare.TOGGLE_LOG:
                before = interaction.ui.panel
                interaction.show_panel(before.toggled())
                self.board.move_panel(before, interaction.ui.panel)
            case ScrollLog(pages):
                self.board.scroll_log(pages)
            case OpenRules():
                if isinstance(self.app, HasRules):
                    self.app.open_rules()
            case Open.KEYS:
                self.call_later(self.app.run_action, "keys")
            case Bare.LEAVE:
                self.dismiss()
            case _:
                pass

    def palette_commands(self) -> list[PaletteCommand]:
        """Return what the command palette offers here besides what it offers everywhere."""
        keys = self.controller.keys
        return [
            PaletteCommand(_(each.words), "", partial(self.press, each.command), key_of(each, keys))
            for each in REPLAY_ACTIONS
            if not isinstance(each.command, ScrollLog) and self.check_action("press", (each.id,))
        ]
