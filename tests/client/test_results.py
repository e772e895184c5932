"""Results are kept for good, whole after a crash, and told in words and as a plot."""

import re
from pathlib import Path

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.faces.person_words import person_lines, result_lines, score_words
from cardtui_client.faces.seats import rated_lines, rated_words
from cardtui_client.history.results import Result, Results, Score
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.model.person import Person, read_person
from cardtui_client.settings import Settings
from cardtui_client.tui.paint.plot import plot
from tests.support.countdowns import Hands

DAY = 24 * 3600


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(name="Ana", data=str(tmp_path / "data"))


@pytest.fixture
def now() -> Hands:
    return Hands(1_800_000_000.0)


@pytest.fixture
def results(settings: Settings, now: Hands) -> Results:
    return Results(settings, now)


@pytest.fixture
def file(settings: Settings) -> Path:
    settings.data_folder().mkdir()
    return settings.data_folder() / "results.json"


def test_what_was_won_and_lost_is_there_after_days_the_game_most_played_first(
    results: Results, settings: Settings, now: Hands
) -> None:
    results.add("cacho", won=True, against=["Beto"])
    for won in (True, False, True):
        now.at += DAY
        results.add("pif-paf", won=won, against=["Carla", "Dani"], partners=["Eva"])
    again = Results(settings, now)  # another client of the same person, on another day
    assert list(again.scores().items()) == [("pif-paf", Score(2, 1)), ("cacho", Score(1, 0))]
    latest = again.latest()
    assert latest[0] == Result(int(now.at), "pif-paf", True, ("Carla", "Dani"), ("Eva",))
    assert latest[-1].game == "cacho"
    assert again.evening() == {"pif-paf": Score(1, 0)}


def test_who_plays_under_another_name_has_results_of_their_own(
    results: Results, settings: Settings
) -> None:
    results.add("cacho", won=True, against=["Beto"])
    nina = Results(Settings(name="Nina", data=settings.data))
    assert nina.are_none()
    nina.add("cacho", won=False, against=["Beto"])
    results.add("pif-paf", won=True, name="Nina")  # a match under the name that it began with
    assert nina.scores() == {"cacho": Score(0, 1), "pif-paf": Score(1, 0)}
    assert nina.against("cacho", ["Beto"]) == Score(0, 1)
    assert results.scores() == results.evening() == {"cacho": Score(1, 0)}


def test_an_evening_ends_after_twelve_hours_and_has_nothing_that_is_still_to_come(
    results: Results, now: Hands
) -> None:
    results.add("cacho", won=True)
    now.at += DAY / 2
    assert results.evening() == {"cacho": Score(1, 0)}
    now.at += 1
    assert results.evening() == {}
    now.at -= DAY  # a clock that was put back
    assert results.evening() == {}


@pytest.mark.slow
def test_how_one_stands_against_the_same_people_is_of_that_game_alone(results: Results) -> None:
    for game, won, against in (
        ("cacho", True, ("Fito", "Greta")),
        ("cacho", False, ("Greta", "Fito")),
        ("cacho", True, ("Fito",)),
        ("pif-paf", True, ("Fito", "Greta")),
    ):
        results.add(game, won=won, against=against)
    assert results.against("cacho", ["Fito", "Greta"]) == Score(1, 1)
    assert results.against("cacho", ["Hugo"]) == Score()


@pytest.mark.slow
def test_the_file_stays_small_and_no_match_is_forgotten_in_the_sum(
    results: Results, file: Path
) -> None:
    for number in range(210):
        results.add("cacho", won=number % 3 == 0, against=["Somebody of 16 l"] * 11)
    assert results.scores() == {"cacho": Score(70, 140)}
    assert len(results.latest()) == 200
    assert file.stat().st_size < 100_000


@pytest.mark.nightly
def test_a_server_that_makes_games_up_fills_nothing(results: Results, file: Path) -> None:
    for _again in range(2):
        results.add("cacho", won=True)
    for number in range(150):
        results.add(f"game {number}", won=True, against=["\x1b[31mred" * 9] * 50)
    results.add("x" * 65, won=True)
    results.add("", won=True)
    assert len(results.scores()) == 100
    assert results.scores()["cacho"] == Score(2, 0)
    assert "\x1b" not in results.latest()[0].against[0]
    assert not [*file.parent.glob("*damaged*")]
    assert file.stat().st_size < 100_000


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"Ana": {}}',
        '{"Ana": {"scores": {}, "latest": {}}}',
        '{"Ana": {"scores": {"cacho": [1]}, "latest": []}}',
        '{"Ana": {"scores": {"cacho": [-1, 0]}, "latest": []}}',
        '{"Ana": {"scores": {"": [1, 0]}, "latest": []}}',
        '{"Ana": {"scores": {}, "latest": [[1, "cacho", 1, [], []]]}}',
        '{"Ana": {"scores": {}, "latest": [[1e9, "cacho", true, [], []]]}}',
        '{"Ana": {"scores": {}, "latest": [[99999999999, "cacho", true, [], []]]}}',
        '{"Ana": {"scores": {}, "latest": [[1, "cacho", true, [7], []]]}}',
        '{"Ana": {"scores": {}, "latest": [], "of a later version": 1}}',
        '{"Ana": {"scores": {}, "latest": []}}' + " " * 2_000_000,
        "\ud800",
    ],
    ids=lambda text: text[8:38],
)
def test_a_file_that_cannot_be_understood_is_set_aside_whole(
    results: Results, file: Path, text: str
) -> None:
    damaged = text.encode("utf-8", "surrogatepass")
    file.write_bytes(damaged)
    assert results.scores() == {}
    results.add("cacho", won=True)
    assert results.scores() == {"cacho": Score(1, 0)}
    assert file.with_name(f"{file.name}.damaged-1").read_bytes() == damaged


def test_a_kiosk_that_people_share_keeps_them_only_as_long_as_it_runs(tmp_path: Path) -> None:
    settings = Settings(name="Ana", data=str(tmp_path), kiosk=True)
    results = Results(settings)
    results.add("cacho", won=True)
    assert results.scores() == {"cacho": Score(1, 0)}
    assert Results(settings).scores() == {}
    assert not [*tmp_path.iterdir()]


def test_lines_tell_each_game_then_the_latest_matches(results: Results, now: Hands) -> None:
    assert result_lines(results) == [
        "No match has ended yet. What you win and lose will stand here."
    ]
    results.add("cacho", won=False, against=["Beto", "Carla"])
    results.add("truco-argentino", won=True, against=["Beto", "Dani"], partners=["Carla"])
    first, second, heading, latest, before = result_lines(results)
    assert (first, second) == ("Cacho: 0 won, 1 lost.", "Truco argentino: 1 won, 0 lost.")
    assert heading == "The latest matches:"
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d, ", latest), "two of a day differ by the time"
    assert latest.endswith(", Truco argentino: won with Carla against Beto and Dani.")
    assert before.endswith(", Cacho: lost against Beto and Carla.")


def test_one_match_is_one_in_portuguese_too() -> None:
    set_language("pt_BR")
    assert score_words(1, 0) == "1 ganha, 0 perdidas."
    assert score_words(2, 3) == "2 ganhas, 3 perdidas."


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_they_are_told_in_every_language(results: Results, language: str) -> None:
    results.add("cacho", won=True, against=["Beto"])
    english = result_lines(results)
    set_language(language)
    try:
        told = result_lines(results)
    finally:
        set_language("en")
    assert not set(told) & set(english)


def told(**more: object) -> Person:
    """Return what a server tells of Ana, who plays truco."""
    game = lobby_service_pb2.PersonGame(game="truco-argentino", preset="tradicional", **more)  # type: ignore[arg-type] # fields by name
    return read_person(lobby_service_pb2.GetPersonResponse(name="Ana", games=[game]))


def test_of_others_one_is_told_what_they_won_and_lost() -> None:
    lines = person_lines(told(won=3, lost=2, streak=2, best_streak=2))
    assert lines[0] == "Ana, on this server:"
    assert lines[1].endswith("3 won, 2 lost.")
    assert lines[2] == "The last 2 were won; most in a row won: 2."
    assert len(lines) == 3


def test_of_oneself_one_is_told_how_one_plays() -> None:
    calls = {"truco": 4, "quiero": 9, "play": 70, "tap": 99, "envido": 6, "no_quiero": 1}
    lines = person_lines(told(won=0, lost=1, streak=-1, hands=5, bluffs=1, chips=-7, calls=calls))
    assert lines[2:] == [
        "5 hands won.",
        "1 bluff called.",
        "Lost altogether: 7 chips.",
        "Favourite calls: ¡Quiero! 9×, ¡Envido! 6× and ¡Truco! 4×.",
    ]


def test_who_has_played_nothing_is_told_so() -> None:
    person = read_person(lobby_service_pb2.GetPersonResponse(name="Ana"))
    assert person_lines(person) == ["Ana has finished no match on this server."]


def test_how_it_went_is_added_up_from_match_to_match() -> None:
    (game,) = told(course=[True, True, False], chips_course=[5, -9, 1]).games
    assert game.course == (1, 2, 1)
    assert game.chips_course == (5, -4, -3)


def test_what_a_server_makes_up_is_cut_short() -> None:
    games = [lobby_service_pb2.PersonGame(game="g" * 999, preset="p" * 999, chips=2**62)] * 999
    name = "A\x1b[31m" * 99
    person = read_person(lobby_service_pb2.GetPersonResponse(name=name, games=games))
    assert len(person.games) == 50
    assert len(person.name) <= 16
    assert "\x1b" not in person.name
    assert max(map(len, person_lines(person))) < 200


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 50, 1000])
def test_a_plot_has_room_and_shows_the_last_number(count: int, ascii_only: bool) -> None:
    lines = plot([*range(count)], 20, 4, ascii_only=ascii_only)
    assert len(lines) == 4
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 20
    if count > 1:
        assert lines[0][-1] != " "
        assert lines[-1][0] != " "
    assert not ascii_only or all(line.isascii() for line in lines)


def test_of_nothing_there_is_no_plot() -> None:
    assert plot([], 20, 4) == []


@pytest.mark.parametrize(
    ("rated", "state", "counts", "said"),
    [
        (False, tables_pb2.TABLE_STATE_PLAYING, False, ""),
        (True, tables_pb2.TABLE_STATE_WAITING, False, "rated"),
        (True, tables_pb2.TABLE_STATE_PLAYING, True, "rated"),
        (True, tables_pb2.TABLE_STATE_PLAYING, False, "not rated"),
    ],
)
def test_a_table_says_whether_its_match_is_rated(
    rated: bool, state: tables_pb2.TableState.ValueType, counts: bool, said: str
) -> None:
    table = tables_pb2.Table(rated=rated, state=state, match_rated=counts)
    assert " ".join(rated_words(table)) == said
    assert bool(rated_lines(table)) is rated


def test_a_match_that_was_left_is_told_with_its_score_and_breaks_no_streak(
    results: Results, settings: Settings, now: Hands
) -> None:
    results.add("truco-argentino", won=None, against=["Alba"], score="12–18")
    (only,) = [line for line in result_lines(results) if "Truco argentino" in line]
    assert only.endswith("Truco argentino: left at 12–18 against Alba.")
    for won in (True, None, True):
        results.add("truco-argentino", won=won, against=["Alba"], score="" if won else "3–0")
    again = Results(settings, now)
    assert again.scores() == {"truco-argentino": Score(2, 0)}
    told = "\n".join(result_lines(again))
    assert "The last 2 were won" in told
    assert "left at 3–0 against Alba." in told
