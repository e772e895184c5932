"""A replay without the terminal: moving, looking with other eyes, and what each may know."""

import pytest

from cardtui_client.model.cards import HIDDEN_CARD
from cardtui_client.scene.commands import Command, Eyes, Way
from cardtui_client.scene.scene import TimeLine
from cardtui_client.settings import Settings
from cardtui_studio.replay_controller import ReplayController
from tests.support.films import BY_DAY_AND_NIGHT, film_of
from tests.support.seated import Notebook


class Replay:
    """A replay on a notebook."""

    def __init__(self, name: str, eyes: Eyes = Eyes(), *, animation: bool = False) -> None:  # noqa: B008 - a value
        self.display = Notebook()
        self.lines: list[TimeLine] = []
        settings = Settings(name="Ana", animation=animation)
        self.film = film_of(name)
        self.controller = ReplayController(
            self.display, self.film, settings, eyes, show_line=self.lines.append
        )
        self.controller.begin()

    def at(self) -> int:
        """The position that is shown."""
        return self.controller.reel.at

    def line(self) -> TimeLine:
        """The time line that is shown."""
        return self.lines[-1]

    def runs(self) -> bool:
        """Whether it goes on by itself."""
        return self.controller.runs

    def shown(self) -> tuple[object, ...]:
        """All that is to be seen: the table, the log, the time line but for what you know."""
        picture = self.display.pictures[-1]
        return picture.felt, picture.own, picture.sentence, [*self.display.log], self.lines[-1].now


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_DAY_AND_NIGHT)
def test_steps_back_are_exact(name: str) -> None:
    replay = Replay(name, Eyes(0))
    replay.controller.wind(Way.START)
    seen = [replay.shown()]
    for _ in range(replay.film.last):
        replay.controller.wind(Way.ON)
        seen.append(replay.shown())
    for at in range(replay.film.last - 1, -1, -1):
        replay.controller.wind(Way.BACK)
        assert replay.at() == at
        assert replay.shown() == seen[at]


def test_nothing_lies_before_the_start_or_behind_the_end() -> None:
    replay = Replay("cacho-2")
    for way in (Way.START, Way.BACK, Way.HAND_BACK, Way.CALL_BACK):
        replay.controller.wind(way)
        assert replay.at() == 0
    for way in (Way.END, Way.ON, Way.HAND_ON, Way.CALL_ON):
        replay.controller.wind(way)
        assert replay.at() == replay.film.last


def test_hands_and_calls_are_gone_to() -> None:
    replay = Replay("truco-argentino-2")
    first, second = (hand.first for hand in replay.film.hands[:2])
    assert replay.at() == first
    replay.controller.wind(Way.CALL_ON)
    assert replay.film.verb(replay.at()) == "cut"
    replay.controller.wind(Way.CALL_ON)
    assert replay.film.verb(replay.at()) == "envido"
    replay.controller.wind(Way.HAND_ON)
    assert replay.at() == second
    replay.controller.wind(Way.CALL_BACK)
    assert replay.film.verb(replay.at()) == "no_quiero"
    replay.controller.wind(Way.HAND_BACK)
    assert replay.at() == first


def scores(replay: Replay) -> list[str]:
    return ["".join(part.text for part in mark.score) for mark in replay.line().hands]


def test_the_time_line_has_every_hand_but_no_score_that_one_has_not_come_to() -> None:
    replay = Replay("truco-argentino-2")
    number = len(replay.film.hands)
    assert [mark.number for mark in replay.line().hands] == [*range(1, number + 1)]
    assert scores(replay) == [""] * number
    replay.controller.wind(Way.HAND_ON)
    seen = ["1:1", *[""] * (number - 1)]
    assert scores(replay) == seen
    replay.controller.wind(Way.START)
    assert scores(replay) == seen, "what you have seen you know"
    replay.controller.show_whole_line()
    assert all(scores(replay))
    replay.controller.show_whole_line()
    assert scores(replay) == seen


def test_of_many_players_the_time_line_names_who_leads() -> None:
    replay = Replay("cacho-4")
    replay.controller.show_whole_line()
    scores = ["".join(part.text for part in mark.score) for mark in replay.line().hands]
    standing = [hand.standing for hand in replay.film.hands]
    for score, chips in zip(scores, standing, strict=True):
        assert score.endswith(str(max(chips)))
        assert (len(score.split()) == 2) == (chips.count(max(chips)) == 1)


def test_each_eyes_see_their_own_cards() -> None:
    replay = Replay("truco-argentino-2", Eyes(0))
    replay.controller.wind(Way.ON)
    cards = replay.film.cards(replay.at())
    assert replay.display.pictures[-1].own.hand.cards == tuple(cards[0])
    replay.controller.look_with(Eyes(1))
    assert replay.display.pictures[-1].own.hand.cards == tuple(cards[1])
    replay.controller.look_with(Eyes())
    assert set(replay.display.pictures[-1].own.hand.cards) == {HIDDEN_CARD}
    replay.controller.look_with(Eyes(all_cards=True))
    picture = replay.display.pictures[-1]
    assert picture.own.hand.cards == tuple(cards[1])
    assert picture.felt.seats[0].shown == tuple(cards[0])


def test_the_key_for_other_eyes_goes_round() -> None:
    replay = Replay("cacho-4", Eyes(3))
    seen = []
    for _ in range(6):
        replay.controller.next_eyes()
        seen.append(replay.controller.eyes)
    assert seen == [Eyes(), Eyes(all_cards=True), Eyes(0), Eyes(1), Eyes(2), Eyes(3)]


def test_who_looks_at_all_cards_turns_the_table_by_a_click_on_a_seat() -> None:
    replay = Replay("cacho-4", Eyes(all_cards=True))
    replay.controller.look_from(2)
    assert replay.controller.eyes == Eyes(all_cards=True)
    assert replay.display.pictures[-1].felt.viewpoint == 2
    replay.controller.next_eyes()
    replay.controller.look_from(1)
    assert replay.controller.eyes == Eyes(1)


def test_it_goes_on_by_itself_to_the_end_and_stops_there() -> None:
    replay = Replay("cacho-2")
    replay.controller.run()
    assert replay.runs()
    for _ in range(10 * replay.film.last):
        replay.display.run_down()
    assert replay.at() == replay.film.last
    assert not replay.runs()
    assert not replay.display.alarms


def test_a_step_by_hand_ends_what_goes_by_itself() -> None:
    replay = Replay("cacho-2")
    replay.controller.run()
    replay.controller.wind(Way.BACK)
    at = replay.at()
    replay.display.run_down()
    assert replay.at() == at


def test_faster_means_shorter_waits() -> None:
    waits = []
    for faster in range(4):
        replay = Replay("cacho-2")
        for _ in range(faster):
            replay.controller.hasten()
        replay.controller.run()
        waits.append(replay.display.alarms[-1].seconds)
    assert waits[0] == 2 * waits[1] == 4 * waits[2] == waits[3]


def test_the_log_tells_the_hand_and_not_the_one_before() -> None:
    replay = Replay("truco-argentino-2", Eyes(0))
    replay.controller.wind(Way.CALL_ON)
    assert "Hand 1" in replay.display.log[0].text
    replay.controller.wind(Way.HAND_ON)
    assert "Hand 2" in replay.display.log[0].text
    assert len(replay.display.log) == 1


def test_commands_of_a_replay_are_told_apart_from_each_other() -> None:
    picture = Replay("cacho-2").display.pictures[-1]
    offered: list[Command] = [button.command for button in picture.bar.buttons]  # type: ignore[union-attr] # offers
    assert len(set(offered)) == len(offered)
