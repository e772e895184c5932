"""Which spot of the solved envido of two players a seat is in (`spot_of`), with partners too.

With partners, a side has the best of several numbers. A seat then takes its own side for the number
that would win as often between two: what partners may have counts for it, and what more opponents
may have against it. What a partner said, or did not say, counts as what an opponent says does.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cardtui_engine.games.truco_argentino.bets import NO_BETS, falta_points
from cardtui_engine.games.truco_argentino.bot.envido_game import (
    CLASS_SHARES,
    SILENT,
    WORDS_BY_LINE,
    Place,
    class_of,
)
from cardtui_engine.games.truco_argentino.bot.envido_play import Spot, saying
from cardtui_engine.games.truco_argentino.bot.envido_sides import Range, sides_of
from cardtui_engine.games.truco_argentino.bot.opponents import Reading, reading_of
from cardtui_engine.games.truco_argentino.bot.signals import GOOD_ENVIDO, SIGNAL_TRUST
from cardtui_engine.games.truco_argentino.habits import ArgentinoHabit
from cardtui_engine.games.truco_argentino.options import Terms
from cardtui_engine.games.truco_argentino.verbs import BETS
from cardtui_engine.games.truco_argentino.view import ArgentinoView

Words = Sequence[tuple[Place, str]]


def spot_of(
    view: ArgentinoView,
    terms: Terms,
    habit: ArgentinoHabit,
    partners: ArgentinoHabit,
    good: Collection[int] = (),
) -> Spot:
    """Return where a seat that may bet or must answer stands.

    Args:
        view: the view, with its own part.
        habit: what the opponents have shown.
        partners: what the partners have shown.
        good: the partners who have signalled that they have a good number.
    """
    game, seat = view.game, view.own.seat
    bets = [(each.seat, each.verb) for each in game.said if each.verb in BETS]
    first = game.mano & 1
    opener = int((bets[0][0] if bets else seat) & 1 != first)
    said: list[tuple[int, Place, str]] = []
    made = NO_BETS
    for each, bet in bets:
        after = made.after(bet)
        if after.more == made.more:  # what the solved game does not know says nothing of a number
            said.append((each, (opener, made.line), bet))
        made = after
    needs = [terms.target - view.common.scores[side] for side in (first, 1 - first)]
    falta = falta_points(terms, (view.common.scores[0], view.common.scores[1]))
    spot = Spot(
        place=(opener, made.line),
        more=made.more,
        own=class_of(view.own.game.number, terms.highest_alone),
        needs=(max(needs[0], 1), max(needs[1], 1)),
        falta=(falta[seat & 1], falta[1 - (seat & 1)]),
        traditional=terms.traditional_fold,
        theirs=CLASS_SHARES,
        reading=reading_of(habit),
        seen=(habit.openings, habit.asked),
    )
    if len(game.active) == 2:
        words = [(place, word) for by, place, word in said if by != seat]
        if opener and seat & 1 != first:
            words.insert(0, ((0, 0), SILENT))
        return spot._replace(theirs=_range(spot, words, spot.reading))
    return _with_partners(view, spot, said, reading_of(partners), good)


def _with_partners(
    view: ArgentinoView,
    spot: Spot,
    said: Sequence[tuple[int, Place, str]],
    partners: Reading,
    good: Collection[int],
) -> Spot:
    """Return the spot of a seat with partners; the opponent looked at is the last who bet."""
    game, seat = view.game, view.own.seat
    mano = game.mano & 1 == seat & 1
    played = {each.seat for trick in game.tricks for each in trick.cards}
    played |= {each.seat for each in game.trick}
    live = [each for each in game.active if each != seat and each not in game.resigned]
    opponents = [other for other in live if (other ^ seat) & 1]
    mates = [other for other in live if other not in opponents]
    # What is expected of others takes both sides as they are before anything is said.
    unknown = [CLASS_SHARES] * (len(opponents) - 1)
    spot = spot._replace(sides=sides_of(spot.own, [CLASS_SHARES] * len(mates), unknown, mano))
    ranges: dict[int, Range] = {}
    for other in live:
        words = [(place, word) for by, place, word in said if by == other]
        if other in played and not (said and said[0][0] == other):
            words.insert(0, ((int(other & 1 != game.mano & 1), 0), SILENT))
        ours = (other ^ seat) & 1 == 0
        ranges[other] = _range(spot, words, partners if ours else spot.reading)
        if other in good:
            ranges[other] = _good(ranges[other])
    speakers = [by for by, _, _ in said if by in opponents]
    speaker = speakers[-1] if speakers else opponents[0]
    sides = sides_of(
        spot.own,
        [ranges[other] for other in mates],
        [ranges[other] for other in opponents if other != speaker],
        mano,
    )
    return spot._replace(
        own=sides.like,
        theirs=ranges[speaker],
        sides=sides,
        early=any(mate not in played for mate in mates),
    )


def _good(found: Range) -> Range:
    """Return how likely a seat has each class, once it has signalled that its number is good."""
    least = class_of(GOOD_ENVIDO, highest=False)
    return [each * (1.0 if at >= least else 1 - SIGNAL_TRUST) for at, each in enumerate(found)]


def _range(spot: Spot, words: Words, reading: Reading) -> Range:
    """Return how likely a seat has each class, after what it has said."""
    found: Range = CLASS_SHARES
    for place, word in words:
        row = saying(spot, place, reading)[WORDS_BY_LINE[place[1]].index(word)]
        found = [a * b for a, b in zip(found, row, strict=True)]
    total = sum(found)
    return [each / total for each in found]
