"""A tournament as a value (`Tournament`), and how each entry of its log changes it (`fold`). When
the next round begins by itself (`next_begins`); how many announcements are remembered: `TOLD_KEPT`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import reduce
from types import MappingProxyType
from typing import Any, Final, NamedTuple, assert_never

from cardtui_server.match.entries import Owned
from cardtui_server.tournament import entries
from cardtui_server.tournament.entries import Form, Made, Score, Stamped

TOLD_KEPT: Final = 10
"""How many announcements are remembered; the latest ones."""


class Stage(IntEnum):
    """Where a tournament is in its life; the protocol uses the same numbers."""

    OPEN = 1
    """Players enter it; nothing has begun."""
    RUNNING = 2
    """Matches are played, or the next round is about to begin."""
    OVER = 3
    """It has ended."""


class Entrant(NamedTuple):
    """A player of a tournament.

    Attributes:
        player: the player's id.
        name: the player's name.
        team: those who stay together, with the word that lets others join them: see `side_name`;
            ``""`` where each enters alone.
        missed: how many rounds had begun before the player entered.
        out: whether the player has left.
        rests: whether the player sits out.
    """

    player: str
    name: str
    team: str = ""
    missed: int = 0
    out: bool = False
    rests: bool = False


class Fixture(NamedTuple):
    """A match that a tournament has to play.

    Attributes:
        number: its number, from 1.
        round: the number of its round, from 1.
        players: by seat, who plays; ``""`` for a bot that nobody asked for.
        table: the id of its table; ``""`` until that is open.
        match: the number of the match that counts; 0 before its end, and where the director said
            what it was worth.
        scores: by seat, what it was worth; empty before its end.
        reason: why the director corrected that; ``""`` for never.
        void: whether it counts nothing, because its round ended before it did.
        begins: when its match begins at the latest, in milliseconds since 1970; 0 before its table
            is open.
        result: in a field, by seat, what the match is worth that is over and not compared yet;
            empty if it was closed, ``None`` before that.
    """

    number: int
    round: int
    players: tuple[str, ...]
    table: str = ""
    match: int = 0
    scores: tuple[Score, ...] = ()
    reason: str = ""
    void: bool = False
    begins: int = 0
    result: tuple[Score, ...] | None = None

    @property
    def settled(self) -> bool:
        """Whether nothing is left to play."""
        return self.void or bool(self.scores)


def side_name(team: str) -> str:
    """Return the name of a side; what follows a slash is the word that its players know alone."""
    return team.partition("/")[0]


class Said(NamedTuple):
    """What the director said to everybody, and when, in milliseconds since 1970."""

    time: int
    text: str


class Tournament(NamedTuple):
    """A tournament after some entry of its log.

    Attributes:
        made: the first entry.
        director: the id of the player who directs it.
        director_name: that player's name.
        entrants: everybody who has entered, by player id, in that order.
        fixtures: all matches so far, by number.
        byes: by round, who had a bye in it.
        open: the rounds that have not ended, by number.
        began: when the first round began, in milliseconds since 1970, as if there had been no
            pauses; 0 before that.
        rests_since: when a round ended last, in milliseconds since 1970.
        halted: since when everything is paused, in milliseconds since 1970; 0 for not at all. What
            is to happen at some time does so as much later as the pause takes.
        shut: whether it is a field that takes nobody any more.
        ended: whether it is over.
        told: what the director said last to everybody.
        owner: the server that looks after it; ``None`` outside clusters.
        entries: how many entries its log has.
    """

    made: Made
    director: str
    director_name: str
    entrants: Mapping[str, Entrant] = MappingProxyType({})
    fixtures: tuple[Fixture, ...] = ()
    byes: tuple[tuple[str, ...], ...] = ()
    open: tuple[int, ...] = ()
    began: int = 0
    rests_since: int = 0
    halted: int = 0
    shut: bool = False
    ended: bool = False
    told: tuple[Said, ...] = ()
    owner: Owned | None = None
    entries: int = 1

    @property
    def stage(self) -> Stage:
        """Where it is in its life."""
        if self.ended:
            return Stage.OVER
        return Stage.RUNNING if self.byes else Stage.OPEN

    @property
    def round(self) -> int:
        """The number of the latest round; 0 before the first."""
        return len(self.byes)

    def unit_of(self, player: str) -> str:
        """Return what a player's points are counted for: the side that stays together, or they."""
        if self.made.together and player:
            return self.entrants[player].team
        return player

    def units(self) -> dict[str, list[Entrant]]:
        """Return everybody who has entered, by what their points are counted for."""
        found: dict[str, list[Entrant]] = {}
        for each in self.entrants.values():
            found.setdefault(self.unit_of(each.player), []).append(each)
        return found

    def playing(self) -> set[str]:
        """Return the ids of the players whose matches are under way."""
        return {player for each in self.unsettled() for player in each.players if player}

    def unsettled(self) -> list[Fixture]:
        """Return the fixtures that are still to be played to their end."""
        return [each for each in self.fixtures if not each.settled] if self.open else []

    def ready(self) -> list[str]:
        """Return the units that may be paired, in the order in which they entered.

        A side that lacks somebody may be where bots take what is free.
        """
        busy = self.playing()
        whole = self.made.unit
        return [
            unit
            for unit, members in self.units().items()
            if (len(members) == whole or self.made.fill)
            and not any(each.out or each.rests or each.player in busy for each in members)
        ]

    @property
    def next_begins(self) -> int:
        """When the next round begins by itself, in milliseconds since 1970; 0 for not at all.

        Of a field, when it takes nobody any more.
        """
        if self.made.form is Form.FIELD:
            going = self.stage is Stage.RUNNING and not self.shut
            return self.began + self.made.minutes * 60_000 if going else 0
        if self.stage is not Stage.RUNNING or self.open or self.made.form.by_time:
            return 0
        return self.rests_since + self.made.break_milliseconds

    def units_at(self, fixture: Fixture) -> dict[str, Score | None]:
        """Return what a fixture was worth for each unit that plays there; bots are none."""
        scores = fixture.scores or (None,) * len(fixture.players)
        return {
            self.unit_of(player): score
            for player, score in zip(fixture.players, scores, strict=True)
            if player
        }


def begin(stamped: Stamped) -> Tournament:
    """Return a tournament after its first entry."""
    made = stamped.entry
    assert isinstance(made, Made)
    return Tournament(made, made.director, made.director_name)


def read_back(log: Iterable[Stamped]) -> Tournament:
    """Return a tournament as its log says."""
    first, *rest = log
    return reduce(fold, rest, begin(first))


def fold(state: Tournament, stamped: Stamped) -> Tournament:
    """Return a tournament after the next entry of its log."""
    return _after(state, *stamped)._replace(entries=state.entries + 1)


def _after(state: Tournament, time: int, entry: entries.Entry) -> Tournament:
    moment = state.halted or time  # time stands still in a pause
    match entry:
        case entries.Entered(player, name, team):
            missed = 0 if state.made.form.by_time else state.round
            back = state.entrants.get(player)
            entrant = Entrant(player, name, team, back.missed if back else missed)
            return state._replace(entrants={**state.entrants, player: entrant})
        case entries.Left(player):
            if not state.round:
                left = {id_: each for id_, each in state.entrants.items() if id_ != player}
                return state._replace(entrants=left)
            return _with(state, player, out=True)
        case entries.Rested(player, rests):
            return _with(state, player, rests=rests)
        case entries.Paired(tables, byes):
            count = len(state.fixtures)
            number = 1 if state.made.form is Form.FIELD else state.round + 1  # all are compared
            new = [
                Fixture(count + 1 + index, number, each.players)
                for index, each in enumerate(tables)
            ]
            return state._replace(
                fixtures=(*state.fixtures, *new),
                byes=(*state.byes[: number - 1], byes),
                open=tuple(dict.fromkeys((*state.open, number))),
                began=state.began or moment,
            )
        case entries.Opened(fixture, table, begins):
            return _put(state, fixture, table=table, begins=begins)
        case entries.Moved(fixture, begins):
            return _put(state, fixture, begins=begins - (time - moment))
        case entries.Scored(fixture, _, match, scores):
            return _put(state, fixture, match=match, scores=scores)
        case entries.Played(fixture, scores):
            return _put(state, fixture, result=scores)
        case entries.Lost(fixture):
            return _put(state, fixture, table="", begins=0)
        case entries.Corrected(fixture, scores, reason):
            return _put(state, fixture, scores=scores, reason=reason, void=False)
        case entries.RoundEnded(number):
            void = [
                each._replace(void=True) if each.round == number and not each.settled else each
                for each in state.fixtures
            ]
            left_open = tuple([each for each in state.open if each != number])
            return state._replace(fixtures=tuple(void), open=left_open, rests_since=moment)
        case entries.Shut():
            return state._replace(shut=True)
        case entries.Halted(halted):
            if halted:
                return state._replace(halted=moment)
            return _later(state, time - moment)._replace(halted=0)
        case entries.Directed(director, name):
            return state._replace(director=director, director_name=name)
        case entries.Told(text):
            return state._replace(told=(*state.told, Said(time, text))[-TOLD_KEPT:])
        case Owned():
            return state._replace(owner=entry)
        case entries.Ended():
            return state._replace(ended=True)
        case Made():
            raise ValueError("a tournament is made once")
        case _:
            assert_never(entry)


def _later(state: Tournament, pause: int) -> Tournament:
    """Return a tournament that goes on after a pause, with all that is due so much later."""
    fixtures = [
        each if each.settled or not each.begins else each._replace(begins=each.begins + pause)
        for each in state.fixtures
    ]
    return state._replace(
        began=state.began and state.began + pause,
        rests_since=state.rests_since + pause,
        fixtures=tuple(fixtures),
    )


def _with(state: Tournament, player: str, **changed: Any) -> Tournament:
    entrant = state.entrants[player]._replace(**changed)
    return state._replace(entrants={**state.entrants, player: entrant})


def _put(state: Tournament, number: int, **changed: Any) -> Tournament:
    found = list(state.fixtures)
    found[number - 1] = found[number - 1]._replace(**changed)
    return state._replace(fixtures=tuple(found))
