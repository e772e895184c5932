"""A player looks back at a running match with their own eyes alone."""

import hashlib

import pytest

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2
from cardtui_client.model.chain_check import told_line
from cardtui_client.model.table import TableModel
from cardtui_client.net.call_errors import Unreachable
from cardtui_client.tui.table import recent_hands
from cardtui_client.tui.table.recent_hands import RecentHands
from cardtui_studio.film import PlayOn, SeenFilm
from tests.support.films import BY_DAY_AND_NIGHT, film_of


def recent(name: str, seat: int | None) -> RecentHands:
    """What a reader of that seat has seen of a match."""
    film, model, found = film_of(name), TableModel(), RecentHands()
    frames = [film.snapshot(0, seat), *[film.update(at, seat) for at in range(1, film.last + 1)]]
    for frame in frames:
        before = model.frozen()
        model.fold(frame)
        found.take(frame, before, model)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_DAY_AND_NIGHT)
@pytest.mark.parametrize("seat", [None, 1])
async def test_every_position_is_as_it_was_seen(name: str, seat: int | None) -> None:
    film = film_of(name)
    seen = SeenFilm(recent(name, seat).hands, lambda: film.connection)
    assert (seen.last, seen.own) == (film.last, seat)
    assert [hand[:2] for hand in seen.hands] == [hand[:2] for hand in film.hands]
    model = TableModel()
    model.fold(seen.snapshot(0, seat))
    for at in range(1, seen.last + 1):
        model.fold(seen.update(at, seat))
        told, known = TableModel(), TableModel()
        told.fold(film.snapshot(at, seat))
        known.fold(seen.snapshot(at, seat))
        assert model.view == known.view == told.view
        assert model.own == known.own == told.own
        assert seen.verb(at) == film.verb(at)


async def test_nobody_else_is_looked_at_and_nothing_is_played_on() -> None:
    film = film_of("truco-argentino-2")
    seen = SeenFilm(recent("truco-argentino-2", 0).hands, lambda: film.connection)
    at = film.hands[0].first + 1
    assert [len(hand) for hand in seen.cards(at)] == [3, 0]
    assert not seen.all_eyes
    assert not seen.scenario(at)
    with pytest.raises(Unreachable):
        await seen.play_on(PlayOn(at, 0, "Ana", tables_pb2.BOT_LEVEL_EASY, same_packs=False))


def test_what_a_copy_folds_is_nothing_that_the_server_told_now() -> None:
    """The chain of the match goes on from where it is, however often the player looks back."""
    film, model = film_of("cacho-2"), TableModel()
    first, told = film.snapshot(0, None), film.update(1, None)
    first.snapshot.table.state = tables_pb2.TABLE_STATE_PLAYING
    first.snapshot.chain = b"0"
    model.fold(first)
    model.frozen().fold(told)
    line = told_line(told.update.events)
    assert line
    told.update.chain = hashlib.sha256(b"0" + line.encode()).digest()
    model.fold(told)
    assert not model.broken()
    told.update.seq += 1
    told.update.chain = b"1"
    model.fold(told)
    assert model.broken()


def test_old_hands_go_and_the_last_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = recent("truco-brasileiro-4", 0).hands
    monkeypatch.setattr(recent_hands, "_MOST_UPDATES", 1)
    (last,) = recent("truco-brasileiro-4", 0).hands
    assert last.updates == whole[-1].updates


def test_talk_is_not_on_the_tape() -> None:
    found, model = RecentHands(), TableModel()
    film = film_of("cacho-2")
    model.fold(film.snapshot(1, 0))
    found.take(film.snapshot(1, 0), TableModel(), model)
    said = events_pb2.Event(said=events_pb2.Said(seat=1, text="Hi"))
    update = film.update(2, 0).update
    update.events.append(said)
    model.fold(table_service_pb2.Frame(update=update))
    found.take(table_service_pb2.Frame(update=update), TableModel(), model)
    (kept,) = found.hands[0].updates
    assert b"Hi" not in kept


def test_another_snapshot_begins_anew() -> None:
    found = recent("cacho-2", 0)
    frame, model = film_of("cacho-2").snapshot(1, 0), TableModel()
    model.fold(frame)
    found.take(frame, TableModel(), model)
    assert [len(each.updates) for each in found.hands] == [0]
