"""Which terms of a new table go together (`NewTable`): partners, first dealer, buy-ins and their
limits, how many bots; a reserve without a clock is dropped. How great each other term may be is
decided in `rpc/terms.py`, and whether the rules may be so in `games.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, cast

from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules, FirstDealer
from cardtui_server.lobby.games import chosen_options, find_rules
from cardtui_server.match.entries import Created, Partners, WaitingBot
from cardtui_server.match.rated import check_rated
from cardtui_server.match.refusals import Reason, Refused

_GAME_FINDS_DEALER: Final = cast("FirstDealer", 0)
"""The first dealer is found in the game's own way."""

_DEFAULT_TABLE: Final = Created("", 0, "", {}, "", 0, None, "", "", first_dealer=_GAME_FINDS_DEALER)
"""A table of which nothing is asked for."""


class NewTable(NamedTuple):
    """A table that a player wants to make.

    Attributes:
        made: how it is to be made, as it was asked for: not checked yet, with the options alone
            that differ from the preset's, and with ``""`` for a name made from its maker's.
        seat: the seat that the maker takes; ``None`` for none.
        bots: the level of the bots in the other seats; 0 for no bots.
        wanted_bots: level and character of the bots in the first of them; the rest are as ``bots``
            says.
        at_start: whether the bots sit down only when a match starts.
    """

    made: Created
    seat: int | None = None
    bots: int = 0
    wanted_bots: tuple[tuple[int, int], ...] = ()
    at_start: bool = False

    @classmethod
    def of(
        cls,
        game: str,
        seats: int,
        *,
        seat: int | None = None,
        bots: int = 0,
        wanted_bots: tuple[tuple[int, int], ...] = (),
        at_start: bool = False,
        **terms: Any,
    ) -> NewTable:
        """Return such a table; ``terms`` are by the fields of `Created`."""
        made = _DEFAULT_TABLE._replace(game=game, seats=seats, **terms)
        return cls(made, seat, bots, wanted_bots, at_start)

    def bots_beside(self) -> list[WaitingBot]:
        """Return the bots in the seats that the maker leaves free.

        Raises:
            Refused: there are more of them than such seats.
        """
        free = self.made.seats - (self.seat is not None)
        if len(self.wanted_bots) > free:
            raise Refused(
                Reason.BAD_REQUEST,
                "You want {wanted} bots, and there is room for {free}.",
                wanted=len(self.wanted_bots),
                free=free,
            )
        rest = [(self.bots, 0)] * free if self.bots else []
        found = [*self.wanted_bots, *rest[len(self.wanted_bots) :]]
        return [WaitingBot(*each) for each in found]

    def checked(self, host: str, host_name: str, name: str) -> tuple[Created, AnyRules]:
        """Return the first entry of that table's log, and the rules of its game.

        Args:
            host: the id of the player who makes it.
            host_name: that player's name.
            name: the table's name, which no other table has.

        Raises:
            Refused: there is no such game, option or number of seats, or the options do not go
                together.
        """
        asked = self.made
        rules = find_rules(asked.game)
        if asked.partners and not rules.has_partners(asked.seats):
            raise Refused(
                Reason.BAD_OPTION,
                "Partners are drawn only where at least four play in two teams.",
            )
        if asked.partners not in list(Partners):
            raise Refused(
                Reason.BAD_OPTION, "Partners are found by high card, by lot or by strength."
            )
        if asked.first_dealer not in (_GAME_FINDS_DEALER, *FirstDealer):
            raise Refused(Reason.BAD_OPTION, "The first dealer is drawn by lot or by high card.")
        values, preset = chosen_options(rules, asked.preset, asked.options, asked.seats)
        _check_buy_ins(asked, rules, values)
        made = asked._replace(
            preset=preset,
            options=values,
            name=name,
            host=host,
            host_name=host_name,
            partners=Partners(asked.partners),
            first_dealer=FirstDealer(asked.first_dealer or rules.first_dealer),
            reserve_milliseconds=asked.reserve_milliseconds if asked.clock_milliseconds else 0,
        )
        check_rated(made)
        return made, rules


def _check_buy_ins(asked: Created, rules: AnyRules, values: Mapping[str, OptionValue]) -> None:
    """Refuse limits of buy-ins that do not go with the game and its options."""
    least, most = asked.least_buy_in, asked.most_buy_in
    if not least and not most:
        return
    if not rules.chips_option or not isinstance(values[rules.chips_option], int):
        raise Refused(Reason.BAD_OPTION, "Players do not buy their own chips in that game.")
    if not 0 < least <= most <= rules.most_chips:
        raise Refused(
            Reason.BAD_OPTION,
            "The limits of buy-ins go from 1 to {most}, the least first.",
            most=rules.most_chips,
        )
    # With the least that all may bring, a match must be able to begin.
    chosen_options(rules, "", {**values, rules.chips_option: least}, asked.seats)
