"""The standings of a tournament (`standings`), and what decides between those who are level.

After points and difference that is the opponents' points (Buchholz), what the level ones won
against each other, wins, and a lot that follows from the tournament's secret. In a knockout, who
went on for longer comes before all that.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from itertools import groupby
from typing import NamedTuple

from cardtui_server.tournament.entries import Form
from cardtui_server.tournament.scores import bye_of
from cardtui_server.tournament.state import Tournament


class Line(NamedTuple):
    """A line of the standings.

    Attributes:
        place: the place, from 1; no two share one.
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
    lines = _counted(state)
    opponents: dict[str, int] = defaultdict(int)
    for (unit, other), times in meetings(state, counted=True).items():
        opponents[unit] += lines[other].points * times
    lines = {unit: line._replace(buchholz=opponents[unit]) for unit, line in lines.items()}
    found: list[Line] = []
    for _, level in groupby(sorted(lines.values(), key=_first, reverse=True), key=_first):
        group = [*level]
        among = {each.unit for each in group}
        direct = _points_among(state, among) if len(group) > 1 else {}
        ranked = [each._replace(direct=direct.get(each.unit, 0)) for each in group]
        ranked.sort(key=lambda each: lot_of(state, each.unit))
        ranked.sort(key=lambda each: (each.direct, each.wins), reverse=True)
        found += ranked
    return [line._replace(place=place) for place, line in enumerate(found, 1)]


def points_of(state: Tournament) -> dict[str, int]:
    """Return the points of each unit."""
    return {unit: line.points for unit, line in _counted(state).items()}


def _first(line: Line) -> tuple[int, int, int, int]:
    return line.reached, line.points, line.difference, line.buchholz


def _counted(state: Tournament) -> dict[str, Line]:
    """Return what each unit has won, without what depends on others."""
    made, knockout = state.made, state.made.form is Form.KNOCKOUT
    lines = {
        unit: Line(
            0,
            unit,
            tuple([each.player for each in members]),
            tuple([each.name for each in members]),
            points=made.late_points * members[0].missed,
            out=any(each.out for each in members),
        )
        for unit, members in state.units().items()
    }
    for fixture in state.fixtures:
        for unit, score in state.units_at(fixture).items():
            line = lines[unit]
            if knockout:
                line = line._replace(reached=fixture.round)
            if score is not None:
                line = line._replace(
                    points=line.points + score.points,
                    difference=line.difference + score.difference,
                    wins=line.wins + (score.place == 1),
                    played=line.played + 1,
                )
            lines[unit] = line
    bye = bye_of(made)
    for number, byes in enumerate(state.byes, 1):
        for unit in byes:
            line = lines[unit]
            reached = number if knockout else 0
            lines[unit] = line._replace(
                points=line.points + bye, byes=line.byes + 1, reached=reached
            )
    if knockout and state.byes and not state.open:
        for unit in _winners_of_last(state):
            lines[unit] = lines[unit]._replace(reached=state.round + 1)
    return lines


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
        found += best[: 1 if final or state.two_sided else max(1, len(best) // 2)]
    return found


def meetings(state: Tournament, *, counted: bool = False) -> dict[tuple[str, str], int]:
    """Return how often each two units have sat at one table, whichever is named first.

    Args:
        counted: whether only matches count that have a result.
    """
    found: dict[tuple[str, str], int] = defaultdict(int)
    for fixture in state.fixtures:
        if counted and not fixture.scores:
            continue
        units = [*state.units_at(fixture)]
        for one in units:
            for other in units:
                if one != other:
                    found[one, other] += 1
    return found


def _points_among(state: Tournament, units: set[str]) -> dict[str, int]:
    """Return what each of some units has won where two or more of them sat at one table."""
    found: dict[str, int] = defaultdict(int)
    for fixture in state.fixtures:
        there = {unit: score for unit, score in state.units_at(fixture).items() if unit in units}
        if len(there) > 1:
            for unit, score in there.items():
                found[unit] += score.points if score else 0
    return found
