"""Nothing of a duplicate's table is known to others before the last one of its round has ended,
and nothing of a field's before the field has.

Courses of one match, from the same packs and played otherwise, are compared with each other: 64 of
them are 2,016 pairs. Two whole rounds, whose first tables play otherwise, are compared by all that
a stranger and a player of the last table are told and can ask for.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import pytest
from google.protobuf.message_factory import GetMessageClass

from cardtui.v1 import tournament_service_pb2
from cardtui_engine.bits import Bits
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.library.registry import get_rules
from cardtui_engine.options import usual_preset
from cardtui_server.fairness.packs import shuffled
from cardtui_server.limits import Limits
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.commands.execute import execute
from cardtui_server.match.commands.play import deal
from cardtui_server.match.entries import Acted, Seated, SpectatorsSet, SpectatorTalk, Stamped
from cardtui_server.match.fold import begin
from cardtui_server.match.late import LateTable
from cardtui_server.match.record import record_of
from cardtui_server.match.requests import (
    BeginShared,
    ChangeTerms,
    SetReady,
    ShareShuffle,
    Start,
)
from cardtui_server.match.result import result_of
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import Transaction
from cardtui_server.ports.log_store import tournament_id
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader
from cardtui_server.table.subscription import Subscription
from cardtui_server.tournament import commands
from cardtui_server.tournament.entries import Form, Made
from cardtui_server.wire.table_encoder import TableFrames
from cardtui_server.wire.tournaments import whole
from tests.proofs.desk import METHODS, Desk
from tests.support.nights import by_night
from tests.support.playing import act, brief, person_may_act, play, quiet
from tests.support.ports import FakeDealer

COURSES = 64
MOST = 400
HOST = tournament_id("cup")
GAMES = [
    ("truco-argentino", 2), *by_night(("truco-paulista", 4), ("truco-brasileiro", 4),
    ("cacheta", 3), ("pif-paf", 3), ("pif-paf-tradicional", 2)),
]  # fmt: skip


class Course:
    """One course of a match whose packs other tables play, too.

    Attributes:
        seen: what a stranger is told of it: the lobby's line, a snapshot, what comes later.
        log: its entries.
    """

    def __init__(self, game: str, seats: int, *, field: bool = False) -> None:
        options = {**brief(game), **({"shuffle": "full"} if game == "truco-brasileiro" else {})}
        wanted = NewTable.of(game, seats, options=options)
        held = wanted.made._replace(held=True, of_field=field, private=field)
        made, rules = NewTable(held).checked(HOST, "Cup", "Cup 1")
        self._dealer = FakeDealer()
        self._dealer.pack = shuffled  # type: ignore[method-assign]
        self.state = begin(made, rules)
        self._late = LateTable(self.state)
        self.log = [Stamped(0, made)]
        self.seen: list[object] = []
        for seat in range(seats):
            self.do(Seated(seat, f"p{seat}", f"P{seat}", 0))
        if field:
            self.do(Start(HOST))
        for seat in range(0 if field else seats):
            self.do(SetReady(f"p{seat}", ready=True))
        others = (b"",) * (1 if field else seats)
        self.do(ShareShuffle(HOST, bytes(64), others))
        self.do(BeginShared(HOST, others))

    def do(self, request: Any) -> None:
        """Do what is asked, write an entry, or deal."""
        tx = Transaction(self.state, self._dealer, {}, table="table")
        if isinstance(request, Seated):
            tx.add(request)
        elif request is deal:
            deal(tx)
        else:
            execute(tx, request)
        self.take(tx)

    def take(self, tx: Transaction) -> None:
        """Take over what a transaction has written."""
        for step in tx.steps:
            steps = self._late.feed(step, 0)
            self.log.append(Stamped(0, step.entry))
            self.seen += [each.entry for each in steps]
            result = result_of(step.before, step.after, "table", 0, self._late.ends.get(1, 0))
            if result is not None:
                self.seen += [] if result.shown > 2**40 else [result]
        self.state = tx.state

    def play(self, luck: random.Random) -> None:
        """Play at random until the match is over, or stopped somewhere."""
        most = luck.choice((MOST, luck.randrange(1, 40)))
        for _ in range(most):
            turn = self.state.turn
            if self.state.life is not Life.PLAYING or turn is None:
                return
            if turn.wants_pack:
                self.do(deal)
                continue
            seat = luck.choice(turn.to_act)
            choices = self.state.rules.legal(self.state.game, seat)
            mild = [each for each in choices if each.kind is not ChoiceKind.GIVES_UP]
            action = luck.choice(mild or choices).sample(Bits(luck.getrandbits(64)))
            tx = Transaction(self.state, self._dealer, {}, table="table")
            tx.add(Acted(seat, action, ""))
            self.take(tx)

    def told(self) -> list[object]:
        """Return all that others know."""
        late: TableState = self._late.state
        encoder = TableFrames("table", late)
        first, *rest = self.log
        record = record_of("table", 1, first.entry, self.state.rules, rest)  # type: ignore[arg-type]
        given = [] if record is None or record.held else [record.text_for("p0")]
        due = self._late.due_in(0)
        return [encoder.listed(0), encoder.snapshot(late, None), due, *self.seen, *given]


def is_shown(state: TableState) -> bool:
    """Return whether the secret of the packs is shown to the players."""
    return state.shuffle is not None and state.shuffle.shown


@pytest.mark.parametrize("field", [False, True])
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_two_courses_of_a_match_are_the_same_to_others_until_it_is_held_no_more(
    game: str, seats: int, field: bool
) -> None:
    told: list[list[object]] = []
    ended, afterwards = 0, set()
    for number in range(COURSES):
        course = Course(game, seats, field=field)
        course.play(random.Random(number))
        told.append(course.told())
        assert not is_shown(course.state)
        if course.state.life is Life.OVER:
            ended += 1
            talk = SpectatorTalk.APART
            course.do(ChangeTerms(HOST, SpectatorsSet(refused=True, talk=talk)))
            assert is_shown(course.state)
            afterwards.add(TableFrames("table", course.state).snapshot(course.state, None))
    if "truco" in game:  # the others hardly ever end at random
        assert ended > 0
        assert len(afterwards) > 1
    assert all(each == told[0] for each in told)


ASKED: dict[str, Callable[[str, str], list[dict[str, Any]]]] = {
    "LobbyService/ListTables": lambda _table, _player: [{}],
    "LobbyService/GetPerson": lambda _table, player: [{"player": player}],
    "LobbyService/GetRanking": lambda _table, _player: [{}, {"game": "truco-argentino"}],
    "LobbyService/JoinTable": lambda table, _: [{"table": table}, {"table": table, "seat": 1}],
    "LobbyService/LeaveTable": lambda table, _: [{"table": table}],
    "LobbyService/SetReady": lambda table, _: [{"table": table, "ready": True}],
    "TableService/GetView": lambda table, _: [{"table": table}],
    "TableService/GetRecord": lambda table, _: [{"table": table}, {"table": table, "match": 1}],
    "TableService/GetHistory": lambda table, _: [{"table": table}],
    "TableService/Watch": lambda table, _: [{"table": table}],
    "TableService/Play": lambda table, _: [{"join": {"table": table}}],
    "TableService/Advise": lambda table, _: [{"table": table}],
    "TableService/Say": lambda table, _: [{"table": table, "text": "hm"}],
    "TableService/PreviewTalk": lambda table, _: [{"table": table, "text": "truco"}],
    "TableService/Pause": lambda table, _: [{"table": table, "pause": True}],
    "HostService/Announce": lambda table, _: [{"table": table, "text": "hm"}],
    "TournamentService/ListTournaments": lambda _table, _player: [{}],
}
"""What a stranger and a player of another table ask for, by a table and a player of it."""


async def told_in_a_round(luck: random.Random, *, rated: bool) -> tuple[list[object], object]:
    """Return what others are told while two of three tables play, and what all are in the end."""
    desk, ids = Desk(MemoryStore(), Limits.open()), count()
    desk.env.dealer.token = lambda: f"token-{next(ids)}"  # type: ignore[method-assign]
    desk.env.dealer.new_id = lambda length: f"{next(ids):0{length}d}"  # type: ignore[method-assign]
    names = ["Eve", *(f"P{number}" for number in range(6))]
    tokens = {name: (await desk.sessions.open(name, ""))[1] for name in names}
    known = {name: desk.sessions.find(token) for name, token in tokens.items()}
    player = {name: who.id for name, who in known.items() if who is not None}
    options = {} if rated else brief("truco-argentino")
    preset = usual_preset(get_rules("truco-argentino").presets) if rated else ""
    table = NewTable.of(
        "truco-argentino", 2, options=options, preset=preset, rated=rated, clock_milliseconds=30_000
    )
    made = Made("Cup", Form.DUPLICATE, table.made, player["P0"], "P0", b"", rounds=1)
    cup = await desk.tournaments.create(made)
    for name in names[1:]:
        await cup.act(partial(commands.enter, player=player[name], name=name))
    await cup.act(lambda state: commands.begin(state, cup.now()))
    await quiet()
    tables: list[Table] = [await desk.lobby.find(each.table) for each in cup.state.fixtures]
    last = next(iter(tables[-1].state.players()))
    reader = tables[-1].attach(Reader(last))
    told: list[object] = []
    heard: dict[str, list[object]] = {player["Eve"]: [], last: []}

    async def listing(who: str) -> None:
        watching = desk.lobby.watch(who)
        while (changes := await watching.take()) is not None:
            heard[who].append(changes)

    lists = [asyncio.ensure_future(listing(who)) for who in heard]
    for each in tables:
        for who in each.state.players():
            await each.ask(SetReady(who, ready=True))
    await quiet()
    assert {each.state.life for each in tables} == {Life.PLAYING}
    own = next(name for name, id_ in player.items() if id_ == last)

    async def ask() -> None:
        for name in ("Eve", own):
            for path, fields in ASKED.items():
                for each in tables[:2]:
                    there = next(iter(each.state.players()))
                    for wanted in fields(each.id, there):
                        found = f"/cardtui.v1.{path}"
                        request = GetMessageClass(METHODS[found].input_type)(**wanted)
                        line = await desk.call(found, tokens[name], request.SerializeToString())
                        told.append((name, path, line.code, line.refusal, tuple(line.down)))
        await quiet()
        told.append(reader.take())
        told.extend(each.SerializeToString() for each in whole(cup.id, cup.state))

    await ask()
    await play(tables[0], luck)
    await ask()
    await play(tables[1], luck, luck.randrange(1, 60))
    await ask()
    before = [*told, *heard[player["Eve"]], *heard[last]]
    for each in tables[1:]:
        await play(each, luck)
    await quiet()
    ended = [each.known_to("") for each in tables]
    assert {each.life for each in ended} == {Life.OVER}
    after = [TableFrames("table", each).snapshot(each, None) for each in ended]
    assert all(each.scores for each in cup.state.fixtures)
    await desk.tournaments.stop()
    await desk.lobby.stop()
    for watching in lists:
        watching.cancel()
    return before, after


@pytest.mark.parametrize("pair", [*range(2), *by_night(*range(2, 100))])
async def test_two_rounds_are_the_same_to_a_stranger_and_to_another_tables_player(
    pair: int,
) -> None:
    rated = bool(pair % 2)
    one, its_end = await told_in_a_round(random.Random(f"{pair} one"), rated=rated)
    other, other_end = await told_in_a_round(random.Random(f"{pair} other"), rated=rated)
    for each, instead in zip(one, other, strict=True):
        assert each == instead
    assert its_end != other_end


WEEK = 7 * 24 * 60
FOLLOW = "/cardtui.v1.TournamentService/FollowTournament"


async def told_in_a_field(luck: random.Random) -> tuple[list[object], object]:
    """Return what others are told while some play a field, and what all are in the end.

    The first match may end, or stop somewhere; its table is put away, or is not. One player leaves
    in mid-match, or after it; one may never come; and there is a pause.
    """
    desk, ids = Desk(MemoryStore(), Limits.open()), count()
    desk.env.dealer.token = lambda: f"token-{next(ids)}"  # type: ignore[method-assign]
    desk.env.dealer.new_id = lambda length: f"{next(ids):0{length}d}"  # type: ignore[method-assign]
    names = "Eve", "Ana", "Bia", "Ida", "Leo", "Ron"
    tokens = {name: (await desk.sessions.open(name, ""))[1] for name in names}
    known = {name: desk.sessions.find(token) for name, token in tokens.items()}
    player = {name: who.id for name, who in known.items() if who is not None}
    table = NewTable.of(
        "truco-argentino",
        2,
        options=brief("truco-argentino"),
        clock_milliseconds=30_000,
        patience_milliseconds=2_000,
    )
    made = Made("Week", Form.FIELD, table.made, player["Eve"], "Eve", b"", minutes=WEEK)
    cup = await desk.tournaments.create(made)
    await quiet()
    told: list[object] = []
    tables: dict[str, Table] = {}
    readers: dict[str, Subscription] = {}
    heard: dict[str, list[object]] = {"Eve": [], "Ida": []}

    async def passes(seconds: float) -> None:
        desk.clock.advance(seconds)
        await quiet()

    async def listing(name: str) -> None:
        watching = desk.lobby.watch(player[name])
        while (changes := await watching.take()) is not None:
            heard[name].append(changes)

    lists = [asyncio.ensure_future(listing(name)) for name in heard]
    followed = tournament_service_pb2.FollowTournamentRequest(tournament=cup.id).SerializeToString()
    lines = [await desk.follow(FOLLOW, tokens[each], followed) for each in heard]
    for name in names[1:]:
        await cup.act(partial(commands.enter, player=player[name], name=name))
        await quiet()
        if name != "Ron" or luck.random() < 0.5:
            tables[name] = await desk.lobby.find(cup.state.fixtures[-1].table)
            readers[name] = tables[name].attach(Reader(player[name]))
        await passes(1)
    assert {each.state.life for each in tables.values()} == {Life.PLAYING}
    await passes(3)

    async def ask() -> None:
        for name in heard:
            for path, fields in ASKED.items():
                for wanted in fields(tables["Ana"].id, player["Ana"]):
                    # Nobody is told the table's id; who has it all the same gets no record.
                    if path.endswith("GetRecord") or not {"table", "join"} & wanted.keys():
                        found = f"/cardtui.v1.{path}"
                        request = GetMessageClass(METHODS[found].input_type)(**wanted)
                        line = await desk.call(found, tokens[name], request.SerializeToString())
                        told.append((name, path, line.code, line.refusal, tuple(line.down)))
        await quiet()
        told.append(readers["Ida"].take())

    async def play_some(name: str, most: int) -> None:
        for _ in range(most):
            if (found := person_may_act(tables[name], luck)) is not None:
                await act(tables[name], *found)
            elif tables[name].state.life is Life.OVER:
                return
            await passes(0)

    await ask()
    await play_some("Ana", luck.choice((MOST, luck.randrange(1, 40))))
    await ask()
    await passes(40)
    await play_some("Leo", luck.choice((MOST, luck.randrange(1, 40))))
    await cup.take_out(player["Leo"], partial(commands.leave, player=player["Leo"]))
    for halted in (True, False):
        await cup.act(partial(commands.halt, halted=halted))
        await ask()
    await play_some("Bia", luck.randrange(1, 60))
    await ask()
    streams = [down for line, _ in lines for down in line.down]
    before = [*told, *streams, *heard["Eve"], *heard["Ida"]]
    secret = [tables["Ana"].id.encode(), tables["Bia"].id.encode()]
    assert not any(each in down for each in secret for down in streams)
    for name in tables:
        await play_some(name, MOST)
    await passes(WEEK * 60)
    for _ in range(200):
        await passes(5)
    assert cup.state.ended
    after = [each.SerializeToString() for each in whole(cup.id, cup.state)]
    await desk.tournaments.stop()
    await desk.lobby.stop()
    for each in [*lists, *(stream for _, stream in lines)]:
        each.cancel()
    return before, after


@pytest.mark.parametrize("pair", [*range(2), *by_night(*range(2, 100))])
async def test_two_fields_are_the_same_to_a_stranger_and_to_another_player_until_they_end(
    pair: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_server.rpc.tournament_service._MESSAGE_GAP_SECONDS", 0)
    one, its_end = await told_in_a_field(random.Random(f"{pair} one"))
    other, other_end = await told_in_a_field(random.Random(f"{pair} other"))
    for each, instead in zip(one, other, strict=True):
        assert each == instead
    assert its_end != other_end
