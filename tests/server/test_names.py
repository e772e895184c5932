"""Which name a newcomer gets where others have it."""

from collections.abc import Sequence

from cardtui_server.limits import Limits
from cardtui_server.lobby.names import Names
from cardtui_server.ports.log_store import Player
from tests.support.playing import House


async def test_hundreds_with_one_name_are_numbered_after_few_looks() -> None:
    clock, looks = House().clock, list[str]()
    players = dict[str, Player]()

    async def alike(name: str) -> Sequence[Player]:
        looks.append(name)
        return [players[name]] if name in players else []

    names = Names(alike, lambda: {each.id for each in players.values()}, clock, Limits())
    for number in range(1, 301):
        looks.clear()
        found = (await names.free("Ana")).name
        assert found == ("Ana" if number == 1 else f"Ana {number}")
        assert len(looks) <= 20
        players[found] = Player(b"", f"p{number}", found)
    del players["Ana 2"]
    assert (await names.free("Ana")).name == "Ana 2"
