"""Actions: what a seat does, and the form that each verb's arguments must have.

An `Action` is one value for all games: a verb and the arguments that notation gives it.
A game lists its verbs as `Verb`s; from those, actions are read from plain data
(scenarios, records) and checked for form before any rule looks at them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from cardtui_engine.cards import Card, Deck
from cardtui_engine.refusals import Code, IllegalAction


class Action(NamedTuple):
    """A verb with its arguments; an argument that is not given is ``None``."""

    verb: str
    card: Card | None = None
    to: int | None = None
    points: int | None = None
    at: int | None = None
    text: str | None = None


class Kind(Enum):
    """What kind of value an argument is."""

    CARD = "card"
    NUMBER = "number"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Param:
    """One argument of a verb; its name is a field of `Action`."""

    name: str
    kind: Kind
    required: bool = True


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of a game, with the arguments it takes."""

    name: str
    params: tuple[Param, ...] = ()


def malformed(template: str, **args: object) -> IllegalAction:
    """Build the refusal of an action whose form is wrong."""
    return IllegalAction(Code.MALFORMED, template, None, **args)


_NO_ARGUMENTS = (None,) * (len(Action._fields) - 1)


def check_form(action: Action, verb: Verb | None) -> None:
    """Refuse an action whose form does not fit its verb.

    Args:
        action: the action as it came in.
        verb: the game's verb of that name, ``None`` if the game has none.

    Raises:
        IllegalAction: ``malformed``: unknown verb; missing, wrong-typed or superfluous argument.
    """
    if verb is None:
        raise malformed("This game has no action “{verb}”.", verb=action.verb)
    if not verb.params:
        if action[1:] != _NO_ARGUMENTS:
            raise malformed("“{verb}” takes no argument.", verb=verb.name)
        return
    given = sum(value is not None for value in action[1:])
    for param in verb.params:
        value = getattr(action, param.name)
        if value is None:
            if param.required:
                raise malformed("“{verb}” needs “{name}”.", verb=verb.name, name=param.name)
            continue
        given -= 1
        wanted = str if param.kind is Kind.TEXT else int
        if type(value) is not wanted:
            raise malformed(
                "“{name}” of “{verb}” has the wrong type.", verb=verb.name, name=param.name
            )
    if given:
        raise malformed("“{verb}” has an argument that it does not take.", verb=verb.name)


def parse_action(data: Mapping[str, Any], verbs: Mapping[str, Verb], deck: Deck) -> Action:
    """Read an action from plain data: ``{"do": verb, argument: value, …}``.

    Cards are codes there. Keys whose value is ``None`` count as left out.

    Raises:
        IllegalAction: ``malformed``.
    """
    name = data.get("do")
    if not isinstance(name, str) or name not in verbs:
        raise malformed("This game has no action “{verb}”.", verb=name)
    params = {param.name: param for param in verbs[name].params}
    values: dict[str, Any] = {}
    for key, value in data.items():
        if key == "do" or value is None:
            continue
        param = params.get(key)
        if param is None:
            raise malformed("“{verb}” takes no “{name}”.", verb=name, name=key)
        values[key] = _read_card(value, deck) if param.kind is Kind.CARD else value
    action = Action(name, **values)
    check_form(action, verbs[name])
    return action


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
            data[name] = (
                deck.code(Card(value)) if isinstance(value, int) and name == "card" else value
            )
    return data


def verb_table(*verbs: Verb) -> Mapping[str, Verb]:
    """Return the verbs by name."""
    return {verb.name: verb for verb in verbs}


def simple_verbs(names: Sequence[str]) -> tuple[Verb, ...]:
    """Return verbs that take no argument."""
    return tuple(Verb(name) for name in names)
