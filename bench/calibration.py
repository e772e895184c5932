"""Compare what hints say with what happens: chances and values, between hard bots, in tenths.

A kind is a table, a reason and a verb. A chance counts by whether the hand is won: of a raise only
where the others stay, and of an envido by whether that is won. A chance to win the match counts by
whether that is won; one by the score alone, as the lab reckons, is a kind of its own. A value is
measured by the pot: 100 where all of it is won, 0 where it is lost. A bluff counts by whether the
others leave at once. What gives up is not counted: nobody sees what would have come.

    python -m bench.calibration [--table T ...] [--decisions N] [--matches N] [--seed S]
        [--picture FILE] [--fit]

A table is played until each of its kinds has so many decisions, or for so many matches; without
these, as `MEASURED_MATCHES` has it, on packs that no correction was fitted on. In each tenth stand
what was said and what happened, in hundredths; the picture has chances alone. Margins go by whole
matches, whose decisions share their end. With ``--fit``, bots say what they believe without the
corrections (`CORRECTIONS`), and for each kind those that would make it come true are printed: what
was said, and what it came to.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import log10, sqrt
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

from bench.manners import TABLES, Table, options_of
from cardtui_client.tui.themes import DEFAULT_COLOURS
from cardtui_engine import Action, Bits, Level, get_bot_maker, get_rules
from cardtui_engine.bots import Adviser, Reason, Reckoner
from cardtui_engine.events import EnvidoSettled, Event, HandEnded, PointsScored, ScoreReason
from cardtui_engine.families.truco.brazilian.bot import deciding as brazilian
from cardtui_engine.games.cacho.bot import deciding as cacho
from cardtui_engine.games.cacho.state import FIRST
from cardtui_engine.games.truco_argentino.bot import deciding as argentino
from cardtui_engine.library.simulate import first_act, gives_up, next_pack
from cardtui_engine.views import SeatView

PLAYED_TABLES: Final = {
    **{name: TABLES[name] for name in ("argentino", "argentino-4", "mesa", "paulista")},
    **{name: TABLES[name] for name in ("paulista-4", "pif-paf", "tradicional")},
    "cacho": Table("cacho", "cacho", 2, 40),
    "denexa": TABLES["denexa"],
    "paulista-6": Table("truco-paulista", "paulista", 6),
    "cacheta-folds": Table("cacheta", "mesa", 4, fold=True),
}

MEASURED_MATCHES: Final = {
    "argentino": (83, 800),
    "argentino-4": (91, 200),
    "mesa": (85, 1000),
    "paulista": (87, 1500),
    "paulista-4": (85, 1000),
    "pif-paf": (81, 150),
    "tradicional": (11, 40),
    "cacho": (65, 2000),
    "denexa": (71, 150),
    "paulista-6": (71, 60),
    "cacheta-folds": (93, 100),
}
"""By table, the seed and the number of matches that docs/bots.md tells of."""

CORRECTIONS: Final = (
    argentino.CHANCE_CORRECTIONS,
    brazilian.CHANCE_CORRECTIONS,
    cacho.CHANCE_CORRECTIONS,
)
"""What chances came to, which bots heed in what they say."""

_believed: dict[str, float] = {}
"""By verb, the chance to win that a bot of Brazil would have corrected in its last decision."""

SCORE_KIND: Final = "match score"
"""The kind of what is said by the score alone, once in a hand."""

_ENVIDO_VERBS: Final = ("envido", "real_envido", "falta_envido")


class Said(NamedTuple):
    """What was said of a decision that waits for its end.

    Attributes:
        kind: the reason and the verb.
        seat: who decided.
        number: the chance, or the value in points or chips.
        unit: what a value is measured by.
        before: what the seat's side had then.
        waits: whether it counts by what the others say next.
        envido: whether it is about the envido.
    """

    kind: str
    seat: int
    number: float
    unit: float
    before: float
    waits: bool
    envido: bool


NEAR_MARGIN: Final = 0.05
"""How far what happened may be from what was said: the picture has a band."""

LEAST_DECISIONS: Final = 100
"""As many show of a tenth whether it is off."""

Pair = tuple[float, float]
"""What was said, and what happened, from 0 to 1."""


class Seen(NamedTuple):
    """What was said in a match, and what happened, from 0 to 1."""

    said: float
    happened: float
    match: int


class Hand:
    """Collects what is said in a hand, and settles it as the hand goes on."""

    def __init__(self, table: Table) -> None:
        self._rules = get_rules(table.game)
        self._open: list[Said] = []
        self._scored: Counter[int] = Counter()
        self.found: defaultdict[str, list[Pair]] = defaultdict(list)
        self.of_match: list[tuple[str, int, float]] = []

    def hear(self, view: SeatView[Any, Any], action: Action, why: tuple[Reason, float]) -> None:
        """Take in what was done, and why."""
        seat, (reason, number) = view.own.seat, why
        left = gives_up(view, action)
        self._answered(seat, left=left)
        if reason is Reason.MATCH and not left:
            self.of_match.append((f"{reason.value} {action.verb}", seat, number))
        if left or reason not in (Reason.CHANCE, Reason.VALUE, Reason.BLUFF):
            return
        raises = action.verb in ("truco", "raise", "retruco", "vale_cuatro", "bet")
        played_out = reason is Reason.CHANCE and raises and bool(self._rules.teams)
        waits = reason is Reason.BLUFF or played_out
        bets = getattr(getattr(view.game, "envido", None), "state", "") == "open"
        envido = reason is Reason.CHANCE and (bets or action.verb in _ENVIDO_VERBS)
        unit = view.common.pot or getattr(view.game, "stake", None) or 1
        kind = f"{reason.value} {_deed(view, action)}"
        self._open.append(Said(kind, seat, number, unit, self._has(view, seat), waits, envido))

    def _answered(self, seat: int, *, left: bool) -> None:
        """Settle bluffs and raises: the others have spoken."""
        still = []
        for said in self._open:
            if not said.waits or self._side(said.seat) == self._side(seat):
                still.append(said)
            elif said.kind.startswith(Reason.BLUFF.value):
                self.found[said.kind].append((said.number, float(left)))
            elif not left:
                still.append(said._replace(waits=False))
        self._open = still

    def happen(self, events: Sequence[Event], chips: Sequence[int]) -> None:
        """Take in what happened; ``chips`` are those of all seats now."""
        for event in events:
            if isinstance(event, PointsScored) and event.reason is ScoreReason.HAND:
                self._scored[event.team] += event.points
        for event in events:
            if isinstance(event, EnvidoSettled):
                self._settle(event.team, chips, envido=True)
            elif isinstance(event, HandEnded):
                for side in {self._side(seat) for seat in event.winners}:
                    self._settle(side, chips, envido=False)
                self._open.clear()
                self._scored.clear()

    def end(self, winners: Sequence[int], said: Sequence[tuple[str, int, float]]) -> None:
        """Settle what was said in all hands of the match, which those seats have won."""
        for kind, seat, number in said:
            self.found[kind].append((number, float(seat in winners)))

    def _settle(self, winner: int, chips: Sequence[int], *, envido: bool) -> None:
        for said in [each for each in self._open if each.envido == envido]:
            side = self._side(said.seat)
            if said.kind.startswith(Reason.VALUE.value):
                gain = chips[said.seat] - said.before if chips else self._gain(side) - said.before
                self.found[said.kind].append(
                    (_part(said.number, said.unit), _part(gain, said.unit))
                )
            elif not said.waits:
                self.found[said.kind].append((said.number, float(side == winner)))
        self._open = [each for each in self._open if each.envido != envido]

    def _side(self, seat: int) -> int:
        team = self._rules.team_of(seat) if self._rules.teams else None
        return seat if team is None else team

    def _gain(self, side: int) -> float:
        return float(2 * self._scored[side] - self._scored.total())

    def _has(self, view: SeatView[Any, Any], seat: int) -> float:
        chips = view.common.chips
        return float(chips[seat]) if chips else self._gain(self._side(seat))


def _deed(view: SeatView[Any, Any], action: Action) -> str:
    """Return what is done: at Cacho, who bets on a first card opens or joins."""
    if action.verb != "bet" or view.common.phase != FIRST:
        return action.verb
    return "joins" if any(said.verb == "bet" for said in view.game.spoken) else "opens"


def _part(value: float, unit: float) -> float:
    return (value / unit + 1) / 2


def hands_of(table: Table, seed: int) -> Iterator[Hand]:
    """Play a match; yield what was said in it, each time a hand is over."""
    rules, options = get_rules(table.game), options_of(table)
    bot: Adviser = get_bot_maker(table.game)(options, table.seats, Level.HARD)
    bits, hand = Bits(seed), Hand(table)
    of_match: list[tuple[str, int, float]] = []
    state = rules.start(options, table.seats, seed % table.seats)
    while not (turn := rules.turn(state)).over:
        if turn.wants_pack:
            state, events = rules.deal(state, next_pack(rules, state, bits))
        else:
            why: dict[int, tuple[SeatView[Any, Any], Reason, tuple[float, ...]]] = {}

            def decide(seat: int, view: SeatView[Any, Any]) -> Action | None:
                _believed.clear()
                action, reason, numbers = bot.advise(view, bits)
                if reason is Reason.MATCH and action is not None and action.verb in _believed:
                    reason, numbers = Reason.CHANCE, (_believed[action.verb],)
                why[seat] = view, reason, numbers  # noqa: B023 - called in this turn alone
                return action

            act = first_act(rules, state, turn.asked, decide)
            assert act is not None
            view, reason, numbers = why[act.seat]
            if view.own.hand and not hand.of_match and isinstance(bot, Reckoner):
                hand.of_match.append((SCORE_KIND, act.seat, bot.match_chance(view)))
            hand.hear(view, act.action, (reason, numbers[0] if numbers else 0.0))
            state, events = rules.apply(state, act.seat, act.action)
        hand.happen(events, rules.view(state, None).common.chips)
        if any(isinstance(event, HandEnded) for event in events):
            of_match += hand.of_match
            if rules.turn(state).over:
                hand.end(rules.view(state, None).common.winners, of_match)
            yield hand
            hand = Hand(table)


def measured(table: Table, seed: int, decisions: int, matches: int) -> dict[str, list[Seen]]:
    """Return by kind what was said and what happened."""
    found: defaultdict[str, list[Seen]] = defaultdict(list)
    for number in range(matches):
        for hand in hands_of(table, seed * 100_000 + number):
            for kind, pairs in hand.found.items():
                found[kind] += [Seen(*pair, number) for pair in pairs]
        if found and min(map(len, found.values())) >= decisions:
            break
    return found


class Tenth(NamedTuple):
    """A tenth of what was said: how many decisions, the means, and the margin of what happened."""

    number: int
    said: float
    happened: float
    margin: float


def tenths(found: Sequence[Seen]) -> list[Tenth]:
    """Return the tenths of what was said, the lowest first."""
    return [_tenth(part) for part in parted(found)]


def parted(found: Sequence[Seen]) -> list[list[Seen]]:
    """Return what was said by tenths, the lowest first: values go by their order."""
    chances = all(each.happened in (0.0, 1.0) for each in found)
    parts: defaultdict[int, list[Seen]] = defaultdict(list)
    for place, each in enumerate(sorted(found, key=lambda seen: (seen.said, seen.match))):
        parts[min(int(10 * each.said), 9) if chances else 10 * place // len(found)].append(each)
    return [part for _, part in sorted(parts.items())]


def _tenth(part: Sequence[Seen]) -> Tenth:
    mean = fmean(each.happened for each in part)
    off: defaultdict[int, float] = defaultdict(float)
    for each in part:
        off[each.match] += each.happened - mean
    spread = sum(each * each for each in off.values()) * len(off) / max(1, len(off) - 1)
    return Tenth(len(part), fmean(each.said for each in part), mean, 2 * sqrt(spread) / len(part))


def fitted(found: Sequence[Seen]) -> list[tuple[float, float]]:
    """Return what was said and what it came to, which never falls: falling tenths are joined."""
    joined: list[list[Seen]] = []
    for part in parted(found):
        joined.append(part)
        while len(joined) > 1 and _tenth(joined[-2]).happened >= _tenth(joined[-1]).happened:
            joined[-2:] = [[*joined[-2], *joined[-1]]]
    return [(each.said, each.happened) for each in map(_tenth, joined)]


class Sum(NamedTuple):
    """How far a kind is off.

    Attributes:
        number: how many decisions it has.
        off: how far said and happened are apart on average, each tenth by its decisions.
        near: the part of the decisions in tenths that came true within `NEAR_MARGIN`.
        sure: the tenths of `LEAST_DECISIONS` and more that are surely off by more: beyond
            the margin, too.
    """

    number: int
    off: float
    near: float
    sure: list[Tenth]


def summed(found: Sequence[Seen]) -> Sum:
    """Return how far a kind is off in all."""
    parts = tenths(found)
    gaps = [abs(each.said - each.happened) for each in parts]
    off = sum(each.number * gap for each, gap in zip(parts, gaps, strict=True))
    near = sum(each.number for each, gap in zip(parts, gaps, strict=True) if gap <= NEAR_MARGIN)
    sure = [
        each
        for each, gap in zip(parts, gaps, strict=True)
        if each.number >= LEAST_DECISIONS and gap > NEAR_MARGIN + each.margin
    ]
    return Sum(len(found), off / len(found), near / len(found), sure)


def row(name: str, found: Sequence[Seen]) -> str:
    """Return a line of the table of docs/bots.md."""
    number, off, near, sure = summed(found)
    said = ", ".join([f"{100 * each.said:.0f}: {100 * each.happened:.0f}" for each in sure])
    return f"| {name} | {number:,} | {100 * off:.1f} | {100 * near:.0f} % | {said or '–'} |"


SIZE, EDGE, GROUND = 320, 36, 12
"""How wide the picture is, and its margins at the left and the right."""

FEWEST_PER_DOT: Final = 30
"""A dot of the picture stands for so many decisions at least."""


def drawn(found: Mapping[str, Sequence[Seen]]) -> str:
    """Return a picture: a dot for each tenth of each kind of chance; on the line it came true."""
    side = SIZE - EDGE - GROUND

    def place(said: float, happened: float) -> str:
        return f"{EDGE + side * said:.1f} {SIZE - EDGE - side * happened:.1f}"

    felt, edge, ink, dot = (
        DEFAULT_COLOURS[name] for name in ("felt", "felt-edge", "felt-ink", "team-0")
    )
    band = [
        (0, 0),
        (0, NEAR_MARGIN),
        (1 - NEAR_MARGIN, 1),
        (1, 1),
        (1, 1 - NEAR_MARGIN),
        (NEAR_MARGIN, 0),
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" role="img">',
        "<title>Chances that hints name, and how often they came true</title>",
        f'<rect width="{SIZE}" height="{SIZE}" rx="8" fill="{felt}"/>',
        f'<path d="M{" ".join(place(*each) for each in band)}z" fill="{edge}"/>',
        f'<path d="M{place(0, 1)} {place(0, 0)} {place(1, 0)}" fill="none" stroke="{ink}"/>',
        _words(EDGE + side / 2, SIZE - 10, "said", ink),
        _words(EDGE + 6, GROUND + 12, "happened", ink, "start"),
    ]
    for pairs in found.values():
        for each in tenths(pairs):
            if each.number >= FEWEST_PER_DOT:
                x, y = place(each.said, each.happened).split()
                size = 2 + log10(each.number / FEWEST_PER_DOT) * 2
                parts.append(f'<circle cx="{x}" cy="{y}" r="{size:.1f}" fill="{dot}"/>')
    return "\n".join([*parts, "</svg>\n"])


def _words(x: float, y: float, words: str, ink: str, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" fill="{ink}" text-anchor="{anchor}"'
        f' font-family="system-ui, sans-serif" font-size="13">{words}</text>'
    )


def uncorrected() -> None:
    """Have bots say what they believe from now on: a chance to win the hand where one counts."""

    def believe(_bot: Any, _view: Any, verb: str, chance: float) -> float:
        _believed[verb] = chance
        return chance

    for told in CORRECTIONS:
        told.clear()
    brazilian.RaisingBot.comes_to = believe  # type: ignore[method-assign,assignment]


_MOST_MATCHES: Final = 1_000_000


def main() -> None:
    """Play, and print a line for each kind."""
    parser = argparse.ArgumentParser(description="What hints say against what happens.")
    parser.add_argument("--table", action="append", choices=PLAYED_TABLES)
    parser.add_argument("--decisions", type=int)
    parser.add_argument("--matches", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--picture", type=Path, metavar="FILE")
    parser.add_argument("--fit", action="store_true")
    args = parser.parse_args()
    if args.fit:
        uncorrected()
    chances: dict[str, list[Seen]] = {}
    rows = ["| table, kind | decisions | apart | within 5 | surely beyond |"]
    for name in args.table or PLAYED_TABLES:
        seed, matches = MEASURED_MATCHES[name]
        seed = seed if args.seed is None else args.seed
        most = args.matches or (_MOST_MATCHES if args.decisions else matches)
        found = measured(PLAYED_TABLES[name], seed, args.decisions or _MOST_MATCHES, most)
        chances |= {
            f"{name} {kind}": pairs
            for kind, pairs in found.items()
            if not kind.startswith(Reason.VALUE.value)
        }
        rows += [row(f"{name}, {kind}", seen) for kind, seen in sorted(found.items())]
        for kind, pairs in sorted(found.items()):
            print(f"{name}, {kind}, {len(pairs)}:", end="")
            for each in tenths(pairs):
                print(
                    f"  {100 * each.said:.0f}>{100 * each.happened:.0f}"
                    f"±{100 * each.margin:.0f} ({each.number})",
                    end="",
                )
            print(flush=True)
            if args.fit:
                print(" ".join([f"({said:.2f}, {came:.2f})" for said, came in fitted(pairs)]))
    print("\n".join(rows))
    if args.picture:
        args.picture.write_text(drawn(chances), encoding="utf-8")


if __name__ == "__main__":
    main()
