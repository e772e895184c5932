"""Games of other packages in the library: records name the package, and learners can play them."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import FRENCH, deck_of
from cardtui_engine.library.arena import Tally
from cardtui_engine.library.lab import appraise
from cardtui_engine.library.match import Match
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Act, Entry, Pack, Record, RecordError, replay
from cardtui_engine.library.registry import get_bot_maker, get_rules
from cardtui_engine.library.research.episodes import Task
from cardtui_engine.library.simulate import play
from cardtui_engine.library.worlds import Course
from tests.support.packages import HIGH_CARD, LOW_WINS, install, installed

GAME = "high-card"


@pytest.fixture
def there(tmp_path: Path) -> Path:
    return install(tmp_path / "there", GAME, HIGH_CARD)


@pytest.fixture
def _package(there: Path) -> Iterator[None]:
    with installed(there):
        yield


def text() -> str:
    match = Match(GAME, seats=2, seed=1)
    match.act(match.choices()[0].first())
    return write(match.record(["Ana", "Beto"]))


@pytest.mark.usefixtures("_package")
def test_a_record_names_the_package_and_its_version() -> None:
    assert text().splitlines()[1:3] == ["package cardtui-high-card 1.5", "game high-card"]
    record = read(text())
    assert record.package == "cardtui-high-card 1.5"
    assert write(record) == text()
    assert Match.replayed(record).turn.to_act == (0,)


def test_without_the_package_the_record_says_what_to_install(there: Path) -> None:
    with installed(there):
        kept = text()
    with pytest.raises(RecordError, match=r"is not installed: install cardtui-high-card 1\.5"):
        read(kept)


@pytest.mark.usefixtures("_package")
@pytest.mark.parametrize("package", ["", "two words here", "\x1b[0m", "x" * 200])
def test_a_package_of_another_form_is_refused(package: str) -> None:
    with pytest.raises(RecordError, match="is not a package and its version"):
        read(text().replace("cardtui-high-card 1.5", package))


def test_our_own_games_name_no_package() -> None:
    assert "package" not in write(Match("cacho", seats=2, seed=1).record())


@pytest.mark.usefixtures("_package")
def test_learners_play_it_by_numbers() -> None:
    task, bits = Task(GAME, seats=3), Bits(1)
    episode = task.begin()
    while not episode.over:
        if episode.wants_pack:
            pack = [*task.rules.pack]
            bits.shuffle(pack)
            episode.deal(tuple(pack))
            continue
        assert episode.seat is not None
        assert len(episode.numbers(episode.seat)) == task.observations.size
        legal = episode.legal()
        episode.act(legal[bits.below(len(legal))])
    assert sum(episode.returns) == 0


@pytest.mark.usefixtures("_package")
def test_a_game_without_a_bot_has_one_that_plays_to_the_end() -> None:
    rules = get_rules(GAME)
    options = rules.options({"target": 2}, 2)
    bots = [get_bot_maker(GAME)(options, 2, level) for level in (Level.EASY, Level.HARD)]
    *_, last = play(rules, options, bots, Bits(2))
    assert rules.outcome(last.state) is not None


@pytest.mark.parametrize("low", [False, True])
def test_arena_and_lab_count_fewer_points_as_better_where_they_win(
    tmp_path: Path, low: bool
) -> None:
    with installed(install(tmp_path / "low", GAME, LOW_WINS if low else HIGH_CARD)):
        rules = get_rules(GAME)
        options = rules.options({"target": 9}, 2)
        bots = [get_bot_maker(GAME)(options, 2, Level.EASY) for _ in range(2)]
        steps = [*play(rules, options, bots, Bits(3))]
        last = steps[-1].state
        outcome = rules.outcome(last)
        assert outcome is not None
        brought = Tally(rules, steps[0].state).brought(last)
        assert brought.index(max(brought)) in outcome.winners
        aces = tuple(map(FRENCH.card, ("AS", "AH", "AD")))
        pack = (*aces, *[card for card in rules.pack if card not in aces])
        acts: list[Entry] = [Pack(pack), Act(1, Action("play", card=pack[3]))]
        dealt = [*replay(Record(GAME, 2, options, 0, (), tuple(acts)))]
        *_, found = islice(appraise(Course.of(rules, options, dealt), 0, Bits(1)), 5)
        assert all((each.mean < 0) == low for each in found.choices)  # it takes all three tricks


def test_a_card_of_no_suit_is_named_as_a_deck_is_made() -> None:
    with pytest.raises(ValueError, match="'4'"):
        deck_of("colours", ["red"], ["1"], also=["W+4"])
