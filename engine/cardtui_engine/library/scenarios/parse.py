"""Scenarios read from JSON text (`parse`): a position, a script, and what must hold on the way;
malformed ones are refused, with the place.

Reading files is the caller's business. `cardtui_engine.library.scenarios.run` plays what was read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardtui_engine.library.registry import game_ids, is_game
from cardtui_engine.refusals import Code


class ScenarioError(ValueError):
    """A scenario that cannot be run; ``place`` says where it is wrong, and ``reason`` why."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"{place}: {reason}")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, field by field as in notation."""

    id: str
    clauses: tuple[str, ...]
    game: str
    options: Mapping[str, Any]
    seats: int
    setup: Mapping[str, Any]
    script: tuple[Mapping[str, Any], ...]


_KEYS = {
    "id": str,
    "clauses": list,
    "game": str,
    "options": dict,
    "seats": int,
    "setup": dict,
    "script": list,
}
_REQUIRED = ("id", "game", "seats", "setup", "script")
_DEFAULTS: Mapping[str, Any] = {"clauses": [], "options": {}}


def parse(text: str) -> list[Scenario]:
    """Return the scenarios in a JSON text that holds one scenario or a list of them.

    Raises:
        ScenarioError: the text is not JSON, or something in it is not a scenario.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ScenarioError(f"line {error.lineno}, column {error.colno}", error.msg) from None
    except RecursionError:
        raise ScenarioError("line 1", "nested too deeply") from None
    items = data if isinstance(data, list) else [data]
    scenarios = [_scenario(item, number) for number, item in enumerate(items, start=1)]
    seen: set[str] = set()
    for scenario in scenarios:
        if scenario.id in seen:
            raise ScenarioError(scenario.id, "two scenarios have this id")
        seen.add(scenario.id)
    return scenarios


def _scenario(item: Any, number: int) -> Scenario:
    place = f"scenario {number}"
    if not isinstance(item, dict):
        raise ScenarioError(place, "a scenario is an object")
    if isinstance(item.get("id"), str):
        place = item["id"]
    for key, value in item.items():
        if key not in _KEYS:
            raise ScenarioError(place, f"unknown key {key!r}; there are {', '.join(_KEYS)}")
        if type(value) is not _KEYS[key]:
            raise ScenarioError(place, f"{key!r} must be {_type_name(_KEYS[key])}")
    for key in _REQUIRED:
        if key not in item:
            raise ScenarioError(place, f"{key!r} is missing")
    values = {**_DEFAULTS, **item}
    if not is_game(values["game"]):
        known = ", ".join(game_ids())
        raise ScenarioError(place, f"unknown game {values['game']!r}; there are {known}")
    if not all(isinstance(clause, str) for clause in values["clauses"]):
        raise ScenarioError(place, "'clauses' must be a list of texts")
    for step_number, step in enumerate(values["script"], start=1):
        _check_step(step, f"{place}, step {step_number}")
    return Scenario(
        id=values["id"],
        clauses=tuple(values["clauses"]),
        game=values["game"],
        options=values["options"],
        seats=values["seats"],
        setup=values["setup"],
        script=tuple(values["script"]),
    )


def _check_step(step: Any, place: str) -> None:
    """Refuse a step that is not an action, a ``check``, a ``can`` or a ``sees``."""
    if not isinstance(step, dict):
        raise ScenarioError(place, "a step is an object")
    if "do" in step:
        if type(step.get("seat")) is not int:
            raise ScenarioError(place, "an action needs 'seat', a number")
        refused = step.get("refused", True)
        if refused is not True and refused not in list(Code):
            raise ScenarioError(place, f"'refused' is true or one of {', '.join(Code)}")
        return
    kinds = {"check": (None, None), "can": ("verbs", int), "sees": ("cards", int)}
    kind = next(iter(step), "")
    if len(step) != 1 or kind not in kinds:
        raise ScenarioError(place, "a step is an action ('seat', 'do'), 'check', 'can' or 'sees'")
    body = step[kind]
    if not isinstance(body, dict):
        raise ScenarioError(place, f"{kind!r} must be an object")
    if kind == "check":
        if not body:
            raise ScenarioError(place, "'check' names no fact")
        return
    wanted = "verbs" if kind == "can" else "cards"
    for key, value in body.items():
        if key not in ("seat", wanted, "not"):
            raise ScenarioError(place, f"{kind!r} takes 'seat', {wanted!r} and 'not', not {key!r}")
        if key != "seat" and not (
            isinstance(value, list) and all(isinstance(each, str) for each in value)
        ):
            raise ScenarioError(place, f"{key!r} must be a list of texts")
    seat = body.get("seat")
    if "seat" not in body or not (type(seat) is int or (seat is None and kind == "sees")):
        raise ScenarioError(place, f"{kind!r} needs 'seat', a number")
    if not (body.get(wanted) or body.get("not")):
        raise ScenarioError(place, f"{kind!r} names nothing")


def _type_name(kind: type) -> str:
    names = {str: "a text", list: "a list", dict: "an object", int: "a number"}
    return names[kind]
