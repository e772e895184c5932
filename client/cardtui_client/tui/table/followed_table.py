"""Following a table: frames become shots, what is done is sent, refusals are told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from typing import Protocol

from textual import work

from cardtui.v1 import actions_pb2, errors_pb2, table_service_pb2, tables_pb2
from cardtui_client.games.registry import presenter_of
from cardtui_client.games.unanswered import UNANSWERED_SECONDS, waiting_sentence
from cardtui_client.i18n import _
from cardtui_client.limits import CLAUSE_CELLS, NAME_CELLS, TALK_CELLS
from cardtui_client.model.cards import card_of, corner, face
from cardtui_client.model.refusals import refusal_sentence, stopped_text
from cardtui_client.model.table import Gap, Status, TableModel
from cardtui_client.net.connection import Connection, Refused, Unreachable
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.scene.buttons import Button
from cardtui_client.scene.mood import Mood
from cardtui_client.settings import Settings
from cardtui_client.text import safe_text
from cardtui_client.tui.table.animations import moments
from cardtui_client.tui.table.frames import Seen, Shot, shot_of, standing, talk_entry
from cardtui_client.tui.table.high_card_show import high_card_shots
from cardtui_client.tui.table.table_view import TableView
from cardtui_client.tui.widgets.log import Entry, Kind, LogView


class Feed(Protocol):
    """What the screen needs of a table's feed; `TableFeed` is one."""

    def frames(self) -> AsyncIterator[table_service_pb2.Frame | FeedStatus]:
        """Yield the frames, and how the feed stands."""

    async def act(
        self, action: actions_pb2.Action, expected: int | None = None
    ) -> table_service_pb2.ActReply:
        """Act."""

    async def say(self, text: str) -> None:
        """Say a line."""

    async def go_on(self, hand: int) -> None:
        """Say that one has seen how a hand ended."""

    async def hear(self, spectators: bool) -> None:
        """Hear what spectators say, or do not."""

    def resync(self) -> None:
        """Ask for a snapshot."""

    async def close(self) -> None:
        """End the feed."""


class FollowedTable(TableView):
    """A table that is followed over its feed.

    Attributes:
        model: what is known of the table.
        connection: the session on the table's server.
        table_id: the table's id.
        seen_hand: the number of the last hand whose end the person has seen.
        viewpoint: the seat at the bottom, for spectators.
        unanswered: how many seconds an answer may take before it is worth a word.
    """

    unanswered = UNANSWERED_SECONDS

    def __init__(
        self,
        connection: Connection,
        table_id: str,
        seat: bool,
        settings: Settings,
        *,
        feed: Feed | None = None,
    ) -> None:
        super().__init__(settings)
        self.subject = (connection, table_id)
        self.model = TableModel()
        self.connection = connection
        self.table_id = table_id
        self.seen_hand = 0
        self.viewpoint = 0
        self.hiding = False
        self._feed: Feed = feed or TableFeed(connection, table_id, seat, hears=settings.spectators)
        self._hears = settings.spectators
        self._under_way: actions_pb2.Action | None = None
        self._waiting = False
        self._done = 0
        self._my_turn = False

    @property
    def table(self) -> tables_pb2.Table | None:
        """The table, once it is known."""
        return self.model.table if self.model.table.id else None

    @property
    def in_match(self) -> bool:
        """Whether a match is going on in which this person holds a seat."""
        playing = self.model.table.state == tables_pb2.TABLE_STATE_PLAYING
        return playing and self.model.seat is not None

    @property
    def own_name(self) -> str:
        """See `TableView.own_name`."""
        return safe_text(self.connection.name, NAME_CELLS)

    @property
    def is_host(self) -> bool:
        """Whether one may start the match and seat bots."""
        table, seat = self.model.table, self.model.seat
        own = [each.name for each in table.seats if each.seat == seat]
        return bool(table.host) and table.host in (*own, self.connection.name)

    def take_settings(self) -> None:
        """Take the settings anew; whether one hears the spectators acts at once."""
        super().take_settings()
        if self.settings.spectators != self._hears:
            self._hears = self.settings.spectators
            self._hear(self._hears)

    @work(group="hear")
    async def _hear(self, spectators: bool) -> None:
        await self._feed.hear(spectators)

    def say_anew(self) -> None:
        """Have everything on the screen say its words anew."""
        super().say_anew()
        self.stage()

    def stood(self) -> None:
        """Sit down."""
        self.take_settings()
        self.banner = _("Coming to the table…")
        self.stage()
        self.follow()

    async def on_unmount(self) -> None:
        """Get up; the seat is kept."""
        await self._feed.close()

    def on_screen_resume(self) -> None:
        """Come back from the settings, which may have changed."""
        if self.stands:
            self.take_settings()
            self.stage()

    # --- the feed ------------------------------------------------------------------------

    @work(exclusive=True, group="feed")
    async def follow(self) -> None:
        """Take in what the feed brings until it ends."""
        async for item in self._feed.frames():
            with self.connection.workload.working():
                if isinstance(item, FeedStatus):
                    self._take_status(item)
                else:
                    self._take_frame(item)

    def _take_status(self, status: FeedStatus) -> None:
        self.model.status = status.status
        match status.status:
            case Status.LIVE:
                self.banner = stopped_text(self.model)
            case Status.CONNECTING:
                self.banner = _("Coming to the table…")
            case Status.RECONNECTING:
                why = safe_text(status.sentence, 120)
                self.banner = _("{why} Trying again by itself.", why=why)
            case Status.ENDED:
                self._answered_act()
                self.banner = safe_text(status.sentence, 200)
        self.stage()

    def _take_frame(self, frame: table_service_pb2.Frame) -> None:
        knew, position = self.model.table.id, self.model.position
        try:
            happened = self.model.fold(frame)
        except Gap:
            self._feed.resync()
            return
        if self.model.status is Status.LIVE:
            self.banner = stopped_text(self.model)
        if self.model.position != position:
            self.untell_refusal()
        if self._done and self.model.seq >= self._done:
            self._done = 0
            self._answered_act()
        kind = frame.WhichOneof("frame")
        if kind in ("heartbeat", "reply") and self._shot is not None:
            return
        if kind == "snapshot":
            self._begin(again=bool(knew))
        if self.model.view is not None and self.model.view.hand < self.seen_hand:
            self.seen_hand = 0  # another match has begun
        seen = self._seen()
        before: tuple[Shot, ...] = ()
        if self.pacer.animated:
            drawn = high_card_shots(self.model, seen, happened, arrived=not knew)
            before = (*drawn, *moments(self.model, seen, happened))
        shot = shot_of(self.model, seen, happened)
        mine = self.model.is_my_turn
        if kind == "snapshot" and not knew:
            # With the last shot: what a show is about to tell is not told before it.
            shot = shot._replace(entries=(*standing(self.model), *shot.entries))
        shot = shot._replace(bell=mine and not self._my_turn and self.settings.bell)
        self._my_turn = mine
        self.pacer.add(*before, shot)

    def _begin(self, *, again: bool) -> None:
        """Take a snapshot in: what was to be shown before it is of no interest any more."""
        self.pacer.skip()
        log = self.query_one(LogView)
        if again:
            log.write(Entry(Kind.NOTICE, _("Back at the table.")), *standing(self.model))
        else:
            log.rewrite([talk_entry(said, self.model) for said in self.model.talk])

    def _seen(self) -> Seen:
        return Seen(self.keys, self.is_host, self.seen_hand, self.viewpoint, self.hiding)

    def stage(self) -> None:
        """Show the table as it is, with nothing new to tell."""
        self.pacer.add(shot_of(self.model, self._seen()))

    # --- sending -------------------------------------------------------------------------

    @work(group="act")
    async def act(self, action: actions_pb2.Action) -> None:
        """Send an act; a refusal is told with its clause."""
        if self._under_way is not None:
            self._wait()  # one thing after another: the answer to the last one is awaited
            return
        self._under_way = action
        timer = self.set_timer(self.unanswered, self._wait)
        try:
            reply = await self._feed.act(action, self.model.position)
        except (Refused, Unreachable) as error:
            self._answered_act()
            self.tell(str(error), Mood.REFUSED)
        else:
            if reply.HasField("refusal"):
                self._answered_act()
                clause = safe_text(reply.refusal.clause, CLAUSE_CELLS)
                self._refuse(self._why_not(reply.refusal), clause)
            elif self.model.seq >= reply.seq:
                self._answered_act()
            else:
                self._done = reply.seq  # what came of it is still on its way
        finally:
            timer.stop()

    def _wait(self) -> None:
        """Say that an act is under way, and offer nothing before it is answered."""
        if self._under_way is not None and not self._waiting:
            self._waiting = True
            self.untell()
            self.show_offers()

    def _answered_act(self) -> None:
        """Offer again what may be done: what was under way is answered, and can be seen."""
        self._under_way = None
        if self._waiting:
            self._waiting = False
            self.show_offers()

    def offered(self) -> tuple[Button, ...]:
        """See `TableView.offered`."""
        return () if self._waiting else super().offered()

    def awaited(self) -> tuple[str, Mood]:
        """See `TableView.awaited`."""
        if self._waiting and self._under_way is not None:
            return waiting_sentence(self._under_way, self.model), Mood.PLAIN
        return super().awaited()

    def waiting_words(self, action: str, words: str) -> str:
        """See `TableView.waiting_words`; calls are written as the game's language has them."""
        if not super().waiting_words(action, words):
            return ""
        verb, _sep, value = action.removeprefix("verb('").removesuffix("')").partition("-")
        known = presenter_of(self.model).verb(verb)
        return known.values.get(value, known).title()

    def _why_not(self, refusal: errors_pb2.Refusal) -> str:
        """Return why not, its cards written as on the table."""

        def written(code: str) -> str:
            card = card_of(code, "french") if self.model.deck == "french" else None
            return code if card is None else corner(face(card))

        return refusal_sentence(refusal, self.model, card=written)

    def _refuse(self, sentence: str, clause: str) -> None:
        """Say why not; all of it in the log, where there is room for long sentences."""
        told = f"{sentence} [{clause}]" if clause else sentence
        self.query_one(LogView).write(Entry(Kind.NOTICE, told))
        self.tell(sentence, Mood.REFUSED, clause)

    @work(group="talk")
    async def talk(self, text: str) -> None:
        """Say a line at the table."""
        try:
            await self._feed.say(safe_text(text, TALK_CELLS))
        except (Refused, Unreachable) as error:
            self.tell(str(error), Mood.REFUSED)

    @work(group="lobby")
    async def request(self, request: Awaitable[object]) -> None:
        """Await a request to the lobby; a refusal is told."""
        try:
            await request
        except (Refused, Unreachable) as error:
            self.tell(str(error), Mood.REFUSED)

    @work(group="go on")
    async def go_on(self) -> None:
        """Say that the end of the hand has been seen."""
        if self.model.view is not None:
            self.seen_hand = self.model.view.hand
            self.stage()
            await self._feed.go_on(self.seen_hand)

    @work(group="lobby")
    async def get_up(self) -> None:
        """Give up the seat and go."""
        try:
            await self.connection.leave(self.table_id)
        except (Refused, Unreachable) as error:
            self.tell(str(error), Mood.REFUSED)
            return
        self.dismiss()
