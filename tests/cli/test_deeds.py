"""What you did in a match, found when its record is verified: score, envidos, bluffs."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cardtui_client.history.kept_records import (
    NO_DEEDS,
    Deeds,
    Moment,
    Remembered,
    Verdict,
    keep,
    kept_record,
    note,
    parsed_verdict,
)
from cardtui_client.settings import Settings
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.events import PointsScored
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Origin, Record
from cardtui_engine.library.registry import get_bot_maker, get_rules
from cardtui_engine.library.simulate import play
from cardtui_studio.deeds import chosen, deeds_in, moment_of
from tests.cli.conftest import Cardtui
from tests.support.films import record_of


def owned(name: str, own: int | None) -> Record:
    return replace(record_of(name), origin=Origin("k7mnpq", 1, "2026-11-23T12:00:00Z", own=own))


@pytest.mark.parametrize(
    ("name", "own", "did"),
    [
        ("truco-argentino-2", 0, Deeds("9–6", 1, 0, 1, 0, Moment(Remembered.BLUFF, 0, 1, 2))),
        ("truco-argentino-2", 1, Deeds("6–9", 3, 29, 0, 0, Moment(Remembered.BLUFF, 0, 1, 2))),
        ("truco-paulista-2", 0, Deeds("12–11", held=1, moment=Moment(Remembered.BLUFF, 0, 1, 6))),
        ("truco-paulista-2", 1, Deeds("11–12", called=1, moment=Moment(Remembered.BLUFF, 0, 1, 6))),
        ("cacho-4", 1, Deeds("40–20–0–20", held=1, moment=Moment(Remembered.HAND, 1, 1, 40))),
        ("cacheta-2", 1, Deeds("2–0", moment=Moment(Remembered.STRAIGHT, 1, 2, 4))),
        ("cacheta-2", None, NO_DEEDS),
    ],
)
def test_the_owner_of_a_record_is_told_what_they_did(
    name: str, own: int | None, did: Deeds
) -> None:
    assert deeds_in(owned(name, own)) == did


def test_it_is_kept_beside_the_record_once_it_is_verified(cardtui: Cardtui, tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "data"))
    path = keep(settings, write(owned("truco-argentino-2", 1)))
    assert path is not None
    told = json.loads(cardtui("verify", "--json", str(path)).out)
    assert told["deeds"]["largest"] == 29
    record = kept_record(path)
    assert record is not None
    assert record.verdict is not None
    assert record.verdict.deeds == Deeds("6–9", 3, 29, 0, 0, Moment(Remembered.BLUFF, 0, 1, 2))


@pytest.mark.parametrize(
    ("name", "moment"),
    [
        ("pif-paf-3", Moment(Remembered.HAND, 0, 1, 6)),
        ("truco-argentino-asked", Moment(Remembered.ENVIDO, 1, 2, 7, 27)),
        ("truco-brasileiro-4", Moment(Remembered.HAND, 1, 7, 6)),
        ("truco-argentino-6", None),
    ],
)
def test_a_match_is_remembered_for_the_deed_of_any_seat(name: str, moment: Moment | None) -> None:
    assert deeds_in(owned(name, 0)).moment == moment


def test_a_hand_is_remembered_for_what_it_was_worth_where_the_score_stopped_at_twelve() -> None:
    """TP-60: the end of the match says what the hand was worth, and so does the memory."""
    rules = get_rules("truco-paulista")
    options = rules.options({}, 2)
    bots = [get_bot_maker(rules.id)(options, 2, Level.EASY) for _ in range(2)]
    matches = ([*play(rules, options, bots, Bits(seed))] for seed in range(40))
    steps, worth = next(
        (steps, worth)
        for steps in matches
        for scored in [each for each in steps[-1].events if isinstance(each, PointsScored)]
        if scored.points < (worth := rules.view(steps[-1].state, None).game.last.points) >= 9
    )
    moment = moment_of(rules, steps)
    assert moment is not None
    assert moment.worth == worth


def test_a_straight_of_no_more_cards_than_any_has_is_nothing_to_remember() -> None:
    """All matches at Cacheta have hands of one point."""
    found = [Moment(Remembered.HAND, 1, 1, 1), Moment(Remembered.STRAIGHT, 1, 2, 3)]
    assert chosen(found) is None
    assert chosen([*found, Moment(Remembered.STRAIGHT, 0, 2, 4)]) == Moment(
        Remembered.STRAIGHT, 0, 2, 4
    )


MOMENT = Moment(Remembered.BLUFF, 0, 1, 2)._asdict()


@pytest.mark.parametrize(
    "moment", [{**MOMENT, "kind": "x"}, {**MOMENT, "seat": 99}, {"kind": "bluff"}, "bluff", 1]
)
def test_a_moment_of_another_form_is_refused(moment: object) -> None:
    deeds = {**Deeds("1–0").as_json(), "moment": moment}
    with pytest.raises(ValueError, match="another form"):
        parsed_verdict({"holds": True, "winners": [], "findings": [], "deeds": deeds})


@pytest.mark.parametrize("deeds", [[], {"score": "1–0"}, {"score": 1}, "9–6", None])
def test_deeds_of_another_form_are_refused(deeds: object) -> None:
    told = {"holds": True, "winners": [], "findings": [], "deeds": deeds}
    with pytest.raises(ValueError, match="another form"):
        parsed_verdict(told)


def test_a_score_that_somebody_wrote_into_the_file_is_drawn_safely(tmp_path: Path) -> None:
    path = keep(Settings(data=str(tmp_path)), write(owned("cacheta-2", 0)))
    assert path is not None
    note(path, Verdict(True, (), (), Deeds("\x1b[31m9")))
    record = kept_record(path)
    assert record is not None
    assert record.verdict is not None
    assert "\x1b" not in record.verdict.deeds.score
