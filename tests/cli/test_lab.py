"""`cardtui lab` says what choices would have been worth, and which were mistakes."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.bots import Reason
from cardtui_engine.library.lab import Mistake, Worth, mistake
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Act
from cardtui_engine.library.worlds import Course
from tests.cli.conftest import Cardtui
from tests.support.films import record_of


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_studio.film.TRYING_SECONDS", 0.2)
    monkeypatch.setattr("cardtui_studio.film.TRYING_HANDS", 12)


@pytest.fixture
def match(tmp_path: Path) -> str:
    path = tmp_path / "match.txt"
    path.write_text(write(record_of("truco-argentino-2")), encoding="utf-8")
    return str(path)


@pytest.mark.nightly
def test_the_choices_of_a_step_are_told_the_best_first(cardtui: Cardtui, match: str) -> None:
    told = cardtui("lab", match, "--step", "14").out.splitlines()
    assert told[0] == "Hand 2, step 14: Ana to act, holding 10B 11O 3C."
    assert told[1].startswith("Tried in ")
    assert told[-1].startswith(("Best: ", "Too close to call: ")), "of the numbers above"
    assert told[-1].endswith((".", "…"))
    choices = told[-9:-1]
    assert sum(line.startswith("→ Truco ") for line in told) == 1, "what was done is marked"
    assert any("Fold" in line for line in choices)
    assert all("a strong bot: " in line for line in choices[-4:])


@pytest.mark.slow
def test_the_same_as_json(cardtui: Cardtui, match: str) -> None:
    told = json.loads(cardtui("lab", match, "--step", "14", "--json").out)
    assert (told["hand"], told["step"], told["seat"], told["done"]) == (2, 14, 0, "truco")
    assert told["worlds"] >= 1
    losses = [each["loss"] for each in told["choices"]]
    assert losses == sorted(losses)
    assert losses[0] == 0
    advice = told["advice"]
    assert advice["action"] in {each["action"] for each in told["choices"]}
    assert advice["reason"] in {each.value for each in Reason}
    assert all(isinstance(each, float) for each in advice["numbers"])


def test_a_step_at_which_nobody_chose_is_refused(cardtui: Cardtui, match: str) -> None:
    refused = cardtui("lab", match, "--step", "5")
    assert refused.code == 2
    assert "At step 5 nobody had a choice; try 3, 4 or 6." in refused.err


@pytest.mark.slow
def test_mistakes_are_listed_the_largest_first(
    cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = record_of("truco-argentino-2")
    match = str(tmp_path / "beginning.txt")
    Path(match).write_text(write(replace(whole, entries=whole.entries[:10])), encoding="utf-8")
    tried: dict[tuple[int, bool], Mistake | None] = {}

    def once(
        course: Course, step: int, act: Act, bits: Bits, *, worlds: int, glance: bool
    ) -> Mistake | None:
        if (step, glance) not in tried:
            tried[step, glance] = mistake(course, step, act, bits, worlds=worlds, glance=glance)
        return tried[step, glance]

    monkeypatch.setattr("cardtui_studio.examined.mistake", once)
    told = cardtui("lab", match, "--eyes", "Ana", "--most", "2").out.splitlines()
    assert told[0].startswith("Hand 1, step 4, Ana’s choice: No quiero. Better: Real envido, by ")
    assert told[-1] == "More about one of them: cardtui lab FILE --step STEP."
    assert len(told) <= 3
    found = json.loads(cardtui("lab", match, "--eyes", "Ana", "--json").out)["mistakes"]
    losses = [each["done"]["loss"] for each in found]
    assert losses == sorted(losses, reverse=True)
    assert {each["seat"] for each in found} == {0}


@pytest.mark.slow
def test_a_pipe_is_told_how_long_it_takes_and_an_interruption_lists_what_was_found(
    cardtui: Cardtui, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighed: list[int] = []

    def mistake(
        _course: object, step: int, act: Act, *_more: object, glance: bool, **_named: object
    ) -> Mistake:
        if not glance:
            weighed.append(step)
        if len(weighed) == 3:
            raise KeyboardInterrupt
        worth = Worth(act.action, 0.0, 0.1, float(step), 0.1, 0.5, 0.5)
        return Mistake(step, act, worth, worth, sure=not glance)

    monkeypatch.setattr("cardtui_studio.examined.mistake", mistake)
    told = cardtui("lab", match, "--eyes", "all", "--json")
    assert told.code == 130
    found = [each["step"] for each in json.loads(told.out)["mistakes"]]
    assert found == sorted(weighed[:2], reverse=True)
    what, first, *_others, last = told.err.splitlines()
    assert what == "Going through the match…"
    assert re.fullmatch(r"1 of \d+ choices; about \d+:\d\d left\.", first)
    assert re.fullmatch(r"Interrupted after 2 of \d+ choices\.", last)


def test_mistakes_are_those_of_players_and_not_of_a_spectator(cardtui: Cardtui, match: str) -> None:
    refused = cardtui("lab", match, "--eyes", "spectator")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == "cardtui: A spectator makes no choices: name a player, or all.\n"


def test_what_is_no_record_is_refused(cardtui: Cardtui, tmp_path: Path) -> None:
    path = tmp_path / "no.txt"
    path.write_text("hello")
    refused = cardtui("lab", str(path))
    assert refused.code == 1
    assert "is not the record of a match" in refused.err
    assert cardtui("lab", str(tmp_path / "none.txt")).code == 2
