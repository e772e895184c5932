"""The picture of an arena: bars of the results, and curves that end where the bars stand."""

import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from cardtui_client.commands.main import run
from cardtui_engine import get_rules
from cardtui_engine.library.arena import meetings
from cardtui_engine.library.bot_lines import Clock
from cardtui_engine.library.intervals import looks_at
from cardtui_studio.arena_matches import Workers
from cardtui_studio.arena_picture import FELT, drawn, mark_of
from cardtui_studio.arena_players import Setting, entrants_of
from cardtui_studio.arena_results import MeetingResult, meeting_result
from tests.support.colours import contrast

SVG: Final = "{http://www.w3.org/2000/svg}"
BOTS: Final = "tests.programs.bots"


def setting(*bots: str, seats: int = 2, duplicate: bool = True) -> Setting:
    options = get_rules("cacho").options({"hands": 1}, seats)
    entrants = entrants_of(bots)
    return Setting("cacho", seats, options, entrants, 7, Clock(5000, 5000), duplicate=duplicate)


def result_of(of: Setting, matches: int, *, early: bool = True) -> MeetingResult:
    [meeting] = meetings(len(of.entrants), pairs=False)
    with Workers(of, 1) as workers:
        return meeting_result(
            workers, of, meeting, matches, early=early, advance=lambda _matches: None
        )


def paths(picture: str, kind: str) -> list[list[tuple[float, float]]]:
    """Return the points of each line or band."""
    found = []
    for path in ElementTree.fromstring(picture).iter(f"{SVG}path"):
        if path.get("class") == kind:
            numbers = [float(each) for each in re.findall(r"[\d.]+", path.attrib["d"])]
            found.append([*zip(numbers[::2], numbers[1::2], strict=True)])
    return found


def texts(picture: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_the_curve_of_a_meeting_ends_with_its_result_and_notes_every_look() -> None:
    result = result_of(setting(f"{BOTS}:Chance", f"{BOTS}:Chance"), 120)
    for bot in result.bots:
        assert bot.curve[-1].share == bot.share
        assert bot.curve[0].groups == 1
        looked = tuple([each.groups for each in bot.curve if each.looked])
        assert looked == looks_at(60, early=True)
        widths = [each.share.high - each.share.low for each in bot.curve if each.looked]
        assert widths == sorted(widths, reverse=True)


@pytest.mark.slow
def test_a_long_curve_is_told_at_a_hundred_moments_or_so() -> None:
    result = result_of(setting(f"{BOTS}:First", f"{BOTS}:Chance"), 500, early=False)
    assert 80 <= len(result.bots[0].curve) <= 102


def test_a_panel_has_a_line_in_a_band_for_each_bot_up_to_the_number_of_deals() -> None:
    of = setting("one=" + f"{BOTS}:Chance", "two=" + f"{BOTS}:Chance", "easy", seats=3)
    result = result_of(of, 120)
    picture = drawn(of, [result])
    lines, bands = paths(picture, "share"), paths(picture, "band")
    assert len(lines) == len(bands) == 3
    for line, band in zip(lines, bands, strict=True):
        assert [x for x, _ in line] == sorted({x for x, _ in line})
        above, below = band[: len(line)], band[: len(line) - 1 : -1]
        for (x, y), (_, high), (_, low) in zip(line, above, below, strict=True):
            assert 0 < x < 640
            assert high <= y <= low
    said = texts(picture)
    assert said.count("one") == said.count("two") == said.count("easy") == 2
    assert "deals, each played with the bots in all seats" in said
    assert "matches won" in said
    assert {"0", "40"} <= set(said)


def test_who_wins_all_is_drawn_at_the_top_of_the_panel_and_who_loses_all_at_its_foot() -> None:
    of = setting("easy", "easy")
    result = result_of(of, 4)
    winner, loser = result.bots
    all_of_it = [
        each._replace(share=each.share._replace(mean=1.0, high=1.0)) for each in winner.curve
    ]
    none_of_it = [
        each._replace(share=each.share._replace(mean=0.0, low=0.0)) for each in loser.curve
    ]
    bots = (
        winner._replace(curve=tuple(all_of_it), share=all_of_it[-1].share),
        loser._replace(curve=tuple(none_of_it), share=none_of_it[-1].share),
    )
    one, other = paths(drawn(of, [result._replace(bots=bots)]), "share")
    assert max(y for _, y in one) < min(y for _, y in other)


def test_without_duplicates_the_axis_says_what_is_counted() -> None:
    of = setting("easy", "easy", duplicate=False)
    assert "groups of matches, each with new packs" in texts(drawn(of, [result_of(of, 8)]))


def test_every_mark_is_another_and_stands_out_from_the_ground() -> None:
    marks = [mark_of(place) for place in range(16)]
    assert len(set(marks)) == 16
    assert min(contrast(mark.colour, FELT) for mark in marks) >= 4.5


def test_a_name_that_is_markup_does_no_harm(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "bots.svg"
    asked = ["arena", "cacho", "<b>=easy", "a&b=easy", "--matches", "2", "--workers", "1"]
    assert run([*asked, "--option", "hands=1", "--picture", str(picture)]) == 0
    assert "<b>" in texts(picture.read_text())
    assert "<b>" in capsys.readouterr().out
