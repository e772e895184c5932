"""The chain over what spectators are told: the same for all, and no act of it can be exchanged."""

import hashlib
import random
import re
from pathlib import Path
from typing import Any

import pytest

from cardtui.v1 import actions_pb2, events_pb2
from cardtui_client.history.kept_records import Broken
from cardtui_client.model.chain_check import act_words, code_of, heads_of, told_line
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import verb_at
from cardtui_client.net.record_keeper import shown_by
from cardtui_engine.actions import Action
from cardtui_engine.events import Acted, ChipsBought, HandStarted
from cardtui_engine.library.action_text import action_text
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Act
from cardtui_engine.library.registry import get_rules
from cardtui_server.fairness import chain
from cardtui_server.fairness.chain import first_head, head_after
from cardtui_server.fairness.commitments import seat_commitment
from cardtui_server.match.entries import SpectatorsSet, SpectatorTalk
from cardtui_server.match.requests import ChangeTerms, Close, Reveal, Say, Start
from cardtui_server.match.state import Life
from cardtui_server.table.subscription import Subscription
from cardtui_server.wire.codec import codec_for
from tests.support.nights import games_and_by_night
from tests.support.playing import House, act, any_action, attach, brief, frames, quiet
from tests.support.short_verifier import told

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "laws" / "transcripts").glob("*.txt"))

every_game = pytest.mark.parametrize("game", games_and_by_night())


@every_game
def test_arguments_have_one_order_in_records_and_in_the_protocol(game: str) -> None:
    for verb in get_rules(game).verbs.values():
        message: Any = getattr(actions_pb2.Action(), verb_at(game, verb.name))
        fields = sorted(field.name for field in message.DESCRIPTOR.fields)
        named = [param.field for param in verb.params]
        assert named == fields[: len(named)], verb.name


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_all_write_and_hide_every_act_in_one_way(path: Path) -> None:
    record = read(path.read_bytes())
    rules, write = get_rules(record.game), codec_for(record.game).actions.write
    acts = [each for each in record.entries if isinstance(each, Act)]
    assert acts
    for seat, action in acts:
        seen = rules.seen(Acted(seat, action), None)
        assert isinstance(seen, Acted)
        assert told(f"{seat} {action_text(action, rules)}") == chain.told_line([seen], rules)
        for each in (action, seen.action):
            message = write(each)
            verb = message.WhichOneof("action")
            assert verb is not None
            if verb != "say":  # which comes as a line of talk
                assert act_words(message, verb) == action_text(each, rules)


def test_all_write_what_is_no_act_in_one_way() -> None:
    rules = get_rules("truco-argentino")
    said = Acted(1, Action("say", text='"¡Truco!" é\n\u2028'))
    line = chain.told_line([said, Acted(1, Action("truco"))], rules)
    assert line == '1 say "\\"¡Truco!\\" é\\n\u2028"'
    event = events_pb2.Event
    talk: Any = {"seat": 1, "text": said.action.text}
    assert told_line([event(said=events_pb2.Said(**talk, act=True))]) == line == told(line)
    assert told_line([event(said=events_pb2.Said(**talk))]) == ""
    assert chain.told_line([HandStarted(2, 0)], rules) == "pack" == told("pack AS 2S")
    assert told_line([event(hand_started=events_pb2.HandStarted(hand=2))]) == "pack"
    bought = events_pb2.ChipsBought(seat=2, chips=30, has=50)
    assert told_line([event(chips_bought=bought)]) == "top_up 2 30" == told("top_up 2 30")
    assert chain.told_line([ChipsBought(2, 30, 50)], rules) == "top_up 2 30"
    unknown = events_pb2.Acted(seat=1, action=actions_pb2.Action())
    assert told_line([event(acted=unknown)]) is None
    folded = events_pb2.Acted(seat=1, action=actions_pb2.Action(fold=actions_pb2.FoldAction()))
    assert told_line([event(acted=folded)]) == "1 fold"
    assert told_line([event(acted=folded), event(acted=folded)]) is None, "it can have only one"


def test_a_chain_is_the_documented_hash() -> None:
    rules = get_rules("truco-brasileiro")
    first = hashlib.sha256(b"cardtui lines 2\0" + bytes(64) + bytes(32)).digest()
    assert first_head(bytes(64), [bytes(32), b""]) == first
    old = hashlib.sha256(b"cardtui lines\0" + bytes(64) + bytes(32)).digest()
    assert first_head(bytes(64), [bytes(32), b""], 1) == old
    after = hashlib.sha256(first + b"3 play ?? face_down=true").digest()
    laid = Acted(3, Action("play", rules.deck.card("7D"), face_down=True))
    assert head_after(first, [laid], rules) == after
    assert head_after(first, [], rules) == first
    assert first_head(b"", []) == b""
    assert head_after(b"", [laid], rules) == b""


@pytest.mark.slow
@every_game
async def test_who_watches_folds_the_head_that_everybody_is_told(house: House, game: str) -> None:
    seats, luck = get_rules(game).seats[0], random.Random(game)
    table = await house.table(game, seats, options=brief(game), start=False)
    viewers = (None, *range(seats))
    readers = {viewer: attach(table, viewer, None) for viewer in viewers}
    models = {viewer: TableModel() for viewer in viewers}
    heads: dict[int | None, list[bytes]] = {viewer: [] for viewer in viewers}
    for viewer, reader in readers.items():
        for frame in frames(reader):  # a snapshot from before the match
            models[viewer].fold(frame)
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
            told_last = [each.update.chain for each in frames(reader)]
            heads[viewer] += filter(None, told_last)
    assert heads[None]
    assert all(told == heads[None] for told in heads.values())
    assert heads[None][-1] == table.state.chain
    assert not any(model.broken() for model in models.values())
    if table.state.life is Life.OVER:
        assert {model.match_code for model in models.values()} == {code_of(heads[None][-1])}


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
    assert not model.broken()


def told_a_lie(reader: Subscription, model: TableModel, *, lied: bool) -> bool:
    """Tell what has come, the first act of it as another seat's; return whether one was told so."""
    for frame in frames(reader):
        for event in frame.update.events:
            if event.HasField("acted") and not lied:
                event.acted.seat = 1 - event.acted.seat
                lied = True
        model.fold(frame)
    return lied


@pytest.mark.parametrize("viewer", [None, 0])
async def test_a_server_that_told_somebody_of_another_act_is_found_out(viewer: int | None) -> None:
    house, luck = House(), random.Random(2)
    table = await house.table("cacho", 2, options={"hands": 1}, start=False)
    reader, model = attach(table, viewer, None), TableModel()
    other, honest = attach(table, 1, None), TableModel()
    await table.ask(Start("p0"))
    lied = False
    while table.state.life is Life.PLAYING:
        await quiet()
        lied = told_a_lie(reader, model, lied=lied)
        if table.state.turn is not None and table.state.turn.to_act:
            await act(table, *any_action(table, luck))
    for frame in frames(reader):
        model.fold(frame)
    for frame in frames(other):
        honest.fold(frame)
    assert lied
    assert model.broken() == [Broken.OTHER_CHAIN]
    assert not honest.broken()
    codes = {model.match_code, honest.match_code}
    assert len(codes) == 2
    assert all(re.fullmatch(r"\d{4}( \d{4}){3}", each) for each in codes)
    text = await house.lobby.records.text(table.id, 1, "p0")
    shown = {
        who: shown_by(who, closed=False).heads <= set(heads_of(text)) for who in (model, honest)
    }
    assert shown == {model: False, honest: True}


async def test_a_server_that_does_not_say_how_the_chain_goes_on_is_found_out() -> None:
    house, luck = House(), random.Random(2)
    table = await house.table("cacho", 2, options={"hands": 1})
    reader, model = attach(table, 0, None), TableModel()
    for frame in frames(reader):
        frame.snapshot.ClearField("chain")
        model.fold(frame)
    while table.state.life is Life.PLAYING:
        await quiet()
        if table.state.turn is not None and table.state.turn.to_act:
            await act(table, *any_action(table, luck))
    told = [frame for frame in frames(reader) if frame.HasField("update")]
    for frame in told:
        model.fold(frame)
    assert model.broken() == [Broken.OTHER_CHAIN]
    assert not shown_by(model, closed=False).heads <= set(
        heads_of(await house.lobby.records.text(table.id, 1, "p0"))
    )


async def test_a_record_must_come_by_the_heads_of_before_a_snapshot() -> None:
    house, luck = House(), random.Random(2)
    table = await house.table("cacho", 2, options={"hands": 1}, start=False)
    reader, model = attach(table, 0, None), TableModel()
    await table.ask(Start("p0"))
    lied = False
    while table.state.life is Life.PLAYING:
        await quiet()
        lied = told_a_lie(reader, model, lied=lied)
        if lied and not model.broken():
            again = attach(table, 0, None)
            for frame in frames(again):  # a snapshot, with the server's own head
                model.fold(frame)
            break
        if table.state.turn is not None and table.state.turn.to_act:
            await act(table, *any_action(table, luck))
    await table.ask(Close("p0"))
    text = await house.lobby.records.text(table.id, 1, "p0")
    assert not shown_by(model, closed=True).heads <= set(heads_of(text))


async def test_who_watches_later_is_told_a_match_that_can_be_trusted_too() -> None:
    house, luck = House(), random.Random(4)
    table = await house.table("cacho", 2, options=brief("cacho"), start=False)
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, 1, 0)))
    late, played = attach(table, None, None), attach(table, 0, None)
    models = {late: TableModel(), played: TableModel()}
    bits = bytes(range(32))
    await table.ask(Start("p0", commitment=seat_commitment(bits)))
    await quiet()
    await table.ask(Reveal("p0", bits))
    while table.state.life is Life.PLAYING:
        await quiet()
        if table.state.turn is not None and table.state.turn.to_act:
            await act(table, *any_action(table, luck))
        house.clock.advance(1)
        for reader, model in models.items():
            for frame in frames(reader):
                model.fold(frame)
    for _ in range(30):
        house.clock.advance(4)
        await quiet()
    for reader, model in models.items():
        for frame in frames(reader):
            model.fold(frame)
    assert not any(model.broken() for model in models.values())
    codes = {model.match_code for model in models.values()}
    assert len(codes) == 1
    assert all(codes)


def test_the_code_of_a_head_is_as_documented() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    hashed = hashlib.pbkdf2_hmac("sha256", bytes(32), b"cardtui code", 65536)
    digits = f"{int.from_bytes(hashed):016d}"[-16:]
    assert code_of(bytes(32)).replace(" ", "") == digits
    assert f"A head of 32 bytes of zero has the code `{code_of(bytes(32))}`." in docs
    assert code_of(b"") == ""


async def test_what_is_said_once_a_match_is_over_is_in_no_chain() -> None:
    house, luck = House(), random.Random(3)
    options = brief("truco-argentino")
    table = await house.table("truco-argentino", 2, options=options, start=False)
    reader, model = attach(table, None, None), TableModel()
    await table.ask(Start("p0"))
    while table.state.life is Life.PLAYING:
        await quiet()
        if table.state.turn is not None and table.state.turn.to_act:
            await act(table, *any_action(table, luck))
    head = table.state.chain
    await table.ask(Say(player="p0", name="P0", text="good match"))
    await table.ask(Close("p0"))
    assert table.state.talk[-1].act
    assert table.state.chain == head
    for frame in frames(reader):
        model.fold(frame)
    assert model.head == head
    assert not model.broken()
