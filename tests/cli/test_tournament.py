"""`cardtui tournament`: makes tournaments, shows them in three ways, and does what directors do."""

import csv
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from cardtui_client.commands.tournament import _cell
from cardtui_client.model.tournament import Line
from tests.cli.conftest import Cardtui, Result

pytest.importorskip("rustworkx")

As = Callable[..., Result]


@pytest.fixture
def tournament(cardtui: Cardtui, address: str, tmp_path: Path) -> As:
    """Return what runs a subcommand as the player who is named first."""

    def call(name: str, *words: str) -> Result:
        there = ("--at", address, "--name", name, "--trust", "--data", str(tmp_path / name))
        return cardtui("tournament", *words, *there)

    return call


@pytest.fixture
def friday(tournament: As) -> As:
    """Return the same where Ana directs a tournament that four have entered."""
    swiss = ("--form", "swiss", "--clock", "30+60")
    made = tournament("Ana", "new", "Friday", "truco-argentino", *swiss)
    assert made.code == 0, made.err
    for name in ("Ana", "Bia", "Caio", "=1+1"):
        assert "You are in “Friday”." in tournament(name, "enter").out
    return tournament


@pytest.mark.slow
def test_a_director_makes_begins_corrects_and_ends_one(
    friday: As, cardtui: Cardtui, address: str
) -> None:
    told = friday("Bia").out
    assert "  Friday: Swiss, Truco argentino; players enter it; 4 players; directed by Ana" in told
    assert friday("Ana", "pair", "friday", "Bia,Ana", "caio,=1+1").out == "Round 1 has begun.\n"
    corrected = friday("Ana", "correct", "Friday", "1", "2:7", "0:-7", "--reason", "Wrong button")
    assert corrected.out == "Match 1 of “Friday” is corrected.\n"
    assert friday("Ana", "announce", "Friday", "Round 2 at nine").out == "Announced.\n"
    assert friday("Ana", "pause", "Friday").out == "“Friday” is paused.\n"
    assert friday("Ana", "pause", "Friday", "--end").out == "“Friday” goes on.\n"
    moved = friday("Ana", "time", "Friday", "2", "90")
    assert moved.out == "Match 2 begins in 90 seconds at the latest.\n"
    shown = friday("Caio", "show").out.splitlines()
    assert shown[0].startswith("Friday: Swiss, Truco argentino; round 1 of 2; 4 players")
    assert shown[1].split() == ["Points", "Diff.", "Buchholz", "Direct", "Wins", "Played"]
    assert shown[2].split() == ["1", "Bia", "2", "7", "0", "0", "1", "1"]
    assert shown[5].split() == ["4", "Ana", "0", "-7", "2", "0", "0", "1"]
    assert shown[6:] == [
        "Round 1:",
        "1) Bia – Ana: 2 – 0 (corrected: Wrong button)",
        "2) Caio – =1+1: not over",
        "Announced: Round 2 at nine",
    ]
    assert friday("Ana", "hand-on", "Friday", "Bia").out == "Bia directs “Friday” now.\n"
    assert friday("Bia", "remove", "Friday", "Ana").out == "Ana is out of “Friday”.\n"
    assert friday("Caio", "leave", "--rest").out == "You sit out of “Friday”.\n"
    assert friday("Bia", "end-round", "Friday").out == "Round 1 has ended.\n"
    assert friday("Bia", "end", "Friday").out == "“Friday” is over.\n"
    assert "; over; " in friday("Bia").out
    watched = cardtui("spectate", address, "--standings", "fri", "--plain", "--trust")
    assert "; over; " in watched.out
    assert "1  Bia " in watched.out
    refused = cardtui("spectate", address, "--standings", "Monday", "--plain", "--trust")
    assert "There is no tournament “Monday” there." in refused.err


@pytest.mark.slow
def test_the_operator_goes_on_where_the_director_has_gone(
    friday: As, cardtui: Cardtui, tmp_path: Path
) -> None:
    assert friday("Ana", "pause", "Friday").code == 0

    def operator(*words: str) -> str:
        return cardtui("tournament", *words, "--operator", "--data", str(tmp_path / "data")).out

    assert operator("pause", "Friday", "--end") == "“Friday” goes on.\n"
    assert operator("hand-on", "Friday", "Bia") == "Bia directs “Friday” now.\n"
    assert "Only Bia, who directs" in friday("Ana", "begin", "Friday").err
    assert operator("begin", "Friday") == "Round 1 has begun.\n"
    assert operator("announce", "Friday", "Bia directs now") == "Announced.\n"
    worth = ("1", "2", "0", "--reason", "By hand")
    assert operator("correct", "Friday", *worth) == "Match 1 of “Friday” is corrected.\n"
    assert operator("remove", "Friday", "Ana") == "Ana is out of “Friday”.\n"
    assert operator("end", "Friday") == "“Friday” is over.\n"
    elsewhere = friday("Ana", "end", "Friday", "--operator")
    assert (elsewhere.code, "omit --at" in elsewhere.err) == (2, True)


def test_without_a_form_it_is_one_that_needs_nothing_more_of_the_server(tournament: As) -> None:
    made = tournament("Ana", "new", "Sunday", "truco-argentino", "--clock", "30+60")
    assert made.out.startswith("Sunday: round robin, Truco argentino;")


@pytest.mark.slow
def test_the_standings_come_as_json_and_as_csv(friday: As) -> None:
    friday("Ana", "pair", "Friday", "=1+1,Ana", "Bia,Caio")
    friday("Ana", "correct", "Friday", "1", "2:5", "0:-5", "--reason", "By hand")
    told = json.loads(friday("Bia", "show", "--json").out)
    assert (told["form"], told["stage"], told["round"], told["director"]) == (
        "swiss", "running", 1, "Ana"
    )  # fmt: skip
    assert told["standings"][0] == {
        "place": 1, "names": ["=1+1"], "points": 2, "difference": 5, "buchholz": 0, "direct": 0,
        "wins": 1, "played": 1, "byes": 0, "reached": 0, "out": False,
    }  # fmt: skip
    first, second = told["matches"]
    assert (first["players"], first["reason"]) == (["=1+1", "Ana"], "By hand")
    assert [each["points"] for each in first["scores"]] == [2, 0]
    assert (second["scores"], second["counts"]) == ([], True)
    rows = [*csv.DictReader(friday("Bia", "show", "--csv").out.splitlines())]
    assert [rows[0]["place"], rows[0]["points"]] == ["1", "2"]
    assert rows[0]["name"] == "'=1+1"  # a formula in a name is text to a spreadsheet
    assert {each["name"] for each in rows[1:]} == {"Ana", "Bia", "Caio"}


@pytest.mark.parametrize(
    ("name", "cell"),
    [("=1+1", "'=1+1"), ("a;=1+1", "a;'=1+1"), ("a, @b", "a, '@b"), ("Ana-Bia", "Ana-Bia")],
)
def test_no_part_of_a_name_is_a_formula_to_a_spreadsheet(name: str, cell: str) -> None:
    assert _cell(Line(1, (name,), 2, 0, 0, 0, 1, 1, 0, 0, out=False), "name") == cell


REFUSED = [
    (["new", "Cup", "cacho"], "A tournament needs a clock, such as --clock 30+60."),
    (["new", "Cup", "cacho", "--clock", "30", "--minutes", "5"], "Only an arena and a field have"),
    (["new", "Cup", "cacho", "--clock", "30", "--seats", "9"], "9 is not in the range"),
    (["new", "Cup", "chess", "--clock", "30"], "There is no game “chess”."),
    (["show", "Monday"], "There is no tournament “Monday” there. Choose from “Friday” (cup"),
    (["begin", "Friday"], "Only Ana, who directs this tournament, may do that."),
    (["correct", "Friday", "1", "x", "0", "--reason", "R"], "Type points as 2, or with the"),
    (["correct", "Friday", "9", "2", "0", "--reason", "R"], "Only Ana"),
    (["pair", "Friday", "Bia,Zoe"], "Nobody called “Zoe” is in this tournament."),
    (["end-round", "Friday"], "No round is under way."),
    (["show", "--csv", "--json"], "Choose one of --csv and --json."),
]


@pytest.mark.slow
def test_what_cannot_be_is_said_in_a_sentence(friday: As) -> None:
    told = [(friday("Bia", *words), sentence) for words, sentence in REFUSED]
    assert all(refused.code for refused, _sentence in told)
    assert not [each for each in told if each[1] not in each[0].err]


@pytest.mark.slow
def test_a_result_that_another_director_has_corrected_stays(
    friday: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardtui_client.commands import tournament

    friday("Ana", "pair", "Friday", "Ana,Bia", "Caio,=1+1")
    correct = partial(friday, "Ana", "correct", "Friday", "1")
    assert correct("2", "0", "--reason", "First").code == 0
    whole = tournament._whole

    async def stale(connection: object, cup: str) -> object:
        found = await whole(connection, cup)  # type: ignore[arg-type]
        found.fixtures[1] = found.fixtures[1]._replace(scores=())
        return found

    monkeypatch.setattr(tournament, "_whole", stale)
    refused = correct("0", "2", "--reason", "Second")
    assert "That result has changed since you saw it" in refused.err


def test_a_duplicate_says_how_it_counts_and_refuses_what_has_none(tournament: As) -> None:
    def made(*words: str) -> Result:
        return tournament("Ana", "new", *words, "--form", "duplicate", "--clock", "30+60")

    found = made("Pairs", "truco-argentino", "--score", "difference", "--sides", "teams", "--json")
    told = json.loads(found.out)
    assert (told["form"], told["scoring"], told["sides"]) == ("duplicate", "difference", "teams")
    assert "  Pairs: duplicate, Truco argentino; players enter it" in tournament("Bia").out
    assert "it has no duplicate" in made("Dice", "cacho").err
    riffle = ("--option", "shuffle=riffle")
    assert "each is shuffled anew" in made("Riffle", "truco-brasileiro", *riffle).err
    for text in ("hands=0", "hands=101"):
        assert "by hands, up to 100" in made("Long", "pif-paf", "--option", text).err
    other = ("--form", "swiss", "--clock", "30", "--score", "difference")
    refused = tournament("Ana", "new", "Swiss", "truco-argentino", *other)
    assert "Only a duplicate or a field compares" in refused.err
    assert "at least 4 players" in tournament("Ana", "begin", "Pairs").err


def test_a_field_is_open_for_days_and_refuses_what_it_has_not(tournament: As) -> None:
    def made(*words: str) -> Result:
        return tournament("Ana", "new", *words, "--clock", "30+60")

    field = ("--form", "field", "--days", "7")
    found = made("Week48", "truco-argentino", *field)
    assert found.out.startswith("Week48: field, Truco argentino; under way; 0 players;")
    assert "Players enter and play it with cardtui tournament play Week48." in found.out
    told = json.loads(made("Hard", "truco-argentino", *field, "--fill", "hard", "--json").out)
    assert (told["form"], told["scoring"], told["minutes"]) == ("field", "matchpoints", 7 * 24 * 60)
    assert len(told["commitment"]) == 128
    assert told["secret"] is None
    for words, sentence in (
        (("--form", "field"), "from 5 minutes to 28 days"),
        (("--form", "field", "--days", "0"), "0 is not in the range"),
        (("--form", "field", "--days", "29"), "29 is not in the range"),
        (("--form", "swiss", "--days", "7"), "Only an arena and a field have a time"),
        ((*field, "--minutes", "5"), "Choose one of --days and --minutes."),
        ((*field, "--rounds", "3"), "A field has no rounds"),
        ((*field, "--break", "9"), "A field has no rounds"),
        ((*field, "--seats", "4", "--sides", "drawn"), "each plays with bots"),
    ):
        assert sentence in made("Other", "truco-argentino", *words).err
    assert "it has no duplicate" in made("Dice", "cacho", *field).err
    assert "A field goes on by itself" in tournament("Ana", "begin", "Week48").err
    assert tournament("Bia", "enter", "Week48").code == 0
    shown = tournament("Bia", "show", "Week48").out.splitlines()
    assert shown[1].startswith("Each plays once, by ")
    assert shown[2] == "Entered: Bia."
    assert tournament("Ana", "end", "Week48").out == "“Week48” takes nobody any more.\n"
