"""Options of any game: what is said of one (`OptionSpec`: its default, its bounds), which values
are refused and with which sentence (`check_options`), and ready sets (`Preset`). Which a game has
is in its own options.py.

A game describes its options as `OptionSpec`s. They serve to check the values that a match starts
with, to build the form that a client shows, and to write the help, which names the clause that an
option changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from cardtui_engine.refusals import BadOption

OptionValue = bool | int | str | tuple[int, ...]
"""A value of an option; a tuple holds one number for each seat."""


class OptionKind(Enum):
    """The kind of values that an option takes."""

    FLAG = "flag"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"
    NUMBER_BY_SEAT = "number_by_seat"
    """One number for all seats, or a list with one number for each seat."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a game.

    Attributes:
        name: as in the rule sheet.
        kind: what values it takes.
        default: the sheet's default.
        help: one English sentence that says what it changes; a message id for translation.
        clause: the clause that it changes, or ``""``.
        choices: the values of an `OptionKind.CHOICE`.
        low: the least value of a number.
        high: the greatest value of a number, or the greatest length of a text.
        step: how far apart the values of a number are, from the least one on.
        short: the least and the greatest number that keep a match short enough to be played out in
            a test; ``None`` if the option does not make matches longer.
    """

    name: str
    kind: OptionKind
    default: OptionValue
    help: str
    clause: str = ""
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 1_000_000
    step: int = 1
    short: tuple[int, int] | None = None

    def check(self, value: Any, seats: int) -> OptionValue:
        """Return the value, checked, as the engine keeps it.

        Raises:
            BadOption: the option does not take that value; the sentence says which values it takes.
        """
        match self.kind:
            case OptionKind.FLAG:
                if isinstance(value, bool):
                    return value
                raise self._refused("{name} takes true or false, not {value}.", value)
            case OptionKind.CHOICE:
                if isinstance(value, str) and value in self.choices:
                    return value
                raise self._refused(
                    "{name} takes one of {choices}, not {value}.",
                    value,
                    choices=", ".join(self.choices),
                )
            case OptionKind.TEXT:
                if isinstance(value, str) and len(value) <= self.high:
                    return value
                raise self._refused(
                    "{name} takes a text of at most {high} characters.", value, high=self.high
                )
            case OptionKind.NUMBER:
                return self._number(value)
            case OptionKind.NUMBER_BY_SEAT:
                if isinstance(value, list | tuple):
                    if len(value) != seats:
                        raise self._refused(
                            "{name} takes one number for each of {seats} seats.", value, seats=seats
                        )
                    return tuple(self._number(each) for each in value)
                return self._number(value)

    def _number(self, value: Any) -> int:
        if type(value) is int and value in range(self.low, self.high + 1, self.step):
            return value
        if self.step > 1:
            numbers = ", ".join(map(str, range(self.low, self.high + 1, self.step)))
            raise self._refused(
                "{name} takes one of {choices}, not {value}.", value, choices=numbers
            )
        raise self._refused(
            "{name} takes a number from {low} to {high}, not {value}.",
            value,
            low=self.low,
            high=self.high,
        )

    def _refused(self, template: str, value: Any, **args: object) -> BadOption:
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        return BadOption(template, name=self.name, value=f"“{shown}”", **args)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, after how people play.

    Attributes:
        name: its name.
        values: those that differ from the defaults.
        usual: whether most tables play by it; of a game's presets, one is.
    """

    name: str
    values: Mapping[str, OptionValue]
    usual: bool = False


def number(options: Mapping[str, OptionValue], name: str) -> int:
    """Return the value of an option that is a number for the whole table."""
    value = options[name]
    assert isinstance(value, int)
    return value


def usual_preset(presets: Iterable[Preset]) -> str:
    """Return the name of the preset that most tables play; ``""`` where there is none."""
    return next((each.name for each in presets if each.usual), "")


def check_options(
    specs: tuple[OptionSpec, ...], given: Mapping[str, Any], seats: int
) -> dict[str, OptionValue]:
    """Return every option's value: those given, checked, and the defaults for the others.

    Raises:
        BadOption: an option does not exist or does not take the value.
    """
    known = {spec.name for spec in specs}
    for name in given:
        if name not in known:
            raise BadOption(
                "There is no option “{name}”; choose from {names}.",
                name=name,
                names=", ".join(sorted(known)),
            )
    return {
        spec.name: spec.check(given[spec.name], seats) if spec.name in given else spec.default
        for spec in specs
    }
