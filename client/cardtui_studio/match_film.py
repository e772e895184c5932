"""Makes a film of a record (`film_of`), or of what was seen at a table (`film_of_table`), and
decides with whose eyes you may look (`whose_eyes`).

The positions are kept, since they are values that share most of what they are made of. What a
viewer is told of one is made when it is shown, by the same encoders that the server has.
"""

from __future__ import annotations

import gc
from collections.abc import AsyncGenerator, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardtui.v1 import table_service_pb2, tables_pb2, views_pb2
from cardtui_client.command_line.errors import Failed, unreadable
from cardtui_client.command_line.options import Access, why_no_record
from cardtui_client.commands.lookup import find_table
from cardtui_client.commands.session import reach, reach_own, reaching
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.faces.record_words import package_words
from cardtui_client.files import read_given
from cardtui_client.hosting.without_server import WithoutServer, table_message
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.table import Gap, TableModel
from cardtui_client.net.address import table_code
from cardtui_client.net.call_errors import Refused, Unintelligible
from cardtui_client.net.connection import Connection
from cardtui_client.scene.commands import Eyes
from cardtui_client.text import safe_text
from cardtui_client.tui.table.recent_hands import RecentHands
from cardtui_engine.cards import UNKNOWN
from cardtui_engine.events import HandStarted
from cardtui_engine.library.counts import Counted, counted, nothing_counted
from cardtui_engine.library.record_reading import MOST_BYTES, read
from cardtui_engine.library.records import Act, Record, RecordError, Step, replay
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.scenarios.write import scenario_of, scenario_text
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import Own, View
from cardtui_server.wire.action_codec import verb_field
from cardtui_server.wire.codec import codec_for
from cardtui_server.wire.table_encoder import views_of
from cardtui_server.wire.values import counts_message
from cardtui_studio.film import FilmHand, PlayOn, SeenFilm, Sought, Weighed

if TYPE_CHECKING:
    from cardtui_client.deals.table import PlayedOn
    from cardtui_client.settings import Settings


_TABLE_ID: Final = "replay"
"""The id of its table: a table with none is that of a lesson."""

_KEPT_VIEWS: Final = 32
"""How many views are kept: those of the positions beside the one that is shown."""


class MatchFilm:
    """The match of a record.

    Attributes:
        record: the record.
        rules: the rules of its game.
        names: who played, by seat.
        hands: its hands.
        all_eyes: all cards are known.
        over: a record is of what is over.
    """

    all_eyes = True
    over = True

    def __init__(self, record: Record) -> None:
        """Play the record through.

        Raises:
            RecordError: it breaks the rules.
        """
        self.record = record
        self.rules: AnyRules = get_rules(record.game)
        self.names = _names_in(record)
        self._steps = list(replay(record))
        self.hands: Sequence[FilmHand] = self._hands()
        self._connection: WithoutServer | None = None
        self._played_on: PlayedOn | None = None
        self._views = views_of(record.game)
        self._bots = _bots_in(record)
        self._counted = [nothing_counted(self.rules, record.seats)]
        # Of functions, not methods: a film in a cycle would stay for ever.
        self._public = lru_cache(_KEPT_VIEWS)(partial(_public_at, self.rules, self._steps))
        self._own = lru_cache(_KEPT_VIEWS)(partial(_own_at, self.rules, self._steps))

    @property
    def connection(self) -> WithoutServer:
        """What answers instead of a server: the screens ask it for rules."""
        if self._connection is None:
            self._connection = WithoutServer("", lambda: _("That is not possible in a replay."))
        return self._connection

    @property
    def own(self) -> int | None:
        """The seat of the person for whom the record was written, if it says so."""
        return None if self.record.origin is None else self.record.origin.own

    @property
    def last(self) -> int:
        """The number of the last position; the first is 0."""
        return len(self._steps) - 1

    def snapshot(self, at: int, seat: int | None) -> table_service_pb2.Frame:
        """Return a position, as a seat or a spectator saw it."""
        snapshot = table_service_pb2.Snapshot(
            seq=at + 1,
            position=at + 1,
            table=self._table(at),
            view=views_pb2.PublicView.FromString(self._views.public(self._public(at))),
            presence=tables_pb2.Presence(connected=range(self.record.seats)),
            counts=counts_message(self._counted_at(at).counts),
        )
        if seat is not None:
            snapshot.seat = seat
            snapshot.own.MergeFromString(self._views.own(self._own(at, seat)))
        return table_service_pb2.Frame(snapshot=snapshot)

    def update(self, at: int, seat: int | None) -> table_service_pb2.Frame:
        """Return what led to a position from the one before it, as a viewer was told it."""
        views, step = self._views, self._steps[at]
        told = [views.event(self.rules.seen(event, seat)) for event in step.events]
        changes = views.public_change(self._public(at - 1), self._public(at))
        if seat is not None:
            changes += views.own_change(self._own(at - 1, seat), self._own(at, seat))
        update = table_service_pb2.Update.FromString(b"".join(told) + changes)
        update.seq = update.position = at + 1
        if self._is_over(at):
            update.table.CopyFrom(self._table(at))
        counts = self._counted_at(at).counts
        if counts != self._counted_at(at - 1).counts:
            update.counts.CopyFrom(counts_message(counts))
        return table_service_pb2.Frame(update=update)

    def cards(self, at: int) -> Sequence[Sequence[int]]:
        """Return the cards that each seat holds at a position, hidden ones too."""
        write = codec_for(self.record.game).cards.write
        hands = [
            self.rules.own_view(self._steps[at].state, seat).hand
            for seat in range(self.record.seats)
        ]
        if any(UNKNOWN in hand for hand in hands):
            # Nobody looks at their own cards; a viewer of all cards does.
            codes = self.rules.facts(self._steps[at].state)["hands"]
            hands = [self.rules.deck.cards(each) for each in codes]
        return [[write(card) for card in hand] for hand in hands]

    async def play_on(self, wanted: PlayOn) -> tuple[Connection, str]:
        """See `cardtui_studio.film.Film.play_on`."""
        # Loaded when somebody plays on: a whole server.
        from cardtui_client.deals.table import PlayedOn

        await self._end()
        begun = await PlayedOn.begin(
            self.record,
            wanted.at,
            seat=wanted.seat,
            name=wanted.name,
            level=wanted.level,
            same_packs=wanted.same_packs,
        )
        self._played_on = begun
        return begun.connection, begun.table

    async def close(self) -> None:
        """End what was played on from here: nobody looks at it any more."""
        await self._end()
        await self.connection.close()

    async def _end(self) -> None:
        ended, self._played_on = self._played_on, None
        if ended is not None:
            await ended.close()

    def scenario(self, at: int) -> str:
        """Return a position as a scenario, all cards open; ``""`` where none leads there."""
        hand, first = 0, 0
        for number, each in enumerate(self.hands, 1):
            if each.first <= at:
                hand, first = number, each.first
        name = f"{self.record.game}/hand-{hand}-step-{at - first}"
        scenario = scenario_of(self.record, self._steps[: at + 1], name)
        return "" if scenario is None else scenario_text(scenario)

    def weighed(self, at: int) -> Iterator[Weighed] | None:
        """See `cardtui_studio.film.Film.weighed`."""
        # Loaded when somebody asks: the lab.
        from cardtui_studio.examined import Examined

        return Examined(self.record, self.names, self.hands).weighed(at + 1)

    def mistakes(self, seat: int) -> AsyncGenerator[Sought]:
        """See `cardtui_studio.film.Film.mistakes`."""
        # Loaded when somebody asks.
        from cardtui_engine.library.record_writing import write
        from cardtui_studio.mistakes import sought

        return sought(write(self.record), seat)

    def shared(self, seat: int) -> str:
        """See `cardtui_studio.film.Film.shared`."""
        # Loaded when somebody shares.
        from cardtui_client.deals.deal import shared

        return shared(self.record, seat)

    def verb(self, at: int) -> str:
        """Return the verb that led to a position, as the protocol names it; ``""`` for none."""
        entry = self._steps[at].entry
        if not isinstance(entry, Act):
            return ""
        return verb_field(self.record.game, entry.action.verb).name

    def _hands(self) -> list[FilmHand]:
        firsts = [
            at
            for at, step in enumerate(self._steps)
            if any(isinstance(event, HandStarted) for event in step.events)
        ]
        nexts = [*firsts[1:], self.last + 1]
        return [
            FilmHand(first, after - 1, self._standing(after - 1))
            for first, after in zip(firsts, nexts, strict=False)
        ]

    def _standing(self, at: int) -> tuple[int, ...]:
        common = self.rules.view(self._steps[at].state, None).common
        return common.scores or common.chips

    def _is_over(self, at: int) -> bool:
        return self.rules.turn(self._steps[at].state).over

    def _counted_at(self, at: int) -> Counted:
        while len(self._counted) <= at:
            step = self._steps[len(self._counted)]
            self._counted.append(counted(self._counted[-1], step.events, self.rules))
        return self._counted[at]

    def _table(self, at: int) -> tables_pb2.Table:
        state = self._steps[at].state
        table = table_message(self.rules, self.record.options, state, self.names)
        table.id = _TABLE_ID
        table.preset = self._preset()
        for seat, level, character in self._bots:
            table.seats[seat].bot = tables_pb2.BotLevel.ValueType(level)
            table.seats[seat].character = tables_pb2.Character.ValueType(character)
        if self._is_over(at):
            table.state = tables_pb2.TABLE_STATE_OVER
        return table

    def _preset(self) -> str:
        """Return the preset whose options these are; ``""`` for rules of the match's own."""
        for preset in self.rules.presets:
            if self.rules.options(preset.values, self.record.seats) == self.record.options:
                return preset.name
        return ""


def _public_at(rules: AnyRules, steps: Sequence[Step], at: int) -> View[Any, Any]:
    return rules.view(steps[at].state, None)


def _own_at(rules: AnyRules, steps: Sequence[Step], at: int, seat: int) -> Own[Any]:
    """Return a seat's own part; nothing can be done, so nothing is offered."""
    return rules.own_view(steps[at].state, seat)._replace(choices=())


def _names_in(record: Record) -> tuple[str, ...]:
    """Return who played, safe to show; players without a name are named after the seat."""
    named = record.players or ("",) * record.seats
    return tuple(
        safe_text(name, NAME_CELLS) or _("Seat {seat}", seat=seat)
        for seat, name in enumerate(named, 1)
    )


def _bots_in(record: Record) -> list[tuple[int, int, int]]:
    """Return the seats at which bots sat down, with their level, and who they are."""
    sittings = () if record.origin is None else record.origin.sittings
    return [(each.seat, each.level, each.character) for each in sittings if not each.after]


MOST_UPDATES: Final = 50_000
"""More updates than any history has that is believed."""


async def film_of_table(
    settings: Settings, address: str | None, access: Access, wanted: str | None, code: str | None
) -> MatchFilm | SeenFilm:
    """Return the match at a table.

    Args:
        address: of the server; ``None`` for your own.
        access: what the command line says of servers that are not known.
        wanted: the table's name or id; ``None`` for the one where one sits, or the only one.
        code: the code of a private table, instead.

    Raises:
        Failed: there is no such table, or there are several.
        Refused: the server tells nothing of it.
        Unreachable: nobody answers there.
    """
    if address is not None:
        return await _film(await reach(settings, address, access), wanted, code)
    from cardtui_client.hosting.own_server import OwnServer

    own = OwnServer(settings.data_folder())
    try:
        with reaching():
            own.begin()
        return await _film(await reach_own(settings, own), wanted, code)
    finally:
        own.stop()


async def _film(
    connection: Connection, wanted: str | None, code: str | None
) -> MatchFilm | SeenFilm:
    try:
        table = (
            await find_table(connection, wanted)
            if code is None
            else await connection.find_by_code(table_code(code))
        )
        if table.state == tables_pb2.TABLE_STATE_OVER:
            try:
                return MatchFilm(read((await connection.get_record(table.id)).encode()))
            except Refused:
                pass  # one only watched
            except RecordError:
                raise Unintelligible(connection.address) from None
        return seen_film(await connection.get_history(table.id), connection.address)
    finally:
        await connection.close()


def seen_film(frames: list[table_service_pb2.Frame], address: str) -> SeenFilm:
    """Return what frames tell, as a film.

    Args:
        frames: a snapshot, and the updates that followed it.
        address: the server's.

    Raises:
        Failed: nothing has happened since the snapshot.
        Unintelligible: they do not follow one another.
    """
    model, recent = TableModel(), RecentHands(MOST_UPDATES)
    for frame in frames:
        before = model.frozen()
        try:
            model.fold(frame)
        except Gap:
            raise Unintelligible(address) from None
        recent.take(frame, before, model)
    if not any(hand.updates for hand in recent.hands):
        raise Failed(_("You have seen nothing of this match yet: try again in a moment."), FAILED)
    return SeenFilm(recent.hands, _nowhere)


def _nowhere() -> WithoutServer:
    return WithoutServer("", lambda: _("That is not possible in a replay."))


_REASON_CELLS: Final = 300


@contextmanager
def _uncollected() -> Generator[None]:
    """Let nothing be collected: all positions are kept, and to look for garbage takes as long.

    It would take a tenth of a second later, too, amid the steps of a long match: so what there is
    by then is never searched through again. A film has no part in any cycle, and goes unsearched.
    """
    collects = gc.isenabled()
    gc.collect(1)  # what is young garbage now would stay
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()


def film_of(path: Path) -> MatchFilm:
    """Return the match in a file, ready to be shown.

    Raises:
        Failed: the file cannot be read, or is not the record of a match by the rules.
    """
    try:
        data = read_given(path, MOST_BYTES + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    try:
        with _uncollected():
            return MatchFilm(read(data))
    except RecordError as error:
        if package := error.args_.get("package"):
            raise Failed(package_words(safe_text(str(package), _REASON_CELLS)), FAILED) from None
        reason = safe_text(why_no_record(error), _REASON_CELLS)
    sentence = _("{path} is not the record of a match: {reason}", path=path, reason=reason)
    raise Failed(sentence, FAILED)


_ALL: Final = "all"
_SPECTATOR: Final = "spectator"


def whose_eyes(who: str | None, film: MatchFilm | SeenFilm, own: str) -> Eyes:
    """Return whose eyes to look with.

    Raises:
        Failed: nobody of that name played.
    """
    named = {name.casefold(): seat for seat, name in reversed([*enumerate(film.names)])}
    if not film.all_eyes:
        as_spectator = film.own is None and who is not None and who.strip().casefold() == _SPECTATOR
        if who is not None and not as_spectator:
            raise Failed(_own_eyes(over=film.over), USAGE)
        return Eyes(film.own)
    if who is None:
        return Eyes(named.get(own.casefold()) if film.own is None else film.own)
    wanted = who.strip().casefold()
    if wanted in named:
        return Eyes(named[wanted])
    if wanted in (_ALL, _SPECTATOR):
        return Eyes(all_cards=wanted == _ALL)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(film.names):
        return Eyes(int(wanted) - 1)
    played = ", ".join(film.names)
    sentence = _("Nobody called {who} played there. These did: {names}.", who=who, names=played)
    raise Failed(sentence, USAGE)


def _own_eyes(*, over: bool) -> str:
    """Return why you see a match, which may be over, with no eyes but your own."""
    if over:
        return _("Only those who played get the record: you see what spectators saw.")
    return _("The match still goes on: you see only what your own seat sees.")
