"""The arena: the same results whatever the number of processes, fair seats, and bots that fail."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cardtui_client.commands.main import run
from cardtui_engine import get_rules
from cardtui_engine.library.arena import fixtures, meetings
from cardtui_engine.library.bot_lines import Clock
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Act, Pack, replay
from cardtui_studio.arena_matches import GroupPlayed, Room
from cardtui_studio.arena_players import BotFailed, Setting, entrants_of

BOTS = "tests.programs.bots"
EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"


def setting(game: str, *bots: str, seats: int = 2, **more: Any) -> Setting:
    given = more.pop("options", {})
    options = get_rules(game).options(given, seats)
    return Setting(game, seats, options, entrants_of(bots), 7, Clock(5000, 5000), **more)


def played(of: Setting, groups: int = 1) -> list[GroupPlayed]:
    room = Room(of)
    [meeting] = meetings(len(of.entrants), pairs=False)
    try:
        return [room.play(meeting, group) for group in range(groups)]
    finally:
        room.close()


def results(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run(["arena", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def untimed(found: Any) -> Any:
    """Return results without what differs from run to run."""
    for meeting in found["meetings"]:
        for bot in meeting["bots"]:
            del bot["seconds_mean"], bot["seconds_p99"]
    return found


@pytest.mark.slow
def test_the_same_seed_gives_the_same_results_in_one_process_and_in_two(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("truco-paulista", "easy", f"{BOTS}:Chance", "--seed", "3", "--matches", "60")
    one = untimed(results(capsys, *asked, "--workers", "1"))
    two = untimed(results(capsys, *asked, "--workers", "2"))
    assert one == two
    [meeting] = one["meetings"]
    assert meeting["decided"]
    assert meeting["matches"] < 60  # it was decided early


def test_two_bots_that_are_alike_win_half_of_each_deal() -> None:
    # Both play by their views alone: with the seats changed over, the other one wins.
    for group in played(setting("truco-paulista", f"{BOTS}:First", f"{BOTS}:First"), groups=4):
        assert [sum(each) for each in zip(*(m.shares for m in group.matches), strict=True)] == [
            1.0,
            1.0,
        ]
        assert [sum(each) for each in zip(*(m.brought for m in group.matches), strict=True)] == [
            0.0,
            0.0,
        ]


def test_every_bot_has_every_seat_with_the_same_packs(tmp_path: Path) -> None:
    played(
        setting(
            "cacho", "easy", "easy", "easy", seats=3, options={"hands": 1}, records=str(tmp_path)
        )
    )
    records = [read(path.read_bytes()) for path in sorted(tmp_path.iterdir())]
    assert len(records) == 3
    assert {record.dealer for record in records} == {records[0].dealer}
    firsts = {next(each for each in record.entries if isinstance(each, Pack)) for record in records}
    assert len(firsts) == 1
    for seat in range(3):
        assert len({record.players[seat] for record in records}) == 3
    for record in records:
        *_, last = replay(record)
        assert get_rules("cacho").turn(last.state).over


def test_a_side_runs_only_if_both_partners_would(tmp_path: Path) -> None:
    bot = f"{BOTS}:Proposes"
    options = {"best_of": 1}
    played(setting("truco-paulista", bot, bot, seats=4, options=options, records=str(tmp_path)))
    acts = [
        entry
        for path in tmp_path.iterdir()
        for entry in read(path.read_bytes()).entries
        if isinstance(entry, Act)
    ]
    answers = [(act.seat, act.action.verb) for act in acts if act.action.verb in ("accept", "run")]
    assert {seat for seat, verb in answers if verb == "accept"} == {2, 3}
    assert "run" not in {verb for _, verb in answers}


def test_without_duplicates_each_match_has_packs_of_its_own() -> None:
    same, other = (
        {each.deal for each in fixtures((0, 1), 4, duplicate=duplicate)}
        for duplicate in (True, False)
    )
    assert (len(same), len(other)) == (1, 2)


def test_partners_of_one_program_are_processes_of_their_own(tmp_path: Path) -> None:
    note = tmp_path / "seats"
    source = (
        "import os, sys\n"
        "may = []\n"
        "for line in sys.stdin:\n"
        "    word, _, rest = line.strip().partition(' ')\n"
        "    if word == 'seat':\n"
        f"        print(os.getpid(), rest, file=open({str(note)!r}, 'a'))\n"
        "    if word == 'may': may.append(rest)\n"
        "    if word == 'go': print(rest.split()[0], may[0], flush=True); may = []\n"
    )
    program = f"{sys.executable} -c '{source.replace(chr(39), chr(34))}'"
    played(setting("truco-paulista", f"it={program}", "easy", seats=4))
    seats = [line.split() for line in note.read_text().splitlines()]
    assert len(seats) == 4  # two matches, two seats in each
    for first, second in (seats[:2], seats[2:]):
        assert first[0] != second[0]


def test_an_action_that_is_not_legal_is_a_fault_and_too_many_lose_the_match() -> None:
    [group] = played(setting("truco-paulista", f"{BOTS}:Cheat", "easy"))
    assert group.lost == (2, 0)
    assert group.illegal == (22, 0)
    assert [match.shares for match in group.matches] == [(0.0, 1.0)] * 2


@pytest.mark.parametrize("game", ["pif-paf", "pif-paf-tradicional"])
def test_who_gives_a_match_up_leaves_the_pot_to_the_others(game: str) -> None:
    bots = (f"{BOTS}:Cheat", "one=easy", "other=easy")
    [group] = played(setting(game, *bots, seats=3, options={"hands": 50}))
    assert group.lost == (3, 0, 0)
    for match in group.matches:
        assert match.brought[0] < 0
        assert sum(match.brought) == pytest.approx(0)


def test_a_bot_that_raises_ends_the_arena_with_the_decision_it_failed_at() -> None:
    with pytest.raises(BotFailed) as failed:
        played(setting("truco-paulista", f"{BOTS}:Broken", "easy"))
    said = str(failed.value)
    assert "ValueError: [/red] what now? (" in said
    assert "hand 1, seat" in said
    assert "bots.py, line" in said


@pytest.mark.slow
def test_a_command_with_a_bot_that_raises_says_so_and_fails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["arena", "truco-paulista", f"{BOTS}:Broken", "easy", "--workers", "2"]
    assert run(asked) == 1
    error = capsys.readouterr().err
    assert "Traceback" not in error
    assert f"The bot “{BOTS}:Broken” failed in hand 1" in error


def test_a_class_takes_a_level_if_it_wants_one() -> None:
    [group] = played(setting("cacho", f"{BOTS}:Leveled:easy", "easy", options={"hands": 1}))
    assert len(group.matches) == 2


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        (["nobody", "easy"], "There is no bot “nobody”"),
        (["nobody:Class", "easy"], "ModuleNotFoundError"),
        ([f"{BOTS}:Nobody", "easy"], "AttributeError"),
        (["json:dumps", "easy"], "has no method decide"),
        (["./nobody", "easy"], "there is no program"),
        (["easy"], "Name from 2 to 16 bots"),
        (["false", "easy"], "has not answered a single question"),
    ],
)
def test_what_is_no_bot_is_refused_with_a_sentence(
    bots: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["arena", "cacho", *bots, "--workers", "1"]) in (1, 2)
    assert why in capsys.readouterr().err


def test_seats_that_cannot_be_shared_evenly_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "cacho", "easy", "hard", "--seats", "3"]) == 2
    assert "cannot be shared evenly" in capsys.readouterr().err


def test_three_bots_meet_two_by_two_at_a_game_of_teams(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "bots.svg"
    bots = ("easy", "normal", "also=easy")
    asked = ("truco-paulista", *bots, "--matches", "2", "--workers", "1", "--seed", "1")
    found = results(capsys, *asked, "--picture", str(picture))
    assert [[bot["name"] for bot in each["bots"]] for each in found["meetings"]] == [
        ["easy", "normal"],
        ["easy", "also"],
        ["normal", "also"],
    ]
    assert picture.read_text().count('class="share"') == 6


@pytest.mark.parametrize("command", ["python random_bot.py", "sh quiet.sh"])
def test_an_example_plays_without_a_fault(command: str) -> None:
    interpreter, name = command.split()
    found = sys.executable if interpreter == "python" else interpreter
    [group] = played(setting("truco-paulista", f"{found} {EXAMPLES / name}", "easy"))
    assert group.illegal == group.late == group.lost == (0, 0)


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_an_example_is_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 30


def test_the_table_fits_into_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ("a-very-long-name=easy", "one-as-long-as-it=hard")
    assert (
        run(["arena", "cacho", *bots, "--matches", "2", "--workers", "1", "--option", "hands=1"])
        == 0
    )
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@pytest.mark.parametrize(("asked", "plays"), [("2", 2), ("3", 2), ("5", 4)])
def test_no_more_matches_are_played_than_were_asked_for(
    asked: str, plays: int, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = ("easy", "easy", "--exact", "--workers", "1", "--option", "hands=1")
    [meeting] = results(capsys, "cacho", *bots, "--matches", asked)["meetings"]
    assert meeting["matches"] == plays
