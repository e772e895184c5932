"""A house with a tournament in it (`Club`), played by bots for players who stay away."""

from __future__ import annotations

from functools import partial
from typing import Any

from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.running_tournament import Running
from cardtui_server.lobby.tournaments import Tournaments
from cardtui_server.tournament import commands
from cardtui_server.tournament.entries import Form, Made, Seats
from cardtui_server.wire.tournaments import TournamentJournal
from tests.support.playing import House, brief, quiet


class Club:
    """A house with a tournament in it."""

    def __init__(self, house: House | None = None) -> None:
        self.house = house or House()
        self.tournaments = Tournaments(self.house.env, self.house.lobby, TournamentJournal())

    async def cup(
        self,
        players: int,
        form: Form = Form.SWISS,
        game: str = "truco-argentino",
        seats: int = 2,
        *,
        name: str = "Cup",
        team: int = 0,
        table: dict[str, Any] | None = None,
        **terms: Any,
    ) -> Running:
        made_with: dict[str, Any] = {
            "options": brief(game),
            "clock_milliseconds": 30_000,
            "patience_milliseconds": 10_000,
            "thinking_milliseconds": 0,
            "window_milliseconds": 0,
            **(table or {}),
        }
        wanted = NewTable.of(game, seats, **made_with)
        made = Made(name, form, wanted.made, "ana", "Ana", b"", **terms)
        cup = await self.tournaments.create(made)
        for number in range(players):
            side = f"side {number // team}" if team else ""
            await cup.act(
                partial(commands.enter, player=f"p{number}", name=f"P{number}", team=side)
            )
        return cup

    async def begin(self, cup: Running, tables: tuple[Seats, ...] = ()) -> None:
        await cup.act(lambda state: commands.begin(state, cup.now(), tables))
        await quiet()

    async def play(self, cup: Running, most: int = 3000) -> None:
        """Let time pass until it is over."""
        for _ in range(most):
            if cup.state.ended:
                return
            self.house.clock.advance(5)
            await quiet()
        raise AssertionError(f"no end: {cup.state}")

    async def restart(self, cup: Running) -> Running:
        """Have another server go on where this one is killed."""
        await self.tournaments.stop()
        await self.house.restart()
        self.tournaments = Tournaments(self.house.env, self.house.lobby, TournamentJournal())
        await self.tournaments.load()
        return await self.tournaments.find(cup.id)
