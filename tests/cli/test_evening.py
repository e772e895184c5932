"""`cardtui records evening`: an evening as lines, as JSON, and as a page for others."""

import asyncio
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

from cardtui_client.history.kept_records import keep
from cardtui_client.history.ledgers import Balance, Debt, Ledger, Ledgers
from cardtui_client.settings import Settings
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Origin, Sitting
from cardtui_server.store.sqlite import SqliteStore
from cardtui_studio import own_servers
from cardtui_studio.evening import settled
from tests.cli.conftest import Cardtui
from tests.support.films import record_of
from tests.support.playing import House, play

EVIL = "<b>&Ana"


def kept(settings: Settings, name: str, began: str, match: int, people: int = 9) -> None:
    """Keep a transcript as a match that began then; seats from `people` on are bots'."""
    record = record_of(name)
    players = (EVIL, *record.players[1:])
    sittings = tuple(
        Sitting(0, seat, each, 0 if seat < people else 2, 0 if seat < people else 1)
        for seat, each in enumerate(players)
    )
    origin = Origin("k7mnpq", match, began, own=0, sittings=sittings)
    assert keep(settings, write(replace(record, players=players, origin=origin))) is not None


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A data folder with an evening of two matches, and one match of the day before."""
    settings = Settings(data=str(tmp_path / "data"), path=tmp_path / "config.toml")
    kept(settings, "cacho-4", "2026-11-23T12:00:00Z", 1)
    kept(settings, "truco-argentino-2", "2026-11-23T23:00:00Z", 2, people=1)
    kept(settings, "cacheta-2", "2026-11-24T02:00:00Z", 3)
    return settings


def owed(settings: Settings, table: str, at: int, *debts: Debt) -> None:
    ledger = Ledger((Balance("Ana", 10, 1),), debts)
    Ledgers(settings, lambda: at).keep("here", table, table, "cacho", ledger)


AT = 1_795_485_600  # 2026-11-24T02:00Z


def test_an_evening_goes_back_to_the_gap_and_tells_hands_and_winners(
    cardtui: Cardtui, settings: Settings
) -> None:
    owed(settings, "a", AT, Debt("Ana", "Beto", 15, "R$3,75"), Debt("Carla", "Davi", 4, ""))
    owed(settings, "b", AT, Debt("Beto", "Carla", 2, "R$ 2"))
    owed(settings, "old", AT - 90_000, Debt("Ana", "Beto", 1000, "R$250,00"))
    told = json.loads(cardtui("records", "evening", "--json").out)
    assert [each["match"] for each in told["matches"]] == [2, 3]
    assert {(each["name"], each["bot"]) for each in told["players"]} == {
        (EVIL, False),
        ("Beto", True),
        ("Beto", False),
    }
    assert sum(each["won"] for each in told["players"]) == sum(
        len(each["winners"]) for each in told["matches"]
    )
    best = {each["kind"]: each for each in told["best"]}
    assert (best["envido"]["worth"], best["envido"]["name"]) == (29, "Beto")
    assert len(best["straight"]["cards"]) == best["straight"]["worth"] == 4
    assert (best["bluff"]["game"], best["bluff"]["name"]) == ("truco-argentino", EVIL)
    assert [(p["payer"], p["payee"], p["worth"] or p["chips"]) for p in told["payments"]] == [
        ("Ana", "Carla", "R$2,00"),
        ("Ana", "Beto", "R$1,75"),
        ("Carla", "Davi", 4),
    ]
    assert (
        len(
            json.loads(cardtui("records", "evening", "--json", "--since", "2026-11-22").out)[
                "matches"
            ]
        )
        == 3
    )
    lines = cardtui("records", "evening").out.splitlines()
    assert "Ana pays Carla R$2,00." in lines
    assert "Largest envido: Beto, 29, Truco argentino." in lines


def test_debts_over_several_tables_come_to_few_payments() -> None:
    ring = [Debt("A", "B", 4, ""), Debt("B", "C", 4, ""), Debt("C", "A", 4, "")]
    assert list(settled(ring)) == []
    assert list(settled([*ring[:2], Debt("A", "B", 3, "$1.50")])) == [
        Debt("A", "C", 4, ""),
        Debt("A", "B", 0, "$1.50"),
    ]


class Page(HTMLParser):
    """What a page asks for, and what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.said = ""
        self.asks: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.asks += [name for name, _value in attrs if name in ("src", "href", "onload")]

    def handle_data(self, data: str) -> None:
        self.said += data


def test_the_page_is_one_file_with_names_escaped_and_nothing_from_elsewhere(
    cardtui: Cardtui, settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "evening.html"
    assert cardtui("records", "evening", "--html", str(file)).out == f"{file}\n"
    text = file.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.asks == []
    assert not page.tags & {"script", "link", "img", "iframe", "b"}
    assert EVIL in page.said
    assert "Largest envido" in page.said
    assert not re.search(r"url\(|@import|https?:", text)
    assert settings.data_folder().exists()


def test_the_page_takes_no_other_files_place_unasked(
    cardtui: Cardtui, settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "evening.html"
    file.write_text("<p>mine</p>", encoding="utf-8")
    refused = cardtui("records", "evening", "--html", str(file))
    assert (refused.code, file.read_text(encoding="utf-8")) == (1, "<p>mine</p>")
    assert "--force" in refused.err
    assert cardtui("records", "evening", "--html", str(file), "--force").code == 0
    assert cardtui("records", "evening", "--html", str(file)).code == 0  # our own page
    assert cardtui("records", "evening", "--html", str(tmp_path)).code == 2
    assert cardtui("records", "evening", "--html", str(file), "--json").code == 2
    assert settings.data_folder().exists()


def test_debts_are_told_where_no_record_is_kept(cardtui: Cardtui, tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "data"), path=tmp_path / "config.toml")
    owed(settings, "a", AT, Debt("Ana", "Beto", 4, ""))
    told = cardtui("records", "evening", "--since", "2026-11-23").out.splitlines()
    assert told[-1] == "Ana pays Beto 4 chips."
    file = tmp_path / "evening.html"
    assert cardtui("records", "evening", "--since", "2026-11-23", "--html", str(file)).code == 0
    text = file.read_text(encoding="utf-8")
    assert "Ana pays Beto 4 chips." in text
    assert "No record" not in text


def test_a_seat_without_a_name_is_called_by_its_number(cardtui: Cardtui, tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "data"), path=tmp_path / "config.toml")
    record = replace(
        record_of("truco-argentino-2"), origin=Origin("k7mnpq", 1, "2026-11-23T23:00:00Z", own=0)
    )
    assert keep(settings, write(record)) is not None
    assert "Seat 1: 1 won, 0 lost." in cardtui("records", "evening").out.splitlines()


def test_without_a_match_it_says_so(cardtui: Cardtui) -> None:
    told = "No match of that evening has a record here: one is kept when a match ends.\n"
    assert cardtui("records", "evening").out == told
    assert cardtui("records", "evening", "--since", "yesterday").code == 2


def test_a_servers_database_that_cannot_be_read_is_said_and_your_own_evening_told(
    cardtui: Cardtui, settings: Settings
) -> None:
    (settings.data_folder() / "cardtui.db").write_bytes(b"no database" * 100)
    told = json.loads(cardtui("records", "evening", "--json").out)
    assert [each["match"] for each in told["matches"]] == [2, 3]
    assert "cardtui.db cannot be read" in told["missing"][0]
    assert "What is missing:" in cardtui("records", "evening").out.splitlines()


async def evening_at(folder: Path) -> None:
    """Play two matches at a server that keeps its tables there, the second behind a code."""
    house = House(SqliteStore(folder / "cardtui.db"))
    for private in (False, True):
        table = await house.table("truco-argentino", options={"target": 2}, private=private)
        await play(table, Random(1))
        await house.passes(60)
    await house.stop()
    await house.store.close()


def test_who_runs_the_server_tells_of_tables_without_them_but_for_private_ones(
    cardtui: Cardtui, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    asyncio.run(evening_at(tmp_path / "data"))
    told = json.loads(cardtui("records", "evening", "--json").out)
    assert [each["players"] for each in told["matches"]] == [["P0", "P1"]]
    assert told["missing"] == []


def test_an_evening_is_at_most_a_day_long(cardtui: Cardtui, settings: Settings) -> None:
    for match in range(9):
        day, hour = divmod(match * 5, 24)
        kept(settings, "truco-argentino-2", f"2026-12-{day + 1:02}T{hour:02}:00:00Z", match + 10)
    told = json.loads(cardtui("records", "evening", "--json").out)
    assert [each["match"] for each in told["matches"]] == [14, 15, 16, 17, 18]


def test_visitors_of_a_kiosk_are_told_nothing_of_its_machine(
    settings: Settings,
) -> None:
    (settings.data_folder() / "cardtui.db").write_bytes(b"no database" * 100)
    assert own_servers.watched_since(settings, None).missing
    visitor = replace(settings, kiosk=True)
    assert own_servers.watched_since(visitor, None) is own_servers.NOTHING_WATCHED
