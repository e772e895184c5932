"""A seat at a table without a terminal (`Seated`): the controller, its keys, and what it shows."""

import asyncio
import math
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from cardtui_client.scene.commands import Command
from cardtui_client.scene.middle import Target
from cardtui_client.scene.scene import Entry, Offers, Question
from cardtui_client.settings import Settings
from cardtui_client.tui.table import effects
from cardtui_client.tui.table.controller import TableController
from cardtui_client.tui.table.keymap import KEYMAP, is_active
from cardtui_client.tui.table.picture import Picture
from tests.support.table_driver import ScriptedFeed, ScriptedTable, connection_to


@dataclass
class Alarm:
    """A timer that runs down when a test lets it."""

    seconds: float
    call: Callable[[], None]
    stopped: bool = False

    def stop(self) -> None:
        self.stopped = True


@dataclass
class Notebook:
    """A display that keeps what it is given."""

    pictures: list[Picture] = field(default_factory=list)
    log: list[Entry] = field(default_factory=list)
    alarms: list[Alarm] = field(default_factory=list)
    tasks: list[asyncio.Future[None]] = field(default_factory=list)
    alerts: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    rung: int = 0
    moves: bool = False

    def show(self, picture: Picture) -> None:
        self.pictures.append(picture)

    def write_log(self, *entries: Entry) -> None:
        self.log.extend(entries)

    def rewrite_log(self, entries: Sequence[Entry]) -> None:
        self.log = list(entries)

    def ring(self) -> None:
        self.rung += 1

    def alert(self, words: str) -> None:
        self.alerts.append(words)

    def entitle(self, words: str) -> None:
        self.titles.append(words)

    def soon(self, call: Callable[[], None]) -> None:
        call()

    def run(self, work: Coroutine[None, None, None]) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    def after(self, seconds: float, call: Callable[[], None]) -> Alarm:
        self.alarms.append(Alarm(seconds, call))
        return self.alarms[-1]

    def run_down(self, seconds: float = math.inf) -> None:
        """Let all timers run down that are set to at most so many seconds."""
        due = [alarm for alarm in self.alarms if alarm.seconds <= seconds]
        self.alarms = [alarm for alarm in self.alarms if alarm not in due]
        for alarm in due:
            if not alarm.stopped:
                alarm.call()


class Seated:
    """One who sits at a table, or watches it."""

    def __init__(self, scripted: ScriptedTable, settings: Settings, name: str) -> None:
        self.scripted = scripted
        self.display = Notebook()
        self.left: list[effects.ScreenEffect] = []
        self.controller = TableController(
            self.display, ScriptedFeed(scripted), connection_to(scripted, name), "t1", settings
        )

    @property
    def picture(self) -> Picture:
        """What is to be seen now."""
        picture = self.controller.picture
        assert picture is not None
        return picture

    @property
    def said(self) -> list[str]:
        """The verbs that were sent."""
        return [action.WhichOneof("action") or "" for action in self.scripted.acts]

    def offers(self, words: str) -> bool:
        """Return whether a button of the action bar, or its question, has those words."""
        bar = self.picture.bar
        if isinstance(bar, Question):
            buttons, said = bar.answers, bar.sentence
        else:
            buttons, said = bar.buttons if isinstance(bar, Offers) else (bar.button,), ""
        return any(words in text for text in (said, *(f"{b.label} {b.price}" for b in buttons)))

    def tells(self, words: str) -> bool:
        """Return whether those words stand below the table, in its middle or in the log."""
        middle = self.picture.felt.middle
        told = [self.picture.sentence, *(entry.text for entry in self.display.log)]
        told += [line.text for line in self.picture.felt.paper]
        told += [hint.label for hint in self.picture.hints]
        told += [middle.words, middle.note] if isinstance(middle, Target) else []
        return any(words in text for text in told)

    async def press(self, *commands: Command) -> None:
        """Do what those commands come to."""
        for command in commands:
            effect = self.controller.press(command)
            if isinstance(effect, effects.Request):
                await self.controller.request(effect)
            elif effect is not None:
                self.left.append(effect)
            await self.settle()

    async def type(self, *keys: str) -> None:
        """Press those keys: what a mode or a button has first, then the bindings."""
        for key in keys:
            command = self.controller.command_of(key) or self.bound(key)
            if command is not None:
                await self.press(command)

    def bound(self, key: str) -> Command | None:
        """Return what the binding of a key stands for that does something now."""
        found = self.all_bound(key)
        return found[0] if found else None

    def all_bound(self, key: str) -> list[Command]:
        """Return what all bindings of a key stand for that do something now."""
        ui, now = self.controller.ui, self.controller.now
        return [
            entry.command
            for entry in KEYMAP.values()
            if entry.key == key and is_active(entry, ui, now)
        ]

    async def settle(self) -> None:
        """Wait until all that was sent has been taken in."""
        while not self.scripted.queue.empty():  # noqa: ASYNC110 - each turn takes a frame in
            await asyncio.sleep(0)
        await asyncio.sleep(0)


@asynccontextmanager
async def seated(
    scripted: ScriptedTable, *, name: str = "Ana", **changes: object
) -> AsyncGenerator[Seated]:
    """Sit at that table as it stands."""
    scripted.sent()  # what led here is in the snapshot
    settings = Settings(name=name, animation=False)
    for setting, value in changes.items():
        setattr(settings, setting, value)
    at = Seated(scripted, settings, name)
    following = asyncio.create_task(at.controller.follow())
    try:
        while not at.display.pictures:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0)
        yield at
    finally:
        following.cancel()
