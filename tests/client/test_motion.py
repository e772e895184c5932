"""Motion: what is to be seen between two scenes is made of both, and ends in the second one."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.faces.offers import Keys
from cardtui_client.model.cards import corner, face
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import Piles, Pot, SeatZone, Shout, Spot, Where
from cardtui_client.scene.moves import (
    NO_MOTION,
    REDRAW_SECONDS,
    Errand,
    Motion,
    motion_between,
    seen_at,
)
from cardtui_client.scene.scene import Played, Scene, SeatScene, Tally
from cardtui_client.tui.paint.canvas import Canvas, style
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import paint_hand
from cardtui_client.tui.table.picture import Seen, shot_of
from cardtui_engine import Bits, Level, game_ids, get_bot_maker, get_rules, play
from tests.support.colours import PALETTE
from tests.support.nights import by_night, games_and_by_night
from tests.support.table_driver import ScriptedTable

_STEPS = 120
_LONGEST = 3.0


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """Return what one seat sees of a match of bots."""
    rules = get_rules(game)
    seats = rules.seats[0]
    options = rules.options({}, seats)
    bots = [get_bot_maker(game)(options, seats, Level.EASY) for _ in range(seats)]
    table, model = ScriptedTable(game, seats), TableModel()
    table.table.state = tables_pb2.TABLE_STATE_PLAYING
    seen: list[Scene] = []
    for _number, step in zip(range(_STEPS), play(rules, options, bots, Bits(7)), strict=False):
        if table.state is None:
            table.state = step.state
            model.fold(table.snapshot())
            continue
        table.advance(step.state, step.events)
        while not table.queue.empty():
            frame = table.queue.get_nowait()
            model.fold(frame)  # type: ignore[arg-type]
        seen.append(shot_of(model, Seen(Keys({}))).scene)
    return tuple(seen)


def moves(game: str) -> Iterator[tuple[Scene, Scene, Motion]]:
    """Yield the scenes of a match in pairs, and what moves between them."""
    for before, after in pairwise(scenes(game)):
        yield before, after, motion_between(before, after)


def times(motion: Motion) -> list[float]:
    """Return when pictures of a motion are made, up to its end."""
    return [number * REDRAW_SECONDS for number in range(int(motion.seconds / REDRAW_SECONDS) + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("game", games_and_by_night())
def test_a_motion_is_short_and_ends_in_the_very_scene(game: str) -> None:
    for _before, after, motion in moves(game):
        assert motion.seconds <= _LONGEST
        assert seen_at(after, motion, motion.seconds) is after


@pytest.mark.parametrize("game", games_and_by_night())
def test_nothing_is_lost_on_the_way_and_nothing_is_there_twice(game: str) -> None:
    for _before, after, motion in moves(game):
        for time in times(motion):
            between = seen_at(after, motion, time)
            lying = Counter((each.seat, each.card) for each in between.trick)
            flying = Counter(
                (each.target.number, each.card)
                for each in between.flying
                if each.target.where is Where.TRICK
            )
            assert lying + flying == Counter((each.seat, each.card) for each in after.trick)
            assert all(0 < each.part <= 1 for each in between.flying)
            for seat, settled in zip(between.seats, after.seats, strict=True):
                assert 0 <= seat.cards <= settled.cards
                assert (seat.chips or 0) <= (settled.chips or 0)
            for tally, counted in zip(between.tallies, after.tallies, strict=True):
                assert tally.points <= counted.points


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 10), *by_night((80, 13), (120, 26))])
@pytest.mark.parametrize("game", games_and_by_night())
def test_all_of_a_motion_can_be_painted(game: str, size: tuple[int, int]) -> None:
    width, height = size
    for _before, after, motion in moves(game):
        for time in times(motion):
            between = seen_at(after, motion, time)
            paint_felt(Canvas(width, height, PALETTE), between)
            paint_hand(Canvas(width, 9, PALETTE), between)


@pytest.mark.slow
def test_matches_show_every_kind_of_motion() -> None:
    found = {
        flight.errand
        for game in game_ids()
        for _before, _after, motion in moves(game)
        for flight in motion.flights
    }
    assert found == set(Errand) - {Errand.FOR_JOY}


def scene(**parts: Any) -> Scene:
    """Return a table of two, Ana below."""
    seats = (SeatScene(0, name="Ana", side=0), SeatScene(1, name="Beto", side=1, mark="mano"))
    return Scene(seats=seats)._replace(**parts)


def with_seat(table: Scene, number: int, **parts: Any) -> Scene:
    """Return the table with a seat of it as told."""
    seats = list(table.seats)
    seats[number] = seats[number]._replace(**parts)
    return table._replace(seats=tuple(seats))


def test_cards_are_dealt_one_by_one_beginning_with_who_is_first() -> None:
    bare = scene()
    dealt = with_seat(with_seat(bare, 0, cards=3), 1, cards=3)
    motion = motion_between(bare, dealt)
    assert [flight.flying.target.number for flight in motion.flights] == [1, 0] * 3
    counts = [
        tuple(seat.cards for seat in seen_at(dealt, motion, time).seats) for time in times(motion)
    ]
    assert counts[0] == (0, 0)
    assert counts == sorted(counts, key=sum)
    assert seen_at(dealt, motion, 0.0).hand.coming == 3


def test_a_thrown_card_comes_from_its_seat_and_slows_down() -> None:
    bare, lies = scene(), scene(trick=(Played(1, 5),))
    motion = motion_between(bare, lies)
    parts = [seen_at(lies, motion, time).flying[0].part for time in times(motion)[:-1]]
    steps = [after - before for before, after in zip([0.0, *parts], parts, strict=False)]
    assert steps == sorted(steps, reverse=True)
    assert {(each.flying.origin, each.flying.card) for each in motion.flights} == {
        (Spot(Where.SEAT, 1), 5)
    }


@pytest.mark.parametrize("size", [(60, 10), (80, 13), (120, 26)])
def test_what_moves_covers_no_name_and_nothing_that_is_said(size: tuple[int, int]) -> None:
    before = with_seat(scene(), 1, cards=3, bubble="¡Quiero retruco!")
    after = with_seat(before, 1, cards=2)._replace(trick=(Played(1, card=7),))
    motion = motion_between(before, after)
    seen = 0
    for time in times(motion)[:-1]:
        between = seen_at(after, motion, time)
        moving, still = Canvas(*size, PALETTE), Canvas(*size, PALETTE)
        paint_felt(moving, between)
        paint_felt(still, between._replace(flying=()))
        seen += moving.chars != still.chars
        assert "▐ ¡Quiero retruco! ▌" in moving.plain()
        (plate,) = (each.place for each in moving.areas if each.zone == SeatZone(1))
        for row in range(plate.y, plate.y + plate.height):
            line = slice(plate.x, plate.x + plate.width)
            assert moving.chars[row][line] == still.chars[row][line]
    assert seen


def test_a_trick_is_swept_to_who_won_it_and_a_tie_goes_to_the_pack() -> None:
    for winning, target in ((True, Spot(Where.SEAT, 1)), (False, Spot(Where.PACK))):
        lies = scene(trick=(Played(0, 4, old=True), Played(1, 5, winning=winning, old=True)))
        motion = motion_between(lies, scene())
        assert {flight.flying.target for flight in motion.flights} == {target}


def test_chips_come_to_the_pot_in_heaps_and_are_counted_as_they_lie() -> None:
    before = with_seat(scene(middle=Pot(10)), 1, chips=20)
    after = with_seat(scene(middle=Pot(17)), 1, chips=13)
    motion = motion_between(before, after)
    assert [flight.amount for flight in motion.flights] == [3, 2, 2]
    pots = [seen_at(after, motion, time).middle for time in (0.0, 0.35, 0.45, 0.55)]
    assert pots == [Pot(10), Pot(13), Pot(15), Pot(17)]


def test_points_are_laid_one_by_one() -> None:
    before = scene(tallies=(Tally("Us", 3, 30), Tally("Them", 5, 30, side=1)))
    after = scene(tallies=(Tally("Us", 3, 30), Tally("Them", 7, 30, side=1)))
    motion = motion_between(before, after)
    told = [seen_at(after, motion, time).tallies[1].points for time in (0.0, 0.25, 0.45)]
    assert told == [5, 6, 7]


def test_a_discard_is_no_discard_before_it_lies_there() -> None:
    before = with_seat(scene(middle=Piles(20, 1, (7,))), 1, cards=10)
    after = with_seat(scene(middle=Piles(20, 2, (7, 9))), 1, cards=9)
    motion = motion_between(before, after)
    assert seen_at(after, motion, 0.0).middle == Piles(20, 1, (7,))


def test_a_call_is_the_louder_the_more_it_risks() -> None:
    stays = []
    for weight in (0, 1, 2, 3):
        called = with_seat(scene(), 1, bubble="Truco!", weight=weight)
        motion = motion_between(scene(), called)
        stays.append(motion.seconds)
        shout = seen_at(called, motion, 0.0).shout
        assert (shout is None) is (weight == 0)
        assert motion_between(called, called) == NO_MOTION
    assert stays == sorted(set(stays))


@pytest.mark.parametrize(("yours", "name"), [(True, "You"), (False, "Beto")])
def test_over_a_call_stands_who_makes_it(yours: bool, name: str) -> None:
    before = with_seat(scene(), 1, you=yours)
    called = with_seat(before, 1, bubble="Truco!", weight=1)
    shout = motion_between(before, called).shout
    assert shout is not None
    assert shout.name == name


@pytest.mark.parametrize(
    ("size", "high"), [((80, 13), 9), ((24, 13), 5), ((40, 4), 4), ((6, 2), 2)]
)
def test_a_shout_is_as_wide_as_the_felt_and_the_redder_the_more_it_risks(
    size: tuple[int, int], high: int
) -> None:
    grounds = set()
    for weight in (1, 2, 3):
        canvas = Canvas(*size, PALETTE)
        paint_felt(canvas, scene(shout=Shout("¡Truco!", "Beto", 1, weight)))
        felt = style(PALETTE.felt_ink, PALETTE.felt).bgcolor
        across = [line for line in canvas.styles if felt not in {look.bgcolor for look in line}]
        assert len(across) == high
        grounds.add(across[0][0].bgcolor)
    assert len(grounds) == 3


@pytest.mark.parametrize("size", [(80, 13), (80, 9), (80, 7), (40, 5)])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_shout_tells_the_cards_that_it_covers(size: tuple[int, int], ascii_only: bool) -> None:
    canvas = Canvas(*size, PALETTE, ascii_only=ascii_only)
    trick = (Played(0, 4), Played(1, 5))
    paint_felt(canvas, scene(trick=trick, shout=Shout("¡Truco!", "Beto", 1, 1)))
    first, last = (corner(face(played.card)) for played in trick)
    assert re.search(f"{first} +{last}", canvas.plain())
    assert "Beto" in canvas.plain()


@pytest.mark.parametrize(
    ("deck", "ascii_only", "flies"),
    [("spanish", False, "●"), ("french", False, "♥"), ("spanish", True, "●"), ("", False, "")],
)
def test_as_you_win_it_is_spelled_over_the_table_and_suits_fly_up_for_two_seconds_and_once(
    deck: str, flies: str, *, ascii_only: bool
) -> None:
    bare, won = scene(cloth=deck), scene(cloth=deck, cheer="¡Ganaste!")
    motion = motion_between(bare, won)
    assert 1 < motion.seconds <= 2
    assert motion_between(bare, bare) == NO_MOTION, "a loss stays quiet"
    inked = []
    for time in (0.0, 0.2, 0.6):
        canvas = Canvas(80, 13, PALETTE, ascii_only=ascii_only)
        paint_felt(canvas, seen_at(won, motion, time))
        inked.append(
            len({(look.bgcolor, x) for line in canvas.styles for x, look in enumerate(line)})
        )
        painted = "".join(part.text for y in range(13) for part in canvas.segments(y))
        assert painted.isascii() or not ascii_only
    assert inked == sorted(set(inked)), "one letter after another"
    assert flies in canvas.plain()
    assert seen_at(won, motion, motion.seconds).shout is None
    assert motion_between(won, won) == NO_MOTION


@pytest.mark.parametrize(("left", "weight"), [(36, 0), (30, 1), (20, 2), (1, 2), (0, 3)])
def test_a_bet_is_the_louder_the_more_of_ones_chips_it_takes(left: int, weight: int) -> None:
    before = with_seat(scene(middle=Pot(4)), 1, chips=40)
    after = with_seat(scene(middle=Pot(44 - left)), 1, chips=left, bubble="bet")
    shout = motion_between(before, after).shout
    assert (shout.weight if shout is not None else 0) == weight
    quiet = with_seat(after, 1, bubble="")
    assert motion_between(before, quiet).shout is None


@pytest.mark.parametrize(
    "other", [scene(viewpoint=1), Scene(), Scene(seats=(SeatScene(0), SeatScene(2)))]
)
def test_nothing_moves_where_one_looks_another_way(other: Scene) -> None:
    assert motion_between(other, with_seat(scene(), 1, cards=3)) == NO_MOTION


@pytest.mark.parametrize("much", [10**9, -(10**9)])
def test_numbers_without_sense_move_nothing_for_long(much: int) -> None:
    bare = scene(middle=Pot(0), tallies=(Tally("Us", 0, 30), Tally("Them", 0, 30, side=1)))
    bare = with_seat(bare, 1, chips=0)
    after = with_seat(bare, 1, chips=-much, cards=max(much, 0))._replace(
        middle=Pot(much), tallies=(Tally("Us", much, 30), Tally("Them", much, 30, side=1))
    )
    motion = motion_between(bare, after)
    assert motion.seconds <= _LONGEST
    for time in times(motion):
        seen_at(after, motion, time)
