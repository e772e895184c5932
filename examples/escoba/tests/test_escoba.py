"""Escoba keeps the laws that all games keep, its scenarios hold, and its bots finish matches."""

from pathlib import Path

import pytest

from cardtui_engine import Bits, Level, get_bot_maker, get_rules, play
from cardtui_engine.library.laws import LAWS, Law, Trial
from cardtui_engine.library.scenarios.parse import parse
from cardtui_engine.library.scenarios.run import run

SCENARIOS = parse((Path(__file__).parents[1] / "scenarios/escoba.json").read_text("utf-8"))


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.__name__)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_law_holds(law: Law, seats: int) -> None:
    law(Trial(get_rules("escoba"), seats, 1))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: each.id)
def test_a_scenario_holds(scenario: object) -> None:
    assert run(scenario) is None  # type: ignore[arg-type]


def test_a_hard_bot_wins_more_than_an_easy_one() -> None:
    rules, bits = get_rules("escoba"), Bits(1)
    options, won = rules.options({}, 2), 0
    make = get_bot_maker("escoba")
    for number in range(40):
        levels = (Level.HARD, Level.EASY) if number % 2 else (Level.EASY, Level.HARD)
        bots = [make(options, 2, level) for level in levels]
        *_, last = play(rules, options, bots, bits, dealer=number // 2 % 2)
        outcome = rules.outcome(last.state)
        assert outcome is not None
        won += levels[outcome.winners[0]] is Level.HARD
    assert won > 30
