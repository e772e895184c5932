"""Scenarios of positions that were played: the pack, what was done with it, and all facts then."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardtui_engine.actions import action_data
from cardtui_engine.events import HandEnded
from cardtui_engine.library.records import Act, Entry, Pack, Record, Step, TopUp
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.scenarios.parse import Scenario, ScenarioError
from cardtui_engine.library.scenarios.run import run
from cardtui_engine.rules import AnyRules

_EARLIER_HAND_FACTS: Final = ("last",)
"""The facts that tell of the hand before, which no setup can give."""


def scenario_of(record: Record, steps: Sequence[Step], name: str) -> Scenario | None:
    """Return the scenario of the last of a record's steps; ``None`` if no setup leads there.

    It begins with the pack of that hand, if the points or chips from before it are all that
    matters; else with the first pack of the match. Chips that were bought between two hands can
    only be part of what a hand began with.

    Args:
        steps: its positions from the start to the one that is wanted.
    """
    rules = get_rules(record.game)
    facts = rules.facts(steps[-1].state)
    packs = [at for at, step in enumerate(steps) if isinstance(step.entry, Pack)]
    for first in packs[-1:]:
        told = {key: value for key, value in facts.items() if key not in _EARLIER_HAND_FACTS}
        of_the_hand = facts if any(_ends(step) for step in steps[first:]) else told
        setup = _of_the_hand(steps, first, rules)
        scenario = _from(record, steps[first:], setup, of_the_hand, name)
        if scenario is not None and _leads_there(scenario):
            return scenario
    scenario = _from(record, steps[1:], {"dealer": record.dealer}, facts, name)
    return scenario if scenario is not None and _leads_there(scenario) else None


def scenario_text(scenario: Scenario) -> str:
    """Return a scenario as the text of a file: each step and each key in a line of its own."""
    head = {
        "id": scenario.id,
        "clauses": [*scenario.clauses],
        "game": scenario.game,
        "options": dict(scenario.options),
        "seats": scenario.seats,
        "setup": dict(scenario.setup),
    }
    lines = [f"  {_json(key)}: {_json(value)}," for key, value in head.items()]
    script = ",\n".join(f"    {_json(step)}" for step in scenario.script)
    return "\n".join(["{", *lines, '  "script": [', script, "  ]", "}", ""])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _of_the_hand(steps: Sequence[Step], first: int, rules: AnyRules) -> dict[str, Any]:
    """Return a setup with what everybody had before a hand, and who deals it."""
    before, after = rules.facts(steps[first - 1].state), rules.facts(steps[first].state)
    setup = {key: after[key] for key in ("dealer", "hand")}
    return setup | {key: before[key] for key in ("scores", "chips") if before.get(key)}


def _ends(step: Step) -> bool:
    return any(isinstance(event, HandEnded) for event in step.events)


def _from(
    record: Record,
    steps: Sequence[Step],
    setup: Mapping[str, Any],
    facts: Mapping[str, Any],
    name: str,
) -> Scenario | None:
    """Return the scenario of those steps; ``None`` if one of them buys chips.

    Args:
        steps: the steps, of which the first deals.
        facts: what must hold after them.
    """
    rules = get_rules(record.game)
    entries: list[Entry] = [step.entry for step in steps if step.entry is not None]
    if any(isinstance(entry, TopUp) for entry in entries):
        return None
    defaults = {spec.name: spec.default for spec in rules.specs}
    packs = [
        [rules.deck.code(card) for card in entry.cards]
        for entry in entries
        if isinstance(entry, Pack)
    ]
    script = [
        {"seat": entry.seat, **action_data(entry.action, rules.deck)}
        for entry in entries
        if isinstance(entry, Act)
    ]
    dealt = {"deck": packs[0]} if len(packs) == 1 else {"decks": packs}
    return Scenario(
        id=name,
        clauses=(),
        game=record.game,
        options={
            key: list(value) if isinstance(value, tuple) else value
            for key, value in record.options.items()
            if value != defaults[key]
        },
        seats=record.seats,
        setup={**setup, **(dealt if packs else {})},
        script=(*script, {"check": dict(facts)}),
    )


def _leads_there(scenario: Scenario) -> bool:
    try:
        return run(scenario) is None
    except ScenarioError:
        return False
