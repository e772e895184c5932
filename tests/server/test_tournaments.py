"""Tournaments without a server: pairing, byes, standings, and random ones to their end.

What is paired is compared with all ways there are, up to ten players.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.entries import Created
from cardtui_server.tournament.entries import (
    Corrected,
    Entered,
    Entry,
    Form,
    Halted,
    Left,
    Lost,
    Made,
    Opened,
    Paired,
    Rested,
    RoundEnded,
    Score,
    Scored,
    Sides,
    Stamped,
)
from cardtui_server.tournament.pairing import (
    MOST_SEATED_EXACTLY,
    field_of,
    is_finished,
    matching,
    next_round,
    sizes,
)
from cardtui_server.tournament.scores import bye_of
from cardtui_server.tournament.standings import meetings, points_of, standings
from cardtui_server.tournament.state import Fixture, Stage, Tournament, begin, fold, read_back
from tests.support.nights import by_night

pytest.importorskip("rustworkx")

dear = partial(pytest.param, marks=pytest.mark.slow)
"""A case as dear as all the others: `make quick` leaves it out."""


def table(game: str = "truco-argentino", seats: int = 2) -> Created:
    wanted = NewTable.of(game, seats, clock_milliseconds=30_000)
    return wanted.checked("ana", "Ana", "Cup")[0]


class Cup:
    """A tournament and its log."""

    def __init__(
        self, players: int, form: Form = Form.SWISS, *, made: Created | None = None, **terms: Any
    ) -> None:
        first = Made("Cup", form, made or table(), "ana", "Ana", b"secret", **terms)
        self.log: list[Stamped] = [Stamped(60_000, first)]
        self.state = begin(self.log[0])
        self.now = 60_000
        team = first.table.seats // 2
        for number in range(players):
            side = f"side {number // team}" if first.sides is Sides.KEPT else ""
            self.add(Entered(f"p{number}", f"P{number}", side))

    def add(self, entry: Entry) -> None:
        self.log.append(Stamped(self.now, entry))
        self.state = fold(self.state, self.log[-1])

    def pair(self) -> Paired | None:
        found = next_round(self.state, self.now)
        if found is not None:
            self.add(found)
        return found

    def play(self, fixture: Fixture, order: Sequence[int]) -> None:
        """Let a match end with the seats in that order."""
        self.add(Opened(fixture.number, f"t{fixture.number}"))
        self.add(Scored(fixture.number, f"t{fixture.number}", 1, self.scores(fixture, order)))

    def scores(self, fixture: Fixture, order: Sequence[int]) -> tuple[Score, ...]:
        seats, made = len(fixture.players), self.state.made
        if seats == 2 or made.sides:
            won = order[0] % 2
            return tuple(
                Score(1, 2, 5) if seat % 2 == won else Score(2, 0, -5) for seat in range(seats)
            )
        return tuple(
            Score(order.index(seat) + 1, 2 * (seats - 1 - order.index(seat)), seat)
            for seat in range(seats)
        )

    def play_all(self, luck: random.Random) -> None:
        for fixture in self.state.unsettled():
            order = [*range(len(fixture.players))]
            luck.shuffle(order)
            self.play(fixture, order)
        for number in self.state.open:
            self.add(RoundEnded(number))


def ways(units: Sequence[str], byes: Sequence[str] = ()) -> Iterator[list[tuple[str, str]]]:
    """Yield all ways to pair an even number of units."""
    if not units:
        yield []
        return
    first, *rest = units
    for other in rest:
        left = [each for each in rest if each != other]
        yield from ([(first, other), *way] for way in ways(left))


def repeats(met: Any, pairs: Sequence[tuple[str, str]]) -> int:
    return sum(met.get(pair, 0) for pair in pairs)


@pytest.mark.parametrize(
    "players",
    [
        *range(3, MOST_SEATED_EXACTLY - 2),
        dear(MOST_SEATED_EXACTLY - 2),
        *by_night(MOST_SEATED_EXACTLY - 1, MOST_SEATED_EXACTLY),
    ],
)
def test_two_who_have_met_meet_again_only_where_nothing_else_can_be(players: int) -> None:
    luck = random.Random(players)
    for _ in range(12 if players < 9 else 2):
        cup = Cup(players, rounds=players + 2)
        while not is_finished(cup.state, cup.now):
            field = field_of(cup.state, cup.state.ready())
            pairs, left = matching(field)
            fewest = min(field.byes[unit] for unit in field.units)
            assert all(field.byes[unit] == fewest for unit in left)
            assert len(left) == players % 2
            best = min(
                repeats(field.met, way)
                for bye in ([each] for each in field.units if field.byes[each] == fewest)
                for way in ways([u for u in field.units if players % 2 == 0 or u not in bye])
            )
            assert repeats(field.met, pairs) == best
            cup.pair()
            cup.play_all(luck)


@pytest.mark.parametrize(
    ("players", "seats"), [(6, 3), (9, 3), (8, 4), (10, 5), dear(10, 4), (7, 3)]
)
def test_larger_tables_have_as_few_repeats_as_can_be(players: int, seats: int) -> None:
    luck = random.Random(seats)
    for _ in range(3):
        cup = Cup(players, made=table("cacheta", seats), rounds=5)
        while not is_finished(cup.state, cup.now):
            met, byes = meetings(cup.state), Counter(each for one in cup.state.byes for each in one)
            wanted, free = sizes(players, seats, range(3, seats + 1), fill=False)
            units = cup.state.ready()
            fewest = min(byes[each] for each in units)
            found = cup.pair()
            assert found is not None
            assert all(byes[each] == fewest for each in found.byes)
            best = min(
                sum(repeats(met, [*combinations(group, 2)]) for group in way)
                for out in combinations([each for each in units if byes[each] == fewest], free)
                for way in groupings([each for each in units if each not in out], wanted)
            )
            got = sum(repeats(met, [*combinations(each.players, 2)]) for each in found.tables)
            assert got == best
            cup.play_all(luck)


def groupings(units: Sequence[str], sizes: Sequence[int]) -> Iterator[list[Sequence[str]]]:
    """Yield all ways to seat some at tables of these sizes."""
    if not sizes:
        yield []
        return
    same = len({*sizes}) == 1
    for rest in combinations(units[1:] if same else units, sizes[0] - same):
        group = [units[0], *rest] if same else rest
        left = [each for each in units if each not in group]
        yield from ([group, *way] for way in groupings(left, sizes[1:]))


@pytest.mark.parametrize("players", [8, 16, 41, dear(200)])
def test_between_two_sides_both_sit_first_as_often(players: int) -> None:
    cup, luck = Cup(players, rounds=9 if players > 9 else 7), random.Random(players)
    while not is_finished(cup.state, cup.now):
        cup.pair()
        cup.play_all(luck)
    firsts: Counter[str] = Counter()
    for each in cup.state.fixtures:
        firsts[each.players[0]] += 1
        firsts[each.players[1]] -= 1
    assert max(map(abs, firsts.values())) <= 2
    assert max(meetings(cup.state).values()) == 1


@pytest.mark.parametrize(("players", "seats", "repeats"), [(40, 4, 2), (100, 5, 0), (16, 4, 72)])
def test_larger_tables_have_few_repeats_and_everybody_sits_first_as_often(
    players: int, seats: int, repeats: int
) -> None:
    cup, luck = Cup(players, made=table("cacheta", seats), rounds=8), random.Random(1)
    while not is_finished(cup.state, cup.now):
        cup.pair()
        cup.play_all(luck)
    firsts = Counter(dict.fromkeys(cup.state.entrants, 0))
    firsts.update(each.players[0] for each in cup.state.fixtures)
    assert max(firsts.values()) - min(firsts.values()) <= 2
    # With 16 at tables of four, 72 of 192 meetings in eight rounds must be repeats.
    assert sum(times - 1 for times in meetings(cup.state).values()) // 2 <= repeats


def test_a_round_robin_has_everybody_meet_everybody_once() -> None:
    for players in (4, 5, 8, 9):
        cup, luck = Cup(players, Form.ROUND_ROBIN), random.Random(players)
        while not is_finished(cup.state, cup.now):
            cup.pair()
            cup.play_all(luck)
        assert cup.state.round == players - 1 + players % 2
        assert [*meetings(cup.state).values()] == [1] * (players * (players - 1))
        byes = Counter(each for one in cup.state.byes for each in one)
        assert [*byes.values()] == [1] * (players if players % 2 else 0)


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 64])
def test_of_a_knockout_one_is_left_who_has_lost_nothing(players: int) -> None:
    cup, luck = Cup(players, Form.KNOCKOUT), random.Random(players)
    while not is_finished(cup.state, cup.now):
        cup.pair()
        assert not cup.state.byes[-1] or cup.state.round == 1
        cup.play_all(luck)
    assert cup.state.round == (players - 1).bit_length()
    assert len(cup.state.fixtures) == players - 1
    first, second, *_ = standings(cup.state)
    assert first.wins + first.byes == cup.state.round
    assert second.wins + second.byes == cup.state.round - 1


def test_a_bye_before_a_match_of_a_knockout_takes_nobody_back() -> None:
    cup = Cup(3, Form.KNOCKOUT)
    cup.pair()
    cup.play_all(random.Random(1))
    [[free]] = cup.state.byes
    cup.pair()
    [final] = cup.state.unsettled()
    lost = final.players.index(free)
    cup.play(final, [1 - lost, lost])
    cup.add(RoundEnded(2))
    assert [each.reached for each in standings(cup.state)] == [3, 2, 1]
    assert standings(cup.state)[1].unit == free


def test_the_better_half_of_a_large_table_goes_on() -> None:
    cup, luck = Cup(11, Form.KNOCKOUT, made=table("cacheta", 4)), random.Random(4)
    left = []
    while not is_finished(cup.state, cup.now):
        found = cup.pair()
        assert found is not None
        left.append(sum(player != "" for each in found.tables for player in each.players))
        cup.play_all(luck)
    assert left == [11, 5, 2]


def test_in_an_arena_nobody_waits_long_and_nobody_meets_the_same_twice_in_a_row() -> None:
    cup, luck = Cup(9, Form.ARENA, minutes=60), random.Random(9)
    last: dict[str, str] = {}
    while not is_finished(cup.state, cup.now):
        found = cup.pair()
        for each in found.tables if found else ():
            one, other = each.players
            assert last.get(one) != other or last.get(other) != one
            last |= {one: other, other: one}
        cup.now += 120_000
        for fixture in luck.sample(cup.state.unsettled(), min(2, len(cup.state.unsettled()))):
            order = [0, 1]
            luck.shuffle(order)
            cup.play(fixture, order)
    played = [each.played for each in standings(cup.state)]
    assert min(played) >= 8
    assert max(played) - min(played) <= 8


def test_partners_are_drawn_so_that_nobody_has_the_same_twice() -> None:
    cup = Cup(8, made=table(seats=4), sides=Sides.DRAWN, rounds=5)
    luck = random.Random(8)
    while not is_finished(cup.state, cup.now):
        cup.pair()
        cup.play_all(luck)
    were = Counter(
        frozenset(side)
        for each in cup.state.fixtures
        for side in (each.players[::2], each.players[1::2])
    )
    assert max(were.values()) == 1


def test_those_who_stay_together_count_as_one() -> None:
    cup, luck = Cup(10, made=table(seats=4), sides=Sides.KEPT), random.Random(3)
    while not is_finished(cup.state, cup.now):
        found = cup.pair()
        assert found is not None
        for each in found.tables:
            units = [cup.state.unit_of(player) for player in each.players]
            assert units[0] == units[2] != units[1] == units[3]
        cup.play_all(luck)
    lines = standings(cup.state)
    assert [len(each.players) for each in lines] == [2] * 5
    assert sum(each.points for each in lines) == 3 * (2 * 2 + 2)


def test_a_side_that_lacks_somebody_plays_with_a_bot_if_bots_fill_seats() -> None:
    cup = Cup(7, made=table(seats=4), sides=Sides.KEPT, fill=2, rounds=3)
    luck = random.Random(7)
    while not is_finished(cup.state, cup.now):
        cup.pair()
        cup.play_all(luck)
    assert [each.played for each in standings(cup.state)] == [3] * 4
    assert all(each.players.count("") == ("p6" in each.players) for each in cup.state.fixtures)


def test_bots_play_whom_a_bye_would_leave_out_if_they_fill_seats() -> None:
    cup, luck = Cup(5, fill=2, rounds=5), random.Random(5)
    while not is_finished(cup.state, cup.now):
        found = cup.pair()
        assert found is not None
        assert not found.byes
        cup.play_all(luck)
    alone = Counter(
        player for each in cup.state.fixtures if "" in each.players for player in each.players
    )
    del alone[""]
    assert [*alone.values()] == [1] * 5


def test_who_enters_late_gets_what_the_terms_say_for_each_round_missed() -> None:
    cup, luck = Cup(6, rounds=4, late_rounds=3, late_points=1), random.Random(6)
    for _ in range(2):
        cup.pair()
        cup.play_all(luck)
    cup.add(Entered("late", "Late"))
    assert points_of(cup.state)["late"] == 2
    cup.pair()
    assert cup.state.byes[-1] != () or "late" in cup.state.playing()


def test_a_bye_is_a_win_of_two_and_the_middle_of_more() -> None:
    """CA-50: of three places second brings three points."""
    made = Cup(2).state.made
    assert bye_of(made) == 2
    assert bye_of(made._replace(table=table("cacheta", 2))) == 5
    assert bye_of(made._replace(table=table("cacheta", 4))) == 3
    assert bye_of(made._replace(table=table("cacho", 3))) == 0
    assert bye_of(made._replace(table=table(seats=4))) == 2


def test_level_players_are_told_apart_by_difference_opponents_meeting_wins_and_lot() -> None:
    cup = Cup(4, Form.ROUND_ROBIN)
    while not is_finished(cup.state, cup.now):
        cup.pair()
        for each in cup.state.unsettled():
            better = min(each.players)  # p0 beats all, p1 all but p0, …
            order = (0, 1) if each.players[0] == better else (1, 0)
            cup.play(each, order)
        cup.add(RoundEnded(cup.state.round))
    lines = standings(cup.state)
    assert [each.unit for each in lines] == ["p0", "p1", "p2", "p3"]
    assert [each.points for each in lines] == [6, 4, 2, 0]
    assert [each.difference for each in lines] == [15, 5, -5, -15]
    assert [each.buchholz for each in lines] == [6, 8, 10, 12]
    level = next(each for each in cup.state.fixtures if {*each.players} == {"p0", "p1"})
    swapped = tuple(reversed(level.scores))
    cup.add(Corrected(level.number, swapped, "a slip", "ana", "Ana"))
    first, second, *_ = standings(cup.state)
    assert (first.unit, first.points, second.unit) == ("p1", 6, "p0")


def test_of_those_who_are_level_the_one_comes_first_who_won_their_match() -> None:
    cup = Cup(3, Form.ROUND_ROBIN)
    while not is_finished(cup.state, cup.now):
        cup.pair()
        for each in cup.state.unsettled():
            if {*each.players} == {"p0", "p1"}:
                own = each.players.index("p1")
                scores = [Score(2, 0), Score(2, 0)]
                scores[own] = Score(1, 2)
            else:
                scores = [Score(2, 0), Score(2, 0)]
                own = each.players.index("p0") if "p0" in each.players else 0
                if "p0" in each.players:
                    scores[own] = Score(1, 2)
            cup.add(Scored(each.number, "t", 1, tuple(scores)))
        cup.add(RoundEnded(cup.state.round))
    lines = standings(cup.state)
    assert lines[0].points == lines[1].points == 4
    assert [each.unit for each in lines[:2]] == ["p1", "p0"]
    assert (lines[0].direct, lines[1].direct) == (2, 0)


def _wild(seed: int) -> Cup:
    """Return a tournament in which anything happens, at its end."""
    luck = random.Random(seed)
    form = luck.choice([each for each in Form if each is not Form.FIELD])  # it has no rounds
    game, seats = luck.choice(
        [
            ("truco-argentino", 2),
            ("truco-argentino", 4),
            ("cacheta", 4),
            ("cacho", 3),
            ("pif-paf", 6),
        ]
    )
    sides = Sides.ALONE
    if (game, seats) == ("truco-argentino", 4):
        sides = Sides.KEPT if form is Form.KNOCKOUT else luck.choice([Sides.KEPT, Sides.DRAWN])
    players = luck.randint(max(2 * seats if sides else 2, seats), 24)
    players -= players % 2 if sides is Sides.KEPT else 0
    cup = Cup(
        players,
        form,
        made=table(game, seats),
        sides=sides,
        fill=luck.choice([0, 2]),
        minutes=30 if form is Form.ARENA else 0,
        rounds=luck.choice([0, 3, 5]) if form is Form.SWISS else 0,
        late_rounds=3,
    )
    for _ in range(400):
        if cup.state.stage is Stage.RUNNING and is_finished(cup.state, cup.now):
            return cup
        before = cup.state
        found = cup.pair()
        _check_pairing(before, cup.state, found)
        arena = form is Form.ARENA and cup.state.round
        if found is None and not cup.state.unsettled() and not arena:
            return cup  # too few are left
        _happen(cup, luck)
        cup.now += 60_000
    raise AssertionError(f"tournament {seed} does not end")


def _check_pairing(before: Tournament, after: Tournament, found: Paired | None) -> None:
    assert after.playing() == before.playing() | {
        player for each in (found.tables if found else ()) for player in each.players if player
    }
    busy = Counter(player for each in after.unsettled() for player in each.players if player)
    assert max(busy.values(), default=1) == 1
    for each in found.tables if found else ():
        assert len(each.players) >= 2
        assert any(each.players)
        assert not any(after.entrants[player].out for player in each.players if player)
    for unit in found.byes if found else ():
        assert unit in after.units()


def _happen(cup: Cup, luck: random.Random) -> None:
    knockout = cup.state.made.form is Form.KNOCKOUT
    for fixture in cup.state.unsettled():
        if cup.state.made.form is Form.ARENA and luck.random() < 0.5:
            continue
        if luck.random() < 0.1:
            cup.add(Opened(fixture.number, "t"))
            cup.add(Lost(fixture.number, "t"))
        if knockout or luck.random() < 0.95:
            order = [*range(len(fixture.players))]
            luck.shuffle(order)
            cup.play(fixture, order)
        if luck.random() < 0.1 and cup.state.fixtures[fixture.number - 1].scores:
            scores = cup.state.fixtures[fixture.number - 1].scores
            cup.add(Corrected(fixture.number, scores, "again", "ana", "Ana"))
    if cup.state.made.form is not Form.ARENA:
        for number in cup.state.open:
            cup.add(RoundEnded(number))
    else:
        for number in cup.state.open:
            if all(each.settled for each in cup.state.fixtures if each.round == number):
                cup.add(RoundEnded(number))
    for player in [*cup.state.entrants]:
        if luck.random() < 0.03:
            cup.add(Left(player))
        elif luck.random() < 0.05 and not knockout:
            cup.add(Rested(player, luck.random() < 0.5))
    late = cup.state.made.form in (Form.SWISS, Form.ARENA) and not cup.state.made.sides
    if late and luck.random() < 0.1:
        cup.add(Entered(f"late{cup.now}", "Late"))
    cup.add(Halted(luck.random() < 0.1))


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, *by_night(*range(60, 2000, 240))])
def test_random_tournaments_end_and_are_the_same_again_from_their_logs(first: int) -> None:
    for seed in range(first, first + (240 if first else 60)):
        cup = _wild(seed)
        assert read_back(cup.log) == cup.state
        lines = standings(cup.state)
        assert [each.place for each in lines] == [*range(1, len(lines) + 1)]
        assert {each.unit for each in lines} == {*cup.state.units()}
        assert [*lines] == sorted(
            lines, key=lambda each: (each.reached, each.points, each.difference), reverse=True
        )
