"""The servers that share a store: how often each says that it is there (`BEAT_SECONDS`), and again
which tables it has (`_REPEATED_AFTER_BEATS`), when it counts as gone (`SILENT_SECONDS`), which
server opens a table of one that is gone (`opens`; how many at a time: `tables.py`), and which
server is given a table by one that gives all away (`place_for`).

All of it is hints: whose a table is, its log decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from cardtui_server.ports.bus import (
    Beat,
    Bus,
    CodeChanged,
    Given,
    Goodbye,
    Message,
    Online,
    PrivateLine,
    Row,
    SessionsChanged,
    Use,
    Used,
)
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.ports.log_store import Player
from cardtui_server.ports.peers import Place

BEAT_SECONDS: Final = 0.5
"""Seconds between two signs of life."""

SILENT_SECONDS: Final = 1.5
"""Seconds without one after which a server counts as gone."""

_NEVER: Final = float("-inf")

_REPEATED_AFTER_BEATS: Final = 60
"""After so many beats the others have been told of each table again: a message may get lost."""

_TABLES_AT_ONCE: Final = 64
"""Of how many tables the others are told in a row."""

_PAUSE_SECONDS: Final = 0.05
"""Seconds before the next."""


SessionsWatch = Callable[[Sequence[Player], Sequence[bytes]], None]
"""Takes sessions that have begun or changed, and the hashes of the tokens of those that ended."""


class Listed(NamedTuple):
    """What the other servers list of a table; see `Row`."""

    listing: bytes = b""
    here: tuple[str, ...] = ()


class Cluster:
    """The other servers, as this one has heard of them.

    Attributes:
        own: this server.
    """

    def __init__(
        self,
        own: Place,
        bus: Bus,
        clock: Clock,
        others: Iterable[Beat] = (),
        *,
        complete: bool = False,
    ) -> None:
        """Begin with those that have been heard.

        Args:
            own: this server.
            bus: to the others.
            clock: tells how long they have been silent.
            others: what the other servers have said last.
            complete: whether there are no others that have not been heard yet.
        """
        self.own = own
        self._bus = bus
        self._clock = clock
        self._beats = {each.server: each for each in others}
        self._heard = dict.fromkeys(self._beats, clock.now())
        self._since = clock.wall()
        self._takes = True
        self._all_end = False
        self._complete = complete
        self._began = clock.now()
        self._beating: Timer | None = None
        self._telling: Timer | None = None
        self._beaten = clock.now()
        self._told_again: list[str] = []
        self._woken: Callable[[], None] = lambda: None
        self._end: Callable[[], None] = lambda: None
        self._changed: dict[str, None] = {}
        self._listed: Callable[[str], Listed] = lambda _table: Listed()
        self._tables: Callable[[], Iterable[str]] = tuple
        self._row: Callable[[Row], None] = lambda _row: None
        self._given: Callable[[str], None] = lambda _table: None
        self._gone: Callable[[str], None] = lambda _server: None
        self._sessions: SessionsWatch = lambda _sessions, _ended: None
        self._own_online: Callable[[], Mapping[str, int]] = dict
        self._own_following: Callable[[], Iterable[str]] = tuple
        self._told_online: Online | None = None
        self._online: dict[str, Mapping[str, int]] = {}
        self._following: dict[str, frozenset[str]] = {}
        self._friends: Callable[[Iterable[str]], None] = lambda _players: None
        self._line: Callable[[PrivateLine], None] = lambda _line: None
        self._own_uses: Callable[[], Sequence[Use]] = tuple
        self._use: Callable[[Use], None] = lambda _use: None
        self._code: Callable[[CodeChanged], None] = lambda _code: None
        self._tell_codes: Callable[[], None] = lambda: None

    def begin(
        self,
        *,
        listed: Callable[[str], Listed],
        tables: Callable[[], Iterable[str]],
        row: Callable[[Row], None],
        given: Callable[[str], None],
        gone: Callable[[str], None],
        woken: Callable[[], None],
    ) -> None:
        """Say that this server is there, and listen.

        Args:
            listed: returns what the others list of a table of this server.
            tables: returns the ids of the tables of this server, for a server that has come.
            row: called with each table of another server that has changed.
            given: called with each table that another server has given to this one.
            gone: called with each server that is gone.
            woken: called when others may have thought that this server was gone.
        """
        self._listed, self._tables, self._row, self._gone = listed, tables, row, gone
        self._given = given
        self._woken = woken
        self._began = self._clock.now()
        self._heard = dict.fromkeys(self._heard, self._began)  # while tables were read, nobody was
        self._end = self._bus.listen(self._hear)
        self._beat()
        self._tell_soon()

    def watch_sessions(self, changed: SessionsWatch) -> None:
        """Have a function called with sessions of a player that another server has changed.

        It gets those that have begun or changed, and the hashes of the tokens of those that ended.
        """
        self._sessions = changed

    def watch_online(self, online: Callable[[], Mapping[str, int]]) -> None:
        """Tell the others who is connected to this server, at most with each sign of life.

        Args:
            online: returns how many streams each player has open.
        """
        self._own_online = online

    def online_elsewhere(self) -> set[str]:
        """Return the ids of the players who are connected to another server."""
        return {player for players in self._online.values() for player in players}

    def streams_elsewhere(self, player: str) -> int:
        """Return how many streams a player has open at other servers."""
        return sum(players.get(player, 0) for players in self._online.values())

    def watch_friends(
        self,
        following: Callable[[], Iterable[str]],
        changed: Callable[[Iterable[str]], None],
        said: Callable[[PrivateLine], None],
    ) -> None:
        """Tell the others who is told what friends say at this server, and hear it of them.

        Args:
            following: returns the ids of those at this server.
            changed: called with the ids of those who have come to another server, or gone there.
            said: called with each line that is said to a friend at another server.
        """
        self._own_following, self._friends, self._line = following, changed, said

    def following_elsewhere(self) -> set[str]:
        """Return the ids of those who are told at other servers what friends say."""
        return set().union(*self._following.values())

    def tell_friend(self, player: str, name: str, friend: str, text: str) -> None:
        """Tell the others a line that a player says to a friend, who may be there."""
        self._bus.send(PrivateLine(self.own.server, player, name, friend, text))

    def _online_here(self) -> Online:
        online, following = self._own_online(), sorted({*self._own_following()})
        return Online(self.own.server, tuple(online), tuple(online.values()), tuple(following))

    def _tell_online(self) -> None:
        self._told_online = self._online_here()
        self._bus.send(self._told_online)

    def _follow(self, server: str, players: Iterable[str] = ()) -> None:
        """Know who is told at a server what friends say."""
        before, now = self._following.pop(server, frozenset()), frozenset(players)
        if now:
            self._following[server] = now
        if changed := before ^ now:
            self._friends(changed)

    def watch_uses(self, own: Callable[[], Sequence[Use]], heard: Callable[[Use], None]) -> None:
        """Tell the others what players have used of what is limited, with each sign of life.

        Args:
            own: returns what they have used here and the others have not been told.
            heard: takes what a player has used at another server.
        """
        self._own_uses, self._use = own, heard

    def watch_codes(self, changed: Callable[[CodeChanged], None], tell: Callable[[], None]) -> None:
        """Have functions called with account codes of others, and to tell a new server of them.

        Args:
            changed: takes one that another server has made, or that is void.
            tell: tells of all that there are.
        """
        self._code, self._tell_codes = changed, tell

    def tell_code(self, code: CodeChanged) -> None:
        """Tell the others of an account code."""
        self._bus.send(code)

    def stop(self) -> None:
        """Say goodbye."""
        for timer in (self._beating, self._telling):
            if timer is not None:
                timer.cancel()
        self._end()
        self._end = lambda: None
        self._bus.send(Goodbye(self.own.server))
        self._bus = _Silent()

    @property
    def addresses(self) -> list[str]:
        """Where clients reach the servers that are there, this one first."""
        return [self.own.address, *(each.address for each in self._takers())]

    def is_there(self, server: str) -> bool:
        """Return whether another server is there; at first also if it has not said so yet."""
        unheard = _NEVER if self._complete else self._began
        return self._clock.now() - self._heard.get(server, unheard) <= SILENT_SECONDS

    def tell(self, table: str) -> None:
        """Tell the others of a table of this server that has changed, in a moment."""
        self._changed[table] = None
        self._tell_soon()

    def tell_now(self, table: str) -> None:
        """Tell the others of a table of this server before all that have changed."""
        self._changed.pop(table, None)
        self._bus.send(Row(self.own.server, table, *self._listed(table)))

    def tell_given(self, table: str, to: Place) -> None:
        """Tell another server that a table is given to it."""
        self._bus.send(Given(self.own.server, table, to.server))

    def tell_sessions(self, sessions: Sequence[Player], ended: Sequence[bytes]) -> None:
        """Tell the others of sessions that have begun or changed, and of those that ended."""
        self._bus.send(SessionsChanged(self.own.server, tuple(sessions), tuple(ended)))

    def take(self, *, tables: bool) -> None:
        """Say whether this server takes tables, or gives its own away and takes none."""
        self._takes = tables
        self._bus.send(self._own_beat())

    def servers(self) -> list[tuple[Beat, float]]:
        """Return what the servers that are there said last, and how many seconds ago; own first."""
        now = self._clock.now()
        there = [each for each in self._beats.values() if self.is_there(each.server)]
        others = [(beat, now - self._heard[beat.server]) for beat in there]
        return [(self._own_beat(), 0.0), *others]

    def is_first(self) -> bool:
        """Return whether this server does what only one of those that are there shall do."""
        return self.own.server == min(beat.server for beat, _ in self.servers())

    def ends(self) -> None:
        """Note that all servers stop: this one gives no tables away."""
        self._takes, self._all_end = False, True

    def taker(self, server: str) -> Place | None:
        """Return where another server is, if it is there and takes tables."""
        found = (Place(each.server, each.address) for each in self._takers())
        return next((place for place in found if place.server == server), None)

    def instead(self) -> Place | None:
        """Return which server takes new tables instead of this one; ``None`` if this one does."""
        return None if self._takes else self.place_for(self.own.server)

    def place_for(self, table: str) -> Place | None:
        """Return which of the other servers is to have a table; ``None`` if none takes any."""
        takers = () if self._all_end else self._takers()
        beat = max(takers, key=lambda each: _weight(each.server, table), default=None)
        return None if beat is None else Place(beat.server, beat.address)

    def opens(self, table: str) -> bool:
        """Return whether this server is the one of those that are there to open a table."""
        there = [*(each.server for each in self._takers()), *[self.own.server] * self._takes]
        return max(there, key=lambda server: _weight(server, table), default="") == self.own.server

    def _takers(self) -> list[Beat]:
        """Return what the other servers said last that are there and take tables."""
        return [each for each in self._beats.values() if each.takes and self.is_there(each.server)]

    def _own_beat(self) -> Beat:
        tables = sum(1 for _ in self._tables())
        return Beat(*self.own, takes=self._takes, tables=tables, began=self._since)

    def _beat(self) -> None:
        now = self._clock.now()
        if now - self._beaten > SILENT_SECONDS:
            self._woken()
        self._beaten = now
        self._bus.send(self._own_beat())
        self._tell_again()
        if self._told_online != self._online_here():
            self._tell_online()
        if uses := self._own_uses():
            self._bus.send(Used(self.own.server, tuple(uses)))
        for server in list(self._heard):
            if not self.is_there(server):
                self._lose(server)
        self._beating = self._clock.call_later(BEAT_SECONDS, self._beat)

    def _tell_again(self) -> None:
        """Tell of some tables again, each once in so many beats."""
        tables = list(self._tables())
        self._told_again = self._told_again or tables
        for _ in range(-(-len(tables) // _REPEATED_AFTER_BEATS)):
            if self._told_again:
                self.tell(self._told_again.pop())

    def _tell_soon(self) -> None:
        """Tell of tables that have changed in a moment, once this server takes part."""
        if self._beating is not None and self._telling is None and self._changed:
            self._telling = self._clock.call_later(_PAUSE_SECONDS, self._send_rows)

    def _send_rows(self) -> None:
        """Tell of some of the tables that have changed, and of the next ones in a moment."""
        self._telling = None
        for table in list(self._changed)[:_TABLES_AT_ONCE]:
            self.tell_now(table)
        self._tell_soon()

    def _hear(self, message: Message) -> None:
        server = message.server
        if server == self.own.server:
            return
        if isinstance(message, Goodbye):
            self._lose(server)
            return
        is_new = self._heard.get(server, _NEVER) == _NEVER
        self._heard[server] = self._clock.now()
        if is_new:
            self._bus.send(self._own_beat())
            self._changed |= dict.fromkeys(self._tables())
            self._tell_soon()
            self._woken()  # it may have been cut off from us
            self._tell_codes()
            self._tell_online()
        match message:
            case Beat():
                self._beats[server] = message
            case Row():
                self._row(message)
            case Given(_, table, to):
                if to == self.own.server:
                    self._given(table)
            case Online(_, players, streams, following):
                self._online[server] = dict(zip(players, streams, strict=False))
                self._follow(server, following)
            case PrivateLine():
                self._line(message)
            case Used(_, uses):
                for use in uses:
                    self._use(use)
            case CodeChanged():
                self._code(message)
            case SessionsChanged(_, sessions, ended):
                self._sessions(sessions, ended)

    def _lose(self, server: str) -> None:
        if self._heard.get(server, _NEVER) != _NEVER:
            self._heard[server] = _NEVER
            self._beats.pop(server, None)
            self._online.pop(server, None)
            self._follow(server)
            self._gone(server)


class _Silent:
    """The bus of a server that has said goodbye."""

    def send(self, message: Message) -> None:
        """Say nothing more."""

    def listen(self, heard: Callable[[Message], None]) -> Callable[[], None]:
        """Hear nothing more."""
        del heard
        return lambda: None


def _weight(server: str, table: str) -> bytes:
    return hashlib.sha256(f"{server} {table}".encode()).digest()
