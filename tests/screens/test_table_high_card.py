"""High card as the table screen shows it: the cards, the ties, the new seats, who deals first."""

from typing import Any

import pytest

from cardtui.v1 import cards_pb2, events_pb2, table_service_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.settings import Settings
from cardtui_client.tui.table.picture import Shot
from cardtui_engine.cards import SPANISH
from tests.screens.conftest import LookRight
from tests.screens.filming import film, hold, text
from tests.support.screen import lines
from tests.support.table_driver import ScriptedTable, TableApp

SMALL, WIDE = (80, 24), (120, 36)
DRAWS = ((2, "12C", 0), (0, "7E 11E", 2), (1, "7O 2B", 1), (3, "4O", 3))
"""Carla draws the highest; Ana and Beto tie, and Ana wins that."""

FOR_DEALER = ((1, "KH 9C"), (4, "KD 3S"), (0, "7S"), (2, "7D"), (3, "TC"), (5, "2H"))
"""Beto and Eva tie for the highest, and Beto wins that."""


def drawn(draws: tuple[tuple[int, str, int], ...] = DRAWS) -> events_pb2.HighCardsDrawn:
    return events_pb2.HighCardsDrawn(
        draws=[
            events_pb2.HighCardDraw(
                before=before,
                cards=[card(code) for code in codes.split()],
                seat=seat,
            )
            for before, codes, seat in draws
        ],
        for_partners=True,
        ranks=("12", "11", "10", "7", "6", "5"),
    )


def drawn_for_dealer(seats: int) -> events_pb2.HighCardsDrawn:
    return events_pb2.HighCardsDrawn(
        draws=[
            events_pb2.HighCardDraw(
                before=seat, seat=seat, cards=[card(code, "FRENCH") for code in codes.split()]
            )
            for seat, codes in FOR_DEALER
            if seat < seats
        ],
        for_dealer=True,
        ranks="AKQJT9",
    )


def card(code: str, deck: str = "SPANISH") -> Any:
    return cards_pb2.Card.Value(f"CARD_{deck}_{code}")


def waiting(viewer: int | None = 0) -> ScriptedTable:
    table = ScriptedTable("truco-argentino", 4, viewer=viewer, bots=[3], preset="fuente")
    table.table.partners = tables_pb2.PARTNERS_HIGH_CARD
    return table


Told = events_pb2.HighCardsDrawn | events_pb2.PartnersFound


def send_draw(table: ScriptedTable, told: Told) -> None:
    """Send the position as it is now, and what was drawn or found."""
    view = table.rules.view(table.state, table.viewer)
    parts = [table._pieces.public_change(None, view)]
    if view.own is not None:
        parts.append(table._pieces.own_change(None, view.own))
    table.seq += 1
    update = table_service_pb2.Update.FromString(b"".join(parts))
    update.seq = update.position = table.seq
    update.table.CopyFrom(table.table)
    if isinstance(told, events_pb2.PartnersFound):
        update.events.add().partners_found.CopyFrom(told)
    else:
        update.events.add().high_cards_drawn.CopyFrom(told)
    table.queue.put_nowait(table_service_pb2.Frame(update=update))


def draw(table: ScriptedTable, told: Told | None = None) -> None:
    """Send what a seat or a spectator is told when partners are drawn and the match begins."""
    seats = [tables_pb2.Seat() for _ in table.table.seats]
    for before, _, to in DRAWS:
        seats[to].CopyFrom(table.table.seats[before])
        seats[to].seat = to
    del table.table.seats[:]
    table.table.seats.extend(seats)
    table.table.state = tables_pb2.TABLE_STATE_PLAYING
    after = {before: to for before, _, to in DRAWS}
    table.viewer = None if table.viewer is None else after[table.viewer]
    table.people = [after[seat] for seat in table.people]
    table.state = table.rules.start(table.rules.options({}, 4), 4, 3)
    send_draw(table, told or drawn())
    table.deal()


def animated(table: ScriptedTable, **more: Any) -> TableApp:
    return TableApp(table, Settings(name="Ana", animation=True, **more))


@pytest.mark.parametrize(
    "size", [SMALL, pytest.param(WIDE, marks=pytest.mark.nightly)], ids=["small", "wide"]
)
@pytest.mark.parametrize("moment", [0, 1, 2], ids=["turned", "again", "seated"])
async def test_the_draw(looks_right: LookRight, moment: int, size: tuple[int, int]) -> None:
    table = waiting()
    async with animated(table).run_test(size=size) as pilot:
        await pilot.pause()
        shots = await film(pilot, table, lambda: draw(table))
        await hold(pilot, shots[moment])
        looks_right(pilot.app)


async def test_partners_by_strength_are_seen_in_their_seats(looks_right: LookRight) -> None:
    table = waiting()
    table.table.partners = tables_pb2.PARTNERS_STRENGTH
    before = [was for _, was in sorted((to, was) for was, _, to in DRAWS)]
    found = events_pb2.PartnersFound(by=tables_pb2.PARTNERS_STRENGTH, before=before)
    async with animated(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        shots = await film(pilot, table, lambda: draw(table, found))
        await hold(pilot, shots[0])
        looks_right(pilot.app)


def begin_match(table: ScriptedTable, draw: events_pb2.HighCardsDrawn) -> None:
    """Send the update that draws the first dealer and begins a match."""
    seats = len(table.table.seats)
    options = table.rules.options({}, seats)
    table.table.state = tables_pb2.TABLE_STATE_PLAYING
    table.state = table.rules.start(options, seats, draw.draws[0].seat)
    send_draw(table, draw)


def waiting_at_pif_paf(viewer: int | None = 0) -> ScriptedTable:
    table = ScriptedTable("pif-paf-tradicional", 6, viewer=viewer, bots=[1, 3, 4, 5])
    table.table.first_dealer = tables_pb2.FIRST_DEALER_HIGH_CARD
    return table


@pytest.mark.parametrize(
    ("viewer", "size", "moment"),
    [(0, SMALL, 1), (0, SMALL, 2), (None, WIDE, 2)],
    ids=["again", "deals", "deals-watched"],
)
async def test_the_draw_for_the_first_dealer(
    looks_right: LookRight, viewer: int | None, size: tuple[int, int], moment: int
) -> None:
    table = waiting_at_pif_paf(viewer)
    async with animated(table).run_test(size=size) as pilot:
        await pilot.pause()
        shots = await film(pilot, table, lambda: begin_match(table, drawn_for_dealer(6)))
        await hold(pilot, shots[moment])
        looks_right(pilot.app)


async def test_whose_card_is_the_highest_is_marked_as_the_dealer_and_the_log_tells_it() -> None:
    table = waiting_at_pif_paf()
    async with animated(table).run_test(size=WIDE) as pilot:
        await pilot.pause()
        assert "first dealer" in " ".join(text(pilot).split())
        shots = await film(pilot, table, lambda: begin_match(table, drawn_for_dealer(6)))
        up, again, deals, after = shots
        assert [each.seat for each in up.scene.trick if each.fresh] == [1, 4, 0, 2, 3, 5]
        assert [each.seat for each in again.scene.trick if each.fresh] == [1, 4]
        assert [each.seat for each in deals.scene.trick if each.winning] == [1]
        assert [seat.seat for seat in deals.scene.seats if seat.dealer] == [1]
        assert "A K Q J 10 …" in up.sentence
        assert deals.sentence == "Beto drew the highest card and deals first."
        assert "Beto drew the highest" in str(after.tells())
        assert not any(shot.tells() for shot in (up, again, deals))
        await pilot.press("x")
        assert not pilot.app.table_screen.controller.pacer.behind  # type: ignore[attr-defined]


async def test_who_comes_while_the_first_hand_is_played_sees_the_draw() -> None:
    table = waiting_at_pif_paf()
    begin_match(table, drawn_for_dealer(6))
    table.deal()
    cutter = next(iter(table.rules.turn(table.state).to_act))
    table.do(cutter, "cut", at=40)
    table.sent()
    snapshot = table.snapshot

    def with_draw() -> table_service_pb2.Frame:
        frame = snapshot()
        frame.snapshot.high_cards.CopyFrom(drawn_for_dealer(6))
        return frame

    table.snapshot = with_draw  # type: ignore[method-assign]
    async with animated(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "drawn by high card (A K Q J 10 …)" in text(pilot)
        await pilot.press("x")
        await pilot.pause()
        assert "drawn by high card" not in text(pilot)


async def test_one_draw_for_partners_and_dealer_shows_both() -> None:
    table = waiting()
    async with animated(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        both = drawn()
        both.for_dealer = True
        shots = await film(pilot, table, lambda: draw(table, both))
        assert "Partners and the first dealer" in shots[0].sentence
        assert "play together" in shots[2].sentence
        assert shots[3].sentence == "Carla drew the highest card and deals first."
        assert [seat.name for seat in shots[3].scene.seats if seat.dealer] == ["Carla"]


async def test_the_cards_lie_before_who_drew_them_and_then_move_with_them() -> None:
    table = waiting()
    async with animated(table).run_test(size=WIDE) as pilot:
        await pilot.pause()
        shots = await film(pilot, table, lambda: draw(table))
        told = [
            {
                shot.scene.seats[each.seat].name: SPANISH.codes[each.card - 2]
                for each in shot.scene.trick
            }
            for shot in shots[:3]
        ]
        assert told == [
            {"Ana": "7E", "Beto": "7O", "Carla": "12C", "Dani": "4O"},
            {"Ana": "11E", "Beto": "2B", "Carla": "12C", "Dani": "4O"},
            {"Ana": "11E", "Beto": "2B", "Carla": "12C", "Dani": "4O"},
        ]
        assert [shot.scene.viewpoint for shot in shots[:3]] == [0, 0, 2]
        assert [seat.side for seat in shots[0].scene.seats] == [None] * 4
        assert {seat.name: seat.side for seat in shots[2].scene.seats} == {
            "Carla": 0, "Beto": 1, "Ana": 0, "Dani": 1,
        }  # fmt: skip
        assert "12 11 10 7" in shots[0].sentence
        assert all(shot.seconds for shot in shots[:3])
        assert not any(shot.buttons for shot in shots[:3])


async def test_one_key_skips_the_draw_and_the_log_tells_it() -> None:
    table = waiting()
    async with animated(table).run_test(size=WIDE) as pilot:
        await pilot.pause()
        draw(table)
        screen = pilot.app.table_screen  # type: ignore[attr-defined]
        while screen.controller.model.view is None:
            await pilot.pause()
        assert screen.controller.pacer.behind
        await pilot.press("x")
        assert not screen.controller.pacer.behind
        await pilot.pause()
        log = (line.partition("▊ ")[2] for line in lines(pilot.app))
        flat = " ".join(" ".join(log).split())
        assert "Carla drew" not in flat  # both play together, and both are named
        assert "Carla and Ana drew the highest" in flat
        assert screen.controller.model.seat == 2


async def test_without_animation_only_the_log_tells_of_the_draw() -> None:
    table = waiting()
    async with TableApp(table).run_test(size=WIDE) as pilot:
        await pilot.pause()
        shots = await film(pilot, table, lambda: draw(table))
        assert not any(shot.scene.trick for shot in shots)
        assert any("Partners are drawn" in entry.text for shot in shots for entry in shot.tells())


@pytest.mark.parametrize(("hand", "shown"), [(1, 3), (2, 0)])
async def test_who_comes_just_after_the_draw_sees_it_too(hand: int, shown: int) -> None:
    table = waiting()
    draw(table)
    table.sent()
    snapshot = table.snapshot

    def with_partners() -> table_service_pb2.Frame:
        frame = snapshot()
        frame.snapshot.high_cards.CopyFrom(drawn())
        frame.snapshot.view.hand = hand
        return frame

    table.snapshot = with_partners  # type: ignore[method-assign]
    app = animated(table)
    shots: list[Shot] = []
    add = app.table_screen.controller.pacer.add

    def keep(*more: Shot) -> None:
        shots.extend(more)
        add(*more)

    app.table_screen.controller.pacer.add = keep  # type: ignore[method-assign]
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        assert sum(bool(shot.scene.trick) for shot in shots) == shown
        told = [at for at, shot in enumerate(shots) if "drew" in str(shot.tells())]
        turned = [at for at, shot in enumerate(shots) if shot.scene.trick]
        assert bool(told) is bool(shown)
        assert not told or max(turned) < min(told), (
            "the log does not tell it while the cards still turn"
        )


@pytest.mark.parametrize(
    "draws",
    [
        (),
        ((0, "7E", 0),),
        ((0, "7E", 9), (1, "6E", 1), (2, "5E", 2), (3, "4E", 3)),
        ((0, "", 0), (1, "6E", 1), (2, "5E", 2), (3, "4E", 3)),
        ((0, "7E", 0), (0, "6E", 0), (0, "5E", 0), (0, "4E", 0)),
        tuple((seat, "7E " * 40, seat) for seat in range(4)),
    ],
    ids=["nobody", "one", "no such seat", "no card", "one seat", "many cards"],
)
async def test_whatever_a_server_says_of_a_draw_the_screen_holds(
    draws: tuple[tuple[int, str, int], ...],
) -> None:
    table = waiting()
    async with animated(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        update = table_service_pb2.Update(seq=table.seq + 1, position=table.seq + 1)
        update.events.add().high_cards_drawn.CopyFrom(drawn(draws))
        update.view.CopyFrom(views_pb2.PublicView(phase=Phase.PHASE_CUT, hand=1))
        update.changed.extend([1, 5])
        table.queue.put_nowait(table_service_pb2.Frame(update=update))
        while pilot.app.table_screen.controller.model.seq != update.seq:  # type: ignore[attr-defined]
            await pilot.pause()
        await pilot.press("x")
        await pilot.pause()
        assert "Truco argentino" in text(pilot)
