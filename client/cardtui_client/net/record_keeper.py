"""Keeps what comes of your matches: the diary (`Diarist`), and verified records (`RecordKeeper`).
How often a record is asked for (`_RECORD_WAITS`; `_SHARED_TRIES` times while other tables play the
same packs), and how long verifying may take (`_VERIFY_SECONDS`). When you are told how you stand
with the other side: `_rivalry`.

Verifying takes a moment of the processor, and must not be able to take the table down with it: it
runs in a process of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Final, NamedTuple, TypedDict

from cardtui.v1 import errors_pb2, table_service_pb2, tables_pb2
from cardtui_client.history.diary import Diary, OwnMatch
from cardtui_client.history.kept_records import (
    Broken,
    Verdict,
    keep,
    keep_certificate,
    keep_proof,
    kept_files,
    kept_record,
    note,
    parsed_verdict,
)
from cardtui_client.limits import MOST_SEATS, TABLE_NAME_CELLS
from cardtui_client.model.chain_check import Agreed, heads_of
from cardtui_client.model.person import ledger_of
from cardtui_client.model.table import Rivalry, TableModel, match_number
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.field_notes import FieldNotes, place_of
from cardtui_client.net.given_bits import SeenTable
from cardtui_client.net.services import TableCalls
from cardtui_client.net.signing import is_signed, key_in
from cardtui_client.settings import Settings
from cardtui_client.text import safe_text

_LEFT_REASONS: Final = (
    table_service_pb2.END_REASON_CLOSED,
    table_service_pb2.END_REASON_LEFT,
    table_service_pb2.END_REASON_KICKED,
    table_service_pb2.END_REASON_BANNED,
)
"""Why a stream ends after which nobody waits for this player any more."""

_RECORD_WAITS: Final = (0.0, 2.0, 8.0)
"""Seconds before each try to get a record."""

_FIRST_SHARED_WAITS: Final = (0.0, 0.5, 1.0)
_SHARED_WAIT: Final = 5.0
"""Seconds before each try to get a record while other tables still play the same packs."""

_SHARED_TRIES: Final = 1_440
"""How often that is tried: for two hours."""

_SIGNATURE_SECONDS: Final = 2.0
"""Seconds that the record waits for your own signature to be there."""

_VERIFY_SECONDS: Final = 60.0
"""Seconds that verifying may take; a usual match needs one."""

_CARDTUI_PROGRAM: Final = "from cardtui_client.commands.main import main; main()"


class Diarist:
    """Follows one table, and writes only when something about your match has changed.

    Whose turn it is changes with every move: that is written when you leave, or with the rest.
    """

    def __init__(self, diary: Diary, server: str, player: str) -> None:
        """Begin before anything is known.

        Args:
            diary: to write in.
            server: the table's server: its address, or the line to join it with.
            player: your name there.
        """
        self._diary = diary
        self._server = server
        self._player = player
        self._table = ""
        self._noted: tuple[object, ...] = ()
        self._turn = False
        self._unwritten: OwnMatch | None = None
        self._ledger: table_service_pb2.Ledger | None = None

    def look(self, model: TableModel) -> None:
        """Write down what is new since the last look."""
        self._table = model.table.id or self._table
        if not self._table:
            return
        self._keep_ledger(model)
        key = (self._server, self._table, self._player)
        gone = model.end is not None and model.end.reason in _LEFT_REASONS
        waits = model.table.state == tables_pb2.TABLE_STATE_WAITING and model.seat is not None
        view = None if waits else model.view  # that of the match before is over
        hand, scores, winners = (
            (0, (), ()) if view is None else (view.hand, view.scores, view.winners)
        )
        company = None if model.seat is None else _company(model, model.seat)
        turn = model.is_my_turn
        stands = (model.table.state, model.seat, tuple(winners), gone, hand, tuple(scores))
        now = (*stands, company if waits else None)
        if (now, turn) == (self._noted, self._turn):
            return
        turn_alone = now == self._noted
        self._noted, self._turn, self._unwritten = now, turn, None
        model.rivalry = None
        if company is not None and winners:
            won, match = model.seat in winners, match_number(model)
            self._diary.ended(*key, won=won, match=match, **company)
            model.rivalry = self._rivalry(model, company["against"])
        elif gone or not (winners or waits or model.table.state == tables_pb2.TABLE_STATE_PLAYING):
            self._diary.left(*key)
        elif company is not None:
            table = (model.table.game, model.table.name)
            score = "" if model.seat is None or waits else _score(model, model.seat)
            here = OwnMatch(*key, *table, hand, score, ", ".join(company["against"]))
            at = int(self._diary.now())
            self._unwritten = here._replace(at=at, turn=turn)
            if not turn_alone:
                self.write_rest()

    def write_rest(self) -> None:
        """Write down what is not written yet, as you leave the table."""
        if self._unwritten is not None:
            self._diary.began(self._unwritten)
            self._unwritten = None

    def _rivalry(self, model: TableModel, against: Sequence[str]) -> Rivalry | None:
        """Return how you stand with the only other side; ``None`` where there are several."""
        if not against or not (model.has_teams or len(against) == 1):
            return None
        score = self._diary.results.against(model.table.game, against)
        return Rivalry(tuple(against), *score) if sum(score) else None

    def _keep_ledger(self, model: TableModel) -> None:
        """Keep who owes whom, once it is settled: after the table is closed nobody tells it."""
        if model.ledger is self._ledger or (ledger := ledger_of(model)) is None:
            return
        self._ledger = model.ledger
        table = model.table
        name = safe_text(table.name, TABLE_NAME_CELLS)
        self._diary.ledgers.keep(self._server, self._table, name, table.game, ledger)

    def left(self) -> None:
        """Write down that the seat was given up."""
        self._unwritten = None
        if self._table:
            self._diary.left(self._server, self._table, self._player)


def _score(model: TableModel, seat: int) -> str:
    """Return a seat's points or chips, and the points of the only other side."""
    view = model.view
    if view is None:
        return ""
    numbers, own = (view.chips, seat) if view.chips else (view.scores, model.team_of(seat))
    if own >= len(numbers):
        return ""
    if not view.chips and len(numbers) == 2:
        return f"{numbers[own]}–{numbers[1 - own]}"
    return str(numbers[own])


class _Company(TypedDict):
    against: list[str]
    partners: list[str]


def _company(model: TableModel, seat: int) -> _Company:
    """Return the names of all who played with a seat, by which side they were on."""
    others = [each.seat for each in model.table.seats[:MOST_SEATS] if each.name]
    partners = [each for each in others if each in model.partners_of(seat)]
    against = [each for each in others if each != seat and each not in partners]
    return {
        "against": [model.name_of(each) for each in against],
        "partners": [model.name_of(each) for each in partners],
    }


class Kept(NamedTuple):
    """A record that was kept.

    Attributes:
        path: its file.
        verdict: what came of verifying it; ``None`` if nothing did.
    """

    path: Path
    verdict: Verdict | None


class Missing(NamedTuple):
    """A match without a record.

    Attributes:
        why: why there is none, as a sentence; ``""`` if what came is none, or cannot be written.
    """

    why: str


class Shown(NamedTuple):
    """What a record must say to be that of the match that one was shown.

    Attributes:
        match: the number of the match at its table; 0 if that is not known.
        lines: lines of the record: what all had committed to and revealed, and where the chain of
            acts ended.
        heads: heads of that chain by which it came; ``b""`` among them if it was lost.
    """

    match: int = 0
    lines: frozenset[str] = frozenset()
    heads: frozenset[bytes] = frozenset()

    def is_told_by(self, record: str) -> bool:
        """Tell whether a record has all of these lines, and comes by all of these heads."""
        heads = set(heads_of(record)) or {b""}  # without commitments there is no chain
        return self.lines <= set(record.split("\n")) and self.heads <= heads

    def after(self, before: Shown) -> Shown:
        """Return this, and what you were shown before of the same match."""
        if before.match != self.match:
            return self
        return Shown(self.match, self.lines | before.lines, self.heads | before.heads)


def shown_by(model: TableModel, *, closed: bool) -> Shown:
    """Return what is known of the match at a table that is over.

    Where the table was closed, the chain has gone on since its head was told.
    """
    shuffle = model.shuffle
    if shuffle is None:
        return Shown()
    if not shuffle.begun:
        return Shown(match_number(model))
    lines = [f"table {model.table.id} {shuffle.match}", f"commit {shuffle.commitment.hex()}"]
    if shuffle.grammar:
        lines.append(f"cardtui-record {shuffle.grammar}")
    if model.is_shared or any(seat.commitment for seat in shuffle.seats):
        for number, seat in enumerate(shuffle.seats):
            lines.append(f"seat_commit {number} {seat.commitment.hex() or 'absent'}")
            lines.append(f"reveal {number} {seat.bits.hex() or 'absent'}")
    if shuffle.secret:
        lines.append(f"secret {shuffle.secret.hex()}")
    if model.head and not closed:
        lines.append(f"chain {model.head.hex()}")
    return Shown(shuffle.match, frozenset(lines), frozenset((*model.heads, model.head)))


class Vouched(NamedTuple):
    """A head for which the server has vouched: what it signed, and the signature that it made."""

    agreed: Agreed
    text: bytes
    made: bytes


class RecordKeeper:
    """Follows one table, and keeps each match in which you have a seat at its end."""

    def __init__(
        self, connection: TableCalls, settings: Settings, tell: Callable[[Kept | Missing], None]
    ) -> None:
        """Begin before anything is known.

        Args:
            connection: a session on the table's server.
            settings: whose folder records are kept in.
            tell: called once a record is kept and verified, or it is clear that there is none.
        """
        self._connection = connection
        self._settings = settings
        self._fields = FieldNotes(settings)
        self._tell = tell
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: set[asyncio.Task[Any] | None] = set()
        self._playing = False
        self._came = False
        self._match = 0
        self._seen, self._shown = SeenTable(), Shown()
        self._broken: Mapping[int, Sequence[Broken]] = {}
        self._agreed: Agreed | None = None
        self._signing: asyncio.Task[None] | None = None
        self._vouched: list[Vouched] = []
        self._misnamed: set[int] = set()
        self._false: set[int] = set()

    def look(self, model: TableModel) -> None:
        """Keep the match, if it has ended since the last look, and what of it cannot be trusted."""
        self._note_broken(model)
        self._vouch(model)
        if not (self._settings.kept and self._settings.keep_records):
            return
        closed = model.end is not None and model.end.reason == table_service_pb2.END_REASON_CLOSED
        over = closed or model.table.state != tables_pb2.TABLE_STATE_PLAYING
        if not self._came and model.is_over:
            self._start(self._find(model.table.id, match_number(model)))
        self._came = bool(model.table.id)
        if self._playing and over:
            shown = shown_by(model, closed=closed).after(self._shown)
            if shown.match == self._shown.match:
                self._seen.look_at_position(model)
            self._note_field(model, shown)
            keeping = self._keep(model.table.id, shown, self._seen, shared=model.is_shared)
            self._start(keeping)
        if over or self._match != match_number(model):
            self._match, self._seen = match_number(model), SeenTable()
        self._playing = not over and model.seat is not None
        if self._playing:
            self._seen.look(model)
            self._shown = shown_by(model, closed=True)
            self._note_field(model, self._shown)

    def _note_field(self, model: TableModel, shown: Shown) -> None:
        """Keep what is shown of a match of a field: its record comes days later."""
        if model.is_of_field and shown.lines:
            of = (model.table.id, str(shown.match))
            self._fields.keep(place_of(self._connection.server.identity, *of), shown.lines)

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _vouch(self, model: TableModel) -> None:
        """Sign the head of the chain as a hand ends, if you came to the same; play goes on."""
        agreed, seat = model.agreed, model.seat
        if agreed is None or agreed == self._agreed:
            return
        self._agreed = agreed
        if seat is None or model.broken() or self._connection.bits is None:
            return
        key = model.table.seats[seat].key if seat < len(model.table.seats) else b""
        self._signing = self._start(self._sign(model.table.id, agreed, seat, key))

    async def _sign(self, table: str, agreed: Agreed, seat: int, key: bytes) -> None:
        """Have the server keep your signature, and keep the server's."""
        if key and (own := await self._connection.key()) and own != key:
            self._misnamed.add(agreed.match)
        try:
            text, signature = await self._connection.sign(table, agreed, seat, key)
        except (Refused, Unreachable):
            return  # the next one vouches for this hand, too
        certificate = self._connection.server.certificate.encode()
        fits: bool = await asyncio.to_thread(is_signed, certificate, text, signature)
        if signature and not fits:
            self._false.add(agreed.match)
        if fits:
            kept = [each for each in self._vouched if each.agreed.match == agreed.match]
            self._vouched = [*kept, Vouched(agreed, text, signature)]
            if (bits := self._connection.bits) is not None:
                server = self._connection.server
                where = f"{server.address}, {server.pin}"
                await asyncio.to_thread(bits.know_signer, certificate, where)

    async def _find(self, table: str, match: int) -> None:
        """Tell of the record of a match that was over when you came, if it was kept before."""
        with suppress(OSError):
            path = kept_files(self._settings).get((table, match))
            if path is not None and (record := kept_record(path)) is not None:
                self._tell(Kept(path, record.verdict))

    def _note_broken(self, model: TableModel) -> None:
        match = 0 if model.shuffle is None else model.shuffle.match
        broken = model.broken(match)
        if broken != self._broken.get(match, []):
            self._broken = {**self._broken, match: broken}
            if self._connection.bits is not None and match:
                self._connection.bits.note(model.table.id, match, broken)

    async def stop(self, patience: float) -> None:
        """Give up what is still under way after so many seconds.

        A record has usually come by then; it is verified when somebody asks. One for which other
        tables must end is waited for while the program runs.
        """
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=patience)
        self._tell = _nowhere
        tasks = [*self._tasks - self._waiting]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(
        self, table: str, shown: Shown, seen: SeenTable, *, shared: bool = False
    ) -> None:
        why = ""
        if self._signing is not None:  # the record has your signature then
            await asyncio.wait([self._signing], timeout=_SIGNATURE_SECONDS)
        if shared:
            self._waiting.add(asyncio.current_task())
        for wait in (
            chain(_FIRST_SHARED_WAITS, repeat(_SHARED_WAIT, _SHARED_TRIES))
            if shared
            else _RECORD_WAITS
        ):
            await asyncio.sleep(wait)
            try:
                text = await self._connection.get_record(table, shown.match)
            except Refused as refused:
                if shared and refused.refusal.reason == errors_pb2.REASON_TABLE_STATE:
                    continue
                self._tell(Missing(str(refused)))
                return
            except Unreachable as error:
                why = str(error)
                continue
            await self._take(table, text, shown, seen)
            return
        self._tell(Missing(why))

    async def _take(self, table: str, text: str, shown: Shown, seen: SeenTable) -> None:
        """Keep a record that has come, and have it verified."""
        path = keep(self._settings, text)
        if path is None:
            self._tell(Missing(""))
            return
        verdict, agreed = await _verified(path)
        broken = {*self._broken.get(shown.match, ()), *self._broken.get(0, ())}
        if verdict is not None and not seen.is_told_by(agreed):
            broken.add(Broken.OTHER_TABLE)
        if not shown.is_told_by(text):
            broken.add(Broken.OTHER_MATCH)
        if self._keep_proof(path, shown.match, text):
            broken.add(Broken.TWO_COURSES)
        if shown.match in self._misnamed:
            broken.add(Broken.OTHER_KEY)
        if await self._is_of_another(text, path) or shown.match in self._false:
            broken.add(Broken.OTHER_SERVER)
        bits = self._connection.bits
        if bits is not None and shown.match:
            bits.note(table, shown.match, sorted(broken))
            broken.update(bits.broken(table, shown.match))
        for each in sorted(broken):  # what is about your own bits comes first then
            if verdict is None or each not in {row["kind"] for row in verdict.findings}:
                verdict = (verdict or Verdict(holds=False)).with_fault(each)
        if verdict is not None:
            note(path, verdict)
        self._tell(Kept(path, verdict))

    async def _is_of_another(self, record: str, path: Path) -> bool:
        """Tell whether a record is signed by another server than the one here; else keep whose."""
        signed = re.search(r"^server (\S+)", record, re.MULTILINE)
        if signed is None:
            return False
        certificate = self._connection.server.certificate
        own = (await asyncio.to_thread(key_in, certificate.encode())).hex()
        if signed[1] == own:
            with suppress(OSError):
                await asyncio.to_thread(keep_certificate, path.parent, own, certificate)
        return signed[1] != own

    def _keep_proof(self, path: Path, match: int, record: str) -> bool:
        """Keep what the server has signed of another course than the record has, if it did."""
        heads = {*heads_of(record)}
        signed = [each for each in self._vouched if each.agreed.match == match]
        lies = [each for each in signed if heads and each.agreed.head not in heads]
        if lies:
            with suppress(OSError):
                keep_proof(path, self._connection.server.certificate, lies[0].text, lies[0].made)
        return bool(lies)


async def keep_verified(settings: Settings, text: str) -> Verdict | None:
    """Keep a record of a match of yours that ended long ago, and return what verifying it finds."""
    if (path := keep(settings, text)) is None:
        return None
    verdict, _agreed = await _verified(path)
    if verdict is not None:
        note(path, verdict)
    return verdict


def _nowhere(_: Kept | Missing) -> None:
    """Tell nobody: the table has been left."""


async def _verified(path: Path) -> tuple[Verdict | None, dict[str, Any]]:
    """Return what ``cardtui verify`` says of a file, and what it says that was agreed.

    It is ``None`` if it says nothing of use. A kiosk has no such command for its visitors, but
    verifies what they play.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", _CARDTUI_PROGRAM, "verify", "--json", str(path)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=os.environ | {"CARDTUI_KIOSK": "false"},
    )
    try:
        told, _ = await asyncio.wait_for(process.communicate(), _VERIFY_SECONDS)
        said = json.loads(told)
        return parsed_verdict(said), said.get("agreed", {})
    except (TimeoutError, ValueError):
        return None, {}
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
