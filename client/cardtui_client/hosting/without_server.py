"""Stands in for a server where there is none (lessons, replays): it knows the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.net.address import Address
from cardtui_client.net.call_errors import Unary, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.trust import Found
from cardtui_engine.library.registry import game_ids
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules
from cardtui_server.lobby.games import sheet
from cardtui_server.wire.catalogue import describe, verb_clauses
from cardtui_server.wire.values import write_option
from cardtui_server.wire.vocabulary import deck_number

_T = TypeVar("_T")
_R = TypeVar("_R")


class WithoutServer(Connection):
    """A connection that leads nowhere; every call but those for rules fails at once."""

    def __init__(self, name: str, sentence: Callable[[], str]) -> None:
        """Lead nowhere.

        Args:
            name: the person's.
            sentence: says why what is asked cannot be done.
        """
        # A channel connects when it is first used, which this one never is.
        super().__init__(Found(Address("127.0.0.1", 0), ""), name, timeout=1)
        self._sentence = sentence

    @property
    def pin(self) -> str:
        """No certificate, and so no pin."""
        return ""

    async def list_games(self) -> lobby_service_pb2.ListGamesResponse:
        """Return the games of this program."""
        return lobby_service_pb2.ListGamesResponse(games=[describe(each) for each in game_ids()])

    async def get_rules(self, game: str, language: str) -> lobby_service_pb2.GetRulesResponse:
        """Return a game's rule sheet, as this program brings it."""
        return lobby_service_pb2.GetRulesResponse(
            markdown=sheet(game, language), clauses=verb_clauses(game)
        )

    async def _call(
        self,
        method: Unary[_T, _R],  # noqa: ARG002 - none is called
        request: _T,  # noqa: ARG002
        *,
        harmless: bool = False,  # noqa: ARG002
        anonymous: bool = False,  # noqa: ARG002
        seconds: float = 0.0,  # noqa: ARG002
    ) -> _R:
        raise Unreachable(self._sentence())


def table_message(
    rules: AnyRules, options: Mapping[str, OptionValue], state: Any, names: Sequence[str]
) -> tables_pb2.Table:
    """Return a table at which a match is going on.

    Args:
        options: all of them.
        state: a position of the match.
        names: who sits there, by seat.
    """
    kinds = {spec.name: spec.kind for spec in rules.specs}
    return tables_pb2.Table(
        game=rules.id,
        state=tables_pb2.TABLE_STATE_PLAYING,
        options={name: write_option(value, kinds[name]) for name, value in options.items()},
        pack_size=len(rules.pack_of(state)),
        clockwise=rules.clockwise,
        deck=deck_number(rules.deck),
        seats=[
            tables_pb2.Seat(seat=seat, team=rules.team_of(seat), name=name)
            for seat, name in enumerate(names)
        ],
    )
