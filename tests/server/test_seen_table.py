"""A record that says otherwise what was agreed, or who sat where, is found out by who saw it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.commands.verify import agreed_in
from cardtui_client.model.table import TableModel
from cardtui_client.net.given_bits import SeenTable
from cardtui_engine.actions import Action
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Pack, Record, Sitting
from cardtui_engine.library.registry import game_ids
from cardtui_server.table.actor import Table
from cardtui_server.table.subscription import Subscription
from tests.support import fair_matches
from tests.support.playing import act, attach, frames


async def seen_and_told(game: str, monkeypatch: pytest.MonkeyPatch) -> tuple[SeenTable, Record]:
    """Return what a player saw of the table of a match, and its honest record."""
    seen, model = SeenTable(), TableModel()
    readers: list[Subscription] = []

    def looks() -> None:
        for frame in frames(readers[0]):
            model.fold(frame)
            if model.table.state == tables_pb2.TABLE_STATE_PLAYING:
                seen.look(model)

    async def sees(table: Table, seat: int, action: Action) -> None:
        readers.append(attach(table, 0, None))
        looks()
        await act(table, seat, action)
        looks()
        seen.look_at_position(model)

    monkeypatch.setattr(fair_matches, "act", sees)
    return seen, read(await fair_matches.played(game))


def lies(record: Record) -> Iterator[tuple[str, Record]]:
    """Yield records that differ from one in what was agreed, or in who sat where."""
    for name, value in record.options.items():
        other = {bool: True, int: 1, str: "x", tuple: (1,)}[type(value)]
        changed = (not value) if value is True or value is False else value + other  # type: ignore[operator] # each has its own kind
        yield name, replace(record, options={**record.options, name: changed})
    yield "seats", replace(record, seats=record.seats + 1)
    yield "game", replace(record, game=next(each for each in game_ids() if each != record.game))
    origin = record.origin
    assert origin is not None
    entries = [
        each._replace(cards=each.cards[::-1]) if isinstance(each, Pack) else each
        for each in record.entries
    ]
    yield "cards", replace(record, entries=tuple(entries))
    yield "own", replace(record, origin=replace(origin, own=1))
    first: tuple[Sitting, ...] = origin.sittings
    for place, sitting in enumerate(first):
        for lie in (
            sitting._replace(name="Nobody"),
            sitting._replace(level=sitting.level % 3 + 1),
            sitting._replace(character=sitting.character + 1),
        ):
            told = (*first[:place], lie, *first[place + 1 :])
            yield f"seat {sitting.seat}", replace(record, origin=replace(origin, sittings=told))


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
async def test_whoever_lies_about_the_table_is_found_out_in_every_game(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, record = await seen_and_told(game, monkeypatch)
    assert seen.is_told_by(_through_json(record))
    found = [(what, seen.is_told_by(_through_json(lie))) for what, lie in lies(record)]
    assert len(found) > len(record.options) + 6
    assert [what for what, believed in found if believed] == []


def _through_json(record: Record) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(json.dumps(agreed_in(record)))
    return told
