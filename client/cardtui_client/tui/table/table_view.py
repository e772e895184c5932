"""What the table screen shows: the felt, one's own side, the lines, the side panel."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from cardtui_client.games.buttons import hints
from cardtui_client.games.keys import Keys
from cardtui_client.i18n import _
from cardtui_client.scene.buttons import Button
from cardtui_client.scene.mood import Mood
from cardtui_client.scene.scene import Scene
from cardtui_client.settings import Settings
from cardtui_client.tui.localized import LocalizedScreen
from cardtui_client.tui.table.frames import Shot
from cardtui_client.tui.table.player import Pacer
from cardtui_client.tui.widgets.action_bar import ActionBar
from cardtui_client.tui.widgets.bars import StatusLine, TopLine
from cardtui_client.tui.widgets.cut_pack import CutPack
from cardtui_client.tui.widgets.felt import Felt
from cardtui_client.tui.widgets.hand import Hand
from cardtui_client.tui.widgets.log import Entry, Kind, LogView, SidePanel, talk_line
from cardtui_client.tui.widgets.painted import Painted

_NOTICE_SECONDS = 6.0


class TableView(LocalizedScreen[None]):
    """Shows shots of a table; knows nothing of how they come about.

    Attributes:
        settings: what the person has chosen.
        keys: the keys of what may be done.
        pacer: shows one shot after another.
        banner: what the top line says instead of the score; ``""`` for nothing.
        clause: the clause that the rules open at.
    """

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual has it

    DEFAULT_CSS = """
    TableView {
        #body { height: 1fr; layers: default over; }
        #table { width: 1fr; }
        &.-tall Hand, &.-tall CutPack { height: 11; }
        &.-tall ActionBar { height: 3; }
        SidePanel { display: none; layer: over; dock: right; }
        &.-panel SidePanel { display: block; }
        &.-wide SidePanel { display: block; layer: default; dock: none; }
        &.-wide.-no-panel SidePanel { display: none; }
    }
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.keys = Keys(settings.keys)
        self.pacer = Pacer(self._show, self.set_timer, animated=settings.animation)
        self.banner = ""
        self.clause = ""
        self._shot: Shot | None = None
        self._notice: tuple[str, Mood] | None = None
        self._unread = 0

    def compose(self) -> ComposeResult:
        """Lay the table."""
        yield TopLine(id="top")
        with Horizontal(id="body"):
            with Vertical(id="table"):
                yield Felt(id="felt")
                yield Hand(id="hand")
                yield CutPack(id="pack")
                yield ActionBar(id="actions")
                yield StatusLine(id="status")
            yield SidePanel(id="panel")

    def take_settings(self) -> None:
        """Take the settings anew."""
        settings = self.settings
        self.keys = Keys(settings.keys)
        self.pacer.animated = settings.animation
        self.query_one(Hand).wanted = settings.card_size
        for painted in self.query(Painted):
            painted.ascii_only = settings.card_style == "ascii"
            painted.four_colours = settings.four_colours
            painted.restyle()

    # --- showing -------------------------------------------------------------------------

    def _show(self, shot: Shot) -> None:
        self._shot = shot
        if self.query_one(TopLine).show(shot.scene.top, self.banner):
            self.call_after_refresh(self._clear_keys)
        self.query_one(Felt).show(shot.scene, shot.fresh.spoke)
        own_fresh = shot.scene.viewpoint in shot.fresh.spoke
        self._show_own(shot.scene, fresh=own_fresh)
        if shot.entries:
            self._log(shot.entries)
        self.show_offers()
        if shot.bell:
            self.app.bell()

    def _show_own(self, scene: Scene, *, fresh: bool) -> None:
        """Show one's own side: the cards, or the pack that lies there to be cut."""
        hand, pack = self.query_one(Hand), self.query_one(CutPack)
        hand.show(scene, fresh=fresh)
        pack.show(scene)
        pack.display = scene.own_pack is not None
        hand.display = not pack.display

    def _log(self, entries: Sequence[Entry]) -> None:
        self.query_one(LogView).write(*entries)
        spoken = [each for each in entries if each.kind in (Kind.TALK, Kind.ASIDE)]
        talk = [each for each in spoken if each.name != self.own_name]
        if talk and not self.panel_shown:
            self._unread += len(talk)
            self.tell(talk_line(talk[-1]), Mood.PLAIN)

    def show_offers(self) -> None:
        """Show what may be done, and what is awaited."""
        self.query_one(ActionBar).show(self.offered())
        self._show_status()

    def _show_status(self) -> None:
        sentence, mood = self._notice or self.awaited()
        # A key does one thing at a time: what the buttons say of it goes first.
        keys = {button.key: button.id for button in self.offered()}
        shown = tuple(
            hint
            for hint in hints(self.keys, self._unread, clause=self.clause)
            if keys.get(hint.key, hint.id) == hint.id
        )
        self.query_one(StatusLine).show(sentence, mood, shown)

    def tell(self, sentence: str, mood: Mood, clause: str = "") -> None:
        """Say something in the status line for a while."""
        self._notice = (sentence, mood)
        self.clause = clause
        self._show_status()
        self.set_timer(_NOTICE_SECONDS, lambda said=self._notice: self.untell(said))

    def untell(self, said: tuple[str, Mood] | None = None) -> None:
        """Say what is awaited again."""
        if self._notice is not None and (said is None or said is self._notice):
            self._notice = None
            self.clause = ""
            self._show_status()

    def untell_refusal(self) -> None:
        """Say no longer why something could not be done: things stand otherwise now."""
        if self._notice is not None and self._notice[1] is Mood.REFUSED:
            self.untell()

    def button(self, what: str) -> Button | None:
        """Return the button that is offered under that name."""
        return next((button for button in self.offered() if button.id == what), None)

    def offered(self) -> tuple[Button, ...]:
        """Return the buttons to be seen."""
        return self._shot.buttons if self._shot is not None else ()

    def awaited(self) -> tuple[str, Mood]:
        """Return what the status line says where nothing else is told."""
        shot = self._shot
        return ("", Mood.PLAIN) if shot is None else (shot.sentence, shot.mood)

    def offered_keys(self) -> list[tuple[str, str]]:
        """Return the keys of what may be done now, and what they do, with the price."""
        burns = _("burns")
        offered = sorted(self.offered(), key=lambda button: button.price == burns)
        return [
            (
                button.key,
                _("{action} (burns you)", action=button.label)
                if button.price == burns
                else f"{button.label} {button.price}".rstrip(),
            )
            for button in offered
        ]

    def waiting_words(self, action: str, words: str) -> str:
        """Return what an action of the game is called that is not offered now."""
        return words if action.startswith("verb(") else ""

    # --- the side panel ------------------------------------------------------------------

    @property
    def own_name(self) -> str:
        """What one's own talk is signed with, so that it does not count as unread."""
        return ""

    @property
    def panel_shown(self) -> bool:
        """Whether the side panel is to be seen."""
        if self.has_class("-wide"):
            return not self.has_class("-no-panel")
        return self.has_class("-panel")

    def toggle_panel(self) -> None:
        """Show or hide the side panel."""
        self.toggle_class("-no-panel" if self.has_class("-wide") else "-panel")
        if self.panel_shown:
            self.query_one(LogView).follow()
        self._unread = 0
        closes = "" if self.has_class("-wide") else _("{key} closes", key=self.keys.of("log"))
        self.query_one(Input).border_subtitle = closes
        self._clear_keys()
        self._show_status()

    def on_resize(self) -> None:
        """Keep what may be done in sight under the panel."""
        self.call_after_refresh(self._clear_keys)

    def _clear_keys(self) -> None:
        below = self.query_one(ActionBar).size.height + 1
        lines = max(self.query_one("#body").size.height - below, 1)
        self.query_one(SidePanel).styles.height = "100%" if self.has_class("-wide") else lines

    def open_talk(self) -> None:
        """Begin to say something."""
        if not self.panel_shown:
            self.toggle_panel()
        self.query_one(Input).focus()

    def close_talk(self) -> None:
        """Give the keys back to the game."""
        self.set_focus(None)
        if not self.has_class("-wide"):
            self.remove_class("-panel")
