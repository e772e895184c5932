"""What bots say: rarely, a line of their own character, after what everybody saw, never a call."""

import asyncio
import random
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.events import Acted, Burned, CardsShown, CardTaken, Event, HandEnded
from cardtui_server.characters import NATURES, Character, Occasion
from cardtui_server.match.entries import Talked
from cardtui_server.match.requests import BotSays, Start
from cardtui_server.match.state import Life, Tally
from cardtui_server.match.transaction import Step
from cardtui_server.quick_talk import Phrase, Reaction
from cardtui_server.table.actor import Table
from cardtui_server.table.bots.talk import Heard, _occasions
from tests.support.playing import House, act, any_action, attach, brief, quiet

SHOWN = (Card(1), Card(2), Card(3))
GAMES = ("truco-argentino", "truco-brasileiro", "cacho", "pif-paf", "cacheta")


async def heard(game: str, seed: int, *, thinking: int = 500) -> tuple[Table, list[Talked], int]:
    """Return a table after a match, what its bots said, and how many hands there were."""
    house = House(seed=seed)
    table = await house.table(
        game, 4, people=1, thinking=thinking, options=brief(game), start=False
    )
    lines: list[Talked] = []
    publish = table._publisher.publish

    def note(step: object) -> None:
        entry = getattr(step, "entry", None)
        if isinstance(entry, Talked):
            lines.append(entry)
        publish(step)  # type: ignore[arg-type]

    table._publisher.publish = note  # type: ignore[method-assign]
    post = table.post

    def asked(request: Any, answer: Any, *, own: bool = False) -> None:
        if isinstance(request, BotSays) and (turn := table.state.turn) is not None:
            assert 0 not in turn.to_act, "no bot speaks while the person there is to act"
        post(request, answer, own=own)

    table.post = asked  # type: ignore[method-assign]
    attach(table, 0, None)
    luck = random.Random(seed)
    await table.ask(Start(player="p0"))
    for _ in range(20_000):
        if table.state.life is not Life.PLAYING:
            break
        turn = table.state.turn
        if turn is not None and 0 in turn.to_act and not turn.wants_pack:
            seat, action = any_action(table, luck)
            if seat == 0:
                await act(table, 0, action)
        house.clock.advance(0.5)
        await asyncio.sleep(0)
        await quiet()
    await house.passes(5)
    assert table.state.life is Life.OVER
    hands = table.state.tally.hand
    await house.stop()
    return table, lines, hands


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_bots_say_lines_of_their_own_and_no_more_than_one_a_hand(game: str) -> None:
    said = 0
    for seed in range(2):
        table, lines, hands = await heard(game, seed)
        said += len(lines)
        assert len(lines) <= hands
        told = [each.phrase or each.reaction for each in lines]
        assert len(told) == len(set(told))
        for line in lines:
            assert line.seat is not None
            sitter = table.state.sitters[line.seat]
            assert sitter is not None
            assert sitter.character
            assert line.player == ""
            own = NATURES[Character(sitter.character)].lines.values()
            assert (line.phrase or line.reaction) in {each for some in own for each in some}
    assert said


async def ended(game: str, before: Tally, after: Tally, reason: str) -> Step:
    """Return the end of a hand that seat 0, a person, has won of bots."""
    house = House()
    table = await house.table(game, 4, people=1)
    step = Step(
        table.state._replace(tally=before),
        table.state._replace(tally=after, life=Life.PLAYING),
        table.state.made,
        (HandEnded((0,), reason),),
    )
    await house.stop()
    return step


@pytest.mark.parametrize(
    ("game", "before", "after", "occasions"),
    [
        ("truco-argentino", (3, 3), (7, 3), (Occasion.POORER, Occasion.RICHER, Occasion.POORER)),
        ("truco-argentino", (3, 3), (3, 8), (Occasion.RICHER, Occasion.POORER, Occasion.RICHER)),
        ("truco-argentino", (3, 3), (6, 3), (Occasion.LOST, Occasion.TAKEN, Occasion.LOST)),
    ],
)
async def test_after_a_hand_that_brought_much_bots_speak_of_it(
    game: str,
    before: tuple[int, ...],
    after: tuple[int, ...],
    occasions: tuple[Occasion, ...],
) -> None:
    step = await ended(game, Tally(scores=before), Tally(scores=after), "tricks")
    winners = (0, 2)
    step = step._replace(told=(HandEnded(winners, "tricks"),))
    assert _occasions(step, Heard()) == dict(enumerate(occasions, 1))


@pytest.mark.parametrize(("won", "occasion"), [(45, Occasion.POORER), (15, Occasion.LOST)])
async def test_chips_are_much_where_a_pot_is_half_of_what_a_seat_has(
    won: int, occasion: Occasion
) -> None:
    before, after = (60, 60, 60, 60), (60 + won, 60 - won, 60, 60)
    step = await ended("cacho", Tally(chips=before), Tally(chips=after), "showdown")
    assert set(_occasions(step, Heard()).values()) == {occasion}


@pytest.mark.parametrize(
    ("reason", "raiser", "occasion"),
    [
        ("tricks", 1, Occasion.CALLED),
        ("tricks", 0, Occasion.LOST),
        ("run", 1, Occasion.LOST),
        ("run", 0, Occasion.FOLDED),
        ("run", None, Occasion.LOST),
    ],
)
async def test_who_raised_and_lost_or_gave_way_speaks_of_that(
    reason: str, raiser: int | None, occasion: Occasion
) -> None:
    step = await ended("truco-argentino", Tally((3, 3)), Tally((5, 3)), reason)
    assert _occasions(step, Heard(raiser))[1] is occasion


@pytest.mark.parametrize(
    ("game", "reason", "heard", "told", "occasion"),
    [
        ("cacheta", "knock", Heard(), (), Occasion.OUTRUN),
        ("cacheta", "knock", Heard(short=(1,)), (), Occasion.ONE_SHORT),
        ("cacheta", "knock", Heard(thrower=1), (), Occasion.OUTRUN),
        ("cacheta", "cut", Heard(None, 1, (1,)), (Acted(0, Action("cut")),), Occasion.FED),
        ("pif-paf", "out", Heard(0, 1), (Acted(0, Action("claim")),), Occasion.FED),
        ("pif-paf", "out", Heard(1), (), Occasion.OUTRUN),
        ("cacho", "showdown", Heard(0), (CardsShown(1, SHOWN),), Occasion.SHOWN),
        ("cacho", "showdown", Heard(1), (CardsShown(1, SHOWN),), Occasion.CALLED),
        ("cacho", "showdown", Heard(0), (), Occasion.LOST),
    ],
)
async def test_at_other_games_bots_speak_of_what_everybody_saw_there(
    game: str, reason: str, heard: Heard, told: tuple[Event, ...], occasion: Occasion
) -> None:
    step = await ended(game, Tally(), Tally(), reason)
    assert _occasions(step._replace(told=(*told, *step.told)), heard)[1] is occasion


async def test_while_a_hand_goes_on_bots_speak_of_what_they_take_or_cut_in_vain() -> None:
    step = await ended("cacheta", Tally(), Tally(), "knock")
    for seat, event, occasion in (
        (1, CardTaken(1, Card(7)), Occasion.TOOK),
        (2, Burned(2), Occasion.BURNED),
    ):
        assert _occasions(step._replace(told=(event,)), Heard()) == {seat: occasion}
    assert not _occasions(step._replace(told=(CardTaken(0, Card(7)),)), Heard())


async def test_who_bets_more_than_it_must_speaks_of_that_where_there_are_chips() -> None:
    for game, tally, occasions in (
        ("pif-paf", Tally(chips=(9, 9, 9, 9)), {1: Occasion.RAISED}),
        ("truco-argentino", Tally((3, 3)), {}),
    ):
        step = await ended(game, tally, tally, "")
        raised = Acted(1, Action("raise", to=4))
        assert _occasions(step._replace(told=(raised,)), Heard()) == occasions


async def test_the_same_match_has_the_same_lines() -> None:
    once, again = [(await heard("cacho", 5))[1] for _ in range(2)]
    assert once == again


async def test_nobody_talks_where_bots_play_at_once() -> None:
    assert not (await heard("cacho", 5, thinking=0))[1]


def test_every_character_has_something_to_say_on_every_occasion() -> None:
    for nature in NATURES.values():
        assert set(nature.lines) == set(Occasion)
        assert all(nature.lines.values())
        assert 0 < nature.talks < 0.5


def test_every_phrase_that_only_bots_say_is_said_by_somebody() -> None:
    said = {
        line for nature in NATURES.values() for lines in nature.lines.values() for line in lines
    }
    assert {each for each in Phrase if each > Phrase.CRY} <= said
    assert said & set(Reaction)
