"""`cardtui games`: what is installed, what is broken about it, and the laws."""

import subprocess
import sys
from pathlib import Path

import pytest

from cardtui_engine.library import laws
from cardtui_engine.library.registry import game_ids
from cardtui_server.match import timed_rules
from tests.cli.conftest import Cardtui, Result
from tests.support.nights import by_night
from tests.support.packages import HIGH_CARD, LOW_WINS, called, finding, install, installed

PROGRAM = Path(sys.executable).with_name("cardtui")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(PROGRAM), *arguments],
        env=finding(folder),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_ours_are_listed_with_their_titles_and_seats(cardtui: Cardtui) -> None:
    listed = cardtui("games").out.splitlines()
    assert [line.split()[0] for line in listed][: len(game_ids())] == [*game_ids()]
    assert "cacho                Cacho                2–4  cardtui" in listed


@pytest.mark.slow
def test_a_game_of_another_package_is_there_in_every_command(tmp_path: Path) -> None:
    install(tmp_path, "high-card", HIGH_CARD)
    listed = run(tmp_path, "games")
    assert listed.returncode == 0
    assert listed.stdout.splitlines()[-1].split() == [
        *("high-card", "High", "card", "2–6"),
        *("cardtui-high-card", "1.5"),
    ]
    assert run(tmp_path, "rules", "high").stdout.startswith("# High card")


@pytest.mark.nightly
def test_a_game_that_four_cannot_play_is_shown_with_as_many_as_it_takes(tmp_path: Path) -> None:
    install(tmp_path, "few", called("few").replace("(2, 3, 4, 5, 6)", "(2, 3)"))
    shown = run(tmp_path, "demo", "few", "--seed", "1")
    assert shown.returncode == 0, shown.stderr
    assert "All 3 seats and the spectators agreed" in shown.stdout


def for_fewer(source: str, seats: str = "(2, 5)") -> str:
    """Return the source of a game for these numbers of seats."""
    return source.replace("(2, 3, 4, 5, 6)", seats)


def check(cardtui: Cardtui, folder: Path, source: str, seats: str = "(2, 5)") -> Result:
    """Hold a game to the laws in this process, for these numbers of seats."""
    with installed(install(folder / "there", "high-card", for_fewer(source, seats))):
        return cardtui("games", "check", "high-card", "--seeds", "1")


GIVEN_UP = "        return state if any(state.hands) else self._end_hand(state, events)"


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        *by_night(HIGH_CARD.replace(GIVEN_UP, "        return self._end_hand(state, events)")),
        LOW_WINS,
    ],
    ids=["given up", "low wins"],
)
def test_a_game_that_keeps_the_laws_is_told_so(
    cardtui: Cardtui, tmp_path: Path, source: str
) -> None:
    assert GIVEN_UP in HIGH_CARD
    checked = check(cardtui, tmp_path, source)
    assert checked.code == 0, checked.out
    assert len(checked.out.splitlines()) > 20
    assert all(line.startswith("ok ") for line in checked.out.splitlines())


MOODY_BOT = """
class Bot:
    moods = 0

    def __init__(self, options, seats, level, manner=None):
        pass

    def decide(self, view, bits):
        Bot.moods += 1
        hand = sorted(view.own.hand)
        return view.own.choices[0].first()._replace(card=hand[Bot.moods % len(hand)])


GAME: Final = Game(HighCard(), "High card", {"en": SHEET}, bot=Bot)"""

LAWLESS = {
    "depends on cards that the viewer may not see": (
        "        return Public(state.trick, state.target, state.last)",
        "        return Public(state.trick, sum(state.hands[0]), state.last)",
    ),
    "The match is not over after": (
        "        if most >= state.target and len(best) == 1:",
        "        if most < 0:",
    ),
    "Who wins has fewer points than all others: say `low_wins = True`": (
        "if score == most)",
        "if score == min(state.scores))",
    ),
    "The pack has not enough cards for 5 seats": ("HAND_SIZE: Final = 3", "HAND_SIZE: Final = 13"),
    "Events tell other points": ("PointsScored(winner, 1)", "PointsScored(winner, 2)"),
    "An action that is offered is refused": (
        "        assert action.card is not None",
        "        if not action.card % 13:\n            raise self.refusal(state, seat, action)",
    ),
    "ZeroDivisionError in cardtui_high_card.py:": (
        '        return (Choice("play", (Cards("card", state.hands[seat]),)),)',
        "        return 1 // 0",
    ),
    "in “play” of high-card nobody can act": (
        "        return (Choice(",
        "        return () if state.trick else (Choice(",
    ),
    "“play” is none of the phases ['playing']": ('phases = {"play"', 'phases = {"playing"'),
    "A position holds what can be changed (fields: ['hands']": (
        "tuple(hands), trick=()",
        "hands, trick=()",
    ),
    "A bot does something else with the same view and bits": (
        'GAME: Final = Game(HighCard(), "High card", {"en": SHEET})',
        MOODY_BOT,
    ),
    "have not answered within 0.5 seconds: cardtui_high_card.py:": (
        "        assert action.card is not None",
        "        while True:\n            pass",
    ),
}
"""What is changed in a game, by the sentence that tells which law it breaks."""


@pytest.mark.slow
@pytest.mark.parametrize("sentence", LAWLESS)
def test_a_game_that_breaks_a_law_is_told_where(
    cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sentence: str
) -> None:
    monkeypatch.setattr(timed_rules, "LIMIT_SECONDS", 0.5)
    monkeypatch.setattr(laws, "MOST_STEPS", 300)
    old, new = LAWLESS[sentence]
    assert old in HIGH_CARD
    seats = "(5,)" if "5 seats" in sentence else "(2,)"
    checked = check(cardtui, tmp_path, HIGH_CARD.replace(old, new), seats)
    assert checked.code == 1
    assert "broken." in checked.err
    assert checked.out.count(sentence) == 1
    assert "Traceback" not in checked.err


BROKEN = {
    "no-module": ("raise RuntimeError('not today')", "cannot be loaded: RuntimeError: not today"),
    "no-game": ("GAME = 7", "the entry point is a int, not a Game."),
    "newer": (
        called("newer").replace('{"en": SHEET})', '{"en": SHEET}, contract=99)'),
        "it keeps contract 99, which is newer than this cardtui’s, 1: install a newer cardtui.",
    ),
    "renamed": (HIGH_CARD, "its rules call it “high-card”, and its entry point “renamed”."),
    "silent": (
        called("silent").replace('{"en": SHEET}', '{"pt_BR": SHEET}'),
        "it has no rule sheet in English (“en”).",
    ),
    "crowd": (
        called("crowd").replace("(2, 3, 4, 5, 6)", "(2, 30)"),
        "its seats must be numbers from 2 to 8, in ascending order.",
    ),
    "cacho": (called("cacho"), "cardtui-cacho 1.5: “cacho” is a game of cardtui’s own."),
}


@pytest.mark.slow
def test_a_package_that_is_broken_is_a_sentence_and_all_others_are_there(tmp_path: Path) -> None:
    for game, (source, _sentence) in BROKEN.items():
        install(tmp_path, game, source)
    install(tmp_path, "twice", called("twice"), package="one")
    install(tmp_path, "twice", called("twice"), package="two")
    install(tmp_path, "high-card", HIGH_CARD)
    listed = run(tmp_path, "games")
    assert listed.returncode == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()] == [*game_ids(), "high-card"]
    told = listed.stderr
    assert "Traceback" not in told
    for game, (_source, sentence) in BROKEN.items():
        assert f"{game} cannot be played: " in told
        assert sentence in told
    assert "one 1.5 and two 1.5 bring the same game: uninstall one of them." in told
    checked = run(tmp_path, "games", "check", "renamed")
    assert checked.returncode == 1
    assert "its rules call it" in checked.stderr


@pytest.mark.slow
def test_a_game_of_ours_is_known_without_looking_at_packages(tmp_path: Path) -> None:
    install(tmp_path, "loud", "print('loaded'); raise RuntimeError")
    seen = run(tmp_path, "rules", "cacho", "CC-01")
    assert seen.returncode == 0
    assert "loaded" not in seen.stdout
    code = """if True:
        import cardtui_engine, sys
        cardtui_engine.get_rules("cacho")
        print("importlib.metadata" in sys.modules)
    """
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=finding(tmp_path),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "False\n"


def test_the_entry_points_of_our_games_are_those_that_the_registry_knows() -> None:
    from importlib.metadata import distribution

    from cardtui_engine.library import registry

    points = distribution("cardtui").entry_points.select(group="cardtui.games")
    assert {each.name: each.value for each in points} == dict(registry._GAMES)


@pytest.mark.slow
def test_a_new_game_is_written_that_plays_and_keeps_the_laws(
    cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "cardtui play vieja-guerra" in cardtui("games", "new", "Vieja guérra").out
    source = (tmp_path / "vieja-guerra" / "cardtui_vieja_guerra.py").read_text("utf-8")
    project = (tmp_path / "vieja-guerra" / "pyproject.toml").read_text("utf-8")
    assert 'vieja-guerra = "cardtui_vieja_guerra:GAME"' in project
    with installed(install(tmp_path / "there", "vieja-guerra", for_fewer(source))):
        checked = cardtui("games", "check", "vieja-guerra", "--seeds", "1")
        assert checked.code == 0, checked.out
        assert "# Vieja guérra" in cardtui("rules", "vieja-guerra").out


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("7", "A game’s name begins with a letter"),
        ("Cacho", "“cacho” is a game of cardtui’s own: choose another name."),
        ("There", "there is there already: nothing was written."),
    ],
)
def test_a_game_that_cannot_be_written_is_refused(
    cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    refused = cardtui("games", "new", title)
    assert refused.code == 2
    assert sentence in refused.err
