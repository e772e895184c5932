"""The deal of the day: the same for everybody, one attempt, and a line that a record bears out."""

import asyncio
import io
import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from cardtui.v1.actions_pb2 import Action, CheckAction, CutAction, PlayAction
from cardtui_client.deals.daily import Daily, DailyTable, Result, faults
from cardtui_client.history.daily_attempts import Attempts
from cardtui_client.settings import Settings
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.registry import game_ids, get_bot_maker
from cardtui_server.match.requests import Act
from cardtui_server.match.state import Life
from tests.cli.conftest import Cardtui
from tests.support.nights import by_night

_DAY = "2026-11-26"
_played: dict[tuple[str, str], str] = {}


async def played(game: str, name: str) -> str:
    """Return the record of a day's deal, in which the person does what a bot would do."""
    if (game, name) in _played:
        return _played[game, name]
    table = Daily(_DAY, game).table()
    table.request.thinking_milliseconds = 0
    table.request.pause_milliseconds = 0
    table.request.window_milliseconds = 0
    connection, id_ = await table.begin(name)
    assert table.played is not None
    there = table.played.server.tables[id_]
    made = there.state.made
    bot = get_bot_maker(game)(made.options, made.seats, Level.EASY)
    while there.state.life is Life.PLAYING:
        state = there.state
        if state.turn is None or 0 not in state.turn.to_act:
            await asyncio.sleep(0)
            continue
        view = state.rules.seat_view(state.game, 0)
        action = bot.decide(view, Bits(state.moves)) or view.own.choices[0].first()
        sitter = state.sitters[0]
        assert sitter is not None
        await there.ask(Act(0, sitter.player, action, state.position))
    _played[game, name] = await connection.get_record(id_, 1)
    await table.close()
    return _played[game, name]


def course(text: str) -> list[str]:
    """Return what was dealt and done."""
    return [each for each in text.splitlines() if re.match(r"\d |pack |gathered ", each)]


def test_a_day_is_one_of_utc_and_each_game_has_its_turn() -> None:
    late = datetime(2026, 11, 25, 22, tzinfo=timezone(timedelta(hours=-3)))
    assert Daily.today("cacho", late) == (_DAY, "cacho")
    week = [Daily.today("", datetime(2026, 11, day, tzinfo=UTC)).game for day in range(1, 8)]
    assert sorted(week) == sorted(game_ids())


@pytest.mark.slow
@pytest.mark.parametrize("game", ["cacho", *by_night("truco-argentino")])
async def test_cards_and_bots_are_the_same_whatever_the_players_name_is(game: str) -> None:
    assert course(await played(game, "Ana")) == course(await played(game, "Alba"))


async def test_other_days_have_other_cards() -> None:
    keys = {Daily(day, "cacho").table().deal.key for day in (_DAY, "2026-11-27", "2027-11-26")}
    assert len(keys) == 3


@pytest.mark.slow
@pytest.mark.parametrize("game", ["cacho", "truco-argentino"])
async def test_a_record_bears_the_line_of_its_result_out(game: str) -> None:
    record = read((await played(game, "Ana")).encode())
    result = Daily(_DAY, game).result(record)
    assert result is not None
    assert Result.read(f"  {result}\n") == result
    assert [*faults(result, record)] == []
    own, other = result.score.split("–")
    for wrong, why in (
        (result._replace(score=f"{other}–{own}"), f"It ends {result.score}."),
        (result._replace(check="AAAA-AAAA"), f"Its letters are {result.check}"),
        (result._replace(daily=Daily("2026-11-27", game)), "not those of that day"),
        (result._replace(daily=Daily(_DAY, "cacheta")), "another game"),
    ):
        assert any(why.casefold() in each.casefold() for each in faults(wrong, record)), why


async def test_a_record_in_which_something_was_changed_does_not() -> None:
    text = await played("cacho", "Ana")
    record = read(text.encode())
    result = Daily(_DAY, "cacho").result(record)
    assert result is not None
    bot = text.replace('player 1 "Alba" 2 1', 'player 1 "Alba" 1 1')
    assert next(iter(faults(result, read(bot.encode())))).startswith("Others sat there")
    acts = [each for each in course(text) if each[0] == "1"]
    other = text.replace(f"\n{acts[0]}\n", "\n1 pass\n" if acts[0] != "1 pass" else "\n1 bet\n", 1)
    assert [*faults(result, read(other.encode()))]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "cardtui 2026-13-26 Cacho 57–43 AAAA-AAAA",
        "cardtui 2026-11-26 Chess 57–43 AAAA-AAAA",
        "cardtui 2026-11-26 Cacho 57–43",
        "cardtui 2026-11-26 Cacho 57-43 AAAA-AAAA",
    ],
)
def test_what_is_no_line_is_none(line: str) -> None:
    assert Result.read(line) is None


async def test_verify_checks_a_line_against_a_record(cardtui: Cardtui, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(await played("cacho", "Ana"))
    result = Daily(_DAY, "cacho").result(read(file.read_bytes()))
    assert result is not None
    told = await asyncio.to_thread(cardtui, "verify", "--daily", str(result), str(file))
    assert (told.code, told.out.split(str(file))[1].split("\n", 1)[1].strip()) == (
        0,
        "It is the match of that line.",
    )
    wrong = result._replace(check="AAAA-AAAA")
    told = await asyncio.to_thread(cardtui, "verify", "--daily", str(wrong), str(file))
    assert (told.code, result.check in told.out) == (1, True)
    told = await asyncio.to_thread(cardtui, "verify", "--daily", "57–43", str(file))
    assert told.code == 2
    assert "This is no line of a deal of the day" in told.err


async def test_the_first_attempt_counts_and_its_line_is_kept(tmp_path: Path) -> None:
    settings = Settings(name="Ana", data=str(tmp_path))
    daily = Daily(_DAY, "cacho")
    first = DailyTable(daily, settings)
    assert first.counts
    assert Attempts(settings).line(*daily) is None, "it has not begun"
    connection, _table = await first.begin("Ana")
    assert Attempts(settings).line(*daily) is None, "nothing was done"
    connection.acting(Action(check=CheckAction()))
    assert Attempts(settings).line(*daily) == ""
    again = DailyTable(daily, settings)
    assert again.told == "You play this deal in another window: here it counts nowhere."
    assert not again.counts
    other, _table = await again.begin("Ana")
    file = tmp_path / "match.txt"
    file.write_text(await played("cacho", "Ana"))
    assert other.result_line(file) == ""
    line = connection.result_line(file)
    assert Result.read(line) is not None
    file.write_text(await played("truco-argentino", "Ana"))
    assert connection.result_line(file) == "", "another match at that table"
    assert line in DailyTable(daily, settings).told
    for table in (first, again):
        await table.close()


async def test_an_attempt_does_not_begin_with_the_cut_that_may_be_made_for_you(
    tmp_path: Path,
) -> None:
    settings = Settings(name="Ana", data=str(tmp_path))
    daily = Daily(_DAY, "truco-argentino")
    table = DailyTable(daily, settings)
    connection, _table = await table.begin("Ana")
    connection.acting(Action(cut=CutAction(at=7)))
    assert Attempts(settings).line(*daily) is None
    connection.acting(Action(play=PlayAction()))
    assert Attempts(settings).line(*daily) == ""
    await table.close()


async def test_a_deal_that_is_still_played_elsewhere_is_not_given_up(tmp_path: Path) -> None:
    settings = Settings(name="Ana", data=str(tmp_path))
    daily = Daily(_DAY, "cacho")
    first, attempts = DailyTable(daily, settings), Attempts(settings)
    assert not attempts.is_open("cacho")
    connection, _table = await first.begin("Ana")
    assert (attempts.is_open("cacho"), attempts.is_open("pif-paf")) == (True, False)
    assert not DailyTable(daily, settings).counts, "only one of them can be the first"
    nina = Settings(name="Nina", data=settings.data)
    assert DailyTable(daily, nina).counts, "who has another name is somebody else"
    await first.close()
    assert not attempts.is_open("cacho")
    assert DailyTable(daily, settings).counts, "it was looked at and left"
    connection.acting(Action(check=CheckAction()))
    told = DailyTable(daily, settings).told
    assert told.startswith("You have begun this deal before")
    assert DailyTable(daily, nina).counts


@pytest.mark.parametrize(
    "more", [["--seats", "3"], ["--bots", "hard"], ["--new"], ["--clock", "long"]]
)
def test_nothing_else_can_be_wanted_of_it(cardtui: Cardtui, more: list[str]) -> None:
    result = cardtui("play", "--today", *more, "--plain", "--name", "Ana")
    assert (result.code, result.out) == (2, "")
    assert f"leave {more[0]} out" in result.err


def test_in_lines_it_is_told_what_counts(cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        result = cardtui("play", "cacho", "--today", "--plain", "--name", "Ana")
        assert result.code == 0
        assert "Your first attempt counts" in result.out.splitlines()[0]
