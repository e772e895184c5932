"""The diary knows which matches wait for one, whatever its file is, and notes how they end."""

from pathlib import Path

import pytest

from cardtui.v1 import table_service_pb2, tables_pb2, views_pb2
from cardtui_client.history.diary import Diary, OwnMatch
from cardtui_client.history.results import Score
from cardtui_client.model.table import TableModel
from cardtui_client.net.record_keeper import Diarist
from cardtui_client.settings import Settings
from tests.support.countdowns import Hands

HERE = "127.0.0.1:8782"
PLAYING, OVER = tables_pb2.TABLE_STATE_PLAYING, tables_pb2.TABLE_STATE_OVER
HOUR = 3600


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(name="Ana", data=str(tmp_path))


@pytest.fixture
def now() -> Hands:
    return Hands(1_800_000_000.0)


@pytest.fixture
def diary(settings: Settings, now: Hands) -> Diary:
    return Diary(settings, now)


def match(table: str = "t1", player: str = "Ana", game: str = "cacho") -> OwnMatch:
    return OwnMatch(HERE, table, player, game, "Kitchen table")


def at_table(
    seat: int | None = 0,
    state: tables_pb2.TableState.ValueType = PLAYING,
    winners: tuple[int, ...] = (),
) -> TableModel:
    model = TableModel()
    model.table = tables_pb2.Table(id="t1", game="cacho", name="Kitchen table", state=state)
    model.view = views_pb2.PublicView(winners=winners)
    model.own = None if seat is None else views_pb2.OwnView(seat=seat)
    return model


def test_matches_wait_newest_first_and_for_nobody_else(diary: Diary, settings: Settings) -> None:
    for each in (match("t1"), match("t2"), match("t3", player="Bia"), match("t1")):
        diary.began(each)
    assert diary.waiting() == [match("t1"), match("t2")]
    # Another client of the same person reads the same.
    assert Diary(settings).waiting() == [match("t1"), match("t2")]


def test_an_evening_is_counted_by_game_and_ends_by_the_next_day(diary: Diary, now: Hands) -> None:
    for table, game, won in (
        ("t1", "cacho", True),
        ("t2", "cacho", False),
        ("t3", "pif-paf", True),
    ):
        diary.began(match(table, game=game))
        diary.ended(HERE, table, "Ana", won=won)
        now.at += HOUR
    assert diary.results.evening() == {"cacho": Score(1, 1), "pif-paf": Score(1, 0)}
    assert not diary.waiting()
    now.at += 10.5 * HOUR
    assert diary.results.evening() == {"pif-paf": Score(1, 0)}
    now.at += 12 * HOUR
    assert diary.results.evening() == {}


def test_a_match_is_counted_once_and_one_without_a_seat_never(diary: Diary) -> None:
    diary.ended(HERE, "t1", "Ana", won=True)
    assert diary.results.evening() == {}
    diary.began(match())
    diary.ended(HERE, "t1", "Ana", won=True)
    diary.ended(HERE, "t1", "Ana", won=True)
    assert diary.results.evening() == {"cacho": Score(1, 0)}


@pytest.mark.parametrize(
    "text",
    [
        '{"waiting": 1}',
        '{"waiting": [["a"], 1, [1, 2, 3, 4, 5]]}',
        '{"waiting": [["a", "b", "Ana", "cacho", "%s"]]}' % ("x" * 1000),
    ],
)
def test_a_damaged_file_is_an_empty_diary(diary: Diary, tmp_path: Path, text: str) -> None:
    (tmp_path / "diary.json").write_text(text)
    assert diary.waiting() == []
    diary.began(match())
    assert diary.waiting() == [match()]


def test_a_name_of_a_table_cannot_paint_the_screen(diary: Diary) -> None:
    diary.began(match()._replace(name="\x1b[31mred"))
    assert "\x1b" not in diary.waiting()[0].name


def test_a_kiosk_that_people_share_keeps_it_only_as_long_as_it_runs(tmp_path: Path) -> None:
    settings = Settings(name="Ana", data=str(tmp_path), kiosk=True)
    diary = Diary(settings)
    diary.began(match())
    assert diary.waiting() == [match()]
    assert Diary(settings).waiting() == []


@pytest.mark.parametrize(
    ("server", "address", "here"),
    [
        (HERE, HERE, True),
        ("192.168.1.7:8782/ABCDE-FGHJK", "192.168.1.7:8782", False),
        ("[::1]:8782", "[::1]:8782", True),
        ("127.0.0.1:8782/ABCDE-FGHJK", "127.0.0.1:8782", True),
    ],
)
def test_where_a_match_is_shows_no_pin(server: str, address: str, *, here: bool) -> None:
    found = match()._replace(server=server)
    assert (found.address, found.is_here) == (address, here)


def test_the_diarist_follows_a_match_to_its_end(diary: Diary) -> None:
    diarist = Diarist(diary, HERE, "Ana")
    diarist.look(TableModel())
    diarist.look(at_table(state=tables_pb2.TABLE_STATE_WAITING))
    assert [each.has_begun for each in diary.waiting()] == [False], "friends are still to come"
    diarist.look(at_table(seat=None, state=tables_pb2.TABLE_STATE_WAITING))
    assert not diary.waiting()
    diarist.look(at_table())
    assert diary.waiting() == [match()._replace(at=int(diary.now()))]
    diarist.look(at_table(state=OVER, winners=(0, 2)))
    assert (diary.waiting(), diary.results.evening()) == ([], {"cacho": Score(1, 0)})
    # The next match at the same table is another one.
    diarist.look(at_table())
    diarist.look(at_table(state=OVER, winners=(1,)))
    assert diary.results.evening() == {"cacho": Score(1, 1)}


def test_a_match_that_ended_while_one_was_away_is_counted_on_coming_back(diary: Diary) -> None:
    diary.began(match())
    Diarist(diary, HERE, "Ana").look(at_table(seat=1, state=OVER, winners=(0,)))
    assert (diary.waiting(), diary.results.evening()) == ([], {"cacho": Score(0, 1)})


def test_who_watches_has_no_match(diary: Diary) -> None:
    diarist = Diarist(diary, HERE, "Ana")
    diarist.look(at_table(seat=None))
    diarist.look(at_table(seat=None, state=OVER, winners=(0,)))
    assert (diary.waiting(), diary.results.evening()) == ([], {})


def test_a_seat_that_is_given_up_or_taken_away_waits_no_more(diary: Diary) -> None:
    diarist = Diarist(diary, HERE, "Ana")
    diarist.look(at_table())
    diarist.left()
    assert not diary.waiting()
    model = at_table()
    diarist = Diarist(diary, HERE, "Ana")
    diarist.look(model)
    assert diary.waiting()
    model.end = table_service_pb2.StreamEnd(reason=table_service_pb2.END_REASON_KICKED)
    diarist.look(model)
    assert not diary.waiting()


def test_a_match_whose_server_came_back_at_another_port_waits_once(diary: Diary) -> None:
    elsewhere = match()._replace(server="192.168.1.7:8782")
    moved = match()._replace(server="127.0.0.1:40001")
    for each in (match(), elsewhere, moved):
        diary.began(each)
    assert diary.waiting() == [moved, elsewhere]
    diary.ended(match().server, "t1", "Ana", won=True)
    assert diary.waiting() == [elsewhere]
    assert diary.results.evening() == {"cacho": Score(1, 0)}


def test_a_result_tells_with_whom_and_against_whom_one_played(diary: Diary) -> None:
    model = at_table()
    for seat, name in enumerate(("Ana", "Beto", "Carla", "Dani")):
        model.table.seats.append(tables_pb2.Seat(seat=seat, name=name, team=seat % 2))
    model.table.seats.append(tables_pb2.Seat(seat=4))
    diarist = Diarist(diary, HERE, "Ana")
    diarist.look(model)
    model.table.state = OVER
    model.view = views_pb2.PublicView(winners=[1, 3])
    diarist.look(model)
    (result,) = diary.results.latest()
    assert (result.won, result.against, result.partners) == (False, ("Beto", "Dani"), ("Carla",))


def test_a_match_is_noted_with_its_hand_its_score_and_who_is_against_one(diary: Diary) -> None:
    model = at_table()
    model.table.game = "truco-argentino"
    model.table.seats.extend(
        tables_pb2.Seat(seat=seat, name=name) for seat, name in enumerate(["Ana", "Beto"])
    )
    assert model.view is not None
    model.view.hand = 4
    model.view.scores[:] = [7, 12]
    diarist = Diarist(diary, HERE, "Ana")
    diarist.look(model)
    assert [each[5:8] for each in diary.waiting()] == [(4, "7–12", "Beto")]
    model.view.hand = 5
    diarist.look(model)
    assert diary.waiting()[0].hand == 5


def test_a_match_whose_server_came_back_at_another_address_waits_once(diary: Diary) -> None:
    before = match(table="t1")._replace(server="192.168.1.5:8782/PIN")
    for each in (before, before._replace(server="192.168.1.7:8782/PIN")):
        diary.began(each)
    assert [each.address for each in diary.waiting()] == ["192.168.1.7:8782"]
    diary.began(before._replace(server="192.168.1.5:8782/OTHER"))
    assert len(diary.waiting()) == 2


def test_a_match_waits_for_you_though_you_have_done_nothing_in_it_yet(diary: Diary) -> None:
    Diarist(diary, HERE, "Ana").look(at_table())
    assert [each.table for each in diary.waiting()] == ["t1"]


def test_as_you_leave_the_diary_says_since_when_it_is_your_turn(diary: Diary, now: Hands) -> None:
    diarist, model = Diarist(diary, HERE, "Ana"), at_table()
    diarist.look(model)
    assert model.view is not None
    model.view.to_act.append(0)
    began = int(now())
    diarist.look(model)
    now.at += HOUR
    diarist.look(model)
    diarist.write_rest()
    (waits,) = diary.waiting()
    assert (waits.turn, waits.at) == (True, began)
    del model.view.to_act[:]
    diarist.look(model)
    diarist.write_rest()
    (waits,) = diary.waiting()
    assert (waits.turn, waits.at) == (False, began + HOUR)


@pytest.mark.parametrize("way", ["you give up the seat", "the table is closed"])
def test_a_match_left_for_good_stands_in_the_results_where_it_was_and_is_no_loss(
    diary: Diary, way: str
) -> None:
    model = at_table()
    model.table.game = "truco-argentino"
    model.table.seats.extend(
        tables_pb2.Seat(seat=seat, name=name) for seat, name in enumerate(["Ana", "Beto"])
    )
    assert model.view is not None
    model.view.hand = 4
    model.view.scores[:] = [12, 18]
    diarist = Diarist(diary, HERE, "Ana")
    diarist.look(model)
    if way == "you give up the seat":
        diarist.left()
    model.end = table_service_pb2.StreamEnd(reason=table_service_pb2.END_REASON_CLOSED)
    diarist.look(model)
    diarist.left()
    assert diary.waiting() == []
    (result,) = diary.results.latest()
    assert (result.won, result.score, result.against) == (None, "12–18", ("Beto",))
    assert diary.results.scores() == diary.results.evening() == {}
    assert diary.results.against("truco-argentino", ["Beto"]) == Score()


def test_a_match_that_is_left_in_its_first_hand_leaves_nothing_behind(diary: Diary) -> None:
    model = at_table()
    assert model.view is not None
    model.view.hand = 1
    diarist = Diarist(diary, HERE, "Ana")
    diarist.look(model)
    diarist.left()
    assert diary.results.latest() == []


def test_a_move_that_only_passes_the_turn_on_writes_nothing(diary: Diary, tmp_path: Path) -> None:
    diarist, model = Diarist(diary, HERE, "Ana"), at_table()
    diarist.look(model)
    assert model.view is not None
    written = (tmp_path / "diary.json").stat().st_mtime_ns
    model.view.to_act.append(0)
    diarist.look(model)
    assert (tmp_path / "diary.json").stat().st_mtime_ns == written
    diarist.left()
    diarist.write_rest()
    assert not diary.waiting()  # what was not written yet is not written over it
