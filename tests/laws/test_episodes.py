"""Episodes: laws of turns in a row, of what they are worth, and of what seats know in them."""

import pickle
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.events import PointsScored
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.library.research.action_ids import WAIT_ID
from cardtui_engine.library.research.episodes import Episode, Task
from cardtui_engine.library.simulate import next_pack
from cardtui_engine.plain import field_types
from cardtui_engine.refusals import BadSetup

pytestmark = pytest.mark.once

every_game = pytest.mark.parametrize("game", game_ids())


@cache
def task_of(game: str, **given: Any) -> Task:
    merged: dict[str, Any] = {"most_turns": 150, **given}
    return Task(game, **merged)


def play(task: Task, seed: int) -> Iterator[Episode]:
    """Play at random; yield the one episode whenever somebody is asked, and at its end."""
    bits = Bits(seed)
    episode = task.begin(bits.below(task.seats))
    while not episode.over:
        if episode.wants_pack:
            episode.deal(next_pack(task.rules, episode.state, bits))
        else:
            yield episode
            episode.act(bits.pick(episode.legal()))
    yield episode


@every_game
def test_who_is_asked_can_act_and_only_the_last_must(game: str) -> None:
    task = task_of(game, seats=min(4, get_rules(game).seats[-1]))
    waited = 0
    for episode in play(task, 1):
        if episode.over:
            break
        assert episode.seat is not None
        legal = episode.legal()
        turn = task.rules.turn(episode.state)
        assert episode.seat in turn.asked
        assert (WAIT_ID in legal) != episode.must_act
        if episode.must_act:
            assert episode.seat == turn.to_act[-1]
            with pytest.raises(ValueError, match="must act"):
                episode.act(WAIT_ID)
        else:
            other = episode.copy()
            assert other.act(WAIT_ID) == ()
            assert other.seat != episode.seat
            assert other.cut_off or other.seat is not None
            assert other.state is episode.state
            waited += 1
        assert episode.numbers(episode.seat)[task.observations.fields["own.seat"]] == [episode.seat]
    assert waited or not task.rules.teams


@every_game
@pytest.mark.parametrize("hands", [0, 1])
def test_what_one_wins_others_lose(game: str, hands: int) -> None:
    for seats in sorted({get_rules(game).seats[0], get_rules(game).seats[-1]}):
        task = task_of(game, seats=seats, hands=hands, interrupts=False)
        *_, last = play(task, 3)
        assert last.seat is None
        assert sum(last.returns) == pytest.approx(0)
        assert max(map(abs, last.returns)) <= task.bound
        if last.cut_off:
            assert not any(last.returns)
            assert last.turns == task.most_turns
        elif not hands:
            outcome = task.rules.outcome(last.state)
            assert outcome is not None
            assert last.returns == [*outcome.returns]
        with pytest.raises(ValueError, match="nobody"):
            last.act(1)


def test_a_hand_is_worth_its_chips_or_its_points() -> None:
    *_, last = play(task_of("cacho", seats=3, hands=1), 5)
    chips = last.task.rules.view(last.state, None).common.chips
    assert last.returns == [each - 50 for each in chips]
    assert any(last.returns)
    task, bits = task_of("truco-argentino", seats=2, hands=1), Bits(4)
    episode, points = task.begin(), [0, 0]
    episode.deal(next_pack(task.rules, episode.state, bits))
    while not episode.over:
        for event in episode.act(bits.pick(episode.legal())):
            if isinstance(event, PointsScored):
                points[event.team] += event.points
    assert episode.returns == [points[0] - points[1], points[1] - points[0]]


@pytest.mark.slow
@every_game
def test_numbers_are_always_as_many_and_nothing_is_left_out_of_them(game: str) -> None:
    for seats in sorted({get_rules(game).seats[0], get_rules(game).seats[-1]}):
        task = task_of(game, seats=seats)
        space = task.observations
        views: dict[tuple[int, ...], str] = {}
        for episode in play(task, 2):
            for seat in range(seats):
                numbers = episode.numbers(seat)
                assert len(numbers) == space.size
                view = episode.view(seat)
                own = view.own._replace(choices=(), hand=tuple(sorted(view.own.hand)))
                told = repr(view._replace(own=own))
                assert views.setdefault(tuple(numbers), told) == told
                for name, hint in field_types(type(view.game)).items():
                    values = getattr(view.game, name)
                    at = space.fields[f"game.{name}"]
                    if isinstance(values, tuple) and numbers[at.start] == len(values):
                        size = at.stop - at.start - 1
                        assert len(values) <= size, (name, hint)


def test_two_moments_with_one_history_look_the_same() -> None:
    """With six cards dealt of a pack of ten, many matches begin alike for a seat."""
    task = task_of("cacho", seats=2, hands=2, options=None)
    seen: dict[str, str] = {}
    alike = 0
    for seed in range(150):
        for episode in play(task, seed):
            if episode.seat is not None:
                key, view = episode.key(episode.seat), repr(episode.view(episode.seat))
                alike += key in seen
                assert seen.setdefault(key, view) == view
    assert alike > 50


@every_game
def test_a_history_tells_nothing_that_the_seat_has_not_seen(game: str) -> None:
    task, bits = task_of(game), Bits(9)
    pack = [*task.rules.pack_of(task.begin().state)]
    bits.shuffle(pack)
    one = until_cards_are_dealt(task, pack)
    seat = one.seat
    assert seat is not None
    seen = {*one.view(seat).own.hand}
    hidden = [place for place, card in enumerate(pack) if card not in seen]
    first, second = hidden[0], hidden[-1]
    pack[first], pack[second] = pack[second], pack[first]
    other = until_cards_are_dealt(task, pack)
    assert other.state != one.state or game == "truco-argentino"  # which keeps no stock
    assert other.view(seat) == one.view(seat)
    assert other.key(seat) == one.key(seat)


def until_cards_are_dealt(task: Task, pack: list[Any]) -> Episode:
    """Deal, after a cut where there is one."""
    episode = task.begin()
    episode.deal(pack)
    while not any(episode.view(0).common.cards):
        episode.act(episode.legal()[0])
    return episode


def pickled(episode: Episode) -> Episode:
    """Return what is left of an episode after a way through bytes."""
    read: Episode = pickle.loads(pickle.dumps(episode))
    return read


@every_game
@pytest.mark.parametrize("again", [deepcopy, pickled])
def test_a_copy_goes_on_in_the_same_way(game: str, again: Callable[[Episode], Episode]) -> None:
    played = play(task_of(game), 8)
    episode = next(played)
    for _ in range(20):
        episode = next(played, episode)
    other = again(episode)
    assert other.state == episode.state
    assert [other.key(seat) for seat in range(2)] == [episode.key(seat) for seat in range(2)]
    assert other.legal() == episode.legal()
    if episode.seat is not None:
        number = episode.legal()[-1]
        assert other.act(number) == episode.act(number)
    assert other.state == episode.state


def test_a_long_match_can_be_kept() -> None:
    *_, last = play(task_of("cacheta", most_turns=3000), 1)
    assert last.turns == 3000
    assert pickled(last).key(0) == last.key(0)


def test_tasks_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="most_turns"):
        Task("cacho", most_turns=0)
    with pytest.raises(ValueError, match="hands"):
        Task("cacho", hands=-1)
    with pytest.raises(BadSetup):
        Task("cacho", seats=9)
    with pytest.raises(KeyError):
        Task("no such game")
