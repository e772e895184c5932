"""The table screen without the screen: what is known and shown, and what comes of commands.
When your turn counts as a new one, at which it rings: `_take_frame`. How long an act and a record
may still take as you leave: `_LAST_SECONDS`, `_RECORD_SECONDS`. Bell or sound, and for your name:
`tui/table/telling.py`.

Frames of the feed become shots, commands change the state of the interaction or are sent, and
a display draws what stands then. Nothing here knows the terminal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final

from cardtui.v1 import actions_pb2, errors_pb2, table_service_pb2, tables_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.game_words import learn_verbs
from cardtui_client.faces.memory import lines_at_end
from cardtui_client.faces.muting import change_mutes, mutes_of
from cardtui_client.faces.offers import Keys, cut_words, plain_cut
from cardtui_client.faces.record_words import distrust_text, latest_record
from cardtui_client.faces.standing import between_hands, game_told, lost_words, suits_told
from cardtui_client.faces.table_actions import Answer
from cardtui_client.history.diary import Diary
from cardtui_client.history.kept_records import Broken, Verdict
from cardtui_client.i18n import _
from cardtui_client.limits import CLAUSE_CELLS
from cardtui_client.model.cards import brief, suits_named
from cardtui_client.model.quick_talk import MuteAll, MutePerson
from cardtui_client.model.refusals import refusal_sentence
from cardtui_client.model.table import Gap, MatchRecord, Status, TableModel
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus
from cardtui_client.net.record_keeper import Diarist, Kept, Missing, RecordKeeper
from cardtui_client.scene.commands import Bare, Command, PressCard
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Button, Entry, Kind
from cardtui_client.settings import Settings
from cardtui_client.settings.config_file import toggle_cut
from cardtui_client.text import safe_text
from cardtui_client.tui.table import effects
from cardtui_client.tui.table.animations import (
    banner_of,
    came_round,
    news_shots,
    parting,
    warning_of,
)
from cardtui_client.tui.table.keymap import only_points
from cardtui_client.tui.table.modes.mode import Situation, must_answer
from cardtui_client.tui.table.modes.stack import buttons_of, command_of, press
from cardtui_client.tui.table.pacing import Mover, Pacer, ShuffleWait, Ticker
from cardtui_client.tui.table.picture import (
    Display,
    Picture,
    Seen,
    Shot,
    picture_of,
    shot_of,
    standing,
    talk_entry,
)
from cardtui_client.tui.table.recent_hands import RecentHands
from cardtui_client.tui.table.sending import Acts, Feed, HeldAct, Requests, WordCalls, words_of
from cardtui_client.tui.table.telling import (
    Attention,
    FromOthers,
    Interaction,
    TableLog,
    keyed_words,
)
from cardtui_client.tui.table.ui_state import Notice, TableUi, cut_begun
from cardtui_client.tui.timers import UnderWay

_LAST_SECONDS: Final = 2.0
"""How long an act that still waited may take to be sent when you leave."""

_RECORD_SECONDS: Final = 0.5
"""Seconds that the record of a match still has to come once you leave the table."""


class TableController:
    """One table, as you look at it and act at it.

    Attributes:
        connection: the session on the table's server.
        table_id: the table's id.
        model: what is known of the table.
        interaction: what the person has done, and what is said for a while.
        shot: what is shown; ``None`` before anything is.
        settings: what the person has chosen.
        keys: the keys of what may be done.
        pacer: shows one shot after another.
        banner: says what the top line has instead of the score; ``""`` for nothing.
        recent_hands: what was seen of the last hands.
        acts: the act that is under way.
        under_way: what was asked around the match, and is not answered yet.
    """

    def __init__(
        self,
        display: Display,
        feed: Feed,
        connection: Connection,
        table_id: str,
        settings: Settings,
    ) -> None:
        self.connection = connection
        self.table_id = table_id
        self.settings = settings
        self.model = TableModel(
            mutes=mutes_of(settings, connection.name, connection.knows),
            leaves_out=connection.leaves_out,
            for_now=connection.for_now,
            name=connection.name,
        )
        self.shot: Shot | None = None
        self.keys = Keys(settings.keys)
        self.pacer = Pacer(self.show, display.after, animated=settings.animation)
        connecting = FeedStatus(Status.CONNECTING)
        self.banner: Callable[[], str] = partial(banner_of, connecting, self.model)
        self.recent_hands = RecentHands()
        self._display = display
        self._feed = feed
        self._attention = Attention(display, settings)
        self.interaction = Interaction(display, self._redraw)
        self._log = TableLog(display)
        self._from_others = FromOthers(
            connection, self.model, self.interaction, self._attention, self._log
        )
        self._words = WordCalls(
            connection, table_id, self.model, self.interaction, display=display, settings=settings
        )
        self.acts = Acts(feed, self.model, display.after, self._acts_changed)
        self._requests = Requests(
            feed,
            connection,
            table_id,
            self.model,
            acts=self.acts,
            tell=self._tell_answer,
            words=self._by_key,
        )
        self.under_way = UnderWay(display.after, self._redraw, turns=lambda: settings.animation)
        self._asked: list[effects.Request] = []
        self._offered: tuple[Button, ...] = ()
        self._hears = settings.spectators
        self._my_turn = False
        self._broken: list[Broken] = []
        self._shown_hand = 0
        self._cut_at = 0
        self._told_game = False
        self._game_notice: Notice | None = None
        self._draws = False
        self._frames = 0
        self._depends: tuple[object, ...] = ()
        self._buttons: tuple[Button, ...] = ()
        self._retired = False
        self._lost = ""
        self._lost_at = 0.0
        self._held = HeldAct(
            display,
            self.model,
            self.interaction,
            lambda act: display.run(self.request(act)),
            self._redraw,
        )
        self._ticker = Ticker(self.model, display, self._redraw, self._attention.ring)
        self._shuffle = ShuffleWait(self.model, display.after, self._redraw)
        self._mover = Mover(self.model, display.after, self._redraw)
        diary = Diary(settings.for_now() if connection.for_now else settings)
        self._diarist = Diarist(diary, str(connection.line_back), settings.name)
        self._records = RecordKeeper(connection, settings, self._tell_kept)

    # --- what is to be seen --------------------------------------------------------------

    @property
    def ui(self) -> TableUi:
        """What the person has done that the table does not know."""
        return self.interaction.ui

    @property
    def now(self) -> Situation:
        """What a command is judged by; what is offered is computed once a change."""
        bare = Situation(self.model, self.keys, self.settings.confirm)
        if self.shot is None or self.acts.sentence:
            return bare  # nothing is offered before an answer that takes long
        depends = (self._frames, self.keys, self.settings.confirm, self.ui, self.shot)
        if depends != self._depends:
            self._depends = depends
            self._buttons = buttons_of(self.ui, self.shot.buttons, bare)
        return bare._replace(offered=self._buttons)

    @property
    def picture(self) -> Picture | None:
        """All that is to be seen; ``None`` before there is anything."""
        if self.shot is None:
            return None
        awaited = self.acts.sentence or self._lost or self.under_way.words or self._shuffle.words
        shot = self.shot._replace(scene=self._mover.seen(self.shot.scene))
        return picture_of(
            shot,
            self.ui,
            self.now,
            banner=self.banner(),
            awaited=awaited,
            sent=self.acts.under_way is not None or bool(self._lost),
            going=self.acts.under_way or self._held.action,
            suits=self._suits(),
        )

    def _suits(self) -> tuple[tuple[str, str], ...]:
        """Return what the letters of suits mean, for a newcomer who plays."""
        if not self.settings.newcomer or self.model.seat is None:
            return ()
        return tuple(suits_named(self.model.deck, ascii_only=self.settings.card_codes).items())

    # --- commands ------------------------------------------------------------------------

    def command_of(self, key: str) -> Command | None:
        """Return what a key stands for now; any key skips what is still to be shown.

        What moves lies where it belongs at once, and the key does what it says.
        """
        self._attention.noticed()
        self._rest()
        if self.interaction.is_typed_on(key):
            return Bare.SKIP
        # What can be taken back for a moment only goes before what is still to be shown.
        if self.pacer.behind and not self.ui.panel.talking and not self.ui.held:
            goes_on = self.model.may_skip and command_of(key, self.ui, self.now) is Bare.GO_ON
            if goes_on:
                self.pacer.skip()
                return Bare.GO_ON
            if not (self.pacer.offers_the_same or only_points(key, self.keys)):
                self._point_ahead(command_of(key, self.ui, self.now))
                return Bare.SKIP
            self.pacer.skip()
        return command_of(key, self.ui, self.now)

    def _point_ahead(self, command: Command | None) -> None:
        """Lift the card that is meant by its place among those shown, if you still hold it.

        What is still to be shown is skipped first; if the card has gone, none stays lifted, so that
        Enter plays no other.
        """
        if isinstance(command, PressCard) and self.ui.cards.laid is None:
            meant = self.ui.cards.cards[command.index : command.index + 1]
            self.pacer.skip()
            self.interaction.become(self.ui._replace(cards=self.ui.cards.pick_card(meant)))
            self._redraw()

    def look(self, *, wide: bool, talking: bool) -> None:
        """Take note of how much room there is, and of what has the keys."""
        before = self.ui.panel
        panel = before._replace(wide=wide, talking=talking)
        if panel.shown:
            panel = panel._replace(unread=0)
        self.interaction.ui = self.ui._replace(panel=panel)
        if wide != before.wide:
            self._redraw()  # what lay over the table lies beside it now, or the other way round

    def press(self, command: Command) -> effects.Request | effects.ScreenEffect | None:
        """Take a command; return what else is to be done for it."""
        self._rest()
        before, seen = self.ui, self._seen()
        outcome = press(command, before, self.now)
        if self._held.waits and isinstance(outcome.effect, effects.Act):
            return None  # one thing after another
        self.interaction.become(outcome.ui)
        left: effects.Request | effects.ScreenEffect | None = None
        match outcome.effect:
            case effects.PartPack(pack):
                self.pacer.add(*parting(shot_of(self.model, seen).scene, pack, mine=True))
            case Bare.SKIP:
                self.pacer.skip()
            case effects.Act() if self.settings.take_back:
                self._held.hold(outcome.effect, before)
            case Bare.RECALL:
                self._held.recall()
            case Bare.CUT_FOR_ME:
                self._change_cut()
            case MutePerson() | MuteAll() as whom:
                self.interaction.tell(change_mutes(whom, self.model.mutes, settings=self.settings))
            case _:
                left = outcome.effect
        if self._seen() != seen:
            self.stage()
        elif self.ui != before:
            self._redraw()
        return left

    def _change_cut(self) -> None:
        """Have the pack cut for you from now on, or no longer."""
        key = self.keys.of(Bare.CUT_FOR_ME)
        try:
            self.interaction.tell(cut_words(key, for_me=toggle_cut(self.settings)))
        except OSError as error:
            sentence = _("Could not save the settings: {error}", error=error)
            self.interaction.tell(sentence, Mood.REFUSED)
        self._cut()

    def _cut(self) -> None:
        """Cut the pack, once for each that is yours to cut, where you want that done for you."""
        model = self.model
        if not self.settings.cuts or model.is_prepared or model.position == self._cut_at:
            return
        if model.status is Status.LIVE and (cut := plain_cut(model)) is not None:
            self._cut_at = model.position
            self._display.run(self.request(effects.Act(cut), by_itself=True))

    def typed(self, text: str) -> None:
        """Take what stands in the line to talk."""
        self._words.typed("" if self.ui.panel.team else text)

    async def request(self, request: effects.Request, *, by_itself: bool = False) -> None:
        """Ask something of the server; a refusal is told.

        Args:
            by_itself: whether you did not ask for it; that the table was quicker is no news then.
        """
        if isinstance(request, effects.SayLine) and await self._words.asks_first(request):
            return
        if request in self._asked:
            return  # pressed twice: it is on its way
        try:
            with self._asking(request):
                refusal = await self._requests.send(request)
        except (Refused, Unreachable) as error:
            self.interaction.tell(str(error), Mood.REFUSED)
        else:
            if refusal is not None and not (
                by_itself and refusal.reason == errors_pb2.REASON_STALE
            ):
                self._refuse(refusal)

    @contextmanager
    def _asking(self, request: effects.Request) -> Generator[None]:
        """Say what is asked around the match until it is answered."""
        if not words_of(request):
            yield
            return
        self.interaction.untell(Mood.REFUSED)
        self._asked.append(request)
        try:
            with self.under_way.waiting(lambda: words_of(request)):
                yield
        finally:
            self._asked.remove(request)

    async def give_up_seat(self) -> bool:
        """Give up the seat; tell whether that was possible."""
        await self._send_held()
        try:
            with self.under_way.waiting(lambda: _("Getting up…")):
                await self.connection.leave(self.table_id)
        except (Refused, Unreachable) as error:
            self.interaction.tell(str(error), Mood.REFUSED)
            return False
        self._diarist.left()
        return True

    async def _send_held(self) -> None:
        """Send the act that still waits, before you go."""
        act = self._held.take_out()
        if act is not None and self.model.status is Status.LIVE:
            with suppress(Refused, Unreachable, TimeoutError):
                async with asyncio.timeout(_LAST_SECONDS):
                    await self._requests.send(act)

    def _by_key(self, action: actions_pb2.Action, model: TableModel) -> str:
        held, hiding = self.ui.cards.cards, self.ui.hiding
        return keyed_words(action, model, self.keys, held, hiding=hiding)

    def _tell_answer(self, answer: Answer) -> None:
        """Say what the server has answered; what can be of use later also in the log."""
        if not answer.lasts:
            self.interaction.tell(answer.says())
            return
        for entry in self._log.write(lambda: (Entry(Kind.NOTICE, answer.says()),)):
            self.interaction.tell(brief(entry.text), Mood.TURN)

    def _refuse(self, refusal: errors_pb2.Refusal) -> None:
        """Say why not; the log does not, as nothing happened at the table."""
        clause = safe_text(refusal.clause, CLAUSE_CELLS)
        self.interaction.tell(refusal_sentence(refusal, self.model), Mood.REFUSED, clause)

    def _acts_changed(self) -> None:
        if self.acts.sentence:
            self.interaction.ui = self.ui.untold()
        self._redraw()

    # --- the feed ------------------------------------------------------------------------

    def take_settings(self) -> Awaitable[None] | None:
        """Take the settings anew; return what is to be awaited where one hears others now."""
        settings = self.settings
        self.keys = Keys(settings.keys)
        self.pacer.animated = settings.animation
        self._cut()
        return self._hear_spectators()

    def _hear_spectators(self) -> Awaitable[None] | None:
        """Return what is to be awaited where that changes: the host always hears them."""
        wanted = self.settings.spectators or self.model.is_host
        if wanted == self._hears:
            return None
        self._hears = wanted
        return self._feed.hear(wanted)

    async def follow(self) -> None:
        """Take in what the feed brings until it ends."""
        async for item in self._feed.frames():
            with self.connection.workload.working():
                if isinstance(item, FeedStatus):
                    self._take_status(item)
                else:
                    self._take_frame(item)
                    if await learn_verbs(self.connection, self.model):
                        self.stage()
                    if (hearing := self._hear_spectators()) is not None:
                        await hearing

    async def close(self) -> None:
        """Follow no more; the seat is kept."""
        self._diarist.write_rest()
        self._attention.leave()
        await self._send_held()
        await self._records.stop(_RECORD_SECONDS)
        await self._feed.close()

    def retire(self) -> None:
        """Show nothing more: another one has the display."""
        self._retired = True

    def stage(self) -> None:
        """Show the table as it is, with nothing new to tell."""
        self.pacer.add(shot_of(self.model, self._seen()))

    def retell(self) -> None:
        """Say everything in the language in use now: what was said, and what stands."""
        self.pacer.skip()  # what is still to be shown says what it says in the other one
        self.interaction.ui = self.ui.retold(self._log.retell())
        self.stage()

    def _take_status(self, status: FeedStatus) -> None:
        self._frames += 1
        self._take_loss(status)
        self.model.take_status(status.status)
        self.banner = partial(banner_of, status, self.model)
        if status.status is not Status.LIVE:
            self.interaction.untell()  # what is wrong is said there
        if status.status is Status.ENDED:
            self.acts.answered()
        self.stage()

    def _take_loss(self, status: FeedStatus) -> None:
        """Say anew, with each attempt to come back, that the connection is lost."""
        now = self.model.now()
        if status.status is not Status.RECONNECTING:
            self._lost = ""
            return
        if not self._lost:
            self._lost_at = now
        self._lost = lost_words(status.attempt, now - self._lost_at)

    def _take_frame(self, frame: table_service_pb2.Frame) -> None:
        self._frames += 1
        before = self.model.frozen()
        knew, position = self.model.table.id, self.model.position
        presence, skipped = self.model.presence, self._skips
        try:
            happened = self.model.fold(frame)
        except Gap:
            self._feed.resync()
            return
        self.recent_hands.take(frame, before, self.model)
        self._diarist.look(self.model)
        self._records.look(self.model)
        if _is_playing(self.model):
            self.model.record = None
        self._shuffle.look()
        self._warn()
        if self.model.status is Status.LIVE:
            self.banner = partial(warning_of, self.model)
        if self.model.position != position:
            self.interaction.untell(Mood.REFUSED)  # things stand otherwise now
            self._words.again()
        self.acts.seen()
        self._from_others.take(happened)
        kind = frame.WhichOneof("frame")
        if kind in ("heartbeat", "reply") and self.shot is not None:
            return
        if kind == "presence":
            self._from_others.take_asked(presence)
        if kind == "snapshot":
            self._begin(again=bool(knew))
        self._tell_game()
        self._follow_hand()
        arrived = kind == "snapshot" and not knew
        cut = self.settings.cuts and 0 < position == self._cut_at
        animated = self.pacer.animated and not (skipped or cut)
        shots = news_shots(self.model, self._seen(), happened, animated=animated, arrived=arrived)
        mine = self.model.is_my_turn
        anew = not self._my_turn or came_round(happened, self.model.seat)
        rings = mine and anew
        self._my_turn = mine
        self.pacer.add(*shots[:-1], shots[-1]._replace(bell=rings))
        if skipped:
            self.pacer.skip()  # the log tells it
        if kind == "snapshot":
            self._rest()  # nobody saw how things came there
        self._cut()

    def _warn(self) -> None:
        """Write down why the match is not to be trusted: the banner may be too short for it."""
        before, self._broken = self._broken, self.model.broken()
        if self._broken not in ([], before):
            model = self.model.frozen()
            self._log.write(lambda: (Entry(Kind.NOTICE, distrust_text(model)),))

    def _tell_kept(self, kept: Kept | Missing) -> None:
        """Say that the record of the match is kept, and whether it holds, once its end is shown."""
        ended = self.model.end is not None or not _is_playing(self.model)
        line = self.connection.result_line(kept.path) if isinstance(kept, Kept) else ""
        if isinstance(kept, Kept):
            record = _match_record(kept.verdict, line)
            if ended:
                self.model.record = record
            elif record.holds:
                return  # the next match has begun: all is well with the one before
        model = self.model.frozen()

        def tells() -> tuple[Entry, ...]:
            told = lines_at_end(kept, line, model, place=latest_record())
            return tuple(Entry(Kind.NOTICE, words) for words in told)

        self.pacer.add(shot_of(self.model, self._seen())._replace(tells=tells))

    def _begin(self, *, again: bool) -> None:
        """Take a snapshot in: what was to be shown before it is of no interest any more."""
        self.pacer.skip()
        model = self.model.frozen()
        if again:
            self._log.write(_back)
            self._log.write(partial(standing, model))
        else:
            talk = tuple(model.talk)
            self._log.begin(lambda: tuple(talk_entry(said, model) for said in talk))

    def _tell_game(self) -> None:
        """Tell a newcomer what the game is about, once there are cards to see."""
        view, model = self.model.view, self.model.frozen()
        if self._game_notice is not None and must_answer(model):
            self.interaction.untell(self._game_notice)  # what you are asked must be seen
            self._game_notice = None
        if not self.settings.newcomer or self._told_game or view is None or model.seat is None:
            return
        if model.is_prepared or view.phase in (Phase.PHASE_CUT, Phase.PHASE_DEAL):
            return
        if must_answer(model):
            return
        self._told_game = True

        def tells() -> tuple[Entry, ...]:
            return tuple(
                Entry(Kind.NOTICE, words) for words in (*game_told(model), *suits_told(model))
            )

        for entry in self._log.write(tells)[:1]:  # so the buttons keep their lines
            self.interaction.tell(entry.text, Mood.TURN)
            self._game_notice = self.interaction.ui.notice

    def _follow_hand(self) -> None:
        """Begin or end the cut with the table; and with another match, see its hands anew."""
        ui, view = self.ui, self.model.view
        if view is not None and view.hand < ui.seen_hand:
            ui = ui._replace(seen_hand=0)
        cut = None if self.settings.cuts else cut_begun(ui.cut, self.model)
        self.interaction.ui = ui._replace(cut=cut)

    @property
    def _skips(self) -> bool:
        """Whether you have seen enough of a hand that bots play out."""
        view = self.model.view
        return view is not None and self.ui.seen_hand >= view.hand and self.model.may_skip

    def _seen(self) -> Seen:
        ui = self.ui
        return Seen(self.keys, ui.seen_hand, ui.viewpoint, ui.hiding, ui.cut)

    # --- showing -------------------------------------------------------------------------

    def show(self, shot: Shot, *, moving: bool = False) -> float:
        """See `Show`; what the person has done is shown with it."""
        before, self.shot = self.shot, shot
        self._mover.end()
        seconds = 0.0
        if moving and before is not None and self._display.moves:
            seconds = self._mover.begin(before.scene, shot.scene)
        self.interaction.ui = self.ui._replace(cards=self.ui.cards.given_anew(shot.scene.hand))
        if entries := self._log.write(shot.tells):
            self.interaction.become(self.ui.heard(entries, my_turn=self.model.is_my_turn))
        self._redraw()
        self._attention.look(my_turn=self.model.is_my_turn)
        if shot.bell:
            self._attention.turn_came(shot.sound)
        elif shot.sound is not None:
            self._attention.hear(shot.sound)
        self._tell_hand_shown()
        return seconds

    def _rest(self) -> None:
        """Have all that moves lie where it belongs."""
        if self._mover.moves:
            self._mover.end()
            self._redraw()

    def _tell_hand_shown(self) -> None:
        """Tell the server once the end of a hand stands on the screen: its pause counts from then.

        What is still shown on the way there is none of the time to read it.
        """
        view = self.model.view
        if view is None or self.model.seat is None or not between_hands(self.model):
            self._shown_hand = 0
        elif not self.pacer.behind and self._shown_hand != view.hand:
            self._shown_hand = view.hand
            self._display.run(self.request(effects.ShownHand(view.hand)))

    def _redraw(self) -> None:
        """Have shown soon what stands then; what was asked about something that is gone is dropped.

        Whatever else changes until then is in the same picture.
        """
        offered = self.now.offered
        if offered != self._offered:
            self._offered = offered
            self.interaction.ui = self.ui.without_moot(offered)
        if not self._draws:
            self._draws = True
            self._display.soon(self.draw)
        self._ticker.look()

    def draw(self) -> None:
        """Show what stands now."""
        self._draws = False
        if not self._retired and (picture := self.picture) is not None:
            self._display.show(picture)


def _match_record(verdict: Verdict | None, line: str) -> MatchRecord:
    """Return whether a record holds; of a deal of the day it is enough that it does."""
    if verdict is None:
        return MatchRecord(holds=None, proves_all=False)
    proves_all = verdict.proves_all or (bool(line) and verdict.holds)
    return MatchRecord(verdict.holds, proves_all, verdict.moment, line)


def _is_playing(model: TableModel) -> bool:
    return model.table.state == tables_pb2.TABLE_STATE_PLAYING


def _back() -> tuple[Entry, ...]:
    return (Entry(Kind.NOTICE, _("Back at the table.")),)
