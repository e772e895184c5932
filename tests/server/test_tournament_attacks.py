"""Tournaments in which players and their director do anything, by chance, until it is over.

What the log says is counted again here, by a model of its own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from cardtui_server.lobby.running_tournament import Running
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Close
from cardtui_server.match.state import Life
from cardtui_server.table.table_log import read_rows
from cardtui_server.tournament import commands
from cardtui_server.tournament.entries import (
    Corrected,
    Directed,
    Entered,
    Entry,
    Form,
    Left,
    Paired,
    Score,
    Scored,
    Seats,
    Sides,
)
from cardtui_server.tournament.standings import standings
from cardtui_server.tournament.state import Tournament, read_back
from cardtui_server.wire.tournaments import TournamentJournal
from tests.support.clubs import Club
from tests.support.nights import by_night
from tests.support.playing import quiet, until

pytest.importorskip("rustworkx")

PLAYERS = [f"p{number}" for number in range(7)]
KINDS: list[tuple[Form, str, int, dict[str, Any]]] = [
    (Form.SWISS, "cacho", 2, {"late_rounds": 3, "late_points": 1, "rounds": 4}),
    (Form.ROUND_ROBIN, "cacho", 2, {"break_milliseconds": 20_000}),
    (Form.KNOCKOUT, "cacho", 2, {}),
    (Form.ARENA, "cacho", 3, {"minutes": 5}),
    (Form.SWISS, "truco-argentino", 4, {"sides": Sides.KEPT, "fill": 1, "late_rounds": 2}),
    (Form.SWISS, "truco-argentino", 4, {"sides": Sides.DRAWN, "rounds": 3}),
    (Form.KNOCKOUT, "cacho", 3, {}),
    (Form.ARENA, "cacho", 2, {"minutes": 5}),
]


class Mob:
    """Everybody who does something, by one seed."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.form, self.game, self.seats, self.terms = KINDS[seed % len(KINDS)]
        self.club = Club()
        self.done: Counter[str] = Counter()

    async def run(self) -> None:
        await self.club.tournaments.load()
        count = self.luck.randint(self.seats, 6)
        cup = await self.club.cup(count, self.form, self.game, self.seats, team=2, **self.terms)
        for _ in range(45):
            if cup.state.ended:
                break
            cup = await self.something(cup)
            await self.check(cup)
        with suppress(Refused):
            await cup.act(partial(commands.halt, halted=False))
        if not cup.state.round:
            await cup.act(commands.end)
        await self.club.play(cup)
        await self.recount(cup)
        await self.club.tournaments.stop()

    async def something(self, cup: Running) -> Running:
        luck, state = self.luck, cup.state
        player, other = luck.choice(PLAYERS), luck.choice(PLAYERS)
        fixture = luck.randint(0, len(state.fixtures) + 1)
        known = state.fixtures[fixture - 1] if 0 < fixture <= len(state.fixtures) else None
        score = tuple(Score(luck.randint(0, 3), luck.choice([0, 2, -9, 10**7])) for _ in range(2))
        if known and luck.random() < 0.8:
            score = tuple(Score(1 + seat % 2, 2 - seat) for seat in range(len(known.players)))
        before = known.scores if known and luck.random() < 0.8 else score
        seated = luck.sample([*PLAYERS, "", "", "eva"], self.seats)
        team = luck.choice(["side 0", "side 1", "Side 2/a", "", "side 0/b"])
        acts: dict[str, Callable[[Tournament], Sequence[Entry]]] = {
            "enter": partial(commands.enter, player=player, name=player.title(), team=team),
            "twin": partial(commands.enter, player=player, name=other.title(), team=team),
            "leave": partial(commands.leave, player=player),
            "rest": partial(commands.leave, player=player, rest=True),
            "remove": partial(commands.remove, player=player),
            "begin": lambda now: commands.begin(now, cup.now()),
            "pair": lambda now: commands.begin(now, cup.now(), [Seats(tuple(seated))]),
            "correct": partial(
                commands.correct, fixture=fixture, scores=score, before=before, reason="so"
            ),
            "pause": partial(commands.halt, halted=luck.random() < 0.4),
            "end round": partial(commands.end_round, number=luck.randint(0, state.round + 1)),
            "move": partial(commands.move, fixture=fixture, begins=cup.now() + 10_000),
            "hand on": lambda _: [Directed(other, other)],
        }
        wanted = luck.choice([*acts, *["time"] * 6, "close", "restart", "clock"])
        try:
            if wanted in ("leave", "remove"):
                await cup.take_out(player, acts[wanted])
            elif wanted in acts:
                await cup.act(acts[wanted])
            elif wanted == "close" and (tables := [*self.club.house.lobby.tables.values()]):
                await luck.choice(tables).ask(Close("", operator=True))
            elif wanted == "restart":
                cup = await self.club.restart(cup)
            elif wanted == "clock":
                self.club.house.clock.set_back += luck.choice([-3600, 3600])
            else:
                self.club.house.clock.advance(luck.choice([1, 5, 11, 31]))
            self.done[wanted] += 1
        except Refused as refused:
            assert "{" not in str(refused)
        await quiet()
        return cup

    async def check(self, cup: Running) -> None:
        """Nobody is in two matches at once, and each match has a table that is open."""

        def open_() -> bool:
            tables = self.club.house.lobby.tables
            return all(
                each.table in tables and tables[each.table].state.life is not Life.CLOSED
                for each in cup.state.unsettled()
                if each.table
            )

        busy = Counter(p for each in cup.state.unsettled() for p in each.players if p)
        assert max(busy.values(), default=1) == 1
        await until(open_)

    async def recount(self, cup: Running) -> None:
        log = [
            TournamentJournal().read(row) for row in await read_rows(self.club.house.env, cup.id)
        ]
        assert read_back(log) == cup.state
        points: Counter[str] = Counter()
        worth: dict[int, tuple[Score, ...]] = {}
        counted: Counter[tuple[str, int]] = Counter()
        met: list[tuple[str, ...]] = []
        rounds, entered = 0, set[str]()
        for _, entry in log:
            match entry:
                case Entered(player) if player not in entered:
                    entered.add(player)
                    late = 0 if self.form is Form.ARENA else rounds * cup.state.made.late_points
                    points[player] += late
                case Left(player) if not rounds:
                    entered.remove(player)
                case Paired(tables, byes):
                    rounds += 1
                    met += [each.players for each in tables]
                    points.update(dict.fromkeys(byes, 2))
                case Scored(fixture, table, number, scores):
                    counted[table, number] += 1
                    assert fixture not in worth
                    worth[fixture] = scores
                case Corrected(fixture, scores):
                    worth[fixture] = scores
                case _:
                    pass
        assert max(counted.values(), default=1) == 1
        for number, scores in worth.items():
            found = zip(met[number - 1], scores, strict=True)
            units = {cup.state.unit_of(player): score for player, score in found if player}
            points.update({unit: score.points for unit, score in units.items()})
        lines = standings(cup.state)
        assert [each.place for each in lines] == [*range(1, len(lines) + 1)]
        if self.seats == 2 or cup.state.made.sides:  # elsewhere a bye is worth something else
            told = {each.unit: each.points for each in lines}
            assert told == {unit: points[unit] for unit in cup.state.units()}


@pytest.mark.parametrize("first", [0, *by_night(*range(4, 200, 4))])
async def test_whatever_anybody_does_a_tournament_ends_and_counts_each_match_once(
    first: int,
) -> None:
    done: Counter[str] = Counter()
    for seed in range(first, first + 4):
        mob = Mob(seed)
        await mob.run()
        done += mob.done
    if not first:
        assert done.keys() >= {"begin", "close", "enter", "leave", "pause", "restart", "time"}
