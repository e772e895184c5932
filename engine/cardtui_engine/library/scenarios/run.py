"""Plays a scenario against the engine, up to the first thing that does not hold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardtui_engine.actions import parse_action
from cardtui_engine.cards import Card
from cardtui_engine.events import Viewer
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.scenarios.parse import Scenario, ScenarioError
from cardtui_engine.plain import cards_in
from cardtui_engine.refusals import BadOption, BadSetup, IllegalAction, either
from cardtui_engine.rules import AnyRules


@dataclass(frozen=True, slots=True)
class Failure:
    """What did not hold, and at which step of the script (from 1; 0 is the setup)."""

    step: int
    reason: str


def run(scenario: Scenario) -> Failure | None:
    """Play a scenario; return the first thing that does not hold, or ``None``.

    Raises:
        ScenarioError: its options, setup or packs do not make a position.
    """
    return _Run(scenario).play()


class _Run:
    """A scenario being played: the state, and the packs still to come."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.rules: AnyRules = get_rules(scenario.game)
        if scenario.seats not in self.rules.seats:
            allowed = either(self.rules.seats)
            raise ScenarioError(scenario.id, f"{scenario.game} is played by {allowed} seats")
        setup = dict(scenario.setup)
        decks = self._decks(setup)
        try:
            options = self.rules.options(scenario.options, scenario.seats)
            self.state = self.rules.setup(options, scenario.seats, setup)
        except BadOption as error:
            raise ScenarioError(f"{scenario.id}, options", str(error)) from None
        except BadSetup as error:
            raise ScenarioError(f"{scenario.id}, setup", str(error)) from None
        self.packs = iter([self._complete(deck) for deck in decks])

    def _decks(self, setup: dict[str, Any]) -> list[list[Any]]:
        """Take the packs out of the setup and return them."""
        place = f"{self.scenario.id}, setup"
        if "deck" in setup and ("decks" in setup or "hands" in setup):
            raise ScenarioError(place, "'deck' goes with neither 'decks' nor 'hands'")
        decks = [setup.pop("deck")] if "deck" in setup else setup.pop("decks", [])
        if not isinstance(decks, list) or not all(isinstance(deck, list) for deck in decks):
            raise ScenarioError(place, "'deck' is a list of cards, 'decks' a list of such lists")
        return decks

    def _complete(self, codes: Sequence[Any]) -> tuple[Card, ...]:
        """Return a pack with the missing cards at its bottom."""
        place = f"{self.scenario.id}, setup"
        try:
            top = self.rules.deck.cards(codes)
        except (KeyError, TypeError) as error:
            raise ScenarioError(place, f"there is no card {error}") from None
        rest = Counter(self.rules.pack_of(self.state))
        rest.subtract(top)
        for card, left in rest.items():
            if left < 0:
                code = self.rules.deck.code(card)
                raise ScenarioError(place, f"the pack holds fewer {code} than the deck names")
        return top + tuple(rest.elements())

    def play(self) -> Failure | None:
        self._deal()
        for number, step in enumerate(self.scenario.script, start=1):
            reason = self._step(step, f"{self.scenario.id}, step {number}")
            if reason is not None:
                return Failure(number, reason)
        return None

    def _deal(self) -> None:
        while self.rules.turn(self.state).wants_pack:
            pack = next(self.packs, None)
            if pack is None:
                return
            self.state, _ = self.rules.deal(self.state, pack)

    def _step(self, step: Mapping[str, Any], place: str) -> str | None:
        if "do" in step:
            return self._act(step)
        if "check" in step:
            return self._check(step["check"])
        if "can" in step:
            return self._can(step["can"])
        return self._sees(step["sees"], place)

    def _act(self, step: Mapping[str, Any]) -> str | None:
        data = {key: value for key, value in step.items() if key not in ("seat", "refused")}
        before = self.rules.facts(self.state)
        wanted = step.get("refused")
        try:
            action = parse_action(data, self.rules.verbs, self.rules.deck)
            after, _ = self.rules.apply(self.state, step["seat"], action)
        except IllegalAction as refusal:
            if self.rules.facts(self.state) != before:
                return f"refused {_shown(data)} and yet changed the position"
            if wanted is None:
                return f"refused {_shown(data)}: {refusal.code}: {refusal.sentence}"
            if wanted is not True and wanted != refusal.code:
                return f"refused {_shown(data)} as {refusal.code}, not {wanted}"
            return None
        if wanted is not None:
            return f"accepted {_shown(data)}, which must be refused"
        self.state = after
        self._deal()
        return None

    def _check(self, expected: Mapping[str, Any]) -> str | None:
        facts = self.rules.facts(self.state)
        for name, value in expected.items():
            if name not in facts:
                return f"there is no fact {name!r}"
            difference = _difference(value, facts[name], name)
            if difference is not None:
                return difference
        return None

    def _can(self, body: Mapping[str, Any]) -> str | None:
        seat = body["seat"]
        legal = self.rules.verbs_legal(self.state, seat)
        for verb in body.get("verbs", []):
            if verb not in legal:
                return f"seat {seat} cannot {verb}; it can {_listed(legal)}"
        for verb in body.get("not", []):
            if verb in legal:
                return f"seat {seat} can {verb}"
        return None

    def _sees(self, body: Mapping[str, Any], place: str) -> str | None:
        viewer: Viewer = body["seat"]
        if viewer is not None and not 0 <= viewer < self.scenario.seats:
            raise ScenarioError(place, f"there is no seat {viewer}")
        who = "a spectator" if viewer is None else f"seat {viewer}"
        seen = cards_in(self.rules.view(self.state, viewer), self.rules.deck)
        for code in [*body.get("cards", []), *body.get("not", [])]:
            if code not in self.rules.deck.codes:
                raise ScenarioError(place, f"there is no card {code!r}")
        for code in body.get("cards", []):
            if code not in seen:
                return f"{who} does not see {code}"
        for code in body.get("not", []):
            if code in seen:
                return f"{who} sees {code}"
        return None


def _difference(expected: Any, actual: Any, name: str) -> str | None:
    """Return how a fact differs, or ``None``: objects key by key, everything else as a whole."""
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            return f"{name} is {_shown(actual)}, not {_shown(expected)}"
        for key, value in expected.items():
            if key not in actual:
                return f"{name} has no {key!r}"
            difference = _difference(value, actual[key], f"{name}.{key}")
            if difference is not None:
                return difference
        return None
    if json.dumps(expected, sort_keys=True) != json.dumps(actual, sort_keys=True):
        return f"{name} is {_shown(actual)}, not {_shown(expected)}"
    return None


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "do nothing"
