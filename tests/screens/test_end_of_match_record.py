"""The end of a match leads to its record: the log names it, the page says what it lacks."""

from pathlib import Path

import pytest

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.history.kept_records import Deeds, Moment, Remembered, Verdict
from cardtui_client.i18n import set_language
from cardtui_client.net.record_keeper import Kept
from cardtui_client.scene.commands import Open
from cardtui_client.settings import Settings
from cardtui_client.tui.table.board import log_columns
from cardtui_client.tui.table.screen import TableScreen
from tests.screens.conftest import LookRight
from tests.screens.match_page import MOVES, deal, first_hand
from tests.support.nights import by_night
from tests.support.positions import POSITIONS
from tests.support.screen import SMALL, WIDE, shown
from tests.support.table_driver import ScriptedTable, TableApp, played

NAME = "2026-11-24-2015-truco-argentino-Beto-k7mnpq-1.txt"


class Replaying(TableApp):
    """A table in an app that shows matches again."""

    def __init__(self, table: ScriptedTable, settings: Settings) -> None:
        super().__init__(table, settings)
        self.looked: list[str] = []

    def choose_replay(self, table: str = "", *, worst: bool = False) -> None:
        self.looked.append(f"worst {table}" if worst else table)

    def share_deal(self, table: str) -> None:
        self.looked.append(f"share {table}")


def over(language: str = "en") -> Replaying:
    set_language(language)
    settings = Settings(name="Ana", animation=False, language=language)
    return Replaying(first_hand((12, 28)), settings)


def keep(
    app: Replaying, *, holds: bool | None = True, note: str = "", moment: Moment | None = None
) -> None:
    """Have the record of the match kept."""
    findings = ({"kind": note, "fault": False},) if note else ()
    verdict = (
        None if holds is None else Verdict(holds, findings=findings, deeds=Deeds(moment=moment))
    )
    app.table_screen.controller._tell_kept(Kept(Path("/data/records") / NAME, verdict))


@pytest.mark.parametrize(
    ("language", "size"),
    [("en", SMALL), *by_night(("pt_BR", SMALL), ("es_AR", SMALL), ("en", WIDE))],
    ids=["en", "pt_BR", "es_AR", "wide"],
)
async def test_the_page_offers_the_replay_once_the_record_is_kept(
    language: str, size: tuple[int, int], looks_right: LookRight
) -> None:
    app = over(language)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        deal(app.scripted)
        played(app.scripted, *MOVES)
        await shown(pilot, app.scripted)
        await pilot.press("w")
        assert not app.looked, "there is nothing to look at yet"
        app.table_screen.controller.interaction.untell()  # that the key does nothing yet
        keep(app)
        assert "The record" not in await shown(pilot, app.scripted), "all is well with it"
        looks_right(app)
        await pilot.press("w", "m")
        table = app.table_screen.controller.table_id
        assert app.looked == [table, f"worst {table}"]
    set_language("en")


REMEMBERED = {
    "en": ("Remember hand 1: your bluff won 2 points.", "1–0 for Beto against you."),
    "es_AR": ("ganaste 2 puntos mintiendo.", "1–0 a favor de Beto contra vos."),
    "pt_BR": ("você levou 2 pontos no blefe.", "1–0 para Beto contra você."),
}


@pytest.mark.parametrize("language", REMEMBERED)
@pytest.mark.parametrize("size", [SMALL, *by_night(WIDE)], ids=str)
async def test_the_page_says_what_to_remember_and_how_you_stand_with_the_other(
    language: str, size: tuple[int, int]
) -> None:
    app = over(language)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        deal(app.scripted)
        played(app.scripted, *MOVES)
        await shown(pilot, app.scripted)
        keep(app, moment=Moment(Remembered.BLUFF, 0, 1, 2))
        text = await shown(pilot, app.scripted)
        columns = size[0] - (log_columns(size[0]) if size == WIDE else 0)
        felt = [line[:columns] for line in text.splitlines()]
        words = [word for word in " ".join(felt).split() if any(map(str.isalnum, word))]
        for sentence in REMEMBERED[language]:
            assert sentence in " ".join(words), "among what is drawn beside it"
    set_language("en")


async def test_of_a_record_that_does_not_hold_nothing_is_remembered() -> None:
    app = over("en")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        deal(app.scripted)
        played(app.scripted, *MOVES)
        await shown(pilot, app.scripted)
        keep(app, holds=False, moment=Moment(Remembered.BLUFF, 0, 1, 2))
        page = " ".join((await shown(pilot, app.scripted)).split())
        assert "Rematch?" in page
        assert "Remember" not in page


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "You lost: Beto wins the match."), ("es_AR", "Perdiste: Beto gana el partido.")],
)
async def test_what_to_remember_leaves_the_digits_where_they_are(language: str, title: str) -> None:
    app = over(language)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        deal(app.scripted)
        played(app.scripted, *MOVES)
        app.table_screen.controller.model._chain.head = bytes(32)
        lines = (await shown(pilot, app.scripted)).splitlines()
        keep(app, moment=Moment(Remembered.ENVIDO, 1, 1, 1000, 27))
        later = (await shown(pilot, app.scripted)).splitlines()
        assert title in lines[2]
        assert later[:10] == lines[:10]
    set_language("en")


async def test_the_button_and_the_palette_do_as_much_and_the_next_match_takes_it_away() -> None:
    app = over()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        deal(app.scripted)
        played(app.scripted, *MOVES)
        await shown(pilot, app.scripted)
        keep(app, holds=None)
        assert "The record is kept, not verified." in await shown(pilot, app.scripted)
        keep(app, holds=False)
        assert "The record DOES NOT HOLD: see the log." in await shown(pilot, app.scripted)
        keep(app, note="own_late")
        assert "The record holds in part: see the log." in await shown(pilot, app.scripted)
        line = "cardtui 2026-11-26 Cacho 53–47 BPSU-ABNM"
        app.table_screen.controller.connection.result_line = lambda _path: line
        keep(app, note="not_committed")
        told = await shown(pilot, app.scripted)
        assert "holds in part" not in told, "nobody could have chosen the cards of that day"
        assert line in told
        assert "Rematch" not in told
        await pilot.press("y")
        assert app.clipboard == line
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.press(Open.REPLAY)
        (share,) = [each.run for each in screen.palette_commands() if "Share" in each.words]
        share()
        table = screen.controller.model.table.id
        assert app.looked == [screen.controller.table_id, f"share {table}"]
        app.scripted.table.state = tables_pb2.TABLE_STATE_PLAYING
        app.scripted.queue.put_nowait(app.scripted.snapshot())
        assert "The record holds" not in await shown(pilot, app.scripted)


async def test_once_the_next_match_has_begun_the_log_tells_of_the_last_one_only_what_is_wrong() -> (
    None
):
    app = over()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        deal(app.scripted)
        played(app.scripted, *MOVES)
        await shown(pilot, app.scripted)
        app.scripted.table.state = tables_pb2.TABLE_STATE_PLAYING
        app.scripted.queue.put_nowait(app.scripted.snapshot())
        await shown(pilot, app.scripted)
        keep(app, moment=Moment(Remembered.BLUFF, 0, 1, 2))
        told = await shown(pilot, app.scripted)
        assert "Remember" not in told
        assert "fair" not in told
        keep(app, holds=False)
        assert "record" in await shown(pilot, app.scripted)


async def test_the_code_of_the_match_stands_above_its_record() -> None:
    app = over()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        app.table_screen.controller.model._chain.head = bytes(32)
        deal(app.scripted)
        played(app.scripted, *MOVES)
        told = await shown(pilot, app.scripted)
        code = app.table_screen.controller.model.match_code
        assert f"Same code, same match: {code}" in told
        keep(app, holds=None)
        told = await shown(pilot, app.scripted)
        assert told.index(f"Same code, same match: {code}") < told.index("The record is kept, not")


@pytest.mark.parametrize(
    ("holds", "sentence"),
    [
        (None, "The record is kept, not verified."),
        (False, "The record DOES NOT HOLD: see the log."),
    ],
)
async def test_in_little_room_too_it_says_what_the_record_lacks(
    holds: bool | None, sentence: str
) -> None:
    set_language("en")
    app = Replaying(first_hand((12, 29)), Settings(name="Ana", animation=False))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        deal(app.scripted)
        played(app.scripted, "0 resign")
        await shown(pilot, app.scripted)
        keep(app, holds=holds)
        told = await shown(pilot, app.scripted)
        assert "(you folded)" in told
        assert sentence in told
        assert NAME not in told


async def test_the_log_tells_of_the_record_after_the_end_of_the_match() -> None:
    app = Replaying(first_hand((12, 28)), Settings(name="Ana", animation=True))
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        deal(app.scripted)
        played(app.scripted, *MOVES)
        await shown(pilot, app.scripted)
        pacer = app.table_screen.controller.pacer
        assert pacer.behind, "the end is not shown yet"
        keep(app)
        assert "The match was fair" not in await shown(pilot, app.scripted)
        pacer.skip()
        told = await shown(pilot, app.scripted)
        assert 0 < told.index("The match is over.") < told.index("The match was fair")


def cacho_for_money() -> ScriptedTable:
    """That was the last hand, and everybody else owes Ana."""
    setup = {
        "dealer": 3,
        "hand": 2,
        "chips": [47, 31, 12, 26],
        "hands": [["AS", "4S"], ["6H", "2H"], ["3D", "4C"], ["5C", "6C"]],
        "stock": ["6D", "5H", "4D", "3S"],
    }
    table = ScriptedTable("cacho", 4, setup, options={"hands": 2, "chip_value": "R$ 0,25"})
    table.table.seats[1].ready = True
    table.ledger = table_service_pb2.Ledger(
        accounts=[
            table_service_pb2.Account(name=seat.name, brought=50, took=took)
            for seat, took in zip(table.table.seats, (170, 10, 10, 10), strict=True)
        ],
        payments=[table_service_pb2.Payment(payer=n, payee=0, chips=40) for n in range(1, 4)],
        chip_value="R$ 0,25",
    )
    bets = [f"{seat} bet" for seat in range(4)]
    return played(table, *bets, "0 bet 1", "1 call", "2 call", "3 call")


def lost_at_truco() -> ScriptedTable:
    table = first_hand((12, 28))
    deal(table)
    return played(table, *MOVES)


FULL = {
    "truco": lost_at_truco,
    "cacheta": POSITIONS["rummy won"],
    "eight": POSITIONS["rummy won_by_eight"],
    "cacho": cacho_for_money,
}


@pytest.mark.parametrize("size", [(70, 20), *by_night(SMALL, WIDE)], ids=["low", "small", "wide"])
@pytest.mark.parametrize("position", FULL)
async def test_every_page_has_the_code_and_the_record(position: str, size: tuple[int, int]) -> None:
    set_language("en")
    app = Replaying(FULL[position](), Settings(name="Ana", animation=False))
    async with app.run_test(size=size) as pilot:
        await shown(pilot, app.scripted)
        model = app.table_screen.controller.model
        model._chain.head = bytes(32)
        keep(app, holds=None)
        told = await shown(pilot, app.scripted)
        assert f"Same code, same match: {model.match_code}" in told
        assert "The record is kept, not verified." in told


@pytest.mark.parametrize(("language", "last"), [("en", "f2"), ("es_AR", "/"), ("pt_BR", "f2")])
async def test_beside_how_you_stand_the_usual_keys_have_room(language: str, last: str) -> None:
    app = over(language)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        deal(app.scripted)
        played(app.scripted, *MOVES)
        await shown(pilot, app.scripted)
        keep(app)
        footer = (await shown(pilot, app.scripted)).splitlines()[-1].split()
        assert {"l", "/", last, "?"} <= {*footer}
    set_language("en")


async def test_the_line_that_shares_a_deal_of_the_day_is_copied_and_the_status_says_so() -> None:
    app = over()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        deal(app.scripted)
        played(app.scripted, *MOVES)
        await shown(pilot, app.scripted)
        app.table_screen.connection.result_line = lambda _path: "cardtui 2026-11-24 30–18"
        keep(app)
        assert "Share the line" in await shown(pilot, app.scripted)
        await pilot.press("y")
        told = await shown(pilot, app.scripted)
        assert "Copied: cardtui 2026-11-24 30–18" in told
        assert app.clipboard == "cardtui 2026-11-24 30–18"
