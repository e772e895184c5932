"""Action ids: a number for each action of a game, the same in every match with the same options;
which actions have none, such as melds and talk.

They follow from the game's verbs and the form of their arguments. Id 0 is no action: a seat that
may act, but need not, lets the moment pass with it.

What there would be too many of is left out:

- Melds are never named. The rules find them; which ones they are changes nothing of what is won.
- Of a pack that is cut several times over, only cuts in two have ids.
- Talk, and fouls: verbs that are never offered.

Amounts of chips go up to half of all chips at the start: nobody may bet what another one, who is
still in the hand, could not match. Other numbers go up to the size of the pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from cardtui_engine.actions import Action, Kind, Param
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Domain
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules

WAIT_ID: Final = 0
"""The id of letting the moment pass."""

_CHIPS_ARGUMENT: Final = "to"

_Values = tuple[Any, ...]


class _Group:
    """The ids of the actions of one verb.

    Attributes:
        fields: the arguments that an id can have.
        ids: by the values of these arguments, ``None`` for one that is left out.
        keys: by argument, all its values.
    """

    __slots__ = ("fields", "ids", "keys")

    def __init__(self, fields: tuple[str, ...], keys: tuple[_Values, ...], first: int) -> None:
        self.fields = fields
        self.keys = keys
        self.ids: dict[_Values, int] = {
            values: first + number for number, values in enumerate(product(*keys))
        }

    def legal(self, choice: Choice) -> Iterable[int]:
        """Return the ids of a choice's actions."""
        ids = self.ids
        arguments = {each.field: each for each in choice.arguments}
        if not self.fields:
            return ids.values()
        if len(self.fields) == 1:
            field = self.fields[0]
            return [ids[(value,)] for value in _values(arguments.get(field), self.keys[0])]
        each = [
            _values(arguments.get(field), keys)
            for field, keys in zip(self.fields, self.keys, strict=True)
        ]
        return [ids[values] for values in product(*each)]


def _values(domain: Domain | None, keys: _Values) -> Iterator[Any]:
    """Yield the values of an argument that have ids, ``None`` for leaving it out."""
    if domain is None:
        yield None
        return
    if domain.optional:
        yield None
    if domain.size() < len(keys):
        yield from domain.values()
    else:
        yield from [key for key in keys if domain.has(key)]


class ActionIds:
    """The actions of a game by number.

    >>> from cardtui_engine import get_rules
    >>> rules = get_rules("cacho")
    >>> ids = ActionIds(rules, rules.options({"buy_in": 3}, 2), 2)
    >>> len(ids), ids.action(ids.id_of(Action("bet", to=2)))
    (12, Action('bet', to=2))

    Attributes:
        actions: by id; ``None`` for `WAIT_ID`.
    """

    def __init__(self, rules: AnyRules, options: Mapping[str, OptionValue], seats: int) -> None:
        """Number the actions of a game.

        Args:
            options: as `Rules.options` returned them.

        Raises:
            ValueError: a verb takes whatever words its choices name.
        """
        start = rules.start(options, seats, 0)
        chips = sum(rules.view(start, None).common.chips) // 2
        pack = rules.pack_of(start)
        most = max(len(pack), len(rules.deck.codes))
        actions: list[Action | None] = [None]
        self._groups: dict[str, _Group] = {}
        for verb in rules.verbs.values():
            if verb.offered:
                if any(each.kind is Kind.WORD and not each.words for each in verb.params):
                    raise ValueError(
                        f"“{verb.name}” takes words that only its choices know: they have no ids"
                    )
                params = [param for param in verb.params if param.kind is not Kind.MELDS]
                keys = tuple(
                    [
                        _keys(param, pack, chips if param.name == _CHIPS_ARGUMENT else most)
                        for param in params
                    ]
                )
                fields = tuple([param.field for param in params])
                group = _Group(fields, keys, len(actions))
                self._groups[verb.name] = group
                actions += [
                    Action(verb.name, **dict(zip(fields, values, strict=True)))
                    for values in group.ids
                ]
        self.actions: tuple[Action | None, ...] = tuple(actions)

    def __len__(self) -> int:
        return len(self.actions)

    def action(self, number: int) -> Action | None:
        """Return the action of an id; ``None`` for `WAIT_ID`.

        Raises:
            IndexError: there is no such id.
        """
        if number < 0:
            raise IndexError(number)
        return self.actions[number]

    def id_of(self, action: Action | None) -> int:
        """Return the id of an action, whatever melds it names.

        Raises:
            KeyError: the action has no id.
        """
        if action is None:
            return WAIT_ID
        group = self._groups[action.verb]
        return group.ids[tuple([getattr(action, field) for field in group.fields])]

    def legal(self, choices: Iterable[Choice]) -> list[int]:
        """Return the ids of the actions of these choices, in ascending order."""
        groups = self._groups
        return sorted([each for choice in choices for each in groups[choice.verb].legal(choice)])

    def mask(self, legal: Iterable[int]) -> bytearray:
        """Return a byte for each id: 1 for those that are given, 0 for the others."""
        mask = bytearray(len(self.actions))
        for each in legal:
            mask[each] = 1
        return mask


def _keys(param: Param, pack: tuple[Any, ...], most: int) -> _Values:
    """Return the values of an argument that have ids, ``None`` first where it can be left out."""
    values = _KEYS_BY_KIND[param.kind](param, pack, most)
    return values if param.required else (None, *values)


_KEYS_BY_KIND: Final[Mapping[Kind, Callable[[Param, tuple[Any, ...], int], _Values]]] = {
    Kind.CARD: lambda _, pack, __: tuple(sorted(set(pack))),
    Kind.NUMBER: lambda _, __, most: tuple(range(most + 1)),
    Kind.NUMBERS: lambda _, __, most: tuple([(number,) for number in range(most + 1)]),
    Kind.WORD: lambda param, _, __: param.words,
    Kind.FLAG: lambda _, __, ___: (True,),
}
