"""A table by real rules without a server (`ScriptedTable`), set up by a scenario's words, and an
app that shows nothing else (`TableApp`).
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import cardtui_client
from cardtui.v1 import (
    actions_pb2,
    events_pb2,
    lobby_service_pb2,
    table_service_pb2,
    tables_pb2,
    views_pb2,
)
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.net.address import parse_join_line
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus
from cardtui_client.net.validation import Workload
from cardtui_client.settings import Settings
from cardtui_client.tui.app import PatientStylesheet
from cardtui_client.tui.help import KeyHelp
from cardtui_client.tui.in_order import InOrder
from cardtui_client.tui.table.screen import TableScreen
from cardtui_client.tui.themes import DEFAULT_COLOURS, THEMES
from cardtui_engine.actions import Action, parse_action
from cardtui_engine.events import Acted, Event
from cardtui_engine.library.counts import counted, nothing_counted
from cardtui_engine.library.registry import get_rules
from cardtui_engine.refusals import IllegalAction
from cardtui_server.lobby.games import sheet
from cardtui_server.match.refusals import illegal
from cardtui_server.wire.catalogue import describe, verb_clauses
from cardtui_server.wire.codec import Codec
from cardtui_server.wire.values import counts_message, refusal_message, write_option
from cardtui_server.wire.view_encoder import ViewEncoder

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede")
Frame = table_service_pb2.Frame


class ScriptedTable:
    """A table whose position is set up by a scenario's words, and played by the rules.

    It is the feed of one viewer, too: what is done is what a screen is sent.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        setup: Mapping[str, Any] | None = None,
        *,
        viewer: int | None = 0,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] = NAMES,
        bots: Sequence[int] = (),
        preset: str = "",
    ) -> None:
        self.rules = get_rules(game)
        self.viewer = viewer
        self.seq = 1
        self.gazes: list[int] = []
        self.said: list[str] = []
        self.previewed: list[str] = []
        self.hint = table_service_pb2.AdviseResponse()
        self.said_apart: list[str] = []
        self.heard: list[bool] = []
        self.went_on: list[int] = []
        self.told: list[tuple[str, int]] = []
        self.acts: list[actions_pb2.Action] = []
        self.asked: list[tuple[str, object]] = []
        self.record = ""
        self.resynced = 0
        self.answers = asyncio.Event()
        self.answers.set()
        chosen = self.rules.options(options or {}, seats)
        kinds = {spec.name: spec.kind for spec in self.rules.specs}
        self.state = None if setup is None else self.rules.setup(chosen, seats, setup)
        self.counted = nothing_counted(self.rules, seats)
        self.table = tables_pb2.Table(
            id="t1",
            name="Ana's table",
            game=game,
            preset=preset,
            options={option.name: option.default for option in describe(game).options}
            | {name: write_option(value, kinds[name]) for name, value in (options or {}).items()},
            seats=[
                tables_pb2.Seat(
                    seat=seat,
                    name=names[seat],
                    team=self.rules.team_of(seat),
                    bot=(
                        tables_pb2.BOT_LEVEL_NORMAL
                        if seat in bots
                        else tables_pb2.BOT_LEVEL_UNSPECIFIED
                    ),
                    ready=seat in bots,
                    player="" if seat in bots or not names[seat] else f"id of {names[seat]}",
                )
                for seat in range(seats)
            ],
            state=(
                tables_pb2.TABLE_STATE_WAITING if setup is None else tables_pb2.TABLE_STATE_PLAYING
            ),
            host="Ana",
            pack_size=len(self.rules.pack),
            clockwise=self.rules.clockwise,
            deck=tables_pb2.Deck.Value(f"DECK_{self.rules.deck.name.upper()}"),
        )
        self.people = [seat for seat in range(seats) if seat not in bots and names[seat]]
        self.spectators = 0
        self.ledger: table_service_pb2.Ledger | None = None
        self._codec = Codec(self.rules.id)
        self._pieces = ViewEncoder(self._codec, self.rules.id)
        self.queue: asyncio.Queue[table_service_pb2.Frame | FeedStatus | None] = asyncio.Queue()

    def sent(self) -> list[table_service_pb2.Frame]:
        """Return the frames that nobody has taken in yet, and forget them."""
        waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        return [each for each in waiting if isinstance(each, table_service_pb2.Frame)]

    # --- frames --------------------------------------------------------------------------

    def snapshot(self) -> table_service_pb2.Frame:
        """Return all that the viewer may know."""
        frame = Frame()
        shot = frame.snapshot
        shot.seq = shot.position = self.seq
        shot.table.CopyFrom(self.table)
        shot.presence.connected.extend(self.people)
        shot.presence.spectators = self.spectators
        shot.gazes.extend(self.gazes)
        shot.counts.CopyFrom(self._counts())
        if self.ledger is not None:
            shot.ledger.CopyFrom(self.ledger)
        if self.viewer is not None:
            shot.seat = self.viewer
        if self.state is not None:
            view = self.rules.view(self.state, self.viewer)
            shot.view.MergeFrom(views_pb2.PublicView.FromString(self._pieces.public(view)))
            if view.own is not None:
                shot.own.MergeFrom(views_pb2.OwnView.FromString(self._pieces.own(view.own)))
        return frame

    def presence(self, **asked: Any) -> table_service_pb2.Frame:
        """Return who is here, and what they ask for."""
        here = tables_pb2.Presence(connected=self.people, spectators=self.spectators, **asked)
        return Frame(presence=here)

    def do(self, seat: int, verb: str, **arguments: Any) -> None:
        """Act for a seat, and send what the viewer is told of it."""
        action = parse_action({"do": verb, **arguments}, self.rules.verbs, self.rules.deck)
        before = self.state
        self.state, happened = self.rules.apply(self.state, seat, action)
        self._send(before, happened)

    def deal(self, *first: str) -> None:
        """Deal a pack that begins with these cards."""
        pack = list(self.rules.deck.cards(first))
        pack += [card for card in self.rules.pack if card not in pack]
        before = self.state
        self.state, happened = self.rules.deal(self.state, pack)
        self._send(before, happened)

    def advance(self, state: Any, happened: Sequence[Event]) -> None:
        """Take a step that was played elsewhere, and send what the viewer is told of it."""
        before, self.state = self.state, state
        self._send(before, happened)

    def say(
        self,
        seat: int | None,
        name: str,
        text: str,
        *,
        phrase: Phrase.ValueType = Phrase.PHRASE_UNSPECIFIED,
        reaction: Reaction.ValueType = Reaction.REACTION_UNSPECIFIED,
    ) -> None:
        """Say a line at the table."""
        self.seq += 1
        talk = events_pb2.TALK_SPECTATORS if seat is None else events_pb2.TALK_PLAYERS
        said = events_pb2.Said(
            seat=seat,
            name=name,
            text=text,
            talk=talk,
            player=f"id of {name}",
            phrase=phrase,
            reaction=reaction,
        )
        update = table_service_pb2.Update(seq=self.seq, position=self.seq)
        update.events.add().said.CopyFrom(said)
        self.queue.put_nowait(Frame(update=update))

    def say_apart(self, number: int, seat: int, name: str, text: str) -> None:
        """Say a line that only the viewer's team hears."""
        said = events_pb2.Said(seat=seat, name=name, text=text, talk=events_pb2.TALK_TEAM)
        line = table_service_pb2.TeamLine(number=number, said=said)
        self.queue.put_nowait(Frame(team_talk=table_service_pb2.TeamTalk(lines=[line])))

    def look(self, seat: int, at: int) -> None:
        """Have a player look at another seat."""
        self.seq += 1
        self.gazes[seat] = at
        update = table_service_pb2.Update(seq=self.seq, gazes=self.gazes)
        update.events.add().looked.CopyFrom(events_pb2.Looked(seat=seat, at=at))
        self.queue.put_nowait(Frame(update=update))

    def signal(self, number: int, seat: int, gesture: Gesture.ValueType) -> None:
        """Show the viewer a signal of a seat."""
        given = events_pb2.Gestured(seat=seat, name=self.table.seats[seat].name, gesture=gesture)
        seen = table_service_pb2.SeenSignal(number=number, gestured=given)
        self.queue.put_nowait(Frame(signals=table_service_pb2.Signals(signals=[seen])))

    def change(self, state: tables_pb2.TableState.ValueType | None = None) -> None:
        """Tell that the table itself changed."""
        if state is not None:
            self.table.state = state
        self.seq += 1
        update = table_service_pb2.Update(seq=self.seq, position=self.seq)
        update.table.CopyFrom(self.table)
        self.queue.put_nowait(Frame(update=update))

    def _send(self, before: Any, happened: Sequence[Event]) -> None:
        self.seq += 1
        old = None if before is None else self.rules.view(before, self.viewer)
        new = self.rules.view(self.state, self.viewer)
        parts = [self._pieces.event(self.rules.seen(event, self.viewer)) for event in happened]
        parts.append(self._pieces.public_change(old, new))
        if new.own is not None:
            parts.append(self._pieces.own_change(None if old is None else old.own, new.own))
        update = table_service_pb2.Update.FromString(b"".join(parts))
        update.seq = update.position = self.seq
        self.counted = counted(self.counted, happened, self.rules)
        update.counts.CopyFrom(self._counts())
        if self.ledger is not None:
            update.ledger.CopyFrom(self.ledger)
        if new.common.winners:
            self.table.state = tables_pb2.TABLE_STATE_OVER
            update.table.CopyFrom(self.table)
        self.queue.put_nowait(Frame(update=update))

    def _counts(self) -> table_service_pb2.MatchCounts:
        return counts_message(self.counted.counts)

    # --- the feed ------------------------------------------------------------------------

    async def frames(self) -> AsyncIterator[table_service_pb2.Frame | FeedStatus]:
        yield self.snapshot()
        while (item := await self.queue.get()) is not None:
            yield item

    async def act(
        self, action: actions_pb2.Action, expected: int | None = None
    ) -> table_service_pb2.ActReply:
        assert self.viewer is not None
        self.acts.append(action)
        await self.answers.wait()
        before = self.state
        try:
            self.state, happened = self.rules.apply(
                self.state, self.viewer, self._codec.actions.read(action)
            )
        except IllegalAction as refusal:
            return table_service_pb2.ActReply(refusal=refusal_message(illegal(refusal)))
        self._send(before, happened)
        return table_service_pb2.ActReply(seq=self.seq)

    def preview(self, text: str) -> table_service_pb2.PreviewTalkResponse:
        """Return what a line of the viewer would call."""
        self.previewed.append(text)
        told = table_service_pb2.PreviewTalkResponse(position=self.seq)
        if self.viewer is None or "say" not in self.rules.verbs:
            return told
        told.commits = True
        _state, events = self.rules.apply(self.state, self.viewer, Action("say", text=text))
        for event in events:
            if isinstance(event, Acted) and event.action.verb != "say":
                told.action.CopyFrom(self._codec.actions.write(event.action))
                break
        return told

    async def say_(
        self,
        text: str = "",
        *,
        team: bool = False,
        phrase: Phrase.ValueType = Phrase.PHRASE_UNSPECIFIED,
        reaction: Reaction.ValueType = Reaction.REACTION_UNSPECIFIED,
    ) -> None:
        said = text or (Phrase.Name(phrase) if phrase else Reaction.Name(reaction))
        (self.said_apart if team else self.said).append(said)

    async def go_on(self, hand: int) -> None:
        self.went_on.append(hand)

    async def shown(self, hand: int) -> None:
        self.told.append(("shown", hand))

    async def hold(self, hold: bool) -> None:
        self.told.append(("hold", hold))

    async def back(self) -> None:
        self.told.append(("back", True))

    async def hear(self, spectators: bool) -> None:
        self.heard.append(spectators)

    def resync(self) -> None:
        self.resynced += 1

    async def close(self) -> None:
        pass


class ScriptedFeed:
    """The feed of a scripted table, under the names that the screen uses."""

    def __init__(self, table: ScriptedTable) -> None:
        self._table = table
        self.frames = table.frames
        self.act = table.act
        self.say = table.say_
        self.go_on = table.go_on
        self.shown = table.shown
        self.hold = table.hold
        self.back = table.back
        self.hear = table.hear
        self.hears = True
        self.resync = table.resync
        self.close = table.close


def no_line(_path: Path) -> str:
    """Return no line of a result: this is no deal of a day."""
    return ""


def connection_to(table: ScriptedTable, name: str) -> Connection:
    """Return what the screen asks of a connection, noting what it asks."""

    def ask(what: str) -> Any:
        async def call(*arguments: object, **named: object) -> None:
            table.asked.append((what, (*arguments, *named.values())))

        return call

    async def preview(_table: str, text: str) -> table_service_pb2.PreviewTalkResponse:
        return table.preview(text)

    async def advise(_table: str) -> table_service_pb2.AdviseResponse:
        table.asked.append(("hint", ()))
        return table.hint

    async def get_record(_table: str, _match: int) -> str:
        if not table.record:
            raise asyncio.CancelledError  # it does not come in time, and nobody waits for it
        return table.record

    async def get_rules(game: str, language: str) -> lobby_service_pb2.GetRulesResponse:
        return lobby_service_pb2.GetRulesResponse(
            markdown=sheet(game, language), clauses=verb_clauses(game)
        )

    calls = (
        "set_ready",
        "add_bot",
        "remove_bot",
        "start",
        "leave",
        "pause",
        "sit_in",
        "swap_seats",
        "buy_in",
        "look",
        "signal",
        "change_term",
        "kick",
        "ban",
        "transfer_host",
        "close_table",
    )
    return cast(
        "Connection",
        SimpleNamespace(
            name=name,
            join_line=parse_join_line("127.0.0.1:8782"),
            line_back=parse_join_line("127.0.0.1:8782"),
            workload=Workload(),
            leaves_out=None,
            knows=(),
            for_now=False,
            result_line=no_line,
            bits=None,
            preview_talk=preview,
            advise=advise,
            get_rules=get_rules,
            get_record=get_record,
            **{what: ask(what) for what in calls},
        ),
    )


class TableApp(InOrder):
    """Nothing but a table."""

    CSS_PATH = Path(cardtui_client.__file__).with_name("tui") / "style.tcss"

    def __init__(
        self, table: ScriptedTable, settings: Settings | None = None, name: str = "Ana"
    ) -> None:
        super().__init__()
        self.scripted = table
        self.settings = settings or Settings(name=name, animation=False)
        self.rules_opened: list[str] = []
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = self.settings.theme
        self.stylesheet = PatientStylesheet(variables=self.get_css_variables())
        self.table_screen = TableScreen(
            connection_to(table, name),
            "t1",
            table.viewer is not None,
            self.settings,
            feed=ScriptedFeed(table),
        )

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DEFAULT_COLOURS

    def on_mount(self) -> None:
        self.push_screen(self.table_screen)

    def action_keys(self, about: str = "") -> None:
        self.push_screen(KeyHelp(self.screen, about))

    def open_rules(self, clause: str = "") -> None:
        self.rules_opened.append(clause)


HANDS = (
    ("1E", "7C", "11O"),
    ("12O", "3B", "4C"),
    ("3C", "2C", "5B"),
    ("4B", "6O", "7O"),
    ("1B", "5E", "5C"),
    ("6C", "10B", "2O"),
)
"""Hands of truco; the first has 8 of envido, the second 7."""


def truco(seats: int = 2, *, viewer: int | None = 0, **settings: Any) -> ScriptedTable:
    """Return a hand of truco after the deal; Ana, on the first seat, is mano."""
    setup = {"dealer": seats - 1, "hand": 4, "scores": [12, 22]} | settings.pop("setup", {})
    setup.setdefault("hands", HANDS[:seats])
    bots = [seat for seat in range(1, seats) if seat % 2]
    return ScriptedTable(
        "truco-argentino", seats, setup, viewer=viewer, bots=bots, preset="fuente", **settings
    )


def cacho(seats: int = 3, *, viewer: int | None = 0, **settings: Any) -> ScriptedTable:
    """Return a hand of Cacho in its second round; Ana is eldest."""
    setup = {
        "dealer": seats - 1,
        "hand": 2,
        "chips": [47, 31, 12, 26][:seats],
        "hands": [["AS", "4S"], ["6H", "2H"], ["3D", "4C"], ["5C", "6C"]][:seats],
        "stock": ["6D", "5H", "4D", "3S"],
    } | settings.pop("setup", {})
    return ScriptedTable(
        "cacho",
        seats,
        setup,
        viewer=viewer,
        bots=[1],
        options={"chip_value": "R$ 0,25"} | settings.pop("options", {}),
        **settings,
    )


def played(table: ScriptedTable, *moves: str) -> ScriptedTable:
    """Play moves such as ``"0 play 7C"`` or ``"1 raise 5"`` before anybody looks."""
    for move in moves:
        seat, verb, *rest = move.split()
        names = {"play": "card", "declare": "points"}
        argument = {names.get(verb, "to"): int(each) if each.isdigit() else each for each in rest}
        table.do(int(seat), verb, **argument)
    return table
