"""The model of a table: folds the frames of a feed into what may be shown.
How many lines of talk it keeps: `MOST_TALK`. When a hand that only bots play out can be skipped:
`may_skip`. When you may talk to your team alone is in `faces/offers.py`.

Live play, watching and replay are feeds of this one model. It knows no rule: an update
names the fields that changed, and they are replaced.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from enum import Enum
from typing import Final, NamedTuple, TypeVar

from google.protobuf.message import Message

from cardtui.v1 import (
    actions_pb2,
    cards_pb2,
    events_pb2,
    shuffle_pb2,
    table_service_pb2,
    tables_pb2,
    views_pb2,
)
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.history.kept_records import Broken, Moment
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import part_of
from cardtui_client.model.chain_check import Agreed, ChainCheck, LeavesOut, ShuffleCheck, code_of
from cardtui_client.model.last_played import Lain, LastMove, last_moves, last_trick, unplayed
from cardtui_client.model.quick_talk import Meaning, Mutes, entry_of
from cardtui_client.model.timing import Times
from cardtui_client.text import safe_text


def replace_fields(target: Message, source: Message, numbers: Iterable[int]) -> None:
    """Replace those fields whole; fields that the source leaves out are cleared."""
    known = target.DESCRIPTOR.fields_by_number
    for number in numbers:
        field = known.get(number)
        if field is None:
            continue  # a newer server's field
        target.ClearField(field.name)
        value = getattr(source, field.name)
        if field.is_repeated:
            getattr(target, field.name).MergeFrom(value)
        elif field.has_presence and not source.HasField(field.name):
            continue
        elif field.message_type is not None:
            getattr(target, field.name).CopyFrom(value)
        else:
            setattr(target, field.name, value)


class MatchRecord(NamedTuple):
    """A record that was kept.

    Attributes:
        holds: whether it was found to hold; ``None`` if it was not verified.
        proves_all: whether it is a full proof.
        moment: what the match is remembered for; ``None`` for nothing.
        line: the line of your result at the deal of the day, to be shared; ``""`` for none.
    """

    holds: bool | None
    proves_all: bool = True
    moment: Moment | None = None
    line: str = ""


class Rivalry(NamedTuple):
    """The matches of this game that your side has played against the other one.

    Attributes:
        against: the names of the others.
        won: how many you have won.
        lost: how many they have.
    """

    against: tuple[str, ...]
    won: int
    lost: int


_M = TypeVar("_M", bound=Message)

MOST_TALK: Final = 200
"""How many of the latest lines of talk are kept."""

OUT_OF_PLAY: Final = ("out", "folded", "passed", "resigned")
"""What views call the seats that are out of the match, or have left the hand."""

FINAL_REASONS: Final = (
    table_service_pb2.END_REASON_CLOSED,
    table_service_pb2.END_REASON_REPLACED,
    table_service_pb2.END_REASON_LEFT,
    table_service_pb2.END_REASON_FAILED,
    table_service_pb2.END_REASON_KICKED,
    table_service_pb2.END_REASON_BANNED,
    table_service_pb2.END_REASON_NO_SPECTATORS,
    table_service_pb2.END_REASON_SEATED,
)


class Gap(Exception):
    """An update is missing: what is shown cannot be trusted until the next snapshot."""


class Status(Enum):
    """How the feed of a table stands."""

    CONNECTING = "connecting"
    LIVE = "live"
    RECONNECTING = "reconnecting"
    ENDED = "ended"


class TableModel:
    """All that the client knows of one table.

    Attributes:
        table: the table as the lobby shows it.
        view: the public view; ``None`` before the first match.
        before: the public view as it was before the last update, to tell what it did.
        own_before: your own part as it was then.
        own: the seat's own view; ``None`` for a spectator.
        talk: the latest talk, oldest first.
        presence: who is connected, how many watch.
        code: what gestures mean to your team, as its players have written it.
        gazes: by seat, the seat that its player looks at; empty where there are no signals.
        seq: the number of the last update folded; 0 before any.
        position: the number of the last update that changed the position.
        status: how the feed stands; the feed's owner sets it too.
        end: why the last stream ended, if the server said so.
        high_cards: what everybody drew for high card before this match; ``None`` if nobody did.
        trick: the cards that lay on the table as the last hand ended, until the next one begins.
        unplayed: the cards that one still held as the last hand ended, while that is told.
        moves: by seat, what it threw and took last in this hand.
        counts: what this match has come to so far; ``None`` if the server does not say.
        ledger: what everybody has brought here and taken; ``None`` where nothing was.
        shuffle: how chance was found for this match, or is being found for the next one; ``None``
            if the server does not say.
        record: where the record of the match that is over was kept; ``None`` where none is.
        joins: the command by which others come to this server; ``""`` where none can.
        times: what runs out at the table.
        now: returns the seconds by which that is counted on.
        mutes: whose talk is left out of everything.
        for_now: whether the table ends once you leave it.
        name: your name; ``""`` where you are nobody.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        *,
        mutes: Mutes | None = None,
        leaves_out: LeavesOut | None = None,
        for_now: bool = False,
        name: str = "",
    ) -> None:
        """Begin with nothing known.

        Args:
            now: returns seconds of a clock that only goes forwards.
            mutes: whose talk is left out of everything.
            leaves_out: knows what you have committed to; by default nobody does.
            for_now: whether the table ends once you leave it.
        """
        self.now = now
        self.name = name
        self.for_now = for_now
        self.mutes = mutes or Mutes()
        self.times = Times()
        self.table = tables_pb2.Table()
        self.view: views_pb2.PublicView | None = None
        self.before: views_pb2.PublicView | None = None
        self.own: views_pb2.OwnView | None = None
        self.own_before: views_pb2.OwnView | None = None
        self.talk: list[events_pb2.Said] = []
        self.presence = tables_pb2.Presence()
        self.gazes: Sequence[int] = ()
        self.seq = 0
        self.position = 0
        self.status = Status.CONNECTING
        self.end: table_service_pb2.StreamEnd | None = None
        self.high_cards: events_pb2.HighCardsDrawn | None = None
        self.trick: Sequence[Lain] = ()
        self.unplayed: Sequence[cards_pb2.Card.ValueType] = ()
        self.moves: Mapping[int, LastMove] = {}
        self.counts: table_service_pb2.MatchCounts | None = None
        self.ledger: table_service_pb2.Ledger | None = None
        self.shuffle: shuffle_pb2.Shuffle | None = None
        self.record: MatchRecord | None = None
        self.rivalry: Rivalry | None = None
        self.joins = ""
        self._check = ShuffleCheck(leaves_out)
        self._chain = ChainCheck()
        self.agreed: Agreed | None = None
        self._seat: int | None = None
        self._heard = 0
        self._signals_seen = 0
        self.code: dict[Gesture.ValueType, Meaning] = {}

    @property
    def is_host(self) -> bool:
        """Whether you are the host of the table, by your name or by that at your seat."""
        own = self.sitter(self.seat)
        names = {self.name, "" if own is None else own.name} - {""}
        return self.table.host in names

    @property
    def request(self) -> tables_pb2.SeatAsker | None:
        """Your own request for a bot's seat, if you have asked for one."""
        return next((each for each in self.table.asking if each.name == self.name != ""), None)

    @property
    def is_coming_in(self) -> bool:
        """Whether you ask for a bot's seat, or one is yours by now."""
        sits = any(each.name == self.name != "" for each in self.table.seats)
        return sits or self.request is not None

    @property
    def was_seated(self) -> bool:
        """Whether the stream ended because you have a seat now."""
        return self.end is not None and self.end.reason == table_service_pb2.END_REASON_SEATED

    @property
    def is_prepared(self) -> bool:
        """Whether it is the table of a lesson: only a server gives tables an id."""
        return self.view is not None and not self.table.id

    def frozen(self) -> TableModel:
        """Return the table of this moment: what is folded later puts new values into this one."""
        model = copy(self)
        # What a copy folds again, as a replay does, is nothing that the server told now.
        checks = copy(self._check), copy(self._chain)
        model._check, model._chain = checks  # noqa: SLF001 - of its own class
        return model

    def take_status(self, status: Status) -> None:
        """Take note of how the feed stands; times stand still until the server tells them anew."""
        if status is not Status.LIVE and self.status is Status.LIVE:
            self.times = self.times.halted(self.now())
        self.status = status

    def fold(self, frame: table_service_pb2.Frame) -> list[events_pb2.Event]:
        """Take one frame in and return what happened in it, to be told and animated.

        Raises:
            Gap: an update before this one never came.
        """
        match frame.WhichOneof("frame"):
            case "snapshot":
                self._begin(frame.snapshot)
            case "update":
                return self._advance(frame.update)
            case "presence":
                self.presence = frame.presence
            case "team_talk":
                return self._hear(frame.team_talk)
            case "signals":
                return self._see(frame.signals)
            case "timing":
                self.times = Times(frame.timing, self.now())
            case "heartbeat":
                if frame.heartbeat.seq > self.seq:
                    raise Gap(f"update {self.seq + 1} did not come")
                self.status = Status.LIVE
            case "end":
                self._see_end(frame.end)
                self.end = frame.end
                final = frame.end.reason in FINAL_REASONS
                self.take_status(Status.ENDED if final else Status.RECONNECTING)
            case _:  # replies are the feed's; what a newer server adds is not for us
                pass
        return []

    @property
    def seat(self) -> int | None:
        """The seat whose view this is; ``None`` for a spectator."""
        return self._seat if self.own is None else self.own.seat

    @property
    def is_for_chips(self) -> bool:
        """Whether the match is played for chips, and not for points."""
        return self.view is not None and bool(self.view.chips)

    @property
    def is_shuffling(self) -> bool:
        """Whether a match is about to begin, once all have revealed what they give for it."""
        return self.shuffle is not None and not self.shuffle.begun

    @property
    def is_shuffled_together(self) -> bool:
        """Whether players gave bits for this match, and all revealed what they had committed to."""
        shuffle = self.shuffle
        if shuffle is None or not shuffle.begun:
            return False
        given = [seat for seat in shuffle.seats if seat.commitment]
        return bool(given) and all(seat.bits for seat in given)

    @property
    def is_shared(self) -> bool:
        """Whether other tables play the same packs: the secret comes when the last has ended."""
        return self.shuffle is not None and len(self.shuffle.seats) > len(self.table.seats)

    @property
    def is_of_field(self) -> bool:
        """Whether it is of a field: one seat more stands for all other tables."""
        return self.shuffle is not None and len(self.shuffle.seats) == len(self.table.seats) + 1

    def broken(self, match: int | None = None) -> list[Broken]:
        """Return how the server has broken its word in a match; by default, in that of now."""
        if match is None:
            match = _match_of(self.shuffle)
        return [each for number, each in self._check.broken if number in (0, match)]

    @property
    def head(self) -> bytes:
        """The head of the chain over what you were told of the match; ``b""`` if not known."""
        return self._chain.head

    @property
    def heads(self) -> tuple[bytes, ...]:
        """All heads of the chain that you came to, or were told, in the match."""
        return self._chain.heads

    def _agree(self, head: bytes) -> None:
        """Note that a hand or the match ended with a head that fits all that was told."""
        over = self.table.state == tables_pb2.TABLE_STATE_OVER
        hand = 0 if over or self.view is None else self.view.hand
        self.agreed = Agreed(_match_of(self.shuffle), hand, head)

    @property
    def match_code(self) -> str:
        """The code of what you were told of a match that is over; ``""`` if there is none."""
        return code_of(self.head) if self.is_over else ""

    @property
    def is_my_turn(self) -> bool:
        """Whether the game waits for this seat."""
        return self.view is not None and self.seat is not None and self.seat in self.view.to_act

    @property
    def has_teams(self) -> bool:
        """Whether the seats play in two teams."""
        return any(seat.HasField("team") for seat in self.table.seats)

    @property
    def deck(self) -> str:
        """Which cards are played with: ``"spanish"`` or ``"french"``; ``""`` for others."""
        if self.table.deck == tables_pb2.DECK_OTHER:
            return ""
        return "spanish" if self.table.deck == tables_pb2.DECK_SPANISH else "french"

    @property
    def is_over(self) -> bool:
        """Whether the match is decided."""
        return self.view is not None and self.view.phase == Phase.PHASE_OVER

    @property
    def leads_back(self) -> bool:
        """Whether your match for a tournament is over: from here you go back to its page."""
        return bool(self.table.tournament) and self.seat is not None and self.is_over

    @property
    def is_out(self) -> bool:
        """Whether this seat is out of a match that the others go on with."""
        if self.seat is None or self.view is None or self.is_over:
            return False
        if self.table.state != tables_pb2.TABLE_STATE_PLAYING:
            return False
        return self.seat in getattr(part_of(self.view), "out", ())

    @property
    def may_skip(self) -> bool:
        """Whether you have nothing more to do in this hand, and only bots play it out."""
        view = self.view
        if view is None or self.seat is None or self.is_sat_in(self.seat):
            return False
        playing = self.table.state == tables_pb2.TABLE_STATE_PLAYING and not self.table.paused
        if not playing or view.phase in (Phase.PHASE_DEAL, Phase.PHASE_OVER):
            return False
        part = part_of(view)
        spent = {seat for name in OUT_OF_PLAY for seat in getattr(part, name, ())}
        spent.update(seat for duel in getattr(part, "duels", ()) for seat in duel.seats)
        playing_on = (each for each in self.table.seats if each.seat not in spent)
        return self.seat in spent and all(each.bot or each.stand_in for each in playing_on)

    def choices(self) -> Sequence[actions_pb2.Choice]:
        """Return what this seat may do now."""
        return () if self.own is None else self.own.choices

    @property
    def people(self) -> list[tables_pb2.Seat]:
        """The seats that people hold, here or away."""
        return [each for each in self.table.seats if each.name and not each.bot]

    def sitter(self, seat: int | None) -> tables_pb2.Seat | None:
        """Return the seat as the lobby shows it; ``None`` if there is no such seat."""
        return next((each for each in self.table.seats if each.seat == seat), None)

    def is_sat_in(self, seat: int | None) -> bool:
        """Tell whether a bot sits in for the player of a seat."""
        sitter = self.sitter(seat)
        return sitter is not None and bool(sitter.stand_in)

    def is_away(self, seat: int) -> bool:
        """Tell whether the player of a seat is away."""
        sitter = self.sitter(seat)
        return (
            sitter is not None
            and bool(sitter.name)
            and not sitter.bot
            and seat not in self.presence.connected
        )

    def is_silent(self, seat: int) -> bool:
        """Tell whether the player of a seat is here, but does not answer."""
        return seat in self.presence.silent and seat != self.seat and not self.is_away(seat)

    def name_of(self, seat: int) -> str:
        """Return the name of who sits there, safe to draw."""
        sitter = self.sitter(seat)
        name = "" if sitter is None else safe_text(sitter.name, NAME_CELLS)
        return name or _("seat {seat}", seat=seat + 1)

    def take_seat(self, seat: int | None) -> None:
        """See the table from that seat, until a seat's own view says otherwise."""
        self._seat = seat

    def team_of(self, seat: int) -> int:
        """Return the seat's side: its team, or itself where each plays alone."""
        sitter = self.sitter(seat)
        if sitter is None or not sitter.HasField("team"):
            return seat
        return min(sitter.team, 1)

    def partners_of(self, seat: int) -> list[int]:
        """Return the other seats of the seat's side, in the order of play."""
        return [each for each in self.side_seats(self.team_of(seat)) if each != seat]

    @property
    def talks_apart(self) -> bool:
        """Whether you may say something to your own team alone now."""
        table = self.table
        if self.seat is None or table.partners or not self.has_teams:
            return False
        if table.state not in (tables_pb2.TABLE_STATE_WAITING, tables_pb2.TABLE_STATE_OVER):
            return False
        return self.has_company

    @property
    def has_company(self) -> bool:
        """Whether another person sits in your own team."""
        if self.seat is None or not self.has_teams:
            return False
        partners = self.partners_of(self.seat)
        return any(each.seat in partners for each in self.people)

    def side_seats(self, side: int) -> list[int]:
        """Return the seats of a side, in the order of play."""
        return [each.seat for each in self.table.seats if self.team_of(each.seat) == side]

    def _begin(self, snapshot: table_service_pb2.Snapshot) -> None:
        missed = not self.seq or self.seq != snapshot.seq
        self.seq = snapshot.seq
        self.position = snapshot.position
        self.table = snapshot.table
        # Copies, because updates are written into them.
        self.view = self.before = None
        if snapshot.HasField("view"):
            self.view = views_pb2.PublicView()
            self.view.CopyFrom(snapshot.view)
        self.own = self.own_before = None
        self.trick = self.unplayed = ()
        self.moves = {}
        self.counts = _alone(snapshot.counts) if snapshot.HasField("counts") else None
        self.ledger = _alone(snapshot.ledger) if snapshot.HasField("ledger") else None
        self._seat = snapshot.seat if snapshot.HasField("seat") else None
        self.shuffle = None
        if snapshot.HasField("shuffle"):
            self._see_shuffle(snapshot.shuffle, live=False)
        old = snapshot.HasField("shuffle") and snapshot.shuffle.grammar < 2
        match = _match_of(self.shuffle)
        if not self._chain.go_on(match, snapshot.chain, missed=missed, old=old):
            self._find(Broken.OTHER_CHAIN)
        self._see_state()
        if snapshot.HasField("own"):
            self.own = views_pb2.OwnView()
            self.own.CopyFrom(snapshot.own)
        self.high_cards = snapshot.high_cards if snapshot.HasField("high_cards") else None
        heard = [said for said in snapshot.talk if not self.mutes.hides(said)]
        self.talk = [_alone(said) for said in heard[-MOST_TALK:]]
        self.presence = snapshot.presence
        self.gazes = tuple(snapshot.gazes)
        self.times = Times()  # a stream tells them after its snapshot
        self.status = Status.LIVE
        self.end = None

    def _advance(self, update: table_service_pb2.Update) -> list[events_pb2.Event]:
        if update.seq <= self.seq:
            return []  # resumed streams may repeat what we have
        if update.seq != self.seq + 1:
            raise Gap(f"update {self.seq + 1} did not come, {update.seq} did")
        self._change_views(update)
        self._change_table(update)
        self.gazes = tuple(update.gazes) or self.gazes
        if update.HasField("counts"):
            self.counts = _alone(update.counts)
        if update.HasField("ledger"):
            self.ledger = _alone(update.ledger)
        self._see_state()
        self.seq = update.seq
        self.position = update.position
        self.status = Status.LIVE
        events = [event for event in update.events if not self._hides(event)]
        self._note(events)
        self.talk.extend(_alone(event.said) for event in events if event.HasField("said"))
        del self.talk[:-MOST_TALK]
        for event in events:
            self._see_seats(event)
        return events

    def _change_views(self, update: table_service_pb2.Update) -> None:
        """Put what has changed into new views; those before stay as they were."""
        self.before, self.own_before = self.view, self.own
        if update.changed or update.changed_game:
            self.view = views_pb2.PublicView()
            if self.before is not None:
                self.view.CopyFrom(self.before)
            replace_fields(self.view, update.view, update.changed)
            part, changed = part_of(self.view), part_of(update.view)
            if part is not None and changed is not None and type(changed) is type(part):
                replace_fields(part, changed, update.changed_game)
            if part_of(self.before) is not None and part_of(self.view) is None:
                self.view = None  # the match is forgotten
        if update.changed_own:
            self.own = views_pb2.OwnView()
            if self.own_before is not None:
                self.own.CopyFrom(self.own_before)
            replace_fields(self.own, update.own, update.changed_own)
            if self.view is None:
                self.own = None

    def _change_table(self, update: table_service_pb2.Update) -> None:
        """Take in the table and its shuffle, and compare the chain over what everybody sees."""
        before, playing = self.table, self.table.state == tables_pb2.TABLE_STATE_PLAYING
        began = update.HasField("shuffle") and self._see_shuffle(update.shuffle, live=True)
        if update.HasField("table"):
            self.table = update.table
        if began and self.shuffle is not None:
            self._chain.begin_match(self.shuffle, self.table, self.view or views_pb2.PublicView())
        elif playing and self.table.state == tables_pb2.TABLE_STATE_PLAYING:
            self._chain.sit(before, self.table)
        if playing:
            self._chain.note(update.events, update.bots)
        if update.chain:
            if self._chain.compare(update.chain):
                self._agree(update.chain)
            else:
                self._find(Broken.OTHER_CHAIN)
            if self.shuffle is not None:
                # What you have given may have been answered after the match was told.
                self._check.look_again(self.table.id, seated=self.seat is not None)

    def _see_seats(self, event: events_pb2.Event) -> None:
        """Follow an event by which everybody has another seat."""
        match event.WhichOneof("event"):
            case "high_cards_drawn":
                self.high_cards = event.high_cards_drawn
                self._change_seats({each.before: each.seat for each in self.high_cards.draws})
            case "partners_found":
                before = event.partners_found.before
                self._change_seats({was: seat for seat, was in enumerate(before)})
            case "seats_swapped":
                self.high_cards = None
                swapped = event.seats_swapped
                self._change_seats({swapped.seat: swapped.other, swapped.other: swapped.seat})
            case _:
                pass

    def _see_shuffle(self, shuffle: shuffle_pb2.Shuffle, *, live: bool) -> bool:
        """Take in a shuffle, and return whether a match begins with it.

        An empty one is that of a match that is forgotten.
        """
        began = self.shuffle is not None and self.shuffle.begun and self.shuffle.match
        self.shuffle = _alone(shuffle) if shuffle.match else None
        if self.shuffle is None:
            return False
        self._check.see(
            self.table.id,
            self.shuffle,
            seated=self.seat is not None,
            playing=self.table.state == tables_pb2.TABLE_STATE_PLAYING,
            live=live,
        )
        return live and self.shuffle.begun and self.shuffle.match != began

    def _see_state(self) -> None:
        """Find out that a match goes without a shuffle, or shows its secret too soon or never."""
        shuffle = self.shuffle
        playing = self.table.state == tables_pb2.TABLE_STATE_PLAYING
        if shuffle is None and playing:
            self._check.see_none(self.table.id, seated=self.seat is not None)
        if playing and shuffle is not None and shuffle.secret:  # the cards follow from it
            self._find(Broken.PROMISE)
        over = self.table.state == tables_pb2.TABLE_STATE_OVER and not self.is_shared
        if over and shuffle is not None and shuffle.begun and not shuffle.secret:
            self._find(Broken.NO_SECRET)

    def _see_end(self, end: table_service_pb2.StreamEnd) -> None:
        """Find out that the secret is missing, once the table is closed."""
        closed = end.reason == table_service_pb2.END_REASON_CLOSED
        if closed and self.shuffle is not None and not self.shuffle.secret:
            self._find(Broken.NO_SECRET)

    def _find(self, broken: Broken) -> None:
        self._check.find(_match_of(self.shuffle), broken)

    def _hear(self, apart: table_service_pb2.TeamTalk) -> list[events_pb2.Event]:
        """Take in what your team says apart, but for what you have heard already."""
        lines = [line.said for line in apart.lines if line.number > self._heard]
        lines = [said for said in lines if not self.mutes.hides(said)]
        for said in lines:
            if (entry := entry_of(said.text)) is not None:
                self.code[entry[0]] = Meaning(entry[1], said.player)
        self._heard = max([self._heard, *(line.number for line in apart.lines)])
        self.talk.extend(_alone(said) for said in lines)
        del self.talk[:-MOST_TALK]
        return [events_pb2.Event(said=said) for said in lines]

    def _hides(self, event: events_pb2.Event) -> bool:
        return event.HasField("said") and self.mutes.hides(event.said)

    def _see(self, seen: table_service_pb2.Signals) -> list[events_pb2.Event]:
        """Take in signals that you have seen, but for those that you know already."""
        signals = [each.gestured for each in seen.signals if each.number > self._signals_seen]
        self._signals_seen = max([self._signals_seen, *(each.number for each in seen.signals)])
        return [events_pb2.Event(gestured=each) for each in signals]

    def _note(self, events: Sequence[events_pb2.Event]) -> None:
        """Remember what the view no longer tells: the last trick, cards still held, last moves."""
        self.moves = last_moves(self.moves, events)
        for event in events:
            match event.WhichOneof("event"):
                case "hand_started":
                    self.trick = self.unplayed = ()
                case "hand_ended":
                    self.trick = last_trick(self.before, events)
                    self.unplayed = unplayed(self.own_before, self.view, events)
                case _:
                    pass

    def _change_seats(self, after: Mapping[int, int]) -> None:
        """Follow everybody to their new seats; the server tells anew who asks for another one."""

        def moved(seats: Iterable[int]) -> list[int]:
            return sorted({after.get(seat, seat) for seat in seats})

        self._seat = None if self._seat is None else after.get(self._seat, self._seat)
        for said in self.talk:
            if said.HasField("seat"):
                said.seat = after.get(said.seat, said.seat)
        before = self.presence
        self.presence = tables_pb2.Presence(
            connected=moved(before.connected),
            spectators=before.spectators,
            stopped=before.stopped if before.HasField("stopped") else None,
            notice=before.notice if before.HasField("notice") else None,
            asking_pause=moved(before.asking_pause),
            silent=moved(before.silent),
            votes=[
                tables_pb2.SitInVotes(
                    seat=after.get(each.seat, each.seat), by=moved(each.by), needed=each.needed
                )
                for each in before.votes
            ],
        )


def _match_of(shuffle: shuffle_pb2.Shuffle | None) -> int:
    """Return the number of the match that a shuffle is for; 0 if there is none."""
    return 0 if shuffle is None else shuffle.match


def _alone(message: _M) -> _M:
    """Return a copy, which does not keep in memory everything that it came with."""
    copy = type(message)()
    copy.CopyFrom(message)
    return copy


Numbers = Sequence[int]
"""How many of something each side has."""


def count_of(numbers: Numbers, side: int) -> int:
    """Return how many a side has, whatever a server has sent."""
    return numbers[side] if side < len(numbers) else 0


def match_number(model: TableModel) -> int:
    """Return the number of the match at its table; 0 if the server does not say."""
    shuffle = model.shuffle
    if shuffle is None:
        return 0
    # Once the next match is about to begin, its shuffle is told.
    return shuffle.match if shuffle.begun else shuffle.match - 1
