"""A table in lines, for people and pipes: prints, listens, when it rings (`_alert`), how you leave.
How long a pipe waits for the table: `_TABLE_SECONDS`, and at its end for the answers to the last
acts: `_LAST_ACTS_SECONDS`; how long it waits for the record after a single match:
`_RECORD_SECONDS`. What may be typed is in `lines/typed_words.py`.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from functools import partial
from typing import Final, NamedTuple, TextIO, assert_never

from cardtui.v1 import actions_pb2, table_service_pb2, tables_pb2
from cardtui_client.exit_codes import FAILED, INTERRUPTED, NO_SERVER, OK
from cardtui_client.faces import standing
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.game_words import learn_verbs
from cardtui_client.faces.memory import lines_at_end
from cardtui_client.faces.muting import mutes_of
from cardtui_client.faces.offers import cut_words
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.seats import left_behind, lent_words, start_question
from cardtui_client.faces.table_actions import ACTION_OF
from cardtui_client.history.diary import Diary
from cardtui_client.history.results import Results
from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.lines.acting import Acting, Dialogue, Sure, TypedAhead, watching_words
from cardtui_client.lines.host_rights import Hosting, close_question
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.parser import is_of_other_game
from cardtui_client.lines.requests import QUICK_TALK_SIGN, Muting, Requests
from cardtui_client.lines.typed_lines import Teller, TypedLines
from cardtui_client.lines.typed_words import (
    HOST_COMMANDS,
    LEAVING_COMMANDS,
    PEOPLE_COMMANDS,
    SEAT_COMMANDS,
    TABLE_COMMANDS,
    Command,
    Typed,
    command_of,
    is_for_the_lobby,
    typed,
)
from cardtui_client.model.table import FINAL_REASONS, Gap, TableModel
from cardtui_client.net.call_errors import Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.net.record_keeper import Diarist, Kept, Missing, RecordKeeper
from cardtui_client.scene.commands import Bare, Open, Talk
from cardtui_client.settings import Settings
from cardtui_client.settings.config_file import know_words, toggle_cut
from cardtui_client.sounds import Sound, Sounds
from cardtui_client.text import safe_text


@contextmanager
def catching_interrupts(leave: Callable[[], None]) -> Generator[None, None, None]:
    """Call ``leave`` at Ctrl-C, where signals can be caught."""
    loop = asyncio.get_running_loop()
    try:
        loop.add_signal_handler(signal.SIGINT, leave)
    except (NotImplementedError, RuntimeError, ValueError):
        yield  # not in the main thread, or not on this system
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)


class ShuffleWarning:
    """The wait for the shuffle of one table."""

    def __init__(self, model: TableModel, say: Callable[[], None]) -> None:
        """Begin with nothing to say."""
        self._model = model
        self._say = say
        self._timer: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Look whether a match is about to begin."""
        if not self._model.is_shuffling:
            self.stop()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(standing.SHUFFLE_SECONDS, self._say)

    def stop(self) -> None:
        """Say nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Warnings:
    """Warns of the end of your time, once for each number of seconds."""

    def __init__(self, model: TableModel, warn: Callable[[int, bool], None]) -> None:
        """Begin without a time.

        Args:
            warn: called with the seconds that are left, and whether it is the first warning.
        """
        self._model = model
        self._warn = warn
        self._timers: list[asyncio.TimerHandle] = []
        self._times: object = None

    def look(self) -> None:
        """Arrange warnings anew if the server has told what runs out."""
        model = self._model
        if model.times is self._times:
            return
        self._times = model.times
        self.stop()
        if model.seat is None or model.table.paused:
            return
        mine = model.times.clock(model.seat, model.now())
        if mine is None or mine.stopped:
            return
        loop = asyncio.get_running_loop()
        first = True
        for seconds in standing.WARNING_SECONDS:
            if (wait := mine.left - seconds) > 0:
                self._timers.append(loop.call_later(wait, self._warn, seconds, first))
                first = False

    def stop(self) -> None:
        """Warn of nothing any more."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()


_LAST_ACTS_SECONDS: Final = 5.0
"""How many seconds the acts typed before the end of the input have to be answered."""

_TABLE_SECONDS: Final = 60.0
"""How many seconds the lines of a pipe wait for the table to be shown."""

_RECORD_SECONDS: Final = 10.0
"""Seconds to wait, after one match alone, until its record is kept and verified."""

_SHORT_WAIT_SECONDS: Final = 0.5
"""The same for who goes on to something else."""


_SENT_AWAY_REASONS: Final = (
    table_service_pb2.END_REASON_FAILED,
    table_service_pb2.END_REASON_KICKED,
    table_service_pb2.END_REASON_BANNED,
    table_service_pb2.END_REASON_NO_SPECTATORS,
)
"""How a spectator's table ends before there is nothing more to see."""


class Way(Enum):
    """How one left a table."""

    LEFT = "the person goes back to where they came from"
    QUIT = "the person goes for good"
    ENDED = "there is nothing more to see"
    SAT = "the person sits down at the table and plays"
    WATCHES = "the person gets up and watches the table"


class Parting(NamedTuple):
    """The end of being at a table.

    Attributes:
        code: the exit code if the program ends with this.
        way: how it came.
    """

    code: int
    way: Way


class PlainTable:
    """One table on two streams of text."""

    def __init__(
        self,
        connection: Connection,
        feed: TableFeed,
        lines: TypedLines,
        teller: Teller,
        *,
        settings: Settings,
        careful: bool,
        lobby: bool,
        until_over: bool,
        unanswered: float,
    ) -> None:
        self._connection = connection
        self._lobby = lobby
        self._feed = feed
        self._lines = lines
        self._teller = teller
        self._sounds = Sounds(settings)
        self._settings = settings
        self._careful = careful
        self._patient = not lines.at_terminal
        self._until_over = until_over
        self._model = TableModel(
            mutes=mutes_of(settings, connection.name, connection.knows),
            leaves_out=connection.leaves_out,
            for_now=connection.for_now,
            name=connection.name,
        )
        self._muting = Muting(self._model, settings)
        self._narrator = Narrator(self._model, again=not until_over, name=connection.name)
        self._dialogue = Dialogue(self._narrator, careful=careful)
        self._requests = Requests(connection, feed, self._model, self._print, lobby=lobby)
        self._sure = Sure(self._print, careful=careful)
        diary = Diary(settings.for_now() if connection.for_now else settings)
        self._diarist = Diarist(diary, str(connection.line_back), settings.name)
        self._records = RecordKeeper(
            connection, settings, lambda kept: self._teller.answer(self._kept_lines(kept))
        )
        self._warnings = Warnings(self._model, self._warn)
        self._shuffle = ShuffleWarning(self._model, lambda: self._print([_("Shuffling together…")]))
        self._hosting = Hosting(connection, self._print, at_table=True)
        self._ahead = TypedAhead(self._model, seat=feed.seat)
        self._acting = Acting(
            feed,
            self._narrator,
            self._dialogue,
            self._ahead,
            self._print,
            start=self._start,
            unanswered=unanswered,
        )
        self._acting.cut_for_me(settings.cuts)
        self._exit: asyncio.Future[Parting] = asyncio.get_running_loop().create_future()
        self._arrived = asyncio.Event()
        self._standing_up = asyncio.Lock()
        self._kept: list[str] = []  # news that came while you were getting up
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> Parting:
        """Watch and listen until one of them has a reason to leave."""
        try:
            with catching_interrupts(partial(self._leave, INTERRUPTED, Way.QUIT)):
                for work in (self._watch(), self._listen(), self._acting.do_waiting()):
                    self._start(work)
                return await self._exit
        finally:
            self._warnings.stop()
            self._shuffle.stop()
            self._diarist.write_rest()
            await self._records.stop(_RECORD_SECONDS if self._until_over else _SHORT_WAIT_SECONDS)
            tasks = [*self._tasks]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        def done(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()) and not self._exit.done():
                self._exit.set_exception(error)

        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(done)
        return task

    def _finish(self, code: int, way: Way = Way.ENDED) -> None:
        if not self._exit.done():
            self._exit.set_result(Parting(code, way))

    def _leave(self, code: int, way: Way) -> None:
        if self._model.for_now:
            self._print([_("You leave the table. It ends here.")])
        elif self._model.seat is not None:
            self._print([_("You leave the table. Your seat is kept.")])
        self._finish(code, way)

    def _kept_lines(self, kept: Kept | Missing) -> list[str]:
        """Return what to say of a record that was kept, with the line of a result to be shared."""
        line = self._connection.result_line(kept.path) if isinstance(kept, Kept) else ""
        return lines_at_end(kept, line, self._model)

    def _print(self, lines: Sequence[str]) -> None:
        """Print lines, unless you have left: what the table tells after that is not for us."""
        if not self._exit.done():
            self._teller.answer(lines)

    def _warn(self, seconds: int, first: bool) -> None:
        """Say that your time is nearly up, and ring once for it."""
        if not self._exit.done():
            self._teller.urgent(standing.warning(seconds), ring=first)

    # --- what happens ------------------------------------------------------------------

    async def _watch(self) -> None:
        useless = False
        told = not self._settings.newcomer
        played = False  # one who comes back to a match that is over wants another
        asked = False  # one who asks for a seat has it once the match is over
        async for item in self._feed.frames():
            try:
                with self._connection.workload.working():
                    self._tell(self._narrator.tell(item))
                    self._diarist.look(self._model)
                    self._records.look(self._model)
                self._alert()
            except Gap:
                self._feed.resync()
                continue
            self._warnings.look()
            self._shuffle.look()
            if isinstance(item, FeedStatus):
                useless = item.useless
                continue
            await learn_verbs(self._connection, self._model)
            self._arrived.set()
            await self._requests.hear_as_host()
            self._acting.moved()
            asked = asked or self._model.request is not None
            if self._model.view is None:
                continue
            if not told and self._model.seat is not None:
                told = True
                self._print(standing.game_told(self._model))
            if not self._model.is_over:
                played = True
            elif asked and self._model.is_coming_in:
                continue
            elif self._until_over and (played or not self._feed.seat):
                self._finish(OK)
                return
        self._acting.moved()
        async with self._standing_up:
            pass  # who gets up is told so by the answer, whichever comes first
        end = self._model.end
        if self._model.was_seated:
            self._finish(OK, Way.SAT)
        elif end is not None and end.reason in FINAL_REASONS:
            refused = not self._feed.seat and end.reason in _SENT_AWAY_REASONS
            self._finish(FAILED if refused else OK)
        else:
            self._finish(NO_SERVER if useless else FAILED)

    def _alert(self) -> None:
        """Ring, or play a sound, where it is your turn or where somebody says your name."""
        settings, narrator = self._settings, self._narrator
        called = narrator.turn_came or (narrator.mentioned and settings.mentions)
        if not called or self._teller.holds or self._exit.done():
            return
        heard = self._teller.rings and self._sounds.play(Sound.TURN)
        if settings.bell and not heard:
            self._teller.ring()

    def _tell(self, lines: Sequence[str]) -> None:
        if self._exit.done():
            return
        if self._standing_up.locked():
            self._kept += lines
            return
        self._teller.news(lines)
        if not self._teller.holds:
            self._acting.listed = self._narrator.offered

    # --- what is typed -----------------------------------------------------------------

    async def _listen(self) -> None:
        async for line in self._lines:
            if self._patient:
                await self._come(line)
            else:
                await self._come_soon()
            await self._typed(line.strip())
            if self._exit.done():
                return  # the next line is for what follows
        if not self._feed.seat:
            return  # spectators need not type
        if self._patient:
            await self._come()
        await self._acting.all_done()
        await self._get_up(Way.QUIT)

    async def _come_soon(self) -> None:
        """Give the table a moment: a person may type ahead of it, too."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_SHORT_WAIT_SECONDS):
                await self._arrived.wait()

    async def _come(self, line: str | None = None) -> None:
        """Wait for the table, which a pipe may be ahead of.

        Raises:
            Unreachable: it does not come, and nobody is there to give up waiting.
        """
        try:
            async with asyncio.timeout(_TABLE_SECONDS):
                await self._arrived.wait()
        except TimeoutError:
            raise Unreachable(_("The server does not send the table.")) from None
        except asyncio.CancelledError:
            if line is not None:
                self._lines.give_back(line)
            raise

    async def _get_up(self, way: Way) -> None:
        """Leave once what was asked before has been answered; say what was not even asked."""
        try:
            async with asyncio.timeout(_LAST_ACTS_SECONDS):
                await self._acting.answered()
        except TimeoutError:
            pass
        if undone := ", ".join(filter(None, self._acting.waiting)):
            self._print(
                [_("Not done: {lines} (you had left).", lines=safe_text(undone, TALK_CELLS))]
            )
        if lent := lent_words(self._model):
            self._print([lent])
        if self._model.request is not None:
            await self._requests.ask_no_more()
        self._leave(OK, way)

    async def _typed(self, line: str) -> None:
        if self._teller.tell_kept() and not line:
            self._acting.listed = self._narrator.offered
            return  # that was what Enter was for
        word, _blank, rest = line.partition(" ")
        command = command_of(word, TABLE_COMMANDS)
        if rest and command in LEAVING_COMMANDS:
            command = None
        if not self._arrived.is_set() and command not in (Command.LEAVE, Command.QUIT):
            self._print([_("The server has not shown the table yet.")])
            return
        if self._sure.answered(line):
            return
        answered = self._dialogue.answered(line)
        if answered.action is not None and answered.action.HasField("say"):
            self._know_words()
        self._acting.carry_out(answered)
        if answered.done:
            return
        if line.startswith(QUICK_TALK_SIGN):
            self._acting.ask(self._requests.say_quickly(line.removeprefix(QUICK_TALK_SIGN).strip()))
            return
        if self._lobby and is_for_the_lobby(word, rest):
            leave, wanted = typed(Command.LEAVE), safe_text(line if command else word, TALK_CELLS)
            said = _("“{word}” is for the lobby: type {leave} first.", word=wanted, leave=leave)
            self._print([said])
        elif (
            command is None
            or is_of_other_game(word, self._model)
            or (not rest and self._dialogue.is_offered(line))
        ):
            await self._act(line)
        else:
            await self._command(command, rest)
        self._acting.listed = self._narrator.offered

    async def _act(self, line: str) -> None:
        if self._patient:
            self._acting.wait(line)
        else:
            await self._acting.do(line)

    async def _command(self, command: Typed, rest: str) -> None:
        if command in SEAT_COMMANDS and not self._feed.seat:
            self._print([watching_words()])
            return
        match command:
            case Talk(team=False):
                self._acting.ask(self._say(rest))
            case Talk():
                self._acting.ask(self._requests.say(rest, team=True))
            case Command.MUTE | Command.UNMUTE:
                self._print(self._muting.change(rest, mute=command is Command.MUTE))
            case Command() if command in PEOPLE_COMMANDS:
                self._acting.ask(self._requests.people(command, rest))
            case Command.REPORT:
                self._acting.ask(self._requests.report(rest))
            case Bare.ASK_SIGNAL:
                self._acting.ask(self._requests.signal(rest))
            case Bare.ASK_LOOK:
                self._acting.ask(self._requests.look(rest))
            case Command.HELP:
                self._acting.ask(self._requests.help(rest))
            case Bare.ASK_BUY_IN:
                self._acting.ask(self._requests.buy(rest))
            case Bare.ASK_SWAP:
                self._acting.ask(self._requests.swap(rest))
            case Command.HAND:
                self._print(self._narrator.hand_lines())
            case Command.TABLE:
                self._print(self._narrator.table_lines())
            case Command.ABOUT:
                self._acting.ask(self._requests.about(rest))
            case Command.RANKING:
                self._acting.ask(self._requests.ranking())
            case Command.LEDGER:
                self._print(standing.ledger_lines(self._model))
            case Command.REPEAT:
                self._print(self._narrator.state_lines())
            case Command.HOLD:
                self._print(self._teller.toggle())
            case Command.DESCRIBE:
                self._acting.ask(self._requests.describe())
            case Command.SPECTATORS:
                self._acting.ask(self._requests.hear())
            case Bare.READY:
                self._acting.ask(self._be_ready())
            case Open.ORDER:
                self._print(standing.order_lines(self._model))
            case Bare.CUT_FOR_ME:
                self._change_cut()
            case Bare.GO_ON:
                await self._act("")
            case Bare.HOLD:
                self._acting.ask(self._requests.hold())
            case Bare.PAUSE:
                self._acting.ask(self._requests.pause())
            case Bare.BACK:
                self._acting.ask(self._requests.back())
            case Command.BOT if self._feed.seat and self._is_playing():
                self._acting.ask(self._requests.let_bot_play(rest))
            case Command.START:
                self._ask_to_start(rest)
            case Command.CLOSE:
                self._ask_to_close(rest)
            case Command() if command in HOST_COMMANDS:
                self._acting.ask(self._host(command, rest))
            case Command.STAND:
                self._ask_to_stand(Way.LEFT)
            case Command.WATCH:
                self._ask_to_stand(Way.WATCHES)
            case Command.JOIN:
                self._acting.ask(self._sit(rest))
            case Bare.ADMIT | Bare.DENY:
                self._acting.ask(self._requests.ask(ACTION_OF[command], rest))
            case Command.LEAVE:
                await self._get_up(Way.LEFT)
            case Command.QUIT:
                await self._get_up(Way.QUIT)
            case Command():
                raise AssertionError(command)
            case _:
                self._acting.ask(self._requests.ask(ACTION_OF[command]))

    async def _say(self, text: str) -> None:
        """Say something; ask first whether you want to where words call, until you know that."""
        if self._careful and self._settings.ask_words and self._feed.seat:
            told = await self._requests.preview(text)
            if told is not None:
                verb = presenter_of(self._model).verb(verb_of_action(told.action))
                line = actions_pb2.SayAction(text=safe_text(text, TALK_CELLS))
                action = actions_pb2.Action(say=line)
                self._print(self._dialogue.ask_words(action, verb.aloud() or verb.label))
                return
        await self._requests.say(text)

    def _change_cut(self) -> None:
        try:
            for_me = toggle_cut(self._settings)
            self._print([cut_words(typed(Bare.CUT_FOR_ME), for_me=for_me)])
        except OSError as error:
            self._print([_("Could not save the settings: {error}", error=error)])
        self._acting.cut_for_me(self._settings.cuts)

    def _know_words(self) -> None:
        try:
            know_words(self._settings)
        except OSError as error:
            self._print([_("Could not save the settings: {error}", error=error)])

    def _is_playing(self) -> bool:
        return self._model.table.state == tables_pb2.TABLE_STATE_PLAYING

    async def _be_ready(self) -> None:
        # Remembered because the answer may come before the table shows it; by the number, because
        # it may also come after the match began.
        match = self._ahead.next_match
        if await self._requests.ready():
            self._ahead.wished = match

    async def _host(self, command: Command, rest: str) -> None:
        match = self._ahead.next_match
        granted = await self._hosting.ask(command, self._model.table, rest)
        if granted and command is Command.START:
            self._ahead.wished = match

    async def _sit(self, rest: str) -> None:
        """Take a seat at the table that one watches."""
        if self._feed.seat:
            self._print([_("You have a seat at this table.")])
        elif await self._requests.sit(rest):
            self._finish(OK, Way.SAT)

    def _ask_to_start(self, rest: str) -> None:
        """Start the match; ask first where somebody is not ready."""
        question = start_question(self._model) if self._model.is_host else ""
        self._sure.ask(question, lambda: self._acting.ask(self._host(Command.START, rest)))

    def _ask_to_close(self, rest: str) -> None:
        """Close the table; ask first where that ends a match."""
        question = close_question(self._model.table, self._connection.name)
        self._sure.ask(question, lambda: self._acting.ask(self._host(Command.CLOSE, rest)))

    def _ask_to_stand(self, way: Way) -> None:
        """Give the seat up; ask first where that leaves something behind."""
        if not self._feed.seat:
            self._acting.ask(self._requests.ask_no_more())
            return
        left = left_behind(self._model)
        question = _("Get up? {what}", what=left) if left else ""
        self._sure.ask(question, lambda: self._acting.ask(self._stand(way)))

    async def _stand(self, way: Way) -> None:
        playing = self._is_playing()
        async with self._standing_up:
            if await self._requests.stand():
                self._print(
                    [
                        _("You get up. A bot plays on in your seat.")
                        if playing
                        else _("You get up. Your seat is free.")
                    ]
                )
                self._diarist.left()
                self._finish(OK, way)
        kept, self._kept = self._kept, []
        self._tell(kept)


async def run_plain(
    connection: Connection,
    table_id: str,
    seat: bool,
    *,
    input: TextIO,  # noqa: A002 - what it is called everywhere
    output: TextIO,
    settings: Settings,
    until_over: bool = False,
    unanswered: float = standing.UNANSWERED_SECONDS,
) -> int:
    """Play or watch a table as lines of text, until it ends or the person leaves.

    Args:
        connection: a session on the table's server.
        seat: whether to play your seat there, or only watch.
        input: where lines are typed; where you play, its end leaves the table.
        until_over: leave when the match is over; a player at a terminal may want another.
        unanswered: how many seconds an answer may take before it is worth a word.

    Returns:
        The exit code: 0, or 1 if the table could not be reached or kept, or 3 if the server
        is of no use, or 130 if the person interrupted.

    Raises:
        Unreachable: the table did not come in time for what a pipe had to say.
    """
    lines = TypedLines(input)
    try:
        parting = await at_table(
            connection,
            table_id,
            seat,
            lines=lines,
            teller=Teller(output),
            settings=settings,
            until_over=until_over,
            unanswered=unanswered,
        )
    except BrokenPipeError:
        return OK  # the reader has had enough
    else:
        return parting.code
    finally:
        lines.close()


async def at_table(
    connection: Connection,
    table_id: str,
    seat: bool,
    *,
    lines: TypedLines,
    teller: Teller,
    settings: Settings,
    lobby: bool = False,
    until_over: bool = False,
    last: bool = False,
    unanswered: float = standing.UNANSWERED_SECONDS,
) -> Parting:
    """Be at a table as `run_plain` is, with lines of which some may be left for what follows.

    Args:
        connection: a session on the table's server.
        seat: whether to play your seat there, or only watch.
        teller: tells what there is to tell.
        lobby: whether you can go back to a lobby from here.
        until_over: leave when the match is over; a player at a terminal may want another.
        last: whether there is no other.
        unanswered: how many seconds an answer may take before it is worth a word.

    Raises:
        Unreachable: the table did not come in time for what a pipe had to say.
        BrokenPipeError: nobody reads any more.
    """
    # A pipe has said beforehand how it cuts.
    settings.newcomer = lines.at_terminal and Results(settings).are_none()
    while True:
        feed = TableFeed(connection, table_id, seat, hears=settings.spectators)
        table = PlainTable(
            connection,
            feed,
            lines,
            teller,
            settings=settings,
            careful=settings.confirm and lines.at_terminal,
            lobby=lobby,
            until_over=until_over and (last or not (seat and lines.at_terminal)),
            unanswered=unanswered,
        )
        try:
            parting = await table.run()
        finally:
            teller.tell_kept()
            await feed.close()
        match parting.way:
            case Way.SAT:
                seat = True
            case Way.WATCHES:
                seat = False
            case Way.LEFT | Way.QUIT | Way.ENDED:
                return parting
            case _:
                assert_never(parting.way)
