"""The painter: a table's standing as encoded frames, each part encoded once for all readers."""

from __future__ import annotations

from functools import cache
from typing import Final

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2
from cardtui_engine.cards import Deck
from cardtui_engine.registry import get_rules
from cardtui_engine.views import Own, View
from cardtui_server.codec import Codec, write_option
from cardtui_server.draft import Step
from cardtui_server.entries import Started
from cardtui_server.errors import Refused
from cardtui_server.feed import frame, update_frame
from cardtui_server.high_card import seats_after
from cardtui_server.pieces import (
    HighCardsDrawn,
    Said,
    TableEvent,
    Talk,
    ViewPieces,
    number,
    wrap,
)
from cardtui_server.standing import Standing

_UPDATE: Final = table_service_pb2.Update
_SNAPSHOT: Final = table_service_pb2.Snapshot
_FRAME: Final = table_service_pb2.Frame


@cache
def codec_for(deck: Deck) -> Codec:
    """Return the codec of a deck."""
    return Codec(deck)


@cache
def pieces_for(game: str) -> ViewPieces:
    """Return the encoder of a game's views and events, shared by all its tables."""
    return ViewPieces(codec_for(get_rules(game).deck), game)


class Painter:
    """Encodes one table for its readers.

    Attributes:
        table: the table as the lobby shows it, encoded.
    """

    def __init__(self, table_id: str, standing: Standing) -> None:
        self._id = table_id
        self._rules = standing.rules
        self._pieces = pieces_for(standing.rules.id)
        self._view: View | None = None
        self._owns: dict[int, Own] = {}
        self._presence = b""
        self._shown = standing
        self._fixed = self._fixed_part(standing)
        self.table = self._table(standing)
        self._look(standing)

    def present(self, connected: list[int], watchers: int, stopped: Refused | None) -> bytes:
        """Note who is here, and why nothing can be done; return the frame that tells it."""
        presence = tables_pb2.Presence(
            connected=connected,
            watchers=watchers,
            stopped=stopped.message() if stopped is not None else None,
        )
        message = table_service_pb2.Frame(presence=presence)
        self._presence = message.presence.SerializeToString()
        return frame(_FRAME.PRESENCE_FIELD_NUMBER, self._presence)

    def update(self, step: Step) -> tuple[bytes, dict[int, bytes], bytes]:
        """Return an entry's update as it is told, for a `Tape`.

        Returns:
            It as spectators get it; as seats do where that differs; and as those seats do
            that do not hear the spectators, if it is theirs.
        """
        before, after = step.before, step.after
        pieces = self._pieces
        head = number(_UPDATE.SEQ_FIELD_NUMBER, after.seq) + number(
            _UPDATE.POSITION_FIELD_NUMBER, after.position
        )
        tail = b""
        if _shows_otherwise(before, after):
            self.table = self._table(after)
            tail = wrap(_UPDATE.TABLE_FIELD_NUMBER, self.table)
        people = after.people()
        owns: dict[int, bytes] = {}
        if after.state is not None and (after.state is not before.state or before.seq == 0):
            view = self._rules.view(after.state, None)
            tail = pieces.public_change(self._view, view) + tail
            self._view = view
        if after.state is not None and (
            after.state is not before.state or before.sitters is not after.sitters
        ):
            anew = isinstance(step.entry, Started) and bool(seats_after(step.entry.draws))
            owns = self._own_changes(after, people, anew=anew)
        told, private = self._events(step, people)
        rest = head + told + tail
        shared = update_frame(rest)
        aside = any(type(each) is Said and each.talk is Talk.SPECTATORS for each in step.told)
        unheard = update_frame(head) if aside else b""
        if not owns and not private:
            return shared, owns, unheard
        seats = {
            seat: update_frame(head + private.get(seat, told) + tail + owns.get(seat, b""))
            for seat in owns.keys() | private.keys()
        }
        return shared, seats, unheard

    def snapshot(self, standing: Standing, viewer: int | None, *, hears: bool = False) -> bytes:
        """Return all that a viewer may know, as a `Snapshot`.

        Args:
            standing: the table.
            viewer: the viewer's seat, ``None`` for a spectator.
            hears: whether a seat hears the spectators' talk.
        """
        parts = [
            number(_SNAPSHOT.SEQ_FIELD_NUMBER, standing.seq),
            number(_SNAPSHOT.POSITION_FIELD_NUMBER, standing.position),
            wrap(_SNAPSHOT.TABLE_FIELD_NUMBER, self.table),
        ]
        if self._view is not None:
            parts.append(wrap(_SNAPSHOT.VIEW_FIELD_NUMBER, self._pieces.public(self._view)))
            own = None if viewer is None else self._owns.get(viewer)
            if own is not None:
                parts.append(wrap(_SNAPSHOT.OWN_FIELD_NUMBER, self._pieces.own(own)))
        parts += [
            wrap(_SNAPSHOT.TALK_FIELD_NUMBER, self._said(said).SerializeToString())
            for said in standing.talk
            if viewer is None or hears or said.talk is Talk.PLAYERS
        ]
        parts.append(wrap(_SNAPSHOT.PRESENCE_FIELD_NUMBER, self._presence))
        if viewer is not None:
            parts.append(_SNAPSHOT(seat=viewer).SerializeToString())
        if (drawn := standing.drawn()) is not None:
            parts.append(self._high_cards(drawn))
        return b"".join(parts)

    def snapshot_frame(self, standing: Standing, viewer: int | None, *, hears: bool) -> bytes:
        """Return all that a viewer may know, as a frame."""
        content = self.snapshot(standing, viewer, hears=hears)
        return frame(_FRAME.SNAPSHOT_FIELD_NUMBER, content)

    def _look(self, standing: Standing) -> None:
        """Take in the views of a standing that no update led to."""
        if standing.state is not None:
            self._view = self._rules.view(standing.state, None)
            self._own_changes(standing, standing.people())

    def _own_changes(
        self, standing: Standing, people: list[int], *, anew: bool = False
    ) -> dict[int, bytes]:
        """Take in people's own views and return what changed of them, by seat.

        Args:
            standing: the table.
            people: the seats that people hold.
            anew: whether people had other seats before, so that all of it is new to them.
        """
        changes: dict[int, bytes] = {}
        known, seen = self._owns, {}
        for seat in people:
            own = self._rules.view(standing.state, seat).own
            assert own is not None
            seen[seat] = own
            change = (
                self._pieces.own_anew(own)
                if anew
                else self._pieces.own_change(known.get(seat), own)
            )
            if change:
                changes[seat] = change
        self._owns = seen
        return changes

    def _events(self, step: Step, people: list[int]) -> tuple[bytes, dict[int, bytes]]:
        """Return what happened as spectators may know it, and as seats may where it differs."""
        encode, seen = self._pieces.event, self._rules.seen
        public: list[bytes] = []
        private = False
        for event in step.told:
            known = event if isinstance(event, TableEvent) else seen(event, None)
            private = private or known is not event
            public.append(encode(known))
        if not private:
            return b"".join(public), {}
        return b"".join(public), {
            seat: b"".join(
                [
                    encode(event if isinstance(event, TableEvent) else seen(event, seat))
                    for event in step.told
                ]
            )
            for seat in people
        }

    def _said(self, said: Said) -> events_pb2.Said:
        talk = events_pb2.Talk.ValueType(said.talk)
        return events_pb2.Said(seat=said.seat, name=said.name, text=said.text, talk=talk)

    def _high_cards(self, drawn: HighCardsDrawn) -> bytes:
        """Return what everybody drew for high card, as a field of a `Snapshot`."""
        codec = codec_for(self._rules.deck)
        write = codec.writer(HighCardsDrawn, events_pb2.HighCardsDrawn.DESCRIPTOR)
        return _SNAPSHOT(high_cards=write(drawn)).SerializeToString()

    def _fixed_part(self, standing: Standing) -> bytes:
        made = standing.made
        kinds = {spec.name: spec.kind for spec in standing.rules.specs}
        return tables_pb2.Table(
            id=self._id,
            name=made.name,
            game=made.game,
            preset=made.preset,
            options={
                name: write_option(value, kinds[name]) for name, value in made.options.items()
            },
            draw_partners=made.draw_partners,
            first_dealer=tables_pb2.FirstDealer.ValueType(made.first_dealer),
        ).SerializeToString(deterministic=True)

    def _table(self, standing: Standing) -> bytes:
        seats = [
            tables_pb2.Seat(seat=seat)
            if sitter is None
            else tables_pb2.Seat(
                seat=seat,
                name=sitter.name,
                bot=tables_pb2.BotLevel.ValueType(sitter.bot),
                ready=sitter.ready,
            )
            for seat, sitter in enumerate(standing.sitters)
        ]
        tally = standing.tally
        return (
            self._fixed
            + tables_pb2.Table(
                seats=seats,
                state=tables_pb2.TableState.ValueType(standing.life),
                scores=tally.scores,
                chips=tally.chips,
                hand=tally.hand,
                host=standing.host_name,
            ).SerializeToString()
        )


def _shows_otherwise(before: Standing, after: Standing) -> bool:
    """Whether the lobby shows the table otherwise than before."""
    return (
        before.sitters is not after.sitters
        or before.life is not after.life
        or before.tally is not after.tally
        or before.host_name != after.host_name
    )
