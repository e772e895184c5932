"""What a match shows of a seat's habits: how often it bets, calls and folds, and with which
numbers of envido, in classes (`_NUMBERS_FROM`).

Everything here is what everybody at the table has seen or heard; nothing follows from hidden cards.
It is counted once a hand, or a duel, is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui_engine.families.truco.seats import SEATS_IN, has
from cardtui_engine.families.truco.view import TrucoSaid
from cardtui_engine.games.truco_argentino.calls import TRUCO, EnvidoClaim
from cardtui_engine.games.truco_argentino.verbs import BETS

NO_NUMBERS: Final = (0, 0, 0, 0)
NO_TRICKS: Final = (0, 0, 0)

_NUMBERS_FROM: Final = (20, 24, 28)
"""Where the second, third and fourth class of shown numbers begins."""


_ANSWER_VERBS: Final = ("quiero", "no_quiero")


class ArgentinoHabit(NamedTuple):
    """What the finished hands of a match have shown of a seat.

    Attributes:
        openings: the hands in which it could have been the first to bet envido.
        envidos: those in which it opened with an envido.
        reals: those in which it opened with a real envido.
        faltas: those in which it opened with a falta envido.
        asked: how often it has answered a bet of envido.
        wanted: how often with quiero or a higher bet.
        raised: how often with a higher bet.
        bet_numbers: how often it declared up to 19, 20 to 23, 24 to 27, or more after a bet.
        took_numbers: the same after it had only accepted.
        reached: the hands that came to the first trick, to the second, to the third.
        called: those of them in which it called truco or a raise in that trick.
        tested: the hands with a call of its own that were played to the end.
        lost: those of them that it lost.
        truco_asked: how often it has answered a call of truco or a raise.
        truco_wanted: how often with quiero or a raise.
    """

    openings: int = 0
    envidos: int = 0
    reals: int = 0
    faltas: int = 0
    asked: int = 0
    wanted: int = 0
    raised: int = 0
    bet_numbers: tuple[int, ...] = NO_NUMBERS
    took_numbers: tuple[int, ...] = NO_NUMBERS
    reached: tuple[int, ...] = NO_TRICKS
    called: tuple[int, ...] = NO_TRICKS
    tested: int = 0
    lost: int = 0
    truco_asked: int = 0
    truco_wanted: int = 0


NO_HABIT: Final = ArgentinoHabit()
"""At the start of a match."""


class Heard(NamedTuple):
    """What was heard in a finished hand, and how it ended.

    Attributes:
        seats: how many seats the table has.
        active: the seats that took part, as a mask, in ``order`` of play.
        played: the seats that played a card, as a mask.
        laid: how many cards were played.
        order: the seats in the order in which they played their first card.
        said: the bets, calls and answers.
        claims: the numbers declared.
        liar: the seat whose number was wrong, if that came out.
        loser: the team that lost the last trick of a hand that was played to the end; ``None`` if
            it was not.
        flor_answered: whether a flor of both sides was announced, which was then answered.
    """

    seats: int
    active: int
    played: int
    laid: int
    order: tuple[int, ...]
    said: tuple[TrucoSaid, ...]
    claims: tuple[EnvidoClaim, ...]
    liar: int | None
    loser: int | None
    flor_answered: bool = False


def counted(habits: tuple[ArgentinoHabit, ...], heard: Heard) -> tuple[ArgentinoHabit, ...]:
    """Return the habits after another hand; they may be empty before the first."""
    habits = habits or (NO_HABIT,) * heard.seats
    return tuple(
        [
            _after(habit, seat, heard) if has(heard.active, seat) else habit
            for seat, habit in enumerate(habits)
        ]
    )


def number_class(number: int) -> int:
    """Return the class that a shown number counts in.

    >>> [number_class(number) for number in (7, 20, 24, 33)]
    [0, 1, 2, 3]
    """
    return sum([number >= least for least in _NUMBERS_FROM])


def _after(habit: ArgentinoHabit, seat: int, heard: Heard) -> ArgentinoHabit:
    opening = next((each for each in heard.said if each.verb in BETS), None)
    could = has(heard.played, seat)
    if opening is not None:
        before = heard.order[: opening.laid]
        could = opening.seat == seat or seat in before
    opened = "" if opening is None or opening.seat != seat else opening.verb
    asked, wanted, raised, truco_asked, truco_wanted = _answers(_without_flor(heard), seat)
    bets = bool(opened) or raised > 0
    number = next(
        (claim.number for claim in heard.claims if claim.seat == seat and seat != heard.liar), None
    )
    size = len(heard.order)
    calls = [
        min(each.laid // size, 2)
        for each in heard.said
        if each.seat == seat and each.verb in TRUCO.calls
    ]
    reached = max([*calls, min((heard.laid - 1) // size, 2) if heard.laid else 0])
    tested = bool(calls) and heard.loser is not None
    return ArgentinoHabit(
        habit.openings + could,
        habit.envidos + (opened == "envido"),
        habit.reals + (opened == "real_envido"),
        habit.faltas + (opened == "falta_envido"),
        habit.asked + asked,
        habit.wanted + wanted,
        habit.raised + raised,
        _shown(habit.bet_numbers, number if bets else None),
        _shown(habit.took_numbers, None if bets else number),
        tuple([times + (trick <= reached) for trick, times in enumerate(habit.reached)]),
        tuple([times + (trick in calls) for trick, times in enumerate(habit.called)]),
        habit.tested + tested,
        habit.lost + (tested and heard.loser == seat & 1),
        habit.truco_asked + truco_asked,
        habit.truco_wanted + truco_wanted,
    )


def _without_flor(heard: Heard) -> Sequence[TrucoSaid]:
    """Return what was said to envidos that no flor cancelled, and to trucos."""
    start = next((at for at, each in enumerate(heard.said) if each.verb == "flor"), None)
    if start is None:
        return heard.said
    before = [each for each in heard.said[:start] if each.verb in TRUCO.calls]
    after = heard.said[start + 1 :]
    if heard.flor_answered:
        answered = next(
            (at for at, each in enumerate(after) if each.verb in _ANSWER_VERBS), len(after) - 1
        )
        after = after[answered + 1 :]
    return (*before, *after)


def _answers(said: Sequence[TrucoSaid], seat: int) -> tuple[int, int, int, int, int]:
    """Return how often a seat answered bets, wanted them and raised, and the first two of truco."""
    asked = wanted = raised = truco_asked = truco_wanted = 0
    envido = truco = None
    for each in said:
        mine = each.seat == seat
        if each.verb in BETS:
            if envido is not None and mine:
                asked, wanted, raised = asked + 1, wanted + 1, raised + 1
            envido = each.seat
        elif each.verb in TRUCO.calls:
            if truco is not None and mine:
                truco_asked, truco_wanted = truco_asked + 1, truco_wanted + 1
            truco = each.seat
        elif envido is not None:
            asked, wanted = asked + mine, wanted + (mine and each.verb == "quiero")
            envido = None
        else:
            truco_asked += mine
            truco_wanted += mine and each.verb == "quiero"
            truco = None
    return asked, wanted, raised, truco_asked, truco_wanted


def _shown(numbers: tuple[int, ...], number: int | None) -> tuple[int, ...]:
    if number is None:
        return numbers
    at = number_class(number)
    return (*numbers[:at], numbers[at] + 1, *numbers[at + 1 :])


def order_of_play(mano: int, active: int) -> tuple[int, ...]:
    """Return the active seats in order of play, from the mano on."""
    seats = SEATS_IN[active]
    return (*[seat for seat in seats if seat >= mano], *[seat for seat in seats if seat < mano])
