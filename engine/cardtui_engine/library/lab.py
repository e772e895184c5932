"""The lab: what a seat's choices would have been worth, at most `MOST_CHOICES` of them; which
action of a match was a mistake (`mistake`), and when a bluff or a trap beats the advice
(`ruse_of`). How often people are taken to do what no bot would: `_UNLIKE_BOTS_RATE`. After how many
worlds an action is left: `_GLANCE_WORLDS`, `_FIRST_LOOK_WORLDS`; how long choices are tried at
most: `client/cardtui_studio/film.py`.

A whole match takes long. So look first where a hint advises something else (`suspects`), glance at
each of these, and weigh what seems to have cost most beside what a hint advises (`mistake`): what a
hint advises is never a mistake.

A choice is judged by what the seat could know: in each of many `worlds` that it could not tell from
the true one it is made, and strong bots play the hand to its end. Its worth is the chance to win
the match with the score that this leads to, as the bots themselves reckon it (`Reckoner`). Where
they do not, it is what the hand brings from that moment on: the points or chips of the player's
side, less those of the others. The same worlds and the same bits serve all choices, so that luck
falls on all of them alike.

Not all worlds are as likely. Who bets mostly has something to bet on: a world comes the more often,
the likelier strong bots in the others' seats would have done there what the others did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import islice
from math import sqrt
from typing import Any, Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level, Reckoner
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.library.advising import answers_for, usual
from cardtui_engine.library.records import Act, Step
from cardtui_engine.library.registry import get_bot_maker
from cardtui_engine.library.simulate import next_act
from cardtui_engine.library.worlds import Course, World, worlds
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules

MOST_CHOICES: Final = 12
"""How many actions of a seat are compared at most: those that a bot thinks of come first."""

_GLANCE_WORLDS: Final = 3
"""In how many worlds an action is tried at a glance."""

_FIRST_LOOK_WORLDS: Final = 10
"""After so many worlds an action that seems to have cost nothing is left."""

_TIMES_ASKED: Final = 3
"""How often a bot is asked whether it would have done what somebody did."""

_UNLIKE_BOTS_RATE: Final = 0.1
"""How often people do what no bot would do: so much stays possible."""

_MOST_ACTIONS: Final = 600
"""After so many actions a hand is left as it stands; no game of bots takes as long."""

_STANDARD_ERRORS_95: Final = 1.96
"""How many standard errors lie between a mean and the ends of its interval of 95 %."""


class Ruse(Enum):
    """Why a choice is the best that a hint does not advise: the others do not know the cards."""

    BLUFF = "bluff"
    """A raise that is worth more only where the others give up."""
    TRAP = "trap"
    """Not to raise, where the raise is worth less only because the others give up."""


class Worth(NamedTuple):
    """What one action would have been worth.

    Attributes:
        action: the action.
        mean: the chance to win the match with it; or the points or chips that it brings on average,
            less those of the others.
        margin: with 95 % confidence the true mean is not further away than this.
        loss: by how much that is less than the best.
        loss_margin: with 95 % confidence the true loss is not further away than this.
        wins: in which part of the worlds the hand brings more than it costs.
        chosen: how often the bot chooses it that a hint asks.
    """

    action: Action
    mean: float
    margin: float
    loss: float
    loss_margin: float
    wins: float
    chosen: float

    @property
    def worse(self) -> bool:
        """Whether it is surely worse than the best; that is the best by luck, too.

        So twice the margin is asked for.
        """
        return self.loss > 2 * self.loss_margin > 0


class Appraisal(NamedTuple):
    """What the choices of a seat at one moment would have been worth.

    Attributes:
        choices: the best first.
        worlds: in how many worlds they were tried.
        contests: by the name of what is compared beside the play, such as envido, the part of the
            worlds in which the seat's side has more.
        of_match: whether worth is the chance to win the match.
        advised: what a hint advises.
        ruse: why another choice is surely better than that; ``None`` if it is not, or plainly so.
    """

    choices: tuple[Worth, ...]
    worlds: int
    contests: Mapping[str, float]
    of_match: bool
    advised: Action
    ruse: Ruse | None

    def of(self, action: Action) -> Worth:
        """Return what that action is worth.

        Raises:
            LookupError: it was not compared.
        """
        for each in self.choices:
            if each.action == action:
                return each
        raise LookupError(f"{action} was not compared")


class Mistake(NamedTuple):
    """An action that was worth less than what a hint advises.

    Attributes:
        step: its place among the steps of the match.
        act: what was done.
        done: what that was worth.
        best: what was advised.
        sure: whether it surely was a mistake: luck may have made it look like one.
        of_match: whether worth is the chance to win the match.
    """

    step: int
    act: Act
    done: Worth
    best: Worth
    sure: bool = True
    of_match: bool = False


def appraise(
    course: Course,
    seat: int,
    bits: Bits,
    played: Action | None = None,
    most: int = MOST_CHOICES,
    *,
    glance: bool = False,
) -> Iterator[Appraisal]:
    """Yield what a seat's choices are worth, anew after each world: the longer, the surer.

    Args:
        course: a hand, as far as a moment at which the game waits for the seat.
        seat: whose choices are judged.
        bits: the source of worlds, and of what the bots do.
        played: what was done, which is compared in any case.
        most: how many actions are compared at most.
        glance: whether quicker bots play on, and all worlds are taken to be equally likely.

    Raises:
        ValueError: the game does not wait for the seat.
    """
    rules = course.rules
    if seat not in rules.turn(course.state).to_act:
        raise ValueError(f"the game does not wait for seat {seat}")
    bots = _bots(course, Level.HARD)
    view = rules.seat_view(course.state, seat)
    answers = answers_for(rules.id, course.options, rules.seated(course.state), view)
    asked = [each.action for each in answers if each.action is not None]
    advised = usual(answers).action
    assert advised is not None
    actions = _compared(course, seat, [advised, *asked], played)[:most]
    reckon = _reckoner(rules, seat, bots[seat])
    tried = [Tried(action, [], []) for action in actions]
    led: dict[str, int] = {}
    likelihood = None if glance else partial(_likelihood, rules, seat, bots, Bits(bits.next64()))
    bots = _bots(course, Level.NORMAL) if glance else bots
    for number, world in enumerate(worlds(course, seat, bits, likelihood), 1):
        luck = bits.next64()
        for action, brought, left in tried:
            after, gave_up = _played_out(rules, world.state, Act(seat, action), bots, Bits(luck))
            brought.append(reckon(after) - reckon(world.state))
            left.append(gave_up)
        for name, values in rules.contests(world.state).items():
            led[name] = led.get(name, 0) + _leads(rules, seat, values)
        contests = {name: count / number for name, count in led.items()}
        of_match = isinstance(bots[seat], Reckoner)
        choices = _judged(tried, asked, reckon(course.state) if of_match else 0.0)
        ruse = ruse_of(tried, choices, advised, partial(_price, rules, course.state, seat))
        yield Appraisal(choices, number, contests, of_match, advised, ruse)


def appraised(
    course: Course, seat: int, bits: Bits, *, worlds: int, played: Action | None = None
) -> Appraisal:
    """Return what a seat's choices are worth, tried in so many worlds.

    Raises:
        ValueError: the game does not wait for the seat, or there is to be no world.
    """
    if worlds < 1:
        raise ValueError(f"worlds: at least 1, not {worlds}")
    *_rest, last = islice(appraise(course, seat, bits, played), worlds)
    return last


def decisions(rules: AnyRules, steps: Sequence[Step], seat: int | None = None) -> list[int]:
    """Return where in a match somebody who held cards had to choose: the steps that followed.

    Args:
        steps: the steps of the match, from its start.
        seat: whose choices; by default everybody's.
    """
    return [
        place
        for place, step in enumerate(steps)
        if isinstance(step.entry, Act)
        and seat in (None, step.entry.seat)
        and _chooses(rules, steps[place - 1].state, step.entry.seat)
    ]


def suspects(
    rules: AnyRules,
    options: Mapping[str, OptionValue],
    steps: Sequence[Step],
    places: Sequence[int],
) -> list[int]:
    """Return at which of a match's decisions a hint advises something else: where to look first.

    Other deeds come before other cards, as they mostly cost more; then they come from all over the
    match, so that who has little time has looked everywhere.
    """
    deeds: list[int] = []
    cards: list[int] = []
    for place in places:
        entry, before = steps[place].entry, steps[place - 1].state
        assert isinstance(entry, Act)
        view = rules.seat_view(before, entry.seat)
        told = answers_for(rules.id, options, rules.seated(before), view)
        answers = [each.action for each in told]
        if entry.action not in answers:
            alike = answers[0] is not None and _deed(answers[0]) == _deed(entry.action)
            (cards if alike else deeds).append(place)
    return [*_spread(deeds), *_spread(cards)]


def _spread(places: Sequence[int]) -> list[int]:
    """Return places in an order in which each beginning of them comes from everywhere.

    >>> _spread(range(1, 8))
    [1, 5, 3, 7, 2, 6, 4]
    """
    width = len(places).bit_length()
    numbers = sorted(range(len(places)), key=lambda number: f"{number:0{width}b}"[::-1])
    return [places[number] for number in numbers]


def mistake(
    course: Course, step: int, act: Act, bits: Bits, *, worlds: int, glance: bool = False
) -> Mistake | None:
    """Return what an action seems to have cost beside what a hint advises; ``None`` for nothing.

    Whether it may have cost anything is seen after a few worlds: most actions are tried in no more.

    Args:
        course: the hand until then.
        step: the place of the action among the steps of the match.
        act: the action, one of the match's `decisions`.
        bits: the source of worlds, and of what the bots do.
        worlds: in how many worlds choices are tried.
        glance: whether a quick look is enough, which makes nothing sure.
    """
    worlds = min(worlds, _GLANCE_WORLDS) if glance else worlds
    for seen in appraise(course, act.seat, bits, act.action, most=2, glance=glance):
        if seen.advised == act.action:
            return None
        done, best = seen.of(act.action), seen.of(seen.advised)
        costs = done.loss > done.loss_margin / 2
        if seen.worlds == worlds or (seen.worlds == _FIRST_LOOK_WORLDS and not costs):
            sure = done.worse and not glance
            return Mistake(step, act, done, best, sure, seen.of_match) if costs else None
    raise AssertionError("worlds are without end")


def _chooses(rules: AnyRules, state: Any, seat: int) -> bool:
    if seat not in rules.turn(state).to_act:
        return False
    _seat, cards, choices, _game = rules.own_view(state, seat)
    return bool(cards) and len(list(islice((each for one in choices for each in one), 2))) > 1


def _bots(course: Course, level: Level) -> list[Bot]:
    """Return the bots that play a hand to its end, one for each seat."""
    make, seats = get_bot_maker(course.rules.id), course.rules.seated(course.state)
    return [make(course.options, seats, level) for _ in range(seats)]


def _compared(
    course: Course, seat: int, asked: Sequence[Action], played: Action | None
) -> list[Action]:
    """Return the actions to compare: what was done, what the bot would do, and what else may be."""
    rules, state = course.rules, course.state
    first = [] if played is None else [played]
    simplest = [choice.first() for choice in rules.legal(state, seat)]
    cards = [each for each in islice(rules.actions(state, seat), 4 * MOST_CHOICES) if _tells(each)]
    return list(dict.fromkeys([*first, *asked, *simplest, *cards]))


def _tells(action: Action) -> bool:
    """Whether an action is another one by its card: of numbers and amounts there is no end."""
    return action.card is not None or action.discard is not None or action.source is not None


def _played_out(
    rules: AnyRules, state: Any, act: Act, bots: Sequence[Bot], bits: Bits
) -> tuple[Any, bool]:
    """Return the end of the hand, if the bots go on after that action, and whether others gave up.

    Those are the others than the side that begins.
    """
    seat, left = act.seat, False
    for _ in range(_MOST_ACTIONS):
        if act.action.card is None and not _same_side(rules, act.seat, seat):
            left = left or _choice(rules, state, act).kind is ChoiceKind.GIVES_UP
        state, _events = rules.apply(state, act.seat, act.action)
        turn = rules.turn(state)
        if turn.wants_pack or turn.over:
            break
        act = next_act(rules, state, bots, bits)
    return state, left


def _same_side(rules: AnyRules, one: int, other: int) -> bool:
    team = rules.team_of(one)
    return one == other if team is None else rules.team_of(other) == team


def _choice(rules: AnyRules, state: Any, act: Act) -> Choice:
    """Return the choice that an action is of."""
    choices = rules.legal(state, act.seat)
    return next((each for each in choices if act.action in each), Choice(act.action.verb))


def _price(rules: AnyRules, state: Any, seat: int, action: Action) -> int:
    """Return what an action plays for, or costs; 0 for what gives up."""
    choice = _choice(rules, state, Act(seat, action))
    return 0 if choice.kind is ChoiceKind.GIVES_UP else choice.price or 0


def _reckoner(rules: AnyRules, seat: int, bot: Bot) -> Callable[[Any], float]:
    """Return what says how good a position is by its score: the chance to win the match, or more.

    Where the bots do not reckon that chance, it is the points or chips that a side has more.
    """
    if isinstance(bot, Reckoner):
        return lambda state: bot.match_chance(rules.seat_view(state, seat))
    return lambda state: _standing(rules, state, seat)


def _likelihood(rules: AnyRules, seat: int, bots: Sequence[Bot], bits: Bits, world: World) -> float:
    """Return how likely it is that others did what they did, if that was their world."""
    likelihood = 1.0
    for state, (actor, action) in zip(world.before, world.acts, strict=True):
        if actor == seat or len(rules.verbs_legal(state, actor)) < 2:
            continue
        view = rules.seat_view(state, actor)
        answers = [bots[actor].decide(view, bits) for _ in range(_TIMES_ASKED)]
        alike = sum(each is not None and _deed(each) == _deed(action) for each in answers)
        likelihood *= _UNLIKE_BOTS_RATE + (1 - _UNLIKE_BOTS_RATE) * alike / _TIMES_ASKED
    return likelihood


def _deed(action: Action) -> Action:
    """Return what is weighed of an action: not which card, nor how much, as tastes differ."""
    return action._replace(card=None, to=None, at=None, melds=None, discard=None)


def _standing(rules: AnyRules, state: Any, seat: int) -> float:
    """Return what a side has more than the others have on average."""
    common = rules.view(state, None).common
    if common.chips:
        return float(common.chips[seat])  # what one wins the others pay
    team = rules.team_of(seat)
    side = seat if team is None else team
    merits = [*map(rules.merit, common.scores)]
    others = sum(merits) - merits[side]
    return merits[side] - others / (len(merits) - 1)


def _leads(rules: AnyRules, seat: int, values: Sequence[int]) -> bool:
    return _same_side(rules, values.index(max(values)), seat)


class Tried(NamedTuple):
    """What came of an action in each world.

    Attributes:
        action: the action.
        brought: what the hand brought.
        left: whether others gave up.
    """

    action: Action
    brought: list[float]
    left: list[bool]


def _judged(tried: Sequence[Tried], asked: Sequence[Action], before: float) -> tuple[Worth, ...]:
    """Return what each action is worth, the best first; ``before`` is added to what it brought."""
    best = max([each.brought for each in tried], key=sum)
    judged = []
    for action, results, _left in tried:
        mean, margin = _mean(results)
        loss, loss_margin = _mean([most - own for most, own in zip(best, results, strict=True)])
        wins = sum(each > 0 for each in results) / len(results)
        chosen = asked.count(action) / max(1, len(asked))
        judged.append(Worth(action, before + mean, margin, loss, loss_margin, wins, chosen))
    return tuple(sorted(judged, key=lambda each: (each.loss, -each.chosen)))


def ruse_of(
    tried: Sequence[Tried],
    choices: Sequence[Worth],
    advised: Action,
    price: Callable[[Action], int],
) -> Ruse | None:
    """Return by which ruse the best choice is surely better than what is advised, if by one.

    Of the two, the dearer is no better, or the other is no worse, where nobody gives up to it.
    """
    best = choices[0].action
    if not any(each.action == advised and each.worse for each in choices):
        return None
    if price(best) == price(advised):
        return None
    results = {each.action: each for each in tried}
    dearer = max((best, advised), key=price)
    worlds = zip(results[best].brought, results[advised].brought, results[dearer].left, strict=True)
    if sum(more - less for more, less, left in worlds if not left) > 0:
        return None
    return Ruse.BLUFF if dearer == best else Ruse.TRAP


def _mean(results: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and how far the true one may be away from it."""
    count = len(results)
    mean = sum(results) / count
    spread = sum((each - mean) ** 2 for each in results) / max(1, count - 1)
    return mean, _STANDARD_ERRORS_95 * sqrt(spread / count)
