"""The points of a match of a tournament for each seat (`scores_of`: `WIN`, `LEVEL`), of a bye
(`bye_of`), and in a duplicate (`compared`).

Points come first, the difference second:

- where the sheet knows victory points, these and the game points (CA-50, CA-51);
- where chips are won at a table of three or more, the chips won, less what was bought;
- elsewhere `WIN` for each opponent who came behind, and `LEVEL` for each who is level. A side is
  one opponent. The difference is that of the points between two sides, or the chips won.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_server.match.result import chips_won, places
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.tournament.entries import Form, Made, Score, Scoring

WIN: Final = 2
"""The points for an opponent who came behind."""

LEVEL: Final = 1
"""The points for an opponent who is level."""


def scores_of(state: TableState) -> tuple[Score, ...]:
    """Return what the match that has ended at a table was worth, by seat; none if none has."""
    outcome = state.rules.outcome(state.game) if state.life is Life.OVER else None
    if outcome is None:
        return ()
    came = places(state, outcome.winners)
    rules, seats = state.rules, range(state.made.seats)
    if rules.prizes:
        public = rules.view(state.game, None).game
        return tuple(map(Score, came, public.vp, public.gp))
    if state.tally.chips:
        won = [
            chips_won(state, seat, sitter) for seat, sitter in enumerate(state.sitters) if sitter
        ]
        if len(seats) > 2:
            return tuple(map(Score, came, won))
        return tuple(map(Score, came, map(_beaten, came, [came] * 2), won))
    sides = came if rules.team_of(0) is None else came[:2]
    points = [_beaten(place, sides) for place in came]
    return tuple(map(Score, came, points, _ahead(state)))


def _beaten(own: int, places: list[int]) -> int:
    """Return the points for a place among all of them, its own once."""
    behind = sum(place > own for place in places)
    return WIN * behind + LEVEL * (places.count(own) - 1)


def _ahead(state: TableState) -> list[int]:
    """Return by how much each seat's side is ahead of the other one, where there are two."""
    merits = [*map(state.rules.merit, state.tally.scores)]
    if len(merits) != 2:
        return [0] * state.made.seats
    return [merits[seat % 2] - merits[1 - seat % 2] for seat in range(state.made.seats)]


def compared(made: Made, tables: Sequence[tuple[Score, ...]]) -> list[tuple[Score, ...]]:
    """Return what the matches of a round are worth in a duplicate, table by table.

    Each seat is compared with the same seat of all other tables. Where matchpoints count, the
    differences come next, and the other way round.
    """
    apart = made.table.seats == 2 or rules_of(made.table.game).has_partners(made.table.seats)

    def of(own: Score, others: Sequence[Score]) -> Score:
        mine, theirs = own[1:], [each[1:] for each in others]
        points = sum(WIN * (mine > each) + LEVEL * (mine == each) for each in theirs)
        difference = sum(mine[apart] - each[apart] for each in theirs)
        place = 1 + sum(each > mine for each in theirs)
        if made.scoring is Scoring.DIFFERENCE:
            points, difference = difference, points
        return Score(place, points, difference)

    return [
        tuple(
            [
                of(own, [other[seat] for other in tables if other is not table])
                for seat, own in enumerate(table)
            ]
        )
        for table in tables
    ]


def bye_of(made: Made, tables: int = 0) -> int:
    """Return the points of a bye: a win between two sides, the middle at a larger table.

    In a duplicate it is the middle of what can be had in its round.

    Args:
        tables: how many tables of a duplicate's round count.
    """
    table = made.table
    if made.form is Form.DUPLICATE:
        return max(0, tables - 1) if made.scoring is Scoring.MATCHPOINTS else 0
    rules = rules_of(table.game)
    two = table.seats == 2 or rules.has_partners(table.seats)
    if rules.prizes:
        return rules.prizes[0 if two else 1]
    if two:
        return WIN
    return 0 if rules.chips_option else table.seats - 1
