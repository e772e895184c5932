"""The chain over what spectators are told: the same for all, and no act of it can be exchanged."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from pathlib import Path

import pytest

from cardtui_client.model.chain_check import act_words
from cardtui_client.model.table import TableModel
from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, UNKNOWN
from cardtui_engine.events import Acted
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Act, replay
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.match.chain import act_line, first_head, head_after
from cardtui_server.match.requests import Close, Start
from cardtui_server.match.state import Life
from cardtui_server.table.verification import Kind, verify
from cardtui_server.wire.codec import codec_for
from tests.server.fair_matches import played
from tests.server.playing import House, act, any_action, attach, brief, frames, quiet

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "laws" / "transcripts").glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_client_and_server_write_every_act_the_same(path: Path) -> None:
    record = read(path.read_bytes())
    rules, write = get_rules(record.game), codec_for(record.game).actions.write
    acts = [each for each in record.entries if isinstance(each, Act)]
    assert acts
    for seat, action in acts:
        seen = rules.seen(Acted(seat, action), None)
        assert isinstance(seen, Acted)
        for acted in (Acted(seat, action), seen):
            message = write(acted.action)
            verb = message.WhichOneof("action")
            assert verb is not None
            if verb != "say":
                assert f"{seat} {act_words(message, verb)}" == act_line(acted, rules.deck)


def test_a_chain_is_the_documented_hash() -> None:
    rules, hidden = get_rules("truco-brasileiro"), Action("play", UNKNOWN, face_down=True)
    first = hashlib.sha256(b"cardtui chain\0" + bytes(64) + bytes(32)).digest()
    assert first_head(bytes(64), [bytes(32), b""]) == first
    assert act_line(Acted(3, hidden), FRENCH) == "3 play card=?? face_down=true"
    after = hashlib.sha256(first + b"3 play card=?? face_down=true").digest()
    laid = Acted(3, Action("play", rules.deck.card("7D"), face_down=True))
    assert head_after(first, [laid], rules) == after
    assert first_head(b"", []) == b""
    assert head_after(b"", [laid], rules) == b""


@pytest.mark.parametrize("game", game_ids())
async def test_who_watches_folds_the_head_that_everybody_is_told(game: str) -> None:
    seats, luck = get_rules(game).seats[0], random.Random(game)
    house = House()
    table = await house.table(game, seats, options=brief(game), start=False)
    viewers = (None, *range(seats))
    readers = {viewer: attach(table, viewer, None) for viewer in viewers}
    models = {viewer: TableModel() for viewer in viewers}
    heads: dict[int | None, list[bytes]] = {viewer: [] for viewer in viewers}
    await table.ask(Start("p0"))
    for _ in range(400):
        await quiet()
        for viewer, reader in readers.items():
            for frame in frames(reader):
                models[viewer].fold(frame)
                if frame.update.chain:
                    heads[viewer].append(frame.update.chain)
        if table.state.life is not Life.PLAYING:
            break
        await act(table, *any_action(table, luck))
    else:
        await table.ask(Close("p0", operator=False))
        for viewer, reader in readers.items():
            heads[viewer] += [each.update.chain for each in frames(reader) if each.update.chain]
    assert heads[None]
    assert all(told == heads[None] for told in heads.values())
    assert heads[None][-1] == table.state.chain
    assert not any(model.is_distrusted for model in models.values())
    await house.stop()


async def test_who_comes_in_the_middle_goes_on_from_the_head_of_the_snapshot() -> None:
    house, luck = House(), random.Random(1)
    table = await house.table("truco-argentino", 2, options=brief("truco-argentino"))
    for _ in range(5):
        await quiet()
        await act(table, *any_action(table, luck))
    reader, model = attach(table, None, None), TableModel()
    ended = 0
    while ended < 2 and table.state.life is Life.PLAYING:
        await quiet()
        for frame in frames(reader):
            model.fold(frame)
            ended += bool(frame.update.chain)
        if table.state.turn is not None and table.state.turn.to_act:
            await act(table, *any_action(table, luck))
    assert ended
    assert not model.is_distrusted
    await house.stop()


async def test_a_server_that_told_spectators_of_another_act_is_found_out() -> None:
    house, luck = House(), random.Random(2)
    table = await house.table("cacho", 2, options={"hands": 1}, start=False)
    reader, model = attach(table, None, None), TableModel()
    await table.ask(Start("p0"))
    lied = False
    while table.state.life is Life.PLAYING:
        await quiet()
        for frame in frames(reader):
            for event in frame.update.events:
                if event.HasField("acted") and not lied:
                    event.acted.seat = 1 - event.acted.seat
                    lied = True
            model.fold(frame)
        if table.state.turn is not None and table.state.turn.to_act:
            await act(table, *any_action(table, luck))
    for frame in frames(reader):
        model.fold(frame)
    assert lied
    assert model.is_distrusted
    await house.stop()


@pytest.mark.parametrize("game", game_ids())
async def test_a_record_in_which_a_person_did_something_else_is_found_out_by_the_chain(
    game: str,
) -> None:
    record = read(await played(game))
    rules, steps = get_rules(game), list(replay(record))
    for place, step in enumerate(steps[1:]):
        entry = step.entry
        if not isinstance(entry, Act) or entry.seat or entry.action.verb == "say":
            continue  # seat 0 is a person's
        legal = [each.first() for each in rules.legal(steps[place].state, 0)]
        for other in (each for each in legal if each not in (None, entry.action)):
            entries = (*record.entries[:place], entry._replace(action=other))
            lie = replace(record, entries=entries)
            assert Kind.CHAIN in {each.kind for each in verify(lie).findings}
            return
    raise AssertionError("nobody had a choice")
