"""Pairs of late matches that differ in what is not due: strangers and spectators are told the same.

A match is played to its end; then once more, and shortly before that end otherwise: other acts,
another end, or none yet. Afterwards players get ready, get up, talk, or close the table, otherwise
in each of the two. Until spectators may see any of it, every RPC that a stranger and a spectator
can make is answered with the same bytes, and their streams tell the same at the same times.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from functools import partial
from itertools import count, zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc
from google.protobuf.message_factory import GetMessageClass

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import first_act
from cardtui_engine.options import usual_preset
from cardtui_engine.views import SeatView
from cardtui_server.limits import Limits
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Act, Request, Say
from cardtui_server.match.state import Life, TableState
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader, Watcher
from cardtui_server.table.subscription import Subscription
from cardtui_server.wire.codec import codec_for
from cardtui_server.wire.values import write_option
from tests.proofs.desk import METHODS, Desk, Line
from tests.support.playing import any_action, brief, quiet

_DELAY: Final = 20
"""Seconds, where the delay is in seconds."""
_BETWEEN: Final = 3
"""Seconds between two acts that both matches have in common."""
_LATEST: Final = 12
"""The matches differ in no more acts than these before the end of the first."""
_MOST: Final = 3_000
"""A match that takes more acts is cut off, and is no pair."""
_LOBBY: Final = "/cardtui.v1.LobbyService/"
_TABLE: Final = "/cardtui.v1.TableService/"
_SESSION: Final = "/cardtui.v1.SessionService/"
_TOURNAMENTS: Final = "/cardtui.v1.TournamentService/"
_CLUB: Final = "/cardtui.v1.ClubService/"
_ASKED_OTHERWISE: Final = {
    f"{_LOBBY}WatchTables", f"{_TABLE}Play", f"{_TABLE}Watch",
    *(
        each
        for each in METHODS
        if each.startswith(_SESSION) and not each.endswith(("/GetServer", "/OpenSession"))
    ),
    *(each for each in METHODS if each.startswith(_TOURNAMENTS)),
    *(each for each in METHODS if each.startswith(_CLUB) and not each.endswith("/ReportTalk")),
}  # fmt: skip
"""RPCs whose streams are followed all the time, or that have nothing to do with tables."""

Script = Sequence[tuple[int, Action]]


class Tally(NamedTuple):
    """What came of it.

    Attributes:
        pairs: how many pairs of matches were compared.
        answers: how many answers and messages of streams.
        ended: how often one of the two was over before anybody might know.
        apart: how often everybody was told otherwise in the end.
    """

    pairs: int = 0
    answers: int = 0
    ended: int = 0
    apart: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))


class Evening:
    """One table whose spectators see matches later, and those who ask about it.

    Attributes:
        told: by who was told it in which way, what strangers and spectators were told, and when.
        ended: whether the match was over before any of them might know.
        script: the acts of the match.
        hands: after how many of these each hand began.
    """

    def __init__(self, seed: str, game: str) -> None:
        luck = random.Random(seed)
        self.game, self.rules = game, get_rules(game)
        self.seats = luck.choice(self.rules.seats[:2])
        self.hands_late = luck.random() < 0.5
        self.rated = "truco" in game and luck.random() < 0.5
        # Spectators of a closed table can say nothing any more.
        self.closes = luck.random() < 0.3
        self.bot_account = not self.rated and luck.random() < 0.4
        self.desk = Desk(MemoryStore(), Limits.open())
        ids = count()
        self.desk.env.dealer.token = lambda: f"token-{next(ids)}"  # type: ignore[method-assign]
        self.desk.env.dealer.new_id = lambda length: f"{next(ids):0{length}d}"  # type: ignore[method-assign]
        self.told: dict[str, list[object]] = {}
        self.script: list[tuple[int, Action]] = []
        self.hands: list[int] = []
        self.table: Table
        self.tokens: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._readers: list[Subscription] = []
        self._next_hand = False
        self._asks = 0
        self.ended = False

    async def begin(self) -> None:
        """Have everybody come, and the match begin."""
        desk = self.desk
        for seat in range(self.seats):
            bot = self.bot_account and seat == 1
            name = "bot-Robo" if bot else f"P{seat}"
            self.tokens.append((await desk.sessions.open(name, "", bot_account=bot))[1])
        self.stranger = (await desk.sessions.open("Eve", ""))[1]
        self.spectator = (await desk.sessions.open("Wu", ""))[1]
        watching = tables_pb2.Spectators(
            delay_hands=int(self.hands_late),
            delay_milliseconds=(not self.hands_late) * _DELAY * 1000,
        )
        kinds = {spec.name: spec.kind for spec in self.rules.specs}
        options = {} if self.rated else brief(self.game)
        made = await self.well(
            self.tokens[0], f"{_LOBBY}CreateTable",
            game=self.game, seats=self.seats, seat=0, pause_milliseconds=0, window_milliseconds=0,
            patience_milliseconds=0,
            rated=self.rated, watching=watching,
            preset=usual_preset(self.rules.presets) if self.rated else "",
            options={name: write_option(each, kinds[name]) for name, each in options.items()},
        )  # fmt: skip
        self.id = made.table.id
        self.table = desk.lobby.tables[self.id]
        for seat in range(1, self.seats):
            if self.bot_account and seat == 1:
                desk.sessions.came(self.id_of(1))
                account = self.id_of(1)
                await self.well(
                    self.tokens[0], f"{_LOBBY}AddBot", table=self.id, seat=1, account=account
                )
            else:
                await self.well(self.tokens[seat], f"{_LOBBY}JoinTable", table=self.id, seat=seat)
        own = await self.well(self.stranger, f"{_LOBBY}CreateTable", game="cacho", seats=2)
        self.own = own.table.id
        self._follow()
        if self.rated or self.bot_account:
            for token in self.tokens[1:]:
                await self.well(token, f"{_LOBBY}SetReady", table=self.id, ready=True)
        await self.well(self.tokens[0], f"{_LOBBY}StartTable", table=self.id)
        await self.pass_time(_BETWEEN)

    def _follow(self) -> None:
        """Open all streams: the spectator's, a player's, and the lists'."""
        desk = self.desk
        wu = desk.sessions.find(self.spectator)
        assert wu is not None
        self._readers = [self.table.attach(Reader(None, watcher=Watcher(wu.id, "wu")))]
        self.player = self.table.attach(Reader(self.id_of(0)))
        for token in (self.stranger, self.spectator):
            who = desk.sessions.find(token)
            assert who is not None
            self._tasks.append(asyncio.ensure_future(self._list(who.id)))

    async def _list(self, player: str) -> None:
        reader = self.desk.lobby.watch(player)
        while (changes := await reader.take()) is not None:
            self._note(f"list of {player}", changes)

    def id_of(self, seat: int) -> str:
        """Return who came to a seat."""
        found = self.desk.sessions.find(self.tokens[seat])
        assert found is not None
        return found.id

    def _note(self, what: str, told: object) -> None:
        self.told.setdefault(what, []).append((self.desk.clock.time, told))

    async def settle(self) -> None:
        """Let everything happen that is due, and note what the spectator is told."""
        await quiet()
        self.player.take()
        for reader in self._readers:
            while not reader.done and (data := reader.take()):
                self._note("stream", data)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and note what the server sends meanwhile."""
        await self.settle()
        while seconds > 0:
            self.desk.clock.advance(min(seconds, 1))
            seconds -= 1
            await self.settle()

    async def well(self, token: str, path: str, **fields: Any) -> Any:
        """Make a request that is granted."""
        line = await self.call(token, path, **fields)
        assert line.code is grpc.StatusCode.OK, f"{path}: {line.refusal}"
        await quiet()
        return GetMessageClass(METHODS[path].output_type).FromString(line.down[0])

    async def call(self, token: str, path: str, **fields: Any) -> Line:
        """Make a request."""
        request = GetMessageClass(METHODS[path].input_type)(**fields)
        return await self.desk.call(path, token, request.SerializeToString())

    @property
    def state(self) -> TableState:
        """The table now."""
        return self.table.state

    async def play(self, script: Script | None, luck: random.Random, slow: int = 0) -> None:
        """Play like a script, or as bots choose until the match is over; the last acts slowly."""
        while self.state.life is Life.PLAYING and len(self.script) < _MOST:
            turn, state = self.state.turn, self.state
            assert turn is not None
            if state.tally.hand > len(self.hands):
                self.hands.append(len(self.script))
            if script is not None:
                if len(self.script) == len(script):
                    return
                seat, action = script[len(self.script)]
            else:
                seat, action = self._chosen(luck)
            await self.act(seat, action)
            if script is not None and len(script) - len(self.script) < slow:
                await self.pass_time(_BETWEEN)

    def _chosen(self, luck: random.Random) -> tuple[int, Action]:
        """Return what bots would do: random players hardly ever come to the end of a hand."""
        state, turn = self.state, self.state.turn
        assert turn is not None
        bot = get_bot_maker(self.game)(state.made.options, self.seats, Level.EASY)
        asked = (*turn.may_declare, *turn.to_act, *turn.may_act)
        decide = partial(_decided, bot, luck.getrandbits(64))
        found = first_act(state.rules, state.game, asked, decide)
        assert found is not None
        return found

    async def act(self, seat: int, action: Action) -> None:
        """Do one act, as the player in that seat."""
        sitter = self.state.sitters[seat]
        assert sitter is not None
        self._asks += 1
        await self.table.ask(Act(seat, sitter.player, action, None, f"r{self._asks}"))
        self.script.append((seat, action))
        await asyncio.sleep(0)
        if (turn := self.state.turn) is not None and turn.wants_pack:
            await quiet()

    async def differ(self, luck: random.Random) -> None:
        """Go on otherwise: where hands are late, until the next one has begun; else for a while."""
        hand, acts = self.state.tally.hand, luck.randrange(_LATEST)
        while self.state.life is Life.PLAYING:
            self._next_hand = self.state.tally.hand > hand
            if self._next_hand or (not self.hands_late and acts == 0):
                break
            acts -= 1
            wild = luck.random() < 0.3
            await self.act(*(any_action(self.table, luck) if wild else self._chosen(luck)))
        await self.settle()

    async def afterwards(self, luck: random.Random) -> None:
        """Have the players do what they do after a match, or in the middle of one."""
        for _ in range(luck.randrange(4)):
            seat = luck.randrange(self.seats)
            token, kind = self.tokens[seat], luck.randrange(7 if self.closes else 6)
            if self.hands_late and kind in (0, 5):
                continue  # with another match or seats anew, spectators see the rest at once
            if self.hands_late and kind == 6 and self._next_hand:
                continue  # as no hand can follow, the next one is due, and so is all before it
            match kind:
                case 0:
                    for each in self.tokens:
                        await self.call(each, f"{_LOBBY}SetReady", table=self.id, ready=True)
                case 1:
                    await self.call(token, f"{_LOBBY}LeaveTable", table=self.id)
                case 2:
                    await self._may(Say(self.id_of(seat), f"P{seat}", "gg", watching=True))
                case 3:
                    await self.call(token, f"{_TABLE}GetRecord", table=self.id)
                case 4:
                    self.table.detach(self.player)
                case 5:
                    await self.call(self.tokens[0], f"{_LOBBY}SwapSeats", table=self.id, seat=1)
                case _:
                    await self.call(self.tokens[0], f"{_LOBBY}CloseTable", table=self.id)
            await self.settle()

    async def _may(self, request: Request) -> None:
        try:
            await self.table.ask(request)
        except Refused:
            await quiet()

    async def ask_all(self) -> None:
        """Have a stranger and a spectator ask everything, and note the answers."""
        for token in (self.stranger, self.spectator):
            for path in METHODS:
                if path in _ASKED_OTHERWISE or (self.closes and path == f"{_TABLE}Say"):
                    continue
                for fields in self._fields(path):
                    line = await self.call(token, path, **fields)
                    self._note(path, (line.code, line.refusal, tuple(line.down)))
                    await self.settle()
        watch = self.table.attach(Reader(None))
        await quiet()
        self._note("comes to watch", watch.take())
        self.table.detach(watch)

    def _fields(self, path: str) -> Sequence[dict[str, Any]]:
        """Return the requests to make; those of a table are all about this one."""
        players = [self.id_of(seat) for seat in range(self.seats)]
        table = {"table": self.id}
        match path.rsplit("/", 1)[1]:
            case "GetPerson":
                return [{"player": each} for each in players]
            case "ReportTalk":
                return [{**table, "name": each, "why": "Insults"} for each in ("P0", "P1")]
            case "GetRanking":
                return [{}, {"game": self.game}]
            case "CreateTable":
                return [{"game": "cacho", "seats": 2}]
            case "QuickMatch":
                return [{"game": self.game}]
            case "AddBot":
                account = [{"table": self.own, "account": players[1]}] * self.bot_account
                return [{**table, "level": 2}, *account]
            case "Act":
                seat, action = self.script[0]
                del seat
                wire = codec_for(self.game).actions.write(action)
                act = table_service_pb2.PlayAct(action=wire, request_id=f"r{self._asks}")
                return [{**table, "act": act}]
            case "SetReady":
                return [{**table, "ready": True}]
            case "Kick" | "TransferHost" | "Ban" | "SitIn" | "SwapSeats":
                return [{**table, "seat": each} for each in range(self.seats)]
            case "Say":
                return [{**table, "text": "hm"}, {**table, "text": "hm", "team": True}]
            case "Signal":
                return [{**table, "gesture": 1}]
            case "BuyIn":
                return [{**table, "chips": 10}]
            case "ListGames" | "GetServer" | "ListTables" | "ListBotAccounts":
                return [{}]
            case "GetCluster" | "Drain":
                return [{}]
            case "GetRules":
                return []
            case "GetRecord":
                return [table, {**table, "match": 1}, {**table, "match": 2}]
            case "OpenSession":  # as the player in that seat, and as somebody who looks like them
                return [{"name": f"P{seat}"} for seat in range(self.seats)]
            case "JoinTable":
                return [table, *({**table, "seat": each} for each in range(self.seats))]
            case _:
                return [table]

    async def stop(self) -> None:
        """End all of it."""
        await self.desk.lobby.stop()
        for task in self._tasks:
            task.cancel()


def _decided(bot: Bot, seed: int, seat: int, view: SeatView[Any, Any]) -> Action | None:
    return bot.decide(view, Bits(seed + seat))


async def compared(seed: int, pairs: int, _: Path | None = None) -> Tally:
    """Compare so many pairs, of all games in turn; return what came of it."""
    tally = Tally()
    for number in range(pairs):
        tally = tally.plus(await _compare(f"{seed} {number}", game_ids()[number % len(game_ids())]))
    return tally


async def _compare(seed: str, game: str) -> Tally:
    first = Evening(seed, game)
    await first.begin()
    await first.play(None, random.Random(seed))
    over = first.state.life is Life.OVER
    await first.stop()
    if not over or len(first.script) < first.hands[-1] + 3:
        return Tally()
    luck = random.Random(f"cut {seed}")
    least = first.hands[-1] + 2 if first.hands_late else max(2, len(first.script) - _LATEST)
    cut = luck.randrange(least, len(first.script))
    slow = cut - first.hands[-1] if first.hands_late else _LATEST
    caught_up, wait = luck.random() < 0.5, luck.choice((0, 1, 2))
    evenings, known = [], list[dict[str, list[object]]]()
    for which in range(2):
        evening, own = Evening(seed, game), random.Random(f"{which} {seed}")
        await evening.begin()
        await evening.play(first.script[:cut], own, slow)
        if caught_up and not first.hands_late:
            await evening.pass_time(2 * _DELAY)
        if which == 0:
            await evening.play(first.script, own)
        else:
            await evening.differ(own)
        evening.ended = evening.state.life is not Life.PLAYING
        await evening.afterwards(own)
        await evening.ask_all()
        await evening.pass_time(wait)
        await evening.ask_all()
        if not first.hands_late:
            await evening.pass_time(_DELAY - wait - 1)
            await evening.ask_all()
        known.append({who: list(told) for who, told in evening.told.items()})
        await evening.pass_time(3 * _DELAY)
        await evening.ask_all()
        await evening.stop()
        evenings.append(evening)
    one, other = known
    assert one.keys() == other.keys()
    for who, told in one.items():
        for each, instead in zip_longest(told, other[who]):
            assert each == instead, f"{who} is told apart at {game}, {seed}:\n{each}\n{instead}"
    return Tally(
        1,
        sum(map(len, one.values())),
        any(each.ended for each in evenings),
        evenings[0].told != evenings[1].told,
    )
