"""Going to servers on other machines, and inviting others to one."""

from typing import Any

import grpc
import pytest
from textual.widgets import Input

from cardtui.v1 import errors_pb2, tables_pb2
from cardtui_client.hosting.without_server import WithoutServer
from cardtui_client.net.address import parse_join_line, pin_of
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.connection import Connection
from cardtui_client.net.discovery import Announced
from cardtui_client.net.trust import UnknownServer
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.dialogs import PasswordDialog
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.invitation import Invitation
from cardtui_client.tui.launch import AtServer
from cardtui_client.tui.lobby import LobbyScreen
from tests.screens.conftest import LookRight
from tests.screens.opening import (
    LARGE,
    FakeNetwork,
    announced,
    client,
    hides,
    opened,
    shows,
    until,
    words,
)
from tests.screens.server_fake import FakeServer, running_table, seat, truco_table
from tests.support.nights import by_night
from tests.support.screen import SMALL, lines

PIN = pin_of(bytes(range(32)))
LINE = f"192.168.1.7:8782/{PIN}"


class Doorkeeper(FakeServer):
    """A server that nothing vouches for, or that wants a password."""

    def __init__(self, *tables: Any, password: str = "", known: bool = False) -> None:
        super().__init__(*tables)
        self.password = password
        self.known = known

    async def connect(self, address: str, name: str, password: str) -> Connection:
        line = parse_join_line(address)
        if not line.pin and not self.known:
            raise UnknownServer(line.addresses[0], PIN)
        if password != self.password:
            template = "That is not this server’s password."
            refusal = errors_pb2.Refusal(
                reason=errors_pb2.REASON_BAD_PASSWORD, template=template, sentence=template
            )
            raise Refused(refusal, grpc.StatusCode.UNAUTHENTICATED)
        return await super().connect(address, name, password)


async def test_a_server_that_is_new_is_trusted_only_by_somebody_who_says_so() -> None:
    server = Doorkeeper(truco_table())
    app = client(server, AtServer("192.168.1.7"))
    async with opened(app) as pilot:
        await shows(pilot, "is new to you. Its pin", PIN[:5])
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await hides(pilot, "Connecting")
        app.visit("192.168.1.7")
        await shows(pilot, PIN[:5])
        await pilot.click("#yes")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert parse_join_line(server.address) == parse_join_line(f"192.168.1.7/{PIN}")


async def test_a_password_is_asked_for_until_it_is_right(looks_right: LookRight) -> None:
    server = Doorkeeper(truco_table(), password="trinta", known=True)
    app = client(server, AtServer("192.168.1.7"))
    app.home_is_empty = True
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PasswordDialog))
        await pilot.press(*"wrong", "enter")
        await until(pilot, lambda: isinstance(app.screen, PasswordDialog) and not _typed(app))
        await pilot.press(*"trinta")
        await shows(pilot, "That is not this server’s password.", "••••••")
        looks_right(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_an_empty_password_is_asked_for_and_can_be_typed_then() -> None:
    app = client(Doorkeeper(truco_table(), password="trinta", known=True), AtServer("192.168.1.7"))
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PasswordDialog))
        await pilot.click("#give")
        await shows(pilot, "type the password first")
        await pilot.press("t", "backspace")
        assert "type the password first" not in words(pilot)
        await pilot.press("enter")
        await shows(pilot, "type the password first")
        await pilot.press(*"trinta", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


def _typed(app: CardtuiApp) -> str:
    return app.screen.query_one(Input).value


async def test_a_newcomer_without_a_password_stays_at_home() -> None:
    server = Doorkeeper(truco_table(), password="trinta", known=True)
    app = client(server, AtServer("192.168.1.7"))
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PasswordDialog))
        await pilot.click("#cancel")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await hides(pilot, "Connecting")


@pytest.mark.parametrize(
    ("tables", "leads"),
    [
        ([truco_table(seats=[seat(0, "Beto"), seat(1)])], [("t1", True)]),
        pytest.param([running_table()], [("t2", False)], marks=pytest.mark.nightly),
        ([truco_table(), running_table()], []),
    ],
)
async def test_a_join_line_leads_to_the_only_table_from_the_lobby_below_it(
    tables: list[tables_pb2.Table], leads: list[tuple[str, bool]]
) -> None:
    server = FakeServer(*tables)
    app = client(server)
    async with opened(app) as pilot:
        await pilot.press("f", *LINE, "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.screen.tables)
        await until(pilot, lambda: server.opened_tables == leads)


@pytest.mark.parametrize("size", [SMALL, *by_night(LARGE)])
async def test_the_lobby_shows_and_copies_the_line_to_join_with(
    looks_right: LookRight, size: tuple[int, int]
) -> None:
    app = client(FakeServer(truco_table()), AtServer(LINE))
    async with opened(app, size) as pilot:
        await shows(pilot, "Kitchen table")
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(app.screen, Invitation))
        await shows(pilot, "cardtui connect", "█▀")
        looks_right(app)
        await pilot.press("c")
        await until(pilot, lambda: app.clipboard == f"cardtui connect {LINE}")
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_a_private_tables_code_belongs_to_its_invitation() -> None:
    table = truco_table("wshpk4", private=True)
    app = client(FakeServer(table), AtServer(LINE))
    async with opened(app, LARGE) as pilot:
        await shows(pilot, "wshpk4")
        await pilot.press("f4")
        await shows(pilot, "--code wshpk4")
        await pilot.press("c")
        await until(pilot, lambda: app.clipboard == f"cardtui connect {LINE} --code wshpk4")


@pytest.mark.parametrize(("columns", "codes"), [(120, 2), (70, 1)])
async def test_a_page_is_shown_beside_the_line_and_its_code_goes_last(
    columns: int, codes: int
) -> None:
    server = FakeServer(truco_table())
    server.web_port = 8784
    app = client(server, AtServer(LINE))
    async with opened(app, (columns, 40)) as pilot:
        await shows(pilot, "Kitchen table")
        await pilot.press("f4")
        await shows(pilot, "cardtui connect", "https://192.168.1.7:8784/")
        shown = "\n".join(lines(app))
        assert "on a phone" in shown
        assert ("in a terminal" in shown) is (codes > 1)


@pytest.mark.nightly
async def test_the_code_is_left_out_where_it_does_not_fit() -> None:
    several = f"192.168.1.7,10.20.30.40,[fd00:1:2:3:4:5:6:7],{LINE}"
    async with opened(client(FakeServer(truco_table()), AtServer(several))) as pilot:
        await shows(pilot, "Kitchen table")
        await pilot.press("f4")
        await shows(pilot, "cardtui connect")
        await hides(pilot, "█▀")


@pytest.mark.nightly
async def test_a_line_that_is_too_long_breaks_where_it_can_be_typed_on() -> None:
    app = client(FakeServer(truco_table()), AtServer(f"192.168.100.107,10.20.30.40,{LINE}"))
    async with opened(app) as pilot:
        await shows(pilot, "Kitchen table")
        await pilot.press("f4")
        await shows(pilot, PIN)
        (pin,) = (line for line in lines(app) if PIN in line)
        assert "8782" not in pin
        await pilot.press("c")
        await until(pilot, lambda: app.clipboard.endswith(f"192.168.1.7:8782/{PIN}"))


async def test_a_server_of_this_machine_only_invites_nobody() -> None:
    app = client(FakeServer(truco_table()), AtServer("127.0.0.1"))
    async with opened(app) as pilot:
        await shows(pilot, "Kitchen table")
        await pilot.press("f4")
        assert isinstance(app.screen, LobbyScreen)


async def test_a_match_that_is_shown_again_invites_nobody_though_others_are_announced() -> None:
    app = client(FakeServer(truco_table()), discovery=FakeNetwork(announced(2, "Kitchen")))
    async with opened(app):
        assert app._line_to_join(WithoutServer("Ana", str)) is None


@pytest.mark.nightly
async def test_a_host_who_sits_at_the_servers_own_machine_sees_the_line_of_the_network() -> None:
    server = FakeServer(truco_table())
    server.pin = PIN
    line = parse_join_line(f"192.168.1.7:8782/~{PIN}")
    network = FakeNetwork(Announced(line, "Kitchen", 1, 2))
    app = client(server, AtServer("127.0.0.1"), discovery=network)
    async with opened(app, LARGE) as pilot:
        await shows(pilot, "Kitchen table")
        await pilot.press("f4")
        await shows(pilot, f"cardtui connect {LINE}")
        await pilot.press("f4")
        network.change(announced(2, "Kitchen"))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert not app.check_action("invite", ())
