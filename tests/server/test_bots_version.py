"""Bots that decide otherwise have another version: what bots did is replayed by the same ones."""

from dataclasses import replace
from itertools import count

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bots import BOTS_VERSION
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import BotsOf
from cardtui_server.fairness.verification import Kind, verify
from cardtui_server.match.commands import play as play_commands
from cardtui_server.table.actor import Table
from tests.server.bot_decisions import changed, decisions
from tests.support import fair_matches
from tests.support.fair_matches import honest
from tests.support.playing import act


@pytest.mark.slow
def test_bots_that_decide_otherwise_have_another_version() -> None:
    why = changed(decisions())
    assert not why, why


async def test_what_bots_of_another_version_did_is_not_replayed_and_no_fault() -> None:
    record = await honest("cacho")
    assert record.origin is not None
    assert [each.version for each in record.origin.bots] == [BOTS_VERSION]
    for bots in ((), (BotsOf(0, BOTS_VERSION + 1),)):
        other = replace(record.origin, bots=bots, chain=b"")
        verdict = verify(replace(record, origin=other))
        assert [each.kind for each in verdict.findings] == [Kind.NO_CHAIN, Kind.OTHER_BOTS]
        assert verdict.holds
        lie = verify(replace(record, origin=replace(other, chain=record.origin.chain)))
        assert Kind.CHAIN in {each.kind for each in lie.findings}


async def test_a_match_that_another_version_went_on_with_names_both_and_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    acts = count()

    async def later(table: Table, seat: int, action: Action) -> None:
        if next(acts) == 5:
            monkeypatch.setattr(play_commands, "BOTS_VERSION", BOTS_VERSION + 1)
        await act(table, seat, action)

    monkeypatch.setattr(fair_matches, "act", later)
    record = read(await fair_matches.played("cacho"))
    assert record.origin is not None
    assert [each.version for each in record.origin.bots] == [BOTS_VERSION, BOTS_VERSION + 1]
    assert [each.kind for each in verify(record).findings] == [Kind.OTHER_BOTS]
