"""Makes the record of a match from the log of its table (`record_of`): what it tells, and of whom.
Who may have it, and when: `lobby/match_records.py`.

A record is made once its match is over: until then its packs would tell what is hidden, and without
them it replays nothing. A match whose table was closed is over, too: nobody plays on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, NamedTuple

from cardtui_engine.library import records
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Entry as Play
from cardtui_engine.rules import AnyRules
from cardtui_server.fairness.signatures import OVER
from cardtui_server.match.entries import (
    Acted,
    Created,
    Entry,
    Gestured,
    HeadSigned,
    Packed,
    SpectatorsSet,
    Stamped,
    Started,
    TimedOut,
    ToppedUp,
)
from cardtui_server.match.fold import agreed_in, begin, fold, returned, with_signature
from cardtui_server.match.late import is_late
from cardtui_server.match.state import Life, TableState

_PLAY_ENTRIES: Final = (Packed, Acted, TimedOut, ToppedUp)
"""The entries that go to the rules."""


class Recorded(NamedTuple):
    """A match with its record.

    Attributes:
        record: the record, for nobody in particular.
        origin: where it comes from.
        seats: by player id, the seat that each player held during the match; the last of several.
        stayed: the ids of those who held one when it ended.
        late: whether spectators could not know at once how it ended.
    """

    record: records.Record
    origin: records.Origin
    seats: dict[str, int]
    stayed: frozenset[str]
    late: bool
    held: bool

    def text_for(self, player: str) -> str:
        """Return the record as text, for one of its players."""
        own = replace(self.origin, own=self.seats[player])
        return write(replace(self.record, origin=own))


def record_of(
    table: str, match: int, made: Created, rules: AnyRules, rest: Iterable[Stamped]
) -> Recorded | None:
    """Return a match with its record; ``None`` if it was not played, or is not over.

    Args:
        match: the number of the match at that table.
        made: the first entry of its log.
        rest: the entries after that; no more of them are taken than are needed.
    """
    state, rest = begin(made, rules), iter(rest)
    course: _Course | None = None
    for time, entry in rest:
        if course is None and isinstance(entry, _PLAY_ENTRIES):
            state = state._replace(seq=state.seq + 1)  # how other matches went does not matter
            continue
        if isinstance(entry, Started):
            state = _between_matches(state)
        before, (state, _) = state, fold(state, entry)
        if course is not None:
            course.add(before, state, entry)
            if state.life is not Life.PLAYING:
                return course.finish(table, _afterwards(state, rest))
        elif isinstance(entry, Started):
            if entry.match == match:
                course = _Course(state, entry, time)
            else:
                state = state._replace(life=Life.OVER)
    return None


def _afterwards(state: TableState, rest: Iterator[Stamped]) -> TableState:
    """Return a table whose match is over, with what was signed until the next one began.

    It may be held no more after that, too.
    """
    for _, entry in rest:
        if isinstance(entry, Started):
            break
        if isinstance(entry, SpectatorsSet):
            state = state._replace(made=state.made._replace(held=False))
        if isinstance(entry, HeadSigned):
            state = with_signature(state, entry)
    return state


def _between_matches(state: TableState) -> TableState:
    """Return a table whose match was passed over as it is once that match is over."""
    sitters = [each and each._replace(stand_in=0, cause=None) for each in state.sitters]
    return state._replace(sitters=tuple(sitters))


class _Course:
    """What happens in a match, as far as its record tells it."""

    def __init__(self, state: TableState, started: Started, time: int) -> None:
        self.started = started
        self.time = time
        names = tuple([each.name if each else "" for each in state.sitters])
        self.agreed = replace(agreed_in(state, started), players=names)
        shuffle = state.shuffle
        self.given = shuffle.seats if shuffle and (shuffle.joint or shuffle.shared) else ()
        self.plays: list[Play] = []
        self.sittings: list[records.Sitting] = []
        self.signs: list[records.SeenSign] = []
        self.bots: list[records.BotsOf] = []
        self.seats: dict[str, int] = {}
        self._note(state)

    def add(self, before: TableState, after: TableState, entry: Entry) -> None:
        """Take over an entry of the match."""
        play: Play | None = None
        match entry:
            case Packed(_, cards):
                chance = None if before.turn is None else before.turn.chance
                play = records.Pack(cards, (chance and chance.gathered) or ())
            case Acted(seat, action, bots=bots):
                play = records.Act(seat, action)
                if after.bots != before.bots:
                    self.bots.append(records.BotsOf(len(self.plays), bots))
                sitter = before.sitters[seat]
                if sitter is not None and sitter.stand_in and not bots:
                    self._note(returned(before, seat))  # the player is back with that act
            case TimedOut(seat, action):
                play = records.Act(seat, action)
            case ToppedUp(seat, chips):
                play = records.TopUp(seat, chips)
            case Gestured():
                seen = after.signs[len(before.signs) :]
                self.signs += [records.SeenSign(len(self.plays), sign) for sign in seen]
            case _ if after.life is Life.PLAYING:
                self._note(after)
            case _:
                pass
        if play is not None:
            self.plays.append(play)

    def finish(self, table: str, state: TableState) -> Recorded:
        """Return the record, once the match is over."""
        assert self.agreed.origin is not None
        origin = replace(
            self.agreed.origin,
            table=table,
            began=datetime.fromtimestamp(self.time / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            sittings=tuple(self.sittings),
            signs=tuple(self.signs),
            secret=self.started.secret,
            commitment=self.started.commitment,
            commitments=tuple([each.commitment for each in self.given]),
            reveals=tuple([each.bits for each in self.given]),
            chain=state.chain,
            bots=self._versions(),
            closed=state.life is Life.CLOSED,
            vouches=tuple(self._vouches(state)),
        )
        whole = replace(self.agreed, entries=tuple(self.plays), origin=None)
        stayed = frozenset(state.players())
        late, held = is_late(state.made), state.made.held
        return Recorded(whole, origin, self.seats, stayed, late, held)

    def _vouches(self, state: TableState) -> Iterator[records.Vouch]:
        """Yield what was signed by the keys of those who sat there."""
        sat = {(each.key, each.seat) for each in self.sittings}
        for key, (seat, hand, signature) in state.vouched.items():
            if (key, seat) in sat:
                yield records.Vouch(seat, str(hand or OVER), signature)

    def _versions(self) -> tuple[records.BotsOf, ...]:
        """Return the versions of the bots; in grammar 1, of all that bots did, if it is one."""
        if self.started.grammar >= records.GRAMMAR:
            return tuple(self.bots)
        return tuple([each._replace(after=0) for each in self.bots]) if len(self.bots) == 1 else ()

    def _note(self, state: TableState) -> None:
        """Note who decides for the seats from now on."""
        after = len(self.plays)
        now = {each.seat: each for each in self.sittings}
        for seat, sitting in enumerate(state.sittings(after)):
            if sitting and (seat not in now or now[seat][2:] != sitting[2:]):
                self.sittings.append(sitting)
        self.seats |= state.players()
