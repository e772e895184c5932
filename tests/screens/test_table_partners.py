"""Partners drawn by high card, as the table screen shows it: the cards, the ties, the new seats."""

from __future__ import annotations

from typing import Any

import pytest

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2, views_pb2
from cardtui_client.screens.shots import Shot
from cardtui_client.settings import Settings
from cardtui_engine.cards import SPANISH
from tests.screens.conftest import LookRight
from tests.screens.filming import film, hold, text
from tests.screens.table_driver import ScriptedTable, TableApp

SMALL, WIDE = (80, 24), (120, 36)
DRAWS = ((2, "12C", 0), (0, "7E 11E", 2), (1, "7O 2B", 1), (3, "4O", 3))
"""Carla draws the highest; Ana and Beto tie, and Ana wins that."""


def drawn(draws: tuple[tuple[int, str, int], ...] = DRAWS) -> events_pb2.PartnersDrawn:
    return events_pb2.PartnersDrawn(
        draws=[
            events_pb2.PartnerDraw(
                before=before,
                cards=[card(code) for code in codes.split()],
                seat=seat,
            )
            for before, codes, seat in draws
        ]
    )


def card(code: str) -> Any:
    from cardtui.v1 import cards_pb2

    return cards_pb2.Card.Value(f"CARD_SPANISH_{code}")


def waiting(viewer: int | None = 0) -> ScriptedTable:
    table = ScriptedTable("truco-argentino", 4, viewer=viewer, bots=[3], preset="fuente")
    table.table.draw_partners = True
    return table


def draw(table: ScriptedTable) -> None:
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
    view = table.rules.view(table.state, table.viewer)
    parts = [table._pieces.public_change(None, view)]
    if view.own is not None:
        parts.append(table._pieces.own_anew(view.own))
    table.seq += 1
    update = table_service_pb2.Update.FromString(b"".join(parts))
    update.seq = update.position = table.seq
    update.table.CopyFrom(table.table)
    update.events.add().partners_drawn.CopyFrom(drawn())
    table.queue.put_nowait(table_service_pb2.Frame(update=update))
    table.deal()


def animated(table: ScriptedTable, **more: Any) -> TableApp:
    return TableApp(table, Settings(name="Ana", animation=True, **more))


@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["small", "wide"])
@pytest.mark.parametrize("moment", [0, 1, 2], ids=["turned", "again", "seated"])
async def test_the_draw(looks_right: LookRight, moment: int, size: tuple[int, int]) -> None:
    table = waiting()
    async with animated(table).run_test(size=size) as pilot:
        await pilot.pause()
        shots = await film(pilot, table, lambda: draw(table))
        await hold(pilot, shots[moment])
        looks_right(pilot.app)


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
        while screen.model.view is None:
            await pilot.pause()
        assert screen.pacer.behind
        await pilot.press("x")
        assert not screen.pacer.behind
        await pilot.pause()
        flat = " ".join(text(pilot).replace("│", " ").split())
        assert "Carla drew" not in flat  # both play together, and both are named
        assert "Carla and Ana drew the highest" in flat
        assert screen.model.seat == 2


async def test_without_animation_only_the_log_tells_of_the_draw() -> None:
    table = waiting()
    async with TableApp(table).run_test(size=WIDE) as pilot:
        await pilot.pause()
        shots = await film(pilot, table, lambda: draw(table))
        assert not any(shot.scene.trick for shot in shots)
        assert any("Partners are drawn" in entry.text for shot in shots for entry in shot.entries)


@pytest.mark.parametrize(("hand", "shown"), [(1, 3), (2, 0)])
async def test_who_comes_just_after_the_draw_sees_it_too(hand: int, shown: int) -> None:
    table = waiting()
    draw(table)
    while not table.queue.empty():
        table.queue.get_nowait()
    snapshot = table.snapshot

    def with_partners() -> table_service_pb2.Frame:
        frame = snapshot()
        frame.snapshot.partners.CopyFrom(drawn())
        frame.snapshot.view.hand = hand
        return frame

    table.snapshot = with_partners  # type: ignore[method-assign]
    app = animated(table)
    shots: list[Shot] = []
    add = app.table_screen.pacer.add

    def keep(*more: Shot) -> None:
        shots.extend(more)
        add(*more)

    app.table_screen.pacer.add = keep  # type: ignore[method-assign]
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        assert sum(bool(shot.scene.trick) for shot in shots) == shown
        told = [at for at, shot in enumerate(shots) if "drew" in str(shot.entries)]
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
        update.events.add().partners_drawn.CopyFrom(drawn(draws))
        update.view.CopyFrom(views_pb2.PublicView(phase="cut", hand=1))
        update.changed.extend([1, 5])
        table.queue.put_nowait(table_service_pb2.Frame(update=update))
        while pilot.app.table_screen.model.seq != update.seq:  # type: ignore[attr-defined]
            await pilot.pause()
        await pilot.press("x")
        await pilot.pause()
        assert "Truco argentino" in text(pilot)
