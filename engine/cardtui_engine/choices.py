"""Choices: everything that a seat may do now, with the price and the kind of each (`ChoiceKind`:
giving up, checking, staking the match), so that nobody needs the rules to act. What is offered,
each game's legal.py decides.

A `Choice` is a verb with a domain for each of its arguments. It is a collection of all the actions
that these allow: it can list them, count them, draw one at random, and test whether it contains an
action.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, Final, TypeVar, final

from cardtui_engine.actions import Action
from cardtui_engine.domains import Domain, Given, RandomBits

D = TypeVar("D")

_MOST_ARGUMENTS: Final = len(Action._fields) - 1


class ChoiceKind(IntEnum):
    """What a choice amounts to, where its verb does not say; the protocol uses the same numbers."""

    PLAIN = 1
    """Nothing beyond what its verb says."""
    CHECK = 2
    """The seat stays in and pays nothing."""
    GIVES_UP = 3
    """The seat gives away what is played for, or its part in it."""
    BURNS = 4
    """The attempt fails and costs the seat a right."""
    TAKES = 5
    """Each of the others loses the price."""
    STAKES_MATCH = 6
    """What the action plays for is worth a whole match."""
    STAYS = 7
    """The seat stays in for the price."""


@final
@dataclass(frozen=True, slots=True, init=False)
class Choice(Collection[Action]):
    """A verb that a seat may use now, with a domain for each of its arguments.

    Iteration yields every action once, the simplest first.

    >>> from cardtui_engine.domains import Range
    >>> bet = Choice("bet", (Range("to", 3, 8),))
    >>> len(bet), bet.first().to, Action("bet", to=9) in bet
    (6, 3, False)

    Attributes:
        verb: the verb.
        arguments: a domain for each argument that may be given, in the verb's order.
        price: the points that the action plays for or gives away, or the chips that it costs;
            ``None`` where neither applies. Where there is an amount to choose, it is what the least
            amount costs, or ``None``.
        kind: what it amounts to.
    """

    verb: str
    arguments: tuple[Domain, ...]
    price: int | None
    kind: ChoiceKind

    def __init__(
        self,
        verb: str,
        arguments: tuple[Domain, ...] = (),
        price: int | None = None,
        kind: ChoiceKind = ChoiceKind.PLAIN,
    ) -> None:
        # Every decision builds one or two of these; this is twice as fast as the generated method.
        _set_verb(self, verb)
        _set_arguments(self, arguments)
        _set_price(self, price)
        _set_kind(self, kind)

    def __iter__(self) -> Iterator[Action]:
        for given in _filled({}, self.arguments):
            yield Action(self.verb, **given)

    def __len__(self) -> int:
        return _size({}, self.arguments)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action) or action.verb != self.verb:
            return False
        given: dict[str, Any] = {}
        for argument in self.arguments:
            domain = argument.after(given)
            value = getattr(action, domain.field)
            if value is not None:
                if not domain.has(value):
                    return False
                given[domain.field] = value
            elif not domain.optional:
                return False
        return action.count(None) == _MOST_ARGUMENTS - len(given)

    def first(self) -> Action:
        """Return the simplest action: no optional arguments, and the first value for the others."""
        return next(iter(self))

    def sample(self, bits: RandomBits) -> Action:
        """Return one of this choice's actions, drawn at random; its verb is always the same.

        The arguments are drawn in turn. An optional argument is left out half of the time;
        otherwise all its values are equally likely.
        """
        if not self.arguments:
            return _bare(self.verb)
        given: dict[str, Any] = {}
        for argument in self.arguments:
            domain = argument.after(given) if given else argument
            if not (domain.optional and (not domain.size() or bits.below(2))):
                given[domain.field] = domain.draw(bits)
        return Action(self.verb, **given)

    def domain(self, kind: type[D]) -> D:
        """Return the domain of that class; no choice has two of one class.

        Raises:
            LookupError: the choice has no domain of that class.
        """
        for argument in self.arguments:
            if isinstance(argument, kind):
                return argument
        raise LookupError(f"“{self.verb}” has no domain {kind.__name__}")


_Setter = Callable[[Choice, Any], None]
_set_verb: Final[_Setter] = Choice.__dict__["verb"].__set__
_set_arguments: Final[_Setter] = Choice.__dict__["arguments"].__set__
_set_price: Final[_Setter] = Choice.__dict__["price"].__set__
_set_kind: Final[_Setter] = Choice.__dict__["kind"].__set__


@cache
def _bare(verb: str) -> Action:
    """Return the action of a verb without arguments: most actions are drawn from few of these."""
    return Action(verb)


def _filled(given: Given, arguments: tuple[Domain, ...]) -> Iterator[Given]:
    """Yield every way of adding the arguments that follow to those already given."""
    if not arguments:
        yield given
        return
    domain = arguments[0].after(given)
    if domain.optional:
        yield from _filled(given, arguments[1:])
    for value in domain.values():
        yield from _filled({**given, domain.field: value}, arguments[1:])


def _size(given: Given, arguments: tuple[Domain, ...]) -> int:
    """Return the number of ways in which the arguments that follow can be given."""
    if not arguments:
        return 1
    domain, rest = arguments[0].after(given), arguments[1:]
    if all(argument.after(given) is argument for argument in rest):
        return (domain.size() + domain.optional) * _size(given, rest)
    # The domains that follow depend on this value; there are few values in that case.
    return sum([_size(each, rest) for each in _filled(given, arguments[:1])])
