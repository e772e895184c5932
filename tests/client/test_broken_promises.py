"""A server that breaks its word in a match: the client says so, and nothing calls the match fair.

The server here is the real one, but for one lie; see `LIES`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from cardtui.v1 import shuffle_pb2, table_service_pb2, tables_pb2
from cardtui_client.faces.record_words import finding_words
from cardtui_client.history.kept_records import Broken, Verdict, kept_records, note
from cardtui_client.net.given_bits import GivenBits
from cardtui_client.settings import Settings
from cardtui_engine.cards import Card
from cardtui_engine.views import Own, View
from cardtui_server.app import RunningServer, serve
from cardtui_server.fairness.commitments import seat_commitment
from cardtui_server.fairness.shuffle import SeenShuffle, Shuffle
from cardtui_server.limits import Limits
from cardtui_server.match import entries, record, seen
from cardtui_server.match.commands import seats as seat_commands
from cardtui_server.match.entries import Readied
from cardtui_server.match.state import TableState
from cardtui_server.match.transaction import Step
from cardtui_server.settings import Settings as ServerSettings
from cardtui_server.table.encoder import EncodeUpdate, UpdateFrames
from cardtui_server.wire.table_encoder import TableFrames
from cardtui_studio.verify import command
from tests.client import people
from tests.client.people import House, Terminal, number, plays_to_the_end, table_of
from tests.support.nights import by_night

Lie = Callable[[pytest.MonkeyPatch], None]
THEIRS = b"\7" * 32
TRUST = "Look out: do not trust this match. "


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RunningServer]:
    monkeypatch.setattr("cardtui_server.table.before_match.LONGEST_REVEALING_SECONDS", 0.5)
    monkeypatch.setattr("cardtui_client.lines.plain_table._RECORD_SECONDS", 60.0)
    running = await serve(
        ServerSettings(port=0, data=None, thinking=0.0, note=False, limits=Limits.open())
    )
    yield running
    await running.stop(grace=0)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(people, "PATIENCE", 120.0)
    return Settings()


# --- lies ------------------------------------------------------------------------------------


def swallows_the_reveal(patch: pytest.MonkeyPatch) -> None:
    def swallow(*_arguments: object) -> None: ...

    patch.setattr("cardtui_server.match.commands.execute.reveal", swallow)


def readies(patch: pytest.MonkeyPatch, entry: Callable[..., Readied]) -> None:
    """Have another entry made of what a seat said when it was ready."""
    changed = SimpleNamespace(**(vars(entries) | {"Readied": entry}))
    patch.setattr(seat_commands, "entries", changed)


def swallows_the_commitment(patch: pytest.MonkeyPatch) -> None:
    def forgetful(seat: int, ready: bool, commitment: bytes = b"") -> Readied:
        del commitment
        return Readied(seat, ready)

    readies(patch, forgetful)


def gives_bits_of_its_own(patch: pytest.MonkeyPatch) -> None:
    own = seat_commitment(THEIRS)

    def other(seat: int, ready: bool, commitment: bytes = b"") -> Readied:
        return Readied(seat, ready, commitment and own)

    def lie(told: shuffle_pb2.Shuffle) -> None:
        for seat in told.seats:
            if seat.commitment == own:
                seat.bits = THEIRS

    readies(patch, other)
    tells(patch, lie)


def gives_bits_of_its_own_and_calls_the_match_the_second(patch: pytest.MonkeyPatch) -> None:
    gives_bits_of_its_own(patch)
    renumbers(patch, 2)


def gives_bits_of_its_own_and_calls_the_match_the_ninth(patch: pytest.MonkeyPatch) -> None:
    gives_bits_of_its_own(patch)
    renumbers(patch, 9)


def renumbers(patch: pytest.MonkeyPatch, first: int) -> None:
    """Let the first match at a table have another number."""
    made = partial(TableState, match=first - 1)
    patch.setattr("cardtui_server.match.fold.TableState", made)


def gives_bits_of_its_own_and_forgets_the_seat_once(patch: pytest.MonkeyPatch) -> None:
    gives_bits_of_its_own(patch)
    honest, told = TableFrames.update, list[int]()

    def update(self: TableFrames, step: Step) -> EncodeUpdate:
        encode, after = honest(self, step), step.after
        if after.shuffle is None or told:
            return encode
        told.append(after.seq)
        return lambda: UpdateFrames(self.snapshot_frame(after, None, hears=False))

    patch.setattr(TableFrames, "update", update)


def shows_the_secret_too_soon(patch: pytest.MonkeyPatch) -> None:
    def seen(found: Shuffle) -> SeenShuffle:
        match, secret, commitment, seats, begun, _, grammar, *_ = found
        return SeenShuffle(match, commitment, seats, begun, secret, grammar)

    patch.setattr("cardtui_server.wire.table_encoder.seen_shuffle", seen)


def takes_the_reveal_back(patch: pytest.MonkeyPatch) -> None:
    def lie(told: shuffle_pb2.Shuffle) -> None:
        if told.begun:
            told.seats[0].ClearField("bits")

    tells(patch, lie)


def leaves_the_reveal_out_of_the_record(patch: pytest.MonkeyPatch) -> None:
    honest = record.Recorded.text_for

    def text_for(self: record.Recorded, player: str) -> str:
        absent = (b"",) * len(self.origin.reveals)
        return honest(self._replace(origin=replace(self.origin, reveals=absent)), player)

    patch.setattr(record.Recorded, "text_for", text_for)


def shows_a_player_other_cards(patch: pytest.MonkeyPatch) -> None:
    def own_view(state: TableState, seat: int | None) -> Own[Any] | None:
        own = seen.own_view(state, seat)
        return own and own._replace(hand=tuple(Card(each ^ 1) for each in own.hand))

    patch.setattr("cardtui_server.wire.table_encoder.own_view", own_view)


def shows_other_chips(patch: pytest.MonkeyPatch) -> None:
    def public_view(state: TableState) -> View[Any, Any] | None:
        view = seen.public_view(state)
        return view and view._replace(
            common=view.common._replace(chips=tuple(each + 1 for each in view.common.chips))
        )

    patch.setattr("cardtui_server.wire.table_encoder.public_view", public_view)


def shows_another_secret(patch: pytest.MonkeyPatch) -> None:
    def lie(told: shuffle_pb2.Shuffle) -> None:
        told.secret = told.secret and bytes(64)

    tells(patch, lie)


def shows_no_secret(patch: pytest.MonkeyPatch) -> None:
    def lie(told: shuffle_pb2.Shuffle) -> None:
        told.secret = b""

    tells(patch, lie)


def shows_other_bits_of_somebody(patch: pytest.MonkeyPatch) -> None:
    def lie(told: shuffle_pb2.Shuffle) -> None:
        told.seats[1].bits = THEIRS

    tells(patch, lie)


def exchanges_its_commitment(patch: pytest.MonkeyPatch) -> None:
    def lie(told: shuffle_pb2.Shuffle) -> None:
        if told.begun:
            told.commitment = b"\1" * 64

    tells(patch, lie)


def does_not_ask(patch: pytest.MonkeyPatch) -> None:
    def lie(told: shuffle_pb2.Shuffle) -> None:
        if not told.begun:
            told.Clear()

    tells(patch, lie)


def tells_nothing_of_the_shuffle(patch: pytest.MonkeyPatch) -> None:
    tells(patch, shuffle_pb2.Shuffle.Clear)


def tells_of_an_act_that_nobody_knows_and_of_others_from_then_on(patch: pytest.MonkeyPatch) -> None:
    def lie(told: table_service_pb2.Update) -> None:
        for event in told.events:
            if event.HasField("acted"):
                event.acted.ClearField("action")

    tells_updates(patch, lie)


def adds_acts(patch: pytest.MonkeyPatch) -> None:
    def lie(told: table_service_pb2.Update) -> None:
        if any(event.HasField("acted") for event in told.events):
            told.events.add().acted.action.fold.SetInParent()

    tells_updates(patch, lie)


def tells_updates(
    patch: pytest.MonkeyPatch, lie: Callable[[table_service_pb2.Update], None]
) -> None:
    honest = TableFrames._encode

    def changed(frames: bytes) -> bytes:
        told = table_service_pb2.PlayResponse.FromString(frames)
        for each in told.frames:
            lie(each.update)
        return told.SerializeToString()

    def encode(self: TableFrames, step: Step, table: bytes) -> UpdateFrames:
        shared, unheard, honest_own = honest(self, step, table)

        def own(player: str) -> bytes:
            return changed(honest_own(player) if honest_own else shared)

        return UpdateFrames(changed(shared), changed(unheard), own)

    patch.setattr(TableFrames, "_encode", encode)


def tells(patch: pytest.MonkeyPatch, lie: Callable[[shuffle_pb2.Shuffle], None]) -> None:
    honest = TableFrames._shuffle

    def shuffle(self: TableFrames, found: Any) -> shuffle_pb2.Shuffle:
        told = shuffle_pb2.Shuffle()
        told.CopyFrom(honest(self, found))
        if told.match:
            lie(told)
        return told

    patch.setattr(TableFrames, "_shuffle", shuffle)


LIES: dict[Lie, Broken] = {
    swallows_the_reveal: Broken.SWALLOWED,
    swallows_the_commitment: Broken.LEFT_OUT,
    gives_bits_of_its_own: Broken.LEFT_OUT,
    gives_bits_of_its_own_and_calls_the_match_the_second: Broken.LEFT_OUT,
    gives_bits_of_its_own_and_calls_the_match_the_ninth: Broken.LEFT_OUT,
    gives_bits_of_its_own_and_forgets_the_seat_once: Broken.LEFT_OUT,
    shows_the_secret_too_soon: Broken.PROMISE,
    takes_the_reveal_back: Broken.TAKEN_BACK,
    leaves_the_reveal_out_of_the_record: Broken.TAKEN_BACK,
    shows_a_player_other_cards: Broken.OTHER_TABLE,
    shows_other_chips: Broken.OTHER_TABLE,
    shows_another_secret: Broken.PROMISE,
    shows_no_secret: Broken.NO_SECRET,
    shows_other_bits_of_somebody: Broken.PROMISE,
    exchanges_its_commitment: Broken.PROMISE,
    does_not_ask: Broken.NOT_ASKED,
    tells_nothing_of_the_shuffle: Broken.LEFT_OUT,
    tells_of_an_act_that_nobody_knows_and_of_others_from_then_on: Broken.OTHER_CHAIN,
    adds_acts: Broken.OTHER_CHAIN,
}
IN_THE_RECORD = (
    leaves_the_reveal_out_of_the_record,
    shows_a_player_other_cards,
    shows_other_chips,
)
BY_DAY = {kind: lie for lie, kind in reversed(LIES.items())}.values()
"""The first of each kind: the others of a kind are found as it is."""
AT_THE_TABLE = [lie for lie in LIES if lie not in IN_THE_RECORD]


async def plays(house: House, bits: GivenBits, settings: Settings) -> Terminal:
    """Play a match to its end, and its record."""
    ana = await house.comes("Ana", bits)
    hands = {"hands": number(2)}
    table = await table_of(ana, "cacho", bots=tables_pb2.BOT_LEVEL_EASY, options=hands)
    terminal = house.sits(ana, table, seat=True, until_over=True, settings=settings)
    await plays_to_the_end(terminal)
    return terminal


@pytest.mark.slow
@pytest.mark.parametrize(
    "lie",
    [*BY_DAY, *by_night(*[lie for lie in LIES if lie not in BY_DAY])],
    ids=lambda lie: lie.__name__,
)
async def test_it_is_said_and_the_match_never_called_fair(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch, lie: Lie
) -> None:
    lie(monkeypatch)
    terminal = await plays(house, GivenBits(settings.data_folder()), settings)
    lines, kind = terminal.screen.lines, LIES[lie]
    assert not [line for line in lines if "was fair" in line]
    sentence = finding_words(kind)
    if lie in AT_THE_TABLE:
        warned = next(at for at, line in enumerate(lines) if line.startswith(TRUST))
        over = next(at for at, line in enumerate(lines) if line.startswith("The match is over"))
        assert sentence in lines[warned]
        assert (warned < over) == (lie not in (shows_no_secret, shows_another_secret))
    assert lines[-1].startswith(TRUST)
    assert sentence in lines[-1]
    (kept,) = kept_records(settings).records
    assert kept.verdict is not None
    assert not kept.verdict.holds
    # What is known lasts: over another look, and where what came of the last one is gone.
    note(kept.path, Verdict(holds=True))
    (again,) = kept_records(settings).records
    assert again.verdict is not None
    assert not again.verdict.holds
    kept.path.with_suffix(".verdict").unlink()
    ran = await asyncio.to_thread(
        CliRunner().invoke, command, [str(kept.path)], standalone_mode=False
    )
    assert ran.return_value == 1
    assert sentence in ran.output


@pytest.mark.slow
async def test_an_honest_match_is_fair_and_has_the_code_of_its_record(
    house: House, settings: Settings
) -> None:
    terminal = await plays(house, GivenBits(settings.data_folder()), settings)
    lines = terminal.screen.lines
    assert lines[-1].startswith("The match was fair")
    (code,) = [line for line in lines if line.startswith("Code of this match")]
    (kept,) = kept_records(settings).records
    ran = await asyncio.to_thread(
        CliRunner().invoke, command, ["--strict", str(kept.path)], standalone_mode=False
    )
    _, signed, told = ran.output.splitlines()
    assert (ran.return_value, told.strip()) == (0, code)
    assert signed.strip().startswith("Signed to the end: the server at 127.0.0.1:")


def test_all_that_a_client_can_find_wrong_has_a_sentence() -> None:
    assert all(finding_words(kind) for kind in Broken)
