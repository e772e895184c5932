"""The standings of a tournament (`standings`): by points, difference, Buchholz, matches among the
level, wins, lot; in a knockout first by how far each got. Who goes on in a knockout, also from a
larger table: `_winners_of_last`. Columns: `client/cardtui_client/faces/tournament_words.py`.

In a field those who are level share a place: each has met nobody but bots.

Buchholz is the sum of the opponents' points. The lot follows from the tournament's secret.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import groupby, permutations
from typing import NamedTuple

from cardtui_server.tournament.entries import Form, Score
from cardtui_server.tournament.scores import bye_of
from cardtui_server.tournament.state import Tournament

_Match = tuple[int, Mapping[str, Score | None]]


class Line(NamedTuple):
    """A line of the standings.

    Attributes:
        place: the place, from 1; in a field those who are level share one, otherwise nobody does.
        unit: whose it is: the id of a player, or the name of a side.
        players: the ids of the players.
        names: their names.
        points: what counts first.
        difference: what counts next.
        buchholz: the points of all opponents together.
        direct: the points against those who are level in all that.
        wins: how many matches were won.
        played: how many matches count.
        byes: how many byes there were.
        reached: in a knockout, the last round; otherwise 0.
        out: whether they have left.
    """

    place: int
    unit: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    points: int = 0
    difference: int = 0
    buchholz: int = 0
    direct: int = 0
    wins: int = 0
    played: int = 0
    byes: int = 0
    reached: int = 0
    out: bool = False


def lot_of(state: Tournament, unit: str, number: int = 0) -> bytes:
    """Return a unit's lot: who comes before whom is nobody's choice; each round has its own."""
    return hashlib.sha256(b"%b %d %b" % (state.made.secret, number, unit.encode())).digest()


def standings(state: Tournament) -> list[Line]:
    """Return the standings, best first."""
    played = _played(state)
    counted = _counted(state, played)
    lines = [
        line._replace(
            buchholz=sum(
                counted[other].points
                for _, there in played[unit]
                if there[unit] is not None
                for other in there
                if other != unit
            )
        )
        for unit, line in counted.items()
    ]
    found: list[Line] = []
    field = state.made.form is Form.FIELD
    first = partial(_first, field=field)
    for _, level in groupby(sorted(lines, key=first, reverse=True), key=first):
        group = [*level]
        among = {each.unit for each in group}
        ranked = [each._replace(direct=_points_among(played, each.unit, among)) for each in group]
        ranked.sort(key=lambda each: lot_of(state, each.unit))
        ranked.sort(key=lambda each: (each.direct, each.wins), reverse=True)
        place = len(found) + 1
        found += [
            each._replace(place=place if field else place + index)
            for index, each in enumerate(ranked)
        ]
    return found


def points_of(state: Tournament) -> dict[str, int]:
    """Return the points of each unit."""
    return {unit: line.points for unit, line in _counted(state, _played(state)).items()}


def _first(line: Line, *, field: bool) -> tuple[int, ...]:
    """Return what counts before the meetings of those who are level in it.

    In a field all who have played come before those who have not.
    """
    reached = min(line.played, 1) if field else line.reached
    return reached, line.points, line.difference, line.buchholz


def _played(state: Tournament) -> dict[str, list[_Match]]:
    """Return the matches of each unit: the round, and what it was worth for all who met."""
    found: dict[str, list[_Match]] = defaultdict(list)
    for fixture in state.fixtures:
        there = state.units_at(fixture)
        for unit in there:
            found[unit].append((fixture.round, there))
    return found


def _counted(state: Tournament, played: Mapping[str, list[_Match]]) -> dict[str, Line]:
    """Return what each unit has won, without what depends on others."""
    made = state.made
    last = _last_rounds(state, played)
    byes = Counter(unit for each in state.byes for unit in each)
    tables = Counter(each.round for each in state.fixtures if not each.void)
    worth: Counter[str] = Counter()
    for number, without in enumerate(state.byes, 1):
        worth.update(dict.fromkeys(without, bye_of(made, tables[number])))
    lines = {}
    for unit, members in state.units().items():
        scores = [score for _, there in played.get(unit, ()) if (score := there[unit]) is not None]
        lines[unit] = Line(
            0,
            unit,
            tuple([each.player for each in members]),
            tuple([each.name for each in members]),
            points=made.late_points * members[0].missed
            + worth[unit]
            + sum(each.points for each in scores),
            difference=sum(each.difference for each in scores),
            wins=sum(each.place == 1 for each in scores),
            played=len(scores),
            byes=byes[unit],
            reached=last.get(unit, 0),
            out=any(each.out for each in members),
        )
    return lines


def _last_rounds(state: Tournament, played: Mapping[str, list[_Match]]) -> dict[str, int]:
    """Return how far each unit has come in a knockout; nothing in other forms."""
    if state.made.form is not Form.KNOCKOUT or not state.byes:
        return {}
    last = {unit: matches[-1][0] for unit, matches in played.items()}
    for number, byes in enumerate(state.byes, 1):
        for unit in byes:
            last[unit] = max(number, last.get(unit, 0))
    if not state.open:
        last |= dict.fromkeys(_winners_of_last(state), state.round + 1)
    return last


def alive(state: Tournament) -> list[str]:
    """Return the units that go on in a knockout, once its latest round has ended."""
    out = {unit for unit, members in state.units().items() if any(each.out for each in members)}
    units = state.units() if not state.round else _winners_of_last(state)
    return [unit for unit in units if unit not in out]


def _winners_of_last(state: Tournament) -> list[str]:
    """Return who won in the latest round, or had a bye: at a larger table, the better half."""
    last = [each for each in state.fixtures if each.round == state.round]
    found = [*state.byes[-1]]
    final = len(last) == 1 and not found
    for fixture in last:
        units = {unit: score for unit, score in state.units_at(fixture).items() if score}
        best = sorted(units, key=lambda unit: lot_of(state, unit, state.round))
        best.sort(key=lambda unit: (-units[unit].points, -units[unit].difference))
        best.sort(key=lambda unit: units[unit].place)
        found += best[: 1 if final or state.made.two_sided else max(1, len(best) // 2)]
    return found


def meetings(state: Tournament) -> dict[tuple[str, str], int]:
    """Return how often each two units have sat at one table, whichever is named first."""
    found: dict[tuple[str, str], int] = defaultdict(int)
    for fixture in state.fixtures:
        for pair in permutations(state.units_at(fixture), 2):
            found[pair] += 1
    return found


def _points_among(played: Mapping[str, list[_Match]], unit: str, units: AbstractSet[str]) -> int:
    """Return what a unit has won where another of some units sat at the table, too."""
    scores = [there[unit] for _, there in played.get(unit, ()) if len(there.keys() & units) > 1]
    return sum(each.points for each in scores if each is not None)
