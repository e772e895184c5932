"""A person's page: what somebody has won and lost on a server, with plots of how it went."""

from __future__ import annotations

from typing import cast

import grpc
import pytest

from cardtui.v1 import errors_pb2, lobby_service_pb2
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.connection import Connection
from cardtui_client.tui.person import PersonScreen
from tests.screens.conftest import LookRight, lines
from tests.screens.opening import client, opened, until
from tests.screens.server_fake import FakeServer

COURSE = [True, True, False, True, True, True, False, True, False, False, True, True]
CHIPS = [30, 12, -50, 4, 61, 20, -50, 33, -12, -50, 80, 5]


class Teller:
    """A connection to a server that tells of Ana, or does not want to."""

    def __init__(self, *games: lobby_service_pb2.PersonGame, refuses: bool = False) -> None:
        self._games = games
        self._refuses = refuses

    async def get_person(self, player: str) -> lobby_service_pb2.GetPersonResponse:
        if self._refuses:
            sentence = "Nobody by that id is known here."
            refusal = errors_pb2.Refusal(template=sentence, sentence=sentence)
            raise Refused(refusal, grpc.StatusCode.NOT_FOUND)
        return lobby_service_pb2.GetPersonResponse(player=player, name="Ana", games=self._games)


def page(*games: lobby_service_pb2.PersonGame, refuses: bool = False) -> PersonScreen:
    return PersonScreen(cast("Connection", Teller(*games, refuses=refuses)), "a", "Ana")


TRUCO = lobby_service_pb2.PersonGame(
    game="truco-argentino", preset="tradicional", won=8, lost=4, streak=2, best_streak=3,
    course=COURSE, hands=97, bluffs=6, calls={"truco": 41, "envido": 60, "quiero": 38, "tap": 99},
)  # fmt: skip
CACHO = lobby_service_pb2.PersonGame(
    game="cacho", preset="fuente", won=8, lost=4, streak=2, best_streak=3, course=COURSE,
    hands=51, chips=83, chips_course=CHIPS, calls={"bet": 88, "pass": 31, "raise": 12},
)  # fmt: skip


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["small", "wide"])
async def test_it_tells_each_game_and_draws_how_it_went(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    app = client(FakeServer())
    async with opened(app, size) as pilot:
        app.push_screen(page(TRUCO, CACHO))
        await until(pilot, lambda: "Favourite calls" in "\n".join(lines(app)))
        told = "\n".join(lines(app))
        assert "8 won, 4 lost." in told
        assert "¡Envido! 60×, ¡Truco! 41× and ¡Quiero! 38×" in told
        assert "4 now, between 0 and 4" in told
        looks_right(app)
        await pilot.press("escape")
        assert not isinstance(app.screen, PersonScreen)


async def test_where_nothing_is_known_it_says_why() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        app.push_screen(page())
        await until(pilot, lambda: "finished no match" in "\n".join(lines(app)))
        await pilot.press("escape")
        app.push_screen(page(refuses=True))
        await until(pilot, lambda: "Nobody by that id" in "\n".join(lines(app)))


async def test_a_terminal_of_ascii_gets_stars() -> None:
    app = client(FakeServer(), card_style="ascii")
    async with opened(app) as pilot:
        app.push_screen(page(TRUCO))
        await until(pilot, lambda: "Favourite calls" in "\n".join(lines(app)))
        assert any("*" in line for line in lines(app))
