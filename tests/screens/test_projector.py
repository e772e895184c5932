"""The projector: what a hall reads of a tournament, page after page, over a lost connection."""

from typing import Any

import pytest

from cardtui.v1 import tournament_service_pb2 as pb
from cardtui_client.net.call_errors import Patience
from cardtui_client.tui.launch import AtTournament
from cardtui_client.tui.projector import ProjectorScreen
from tests.screens.conftest import LookRight
from tests.screens.opening import ADDRESS, LARGE, Client, client, opened, shows, words
from tests.screens.server_fake import LOST, FakeServer
from tests.support.cups import cup
from tests.support.screen import SMALL

NOW = 1_790_000_000


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> FakeServer:
    monkeypatch.setattr("cardtui_client.tui.projector.time.time", lambda: NOW)
    monkeypatch.setattr(
        "cardtui_client.net.tournament_feed._PATIENCE", Patience(first=0.01, longest=0.01)
    )
    found = FakeServer()
    found.cups = [cup()]
    return found


def hall(server: FakeServer, wanted: str = "fri", **chosen: Any) -> Client:
    return client(server, AtTournament(ADDRESS, wanted), **chosen)


def turn(app: Client) -> None:
    assert isinstance(app.screen, ProjectorScreen)
    app.screen._turn()


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
async def test_a_hall_reads_standings_then_who_plays_and_the_time_to_the_next_round(
    server: FakeServer, size: tuple[int, int], looks_right: LookRight
) -> None:
    app = hall(server)
    async with opened(app, size) as pilot:
        server.cup_news.put_nowait(cup())
        await shows(pilot, "round 3 of 5", "The bar closes at ten.", "Points Diff. Buchholz")
        looks_right(app)
        turn(app)
        if size == LARGE:
            await shows(pilot, "2/3", "Nair (left)")
            turn(app)
        await shows(pilot, "Under way")
        looks_right(app)
        waits = cup(open_rounds=[], fixtures=[], next_milliseconds=1000 * (NOW + 71))
        server.cup_news.put_nowait(waits)
        await shows(pilot, "The next round begins at")
        assert size == LARGE or "next round in 1:11" in words(pilot)


async def test_it_says_that_the_connection_is_gone_comes_back_and_ends_with_the_final_standings(
    server: FakeServer,
) -> None:
    app = hall(server)
    async with opened(app) as pilot:
        await shows(pilot, "Asking the server…")
        server.cup_news.put_nowait(cup(stage=pb.TOURNAMENT_STAGE_OPEN, round=0, standings=[]))
        await shows(pilot, "players enter it", "9 players", "Zé & cia")
        server.cup_news.put_nowait(LOST)
        await shows(pilot, "No table server answers at 127.0.0.1:8782. Trying again…")
        server.cup_news.put_nowait(cup(round=5))
        await shows(pilot, "round 5 of 5", "The bar closes at ten.")
        assert "Trying again" not in words(pilot)
        server.cup_news.put_nowait(cup(stage=pb.TOURNAMENT_STAGE_OVER))
        server.cup_news.put_nowait(None)
        await shows(pilot, "over", "Final standings", "1 Maria Aparecida 6")
        turn(app)
        assert "Under way" not in words(pilot)
        await pilot.press("q")
    assert app.return_code == 0
    assert [each for each in server.asked if each != "reopen"] == [("follow", "cup0abcde")] * 2


async def test_it_pages_through_two_hundred_by_smaller_rows(server: FakeServer) -> None:
    players = [pb.TournamentPlayer(name=f"Player {number}") for number in range(1, 201)]
    lines = [pb.TournamentLine(place=each, players=[each]) for each in range(1, 201)]
    server.cup_news.put_nowait(cup(players=players, standings=lines, byes=[], fixtures=[]))
    app = hall(server)
    async with opened(app, LARGE) as pilot:
        seen = set[str]()
        for page in range(1, 8):
            await shows(pilot, f"{page}/7")
            seen |= {each for each in words(pilot).split() if each.isdigit()}
            turn(app)
    assert {*map(str, range(1, 201))} <= seen


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({"card_style": "ascii"}, "round 3 of 5"),
        ({"language": "es_AR"}, "ronda 3 de 5"),
        ({"language": "pt_BR"}, "rodada 3 de 5"),
    ],
)
async def test_it_speaks_your_language_and_ascii(
    server: FakeServer, chosen: dict[str, str], told: str
) -> None:
    server.cup_news.put_nowait(cup())
    app = hall(server, **chosen)
    async with opened(app, LARGE) as pilot:
        await shows(pilot, told)
        if "card_style" in chosen:
            assert "█" not in words(pilot)


async def test_a_tournament_that_is_not_there_is_said_at_home(server: FakeServer) -> None:
    app = hall(server, "monday")
    async with opened(app) as pilot:
        await shows(
            pilot, "There is no tournament “monday” there. Choose from “Friday” (cup0abcde)"
        )
