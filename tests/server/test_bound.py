"""What the chain binds besides acts: what was agreed, who decides for the seats, which bots."""

import random
import re
from collections.abc import Callable

import pytest

from cardtui_client.history.kept_records import Broken
from cardtui_client.model.chain_check import heads_of
from cardtui_client.model.table import TableModel
from cardtui_client.net.record_keeper import shown_by
from cardtui_engine.bots import BOTS_VERSION
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.registry import get_rules
from cardtui_server.fairness.commitments import seat_commitment
from cardtui_server.fairness.verification import Kind, verify
from cardtui_server.match.commands import play as play_commands
from cardtui_server.match.commands import shuffle as shuffle_commands
from cardtui_server.match.entries import SitInCause, SpectatorsSet, SpectatorTalk
from cardtui_server.match.requests import (
    ChangeTerms,
    Close,
    Kick,
    Leave,
    Return,
    Reveal,
    SetReady,
    Sit,
    SitIn,
    Start,
)
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from tests.support.fair_matches import MINE
from tests.support.playing import House, act, any_action, attach, brief, frames, quiet
from tests.support.short_verifier import faults


class Shown:
    """What a spectator and a player have been told of a table, each by a stream of their own."""

    def __init__(self, table: Table, *viewers: int | None) -> None:
        viewers = viewers or (None, 0)
        self.readers = [(attach(table, viewer, None), TableModel()) for viewer in viewers]
        self.take()  # a snapshot, which is of the moment when it is taken

    def take(self) -> None:
        for reader, model in self.readers:
            for frame in frames(reader):
                model.fold(frame)

    @property
    def models(self) -> list[TableModel]:
        return [model for _, model in self.readers]


async def play(
    house: House, table: Table, *shown: Shown, acts: int = 400, luck: random.Random | None = None
) -> None:
    """Play so many acts of people, or the match."""
    luck = luck or random.Random(7)
    while acts and table.state.life is Life.PLAYING:
        await quiet()
        turn, sitters = table.state.turn, table.state.sitters
        people = [
            seat
            for seat in (turn.to_act if turn is not None else ())
            if (sitter := sitters[seat]) is not None and not sitter.level
        ]
        if people and not table.state.resting:
            await act(table, *any_action(table, luck))
            acts -= 1
        else:
            house.clock.advance(1)
        for each in shown:
            each.take()


async def bound(house: House, table: Table, shown: Shown) -> str:
    """Return the record of a match that is over, whose chain all have come to."""
    await quiet()
    shown.take()
    text = await house.lobby.records.text(table.id, 1, "p0")
    heads = heads_of(text)
    assert heads[-1] == table.state.chain
    for model in shown.models:
        assert model.broken() == []
        assert model.head == table.state.chain
        assert shown_by(model, closed=False).is_told_by(text)
    assert not any(each.is_fault for each in verify(read(text)).findings)
    assert not [each for each in faults(text) if not each.startswith("note")]
    return text


def lines_of(text: str, *words: str) -> list[str]:
    return [line for line in text.split("\n") if line.split(" ")[0] in words]


async def test_all_that_was_agreed_is_bound() -> None:
    house = House(seed=8)
    options = brief("truco-brasileiro")
    table = await house.table(
        "truco-brasileiro", 4, partners=1, first_dealer=2, options=options, start=False
    )
    shown = Shown(table)
    await table.ask(Start("p0"))
    await play(house, table, shown)
    text = await bound(house, table, shown)
    said = [line.partition(" ")[2].partition(" ")[0] for line in lines_of(text, "option")]
    assert said == sorted(table.state.made.options), "all options, whatever their defaults"
    assert lines_of(text, "high_card") == ["high_card dealer partners"]
    for line in lines_of(text, "game", "seats", "option", "dealer", "high_card", "player"):
        assert heads_of(text.replace(f"{line}\n", "", 1))[-1] != table.state.chain, line


async def test_the_chips_that_each_brought_are_bound() -> None:
    house = House(seed=5)
    table = await house.chips_table(33)
    shown = Shown(table)
    await table.ask(Start("p0"))
    await play(house, table, shown)
    text = await bound(house, table, shown)
    usual = table.state.made.options[get_rules("cacho").chips_option]
    assert f"\noption buy_in [33, {usual}]\n" in text
    assert "cardtui-record 2\n" in text


@pytest.mark.parametrize("rated", [False, True])
async def test_whether_the_match_was_rated_is_bound(*, rated: bool) -> None:
    house = House(seed=5)
    table = await house.table(rated=rated, start=False)
    shown = Shown(table)
    await table.ask(SetReady("p1", ready=True))
    await table.ask(Start("p0"))
    await play(house, table, shown)
    text = await bound(house, table, shown)
    assert table.state.rated is rated
    assert lines_of(text, "rated") == ["rated"] * rated
    lie = text.replace("\nrated\n", "\n") if rated else text.replace("\ntable", "\nrated\ntable", 1)
    assert {each.kind for each in verify(read(lie)).findings if each.is_fault} == {Kind.CHAIN}
    assert faults(lie)


async def sit_in_and_act(house: House, table: Table, shown: Shown) -> None:
    await table.ask(SitIn(0, SitInCause.AWAY))
    await quiet()
    await table.ask(Return("p0"))
    shown.take()
    await table.ask(SitIn(1, SitInCause.AWAY))
    while table.state.life is Life.PLAYING and table.state.sitters[1].level:  # type: ignore[union-attr]
        turn = table.state.turn
        if turn is not None and 1 in turn.to_act and not table.state.resting:
            choice = table.state.rules.legal(table.state.game, 1)[0].first()
            assert choice is not None
            await act(table, 1, choice)  # which brings its player back
        elif turn is not None and 0 in turn.to_act:
            await play(house, table, shown, acts=1)
        else:
            await house.passes(0.01)


async def leave_and_come_back(house: House, table: Table, shown: Shown) -> None:
    await table.ask(Leave("p1"))
    await play(house, table, shown, acts=2)
    await table.ask(Sit("p1", "P1 again", 1))


async def kick(house: House, table: Table, shown: Shown) -> None:
    await table.ask(Kick("p0", 1))
    await play(house, table, shown, acts=1)


async def close(_house: House, table: Table, _shown: Shown) -> None:
    await table.ask(Leave("p1"))
    await table.ask(Close("p0"))


@pytest.mark.parametrize("happens", [sit_in_and_act, leave_and_come_back, kick, close])
async def test_who_decides_for_a_seat_is_bound_also_in_mid_match(
    happens: Callable[[House, Table, Shown], object],
) -> None:
    house = House(seed=5)
    options = {"target": 15}
    table = await house.table("truco-argentino", 2, options=options, start=False, thinking=2000)
    shown = Shown(table)
    await table.ask(Start("p0"))
    await play(house, table, shown, acts=3)
    await happens(house, table, shown)  # type: ignore[misc]
    late = Shown(table, None) if table.state.life is Life.PLAYING else shown
    await play(house, table, shown, late)
    text = await bound(house, table, shown)
    late.take()
    assert not any(model.broken() for model in late.models)
    later = lines_of(text, "player")[2:]
    assert later
    for line in later:
        assert heads_of(text.replace(f"\n{line}\n", "\n", 1))[-1] != table.state.chain
        name = re.sub(r'"(.*)"', '"Nobody"', line)
        lie = read(text.replace(f"\n{line}\n", f"\n{name}\n", 1))
        assert Kind.CHAIN in {each.kind for each in verify(lie).findings}


async def test_the_version_of_the_bots_is_bound_where_it_begins_to_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House(seed=5)
    table = await house.table("cacho", 2, people=1, options={"hands": 4}, start=False)
    shown = Shown(table)
    await table.ask(Start("p0"))
    await play(house, table, shown, acts=4)
    monkeypatch.setattr(play_commands, "BOTS_VERSION", BOTS_VERSION + 1)
    await play(house, table, shown)
    text = await bound(house, table, shown)
    assert len(lines_of(text, "bots")) == 2
    assert heads_of(re.sub(r"\nbots \d+\n", "\n", text, count=1))[-1] != table.state.chain


async def test_who_watches_later_comes_to_the_same_head_whatever_the_host_changes() -> None:
    house = House(seed=4)
    table = await house.table("truco-argentino", 2, options={"target": 15}, start=False)
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, 1, 0)))
    shown = Shown(table)
    await table.ask(Start("p0", commitment=seat_commitment(MINE)))
    await quiet()
    await table.ask(Reveal("p0", MINE))
    await play(house, table, shown, acts=6)
    await table.ask(Leave("p1"))
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, 0, 60_000)))
    await play(house, table, shown, acts=6)
    await table.ask(Sit("p1", "P1", 1))
    await play(house, table, shown)
    for _ in range(300):
        await house.passes(4)
        shown.take()
    await bound(house, table, shown)


async def test_a_match_that_began_with_an_older_server_keeps_its_chain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House(seed=5)
    table = await house.table("truco-argentino", 2, options={"target": 15}, start=False)
    with monkeypatch.context() as older:
        older.setattr(shuffle_commands, "GRAMMAR", 0)
        await table.ask(Start("p0"))
    await play(house, table, acts=3)
    head = table.state.chain
    await house.restart()
    table = await house.lobby.find(table.id)
    assert table.state.chain == head
    shown = Shown(table)
    await table.ask(Leave("p1"))
    await play(house, table, shown, acts=3)
    await table.ask(Sit("p1", "P1", 1))
    await play(house, table, shown)
    await quiet()
    shown.take()
    assert not any(model.broken() for model in shown.models)
    text = await house.lobby.records.text(table.id, 1, "p0")
    assert text.startswith("cardtui-record 1\n")
    assert heads_of(text)[-1] == table.state.chain
    verdict = verify(read(text))
    assert verdict.holds
    assert Kind.OLD_GRAMMAR in {each.kind for each in verdict.findings}
    assert "the grammar is not 2" in faults(text)[-1]


@pytest.mark.parametrize("when", ["as the match begins", "in mid-match"])
async def test_a_server_that_binds_less_than_it_said_is_found_out(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(seed=5)
    table = await house.table("cacho", 2, options={"hands": 2}, start=False)
    shown = Shown(table)
    if when == "as the match begins":
        monkeypatch.setattr(shuffle_commands, "GRAMMAR", 0)
    await table.ask(Start("p0"))
    await play(house, table, shown, acts=2)
    if when == "in mid-match":
        for frame in frames(attach(table, 0, None)):  # a snapshot, as after a lost connection
            frame.snapshot.shuffle.grammar = 0
            shown.models[1].fold(frame)
        assert shown.models[1].broken() == [Broken.PROMISE]
        return
    await play(house, table, shown)
    assert [model.broken() for model in shown.models] == [[Broken.OTHER_CHAIN]] * 2
