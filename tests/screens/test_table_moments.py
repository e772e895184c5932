"""What is shown between two positions: offered cards, an iron card, a hand of its own kind."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from cardtui.v1 import events_pb2, table_service_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.offers import Keys
from cardtui_client.model.cards import HIDDEN_CARD
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import Laid
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import paint_hand
from cardtui_client.tui.paint.pack import draw_pack
from cardtui_client.tui.table.animations import moments
from cardtui_client.tui.table.picture import Seen, Shot
from cardtui_client.tui.table.ui_state import Cutting
from tests.screens.brazilian_screen import press, shown
from tests.screens.conftest import LookRight
from tests.screens.filming import film, hold, text
from tests.support.brazilian_tables import FIRST, HANDS, brasileiro, eleven, iron, playing
from tests.support.colours import PALETTE
from tests.support.hostile import filled, whole
from tests.support.nights import by_night
from tests.support.screen import SMALL, WIDE, lines, small_and_wide
from tests.support.table_driver import ScriptedTable
from tests.support.tables import choice

PACK = ("5H", "QC", "6D", "4D", "4H", "JS", "KH", "3D", "2C", "2S", "7C", "JH")


def before_the_cut(**setup: Any) -> ScriptedTable:
    """Return a table at which Carla, on the third seat, is to cut; Ana is mão."""
    table = brasileiro(setup)
    table.deal(*PACK)
    return table


def cut(table: ScriptedTable) -> None:
    table.do(table.rules.turn(table.state).to_act[0], "cut", at=[20, 20], **{"from": "top"})


@small_and_wide
@pytest.mark.parametrize(
    ("table", "moment"),
    [
        (before_the_cut, 6),
        (lambda: before_the_cut(scores=[11, 11]), 5),
        (lambda: before_the_cut(scores=[11, 4]), 7),
    ],
    ids=["mao", "iron", "eleven"],
)
async def test_a_moment_after_the_cut(
    table: Callable[[], ScriptedTable],
    moment: int,
    size: tuple[int, int],
    looks_right: LookRight,
) -> None:
    """TB-05, TB-51, TB-53."""
    scripted = table()
    async with shown(scripted, size, animation=True) as pilot:
        shots = await film(pilot, scripted, lambda: cut(scripted))
        await hold(pilot, shots[moment])
        looks_right(pilot.app)


@pytest.mark.parametrize("moment", [0, 1, 2], ids=["back", "edge", "face"])
async def test_an_iron_card_is_turned_over(moment: int, looks_right: LookRight) -> None:
    """TB-53."""
    table = iron()
    async with shown(table, animation=True) as pilot:
        shots = await film(pilot, table, lambda: table.do(0, "turn_up"))
        await hold(pilot, shots[moment])
        looks_right(pilot.app)


async def test_an_iron_card_stays_unknown_until_it_is_turned_over() -> None:
    """TB-53, TB-54."""
    table = iron()
    async with shown(table, animation=True) as pilot:
        shots = await film(pilot, table, lambda: table.do(0, "turn_up"))
        told = [shot.scene.close_up for shot in shots if shot.scene.close_up is not None]
        assert ["four of clubs" in close_up.words for close_up in told] == [False, False, True]
        assert "It leads the trick." in told[-1].words
        assert pilot.app.table_screen.controller.pacer.behind  # type: ignore[attr-defined]
        await press(pilot, "x")
        assert not pilot.app.table_screen.controller.pacer.behind  # type: ignore[attr-defined]
        assert "4\u2663" in text(pilot)


async def test_the_running_score_of_the_iron_hand_is_told() -> None:
    """TB-53."""
    table = iron()
    for seat in (0, 1, 2):
        table.do(seat, "turn_up")
    async with shown(table) as pilot:
        assert "tricks: Us 1 \u00b7 Them 0" in text(pilot)
        table.do(0, "turn_up")
        await pilot.pause()
        assert "You turned up" in text(pilot)


@pytest.mark.nightly
async def test_what_the_last_iron_card_does_is_told_before_the_winners_are() -> None:
    """TB-53."""
    table = iron()
    async with shown(table, WIDE, animation=True) as pilot:
        shots: list[Shot] = []
        while table.rules.turn(table.state).to_act:
            seat = table.rules.turn(table.state).to_act[0]
            shots = await film(pilot, table, partial(table.do, seat, "turn_up"))
            await press(pilot, "x")
        last = [shot.scene.close_up for shot in shots if shot.scene.close_up is not None]
        assert last[-1].words[0] == "You turn up a card"
        assert last[-1].words[-1] == "The trick is yours."
        assert "win the match!" in text(pilot)


async def test_offered_cards_are_turned_up_one_by_one() -> None:
    """TB-05."""
    table = before_the_cut()
    async with shown(table, animation=True) as pilot:
        shots = await film(pilot, table, lambda: cut(table))
        hands = [shot.scene.hand.cards for shot in shots if shot.scene.hand.cards]
        assert [hand.count(HIDDEN_CARD) for hand in hands] == [3, 2, 1, 0]


async def test_the_partners_cards_stay_in_sight_until_all_cards_go() -> None:
    """TB-10."""
    table = before_the_cut()
    async with shown(table, animation=True) as pilot:
        cut(table)
        table.do(0, "pass")
        table.do(0, "keep")
        table.do(0, "truco")
        await film(pilot, table, lambda: None)
        own = pilot.app.table_screen.controller.model.own  # type: ignore[attr-defined]
        passed = tuple(own.truco_brasileiro.partner)
        shots = await film(pilot, table, lambda: table.do(1, "run"))
        assert len(passed) == 3
        assert shots[0].scene.seats[1].bubble
        assert shots[0].scene.seats[2].shown == passed
        assert not shots[-1].scene.seats[2].shown


async def test_rejected_cards_stay_open_and_the_new_three_are_turned_up() -> None:
    """TB-08."""
    table = before_the_cut()
    cut(table)
    async with shown(table, animation=True) as pilot:
        shots = await film(pilot, table, lambda: table.do(0, "reject"))
        laid = [shot.scene.middle for shot in shots]
        assert [each.fresh for each in laid if isinstance(each, Laid)] == [3] * len(shots)
        assert len(shots) == 4
        await press(pilot, "x")
        assert "rejected 1 of 3 times" in text(pilot)


@pytest.mark.parametrize("size", [SMALL, *by_night(WIDE, (200, 60))])
@pytest.mark.parametrize("dealer", range(4))
async def test_the_pack_lies_on_no_rejected_card(size: tuple[int, int], dealer: int) -> None:
    table = brasileiro({"dealer": dealer})
    table.deal(*PACK)
    cut(table)
    table.do((dealer + 1) % 4, "reject")
    async with shown(table, size=size) as pilot:
        scene = pilot.app.table_screen.controller.picture.felt  # type: ignore[attr-defined]
        silent = tuple(each._replace(bubble="") for each in scene.seats)
        scene = scene._replace(cloth="", seats=silent)
        painted = []
        for each in (scene._replace(stub=None, middle=Laid(())), scene._replace(stub=None), scene):
            canvas = Canvas(*size, PALETTE)
            paint_felt(canvas, each)
            painted.append("".join(row.ljust(size[0]) for row in canvas.plain().split("\n")))
        cells = [*zip(*painted, strict=True)]
        assert any(felt != card for felt, card, _ in cells)
        assert all(seen == card for felt, card, seen in cells if felt != card)


async def test_without_animation_nothing_is_waited_for() -> None:
    table = before_the_cut()
    async with shown(table) as pilot:
        shots = await film(pilot, table, lambda: cut(table))
        assert len(shots) == 1
        assert "5\u2665" in text(pilot)


async def test_a_foul_cut_moves_nothing() -> None:
    """TB-60."""
    table = brasileiro({"dealer": 3}, fouls="penalise")
    table.deal(*PACK)
    async with shown(table, animation=True) as pilot:
        shots = await film(pilot, table, lambda: table.do(2, "cut", at=[0], **{"from": "top"}))
        assert len(shots) == 1


async def test_at_eleven_the_partners_cards_lie_open_before_oneself_alone() -> None:
    """TB-51."""
    async with shown(eleven()) as pilot:
        assert "Carla holds these" in text(pilot)
        assert "A\u2660" in text(pilot)
    watched = eleven()
    watched.viewer = None
    async with shown(watched) as pilot:
        assert "holds these" not in text(pilot)
        assert "A\u2660" not in text(pilot)


@pytest.mark.parametrize("seed", [*range(20), *by_night(*range(20, 60))])
def test_whatever_a_server_tells_its_moments_are_drawn(seed: int) -> None:
    chance = Random(seed)
    model = TableModel()
    before = None
    for _ in range(2):
        before = model.view
        snapshot = filled(table_service_pb2.Snapshot, chance)
        snapshot.table.game = "truco-brasileiro"
        snapshot.view.phase = Phase.ValueType(chance.choice(Phase.values()))
        part = snapshot.view.truco_brasileiro
        part.CopyFrom(filled(type(part), chance))
        model.fold(table_service_pb2.Frame(snapshot=snapshot))
    model.before = before
    happened = [filled(events_pb2.Event, chance) for _ in range(6)]
    cut = happened[0].acted.action.truco_brasileiro_cut
    cut.at.extend(chance.choice((-5, 0, 7, 39, 40, 2**31 - 1)) for _ in range(3))
    happened[1].phase_began.phase = Phase.ValueType(
        chance.choice((Phase.PHASE_IRON, Phase.PHASE_ELEVEN, 999))
    )
    happened[2].acted.action.turn_up.SetInParent()
    own = model.seat if model.seat is not None else 0
    happened[3].cards_dealt.seat = own
    shots = moments(model, Seen(Keys({})), happened)
    assert len(shots) <= 24
    for shot in shots:
        for size in ((80, 11), (67, 24), (20, 4), (0, 0)):
            board = Canvas(*size, PALETTE)
            paint_felt(board, shot.scene)
            whole(board)
            paint_hand(board, shot.scene)
            whole(board)


@pytest.mark.parametrize("high", [1, 2, 39, 2**31 - 1])
def test_a_pack_of_any_size_can_be_cut(high: int) -> None:
    cutting = Cutting.of(choice("cut", low=1, high=high))
    assert cutting is not None
    places = (cutting.put(1), cutting.put(high), cutting.type("7"), cutting.put(0))
    for after in places:
        assert 1 <= after.at <= high
        for size in ((61, 9), (25, 8), (3, 2), (0, 0)):
            board = Canvas(*size, PALETTE)
            draw_pack(board, Place(0, 0, *size), after.pack(), mine=True)
            whole(board)


async def test_the_shows_are_plain_in_plain_letters() -> None:
    table = before_the_cut(scores=[11, 11])
    async with shown(table, card_style="ascii", animation=True) as pilot:
        shots = await film(pilot, table, lambda: cut(table))
        table.do(table.rules.turn(table.state).to_act[0], "turn_up")
        shots += await film(pilot, table, lambda: None)
        for shot in shots:
            await hold(pilot, shot)
            assert text(pilot).replace("m\u00e3o", "").isascii()


@pytest.mark.parametrize(("viewer", "first"), [(0, "Us 3"), (1, "Us 6"), (2, "Us 3"), (3, "Us 6")])
async def test_ones_own_side_comes_first_in_the_score(viewer: int, first: str) -> None:
    table = playing(*FIRST)
    table.viewer = viewer
    async with shown(table, WIDE) as pilot:
        top, heading, *_rest = lines(pilot.app)
        them = {"Us 3": "Them 6", "Us 6": "Them 3"}[first]
        assert f"{first} \u00b7 {them}" in top
        assert heading.index(first) < heading.index(them)


async def test_spectators_see_the_first_seats_side_first() -> None:
    table = playing(*FIRST)
    table.viewer = None
    async with shown(table, WIDE) as pilot:
        assert "Ana & Carla 3 \u00b7 Beto & Dani 6" in lines(pilot.app)[0]


async def test_who_comes_to_a_running_match_is_told_how_it_stands() -> None:
    async with shown(playing(*FIRST, "1 play 3S hidden"), WIDE) as pilot:
        told = " ".join(line.partition("▊ ")[2].strip() for line in lines(pilot.app))
        for words in (
            "As you came to the table:",
            "Hand 4, dealt by Dani.",
            "Score: you and Carla 3; Beto and Dani 6.",
            "Trick 1: Beto and Dani.",
            "The table waits for Carla.",
        ):
            assert words in told


@pytest.mark.parametrize("dealer", range(4))
async def test_the_pack_lies_between_dealer_and_mao(dealer: int) -> None:
    table = brasileiro({"hands": HANDS, "begin": "play", "dealer": dealer})
    async with shown(table) as pilot:
        felt = pilot.app.screen.query_one("#felt")
        rows = lines(pilot.app)[1 : 1 + felt.size.height]
        y = next(y for y, row in enumerate(rows) if "\u2551" in row)
        x = rows[y].index("\u2551")
        left, low = x < 48, y > 3
        # At your right, at the right of that player, and so on round the table.
        assert (left, low) == [(False, True), (False, False), (True, False), (True, True)][dealer]
