"""The pack is cut for who wants that, in every game in which it is cut; and it is remembered."""

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest

from cardtui.v1 import actions_pb2, errors_pb2, table_service_pb2
from cardtui_client.faces.registry import presenter_of
from cardtui_client.history.results import Results
from cardtui_client.lines.acting import Acting, Dialogue, TypedAhead
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.typed_lines import Teller
from cardtui_client.model.table import TableModel
from cardtui_client.settings.config_file import read_settings
from cardtui_client.settings.values import Settings
from tests.support import brazilian_tables, paulista_tables, rummy_tables
from tests.support.positions import answering, cut_once
from tests.support.seated import Seated, seated
from tests.support.table_driver import ScriptedTable, cacho, truco

_CUTS = (cut_once, brazilian_tables.cut, paulista_tables.cut, rummy_tables.cutting)


async def let_it_act(at: Seated) -> None:
    """Wait for what the table does by itself."""
    for task in at.display.tasks:
        await task
    await at.settle()


@pytest.mark.parametrize("position", _CUTS)
async def test_it_is_cut_once_in_the_middle_without_a_key(
    position: Callable[[], ScriptedTable],
) -> None:
    async with seated(position(), cut_for_me=True) as at:
        await let_it_act(at)
        assert ["cut" in verb for verb in at.said] == [True]
        part = getattr(at.scripted.acts[0], at.said[0])
        cards = at.scripted.table.pack_size
        places = [part.at] if isinstance(part.at, int) else list(part.at)
        assert places == [cards // 2]
        assert at.controller.ui.cut is None


async def test_it_is_yours_to_cut_unless_you_want_that() -> None:
    async with seated(cut_once()) as at:
        await let_it_act(at)
        assert at.said == []
        assert at.controller.ui.cut is not None


async def test_a_key_has_it_cut_from_now_on_and_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    async with seated(cut_once(), path=path) as at:
        await at.type("z")
        await let_it_act(at)
        assert at.said == ["cut"]
        assert at.picture.sentence == "From now on the pack is cut for you. z: cut it yourself."
        assert read_settings({"CARDTUI_CONFIG": str(path)}).cut_for_me
        await at.type("z")
        assert at.picture.sentence == "From now on you cut the pack yourself. z: have it cut."
        assert not read_settings({"CARDTUI_CONFIG": str(path)}).cut_for_me


async def test_a_game_without_a_cut_does_not_offer_it() -> None:
    async with seated(cacho(), cut_for_me=True) as at:
        assert at.bound("z") is None
        await let_it_act(at)
        assert at.said == []


STALE = table_service_pb2.ActReply(refusal=errors_pb2.Refusal(reason=errors_pb2.REASON_STALE))
"""What a server answers that has cut the pack meanwhile, as it does in a duplicate."""


async def test_that_the_table_was_quicker_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted = cut_once()
    asked = AsyncMock(return_value=STALE)
    monkeypatch.setattr(scripted, "act", asked)
    async with seated(scripted, cut_for_me=True) as at:
        before = at.picture.sentence
        await let_it_act(at)
        assert asked.await_count == 1
        assert at.picture.sentence == before


@pytest.mark.parametrize("wanted", [True, False])
@pytest.mark.parametrize("answer", [table_service_pb2.ActReply(seq=9), STALE], ids=["cut", "stale"])
async def test_in_lines_it_is_cut_as_well_and_nothing_is_asked(
    wanted: bool, answer: table_service_pb2.ActReply
) -> None:
    acts: list[actions_pb2.Action] = []

    class Feed:
        seat = True

        async def act(
            self, action: actions_pb2.Action, _expected: int
        ) -> table_service_pb2.ActReply:
            acts.append(action)
            return answer

    table = cut_once()
    model = TableModel()
    narrator = Narrator(model)
    ahead = TypedAhead(model, seat=True)
    written = io.StringIO()
    teller, tasks = Teller(written), []

    def start(work: Any) -> Any:
        tasks.append(asyncio.ensure_future(work))
        return tasks[-1]

    acting = Acting(
        cast("Any", Feed()),
        narrator,
        Dialogue(narrator, careful=True),
        ahead,
        teller.answer,
        start=start,
        unanswered=60,
    )
    acting.cut_for_me(wanted)
    told = narrator.tell(table.snapshot())
    acting.moved()
    acting.moved()
    await asyncio.gather(*tasks)
    assert [each.WhichOneof("action") for each in acts] == ["cut"] * wanted
    assert any("cut" in line for line in told) is not wanted
    assert ahead.may_use("") is not wanted
    assert written.getvalue() == ""


@pytest.mark.parametrize("position", _CUTS)
async def test_a_newcomer_has_cards_first(position: Callable[[], ScriptedTable]) -> None:
    async with seated(position(), newcomer=True) as at:
        await let_it_act(at)
        assert ["cut" in verb for verb in at.said] == [True]


@pytest.mark.parametrize("newcomer", [True, False])
async def test_a_newcomer_is_told_what_the_game_is_about_and_talk_does_not_hide_it(
    newcomer: bool,
) -> None:
    scripted = truco()
    async with seated(scripted, newcomer=newcomer) as at:
        about = presenter_of(at.controller.model).about
        assert about
        assert at.picture.sentence.startswith(about) is newcomer
        scripted.say(1, "Beto", "Good evening!")
        await at.settle()
        assert at.picture.sentence.startswith(about) is newcomer
        scripted.say(None, "Dora", "Can I play?")  # who has no bubble
        await at.settle()
        assert "Can I play?" in at.picture.sentence


async def test_a_newcomer_cuts_with_the_same_key_and_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    async with seated(cut_once(), path=path, newcomer=True) as at:
        await at.type("z")
        assert at.picture.sentence == "From now on you cut the pack yourself. z: have it cut."
        assert not path.exists()


def test_nobody_is_a_newcomer_after_a_match(tmp_path: Path) -> None:
    results = Results(Settings(data=str(tmp_path)))
    assert results.are_none()
    results.add("cacho", won=False)
    assert not results.are_none()


async def test_what_a_newcomer_is_asked_is_seen_before_what_the_game_is_about() -> None:
    async with seated(answering(), newcomer=True) as at:
        assert "¡" in at.picture.sentence
        assert not at.picture.sentence.startswith(presenter_of(at.controller.model).about)
