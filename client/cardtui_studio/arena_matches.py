"""Plays the matches of an arena: at a table (`Room`), in this process or in several (`Workers`).
After how many actions one is broken off (`MOST_ACTIONS`), and who wins where a bot has lost by its
faults (`_shares`).
"""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import Enum, auto
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn, Self

from cardtui_client.command_line.errors import Failed
from cardtui_client.exit_codes import FAILED
from cardtui_client.i18n import _, language, set_language
from cardtui_engine.actions import Action
from cardtui_engine.library.arena import (
    Fixture,
    Meeting,
    Played,
    Tally,
    bits_of_seat,
    first_dealer,
    fixtures,
    pack_of_deal,
    shared,
    win_shares,
)
from cardtui_engine.library.intervals import Times
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Act, Entry, Pack, Record
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.simulate import gives_up
from cardtui_engine.refusals import IllegalAction
from cardtui_studio.arena_players import (
    BotFailed,
    LinePlayer,
    Player,
    Setting,
    made_player,
)
from cardtui_studio.bot_process import MOST_FAULTS, Fault, GaveUp, end_started

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

MOST_ACTIONS: Final = 20_000
"""A match that is not over after so many actions is left, and shared evenly."""


class GroupPlayed(NamedTuple):
    """What came of a group of matches, by the places of the meeting.

    Attributes:
        matches: each match.
        times: how long decisions took, as `Times` counts them.
        illegal: how many actions were not legal.
        late: how many came too late.
        lost: how many matches were lost by faults, or because a program ended.
        unfinished: how many matches were left.
    """

    matches: tuple[Played, ...]
    times: tuple[tuple[dict[int, int], float], ...]
    illegal: tuple[int, ...]
    late: tuple[int, ...]
    lost: tuple[int, ...]
    unfinished: int


class Room:
    """Plays matches in this process; a program is started once, and plays one after another."""

    def __init__(self, setting: Setting) -> None:
        """Play by that setting."""
        self._setting = setting
        self._rules = get_rules(setting.game)
        self._players: dict[tuple[int, int], Player] = {}

    def close(self) -> None:
        """End all programs, at the same time: each may take a while to say goodbye."""
        if self._players:
            with ThreadPoolExecutor(len(self._players)) as ending:
                for player in self._players.values():
                    ending.submit(player.close)
        self._players.clear()

    def play(self, meeting: Meeting, group: int) -> GroupPlayed:
        """Play a group of matches.

        Raises:
            BotFailed: a bot is broken.
        """
        book = _Book(len(meeting))
        # What a bot prints is none of our results.
        with contextlib.redirect_stdout(sys.stderr):
            for fixture in fixtures(meeting, group, duplicate=self._setting.duplicate):
                book.matches.append(self._match(fixture, book))
        return book.closed()

    def _match(self, fixture: Fixture, book: _Book) -> Played:
        setting, rules = self._setting, self._rules
        seating = fixture.seating(setting.seats)
        names = [setting.entrants[fixture.meeting[place]].name for place in seating]
        dealer = first_dealer(setting.seed, fixture.deal, setting.seats)
        match = _Match(self, fixture, seating, dealer)
        for seat, player in enumerate(match.players):
            player.begin(rules, names, seat, bits_of_seat(setting.seed, fixture, seat))
        loser = match.play(book)
        if loser is not None:
            book.lost[loser] += 1
        elif not rules.turn(match.state).over:
            book.unfinished += 1
        if setting.records:
            record = Record(
                setting.game,
                setting.seats,
                setting.options,
                dealer,
                tuple(names),
                tuple(match.entries),
            )
            among = "-".join(str(bot + 1) for bot in fixture.meeting)
            name = f"{setting.game}-{among}-{fixture.deal + 1:05}-{fixture.shift + 1}.txt"
            (Path(setting.records) / name).write_text(write(record), encoding="utf-8")
        given_up = [seat for seat, place in enumerate(seating) if place == loser]
        brought = shared(match.tally.brought(match.state, given_up), seating)
        each = setting.seats // len(fixture.meeting)
        return Played(
            _shares(match, loser, len(fixture.meeting)),
            tuple([won / each for won in brought]),
            max(1, match.tally.hands),
        )

    def player(self, bot: int, copy: int) -> Player:
        """Return a player of a bot: partners do not share one, or they would see both hands."""
        key = (bot, copy)
        if key not in self._players:
            self._players[key] = made_player(self._setting.entrants[bot], self._setting)
        return self._players[key]

    @property
    def setting(self) -> Setting:
        """What all matches have in common."""
        return self._setting


class _Book:
    """What is counted of a group while it is played."""

    def __init__(self, bots: int) -> None:
        self.matches: list[Played] = []
        self.times = [Times() for _ in range(bots)]
        self.illegal, self.late, self.lost = [0] * bots, [0] * bots, [0] * bots
        self.unfinished = 0

    def closed(self) -> GroupPlayed:
        return GroupPlayed(
            tuple(self.matches),
            tuple([(each.counts, each.total) for each in self.times]),
            tuple(self.illegal),
            tuple(self.late),
            tuple(self.lost),
            self.unfinished,
        )


class _Did(Enum):
    """What a seat did that was asked."""

    ACTED = auto()
    NOTHING = auto()
    GAVE_UP = auto()


class _Match:
    """One match, from its first pack to its end."""

    def __init__(self, room: Room, fixture: Fixture, seating: Sequence[int], dealer: int) -> None:
        setting = room.setting
        self.rules = get_rules(setting.game)
        self.state: Any = self.rules.start(setting.options, setting.seats, dealer)
        self.tally = Tally(self.rules, self.state)
        self.entries: list[Entry] = []
        self.seating = seating
        self.players = [
            room.player(fixture.meeting[place], list(seating[:seat]).count(place))
            for seat, place in enumerate(seating)
        ]
        self._hearers = [
            (seat, each) for seat, each in enumerate(self.players) if isinstance(each, LinePlayer)
        ]
        self._seed, self._deal = setting.seed, fixture.deal
        self._faults = [0] * setting.seats

    def play(self, book: _Book) -> int | None:
        """Play to the end; return the place of the bot that has lost the match by its faults."""
        packs = acts = 0
        while not (turn := self.rules.turn(self.state)).over and acts < MOST_ACTIONS:
            if turn.wants_pack:
                pack = pack_of_deal(self.rules, self.state, self._seed, self._deal, packs)
                packs += 1
                self.state, events = self.rules.deal(self.state, pack)
                self._note(Pack(pack), events)
                continue
            acts += 1
            waiting: list[Act] = []
            for seat in turn.asked:
                did = self._asked(seat, book, waiting, optional=seat not in turn.to_act)
                if did is _Did.GAVE_UP:
                    self._end(())
                    return self.seating[seat]
                if did is _Did.ACTED:
                    break
            else:
                if waiting:
                    self._act(*waiting[0])
        outcome = self.rules.outcome(self.state)
        self._end(() if outcome is None else outcome.winners)
        return None

    def _asked(self, seat: int, book: _Book, waiting: list[Act], *, optional: bool) -> _Did:
        """Ask a seat, and do what it answers; what its partners may prevent waits."""
        place, player = self.seating[seat], self.players[seat]
        view = self.rules.seat_view(self.state, seat)
        began = time.perf_counter()
        try:
            try:
                action = player.decide(view, optional=optional)
            finally:
                if view.own.choices:
                    book.times[place].note(time.perf_counter() - began)
            if action is None:
                return _Did.NOTHING
            if self.rules.runs_together and gives_up(view, action):
                waiting.append(Act(seat, action))
                return _Did.NOTHING
            self._act(seat, action)
        except GaveUp:
            return _Did.GAVE_UP
        except (Fault, IllegalAction) as error:
            late = isinstance(error, Fault) and error.late
            (book.late if late else book.illegal)[place] += 1
            self._faults[seat] += 1
            if self._faults[seat] > MOST_FAULTS:
                return _Did.GAVE_UP
            if optional:
                return _Did.NOTHING
            self._act(seat, self.rules.mildest(self.state, seat))
        return _Did.ACTED

    def _act(self, seat: int, action: Action) -> None:
        self.state, events = self.rules.apply(self.state, seat, action)
        self._note(Act(seat, action), events)

    def _note(self, entry: Entry, events: Sequence[Any]) -> None:
        self.entries.append(entry)
        self.tally.note(events)
        for seat, player in self._hearers:
            player.tell([self.rules.seen(event, seat) for event in events])

    def _end(self, winners: Sequence[int]) -> None:
        for _seat, player in self._hearers:
            with contextlib.suppress(GaveUp):
                player.end(winners)


def _shares(match: _Match, loser: int | None, bots: int) -> tuple[float, ...]:
    """Return what part of the match each bot has won; what a loser by faults leaves is shared."""
    if loser is not None:
        return tuple([0.0 if place == loser else 1 / (bots - 1) for place in range(bots)])
    if not match.rules.turn(match.state).over:
        return (1 / bots,) * bots
    return win_shares(match.rules, match.state, match.seating)


_ENDING_SECONDS: Final = 10.0
"""Seconds that a process has to end its programs."""

Answer = tuple[int, GroupPlayed | str]
"""The number of a group, and what came of it, or why it came to nothing."""


class Workers:
    """Plays groups of matches, in several processes or in this one."""

    def __init__(self, setting: Setting, count: int) -> None:
        """Prepare so many workers; a single one is this process itself."""
        self._setting = setting
        self._count = count
        self._room: Room | None = None
        self._workers: list[tuple[BaseProcess, Connection]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def play(self, meeting: Meeting, groups: Sequence[int]) -> Iterator[tuple[int, GroupPlayed]]:
        """Yield what came of each group, in the order in which they end.

        Raises:
            Failed: a bot is broken, or a process has died.
        """
        if self._count == 1:
            yield from self._here(meeting, groups)
            return
        self._start()
        waiting = list(reversed(groups))
        busy: set[Connection] = set()
        for _process, pipe in self._workers:
            if waiting:
                pipe.send((meeting, waiting.pop()))
                busy.add(pipe)
        while busy:
            for ready in wait([*busy]):
                assert isinstance(ready, Connection)
                group, played = _received(ready)
                if waiting:
                    ready.send((meeting, waiting.pop()))
                else:
                    busy.discard(ready)
                if isinstance(played, str):
                    raise Failed(played, FAILED)
                yield group, played

    def close(self) -> None:
        """End all workers and their programs."""
        if self._room is not None:
            self._room.close()
            end_started()
        for process, pipe in self._workers:
            pipe.close()
            process.terminate()
        for process, _pipe in self._workers:
            process.join(_ENDING_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()
        self._workers.clear()

    def _here(self, meeting: Meeting, groups: Sequence[int]) -> Iterator[tuple[int, GroupPlayed]]:
        self._room = self._room or Room(self._setting)
        for group in groups:
            try:
                yield group, self._room.play(meeting, group)
            except BotFailed as error:
                raise Failed(str(error), FAILED) from None

    def _start(self) -> None:
        Path.cwd()  # in a folder that is gone Python 3.13 would write a traceback of its own
        context = get_context("spawn")
        while len(self._workers) < self._count:
            ours, theirs = context.Pipe()
            process = context.Process(
                target=_work, args=(theirs, self._setting, language()), daemon=True
            )
            process.start()
            theirs.close()
            self._workers.append((process, ours))


def _received(pipe: Connection) -> Answer:
    try:
        answer: Answer = pipe.recv()
    except (EOFError, OSError):
        raise Failed(_("A process of the arena has died; try --workers 1."), FAILED) from None
    return answer


def _work(pipe: Connection, setting: Setting, tag: str) -> None:
    """Play what is asked for, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, _leave_it)
    signal.signal(signal.SIGTERM, _stop)
    set_language(tag)
    room = Room(setting)
    try:
        with suppress(EOFError, OSError):
            while True:
                meeting, group = pipe.recv()
                try:
                    played: GroupPlayed | str = room.play(meeting, group)
                except BotFailed as error:
                    played = str(error)
                pipe.send((group, played))
    finally:
        signal.signal(signal.SIGTERM, _leave_it)
        room.close()
        end_started()


def _stop(number: int, _frame: object) -> NoReturn:
    signal.signal(number, _leave_it)  # a second one must not keep us from ending our programs
    raise SystemExit


def _leave_it(_number: int, _frame: object) -> None:
    """Do nothing. To ignore a signal would be passed on to programs."""
