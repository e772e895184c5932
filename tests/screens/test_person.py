"""A person's page: what somebody has won and lost on a server, with plots of how it went."""

from typing import cast

import grpc
import pytest

from cardtui.v1 import errors_pb2, lobby_service_pb2, tables_pb2
from cardtui_client.history.results import Results
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.connection import Connection
from cardtui_client.scene.commands import OpenPeople, PressSeat
from cardtui_client.tui.people import PersonScreen, RankingScreen, Somebody
from tests.screens.conftest import LookRight
from tests.screens.opening import client, in_lobby, opened, shows, until, words
from tests.screens.server_fake import FakeServer, truco_table
from tests.support.nights import by_night
from tests.support.positions import waiting
from tests.support.screen import SMALL, WIDE, lines
from tests.support.seated import seated

COURSE = [True, True, False, True, True, True, False, True, False, False, True, True]
RATINGS = [1560, 1604, 1551, 1580, 1601, 1619, 1590, 1611, 1583, 1560, 1588, 1612]
RATING = lobby_service_pb2.Rating(points=1612, deviation=90, matches=14, course=RATINGS)
CHIPS = [30, 12, -50, 4, 61, 20, -50, 33, -12, -50, 80, 5]


class Teller:
    """A connection to a server that tells of Ana, or does not want to."""

    def __init__(self, *games: lobby_service_pb2.PersonGame, refuses: bool = False) -> None:
        self._games = games
        self._refuses = refuses
        self.asked: list[str] = []

    async def get_ranking(self) -> lobby_service_pb2.GetRankingResponse:
        players = [
            lobby_service_pb2.RankedPlayer(
                name=name, rating=lobby_service_pb2.Rating(points=points, deviation=90, matches=14)
            )
            for name, points in (("Ana", 1612), ("Maria Aparecida", 1388))
        ]
        rankings = [
            lobby_service_pb2.Ranking(game=game, preset=preset, players=players)
            for game, preset in (("cacho", "cacho"), ("truco-argentino", "tradicional"))
        ]
        return lobby_service_pb2.GetRankingResponse(rankings=rankings)

    async def get_person(self, player: str) -> lobby_service_pb2.GetPersonResponse:
        self.asked.append(player)
        if self._refuses:
            sentence = "Nobody by that id is known here."
            refusal = errors_pb2.Refusal(template=sentence, sentence=sentence)
            raise Refused(refusal, grpc.StatusCode.NOT_FOUND)
        return lobby_service_pb2.GetPersonResponse(player=player, name="Ana", games=self._games)


def page(*games: lobby_service_pb2.PersonGame, refuses: bool = False) -> PersonScreen:
    return PersonScreen(cast("Connection", Teller(*games, refuses=refuses)), [Somebody("a", "Ana")])


TRUCO = lobby_service_pb2.PersonGame(
    game="truco-argentino", preset="tradicional", won=8, lost=4, streak=2, best_streak=3,
    course=COURSE, hands=97, bluffs=6, calls={"truco": 41, "envido": 60, "quiero": 38, "tap": 99},
    rating=RATING,
)  # fmt: skip
CACHO = lobby_service_pb2.PersonGame(
    game="cacho", preset="fuente", won=8, lost=4, streak=2, best_streak=3, course=COURSE,
    hands=51, chips=83, chips_course=CHIPS, calls={"bet": 88, "pass": 31, "raise": 12},
)  # fmt: skip


@pytest.mark.parametrize("size", [SMALL, *by_night(WIDE)], ids=["small", "wide"])
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
        assert "Rating: 1612 ± 90, 14 rated matches." in told
        assert "Rating: 1612 now, between 1551 and 1619 in the latest matches." in told
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


async def test_the_page_of_a_bot_tells_who_it_is_and_how_you_stand_with_it() -> None:
    seat = tables_pb2.Seat(
        seat=1, name="Chela", bot=tables_pb2.BOT_LEVEL_HARD, character=tables_pb2.CHARACTER_CHELA
    )
    people = [Somebody("", "Ana"), Somebody("", "Chela", seat)]
    teller = Teller()
    app = client(FakeServer())
    async with opened(app, WIDE) as pilot:
        app.push_screen(PersonScreen(cast("Connection", teller), people))
        await shows(pilot, "finished no match on this server")
        await pilot.press("right")
        await shows(pilot, "Chela (bot, hard, bold)", "You have finished no match with Chela yet.")
        for won in (True, False, True):
            Results(app.settings).add("cacho", won=won, against=["Chela", "Dino"])
        Results(app.settings).add("truco-argentino", won=True, against=["Dino"], partners=["Bia"])
        await pilot.press("left")
        await shows(pilot, "Truco argentino 1 won, 0 lost.", "Cacho 2 won, 1 lost.")
        await shows(pilot, "Truco argentino: won with Bia against Dino.")
        await pilot.press("right")
        await shows(pilot, "Cacho 2–1 for you against Chela.", "1 now, between 0 and 1")
        assert "Bia" not in words(pilot), "they played without Chela"
        assert teller.asked == ["", ""], "the server knows nothing of a bot"


async def test_a_terminal_of_ascii_gets_stars() -> None:
    app = client(FakeServer(), card_style="ascii")
    async with opened(app) as pilot:
        app.push_screen(page(TRUCO))
        await until(pilot, lambda: "Favourite calls" in "\n".join(lines(app)))
        assert any("*" in line for line in lines(app))


async def test_the_pages_of_others_lie_beside_it() -> None:
    app, teller = client(FakeServer()), Teller(TRUCO)
    people = [Somebody("", "Ana"), Somebody("b", "Bia"), Somebody("c", "Caio")]
    async with opened(app) as pilot:
        app.push_screen(PersonScreen(cast("Connection", teller), people))
        await until(pilot, lambda: "Ana 1/3" in "\n".join(lines(app)))
        for key, shown in (("right", "Bia 2/3"), ("left", "Ana 1/3"), ("left", "Caio 3/3")):
            await pilot.press(key)
            await until(pilot, lambda shown=shown: shown in "\n".join(lines(app)))  # type: ignore[misc] # bound now
        await until(pilot, lambda: teller.asked == ["", "b", "", "c"])


async def test_the_ranking_begins_with_the_game_of_the_table(looks_right: LookRight) -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        app.push_screen(RankingScreen(cast("Connection", Teller()), "truco-argentino"))
        await until(pilot, lambda: "Cacho" in "\n".join(lines(app)))
        told = [line.strip() for line in lines(app) if line.strip()]
        assert told[1] == "Truco argentino, traditional"
        assert told[2].endswith("1612 ± 90, 14 rated matches")
        looks_right(app)
        await pilot.press("escape")
        assert not isinstance(app.screen, RankingScreen)


async def test_in_the_lobby_a_key_opens_ones_own_page() -> None:
    app = in_lobby(FakeServer(truco_table("t1")))
    async with opened(app) as pilot:
        await until(pilot, lambda: "is the host" in "\n".join(lines(app)))
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, PersonScreen))
        await shows(pilot, "Ana 1/2")
        await pilot.press("right")
        await shows(pilot, "Tina 2/2", "Tina (bot, normal)")


async def test_at_a_table_a_key_opens_ones_own_page_and_a_click_that_of_a_seat() -> None:
    table = waiting(bots=())
    table.table.seats[1].player = "id of Beto"
    async with seated(table) as at:
        assert at.bound("i") == OpenPeople()
        await at.type("i")
        await at.press(PressSeat(1))
        assert at.left == [OpenPeople(), OpenPeople(1)]
