"""Tournaments on screen: their lines in the lobby, the page of one, and the way to your table."""

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from cardtui.v1 import tournament_service_pb2 as pb
from cardtui_client.tui.launch import AtTournament
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.settings import SettingsScreen
from cardtui_client.tui.tournament import TournamentScreen
from cardtui_server.fairness.commitments import server_commitment
from tests.screens.conftest import LookRight
from tests.screens.opening import ADDRESS, client, hides, in_lobby, opened, shows, until, words
from tests.screens.server_fake import FakeServer, refused, running_table, truco_table
from tests.support.cups import cup, fixture
from tests.support.screen import SMALL, lines

LEAST = (60, 20)
REST = [pb.TournamentPlayer(player=f"id-{name}", name=name) for name in ("Ana", "Beto")]


def kept() -> pb.Tournament:
    """One in which sides stay together, and that Ana has not entered."""
    told = cup(stage=pb.TOURNAMENT_STAGE_OPEN, round=0, players=REST[1:], byes=[], standings=[])
    told.terms.sides = pb.TOURNAMENT_SIDES_KEPT
    del told.fixtures[:]
    return told


async def test_tournaments_stand_in_the_lobby_and_enter_opens_the_page_of_one(
    looks_right: LookRight,
) -> None:
    server = FakeServer(truco_table(), running_table())
    server.cups = [cup(), cup(id="cup0fghij", stage=pb.TOURNAMENT_STAGE_OVER)]
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "Friday: Swiss, Truco argentino; round 3 of 5; 8 players", "; over;")
        await pilot.press("up")
        looks_right(app)
        server.cups = []
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
        assert ("follow", "cup0abcde") in server.asked
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await hides(pilot, "Friday")


@pytest.mark.parametrize("size", [LEAST, SMALL], ids=["least", "small"])
async def test_the_page_has_standings_matches_and_what_you_may_do(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    server = FakeServer()
    server.cup_news.put_nowait(cup())
    server.name = "Beto"
    app = client(server, name="Beto")
    async with opened(app, size) as pilot:
        app.push_screen(TournamentScreen(server.connection, "cup0abcde"))
        await shows(pilot, "1 Maria Aparecida 6", "3 Beto", "Sit out")
        assert max(map(len, lines(app))) <= size[0]
        looks_right(app)
        await pilot.press("s")
        await until(pilot, lambda: ("leave", "cup0abcde", True) in server.asked)
        server.failing = refused("Not now.", 1)  # type: ignore[arg-type] # any reason
        await pilot.press("l", "enter")
        await shows(pilot, "Not now.")
        assert server.asked[-1] == ("leave", "cup0abcde", False)


@pytest.mark.nightly
async def test_the_page_takes_you_back_from_a_match_that_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtui_client.tui.tournament._LEAD_BACK_SECONDS", 0.01)
    server = FakeServer()
    app = client(server)
    async with opened(app) as pilot:
        page = TournamentScreen(server.connection, "cup0abcde")
        app.push_screen(page)
        server.cup_news.put_nowait(cup())
        await until(pilot, lambda: server.opened_tables == [("table9", True)])
        table = SettingsScreen(app.settings)  # in place of the table
        table.subject = (server.connection, "table9")
        app.push_screen(table)
        await until(pilot, lambda: table.stands)
        server.cup_news.put_nowait(cup(fixtures=[fixture(9, 3, 1, 3, won=0)], open_rounds=[]))
        await until(pilot, lambda: app.screen is page)


async def test_who_plays_is_taken_to_each_table_with_a_sentence_and_no_second_time() -> None:
    server = FakeServer()
    server.cups = [cup()]
    app = client(server, AtTournament(ADDRESS, "friday", plays=True))
    async with opened(app) as pilot:
        server.cup_news.put_nowait(cup(fixtures=[]))
        await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
        await shows(pilot, "You are taken to your table once it is open.")
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        server.cup_news.put_nowait(cup())
        await until(pilot, lambda: server.opened_tables == [("table9", True)])
        await shows(pilot, "Match 9, round 3: you play with Maria Aparecida.")
        await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
        server.cup_news.put_nowait(cup(fixtures=[fixture(9, 3, 1, 3, won=0)], open_rounds=[]))
        await shows(pilot, "Round 3 is over. You are number")
        server.cup_news.put_nowait(cup(fixtures=[fixture(12, 4, 2, 1)], round=4, open_rounds=[4]))
        await until(pilot, lambda: server.opened_tables[1:] == [("table12", True)])
        await pilot.press("enter")
        await until(pilot, lambda: server.opened_tables[2:] == [("table12", True)])
        assert not [each for each in server.asked if each[0] == "enter"]


async def test_you_enter_with_the_name_of_your_side_where_sides_stay_together() -> None:
    server = FakeServer()
    server.cup_news.put_nowait(kept())
    app = client(server)
    async with opened(app) as pilot:
        app.push_screen(TournamentScreen(server.connection, "cup0abcde"))
        await shows(pilot, "players enter it", "Entered: Beto.")
        assert "Sit out" not in words(pilot)
        await pilot.press("e")
        await shows(pilot, "What is your side called?")
        await pilot.press(*"Sur", "enter")
        await until(pilot, lambda: ("enter", "cup0abcde", "Sur") in server.asked)


async def test_who_has_not_entered_enters_with_the_command() -> None:
    server = FakeServer()
    server.cups = [kept()]
    app = client(server, AtTournament(ADDRESS, "", plays=True, team="Sur"))
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
        assert ("enter", "cup0abcde", "Sur") in server.asked


async def test_who_is_elsewhere_is_called_once_to_a_table_that_waits_and_a_key_leads_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtui_client.tui.navigation._CALL_POLL_SECONDS", 0.05)
    server = FakeServer(truco_table())
    app = in_lobby(server)
    rung: list[str] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append("bell"))
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert "ctrl+t" not in app.screen.active_bindings
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        server.cups = [cup()]
        await shows(pilot, "Friday: your table")
        await shows(pilot, "^t leads there.")
        assert rung == ["bell"]
        server.cup_news.put_nowait(cup())
        await pilot.press("ctrl+t")
        await until(pilot, lambda: server.opened_tables == [("table9", True)])
        assert isinstance(app.screen, TournamentScreen)
        await asyncio.sleep(0.2)  # so many looks call nobody again
        assert rung == ["bell"]


async def test_the_page_of_a_field_says_when_you_have_played_and_at_its_end_what_it_promised(
    tmp_path: Path,
) -> None:
    secret, commitment = bytes(64), server_commitment("cup0abcde", 0, bytes(64))
    terms = cup().terms
    terms.form = pb.TOURNAMENT_FORM_FIELD

    def told(*played: object, **more: Any) -> pb.Tournament:
        going = {"next_milliseconds": 4_102_444_800_000, "open_rounds": [1], "standings": []}
        fields = {"terms": terms, "round": 1, "rounds": 0, "byes": [], "commitment": commitment}
        return cup(**{**fields, **going, "fixtures": played, **more})

    server = FakeServer()
    vars(server)["server"] = Mock(identity="here")
    app = client(server, data=str(tmp_path))
    async with opened(app) as pilot:
        page = TournamentScreen(server.connection, "cup0abcde")
        app.push_screen(page)
        server.cup_news.put_nowait(told(fixture(1, 1, 1, 0)))
        await until(pilot, lambda: server.opened_tables == [("table1", True)])
        await shows(pilot, "Your match: you play with a bot.", "Entered: Ana, Beto,")
        server.cup_news.put_nowait(told(fixture(1, 1, 1, 0, played=True)))
        await shows(pilot, "You have played. The standings come on 2100-01-01")
        await hides(pilot, "Sit out")
        over = {"stage": pb.TOURNAMENT_STAGE_OVER, "next_milliseconds": 0, "open_rounds": []}
        ended = told(**over, secret=secret, standings=cup().standings)
        server.cup_news.put_nowait(ended)
        server.cup_news.put_nowait(None)
        await shows(pilot, "The secret is the one that the server had committed to", "1 Maria")
        await hides(pilot, "Round 1")
