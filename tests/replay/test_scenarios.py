"""A position of a match is copied as a scenario that leads there."""

import json

import pytest

from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import TopUp, replay
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.scenarios.parse import parse
from cardtui_engine.library.scenarios.run import run
from cardtui_engine.library.scenarios.write import scenario_of
from tests.support.films import BY_DAY_AND_NIGHT, TRANSCRIPTS, film_of


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_DAY_AND_NIGHT)
def test_every_position_has_a_scenario_that_holds(name: str) -> None:
    film = film_of(name)
    rules = get_rules(film.record.game)
    for at, step in enumerate(replay(film.record)):
        text = film.scenario(at)
        if not text:
            assert isinstance(step.entry, TopUp), "only chips that were just bought have none"
            continue
        (scenario,) = parse(text)
        assert run(scenario) is None
        facts = rules.facts(step.state)
        (checked,) = [each["check"] for each in scenario.script if "check" in each]
        assert set(facts) - set(checked) <= {"last"}


def test_it_begins_with_its_hand() -> None:
    film = film_of("truco-argentino-2")
    hand = film.hands[3]
    scenario = json.loads(film.scenario(hand.first + 2))
    assert scenario["id"] == "truco-argentino/hand-4-step-2"
    assert scenario["setup"]["hand"] == 4
    assert len(scenario["setup"]["deck"]) == 40
    assert ["do" in step for step in scenario["script"]] == [True, True, False]


def test_it_begins_with_the_match_where_more_came_from_the_hands_before() -> None:
    film = film_of("truco-argentino-6")
    scenario = json.loads(film.scenario(film.last))
    assert "hand" not in scenario["setup"], "which deal of six it is stands in no setup"
    assert len(scenario["setup"]["decks"]) == len(film.hands)


def test_it_has_only_the_options_that_differ() -> None:
    name = "truco-argentino-tradicional"
    record = read((TRANSCRIPTS / f"{name}.txt").read_bytes())
    scenario = scenario_of(record, [*replay(record)], "here")
    assert scenario is not None
    defaults = {spec.name: spec.default for spec in get_rules(record.game).specs}
    assert scenario.options
    assert all(value != defaults[option] for option, value in scenario.options.items())
