"""The form for the rules of a table that is there."""

from cardtui.v1 import errors_pb2, tables_pb2
from cardtui_client.tui.form_field import OptionField
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.new_table import TableRules
from tests.screens.conftest import LookRight
from tests.screens.opening import in_lobby, opened, shows, until
from tests.screens.server_fake import FakeServer, Value, refused, truco_table


def own_table() -> tables_pb2.Table:
    return truco_table(host="Ana", options={"target": Value(number=15)})


async def test_the_host_changes_the_rules_of_a_table(looks_right: LookRight) -> None:
    server = FakeServer(own_table())
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "Ana is the host.")
        await pilot.press("e")
        await shows(pilot, "Change what you like", "15")
        looks_right(app)
        assert isinstance(app.screen, TableRules)
        field = next(each for each in app.screen.query(OptionField) if each.spec.name == "target")
        field.put("24")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await shows(pilot, "The rules of the table are changed.")
    changed = [each for each in server.asked if each[0] == "change"]
    assert [(table, options["target"].number) for _, table, _, options in changed] == [
        (own_table().id, 24)
    ]


async def test_a_value_that_is_none_is_not_sent_and_a_refusal_is_told() -> None:
    server = FakeServer(own_table())
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "Ana is the host.")
        await pilot.press("e")
        await shows(pilot, "Change what you like")
        field = next(each for each in app.screen.query(OptionField) if each.spec.name == "target")
        field.put("0")
        await pilot.press("ctrl+s")
        await shows(pilot, "Fix the marked fields.")
        field.put("24")
        server.failing = refused("The match has begun.", errors_pb2.REASON_TABLE_STATE)
        await pilot.press("ctrl+s")
        await shows(pilot, "The match has begun.")
        assert isinstance(app.screen, TableRules)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
