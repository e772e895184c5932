"""A table's states as encoded frames, and what the lobby's list says of it (`listed`); each part is
encoded once for all readers.

What one player alone may know is made when that player reads it: most seats of most tables have no
reader, for bots sit there.

`cardtui_server.match.seen` alone decides what goes to whom; this module turns it into bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Final

from cardtui.v1 import events_pb2, shuffle_pb2, table_service_pb2, tables_pb2
from cardtui_engine.library.counts import Counts
from cardtui_engine.views import Own, View
from cardtui_server.fairness.shuffle import SeenShuffle, Shuffle, seen_shuffle
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.buy_ins import brought
from cardtui_server.match.entries import Created, SpectatorTalk
from cardtui_server.match.events import HighCardsDrawn, Said
from cardtui_server.match.late import is_late
from cardtui_server.match.refusals import Refused
from cardtui_server.match.seen import (
    ends_hand,
    is_aside,
    is_listed_otherwise,
    own_view,
    public_view,
    seen_events,
    seen_talk,
)
from cardtui_server.match.state import Asker, TableState
from cardtui_server.match.transaction import Step
from cardtui_server.ports.log_store import is_tournament_id
from cardtui_server.table.absences import patience
from cardtui_server.table.clocks import Timing
from cardtui_server.table.encoder import Asks, EncodeUpdate, UpdateFrames
from cardtui_server.wire.codec import codec_for
from cardtui_server.wire.encoding import number, wrap
from cardtui_server.wire.frames import (
    ReaderFrames,
    presence_frame,
    snapshot_frame,
    timing_frame,
    update_frame,
)
from cardtui_server.wire.values import (
    counts_message,
    ledger_changed,
    ledger_message,
    refusal_message,
    timing_message,
    write_option,
)
from cardtui_server.wire.view_encoder import ViewEncoder, view_encoder
from cardtui_server.wire.vocabulary import deck_number

_NO_VIEW: Final = (None, None)
_LISTED_AS_MADE: Final = tuple(
    field
    for field in Created._fields
    if field in tables_pb2.Table.DESCRIPTOR.fields_by_name
    and field not in ("seats", "options", "host", "patience_milliseconds")
)
"""What a table's log and its listing say in the same words."""

_UPDATE: Final = table_service_pb2.Update
_SNAPSHOT: Final = table_service_pb2.Snapshot


@cache
def views_of(game: str) -> ViewEncoder:
    """Return the encoder of a game's views and events, which all its tables share."""
    return view_encoder(codec_for(game), game)


class TableFrames(ReaderFrames):
    """Encodes a table for its readers."""

    def __init__(self, table_id: str, state: TableState) -> None:
        self._id = table_id
        self._game = state.rules.id
        self._views = views_of(state.rules.id)
        self._view: tuple[Any, View[Any, Any] | None] = _NO_VIEW
        self._owns: dict[int, tuple[Any, Own[Any] | None]] = {}
        self._presence = b""
        self._connected: Sequence[int] = ()
        self._silent: Sequence[int] = ()
        self._fixed = self._fixed_part(state)
        self._table = self._encode_table(state)

    def listed(self, spectators: int) -> bytes:
        """See `cardtui_server.table.encoder.TableEncoder.listed`."""
        here = tables_pb2.Table(
            spectators=spectators, connected=self._connected, silent=self._silent
        )
        return self._table + here.SerializeToString()

    def timing_frame(self, timing: Timing) -> bytes:
        """See `cardtui_server.table.encoder.TableEncoder.timing_frame`."""
        return timing_frame(timing_message(timing).SerializeToString())

    def presence(
        self,
        connected: Sequence[int],
        spectators: int,
        stopped: Refused | None,
        asks: Asks,
        *,
        silent: Sequence[int] = (),
        notice: Refused | None = None,
    ) -> bytes:
        """See `cardtui_server.table.encoder.TableEncoder.presence`."""
        self._connected, self._silent = connected, silent
        self._presence = tables_pb2.Presence(
            connected=connected,
            spectators=spectators,
            stopped=refusal_message(stopped) if stopped is not None else None,
            asking_pause=asks.pause,
            votes=[
                tables_pb2.SitInVotes(seat=seat, by=by, needed=needed)
                for seat, by, needed in asks.sit_in
            ],
            swaps=[tables_pb2.SwapAsked(seat=seat, other=other) for seat, other in asks.swaps],
            silent=silent,
            notice=refusal_message(notice) if notice is not None else None,
        ).SerializeToString()
        return presence_frame(self._presence)

    def update(self, step: Step) -> EncodeUpdate:
        """See `cardtui_server.table.encoder.TableEncoder.update`."""
        before, after = step.before, step.after
        if after.made is not before.made:
            self._fixed = self._fixed_part(after)
        table = b""
        if is_listed_otherwise(step):
            self._table = self._encode_table(after)
            table = wrap(_UPDATE.TABLE_FIELD_NUMBER, self._table)
        return partial(self._encode, step, table)

    def _encode(self, step: Step, table: bytes) -> UpdateFrames:
        """Return an update; ``table`` is the table as a field of it, if that has changed."""
        before, after = step.before, step.after
        head = _UPDATE(seq=after.seq, position=after.position).SerializeToString()
        tail = table
        if after.game is not before.game:
            known, view = self._public(before), self._public(after)
            if view is not None:
                tail = self._views.public_change(known, view) + tail
            elif known is not None:
                tail = self._views.public_gone(known) + tail
        if after.gazes != before.gazes:
            tail += _UPDATE(gazes=after.gazes).SerializeToString()
        if after.counted is not before.counted and _counts(after) != _counts(before):
            tail += _UPDATE(counts=counts_message(_counts(after))).SerializeToString()
        if after.shuffle is not before.shuffle:
            tail += _UPDATE(shuffle=self._shuffle(after.shuffle)).SerializeToString()
        if ledger_changed(before, after):
            tail += _UPDATE(ledger=ledger_message(after)).SerializeToString()
        if after.bots != before.bots and after.bots:
            tail += _UPDATE(bots=after.bots).SerializeToString()
        if after.chain and ends_hand(step):
            tail += _UPDATE(chain=after.chain).SerializeToString()
        told, private = self._events(step)
        shared = update_frame(head + told + tail)
        unheard = update_frame(head) if is_aside(step) else b""
        may_change = after.game is not before.game or before.sitters is not after.sitters
        if not may_change and not private:
            return UpdateFrames(shared, unheard)

        def own(player: str) -> bytes:
            change = self._own_change(before, after, player) if may_change else b""
            if not change and player not in private:
                return shared
            return update_frame(head + private.get(player, told) + tail + change)

        return UpdateFrames(shared, unheard, own)

    def snapshot(self, state: TableState, viewer: str | None, *, hears: bool = False) -> bytes:
        """See `cardtui_server.table.encoder.TableEncoder.snapshot`."""
        seat = None if viewer is None else state.seat_of(viewer)
        parts = [
            number(_SNAPSHOT.SEQ_FIELD_NUMBER, state.seq),
            number(_SNAPSHOT.POSITION_FIELD_NUMBER, state.position),
            wrap(_SNAPSHOT.TABLE_FIELD_NUMBER, self._table),
        ]
        view = self._public(state)
        if view is not None:
            parts.append(wrap(_SNAPSHOT.VIEW_FIELD_NUMBER, self._views.public(view)))
            own = self._own(state, seat)
            if own is not None:
                parts.append(wrap(_SNAPSHOT.OWN_FIELD_NUMBER, self._views.own(own)))
        parts += [
            wrap(_SNAPSHOT.TALK_FIELD_NUMBER, self._said(said).SerializeToString())
            for said in seen_talk(state, hears=hears or seat is None)
        ]
        parts.append(wrap(_SNAPSHOT.PRESENCE_FIELD_NUMBER, self._presence))
        if seat is not None:
            parts.append(_SNAPSHOT(seat=seat).SerializeToString())
        if state.gazes:
            parts.append(_SNAPSHOT(gazes=state.gazes).SerializeToString())
        if state.counted is not None:
            parts.append(_SNAPSHOT(counts=counts_message(_counts(state))).SerializeToString())
        if state.chain:
            parts.append(_SNAPSHOT(chain=state.chain).SerializeToString())
        if state.shuffle is not None and state.shuffle.commitment:
            parts.append(_SNAPSHOT(shuffle=self._shuffle(state.shuffle)).SerializeToString())
        if state.ledger.accounts:
            parts.append(_SNAPSHOT(ledger=ledger_message(state)).SerializeToString())
        if (drawn := state.drawn()) is not None:
            parts.append(self._high_cards(drawn))
        return b"".join(parts)

    def snapshot_frame(self, state: TableState, viewer: str | None, *, hears: bool) -> bytes:
        """See `cardtui_server.table.encoder.TableEncoder.snapshot_frame`."""
        return snapshot_frame(self.snapshot(state, viewer, hears=hears))

    def _public(self, state: TableState) -> View[Any, Any] | None:
        """Return the public view; the latest is kept, for the next change."""
        game, view = self._view
        if game is not state.game:
            view = public_view(state)
            self._view = state.game, view
        return view

    def _own_change(self, before: TableState, after: TableState, player: str) -> bytes:
        """Return what changed in a player's own view, as fields of an `Update`."""
        seat = was = after.seat_of(player)
        if before.sitters is not after.sitters:
            was = before.seat_of(player)
        known, own = self._own(before, was), self._own(after, seat)
        if own is not None:
            return self._views.own_change(known, own)
        return self._views.own_gone() if known is not None and after.game is None else b""

    def _own(self, state: TableState, seat: int | None) -> Own[Any] | None:
        """Return a seat's own view; the latest of each seat is kept, for the next change."""
        if seat is None or state.game is None:
            return None
        game, own = self._owns.get(seat, _NO_VIEW)
        if game is not state.game:
            own = own_view(state, seat)
            self._owns[seat] = state.game, own
        return own

    def _events(self, step: Step) -> tuple[bytes, dict[str, bytes]]:
        """Return events as spectators may know them, and, by player id, those that differ."""
        seen, encode = seen_events(step), self._views.event
        return b"".join([encode(event) for event in seen.public]), {
            player: b"".join([encode(event) for event in events])
            for player, events in seen.by_player.items()
        }

    def _said(self, said: Said) -> events_pb2.Said:
        write = codec_for(self._game).writer(Said, events_pb2.Said.DESCRIPTOR)
        message: events_pb2.Said = write(said)
        return message

    def _shuffle(self, shuffle: Shuffle | None) -> shuffle_pb2.Shuffle:
        """Return what everybody may know of a shuffle; empty if there is none any more."""
        seen = seen_shuffle(shuffle)
        if seen is None:
            return shuffle_pb2.Shuffle()
        write = codec_for(self._game).writer(SeenShuffle, shuffle_pb2.Shuffle.DESCRIPTOR)
        message: shuffle_pb2.Shuffle = write(seen)
        return message

    def _high_cards(self, drawn: HighCardsDrawn) -> bytes:
        """Return what everybody drew for high card, as a field of a `Snapshot`."""
        codec = codec_for(self._game)
        write = codec.writer(HighCardsDrawn, events_pb2.HighCardsDrawn.DESCRIPTOR)
        return _SNAPSHOT(high_cards=write(drawn)).SerializeToString()

    def _fixed_part(self, state: TableState) -> bytes:
        made = state.made
        start = state.rules.start(made.options, made.seats, 0)
        kinds = {spec.name: spec.kind for spec in state.rules.specs}
        return tables_pb2.Table(
            id=self._id,
            options={
                name: write_option(value, kinds[name]) for name, value in made.options.items()
            },
            watching=_spectators(made),
            pack_size=len(state.rules.pack_of(start)),
            clockwise=state.rules.clockwise,
            patience_milliseconds=round(patience(state) * 1000),
            bots_at_start=bool(made.waiting_bots),
            deck=deck_number(state.rules.deck),
            chips_option=state.rules.chips_option if made.most_buy_in else "",
            tournament=made.host if is_tournament_id(made.host) else "",
            **{field: getattr(made, field) for field in _LISTED_AS_MADE},
        ).SerializeToString(deterministic=True)

    def _encode_table(self, state: TableState) -> bytes:
        rules = state.rules
        seats = [
            tables_pb2.Seat(seat=seat, team=rules.team_of(seat))
            if sitter is None
            else tables_pb2.Seat(
                seat=seat,
                team=rules.team_of(seat),
                name=sitter.name,
                bot=tables_pb2.BotLevel.ValueType(sitter.bot),
                character=tables_pb2.Character.ValueType(sitter.character),
                ready=sitter.ready,
                stand_in=tables_pb2.BotLevel.ValueType(sitter.stand_in),
                sit_in_cause=tables_pb2.SitInCause.ValueType(sitter.cause or 0),
                buy_in=brought(state, seat),
                player=sitter.player,
                bot_account=is_bot_account(sitter.player),
                key=sitter.key,
            )
            for seat, sitter in enumerate(state.sitters)
        ]
        tally = state.tally
        return (
            self._fixed
            + tables_pb2.Table(
                seats=seats,
                state=tables_pb2.TableState.ValueType(state.life),
                scores=tally.scores,
                chips=tally.chips,
                hand=tally.hand,
                host=state.host_name,
                paused=state.paused,
                match_rated=state.rated,
                asking=[_asker(each) for each in state.asking],
            ).SerializeToString()
        )


def _asker(asker: Asker) -> tables_pb2.SeatAsker:
    player, name, seat, granted, _ = asker
    return tables_pb2.SeatAsker(player=player, name=name, seat=seat, granted=granted)


def _counts(state: TableState) -> Counts | None:
    return None if state.counted is None else state.counted.counts


def _spectators(made: Created) -> tables_pb2.Spectators | None:
    """Return what spectators may do; ``None`` where nothing is out of the ordinary."""
    usual = not made.refuses_spectators and made.spectator_talk is SpectatorTalk.APART
    if usual and not is_late(made):
        return None
    return tables_pb2.Spectators(
        refused=made.refuses_spectators,
        talk=tables_pb2.SpectatorTalk.ValueType(made.spectator_talk),
        delay_hands=made.delay_hands,
        delay_milliseconds=made.delay_milliseconds,
    )
