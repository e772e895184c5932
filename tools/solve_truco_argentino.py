"""Solves the envido of two players (`ROUNDS`, `SLIP_RATE`) for the bots of Truco argentino.

`make tables` runs it; it takes some minutes, uses no chance, and makes the same file each time. It
also counts how often a hand beats a random one. ``python -m tools.solve_truco_argentino`` says how
much of a match a best reply would win at some scores.

The method is CFR+ (Tammelin, 2014) with the average of the later rounds counting more. Points are
worth what they change in the chance to win the match. Nobody may be sure of the other's plan: each
says a little of everything, so that there is an answer to what no good player would say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from math import comb, prod

from cardtui_engine.families.truco.playout import play_out, progress_of, sensibly
from cardtui_engine.games.truco_argentino.bets import LINES, NEXT_LINE, Bets
from cardtui_engine.games.truco_argentino.bot.envido_game import (
    CLASS_SHARES,
    CLASSES,
    PLACES,
    SILENT,
    TIE_CHANCES,
    UNWRITTEN_WORDS,
    WORDS_BY_LINE,
    Place,
    speaker_at,
)
from cardtui_engine.games.truco_argentino.bot.odds import match_chance
from cardtui_engine.games.truco_argentino.bot.solved import CHANCE_STEPS, NEEDED_POINTS
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.games.truco_argentino.options import PRESETS, SPECS, terms_of
from cardtui_engine.games.truco_argentino.tricks import course_of

ROUNDS = 400
SLIP_RATE = 0.03

Row = list[float]


class Envido:
    """The envido at one score.

    Attributes:
        strategy: by place and what may be said there, how likely each class says it.
    """

    def __init__(self, needs: tuple[int, int], traditional: bool) -> None:
        self.needs = needs
        self.traditional = traditional
        self.falta = min(needs)
        self.regrets = {place: _zeros(place) for place in PLACES}
        self.sums = {place: _zeros(place) for place in PLACES}
        self.strategy = {place: _even(place) for place in PLACES}
        self.fixed: int | None = None
        self.weight = 0.0

    def worth(self, points: int) -> float:
        """Return the mano's chance to win the match with those points more, or fewer."""
        mine, theirs = self.needs
        if points >= 0:
            return match_chance(-mine + points, -theirs, 0)
        return match_chance(-mine, -theirs - points, 0)

    def points(self, line: int) -> int:
        """Return what a line is worth when accepted."""
        return self.falta if LINES[line].falta else LINES[line].accepted

    def solve(self) -> None:
        """Find the strategy."""
        for round_ in range(1, ROUNDS + 1):
            self.strategy = {place: _by_regret(self.regrets[place]) for place in PLACES}
            self.weight = float(max(round_ - ROUNDS // 4, 0))
            self.walk((0, 0), [1.0] * CLASSES, [1.0] * CLASSES)
        self.strategy = {place: _shares(self.sums[place]) for place in PLACES}

    def walk(self, place: Place, mano: Row, pie: Row) -> tuple[Row, Row]:
        """Return what a place is worth to each class of both, and learn from it.

        Args:
            mano: by class, how likely the mano says what leads here.
            pie: the same for the other.
        """
        speaker = speaker_at(place)
        words = WORDS_BY_LINE[place[1]]
        chances = self.strategy[place]
        slip = SLIP_RATE / len(words)
        found: list[tuple[Row, Row]] = []
        for chance, word in zip(chances, words, strict=True):
            said = [(1 - SLIP_RATE) * each + slip for each in chance]
            if speaker:
                there = mano, [a * b for a, b in zip(pie, said, strict=True)]
            else:
                there = [a * b for a, b in zip(mano, said, strict=True)], pie
            found.append(self.after(place, word, *there))
        ours = [each[speaker] for each in found]
        if self.fixed == speaker:  # a best reply: what is best for each class
            mine = [max(each) for each in zip(*ours, strict=True)]
        else:
            mine = [
                sum(chance[at] * worth[at] for chance, worth in zip(chances, ours, strict=True))
                for at in range(CLASSES)
            ]
        theirs = [sum(each) for each in zip(*[each[1 - speaker] for each in found], strict=True)]
        if self.fixed is None:
            own = pie if speaker else mano
            for at_word in range(len(words)):
                regret, worth = self.regrets[place][at_word], ours[at_word]
                kept, chance = self.sums[place][at_word], chances[at_word]
                for at in range(CLASSES):
                    regret[at] = max(regret[at] + worth[at] - mine[at], 0.0)
                    kept[at] += self.weight * own[at] * chance[at]
        return (theirs, mine) if speaker else (mine, theirs)

    def after(self, place: Place, word: str, mano: Row, pie: Row) -> tuple[Row, Row]:
        """Return what it is worth to have said a word at a place."""
        opener, line = place
        if word == SILENT:
            return self.walk((1, 0), mano, pie) if not opener else self.flat(0, mano, pie)
        if word == "quiero":
            return self.shown(self.points(line), mano, pie)
        if word == "no_quiero":
            points = Bets(line).folded(self.traditional)
            return self.flat(-points if not speaker_at(place) else points, mano, pie)
        return self.walk((opener, NEXT_LINE[line][word]), mano, pie)

    def flat(self, points: int, mano: Row, pie: Row) -> tuple[Row, Row]:
        """Return what it is worth if the mano gets those points with any numbers."""
        gain = self.worth(points)
        of_mano = sum(a * b for a, b in zip(mano, CLASS_SHARES, strict=True))
        of_pie = sum(a * b for a, b in zip(pie, CLASS_SHARES, strict=True))
        return [gain * of_pie] * CLASSES, [-gain * of_mano] * CLASSES

    def shown(self, points: int, mano: Row, pie: Row) -> tuple[Row, Row]:
        """Return what it is worth if the numbers decide about those points."""
        won, lost = self.worth(points), self.worth(-points)
        of_mano = [a * b for a, b in zip(mano, CLASS_SHARES, strict=True)]
        of_pie = [a * b for a, b in zip(pie, CLASS_SHARES, strict=True)]
        all_mano, all_pie = sum(of_mano), sum(of_pie)
        mine, theirs = [], []
        under_mano = under_pie = 0.0
        for a, b, tie in zip(of_mano, of_pie, TIE_CHANCES, strict=True):
            wins = under_pie + tie * b
            mine.append(won * wins + lost * (all_pie - wins))
            loses = all_mano - under_mano - (1 - tie) * a
            theirs.append(-won * loses - lost * (all_mano - loses))
            under_mano += a
            under_pie += b
        return mine, theirs

    def best_reply(self) -> float:
        """Return how much of the match a best reply gains, on average over both sides."""
        self.fixed = -1  # nobody: each plays the strategy, and nothing is learnt
        mano, _ = self.walk((0, 0), [1.0] * CLASSES, [1.0] * CLASSES)
        even = sum(a * b for a, b in zip(mano, CLASS_SHARES, strict=True))
        gains = []
        for speaker, sign in ((0, 1), (1, -1)):
            self.fixed = speaker
            found = self.walk((0, 0), [1.0] * CLASSES, [1.0] * CLASSES)[speaker]
            gains.append(sum(a * b for a, b in zip(found, CLASS_SHARES, strict=True)) - sign * even)
        self.fixed = None
        return sum(gains) / 2

    def eighths(self) -> bytes:
        """Return the strategy in eighths: by place, by what is kept of it, by class."""
        return bytes(
            round(row[at] * CHANCE_STEPS)
            for place in PLACES
            for word, row in zip(WORDS_BY_LINE[place[1]], self.strategy[place], strict=True)
            if word not in UNWRITTEN_WORDS
            for at in range(CLASSES)
        )


def _zeros(place: Place) -> list[Row]:
    return [[0.0] * CLASSES for _ in WORDS_BY_LINE[place[1]]]


def _even(place: Place) -> list[Row]:
    return _shares(_zeros(place))


def _by_regret(regrets: list[Row]) -> list[Row]:
    return _shares(regrets)


def _shares(rows: list[Row]) -> list[Row]:
    """Return rows in proportion, so that each class adds up to one; where all is zero, evenly."""
    totals = [sum(each) for each in zip(*rows, strict=True)]
    return [
        [
            value / total if total > 0 else 1 / len(rows)
            for value, total in zip(row, totals, strict=True)
        ]
        for row in rows
    ]


def solved(needs: tuple[int, int], traditional: bool) -> Envido:
    """Return the envido at one score, solved."""
    game = Envido(needs, traditional)
    game.solve()
    return game


def hands(cards: int) -> list[tuple[tuple[int, ...], int]]:
    """Return all hands of that many cards, as strengths, and how many each is made of."""
    many = Counter(STRENGTH)
    return [
        (hand, ways)
        for hand in combinations_with_replacement(range(1, 15), cards)
        if (ways := prod(comb(many[each], times) for each, times in Counter(hand).items()))
    ]


def chance(hand: tuple[int, ...], done: tuple[int | None, ...], leaders: Iterable[int]) -> float:
    """Return how often a hand wins against a random one, by the traditional rules.

    Args:
        hand: the strengths of its cards.
        done: the tricks before: 0 for one that it won, 1 for one that it lost.
        leaders: who leads then, 0 for the hand; each is as likely.
    """
    options = {spec.name: spec.default for spec in SPECS} | dict(PRESETS[1].values)
    course = course_of(terms_of(options, 2), 0, 0b11)
    won = total = 0
    for leader in leaders:
        progress = progress_of([0, 1], leader, [], done)
        for other, ways in hands(len(hand)):
            takes = play_out(progress, course, [list(hand), list(other)], None, sensibly)
            won += ways * (takes == 0)
            total += ways
    return won / total


def chances() -> bytes:
    """Return those chances in hundredths: of three cards, then of two after each first trick."""
    found = [chance(hand, (), (0, 1)) for hand, _ in hands(3)]
    for first, leaders in ((0, (0,)), (1, (1,)), (None, (0, 1))):
        found += [chance(hand, (first,), leaders) for hand, _ in hands(2)]
    return bytes(min(round(each * 100), 99) for each in found)


def table() -> bytes:
    """Return the file, solved anew."""
    found = [
        solved((mine, theirs), traditional).eighths()
        for traditional in (False, True)
        for mine in NEEDED_POINTS
        for theirs in NEEDED_POINTS
    ]
    return b"".join((*found, chances()))


def main() -> None:
    """Say how much a best reply gains at some scores."""
    for needs in ((15, 15), (30, 30), (4, 10), (2, 2), (1, 5), (12, 3)):
        print(needs, f"{solved(needs, traditional=True).best_reply():.5f}", flush=True)


if __name__ == "__main__":
    main()
