"""Who meets whom next (`next_round`), what weighs more than what (`_REPEAT_COST`, `_SECOND_BYE`,
`_POINTS_APART_COST`), who has a bye, how many sit at each table (`sizes`), and when a tournament is
over (`is_finished`). How many rounds there are if nobody says: `rounds_of`. Who goes on in a
knockout: `standings.py`.

Two sides are paired by a matching of maximum weight, from the extra ``club``; ours are the weights
alone. What counts, in this order: byes, once each before anybody's second; no pair again while that
can be; as many points; who sat first more often. Larger tables are seated by trying all ways up to
`MOST_SEATED_EXACTLY` players, and by exchanging two at a time beyond that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.tournament.entries import Form, Paired, Seats, Sides
from cardtui_server.tournament.standings import alive, lot_of, meetings, points_of
from cardtui_server.tournament.state import Stage, Tournament

MOST_SEATED_EXACTLY: Final = 10
"""Up to how many players all ways to seat them are tried."""

NO_MATCHING: Final = (
    "Swiss and arena need the extra “club”, which this server does not have: install cardtui[club],"
    " or choose the form round-robin or knockout."
)

_REPEAT_COST: Final = 10**12
"""What it costs to meet again; more than all else of a round together."""

_SECOND_BYE: Final = 10**18
"""What a bye costs that is not due."""

_POINTS_APART_COST: Final = 8
"""What it costs, squared, to meet somebody whose points are one step away."""

_EXCHANGE_ROUNDS: Final = 40
"""How often all tables are gone through, to exchange two players."""

_MINUTE_MILLISECONDS: Final = 60_000
_PAIR: Final = 2

Cost = Callable[[str, str], int]


class Field(NamedTuple):
    """Those who are to be paired, and what is known of them.

    Attributes:
        units: who they are, by lot.
        met: how often each two have met.
        steps: by unit, how many different numbers of points are below its own.
        byes: by unit, how many byes it has had.
        firsts: by unit, how often it sat first; between two sides, how much more often than last.
        two: whether two sides meet.
    """

    units: Sequence[str]
    met: Mapping[tuple[str, str], int]
    steps: Mapping[str, int]
    byes: Mapping[str, int]
    firsts: Mapping[str, int]
    two: bool

    def cost(self, one: str, other: str) -> int:
        """Return what it costs that two meet."""
        a, b = self.firsts[one], self.firsts[other]
        both = min(abs(a), abs(b)) if self.two and a * b > 0 else 0
        apart = self.steps[one] - self.steps[other]
        return (
            _REPEAT_COST * self.met.get((one, other), 0) + _POINTS_APART_COST * apart**2 + both**3
        )

    def bye(self, unit: str) -> int:
        """Return what it costs that somebody has a bye: least for who has few, and few points."""
        due = self.byes[unit] - min(self.byes[each] for each in self.units)
        return _SECOND_BYE * due + _POINTS_APART_COST * self.steps[unit] ** 2


def is_finished(state: Tournament, now: int) -> bool:
    """Return whether nothing more is to be played, at a time in milliseconds since 1970."""
    if state.stage is not Stage.RUNNING or state.unsettled():
        return state.ended
    if state.made.form is Form.ARENA:
        return _time_is_up(state, now)
    return not state.open and (state.round >= rounds_of(state) or len(able(state)) < _PAIR)


def rounds_of(state: Tournament) -> int:
    """Return how many rounds there are; of a knockout and an arena, that is not known before."""
    made, count = state.made, len(state.units())
    if made.form is Form.KNOCKOUT or made.form.by_time:
        return count + state.round
    if made.form in (Form.ROUND_ROBIN, Form.DUPLICATE) and made.two_sided:
        all_of_it = count - 1 + count % 2
    elif made.form in (Form.ROUND_ROBIN, Form.DUPLICATE):
        all_of_it = -(-(count - 1) // (made.table.seats - 1))
    else:
        all_of_it = max(1, (count - 1).bit_length())
    return made.rounds or all_of_it


def next_round(state: Tournament, now: int) -> Paired | None:
    """Return the next round; ``None`` if there is none, or not yet.

    Args:
        state: the tournament, of which nobody is paired who is still playing.
        now: the time, in milliseconds since 1970.

    Raises:
        Refused: the extra with the matching is missing.
    """
    made = state.made
    if state.ended or (state.round and is_finished(state, now)):
        return None
    if made.form is Form.ARENA:
        return None if _time_is_up(state, now) else _from_waiting(state)
    if state.open:
        return None
    if made.two_sided and made.form in (Form.ROUND_ROBIN, Form.DUPLICATE):
        return _compared(state, _scheduled(state))
    units = able(state)
    if len(units) < _PAIR:
        return None
    if not state.made.two_sided:
        return _compared(state, _seated(state, units))
    return _knocked_out(state, units) if made.form is Form.KNOCKOUT else _matched(state, units)


def _compared(state: Tournament, found: Paired | None) -> Paired | None:
    """Return a round; in a duplicate, none without another table to be compared with."""
    few = found is not None and len(found.tables) < _PAIR
    return None if state.made.form is Form.DUPLICATE and few else found


def able(state: Tournament) -> list[str]:
    """Return the units that may play in the next round."""
    return alive(state) if state.made.form is Form.KNOCKOUT else state.ready()


def _time_is_up(state: Tournament, now: int) -> bool:
    return bool(state.began) and now >= state.began + state.made.minutes * _MINUTE_MILLISECONDS


def field_of(state: Tournament, units: Iterable[str]) -> Field:
    """Return what is known of those who are to be paired."""
    points = points_of(state)
    met = meetings(state)
    if state.made.form is Form.ARENA:
        met = _last_met(state)
    level = state.made.form in (Form.ROUND_ROBIN, Form.KNOCKOUT, Form.DUPLICATE)
    steps = {each: step for step, each in enumerate(sorted(set(points.values())))}
    firsts: Counter[str] = Counter()
    byes: Counter[str] = Counter(unit for round_ in state.byes for unit in round_)
    for fixture in state.fixtures:
        seated = [state.unit_of(player) for player in fixture.players]
        firsts[seated[0]] += 1  # the first of a side is no bot
        firsts[seated[1]] -= state.made.two_sided
        if len({*seated} - {""}) == 1:  # against bots alone, which is as a bye
            byes[next(filter(None, seated))] += 1
    by_lot = sorted(units, key=lambda unit: lot_of(state, unit, state.round + 1))
    steps_of = {each: 0 if level else steps[points[each]] for each in by_lot}
    return Field(by_lot, met, steps_of, byes, firsts, state.made.two_sided)


def _last_met(state: Tournament) -> dict[tuple[str, str], int]:
    """Return who met in the last match of either: an arena lets people meet again after that."""
    last = {unit: fixture.number for fixture in state.fixtures for unit in state.units_at(fixture)}
    return {
        (one, other): 1
        for one, number in last.items()
        for other in state.units_at(state.fixtures[number - 1])
        if one != other
    }


# --- two sides -----------------------------------------------------------------------------


def _matched(state: Tournament, units: Sequence[str]) -> Paired:
    """Pair two sides each by points, as in a Swiss tournament."""
    field = field_of(state, units)
    pairs, left = matching(field)
    return _paired(state, field, pairs, left)


def matching(field: Field) -> tuple[list[tuple[str, str]], list[str]]:
    """Return who meets whom, and who is left over.

    Raises:
        Refused: the library for it is missing.
    """
    try:
        import rustworkx as rx  # only clubs need it
    except ImportError as error:
        raise Refused(Reason.TABLE_STATE, NO_MATCHING) from error
    units = field.units
    graph: Any = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([*units, *[""] * (len(units) % 2)])
    edges = [(a, b, -field.cost(units[a], units[b])) for a, b in combinations(range(len(units)), 2)]
    if len(units) % 2:
        edges += [(index, len(units), -field.bye(unit)) for index, unit in enumerate(units)]
    graph.add_edges_from(edges)
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted(sorted(pair) for pair in found)
    met = [(units[a], units[b]) for a, b in pairs if b < len(units)]
    return met, [units[a] for a, b in pairs if b == len(units)]


def _from_waiting(state: Tournament) -> Paired | None:
    """Pair those who wait in an arena; who has just met waits, while others may still come free."""
    waiting = state.ready()
    others = bool(state.unsettled())
    if not state.made.two_sided:
        most = len(waiting) - len(waiting) % state.made.table.seats
        field = field_of(state, waiting)
        if most:
            seated = _groups(field, [state.made.table.seats] * (most // state.made.table.seats))
            return Paired(tuple([_at_table(state, field, group) for group in seated[0]]))
        return None
    if len(waiting) < _PAIR:
        return None
    field = field_of(state, waiting)
    played = {
        unit: fixture.number for fixture in state.fixtures for unit in state.units_at(fixture)
    }
    latest = max(waiting, key=lambda unit: played.get(unit, 0))
    if len(waiting) % 2:  # who has played last waits for the next
        field = field._replace(units=[each for each in field.units if each != latest])
    pairs, _ = matching(field)
    pairs = [pair for pair in pairs if not (others and field.met.get(pair))]
    return _paired(state, field, pairs, []) if pairs else None


def _scheduled(state: Tournament) -> Paired:
    """Pair by the circle: one stays, the others move on by one place from round to round."""
    units = sorted(state.units(), key=lambda unit: lot_of(state, unit))
    able = {*state.ready()}
    ring = units if len(units) % 2 == 0 else [*units, ""]
    turn = state.round % (len(ring) - 1)
    moving = ring[1:]
    order = [ring[0], *moving[turn:], *moving[:turn]]
    half = len(order) // 2
    pairs, left = [], []
    for one, other in zip(order[:half], reversed(order[half:]), strict=True):
        there = [unit for unit in (one, other) if unit in able]
        if len(there) == _PAIR:
            pairs.append((one, other))
        else:
            left += there
    return _paired(state, field_of(state, able), pairs, left)


def _knocked_out(state: Tournament, units: Sequence[str]) -> Paired:
    """Pair neighbours in an order that stays; byes make the next round a power of two."""
    order = sorted(units, key=lambda unit: lot_of(state, unit))
    field = field_of(state, units)
    free = (1 << (len(order) - 1).bit_length()) - len(order)
    byes = sorted(order, key=lambda unit: field.byes[unit])[:free]
    rest = [unit for unit in order if unit not in byes]
    return _paired(state, field, [*zip(rest[::2], rest[1::2], strict=True)], byes, bots=False)


def _paired(
    state: Tournament,
    field: Field,
    pairs: Iterable[tuple[str, str]],
    left: Sequence[str],
    *,
    bots: bool = True,
) -> Paired:
    """Return a round of two sides; who is left over plays against bots, or has a bye."""
    against = [(unit, "") for unit in left] if bots and state.made.fill else []
    tables = [each for pair in (*pairs, *against) for each in _two_sides(state, field, pair)]
    return Paired(tuple(tables), () if against else tuple(left))


def _two_sides(state: Tournament, field: Field, pair: tuple[str, str]) -> list[Seats]:
    """Seat two sides; first sits who did so less often, then by lot.

    Two teams sit at two tables, so that each plays all cards of the two.
    """
    pair = tuple(sorted(pair, key=lambda unit: lot_of(state, unit, state.round + 1)))  # type: ignore[assignment] # two
    one, other = sorted(pair, key=lambda unit: field.firsts.get(unit, 0))
    seats, half = state.made.table.seats, state.made.table.seats // 2
    units = state.units()
    first, second = (
        [*(each.player for each in units.get(unit, ())), *[""] * seats][:seats]
        for unit in (one, other)
    )
    tables = [(first[:half], second[:half])]
    if state.made.sides is Sides.TEAMS:
        tables.append((second[half:], first[half:]))
    return [
        Seats(tuple([each for both in zip(*two, strict=True) for each in both])) for two in tables
    ]


# --- larger tables -------------------------------------------------------------------------


def sizes(count: int, seats: int, allowed: Iterable[int], *, fill: bool) -> tuple[list[int], int]:
    """Return how many people sit at each table, and how many have a bye.

    Args:
        count: how many there are.
        seats: how many a table has.
        allowed: how many may play at a table that is smaller.
        fill: whether bots take what is left free.
    """
    tables = -(-count // seats)
    even = [count // tables + (index < count % tables) for index in range(tables)]
    if fill or all(size in {seats, *allowed} for size in even):
        return even, 0
    return [seats] * (count // seats), count % seats


def smaller(state: Tournament) -> list[int]:
    """Return how many may sit at a table besides as many as it has seats."""
    table = state.made.table
    if state.made.sides or state.made.form in (Form.DUPLICATE, Form.FIELD):
        return []
    return [each for each in rules_of(table.game).seats if _PAIR < each < table.seats]


def _seated(state: Tournament, units: Sequence[str]) -> Paired | None:
    """Seat everybody at tables of three and more, or with partners who are drawn."""
    made = state.made
    field = field_of(state, units)
    fill = bool(made.fill) or made.form is Form.KNOCKOUT
    found, byes = sizes(len(units), made.table.seats, smaller(state), fill=fill)
    if not found:
        return None
    groups, left = _groups(field, found, byes)
    return Paired(tuple([_at_table(state, field, group) for group in groups]), tuple(left))


def _groups(field: Field, sizes: Sequence[int], byes: int = 0) -> tuple[list[list[str]], list[str]]:
    """Return who sits together, and who has a bye; who is left over then is in neither."""
    units = field.units
    find = _best if len(units) <= MOST_SEATED_EXACTLY else _exchanged
    found = find(field, sizes, byes)
    return found[: len(sizes)], [] if not byes else found[len(sizes)]


def _costs(field: Field, group: Sequence[str], *, bye: bool) -> int:
    if bye:
        return sum(map(field.bye, group))
    return sum(field.cost(one, other) for one, other in combinations(group, 2))


def _best(field: Field, sizes: Sequence[int], byes: int) -> list[list[str]]:
    """Return the cheapest of all ways."""
    spare = len(field.units) - sum(sizes) - byes
    wanted = [*[(byes, True)] * bool(byes), *[(size, False) for size in sizes]]
    best: list[tuple[int, list[list[str]]]] = []

    def place(left: list[str], index: int, spent: int, so_far: list[list[str]]) -> None:
        if best and spent >= best[0][0]:
            return
        if index == len(wanted):
            best[:] = [(spent, so_far)]
            return
        size, bye = wanted[index]
        # Tables of one size are alike: the first who is left sits at the first of them.
        same = not bye and not spare and len({*wanted[index:]}) == 1
        head, tail = (left[:1], left[1:]) if same else ([], left)
        for rest in combinations(tail, size - len(head)):
            group = [*head, *rest]
            cost = spent + _costs(field, group, bye=bye)
            place([each for each in left if each not in group], index + 1, cost, [*so_far, group])

    place([*field.units], 0, 0, [])
    found = best[0][1]
    return [*found[bool(byes) :], *found[: bool(byes)]]


def _exchanged(field: Field, sizes: Sequence[int], byes: int) -> list[list[str]]:
    """Return a good way: by points, and then better by every exchange of two that helps."""
    fewest = sorted(field.units, key=field.bye)
    left = fewest[:byes]
    rest = sorted([each for each in field.units if each not in left], key=field.steps.__getitem__)
    groups = []
    for size in sizes:
        groups.append(rest[:size])
        rest = rest[size:]
    for _ in range(_EXCHANGE_ROUNDS):
        if not _exchange(field, groups, left):
            break
    return [*groups, left]


def _exchange(field: Field, groups: list[list[str]], left: list[str]) -> bool:
    """Exchange players as far as each exchange alone helps; return whether any did."""
    helped = False
    for index, group in enumerate(groups):
        for seat in range(len(group)):
            repeats = sum(field.met.get((group[seat], each), 0) for each in group)
            if not repeats:
                continue
            ways = [
                (_gain(field, group, seat, other, place), which, place)
                for which, other in enumerate(groups)
                if which != index
                for place in range(len(other))
            ]
            ways += [
                (_gain_of_bye(field, group, seat, left[place]), -1, place)
                for place in range(len(left))
                if field.byes[left[place]] == field.byes[group[seat]]
            ]
            gain, which, place = max(ways, default=(0, 0, 0))
            if gain > 0:
                other = left if which < 0 else groups[which]
                group[seat], other[place] = other[place], group[seat]
                helped = True
    return helped


def _gain(field: Field, group: list[str], seat: int, other: list[str], place: int) -> int:
    one, two = group[seat], other[place]
    here, there = group[:seat] + group[seat + 1 :], other[:place] + other[place + 1 :]
    now = _with(field, one, here) + _with(field, two, there)
    return now - _with(field, two, here) - _with(field, one, there)


def _gain_of_bye(field: Field, group: list[str], seat: int, free: str) -> int:
    one, here = group[seat], group[:seat] + group[seat + 1 :]
    now = _with(field, one, here) + field.bye(free)
    return now - _with(field, free, here) - field.bye(one)


def _with(field: Field, unit: str, others: Sequence[str]) -> int:
    return sum(field.cost(unit, other) for other in others)


def _at_table(state: Tournament, field: Field, group: Sequence[str]) -> Seats:
    """Seat those who meet; first sits who did so least often, and free seats are bots'."""
    order = sorted(group, key=lambda unit: field.firsts.get(unit, 0))
    made = state.made
    if made.sides is Sides.DRAWN:
        order = _partners(state, order)
    free = made.table.seats - len(order)
    if free and (made.fill or made.form is Form.KNOCKOUT or made.sides is Sides.DRAWN):
        order += [""] * free
    return Seats(tuple(order))


def _partners(state: Tournament, group: Sequence[str]) -> list[str]:
    """Seat drawn partners across: those who were partners least often."""
    seats = state.made.table.seats
    filled = [*group, *[""] * (seats - len(group))]
    were: Counter[tuple[str, str]] = Counter()
    for fixture in state.fixtures:
        for side in (fixture.players[::2], fixture.players[1::2]):
            were.update([(a, b) for a in side for b in side if a != b])

    def cost(side: Sequence[int]) -> int:
        other = [each for each in range(seats) if each not in side]
        return sum(
            were[filled[a], filled[b]] for half in (side, other) for a, b in combinations(half, 2)
        )

    ways = [(0, *rest) for rest in combinations(range(1, seats), seats // 2 - 1)]
    best = min(ways, key=cost)
    other = [each for each in range(seats) if each not in best]
    return [filled[seat] for pair in zip(best, other, strict=True) for seat in pair]
