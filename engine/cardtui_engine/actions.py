"""Actions: what a seat does (`Action`), the form of a verb's arguments (`Verb`, `Param`), and
which actions are refused as malformed (`check_form`). Actions as text are in
`library/action_text.py`.

All games use the same `Action`: a verb and the arguments that notation gives it. A game lists its
verbs as `Verb`s. They are used to read actions from plain data (scenarios, records) and to check
the form of an action before any rule looks at it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple

from cardtui_engine.cards import Card, Deck
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.shared_refusals import NO_ARGUMENT, NO_VERB


class Action(NamedTuple):
    """A verb with its arguments; an argument that was not given is ``None``."""

    verb: str
    card: Card | None = None
    to: int | None = None
    points: int | None = None
    at: int | tuple[int, ...] | None = None
    text: str | None = None
    source: str | None = None
    face_down: bool | None = None
    melds: tuple[tuple[Card, ...], ...] | None = None
    discard: Card | None = None

    def __repr__(self) -> str:
        given = zip(self._fields[1:], self[1:], strict=True)
        named = [f", {name}={value!r}" for name, value in given if value is not None]
        return f"Action({self.verb!r}{''.join(named)})"


class Kind(Enum):
    """The kind of value that an argument takes; a flag is either set or not given."""

    CARD = "card"
    NUMBER = "number"
    NUMBERS = "numbers"
    TEXT = "text"
    WORD = "word"
    FLAG = "flag"
    MELDS = "melds"


@dataclass(frozen=True, slots=True)
class Param:
    """One argument of a verb, as notation names it.

    Attributes:
        name: the name in notation; `field` is the field of `Action` that holds it.
        kind: the kind of value that it takes.
        required: whether the verb must have it.
        words: the values of a `Kind.WORD`; none if each choice has words of its own.
    """

    name: str
    kind: Kind
    required: bool = True
    words: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """The field of `Action`: the name, or ``source`` for ``from`` (a Python keyword)."""
        return "source" if self.name == "from" else self.name

    def fits(self, value: Any) -> bool:
        """Return whether a value has the right type; the rules may still forbid it."""
        match self.kind:
            case Kind.CARD | Kind.NUMBER:
                return type(value) is int
            case Kind.NUMBERS:
                return type(value) is tuple and all(type(each) is int for each in value)
            case Kind.TEXT:
                return type(value) is str
            case Kind.WORD:
                return type(value) is str and (value in self.words or not self.words)
            case Kind.FLAG:
                return value is True
            case Kind.MELDS:
                return type(value) is tuple and all(
                    type(meld) is tuple and all(type(card) is int for card in meld)
                    for meld in value
                )


_PLAIN_TYPES: Final = {Kind.CARD: int, Kind.NUMBER: int, Kind.TEXT: str}


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of a game, with the arguments it takes.

    Attributes:
        name: the name in notation.
        params: the arguments, in the order of notation.
        offered: whether it can be among the choices. A verb that is not offered may still be
            accepted: talk, or a foul.
        bare: whether it can be used without arguments.
        only: for a verb that has, or needs, exactly one argument, if that is of a plain type: the
            index of its field in `Action`, and that type.
    """

    name: str
    params: tuple[Param, ...] = ()
    offered: bool = True
    bare: bool = field(init=False, repr=False, compare=False)
    only: tuple[int, type] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        only = None
        needed = [param for param in self.params if param.required] or self.params
        if len(needed) == 1 and needed[0].kind in _PLAIN_TYPES:
            param = needed[0]
            only = (Action._fields.index(param.field), _PLAIN_TYPES[param.kind])
        object.__setattr__(self, "bare", not any(param.required for param in self.params))
        object.__setattr__(self, "only", only)


def malformed(template: str, **args: object) -> IllegalAction:
    """Build the refusal of an action whose form is wrong."""
    return IllegalAction(Code.MALFORMED, template, None, **args)


_MOST_ARGUMENTS: Final = len(Action._fields) - 1


def check_form(action: Action, verb: Verb | None) -> None:
    """Refuse an action whose form does not fit its verb.

    Args:
        action: the action as received.
        verb: the game's verb of that name; ``None`` if there is none.

    Raises:
        IllegalAction: ``malformed``: the verb is unknown, or an argument is missing, has the wrong
            type, or is not one of the verb's.
    """
    if verb is None:
        raise malformed(NO_VERB, verb=action.verb)
    given = _MOST_ARGUMENTS - action.count(None)
    if not given and verb.bare:
        return
    # The fast path: most actions have one argument, the one that their verb needs.
    only = verb.only
    if given == 1 and only is not None and action[only[0]].__class__ is only[1]:
        return
    if not verb.params:
        raise malformed("“{verb}” takes no argument.", verb=verb.name)
    for param in verb.params:
        value = getattr(action, param.field)
        if value is None:
            if param.required:
                raise malformed("“{verb}” needs “{name}”.", verb=verb.name, name=param.name)
            continue
        given -= 1
        if not param.fits(value):
            raise malformed(
                "“{name}” of “{verb}” has the wrong type.", verb=verb.name, name=param.name
            )
    if given:
        raise malformed("“{verb}” has an argument that it does not take.", verb=verb.name)


def parse_action(data: Mapping[str, Any], verbs: Mapping[str, Verb], deck: Deck) -> Action:
    """Read an action from plain data: ``{"do": verb, argument: value, …}``.

    Cards are given by their codes. A key whose value is ``None``, or a flag that is ``False``,
    counts as left out.

    Raises:
        IllegalAction: ``malformed``.
    """
    name = data.get("do")
    if not isinstance(name, str) or name not in verbs:
        raise malformed(NO_VERB, verb=name)
    params = {param.name: param for param in verbs[name].params}
    values: dict[str, Any] = {}
    for key, value in data.items():
        if key == "do" or value is None:
            continue
        param = params.get(key)
        if param is None:
            raise malformed(NO_ARGUMENT, verb=name, name=key)
        if param.kind is not Kind.FLAG or value is not False:
            values[param.field] = _read_value(value, param.kind, deck)
    action = Action(name, **values)
    check_form(action, verbs[name])
    return action


def _read_value(value: Any, kind: Kind, deck: Deck) -> Any:
    """Return an argument as `Action` holds it; a value of the wrong form is returned as it is."""
    if kind is Kind.CARD:
        return _read_card(value, deck)
    if kind is Kind.NUMBERS and isinstance(value, list):
        return tuple(value)
    if kind is Kind.MELDS and isinstance(value, list):
        return tuple(
            tuple(_read_card(code, deck) for code in meld) if isinstance(meld, list) else meld
            for meld in value
        )
    return value


def _read_card(code: Any, deck: Deck) -> Card:
    try:
        return deck.card(code)
    except (KeyError, TypeError):
        raise malformed("There is no card “{code}”.", code=code) from None


def action_data(action: Action, deck: Deck) -> dict[str, Any]:
    """Return the action as plain data, the inverse of `parse_action`."""
    data: dict[str, Any] = {"do": action.verb}
    for name, value in zip(Action._fields[1:], action[1:], strict=True):
        if value is not None:
            data["from" if name == "source" else name] = _write_value(name, value, deck)
    return data


def _write_value(name: str, value: Any, deck: Deck) -> Any:
    match name:
        case "card" | "discard":
            return deck.code(value)
        case "melds":
            return [[deck.code(card) for card in meld] for meld in value]
        case _:
            return list(value) if isinstance(value, tuple) else value


def verb_table(*verbs: Verb) -> Mapping[str, Verb]:
    """Return the verbs by name."""
    return {verb.name: verb for verb in verbs}


def simple_verbs(names: Sequence[str]) -> tuple[Verb, ...]:
    """Return verbs that take no argument."""
    return tuple(Verb(name) for name in names)
