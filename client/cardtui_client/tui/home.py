"""The home screen: servers on this machine, a way to any other, and playing at once."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.css.query import NoMatches
from textual.message import Message
from textual.widget import MountError
from textual.widgets import Button

from cardtui_client.i18n import _, mark
from cardtui_client.net.address import BadAddress, parse_join_line, split_code, table_code
from cardtui_client.net.known_servers import Acquaintances
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.timers import UnderWay
from cardtui_client.tui.widgets.words import Say, WordButton, Wordmark, Words

if TYPE_CHECKING:
    from textual.widgets import Input

    from cardtui_client.net.discovery import Discovery, Running
    from cardtui_client.net.sessions import Probe
    from cardtui_client.settings.diary import Diary
    from cardtui_client.tui.server_list import OwnMatches, ServerList


class _Page(VerticalScroll, can_focus=False, inherit_bindings=False):
    """What there is on the screen; the arrows are for its widgets, and do not scroll it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]


class HomeScreen(LocalizedScreen[None]):
    """Where you come from and go back to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go_on", mark("Go on"), id="home.go_on"),
        Binding("p", "play", mark("Play now"), id="home.play"),
        Binding("l", "learn", mark("Learn"), id="home.learn"),
        Binding("slash", "address", mark("Address"), id="home.address"),
        Binding("e", "results", mark("Results"), id="home.results"),
        Binding("w", "app.replay", mark("Look at a match again"), id="home.replay", show=False),
        Binding("r", "app.open_rules", mark("Rules"), id="home.rules"),
        Binding("s", "app.open_settings", mark("Settings"), id="home.settings"),
        Binding("q", "app.quit", mark("Quit"), id="home.quit"),
        Binding("escape", "remain", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    DEFAULT_CSS = """
    HomeScreen {
        align: center top;
        #page { width: 100%; max-width: 100; height: 1fr; padding: 1 2 0 2; }
        Wordmark { width: 100%; text-align: center; }
        #menu { height: 3; margin-top: 1; }
        #menu WordButton { width: 1fr; margin-right: 1; }
        #menu WordButton.last { margin-right: 0; }
        /* With one button more, long words need the room that short ones leave. */
        #menu.-learns { align-horizontal: center; }
        #menu.-learns WordButton { width: auto; }
        #status { height: auto; min-height: 1; max-height: 3; padding: 0 1; color: $accent; }
        #status.wrong { color: $text-error; }
    }
    HomeScreen.-tall { align: center middle; }
    HomeScreen.-tall #waiting DataTable { max-height: 12; }
    /* As high as it will be with its places, which come after the first frame. */
    HomeScreen.-tall #page { height: auto; min-height: 24; max-height: 100%; padding-bottom: 6; }
    """

    @dataclass
    class Visit(Message):
        """The person wants to go to a server.

        Attributes:
            address: of the server.
            code: of the private table to sit down at, if you were invited there.
        """

        address: str
        code: str = ""

    class Learn(Message):
        """The person wants to learn a game."""

    class PlayNow(Message):
        """The person wants to play against bots."""

    def __init__(
        self,
        probe: Probe,
        running: Running,
        discovery: Discovery | None = None,
        acquaintances: Callable[[], Acquaintances] = Acquaintances,
        *,
        diary: Diary,
        solo: bool,
        learns: bool = False,
        elsewhere: bool = True,
    ) -> None:
        """Make the screen.

        Args:
            probe: asks a server what it is.
            running: finds the servers to list.
            discovery: finds those in the network; ``None`` not to look for them.
            acquaintances: returns those of them that the person knows.
            diary: tells of the matches that wait, and of this evening's.
            solo: whether you can play against bots.
            learns: whether there are lessons.
            elsewhere: whether you can go to servers that are not listed.
        """
        super().__init__()
        self._discovery = discovery
        self._acquaintances = acquaintances
        self._elsewhere = elsewhere
        self._learns = learns
        self._probe = probe
        self._find_servers = running
        self._solo = solo
        self._diary = diary
        self._own_matches: OwnMatches | None = None
        self._status = Words(lambda: "", id="status")
        self._under_way = UnderWay(
            self.set_timer, self._tell_waiting, turns=lambda: self.app.animation_level != "none"
        )

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with _Page(id="page"):
            yield Wordmark()
            with Horizontal(id="menu", classes="-learns" if self._learns else ""):
                if self._solo:
                    yield WordButton(lambda: _("Play now"), id="play", primary=True)
                if self._learns:
                    yield WordButton(lambda: _("Learn"), id="learn")
                yield WordButton(lambda: _("Rules"), id="rules")
                yield WordButton(lambda: _("Settings"), id="settings")
                yield WordButton(lambda: _("Quit"), id="quit", classes="last")
            yield self._status
        yield KeyFooter()

    def stand(self) -> None:
        """Have the first frame drawn before there are the places where you can go."""
        self.call_after_refresh(self._furnish)

    async def _furnish(self) -> None:
        from cardtui_client.tui.server_list import OwnMatches, Places, ServerList

        self._own_matches = OwnMatches(self._diary)
        servers = ServerList(self._find_servers, self._probe, self._discovery, self._acquaintances)
        places = Places(self._own_matches, servers, elsewhere=self._elsewhere)
        with suppress(NoMatches, MountError):  # it was closed meanwhile
            await self.query_one("#page").mount(places)
            super().stand()
            self.take_keys()

    def stood(self) -> None:
        """Say what cannot be said while composing."""
        self.retell()
        self.look()

    def on_screen_resume(self) -> None:
        """Show what has come of the matches that were played meanwhile."""
        super().on_screen_resume()
        if self.stands:
            self.look()

    def look(self) -> None:
        """Read anew what waits and what was won."""
        if self._own_matches is not None:
            self._own_matches.look()
        self.refresh_bindings()

    def say(self, sentence: Say, *, wrong: bool = False) -> None:
        """Say what is being done, or what went wrong."""
        self._status.set_class(wrong, "wrong")
        self._status.say(sentence)

    @contextmanager
    def waiting(self, sentence: Say) -> Generator[None]:
        """Say what is awaited, and nothing afterwards."""
        with self._under_way.waiting(sentence):
            yield

    def _tell_waiting(self) -> None:
        self.say(lambda: self._under_way.words)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        """Offer what is possible here: a match that waits, playing alone, lessons, servers."""
        own = self._own_matches
        offered = {
            "go_on": own is not None and bool(own.waiting),
            "play": self._solo,
            "learn": self._learns,
            "address": self._elsewhere,
            "results": own is not None and own.has_results,
        }
        return offered.get(action, True)

    def action_go_on(self) -> None:
        """Go on with the match that was left last."""
        if self._own_matches is not None:
            self._own_matches.go_on()

    def action_play(self) -> None:
        """Play against bots."""
        self.post_message(self.PlayNow())

    def action_learn(self) -> None:
        """Learn a game."""
        self.post_message(self.Learn())

    async def action_results(self) -> None:
        """Show what was won and lost."""
        await self.run_action("app.open_results")

    def action_address(self) -> None:
        """Go to the field for an address."""
        self._address().focus()

    def _address(self) -> Input:
        from textual.widgets import Input

        return self.query_one("#address", Input)

    def action_remain(self) -> None:
        """Leave the field; there is nothing behind this screen."""
        self.set_focus(None)

    def on_input_submitted(self) -> None:
        """Go to the server whose address was typed."""
        self._visit_typed()

    @on(Button.Pressed, "#connect")
    def _visit_typed(self) -> None:
        text, code = split_code(self._address().value)
        try:
            address = str(parse_join_line(text))
        except BadAddress as error:
            sentence = str(error)
            self.say(lambda: sentence, wrong=True)
            self._address().focus()
            return
        self.post_message(self.Visit(address, table_code(code)))

    def on_server_list_chosen(self, event: ServerList.Chosen) -> None:
        """Go to the server that was chosen."""
        event.stop()
        self.post_message(self.Visit(event.address))

    @on(Button.Pressed, "#play")
    def _play(self) -> None:
        self.action_play()

    @on(Button.Pressed, "#learn")
    def _learn(self) -> None:
        self.action_learn()

    @on(Button.Pressed, "#rules, #settings, #quit")
    async def _go(self, event: Button.Pressed) -> None:
        action = {"rules": "open_rules", "settings": "open_settings", "quit": "quit"}
        await self.run_action(f"app.{action[event.button.id or 'quit']}")
