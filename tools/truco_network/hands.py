"""Hands of Brazilian truco for four, many side by side in arrays: what the network learns from.

It has the rules once more, in another form and for best of three only, since the engine plays one
hand at a time; a test plays the same hands with both. A seat's knowledge has the same form as for
the bots (`cardtui_engine.families.truco.brazilian.bot.inputs`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cardtui_engine.families.truco.brazilian.bot.deciding import game_odds
from cardtui_engine.families.truco.brazilian.bot.inputs import (
    CARDS,
    HEIGHTS,
    INPUT_COUNT,
    INPUT_OFFSETS,
    SCORES,
    SEATS,
)
from cardtui_engine.families.truco.brazilian.stakes import TARGET, Stakes, stakes_of

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

RAISE, ACCEPT, RUN = 3, 4, 5
"""Choices; those below are to play the lowest, the middle and the highest card."""

CHOICES: Final = 6

LADDERS: Final = (stakes_of(1, 3, 6, 9, 12), stakes_of(2, 4, 6, 10, 12))
_STAKES: Final = np.array([each.ladder.stakes for each in LADDERS])
_TOP_RUNG: Final = _STAKES.shape[1] - 1

_TIE: Final = 2
"""The result of a trick that nobody won; teams are 0 and 1, and -1 is none yet."""

_MOST_BROUGHT: Final = 13.0
"""The most that a hand brings, in hands that nobody raised: about what all twelve points do."""


def _packs() -> tuple[list[list[int]], list[float]]:
    """Return the packs, as the heights of their cards, and how often each is played with."""
    top = [11, 12, 13, 14]
    fixed = [3, 4, 4, 2, 4, 4, 4, 3, 4, 4]
    packs, often = [_pack(1, fixed) + top], [0.4]
    for lowest, ranks, part in ((1, 10, 0.3), (5, 6, 0.3)):
        for manilha in range(ranks):
            count = [4] * ranks
            count[manilha] = 0
            count[manilha - 1] -= 1  # the vira
            packs.append(_pack(lowest, count) + top)
            often.append(part / ranks)
    return packs, often


def _pack(lowest: int, count: list[int]) -> list[int]:
    return [lowest + rank for rank, many in enumerate(count) for _ in range(many)]


_PACKS, _OFTEN = _packs()
_LONGEST_PACK: Final = max(map(len, _PACKS))
_PADDED_PACKS: Final = np.array([pack + [0] * (_LONGEST_PACK - len(pack)) for pack in _PACKS])
_PACK_LENGTHS: Final = np.array([len(pack) for pack in _PACKS])
_HEIGHT_COUNTS: Final = np.array([np.bincount(pack, minlength=HEIGHTS) for pack in _PACKS])


def _odds(stakes: Stakes) -> NDArray[np.float64]:
    """Return the chance to win the game, by the scores of a side and of the others."""
    odds = game_odds(stakes)
    reach = TARGET + stakes.ladder.top + 1
    return np.array([[odds(mine, theirs) for theirs in range(reach)] for mine in range(reach)])


_ODDS: Final = np.array([_odds(each) for each in LADDERS])


class Hands:
    """Hands that begin at random scores with a random pack, and are played to their ends.

    Attributes:
        packs: by hand, the number of its pack: with fixed manilhas, then full ones and clean ones,
            by manilha from the lowest rank on.
        dealt: by hand and seat, the heights that it was dealt, in ascending order.
        ladder: by hand, which of `LADDERS` it is played for.
        scores: by hand and team, the score.
        eleven: by hand, the team at eleven; -1 for none.
        limited: by hand, whether no side may raise what wins the game.
        leader: by hand, the seat that leads, or led, the trick on the table.
        going: the hands that are not over.
        brought: by hand, what it brought team 0, in hands that nobody raised.
    """

    def __init__(self, count: int, chance: np.random.Generator) -> None:
        """Deal so many hands."""
        self._chance = chance
        self.packs: Ints = chance.choice(len(_PACKS), count, p=_OFTEN)
        lots = chance.random((count, _LONGEST_PACK))
        lots[np.arange(_LONGEST_PACK) >= _PACK_LENGTHS[self.packs][:, None]] = 2
        drawn = np.argsort(lots, axis=1)[:, : SEATS * CARDS]
        dealt = np.take_along_axis(_PADDED_PACKS[self.packs], drawn, 1).reshape(count, SEATS, CARDS)
        self.dealt: Ints = np.sort(dealt, 2)
        self._hand = self.dealt.copy()  # what was played is 0, and comes first
        self._left = np.full((count, SEATS), CARDS)
        self.ladder: Ints = (chance.random(count) < 0.25).astype(np.int64)
        step = self.ladder + 1
        scores = chance.integers(0, (TARGET - step) // step, (2, count)) * step
        scores[:, chance.random(count) < 0.3] = 0
        self.scores: Ints = scores.T.copy()
        one = np.where(chance.random(count) < 0.12, chance.integers(0, 2, count), -1)
        at_eleven = np.flatnonzero(one >= 0)
        self.scores[at_eleven, one[at_eleven]] = TARGET - step[at_eleven]
        self.eleven: Ints = one
        self.limited: Flags = chance.random(count) < 0.35
        self.leader: Ints = chance.integers(0, SEATS, count)
        self._played = np.zeros(count, np.int64)
        self._trick = np.zeros(count, np.int64)
        self._laid = np.full((count, CARDS, SEATS), -1)
        self._done = np.full((count, CARDS), -1)
        self._best = np.zeros(count, np.int64)
        self._first = np.full(count, -1)
        self._tied = np.zeros(count, np.bool_)
        self._rung = np.zeros(count, np.int64)
        # A side at eleven chooses as if the others had raised.
        self._raiser = np.where(one < 0, -1, 1 - one)
        self._asked = one >= 0
        self._caller = np.zeros(count, np.int64)
        self._second = np.zeros(count, np.bool_)
        self.going: Ints = np.arange(count)
        self.brought = np.zeros(count)

    def seats(self) -> Ints:
        """Return by going hand the seat that decides."""
        at = self.going
        answers = 1 - self._raiser[at] + 2 * self._second[at]
        return np.where(self._asked[at], answers, (self.leader[at] + self._played[at]) % SEATS)

    def last_laid(self, hand: int, seat: int) -> int:
        """Return the last card that a seat laid, 0 for one that lies face down; -1 for none."""
        laid = [each for each in self._laid[hand, :, seat].tolist() if each >= 0]
        return int(laid[-1]) if laid else -1

    def legal(self) -> Flags:
        """Return by going hand and choice whether it may be made."""
        at, seats = self.going, self.seats()
        asked, left = self._asked[at], self._left[at, seats]
        legal = np.zeros((len(at), CHOICES), np.bool_)
        legal[:, 0] = ~asked
        legal[:, 1] = ~asked & (left == CARDS)
        legal[:, 2] = ~asked & (left > 1)
        legal[:, RAISE] = self._may_raise(seats & 1)
        legal[:, ACCEPT] = legal[:, RUN] = asked
        return legal

    def _may_raise(self, team: Ints) -> Flags:
        at = self.going
        stands = self._rung[at] + self._asked[at]
        open_to = self._asked[at] | (self._raiser[at] != team)
        stake = _STAKES[self.ladder[at], np.minimum(stands, _TOP_RUNG)]
        wins = self.limited[at] & (self.scores[at, team] + stake >= TARGET)
        may: Flags = (stands < _TOP_RUNG) & open_to & ~wins & (self.eleven[at] < 0)
        return may

    def inputs(self) -> Floats:
        """Return by going hand what the seat that decides is told."""
        at, seats = self.going, self.seats()
        team = seats & 1
        told = np.zeros((len(at), INPUT_COUNT), np.float32)
        row = np.arange(len(at))

        def tell(name: str, place: Ints, where: Flags | bool = True) -> None:
            said = np.broadcast_to(where, row.shape)
            told[row[said], INPUT_OFFSETS[name] + place[said]] = 1

        self._tell_cards(told, at, seats)
        tell("played", np.minimum(self._played[at], SEATS - 1))
        tell("trick", self._trick[at])
        for number in range(CARDS - 1):
            done = self._done[at, number]
            side = np.where(done == _TIE, _TIE, (done != team).astype(np.int64))
            tell("done", 3 * number + side, done >= 0)
        begun = self._played[at] > 0
        tell("best", self._best[at], begun)
        whose = (self._first[at] ^ seats) & 1
        tell("standing", np.where(self._tied[at], 2, whose), begun)
        tell("stake", self._rung[at])
        raiser, asked = self._raiser[at], self._asked[at]
        eleven = self.eleven[at]
        ordinary = eleven < 0
        tell("raiser", (raiser != team).astype(np.int64), ordinary & (raiser >= 0))
        tell("eleven", (eleven != team).astype(np.int64), ~ordinary)
        none = np.zeros(len(at), np.int64)
        tell("asked", none, asked)
        tell("caller", (self._caller[at] - seats) % SEATS, ordinary & asked)
        tell("second", none, asked & self._second[at])
        tell("limited", none, self.limited[at])
        tell("mineiro", none, self.ladder[at] > 0)
        tell("mine", np.minimum(self.scores[at, team], SCORES - 1))
        tell("theirs", np.minimum(self.scores[at, 1 - team], SCORES - 1))
        tell("may_raise", none, self._may_raise(team))
        return told

    def _tell_cards(self, told: Floats, at: Ints, seats: Ints) -> None:
        row = np.arange(len(at))
        hand, left = self._hand[at, seats], self._left[at, seats]
        start = INPUT_OFFSETS["hand"]
        told[row, start + hand[row, np.minimum(CARDS - left, CARDS - 1)]] = 1
        three, two = row[left == CARDS], row[left > 1]
        told[three, start + HEIGHTS + hand[three, 1]] = 1
        told[two, start + 2 * HEIGHTS + hand[two, 2]] = 1
        unseen = _HEIGHT_COUNTS[self.packs[at]].astype(np.float32)
        for card in range(CARDS):
            unseen[row, self.dealt[at, seats, card]] -= 1
        knows = row[self.eleven[at] == seats & 1]
        partner = (seats + 2) % SEATS
        theirs = np.zeros_like(unseen)
        for card in range(CARDS):
            theirs[knows, self.dealt[at, partner, card][knows]] += 1
        unseen -= theirs
        start = INPUT_OFFSETS["laid"]
        for step in range(SEATS):
            other = (seats + step) % SEATS
            for trick in range(CARDS):
                laid = self._laid[at, trick, other]
                there = row[laid >= 0]
                place = (SEATS * trick + step) * HEIGHTS
                told[there, start + place + laid[there]] = 1
                known = (step == 2) & (self.eleven[at] == seats & 1)
                for counts, those in ((unseen, ~known), (theirs, known)):
                    seen = row[(laid > 0) & those] if step else row[:0]
                    counts[seen, laid[seen]] -= 1
        for name, counts in (("unseen", unseen), ("partner", theirs)):
            start = INPUT_OFFSETS[name]
            told[:, start : start + HEIGHTS] = counts

    def act(self, choices: Ints) -> None:
        """Have the seats that decide make those choices, one for each going hand."""
        at, seats = self.going, self.seats()
        raising, accepting, running = (choices == each for each in (RAISE, ACCEPT, RUN))
        self._raise(at[raising], seats[raising])
        accepted = at[accepting]
        self._rung[accepted] += 1
        self._asked[accepted] = self._second[accepted] = False
        alone = self._second[at]
        self._second[at[running & ~alone]] = True  # a side runs only if both would
        lost = at[running & alone]
        self._end(lost, self._raiser[lost])
        playing = choices < RAISE
        self._play(at[playing], seats[playing], choices[playing])
        self.going = at[self._raiser[at] > -2]

    def _raise(self, at: Ints, seats: Ints) -> None:
        self._rung[at] += self._asked[at]
        self._asked[at], self._second[at] = True, False
        self._raiser[at], self._caller[at] = seats & 1, seats

    def _play(self, at: Ints, seats: Ints, choices: Ints) -> None:
        left, trick = self._left[at, seats], self._trick[at]
        slot = np.where(choices == 0, CARDS - left, np.where(choices == 1, 1, 2))
        card = self._hand[at, seats, slot]
        self._hand[at, seats, slot] = 0
        self._hand[at, seats] = np.sort(self._hand[at, seats], 1)
        self._left[at, seats] -= 1
        best, first = self._best[at], self._first[at]
        higher = card > best
        ties = (card == best) & ((first ^ seats) & 1 == 1)
        # A seat that cannot win may hide the card; half of them do.
        hides = (card < best) & (trick > 0) & (self._chance.random(len(at)) < 0.5)
        self._laid[at, trick, seats] = np.where(hides, 0, card)
        self._best[at] = np.where(higher, card, best)
        self._first[at] = np.where(higher, seats, first)
        self._tied[at] = ~higher & (self._tied[at] | ties)
        self._played[at] += 1
        self._finish(at[self._played[at] == SEATS])

    def _finish(self, at: Ints) -> None:
        """Count finished tricks."""
        trick = self._trick[at]
        self._done[at, trick] = np.where(self._tied[at], _TIE, self._first[at] & 1)
        self.leader[at] = self._first[at]
        self._played[at] = self._best[at] = 0
        self._first[at], self._tied[at] = -1, False
        one, two, three = (self._done[at, number] for number in range(CARDS))
        firsts = np.where(one == _TIE, two, one)
        decided = (trick == 1) & np.where(one == _TIE, two != _TIE, (two == one) | (two == _TIE))
        last = trick == CARDS - 1
        winner = np.where(last & (three != _TIE), three, firsts)
        over = decided | last
        self._end(at[over], winner[over])
        self._trick[at] += 1

    def _end(self, at: Ints, winner: Ints) -> None:
        """End hands that a team has won, or nobody (`_TIE`)."""
        odds, ladder = _ODDS, self.ladder[at]
        mine, theirs = self.scores[at].T
        least, stake = _STAKES[ladder, 0], _STAKES[ladder, self._rung[at]]
        won, lost = odds[ladder, mine + least, theirs], odds[ladder, mine, theirs + least]
        even = (won + lost) / 2
        ends = np.where(
            winner == 0,
            odds[ladder, mine + stake, theirs],
            np.where(winner == 1, odds[ladder, mine, theirs + stake], even),
        )
        self.brought[at] = np.clip(2 * (ends - even) / (won - lost), -_MOST_BROUGHT, _MOST_BROUGHT)
        self._raiser[at] = -2  # over
